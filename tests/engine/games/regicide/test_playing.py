"""Section 2: playing."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.games.regicide import GAME
from engine.games.regicide.cards import DECK, Card
from engine.games.regicide.commands import (
    ChooseNext,
    Discard,
    FlipJester,
    PlaceRoyal,
    Play,
    RegicideCommand,
    Yield,
)
from engine.games.regicide.events import CardsPlayed
from tests.engine.games.regicide.laws import COMMANDS
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import given

ACTIONS: list[RegicideCommand] = [
    Play(cards=("5C",)),
    Yield(),
    Discard(cards=("5C",)),
    ChooseNext(seat=1),
    PlaceRoyal(where="tavern"),
    FlipJester(),
]


@pytest.mark.rule("regicide", "2.1")
@pytest.mark.parametrize("command", ACTIONS, ids=[command.kind for command in ACTIONS])
@pytest.mark.parametrize("step", ["play", "suffer", "next", "royal"])
def test_out_of_turn_is_refused(command: RegicideCommand, step: str) -> None:
    before = table("JH QS", hands=["KC KD", "5C"], step=step, exact_kill="may")  # pyright: ignore[reportArgumentType]
    given(GAME, before).when(1, command).refused("NOT_YOUR_TURN", rule="2.1")


@pytest.mark.rule("regicide", "2.2")
@pytest.mark.parametrize(
    ("step", "fits"),
    [
        ("play", {"play", "yield"}),
        ("suffer", {"discard"}),
        ("next", {"choose_next"}),
        ("royal", {"place_royal"}),
    ],
)
def test_each_step_takes_its_own_choices(step: str, fits: set[str]) -> None:
    before = table("JH QS", hands=["5C KC", "5H"], step=step, shield=5)  # pyright: ignore[reportArgumentType]
    for command in ACTIONS[:-1]:
        answered = given(GAME, before).when(0, command)
        if command.kind in fits:
            assert answered.events
        else:
            answered.refused("WRONG_STEP", rule="2.2")


@pytest.mark.rule("regicide", "2.2")
@pytest.mark.parametrize("step", ["next", "royal"])
def test_a_jester_aside_is_not_flipped_in_other_steps(step: str) -> None:
    before = table("JH QS", hands=["5C"], step=step, jesters=1)  # pyright: ignore[reportArgumentType]
    answer = GAME.check(before, 0, FlipJester())
    assert answer is not None
    assert (answer.code, answer.rule) == ("WRONG_STEP", "2.2")


@pytest.mark.rule("regicide", "2.3")
@pytest.mark.parametrize("named", ["5H", "9S", "5C 5H", "JH"])
def test_only_cards_of_the_own_hand_are_played(named: str) -> None:
    before = table("JH QS", hands=["5C 10D", "5H"], tavern="9S")
    given(GAME, before).when(0, Play(cards=cards(named))).refused("NOT_IN_HAND", rule="2.3")


@pytest.mark.rule("regicide", "2.4", "2.5", "2.6", "2.8")
@pytest.mark.parametrize(
    ("named", "value"),
    [
        ("7C", 7),
        ("AC", 1),
        ("KC", 20),
        ("AC 9D", 10),
        ("9D AC", 10),
        ("AC AD", 2),
        ("AC KD", 21),
        ("2C 2D", 4),
        ("5S 5C", 10),
        ("2C 2D 2H", 6),
        ("3C 3D 3H", 9),
        ("2C 2D 2H 2S", 8),
    ],
)
def test_legal_sets(named: str, value: int) -> None:
    before = table("KH KS", hands=[named, "2C KS"])
    first, *_ = given(GAME, before).when(0, Play(cards=cards(named))).events
    assert first == CardsPlayed(seat=0, cards=cards(named), value=value)


@pytest.mark.rule("regicide", "2.5", "2.6", "2.7")
@pytest.mark.parametrize(
    "named",
    [
        "7C 8C",
        "6C 6D",
        "10C 10D",
        "JC JD",
        "JC 10C",
        "4C 4D 4H",
        "3C 3D 3H 3S",
        "AC AD AH",
        "AC 2C 2D",
        "AC AD 5C",
        "X1 AC",
        "AC X1",
        "X1 X2",
        "X1 5C",
        "2C 2D 3C",
        "5C 5C",
        "AC AC",
    ],
)
def test_illegal_sets(named: str) -> None:
    hand = " ".join(dict.fromkeys(named.split()))
    before = table("KH KS", hands=[hand, "2C", "2D"])
    given(GAME, before).when(0, Play(cards=cards(named))).refused("NOT_A_LEGAL_SET", rule="2.7")


@pytest.mark.rule("regicide", "2.7")
@pytest.mark.parametrize("named", [[], ["5c"], ["1C"], ["5C"] * 9, "5C", [5], [None]])
def test_what_is_no_list_of_cards_is_no_command(named: object) -> None:
    with pytest.raises(ValidationError):
        COMMANDS.validate_python({"kind": "play", "cards": named})


@pytest.mark.rule("regicide", "2.9")
def test_played_cards_stay_in_front_of_the_party() -> None:
    before = table("KH KS", hands=["3C 3D KC", "2C"], discard="9S", played=["4C"])
    after = given(GAME, before).when(0, Play(cards=cards("3D 3C"))).state
    assert after.played_against_enemy == (cards("4C"), cards("3D 3C"))
    assert after.discard_pile == cards("9S")
    assert after.hands[0] == cards("KC")


def playable_by_the_book(some: tuple[Card, ...]) -> bool:
    """Spell out sections 2.4 to 2.6 once more, in another way."""
    numbers = [card[:-1] for card in some if card not in {"X1", "X2"}]
    if len(some) == 1:
        return True
    if len(numbers) < len(some):
        return False
    if numbers.count("A"):
        return len(some) == 2
    repeated = {"2": (2, 3, 4), "3": (2, 3), "4": (2,), "5": (2,)}
    return len(set(numbers)) == 1 and len(some) in repeated.get(numbers[0], ())


@for_all(hand=st.lists(st.sampled_from(DECK), unique=True, max_size=8))
def test_the_options_are_all_playable_sets_each_once(hand: list[Card]) -> None:
    state = table("KH", hands=[" ".join(hand), "2C", "2D"])
    offered = [
        frozenset(option.command["cards"])  # pyright: ignore[reportArgumentType]
        for option in GAME.legal(state, 0)
        if option.command is not None and option.command["kind"] == "play"
    ]
    expected = {
        frozenset(some)
        for size in range(1, len(hand) + 1)
        for some in combinations(hand, size)
        if playable_by_the_book(some)
    }
    assert len(offered) == len(expected)
    assert set(offered) == expected
    for size in range(1, min(len(hand), 4) + 1):
        for some in combinations(hand, size):
            accepted = GAME.check(state, 0, Play(cards=some)) is None
            assert accepted == (frozenset(some) in expected)
