"""Match files in which much happens that belongs to no game: clocks, offers, arbiters, absences."""

from functools import cache

from engine.core.terms import Arbiter, BankClock, Bounds
from tests.schemas.forging import Forgery, Table

ADD = {"kind": "add", "amount": 1}
SAY = {"kind": "signal", "say": "hm"}
PAUSE = {"kind": "match.pause"}
RESUME = {"kind": "match.resume"}
ARBITERS = (Arbiter(account="ref"), Arbiter(account="eye", may_look=True))
PEOPLE = {
    "arbiters": ARBITERS,
    "creator": "eve",
    "bounds": Bounds(grace_ms=250, abandon_ms=40_000, pause_ms=9_000),
}
CLOCK = BankClock(bank_ms=5_000, increment_ms=300, periods=2, period_ms=1_000)


@cache
def lively() -> Forgery:
    """A closed match with offers, pauses, downtime, absences, a move taken back, a substitute."""
    table = Table("poison@1", 3, clock=CLOCK, people=PEOPLE, goal=30, in_turn=True)
    table.join("ann", "bob", "cid")
    add(table, "ann", "bob")
    table.agree("take_back", "bob", "ann", "cid")
    add(table, "bob")
    assert table.send("cid", {"kind": "match.offer", "what": "draw"}) == "accepted"
    assert table.send("ann", {"kind": "match.decline", "offer": table.state.version}) == "accepted"
    table.down(table.at + 40, table.at + 20_000)
    table.attend(2, there=False)
    add(table, "cid")
    table.attend(2, there=True)
    assert table.send("ref", PAUSE) == "accepted"
    assert table.send("ref", RESUME) == "accepted"
    table.agree("pause", "ann", "bob", "cid")
    table.agree("resume", "bob", "ann", "cid")
    table.agree("pause", "cid", "bob", "ann")
    table.tick(table.at + 9_001)
    add(table, "ann")
    gift = {"kind": "match.give_time", "seat": 1, "ms": 70}
    assert [table.send(account, gift) for account in ("ann", "ref")] == ["accepted"] * 2
    table.tick(table.at + 9_000)
    assert table.send("eye", {"kind": "match.look", "seat": 1}) == "accepted"
    given = {"kind": "match.substitute", "seat": 0, "account": "dan"}
    assert table.send("ref", given) == "accepted"
    removed = {"kind": "match.remove", "seat": 2, "reason": "No show."}
    assert table.send("ref", removed) == "accepted"
    table.agree("draw", "dan", "bob")
    assert table.state.status == "closed"
    return table.forgery()


def add(table: Table, *accounts: str) -> None:
    for account in accounts:
        assert table.send(account, ADD) == "accepted"


@cache
def secretive() -> Forgery:
    """A closed match of choices in secret, with banks, a late seat, one that is gone, an award."""
    people = PEOPLE | {"bounds": Bounds(abandon_ms=3_000)}
    table = Table("rps@1", 3, clock=CLOCK, people=people, rounds=9)
    table.join("ann", "bob", "cid")
    table.choose("ann", "paper")
    assert table.send("cid", SAY) == "accepted"
    table.choose("bob", "rock")
    table.choose("ann", "rock")
    table.choose("cid", "rock")
    table.tick(table.at + 6_800)
    table.attend(1, there=False)
    table.choose("ann", "paper")
    table.choose("cid", "rock")
    table.tick(table.at + 3_100)
    assert table.state.resigned == (1,)
    award = {"kind": "match.adjudicate", "verdict": "award", "winners": [0, 2], "reason": "5.2"}
    assert table.send("ref", award) == "accepted"
    assert table.state.status == "closed"
    return table.forgery()


@cache
def unstarted() -> Forgery:
    """A closed match that did not start in time."""
    table = Table("rps@1", 2, people=PEOPLE)
    table.join("ann")
    table.tick(1_000 + 24 * 60 * 60 * 1_000 + 1)
    assert table.state.status == "closed"
    return table.forgery()


@cache
def cancelled() -> Forgery:
    """A closed match that its creator cancelled."""
    table = Table("brings@1", 2, people=PEOPLE)
    table.join("ann", entry={"digits": ["1", "2", "3", "4"]})
    assert table.send("eve", {"kind": "match.cancel"}) == "accepted"
    assert table.state.status == "closed"
    return table.forgery()


def where(kind: str, *, last: bool = False) -> tuple[Forgery, int]:
    """Return a match and the number of its first commit with an event of a kind, or its last."""
    for made in (lively, secretive, unstarted, cancelled):
        match = made()
        found = [n for n, t in enumerate(match.commits, 1) if f'"{kind}"' in t.public]
        if found:
            return match, found[-1 if last else 0]
    msg = f"no match has a {kind}"
    raise AssertionError(msg)
