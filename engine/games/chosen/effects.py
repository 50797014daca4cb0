"""Operations of a card that are applied, one after the other [5.8]."""

from engine.core.card_language import go_on
from engine.core.copying import changed
from engine.core.question import seat_of, seat_ref
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_effects import Triggered
from engine.games.chosen.models import ActionCard, Event, Trap
from engine.games.chosen.operations import operate
from engine.games.chosen.ops import Ops
from engine.games.chosen.running import Run
from engine.games.chosen.state import COMMON_GROUND, Subject
from engine.games.chosen.targets import candidates, holds
from engine.games.chosen.tasks import Apply


def apply(run: Run, task: Apply) -> None:
    """Go on with a text until it is done or something comes before the rest of it."""
    if task.named and run.player(task.by).out:
        return
    begun = task.part != "trigger" or task.at or task.asking
    going = task if begun else _begun(run, task)
    if going is not None:
        go_on(run, going, _next, lambda run, _: run.state.phase != "over")


def _next(run: Run, task: Apply) -> Apply | None:
    ops = ops_of(task)
    return None if task.at >= len(ops) else operate(run, task, ops[task.at])


def ops_of(task: Apply) -> Ops:
    """Return the operations of one of the texts of a card."""
    card = CARDS[task.card]
    match task.part:
        case "use":
            return card.uses[task.at_part].does
        case "trigger":
            return card.triggers[task.at_part].does
        case "summoned":
            assert isinstance(card, Event | ActionCard), f"{task.card} does nothing at once"
            return card.does
        case "trap":
            assert isinstance(card, Trap), f"{task.card} is no trap"
            return card.does


def _aiming(run: Run, task: Apply) -> tuple[int, ...]:
    """Return who picks a target: a pair does, for what it has in common [14.2]."""
    source = run.state.present.get(task.source or "")
    if source is None or source.place not in COMMON_GROUND:
        return (task.by,)
    return run.state.members(run.state.camp[task.by])


def _named(run: Run, task: Apply) -> Apply | None:
    """Let a pair name the player whom what they have in common means [14.4] [14.7]."""
    pair = run.state.members(run.state.camp[task.by])
    subject = Subject(about="afflicted", card=task.card, of=task.source)
    pick = run.ask(task, pair, subject, [seat_ref(seat) for seat in pair])
    if pick is None:
        return None
    return changed(task, by=seat_of(pick), named=True, answer=None)


def _begun(run: Run, task: Apply) -> Apply | None:
    """See whether something happens by itself, and let its target be picked [2.12]."""
    trigger = CARDS[task.card].triggers[task.at_part]
    if not task.named:
        named = _named(run, task)
        if named is None:
            return None
        task = named
    if not holds(run.state, task.by, trigger.condition):
        return None
    if not task.aimed:
        assert trigger.target is not None, "nothing to aim at"
        picks = candidates(run.state, task.by, trigger.target)
        if not picks:
            return None
        subject = Subject(about="target", card=task.card, by=task.by)
        target = run.ask(task, _aiming(run, task), subject, picks)
        if target is None:
            return None
        task = changed(task, target=target, aimed=True, answer=None)
    run.add(Triggered(seat=task.by, card=task.card, target=task.target))
    return task
