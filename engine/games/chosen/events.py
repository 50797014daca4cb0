"""What can happen, with its outcome inside. Append only: stored matches are made of these."""

from typing import Annotated

from pydantic import Field

from engine.games.chosen.events_effects import (
    AwarenessChanged,
    BeastAttacked,
    CardLeft,
    CardsDiscarded,
    CardsDrawn,
    CardsMilled,
    ControlTaken,
    CountersChanged,
    DamageDealt,
    DeedBarred,
    Found,
    Looked,
    MpChanged,
    MpPaid,
    Recovered,
    SentHome,
    StrengthChanged,
    TraitChanged,
    Triggered,
)
from engine.games.chosen.events_flow import (
    ActDone,
    ActPut,
    Answered,
    AutoPassSet,
    BecameActive,
    BuildingTaken,
    CardEntered,
    CardTurned,
    Challenged,
    Fought,
    ManoeuvreEnded,
    MatchEnded,
    ObstacleLaid,
    OmenEntered,
    OmenlessBegun,
    OmenlessFinished,
    Passed,
    PhaseStarted,
    PlayersDropped,
    QuestionPut,
    QuestSolved,
    QuestTried,
    Refreshed,
    TableLaid,
    TeamLeft,
    TeamObstructs,
    TurnStarted,
)
from engine.games.chosen.events_modes import (
    AdventurersExchanged,
    AllianceMade,
    MixedTeamNamed,
    MixedTeamRefused,
    PointsScored,
    Said,
)

ChosenEvent = Annotated[
    TableLaid
    | TurnStarted
    | PhaseStarted
    | Refreshed
    | BecameActive
    | Passed
    | ActPut
    | ActDone
    | CardEntered
    | OmenEntered
    | ObstacleLaid
    | CardTurned
    | TeamLeft
    | TeamObstructs
    | Fought
    | QuestTried
    | QuestSolved
    | BuildingTaken
    | ManoeuvreEnded
    | QuestionPut
    | Answered
    | AutoPassSet
    | PlayersDropped
    | MatchEnded
    | Triggered
    | CardLeft
    | AwarenessChanged
    | DamageDealt
    | BeastAttacked
    | TraitChanged
    | StrengthChanged
    | SentHome
    | MpChanged
    | MpPaid
    | CardsDrawn
    | CardsDiscarded
    | Looked
    | Found
    | Recovered
    | ControlTaken
    | DeedBarred
    | CountersChanged
    | CardsMilled
    | Challenged
    | OmenlessBegun
    | OmenlessFinished
    | PointsScored
    | AllianceMade
    | MixedTeamNamed
    | MixedTeamRefused
    | AdventurersExchanged
    | Said,
    Field(discriminator="kind"),
]
