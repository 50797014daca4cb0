"""What is printed on the cards of a game, as lines for people.

A game tells it in ``Game.cards``: lists of cards with an ``id``, and ``texts`` by id.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from engine.core.game import PrintedCards
from services.cli.telling import words_of

WIDTH = 100
_ASIDE = {"id", "name"}


class Printed:
    """The cards of one game, or none."""

    def __init__(self, cards: PrintedCards | None) -> None:
        told: dict[str, Any] = {} if cards is None else cards.model_dump(mode="json")
        self._texts: Mapping[str, str] = {} if cards is None else cards.texts
        self._facts = {card["id"]: card for card in _cards(told.values())}

    @property
    def names(self) -> Mapping[str, str]:
        """The printed names of the cards that have any, by their ids."""
        return {card: fact["name"] for card, fact in self._facts.items() if "name" in fact}

    def __bool__(self) -> bool:
        return bool(self._texts)

    def known(self, values: Iterable[Any]) -> list[str]:
        """Return those values that are cards, each once; ``what:card`` names one, too."""
        names = (str(value).rpartition(":")[2] for value in values)
        return [name for name in dict.fromkeys(names) if name in self._texts]

    def called(self, word: str) -> list[str]:
        """Return the cards that words, or their beginning, may mean: an id or a printed name."""
        named = {fact["name"].lower(): card for card, fact in self._facts.items()}
        found = matching(word, self._texts) or [named[name] for name in matching(word, named)]
        return found if word else [*self._texts]

    def lines(self, card: str, indent: str, note: str = "") -> list[str]:
        """Return a card as lines: its id, its name and facts, its text."""
        facts = self._facts.get(card, {})
        told = [
            words_of(value) if isinstance(value, str) else f"{words_of(key)} {value}"
            for key, value in facts.items()
            if key not in _ASIDE and isinstance(value, str | int) and not isinstance(value, bool)
        ]
        name = f"{facts['name']} ({', '.join(told)})" if "name" in facts else ""
        said = ": ".join(part for part in (name, self._texts.get(card, "")) if part)
        text = f"{card}{note}  {said}".rstrip()
        return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + " " * 4)


def matching(word: str, values: Iterable[str]) -> list[str]:
    """Return the values that a word means: the one of this name, or those that begin so."""
    by_name = {value.lower(): value for value in values}
    if word in by_name:
        return [by_name[word]]
    return [value for name, value in by_name.items() if word and name.startswith(word)]


def _cards(decks: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for deck in decks:
        for card in cast("list[Any]", deck) if isinstance(deck, list) else []:
            if isinstance(card, dict) and "id" in card:
                yield cast("dict[str, Any]", card)
