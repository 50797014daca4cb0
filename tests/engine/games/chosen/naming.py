"""The cards of Chosen in what people and programs are told: by their ids and by their names."""

from __future__ import annotations

import re

from engine.games.chosen.cards import CARDS, name_of

NAMED = {name: card for card in CARDS for name in (card, name_of(card))}
_LONGEST_FIRST = sorted(map(re.escape, NAMED), key=len, reverse=True)
_CARD = re.compile(rf"(?<![A-Za-z_])({'|'.join(_LONGEST_FIRST)})(?![A-Za-z_])")


def cards_in(text: str) -> set[str]:
    return {NAMED[name] for name in _CARD.findall(text)}
