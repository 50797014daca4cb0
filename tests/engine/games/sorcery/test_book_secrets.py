"""Nothing that lies hidden in a book decides what others are shown or asked [10.1] [18.3].

Each test plays the same commands from positions that differ only in what lies hidden in books, and
compares everything that everybody else gets: events, view, questions and options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic_core import to_json

from engine.core.codec import codec_of
from engine.core.match_state import Commit
from engine.games.sorcery import GAME
from engine.games.sorcery.ops import Muddle, Save
from tests.engine.games.sorcery.samples import STING, Printer, at_enemy, spell
from tests.engine.games.sorcery.table import Battle, dropped, out, stand, table

if TYPE_CHECKING:
    from collections.abc import Callable


pytestmark = pytest.mark.usefixtures("samples")


def _seen(battle: Battle, seat: int | None) -> list[bytes]:
    """Return all that a seat has got since the beginning, and what it is shown now."""
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(*battle.log,), awaited=())
    parts = codec_of(GAME).write(commit, battle.state.seats)
    options = () if seat is None else GAME.legal(battle.state, seat)
    own = b"" if seat is None else parts.private[f"seat:{seat}"]
    view = to_json(GAME.view(battle.state, seat))
    return [parts.public, own, view, to_json(options), to_json(GAME.pending(battle.state))]


def _alike(battles: list[Battle], play: Callable[[Battle], Any], *seats: int | None) -> None:
    """Hold that these seats, and spectators, see the same before and after all battles."""
    for battle in battles:
        play(battle)
    for seat in (None, *seats):
        first, *others = [_seen(battle, seat) for battle in battles]
        assert all(other == first for other in others), seat


def _with_books(*books: str, phase: Any = "action", **enemy: Any) -> list[Battle]:
    return [
        Battle(
            table(
                stand("mage", 0, (18_000, 5_000), book=book),
                stand("blade", 1, (18_000, 9_000)),
                stand("mage", 1, (21_000, 9_000), **enemy),
                phase=phase,
            )
        )
        for book in books
    ]


@pytest.mark.rule("sorcery", "18.3", "10.1")
def test_a_cast_tells_nothing_of_what_lies_below() -> None:
    def play(battle: Battle) -> None:
        battle.do(0, "cast", figure="f1", targets=["f2"]).let_pass()
        battle.do(0, "memorise", spell=GAME.default(battle.state, 0).model_dump()["spell"])

    _alike(_with_books("sting", "sting dart", "sting dart~ retort two_marks"), play, 1)


@pytest.mark.rule("sorcery", "18.3", "12.6")
def test_who_memorises_nothing_looks_like_who_picks_one(printed: Printer) -> None:
    printed(spell("final", STING, after="face_down_bottom"))

    def play(battle: Battle) -> None:
        battle.do(0, "cast", figure="f1", targets=["f2"]).let_pass()
        up = [word for word in battle.book("b1").split() if word[-1] != "~"]
        battle.do(0, "memorise", spell=up[0] if up else None)

    _alike(_with_books("final", "final dart~", "final dart", "final dart retort"), play, 1)


@pytest.mark.rule("sorcery", "18.1", "11.1")
def test_browsing_by_an_action_looks_the_same_for_whatever_it_is_paid() -> None:
    def play(battle: Battle) -> None:
        battle.do(0, "browse", figure="f1", spell="sting")

    _alike(
        _with_books(
            "two_marks sting",
            "three_marks sting dart",
            "three_marks~ sting",
            "two_marks~ dart~ sting",
        ),
        play,
        1,
    )


@pytest.mark.rule("sorcery", "18.3", "11.5")
def test_the_end_of_a_turn_asks_whatever_may_be_browsed() -> None:
    books = ("", "sting", "sting dart", "three_marks dart", "sting~")
    _alike(_with_books(*books, phase="end"), lambda _: None, 1)
    _alike(_with_books(*books, phase="end"), lambda battle: battle.let_pass(), 1)


def _countering(*books: str) -> list[Battle]:
    """Return battles in which seat 1 may counter, with a book or another."""
    return [
        Battle(
            table(
                stand("mage", 0, (18_000, 5_000), book="sting dart"),
                stand("blade", 1, (18_000, 9_000)),
                stand("mage", 1, (21_000, 9_000), book=book),
                stand("mage", 2, (15_000, 9_000)),
            )
        )
        for book in books
    ]


@pytest.mark.rule("sorcery", "18.3", "14.2")
def test_who_is_asked_to_counter_is_asked_alike_whatever_he_has_memorised() -> None:
    def play(battle: Battle) -> None:
        battle.do(0, "cast", figure="f1", targets=["f2"])
        assert battle.asked == ("counter", 1)

    books = ("", "retort", "retort~", "sting retort", "dart")
    _alike(_countering(*books), play, 0, 2)
    _alike(_countering(*books), lambda battle: (play(battle), battle.let_pass()), 0, 2)

    def counter(battle: Battle) -> None:
        play(battle)
        battle.do(1, "counter", figure="f3", dice=[1, 1, 6])

    _alike(_countering(*books), counter, 0, 2)


@pytest.mark.rule("sorcery", "18.3", "14.6")
def test_a_boost_tells_nothing_of_what_lies_below() -> None:
    def play(battle: Battle) -> None:
        battle.do(0, "cast", figure="f1", targets=["f2"])
        battle.do(1, "counter", figure="f3", boost=True, dice=[1, 1, 6])
        battle.do(1, "memorise", spell=GAME.default(battle.state, 1).model_dump()["spell"])

    _alike(_countering("retort", "retort dart", "retort dart~ sting"), play, 0, 2)


@pytest.mark.rule("sorcery", "10.1", "10.3")
def test_picking_a_book_up_tells_others_nothing_of_it() -> None:
    def battle(spells: str) -> Battle:
        return Battle(
            table(
                stand("mage", 0, (18_000, 5_000)),
                stand("blade", 1, (18_000, 9_000)),
                dropped((18_000, 6_000), spells),
            )
        )

    battles = [battle(spells) for spells in ("", "sting", "dart~ sting")]
    _alike(battles, lambda one: one.do(0, "pick_up", figure="f1", book="b1"), 1)


@pytest.mark.rule("sorcery", "10.1", "18.3")
def test_a_muddled_book_looks_the_same_whatever_lay_on_top(printed: Printer) -> None:
    printed(spell("tear", at_enemy(Muddle(who="marked"))))

    def battle(book: str) -> Battle:
        return Battle(
            table(
                stand("mage", 0, (18_000, 5_000), book="tear"),
                stand("mage", 1, (18_000, 9_000), book=book, tokens=1),
            )
        )

    battles = [battle(book) for book in ("", "dart", "dart~", "retort dart")]
    _alike(battles, lambda one: one.do(0, "cast", figure="f1", targets=["f2"]), 0)


@pytest.mark.rule("sorcery", "12.10", "18.3")
def test_what_saves_is_not_seen_before_it_does(printed: Printer) -> None:
    printed(spell("reprieve", memorised=(Save(),)))
    _alike(_with_books("reprieve", "dart", "", "reprieve~"), lambda _: None, 1)
    _alike(_with_books("reprieve", "dart"), lambda battle: battle.end_turn(), 1)


@pytest.mark.rule("sorcery", "13.10", "10.1")
def test_a_card_that_comes_back_tells_nothing_of_the_book_it_goes_into() -> None:
    def battle(book: str) -> Battle:
        return Battle(
            table(
                stand("mage", 0, (18_000, 5_000), book=book),
                stand("blade", 1, (18_000, 9_000)),
                out("haze", "f1", left=1),
            )
        )

    _alike([battle(book) for book in ("", "dart", "dart~ sting")], lambda one: one.end_turn(), 1)
