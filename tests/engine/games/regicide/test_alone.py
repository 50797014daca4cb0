"""Section 8: playing alone."""

from __future__ import annotations

import pytest

from engine.core.secrecy import Hidden
from engine.games.regicide import GAME, State
from engine.games.regicide.commands import FlipJester, Play, RegicideConfig
from engine.games.regicide.events import JesterFlipped
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import fold, given, some_rng

TAVERN = "2C 3C 4C 5C 6C 7C 8C 9C 10C"


@pytest.mark.rule("regicide", "8.1")
@pytest.mark.parametrize(("seats", "aside"), [(1, 2), (2, 0), (3, 0), (4, 0)])
def test_two_jesters_lie_aside(seats: int, aside: int) -> None:
    events = GAME.setup(RegicideConfig(), (None,) * seats, some_rng())
    state = fold(GAME, GAME.initial, events)
    assert state.solo_jesters == aside
    if seats == 1:
        assert not {"X1", "X2"} & set(GAME.pieces(state))


@pytest.mark.rule("regicide", "8.2", "8.5")
@pytest.mark.parametrize("step", ["play", "suffer"])
def test_a_flip_changes_the_hand_and_not_the_step(step: str) -> None:
    before = table("JH", hands=["9S 2H"], tavern=TAVERN, discard="3H", step=step, jesters=2)  # pyright: ignore[reportArgumentType]
    drawn = Hidden(cards("2C 3C 4C 5C 6C 7C 8C 9C"), (0,))
    after = (
        given(GAME, before)
        .when(0, FlipJester())
        .then(JesterFlipped(seat=0, discarded=cards("9S 2H"), drawn=drawn, count=8))
    )
    assert after.hands == (drawn.value,)
    assert after.tavern_deck == cards("10C")
    assert after.discard_pile == cards("3H 9S 2H")
    assert (after.step, after.turn, after.solo_jesters) == (step, 1, 1)
    assert GAME.pending(before)[0].id == f"1.{step}"
    assert GAME.pending(after)[0].id == f"1.{step}.1"


@pytest.mark.rule("regicide", "8.2")
def test_both_may_be_flipped_in_a_turn_and_no_third() -> None:
    state = table("JH", hands=["9S"], tavern=TAVERN, jesters=2)
    state = given(GAME, state).when(0, FlipJester()).state
    state = given(GAME, state).when(0, FlipJester()).state
    assert state.hands == (cards("10C"),)
    given(GAME, state).when(0, FlipJester()).refused("NO_SOLO_JESTER", rule="8.2")


@pytest.mark.rule("regicide", "8.2")
def test_in_company_there_is_none_to_flip() -> None:
    before = table("JH", hands=["X1 KC", "2C"])
    given(GAME, before).when(0, FlipJester()).refused("NO_SOLO_JESTER", rule="8.2")


@pytest.mark.rule("regicide", "8.2")
def test_a_blow_of_nothing_opens_no_step_to_flip_in() -> None:
    before = table("JH", hands=["2C 3C"], shield=10, jesters=2)
    after = given(GAME, before).when(0, Play(cards=("2C",))).state
    assert (after.step, after.turn) == ("play", 2)


@pytest.mark.rule("regicide", "8.3")
def test_a_flip_neither_minds_nor_cancels_immunity() -> None:
    before = table("JD", hands=["9S"], tavern=TAVERN, jesters=1, played=["5S"])
    after = given(GAME, before).when(0, FlipJester()).state
    assert len(after.hands[0]) == 8
    assert (after.immune_suit, after.shield, after.played_against_enemy) == ("D", 0, (("5S",),))
    spades = table("JS", hands=["9S"], tavern=TAVERN, jesters=1, played=["5S"])
    assert given(GAME, spades).when(0, FlipJester()).state.shield == 0


@pytest.mark.rule("regicide", "8.4")
@pytest.mark.parametrize(("flips", "medal"), [(0, "gold"), (1, "silver"), (2, "bronze")])
def test_medals(flips: int, medal: str) -> None:
    before = table("KH", hands=["5D"], damage=38, jesters=2 - flips, flips=flips, defeated=11)
    outcome = GAME.outcome(given(GAME, before).when(0, Play(cards=("5D",))).state)
    assert outcome is not None
    assert outcome.model_dump() == {
        "winners": (0,),
        "draw": False,
        "result": "victory",
        "reason": "castle_taken",
        "enemies_defeated": 12,
        "medal": medal,
    }


@pytest.mark.rule("regicide", "8.4")
def test_no_medal_in_company_or_defeat() -> None:
    won = given(GAME, table("KH", hands=["5D", "2C"], damage=38)).when(0, Play(cards=("5D",)))
    lost = given(GAME, table("KH", hands=["5D"])).when(0, Play(cards=("5D",)))
    for state in (won.state, lost.state):
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.model_dump()["medal"] is None


@pytest.mark.rule("regicide", "8.5", "9.3")
@pytest.mark.parametrize(
    ("before", "reason"),
    [
        (table("JH", hands=[""], jesters=1), "cannot_play"),
        (table("JH", hands=["KC"], jesters=1), "cannot_play"),
        (table("JH", hands=["2C"], jesters=1, step="suffer", tavern="9C"), "cannot_pay"),
        (table("JH", hands=["KC"], jesters=1, step="suffer"), "cannot_pay"),
    ],
    ids=["empty", "emptied", "poor", "made poor"],
)
def test_the_last_flip_that_doesnt_help_loses(before: State, reason: str) -> None:
    outcome = GAME.outcome(given(GAME, before).when(0, FlipJester()).state)
    assert outcome is not None
    assert outcome.model_dump()["reason"] == reason


@pytest.mark.rule("regicide", "8.5")
@pytest.mark.parametrize("step", ["play", "suffer"])
def test_a_flip_that_doesnt_help_leaves_the_other_one(step: str) -> None:
    before = table("JH", hands=[""], jesters=2, step=step)  # pyright: ignore[reportArgumentType]
    after = given(GAME, before).when(0, FlipJester()).state
    assert [option.command for option in GAME.legal(after, 0)] == [{"kind": "flip_jester"}]
