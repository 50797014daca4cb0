"""What a seat may ask for, the options of a match, and the codes of refusals."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.core.messages import Command, Config, Secret
from engine.core.question import Choose
from engine.games.chosen.models import MAX_TEAM
from engine.games.chosen.state import MAX_SEATS, Mode, Word

CardName = Annotated[str, Field(min_length=1, max_length=40)]
Ref = Annotated[str, Field(min_length=1, max_length=20)]
"""``c12`` a card in play, ``a5`` an act on the timeline, ``seat:2`` a player."""
MAX_GIVEN = 60
"""Cards given up at once; far fewer are enough."""
Team = Annotated[tuple[Ref, ...], Field(min_length=1, max_length=MAX_TEAM)]


class ChosenConfig(Config):
    mode: Mode = "duel"
    """``duel`` is played by 2; the others and their numbers of players stand in 1.1."""
    sieges_only: bool = False
    """Of ``round_attack``: besieging is the only attack [12.9]."""
    victory_points: Annotated[int, Field(ge=1, le=MAX_SEATS - 1)] = 2
    """Of ``round_attack``: so many win [12.8]."""

    @model_validator(mode="after")
    def _options_of_the_mode(self) -> "ChosenConfig":
        if self.mode != "round_attack" and (self.sieges_only or self.victory_points != 2):
            msg = "`sieges_only` and `victory_points` are options of the mode `round_attack`"
            raise ValueError(msg)
        return self


class Pass(Command):
    """Do nothing: as active player, in answer, in preparation, or when asked to obstruct."""

    kind: Literal["pass"] = "pass"


class Summon(Command):
    """Play a card of the hand that is shown [6.1]; action cards too."""

    kind: Literal["summon"] = "summon"
    card: CardName
    """Its id, as in the view's ``hand``."""
    target: Ref | None = None
    """``c12`` a card in play, ``a5`` an act, ``seat:2`` a player; left out where there is none."""


class LayObstacle(Command):
    """Attach an obstacle of the hand, face down [6.4]."""

    kind: Literal["lay_obstacle"] = "lay_obstacle"
    card: Secret[CardName]
    """Its id, as in the view's ``hand``."""
    at: Ref
    """The level, building or quest: ``c12``."""


class UseAbility(Command):
    """Use what a card in play is good for [6.5]."""

    kind: Literal["use"] = "use"
    card: Ref
    """In play: ``c12``."""
    use: Annotated[int, Field(ge=0, le=9)] = 0
    """Which of the card's uses, from 0."""
    target: Ref | None = None
    """As of a summoning."""


class AttachAlly(Command):
    """Attach an ally from Storage [6.6]."""

    kind: Literal["attach"] = "attach"
    ally: Ref
    """``c12``."""
    to: Ref
    """An adventurer of one's own: ``c7``."""


class SendTeam(Command):
    """Start a siege, a capture or a quest; what it is, the target tells [7.1]."""

    kind: Literal["send_team"] = "send_team"
    target: Ref
    """The level, building or quest: ``c12``."""
    team: Team
    """Adventurers, each once: ``c7``."""


class SendObstructors(Command):
    """Obstruct the manoeuvre that is running [7.9]."""

    kind: Literal["obstruct"] = "obstruct"
    team: Team
    """Adventurers, each once: ``c7``."""


class Challenge(Command):
    """In ``challenge``: challenge an opponent [11.1]."""

    kind: Literal["challenge"] = "challenge"
    target: Ref
    """``seat:2``."""


class Eliminate(Command):
    """Give up cards for their DP, so that a player drops out [11.4] [12.5]."""

    kind: Literal["eliminate"] = "eliminate"
    cards: Annotated[tuple[Ref, ...], Field(min_length=1, max_length=MAX_GIVEN)]
    """In play or solved, each once: ``c12``."""


class OfferAlliance(Command):
    """Offer an opponent an alliance [13.1]."""

    kind: Literal["offer_alliance"] = "offer_alliance"
    to: Ref
    """``seat:2``."""


class Exchange(Command):
    """Exchange an awake adventurer for one of a partner [14.8]."""

    kind: Literal["exchange"] = "exchange"
    give: Ref
    """One's own: ``c7``."""
    take: Ref
    """The partner's: ``c9``."""


class Say(Command):
    """Say something that all hear [19.1]."""

    kind: Literal["say"] = "say"
    what: Word
    target: Ref
    """Whom it is said of, or to: ``seat:2``."""


class SetAutoPass(Command):
    """Pass by itself in answers and preparations from now on, or no longer [5.9]."""

    kind: Literal["auto_pass"] = "auto_pass"
    on: bool


ChosenCommand = Annotated[
    Pass
    | Summon
    | LayObstacle
    | UseAbility
    | AttachAlly
    | SendTeam
    | SendObstructors
    | Choose
    | Challenge
    | Eliminate
    | OfferAlliance
    | Exchange
    | SetAutoPass
    | Say,
    Field(discriminator="kind"),
]


class Code(StrEnum):
    """Why a command is refused; stable, because clients branch on it."""

    MATCH_OVER = "MATCH_OVER"
    NOT_ASKED = "NOT_ASKED"
    NOT_NOW = "NOT_NOW"
    NOT_AN_ANSWER = "NOT_AN_ANSWER"
    NOT_IN_THIS_MODE = "NOT_IN_THIS_MODE"
    NOT_IN_HAND = "NOT_IN_HAND"
    NOT_SUCH_A_CARD = "NOT_SUCH_A_CARD"
    NOT_IN_PLAY = "NOT_IN_PLAY"
    NOT_YOURS = "NOT_YOURS"
    TOO_FEW_MP = "TOO_FEW_MP"
    NO_TARGET = "NO_TARGET"
    CONDITION_NOT_MET = "CONDITION_NOT_MET"
    ALREADY_IN_PLAY = "ALREADY_IN_PLAY"
    TOO_MANY = "TOO_MANY"
    TOO_FEW_DP = "TOO_FEW_DP"
    USED = "USED"
    BARRED = "BARRED"
    WRONG_TEAM = "WRONG_TEAM"
    ENTRY_REFUSED = "ENTRY_REFUSED"
