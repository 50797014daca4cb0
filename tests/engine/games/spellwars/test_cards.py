"""The set of cards: how many there are of each kind, and that every kind of effect occurs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from engine.core.card_language import Amounted
from engine.core.messages import Message, members_of
from engine.games.spellwars import ops
from engine.games.spellwars.cards import (
    COMPONENTS,
    DEAD_DECK,
    SPELL_DECK,
    TREASURE_DECK,
    WILD,
    fits,
)
from engine.games.spellwars.deliveries import DELIVERIES
from engine.games.spellwars.ops import (
    CreatureDamage,
    CreatureTakesHit,
    Damage,
    DrawDeadWizards,
    GainTreasure,
    Heal,
    HighRollBlood,
    Keep,
    KillBlood,
    OweTreasure,
    PaidUse,
    RerollOnes,
    StealBlood,
    Survive,
    SwapTreasure,
    Timed,
    Tuck,
    WildFindsTwo,
)
from engine.games.spellwars.qualities import QUALITIES
from engine.games.spellwars.sources import SOURCES
from engine.games.spellwars.treasures import TREASURES
from tests.engine.games.spellwars.casting import cast
from tests.engine.games.spellwars.table import wizard
from tests.engine.games.spellwars.walk import PRINTED, all_parts, parts

BANDS = get_args(ops.Band)
TYPES = {"source": SOURCES, "quality": QUALITIES, "delivery": DELIVERIES}


def band(card: ops.Component, name: str) -> ops.Ops:
    """Return what a Delivery does in a band."""
    assert card.text.roll is not None
    return getattr(card.text.roll, name)


def damage(card: ops.Component, name: str) -> int | str:
    """Return what a Delivery deals to its target in a band."""
    (dealt,) = (op for op in band(card, name) if isinstance(op, Damage))
    if dealt == Damage(who="target", dice=1):
        return "a die"
    assert dealt == Damage(who="target", flat=dealt.flat)
    return dealt.flat


@pytest.mark.rule("spellwars", "1.3")
@pytest.mark.parametrize("place", TYPES)
def test_there_are_four_cards_of_each_type_and_glyph_twice(place: str) -> None:
    cards = TYPES[place]
    assert {card.type for card in cards} == {place}
    assert Counter(card.glyph for card in cards) == dict.fromkeys(get_args(ops.Glyph), 4)
    assert [SPELL_DECK.count(card.id) for card in cards] == [2] * 20


@pytest.mark.rule("spellwars", "1.3")
@pytest.mark.parametrize("card", [card.id for card in DELIVERIES])
def test_any_delivery_can_stay_in_front_of_its_owner(card: str) -> None:
    duel = cast(card, me=wizard(blood=3, treasures="short_leash"))
    while duel.asked is not None:
        duel.choose("yes" if duel.asked[1] == "keep" else "no")
    assert [creature.card for creature in duel.state.wizards[0].creatures] == [card]


@pytest.mark.rule("spellwars", "1.4")
def test_wild_magic_is_no_component_and_fits_any_place() -> None:
    assert SPELL_DECK.count(WILD) == 8
    assert WILD not in COMPONENTS
    assert all(fits(WILD, place) for place in get_args(ops.Place))


@pytest.mark.rule("spellwars", "1.5")
def test_there_is_one_of_each_treasure() -> None:
    assert len(TREASURE_DECK) == 25
    assert {*Counter(TREASURE_DECK).values()} == {1}


@pytest.mark.rule("spellwars", "1.6")
def test_dead_wizard_cards_have_their_copies() -> None:
    assert [*Counter(DEAD_DECK).values()] == [3, 3, 3, 3, 4, 4, 3, 2]


def test_ids_are_unique_over_all_decks() -> None:
    ids = [card.id for row in (*TYPES.values(), TREASURES) for card in row]
    ids += [*dict.fromkeys(DEAD_DECK), WILD]
    assert len(ids) == len(set(ids)) == 60 + 25 + 8 + 1


def test_deliveries_have_the_twenty_initiatives() -> None:
    assert sorted(card.initiative or 0 for card in DELIVERIES) == [
        *(1, 2, 3, 5, 6, 7, 8, 9, 10, 11),
        *(12, 13, 13, 14, 16, 16, 17, 18, 19, 20),
    ]


def test_deliveries_aim_at_these_rivals() -> None:
    assert Counter(card.text.target for card in DELIVERIES) == {
        "most_blood": 4,
        "acted": 4,
        "strongest": 3,
        "weakest": 2,
        "left": 1,
        "right": 1,
        "most_treasures": 1,
        "most_creatures": 1,
        "not_castle_owner": 1,
        "castle_owner": 1,
        "no_creature": 1,
    }


def test_deliveries_deal_this_damage_in_their_bands() -> None:
    low, mid, high = (Counter(damage(card, name) for card in DELIVERIES) for name in BANDS)
    assert low.keys() == {1, 2}
    assert (mid.keys(), mid[1]) == ({1, 2, 3}, 2)
    assert high.keys() == {3, 4, 5, 7, 2, "a die"}
    assert (high[7], high[2], high["a die"]) == (1, 1, 1)


def test_keep_stands_in_these_bands() -> None:
    kept = Counter[str]()
    for card in DELIVERIES:
        where = [name for name in BANDS if Keep() in band(card, name)]
        if card.text.pay and Keep() in card.text.pay.then:
            where.append(f"for {card.text.pay.cost} Blood")
        kept.update(where or ["nowhere"])
    assert kept == {"high": 14, "mid": 2, "low": 2, "for 1 Blood": 1, "nowhere": 1}


def test_payments_of_components_cost_this() -> None:
    costs = Counter(card.text.pay.cost for card in COMPONENTS.values() if card.text.pay)
    assert costs == {1: 5, 2: 5, 3: 4, 4: 4, 5: 1, 6: 1, 8: 1, "x": 1}


def test_five_sources_have_the_five_reactions() -> None:
    assert [card.reaction for card in (*SOURCES, *QUALITIES, *DELIVERIES) if card.reaction] == [
        (OweTreasure(),),
        (DrawDeadWizards(count=2),),
        (Damage(who="killer", dice=1),),
        (CreatureTakesHit(),),
        (Survive(),),
    ]
    assert all(not card.reaction for card in (*QUALITIES, *DELIVERIES))


@pytest.mark.parametrize(
    "effect",
    [
        RerollOnes(),
        CreatureDamage(more=1),
        KillBlood(more=1),
        HighRollBlood(at_least=13, blood=1),
        Tuck(),
        WildFindsTwo(),
        PaidUse(cost=2, when="rolled"),
        PaidUse(cost=3, when="opening", does=(Heal(flat=2),)),
        PaidUse(cost=3, when="unkept"),
        PaidUse(cost=4, when="closing", target="any", does=(Damage(who="target", flat=2),)),
        PaidUse(
            cost=2,
            when="closing",
            target="strongest",
            does=(Damage(who="target", per="fives_of_life"),),
        ),
        Timed(when="opening", target="any", does=(StealBlood(who="target", flat=1),)),
        Timed(when="turn_end", condition="weakest", does=(Heal(flat=2), GainTreasure())),
        Timed(when="last", does=(GainTreasure(),)),
        Timed(when="first", does=(SwapTreasure(),)),
    ],
    ids=str,
)
def test_a_treasure_does_this(effect: Message) -> None:
    assert [effect in (card.passive, card.paid, card.timed) for card in TREASURES].count(True) == 1


def test_some_treasures_work_when_they_are_gained() -> None:
    assert any(card.gained for card in TREASURES)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        *(("damage", {"flat": amount}) for amount in range(1, 6)),
        ("damage", {"who": "each"}),
        ("damage", {"dice": 1}),
        *(
            ("damage", {"per": per})
            for per in ("creatures_in_hand", "treasures_in_play", "dead_wizards", "tokens")
        ),
        ("heal", {"dice": 1}),
        ("take_castle", {}),
        ("gain_treasure", {}),
        ("gain_blood", {}),
        ("steal_blood", {}),
        ("give_card", {}),
        ("discard_card", {}),
    ],
    ids=str,
)
def test_a_component_does_this(name: str, fields: dict[str, object]) -> None:
    doing = [part.model_dump() for card in COMPONENTS.values() for part in parts(card)]
    assert any({"op": name, **fields}.items() <= one.items() for one in doing)


@pytest.mark.parametrize("aim", ["left", "right", "strongest"])
def test_a_component_that_rolls_no_dice_aims_at(aim: str) -> None:
    texts = [card.text for card in COMPONENTS.values()]
    assert any(text.target == aim and not text.roll for text in texts)


def said(kind: type[Message], *fields: str) -> set[object]:
    """Return what all cards say in some fields of a kind of part."""
    found = {
        getattr(part, field)
        for part in all_parts()
        if isinstance(part, kind)
        for field in fields
        if field in type(part).model_fields
    }
    return found - {None}


def test_every_operation_and_passive_occurs() -> None:
    kinds = {type(part) for part in all_parts()}
    assert {*members_of(ops.Op), *members_of(ops.Passive)} <= kinds


def test_every_selector_occurs() -> None:
    selectors = {*get_args(ops.Aim), *get_args(ops.Many), "target", "killer", "self"}
    assert said(Message, "who", "target") == selectors


@pytest.mark.parametrize(
    ("kind", "field", "vocabulary"),
    [
        (Amounted, "per", ops.Count),
        (ops.Timed, "when", ops.Moment),
        (ops.Timed, "condition", ops.Condition),
        (ops.PaidUse, "when", ops.PaidUse.model_fields["when"].annotation),
        (ops.Pay, "mode", ops.Pay.model_fields["mode"].annotation),
        (ops.Castle, "mode", ops.Castle.model_fields["mode"].annotation),
        (ops.Component, "glyph", ops.Glyph),
        (ops.Component, "type", ops.Place),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_every_word_occurs(kind: type[Message], field: str, vocabulary: object) -> None:
    assert said(kind, field) == {*get_args(vocabulary)}


def test_every_effect_in_the_next_round_occurs() -> None:
    annotation = ops.DeadWizard.model_fields["next_round"].annotation
    words = {word for part in get_args(annotation) for word in get_args(part)}
    assert said(ops.DeadWizard, "next_round") == words


@pytest.mark.parametrize(
    "misprint",
    [
        {"does": [{"op": "damage", "who": "target", "flat": 1}]},
        {"does": [{"op": "take_treasure"}]},
        {"target": "left", "does": [{"op": "heal", "flat": 1}]},
        {"target": "target", "does": [{"op": "damage", "who": "target", "flat": 1}]},
        {"pay": {"cost": 0, "mode": "double"}},
        {"pay": {"cost": 1, "mode": "also"}},
        {"castle": {"mode": "also", "then": []}},
    ],
    ids=str,
)
def test_a_text_that_could_not_work_is_refused(misprint: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ops.Text.model_validate(misprint)


def test_every_card_is_played_by_a_test() -> None:
    """A new card needs a test that shows what it does; its id is how one is found."""
    files = ("sources", "qualities", "deliveries", "treasures", "dead_wizards")
    tests = (Path(__file__).with_name(f"test_{name}.py").read_text("utf-8") for name in files)
    named = {*re.findall(r"[a-z_]+", "\n".join(tests))}
    assert [card for card in PRINTED if card not in named] == []
