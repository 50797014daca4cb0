"""The laws of moves that can be taken back: they reveal and draw nothing [M9.6]."""

import json
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import Move
from engine.core.life_messages import TakenBack
from engine.core.match_fold import fold_commit
from engine.core.match_messages import is_match_kind
from engine.core.match_state import Commit, MatchState, new_match
from engine.core.messages import Event, members_of
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from tests.engine.laws.drawing import few, plans
from tests.engine.laws.subjects import SUBJECTS
from tests.engine.laws.walks import Plan, Walk, walk

_MANY = 12


def _refuse() -> NoReturn:
    msg = "a move that can be taken back draws"
    raise AssertionError(msg)


def reversible_moves(walked: Walk) -> Iterator[tuple[MatchState, Move, Commit]]:
    """Yield the moves of seats that could be taken back, with the match before each."""
    state = new_match(walked.subject.game, walked.terms)
    for commit in walked.commits:
        told = [event for event in commit.events if not is_match_kind(event.kind)]
        if told and all(event.reversible for event in told) and commit.actor.startswith("seat:"):
            (issued,) = commit.commands
            if issued.seat is not None and not is_match_kind(issued.command.kind):
                yield state, Move(seat=issued.seat, command=issued.command), commit
        state = fold_commit(walked.subject.game, state, commit)


def _events(rules: str) -> list[type[Event]]:
    """What of a game's events can be taken back."""
    members = members_of(SUBJECTS[rules].game.event)
    return [event for event in members if issubclass(event, Event) and event.reversible]


games_with_such_moves = pytest.mark.parametrize(
    "rules", sorted(rules for rules in SUBJECTS if _events(rules)), scope="module"
)


@games_with_such_moves
@few
@given(data=st.data())
def test_they_draw_nothing_and_are_the_same_whatever_is_secret(
    rules: str, data: st.DataObject
) -> None:
    walked = walk(data.draw(plans(rules)))
    game, twin = walked.subject.game, walked.subject.twin
    rng = Rng(walked.server_seed, data.draw(st.integers(0, 99)))
    for state, move, commit in rng.shuffle(reversible_moves(walked))[:_MANY]:
        told = tuple(event for event in commit.events if not is_match_kind(event.kind))
        assert tuple(_decided(game, state.game, move)) == told
        if twin is None:
            continue
        for viewer in (None, *range(walked.terms.seats)):
            other = twin(state.game, viewer, rng)
            assert tuple(_decided(game, other, move)) == told, viewer


def _decided(game: Any, state: Any, move: Move) -> Any:
    answer = game.decide(state, (move,), Rng(_refuse, 0))
    assert not isinstance(answer, Rejection), answer
    return answer


@games_with_such_moves
def test_they_hold_nothing_hidden(rules: str) -> None:
    for event in _events(rules):
        assert "placeholder" not in json.dumps(event.model_json_schema()), event


@games_with_such_moves
def test_walks_have_such_moves_and_take_them_back(rules: str) -> None:
    """The laws would say nothing if they did not."""
    examples = range(len(SUBJECTS[rules].game.examples))
    some = [
        Plan(rules, example, seed, "lively", clock="none")
        for seed in range(20)
        for example in examples
    ]
    assert any(True for plan in some for _ in reversible_moves(walk(plan)))
    commits = (commit for plan in some for commit in walk(plan).commits)
    assert any(isinstance(event, TakenBack) for commit in commits for event in commit.events)
