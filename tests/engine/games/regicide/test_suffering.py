"""Section 5: suffering."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.games.regicide import GAME
from engine.games.regicide.cards import value_of
from engine.games.regicide.commands import Discard, Play, Yield
from engine.games.regicide.events import (
    CardsDiscarded,
    EnemyStruck,
    PlayerDied,
    TurnStarted,
    Yielded,
)
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import given


@pytest.mark.rule("regicide", "5.1")
@pytest.mark.parametrize(
    ("enemy", "shield", "damage"), [("JH", 0, 10), ("QH", 4, 11), ("KH", 19, 1)]
)
def test_the_blow_is_the_attack_less_the_shield(enemy: str, shield: int, damage: int) -> None:
    before = table(enemy, hands=["2C", "2D KC"], shield=shield, current=1, turn=2)
    answered = given(GAME, before).when(1, Play(cards=("2D",)))
    assert answered.events[-1] == EnemyStruck(seat=1, damage=damage)
    assert [(d.id, d.seats) for d in GAME.pending(answered.state)] == [("2.suffer", (1,))]


@pytest.mark.rule("regicide", "5.2")
@pytest.mark.parametrize("shield", [10, 17])
def test_a_blow_of_nothing_asks_for_nothing(shield: int) -> None:
    before = table("JH", hands=["2C", "3C"], shield=shield)
    given(GAME, before).when(0, Yield()).then(Yielded(seat=0), TurnStarted(seat=1))
    assert given(GAME, before).when(0, Play(cards=("2C",))).kinds == [
        "cards_played",
        "damage_dealt",
        "turn_started",
    ]


@pytest.mark.rule("regicide", "5.3")
@pytest.mark.parametrize(
    "paid", ["10C", "8D 2S", "2S 8D AH", "QC", "10C 8D 2S AH QC X1", "X1 JC", "JC"]
)
def test_any_set_that_suffices_will_do(paid: str) -> None:
    hand = "10C 8D 2S AH QC X1 JC"
    before = table("JH", hands=[hand, "2C", "2D"], step="suffer")
    after = (
        given(GAME, before)
        .when(0, Discard(cards=cards(paid)))
        .then(CardsDiscarded(seat=0, cards=cards(paid)), TurnStarted(seat=1))
    )
    assert after.hands[0] == tuple(card for card in cards(hand) if card not in cards(paid))


@pytest.mark.rule("regicide", "5.3")
@pytest.mark.parametrize("paid", ["9C", "8D AH", "X1", "X1 9C"])
def test_too_little_is_refused(paid: str) -> None:
    before = table("JH", hands=["9C 8D AH X1 10S", "2C", "2D"], step="suffer")
    given(GAME, before).when(0, Discard(cards=cards(paid))).refused("NOT_ENOUGH", rule="5.3")


@pytest.mark.rule("regicide", "5.3")
def test_the_offered_shape_holds_exactly_the_sufficient_sets() -> None:
    hand = cards("2C 3D 4H 5S 6C 7D X1")
    before = table("QH", hands=[" ".join(hand), "2D", "2H"], step="suffer")
    for size in range(1, len(hand) + 1):
        for paid in combinations(hand, size):
            answered = given(GAME, before).when(0, Discard(cards=paid))
            if value_of(paid) >= 15:
                assert answered.events
            else:
                answered.refused("NOT_ENOUGH", rule="5.3")


@pytest.mark.rule("regicide", "5.4")
@pytest.mark.parametrize(
    ("paid", "code"),
    [("10C", "NOT_IN_HAND"), ("9D 9D", "CARD_NAMED_TWICE"), ("9D 2C 9D", "CARD_NAMED_TWICE")],
)
def test_cards_are_paid_from_the_own_hand_each_once(paid: str, code: str) -> None:
    before = table("JH", hands=["9D 2C", "10C"], step="suffer")
    given(GAME, before).when(0, Discard(cards=cards(paid))).refused(code, rule="5.4")


@pytest.mark.rule("regicide", "5.5")
def test_discards_lie_as_given_and_the_turn_passes() -> None:
    before = table("JH", hands=["2C", "3D 9D"], step="suffer", current=1, discard="4C", turn=5)
    after = given(GAME, before).when(1, Discard(cards=cards("9D 3D"))).state
    assert after.discard_pile == cards("4C 9D 3D")
    assert after.hands[1] == ()
    assert (after.current, after.turn, after.step) == (0, 6, "play")


@pytest.mark.rule("regicide", "5.6", "9.3")
@pytest.mark.parametrize(("rest", "dies"), [("9C", True), ("X1", True), ("", True), ("10C", False)])
def test_who_cant_pay_dies(rest: str, dies: bool) -> None:
    before = table("JH", hands=[f"2D {rest}", "3C", "3D"])
    answered = given(GAME, before).when(0, Play(cards=("2D",)))
    assert (answered.events[-1] == PlayerDied(seat=0, reason="cannot_pay")) == dies
    assert bool(GAME.pending(answered.state)) != dies
