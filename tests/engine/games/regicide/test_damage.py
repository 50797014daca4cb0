"""Section 4: damage and the fall of enemies."""

from __future__ import annotations

import pytest

from engine.games.regicide import GAME
from engine.games.regicide.commands import PlaceRoyal, Play
from engine.games.regicide.events import (
    CardsPlayed,
    DamageDealt,
    EnemyDefeated,
    EnemyRevealed,
    RoyalOffered,
    RoyalPlaced,
    ShieldRaised,
    TurnStarted,
)
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import given


@pytest.mark.rule("regicide", "4.1")
def test_damage_adds_up() -> None:
    before = table("KH", hands=["7D KC", "2C"], damage=30)
    assert given(GAME, before).when(0, Play(cards=("7D",))).state.damage_taken == 37


@pytest.mark.rule("regicide", "4.2")
@pytest.mark.parametrize(("damage", "falls"), [(14, False), (15, True), (16, True)])
def test_an_enemy_falls_when_the_damage_reaches_its_health(damage: int, falls: bool) -> None:
    before = table("JH QS", hands=["5D KC", "2C"], damage=damage)
    answered = given(GAME, before).when(0, Play(cards=("5D",)))
    assert ("enemy_defeated" in answered.kinds) == falls
    assert answered.state.enemies_defeated == falls


@pytest.mark.rule("regicide", "4.2", "4.3")
def test_overkill_discards_the_royal_and_then_the_played_cards() -> None:
    before = table(
        "JH QS", hands=["3D 3S KC", "2C"], damage=16, played=["X1", "9C 7C"], discard="8D"
    )
    after = (
        given(GAME, before)
        .when(0, Play(cards=cards("3S 3D")))
        .then(
            CardsPlayed(seat=0, cards=cards("3S 3D"), value=6),
            ShieldRaised(amount=6),
            DamageDealt(amount=6),
            EnemyDefeated(enemy="JH", exact=False),
            RoyalPlaced(royal="JH", where="discard"),
            EnemyRevealed(enemy="QS"),
            TurnStarted(seat=0),
        )
    )
    assert after.discard_pile == cards("8D JH X1 9C 7C 3S 3D")
    assert after.played_against_enemy == ()


@pytest.mark.rule("regicide", "4.4")
@pytest.mark.parametrize("tavern", ["9D 8D", ""])
def test_an_exact_kill_puts_the_royal_on_the_tavern(tavern: str) -> None:
    before = table("JH QS", hands=["5S KC", "2C"], damage=15, tavern=tavern, played=["9C"])
    after = given(GAME, before).when(0, Play(cards=("5S",))).state
    assert after.tavern_deck == ("JH", *cards(tavern))
    assert after.discard_pile == cards("9C 5S")


@pytest.mark.rule("regicide", "4.4")
@pytest.mark.parametrize(("damage", "top"), [(10, "JH"), (11, "9D"), (15, "9D")])
def test_exactness_is_measured_after_the_doubling(damage: int, top: str) -> None:
    before = table("JH QS", hands=["5C KC", "2C"], damage=damage, tavern="9D")
    after = given(GAME, before).when(0, Play(cards=("5C",))).state
    assert after.enemies_defeated == 1
    assert after.tavern_deck[0] == top


@pytest.mark.rule("regicide", "4.4")
def test_diamonds_of_the_killing_play_draw_before_the_royal_is_placed() -> None:
    before = table("JH QS", hands=["5D KC", "2C"], damage=15, tavern="9D")
    after = given(GAME, before).when(0, Play(cards=("5D",))).state
    assert after.hands[0] == cards("KC 9D")
    assert after.tavern_deck == ("JH",)


@pytest.mark.rule("regicide", "4.5")
@pytest.mark.parametrize("where", ["tavern", "discard"])
def test_with_the_option_the_killer_chooses(where: str) -> None:
    before = table(
        "JH QS", hands=["2C", "5S KC"], damage=15, tavern="9D", current=1, exact_kill="may", turn=4
    )
    offered = given(GAME, before).when(1, Play(cards=("5S",)))
    assert offered.events[-2:] == (EnemyDefeated(enemy="JH", exact=True), RoyalOffered(seat=1))
    state = offered.state
    assert [(d.id, d.seats) for d in GAME.pending(state)] == [("4.royal", (1,))]
    assert (state.played_against_enemy, state.discard_pile) == ((("5S",),), ())
    after = (
        given(GAME, state)
        .when(1, PlaceRoyal(where=where))  # pyright: ignore[reportArgumentType]
        .then(
            RoyalPlaced(royal="JH", where=where),  # pyright: ignore[reportArgumentType]
            EnemyRevealed(enemy="QS"),
            TurnStarted(seat=1),
        )
    )
    assert after.tavern_deck == (("JH", "9D") if where == "tavern" else ("9D",))
    assert after.discard_pile == (("5S",) if where == "tavern" else ("JH", "5S"))
    assert after.played_against_enemy == ()
    assert [d.id for d in GAME.pending(after)] == ["5.play"]


@pytest.mark.rule("regicide", "4.5")
def test_with_the_option_an_overkill_leaves_no_choice() -> None:
    before = table("JH QS", hands=["5S KC", "2C"], damage=16, exact_kill="may")
    after = given(GAME, before).when(0, Play(cards=("5S",))).state
    assert (after.step, after.discard_pile) == ("play", cards("JH 5S"))


@pytest.mark.rule("regicide", "4.6")
def test_the_next_royal_is_fresh_and_the_killer_plays_on() -> None:
    before = table(
        "JS QH KD", hands=["2C", "5D KC"], damage=16, shield=7, cancelled=True, current=1, turn=3
    )
    after = given(GAME, before).when(1, Play(cards=("5D",))).state
    assert (after.enemy, after.castle_deck) == ("QH", ("KD",))
    assert (after.damage_taken, after.shield, after.immune_suit) == (0, 0, "H")
    assert (after.step, after.current, after.turn) == ("play", 1, 4)
