"""M3: choices that several seats make at once and in secret."""

from typing import Any

import pytest
from pydantic_core import from_json

from engine.core.step import MAX_CHANGES, Receipt
from tests.engine.play import CREATED, RESIGN, Match, refusal
from tests.toys import rps

SAY = {"kind": "signal", "say": "hm"}
ROUND = "round.1"


def figure(choice: str, *, spend: bool = False) -> dict[str, Any]:
    return {"kind": "choose", "choice": choice, "spend": spend}


def choose(match: Match, account: str, choice: str, **more: Any) -> Receipt:
    return match.send(account, figure(choice), decision=more.get("decision", ROUND))


@pytest.fixture
def match() -> Match:
    """Three seats in their first round."""
    return Match(rps.GAME, rps.RpsConfig(), 3).start("ann", "bea", "cid")


@pytest.mark.rule("match", "M3.1")
def test_a_choice_names_its_decision(match: Match) -> None:
    before = match.state
    assert refusal(match.send("ann", figure("rock"))) == ("DECISION_REQUIRED", "M3.1")
    receipt = match.send("ann", figure("rock"), decision="round.2")
    assert refusal(receipt) == ("DECISION_CLOSED", "M2.4")
    assert match.box == ()
    assert match.state == before


@pytest.mark.rule("match", "M3.1")
@pytest.mark.parametrize("command", [SAY, RESIGN])
def test_only_choices_name_a_sealed_decision(match: Match, command: dict[str, object]) -> None:
    assert refusal(match.send("ann", command, decision=ROUND)) == ("DECISION_REQUIRED", "M3.1")
    assert match.send("ann", command).status == "accepted"


@pytest.mark.rule("match", "M3.2")
def test_only_awaited_seats_choose() -> None:
    match = Match(rps.GAME, rps.RpsConfig(rounds=1), 3).start("ann", "bea", "cid")
    for account, choice in (("ann", "rock"), ("bea", "rock"), ("cid", "scissors")):
        choose(match, account, choice)
    assert match.awaited == [(0, "round.2"), (1, "round.2")]
    receipt = choose(match, "cid", "paper", decision="round.2")
    assert refusal(receipt) == ("NOT_AWAITED", "M3.2")
    assert match.send("cid", SAY).status == "accepted"


@pytest.mark.rule("match", "M3.6")
def test_a_choice_the_game_would_refuse_is_refused_at_once() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    match.send("ann", figure("rock", spend=True), decision=ROUND)
    choose(match, "bea", "rock")
    receipt = match.send("ann", figure("rock", spend=True), decision="round.2")
    assert refusal(receipt) == ("NO_CARD", "1.3")
    assert match.box == ()


def test_a_sealed_choice_makes_no_commit(match: Match) -> None:
    commits, state = len(match.commits), match.state
    receipt = choose(match, "bea", "rock")
    assert (receipt.status, receipt.decision, receipt.version) == ("sealed", ROUND, None)
    assert len(match.commits) == commits
    assert match.state == state


@pytest.mark.rule("match", "M3.3")
def test_a_mind_may_be_changed_until_the_opening(match: Match) -> None:
    match.now = 10
    choose(match, "ann", "rock")
    match.now = 20
    choose(match, "ann", "paper")
    match.now = 30
    choose(match, "ann", "scissors")
    assert [(c.first_at, c.at) for c in match.box] == [(CREATED + 10, CREATED + 30)]
    choose(match, "bea", "paper")
    choose(match, "cid", "paper")
    assert [match.statuses(f"c{n}") for n in (4, 5, 6, 7, 8)] == [
        ["sealed", "replaced"],
        ["sealed", "replaced"],
        ["sealed", "accepted"],
        ["sealed", "accepted"],
        ["sealed", "accepted"],
    ]
    (opened,) = match.public[-1]["events"]
    assert [shown["choice"] for shown in opened["shown"]] == ["scissors", "paper", "paper"]
    assert [command["at"] - CREATED for command in match.public[-1]["commands"]] == [10, 30, 30]


@pytest.mark.rule("match", "M3.3")
def test_nobody_sees_whether_a_mind_was_changed() -> None:
    """A rival gets the same bytes, of the same length, either way."""

    def played(*minds: str) -> Match:
        match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
        for match.now, choice in enumerate(minds, start=1):
            choose(match, "ann", choice)
        match.now = 50
        choose(match, "bea", "paper")
        return match

    once, often = played("rock"), played("paper", "scissors", "rock")
    for here, there in zip(once.parts, often.parts, strict=True):
        assert here.public == there.public
        # Ids are the senders' own, so they may differ; the rival's is another arrival's.
        assert from_json(here.private["seat:1"] or b"{}").keys() == (
            from_json(there.private["seat:1"] or b"{}").keys()
        )
    assert once.view(1) == often.view(1)


