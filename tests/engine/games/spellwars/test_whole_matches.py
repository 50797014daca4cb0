"""Whole matches of bots, and the laws that no single clause states."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.core.messages import Event
from engine.core.rejection import ImpossibleEventError
from engine.core.secrecy import Hidden
from engine.games.spellwars import GAME
from engine.games.spellwars.cards import DEAD_DECK, SPELL_DECK, TREASURE_DECK
from engine.games.spellwars.events_effects import (
    BloodPaid,
    BloodStolen,
    CardDiscarded,
    CreatureDiscarded,
    CreatureKept,
    DeadWizardDrawn,
    TreasureGained,
    TreasureOwed,
    TreasureReturned,
    WizardDied,
)
from engine.games.spellwars.events_flow import (
    CardsDrawn,
    CardsRevealed,
    DeckShuffled,
    RoundEnded,
    TableLaid,
    TopCardAdded,
)
from engine.games.spellwars.evolve import evolve
from engine.games.spellwars.state import State, Wizard
from tests.engine.games.spellwars.bouts import positions
from tests.engine.games.spellwars.table import table, wizard

if TYPE_CHECKING:
    from collections.abc import Iterator

EVERY = pytest.mark.parametrize("seats", range(GAME.min_seats, GAME.max_seats + 1))
POLICIES = pytest.mark.parametrize("policy", sorted(GAME.policies))
STATES = TypeAdapter(State)


def matches(policy: str, seats: int) -> Iterator[list[State]]:
    """Play one match of each kind."""
    yield [*positions([policy] * seats, seats)]
    yield [*positions([policy] * seats, seats + 10, mode="quick", dead_draw_on_death=False)]


@EVERY
@POLICIES
def test_bots_play_matches_to_the_end(policy: str, seats: int) -> None:
    for path in matches(policy, seats):
        outcome = GAME.outcome(path[-1])
        assert outcome is not None
        told = outcome.model_dump()
        assert bool(told["winners"]) != told["draw"]
        best = max(told["points"] if told["mode"] == "quick" else told["last_wizard_tokens"])
        scores = told["points"] if told["mode"] == "quick" else told["last_wizard_tokens"]
        assert told["draw"] or {scores[seat] for seat in told["winners"]} == {best}
        assert sum(told["last_wizard_tokens"]) <= told["rounds"]


@EVERY
@POLICIES
def test_the_cards_stay_the_same_and_the_numbers_in_their_bounds(policy: str, seats: int) -> None:
    cards = Counter((*SPELL_DECK, *TREASURE_DECK, *DEAD_DECK))
    for path in matches(policy, seats):
        for state in path:
            assert GAME.pieces(state) == cards
            assert not state.aside
            assert all(_in_bounds(one) for one in state.wizards)


def _in_bounds(one: Wizard) -> bool:
    return 0 <= one.life <= 25 and 0 <= one.blood <= 25 and 0 <= one.last_wizard_tokens <= 20


@EVERY
@POLICIES
def test_there_is_always_an_outcome_or_something_to_do(policy: str, seats: int) -> None:
    for path in matches(policy, seats):
        for state in path:
            pending = GAME.pending(state)
            assert bool(pending) != (GAME.outcome(state) is not None)
            for decision in pending:
                assert decision.seats
                assert all(GAME.legal(state, seat) for seat in decision.seats)
                assert all(state.wizards[seat].living for seat in decision.seats)
        ids = [decision.id for state in path for decision in GAME.pending(state)]
        assert len(ids) == len(set(ids))


@EVERY
def test_positions_survive_json(seats: int) -> None:
    for path in matches("random", seats):
        for state in path[::5]:
            assert STATES.validate_json(STATES.dump_json(state)) == state


class Unheard(Event):
    kind: str = "unheard"


@pytest.mark.parametrize(
    "event",
    [
        Unheard(),
        CardDiscarded(seat=0, card="mossy"),
        CardsDrawn(seat=0, count=2, cards=Hidden(("mossy", "mossy"), (0,))),
        CreatureDiscarded(seat=0, n=999, card="kiln_imp", why="banished"),
        DeadWizardDrawn(seat=0, card="sore_loser"),
        DeckShuffled(count=1, deck=Hidden(("mossy",))),
        TreasureGained(seat=0, treasure="rude_horn"),
        TreasureReturned(seat=0, treasure="rude_horn"),
        TreasureOwed(seat=2),
        BloodPaid(seat=0, amount=1, card="inkblot", what="component"),
        BloodStolen(seat=0, by=1, amount=1),
        CardsRevealed(seat=0, cards=("mossy",)),
        CreatureKept(seat=0, n=1, card="ink_kraken"),
        WizardDied(seat=0, killer=1, discarded=()),
        RoundEnded(winner=None, discarded=("mossy",)),
    ],
    ids=lambda event: event.kind,
)
def test_an_impossible_event_is_refused(event: Event) -> None:
    state = table(wizard("ferrule", creatures="kiln_imp"), wizard("inkblot"), deck="thorny")
    state = replace(state, treasure_deck=("late_bell",), dead_wizard_deck=("last_words",))
    with pytest.raises(ImpossibleEventError):
        evolve(state, event)


@pytest.mark.parametrize(
    ("event", "sizes"),
    [(TableLaid, ("seats", (1, 7, 10**8))), (TopCardAdded, ("wild", (-1, 10**8)))],
)
def test_no_size_in_a_stored_event_is_out_of_bounds(
    event: type[Event], sizes: tuple[str, tuple[int, ...]]
) -> None:
    """Whoever reads a file sent by anybody gets an error, and soon."""
    field, values = sizes
    for value in values:
        with pytest.raises(ValidationError, match=field):
            event.model_validate({field: value})
