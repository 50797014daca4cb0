"""One spell is cast at a table where nobody else does anything, and its story is told.

    cast("ferrule", wizard(), wizard()).story == ["1 takes 3"]

Seat 0 casts. The rivals hold no cards, so they come first and do nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.games.spellwars.cards import WILD
from tests.engine.games.spellwars.table import Duel, table, wizard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.messages import Event
    from engine.games.spellwars.state import State, Wizard

FIVE_RIVALS = (
    wizard(),  # 1, on the left
    wizard(life=25),  # 2, strongest
    wizard(life=15),  # 3, weakest
    wizard(blood=5),  # 4, most Blood
    wizard(treasures="phoenix_egg wet_match"),  # 5, on the right, most Treasures
)


class Casting(Duel):
    """A duel that remembers all that happened."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.log: list[Event] = []

    def _happened(self, events: tuple[Event, ...]) -> Duel:
        self.log += events
        return super()._happened(events)

    @property
    def story(self) -> list[str]:
        """What the cards did in the first turn, in short sentences; numbers are seats."""
        lines: list[str] = []
        for event in self.log:
            if event.kind in {"turn_ended", "round_won", "round_ended"}:
                break
            line = _line(event)
            lines += [] if line is None else [line]
        return lines


def cast(
    spell: str,
    *rivals: Wizard,
    me: Wizard | None = None,
    picks: str = "",
    dice: Iterable[int] = (),
    **fields: Any,
) -> Casting:
    """Let seat 0 cast a spell and answer what it is asked with ``picks``.

    ``me`` is the caster; its hand is what it holds beside the spell. ``rivals`` are one wizard, if
    none is given. ``dice`` are what is rolled after the last pick; ``fields`` are of the table.
    """
    caster = wizard() if me is None else me
    cards = [WILD if word.startswith("wild:") else word for word in spell.split()]
    others = rivals or (wizard(),)
    assert not any(rival.hand for rival in others), "rivals with cards build spells, too"
    laid = table(replace(caster, hand=(*cards, *caster.hand)), *others, **fields)
    tied = sum(rival.living for rival in others)
    roll_off = range(6, 6 - tied, -1) if tied > 1 else ()
    duel = Casting(laid)
    if not picks:
        duel.build(spell, dice=[*roll_off, *dice])
        return duel
    *first, last = picks.split()
    duel.build(spell, dice=roll_off).choose(*first).choose(last, dice=dice)
    return duel


BANDS = {"low": (1, 2), "mid": (2, 5), "high": (4, 6)}
"""Two dice for each."""


def roll(card: str, band: str, *rivals: Wizard, me: Wizard | None = None, **more: Any) -> Casting:
    """Let seat 0 cast a card with two dice: its copy under a Treasure lends the glyph."""
    caster = replace(me or wizard(), treasures=("deep_pocket",), tucked=card)
    return cast(card, *(rivals or FIVE_RIVALS), me=caster, dice=BANDS[band], **more)


def slain(spell: str, *, dice: Iterable[int] = (), **fields: Any) -> Casting:
    """Let seat 0, which has 1 Life, die of seat 1's ``uncle_rot`` before it casts its spell.

    The spell has two or three cards, so it comes last; a third wizard looks on.
    """
    victim = wizard(spell, life=1)
    duel = Casting(table(victim, wizard("uncle_rot"), wizard(), **fields))
    duel.build(spell, "uncle_rot", dice=dice)
    return duel


def _line(event: Any) -> str | None:  # noqa: C901, PLR0911, PLR0912  # one case an event
    match event.kind:
        case "damage_dealt":
            return f"{event.seat} takes {event.amount}"
        case "damage_absorbed":
            return f"{event.seat} loses {event.creature} instead of taking {event.amount}"
        case "healed":
            return f"{event.seat} heals {event.amount}"
        case "blood_paid":
            return f"{event.seat} pays {event.amount}"
        case "blood_gained":
            return f"{event.seat} gains {event.amount} Blood"
        case "blood_stolen":
            return f"{event.seat} is robbed of {event.amount} Blood"
        case "castle_taken":
            return f"{event.seat} takes the Castle"
        case "treasure_gained":
            return f"{event.seat} gains {event.treasure}"
        case "treasure_taken":
            return f"{event.by} takes {event.treasure} from {event.seat}"
        case "treasure_returned":
            return f"{event.seat} puts back {event.treasure}"
        case "card_tucked":
            return f"{event.seat} tucks {event.card}"
        case "card_given":
            return f"{event.seat} gives {event.card.value}"
        case "card_discarded":
            return f"{event.seat} discards {event.card}"
        case "nothing_given":
            return f"{event.seat} has no {event.type}"
        case "card_joined":
            return f"{event.card} joins"
        case "search_done":
            return f"{' '.join(event.found)} joins"
        case "dice_added":
            return f"dice +{event.count}"
        case "dice_rolled" if event.why == "power":
            return f"{event.card} rolls {' '.join(map(str, event.dice))}"
        case "creature_kept":
            return f"{event.card} is kept"
        case "creature_discarded":
            return f"{event.seat} loses {event.card}"
        case "wizard_died":
            return f"{event.seat} dies"
        case "wizard_saved":
            return f"{event.seat} is saved"
        case _:
            return None
