"""Section 7 of the rules: whom a text means."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.spellwars import GAME
from engine.games.spellwars.state import Creature
from tests.engine.games.spellwars.casting import FIVE_RIVALS, Casting, cast
from tests.engine.games.spellwars.table import Duel, build, table, wizard
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from engine.games.spellwars.state import Wizard

DEAD = wizard(life=0, dead=True, blood=9)


@pytest.mark.rule("spellwars", "7.1")
@pytest.mark.parametrize(
    ("card", "struck"),
    [("ferrule", 2), ("captain_brine", 3), ("bishop_maggot", 3), ("sexton_bram", 2)],
    ids=["left", "right", "weakest", "most Blood"],
)
def test_the_dead_are_no_targets_no_neighbours_and_no_measure(card: str, struck: int) -> None:
    duel = cast(card, DEAD, wizard(blood=1), wizard(life=10), DEAD, castle_owner=0)
    assert [e.seat for e in duel.told("damage_dealt")] == [struck]


@pytest.mark.rule("spellwars", "7.1")
def test_the_dead_are_not_among_each() -> None:
    assert cast("uncle_rot", DEAD, wizard(), wizard()).story == ["2 takes 1", "3 takes 1"]


@pytest.mark.rule("spellwars", "7.1")
def test_the_dying_are_nobodys_target() -> None:
    """The Reaction of the first victim kills the killer; that of the second finds nobody."""
    victim = wizard("auntie_cinder humming", life=1)
    duel = Casting(table(wizard("uncle_rot", life=2), victim, victim, wizard()))
    duel.build("uncle_rot", "auntie_cinder humming", "auntie_cinder humming", dice=[2, 1, 5])
    assert [line for line in duel.story if line.startswith("0 takes")] == ["0 takes 5"]
    assert [event.why for event in duel.told("dice_rolled")] == ["amount"]


@pytest.mark.rule("spellwars", "7.1")
def test_nobody_is_ones_own_rival() -> None:
    me = wizard(life=25, blood=9)
    duel = cast("clockwork_nan sidelong", wizard(), me=me)
    assert duel.story == ["1 takes 2"]
    assert cast("sexton_bram", wizard(), me=wizard(blood=3)).story == []


@pytest.mark.rule("spellwars", "7.2")
@pytest.mark.parametrize(("caster", "left", "right"), [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_left_is_clockwise_and_right_the_other_way(caster: int, left: int, right: int) -> None:
    hands = ["ferrule overannotated" if seat == caster else "" for seat in range(3)]
    duel = Duel(table(*(wizard(hand) for hand in hands)))
    duel.build("ferrule overannotated", dice=[2, 1])
    assert [(e.seat, e.amount) for e in duel.told("damage_dealt")] == [(left, 3), (right, 1)]


@pytest.mark.rule("spellwars", "7.2")
def test_left_and_right_are_the_same_when_two_are_alive() -> None:
    duel = cast("ferrule overannotated", DEAD, wizard(), DEAD)
    assert duel.story == ["2 takes 3", "2 takes 1"]


@pytest.mark.rule("spellwars", "7.3")
@pytest.mark.parametrize(
    ("card", "struck"),
    [("clockwork_nan", 2), ("bishop_maggot", 3), ("sexton_bram", 4), ("lectern_mimic", 5)],
    ids=["strongest", "weakest", "most Blood", "most Treasures"],
)
def test_most_and_least_are_measured_among_the_rivals(card: str, struck: int) -> None:
    me = wizard(life=1, blood=3, treasures="brass_orrery rude_horn late_bell")
    duel = cast(card, *FIVE_RIVALS, me=me)
    assert [e.seat for e in duel.told("damage_dealt")] == [struck]


@pytest.mark.rule("spellwars", "7.3")
def test_most_creatures_are_those_in_front_of_a_rival() -> None:
    rivals = (
        wizard("ferrule gilded kiln_imp kiln_imp"),
        wizard("ferrule gilded", creatures="marrow_ox"),
    )
    me = wizard("hive_bear", creatures="ink_kraken candle_moth")
    duel = Duel(table(me, *rivals)).build("hive_bear", "ferrule gilded", "ferrule gilded")
    assert [event.target for event in duel.told("aimed")] == [2]


@pytest.mark.rule("spellwars", "7.3", "7.9")
@pytest.mark.parametrize("card", ["paper_drake", "lectern_mimic", "hive_bear"])
def test_having_none_is_not_having_most(card: str) -> None:
    assert cast(card, wizard(), wizard(), dice=[3]).story == [f"{card} rolls 3"]


@pytest.mark.rule("spellwars", "7.4")
@pytest.mark.parametrize(
    ("card", "rivals", "answers"),
    [
        ("clockwork_nan", (wizard(life=9), wizard(), wizard()), ("seat:2", "seat:3")),
        ("bishop_maggot", (wizard(life=9), wizard(), wizard(life=9)), ("seat:1", "seat:3")),
        ("sexton_bram", (wizard(blood=1), wizard(blood=1), wizard()), ("seat:1", "seat:2")),
        ("borrowed", (wizard(), DEAD, wizard()), ("seat:1", "seat:3")),
    ],
    ids=["strongest", "weakest", "most Blood", "any"],
)
def test_the_caster_chooses_among_those_who_fit(
    card: str, rivals: tuple[Wizard, ...], answers: tuple[str, ...]
) -> None:
    duel = cast(card, *rivals)
    assert duel.asked == (0, "target", answers)
    duel.choose(answers[1])
    assert duel.story[0].startswith(f"{answers[1].removeprefix('seat:')} takes")


@pytest.mark.rule("spellwars", "7.5")
@pytest.mark.parametrize(
    ("card", "struck"),
    [
        ("candle_moth", 1),
        ("squally", 1),
        ("hollow_usher", 2),
        ("second_cat", 1),
        ("hailback_toad", 1),
        ("thorny", 1),
    ],
    ids=["acted", "each acted", "owner", "not owner", "no Creature", "each without Creature"],
)
def test_filters(card: str, struck: int) -> None:
    """Seat 1 has acted; seat 2 has not, but owns the Castle and a Creature."""
    owner = wizard("ferrule gilded", creatures="marrow_ox")
    duel = Duel(table(wizard(card), wizard(), owner, castle_owner=2)).build(card, "ferrule gilded")
    aimed = [event.target for event in duel.told("aimed") if event.card == card]
    hit = [event.seat for event in duel.told("damage_dealt") if event.card == card]
    assert (aimed or hit) == [struck]


@pytest.mark.rule("spellwars", "7.5", "7.9")
@pytest.mark.parametrize("card", ["candle_moth", "hollow_usher"])
def test_nobody_may_fit_a_filter(card: str) -> None:
    """The caster comes first and owns the Castle."""
    duel = Casting(table(wizard(card), wizard("ferrule gilded"), castle_owner=0))
    duel.build(card, "ferrule gilded", dice=[5])
    assert duel.story[:2] == [f"{card} rolls 5", "0 takes 3"]


@pytest.mark.rule("spellwars", "7.6")
@pytest.mark.parametrize(
    ("source", "picks", "others"),
    [
        ("ferrule", "", ("seat:2", "seat:3")),
        ("uncle_rot", "", ("seat:1", "seat:2")),
        ("widow_gloam", "seat:2", ("seat:1", "seat:3")),
        ("old_man_thaw", "", ("seat:1", "seat:2", "seat:3")),
    ],
    ids=["struck", "struck last", "robbed", "nobody"],
)
def test_another_is_not_the_one_affected_last(
    source: str, picks: str, others: tuple[str, ...]
) -> None:
    rivals = (wizard(), wizard(blood=2), wizard())
    duel = cast(f"{source} sidelong", *rivals, picks=picks)
    assert duel.asked == (0, "target", others)


@pytest.mark.rule("spellwars", "7.6")
def test_another_is_not_the_one_whose_creature_took_the_last_blow() -> None:
    rival = replace(wizard(), creatures=(Creature(n=1, card="kiln_imp"),))
    duel = cast("ferrule sidelong", rival, wizard(), wizard(), picks="creature:101")
    assert duel.asked == (0, "target", ("seat:2", "seat:3"))


@pytest.mark.rule("spellwars", "7.6")
def test_another_is_not_the_one_who_gave_a_card_last() -> None:
    rivals = map(wizard, ("ferrule gilded humming", "ferrule gilded humming", "inkblot thorny"))
    duel = Duel(table(wizard("count_vanish sidelong"), *rivals))
    spells = ("count_vanish sidelong", "ferrule gilded", "ferrule gilded", "inkblot thorny")
    duel.build(*spells, dice=[6, 5, 4, 3]).choose("card:humming", "card:humming")
    assert duel.asked == (0, "target", ("seat:1", "seat:3"))


@pytest.mark.rule("spellwars", "7.6")
def test_what_a_treasure_did_before_the_spell_does_not_count() -> None:
    me = wizard(treasures="tax_imp")
    rivals = (wizard(blood=1), wizard(blood=1))
    duel = cast("old_man_thaw sidelong", *rivals, me=me, picks="seat:1")
    assert duel.asked == (0, "target", ("seat:1", "seat:2"))


@pytest.mark.rule("spellwars", "7.7")
def test_a_die_gives_all_the_same_chance() -> None:
    state = table(wizard("lady_mirrorwise"), wizard(), DEAD, wizard(), wizard())
    move = Move(seat=0, command=build("lady_mirrorwise"))
    struck = Counter[int]()
    for n in range(600):
        events = GAME.decide(state, (move,), Rng(bytes(range(32)), n))
        assert not isinstance(events, Rejection)
        after = fold(GAME, state, events)
        struck.update(seat for seat, one in enumerate(after.wizards) if one.life == 16)
    assert struck.keys() == {1, 3, 4}
    assert all(160 < times < 240 for times in struck.values())


@pytest.mark.rule("spellwars", "7.8")
def test_each_strikes_all_who_fit_before_anybody_dies_of_it() -> None:
    victim = wizard(life=1)
    duel = cast("uncle_rot", victim, wizard(), victim, dead_wizard_deck="loyal_beast loyal_beast")
    assert duel.story[:4] == ["1 takes 1", "2 takes 1", "3 takes 1", "0 gains 3 Blood"]


@pytest.mark.rule("spellwars", "7.8")
def test_each_strikes_all_who_fit_and_nobody_else() -> None:
    keeper = wizard("ferrule gilded", creatures="marrow_ox")
    duel = Duel(table(wizard("thorny"), wizard(), keeper, DEAD, wizard("ferrule gilded")))
    duel.build("thorny", "ferrule gilded", "ferrule gilded", dice=[2, 1])
    assert [e.seat for e in duel.told("damage_dealt") if e.card == "thorny"] == [1, 4]


@pytest.mark.rule("spellwars", "7.9")
def test_an_operation_without_a_target_does_nothing_and_the_next_works() -> None:
    assert cast("ferrule sidelong gravehound", dice=[1]).story == [
        "1 takes 3",
        "gravehound rolls 1",
        "1 takes 2",
    ]


@pytest.mark.rule("spellwars", "7.9")
def test_the_log_says_that_nobody_fits() -> None:
    (aimed,) = cast("sexton_bram").told("aimed")
    assert (aimed.card, aimed.target) == ("sexton_bram", None)