@pytest.mark.rule("match", "M3.4")
def test_all_choices_are_opened_together_in_the_order_of_seats(match: Match) -> None:
    match.now = 10
    choose(match, "cid", "rock")
    match.now = 20
    choose(match, "ann", "paper")
    commits = len(match.commits)
    match.now = 30
    choose(match, "bea", "scissors")
    assert len(match.commits) == commits + 1
    public = match.public[-1]
    assert public["actor"] == "sealed"
    assert public["at"] == CREATED + 30
    assert [c["seat"] for c in public["commands"]] == [0, 1, 2]
    assert [c["at"] - CREATED for c in public["commands"]] == [20, 30, 10]
    assert [e["kind"] for e in public["events"]] == ["opened"]
    assert [s["choice"] for s in public["events"][0]["shown"]] == ["paper", "scissors", "rock"]
    assert match.box == ()
    assert match.awaited == [(seat, "round.2") for seat in range(3)]
    accepted = {match.answers[f"c{n}"][-1].version for n in (4, 5, 6)}
    assert accepted == {match.state.version}


@pytest.mark.rule("match", "M3.4")
def test_a_choice_and_its_id_are_told_to_its_own_seat_only(match: Match) -> None:
    for account, choice in (("ann", "paper"), ("bea", "rock"), ("cid", "rock")):
        choose(match, account, choice)
    part = match.parts[-1]
    hidden = {"hidden": True}
    for seat, choice in enumerate(("paper", "rock", "rock")):
        stands = from_json(part.public)["commands"][seat]["command"]
        assert stands == {"kind": "choose", "choice": hidden, "spend": hidden}
        own = {str(2 * seat): choice, str(2 * seat + 1): False, "id": f"c{4 + seat}"}
        assert from_json(part.private[f"seat:{seat}"]) == own
    assert part.private["server"] == b""


@pytest.mark.rule("match", "M3.4", "M3.6")
def test_other_commits_come_in_between(match: Match) -> None:
    choose(match, "ann", "rock")
    assert match.send("bea", SAY).status == "accepted"
    choose(match, "bea", "paper")
    assert match.send("cid", RESIGN).status == "accepted"
    assert match.kinds[-3:] == [["signalled"], ["match.resigned", "withdrew"], ["opened"]]
    assert match.statuses("c4") == ["sealed", "accepted"]
    assert [c["seat"] for c in match.public[-1]["commands"]] == [0, 1]


@pytest.mark.rule("match", "M3.5")
def test_the_choice_of_who_resigns_is_void_and_the_others_stand(match: Match) -> None:
    choose(match, "ann", "rock")
    choose(match, "bea", "paper")
    match.send("ann", RESIGN)
    void = match.answers["c4"][-1]
    assert refusal(void) == ("DECISION_CLOSED", "M3.5")
    assert void.version == match.state.version
    assert [choice.seat for choice in match.box] == [1]
    choose(match, "cid", "rock")
    assert match.statuses("c5") == ["sealed", "accepted"]
    assert [s["seat"] for s in match.public[-1]["events"][0]["shown"]] == [1, 2]


@pytest.mark.rule("match", "M3.5")
def test_a_decision_that_ends_with_the_game_voids_its_choices() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    choose(match, "ann", "rock")
    match.send("bea", RESIGN)
    assert match.state.status == "closed"
    assert match.box == ()
    assert refusal(match.answers["c3"][-1]) == ("DECISION_CLOSED", "M3.5")
    assert match.statuses("c4") == ["accepted"]


@pytest.mark.rule("match", "M2.4", "M3.4")
def test_a_late_change_of_mind_is_no_choice_for_the_next_round(match: Match) -> None:
    for account in ("ann", "bea", "cid"):
        choose(match, account, "rock")
    assert refusal(choose(match, "ann", "paper")) == ("DECISION_CLOSED", "M2.4")
    assert match.box == ()


def test_the_options_say_which_decision_a_choice_is_for(match: Match) -> None:
    option = {"label": "Rock", "command": figure("rock"), "decision": ROUND, "optional": False}
    assert option in match.view(0)["options"]
    signal = {"label": "Say 'hm'", "command": SAY, "optional": True}
    assert signal in match.view(0)["options"]


def test_the_box_is_in_the_order_of_seats(match: Match) -> None:
    choose(match, "cid", "rock")
    choose(match, "ann", "rock")
    assert [choice.seat for choice in match.box] == [0, 2]


def test_a_choice_may_expect_a_version(match: Match) -> None:
    version = match.state.version
    receipt = match.send("ann", figure("rock"), decision=ROUND, expected_version=version - 1)
    assert refusal(receipt) == ("VERSION_CONFLICT", "M2.3")
    receipt = match.send("ann", figure("rock"), decision=ROUND, expected_version=version)
    assert receipt.status == "sealed"


def test_what_lies_in_the_box_shows_in_no_view(match: Match) -> None:
    before = [match.view(seat) for seat in (None, 0, 1, 2)]
    choose(match, "ann", "rock")
    assert [match.view(seat) for seat in (None, 0, 1, 2)] == before


@pytest.mark.rule("match", "M3.7")
def test_a_choice_is_changed_twenty_times_at_most(match: Match) -> None:
    for i in range(MAX_CHANGES + 1):
        assert choose(match, "ann", "rock" if i % 2 else "paper").status == "sealed"
    last = match.box
    assert refusal(choose(match, "ann", "scissors")) == ("TOO_MANY_CHANGES", "M3.7")
    assert match.box == last
    assert choose(match, "bea", "rock").status == "sealed"
