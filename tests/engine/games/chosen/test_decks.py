"""What players bring: ready decks, and own ones that are checked when joining."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.catalogue import PRINTED
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.decks import Own, Ready
from engine.games.chosen.models import Event
from tests.engine.play import Match, refusal

PLENTY = [card for card in CARDS if CARDS[card].type != "tower_level"]
TOWER = ("granary", "toll_hall", "iron_gallery")


def own(size: int = 40, copies: int = 3, **fields: Any) -> Own:
    """Return a deck of so many cards, each as often as said."""
    cards = [card for card in PLENTY for _ in range(copies)][:size]
    return Own(**{"cards": tuple(cards), "levels": TOWER, **fields})


def refused(entry: Ready | Own, mode: Any = "duel") -> tuple[str, str] | None:
    """Return clause and text of a refusal, or None if the deck is accepted."""
    assert GAME.check_entry is not None
    refusal = GAME.check_entry(ChosenConfig(mode=mode), 0, entry)
    if refusal is None:
        return None
    assert refusal.code == "ENTRY_REFUSED"
    return refusal.rule, refusal.detail


# --- ready decks ----------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "1.5")
def test_there_are_four_ready_decks_with_a_plan_each() -> None:
    decks = PRINTED.ready_decks
    assert len({deck.name for deck in decks}) == len({deck.title for deck in decks}) == 4
    assert len({deck.plan for deck in decks}) == 4
    assert len({deck.omen for deck in decks}) == 4


@pytest.mark.rule("chosen", "1.6", "1.7", "1.8")
@pytest.mark.parametrize("deck", PRINTED.ready_decks, ids=lambda deck: deck.name)
def test_a_ready_deck_is_one_that_anybody_might_have_built(deck: Any) -> None:
    assert len(deck.cards) == 40
    assert max(Counter(deck.cards).values()) <= 3
    assert len(set(deck.levels)) == 3
    assert refused(Ready(name=deck.name), "omen") is None
    as_own = Own(cards=deck.cards, levels=deck.levels, omen=deck.omen)
    for mode in ("duel", "omen", "twins", "teams"):
        assert refused(as_own, mode) is None


def test_the_ready_decks_show_every_card() -> None:
    shown = {
        card for deck in PRINTED.ready_decks for card in (*deck.cards, *deck.levels, deck.omen)
    }
    assert shown == set(CARDS)


@pytest.mark.parametrize(
    ("deck", "type_", "at_least"),
    [
        ("first_steps", "quest", 12),
        ("hammer_and_hook", "adventurer", 22),
        ("the_long_winter", "obstacle", 5),
        ("the_ninth_chair", "event", 5),
    ],
)
def test_a_ready_deck_has_what_its_plan_needs(deck: str, type_: str, at_least: int) -> None:
    cards = next(one.cards for one in PRINTED.ready_decks if one.name == deck)
    assert sum(CARDS[card].type == type_ for card in cards) >= at_least


def test_the_winter_takes_cards_and_the_chair_counts() -> None:
    decks = {deck.name: deck for deck in PRINTED.ready_decks}

    def with_op(deck: str, op: str) -> int:
        return sum(f'"op":"{op}"' in CARDS[c].model_dump_json() for c in decks[deck].cards)

    assert with_op("the_long_winter", "mill") >= 10
    assert with_op("the_ninth_chair", "counters") >= 4


@pytest.mark.rule("chosen", "1.5")
@pytest.mark.parametrize(
    ("name", "hint"),
    [("first_step", " (did you mean 'first_steps'?)"), ("zzz", "")],
)
def test_an_unknown_ready_deck_is_refused_with_those_there_are(name: str, hint: str) -> None:
    there_are = "first_steps, hammer_and_hook, the_long_winter, the_ninth_chair"
    assert refused(Ready(name=name)) == (
        "1.5",
        f"There is no ready deck {name!r}{hint}; there are {there_are}.",
    )


# --- own decks ------------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "1.6")
@pytest.mark.parametrize(
    ("size", "copies", "detail"),
    [
        pytest.param(40, 3, None, id="40 of three"),
        pytest.param(59, 3, None, id="59 of three"),
        pytest.param(60, 4, None, id="60 of four"),
        pytest.param(120, 4, None, id="120 of four"),
        pytest.param(
            39, 3, "A deck has at least 40 cards besides tower and Omen; this one has 39.", id="39"
        ),
        pytest.param(
            59, 4,
            "In a deck of 59 cards at most 3 of one card are allowed, 4 in one of 60 or more; "
            "there are Bren of the Ford 4 times, ",
            id="59 of four",
        ),
        pytest.param(
            60, 5,
            "In a deck of 60 cards at most 4 of one card are allowed; "
            "there are Bren of the Ford 5 times, ",
            id="60 of five",
        ),
    ],
)  # fmt: skip
def test_the_size_of_a_deck_and_copies_of_a_card(
    size: int, copies: int, detail: str | None
) -> None:
    found = refused(own(size, copies))
    if detail is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == "1.6"
        assert found[1].startswith(detail)


@pytest.mark.rule("chosen", "1.6")
def test_unknown_cards_are_named_with_what_is_spelled_nearly_so() -> None:
    cards = (*own(40).cards, "cold_steal", "Mother Cinder", "xyzzy")
    detail = (
        "No card has these ids: 'Mother Cinder' (did you mean 'mother_cinder'?), "
        "'cold_steal' (did you mean 'cold_steel'?), 'xyzzy'."
    )
    assert refused(own(cards=cards)) == ("1.6", detail)
    cards = (*own(40).cards, *(f"{letter}{letter}{letter}qq" for letter in "abcdefgh"))
    found = refused(own(cards=cards))
    assert found is not None
    assert found[1].endswith("'eeeqq' and 3 more.")


@pytest.mark.rule("chosen", "1.6")
def test_levels_and_omen_are_looked_up_too() -> None:
    found = refused(own(levels=("granari", "toll_hall", "iron_gallery"), omen="red_comment"))
    assert found is not None
    assert "'granari' (did you mean 'granary'?), 'red_comment'" in found[1]


@pytest.mark.rule("chosen", "1.7")
@pytest.mark.parametrize(
    ("levels", "mode", "detail"),
    [
        pytest.param("granary toll_hall", "duel", "Name 3 tower levels; there are 2.", id="two"),
        pytest.param(
            "granary toll_hall oubliette sally_port", "duel",
            "Name 3 tower levels; there are 4.", id="four",
        ),
        pytest.param("granary toll_hall oubliette sally_port", "twins", None, id="four of twins"),
        pytest.param(
            "granary toll_hall oubliette sally_port mirror_room murder_stair", "teams", None,
            id="six of teams",
        ),
        pytest.param(
            "granary toll_hall", "teams", "Name 3 to 6 tower levels; there are 2.",
            id="two of teams",
        ),
        pytest.param(
            "granary granary toll_hall", "duel",
            "The tower levels must all be different: Granary is not.", id="twice",
        ),
        pytest.param(
            "granary toll_hall salt_exchange", "duel",
            "These are no tower levels: Salt Exchange.", id="a building",
        ),
    ],
)  # fmt: skip
def test_the_levels_of_a_deck(levels: str, mode: str, detail: str | None) -> None:
    expected = None if detail is None else ("1.7", detail)
    assert refused(own(levels=tuple(levels.split())), mode) == expected


@pytest.mark.rule("chosen", "1.8")
@pytest.mark.parametrize("omen", [None, "good_harvest", "week_of_rain", "salt_exchange"])
def test_an_omen_is_a_permanent_event(omen: str | None) -> None:
    found = refused(own(omen=omen), "omen")
    assert found is not None
    assert found[0] == "1.8"
    omens = [card.id for card in CARDS.values() if isinstance(card, Event) and card.fit_as_omen]
    assert found[1].endswith(f"name one of: {', '.join(omens)}.")
    assert (refused(own(omen=omen)) is None) == (omen is None)
    for fit in omens:
        assert refused(own(omen=fit), "omen") is None


@pytest.mark.rule("chosen", "1.5", "1.9")
def test_an_own_deck_is_dealt_as_it_was_brought() -> None:
    brought = own(45, levels=("sally_port", "oubliette", "deep_cistern"))
    rng = Rng(bytes(32), 1)
    state = GAME.initial
    for event in GAME.setup(ChosenConfig(), (brought, Ready(name="first_steps")), rng):
        state = GAME.evolve(state, event)
    first = state.players[0]
    assert Counter(first.future + first.hand) == Counter(brought.cards)
    assert [state.present[n].card for n in state.towers[0]] == list(brought.levels)


@pytest.mark.rule("chosen", "16.1", "16.2")
def test_a_deck_is_a_secret_of_who_joins_with_it() -> None:
    """Nobody else learns a card of it before it is played, nor its size before the start."""
    seen: list[object] = []
    for brought in (own(40), own(60, levels=("sally_port", "oubliette", "mirror_room"))):
        match = Match(GAME, ChosenConfig(), 2)
        match.start("ann", entry=brought.model_dump(mode="json"))
        seen.append([(part.public, part.private["seat:1"]) for part in match.parts])
        match.start("bea", entry={"deck": "ready", "name": "first_steps"})
        hers = {deck.name: deck for deck in PRINTED.ready_decks}["first_steps"]
        secret = {*brought.cards, *brought.levels} - {*hers.cards, *hers.levels, hers.omen}
        for part in match.parts:
            told = (part.public + part.private["seat:1"]).decode()
            assert [card for card in secret if f'"{card}"' in told] == []
    assert seen[0] == seen[1]


@pytest.mark.rule("chosen", "1.6")
def test_a_deck_is_checked_when_joining() -> None:
    match = Match(GAME, ChosenConfig(), 2)
    bad = own(39).model_dump(mode="json")
    assert refusal(match.join("ann", entry=bad)) == ("ENTRY_REFUSED", "1.6")
    assert match.join("ann", entry=own().model_dump(mode="json")).status == "accepted"


def test_a_sample_is_one_of_the_ready_decks() -> None:
    assert GAME.sample_entry is not None
    rng = Rng(bytes(32), 1)
    samples = {GAME.sample_entry(ChosenConfig(), 0, rng).name for _ in range(60)}
    assert samples == {deck.name for deck in PRINTED.ready_decks}
