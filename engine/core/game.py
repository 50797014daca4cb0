"""The record a game is: pure functions and the types they speak.

A game folder gives one ``Game`` for each rules version. The kernel never asks which game it
runs; whatever differs between games stands in this record.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from engine.core.messages import Command, Config, Event, Message, Outcome, View
from engine.core.options import CommandData, Option
from engine.core.rejection import Rejection
from engine.core.rng import Rng

S = TypeVar("S")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something the game waits for."""

    id: str
    """Unique in the match and made from public state only; stays while the choice is the same."""
    kind: str
    seats: tuple[int, ...]
    """Who is awaited, ascending."""
    need: Literal["all", "any"] = "all"
    sealed: bool = False
    """All seats choose in secret, at the same time; needs ``all``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A command and the seat whose account sent it."""

    seat: int
    command: Any


class Drafted(tuple[Any, ...]):  # noqa: SLOT001  # a tuple with fields
    """The events of a draft, with what their fold is known to be: nobody need fold them again."""

    before: Any
    evolve: Callable[[Any, Any], Any]
    after: Any

    def folded(self, state: Any, evolve: Callable[[Any, Any], Any]) -> bool:
        """Tell whether the draft folded these events from this very state in this very way."""
        return self.before is state and self.evolve is evolve


class Draft(Generic[S, E]):
    """Events decided so far and the state they lead to; mutation never leaves the decision."""

    __slots__ = ("_before", "_events", "_evolve", "_state")

    def __init__(self, state: S, evolve: Callable[[S, Any], S]) -> None:
        self._before = self._state = state
        self._evolve = evolve
        self._events: list[E] = []

    def add(self, event: E) -> None:
        """Append an event and fold it."""
        self._state = self._evolve(self._state, event)
        self._events.append(event)

    @property
    def state(self) -> S:
        """The state after what was added so far."""
        return self._state

    @property
    def events(self) -> tuple[E, ...]:
        """What was added, in order."""
        events = Drafted(self._events)
        events.before, events.evolve, events.after = self._before, self._evolve, self._state
        return events


class PrintedCards(Message):
    """What is printed on the cards of a game: tuples of cards with ``id`` and ``name``, by deck."""

    texts: dict[str, str]
    """Card id to what is printed on it, in words."""


Told = Mapping[str, Any]
"""A view or an event as JSON data."""


Teller = Callable[[Told], str]
"""Tells one match, event by event from its first one on: (event, with as much of its secrets as the
reader may know) → what happened, in words; empty if it has none."""


Policy = Callable[[Mapping[str, Any], Rng], CommandData]
"""A bot: (view answer as JSON data, its own rng, unrelated to the match's) → a command."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """One game under one rules version. Seats count from 0.

    ``decide`` and ``check`` refuse with a ``Rejection``; ``evolve`` judges nothing; everything
    is a function of its arguments only.
    """

    name: str
    """The folder's name; with ``version`` it is the binding name of the rules, ``name@version``."""
    title: str
    version: int
    min_seats: int
    max_seats: int

    config: type[Config]
    command: Any
    """The union of the game's commands, discriminated by ``kind``."""
    event: Any
    """The union of the game's events, discriminated by ``kind``."""
    state: type[S]
    view_model: type[View]
    outcome_model: type[Outcome]

    initial: S
    setup: Callable[[Any, tuple[Any, ...], Rng], Sequence[Event]]
    """(config, one entry a seat, rng) → the opening: deal, shuffle."""
    pending: Callable[[S], tuple[Decision, ...]]
    check: Callable[[S, int, Any], Rejection | None]
    """(state, seat, command) → why it would be refused now. For a sealed choice it is all the
    judging there is: ``decide`` accepts any set of choices that ``check`` accepts."""
    decide: Callable[[S, tuple[Move, ...], Rng], Sequence[Event] | Rejection]
    evolve: Callable[[S, Any], S]
    legal: Callable[[S, int], tuple[Option, ...]]
    default: Callable[[S, int], Command]
    """(state, awaited seat) → what is played for it when its clock runs out."""
    withdraw: Callable[[S, int, Rng], Sequence[Event]]
    """(state, seat, rng) → what the rules say when a seat resigns or is removed."""
    view: Callable[[S, int | None], View]
    outcome: Callable[[S], Outcome | None]
    pieces: Callable[[S], Counter[str]]
    """All pieces there are, wherever they lie; the same at any time after the setup."""
    turn_limit: int
    """No match takes more commands than this, whatever is chosen (optional ones included)."""

    examples: tuple[tuple[Config, int], ...]
    """(config, seats) pairs that the laws run over."""
    policies: Mapping[str, Policy] = field(default_factory=dict[str, Policy])
    entry: Any = None
    """What a player brings (a deck, an army), as a type; None if nothing."""
    check_entry: Callable[[Any, int, Any], Rejection | None] | None = None
    """(config, seat, entry) → why it may not be played."""
    sample_entry: Callable[[Any, int, Rng], Any] | None = None
    draws: bool = False
    """The seats may agree to a draw."""
    check_table: Callable[[Any, int], str | None] | None = None
    """(config, seats from ``min_seats`` to ``max_seats``) → what is wrong with so many players of
    such a match, in words, or None; such a match is not created."""
    cards: PrintedCards | None = None
    """For clients; None for a game whose cards need no telling."""
    told: Callable[[Told], list[str]] | None = None
    """(view as JSON data) → lines for people at a terminal; None: the view is told part by part."""
    told_map: Callable[[Told], list[str]] | None = None
    """(view as JSON data) → a map for people at a terminal; None: there is nothing to draw."""
    teller: Callable[[], Teller] | None = None
    """() → what tells a match; None: events are told field by field."""
    turn: Callable[[S], str | None] | None = None
    """(state) → the turn that it belongs to, in words: "round 3, seat 1"; None: to none. The end
    belongs to the last turn, and no turn comes back but with a move that is taken back."""
    picture: Callable[[Told, Told, Sequence[Told], str], str] | None = None
    """(what a spectator sees at the beginning of a turn and at its end, what happened in it as all
    may know it, the commits that it is made of, in words) → SVG."""

    def table_refused(self, config: Any, seats: int) -> str | None:
        """Return why a match with this config and so many seats can't be, in words, or None."""
        if not self.min_seats <= seats <= self.max_seats:
            fewest, most = self.min_seats, self.max_seats
            count = str(fewest) if fewest == most else f"{fewest} to {most}"
            return f"{self.title} is played by {count} seats"
        return self.check_table(config, seats) if self.check_table else None

    @property
    def rules(self) -> str:
        """The binding name of these rules, e.g. ``regicide@1``."""
        return f"{self.name}@{self.version}"
