"""What the party may agree on: moves that are taken back, but no draw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games.regicide import GAME, RegicideConfig
from engine.games.regicide.commands import ChooseNext, Discard, Play, Signal, Yield
from tests.engine.games.regicide.table import cards, table
from tests.engine.play import Match, refusal

if TYPE_CHECKING:
    from engine.core.messages import Command
    from engine.games.regicide import State

PARTY = ("ada", "ben", "cleo")
HANDS = ("X1 2C KC", "2D 9D", "3D")


def at(state: State) -> Match:
    """Return a match of three that stands at a position of seat 0."""
    match = Match(GAME, RegicideConfig(), 3).start(*PARTY)
    match.state = replace(match.state, game=state)
    return match


@pytest.mark.rule("regicide", "9.8")
def test_no_draw_is_offered() -> None:
    answer = at(table("JH QS", hands=HANDS)).send("ada", {"kind": "match.offer", "what": "draw"})
    assert refusal(answer) == ("NO_DRAWS", "M9.5")


@pytest.mark.rule("regicide", "11.7")
@pytest.mark.parametrize(
    ("state", "command"),
    [
        (table("JH QS", hands=HANDS, step="next", played=["X2"]), ChooseNext(seat=2)),
        (table("JH QS", hands=HANDS, shield=10), Yield()),
    ],
    ids=["name", "yield"],
)
def test_a_name_and_a_yield_without_a_blow_are_taken_back(state: State, command: Command) -> None:
    match = at(state)
    assert match.send("ada", command.model_dump()).status == "accepted"
    assert match.state.game.current != 0
    assert match.send("ada", {"kind": "match.offer", "what": "take_back"}).status == "accepted"
    offer = match.state.version
    for other in ("ben", "cleo"):
        assert match.send(other, {"kind": "match.agree", "offer": offer}).status == "accepted"
    assert match.state.game == state


@pytest.mark.rule("regicide", "11.7")
@pytest.mark.parametrize(
    ("state", "command"),
    [
        (table("JH QS", hands=HANDS), Yield()),
        (table("JH QS", hands=HANDS), Play(cards=cards("X1"))),
        (table("JH QS", hands=HANDS, step="suffer"), Discard(cards=cards("KC"))),
        (table("JH QS", hands=HANDS, step="next", played=["X2"]), Signal(mood="willing")),
    ],
    ids=["struck yield", "play", "discard", "signal"],
)
def test_what_tells_of_a_hand_is_not(state: State, command: Command) -> None:
    match = at(state)
    assert match.send("ada", command.model_dump(mode="json")).status == "accepted"
    answer = match.send("ada", {"kind": "match.offer", "what": "take_back"})
    assert refusal(answer) == ("NOTHING_TO_TAKE_BACK", "M9.6")
