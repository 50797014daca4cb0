"""Books: who may look, dropping, picking up [10]."""

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.ops import Modify
from tests.engine.games.sorcery.samples import Printer, enchantment, figure
from tests.engine.games.sorcery.table import Battle, dropped, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _leaves(battle: Battle, seat: int | None, book: str = "b1") -> str | None:
    """Return what a seat sees of a book, None if nothing."""
    (found,) = [
        one for one in GAME.view(battle.state, seat).model_dump()["books"] if one["n"] == book
    ]
    if found["leaves"] is None:
        return None
    return " ".join(one["spell"] + ("" if one["up"] else "~") for one in found["leaves"])


@pytest.mark.rule("sorcery", "10.1")
def test_only_the_bearers_player_sees_what_is_in_a_book() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="dart three_marks~"),
            stand("mage", 1, (18_000, 30_000)),
        )
    )
    assert _leaves(battle, 0) == "dart three_marks~"
    assert _leaves(battle, 1) is None
    assert _leaves(battle, None) is None


@pytest.mark.rule("sorcery", "10.1")
def test_rivals_do_not_see_how_many_spells_there_are() -> None:
    few = table(stand("mage", 0, (18_000, 5_000), book=""), stand("mage", 1, (18_000, 30_000)))
    many = table(
        stand("mage", 0, (18_000, 5_000), book="dart two_marks"),
        stand("mage", 1, (18_000, 30_000)),
    )
    assert GAME.view(few, 1) == GAME.view(many, 1)


@pytest.mark.rule("sorcery", "10.2", "10.4")
def test_a_book_is_dropped_where_its_bearer_stood_and_nobody_looks_into_it() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("mage", 1, (18_000, 6_500), book="two_marks dart~ three_marks", click=4),
            stand("blade", 1, (18_000, 30_000)),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[4, 4])
    assert battle.figure("f2").gone
    book = battle.state.books["b1"]
    assert (book.bearer, book.at) == (None, (18_000, 6_500))
    assert battle.book("b1") == "two_marks dart~ three_marks"
    assert [_leaves(battle, seat) for seat in (0, 1, None)] == [None, None, None]


def _at_a_book(at: tuple[int, int], **fields: object) -> Battle:
    return Battle(
        table(
            stand("mage", 0, at, **fields),  # pyright: ignore[reportArgumentType]
            stand("blade", 1, (18_000, 30_000)),
            dropped((18_000, 6_000), "dart~ three_marks"),
        )
    )


@pytest.mark.rule("sorcery", "10.3", "10.4")
def test_who_stands_at_a_dropped_book_picks_it_up_and_looks_into_it() -> None:
    battle = _at_a_book((18_000, 4_750))
    assert battle.offered(0, "pick_up", figure="f1", book="b1")
    battle.do(0, "pick_up", figure="f1", book="b1")
    assert battle.figure("f1").book == "b1"
    assert battle.figure("f1").tokens == 1
    assert battle.told("action_taken")[0].action == "special"
    assert battle.book("b1") == "dart~ three_marks"
    (taken,) = battle.told("book_taken")
    assert taken.leaves.to == (0,)
    assert taken.leaves.value == (("dart", False), ("three_marks", True))
    assert _leaves(battle, 0) == "dart~ three_marks"
    assert _leaves(battle, 1) is None


@pytest.mark.rule("sorcery", "10.3", "13.10")
def test_who_picks_a_book_up_sees_the_card_too_that_his_action_sends_back_into_it(
    printed: Printer,
) -> None:
    printed(enchantment("still", Modify(value="defence", amount=1), ends="bearer_acts"))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000)),
            stand("blade", 1, (18_000, 30_000)),
            dropped((18_000, 6_000), "sting"),
            out("still", "f1", on="f1"),
        )
    )
    battle.do(0, "pick_up", figure="f1", book="b1")
    (taken,) = battle.told("book_taken")
    assert taken.leaves.value == (("sting", True), ("still", True))


@pytest.mark.rule("sorcery", "10.3")
def test_who_stands_a_mil_too_far_off_does_not() -> None:
    assert _at_a_book((18_000, 4_749)).refused(0, "pick_up", figure="f1", book="b1") == (
        "NO_BOOK",
        "10.3",
    )


@pytest.mark.rule("sorcery", "10.3")
def test_a_large_base_reaches_farther(printed: Printer) -> None:
    printed(figure("giant", large=True, slots=1))
    battle = Battle(
        table(
            stand("giant", 0, (18_000, 4_500)),
            stand("blade", 1, (18_000, 30_000)),
            dropped((18_000, 6_000)),
        )
    )
    battle.do(0, "pick_up", figure="f1", book="b1")
    assert battle.figure("f1").book == "b1"


@pytest.mark.rule("sorcery", "10.3")
def test_who_has_no_slot_or_a_book_picks_up_none() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("mage", 0, (18_000, 7_000), book="two_marks"),
            stand("blade", 1, (18_000, 30_000)),
            dropped((18_000, 6_000)),
        )
    )
    assert battle.refused(0, "pick_up", figure="f1", book="b2") == ("NO_BOOK", "10.3")
    assert battle.refused(0, "pick_up", figure="f2", book="b2") == ("NO_BOOK", "10.3")


@pytest.mark.rule("sorcery", "10.3")
def test_a_book_that_is_borne_is_not_picked_up() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000)),
            stand("mage", 1, (18_000, 6_500), book="two_marks"),
        )
    )
    assert battle.refused(0, "pick_up", figure="f1", book="b1") == ("NO_BOOK", "10.3")
    assert battle.refused(0, "pick_up", figure="f1", book="b9") == ("NO_BOOK", "10.3")


@pytest.mark.rule("sorcery", "10.3")
def test_picking_up_is_an_action() -> None:
    battle = _at_a_book((18_000, 5_000), acted=1, tokens=1)
    assert battle.refused(0, "pick_up", figure="f1", book="b1") == ("HAS_ACTED", "4.2")


@pytest.mark.rule("sorcery", "10.2", "10.3")
def test_who_dies_of_pushing_for_a_book_drops_it_again() -> None:
    battle = _at_a_book((18_000, 5_000), tokens=1, click=4)
    battle.do(0, "pick_up", figure="f1", book="b1")
    assert battle.figure("f1").gone
    book = battle.state.books["b1"]
    assert (book.bearer, book.at) == (None, (18_000, 5_000))


@pytest.mark.rule("sorcery", "10.3", "12.1")
def test_a_picked_up_book_is_used_by_its_new_bearer() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000)),
            stand("blade", 1, (18_000, 9_000)),
            dropped((18_000, 6_000), "sting"),
        )
    )
    assert battle.refused(0, "cast", figure="f1", targets=["f2"]) == ("NO_BOOK", "12.1")
    battle.do(0, "pick_up", figure="f1", book="b1").end_turn()
    battle.end_turn()
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.figure("f2").click == 1
