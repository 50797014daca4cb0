"""Section 6 of the rules: how a text is read, from its payment to its last operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games.spellwars import effects
from engine.games.spellwars.ops import Castle, Damage, GainBlood, Heal, Pay, StealBlood, Text
from tests.engine.games.spellwars.casting import FIVE_RIVALS, cast, slain
from tests.engine.games.spellwars.table import Duel, table, wizard

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.games.spellwars.tasks import Part


@pytest.fixture
def print_card(monkeypatch: pytest.MonkeyPatch) -> Callable[[Text], str]:
    """Print a Source that the deck doesn't have, for what no card shows yet; return its id."""
    real = effects.program_of

    def printed(text: Text) -> str:
        def program_of(card: str, part: Part) -> Text:
            return text if (card, part) == ("nine_librarians", "text") else real(card, part)

        monkeypatch.setattr(effects, "program_of", program_of)
        return "nine_librarians"

    return printed


@pytest.mark.rule("spellwars", "6.1", "6.4")
def test_payment_target_and_power_roll_come_in_this_order() -> None:
    duel = cast("bog_heron", wizard(blood=2), wizard(blood=2), me=wizard(blood=1))
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose("yes")
    assert duel.kinds == ["chosen", "blood_paid", "choice_put"]
    assert duel.asked == (0, "target", ("seat:1", "seat:2"))
    duel.choose("seat:2", dice=[5])
    assert duel.kinds[:4] == ["chosen", "aimed", "dice_rolled", "roll_counted"]
    assert duel.story == ["0 pays 1", "bog_heron rolls 5", "2 takes 3", "0 heals 2"]


@pytest.mark.rule("spellwars", "6.1")
def test_an_operation_is_done_before_the_next_begins() -> None:
    me = wizard(blood=3, life=10)
    duel = cast("gilded", me=me, picks="yes", treasures="wet_match phoenix_egg")
    assert duel.story[1:] == ["0 gains wet_match", "0 gains phoenix_egg", "0 heals 3", "0 heals 1"]


@pytest.mark.rule("spellwars", "6.1")
def test_who_dies_of_an_operation_is_dead_for_the_next() -> None:
    victim, other = wizard("ferrule gilded kiln_imp", life=2), wizard("ferrule gilded kiln_imp")
    duel = Duel(table(wizard("flooded"), victim, other))
    duel.build("flooded", "ferrule gilded", "ferrule gilded", dice=[6, 5])
    assert duel.asked == (2, "discard", ("card:kiln_imp",))


@pytest.mark.rule("spellwars", "6.2")
def test_only_who_has_the_blood_is_offered_a_payment() -> None:
    assert cast("sexton_bram", wizard(blood=1), me=wizard(blood=3)).story == ["1 takes 3"]
    duel = cast("sexton_bram", wizard(blood=1), me=wizard(blood=4))
    assert duel.asked == (0, "pay", ("no", "yes"))


@pytest.mark.rule("spellwars", "6.2")
def test_a_payment_can_be_declined() -> None:
    duel = cast("sexton_bram", wizard(blood=1), me=wizard(blood=4), picks="no")
    assert (duel.story, duel.bloods) == (["1 takes 3"], [4, 1])


@pytest.mark.rule("spellwars", "6.2")
@pytest.mark.parametrize(
    ("card", "dice", "unpaid", "paid"),
    [
        ("fly_blown", [], ["1 takes 1"], ["1 takes 2"]),
        ("moonstruck", [], ["1 takes 1"], ["1 takes 1", "0 takes the Castle", "0 gains 1 Blood"]),
        ("old_man_thaw", [3, 4], ["0 heals 2"], ["0 heals 7"]),
    ],
    ids=["double", "also", "instead"],
)
def test_what_is_paid_doubles_adds_or_replaces(
    card: str, dice: list[int], unpaid: list[str], paid: list[str]
) -> None:
    me = wizard(blood=3, life=10)
    assert cast(card, me=me, picks="no").story == unpaid
    assert cast(card, me=me, picks="yes", dice=dice).story[1:] == paid


@pytest.mark.rule("spellwars", "6.2")
def test_all_numbers_of_a_text_are_doubled(print_card: Callable[[Text], str]) -> None:
    text = Text(
        pay=Pay(cost=1, mode="double"),
        target="left",
        does=(
            GainBlood(flat=1),
            StealBlood(who="target", flat=2),
            Heal(flat=1, dice=1),
            Damage(who="target", flat=1, per="tokens", each=2),
        ),
    )
    rival = wizard(blood=9, last_wizard_tokens=1)
    duel = cast(print_card(text), rival, me=wizard(blood=1, life=5), picks="yes", dice=[4])
    assert duel.story[1:] == [
        "0 gains 2 Blood",
        "1 is robbed of 4 Blood",
        "0 gains 4 Blood",
        "0 heals 10",
        "1 takes 6",
    ]


