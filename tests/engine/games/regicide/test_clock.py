"""Section 10: what is done when the clock runs out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games.regicide import GAME
from engine.games.regicide.commands import ChooseNext, Discard, FlipJester, PlaceRoyal, Play, Yield
from tests.engine.games.regicide.laws import positions
from tests.engine.games.regicide.table import cards, table

if TYPE_CHECKING:
    from engine.games.regicide import RegicideConfig


@pytest.mark.rule("regicide", "10.1")
@pytest.mark.parametrize(
    ("hand", "yielded", "expected"),
    [
        ("5C 2D", [], Yield()),
        ("", [], Yield()),
        ("5C 2D 3C", [1], Play(cards=cards("2D"))),
        ("2S 2H 2D", [1], Play(cards=cards("2D"))),
        ("JC 10D 10C", [1], Play(cards=cards("10C"))),
        ("JC 10D", [1], Play(cards=cards("10D"))),
        ("AC X1", [1], Play(cards=cards("X1"))),
    ],
)
def test_before_playing(hand: str, yielded: list[int], expected: object) -> None:
    state = table("JH", hands=[hand, "KC"], yielded=yielded)
    assert GAME.default(state, 0) == expected


@pytest.mark.rule("regicide", "10.2")
@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ("KC QC 10S", "10S"),
        ("9C 8C 3C", "8C 3C"),
        ("JS 10D 10C", "10C"),
        ("10C 6C 4C", "10C"),
        ("QC 6S 4S 6C 4C", "4C 6C"),
        ("X1 10D", "10D"),
        ("9C AC X1 X2", "9C AC"),
    ],
)
def test_suffering(hand: str, paid: str) -> None:
    state = table("JH", hands=[hand, "2C"], step="suffer")
    assert GAME.default(state, 0) == Discard(cards=tuple(sorted(cards(paid))))


@pytest.mark.rule("regicide", "10.3")
@pytest.mark.parametrize(("seat", "named"), [(0, 1), (2, 0)])
def test_naming(seat: int, named: int) -> None:
    state = table("JH", hands=["2C", "2D", "2H"], step="next", current=seat)
    assert GAME.default(state, seat) == ChooseNext(seat=named)


@pytest.mark.rule("regicide", "10.4")
def test_placing() -> None:
    state = table("JH QH", hands=["2C", "2D"], step="royal", exact_kill="may")
    assert GAME.default(state, 0) == PlaceRoyal(where="tavern")


@pytest.mark.rule("regicide", "10.5")
def test_flipping_is_the_last_resort() -> None:
    state = table("JH", hands=["9C 5D"], jesters=2, tavern="KC")
    assert GAME.default(state, 0) == Play(cards=cards("5D"))
    assert GAME.default(replace(state, hands=((),)), 0) == FlipJester()
    state = replace(state, step="suffer")
    assert GAME.default(state, 0) == Discard(cards=cards("5D 9C"))
    assert GAME.default(replace(state, hands=(cards("9C"),)), 0) == FlipJester()


@pytest.mark.parametrize(("config", "seats"), GAME.examples)
def test_the_default_is_always_one_of_the_options(config: RegicideConfig, seats: int) -> None:
    for seed in range(20):
        for state, _ in positions(config, seats, seed):
            for seat in (seat for decision in GAME.pending(state) for seat in decision.seats):
                options = [option for option in GAME.legal(state, seat) if not option.optional]
                command = GAME.default(state, seat)
                sent = command.model_dump(mode="json")
                assert any(option.contains(sent) for option in options)
                assert GAME.check(state, seat, command) is None
