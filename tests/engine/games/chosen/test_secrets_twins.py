"""Section 16, in matches of bots: what is told of positions that differ only in secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.commands import Choose, Pass
from tests.engine.games.chosen.bouts import SMALLEST, any_commands, opening, path, written
from tests.engine.games.chosen.laws import quiet_twin, twin
from tests.engine.games.chosen.table import Loaded
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.messages import Event
    from engine.games.chosen.state import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    return from_json(GAME.view(state, seat).model_dump_json())


@pytest.mark.rule("chosen", "16.6")
@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_a_refusal_is_the_same_whatever_is_secret(mode: Any, seats: int) -> None:
    rng = Rng(bytes(32), 9)
    refused = 0
    for state in _some(mode, seats, rng):
        for seat in range(seats):
            other = twin(state, seat, rng)
            for command in any_commands(state, rng):
                answers = [GAME.check(one, seat, command) for one in (state, other)]
                assert answers[0] == answers[1], (seat, command)
                refused += answers[0] is not None
    assert refused


@pytest.mark.rule("chosen", "5.3", "5.8", "7.10", "16.1", "16.2")
@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_passing_tells_nothing_to_anybody_of_what_is_secret(mode: Any, seats: int) -> None:
    """Others pass, or decline: what a viewer gets of it, and who is asked next, is the same.

    In the twins all that the viewer does not know is dealt again, also the hand of who passes.
    """
    rng = Rng(bytes(32), 11)
    compared = 0
    for state in _some(mode, seats, rng):
        question = state.question
        assert question is not None
        command = _silent(state)
        if command is None:
            continue
        for viewer in (None, *range(seats)):
            if viewer in question.seats:
                continue
            other = quiet_twin(state, viewer, rng)
            pair = [_after(one, question.seats[0], command) for one in (state, other)]
            told = [_told(state, events, viewer) for state, events in pair]
            assert told[0] == told[1], (question, viewer)
            compared += 1
    assert compared


def _silent(state: State) -> Any:
    """Return how to decline the question that is open, if that can be done."""
    question = state.question
    assert question is not None
    if question.kind != "choose":
        return Pass()
    return Choose(pick="none") if "none" in question.picks else None


def _after(state: State, seat: int, command: Any) -> tuple[State, Sequence[Event]]:
    events = GAME.decide(state, (Move(seat=seat, command=command),), Loaded())
    assert not isinstance(events, Rejection), events
    return fold(GAME, state, events), events


def _told(state: State, events: Sequence[Event], viewer: int | None) -> tuple[Any, ...]:
    parts = written(events, state.seats)
    return (
        [event.kind for event in events],
        parts.public,
        None if viewer is None else parts.private[f"seat:{viewer}"],
        to_json(view(state, viewer)),
    )


def _some(mode: Any, seats: int, rng: Rng) -> Iterator[State]:
    """Yield some positions of some matches in which somebody is asked."""
    for seed in range(2):
        yield from rng.shuffle(path("random", mode, seats, seed)[:-1])[:30]


# --- the twins themselves -------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_twins_vary_every_hidden_zone(mode: Any, seats: int) -> None:
    """The laws say nothing of what their twins do not vary."""
    rng = Rng(bytes(32), 5)
    wanted = {"hand", "future", "own future", "levels", "obstacles"}
    varied: dict[str, set[str]] = {"twin": set(), "quiet": set()}
    for seed in range(3):
        for state in path("random", mode, seats, seed)[5:-1:5]:
            for name, made in (("twin", twin), ("quiet", quiet_twin)):
                varied[name] |= _varied(state, made(state, 0, rng))
    assert varied["twin"] == wanted
    assert varied["quiet"] == wanted


def _varied(state: State, other: State) -> set[str]:
    found = set[str]()
    foreign = [seat for seat in range(state.seats) if seat != 0]
    for seat in foreign:
        mine, twins = state.players[seat], other.players[seat]
        found |= {"hand"} if mine.hand != twins.hand else set()
        found |= {"future"} if mine.future != twins.future else set()
    found |= {"own future"} if state.players[0].future != other.players[0].future else set()
    for n, piece in state.present.items():
        if piece.card != other.present[n].card:
            found.add("levels" if piece.place == "tower" else "obstacles")
    assert state.players[0].hand == other.players[0].hand
    return found


def test_a_deal_has_nothing_in_common_with_its_twin_but_what_is_known() -> None:
    state = opening("twins", 4, Rng(bytes(32), 1))
    other = twin(state, 1, Rng(bytes(32), 2))
    assert view(other, 1) == view(state, 1)
    assert other.players[0] != state.players[0]
