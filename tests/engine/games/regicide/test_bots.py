"""The players for simulations, from the view answer alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rng import Rng
from engine.games.regicide import GAME, State
from engine.games.regicide.cards import value_of
from tests.engine.games.regicide.laws import COMMANDS
from tests.engine.games.regicide.table import table

if TYPE_CHECKING:
    from collections.abc import Mapping


def choices(policy: str, state: State, times: int = 300) -> Counter[str]:
    """Count what a policy does in a position, as ``kind cards…``."""
    seat = state.current
    answer: Mapping[str, Any] = {
        "seat": seat,
        "view": GAME.view(state, seat).model_dump(mode="json"),
        "options": [
            option.model_dump(mode="json", exclude_none=True) for option in GAME.legal(state, seat)
        ],
    }
    rng = Rng(bytes(32), 1)
    found: Counter[str] = Counter()
    for _ in range(times):
        command = GAME.policies[policy](answer, rng)
        if command["kind"] != "match.resign":
            assert GAME.check(state, seat, COMMANDS.validate_python(command)) is None
        rest = [value for key, value in command.items() if key not in {"kind", "cards"}]
        named = sorted(command.get("cards", []))
        found[" ".join(map(str, [command["kind"], *named, *rest]))] += 1
    return found


def test_random_plays_each_legal_set_equally_often() -> None:
    found = choices("random", table("JH", hands=["AC 2C 2D", "KC"]), 3000)
    assert set(found) == {
        "play AC",
        "play 2C",
        "play 2D",
        "play 2C AC",
        "play 2D AC",
        "play 2C 2D",
    }
    assert all(400 < count < 600 for count in found.values())


def test_random_pays_card_by_card_from_a_shuffled_hand() -> None:
    found = choices("random", table("JH", hands=["10C 2C 9C", "KC"], step="suffer"), 3000)
    # Six orders of the hand: 10 | 2 10 | 2 9 | 9 10 | 9 2 (10 first: two of the six).
    assert set(found) == {"discard 10C", "discard 10C 2C", "discard 2C 9C", "discard 10C 9C"}
    assert 900 < found["discard 10C"] < 1100
    assert 900 < found["discard 2C 9C"] < 1100
    assert 400 < found["discard 10C 9C"] < 600


def test_greedy_plays_the_highest_value_and_breaks_ties_at_random() -> None:
    found = choices("greedy", table("JH", hands=["AC 9D 9S 3C 3D 3S 5C 5D", "KC"]))
    assert set(found) == {"play 9D AC", "play 9S AC", "play 5C 5D"}
    assert all(60 < count < 140 for count in found.values())


def test_greedy_pays_the_least_with_the_fewest_cards() -> None:
    found = choices("greedy", table("JH", hands=["6C 4C 8D 3D QC 10S JD", "KC"], step="suffer"))
    assert set(found) == {"discard 10S", "discard JD"}
    found = choices("greedy", table("JH", hands=["9C 5D 6D 8C 3C QC", "KC"], step="suffer"))
    assert {sum(value_of([c]) for c in choice.split()[1:]) for choice in found} == {11}  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_neither_yields_while_it_can_play(policy: str) -> None:
    assert set(choices(policy, table("JH", hands=["2C", "KC"]))) == {"play 2C"}
    assert set(choices(policy, table("JH", hands=["", "KC"]))) == {"yield"}


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_both_name_any_seat_equally_often(policy: str) -> None:
    found = choices(policy, table("JH", hands=["2C", "KC", "KD"], step="next", current=1), 3000)
    assert set(found) == {f"choose_next {seat}" for seat in (0, 1, 2)}
    assert all(880 < count < 1120 for count in found.values())


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_neither_flips_a_jester_aside(policy: str) -> None:
    assert set(choices(policy, table("JH", hands=["2C"], jesters=2))) == {"play 2C"}
    assert set(choices(policy, table("JH", hands=[""], jesters=2))) == {"match.resign"}
    poor = table("JH", hands=["2C"], jesters=2, step="suffer")
    assert set(choices(policy, poor)) == {"match.resign"}
    rich = table("JH", hands=["JC"], jesters=2, step="suffer")
    assert set(choices(policy, rich)) == {"discard JC"}


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_both_keep_an_exactly_killed_royal(policy: str) -> None:
    state = table("JH QH", hands=["2C", "KC"], step="royal", exact_kill="may")
    assert set(choices(policy, state)) == {"place_royal tavern"}
