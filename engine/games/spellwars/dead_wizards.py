"""The eight kinds of Dead Wizard cards, 25 in all [1.6]."""

from typing import Final

from engine.games.spellwars.ops import (
    CastleYield,
    DeadWizard,
    GainBlood,
    OweTreasure,
    StealBlood,
    TakeCastle,
)

DEAD_WIZARDS: Final = (
    DeadWizard(
        id="cold_comfort",
        name="Cold Comfort",
        copies=3,
        at_once=(GainBlood(flat=2, per="first_to_fall", each=2),),
    ),
    DeadWizard(
        id="pickpocket_ghost",
        name="Pickpocket Ghost",
        copies=3,
        at_once=(StealBlood(who="each", flat=1),),
    ),
    DeadWizard(
        id="haunted_keep",
        name="Haunted Keep",
        copies=3,
        at_once=(TakeCastle(), CastleYield(amount=4)),
    ),
    DeadWizard(
        id="sore_loser",
        name="Sore Loser",
        copies=3,
        at_once=(GainBlood(per="tokens"), OweTreasure(only_without_token=True)),
    ),
    DeadWizard(id="loyal_beast", name="A Loyal Beast", copies=4, next_round="creature"),
    DeadWizard(id="spoiled_feast", name="Spoiled Feast", copies=4, next_round="winner_draws_fewer"),
    DeadWizard(id="last_words", name="Last Words", copies=3, next_round="top_card"),
    DeadWizard(id="rattling_bones", name="Rattling Bones", copies=2, next_round="creature_die"),
)
