"""Section 9: Creatures are kept, attack again, and go."""

from __future__ import annotations

import pytest

from engine.games.spellwars import power
from tests.engine.games.spellwars.casting import cast
from tests.engine.games.spellwars.table import Duel, table, wizard


def front(duel: Duel, seat: int = 0) -> list[str]:
    """Return the Creatures in front of a seat."""
    return [creature.card for creature in duel.state.wizards[seat].creatures]


def rolls(duel: Duel) -> list[tuple[str, int]]:
    """Return the cards that rolled in the last command, and their numbers of dice."""
    return [(roll.card, len(roll.dice)) for roll in duel.told("dice_rolled") if roll.why == "power"]


@pytest.mark.rule("spellwars", "9.1")
@pytest.mark.parametrize(
    ("creature", "dice", "kept"),
    [
        ("candle_moth", [4], True),
        ("candle_moth", [5], False),
        ("fib_goblin", [4], False),
        ("fib_goblin", [5], True),
    ],
)
def test_a_creature_whose_roll_says_keep_stays_in_front(
    creature: str, dice: list[int], kept: bool
) -> None:
    duel = cast(creature, dice=dice)
    assert front(duel) == ([creature] if kept else [])
    assert duel.state.discard == (() if kept else (creature,))


@pytest.mark.rule("spellwars", "9.1")
@pytest.mark.parametrize(("pick", "kept"), [("yes", True), ("no", False)])
def test_blood_may_keep_a_creature(pick: str, kept: bool) -> None:
    duel = cast("antlered_landlady", me=wizard(blood=1))
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose(pick, dice=[1])
    assert front(duel) == (["antlered_landlady"] if kept else [])
    assert duel.bloods[0] == (0 if kept else 1)


@pytest.mark.rule("spellwars", "9.1")
def test_it_is_offered_at_later_rolls_too_and_before_the_dice() -> None:
    duel = cast("ferrule", me=wizard(creatures="antlered_landlady", blood=1))
    assert "dice_rolled" not in duel.kinds
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose("yes", dice=[1])
    assert front(duel) == ["antlered_landlady"]


@pytest.mark.rule("spellwars", "9.1")
def test_it_is_not_offered_to_who_has_paid_for_a_component_this_turn() -> None:
    duel = cast("inkblot", me=wizard(creatures="antlered_landlady", blood=9))
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose("yes", dice=[1, 6])
    assert duel.asked is None
    assert front(duel) == []


@pytest.mark.rule("spellwars", "9.2")
def test_keep_is_not_asked_about() -> None:
    duel = cast("candle_moth", dice=[1])
    assert duel.told("choice_put") == []
    assert duel.kinds.count("creature_kept") == 1


@pytest.mark.rule("spellwars", "9.3")
def test_a_creature_kept_this_turn_counts_once_for_the_dice() -> None:
    """It is a card of the spell and stands in front of its owner."""
    duel = cast("candle_moth", me=wizard(creatures="ink_kraken"), dice=[1, 1, 6, 6])
    assert rolls(duel) == [("candle_moth", 2), ("ink_kraken", 2)]


@pytest.mark.rule("spellwars", "9.3")
@pytest.mark.parametrize(("pick", "dice"), [("none", 2), ("creature:{n}", 1)])
def test_a_creature_kept_this_turn_that_took_a_blow_is_no_card_of_the_spell(
    pick: str, dice: int
) -> None:
    """The first Delivery stays, the second kills one whose Reaction strikes back."""
    me = wizard("wild_magic", creatures="ink_kraken", treasures="twin_lantern")
    victim = wizard("auntie_cinder humming", life=1)
    bystander = wizard("mother_bramble mossy gravehound")
    before = table(me, victim, bystander, deck="candle_moth marrow_ox")
    duel = Duel(before).build(
        "wild:delivery", "auntie_cinder humming", "mother_bramble mossy gravehound"
    )
    duel.choose("card:candle_moth", dice=[1, 1, 4, 6])  # moth, ox, reaction
    kept = duel.told("creature_kept")[0].n
    assert duel.asked == (0, "absorb", ("none", "creature:101", f"creature:{kept}"))
    duel.choose(pick.format(n=kept), dice=[1] * dice)
    assert rolls(duel)[0] == ("ink_kraken", dice)


