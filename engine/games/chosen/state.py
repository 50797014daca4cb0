"""The table: everything the rules know, folded from events."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from engine.core.copying import Value
from engine.core.kept import kept
from engine.core.question import Question as BaseQuestion
from engine.games.chosen.cards import Card, Cards
from engine.games.chosen.ops import Awareness, Deed, ManoeuvreKind, Trait
from engine.games.chosen.tasks import Agenda

Mode = Literal["duel", "omen", "challenge", "round_attack", "alliances", "twins", "teams"]
Phase = Literal["setup", "opening", "resource", "manoeuvres", "closing", "over"]
Place = Literal["row", "quest", "building", "event", "tower", "attached", "storage", "solved"]
"""Where a card with a handle lies [2.1]; ``attached``: an obstacle or ally at another one."""
PLACES: Final[tuple[Place, ...]] = get_args(Place)
COMMON_GROUND: Final[frozenset[Place]] = frozenset({"tower", "building"})
"""What the players of a camp have in common [1.4]."""
ActKind = Literal[
    "summon", "ability", "obstacle", "team", "challenge", "eliminate", "alliance", "exchange"
]  # fmt: skip
"""The last four are of some modes only."""
QuestionKind = Literal["act", "answer", "prepare", "obstruct", "choose"]
About = Literal[
    "target", "activate", "discard", "search", "recover", "payer", "omen", "alliance", "join",
    "afflicted",
]  # fmt: skip
"""What a choice is about."""
Word = Literal["peace", "help", "against", "threat", "agreed", "refused", "mine", "yours"]
"""What can be said [19.1] [19.2]."""
OmenPhase = Literal["none", "in_play", "acting", "done"]
"""Of an Omen this turn: did not enter, in play, left and its player acts [10.5], all done."""
EndReason = Literal[
    "glory", "tower", "future", "last", "eliminations", "points", "counters", "alliance", "turns",
    "left",
]  # fmt: skip

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Handle = str
"""A card in play: ``c`` and its number in the match [16.7]."""

START_MP = 6  # [1.9]
TURN_MP = 4  # [3.3]
HAND = 7
MAX_QUESTS = 3  # [2.6]
MAX_TURNS = 60  # [9.9]
MAX_ACTS = 300  # [4.9]
MAX_SWITCHES = 8  # [5.9]
MAX_SAYINGS = 4  # [19.5]
SIEGE_MP = 2  # [7.1]
CAPTURE_MP = 1
OMEN_NEUTRALISED_RETURNS = True  # [10.10]


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class Changed(Value):
    """More or less of a trait for a while."""

    what: Trait
    amount: int
    """Less than 0: so much less."""


@dataclass(frozen=True, kw_only=True)
class Piece(Value):
    """A card with a handle."""

    n: Handle
    card: Card
    owner: int
    controller: int
    place: Place
    at: Handle | None = None
    """What it is attached to."""
    face_down: bool = False
    awareness: Awareness = "awake"
    """Of an adventurer."""
    damage: int = 0
    """Not counted yet [8.9]."""
    changes: tuple[Changed, ...] = ()
    used: tuple[int, ...] = ()
    """Turning uses of this turn, by their numbers; of cards that can't rest."""
    spent: tuple[int, ...] = ()
    """One-shot uses that are gone."""
    counters: int = 0
    target: str | None = None
    """Of a permanent event."""
    omen: bool = False
    """It is in play as an Omen [10.1]."""


@kept
def _by_place(present: Mapping[Handle, Piece]) -> Mapping[Place, Sequence[Piece]]:
    """Return the cards in play by where they lie, each in the order of numbers."""
    found: dict[Place, list[Piece]] = {place: [] for place in PLACES}
    for piece in present.values():
        found[piece.place].append(piece)
    return found


@kept
def _by_controller(
    present: Mapping[Handle, Piece],
) -> Mapping[tuple[int, Place], Sequence[Piece]]:
    """Return the cards in play by who controls them and where they lie."""
    found: dict[tuple[int, Place], list[Piece]] = {}
    for piece in present.values():
        found.setdefault((piece.controller, piece.place), []).append(piece)
    return found


