"""Section 12: what whoever re-makes a match must know besides the rules of play."""

from __future__ import annotations

import pytest

from engine.games.regicide import GAME
from engine.games.regicide.commands import (
    ChooseNext,
    FlipJester,
    Play,
    RegicideConfig,
)
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import fold, given, some_rng

TAVERN = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *map(str, range(2, 11))))


@pytest.mark.rule("regicide", "12.1")
@pytest.mark.parametrize(
    ("seats", "jesters", "limit"), [(1, "", 8), (2, "", 7), (3, "X1", 6), (4, "X1 X2", 5)]
)
def test_the_royals_are_shuffled_by_rank_and_then_the_tavern(
    seats: int, jesters: str, limit: int
) -> None:
    dealt = GAME.setup(RegicideConfig(), (None,) * seats, some_rng(7))
    state = fold(GAME, GAME.initial, dealt)
    rng = some_rng(7)
    castle = [royal for rank in "JQK" for royal in rng.shuffle(f"{rank}{suit}" for suit in "CDHS")]
    tavern = rng.shuffle(cards(f"{TAVERN} {jesters}"))
    assert [state.foe, *state.castle_deck] == castle
    hands = tuple(tavern[limit * seat : limit * (seat + 1)] for seat in range(seats))
    assert (*hands, tavern[limit * seats :]) == (*state.hands, state.tavern_deck)


@pytest.mark.rule("regicide", "12.2")
def test_hearts_shuffle_the_whole_pile_from_its_bottom() -> None:
    discard = "4C 5C 6C 7C 8C"
    before = table("KS", hands=["3H KC KD", "2C"], tavern="9D", discard=discard)
    after = given(GAME, before).when(0, Play(cards=("3H",)), rng=7).state
    shuffled = some_rng(7).shuffle(cards(discard))
    assert after.tavern_deck == ("9D", *shuffled[:3])
    assert after.discard_pile == shuffled[3:]


@pytest.mark.rule("regicide", "12.3")
def test_decisions_are_called_by_turn_and_step_and_flips() -> None:
    playing = table("JH QS", hands=["X1 2C KC", "2D"], turn=5)
    named = given(GAME, playing).when(0, Play(cards=("X1",))).state
    suffering = given(GAME, playing).when(0, Play(cards=("2C",))).state
    following = given(GAME, named).when(0, ChooseNext(seat=1)).state
    killing = table("JH QS", hands=["5D KC", "2D"], damage=15, turn=5, exact_kill="may")
    offered = given(GAME, killing).when(0, Play(cards=("5D",))).state
    alone = table("JH", hands=["9S"], tavern="2C 3C", jesters=2, turn=5)
    flipped = given(GAME, alone).when(0, FlipJester()).state
    states = (playing, named, suffering, following, offered, flipped)
    assert [decision.id for state in states for decision in GAME.pending(state)] == [
        "5.play",
        "5.next",
        "5.suffer",
        "6.play",
        "5.royal",
        "5.play.1",
    ]


@pytest.mark.rule("regicide", "12.4")
def test_a_killing_play_is_told_in_the_order_of_its_effects() -> None:
    before = table("JC KC", hands=["AD 9H KC", "2C"], damage=10, tavern="9C", discard="8C")
    assert given(GAME, before).when(0, Play(cards=cards("9H AD"))).kinds == [
        "cards_played",
        "discard_recycled",
        "cards_drawn",
        "damage_dealt",
        "enemy_defeated",
        "royal_placed",
        "enemy_revealed",
        "turn_started",
    ]


@pytest.mark.rule("regicide", "12.4")
def test_a_play_that_ends_in_death_is_told_in_the_order_of_its_effects() -> None:
    before = table("KC", hands=["AS 9D", "2C"], tavern="9C")
    assert given(GAME, before).when(0, Play(cards=cards("AS 9D"))).kinds == [
        "cards_played",
        "cards_drawn",
        "shield_raised",
        "damage_dealt",
        "enemy_struck",
        "player_died",
    ]
