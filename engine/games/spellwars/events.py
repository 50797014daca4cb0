"""What can happen, with its outcome inside. Append only: stored matches are made of these.

None of it is reversible [16.7].
"""

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
    DamageAbsorbed,
    DamageDealt,
    DeadDrawsGiven,
    DeadHaveDrawn,
    DeadWizardDrawn,
    DeadWizardSpent,
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
    CreatureReAttacks,
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
    | CreatureReAttacks
    | Aimed
    | BloodPaid
    | DiceRolled
    | DiceRerolled
    | RollCounted
    | DiceAdded
    | DamageDealt
    | DamageAbsorbed
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
    | DeadHaveDrawn
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
