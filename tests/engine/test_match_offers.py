"""M9: what seats offer each other, and when an offer is off."""

from typing import Any

import pytest

from engine.core.terms import Arbiter, Bounds
from tests.engine.play import RESIGN, Match, refusal
from tests.toys import poison, rps

ADD = {"kind": "add", "amount": 1}
CONFIG = poison.PoisonConfig(goal=1_000)
KINDS = ("draw", "pause")


def counting(seats: int = 2, **more: Any) -> Match:
    """Seats that add to a counter; "ref" is the arbiter."""
    match = Match(poison.GAME, CONFIG, seats, arbiters=(Arbiter(account="ref"),), **more)
    return match.start(*("ann", "bea", "cid")[:seats])


def offer(match: Match, account: str, what: str) -> int:
    """Offer something; returns the offer's number."""
    receipt = match.send(account, {"kind": "match.offer", "what": what})
    assert receipt.status == "accepted"
    assert receipt.version is not None
    return receipt.version


def agree(number: int) -> dict[str, Any]:
    return {"kind": "match.agree", "offer": number}


def decline(number: int) -> dict[str, Any]:
    return {"kind": "match.decline", "offer": number}


@pytest.mark.rule("match", "M9.1")
def test_an_offer_takes_effect_when_all_others_have_agreed() -> None:
    match = counting(3)
    number = offer(match, "bea", "draw")
    assert match.view(None)["offers"] == [
        {"offer": number, "what": "draw", "seat": 1, "agreed": []}
    ]
    match.send("ann", agree(number))
    assert match.view(None)["offers"][0]["agreed"] == [0]
    assert match.state.status == "running"
    match.send("cid", agree(number))
    assert match.kinds[-3:] == [
        ["match.agreed", "match.adjudicated"],
        ["match.ended"],
        ["match.closed"],
    ]
    assert match.state.outcome == {
        "winners": [],
        "draw": True,
        "verdict": "draw",
        "reason": "All seats agreed.",
    }


@pytest.mark.rule("match", "M9.1")
def test_a_seat_that_is_out_is_not_asked_and_may_not_agree() -> None:
    match = counting(3)
    match.send("cid", RESIGN)
    number = offer(match, "ann", "draw")
    assert refusal(match.send("cid", agree(number))) == ("RESIGNED", "M4.2")
    match.send("bea", agree(number))
    assert match.state.status == "closed"


@pytest.mark.rule("match", "M9.1")
def test_a_seat_agrees_once() -> None:
    match = counting(3)
    number = offer(match, "ann", "draw")
    assert refusal(match.send("ann", agree(number))) == ("AGREED_ALREADY", "M9.1")
    match.send("bea", agree(number))
    assert refusal(match.send("bea", agree(number))) == ("AGREED_ALREADY", "M9.1")
    assert match.state.status == "running"


@pytest.mark.rule("match", "M9.1")
def test_of_each_kind_one_offer_stands_at_a_time() -> None:
    match = counting()
    offer(match, "ann", "draw")
    again = {"kind": "match.offer", "what": "draw"}
    for account in ("ann", "bea"):
        assert refusal(match.send(account, again)) == ("OFFER_STANDS", "M9.1")
    offer(match, "bea", "pause")
    assert [one["what"] for one in match.view(None)["offers"]] == ["draw", "pause"]


@pytest.mark.rule("match", "M9.1", "M2.5")
def test_nothing_is_offered_before_the_start() -> None:
    match = Match(poison.GAME, CONFIG, 2).start("ann")
    for command in ({"kind": "match.offer", "what": "draw"}, agree(1), decline(1)):
        assert refusal(match.send("ann", command)) == ("MATCH_NOT_RUNNING", "M2.5")


@pytest.mark.rule("match", "M9.2")
@pytest.mark.parametrize("what", KINDS)
def test_a_seat_makes_five_offers_of_each_kind(what: str) -> None:
    match = counting()
    for _ in range(5):
        number = offer(match, "ann", what)
        match.send("ann", decline(number))
    again = {"kind": "match.offer", "what": what}
    assert refusal(match.send("ann", again)) == ("TOO_MANY_OFFERS", "M9.2")
    (other,) = {*KINDS} - {what}
    offer(match, "ann", other)
    offer(match, "bea", what)


