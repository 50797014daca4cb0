"""M5.8: time that seats and arbiters give."""

import pytest

from engine.core.terms import Arbiter
from tests.engine.banks import FISCHER, ROCK, bank, figures, move, shown, stops, turns
from tests.engine.play import RESIGN, Match, refusal
from tests.toys import rps


@pytest.mark.rule("match", "M5.8")
def test_time_that_is_given_goes_into_the_bank() -> None:
    match = turns(FISCHER)
    match.now = 4_000
    match.send("bea", {"kind": "match.give_time", "seat": 0, "ms": 1_500})
    assert match.public[-1]["events"] == [{"kind": "match.time_given", "seat": 0, "ms": 1_500}]
    assert shown(match) == {0: 11_500}
    stopped = move(match, "ann", 11_500)
    assert (stopped["before"], stopped["spent"], stopped["bank"]) == (11_500, 11_500, 2_000)


@pytest.mark.rule("match", "M5.8")
def test_a_gift_after_a_sealed_choice_is_not_lost() -> None:
    """The commit of the gift tells as well that the clock stands."""
    match = figures(FISCHER)
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.now = 2_000
    match.send("bea", {"kind": "match.give_time", "seat": 0, "ms": 500})
    (stopped,) = stops(match)
    assert stopped["bank"] == 11_000
    assert bank(match, 0) == (11_500, 0)


@pytest.mark.rule("match", "M5.8")
@pytest.mark.parametrize(
    ("account", "seat", "code"),
    [
        ("ann", 0, ("OWN_SEAT", "M5.8")),
        ("ann", 2, ("NO_SUCH_SEAT", "M1.4")),
        ("eve", 0, ("NOT_SEATED", "M2.1")),
    ],
)
def test_time_is_given_to_another_seat_of_the_match(
    account: str, seat: int, code: tuple[str, str]
) -> None:
    match = turns(FISCHER)
    gift = {"kind": "match.give_time", "seat": seat, "ms": 1}
    assert refusal(match.send(account, gift)) == code


@pytest.mark.rule("match", "M5.8")
@pytest.mark.parametrize("ms", [0, -1, 24 * 60 * 60 * 1_000 + 1, "1", 1.5])
def test_a_gift_is_at_most_a_day(ms: object) -> None:
    gift = {"kind": "match.give_time", "seat": 1, "ms": ms}
    assert refusal(turns(FISCHER).send("ann", gift)) == ("MALFORMED", "M2.2")


@pytest.mark.rule("match", "M5.8")
def test_no_time_is_given_without_a_clock_or_to_who_is_out() -> None:
    gift = {"kind": "match.give_time", "seat": 1, "ms": 1}
    match = Match(rps.GAME, rps.RpsConfig(), 3).start("ann", "bea", "cid")
    assert refusal(match.send("ann", gift)) == ("NO_CLOCK", "M5.8")
    match = figures(FISCHER, 3)
    match.send("bea", RESIGN)
    assert refusal(match.send("ann", gift)) == ("SEAT_IS_OUT", "M4.2")


@pytest.mark.rule("match", "M9.2")
def test_a_seat_gives_time_five_times_and_an_arbiter_as_often_as_it_likes() -> None:
    match = turns(FISCHER, arbiters=(Arbiter(account="ref"),))
    gift = {"kind": "match.give_time", "seat": 1, "ms": 1}
    for _ in range(5):
        assert match.send("ann", gift).status == "accepted"
    assert refusal(match.send("ann", gift)) == ("TOO_MANY_OFFERS", "M9.2")
    for _ in range(6):
        assert match.send("ref", gift).status == "accepted"
    assert bank(match, 1) == (10_011, 0)
