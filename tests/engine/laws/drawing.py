"""What the laws are checked over: plans of walks, and moments of a walk."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from engine.core.options import CommandData
from engine.core.rng import Rng
from engine.core.step import Arrival, Step, step
from tests.engine.laws.arrivals import choice_body
from tests.engine.laws.subjects import SUBJECTS
from tests.engine.laws.walks import CLOCKS, STYLES, Plan, Point, Style, Walk

_LONG = settings.default is not None and settings.default.max_examples > 50
SEEDS = 400 if _LONG else 20
"""Different matches of one kind; few, so that the laws share the walks they play."""

every_game = pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=pytest.mark.xdist_group(rules)) for rules in sorted(SUBJECTS)],
    scope="module",
)
"""Game by game, not law by law, so that the walks of one are still at hand for the next law; one
process of a parallel run takes all laws of a game."""
few = settings(max_examples=300 if _LONG else 40)


def plans(rules: str, styles: Sequence[Style] = STYLES) -> st.SearchStrategy[Plan]:
    subject = SUBJECTS[rules]
    if subject.walks is not None and not _LONG:
        some = [_nth(rules, n) for n in range(subject.walks)]
        return st.sampled_from([plan for plan in some if plan.style in styles])
    return st.builds(
        Plan,
        rules=st.just(rules),
        example=st.integers(0, len(subject.game.examples) - 1),
        seed=st.integers(0, SEEDS - 1),
        style=st.sampled_from(styles),
        clock=st.sampled_from(CLOCKS),
    )


def _nth(rules: str, n: int) -> Plan:
    """The nth of a few plans: tables, styles and clocks by turns, each in its own step."""
    return Plan(
        rules,
        example=n % len(SUBJECTS[rules].game.examples),
        seed=n,
        style=STYLES[n % len(STYLES)],
        clock=CLOCKS[n % len(CLOCKS)],
    )


def spots(walked: Walk, rng: Rng, count: int = 6) -> Iterator[Point]:
    """Some moments of a match at which the game runs."""
    yield from rng.shuffle(walked.running)[:count]


def send(walked: Walk, point: Point, seat: int, command: CommandData) -> Step:
    """Send a command of the game at a moment, with the decision that it has to name."""
    text = choice_body(walked.subject, point.before, command)
    return post(walked, point, point.before.accounts[seat], text)


def post(walked: Walk, point: Point, account: str | None, text: bytes) -> Step:
    """Send any text at a moment."""
    sent = Arrival(
        number=point.arrival.number,
        at=point.before.at,
        account=account,
        command_id=point.arrival.command_id,
        body=text,
    )
    return step(walked.subject.game, point.before, point.box, (sent,), walked.server_seed)


def own_status(done: Step, command_id: str) -> str:
    """The first answer to a command: it may be opened, and so accepted, in the same step."""
    return next(r.status for r in done.receipts if r.command_id == command_id)
