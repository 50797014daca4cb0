"""What a mode decides: one record of functions for each, in ``variants/``.

The common flow asks the record and never which mode it is. A mode adds acts of its own through
``acts``; their commands stand in ``commands.py``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.core.options import Option
from engine.core.rejection import Rejection
from engine.games.chosen.ops import ManoeuvreKind
from engine.games.chosen.state import Item, Mode, State, Word

if TYPE_CHECKING:
    from engine.games.chosen.running import Run
    from engine.games.chosen.tasks import Variant as VariantTask


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a command does where a question asks for an act."""

    offer: Callable[[State, int], Iterator[Option]]
    """(state, seat) → all commands of this kind that ``refuse`` lets pass now."""
    refuse: Callable[[State, int, Any], Rejection | None]
    """(state, seat, command) → why not; the seat is asked for an act, answer or preparation."""
    do: Callable[["Run", int, Any], None]
    """(run, seat, command): it is begun; the question is closed by the act's first event."""


Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One mode. Camps, seats and sides are numbers."""

    mode: Mode
    seats: Seats
    """How many may play it [1.1]."""
    camps: Callable[[int], Seats]
    """Number of seats → the camp of each; at the start the sides are the camps [1.3]."""
    levels: Callable[[int], int]
    """Number of seats → tower levels of each camp [1.7]."""

    order: Callable[[State], Seats]
    """MP order of the camps in the game [4.1]."""
    first: Callable[[State], int | None]
    """Who is active when the manoeuvre phase begins [4.2]; None: nobody, it ends."""
    after_act: Callable[[State], int | None]
    """Who is active after an act; ``state.paid`` tells whether it was paid [4.4] [4.5]."""
    after_pass: Callable[["Run", int], int | None]
    """(run, the camp that passed) → who is active; None: the phase ends [4.7]."""

    may_attack: Callable[[State, int, int, ManoeuvreKind], bool]
    """(state, seat, an opponent, kind) → may the seat start a siege, capture or fight [7.3]."""
    may_obstruct: Callable[[State, int, int], bool]
    """(state, the initiator, an opponent) → may it obstruct, and lay obstacles at quests [6.4]."""
    may_quest: Callable[[State, int, int], bool]
    """(state, seat, whose quest) → may the seat start for it."""

    building_limit: int | None = None
    """Of a camp [14.4]."""

    opening: Callable[["Run"], None]
    """Puts tasks for the opening phase [3.2], if there are any."""
    settle: Callable[["Run"], None]
    """Who wins or drops out at once; a timeline has closed or a manoeuvre is over [9.4]."""
    turn_end: Callable[["Run"], None]
    """Who wins or drops out at the end of a turn [3.6]."""
    dropped: Callable[["Run", Seats], None]
    """Players dropped out: what that gives others, and whether it ends the match."""
    wins_by_card: Callable[["Run", int, str], None]
    """(run, seat, handle) a card with enough counters would win for the seat [9.10]."""

    acts: Mapping[str, Act] = field(default_factory=dict[str, Act])
    """Acts of the mode's own, by the kind of their command; MP-bound."""
    resolve: Callable[["Run", Item], None] | None = None
    """An act of the mode's own is done [5.2]; off the timeline already."""
    task: Callable[["Run", "VariantTask"], None] | None = None
    """Does a task of the mode's own."""
    words: tuple[Word, ...] = ()
    """What may be said [19.1] [19.2]; nothing where politics are out of the game [19.3]."""

    def takes_building(self, state: State, seat: int) -> bool:
        """Tell whether the camp of a seat may control one more building [14.4]."""
        built = len(state.common(state.camp[seat], "building"))
        return self.building_limit is None or built < self.building_limit