@pytest.mark.rule("spellwars", "6.2")
def test_pay_x_offers_any_amount() -> None:
    duel = cast("blood_fed", me=wizard(blood=2))
    assert duel.asked == (0, "pay", ("no", "blood:1", "blood:2"))
    duel.choose("blood:2")
    assert (duel.story, duel.bloods[0]) == (["0 pays 2", "1 takes 1", "1 takes 2"], 0)
    assert cast("blood_fed").story == ["1 takes 1"]


@pytest.mark.rule("spellwars", "6.2")
def test_a_creature_that_attacks_again_offers_its_payment_anew() -> None:
    duel = cast("ferrule", wizard(blood=1), me=wizard(blood=1, creatures="bog_heron"))
    assert duel.asked == (0, "pay", ("no", "yes"))
    assert duel.state.question is not None
    assert duel.state.question.subject.card == "bog_heron"


@pytest.mark.rule("spellwars", "6.3")
def test_one_component_a_turn_is_paid_for() -> None:
    me = wizard(blood=20, life=10, creatures="bog_heron")
    duel = cast("inkblot mossy paper_drake", me=me, picks="no", dice=[1])
    assert duel.asked == (0, "pay", ("no", "yes"))  # for the Quality: the Source was not paid for
    duel.choose("yes", dice=[1, 1, 1, 1])
    assert [line for line in duel.story if "pays" in line] == ["0 pays 2"]
    assert duel.asked is None
    assert duel.state.turn == 2


@pytest.mark.rule("spellwars", "6.3")
def test_on_the_next_turn_one_is_paid_for_again() -> None:
    duel = Duel(
        table(wizard("mossy inkblot", blood=9, life=5), wizard(), deck="mossy" + " humming" * 14)
    )
    duel.build("mossy").choose("yes", dice=[1])
    assert duel.state.turn == 2
    duel.build("inkblot", "humming")
    assert duel.asked == (0, "pay", ("no", "yes"))


@pytest.mark.rule("spellwars", "6.4")
def test_a_target_stays_what_it_was_when_it_was_named() -> None:
    duel = cast("clockwork_nan", wizard(life=20), wizard(life=19), castle_owner=0)
    assert duel.story[:2] == ["1 takes 2", "1 takes 2"]


@pytest.mark.rule("spellwars", "6.5")
@pytest.mark.parametrize(
    ("spell", "dice"),
    [
        ("humming", 1),
        ("ferrule humming", 2),
        ("ferrule humming ink_kraken", 3),
        ("uncle_rot humming gravehound", 1),
    ],
    ids=["alone", "one applied", "one not applied yet", "other glyphs"],
)
def test_a_power_roll_has_a_die_for_each_card_of_its_glyph(spell: str, dice: int) -> None:
    duel = cast(spell)
    rolled = next(event for event in duel.told("dice_rolled") if event.card == "humming")
    assert len(rolled.dice) == dice


@pytest.mark.rule("spellwars", "6.5")
def test_creatures_in_front_of_the_caster_count() -> None:
    me = wizard("humming", creatures="ink_kraken candle_moth gravehound")
    rival = wizard("ferrule gilded", creatures="lectern_mimic")
    duel = Duel(table(me, rival)).build("humming", "ferrule gilded", dice=[1, 1, 1])
    assert [len(event.dice) for event in duel.told("dice_rolled")][:1] == [3]


@pytest.mark.rule("spellwars", "6.5")
def test_no_card_counts_twice() -> None:
    me = wizard(creatures="ink_kraken")
    duel = cast("candle_moth", me=me, dice=[1, 2, 1, 1])
    assert duel.story == [
        "candle_moth rolls 1 2",
        "1 takes 1",
        "candle_moth is kept",
        "ink_kraken rolls 1 1",
        "1 takes 1",
        "0 loses ink_kraken",
    ]


@pytest.mark.rule("spellwars", "6.6")
def test_dice_that_are_added_stay_for_spell_and_creatures() -> None:
    me = wizard(creatures="gravehound")
    duel = cast("grizzled_ursa scorching spark_ferret", me=me, dice=[1, 1, 1, 5, 1, 1, 1, 1])
    assert [line for line in duel.story if "rolls" in line] == [
        "scorching rolls 1 1 1",
        "spark_ferret rolls 5 1 1",
        "gravehound rolls 1 1",
    ]


@pytest.mark.rule("spellwars", "6.6")
def test_dice_that_are_added_are_the_casters_only() -> None:
    duel = Duel(table(wizard("grizzled_ursa"), wizard("ferrule scorching")))
    duel.build("grizzled_ursa", "ferrule scorching", dice=[3])
    assert [len(event.dice) for event in duel.told("dice_rolled")] == [1]


@pytest.mark.rule("spellwars", "6.6")
@pytest.mark.parametrize("treasure", ["wet_match", "brass_orrery"])
def test_treasures_add_dice(treasure: str) -> None:
    dice = {"wet_match": [2, 3], "brass_orrery": [2]}[treasure]
    story = cast("scorching", me=wizard(treasures=treasure), dice=dice).story
    assert story[0] == f"scorching rolls {' '.join(map(str, dice))}"


