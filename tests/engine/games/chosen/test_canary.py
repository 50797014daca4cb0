"""No byte of a commit or a view names a card to who may not know it, in any mode.

Each seat brings cards that no other has, so what is seen of them must have been shown. And what a
view shows to a seat stands in the parts of commits that the seat was given: the file of a match
tells it as well.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.answer import options, view_answer
from engine.core.codec import codec_of
from engine.core.match_messages import is_match_kind
from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.variants import VARIANTS
from tests.engine.games.chosen.disjoint import brought, deck, learned, seen_in, telling
from tests.engine.play import RESIGN, Match

if TYPE_CHECKING:
    from engine.core.match_state import Commit
    from engine.core.options import CommandData
    from engine.games.chosen.state import Mode, State

SEED = 0
COMMITS = 150
LEAVES_AT = 60
"""From this version on one seat is out, and goes on watching."""
MOST_SEATS = 4
"""More could not all bring three levels of their own."""


class Watched:
    """A match of bots, and what each viewer may know of its cards, and was told."""

    def __init__(self, mode: Mode, seed: int) -> None:
        self.seats = min(MOST_SEATS, VARIANTS[mode].seats[-1])
        self.rng = Rng(seed.to_bytes(32, "big"), 0)
        self.match = Match(GAME, ChosenConfig(mode=mode), self.seats)
        self.viewers = (None, *range(self.seats))
        self.may_know: dict[int | None, set[str]] = {None: set()}
        self.told: dict[int | None, set[str]] = {viewer: set() for viewer in self.viewers}
        self.kinds = Counter[str]()
        self._table: State = GAME.initial
        self._read = 0
        for seat in range(self.seats):
            entry = deck(seat, self.seats, omen=mode == "omen")
            self.may_know[seat] = brought(entry)
            joined = self.match.join(f"player {seat}", seat=seat, entry=entry)
            assert joined.status == "accepted", joined

    @property
    def over(self) -> bool:
        return self.match.state.status == "closed"

    def look(self) -> None:
        """Check all that is new for every viewer."""
        for commit in self.match.commits[self._read :]:
            if commit.n > self.seats:  # it has started
                self._learn(commit)
                self._check_parts(commit)
        self._read = len(self.match.commits)
        if not self.over:
            self._check_views()

    def _learn(self, commit: Commit) -> None:
        for event in commit.events:
            if not is_match_kind(event.kind):
                self.kinds[event.kind] += 1
                self._table = GAME.evolve(self._table, event)
                for viewer in self.viewers:
                    self.may_know[viewer] |= learned(self._table, event, viewer)

    def _check_parts(self, commit: Commit) -> None:
        parts = codec_of(GAME).write(commit, self.seats)
        for viewer in self.viewers:
            own = b"" if viewer is None else parts.private[f"seat:{viewer}"]
            shown = seen_in(parts.public) | seen_in(own)
            if any(event.kind == "match.closed" for event in commit.events):
                continue  # all parts are open
            assert shown - self.may_know[viewer] == set(), (commit.n, viewer)
            self.told[viewer] |= shown

    def _check_views(self) -> None:
        for viewer in self.viewers:
            shown = seen_in(to_json(view_answer(GAME, self.match.state, viewer)))
            assert shown - self.may_know[viewer] == set(), (self._read, viewer)
            assert shown - self.told[viewer] == set(), (self._read, viewer, "not by a commit")

    def go_on(self) -> None:
        """Let somebody who is asked answer; whoever can look into secrets often does."""
        question = self.match.state.game.question
        seat = self.rng.choice(question.seats)
        sent = self.match.send(f"player {seat}", self._choice(seat), decision=question.id)
        assert sent.status == "accepted", sent

    def _choice(self, seat: int) -> CommandData:
        state = self.match.state
        listed = [o.command for o in options(GAME, state, seat) if o.command is not None]
        liked = telling(state.game, listed)
        if liked and self.rng.below(2):
            return self.rng.choice(liked)
        answer: Any = from_json(to_json(view_answer(GAME, state, seat)))
        policy = "greedy" if self.rng.below(3) else "random"
        return GAME.policies[policy](answer, self.rng)


@pytest.mark.rule("chosen", "16.1", "16.2", "16.3", "16.4", "16.8")
@pytest.mark.parametrize("mode", VARIANTS)
def test_nobody_is_told_a_card_that_it_may_not_know(mode: Mode) -> None:
    watched = Watched(mode, SEED)
    watched.look()
    while not watched.over and watched.match.state.version < COMMITS:
        if watched.match.state.version == LEAVES_AT:
            watched.match.send("player 1", RESIGN)
        else:
            watched.go_on()
        watched.look()
    wanted = {"obstacle_laid", "players_dropped"}
    wanted |= {"omen": {"omen_entered"}, "alliances": {"alliance_made"}}.get(mode, set())
    assert wanted <= watched.kinds.keys()