@pytest.mark.rule("spellwars", "9.3")
def test_clearing_the_spell_away_leaves_it_in_front() -> None:
    duel = cast("candle_moth", dice=[1])
    assert duel.kinds[-1] == "building_started"
    assert (front(duel), duel.state.wizards[0].spell) == (["candle_moth"], ())


@pytest.mark.rule("spellwars", "9.3")
def test_others_find_it_in_front_of_its_owner_at_once() -> None:
    duel = Duel(table(wizard("flooded hailback_toad"), wizard("candle_moth")))
    duel.build("flooded hailback_toad", "candle_moth", dice=[1])
    duel.choose("none", dice=[6, 4])  # of no use against who has a Creature
    assert [hit.card for hit in duel.told("damage_dealt")] == ["flooded"]


@pytest.mark.rule("spellwars", "9.4")
def test_it_does_not_attack_a_second_time_in_its_first_turn() -> None:
    assert cast("candle_moth", dice=[1]).told("creature_re_attacks") == []


@pytest.mark.rule("spellwars", "9.4")
def test_it_must_attack_in_the_next_turn_after_the_spell() -> None:
    duel = Duel(table(wizard("candle_moth ferrule"), wizard(), deck=""))
    duel.build("candle_moth", dice=[1]).build("ferrule", dice=[5])
    assert duel.told("choice_put") == []
    acts = [kind for kind in duel.kinds if kind in {"card_applied", "creature_re_attacks"}]
    assert acts == ["card_applied", "creature_re_attacks"]
    assert duel.lives == [20, 20 - 1 - 3 - 2]  # who had no card has acted before


@pytest.mark.rule("spellwars", "9.4")
def test_it_attacks_in_every_turn() -> None:
    before = table(wizard("ferrule ferrule", creatures="candle_moth"), wizard(), deck="")
    duel = Duel(before).build("ferrule", dice=[1]).build("ferrule", dice=[1])
    assert duel.told("creature_re_attacks")[0].card == "candle_moth"
    assert duel.lives == [20, 20 - 2 * (3 + 1)]


@pytest.mark.rule("spellwars", "9.4")
def test_its_owner_chooses_which_attacks_next() -> None:
    duel = cast("ferrule", me=wizard(creatures="ink_kraken gravehound marrow_ox"))
    assert duel.asked == (0, "order", ("card:ink_kraken", "card:gravehound", "card:marrow_ox"))
    duel.choose("card:gravehound", dice=[1])
    assert duel.asked == (0, "order", ("card:ink_kraken", "card:marrow_ox"))
    duel.choose("card:marrow_ox", dice=[2, 3, 4])
    attackers = [attack.card for attack in duel.told("creature_re_attacks")]
    assert attackers == ["marrow_ox", "ink_kraken"]


@pytest.mark.rule("spellwars", "9.4")
def test_its_text_is_read_anew() -> None:
    """Payment and target are asked for once more, and what is most is seen now."""
    me = wizard(creatures="tallow_ghoul", blood=2)
    duel = cast("widow_gloam", wizard(blood=3), wizard(blood=2), me=me, picks="no seat:1")
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose("yes", dice=[1, 1])
    assert [(hit.seat, hit.amount) for hit in duel.told("damage_dealt")] == [(2, 4)]


@pytest.mark.rule("spellwars", "9.4")
def test_it_attacks_for_a_wizard_without_a_card_too() -> None:
    before = table(wizard(creatures="candle_moth"), wizard("ferrule"))
    duel = Duel(before).build("ferrule", dice=[1])
    attacks = [attack.seat for attack in duel.told("creature_re_attacks")]
    assert attacks == [0]


@pytest.mark.rule("spellwars", "9.4")
def test_nobodys_creatures_attack_once_they_are_dead() -> None:
    victim = wizard("mossy gravehound", life=1, creatures="ink_kraken")
    duel = Duel(table(wizard("storm_twins"), victim, wizard()))
    duel.build("storm_twins", "mossy gravehound").choose("none")
    assert duel.told("creature_re_attacks") == []


