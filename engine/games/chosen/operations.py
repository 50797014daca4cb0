"""What each operation of the cards does: it adds events, or asks first."""

from typing import assert_never

from engine.core.card_language import done
from engine.core.question import seat_of
from engine.core.secrecy import Hidden
from engine.games.chosen import ops
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_effects import (
    AwarenessChanged,
    ControlTaken,
    CountersChanged,
    DamageDealt,
    DeedBarred,
    Looked,
    MpChanged,
    SentHome,
    StrengthChanged,
    TraitChanged,
)
from engine.games.chosen.events_flow import TeamLeft
from engine.games.chosen.leaving import lose, turn_up, uncover
from engine.games.chosen.manoeuvres import end
from engine.games.chosen.meant import of_target, who, whom
from engine.games.chosen.obstacles import going
from engine.games.chosen.piles import discard, draw, mill, recover, search
from engine.games.chosen.running import Run
from engine.games.chosen.state import OMEN_NEUTRALISED_RETURNS
from engine.games.chosen.targets import counted
from engine.games.chosen.tasks import Apply
from engine.games.chosen.timeline import neutralise


def operate(run: Run, task: Apply, op: ops.Op) -> Apply | None:  # noqa: C901, PLR0912, PLR0915  # one case an operation
    """Do an operation [2.13]. Return the text after it, or None if somebody is asked first."""
    match op:
        case ops.Damage():
            for n in whom(run.state, task, op.who):
                run.add(DamageDealt(n=n, amount=_amount(run, task, op)))
        case ops.Heal():
            for n in whom(run.state, task, op.who):
                run.add(DamageDealt(n=n, amount=-_amount(run, task, op)))
        case ops.Cure() | ops.Injure() | ops.Wake() | ops.Rest():
            for n in whom(run.state, task, op.who):
                _awareness(run, n, op)
        case ops.Change():
            for n in whom(run.state, task, op.who):
                run.add(TraitChanged(n=n, what=op.what, amount=op.amount))
        case ops.Strength():
            _strength(run, op)
        case ops.Wall():
            if run.state.manoeuvre is not None:
                run.add(StrengthChanged(what="wall", amount=op.amount))
        case ops.SendHome():
            running = run.state.manoeuvre
            away = () if running is None else running.team + running.opposing
            for n in whom(run.state, task, op.who):
                if n in away:
                    run.add(SentHome(n=n))
        case ops.EndManoeuvre():
            if run.state.manoeuvre is not None:
                end(run)
        case ops.Draw():
            for seat in who(run.state, task, op.who):
                draw(run, seat, _amount(run, task, op))
        case ops.Mill():
            for seat in who(run.state, task, op.who):
                mill(run, seat, _amount(run, task, op))
        case ops.Discard():
            return _done(task) if discard(run, task, op) else None
        case ops.Search():
            return _done(task) if search(run, task, op) else None
        case ops.Recover():
            return _done(task) if recover(run, task, op) else None
        case ops.Look():
            _look(run, task, op)
        case ops.ToHand():
            for n in whom(run.state, task, op.who):
                lose(run, n, "hand")
        case ops.ToStorage() | ops.Destroy():
            _leaves(run, task, op)
        case ops.GainMp():
            for seat in who(run.state, task, op.who):
                run.add(MpChanged(seat=seat, amount=_amount(run, task, op)))
        case ops.LoseMp():
            for seat in who(run.state, task, op.who):
                lost = min(run.player(seat).mp, _amount(run, task, op))
                run.add(MpChanged(seat=seat, amount=-lost))
        case ops.TakeControl():
            _take_control(run, task)
        case ops.Reveal():
            if task.target is not None and task.target in run.state.present:
                turn_up(run, task.target)
        case ops.Neutralise():
            assert task.target is not None, "an act is named"
            neutralise(run, task.target)
        case ops.NeutraliseOmen():
            _neutralise_omen(run, task)
        case ops.Forbid():
            for seat in who(run.state, task, op.who):
                run.add(DeedBarred(seat=seat, what=op.what))
        case ops.Counters():
            if task.source is not None and task.source in run.state.present:
                run.add(CountersChanged(n=task.source, amount=_amount(run, task, op)))
        case ops.StartFight():
            _start_fight(run, task)
        case _:
            assert_never(op)
    return _done(task)


def _done(task: Apply) -> Apply:
    return done(task, asking=False, hit=())


def _amount(run: Run, task: Apply, op: ops.Amounted) -> int:
    return op.total(run.dice(op.dice), lambda what: counted(run.state, task.by, what))


def _awareness(run: Run, n: str, op: ops.Cure | ops.Injure | ops.Wake | ops.Rest) -> None:
    piece = run.state.present[n]
    match op:
        case ops.Cure():
            to = "resting" if piece.awareness == "injured" else piece.awareness
            run.add(AwarenessChanged(n=n, to=to, cleared=True))
        case ops.Injure():
            run.add(AwarenessChanged(n=n, to="injured"))
        case ops.Wake() if piece.awareness == "resting":
            run.add(AwarenessChanged(n=n, to="awake"))
        case ops.Rest() if piece.awareness == "awake":
            run.add(AwarenessChanged(n=n, to="resting"))
        case _:
            return


def _strength(run: Run, op: ops.Strength) -> None:
    running = run.state.manoeuvre
    if running is None:
        return
    initiating = going(run.state)[0] == running.seat
    run.add(StrengthChanged(what="initiating" if initiating else "obstructing", amount=op.amount))


def _look(run: Run, task: Apply, op: ops.Look) -> None:
    if op.at == "own_future":
        cards = run.player(task.by).future[: op.count]
        run.add(Looked(seat=task.by, at="future", of=task.by, cards=Hidden(cards, (task.by,))))
        return
    for seat in of_target(task):
        cards = run.player(seat).hand
        run.add(Looked(seat=task.by, at="hand", of=seat, cards=Hidden(cards, (task.by,))))


def _leaves(run: Run, task: Apply, op: ops.ToStorage | ops.Destroy) -> None:
    piece = run.state.present.get(task.target or "")
    if piece is None:
        return
    if isinstance(op, ops.ToStorage):
        lose(run, piece.n, "storage")
        return
    lose(run, piece.n, "past")


def _take_control(run: Run, task: Apply) -> None:
    piece = run.state.present.get(task.target or "")
    if piece is None or piece.place not in {"row", "building"}:
        return
    double = any(p.card == piece.card for p in run.state.of(task.by, "row"))
    if piece.place == "row" and double:  # [2.4]
        return
    if piece.place == "building" and not run.variant.takes_building(run.state, task.by):
        return
    running = run.state.manoeuvre
    if running is not None and piece.n in running.team + running.opposing:
        run.add(SentHome(n=piece.n))
    uncover(run, piece.n)
    run.add(ControlTaken(seat=task.by, n=piece.n))


def _neutralise_omen(run: Run, task: Apply) -> None:
    piece = run.state.present.get(task.target or "")
    if piece is not None and piece.omen:
        lose(run, piece.n, "omen" if OMEN_NEUTRALISED_RETURNS else "past")  # [10.2] [10.10]


def _start_fight(run: Run, task: Apply) -> None:
    """Send the adventurer out against the opponent named; the rest is a manoeuvre [7.14]."""
    fighter = run.state.present.get(task.source or "")
    if fighter is None or task.target is None:
        return
    bearer = run.state.present.get(fighter.at or "", fighter)
    if CARDS[bearer.card].type == "adventurer":
        run.add(
            TeamLeft(what="fight", seat=task.by, team=(bearer.n,), against=seat_of(task.target))
        )
