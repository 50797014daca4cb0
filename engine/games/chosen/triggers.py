"""What happens by itself [2.12]."""

from collections.abc import Sequence

from engine.core import card_language
from engine.games.chosen.cards import CARDS
from engine.games.chosen.ops import (
    Look,
    Moment,
    Op,
    Recover,
    Search,
    TakeControl,
    Trigger,
)
from engine.games.chosen.running import Run
from engine.games.chosen.state import COMMON_GROUND, Piece, State
from engine.games.chosen.tasks import Apply


def fire(run: Run, n: str, when: Moment) -> None:
    """Put what a card in play does at a moment before all that is left to do."""
    run.then(*_found(run.state, run.state.present[n], when))


def fire_all(run: Run, when: Moment, seats: Sequence[int]) -> None:
    """The same for all cards in play, seat by seat [3.5] [3.6]."""
    tasks: list[Apply] = []
    for seat in seats:
        for piece in run.state.present.values():
            if piece.controller == seat and not piece.face_down and piece.place in _WORKING:
                tasks += _found(run.state, piece, when)
    run.then(*tasks)


def _found(state: State, piece: Piece, when: Moment) -> list[Apply]:
    common = piece.place in COMMON_GROUND and len(state.members(state.camp[piece.controller])) > 1
    return [
        Apply(
            by=piece.controller,
            card=piece.card,
            part="trigger",
            at_part=number,
            source=piece.n,
            target=piece.target,
            named=not (common and _means_its_player(trigger)),
            aimed=trigger.target is None,
        )
        for number, trigger in enumerate(CARDS[piece.card].triggers)
        if trigger.when == when
    ]


def _means_its_player(trigger: Trigger) -> bool:
    """Tell whether it makes a difference whose card it is."""
    own_target = trigger.target is not None and trigger.target.whose == "own"
    return trigger.condition is not None or own_target or any(map(_of_you, trigger.does))


def _of_you(op: Op) -> bool:
    if isinstance(op, Search | Recover | Look | TakeControl):
        return True
    if isinstance(op, card_language.Amounted) and op.per is not None:
        return True
    return getattr(op, "who", None) in {"you", "own_row"}


_WORKING = frozenset({"row", "building", "event", "attached", "tower"})
