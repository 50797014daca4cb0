"""How a match goes on: turns, acts, manoeuvres, questions, the end. Append only."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.core.messages import Event, Message
from engine.core.secrecy import Hidden
from engine.games.chosen.cards import Card, Cards
from engine.games.chosen.ops import ManoeuvreKind
from engine.games.chosen.state import (
    MAX_SEATS,
    MIN_SEATS,
    ActKind,
    EndReason,
    Handle,
    Mode,
    Phase,
    Place,
    QuestionKind,
    Seat,
    Subject,
)
from engine.games.chosen.tasks import Agenda

Handles = tuple[Handle, ...]


class TableLaid(Event):
    """Futures are shuffled and towers stand [1.9]."""

    kind: Literal["table_laid"] = "table_laid"
    mode: Mode
    sieges_only: bool
    victory_points: int
    seats: Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS)]
    camp: tuple[int, ...]
    """Seat → camp [1.4]."""
    side: tuple[int, ...]
    futures: tuple[Hidden[Cards], ...]
    future_counts: tuple[int, ...]
    tower_owners: tuple[tuple[Seat, ...], ...]
    """Of each camp's levels, the lowest first."""
    towers: tuple[Hidden[Cards], ...]
    """For the players of the camp [16.2]."""
    omens: tuple[Hidden[Card | None], ...]
    """For their players."""
    starting: Seat


class TurnStarted(Event):
    kind: Literal["turn_started"] = "turn_started"
    turn: int
    starting: Seat


class PhaseStarted(Event):
    kind: Literal["phase_started"] = "phase_started"
    phase: Phase


class Refreshed(Event):
    """A resource phase of one player [3.3]."""

    kind: Literal["refreshed"] = "refreshed"
    seat: Seat
    mp: int
    """Gained."""
    count: int
    """Cards drawn."""
    cards: Hidden[Cards]


class BecameActive(Event):
    kind: Literal["became_active"] = "became_active"
    camp: int


class Passed(Event):
    """In the question that was open."""

    kind: Literal["passed"] = "passed"
    seat: Seat
    as_active: bool


class ActPut(Event):
    """An act is paid and lies on the timeline [5.1]."""

    kind: Literal["act_put"] = "act_put"
    n: str
    seat: Seat
    what: ActKind
    mp: int
    """Paid."""
    card: Card | None = None
    source: Handle | None = None
    use: int | None = None
    target: str | None = None
    team: Handles = ()
    from_storage: bool = False
    """An ally that is attached again [6.6]."""
    cards: Handles = ()
    """What an act of the mode's own names besides: given for DP [12.5], exchanged [14.8]."""


class ActDone(Event):
    """The act on the timeline is over; a card that was summoned goes to the Past."""

    kind: Literal["act_done"] = "act_done"
    n: str
    why: Literal["done", "neutralised", "no_target", "player_out"] = "done"


class CardEntered(Event):
    """A card that was summoned is in play."""

    kind: Literal["card_entered"] = "card_entered"
    act: str
    seat: Seat
    card: Card
    n: Handle
    place: Place
    at: Handle | None = None
    target: str | None = None


class OmenEntered(Event):
    """An Omen is in play [10.1]."""

    kind: Literal["omen_entered"] = "omen_entered"
    seat: Seat
    card: Card
    n: Handle
    target: str | None = None


class ObstacleLaid(Event):
    kind: Literal["obstacle_laid"] = "obstacle_laid"
    seat: Seat
    n: Handle
    at: Handle
    card: Hidden[Card]
    """For the players of the camp [16.2]."""


class CardTurned(Event):
    """A tower level or an obstacle is turned up."""

    kind: Literal["card_turned"] = "card_turned"
    n: Handle
    card: Card


class TeamLeft(Event):
    """The initiating team is out [7.5]."""

    kind: Literal["team_left"] = "team_left"
    what: ManoeuvreKind
    seat: Seat
    team: Handles
    target: Handle | None = None
    against: Seat | None = None


class TeamObstructs(Event):
    kind: Literal["team_obstructs"] = "team_obstructs"
    seat: Seat
    team: Handles


class Roll(Message):
    """2d6 of one adventurer."""

    n: Handle
    dice: tuple[int, int]
    hit: bool


class Fought(Event):
    """What a manoeuvre came to [8.3] [8.4]; without an obstructing team nobody rolls."""

    kind: Literal["fought"] = "fought"
    rolls: tuple[Roll, ...]
    initiating: int
    """Strength, rolls included."""
    obstructing: int
    """With the wall."""
    winner: Literal["initiating", "obstructing", "nobody"]


class QuestTried(Event):
    """The conditions of a quest [8.7]."""

    kind: Literal["quest_tried"] = "quest_tried"
    seat: Seat
    quest: Handle
    by: Literal["level", "calling", "test"] | None
    """Which condition held."""
    dice: tuple[int, ...]
    """Of an attribute test, if it came to one."""
    solved: bool


class QuestSolved(Event):
    kind: Literal["quest_solved"] = "quest_solved"
    seat: Seat
    quest: Handle


class BuildingTaken(Event):
    kind: Literal["building_taken"] = "building_taken"
    seat: Seat
    n: Handle


class ManoeuvreEnded(Event):
    """Who is left of the teams arrives resting or injured [7.13]."""

    kind: Literal["manoeuvre_ended"] = "manoeuvre_ended"


class QuestionPut(Event):
    """Somebody is asked; the rest of what is under way waits."""

    bookkeeping: ClassVar[bool] = True

    kind: Literal["question_put"] = "question_put"
    number: int
    """From 1 in the match [18.2]."""
    what: QuestionKind
    seats: tuple[Seat, ...]
    subject: Subject | None = None
    picks: tuple[str, ...] = ()
    own: Hidden[tuple[str, ...]]
    agenda: Hidden[Agenda]
    """What is left to do, the next last; nobody's business but the rules' [18.3]."""


class Answered(Event):
    bookkeeping: ClassVar[bool] = True

    kind: Literal["answered"] = "answered"
    number: int
    seat: Seat
    pick: str | None
    """None for what not everybody may know, of which later events tell."""


class AutoPassSet(Event):
    """Nothing else is taken back [17.3]."""

    kind: Literal["auto_pass_set"] = "auto_pass_set"
    seat: Seat
    on: bool
    reversible: ClassVar[bool] = True


class PlayersDropped(Event):
    """Players are out, with all they control [9.6]."""

    kind: Literal["players_dropped"] = "players_dropped"
    seats: tuple[Seat, ...]
    why: Literal["tower", "future", "eliminated", "left"]
    credited: tuple[Seat | None, ...]
    """For each, who eliminated it [11.6]."""


class OmenlessBegun(Event):
    """An Omen has left play; its player acts without it, after a resource phase alone [10.4]."""

    kind: Literal["omenless_begun"] = "omenless_begun"
    seat: Seat


class OmenlessFinished(Event):
    """Its player has finished, and is not active again in this turn [10.6]."""

    kind: Literal["omenless_finished"] = "omenless_finished"
    seat: Seat


class Challenged(Event):
    """A challenge is in force [11.2]."""

    kind: Literal["challenged"] = "challenged"
    seat: Seat
    target: Seat


class MatchEnded(Event):
    kind: Literal["match_ended"] = "match_ended"
    why: EndReason
    winners: tuple[Seat, ...]
    """Empty for a draw."""
