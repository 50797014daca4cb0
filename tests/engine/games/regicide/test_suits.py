"""Section 3: the powers of the suits."""

from __future__ import annotations

import pytest

from engine.core.secrecy import Hidden
from engine.games.regicide import GAME
from engine.games.regicide.commands import Play
from engine.games.regicide.events import (
    CardsDrawn,
    CardsPlayed,
    DamageDealt,
    DiscardRecycled,
    Draw,
    EnemyStruck,
    ShieldRaised,
)
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import given

PAY = "KC KD"
"""Enough for any blow, so that these scenarios don't end in a death."""


@pytest.mark.rule("regicide", "3.1")
def test_each_suit_works_once_with_the_whole_attack_value() -> None:
    before = table("KH", hands=[f"3S 3C {PAY}", "2C"])
    given(GAME, before).when(0, Play(cards=cards("3S 3C"))).then(
        CardsPlayed(seat=0, cards=cards("3S 3C"), value=6),
        ShieldRaised(amount=6),
        DamageDealt(amount=12),
        EnemyStruck(seat=0, damage=14),
    )


@pytest.mark.rule("regicide", "3.1")
def test_a_suit_twice_in_a_play_works_once() -> None:
    before = table("KH", hands=[f"AC 4C {PAY}", "2C"])
    given(GAME, before).when(0, Play(cards=cards("AC 4C"))).then(
        CardsPlayed(seat=0, cards=cards("AC 4C"), value=5),
        DamageDealt(amount=10),
        EnemyStruck(seat=0, damage=20),
    )


@pytest.mark.rule("regicide", "3.1")
def test_a_royal_from_hand_has_its_power() -> None:
    after = given(GAME, table("KH", hands=[f"QS {PAY}", "2C"])).when(0, Play(cards=("QS",))).state
    assert (after.shield, after.damage_taken) == (15, 15)


@pytest.mark.rule("regicide", "3.2")
@pytest.mark.parametrize("rng", range(5))
def test_hearts_move_shuffled_discards_under_the_tavern(rng: int) -> None:
    before = table("KS", hands=[f"3H {PAY}", "2C"], tavern="9D 9S", discard="4C 5C 6C 7C 8C")
    after = given(GAME, before).when(0, Play(cards=("3H",)), rng=rng).state
    assert after.tavern_deck[:2] == cards("9D 9S")
    assert len(after.tavern_deck) == 5
    assert len(after.discard_pile) == 2
    moved = {*after.tavern_deck[2:], *after.discard_pile}
    assert moved == {*cards("4C 5C 6C 7C 8C")}


@pytest.mark.rule("regicide", "3.2")
def test_hearts_pick_at_random() -> None:
    before = table("KS", hands=[f"3H {PAY}", "2C"], discard="4C 5C 6C 7C 8C")
    piles = {
        given(GAME, before).when(0, Play(cards=("3H",)), rng=rng).state.discard_pile
        for rng in range(60)
    }
    assert {pile[-1] for pile in piles} == {*cards("4C 5C 6C 7C 8C")}
    assert len(piles) > 10


@pytest.mark.rule("regicide", "3.2")
def test_hearts_move_all_if_the_discards_are_fewer() -> None:
    before = table("KS", hands=[f"9H {PAY}", "2C"], discard="4C 5C")
    after = given(GAME, before).when(0, Play(cards=("9H",))).state
    assert {*after.tavern_deck} == {*cards("4C 5C")}
    assert after.discard_pile == ()


@pytest.mark.rule("regicide", "3.3")
def test_diamonds_let_all_draw_in_turn() -> None:
    before = table("KS", hands=["2C", f"5D {PAY}", "2H"], tavern="3C 4C 5C 6C 7C 8C", current=1)
    given(GAME, before).when(1, Play(cards=("5D",))).then(
        CardsPlayed(seat=1, cards=("5D",), value=5),
        CardsDrawn(
            draws=(
                Draw(seat=1, count=2, cards=Hidden(cards("3C 6C"), (1,))),
                Draw(seat=2, count=2, cards=Hidden(cards("4C 7C"), (2,))),
                Draw(seat=0, count=1, cards=Hidden(cards("5C"), (0,))),
            )
        ),
        DamageDealt(amount=5),
        EnemyStruck(seat=1, damage=20),
    )


@pytest.mark.rule("regicide", "3.3")
def test_full_hands_are_passed_over() -> None:
    full = "2C 3C 4C 5C 6C 7C"
    before = table("KS", hands=[f"8D {PAY}", full, "2H 3H 4H 5H"], tavern="AC 8C 9C 10C AH 8H 9H")
    after = given(GAME, before).when(0, Play(cards=("8D",))).state
    assert after.hands == (
        cards(f"{PAY} AC 9C AH 8H"),
        cards(full),
        cards("2H 3H 4H 5H 8C 10C"),
    )
    assert after.tavern_deck == cards("9H")


