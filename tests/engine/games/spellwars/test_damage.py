"""Section 8: damage, and Creatures that take it."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.blows import blow
from tests.engine.games.spellwars.table import Duel, table, wizard

SLOW, SLOWER, SLOWEST = "mossy gravehound", "mossy tallow_ghoul", "scorching marrow_ox"
"""Spells that come after those of one card, in this order."""
GUARDED = wizard(SLOW, creatures="kiln_imp")


@pytest.mark.rule("spellwars", "8.1")
def test_damage_takes_life() -> None:
    duel = Duel(table(wizard("ferrule"), wizard(life=10))).build("ferrule")
    assert duel.lives == [20, 7]


@pytest.mark.rule("spellwars", "8.1")
@pytest.mark.parametrize(("life", "left", "dead"), [(4, 1, False), (3, 0, True), (2, 0, True)])
def test_who_has_no_life_left_dies(life: int, left: int, dead: bool) -> None:
    duel = Duel(table(wizard("ferrule"), wizard(life=life), wizard())).build("ferrule")
    assert [(hit.amount, hit.life) for hit in duel.told("damage_dealt")] == [(3, left)]
    assert duel.state.wizards[1].dead == dead


@pytest.mark.rule("spellwars", "8.2")
def test_the_owner_of_a_creature_decides_after_the_dice() -> None:
    duel = Duel(table(wizard("humming"), GUARDED)).build("humming", SLOW, dice=[5])
    assert duel.kinds[-3:] == ["dice_rolled", "roll_counted", "choice_put"]
    assert duel.asked == (1, "absorb", ("none", "creature:201"))


@pytest.mark.rule("spellwars", "8.2")
def test_a_creature_cancels_a_dealing_of_any_size() -> None:
    before = table(wizard("marrow_ox", creatures="tallow_ghoul"), GUARDED)
    duel = Duel(before).build("marrow_ox", SLOW, dice=[6, 6]).choose("creature:201")
    cancelled = duel.told("damage_absorbed")[0]
    assert (cancelled.seat, cancelled.amount, cancelled.creature) == (1, 7, "kiln_imp")
    assert not any(hit.seat == 1 for hit in duel.told("damage_dealt"))


@pytest.mark.rule("spellwars", "8.2")
def test_a_cancelled_dealing_kills_nobody() -> None:
    guarded = wizard(life=1, creatures="candle_moth")
    duel = Duel(table(wizard("ferrule"), guarded)).build("ferrule", dice=[1])
    duel.choose("creature:201")
    assert (duel.lives, duel.bloods) == ([20, 1], [0, 0])
    assert duel.state.wizards[1].creatures == ()
    assert duel.state.discard[-2:] == ("candle_moth", "ferrule")


@pytest.mark.rule("spellwars", "8.2")
def test_who_lets_the_blow_through_keeps_the_creature() -> None:
    duel = Duel(table(wizard("ferrule"), wizard(creatures="candle_moth")))
    duel.build("ferrule", dice=[1]).choose("none")
    assert duel.lives == [20, 17]
    assert [creature.card for creature in duel.state.wizards[1].creatures] == ["candle_moth"]


@pytest.mark.rule("spellwars", "8.2")
def test_one_creature_takes_one_dealing() -> None:
    before = table(wizard("clockwork_nan"), GUARDED, castle_owner=0)
    duel = Duel(before).build("clockwork_nan", SLOW).choose("creature:201")
    assert [hit.amount for hit in duel.told("damage_dealt") if hit.by == 0] == [2]


@pytest.mark.rule("spellwars", "8.2")
def test_each_dealing_is_asked_for_anew() -> None:
    guarded = wizard(SLOW, creatures="kiln_imp ink_kraken")
    duel = Duel(table(wizard("clockwork_nan"), guarded, castle_owner=0))
    duel.build("clockwork_nan", SLOW)
    assert duel.asked == (1, "absorb", ("none", "creature:201", "creature:202"))
    duel.choose("none")
    assert duel.asked == (1, "absorb", ("none", "creature:201", "creature:202"))
    duel.choose("creature:202")
    assert duel.told("damage_absorbed")[0].creature == "ink_kraken"


@pytest.mark.rule("spellwars", "8.2")
def test_a_creature_takes_the_damage_of_a_reaction_as_well() -> None:
    victim = wizard("auntie_cinder humming", life=1)
    before = table(wizard("ferrule", creatures="ink_kraken"), victim, wizard())
    duel = Duel(before).build("ferrule", "auntie_cinder humming", dice=[6])
    assert duel.asked == (0, "absorb", ("none", "creature:101"))
    duel.choose("creature:101")
    assert duel.told("damage_absorbed")[0].by == 1
    assert duel.lives == [20, 0, 20]


@pytest.mark.rule("spellwars", "8.3")
def test_nobodys_creature_takes_damage_that_its_owner_deals() -> None:
    """No card of the set strikes its own wizard, see 10.1; the rule holds nevertheless."""
    duel = blow(table(wizard(creatures="kiln_imp"), wizard()), by=0, hits=((0, 5), (1, 2)))
    assert duel.asked is None
    assert duel.lives == [15, 18]


@pytest.mark.rule("spellwars", "8.4")
def test_creatures_in_hand_and_in_the_spell_protect_nobody() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("mossy gravehound kiln_imp", life=3), wizard()))
    duel.build("ferrule", SLOW)
    assert duel.state.wizards[1].dead


@pytest.mark.rule("spellwars", "8.4")
def test_a_creature_kept_this_turn_protects_at_once() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("candle_moth")))
    duel.build("ferrule", "candle_moth", dice=[1])
    kept = duel.told("creature_kept")[0]
    assert duel.asked == (1, "absorb", ("none", f"creature:{kept.n}"))
    duel.choose(f"creature:{kept.n}")
    assert duel.lives == [20, 20]
    assert duel.state.wizards[1].creatures == ()
    assert duel.state.discard == ("candle_moth", "ferrule")


@pytest.mark.rule("spellwars", "8.4")
def test_a_creature_that_was_used_attacks_no_more() -> None:
    duel = Duel(table(wizard("ferrule"), GUARDED)).build("ferrule", SLOW)
    duel.choose("creature:201", dice=[1, 2])
    assert duel.told("creature_re_attacks") == []


@pytest.mark.rule("spellwars", "8.5")
def test_those_who_are_struck_are_asked_clockwise_from_the_dealer() -> None:
    second = wizard(SLOWER, creatures="kiln_imp")
    third = wizard(SLOWEST, creatures="bog_heron")
    duel = Duel(table(GUARDED, second, wizard("storm_twins"), third))
    duel.build(SLOW, SLOWER, "storm_twins", SLOWEST)
    asked: list[int] = []
    for _ in range(3):
        assert duel.asked is not None
        asked.append(duel.asked[0])
        duel.choose("none")
    assert asked == [3, 0, 1]


@pytest.mark.rule("spellwars", "8.5")
def test_the_dying_die_in_that_order_when_all_of_the_damage_is_dealt() -> None:
    frail, spry = wizard(SLOW, life=1), wizard(SLOWER, life=1)
    duel = Duel(table(frail, wizard(SLOWEST), wizard("storm_twins"), spry))
    duel.build(SLOW, SLOWEST, "storm_twins", SLOWER)
    told = [event for event in duel.events if event.kind in {"damage_dealt", "wizard_died"}]
    assert [(event.kind, getattr(event, "seat", None)) for event in told[:5]] == [
        ("damage_dealt", 3),
        ("damage_dealt", 0),
        ("damage_dealt", 1),
        ("wizard_died", 3),
        ("wizard_died", 0),
    ]


@pytest.mark.rule("spellwars", "8.5")
def test_nobody_dies_while_somebody_of_the_same_action_is_still_asked() -> None:
    duel = Duel(table(wizard("storm_twins"), wizard(SLOW, life=1), GUARDED))
    duel.build("storm_twins", SLOW, SLOW)
    assert duel.asked == (2, "absorb", ("none", "creature:301"))
    assert duel.told("wizard_died") == []
    duel.choose("creature:301")
    assert [death.seat for death in duel.told("wizard_died")] == [1]


@pytest.mark.rule("spellwars", "8.5")
def test_an_action_strikes_all_even_if_its_dealer_dies_of_it() -> None:
    avenger = wizard("auntie_cinder humming", life=1)
    before = table(wizard("storm_twins", life=1), avenger, wizard(SLOW, life=1))
    duel = Duel(before).build("storm_twins", "auntie_cinder humming", SLOW, dice=[1])
    assert [death.seat for death in duel.told("wizard_died")] == [1, 2, 0]


@pytest.mark.rule("spellwars", "8.6")
def test_a_dealing_of_nothing_is_none() -> None:
    urn = wizard("mother_bramble", blood=2, treasures="tall_poppy_scythe")
    before = table(urn, wizard(life=4, creatures="candle_moth"))
    duel = Duel(before).build("mother_bramble", dice=[1, 1]).choose("treasure:tall_poppy_scythe")
    assert duel.kinds[:2] == ["chosen", "blood_paid"]
    assert duel.told("damage_dealt") == []
    assert duel.asked is None  # a Creature in front of the target is not asked for
    assert duel.lives[1] == 4
