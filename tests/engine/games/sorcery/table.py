"""Positions of Sorcery in a few words, and a battle that is played from them.

    battle = Battle(table(
        stand("mage", 0, (18_000, 5_000), book="dart sting~"),
        stand("mage", 1, (18_000, 9_000), facing=SOUTH, tokens=1),
    ))
    battle.do(0, "cast", figure="f1", targets=["f2"])
    battle.let_pass(dice=[3, 4])                # nobody counters; the dice of the attack
    battle.told("attacked"), battle.book("b1"), battle.asked

Figures are numbered from ``f1`` as they stand there, books from ``b1``: first those that are borne,
then those that are dropped. In a book ``~`` is a spell that lies face down; the first is on top.
On the field ``crossroads`` there is no terrain where x is 15,000 to 22,000.

The cards of ``samples.py`` have simple numbers that no change of the game's own cards touches.

Whatever a battle is about, it also holds that ``check`` and ``decide`` agree, that all that is
offered would be accepted and nothing that is refused is offered, that no card is lost or made,
that events and states survive JSON, and that the sums that events tell can be made again from them
and the position before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import TypeAdapter

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.flow import go
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import Book, Effect, Figure, Leaf, Player, State, pieces
from engine.games.sorcery.tasks import Do, Turn
from tests.engine.games.sorcery.sums import adds_up
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.messages import Event
    from engine.games.sorcery.geometry.points import Point
    from engine.games.sorcery.tasks import Step

COMMANDS = TypeAdapter[Any](GAME.command)
EVENTS = TypeAdapter[Any](GAME.event)
STATES = TypeAdapter(State)
NORTH: Final = (0, 1)
SOUTH: Final = (0, -1)
EAST: Final = (1, 0)
WEST: Final = (-1, 0)
_STEPS: Final[dict[str, tuple[Step, ...]]] = {
    "command": ("command", "actions", "browsing", "turn_end"),
    "action": ("actions", "browsing", "turn_end"),
    "end": ("browsing", "turn_end"),
}


class Loaded(Rng):
    """A generator whose next dice are known; what comes after them is random, but the same."""

    def __init__(self, dice: Iterable[int] = ()) -> None:
        super().__init__(bytes(range(32)), 1)
        self.left = [*dice]

    def below(self, bound: int) -> int:
        if bound == 6 and self.left:
            return self.left.pop(0) - 1
        return super().below(bound)


@dataclass(frozen=True, kw_only=True)
class Stood:
    """A figure of a table, and the book it bears."""

    card: str
    seat: int
    at: Point | None
    book: str | None
    taken: bool
    fields: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Dropped:
    """A book that lies on the field."""

    at: Point
    spells: str


@dataclass(frozen=True, kw_only=True)
class Out:
    """A spell that lasts."""

    spell: str
    by: str
    book: str
    fields: dict[str, Any] = field(default_factory=dict[str, Any])


def stand(
    card: str,
    seat: int,
    at: Point | None,
    *,
    book: str | None = None,
    taken: bool = False,
    **fields: Any,
) -> Stood:
    """Return a figure; it faces north. ``book``: its spells, ``""`` for an empty book.

    ``taken``: it picked the book up.
    """
    return Stood(card=card, seat=seat, at=at, book=book, taken=taken, fields=fields)


def dropped(at: Point, spells: str = "") -> Dropped:
    return Dropped(at=at, spells=spells)


def out(spell: str, by: str, book: str = "b1", **fields: Any) -> Out:
    """Return a spell that lasts, cast by a figure from a book; ``on``, ``at``, ``left``, ``way``.

    ``begun``: the round in which it was cast, the one before if nothing else is said.
    """
    return Out(spell=spell, by=by, book=book, fields=fields)


def table(
    *laid: Stood | Dropped | Out,
    turn: int = 0,
    phase: Literal["command", "action", "end"] = "action",
    starting: int = 0,
    **fields: Any,
) -> State:
    """Return a battle in round 2, in a phase of somebody's turn, who is asked what he does.

    There are as many players as the figures have seats, at least two. ``starting``: who begins a
    round. ``fields``: of the state, e.g. ``battlefield``, ``limit``, ``actions``, ``players``.
    """
    stood = [one for one in laid if isinstance(one, Stood)]
    seats = max(2, *(one.seat + 1 for one in stood))
    figures: dict[str, Figure] = {}
    books: dict[str, Book] = {}
    for number, one in enumerate(stood, 1):
        n = f"f{number}"
        figure = Figure(n=n, card=one.card, seat=one.seat, at=one.at, **one.fields)
        if one.book is not None:
            b = f"b{len(books) + 1}"
            leaves = _leaves(one.book)
            books[b] = Book(n=b, card="grey_codex", bearer=n, leaves=leaves, taken=one.taken)
            figure = replace(figure, book=b)
        figures[n] = figure
    for one in laid:
        if isinstance(one, Dropped):
            b = f"b{len(books) + 1}"
            leaves = _leaves(one.spells)
            books[b] = Book(n=b, card="grey_codex", bearer=None, at=one.at, leaves=leaves)
    effects: dict[str, Effect] = {}
    for one in laid:
        if isinstance(one, Out):
            e = f"e{len(effects) + 1}"
            effects[e] = _effect(e, one, figures[one.by].seat)
    order = tuple((starting + n) % seats for n in range(seats))
    limit = fields.get("limit", 300)
    state = State(
        phase=phase,
        battlefield="crossroads",
        limit=limit,
        order=order,
        round=2,
        turn=turn,
        actions=limit // 100,
        players=(Player(),) * seats,
        figures=figures,
        books=books,
        effects=effects,
        effects_made=len(effects),
    )
    run = Run(replace(state, **fields), Loaded())
    later = order[order.index(turn) + 1 :]
    run.then(*(Turn(seat=seat) for seat in later), Do(what="round"))
    run.then_do(*_STEPS[phase])
    go(run)
    return run.state


def _leaves(words: str) -> tuple[Leaf, ...]:
    return tuple(Leaf(spell=word.rstrip("~"), up=word[-1] != "~") for word in words.split())


def _effect(n: str, one: Out, seat: int) -> Effect:
    given: dict[str, Any] = {"way": 0, "begun": 1, **one.fields}
    return Effect(
        n=n,
        spell=one.spell,
        type=SPELLS[one.spell].type,
        book=one.book,
        caster=one.by,
        seat=seat,
        **given,
    )


class Battle:
    """A match of Sorcery from a position on."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        """What the last command brought about."""
        self.why = ""
        """What the last refusal said."""
        self.log: list[Event] = []
        """What all of them did."""
        self._all_that_is_offered_would_be_accepted()

    def do(self, seat: int, kind: str, *, dice: Iterable[int] = (), **fields: Any) -> Battle:
        """Let a seat send a command; ``dice`` are the next pips, and all of them are rolled."""
        command = COMMANDS.validate_python({"kind": kind, **fields})
        refusal = GAME.check(self.state, seat, command)
        assert refusal is None, refusal
        rng = Loaded(dice)
        answer = GAME.decide(self.state, (Move(seat=seat, command=command),), rng)
        assert not isinstance(answer, Rejection), answer
        assert not rng.left, f"the dice {rng.left} were not rolled: {[e.kind for e in answer]}"
        return self._happened(tuple(answer))

    def let_pass(self, *, dice: Iterable[int] = ()) -> Battle:
        """Let whoever is asked pass once."""
        question = self.state.question
        assert question is not None, "nobody is asked"
        return self.do(question.seat, "pass", dice=dice)

    def end_turn(self, *, dice: Iterable[int] = ()) -> Battle:
        """Let the player whose turn it is pass until the turn is another's, or all is over.

        ``dice`` are rolled when he passes for the last time.
        """
        rolls, seat, round_ = [*dice], self.state.turn, self.state.round
        before = len(self.log)
        while self.state.phase != "over" and (self.state.turn, self.state.round) == (seat, round_):
            question = self.state.question
            assert question is not None, "nobody is asked"
            assert question.seat == seat, f"seat {question.seat} is asked: {question.kind}"
            rng = Loaded(rolls)
            move = Move(seat=question.seat, command=COMMANDS.validate_python({"kind": "pass"}))
            answer = GAME.decide(self.state, (move,), rng)
            assert not isinstance(answer, Rejection), answer
            rolls = rng.left
            self._happened(tuple(answer))
        assert not rolls, f"the dice {rolls} were not rolled"
        self.events = tuple(self.log[before:])
        return self

    def leave(self, seat: int) -> Battle:
        """Let a player leave the match."""
        return self._happened(tuple(GAME.withdraw(self.state, seat, Loaded())))

    def refused(self, seat: int, kind: str, **fields: Any) -> tuple[str, str]:
        """Return code and clause of a refusal; fails if the command is accepted."""
        command = COMMANDS.validate_python({"kind": kind, **fields})
        refusal = GAME.check(self.state, seat, command)
        assert refusal is not None, f"{command} is not refused"
        answer = GAME.decide(self.state, (Move(seat=seat, command=command),), Loaded())
        assert answer == refusal
        assert not self.offered(seat, kind, **fields)
        self.why = refusal.detail
        assert self.why.endswith(".")
        assert not self.why[0].islower()
        for number in re.findall(r"(?<!')\bf\d+\b", self.why):
            assert f"{FIGURES[self.figure(number).card].name} {number}" in self.why
        return refusal.code, refusal.rule

    def offered(self, seat: int, kind: str, **fields: Any) -> bool:
        """Tell whether a command is among what a seat is offered."""
        command = COMMANDS.validate_python({"kind": kind, **fields})
        sent = command.model_dump(mode="json")
        return any(option.contains(sent) for option in GAME.legal(self.state, seat))

    @property
    def kinds(self) -> list[str]:
        """The kinds of what the last command brought about, in order."""
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[Any]:
        """Return all events of a kind since the beginning."""
        return [event for event in self.log if event.kind == kind]

    @property
    def asked(self) -> tuple[str, int] | None:
        """Kind of the question that is open, and who is asked."""
        question = self.state.question
        return None if question is None else (question.kind, question.seat)

    def figure(self, n: str) -> Figure:
        return self.state.figures[n]

    def book(self, n: str) -> str:
        """Return the spells of a book as words, the top first."""
        leaves = self.state.books[n].leaves
        return " ".join(leaf.spell if leaf.up else f"{leaf.spell}~" for leaf in leaves)

    @property
    def out(self) -> list[str]:
        """The spells that last, in the order in which they began."""
        return [effect.spell for effect in self.state.effects.values()]

    def _happened(self, events: tuple[Event, ...]) -> Battle:
        before = self.state
        adds_up(before, events)
        self.state = fold(GAME, before, events)
        self.events = events
        self.log += events
        assert pieces(self.state) == pieces(before)
        stored = [EVENTS.dump_json(event) for event in events]
        assert fold(GAME, before, [*map(EVENTS.validate_json, stored)]) == self.state
        assert STATES.validate_json(STATES.dump_json(self.state)) == self.state
        self._all_that_is_offered_would_be_accepted()
        return self

    def _all_that_is_offered_would_be_accepted(self) -> None:
        for seat in range(self.state.seats):
            for option in GAME.legal(self.state, seat):
                sent = option.sample(Loaded())
                refusal = GAME.check(self.state, seat, COMMANDS.validate_python(sent))
                assert refusal is None, (sent, refusal)
