"""What a seat may ask for, the options of a match, and the codes of refusals."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.core.messages import Command, Config, Secret
from engine.core.question import Choose
from engine.games.spellwars.cards import Card
from engine.games.spellwars.state import Mode

_CardName = Annotated[Card, Field(min_length=1, max_length=40)]


class SpellWarsConfig(Config):
    mode: Mode = "classic"
    """``classic``: two tokens win [14.5]; ``quick``: three rounds, most points win [14.6]."""
    dead_draw_on_death: bool = True
    """Whether dying gives a Dead Wizard card at once [12.8]."""


class Build(Command):
    """Put cards of the hand into the places of a spell, in secret [3.1]."""

    sealed = True

    kind: Literal["build"] = "build"
    source: Secret[_CardName | None] = None
    quality: Secret[_CardName | None] = None
    delivery: Secret[_CardName | None] = None


SpellWarsCommand = Annotated[Build | Choose, Field(discriminator="kind")]


class Code(StrEnum):
    """Why a command is refused; stable, because clients branch on it."""

    MATCH_OVER = "MATCH_OVER"
    NOT_BUILDING = "NOT_BUILDING"
    NOTHING_TO_BUILD = "NOTHING_TO_BUILD"
    EMPTY_SPELL = "EMPTY_SPELL"
    WRONG_PLACE = "WRONG_PLACE"
    NOT_IN_HAND = "NOT_IN_HAND"
    NOT_ASKED = "NOT_ASKED"
    NOT_AN_ANSWER = "NOT_AN_ANSWER"
