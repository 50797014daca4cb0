"""The spells of Sorcery in what people and programs are told, and armies that share none."""

from __future__ import annotations

import re
from typing import Any

from engine.games.sorcery.cards import SPELLS

NAMED = {name: card.id for card in SPELLS.values() for name in (card.id, card.name)}
_LONGEST_FIRST = sorted(map(re.escape, NAMED), key=len, reverse=True)
_SPELL = re.compile(rf"(?<![A-Za-z_])({'|'.join(_LONGEST_FIRST)})(?![A-Za-z_])")

BOOKS = (
    (("kind_hands", "cinder_dart", "ward_stone", "grey_cloak"), ("noon_glare", "quiet_word")),
    (("caltrop_seal", "leaden_limbs", "brave_songs"), ("clear_air", "red_edge")),
    (("painted_host", "gale_palm", "hearth_mark"), ("turned_leaf", "low_cloud")),
)
"""What two sorcerers of each army have in their books, from the top down."""


def spells_in(text: str) -> set[str]:
    return {NAMED[name] for name in _SPELL.findall(text)}


def army(seat: int) -> dict[str, Any]:
    """Return an army of its own for each of three seats: two sorcerers and a fighter."""
    first, second = BOOKS[seat]
    return {
        "army": "own",
        "figures": [
            {"figure": "ninth_pen", "book": "grey_codex", "spells": [*first]},
            {"figure": "leaf_surgeon", "book": "pocket_almanac", "spells": [*second]},
            {"figure": "burrow_pack"},
        ],
    }


def brought(seat: int) -> set[str]:
    """Return the spells that a seat brings."""
    return {spell for book in BOOKS[seat] for spell in book}
