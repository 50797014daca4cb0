"""The laws of secrecy: what a seat may not know makes no difference to it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json, to_json

from engine.core.answer import options, view_answer
from engine.core.codec import Parts, audiences, codec_of
from engine.core.game import Game
from engine.core.match_state import MatchState, decisions
from engine.core.rng import Rng
from engine.core.step import Step
from tests.engine.laws.arrivals import body, random_command, show
from tests.engine.laws.drawing import SEEDS, every_game, few, plans, post, send, spots
from tests.engine.laws.subjects import SUBJECTS
from tests.engine.laws.surroundings import random_act, sensible, tells_nothing
from tests.engine.laws.walks import CLOCKS, STYLES, Plan, Point, Walk, walk


@every_game
@few
@given(data=st.data())
def test_all_audiences_have_a_part_in_every_commit(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    for n, part in enumerate(walked.parts, start=1):
        assert tuple(part.private) == audiences(walked.terms.seats)
        public = from_json(part.public)
        assert public["n"] == n
        assert to_json(public) == part.public, "one spelling"
        assert {k for k, v in part.private.items() if b'"id"' in v} == _actors(public)


def _actors(public: Mapping[str, Any]) -> set[str]:
    """Who gets the command ids: the actors; of officials and before the start the server."""
    before_start = {"match.join", "match.leave"}
    return {
        f"seat:{entry['seat']}"
        if "seat" in entry and entry["command"]["kind"] not in before_start
        else "server"
        for entry in public["commands"]
    }


@every_game
@few
@given(data=st.data())
def test_what_a_seat_may_not_know_makes_no_difference_to_it(
    rules: str, data: st.DataObject
) -> None:
    walked = walk(data.draw(plans(rules)))
    game, twin, quiet_twin = walked.subject.game, walked.subject.twin, walked.subject.quiet_twin
    if twin is None or quiet_twin is None:
        return
    rng = Rng(walked.server_seed, data.draw(st.integers(0, 99)))
    for point in spots(walked, rng):
        here = replace(point, box=())
        for seat in (None, *range(walked.terms.seats)):
            there = replace(here.before, game=twin(here.before.game, seat, rng))
            assert _seen(game, here.before, seat) == _seen(game, there, seat)
            # If the clock has chosen for others, what a seat chooses may be opened at once.
            if seat is not None and not here.before.lapsed:
                quiet = replace(here.before, game=quiet_twin(here.before.game, seat, rng))
                _same_answers(walked, here, replace(here, before=quiet), seat, rng)


def _seen(game: Game[Any], state: MatchState, seat: int | None) -> bytes:
    """All that a viewer is shown of a match as it is."""
    waiting = {s for decision in decisions(game, state) for s in decision.seats}
    default = game.default(state.game, seat) if seat in waiting else None  # pyright: ignore[reportArgumentType]
    return to_json([view_answer(game, state, seat), default])


def _same_answers(walked: Walk, here: Point, there: Point, seat: int, rng: Rng) -> None:
    game = walked.subject.game
    offered = [option.sample(rng) for option in options(game, here.before, seat)]
    sent = rng.shuffle(offered)[:3]
    sent += tuple(random_command(walked.subject, here.before, rng) for _ in range(3))
    for command in (*sent, {"kind": "match.resign"}):
        answers = [send(walked, point, seat, command) for point in (here, there)]
        redacted = [_redacted(walked, done, seat) for done in answers]
        assert redacted[0] == redacted[1], (seat, show(command))


@every_game
@few
@given(data=st.data())
def test_what_surrounds_the_game_tells_nothing_of_it(rules: str, data: st.DataObject) -> None:
    """Offers, pauses, gifts, moves taken back, seats that change hands, looks: sent by anybody."""
    walked = walk(data.draw(plans(rules, styles=("any", "lively"))))
    twin = walked.subject.twin
    if twin is None:
        return
    rng = Rng(walked.server_seed, data.draw(st.integers(0, 99)))
    for point in spots(walked, rng):
        mail = sensible(rng, point.before) or random_act(rng, point.before, ("stranger",))
        if mail.command is None or not tells_nothing(mail.command):
            continue
        text = body(mail.command)
        for seat in (None, *range(walked.terms.seats)):
            other = replace(point.before, game=twin(point.before.game, seat, rng))
            if other.undo is not None:
                undone = replace(other.undo, game=twin(other.undo.game, seat, rng))
                other = replace(other, undo=undone)
            pair = (replace(point, box=()), replace(point, before=other, box=()))
            told = [post(walked, here, mail.account, text) for here in pair]
            assert told[0].receipts == told[1].receipts
            assert _redacted(walked, told[0], seat) == _redacted(walked, told[1], seat), mail


def _redacted(walked: Walk, done: Step, seat: int | None) -> list[object]:
    """What a viewer gets of a step: its receipts, and its parts of the commits until the end."""
    account = None if seat is None else done.state.accounts[seat]
    receipts = [receipt for receipt in done.receipts if receipt.account == account]
    codec = codec_of(walked.subject.game)
    parts = [codec.write(commit, walked.terms.seats) for commit in done.commits]
    return [*receipts, *((part.public, part.private.get(f"seat:{seat}")) for part in parts)]


@pytest.mark.parametrize(
    "rules", sorted(rules for rules, subject in SUBJECTS.items() if subject.twin is not None)
)
def test_twins_differ(rules: str) -> None:
    """The law above would say nothing if they did not."""
    walked = walk(Plan(rules, 1, 0, "wary", clock="none"))
    states = [point.before.game for point in walked.running]
    rng = Rng(walked.server_seed, 0)
    for twin in (walked.subject.twin, walked.subject.quiet_twin):
        assert twin is not None
        for seat in (None, *range(walked.terms.seats)):
            assert any(twin(state, seat, rng) != state for state in states)


def test_every_registered_game_shows_its_twins() -> None:
    missing = [rules for rules, s in SUBJECTS.items() if s.twin is None and not s.harmful]
    assert missing == []


@few
@given(
    seed=st.integers(0, SEEDS - 1),
    style=st.sampled_from(STYLES),
    example=st.sampled_from((2, 3)),
    clock=st.sampled_from(CLOCKS),
)
def test_a_hidden_name_stands_in_the_parts_of_its_seat_only(
    seed: int, style: Any, example: int, clock: Any
) -> None:
    """The canary: names that occur nowhere else are searched for in every byte."""
    walked = walk(Plan("rps@1", example, seed, style, clock))
    parts = iter(walked.parts)
    for point in walked.points:
        for commit in point.step.commits:
            part = next(parts)
            if point.step.state.status != "open":
                _no_name_leaks(point.step.state, commit.n, part)


def _no_name_leaks(state: MatchState, n: int, part: Parts) -> None:
    hidden = {card.name: (seat,) for seat, card in enumerate(state.game.cards) if card is not None}
    hidden |= {card.name: () for card in state.game.rest}
    for name, seats in hidden.items():
        canary = name.encode()
        assert canary not in part.public, n
        found = {audience for audience, text in part.private.items() if canary in text}
        allowed = {f"seat:{seat}" for seat in seats} or {"server"}
        assert found <= allowed, n
    for seat in (None, *range(state.terms.seats)):
        shown = to_json(view_answer(SUBJECTS["rps@1"].game, state, seat))
        for name, seats in hidden.items():
            assert seat in seats or name.encode() not in shown, n
