"""M1: who sits where, and when the match starts."""

import pytest
from pydantic_core import from_json

from engine.core.codec import audiences
from engine.core.match import MAX_LEAVES
from engine.core.rng import Rng, match_seed
from tests.engine.play import LEAVE, SERVER_SEED, Match, refusal
from tests.toys import brings, rps

SEED = "0f" * 32
BAG = {"digits": ["1", "2", "3", "9"]}


@pytest.fixture
def match() -> Match:
    return Match(rps.GAME, rps.RpsConfig(), 3)


@pytest.mark.rule("match", "M1.1")
def test_a_named_seat_is_taken_and_else_the_lowest_free_one(match: Match) -> None:
    assert match.join("ann", seat=1).seat == 1
    assert match.join("bea").seat == 0
    assert match.join("cid").seat == 2
    assert match.state.accounts == ("bea", "ann", "cid")


@pytest.mark.rule("match", "M1.2")
def test_a_taken_seat_is_refused(match: Match) -> None:
    match.join("ann", seat=1)
    assert refusal(match.join("bea", seat=1)) == ("SEAT_TAKEN", "M1.2")
    match.start("bea", "cid")
    assert refusal(match.join("dot")) == ("SEAT_TAKEN", "M1.2")
    assert refusal(match.join("dot", seat=0)) == ("SEAT_TAKEN", "M1.2")


@pytest.mark.rule("match", "M1.3")
def test_asking_again_gives_the_same_seat_and_changes_nothing(match: Match) -> None:
    match.join("ann", seat=1)
    before = match.state
    for again in (match.join("ann"), match.join("ann", seat=1)):
        assert (again.status, again.seat) == ("seated", 1)
    assert refusal(match.join("ann", seat=2)) == ("ALREADY_SEATED", "M1.3")
    assert match.state == before
    match.start("bea", "cid")
    assert match.join("ann").seat == 1


@pytest.mark.rule("match", "M1.4")
@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_a_seat_there_is_not_is_refused(match: Match, seat: int) -> None:
    assert refusal(match.join("ann", seat=seat)) == ("NO_SUCH_SEAT", "M1.4")


@pytest.mark.rule("match", "M1.5")
def test_nothing_may_be_brought_to_a_game_that_takes_nothing(match: Match) -> None:
    assert refusal(match.join("ann", entry={"deck": []})) == ("ENTRY_REFUSED", "M1.5")
    assert match.join("ann", entry=None).status == "accepted"


@pytest.mark.rule("match", "M1.5")
@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        (None, "M1.5"),
        ({}, "M1.5"),
        ({"digits": ["1", "2", "3"]}, "M1.5"),
        ({"digits": [1, 2, 3, 9]}, "M1.5"),
        ({"digits": ["1", "2", "3", "9"], "more": 1}, "M1.5"),
        ({"digits": ["6", "7", "8", "9"]}, "1.1"),
        ({"digits": ["1", "1", "2", "3"]}, "1.1"),
    ],
)
def test_what_is_brought_is_judged_when_the_seat_is_taken(entry: object, rule: str) -> None:
    match = Match(brings.GAME, brings.BringsConfig(), 2)
    assert refusal(match.join("ann", entry=entry)) == ("ENTRY_REFUSED", rule)
    assert match.join("ann", entry=BAG).status == "accepted"


@pytest.mark.rule("match", "M1.5")
def test_who_brings_nothing_is_told_what_to_send() -> None:
    refused = Match(brings.GAME, brings.BringsConfig(), 2).join("ann")
    assert "send `entry`" in (refused.detail or "")


@pytest.mark.rule("match", "M1.6")
def test_a_seat_given_up_is_free_again(match: Match) -> None:
    match.start("ann", "bea")
    assert match.send("ann", LEAVE).status == "accepted"
    assert match.kinds[-1] == ["match.left"]
    assert refusal(match.send("ann", LEAVE)) == ("NOT_SEATED", "M2.1")
    assert match.join("cid").seat == 0
    assert match.join("ann").seat == 2


@pytest.mark.rule("match", "M1.6")
def test_nobody_leaves_after_the_start(match: Match) -> None:
    match.start("ann", "bea", "cid")
    assert refusal(match.send("ann", LEAVE)) == ("MATCH_NOT_OPEN", "M1.6")


