"""M9.6: a move that is taken back leaves no trace in the game, and all of it in the log."""

from typing import Any

import pytest

from engine.core.match_fold import fold_commit
from engine.core.match_state import new_match
from engine.core.terms import Arbiter, BankClock, Bounds
from tests.engine.play import CREATED, RESIGN, Match, refusal
from tests.toys import brings, poison, rps

ADD = {"kind": "add", "amount": 1}
SAY = {"kind": "signal", "say": "hm"}
ROCK = {"kind": "choose", "choice": "rock", "spend": False}
ASK = {"kind": "match.offer", "what": "take_back"}
CLOCK = BankClock(bank_ms=10_000, increment_ms=1_000)
NOTHING = ("NOTHING_TO_TAKE_BACK", "M9.6")
BAG = {"digits": ["1", "2", "3", "9"]}


def counting(seats: int = 2, *, in_turn: bool = True, **more: Any) -> Match:
    """Seats that add to a counter, one after the other; "ref" is the arbiter."""
    config = poison.PoisonConfig(goal=1_000, in_turn=in_turn)
    match = Match(poison.GAME, config, seats, arbiters=(Arbiter(account="ref"),), **more)
    return match.start(*("ann", "bea", "cid")[:seats])


def take_back(match: Match, *, of: str = "ann", by: tuple[str, ...] = ("bea",)) -> None:
    """Let a seat take its move back with the others' leave."""
    offer = match.send(of, ASK).version
    for other in by:
        answer = match.send(other, {"kind": "match.agree", "offer": offer})
        assert answer.status == "accepted"
    assert match.kinds[-1][:2] == ["match.agreed", "match.taken_back"]


def shown(match: Match) -> dict[int, int]:
    pending = match.view(None)["pending"]
    return {entry["seat"]: entry["deadline"] - CREATED for entry in pending}


def bank(match: Match, seat: int) -> int:
    return match.view(None)["clocks"][seat]["bank_ms"]


@pytest.mark.rule("match", "M9.6")
def test_the_game_stands_as_before_the_move_and_the_log_keeps_it() -> None:
    match = counting()
    match.send("ann", ADD)
    before = match.state.game
    move = match.send("bea", ADD).version
    commits = match.public
    take_back(match, of="bea", by=("ann",))
    assert match.state.game == before
    assert match.public[: len(commits)] == commits
    assert match.public[-1]["events"] == [
        {"kind": "match.agreed", "seat": 0, "offer": match.state.version - 1},
        {"kind": "match.taken_back", "seat": 1, "version": move},
    ]
    assert match.view(1)["options"], "it moves again"


@pytest.mark.rule("match", "M9.6")
def test_what_was_seen_at_older_versions_stays() -> None:
    match = counting()
    seen = dict[int, Any]()
    for account in ("ann", "bea"):
        match.send(account, ADD)
        seen[match.state.version] = match.view(0)
    take_back(match, of="bea", by=("ann",))
    state = new_match(match.game, match.state.terms)
    for commit in match.commits:
        state = fold_commit(match.game, state, commit)
        if state.version in seen:
            now, match.state = match.state, state
            assert match.view(0) == seen[state.version]
            match.state = now
    assert state == match.state


@pytest.mark.rule("match", "M9.6")
def test_decisions_that_are_open_again_have_new_names() -> None:
    match = counting()
    assert match.awaited == [(0, "add.0.0")]
    match.send("ann", ADD)
    take_back(match)
    assert match.awaited == [(0, "add.0.0~1")]
    assert refusal(match.send("ann", ADD, decision="add.0.0")) == ("DECISION_CLOSED", "M2.4")
    assert match.send("ann", ADD, decision="add.0.0~1").status == "accepted"
    assert match.awaited == [(1, "add.1.1~1")], "no name ever comes twice"
    match.send("bea", ADD)
    take_back(match, of="bea", by=("ann",))
    assert match.awaited == [(1, "add.1.1~2")]


@pytest.mark.rule("match", "M9.6")
def test_only_who_made_the_newest_move_may_take_it_back() -> None:
    match = counting(3)
    assert refusal(match.send("ann", ASK)) == NOTHING, "there is none"
    match.send("ann", ADD)
    assert refusal(match.send("bea", ASK)) == NOTHING
    match.send("bea", ADD)
    assert refusal(match.send("ann", ASK)) == NOTHING
    take_back(match, of="bea", by=("ann", "cid"))
    assert refusal(match.send("bea", ASK)) == NOTHING, "one move, not two"
    assert refusal(match.send("ann", ASK)) == NOTHING


