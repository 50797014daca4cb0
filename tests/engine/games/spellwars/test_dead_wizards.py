"""Each of the eight kinds of Dead Wizard cards: what is printed on it is what happens."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import cast, slain
from tests.engine.games.spellwars.table import Duel, table, wizard


def dead_in_the_next_round(dead_card: str, *, tokens: int = 0) -> Duel:
    """Seat 1 kills seat 0, which draws a Dead Wizard card, and wins; round 2 has begun."""
    victim = wizard("inkblot humming", life=1, last_wizard_tokens=tokens)
    duel = Duel(
        table(victim, wizard("uncle_rot"), dead_wizard_deck=dead_card, treasures="wet_match")
    )
    duel.build("inkblot humming", "uncle_rot")
    assert duel.state.round == 2
    return duel


@pytest.mark.parametrize(("first", "blood"), [(None, 4), (2, 2)], ids=["first", "second"])
def test_cold_comfort_comforts_the_first_more(first: int | None, blood: int) -> None:
    duel = slain(
        "inkblot humming", dead_wizard_deck="cold_comfort loyal_beast", first_to_fall=first
    )
    assert duel.bloods[0] == blood


def test_pickpocket_ghost_steals_from_each_living() -> None:
    duel = slain("inkblot humming", dead_wizard_deck="pickpocket_ghost loyal_beast")
    assert duel.bloods == [1, 2, 0]  # seat 1 has 3 for the kill, seat 2 nothing


def test_haunted_keep_takes_the_castle_which_gives_more_this_turn() -> None:
    duel = slain("inkblot humming", dead_wizard_deck="haunted_keep loyal_beast", castle_owner=2)
    assert (duel.state.castle_owner, duel.bloods) == (0, [4, 3, 0])
    assert duel.state.castle_yield == 1


@pytest.mark.parametrize(
    ("tokens", "blood", "treasures"), [(0, 1, ("wet_match",)), (1, 2, ())], ids=["none", "one"]
)
def test_sore_loser_counts_tokens_and_consoles_who_has_none(
    tokens: int, blood: int, treasures: tuple[str, ...]
) -> None:
    duel = dead_in_the_next_round("sore_loser", tokens=tokens)
    assert duel.bloods[0] == blood
    assert duel.state.wizards[0].treasures == treasures


def test_a_loyal_beast_is_there_when_the_next_round_begins() -> None:
    loser, winner = dead_in_the_next_round("loyal_beast").state.wizards
    assert [creature.card for creature in loser.creatures] == ["ink_kraken"]
    assert (loser.dead_wizard_cards, winner.creatures) == ((), ())


def test_spoiled_feast_is_for_the_winner() -> None:
    loser, winner = dead_in_the_next_round("spoiled_feast").state.wizards
    assert (len(loser.hand), len(winner.hand)) == (8, 6)
    assert loser.dead_wizard_cards == ()


def test_last_words_add_the_top_card_to_the_next_spell() -> None:
    assert dead_in_the_next_round("last_words").state.wizards[0].dead_wizard_cards == (
        "last_words",
    )
    deck = "wild_magic ferrule" + " gilded" * 16
    duel = cast("thorny", me=wizard(dead_wizard_cards="last_words"), deck=deck)
    assert duel.story == ["1 takes 3", "1 takes 2"]
    assert duel.state.wizards[0].hand[0] == "wild_magic"
    assert duel.state.wizards[0].dead_wizard_cards == ()


def test_rattling_bones_are_a_die_for_the_next_creature() -> None:
    assert dead_in_the_next_round("rattling_bones").state.wizards[0].dead_wizard_cards
    me = wizard(dead_wizard_cards="rattling_bones")
    duel = cast("scorching gravehound", me=me, dice=[1, 1, 1])
    assert duel.story[::2] == ["scorching rolls 1", "gravehound rolls 1 1"]
    assert duel.state.wizards[0].dead_wizard_cards == ()