@pytest.mark.rule("match", "M1.7")
def test_what_is_brought_stays_with_the_server_until_the_start() -> None:
    match = Match(brings.GAME, brings.BringsConfig(), 2)
    match.join("ann", seat=0, client_seed=SEED, entry=BAG)
    match.send("ann", LEAVE)
    match.start("bea", "ann", client_seed="a0" * 32, entry=BAG)
    for part in match.parts[:4]:
        assert [name for name, text in part.private.items() if text] == ["server"]
        assert b"9" not in part.public.partition(b'"commands"')[2]
        assert SEED.encode() not in part.public


@pytest.mark.rule("match", "M1.7")
def test_before_the_start_nobody_sees_what_others_bring() -> None:
    """Not even its length, nor whether there is a client seed."""
    other = {"digits": ["4", "5", "6", "1"]}
    seen: list[object] = []
    for entry, seed in ((BAG, None), (other, SEED)):
        match = Match(brings.GAME, brings.BringsConfig(), 3)
        match.join("ann", entry=entry, client_seed=seed)
        match.join("bea", entry=BAG)
        parts = [(part.public, part.private["seat:1"]) for part in match.parts]
        seen.append((parts, match.view(1), match.view(None)))
    assert seen[0] == seen[1]


@pytest.mark.rule("match", "M1.7")
def test_at_the_start_the_seeds_are_public_and_each_seat_learns_its_own() -> None:
    match = Match(brings.GAME, brings.BringsConfig(), 2)
    match.join("ann", client_seed=SEED, entry=BAG)
    match.join("bea", entry={"digits": ["4", "5", "6", "1"]})
    started = match.public[-1]["events"][0]
    assert started["client_seeds"] == [SEED, None]
    assert started["entries"] == [{"hidden": True}, {"hidden": True}]
    private = match.parts[-1].private
    assert from_json(private["seat:0"])["0"] == BAG
    assert from_json(private["seat:1"])["1"] == {"digits": ["4", "5", "6", "1"]}
    assert set(private) == set(audiences(2))


@pytest.mark.rule("match", "M1.7")
def test_a_seed_goes_with_its_giver() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2)
    match.join("ann", seat=0, client_seed=SEED)
    match.send("ann", LEAVE)
    match.start("bea", "cid")
    assert match.public[-1]["events"][0]["client_seeds"] == [None, None]


@pytest.mark.rule("match", "M1.8")
def test_the_last_seat_starts_the_match_at_once(match: Match) -> None:
    match.start("ann", "bea")
    assert match.view(0)["status"] == "open"
    assert match.view(0)["view"] is None
    match.now = 77
    match.join("cid")
    assert match.kinds[-2:] == [["match.joined"], ["match.started", "dealt"]]
    assert [public["actor"] for public in match.public[-2:]] == ["seat:2", "system"]
    assert {public["at"] for public in match.public[-2:]} == {match.state.at}
    assert match.view(0)["status"] == "running"
    assert match.awaited == [(0, "round.1"), (1, "round.1"), (2, "round.1")]


@pytest.mark.rule("match", "M1.8")
def test_the_last_seed_takes_part_in_the_deal() -> None:
    """The start is commit 3 of two joins; its draws come from all seeds, in seat order."""
    config = rps.RpsConfig(canary=True)
    match = Match(rps.GAME, config, 2)
    match.join("bea", seat=1, client_seed="bb" * 32)
    match.join("ann", seat=0, client_seed="aa" * 32)
    seed = match_seed(SERVER_SEED, match.state.terms.match_id, (b"\xaa" * 32, b"\xbb" * 32))
    deal = rps.GAME.setup(config, (None, None), Rng(seed, 3))
    assert match.commits[-1].events[1:] == tuple(deal)


@pytest.mark.rule("match", "M1.9")
def test_seats_are_given_up_a_hundred_times_at_most() -> None:
    """Nobody makes a stranger's match endlessly long; who then sits down stays."""
    match = Match(rps.GAME, rps.RpsConfig(), 2)
    for _ in range(MAX_LEAVES):
        assert match.join("ann").status == "accepted"
        assert match.send("ann", LEAVE).status == "accepted"
    assert match.join("ann").status == "accepted"
    assert refusal(match.send("ann", LEAVE)) == ("TOO_MANY_LEAVES", "M1.9")
    assert match.join("bea").status == "accepted"
    assert match.state.status == "running"
