"""Moves, ticks, absences and downtime race for the same millisecond: one of them wins, always."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic_core import to_json

from engine.core.step import Arrival, Receipt, Run, SealedChoice
from engine.core.terms import Arbiter, Bounds
from tests.engine.play import CREATED, SERVER_SEED, Match
from tests.toys import poison, rps

LONG_ENOUGH = 1_000
ACCOUNTS = ("ann", "bea", "cid")
CLOSED = {"accepted", "refused", "replaced", "seated"}


def table(rng: Random) -> Match:
    """Three seats with 1,000 ms for each decision, at 0; or two, when one is enough to be out."""
    game, config = rng.choice(
        [
            (rps.GAME, rps.RpsConfig(rounds=2)),
            (poison.GAME, poison.PoisonConfig(goal=6, in_turn=True)),
        ]
    )
    match = Match(
        game,
        config,
        seats := rng.choice([2, 3]),
        decision_ms=LONG_ENOUGH,
        at_expiry=rng.choice(["default", "withdraw"]),
        bounds=Bounds(abandon_ms=rng.choice([None, 700, 1_000]), pause_ms=800),
        arbiters=(Arbiter(account="ref"),),
    )
    return match.start(*ACCOUNTS[:seats])


def commands(match: Match, rng: Random) -> tuple[str, bytes]:
    """A command that somebody may send now, in time or not."""
    account = rng.choice(ACCOUNTS[: match.state.terms.seats])
    draw = rng.randrange(12)
    if draw == 0:
        return account, to_json({"command": {"kind": "match.resign"}})
    if draw == 1:
        return "ref", to_json({"command": {"kind": rng.choice(["match.pause", "match.resume"])}})
    if match.game is poison.GAME:
        return account, to_json({"command": {"kind": "add", "amount": 1}})
    if draw == 2:
        return account, to_json({"command": {"kind": "signal", "say": "hm"}})
    chosen = {"kind": "choose", "choice": rng.choice(rps.FIGURES)}
    number = match.state.game.round - (draw == 3)
    return account, to_json({"command": chosen, "decision": f"round.{number}"})


def arrivals(run: Run, match: Match, rng: Random) -> Iterator[Arrival]:
    """Make up what arrives, mostly within 2 ms of what is due next."""
    now = run.state.at
    for number in range(1, rng.randrange(4, 14)):
        if run.state.status == "closed":
            return
        start = now
        due = run.deadline
        ahead = rng.randrange(-2, 3) if due is not None and rng.random() < 0.7 else None
        now = max(now, now + rng.randrange(300) if ahead is None or due is None else due + ahead)
        gaps: tuple[tuple[int, int], ...] = ()
        if rng.random() < 0.25:
            begun = rng.randrange(start, now + 1)
            now += rng.randrange(3)
            gaps = ((begun, rng.randrange(begun, now + 1)),) if begun < now else ()
        kind = rng.random()
        seat = rng.randrange(match.state.terms.seats)
        account, body, presence = None, b"", None
        if kind < 0.6:
            match.state = run.state
            account, body = commands(match, rng)
        elif kind < 0.8:
            presence = (seat, rng.random() < 0.5)
        yield Arrival(
            number=number,
            at=now,
            account=account,
            command_id=f"r{number}",
            body=body,
            gaps=gaps,
            presence=presence,
        )


def one_by_one(match: Match, rng: Random) -> tuple[list[Arrival], Run]:
    """Play a race; returns what arrived and what came of it."""
    run = Run(match.game, match.state, match.box, SERVER_SEED)
    arrived: list[Arrival] = []
    for arrival in arrivals(run, match, rng):
        arrived.append(arrival)
        run.arrive(arrival)
    return arrived, run


def in_batches(match: Match, start: Any, arrived: list[Arrival], rng: Random) -> list[Run]:
    """Let the same arrive in calls of some at a time, as it may happen to a worker."""
    state, box, runs = start, tuple[SealedChoice, ...](), list[Run]()
    left = arrived
    while left:
        size = rng.randrange(1, len(left) + 1)
        run = Run(match.game, state, box, SERVER_SEED)
        for arrival in left[:size]:
            run.arrive(arrival)
        made = run.made()
        state, box, left = made.state, made.box, left[size:]
        runs.append(run)
    return runs


def each_is_decided_once(public: list[dict[str, Any]]) -> None:
    """Each seat that is awaited moves in time, or is late at its time, or goes: one of these."""
    open_since: dict[tuple[int, str], int] = {}
    free: list[tuple[int, int]] = []
    paused: int | None = None
    out: set[int] = set()
    for commit in public:
        at: int = commit["at"]
        paused = _note_free(commit, free, paused)
        late = {
            (seat, event["decision"])
            for event in commit["events"]
            if event["kind"] == "match.expired"
            for seat in event["seats"]
        }
        moved = {
            entry["seat"]: entry.get("at", at) for entry in commit["commands"] if _plays(entry)
        }
        awaited = {(entry["seat"], entry["decision"]) for entry in commit["awaited"]}
        out |= {event["seat"] for event in commit["events"] if event["kind"] in _GOING}
        sealed = {entry["decision"] for entry in commit["awaited"] if "sealed" in entry}
        for pair, since in open_since.items():
            until = _deadline(since, free)
            ways = [pair in late, pair[0] in moved and pair not in awaited]
            assert sum(ways) <= 1, f"{pair} moved and was late"
            if ways[0]:
                assert at == until, f"{pair} was late at another time than its deadline"
            elif ways[1]:
                assert since <= moved[pair[0]] <= until, f"{pair} moved too late"
            elif pair not in awaited and paused is None:
                assert pair[0] in out or _over(commit), f"{pair} is decided in no way"
            elif pair in awaited and pair[1] not in sealed:
                assert at <= until, f"{pair} should be late"
        assert late <= open_since.keys(), "late for nothing"
        if paused is None:
            open_since = {pair: open_since.get(pair, at) for pair in awaited}


_GOING = {"match.withdrawn", "match.resigned"}


def _plays(entry: dict[str, Any]) -> bool:
    return "seat" in entry and entry["command"]["kind"] in {"add", "choose"}


def _note_free(
    commit: dict[str, Any], free: list[tuple[int, int]], paused: int | None
) -> int | None:
    """Note which times count for nobody; returns since when the match is paused."""
    for event in commit["events"]:
        match event["kind"]:
            case "match.credited":
                free.append((event["start"], event["end"]))
            case "match.paused":
                paused = commit["at"]
            case "match.resumed":
                assert paused is not None
                free.append((paused, commit["at"]))
                paused = None
            case _:
                pass
    return paused


def _deadline(since: int, free: list[tuple[int, int]]) -> int:
    return since + LONG_ENOUGH + sum(max(0, end - max(start, since)) for start, end in free)


def _over(commit: dict[str, Any]) -> bool:
    """Nobody is awaited any more: the game has an outcome."""
    return commit["awaited"] == []


def answered_once(arrived: list[Arrival], receipts: list[Receipt], waiting: set[str]) -> None:
    """Each command has one answer that stays, or waits in the box."""
    for arrival in arrived:
        if arrival.account is None:
            continue
        answers = [r.status for r in receipts if r.command_id == arrival.command_id]
        last = [status for status in answers if status in CLOSED]
        if arrival.command_id in waiting:
            assert answers == ["sealed"]
        else:
            assert len(last) == 1, answers
            assert answers[-1] == last[0]


@pytest.mark.rule("match", "M5.2", "M5.3", "M5.7", "M2.6")
@pytest.mark.parametrize("races", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_of_a_move_and_an_expiry_one_happens_however_they_race(races: int) -> None:
    expiries = 0
    for seed in range(races):
        rng = Random(seed)
        match = table(rng)
        start = match.state
        arrived, run = one_by_one(match, rng)
        made = run.made()
        stamps = [commit.at for commit in made.commits]
        assert stamps == sorted(stamps), f"seed {seed}: a stamp went back"
        assert all(at >= CREATED for at in stamps)
        match.commits += made.commits
        each_is_decided_once(match.public)
        answered_once(arrived, run.receipts, {choice.command_id for choice in made.box})
        batches = in_batches(match, start, arrived, rng)
        assert tuple(c for batch in batches for c in batch.commits) == made.commits
        assert [r for batch in batches for r in batch.receipts] == run.receipts
        assert (batches[-1].state, batches[-1].made().box) == (made.state, made.box)
        expiries += len(match.told("match.expired"))
    assert expiries > races / 4, "the races are about expiries"
