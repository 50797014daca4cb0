"""Rock, paper, scissors with a hidden card: the toy for sealed choices and secret fields.

Clauses (cited like those of a real game, kept here because the game is for tests only):

- **1.1** Each seat is dealt one card with a figure on it; the rest stays face down.
- **1.2** Each round all seats choose a figure at the same time. A figure scores one point for
  each seat it beats.
- **1.3** Once in the game a seat may spend its card with its choice. Spent with the figure on it,
  it doubles the points of the round. A card that was spent is shown.
- **1.4** Once a round a seat may send a signal.
- **1.5** A seat that resigns is out; the others go on.
- **1.6** After the last round the most points win. Seats that share the lead play one more round
  among themselves; if they still share it they have won together. When one seat is left it has won.
- **1.7** There are no draws by agreement. A signal says nothing of a card and can be taken back.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, assert_never

from pydantic import Field

from engine.core.game import Decision, Game, Move
from engine.core.messages import Command, Config, Event, Message, Outcome, Secret, View
from engine.core.options import CommandData, Option
from engine.core.rejection import ImpossibleEventError, Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden

Figure = Literal["rock", "paper", "scissors"]
FIGURES: tuple[Figure, ...] = ("rock", "paper", "scissors")
BEATS: Mapping[Figure, Figure] = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
MAX_ROUNDS = 9
MAX_SEATS = 6
SAYINGS = ("hm", "ha")


class RpsConfig(Config):
    rounds: int = Field(default=3, ge=1, le=MAX_ROUNDS)
    canary: bool = False
    """Cards have long random names, so that a search finds them wherever they leak."""


class Card(Message):
    name: str
    figure: Figure


class Choose(Command):
    """Choose a figure, with the card or without [1.2] [1.3]."""

    sealed = True

    kind: Literal["choose"] = "choose"
    choice: Secret[Figure]
    spend: Secret[bool] = False


class Signal(Command):
    """Say something that everybody hears [1.4]."""

    kind: Literal["signal"] = "signal"
    say: Literal["hm", "ha"]


RpsCommand = Choose | Signal


class Dealt(Event):
    kind: Literal["dealt"] = "dealt"
    rounds: int
    cards: tuple[Hidden[Card], ...]
    rest: Hidden[tuple[Card, ...]]


class Signalled(Event):
    reversible: ClassVar[bool] = True  # [1.7]

    kind: Literal["signalled"] = "signalled"
    seat: int
    say: str


class Shown(Message):
    """What one seat chose in a round."""

    seat: int
    choice: Figure
    card: Card | None
    points: int


class Opened(Event):
    kind: Literal["opened"] = "opened"
    round: int
    shown: tuple[Shown, ...]


class Withdrew(Event):
    kind: Literal["withdrew"] = "withdrew"
    seat: int


RpsEvent = Dealt | Signalled | Opened | Withdrew


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    rounds: int = 0
    """How many are played; 0 before the deal."""
    round: int = 1
    """The one under way."""
    points: tuple[int, ...] = ()
    cards: tuple[Card | None, ...] = ()
    """One a seat; None once spent."""
    rest: tuple[Card, ...] = ()
    spent: tuple[Card, ...] = ()
    signalled: tuple[int, ...] = ()
    """Seats that have sent this round's signal."""
    out: tuple[int, ...] = ()

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.points)) if seat not in self.out)

    @property
    def leaders(self) -> tuple[int, ...]:
        best = max((self.points[seat] for seat in self.live), default=0)
        return tuple(seat for seat in self.live if self.points[seat] == best)

    @property
    def choosing(self) -> tuple[int, ...]:
        """Who plays the round under way [1.6]; nobody before the deal and after the end."""
        if self.round <= self.rounds:
            seats = self.live
        elif self.round == self.rounds + 1:
            seats = self.leaders
        else:
            seats = ()
        return seats if len(seats) > 1 else ()


class RpsView(View):
    round: int
    rounds: int
    points: tuple[int, ...]
    out: tuple[int, ...]
    holds_card: tuple[bool, ...]
    spent: tuple[Card, ...]
    signalled: tuple[int, ...]
    card: Card | None
    """The viewer's own."""


class RpsOutcome(Outcome):
    points: tuple[int, ...]


def setup(config: RpsConfig, entries: Sequence[object], rng: Rng) -> Sequence[RpsEvent]:
    seats = len(entries)
    names = [
        "".join(f"{rng.below(1 << 32):08x}" for _ in range(5)) if config.canary else f"card-{i}"
        for i in range(2 * seats)
    ]
    deck = rng.shuffle(
        Card(name=name, figure=FIGURES[i % len(FIGURES)]) for i, name in enumerate(names)
    )
    cards = tuple(Hidden(deck[seat], (seat,)) for seat in range(seats))  # [1.1]
    return (Dealt(rounds=config.rounds, cards=cards, rest=Hidden(deck[seats:])),)


def pending(state: State) -> tuple[Decision, ...]:
    seats = state.choosing
    if not seats:
        return ()
    return (Decision(id=f"round.{state.round}", kind="choose", seats=seats, sealed=True),)


