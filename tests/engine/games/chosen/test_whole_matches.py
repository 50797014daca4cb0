"""Whole matches of bots in every mode, and the laws that no single clause states."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from engine.core.rejection import ImpossibleEventError
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games import discover
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.events_effects import (
    CardLeft,
    CardsDiscarded,
    CardsDrawn,
    MpPaid,
    Recovered,
    StrengthChanged,
)
from engine.games.chosen.events_flow import ActDone, CardEntered, ObstacleLaid, Passed
from engine.games.chosen.evolve import evolve
from engine.games.chosen.state import MAX_ACTS, MAX_QUESTS, MAX_TURNS
from engine.games.chosen.variants import VARIANTS
from schemas.verify import verify
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import play_out, policy_of
from tests.engine.games.chosen.bouts import COMMANDS, SMALLEST, TABLES, any_commands, walk
from tests.engine.games.chosen.laws import twin
from tests.engine.games.chosen.table import player, table
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from engine.core.messages import Event
    from engine.games.chosen.state import State
    from tests.engine.games.chosen.bouts import Step

GAMES = discover()
EVENTS = TypeAdapter[Any](GAME.event)
ROUNDS = [(seats, {"sieges_only": True}) for seats in VARIANTS["round_attack"].seats]
CASES = [
    *((mode, seats, {}) for mode, seats in TABLES),
    *(("round_attack", *one) for one in ROUNDS),
]
EACH = 3
"""Matches of a case."""
EVERY = 100
"""Positions from one that is looked at to the next."""
MATCHES = 1_000
BUDGET_S = 30 * 60
ENOUGH = 200


def played(mode: Any, seats: int, number: int, **settings: Any) -> None:
    """Play a random match; the laws hold at its end and here and there before."""
    rng = Rng(bytes(32), number)
    cards: Any = None
    count, state, step = 0, None, None
    for count, (state, step) in enumerate(walk(mode, seats, number, **settings)):
        cards = cards or GAME.pieces(state)
        if count % EVERY == 0:
            laws(state, step, cards, rng)
    assert state is not None
    laws(state, step, cards, rng)
    assert GAME.outcome(state) is not None, number
    assert state.turn <= MAX_TURNS
    assert count < GAME.turn_limit


def laws(state: State, step: Step | None, cards: Any, rng: Rng) -> None:
    """No card is lost, stored events fold alike, options are accepted, refusals tell nothing."""
    assert GAME.pieces(state) == cards
    if step is not None:
        stored = [EVENTS.validate_json(EVENTS.dump_json(event)) for event in step.events]
        assert fold(GAME, step.before, stored) == state
    for decision in GAME.pending(state):
        for seat in decision.seats:
            for option in GAME.legal(state, seat):
                command = COMMANDS.validate_python(option.sample(rng))
                assert GAME.check(state, seat, command) is None, (seat, command)
    seat = rng.below(state.seats)
    other = twin(state, seat, rng)
    for command in any_commands(state, rng):
        assert GAME.check(state, seat, command) == GAME.check(other, seat, command), (seat, command)


def proved(mode: Any, seats: int, number: int) -> None:
    """Play a match of greedy bots as the service does, and prove it from its file."""
    secrets = Secrets(number, f"whole {mode} {seats}", number)
    match = LocalMatch(GAME, ChosenConfig(mode=mode), seats, secrets)
    play_out(match, policy_of(GAME, "greedy"), {s: policy_rng(secrets, s) for s in range(seats)})
    verdict = verify(match.write(), GAMES)
    assert verdict.genuine, (number, verdict)
    assert verdict.status == "closed"


@pytest.mark.rule("chosen", "17.5")
@pytest.mark.parametrize(("mode", "seats", "settings"), CASES)
def test_matches_of_every_mode_and_number_of_players_are_played_to_the_end(
    mode: Any, seats: int, settings: dict[str, Any]
) -> None:
    for number in range(EACH):
        played(mode, seats, number, **settings)


@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_a_match_of_every_mode_is_proved(mode: Any, seats: int) -> None:
    proved(mode, seats, 0)


@pytest.mark.long
@pytest.mark.timeout(2 * BUDGET_S)
def test_a_thousand_matches_hold_the_laws() -> None:
    """Every other one is of greedy bots and is proved, the others are random."""
    until = monotonic() + BUDGET_S
    count = 0
    while count < MATCHES and monotonic() < until:
        mode, seats, settings = CASES[count // 2 % len(CASES)]
        if count % 2:
            proved(mode, seats, 100 + count)
        else:
            played(mode, seats, 100 + count, **settings)
        count += 1
    assert count >= ENOUGH, f"{count} matches in {BUDGET_S} s"


@pytest.mark.rule("chosen", "2.4", "2.6", "4.9")
@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_numbers_stay_in_their_bounds(mode: Any, seats: int) -> None:
    for state, _ in walk(mode, seats, 0):
        assert state.acts <= MAX_ACTS
        assert all(one.mp >= 0 for one in state.players)
        for seat in range(seats):
            row = [piece.card for piece in state.of(seat, "row")]
            assert len(row) == len(set(row))
            assert len(state.of(seat, "quest")) <= MAX_QUESTS
        for piece in state.present.values():
            assert (piece.at is None) == (piece.place != "attached")
            assert piece.at is None or piece.at in state.present
            assert not state.players[piece.controller].out or piece.place == "tower"
        levels = {n for n, piece in state.present.items() if piece.place == "tower"}
        assert levels == {n for tower in state.towers for n in tower}


@pytest.mark.rule("chosen", "18.2")
@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_there_is_always_an_outcome_or_somebody_to_ask(mode: Any, seats: int) -> None:
    states = [state for state, _ in walk(mode, seats, 1)]
    for state in states:
        pending = GAME.pending(state)
        assert bool(pending) != (GAME.outcome(state) is not None)
        for decision in pending:
            assert all(GAME.legal(state, seat) for seat in decision.seats)
            assert not any(state.players[seat].out for seat in decision.seats)
    ids = [decision.id for state in states for decision in GAME.pending(state)]
    assert len(ids) == len(set(ids))
    numbers = [int(name.partition(".")[2]) for name in ids]
    assert numbers == [*range(1, len(ids) + 1)]


@pytest.mark.parametrize(
    "event",
    [
        CardLeft(n="c1", card="granary", to="past"),
        CardLeft(n="c99", card="granary", to="past"),
        CardsDrawn(seat=0, count=1, cards=Hidden(("hale_marrow",), (0,))),
        CardsDiscarded(seat=0, cards=("hale_marrow",)),
        Recovered(seat=0, card="hale_marrow"),
        MpPaid(seat=0, amount=6),
        StrengthChanged(what="wall", amount=1),
        ActDone(n="a1"),
        CardEntered(act="a1", seat=0, card="hale_marrow", n="c3", place="row"),
        ObstacleLaid(seat=0, n="c9", at="c1", card=Hidden("pit_of_nails", (0,))),
        Passed(seat=7, as_active=True).model_copy(update={"kind": "nothing"}),
    ],
    ids=lambda event: event.kind,
)
def test_an_impossible_event_is_refused(event: Event) -> None:
    state = table(player(mp=5, hand="pit_of_nails", tower="iron_gallery"), player())
    with pytest.raises(ImpossibleEventError):
        evolve(state, event)
