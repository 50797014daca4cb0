"""Events of the table, the turn, questions and the end."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.core.messages import Event, Message
from engine.core.secrecy import Hidden
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.models import ActionKind, CardId
from engine.games.sorcery.state import (
    MAX_SEATS,
    MIN_SEATS,
    EndReason,
    Handle,
    QuestionKind,
    Seat,
)
from engine.games.sorcery.tasks import Agenda


class LaidFigure(Message):
    card: CardId
    seat: Seat
    book: CardId | None


class TableLaid(Event):
    """Figures are numbered from f1 in this order, books from b1 in the order of their bearers."""

    kind: Literal["table_laid"] = "table_laid"
    battlefield: CardId
    limit: int
    seats: Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS)]
    order: tuple[int, ...]
    figures: tuple[LaidFigure, ...]
    spells: tuple[Hidden[tuple[CardId, ...]], ...]
    """One a book, from the top down [2.10]."""


class FigureDeployed(Event):
    kind: Literal["figure_deployed"] = "figure_deployed"
    figure: Handle
    at: Point
    facing: Point


class RoundStarted(Event):
    kind: Literal["round_started"] = "round_started"
    round: int


class TurnStarted(Event):
    kind: Literal["turn_started"] = "turn_started"
    seat: Seat
    actions: int


class PhaseStarted(Event):
    kind: Literal["phase_started"] = "phase_started"
    phase: Literal["command", "action", "end"]


class QuestionPut(Event):
    bookkeeping: ClassVar[bool] = True

    kind: Literal["question_put"] = "question_put"
    number: int
    what: QuestionKind
    seat: Seat
    figure: Handle | None = None
    agenda: Hidden[Agenda]


class Answered(Event):
    """The question is answered; what follows tells with what."""

    bookkeeping: ClassVar[bool] = True

    kind: Literal["answered"] = "answered"
    number: int
    seat: Seat
    passed: bool = False
    """Nothing was done: the phase ends, or it is a no."""


class QuestionDropped(Event):
    """Somebody left: what was asked, maybe about what is gone, is asked anew or not [17.2]."""

    bookkeeping: ClassVar[bool] = True

    kind: Literal["question_dropped"] = "question_dropped"
    number: int


class ActionTaken(Event):
    """An action was given: the figure gets its token [4.1]."""

    kind: Literal["action_taken"] = "action_taken"
    figure: Handle
    action: ActionKind


class TokensChanged(Event):
    """Action tokens of a figure, beside those of its actions."""

    kind: Literal["tokens_changed"] = "tokens_changed"
    figure: Handle
    to: int
    why: Literal["rested", "syphon_energy", "browse", "spell"]


class AutoPassSet(Event):
    kind: Literal["auto_pass_set"] = "auto_pass_set"
    seat: Seat
    on: bool


class PlayerLeft(Event):
    kind: Literal["player_left"] = "player_left"
    seat: Seat


class MatchEnded(Event):
    kind: Literal["match_ended"] = "match_ended"
    winners: tuple[Seat, ...]
    why: EndReason
    points: tuple[int, ...]
    objectives: tuple[Seat | None, ...]
    """Who controls each [16.2]."""
