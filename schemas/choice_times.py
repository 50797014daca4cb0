"""When choices were made in secret: the service's word, and what the commits say against it."""

from bisect import bisect_left
from collections.abc import Collection, Mapping
from typing import Any

from engine.core.game import Decision, Game
from engine.core.match_due import seat_deadline
from engine.core.match_state import MatchState, awaited, decisions
from schemas.comparing import DiffersError


class ChoiceTimes:
    """What the commits so far tell of the times at which choices can have been made [M5.6]."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._opened: dict[str, int] = {}
        """Decision -> stamp of the commit after which it was first open."""
        self._ran: dict[int, int] = {}
        """Seat -> since when its clock had run that a choice stopped last."""
        self._breaks: list[tuple[int, int]] = []
        """From and to when the match took no choices: pauses and faults, in order."""
        self._broken: int | None = None
        """Since when it takes none."""

    def told(
        self, state: MatchState, stops: Mapping[int, int], at: int, late: Collection[int]
    ) -> dict[int, int]:
        """Return, by seat, when it first chose, as a commit says of clocks that stood still.

        A clock that ran can't have stood still before it ran, after the commit, after it had run
        out, or in a pause.

        ``stops``: seat -> ``until`` of its clock; ``at``: the commit's stamp; ``late``: whom an
        expiry names, who have not chosen. Raises DiffersError.
        """
        sealed_of = {d.id for d in decisions(self._game, state) if d.sealed}
        told: dict[int, int] = {}
        for seat, until in stops.items():
            clock, latest = state.clocks[seat], seat_deadline(state, seat)
            if seat in late or clock.since is None or latest is None:
                continue
            if clock.turn not in sealed_of:
                continue
            if not clock.since <= until <= min(at, latest) or self._in_a_break(until):
                msg = f"the clock of seat {seat} stood still when it can't have"
                expected = f"{clock.since} to {min(at, latest)}, not in a pause"
                raise DiffersError(msg, expected=expected, found=until)
            told[seat] = until
        return told

    def check(
        self, state: MatchState, decision: Decision, seat: int, chose: int, told: Mapping[int, int]
    ) -> None:
        """Judge the stamp of a choice; raises DiffersError.

        ``told``: what the commit that opens the choice says, as ``told`` returns it.
        """
        opened = self._opened[decision.id]
        if chose < opened:
            msg = f"the choice of seat {seat} is stamped before its decision was open"
            raise DiffersError(msg, expected=f"at least {opened}", found=chose)
        if self._in_a_break(chose):
            msg = f"the choice of seat {seat} is stamped when the match took none"
            raise DiffersError(msg, expected="no stamp in a pause", found=chose)
        clock = state.clocks[seat] if state.clocks else None
        if clock is None or clock.turn != decision.id:
            return
        if clock.since is None:
            ran, stood = self._ran.get(seat, 0), clock.until
        else:
            ran, stood = clock.since, told.get(seat)
            if ran <= chose < state.at:
                msg = f"an earlier commit does not say that the clock of seat {seat} stood still"
                raise DiffersError(msg, expected=f"until {chose}", found="nothing")
        if stood != max(chose, ran):  # one that began to run after the choice stood at once
            msg = f"the clock of seat {seat} did not stand still when it chose"
            raise DiffersError(msg, expected=max(chose, ran), found=stood)

    def note(self, before: MatchState, after: MatchState, told: Collection[int]) -> None:
        """Remember a commit that was found right; ``told``: whose clocks a choice stopped."""
        for entry in awaited(self._game, after):
            self._opened.setdefault(entry.decision, after.at)
        for seat in told:
            self._ran[seat] = before.clocks[seat].since or 0
        if after.parked or after.paused is not None:
            self._broken = after.at if self._broken is None else self._broken
        elif self._broken is not None:
            self._breaks.append((self._broken, after.at))
            self._broken = None

    def _in_a_break(self, at: int) -> bool:
        before = bisect_left(self._breaks, (at,)) - 1  # the last one that began earlier
        return before >= 0 and at < self._breaks[before][1]