@kept
def _by_bearer(present: Mapping[Handle, Piece]) -> Mapping[Handle, Sequence[Piece]]:
    """Return the cards that are attached, by what they are attached to."""
    found: dict[Handle, list[Piece]] = {}
    for piece in _by_place(present)["attached"]:
        if piece.at is not None:
            found.setdefault(piece.at, []).append(piece)
    return found


@dataclass(frozen=True, kw_only=True)
class Player(Value):
    mp: int = START_MP
    future: Cards = ()
    """The first is the top."""
    hand: Cards = ()
    """In the order the cards came."""
    past: Cards = ()
    """The last is the newest."""
    out: bool = False
    auto_pass: bool = False
    switches: int = 0
    """Of auto-pass in this turn [5.9]."""
    eliminations: int = 0
    points: int = 0
    """Victory points [12.7]."""
    omen: Card | None = None
    """The Omen, while it is not in play."""
    omen_shown: bool = False
    """It was in play once: everybody knows it [16.8]."""
    omen_phase: OmenPhase = "none"
    challenged: int | None = None
    """The player against whom this one's challenge is in force [11.2]."""
    done_this_turn: tuple[str, ...] = ()
    """What the mode allows once a turn, and was done."""


@dataclass(frozen=True, kw_only=True)
class Item(Value):
    """An act on the timeline."""

    n: str
    """``a`` and its number in the match."""
    seat: int
    """Who acts."""
    kind: ActKind
    owner: int
    """Of the card; who acts, where there is none."""
    card: Card | None = None
    """Of a summoning, out of the hand; of the rest, what stands behind it."""
    source: Handle | None = None
    """The card in play that stands behind it."""
    use: int | None = None
    """Which use of the card, by its number."""
    target: str | None = None
    """What it is aimed at, as the command named it."""
    team: tuple[Handle, ...] = ()
    """Who is sent."""
    cards: tuple[Handle, ...] = ()
    """Of an act of the mode's own: what it names besides."""


@dataclass(frozen=True, kw_only=True)
class Manoeuvre(Value):
    """The one that is running."""

    kind: ManoeuvreKind
    seat: int
    """Who leads the initiating team."""
    team: tuple[Handle, ...]
    """The initiating team."""
    target: Handle | None = None
    """The card it goes to."""
    against: int | None = None
    """Whose card the target is, or the opponent in a fight."""
    obstructor: int | None = None
    """Who leads the obstructing team."""
    opposing: tuple[Handle, ...] = ()
    """The obstructing team."""
    strength: int = 0
    """Bonus of the initiating team."""
    opposing_strength: int = 0
    """Bonus of the obstructing team."""
    wall: int = 0
    """What effects add to the wall."""
    winner: Literal["initiating", "obstructing", "nobody"] | None = None
    """Once it is fought, or decided without."""
    losers: tuple[Handle, ...] = ()
    """Those who arrive injured."""


@dataclass(frozen=True, kw_only=True)
class Bar(Value):
    """Something a player can't do for the rest of the turn."""

    seat: int
    """Who can't."""
    what: Deed


@dataclass(frozen=True, kw_only=True)
class Saying(Value):
    """Something that was said, and all have heard [19.4]."""

    seat: int
    """Who said it."""
    what: Word
    target: int
    """Whom it was said of, or to."""


@dataclass(frozen=True, kw_only=True)
class Subject(Value):
    """What a choice is about; everybody may know it."""

    about: About
    card: Card | None = None
    """Whose text asks."""
    by: int | None = None
    """Whose effect it is."""
    of: str | None = None
    """The card or seat it is about."""
    team: tuple[Handle, ...] = ()
    """Of a mixed team: all who would go [13.4]."""


@dataclass(frozen=True, kw_only=True)
class Question(BaseQuestion):
    kind: QuestionKind
    subject: Subject | None = None
    """Of a choice."""

    @property
    def id(self) -> str:
        """The name of the decision [18.2]."""
        return f"{'choice' if self.kind == 'choose' else self.kind}.{self.number}"


@dataclass(frozen=True, kw_only=True)
class End(Value):
    """How the match ended."""

    why: EndReason
    winners: tuple[int, ...]
    """Empty for a draw."""


