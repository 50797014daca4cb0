"""What a seat may ask for, the options of a match, and the codes of refusals."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.core.messages import Command, Config
from engine.games.regicide.cards import Card

Mood = Literal["willing", "reluctant"]
Place = Literal["tavern", "discard"]
_HAND_MAX = 8


class RegicideConfig(Config):
    exact_kill: Literal["must", "may"] = "must"
    """Whether a royal defeated exactly must go on top of the Tavern deck [4.4] or may [4.5]."""


class Play(Command):
    """Attack with cards of the hand; they lie in the order given [2.9]."""

    kind: Literal["play"] = "play"
    cards: Annotated[tuple[Card, ...], Field(min_length=1, max_length=_HAND_MAX)]


class Yield(Command):
    """Play nothing and suffer [7.1]."""

    kind: Literal["yield"] = "yield"


class Discard(Command):
    """Pay for the enemy's blow; the last card lies on top [5.5]."""

    kind: Literal["discard"] = "discard"
    cards: Annotated[tuple[Card, ...], Field(min_length=1, max_length=_HAND_MAX)]


class ChooseNext(Command):
    """Name who has the next turn, after a Jester [6.5]."""

    kind: Literal["choose_next"] = "choose_next"
    seat: Annotated[int, Field(strict=True, ge=0)]


class PlaceRoyal(Command):
    """Say where a royal goes that was defeated exactly [4.5]."""

    kind: Literal["place_royal"] = "place_royal"
    where: Place


class FlipJester(Command):
    """Take a new hand, playing alone [8.2]."""

    kind: Literal["flip_jester"] = "flip_jester"


class Signal(Command):
    """Tell the others whether one would like to be next [6.6]."""

    kind: Literal["signal"] = "signal"
    mood: Mood


RegicideCommand = Annotated[
    Play | Yield | Discard | ChooseNext | PlaceRoyal | FlipJester | Signal,
    Field(discriminator="kind"),
]


class Code(StrEnum):
    """Why a command is refused; stable, because clients branch on it."""

    MATCH_OVER = "MATCH_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_STEP = "WRONG_STEP"
    NOT_IN_HAND = "NOT_IN_HAND"
    NOT_A_LEGAL_SET = "NOT_A_LEGAL_SET"
    MAY_NOT_YIELD = "MAY_NOT_YIELD"
    CARD_NAMED_TWICE = "CARD_NAMED_TWICE"
    NOT_ENOUGH = "NOT_ENOUGH"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NO_SOLO_JESTER = "NO_SOLO_JESTER"
    SIGNAL_ALREADY_SENT = "SIGNAL_ALREADY_SENT"
