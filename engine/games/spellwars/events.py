"""What can happen, with its outcome inside. Append only: stored matches are made of these."""

from typing import Annotated

from pydantic import Field

from engine.games.spellwars.events_effects import (
    Aimed,
    BloodGained,
    BloodPaid,
    BloodStolen,
    CardDiscarded,
    CardGiven,
    CardTucked,
    CastleTaken,
    CastleWillYield,
    CreatureDiscarded,
    CreatureKept,
    DamageCancelled,
    DamageDealt,
    DeadDrawsGiven,
    DeadWizardDrawn,
    DeadWizardSpent,
    DeathsDone,
    DiceAdded,
    DiceRerolled,
    DiceRolled,
    Healed,
    HitUndone,
    NothingGiven,
    ReactionWorked,
    RollCounted,
    TreasureGained,
    TreasureOwed,
    TreasureReturned,
    TreasureTaken,
    WizardDied,
    WizardSaved,
)
from engine.games.spellwars.events_flow import (
    BuildingStarted,
    CardApplied,
    CardJoined,
    CardsDrawn,
    CardsRevealed,
    ChoicePut,
    Chosen,
    CreatureAttacks,
    DeckShuffled,
    MatchDecided,
    OrderFixed,
    RoundEnded,
    RoundStarted,
    RoundWon,
    SearchDone,
    SpellCleared,
    SpellOpened,
    SpellsBuilt,
    TableLaid,
    TopCardAdded,
    TurnEnded,
    TurnStarted,
    WizardActs,
    WizardLeft,
)

SpellWarsEvent = Annotated[
    TableLaid
    | RoundStarted
    | TurnStarted
    | DeckShuffled
    | CardsDrawn
    | BuildingStarted
    | SpellsBuilt
    | OrderFixed
    | WizardActs
    | SpellOpened
    | CardsRevealed
    | SearchDone
    | TopCardAdded
    | CardJoined
    | CardApplied
    | CreatureAttacks
    | Aimed
    | BloodPaid
    | DiceRolled
    | DiceRerolled
    | RollCounted
    | DiceAdded
    | DamageDealt
    | DamageCancelled
    | Healed
    | BloodGained
    | BloodStolen
    | CastleTaken
    | CastleWillYield
    | TreasureGained
    | TreasureTaken
    | TreasureReturned
    | TreasureOwed
    | CardTucked
    | CardGiven
    | CardDiscarded
    | NothingGiven
    | CreatureKept
    | CreatureDiscarded
    | ReactionWorked
    | DeadDrawsGiven
    | HitUndone
    | WizardSaved
    | WizardDied
    | DeadWizardDrawn
    | DeadWizardSpent
    | DeathsDone
    | SpellCleared
    | TurnEnded
    | RoundWon
    | RoundEnded
    | ChoicePut
    | Chosen
    | WizardLeft
    | MatchDecided,
    Field(discriminator="kind"),
]
