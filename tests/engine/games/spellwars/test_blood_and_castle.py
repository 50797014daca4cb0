"""Section 10: Blood and the Castle."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.blows import blow
from tests.engine.games.spellwars.casting import cast
from tests.engine.games.spellwars.table import Duel, table, wizard


def gained(duel: Duel, why: str) -> list[tuple[int, int]]:
    """Return who gained how much Blood for something in the last command."""
    return [(one.seat, one.amount) for one in duel.told("blood_gained") if one.why == why]


@pytest.mark.rule("spellwars", "10.1")
def test_a_kill_gives_three_blood() -> None:
    duel = cast("ferrule", wizard(life=3), wizard(), dead_draw_on_death=False)
    assert duel.story == ["1 takes 3", "0 gains 3 Blood", "1 dies"]


@pytest.mark.rule("spellwars", "10.1")
def test_each_of_several_kills_does() -> None:
    duel = cast("storm_twins", wizard(life=1), wizard(), wizard(life=1))
    assert gained(duel, "kill") == [(0, 3), (0, 3)]
    assert duel.state.wizards[0].kill_points == 2


@pytest.mark.rule("spellwars", "10.1")
def test_blood_for_kills_ends_at_25() -> None:
    duel = cast("ferrule", wizard(life=1), wizard(), me=wizard(blood=24))
    assert gained(duel, "kill") == [(0, 1)]


@pytest.mark.rule("spellwars", "10.1", "14.1")
def test_who_dies_of_the_own_card_gives_nobody_anything() -> None:
    duel = cast("auntie_cinder", wizard(), wizard(), me=wizard(life=1), castle_owner=0, dice=[1])
    (death,) = duel.told("wizard_died")
    assert (death.seat, death.killer) == (0, 0)
    assert [event for event in duel.told("blood_gained") if event.why == "kill"] == []
    assert duel.state.castle_owner == 0


@pytest.mark.rule("spellwars", "10.1")
def test_killing_oneself_gives_nothing() -> None:
    before = table(wizard(life=2), wizard(), wizard(), dead_draw_on_death=False)
    duel = blow(before, by=0, hits=((0, 2),))
    assert duel.state.wizards[0].dead
    assert duel.told("blood_gained") == []
    assert [one.kill_points for one in duel.state.wizards] == [0, 0, 0]


@pytest.mark.rule("spellwars", "10.2")
@pytest.mark.parametrize(("has", "stolen"), [(3, 2), (2, 2), (1, 1)])
def test_no_more_is_stolen_than_there_is(has: int, stolen: int) -> None:
    duel = cast("widow_gloam", wizard(blood=has))
    assert [(one.seat, one.amount) for one in duel.told("blood_stolen")] == [(1, stolen)]
    assert duel.bloods == [stolen, has - stolen]


@pytest.mark.rule("spellwars", "10.2")
def test_nothing_is_stolen_from_who_has_nothing() -> None:
    duel = cast("widow_gloam", wizard(blood=0))
    assert "blood_stolen" not in duel.kinds
    assert duel.bloods == [0, 0]


@pytest.mark.rule("spellwars", "10.2")
@pytest.mark.parametrize(("blood", "asked"), [(3, False), (4, True)])
def test_what_one_does_not_have_one_cannot_pay(blood: int, asked: bool) -> None:
    duel = cast("sexton_bram", me=wizard(blood=blood))
    assert (duel.asked is not None) == asked


@pytest.mark.rule("spellwars", "10.2")
def test_any_amount_means_any_that_there_is() -> None:
    duel = cast("blood_fed", me=wizard(blood=3))
    assert duel.asked == (0, "pay", ("no", "blood:1", "blood:2", "blood:3"))
    duel.choose("blood:2")
    assert (duel.bloods[0], duel.lives[1]) == (1, 20 - 1 - 2)


@pytest.mark.rule("spellwars", "10.2")
def test_who_has_no_blood_is_not_asked_for_any_amount() -> None:
    assert cast("blood_fed").story == ["1 takes 1"]


@pytest.mark.rule("spellwars", "10.2")
def test_a_payment_is_lost_if_what_it_is_for_finds_nobody() -> None:
    """The target dies of the first blow, and the second one has no target any more."""
    duel = cast("blood_fed", wizard(life=1), wizard(), me=wizard(blood=2))
    duel.choose("blood:2", "seat:1")
    assert [hit.amount for hit in duel.told("damage_dealt")] == [1]
    assert duel.bloods[0] == 3  # for the kill


@pytest.mark.rule("spellwars", "10.2")
def test_blood_stays_from_round_to_round() -> None:
    before = table(wizard("ferrule", blood=2), wizard(life=1, blood=7), dead_draw_on_death=False)
    duel = Duel(before).build("ferrule")
    assert duel.state.round == 2
    assert duel.bloods == [5, 7]
    assert duel.lives == [20, 20]


@pytest.mark.rule("spellwars", "10.3")
@pytest.mark.parametrize("owner", [None, 1])
def test_a_text_takes_the_castle(owner: int | None) -> None:
    duel = cast("captain_brine", castle_owner=owner)
    assert duel.state.castle_owner == 0
    assert duel.story[0] == "0 takes the Castle"


@pytest.mark.rule("spellwars", "10.3")
def test_who_kills_its_owner_gets_the_castle() -> None:
    assert cast("ferrule", wizard(life=1), wizard(), castle_owner=1).state.castle_owner == 0


@pytest.mark.rule("spellwars", "10.3")
def test_who_kills_somebody_else_does_not() -> None:
    assert cast("ferrule", wizard(life=1), wizard(), castle_owner=2).state.castle_owner == 2
    assert cast("ferrule", wizard(life=1), wizard(), castle_owner=None).state.castle_owner is None


@pytest.mark.rule("spellwars", "10.3")
def test_damage_alone_does_not_move_the_castle() -> None:
    assert cast("ferrule", castle_owner=1).state.castle_owner == 1


@pytest.mark.rule("spellwars", "10.3")
def test_a_reaction_that_kills_the_owner_takes_it_for_its_dead_wizard() -> None:
    victim = wizard("auntie_cinder humming", life=1)
    before = table(wizard("ferrule", life=6), victim, wizard(), wizard(), castle_owner=0)
    duel = Duel(before).build("ferrule", "auntie_cinder humming", dice=[6, 5, 6])
    assert [one.dead for one in duel.state.wizards] == [True, True, False, False]
    assert duel.state.castle_owner == 1


@pytest.mark.rule("spellwars", "10.3")
def test_the_castle_goes_to_a_killer_who_has_just_died() -> None:
    """Seat 0 kills the owner and somebody whose Reaction kills seat 0 first."""
    me = wizard("storm_twins", life=1)
    avenger = wizard("auntie_cinder humming", life=1)
    owner = wizard("mossy gravehound", life=1)
    before = table(me, avenger, owner, wizard(life=9), castle_owner=2, dead_draw_on_death=False)
    duel = Duel(before).build("storm_twins", "auntie_cinder humming", "mossy gravehound", dice=[1])
    assert [taken.seat for taken in duel.told("castle_taken")] == [0, 1]


@pytest.mark.rule("spellwars", "10.3")
def test_an_owner_who_dies_of_the_own_hand_keeps_it() -> None:
    before = table(wizard(life=2), wizard(), wizard(), castle_owner=0, dead_draw_on_death=False)
    duel = blow(before, by=0, hits=((0, 2),))
    assert duel.state.wizards[0].dead
    assert duel.state.castle_owner == 0


@pytest.mark.rule("spellwars", "10.4")
@pytest.mark.parametrize("owner", [0, 1])
def test_the_castle_gives_one_blood_at_the_end_of_each_turn(owner: int) -> None:
    duel = Duel(table(wizard("humming humming"), wizard(), castle_owner=owner, deck=""))
    for turn in (1, 2):
        duel.build("humming", dice=[1])
        assert gained(duel, "castle") == [(owner, 1)]
        assert duel.bloods[owner] == turn
    assert duel.bloods[1 - owner] == 0


@pytest.mark.rule("spellwars", "10.4")
def test_nobodys_castle_gives_nothing() -> None:
    assert cast("humming", dice=[1]).bloods == [0, 0]


@pytest.mark.rule("spellwars", "10.4")
def test_a_dead_owner_gets_it_too() -> None:
    duel = cast("humming", wizard(), wizard(life=0, dead=True), dice=[1], castle_owner=2)
    assert gained(duel, "castle") == [(2, 1)]


@pytest.mark.rule("spellwars", "10.4")
def test_a_dead_wizard_card_may_say_what_it_gives_in_this_turn() -> None:
    me = wizard("humming")
    duel = cast(
        "storm_twins", wizard(life=1), wizard(), me=me, deck="", dead_wizard_deck="haunted_keep"
    )
    assert gained(duel, "castle") == [(1, 4)]
    duel.build("humming", dice=[1])
    assert gained(duel, "castle") == [(1, 1)]


@pytest.mark.rule("spellwars", "10.4")
def test_that_is_for_whoever_owns_it_at_the_end_of_the_turn() -> None:
    duel = cast("storm_twins moonstruck", wizard(life=1), wizard(), dead_wizard_deck="haunted_keep")
    assert duel.asked == (0, "pay", ("no", "yes"))  # with the Blood of the kill
    duel.choose("yes")
    assert gained(duel, "castle") == [(0, 4)]


@pytest.mark.rule("spellwars", "10.5")
@pytest.mark.parametrize(
    ("spell", "story", "with_castle"),
    [
        ("clockwork_nan", ["1 takes 2"], ["1 takes 2", "1 takes 2"]),
        ("grave_cold", ["1 takes 2"], ["1 takes 2", "1 is robbed of 2 Blood", "0 gains 2 Blood"]),
        ("storm_twins", ["1 takes 1"], ["1 takes 2"]),
        (
            "backwards",
            ["1 is robbed of 1 Blood", "0 gains 1 Blood"],
            ["1 is robbed of 2 Blood", "0 gains 2 Blood", "1 takes 2"],
        ),
    ],
    ids=["also damage", "also Blood", "instead for all", "instead for one"],
)
@pytest.mark.parametrize("owner", [None, 0, 1])
def test_bonuses_of_the_castle_are_its_owners(
    spell: str, story: list[str], with_castle: list[str], owner: int | None
) -> None:
    duel = cast(spell, wizard(blood=5), castle_owner=owner)
    end = [] if owner is None else [f"{owner} gains 1 Blood"]
    assert duel.story == (with_castle if owner == 0 else story) + end
