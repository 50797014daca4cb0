"""M2, M4, M6: who may command what, resigning, and the end."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic_core import to_json

from tests.engine.play import LEAVE, RESIGN, SERVER_SEED, Match, refusal
from tests.toys import brings, poison, rps

ADD = {"kind": "add", "amount": 1}
ROCK = {"kind": "choose", "choice": "rock"}
SAY = {"kind": "signal", "say": "hm"}


@pytest.fixture
def match() -> Match:
    """Three seats that count to 10."""
    return Match(poison.GAME, poison.PoisonConfig(), 3).start("ann", "bea", "cid")


@pytest.mark.rule("match", "M2.1")
def test_the_actor_is_the_seat_of_the_account(match: Match) -> None:
    assert match.send("bea", ADD).status == "accepted"
    public = match.public[-1]
    assert public["actor"] == "seat:1"
    assert public["commands"] == [{"seat": 1, "command": ADD}]
    assert public["events"] == [{"kind": "added", "seat": 1, "amount": 1}]


@pytest.mark.rule("match", "M2.1")
@pytest.mark.parametrize("command", [ADD, RESIGN, LEAVE])
def test_an_account_without_a_seat_can_only_join(match: Match, command: dict[str, object]) -> None:
    assert refusal(match.send("eve", command)) == ("NOT_SEATED", "M2.1")


@pytest.mark.rule("match", "M2.2")
@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"add",
        b"[]",
        b'{"command":null}',
        b'{"command":{}}',
        b'{"command":{"kind":"ad","amount":1}}',
        b'{"command":{"kind":"add"}}',
        b'{"command":{"kind":"add","amount":"1"}}',
        b'{"command":{"kind":"add","amount":1.0}}',
        b'{"command":{"kind":"add","amount":true}}',
        b'{"command":{"kind":"add","amount":1,"seat":0}}',
        b'{"command":{"kind":"add","amount":1},"seat":0}',
        b'{"command":{"kind":"add","amount":1},"decision":1}',
        b'{"command":{"kind":"add","amount":1},"expected_version":"4"}',
        b'{"command":{"kind":"added","seat":0,"amount":1}}',
        b'{"command":{"kind":"match.started"}}',
        b'{"command":{"kind":"match.resign","seat":0}}',
    ],
)
def test_a_command_of_another_form_is_refused(match: Match, text: bytes) -> None:
    before = match.state
    assert refusal(match.send_text("ann", text)) == ("MALFORMED", "M2.2")
    assert match.state == before


@pytest.mark.rule("match", "M2.3")
def test_an_expected_version_is_compared(match: Match) -> None:
    version = match.state.version
    for wrong in (version - 1, version + 1, -1, 10**30):
        receipt = match.send("ann", ADD, expected_version=wrong)
        assert refusal(receipt) == ("VERSION_CONFLICT", "M2.3")
        assert receipt.version == version
    receipt = match.send("ann", ADD, expected_version=version)
    assert (receipt.status, receipt.version) == ("accepted", version + 1)


@pytest.mark.rule("match", "M2.3")
def test_joins_and_leaves_may_expect_a_version_too() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2)
    join = {"kind": "match.join"}
    assert refusal(match.send("ann", join, expected_version=1)) == ("VERSION_CONFLICT", "M2.3")
    assert match.send("ann", join, expected_version=0).status == "accepted"
    assert refusal(match.send("ann", LEAVE, expected_version=0)) == ("VERSION_CONFLICT", "M2.3")
    assert match.send("ann", LEAVE, expected_version=1).status == "accepted"


@pytest.mark.rule("match", "M2.4")
def test_a_decision_that_is_named_must_be_open(match: Match) -> None:
    assert match.send("ann", ADD, decision="add.0").status == "accepted"
    for closed in ("add.0", "add.2", ""):
        assert refusal(match.send("ann", ADD, decision=closed)) == ("DECISION_CLOSED", "M2.4")
    assert refusal(match.send("ann", RESIGN, decision="add.0")) == ("DECISION_CLOSED", "M2.4")
    long = "x" * 10_000
    assert long not in (match.send("ann", ADD, decision=long).detail or "")
    assert match.send("bea", ADD, decision="add.1").status == "accepted"


@pytest.mark.rule("match", "M2.4")
def test_before_the_start_no_decision_is_open() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2)
    join = {"kind": "match.join"}
    assert refusal(match.send("ann", join, decision="round.1")) == ("DECISION_CLOSED", "M2.4")
    match.join("ann")
    assert refusal(match.send("ann", LEAVE, decision="round.1")) == ("DECISION_CLOSED", "M2.4")


@pytest.mark.rule("match", "M2.5")
@pytest.mark.parametrize("command", [ADD, RESIGN])
def test_the_game_takes_no_commands_before_its_start(command: dict[str, object]) -> None:
    match = Match(poison.GAME, poison.PoisonConfig(), 2).start("ann")
    assert refusal(match.send("ann", command)) == ("MATCH_NOT_RUNNING", "M2.5")
    assert not match.offered(0)


@pytest.mark.rule("match", "M2.6")
def test_the_earlier_arrival_counts() -> None:
    match = Match(poison.GAME, poison.PoisonConfig(goal=1), 2).start("ann", "bea")
    assert match.send("bea", ADD).status == "accepted"
    assert refusal(match.send("ann", ADD)) == ("MATCH_CLOSED", "M6.2")
    assert match.state.outcome is not None
    assert match.state.outcome["winners"] == [1]


@pytest.mark.rule("match", "M4.1")
def test_the_rules_of_the_game_say_what_follows_a_resignation(match: Match) -> None:
    assert match.send("bea", RESIGN).status == "accepted"
    assert match.kinds[-1] == ["match.resigned", "left"]
    assert match.public[-1]["commands"] == [{"seat": 1, "command": RESIGN}]
    assert match.awaited == [(0, "add.0"), (2, "add.0")]


@pytest.mark.rule("match", "M4.1", "M6.1")
def test_a_resignation_may_end_the_game() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    match.send("ann", RESIGN)
    assert match.kinds[-3:] == [
        ["match.resigned", "withdrew"],
        ["match.ended"],
        ["match.closed"],
    ]
    assert match.view(None)["outcome"]["winners"] == [1]


@pytest.mark.rule("match", "M4.2")
def test_who_has_resigned_takes_no_part(match: Match) -> None:
    match.send("bea", RESIGN)
    for command in (ADD, RESIGN):
        assert refusal(match.send("bea", command)) == ("RESIGNED", "M4.2")
    assert not match.offered(1)
    assert match.offered(0)
    assert match.join("bea").seat == 1


@pytest.mark.rule("match", "M4.2")
def test_who_has_resigned_has_no_options_whatever_the_game_says() -> None:
    game = replace(poison.GAME, withdraw=lambda *_: ())
    match = Match(game, poison.PoisonConfig(), 2).start("ann", "bea")
    match.send("bea", RESIGN)
    assert not match.offered(1)


@pytest.mark.rule("match", "M6.1")
def test_the_match_ends_with_its_game(match: Match) -> None:
    for amount in (3, 3, 3):
        match.send("ann", {"kind": "add", "amount": amount})
    assert match.view(None)["status"] == "running"
    match.now = 9
    receipt = match.send("cid", ADD)
    assert match.kinds[-3:] == [["added"], ["match.ended"], ["match.closed"]]
    assert receipt.version == match.state.version - 2
    outcome = {"winners": [2], "draw": False, "total": 10}
    assert match.public[-2]["events"] == [{"kind": "match.ended", "outcome": outcome}]
    assert match.view(None)["outcome"] == outcome
    assert {public["at"] for public in match.public[-3:]} == {match.state.at}
    assert all(public["awaited"] == [] for public in match.public[-3:])


@pytest.mark.rule("match", "M6.2")
def test_a_closed_match_shows_its_seed_and_takes_nothing(match: Match) -> None:
    for _ in range(4):
        match.send("ann", {"kind": "add", "amount": 3})
    seed = {"kind": "match.closed", "server_seed": SERVER_SEED.hex()}
    assert match.public[-1]["events"] == [seed]
    for part in match.parts[:-1]:
        assert SERVER_SEED.hex().encode() not in part.public
    final = match.state
    for command in (ADD, RESIGN, LEAVE):
        assert refusal(match.send("ann", command)) == ("MATCH_CLOSED", "M6.2")
    assert refusal(match.join("eve")) == ("MATCH_CLOSED", "M6.2")
    match.tick(10**9)
    assert match.state == final
    assert match.view(None)["status"] == "closed"
    assert not match.offered(0)


def test_the_view_answer_tells_of_a_spectator_what_all_know(match: Match) -> None:
    answer = match.view(None)
    assert answer["options"] == []
    assert answer["seat"] is None
    assert answer["version"] == match.state.version
    assert answer["pending"] == [{"seat": seat, "decision": "add.0"} for seat in range(3)]


@pytest.mark.parametrize("how", ["raise", "flood", "unfoldable"])
def test_a_fault_of_a_game_is_an_exception_and_changes_nothing(match: Match, how: str) -> None:
    before = match.state
    with pytest.raises(Exception, match=r"as asked for|10001 events|cannot be folded"):
        match.send("ann", {"kind": "poison", "how": how})
    assert match.state == before
    assert match.send("ann", ADD).status == "accepted"


@pytest.mark.parametrize("floods", ["setup", "withdraw"])
def test_no_commit_holds_too_many_events(floods: str) -> None:
    def flood(*_: object) -> tuple[poison.Added, ...]:
        return (poison.Added(seat=0, amount=0),) * poison.FLOOD

    changes: dict[str, Any] = {floods: flood}
    match = Match(replace(poison.GAME, **changes), poison.PoisonConfig(), 2).start("ann")
    with pytest.raises(Exception, match="10002 events"):
        match.start("bea").send("bea", RESIGN)


def test_one_step_takes_a_whole_match() -> None:
    """What a worker does with a full inbox is what many steps would have done."""
    slow = Match(brings.GAME, brings.BringsConfig(), 2)
    slow.start("ann", "bea", entry={"digits": ["1", "2", "3", "9"]})
    while slow.state.status == "running":
        seat = slow.awaited[0][0]
        hand = slow.view(seat)["view"]["hand"]
        slow.send(("ann", "bea")[seat], {"kind": "play", "digits": hand[::-1]})
    assert slow.view(0)["view"]["piles"] == [0, 0]
    assert slow.state.outcome is not None
    points = slow.state.outcome["points"]
    assert slow.state.outcome["winners"] == [s for s in (0, 1) if points[s] == max(points)]
    assert to_json(slow.public[-2]["events"][0]["outcome"]) == to_json(slow.state.outcome)