@pytest.mark.rule("spellwars", "6.7")
@pytest.mark.parametrize(
    ("dice", "damage"),
    [([1, 1], 1), ([1, 3], 1), ([1, 4], 2), ([4, 5], 2), ([4, 6], 5), ([6, 6], 5)],
    ids=["2", "4", "5", "9", "10", "12"],
)
def test_the_sum_picks_one_band(dice: list[int], damage: int) -> None:
    duel = cast("scorching", me=wizard(treasures="wet_match"), dice=dice)
    assert duel.story[1:] == [f"1 takes {damage}"]


@pytest.mark.rule("spellwars", "6.8")
def test_each_operation_deals_for_itself() -> None:
    rival = wizard("ferrule gilded", creatures="kiln_imp")
    duel = Duel(table(wizard("clockwork_nan"), rival, castle_owner=0))
    duel.build("clockwork_nan", "ferrule gilded")
    assert duel.asked == (1, "absorb", ("none", "creature:201"))
    duel.choose("creature:201")
    assert duel.kinds[:3] == ["chosen", "damage_absorbed", "damage_dealt"]
    assert duel.lives[1] == 18


@pytest.mark.rule("spellwars", "6.9")
def test_what_is_paid_for_comes_after_the_text_and_the_castle_after_that(
    print_card: Callable[[Text], str],
) -> None:
    text = Text(
        pay=Pay(cost=1, mode="also", then=(Damage(who="target", flat=2),)),
        target="left",
        does=(Damage(who="target", flat=1),),
        castle=Castle(mode="also", then=(Damage(who="target", flat=3),)),
    )
    duel = cast(print_card(text), me=wizard(blood=1), picks="yes", castle_owner=0)
    assert duel.story[:4] == ["0 pays 1", "1 takes 1", "1 takes 2", "1 takes 3"]


@pytest.mark.rule("spellwars", "6.10")
def test_without_a_target_the_dice_are_rolled_and_the_rest_works() -> None:
    me = wizard(treasures="deep_pocket", tucked="hollow_usher")
    duel = cast("hollow_usher", me=me, dice=[5, 5])
    assert duel.story == [
        "hollow_usher rolls 5 5",
        "0 takes the Castle",
        "hollow_usher is kept",
        "0 gains 1 Blood",
    ]


@pytest.mark.rule("spellwars", "6.11")
def test_a_die_is_rolled_once_for_all_it_strikes(print_card: Callable[[Text], str]) -> None:
    text = Text(target="left", does=(Damage(who="each", dice=1), Damage(who="target", dice=1)))
    duel = cast(print_card(text), *FIVE_RIVALS, dice=[4, 2])
    assert duel.story == [*(f"{seat} takes 4" for seat in range(1, 6)), "1 takes 2"]


@pytest.mark.rule("spellwars", "6.11")
def test_a_die_that_strikes_nobody_is_not_rolled(print_card: Callable[[Text], str]) -> None:
    text = Text(
        target="most_blood", does=(Damage(who="target", dice=1), Damage(who="each", dice=1))
    )
    assert cast(print_card(text), dice=[4]).story == ["1 takes 4"]


@pytest.mark.rule("spellwars", "6.12")
@pytest.mark.parametrize(
    ("card", "damage"),
    [("hedge_king", 3), ("mister_nobody", 4), ("bishop_maggot", 3), ("moonstruck", 7)],
    ids=["Creatures in hand", "Treasures of all", "the dead", "tokens of all"],
)
def test_what_is_counted(card: str, damage: int) -> None:
    me = wizard("kiln_imp kiln_imp gilded", treasures="phoenix_egg", last_wizard_tokens=1)
    rivals = (
        wizard(treasures="wet_match rude_horn", last_wizard_tokens=2),
        wizard(life=0, dead=True),
    )
    assert cast(card, *rivals, me=me).story[0] == f"1 takes {damage}"


@pytest.mark.rule("spellwars", "6.12")
@pytest.mark.parametrize(("life", "fives"), [(14, 2), (15, 3), (5, 1)])
def test_full_fives_of_life_are_counted(life: int, fives: int) -> None:
    me = wizard(blood=2, treasures="tall_poppy_scythe")
    duel = cast("old_man_thaw", wizard(life=life), me=me, picks="treasure:tall_poppy_scythe")
    assert duel.story[-1] == f"1 takes {fives}"


@pytest.mark.rule("spellwars", "6.12")
def test_the_first_who_dies_in_a_round_is_counted() -> None:
    assert slain("inkblot humming", dead_wizard_deck="cold_comfort loyal_beast").bloods[0] == 4
    second = slain("inkblot humming", dead_wizard_deck="cold_comfort loyal_beast", first_to_fall=2)
    assert second.bloods[0] == 2


@pytest.mark.rule("spellwars", "6.12")
def test_it_is_counted_at_that_moment() -> None:
    """The Source that a Quality adds counts one whom the first Source has killed."""
    duel = cast(
        "ferrule overannotated",
        wizard(life=3),
        wizard(),
        me=wizard("bishop_maggot"),
        picks="card:bishop_maggot",
    )
    assert duel.story[-1] == "2 takes 3"
