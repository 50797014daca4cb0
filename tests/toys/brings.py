"""A game to which each player brings numbers: the toy for entries and for shapes.

- **1.1** A player brings four different numbers from 1 to 9 whose sum is at most the limit.
- **1.2** They are shuffled; each seat holds two of its own, its others lie face down.
- **1.3** In turn a seat plays one or both numbers of its hand and draws until it holds two again.
  Who has no numbers is passed over.
- **1.4** Both numbers played at once count their product, one counts itself. When all is played,
  the highest sum wins.
- **1.5** A seat that resigns is out; the others go on.
- **1.6** The seats may agree to a draw. Nothing can be taken back: a play shows numbers of a hand.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Annotated, Any, Literal, assert_never

from pydantic import Field

from engine.core.game import Decision, Draft, Game, Move
from engine.core.messages import Command, Config, Event, Message, Outcome, View
from engine.core.options import CommandData, Item, Option, Subset
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden

MAX_SEATS = 3
HAND = 2
Digit = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"]
DIGITS: tuple[Digit, ...] = ("1", "2", "3", "4", "5", "6", "7", "8", "9")


class BringsConfig(Config):
    limit: int = Field(default=20, ge=10, le=30)


class Bag(Message):
    """What a player brings [1.1]."""

    digits: Annotated[tuple[Digit, ...], Field(min_length=4, max_length=4)]


class Play(Command):
    kind: Literal["play"] = "play"
    digits: Annotated[tuple[Digit, ...], Field(min_length=1, max_length=HAND)]


class Dealt(Event):
    kind: Literal["dealt"] = "dealt"
    hands: tuple[Hidden[tuple[Digit, ...]], ...]
    piles: tuple[Hidden[tuple[Digit, ...]], ...]


class Played(Event):
    kind: Literal["played"] = "played"
    seat: int
    digits: tuple[Digit, ...]
    worth: int


class Drew(Event):
    kind: Literal["drew"] = "drew"
    seat: int
    count: int
    digits: Hidden[tuple[Digit, ...]]


class Withdrew(Event):
    kind: Literal["withdrew"] = "withdrew"
    seat: int


BringsEvent = Dealt | Played | Drew | Withdrew


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    turn: int = 0
    """Plays so far."""
    last: int = -1
    """Who played last; before the first play the seat before seat 0."""
    hands: tuple[tuple[Digit, ...], ...] = ()
    piles: tuple[tuple[Digit, ...], ...] = ()
    played: tuple[tuple[Digit, ...], ...] = ()
    points: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def current(self) -> int | None:
        """Whose turn it is; None before the deal and when all is played."""
        seats = len(self.hands)
        order = ((self.last + 1 + i) % seats for i in range(seats))
        return next((s for s in order if self.hands[s] and s not in self.out), None)


class BringsView(View):
    turn: int
    current: int | None
    hand: tuple[Digit, ...] | None
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    played: tuple[tuple[Digit, ...], ...]
    points: tuple[int, ...]
    out: tuple[int, ...]


class BringsOutcome(Outcome):
    points: tuple[int, ...]


def check_entry(config: BringsConfig, _seat: int, entry: Bag) -> Rejection | None:
    total = sum(int(digit) for digit in entry.digits)
    if len(set(entry.digits)) == len(entry.digits) and total <= config.limit:
        return None
    detail = f"Bring four different numbers that add up to {config.limit} at most."
    return Rejection(code="ENTRY_REFUSED", rule="1.1", detail=detail)


def sample_entry(config: BringsConfig, seat: int, rng: Rng) -> Bag:
    while True:
        bag = Bag(digits=rng.shuffle(DIGITS)[:4])
        if check_entry(config, seat, bag) is None:
            return bag


def setup(_config: BringsConfig, entries: Sequence[Bag], rng: Rng) -> Sequence[BringsEvent]:
    bags = [rng.shuffle(bag.digits) for bag in entries]
    hands = tuple(Hidden(bag[:HAND], (seat,)) for seat, bag in enumerate(bags))  # [1.2]
    return (Dealt(hands=hands, piles=tuple(Hidden(bag[HAND:]) for bag in bags)),)


def pending(state: State) -> tuple[Decision, ...]:
    if outcome(state) is not None or state.current is None:
        return ()
    return (Decision(id=f"play.{state.turn}.{state.current}", kind="play", seats=(state.current,)),)


def check(state: State, seat: int, command: Play) -> Rejection | None:
    if seat != state.current or outcome(state) is not None:
        return Rejection(code="NOT_YOUR_TURN", rule="1.3", detail="It is not your turn.")
    chosen = set(command.digits)
    if len(chosen) < len(command.digits) or not chosen <= set(state.hands[seat]):
        return Rejection(code="NOT_IN_HAND", rule="1.3", detail="Play numbers of your hand.")
    return None


def decide(state: State, moves: tuple[Move, ...], _rng: Rng) -> Sequence[BringsEvent] | Rejection:
    (move,) = moves
    refused = check(state, move.seat, move.command)
    if refused is not None:
        return refused
    digits: tuple[Digit, ...] = move.command.digits
    draft: Draft[State, BringsEvent] = Draft(state, evolve)
    draft.add(Played(seat=move.seat, digits=digits, worth=prod(map(int, digits))))  # [1.4]
    drawn = draft.state.piles[move.seat][: HAND - len(draft.state.hands[move.seat])]
    if drawn:
        draft.add(Drew(seat=move.seat, count=len(drawn), digits=Hidden(drawn, (move.seat,))))
    return draft.events


def evolve(state: State, event: BringsEvent) -> State:
    match event:
        case Dealt():
            seats = len(event.hands)
            return State(
                hands=tuple(hand.value for hand in event.hands),
                piles=tuple(pile.value for pile in event.piles),
                played=((),) * seats,
                points=(0,) * seats,
            )
        case Played():
            left = tuple(d for d in state.hands[event.seat] if d not in event.digits)
            return replace(
                state,
                turn=state.turn + 1,
                last=event.seat,
                hands=_put(state.hands, event.seat, left),
                played=_put(state.played, event.seat, state.played[event.seat] + event.digits),
                points=_put(state.points, event.seat, state.points[event.seat] + event.worth),
            )
        case Drew():
            hand = state.hands[event.seat] + event.digits.value
            pile = state.piles[event.seat][event.count :]
            return replace(
                state,
                hands=_put(state.hands, event.seat, hand),
                piles=_put(state.piles, event.seat, pile),
            )
        case Withdrew():
            return replace(state, out=(*state.out, event.seat))
    assert_never(event)


def _put(row: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def legal(state: State, seat: int) -> tuple[Option, ...]:
    if seat != state.current or outcome(state) is not None:
        return ()
    hand = state.hands[seat]
    play = Subset(
        command={"kind": "play"},
        field="digits",
        items=tuple(Item(value=digit) for digit in hand),
        min_count=1,
        max_count=len(hand),
    )
    return (Option(label="Play one or two numbers", shape=play),)


def default(state: State, seat: int) -> Command:
    return Play(digits=state.hands[seat][:1])


def withdraw(state: State, seat: int, _rng: Rng) -> Sequence[BringsEvent]:
    return () if seat in state.out else (Withdrew(seat=seat),)  # [1.5]


def view(state: State, seat: int | None) -> BringsView:
    return BringsView(
        turn=state.turn,
        current=state.current,
        hand=None if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        piles=tuple(map(len, state.piles)),
        played=state.played,
        points=state.points,
        out=state.out,
    )


def outcome(state: State) -> BringsOutcome | None:
    live = [seat for seat in range(len(state.hands)) if seat not in state.out]
    if not state.hands or (len(live) > 1 and state.current is not None):
        return None
    best = max((state.points[seat] for seat in live), default=0)
    winners = tuple(seat for seat in live if state.points[seat] == best)
    return BringsOutcome(winners=winners, points=state.points)


def pieces(state: State) -> Counter[str]:
    return Counter(
        f"{seat}:{digit}"
        for rows in (state.hands, state.piles, state.played)
        for seat, digits in enumerate(rows)
        for digit in digits
    )


def random_policy(answer: Mapping[str, Any], rng: Rng) -> CommandData:
    """Play one number of the hand."""
    (offered,) = answer["options"]
    return {"kind": "play", "digits": [rng.choice(offered["shape"]["items"])["value"]]}


GAME: Game[State] = Game(
    name="brings",
    title="Bring four numbers",
    version=1,
    min_seats=2,
    max_seats=MAX_SEATS,
    config=BringsConfig,
    command=Play,
    event=BringsEvent,
    state=State,
    view_model=BringsView,
    outcome_model=BringsOutcome,
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
    turn_limit=MAX_SEATS * 5,
    examples=((BringsConfig(), 2), (BringsConfig(limit=12), 3)),
    entry=Bag,
    check_entry=check_entry,
    sample_entry=sample_entry,
    policies={"random": random_policy},
    draws=True,  # [1.6]
)
VERSIONS = (GAME,)
