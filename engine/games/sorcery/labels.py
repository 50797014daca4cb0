"""Words for options and refusals."""

from collections.abc import Iterable
from typing import Final

from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.state import Figure


def name_of(figure: Figure) -> str:
    """Return a figure's name and number."""
    return f"{FIGURES[figure.card].name} {figure.n}"


def names_of(figures: Iterable[Figure]) -> str:
    """Return the names of figures as a list."""
    return ", ".join(name_of(figure) for figure in figures) or "none"


def sentence(words: str) -> str:
    """Return words as they stand at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def inches(mil: int) -> str:
    """Return a length in inches with one place, the nearest."""
    tenths = (mil + 50) // 100
    return f"{tenths // 10}.{tenths % 10}"


WINDS: Final = (
    "east", "east-north-east", "north-east", "north-north-east",
    "north", "north-north-west", "north-west", "west-north-west",
    "west", "west-south-west", "south-west", "south-south-west",
    "south", "south-south-east", "south-east", "east-south-east",
)  # fmt: skip
"""The names of sixteen directions, in the order of the compass."""