def check(state: State, seat: int, command: RpsCommand) -> Rejection | None:
    if not state.choosing or seat in state.out:
        return Rejection(code="NOT_IN_GAME", rule="1.5", detail="You are not in the game.")
    match command:
        case Choose() if seat not in state.choosing:
            return Rejection(code="NOT_LEADING", rule="1.6", detail="The leaders play it out.")
        case Choose() if command.spend and state.cards[seat] is None:
            return Rejection(code="NO_CARD", rule="1.3", detail="Your card is spent.")
        case Signal() if seat in state.signalled:
            return Rejection(code="SIGNALLED", rule="1.4", detail="Once a round is enough.")
        case Choose() | Signal():
            return None
    assert_never(command)


def decide(state: State, moves: tuple[Move, ...], _rng: Rng) -> Sequence[RpsEvent] | Rejection:
    for move in moves:
        refused = check(state, move.seat, move.command)
        if refused is not None:
            return refused
    if isinstance(moves[0].command, Signal):
        return (Signalled(seat=moves[0].seat, say=moves[0].command.say),)
    return (Opened(round=state.round, shown=tuple(_shown(state, moves, m) for m in moves)),)


def _shown(state: State, moves: tuple[Move, ...], move: Move) -> Shown:
    choice: Figure = move.command.choice
    card = state.cards[move.seat] if move.command.spend else None
    beaten = sum(1 for other in moves if BEATS[choice] == other.command.choice)  # [1.2]
    doubled = card is not None and card.figure == choice  # [1.3]
    points = 2 * beaten if doubled else beaten
    return Shown(seat=move.seat, choice=choice, card=card, points=points)


def evolve(state: State, event: RpsEvent) -> State:
    match event:
        case Dealt():
            return State(
                rounds=event.rounds,
                points=(0,) * len(event.cards),
                cards=tuple(card.value for card in event.cards),
                rest=event.rest.value,
            )
        case Signalled():
            return replace(state, signalled=(*state.signalled, event.seat))
        case Opened():
            return _opened(state, event)
        case Withdrew():
            return replace(state, out=(*state.out, event.seat))
    msg = f"{event!r} is no event of this game"
    raise ImpossibleEventError(msg)


def _opened(state: State, event: Opened) -> State:
    shown = {entry.seat: entry for entry in event.shown}
    spent = tuple(entry.card for entry in event.shown if entry.card is not None)
    return replace(
        state,
        round=state.round + 1,
        points=tuple(
            points + (shown[seat].points if seat in shown else 0)
            for seat, points in enumerate(state.points)
        ),
        cards=tuple(
            None if seat in shown and shown[seat].card is not None else card
            for seat, card in enumerate(state.cards)
        ),
        spent=state.spent + spent,
        signalled=(),
    )


def legal(state: State, seat: int) -> tuple[Option, ...]:
    if not state.choosing or seat in state.out:
        return ()
    spends = (False,) if state.cards[seat] is None else (False, True)
    choices = tuple(
        Option(
            label=f"{figure.capitalize()}, with the card" if spend else figure.capitalize(),
            command={"kind": "choose", "choice": figure, "spend": spend},
        )
        for figure in FIGURES
        for spend in spends
        if seat in state.choosing
    )
    signals = tuple(
        Option(label=f"Say {say!r}", command={"kind": "signal", "say": say}, optional=True)
        for say in SAYINGS
        if seat not in state.signalled
    )
    return choices + signals


def default(_state: State, _seat: int) -> Command:
    return Choose(choice="rock")


def withdraw(state: State, seat: int, _rng: Rng) -> Sequence[RpsEvent]:
    return () if seat in state.out else (Withdrew(seat=seat),)  # [1.5]


def view(state: State, seat: int | None) -> RpsView:
    return RpsView(
        round=state.round,
        rounds=state.rounds,
        points=state.points,
        out=state.out,
        holds_card=tuple(card is not None for card in state.cards),
        spent=state.spent,
        signalled=state.signalled,
        card=None if seat is None else state.cards[seat],
    )


def outcome(state: State) -> RpsOutcome | None:
    if state.rounds == 0 or state.choosing:
        return None
    return RpsOutcome(winners=state.leaders, points=state.points)


def pieces(state: State) -> Counter[str]:
    held = (card for card in state.cards if card is not None)
    return Counter(card.name for card in (*held, *state.rest, *state.spent))


def random_policy(answer: Mapping[str, Any], rng: Rng) -> CommandData:
    """Choose any option that somebody waits for."""
    return rng.choice([o["command"] for o in answer["options"] if not o["optional"]])


GAME: Game[State] = Game(
    name="rps",
    title="Rock, paper, scissors with a hidden card",
    version=1,
    min_seats=2,
    max_seats=MAX_SEATS,
    config=RpsConfig,
    command=RpsCommand,
    event=RpsEvent,
    state=State,
    view_model=RpsView,
    outcome_model=RpsOutcome,
    initial=State(),
    setup=setup,
    pending=pending,
    check=check,
    decide=decide,
    evolve=evolve,
    legal=legal,
    default=default,
    withdraw=withdraw,
    view=view,
    outcome=outcome,
    pieces=pieces,
    # In each round a choice and a signal of each seat; one resignation of each seat.
    turn_limit=(MAX_ROUNDS + 1) * 2 * MAX_SEATS + MAX_SEATS,
    examples=(
        (RpsConfig(), 2),
        (RpsConfig(rounds=2), 3),
        (RpsConfig(rounds=1, canary=True), 6),
        (RpsConfig(rounds=4, canary=True), 2),
    ),
    policies={"random": random_policy},
)
VERSIONS = (GAME,)
