"""Words for options."""

from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.state import Figure


def name_of(figure: Figure) -> str:
    """Return a figure's name and number."""
    return f"{FIGURES[figure.card].name} {figure.n}"


def inches(mil: int) -> str:
    """Return a length in inches with one place, rounded down."""
    return f"{mil // 1_000}.{mil % 1_000 // 100}"
