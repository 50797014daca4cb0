"""Section 17: what whoever re-makes a match must know besides the rules of play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.spellwars import GAME
from engine.games.spellwars.cards import DEAD_DECK, SPELL_DECK, TREASURE_DECK
from engine.games.spellwars.commands import SpellWarsConfig
from tests.engine.games.spellwars.table import EVENTS, Duel, Loaded, table, wizard
from tests.engine.scenario import fold, some_rng


def decision(duel: Duel) -> str:
    (only,) = GAME.pending(duel.state)
    return only.id


@pytest.mark.rule("spellwars", "17.1")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_setup_shuffles_the_spell_the_treasure_and_the_dead_wizard_deck(seats: int) -> None:
    events = GAME.setup(SpellWarsConfig(), (None,) * seats, some_rng(7))
    state = fold(GAME, GAME.initial, events)
    rng = some_rng(7)
    spell_deck = rng.shuffle(SPELL_DECK)
    assert state.treasure_deck == rng.shuffle(TREASURE_DECK)
    assert state.dead_wizard_deck == rng.shuffle(DEAD_DECK)
    for seat in range(seats):
        assert state.wizards[seat].hand == spell_deck[8 * seat : 8 * seat + 8]
    assert state.spell_deck == spell_deck[8 * seats :]


@pytest.mark.rule("spellwars", "17.2")
def test_a_discard_pile_is_shuffled_from_its_oldest_card_on() -> None:
    seats = wizard("old_man_thaw gilded"), wizard()
    duel = Duel(table(*seats, deck="", discard="mossy ferrule")).build("old_man_thaw gilded")
    (shuffled,) = duel.told("deck_shuffled")
    assert shuffled.deck.value == Loaded().shuffle(("mossy", "ferrule", "old_man_thaw", "gilded"))


def test_draws_happen_in_the_order_of_their_events() -> None:
    """A die is one number below 6, plus 1; the shuffle comes last."""
    seats = wizard("mother_bramble"), wizard("inkblot", life=15)
    duel = Duel(table(*seats, deck="", discard="mossy ferrule")).build("mother_bramble", "inkblot")
    (fixed,) = duel.told("order_fixed")
    rolls = [*fixed.roll_offs, *duel.told("dice_rolled")]
    rng = Loaded()
    for roll in rolls:
        assert roll.dice == tuple(rng.below(6) + 1 for _ in roll.dice)
    assert len(rolls) >= 3
    applied = [event.card for event in duel.told("card_applied")]
    (shuffled,) = duel.told("deck_shuffled")
    assert shuffled.deck.value == rng.shuffle(("mossy", "ferrule", *applied))


@pytest.mark.rule("spellwars", "17.3")
def test_building_is_called_by_round_and_turn() -> None:
    duel = Duel(table(wizard("old_man_thaw"), wizard(), round=3, turn=7))
    assert decision(duel) == "3.7.build"
    assert decision(duel.build("old_man_thaw")) == "3.8.build"


@pytest.mark.rule("spellwars", "17.3")
def test_a_round_begins_with_its_first_turn() -> None:
    duel = Duel(table(wizard("ferrule"), wizard(life=3), round=3, turn=7)).build("ferrule")
    assert decision(duel) == "4.1.build"


@pytest.mark.rule("spellwars", "17.3")
def test_choices_are_numbered_in_the_match() -> None:
    seats = wizard("widow_gloam humming"), wizard(), wizard()
    duel = Duel(table(*seats)).build("widow_gloam humming")
    assert decision(duel) == "choice.1"
    assert decision(duel.choose("seat:1")) == "choice.2"
    later = Duel(table(*seats, round=2, questions=7)).build("widow_gloam humming")
    assert decision(later) == "choice.8"


@pytest.mark.rule("spellwars", "17.3")
def test_a_choice_that_is_put_again_has_a_new_number() -> None:
    seats = wizard("humming"), wizard(), wizard(), wizard()
    duel = Duel(table(*seats)).build("humming")
    assert duel.asked == (0, "target", ("seat:1", "seat:2", "seat:3"))
    duel.leave(2)
    assert duel.asked == (0, "target", ("seat:1", "seat:3"))
    assert decision(duel) == "choice.2"


@pytest.mark.rule("spellwars", "17.4")
def test_what_is_left_stands_in_the_event_that_puts_the_choice() -> None:
    """Overannotated is under way, then come the Delivery, the Creature and the next wizard."""
    seats = (
        wizard("overannotated marrow_ox ferrule", creatures="gravehound"),
        wizard("old_man_thaw mossy"),
    )
    before = table(*seats)
    asked = Duel(before).build("overannotated marrow_ox", "old_man_thaw mossy")
    (told,) = asked.told("choice_put")
    assert told.agenda.value[-1].card == "overannotated"
    stored = [EVENTS.dump_json(event) for event in asked.events]
    read = fold(GAME, before, [*map(EVENTS.validate_json, stored)])
    duel = Duel(read).choose("card:ferrule")
    acts = {"card_applied", "creature_re_attacks"}
    assert [getattr(event, "card", "") for event in duel.events if event.kind in acts] == [
        "ferrule",
        "marrow_ox",
        "gravehound",
        "old_man_thaw",
        "mossy",
    ]


@pytest.mark.rule("spellwars", "17.4")
def test_it_stands_nowhere_else() -> None:
    duel = Duel(table(wizard("overannotated ferrule"), wizard())).build("overannotated")
    assert duel.state.agenda == duel.told("choice_put")[0].agenda.value
    forgetful = replace(duel.state, agenda=duel.state.agenda[-1:])
    assert Duel(forgetful).choose("card:ferrule").kinds == ["chosen", "card_joined"]


@pytest.mark.rule("spellwars", "17.5")
def test_a_hand_is_discarded_in_an_order_that_tells_nothing_of_how_it_came() -> None:
    """Else everybody could read which card was drawn first, or given by somebody last."""
    gone = [
        Duel(table(wizard("uncle_rot"), wizard(f"inkblot mossy {rest}", life=1), wizard()))
        .build("uncle_rot", "inkblot mossy")
        .told("wizard_died")[0]
        .discarded
        for rest in ("gilded ferrule thorny", "thorny gilded ferrule")
    ]
    assert gone == [("ferrule", "gilded", "thorny", "inkblot", "mossy")] * 2