@pytest.mark.rule("spellwars", "9.5")
@pytest.mark.parametrize(("reading", "dice"), [(True, 3), (False, 2)])
def test_an_attack_counts_the_cards_of_the_spell(
    reading: bool, dice: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two arcane Creatures, one arcane card, and one of another glyph."""
    monkeypatch.setattr(power, "REATTACK_COUNTS_SPELL_CARDS", reading)
    duel = cast("ferrule thorny", me=wizard(creatures="ink_kraken ink_kraken"))
    assert rolls(duel)[0] == ("ink_kraken", dice)


@pytest.mark.rule("spellwars", "9.5")
def test_whether_spell_cards_count_for_attacks_changes_nothing_in_the_spell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(power, "REATTACK_COUNTS_SPELL_CARDS", False)
    assert rolls(cast("ferrule paper_drake")) == [("paper_drake", 2)]


@pytest.mark.rule("spellwars", "9.5")
def test_dice_that_were_added_to_the_spell_are_added_to_attacks_too() -> None:
    duel = cast("grizzled_ursa", me=wizard(creatures="ink_kraken"), dice=[6, 6])
    assert rolls(duel) == [("ink_kraken", 2)]


@pytest.mark.rule("spellwars", "9.5")
def test_a_card_that_was_used_up_as_a_reaction_counts_no_more() -> None:
    """Saved from death by its second Source, a wizard attacks with one die less."""
    me = wizard("wild_magic", life=1, creatures="root_wyrm", treasures="twin_lantern")
    avenger = wizard("auntie_cinder humming", life=1)
    before = table(me, avenger, wizard("mossy gravehound"), deck="ferrule mother_bramble")
    duel = Duel(before).build("wild:source", "auntie_cinder humming", "mossy gravehound")
    duel.choose("card:ferrule", dice=[1]).choose("none")
    assert duel.told("wizard_saved")[0].seat == 0
    assert rolls(duel)[0] == ("root_wyrm", 1)


@pytest.mark.rule("spellwars", "9.6")
def test_a_creature_whose_attack_does_not_keep_it_is_discarded() -> None:
    duel = cast("ferrule", me=wizard(creatures="candle_moth"), dice=[6])
    gone = duel.told("creature_discarded")
    assert [(one.card, one.why) for one in gone] == [("candle_moth", "no_keep")]
    assert front(duel) == []
    assert duel.state.discard == ("candle_moth", "ferrule")


@pytest.mark.rule("spellwars", "9.6")
@pytest.mark.parametrize(("pips", "kept"), [(1, True), (6, False)])
def test_a_creature_that_finds_no_target_attacks_nevertheless(pips: int, kept: bool) -> None:
    """Nobody has acted before: it deals no damage, but its roll says KEEP or not."""
    before = table(wizard(creatures="candle_moth"), wizard("ferrule"))
    duel = Duel(before).build("ferrule", dice=[pips])
    first = duel.kinds[: duel.kinds.index("wizard_acts", 5)]
    assert "damage_dealt" not in first
    assert ("creature_kept" in first, "creature_discarded" in first) == (kept, not kept)


@pytest.mark.rule("spellwars", "9.6")
@pytest.mark.parametrize(
    ("creatures", "dice"), [("gravehound", [1]), ("gravehound gravehound", [5, 5])]
)
def test_a_creature_that_took_a_blow_during_its_own_attack_is_gone_for_good(
    creatures: str, dice: list[int]
) -> None:
    """It kills and is used against the victim's Reaction: KEEP, or Blood for it, comes too late."""
    me = wizard(creatures=creatures, treasures="short_leash", blood=9)
    victim = wizard("auntie_cinder humming", life=1)
    before = table(me, victim, wizard("mossy marrow_ox"))
    duel = Duel(before).build("auntie_cinder humming", "mossy marrow_ox", dice=[*dice, 6])
    duel.choose("creature:101")
    assert 101 not in [creature.n for creature in duel.state.wizards[0].creatures]
    assert duel.state.wizards[0].blood == 9 + 3  # the kill
    assert duel.asked is None or creatures != "gravehound"
