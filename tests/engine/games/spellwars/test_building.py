"""Section 3: building."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games.spellwars import GAME
from engine.games.spellwars.commands import Build
from tests.engine.games.spellwars.table import Duel, build, match_at, places, table, wizard
from tests.engine.play import RESIGN, Match, refusal

if TYPE_CHECKING:
    from engine.core.step import Receipt

HAND = "ferrule inkblot gilded humming kiln_imp wild_magic wild_magic"


@pytest.mark.rule("spellwars", "3.1")
def test_all_living_wizards_build_at_the_same_time_in_secret() -> None:
    dead = wizard(dead=True, life=0)
    duel = Duel(table(wizard("ferrule"), dead, wizard("inkblot"), wizard("gilded")))
    (decision,) = GAME.pending(duel.state)
    assert (decision.kind, decision.seats) == ("build", (0, 2, 3))
    assert (decision.sealed, decision.need) == (True, "all")


@pytest.mark.rule("spellwars", "3.1")
@pytest.mark.parametrize(
    "spell",
    [
        "ferrule",
        "gilded",
        "kiln_imp",
        "inkblot humming",
        "humming kiln_imp",
        "ferrule gilded kiln_imp",
    ],
)
def test_a_spell_has_one_to_three_cards_of_the_hand(spell: str) -> None:
    duel = Duel(table(wizard(HAND), wizard())).build(spell)
    (opened,) = [event for event in duel.told("spell_opened") if event.seat == 0]
    assert [placed.card for placed in opened.cards] == spell.split()


@pytest.mark.rule("spellwars", "3.1")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Build(), "EMPTY_SPELL"),
        (Build(source="old_man_thaw"), "NOT_IN_HAND"),
        (Build(source="ferrule", quality="thorny"), "NOT_IN_HAND"),
        (Build(quality="no_such_card"), "NOT_IN_HAND"),
        (Build(quality="loyal_beast"), "NOT_IN_HAND"),
    ],
    ids=["no card", "not held", "one of two not held", "no such card", "another deck's"],
)
def test_no_spell_of_other_cards_is_accepted(command: Build, code: str) -> None:
    duel = Duel(table(wizard(HAND), wizard("old_man_thaw thorny")))
    assert duel.refused(0, command) == (code, "3.1")


@pytest.mark.rule("spellwars", "3.1")
def test_the_cards_of_a_spell_leave_the_hand() -> None:
    duel = Duel(table(wizard("humming humming"), wizard("ferrule"), wizard()))
    duel.build("humming", "ferrule", dice=[6, 1])
    assert duel.asked is not None
    assert duel.state.wizards[0].hand == ("humming",)


@pytest.mark.rule("spellwars", "3.2")
@pytest.mark.parametrize(
    "command",
    [
        Build(source="humming"),
        Build(source="kiln_imp"),
        Build(quality="ferrule"),
        Build(quality="kiln_imp"),
        Build(delivery="ferrule"),
        Build(source="ferrule", quality="gilded", delivery="humming"),
    ],
    ids=lambda command: "-".join(filter(None, (command.source, command.quality, command.delivery))),
)
def test_a_component_stands_in_the_place_of_its_type_only(command: Build) -> None:
    assert Duel(table(wizard(HAND), wizard())).refused(0, command) == ("WRONG_PLACE", "3.2")


@pytest.mark.rule("spellwars", "3.3")
@pytest.mark.parametrize("place", ["source", "quality", "delivery"])
def test_wild_magic_stands_in_any_place(place: str) -> None:
    duel = Duel(table(wizard(HAND), wizard())).build(f"wild:{place}")
    (opened,) = [event for event in duel.told("spell_opened") if event.seat == 0]
    assert [(placed.card, placed.place) for placed in opened.cards] == [("wild_magic", place)]


@pytest.mark.rule("spellwars", "3.3")
def test_wild_magic_stands_in_as_many_places_as_the_hand_holds() -> None:
    three = Build(source="wild_magic", quality="wild_magic", delivery="wild_magic")
    duel = Duel(table(wizard(HAND), wizard("wild_magic wild_magic wild_magic")))
    assert duel.refused(0, three) == ("NOT_IN_HAND", "3.1")
    duel.build("wild:source wild:quality", "wild:source wild:quality wild:delivery")
    assert [built.count for built in duel.told("spells_built")[0].spells] == [2, 3]


@pytest.mark.rule("spellwars", "3.4")
def test_a_wizard_without_a_card_has_a_spell_of_no_cards() -> None:
    seats = wizard("ferrule"), wizard(creatures="marrow_ox")
    duel = Duel(table(*seats, deck=""))
    assert duel.refused(1, build("ferrule")) == ("NOTHING_TO_BUILD", "3.4")
    duel.build("ferrule", dice=[1])
    assert [(event.seat, len(event.cards)) for event in duel.told("spell_opened")] == [
        (1, 0),
        (0, 1),
    ]
    assert [event.card for event in duel.told("creature_re_attacks")] == ["marrow_ox"]


@pytest.mark.rule("spellwars", "3.4")
def test_the_dead_build_nothing() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("ferrule", dead=True, life=0), wizard("gilded")))
    assert duel.refused(1, build("ferrule")) == ("NOTHING_TO_BUILD", "3.4")


@pytest.mark.rule("spellwars", "3.4")
def test_a_turn_in_which_nobody_can_build_goes_by_itself() -> None:
    """The only card is kept for a turn, since its first roll says KEEP and its second does not."""
    duel = Duel(table(wizard("candle_moth"), wizard(), deck=""))
    duel.build("candle_moth", dice=[4, 6, 1, 5])
    assert [event.turn for event in duel.told("turn_started")] == [2, 3]
    assert [len(told.spells) for told in duel.told("spells_built")] == [1, 0]
    assert duel.state.builders == (0,)


@pytest.mark.rule("spellwars", "3.4")
def test_nor_is_anything_waited_for_when_the_last_builder_leaves() -> None:
    duel = Duel(table(wizard("ferrule"), wizard(creatures="marrow_ox"), wizard())).leave(0)
    assert duel.told("spells_built")[0].spells == ()
    assert [event.card for event in duel.told("creature_re_attacks")] == ["marrow_ox"]
    assert (duel.state.turn, duel.state.step) == (2, "build")


def built(match: Match, account: str, spell: str) -> Receipt:
    return match.send(account, build(spell).model_dump(mode="json"), decision="1.1.build")


@pytest.fixture
def match() -> Match:
    """Whoever opens Humming asks for a target, so a spell that comes later stays closed."""
    hand = "ferrule humming gilded kiln_imp"
    return match_at(table(wizard(hand), wizard(hand), wizard()), "ann", "bea", "cid")


@pytest.mark.rule("spellwars", "3.5")
def test_the_last_spell_that_was_built_counts(match: Match) -> None:
    for spell in ("ferrule humming", "gilded", "ferrule gilded kiln_imp"):
        assert built(match, "ann", spell).status == "sealed"
    built(match, "bea", "humming")
    assert [match.answers[f"c{n}"][-1].status for n in (4, 5, 6, 7)] == [
        "replaced",
        "replaced",
        "accepted",
        "accepted",
    ]
    assert places(match.state.game, 0) == {
        "source": ["ferrule"],
        "quality": ["gilded"],
        "delivery": ["kiln_imp"],
    }
    assert match.state.game.wizards[0].hand == ("humming",)


@pytest.mark.rule("spellwars", "3.5")
def test_a_spell_that_is_refused_leaves_the_one_before_it(match: Match) -> None:
    built(match, "ann", "ferrule gilded")
    refused = built(match, "ann", "inkblot")
    assert refusal(refused) == ("NOT_IN_HAND", "3.1")
    built(match, "bea", "humming")
    assert places(match.state.game, 0)["source"] == ["ferrule"]


@pytest.mark.rule("spellwars", "3.5")
def test_once_all_have_built_nobody_builds_another(match: Match) -> None:
    built(match, "ann", "ferrule gilded")
    built(match, "bea", "humming")
    assert refusal(built(match, "ann", "gilded")) == ("DECISION_CLOSED", "M2.4")


@pytest.mark.rule("spellwars", "3.5")
def test_who_has_left_is_not_waited_for(match: Match) -> None:
    built(match, "ann", "ferrule gilded")
    assert match.send("bea", RESIGN).status == "accepted"
    assert match.answers["c4"][-1].status == "accepted"
    assert "spells_built" in match.kinds[-1]
