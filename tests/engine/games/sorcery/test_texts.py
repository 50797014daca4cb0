"""How figures, books and spells read."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.games.sorcery.cards import BOOKS, FIGURES, SPELLS
from engine.games.sorcery.catalogue import PRINTED
from tests.engine.games.sorcery.printed import parts

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_every_figure_book_and_spell_has_a_text() -> None:
    assert set(PRINTED.texts) == {*FIGURES, *BOOKS, *SPELLS}


def numbers(text: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"\d+", text)))


def told(value: Any) -> Iterator[int]:
    """Yield the numbers of a card that its text has to tell."""
    for part in parts(value):
        for field in type(part).model_fields:
            number = getattr(part, field)
            unsaid = (
                (field in {"most", "each"} and number == 1) or number is False or number is True
            )
            if isinstance(number, int) and number and not unsaid:
                yield abs(number)


@pytest.mark.parametrize("name", sorted(SPELLS))
def test_the_text_of_a_spell_tells_every_number(name: str) -> None:
    assert Counter(told(SPELLS[name])) - numbers(PRINTED.texts[name]) == Counter()


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_the_text_of_a_book_tells_every_number(name: str) -> None:
    assert Counter(told(BOOKS[name])) == numbers(PRINTED.texts[name])


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_the_text_of_a_figure_tells_every_number_and_ability(name: str) -> None:
    card, text = FIGURES[name], PRINTED.texts[name]
    for row in card.dial:
        values = (row.speed, row.attack, row.defence, row.damage, row.ranged_damage)
        assert "/".join(map(str, values)) in text
    assert {card.points, card.attack_bonus, card.range} - {0} <= set(numbers(text))
    for ability in {a for row in card.dial for a in row.abilities}:
        assert f"{ability.replace('_', ' ')} (" in text.lower()


@pytest.mark.parametrize("name", sorted(PRINTED.texts))
def test_texts_are_whole_sentences_in_plain_words(name: str) -> None:
    text = PRINTED.texts[name]
    assert text.endswith(".")
    assert not re.search(r"_|None|\.\.|  |\( |,\.|[a-z]\. [a-z]", text), text


def test_spells_that_do_different_things_read_differently() -> None:
    texts = [PRINTED.texts[name] for name in SPELLS]
    assert len(set(texts)) == len(texts)


READING = {
    "forked_spark": (
        "Sorcery. 4 pages, or 3 for the subfaction Stormspeakers. Browse cost: 2 marks. "
        "Cast by a ranged combat action. Target: up to 3 enemies. "
        "The caster attacks each target (a hit deals 1 damage)."
    ),
    "furnace_breath": (
        "Sorcery. 5 pages, or 4 for the faction Drakekin. Browse cost: 3 marks. "
        "Cast by a ranged combat action. Target: an enemy. Each other figure within 3 inches of "
        "the target takes 1 damage, then the caster attacks the target (+2 to the attack, a hit "
        "deals the caster's ranged damage). Then the card goes face down on top of the book."
    ),
    "one_long_step": (
        "Sorcery. 3 pages, or 2 for the faction Silver Court. Browse cost: 3 marks. "
        "Cast by a special action. Choose one effect. Oneself: Place: within 10 inches of the "
        "caster, where its base has room. The caster is put on the place. A friend: Target: one "
        "of your figures in contact with the caster, or the caster. Place: within 8 inches of the "
        "target, where its base has room. The target is put on the place."
    ),
    "clear_air": (
        "Sorcery, counterspell. 2 pages. Browse cost: 1 mark. Cast by a special action. "
        "Choose one effect. Unbind: Target: a figure. All enchantments on the target end. "
        "Sweep: All glyphs of your opponents end. Wake: All illusions of your opponents end. "
        "Counterspell: +1 to its bearer's roll when he counters with it."
    ),
    "kept_breath": (
        "Sorcery. 3 pages, only for the faction Doomsworn. Browse cost: 3 marks. "
        "Works without casting. While this is memorised and face up, its bearer is left at its "
        "last click by what would eliminate it, which spends this spell. "
        "When it is spent, the card goes face down to the bottom of the book."
    ),
    "wasting_mark": (
        "Enchantment. 4 pages, only for the subfaction Leechwrights. Browse cost: 3 marks. "
        "Cast by a special action. Target: an enemy. The target has -2 inches of speed. "
        "At the end of each turn of the target's player: the target takes 1 damage. "
        "Lasts 3 rounds. When it ends, the card goes face down to the bottom of the book."
    ),
    "root_hold": (
        "Enchantment. 3 pages, or 2 for the faction Hill Moots. Browse cost: 2 marks. "
        "Cast by a special action. Target: an enemy. The target can't move. "
        "Lasts 1 round or until the target takes damage."
    ),
    "truce_ground": (
        "Glyph. 4 pages. Browse cost: 3 marks. Cast by a special action. Each figure within 4 "
        "inches of the token has +2 defence and can't attack in close combat, attack in ranged "
        "combat or cast. Lasts 2 rounds or until the caster neither touches nor covers the token "
        "at the end of a turn. "
        "Then the card goes face down on top of the book."
    ),
    "coal_circle": (
        "Glyph. 3 pages, or 2 for the faction Steppe Hosts. Browse cost: 2 marks. "
        "Cast by a special action. At the end of each opponent's turn: each of that player's "
        "figures within 3 inches of the token takes 1 damage. "
        "Lasts until the caster neither touches nor covers the token at the end of a turn."
    ),
    "low_cloud": (
        "Illusion. 3 pages. Browse cost: 2 marks. Cast by a special action. "
        "Each figure has no line of fire longer than 6 inches. Lasts 2 rounds."
    ),
    "grey_codex": "Takes 10 pages of spells. 15 points.",
    "leaf_surgeon": (
        "31 points. Silver Court. Attack type wand, range 8 inches, 1 target. "
        "Medium base, a slot for a book. Speed/attack/defence/damage/ranged damage: "
        "8/7/15/1/1, 8/7/15/1/1, 7/6/14/1/1, 7/6/14/1/1. "
        "Mend (all clicks): by a special action it or another of your figures in contact heals 1."
    ),
    "mire_hulk": (
        "40 points. No faction. Attack type sword. Large base. "
        "Speed/attack/defence/damage/ranged damage: "
        "6/8/15/4/0, 6/8/15/3/0, 6/8/14/3/0, 5/7/14/3/0, 5/7/13/2/0, 5/6/13/2/0, 4/6/12/2/0. "
        "Toughness (clicks 1 to 4): damage dealt to it is 1 less, if it can be reduced."
    ),
}


@pytest.mark.parametrize("name", READING)
def test_how_a_card_reads(name: str) -> None:
    assert PRINTED.texts[name] == READING[name]
