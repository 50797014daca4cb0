"""Whole matches of bots in every mode, and the laws that no single clause states."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rejection import ImpossibleEventError
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
from schemas.verify import verify
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import play_out, policy_of
from tests.engine.games.chosen.bouts import SMALLEST, TABLES, path
from tests.engine.games.chosen.table import player, table

if TYPE_CHECKING:
    from engine.core.messages import Event

GAMES = discover()
MATCHES = 1_000
BUDGET_S = 30 * 60
ENOUGH = 200


def held(mode: Any, seats: int, number: int, policy: str, *, proved: bool) -> None:
    """Play a match of bots, and prove it from its file if that is asked for."""
    secrets = Secrets(number, f"whole {mode} {seats}", number)
    match = LocalMatch(GAME, ChosenConfig(mode=mode), seats, secrets)
    cards = GAME.pieces(match.state.game)
    play_out(match, policy_of(GAME, policy), {s: policy_rng(secrets, s) for s in range(seats)})
    assert GAME.pieces(match.state.game) == cards, number
    assert match.state.game.turn <= MAX_TURNS
    assert match.state.version < GAME.turn_limit
    if proved:
        verdict = verify(match.write(), GAMES)
        assert verdict.genuine, (number, verdict)
        assert verdict.status == "closed"


@pytest.mark.rule("chosen", "17.5")
@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_matches_of_every_mode_and_number_of_players_are_played_to_the_end(
    mode: Any, seats: int
) -> None:
    """Random bots make long matches: at large tables only greedy ones play."""
    smallest = (mode, seats) in SMALLEST
    others = "random" if smallest else "greedy"
    for number, policy in enumerate(("greedy", others, "greedy")):
        held(mode, seats, number, policy, proved=smallest and number == 0)


@pytest.mark.long
@pytest.mark.timeout(2 * BUDGET_S)
def test_a_thousand_random_matches_hold_the_laws() -> None:
    until = monotonic() + BUDGET_S
    played = 0
    while played < MATCHES and monotonic() < until:
        mode, seats = TABLES[played % len(TABLES)]
        held(
            mode, seats, 100 + played, ("greedy", "random")[played // len(TABLES) % 2], proved=True
        )
        played += 1
    assert played >= ENOUGH, f"{played} matches in {BUDGET_S} s"


@pytest.mark.rule("chosen", "2.4", "2.6", "4.9")
@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_numbers_stay_in_their_bounds(mode: Any, seats: int) -> None:
    for state in path("random", mode, seats, 0):
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
    states = path("random", mode, seats, 1)
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
