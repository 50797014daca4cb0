"""What wizards may agree on: a draw, but no move is taken back."""

from __future__ import annotations

import pytest

from engine.core.messages import Event, members_of
from engine.games.spellwars import GAME
from engine.games.spellwars.commands import SpellWarsConfig
from tests.engine.play import Match


@pytest.mark.rule("spellwars", "14.10")
def test_a_draw_that_all_agree_on_ends_the_match() -> None:
    match = Match(GAME, SpellWarsConfig(), 2).start("ada", "ben")
    assert match.send("ada", {"kind": "match.offer", "what": "draw"}).status == "accepted"
    offer = match.state.version
    assert match.send("ben", {"kind": "match.agree", "offer": offer}).status == "accepted"
    assert match.state.status == "closed"
    assert match.state.outcome is not None
    assert match.state.outcome["draw"] is True


@pytest.mark.rule("spellwars", "16.7")
def test_nothing_that_happens_can_be_taken_back() -> None:
    events = [event for event in members_of(GAME.event) if issubclass(event, Event)]
    assert [event.__name__ for event in events if event.reversible] == []