@pytest.mark.rule("match", "M9.6")
def test_what_the_clock_played_is_nobodys_move() -> None:
    match = counting(clock=CLOCK)
    match.tick(10_001)
    assert match.awaited == [(1, "add.1.1")]
    for account in ("ann", "bea"):
        assert refusal(match.send(account, ASK)) == NOTHING


@pytest.mark.rule("match", "M9.6")
def test_a_move_that_revealed_or_drew_something_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same move can be taken back where nothing was left to be drawn."""
    monkeypatch.setattr(brings.Played, "reversible", True)
    match = Match(brings.GAME, brings.BringsConfig(), 2).start("ann", "bea", entry=BAG)

    def play(account: str, seat: int) -> None:
        digits = match.view(seat)["view"]["hand"]
        assert match.send(account, {"kind": "play", "digits": digits}).status == "accepted"

    play("ann", 0)
    assert match.kinds[-1] == ["played", "drew"]
    assert refusal(match.send("ann", ASK)) == NOTHING
    play("bea", 1)
    before = match.view(1)
    play("ann", 0)
    assert match.kinds[-1] == ["played"]
    take_back(match)
    assert match.view(1)["view"] == before["view"]
    monkeypatch.undo()
    play("ann", 0)
    assert refusal(match.send("ann", ASK)) == NOTHING, "no event of this game can be taken back"


@pytest.mark.rule("match", "M9.6")
def test_a_choice_in_secret_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rps.Opened, "reversible", True)
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    for account in ("ann", "bea"):
        match.send(account, ROCK, decision="round.1")
    for account in ("ann", "bea"):
        assert refusal(match.send(account, ASK)) == NOTHING


@pytest.mark.rule("match", "M9.6")
@pytest.mark.parametrize("when", ["before the offer", "before the agreement"])
def test_nothing_is_taken_back_once_a_choice_is_sealed(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rps.Signalled, "reversible", True)
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    match.send("ann", SAY)
    if when == "before the offer":
        match.send("bea", ROCK, decision="round.1")
        assert refusal(match.send("ann", ASK)) == NOTHING
        return
    offer = match.send("ann", ASK).version
    match.send("bea", ROCK, decision="round.1")
    late = match.send("bea", {"kind": "match.agree", "offer": offer})
    assert refusal(late) == NOTHING
    assert match.state.game.signalled == (0,)


@pytest.mark.rule("match", "M9.6")
@pytest.mark.parametrize("how", ["resigns", "is removed", "is late", "is gone"])
def test_no_move_taken_back_brings_a_seat_back_that_is_out(how: str) -> None:
    """Seat 2 went after the move: it is out for good, so the move stands."""
    clock = CLOCK.model_copy(update={"at_expiry": "withdraw"})
    match = counting(3, clock=clock, bounds=Bounds(abandon_ms=5_000))
    match.send("ann", ADD)
    match.send("bea", ADD)
    offer = match.send("bea", ASK).version
    if how == "resigns":
        match.send("cid", RESIGN)
    elif how == "is removed":
        match.send("ref", {"kind": "match.remove", "seat": 2, "reason": "No show."})
    elif how == "is late":
        match.tick(10_001)
    else:
        match.attend(2, there=False)
        match.tick(5_001)
    assert match.view(None)["out"] == [2]
    agreed = match.send("ann", {"kind": "match.agree", "offer": offer})
    assert refusal(agreed) == ("OFFER_CLOSED", "M9.3")
    assert refusal(match.send("bea", ASK)) == NOTHING
    assert match.state.resigned == (2,)
    assert 2 not in match.state.game.seats


@pytest.mark.rule("match", "M9.6")
def test_a_resignation_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poison.Left, "reversible", True)
    match = counting(3)
    match.send("ann", ADD)
    match.send("ann", RESIGN)
    assert refusal(match.send("ann", ASK)) == ("RESIGNED", "M4.2")
    assert match.state.undo is None


@pytest.mark.rule("match", "M9.6", "M11.3")
def test_who_took_a_seat_over_may_take_its_move_back() -> None:
    match = counting()
    match.send("ann", ADD)
    match.send("ref", {"kind": "match.substitute", "seat": 0, "account": "dan"})
    assert refusal(match.send("ann", ASK)) == ("NOT_SEATED", "M2.1")
    take_back(match, of="dan")


@pytest.mark.rule("match", "M9.2")
def test_a_seat_asks_three_times_for_a_move_back() -> None:
    match = counting()
    for _ in range(3):
        match.send("ann", ADD)
        take_back(match)
    match.send("ann", ADD)
    assert refusal(match.send("ann", ASK)) == ("TOO_MANY_OFFERS", "M9.2")
    match.send("bea", ADD)
    take_back(match, of="bea", by=("ann",))
    none = counting(bounds=Bounds(take_backs=0))
    none.send("ann", ADD)
    assert refusal(none.send("ann", ASK)) == ("TOO_MANY_OFFERS", "M9.2")


@pytest.mark.rule("match", "M9.6", "M9.4")
def test_no_move_is_taken_back_in_a_pause_but_after_it() -> None:
    match = counting()
    match.send("ann", ADD)
    match.send("ref", {"kind": "match.pause"})
    assert refusal(match.send("ann", ASK)) == ("MATCH_PAUSED", "M9.4")
    match.send("ref", {"kind": "match.resume"})
    take_back(match)


# --- clocks -------------------------------------------------------------------------------------


@pytest.mark.rule("match", "M9.6")
def test_who_made_the_move_has_spent_what_it_took_and_nobody_else_anything() -> None:
    """10 s each. Seat 0 moves after 3 s, seat 1 thinks 4 s until the move is taken back."""
    match = counting(clock=CLOCK)
    match.now = 3_000
    match.send("ann", ADD)
    assert (bank(match, 0), shown(match)) == (8_000, {1: 13_000})
    match.now = 7_000
    take_back(match)
    assert match.kinds[-1] == ["match.agreed", "match.taken_back"], "no clock is charged for it"
    assert (bank(match, 0), bank(match, 1)) == (7_000, 10_000)
    assert shown(match) == {0: 14_000}, "the clock of whose turn it is runs, nobody else's"
    match.tick(14_000)
    match.now = 14_000
    match.send("ann", ADD)
    assert bank(match, 0) == 1_000
    assert shown(match) == {1: 24_000}


@pytest.mark.rule("match", "M9.6")
def test_periods_that_others_used_since_are_whole_again_and_the_movers_are_not() -> None:
    match = counting(clock=BankClock(bank_ms=0, periods=5, period_ms=1_000))
    match.now = 2_500
    match.send("ann", ADD)
    match.now = 5_500
    take_back(match)
    clocks = match.view(None)["clocks"]
    assert [clock["periods"] for clock in clocks] == [3, 5]


@pytest.mark.rule("match", "M9.6")
def test_all_clocks_of_an_any_decision_have_run_until_the_move() -> None:
    match = counting(clock=CLOCK, in_turn=False)
    match.now = 3_000
    match.send("bea", ADD)
    assert bank(match, 0) == 8_000
    match.now = 5_000
    take_back(match, of="bea", by=("ann",))
    assert (bank(match, 0), bank(match, 1)) == (7_000, 7_000)
    assert shown(match) == {0: 12_000, 1: 12_000}


@pytest.mark.rule("match", "M5.8")
def test_time_that_was_given_stays_given() -> None:
    match = counting(clock=CLOCK)
    match.send("ann", ADD)
    match.send("ann", {"kind": "match.give_time", "seat": 1, "ms": 500})
    match.send("ref", {"kind": "match.give_time", "seat": 0, "ms": 70})
    take_back(match)
    assert (bank(match, 0), bank(match, 1)) == (10_070, 10_500)


@pytest.mark.rule("match", "M9.6", "M12.3")
def test_grace_that_a_move_used_pays_for_it_once() -> None:
    match = counting(clock=CLOCK, bounds=Bounds(grace_ms=2_000))
    match.attend(0, there=False)
    match.now = 3_000
    match.send("ann", ADD)
    stopped = match.told("match.clock_stopped")[-1]
    assert (stopped["spent"], stopped["grace"]) == (1_000, 0)
    take_back(match)
    told = match.view(None)["clocks"][0]
    assert (told["bank_ms"], told["grace_ms"]) == (9_000, 0)


@pytest.mark.rule("match", "M9.6", "M5.7")
def test_downtime_and_pauses_cost_a_move_that_is_taken_back_nothing() -> None:
    match = counting(clock=CLOCK)
    match.down(1_000, 2_000)
    match.tick(2_000)
    match.send("ref", {"kind": "match.pause"})
    match.now = 8_000
    match.send("ref", {"kind": "match.resume"})
    match.now = 9_000
    match.send("ann", ADD)
    take_back(match)
    assert bank(match, 0) == 8_000
