"""The laws of architecture: each for every game, over random matches (see ``laws``)."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.core.answer import options
from engine.core.codec import codec_of
from engine.core.game import Decision, Move
from engine.core.life_messages import DecidedOutcome, TakenBack
from engine.core.match_fold import fold_commit
from engine.core.match_messages import Expired, Resign, is_match_kind
from engine.core.match_rng import rng_of
from engine.core.match_state import Commit, MatchState, awaited, decisions, new_match
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.step import SealedChoice, step
from schemas.verify import verify
from tests.engine.laws.arrivals import normal_form, random_command, show
from tests.engine.laws.drawing import every_game, few, own_status, plans, send, spots
from tests.engine.laws.files import REGISTRY, match_file
from tests.engine.laws.subjects import Subject
from tests.engine.laws.walks import Point, Walk, walk


@every_game
@few
@given(data=st.data())
def test_the_same_arrivals_give_the_same_bytes_however_they_are_batched(
    rules: str, data: st.DataObject
) -> None:
    walked = walk(data.draw(plans(rules)))
    game, codec = walked.subject.game, codec_of(walked.subject.game)
    cut = data.draw(st.integers(0, len(walked.points)))
    arrivals = [point.arrival for point in walked.points]
    first = step(game, new_match(game, walked.terms), (), arrivals[:cut], walked.server_seed)
    # What is stored between two steps is text.
    state = codec.load_state(walked.terms, codec.dump_state(first.state))
    box = [SealedChoice.model_validate_json(choice.model_dump_json()) for choice in first.box]
    second = step(game, state, box, arrivals[cut:], walked.server_seed)

    seats = walked.terms.seats
    again = [codec.write(commit, seats) for commit in (*first.commits, *second.commits)]
    assert again == list(walked.parts)
    receipts = [receipt for point in walked.points for receipt in point.step.receipts]
    assert [*first.receipts, *second.receipts] == receipts
    assert second.state == walked.points[-1].step.state
    assert second.box == walked.points[-1].step.box


@every_game
@few
@given(data=st.data())
def test_a_log_read_back_folds_to_the_same_match(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    codec = codec_of(walked.subject.game)
    state = new_match(walked.subject.game, walked.terms)
    parts = iter(walked.parts)
    for point in walked.points:
        for commit in point.step.commits:
            stored = next(parts)
            read = codec.read(stored)
            assert read == commit
            state = fold_commit(walked.subject.game, state, codec.read_happened(stored))
            assert read.awaited == awaited(walked.subject.game, state)
        assert state == point.step.state


@every_game
@few
@given(data=st.data())
def test_a_state_survives_json(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    codec = codec_of(walked.subject.game)
    for point in walked.points:
        snapshot = codec.dump_state(point.before)
        loaded = codec.load_state(walked.terms, snapshot)
        assert loaded == point.before
        assert codec.dump_state(loaded) == snapshot


@every_game
@few
@given(data=st.data())
def test_a_refusal_changes_nothing(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    for point in walked.points:
        receipts = point.step.receipts
        answers = [r for r in receipts if r.command_id == point.arrival.command_id]
        if [r.status for r in answers] not in (["refused"], ["seated"]):
            continue
        nothing = replace(point.arrival, account=None, presence=None)  # but the time passes
        game = walked.subject.game
        passed = step(game, point.before, point.box, (nothing,), walked.server_seed)
        assert point.step.commits == passed.commits
        assert point.step.state == passed.state
        assert point.step.box == passed.box


@every_game
@few
@given(data=st.data())
def test_each_command_gets_one_answer(rules: str, data: st.DataObject) -> None:
    """A sealed choice gets a second one when it is opened, replaced or void; nothing else does."""
    walked = walk(data.draw(plans(rules)))
    answers: dict[str, list[str]] = {
        point.arrival.command_id: [] for point in walked.points if point.arrival.account
    }
    for point in walked.points:
        for receipt in point.step.receipts:
            answers[receipt.command_id].append(receipt.status)
    final = {"accepted", "replaced", "refused"}
    for command_id, got in answers.items():
        sealed = len(got) == 2 and got[0] == "sealed" and got[1] in final
        assert sealed or (len(got) == 1 and got[0] != "sealed"), (command_id, got)


@every_game
@few
@given(data=st.data())
def test_what_is_offered_is_accepted(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    rng = Rng(walked.server_seed, data.draw(st.integers(0, 99)))
    for point in spots(walked, rng):
        for seat in range(walked.terms.seats):
            for option in options(walked.subject.game, point.before, seat):
                command = option.sample(rng)
                assert option.contains(command)
                done = send(walked, point, seat, command)
                status = own_status(done, point.arrival.command_id)
                assert status in {"accepted", "sealed"}, (show(command), done.receipts)


@every_game
@few
@given(data=st.data())
def test_what_is_not_offered_is_refused(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    rng = Rng(walked.server_seed, data.draw(st.integers(0, 99)))
    for point in spots(walked, rng):
        for _ in range(8):
            command = random_command(walked.subject, point.before, rng)
            normal = normal_form(walked.subject, command)
            seat = rng.below(walked.terms.seats)
            offers = options(walked.subject.game, point.before, seat)
            offered = normal is not None and any(option.contains(normal) for option in offers)
            allowed = normal is not None and any(option.allows(normal) for option in offers)
            done = send(walked, point, seat, command)
            answer = next(r for r in done.receipts if r.command_id == point.arrival.command_id)
            refused = answer.status == "refused"
            assert not (refused and offered), (seat, show(command), answer)
            assert refused or allowed, (seat, show(command), answer)
            if refused:
                assert answer.code
                assert answer.rule
                assert answer.detail
                assert done.state == point.before
                assert done.box == point.box


@every_game
@few
@given(data=st.data())
def test_there_is_always_a_way_on(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    for point in walked.running:
        if point.before.paused is None:
            _has_a_way_on(walked.subject, point.before)
        else:
            assert decisions(walked.subject.game, point.before) == ()
            assert point.before.paused.until >= point.before.at, "a pause that has no end"


def _has_a_way_on(subject: Subject, state: MatchState) -> None:
    game = subject.game
    assert game.outcome(state.game) is None, "a running match has no outcome yet"
    open_now = decisions(game, state)
    assert open_now, "neither an outcome nor a decision"
    assert len({decision.id for decision in open_now}) == len(open_now)
    sealed = [seat for decision in open_now if decision.sealed for seat in decision.seats]
    assert len(sealed) == len(set(sealed)), "a seat is awaited by two sealed decisions"
    for decision in open_now:
        assert decision.seats, decision
        assert list(decision.seats) == sorted(set(decision.seats)), decision
        assert not set(decision.seats) & set(state.resigned), "a seat that resigned is awaited"
        assert decision.need == "all" or not decision.sealed, decision
        for seat in decision.seats:
            ways = [option for option in game.legal(state.game, seat) if not option.optional]
            assert ways, f"seat {seat} is awaited, but has no option"
            default = game.default(state.game, seat).model_dump(mode="json")
            assert any(way.contains(default) for way in ways), (default, ways)


@every_game
@few
@given(data=st.data())
def test_sealed_choices_that_pass_singly_pass_together(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    game = walked.subject.game
    rng = Rng(walked.server_seed, data.draw(st.integers(0, 99)))
    for point in spots(walked, rng):
        for decision in decisions(game, point.before):
            if decision.sealed:
                moves = tuple(_checked(walked, point, seat, rng) for seat in decision.seats)
                draws = rng_of(point.before, walked.server_seed)
                assert not isinstance(game.decide(point.before.game, moves, draws), Rejection)


def _checked(walked: Walk, point: Point, seat: int, rng: Rng) -> Move:
    """A sealed choice that ``check`` accepts: one that is offered, or any other."""
    game, codec = walked.subject.game, codec_of(walked.subject.game)
    while True:
        offered = rng.choice(options(game, point.before, seat)).sample(rng)
        data = rng.choice((offered, random_command(walked.subject, point.before, rng)))
        normal = normal_form(walked.subject, data)
        if normal is None:
            continue
        command = codec.command(normal)
        if command.sealed and game.check(point.before.game, seat, command) is None:
            return Move(seat=seat, command=command)


@every_game
@few
@given(data=st.data())
def test_a_choice_in_the_box_stays_acceptable(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    game, codec = walked.subject.game, codec_of(walked.subject.game)
    for point in walked.points:
        for choice in point.step.box:
            command = codec.command(choice.command)
            assert game.check(point.step.state.game, choice.seat, command) is None


@every_game
@few
@given(data=st.data())
def test_a_decision_id_stands_for_one_choice(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    game = walked.subject.game
    seen: dict[str, Decision] = {}
    closed: set[str] = set()
    state = new_match(game, walked.terms)
    for commit in walked.commits:
        state = fold_commit(game, state, commit)
        if state.paused is not None and state.status == "running":
            continue  # nobody is asked; the decisions are open still
        now = {decision.id: decision for decision in decisions(game, state)}
        closed |= seen.keys() - now.keys()
        _answered(commit, seen, now)
        assert not closed & now.keys(), "a closed decision opened again"
        for name, decision in now.items():
            before = seen.get(name, decision)
            same = replace(decision, seats=before.seats) == before
            assert same, f"{before} became {decision}"
            assert set(decision.seats) <= set(before.seats), f"{before} became {decision}"
        seen |= now


def _answered(commit: Commit, before: Mapping[str, Decision], now: Mapping[str, Decision]) -> None:
    """What was answered for all its seats, or by the clock, waits no longer."""
    for event in commit.events:
        if isinstance(event, Expired):
            waiting = now[event.decision].seats if event.decision in now else ()
            assert not set(event.seats) & set(waiting), event
    if commit.actor == "sealed":
        assert {name for name, decision in before.items() if decision.sealed} - now.keys()


@every_game
@few
@given(data=st.data())
def test_pieces_are_neither_lost_nor_made(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    game = walked.subject.game
    running = [p.before for p in walked.running] + [walked.points[-1].step.state]
    for before, after in pairwise(running):
        assert game.pieces(before.game) == game.pieces(after.game)


@every_game
@few
@given(data=st.data())
def test_every_match_ends(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    commands = [issued.command for commit in walked.commits for issued in commit.commands]
    resignations = sum(isinstance(command, Resign) for command in commands)
    moves = sum(not is_match_kind(command.kind) for command in commands)
    events = [event for commit in walked.commits for event in commit.events]
    taken_back = sum(isinstance(event, TakenBack) for event in events)
    assert moves - taken_back + resignations <= walked.subject.game.turn_limit
    final = walked.points[-1].step.state
    assert final.status == "closed"
    assert final.outcome is not None
    assert final.paused is None
    assert [clock for clock in final.clocks if clock.since is not None] == []
    decided = walked.subject.game.outcome_model if final.verdict is None else DecidedOutcome
    decided.model_validate(final.outcome)


@every_game
@few
@given(data=st.data())
def test_verify_makes_every_match_again(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    verdict = verify(match_file(walked), REGISTRY)
    assert verdict.genuine, verdict
    assert "every draw and decision was re-made under the stated rules" in verdict.notes