@pytest.mark.rule("match", "M9.2")
def test_how_often_is_a_setting_of_the_match() -> None:
    match = counting(bounds=Bounds(offers=0))
    for what in KINDS:
        refused = match.send("ann", {"kind": "match.offer", "what": what})
        assert refusal(refused) == ("TOO_MANY_OFFERS", "M9.2")


@pytest.mark.rule("match", "M9.3")
@pytest.mark.parametrize("account", ["ann", "bea", "cid"])
def test_an_offer_is_off_when_one_declines_it(account: str) -> None:
    """Who made it may do so too: that is how it is taken back."""
    match = counting(3)
    number = offer(match, "ann", "draw")
    match.send("bea", agree(number))
    assert match.send(account, decline(number)).status == "accepted"
    assert "offers" not in match.view(None)
    for late in (agree(number), decline(number)):
        assert refusal(match.send("cid", late)) == ("OFFER_CLOSED", "M9.3")


def _resigns(match: Match) -> None:
    match.send("cid", RESIGN)


def _is_removed(match: Match) -> None:
    match.send("ref", {"kind": "match.remove", "seat": 2, "reason": "No show."})


def _changes_hands(match: Match) -> None:
    match.send("ref", {"kind": "match.substitute", "seat": 2, "account": "dan"})


def _moves(match: Match) -> None:
    match.send("cid", ADD)


def _is_played_for(match: Match) -> None:
    match.tick(1_001)


def _pauses(match: Match) -> None:
    match.send("ref", {"kind": "match.pause"})


def _takes_back(match: Match) -> None:
    number = offer(match, "cid", "take_back")
    match.send("ann", agree(number))
    match.send("bea", agree(number))
    assert match.told("match.taken_back")


@pytest.mark.rule("match", "M9.3")
@pytest.mark.parametrize(
    "then",
    [_resigns, _is_removed, _changes_hands, _moves, _is_played_for, _pauses, _takes_back],
)
def test_an_offer_is_off_when_something_happens(then: Any) -> None:
    match = counting(3, decision_ms=1_000)
    match.send("cid", ADD)
    number = offer(match, "ann", "draw")
    then(match)
    assert refusal(match.send("bea", agree(number))) == ("OFFER_CLOSED", "M9.3")
    assert "offers" not in match.view(None)
    assert match.state.status == "running"


@pytest.mark.rule("match", "M9.3")
def test_an_offer_is_off_when_the_match_goes_on_after_a_pause() -> None:
    match = counting(3)
    match.send("ref", {"kind": "match.pause"})
    number = offer(match, "ann", "draw")
    match.send("ref", {"kind": "match.resume"})
    assert refusal(match.send("bea", agree(number))) == ("OFFER_CLOSED", "M9.3")


@pytest.mark.rule("match", "M9.3")
def test_an_offer_outlasts_what_is_no_move() -> None:
    """Who is absent, time that is given, and a choice in secret change nothing of the game."""
    match = Match(rps.GAME, rps.RpsConfig(), 2, decision_ms=1_000).start("ann", "bea")
    number = offer(match, "ann", "pause")
    match.attend(1, there=False)
    match.send("ann", {"kind": "match.give_time", "seat": 1, "ms": 1})
    match.send("ann", {"kind": "choose", "choice": "rock"}, decision="round.1")
    match.down(100, 200)
    match.tick(300)
    assert match.send("bea", agree(number)).status == "accepted"
    assert match.view(None)["paused"]["by"] == "consent"


@pytest.mark.rule("match", "M9.3")
@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_there_must_be_such_an_offer(number: int) -> None:
    match = counting()
    for command in (agree(number), decline(number)):
        assert refusal(match.send("bea", command)) == ("OFFER_CLOSED", "M9.3")


@pytest.mark.rule("match", "M9.5")
def test_no_draw_is_offered_where_the_game_knows_none() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    refused = match.send("ann", {"kind": "match.offer", "what": "draw"})
    assert refusal(refused) == ("NO_DRAWS", "M9.5")


@pytest.mark.rule("match", "M9.5", "M9.4")
def test_a_draw_can_be_agreed_on_in_a_pause() -> None:
    match = counting()
    match.send("ref", {"kind": "match.pause"})
    match.send("bea", agree(offer(match, "ann", "draw")))
    assert match.state.status == "closed"
