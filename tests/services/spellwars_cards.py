"""The cards of Spell Wars in what people and programs are told: by their ids and by their names."""

from __future__ import annotations

import re

from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE, WILD, name_of

CARDS = {
    name: card for card in (*COMPONENTS, WILD, *TREASURE, *DEAD) for name in (card, name_of(card))
}
_LONGEST_FIRST = sorted(map(re.escape, CARDS), key=len, reverse=True)
_CARD = re.compile(rf"(?<![A-Za-z_])({'|'.join(_LONGEST_FIRST)})(?![A-Za-z_])")


def cards_in(text: str) -> set[str]:
    return {CARDS[name] for name in _CARD.findall(text)}
