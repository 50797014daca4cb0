"""What can't be printed: data that can't be right is refused, with what would be right."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import ValidationError

from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.models import FigureCard, Spell

ENEMY = {"who": "enemy"}
HURT = {"op": "damage", "who": "marked", "flat": 1}
HURT_NEAR = {**HURT, "who": "near"}
SORCERY: dict[str, Any] = {
    "id": "x", "name": "X", "type": "sorcery", "pages": 2, "browse": 1, "action": "special",
    "ways": [{"aim": ENEMY, "does": [HURT]}],
}  # fmt: skip
BARRING = {"traits": [{"trait": "bar", "act": "move"}]}


def spell(way: dict[str, Any] | None = None, **over: Any) -> dict[str, Any]:
    ways = SORCERY["ways"] if way is None else [way]
    return {**SORCERY, "ways": ways, **over}


def lasting(kind: str, way: dict[str, Any] | None = None, **lasts: Any) -> dict[str, Any]:
    aim = {"aim": ENEMY} if kind == "enchantment" else {}
    return spell({**aim, **(way or {}), "lasts": {**BARRING, **lasts}}, type=kind)


LEAP = {"op": "leap", "who": "caster"}
LEAP_OF_TARGET = {"op": "leap", "who": "marked"}
NEAR_TARGET = {"middle": "marked", "inches": 2, "side": "all"}
SPOT = {"inches": 5}


@pytest.mark.parametrize(
    "data",
    [
        spell(),
        lasting("enchantment"),
        lasting("glyph", inches=3),
        lasting("illusion", traits=[{"trait": "sight", "inches": 3}]),
        lasting("enchantment", traits=[{"trait": "save"}]),
        spell({"spot": SPOT, "does": [LEAP]}),
        spell({"aim": ENEMY, "spot": SPOT, "does": [LEAP_OF_TARGET]}),
        spell({"aim": ENEMY, "near": NEAR_TARGET, "does": [HURT_NEAR]}),
        spell(ways=(), action=None, memorised=[{"trait": "save"}]),
        spell(ways=(), action=None, boost=1),
    ],
)
def test_a_right_spell_is_accepted(data: dict[str, Any]) -> None:
    assert Spell.model_validate(data).id == "x"


WRONG = [
    (lasting("enchantment", {"aim": None}), "enchantment lies on one figure: give it an `aim`"),
    (lasting("enchantment", {"aim": {**ENEMY, "most": 2}}), "give it an `aim` with most=1"),
    (lasting("glyph", {"aim": ENEMY}), "beside the caster: leave `aim` and `spot` out"),
    (lasting("glyph", {"spot": SPOT, "does": [LEAP]}), "beside the caster: leave `aim` and `spot`"),
    (lasting("illusion", {"aim": ENEMY}), "on the whole field: leave `aim` and `spot` out"),
    (lasting("illusion", {"spot": SPOT, "does": [LEAP]}), "on the whole field: leave `aim`"),
    (spell({"does": [LEAP]}), "lands on a marked place: give a `spot`"),
    (spell({"aim": ENEMY, "spot": SPOT, "does": [HURT]}), "give a leap, or leave `spot` out"),
    (spell({"spot": SPOT, "does": [LEAP, LEAP]}), "one place takes one leap"),
    (
        spell({"aim": {**ENEMY, "most": 2}, "spot": SPOT, "does": [LEAP_OF_TARGET]}),
        "one place takes one figure: give the `aim` most=1",
    ),
    (spell({"does": [HURT]}), "to `marked` figures: give it an `aim`"),
    (spell({"near": NEAR_TARGET, "does": [HURT_NEAR]}), "to `marked` figures: give it an `aim`"),
    (spell({"aim": ENEMY}), "it does nothing: give `does`"),
    (spell({"aim": {**ENEMY, "touching": True, "blind": True}, "does": [HURT]}), "leave `blind`"),
    (spell({"aim": ENEMY, "does": [HURT], "lasts": BARRING}), "has no `lasts`; every other type"),
    (spell(type="illusion"), "has no `lasts`; every other type has it"),
    (lasting("glyph", traits=[{"trait": "sight", "inches": 3}]), "leave the trait `sight` out"),
    (lasting("glyph", traits=[{"trait": "save"}]), "leave the trait `save` out"),
    (lasting("illusion", inches=3), "only a glyph works in a circle: leave `inches` out"),
    (lasting("enchantment", inches=3), "only a glyph works in a circle: leave `inches` out"),
    (lasting("illusion", ends="bearer_hit"), "only an enchantment has a bearer"),
    (lasting("enchantment", side="enemies"), "works on its bearer: leave `side` out"),
    (lasting("glyph", traits=[]), "what lasts has `traits`, or does something `at_turn_end`"),
    (lasting("glyph", at_turn_end=[LEAP]), "at a turn's end nobody leaps"),
    (lasting("glyph", at_turn_end=[HURT_NEAR]), "only `marked` and `caster` are meant"),
    (spell({"aim": ENEMY, "does": [HURT_NEAR]}), "say with `near` to what, and how far"),
    (spell({"aim": ENEMY, "near": NEAR_TARGET, "does": [HURT]}), "leave `near` out"),
    (spell({"aim": ENEMY, "does": [{**HURT, "flat": 0}]}), "greater than or equal to 1"),
    (spell({"aim": ENEMY, "does": [{**HURT, "dice": 1}]}), "less than or equal to 0"),
    (spell({"aim": ENEMY, "does": [{**HURT, "per": "dice"}]}), "Input should be None"),
    (spell({"name": "one", "aim": ENEMY, "does": [HURT]}), "needs no name; leave 'one' out"),
    (spell(ways=SORCERY["ways"] * 2), "several ways need a name each, all different"),
    (lasting("glyph") | {"action": "ranged_combat"}, "give the action special"),
    (spell(ways=()), "a spell that is cast has ways"),
    (spell(action=None), "one that works without casting none"),
    (spell(ways=(), action=None), "a spell without casting has traits or a boost"),
    (spell(memorised=[{"trait": "cover"}]), "what is memorised changes attack"),
    (spell(memorised=[{"trait": "modify", "value": "range", "amount": 1}]), "what is memorised"),
    (spell(affinity=1), "affinity is fewer pages for who meets a requirement"),
    (spell(affinity=2, requires={"faction": "drakekin"}), "affinity is fewer pages"),
    (spell(requires={}), "a requirement is a faction or a subfaction"),
    (
        lasting("illusion") | {"after": "face_down_top"},
        "its card lies beside the field and can't go on top",
    ),
    (
        lasting("illusion", traits=[{"trait": "modify", "value": "attack", "amount": 0}]),
        "0 more changes nothing: give 1 to 3 or -1 to -3",
    ),
    (
        spell({"aim": ENEMY, "does": [{"op": "dispel", "what": "enchantment"}]}),
        "`who` says on whom enchantments end",
    ),
]


@pytest.mark.parametrize(("data", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_spell_that_cannot_be_right_is_refused_with_what_would_be(
    data: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValidationError, match=re.escape(words)):
        Spell.model_validate(data)


@pytest.mark.rule("sorcery", "2.5")
def test_a_spell_has_pages_and_one_to_three_marks_and_maybe_a_smaller_affinity() -> None:
    soft = spell(pages=3, requires={"faction": "drakekin"})
    for over in ({"browse": 1}, {"browse": 3}, {"affinity": 2}, {"affinity": 1}):
        assert Spell.model_validate({**soft, **over}).pages == 3
    for over in ({"browse": 0}, {"browse": 4}, {"affinity": 3}, {"affinity": 0}, {"pages": 0}):
        with pytest.raises(ValidationError, match=r"greater than|less than|fewer pages"):
            Spell.model_validate({**soft, **over})
    both = {"faction": "drakekin", "subfaction": "flamekeepers"}
    with pytest.raises(ValidationError, match="one of the two"):
        Spell.model_validate({**soft, "requires": both})


def test_what_is_wrong_is_told_with_the_spell_and_the_way() -> None:
    ways = [{"name": "one", "does": [LEAP]}, {"name": "two", "aim": ENEMY, "does": [HURT]}]
    with pytest.raises(ValidationError, match="x, one: who leaps lands on a marked place"):
        Spell.model_validate(spell(ways=ways))


@pytest.mark.parametrize(
    ("over", "words"),
    [
        ({"range": 0}, "bow and wand have a range of 1 or more, sword has none"),
        ({"attack_type": "sword"}, "sword has none"),
        ({"attack_type": "sword", "range": 0}, "a sword has one target and no ranged damage"),
    ],
)
def test_a_figure_that_cannot_be_right_is_refused(over: dict[str, Any], words: str) -> None:
    archer = FIGURES["steppe_archer"].model_dump()
    with pytest.raises(ValidationError, match=re.escape(words)):
        FigureCard.model_validate({**archer, **over})
