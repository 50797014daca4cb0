"""Figures and spells with simple numbers, for tests of rules; no army has them.

    pytestmark = pytest.mark.usefixtures("samples")

Figures have five clicks of speed 8, attack 8, defence 14, damage 2, ranged damage 2. ``blade``
fights, ``bow`` and ``mage`` shoot 10 inches far; the mage has a wand and a slot; ``brute`` is a
blade on a large base.

Spells are cast by a special action, have one page and cost one mark, if their names say nothing
else: ``sting`` deals an enemy 1 damage, ``dart`` is an attack on an enemy by ranged combat,
``two_marks`` and ``three_marks`` do as ``sting``. ``charm`` is an enchantment, ``ring`` a glyph,
``haze`` an illusion; each gives +1 attack: to a friend, to friends who touch it, to friends.
``retort`` boosts a counterspell by 2 and does nothing else.

``printed`` puts further cards into print, for one test.
"""

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.models import Click, FigureCard, Spell
from engine.games.sorcery.ops import Aim, Damage, Lasting, Modify, Op, Strike, Trait, Way

Printer = Callable[..., None]


def row(**values: Any) -> Click:
    """Return a row of a dial: the simple numbers, but for those that are given."""
    simple = {"speed": 8, "attack": 8, "defence": 14, "damage": 2, "ranged_damage": 2}
    return Click(**{**simple, **values})


def figure(card: str, *abilities: Any, dial: tuple[Click, ...] = (), **fields: Any) -> FigureCard:
    """Return a figure of five clicks with these abilities, or of the rows that are given."""
    rows = dial or (row(abilities=abilities, ranged_damage=2 if fields.get("range") else 0),) * 5
    given: dict[str, Any] = {"points": 30, "faction": None, "attack_type": "sword", **fields}
    return FigureCard(id=card, name=card.replace("_", " ").title(), dial=rows, **given)


def wand(card: str, *abilities: Any, **fields: Any) -> FigureCard:
    """Return a figure like ``mage`` with these abilities."""
    return figure(card, *abilities, **{"attack_type": "wand", "range": 10, "slots": 1, **fields})


def spell(card: str, *ways: Any, **fields: Any) -> Spell:
    """Return a sorcery of one page for one mark that is cast by a special action."""
    given: dict[str, Any] = {"type": "sorcery", "pages": 1, "browse": 1, **fields}
    if ways:
        given.setdefault("action", "special")
    return Spell(id=card, name=card.replace("_", " ").title(), ways=ways, **given)


def at_enemy(*does: Op, **aim: Any) -> Way:
    """Return a way of a spell that is aimed at an enemy."""
    return Way(aim=Aim(who="enemy", **aim), does=does)


def enchantment(card: str, *traits: Trait, who: Any = "friend", **lasts: Any) -> Spell:
    """Return an enchantment on a figure of that kind."""
    way = Way(aim=Aim(who=who), lasts=Lasting(traits=traits, **lasts))
    return spell(card, way, type="enchantment")


def glyph(card: str, *traits: Trait, **lasts: Any) -> Spell:
    return spell(card, Way(lasts=Lasting(traits=traits, **lasts)), type="glyph")


def illusion(card: str, *traits: Trait, **lasts: Any) -> Spell:
    return spell(card, Way(lasts=Lasting(traits=traits, **lasts)), type="illusion")


STING = at_enemy(Damage(who="marked", flat=1))
STRONGER = Modify(value="attack", amount=1)
_FIGURES = (
    figure("blade"),
    figure("brute", large=True),
    figure("bow", attack_type="bow", range=10),
    wand("mage"),
)
_SPELLS = (
    spell("sting", STING),
    spell("two_marks", STING, browse=2),
    spell("three_marks", STING, browse=3),
    spell("dart", at_enemy(Strike(who="marked")), action="ranged_combat"),
    spell("retort", boost=2),
    enchantment("charm", STRONGER),
    glyph("ring", STRONGER, side="friends"),
    illusion("haze", STRONGER, side="friends"),
)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Printer:
    """Return a function that puts cards into print."""

    def put(*cards: FigureCard | Spell) -> None:
        for card in cards:
            into: Any = FIGURES if isinstance(card, FigureCard) else SPELLS
            monkeypatch.setitem(into, card.id, card)

    return put


@pytest.fixture
def samples(printed: Printer) -> None:
    printed(*_FIGURES, *_SPELLS)
