"""Who meets what a spell requires [2.7] [2.8] [12.1]."""

from collections.abc import Iterable

from engine.games.sorcery.models import FigureCard, Spell
from engine.games.sorcery.ops import Ability


def fits(
    spell: Spell,
    card: FigureCard,
    abilities: Iterable[Ability],
    factions: Iterable[str | None],
) -> bool:
    """Tell whether a figure meets what a spell requires [2.7] [15.8] [15.10].

    ``factions``: those that it has beside the printed one.
    """
    if spell.requires is None or "ancient_lore" in abilities:
        return True
    if spell.requires.faction is not None:
        return spell.requires.faction in {card.faction, *factions}
    return spell.requires.subfaction == card.subfaction


def required(spell: Spell) -> str:
    """Return what a spell with a requirement requires, in words [2.5]."""
    assert spell.requires is not None, "a spell for everybody"
    if spell.requires.faction is not None:
        return f"the faction {spell.requires.faction}"
    return f"the subfaction {spell.requires.subfaction}"