@pytest.mark.rule("regicide", "3.3")
def test_drawing_ends_with_the_tavern() -> None:
    before = table("KS", hands=[f"9D {PAY}", "2H"], tavern="AC 8C 9C")
    after = given(GAME, before).when(0, Play(cards=("9D",))).state
    assert after.hands == (cards(f"{PAY} AC 9C"), cards("2H 8C"))
    assert after.tavern_deck == ()


@pytest.mark.rule("regicide", "3.4")
def test_diamonds_may_draw_what_hearts_have_moved() -> None:
    before = table("KS", hands=[f"AD 2H {PAY}", "2C"], discard="4C 5C 6C")
    answered = given(GAME, before).when(0, Play(cards=cards("AD 2H")))
    assert answered.kinds[1:3] == ["discard_recycled", "cards_drawn"]
    drawn = (*answered.state.hands[0][2:], *answered.state.hands[1][1:])
    assert {*drawn} == {*cards("4C 5C 6C")}


@pytest.mark.rule("regicide", "3.5")
def test_clubs_double_the_damage_and_nothing_else() -> None:
    before = table("KH", hands=[f"AC 6S {PAY}", "2C"])
    after = given(GAME, before).when(0, Play(cards=cards("6S AC"))).state
    assert (after.damage_taken, after.shield) == (14, 7)


@pytest.mark.rule("regicide", "3.6")
def test_shields_add_up_until_the_enemy_falls() -> None:
    before = table("KH KD", hands=[f"4S {PAY}", "2C"], shield=5, damage=3)
    answered = given(GAME, before).when(0, Play(cards=("4S",)))
    assert answered.state.shield == 9
    assert answered.events[-1] == EnemyStruck(seat=0, damage=11)


@pytest.mark.rule("regicide", "3.7")
@pytest.mark.parametrize(
    ("enemy", "named", "kinds", "damage"),
    [
        ("KC", "5C", ["cards_played", "damage_dealt"], 5),
        ("KS", "5S", ["cards_played", "damage_dealt"], 5),
        ("KH", "5H", ["cards_played", "damage_dealt"], 5),
        ("KD", "5D", ["cards_played", "damage_dealt"], 5),
        ("KC", "5C 5S", ["cards_played", "shield_raised", "damage_dealt"], 10),
        ("KS", "5C 5S", ["cards_played", "damage_dealt"], 20),
        ("KD", "AD 5H", ["cards_played", "discard_recycled", "damage_dealt"], 6),
    ],
)
def test_an_enemy_is_immune_to_its_suit(
    enemy: str, named: str, kinds: list[str], damage: int
) -> None:
    before = table(enemy, hands=[f"{named} QC QD", "2C"], tavern="9C 9D", discard="8C 8D")
    answered = given(GAME, before).when(0, Play(cards=cards(named)))
    assert answered.kinds == [*kinds, "enemy_struck"]
    assert answered.state.damage_taken == damage


@pytest.mark.rule("regicide", "3.8")
@pytest.mark.parametrize(
    ("named", "tavern", "discard", "others"),
    [
        ("5H", "9C", "", "2C"),
        ("5D", "", "9C", "2C"),
        ("5D", "9C", "", "2C 3C 4C 5C 6C 7C 8C"),
        ("AD 5H", "", "", "2C"),
    ],
    ids=["no discards", "no tavern", "full hands", "neither"],
)
def test_a_power_that_finds_nothing_does_nothing(
    named: str, tavern: str, discard: str, others: str
) -> None:
    mine = f"{named} KC KD" + (" 2H 3H 4H 6H 7H" if len(others) > 2 else "")
    before = table("KS", hands=[mine, others], tavern=tavern, discard=discard)
    answered = given(GAME, before).when(0, Play(cards=cards(named)))
    assert answered.kinds == ["cards_played", "damage_dealt", "enemy_struck"]


@pytest.mark.rule("regicide", "3.2")
def test_the_new_top_of_the_discards_is_told() -> None:
    before = table("KS", hands=[f"2H {PAY}", "2C"], discard="4C 5C 6C")
    answered = given(GAME, before).when(0, Play(cards=("2H",)))
    recycled = answered.events[1]
    assert isinstance(recycled, DiscardRecycled)
    assert (recycled.count, recycled.top) == (2, answered.state.discard_pile[-1])