@dataclass(frozen=True, kw_only=True)
class State(Value):
    mode: Mode = "duel"
    sieges_only: bool = False
    victory_points: int = 2
    phase: Phase = "setup"
    turn: int = 0
    starting: int = 0
    """This turn's starting player."""
    players: tuple[Player, ...] = ()
    """One a seat."""
    camp: tuple[int, ...] = ()
    """Seat → camp [1.4]."""
    side: tuple[int, ...] = ()
    """Seat → side [1.3]."""
    towers: tuple[tuple[Handle, ...], ...] = ()
    """Of each camp, the lowest level first."""
    present: Mapping[Handle, Piece] = field(default_factory=dict[Handle, Piece])
    """All cards with handles, in the order of their numbers."""
    gone: Cards = ()
    """Out of the game [9.6]."""

    active: int | None = None
    """The camp that is active."""
    paid: bool = False
    """The active camp has paid MP in the act under way [4.6]."""
    passes: int = 0
    """As active player, in a row."""
    first_active: int | None = None
    """The camp that was active first in this turn [14.1]."""
    acts: int = 0
    """Of this turn [4.9]."""
    timeline: tuple[Item, ...] = ()
    """The last is the top."""
    manoeuvre: Manoeuvre | None = None
    bars: tuple[Bar, ...] = ()
    said: tuple[Saying, ...] = ()
    """In this turn."""

    handles: int = 0
    """Numbers given to cards so far."""
    items: int = 0
    """Numbers given to acts so far."""
    questions: int = 0
    question: Question | None = None
    agenda: Agenda = ()
    end: End | None = None

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def living(self) -> tuple[int, ...]:
        """Seats in the game."""
        return tuple([s for s, player in enumerate(self.players) if not player.out])

    def members(self, camp: int) -> tuple[int, ...]:
        """Return the seats of a camp that are in the game."""
        return tuple([s for s in self.living if self.camp[s] == camp])

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the opponents in the game, clockwise [1.3]."""
        side = self.side[seat]
        return tuple([s for s in self.clockwise(seat) if self.side[s] != side])

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return the others in the game, clockwise from a seat."""
        living = self.living
        return tuple([s for s in living if s > seat] + [s for s in living if s < seat])

    def from_starting(self) -> tuple[int, ...]:
        """Return those in the game, from the starting player on."""
        living = self.living
        return tuple([s for s in living if s >= self.starting]) + tuple(
            [s for s in living if s < self.starting]
        )

    def lying(self, place: Place) -> Sequence[Piece]:
        """Return all cards in a place, in the order of their numbers."""
        return _by_place(self.present)[place]

    def of(self, seat: int, place: Place) -> Sequence[Piece]:
        """Return what a player controls in a place."""
        return _by_controller(self.present).get((seat, place), ())

    def at(self, handle: Handle) -> Sequence[Piece]:
        """Return what is attached to a card."""
        return _by_bearer(self.present).get(handle, ())

    def common(self, camp: int, place: Place) -> list[Piece]:
        """Return what a camp controls in a place."""
        camps = self.camp
        return [p for p in self.lying(place) if camps[p.controller] == camp]

    def lent(self, seat: int) -> list[Piece]:
        """Return the awake adventurers of an ally, who may go along in a mixed team [13.4]."""
        side = self.side[seat]
        return [
            p
            for p in self.lying("row")
            if p.awareness == "awake"
            and self.side[p.controller] == side
            and self.camp[p.controller] != self.camp[seat]
        ]

    def knows(self, seat: int | None, piece: Piece) -> bool:
        """Tell whether a viewer knows a card in play: its camp in the game does [16.2] [16.4]."""
        return not piece.face_down or (
            seat is not None
            and not self.players[seat].out
            and self.camp[seat] == self.camp[piece.controller]
        )

    def barred(self, seat: int, what: Deed) -> bool:
        """Tell whether an effect of this turn forbids something to a player."""
        return any(bar.seat == seat and bar.what == what for bar in self.bars)


def pieces(state: State) -> Counter[str]:
    """Count all cards there are, wherever they lie."""
    count: Counter[str] = Counter(state.gone)
    for player in state.players:
        for zone in (player.future, player.hand, player.past):
            count.update(zone)
        count.update(() if player.omen is None else (player.omen,))
    count.update(piece.card for piece in state.present.values())
    count.update(
        item.card for item in state.timeline if item.kind == "summon" and item.card is not None
    )
    return count
