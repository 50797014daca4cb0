"""What is printed on the cards, and that the texts say what the cards do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import pytest
from pydantic import ValidationError

import engine.games.chosen
from engine.core.messages import Message
from engine.games.chosen.cards import CARDS, name_of
from engine.games.chosen.catalogue import PRINTED
from engine.games.chosen.models import ActionCard, Adventurer, Event, Quest, TowerLevel
from engine.games.chosen.ops import (
    Calling,
    CardType,
    Character,
    Constant,
    Damage,
    Heal,
    Look,
    Moment,
    Op,
    StartFight,
    Use,
)
from engine.games.chosen.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

APART = {"name", "mp", "dp", "level", "wall"}
"""Fields that are printed beside the text."""


def kinds(union: Any) -> tuple[type, ...]:
    return get_args(get_args(union)[0])


def parts(value: Any) -> Iterator[Message]:
    """Yield a message and all messages in it."""
    if isinstance(value, Message):
        yield value
        for field in type(value).model_fields:
            yield from parts(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)


def cards_with(kind: type) -> set[str]:
    return {card.id for card in CARDS.values() if any(type(part) is kind for part in parts(card))}


def literals(annotation: Any) -> Iterator[tuple[str, ...]]:
    """Yield the words of each Literal in an annotation."""
    if get_origin(annotation) is Literal:
        yield get_args(annotation)
    else:
        for part in get_args(annotation):
            yield from literals(part)


READING = {
    "hale_marrow": (
        "Turning, 1 MP: Target: an opponent. This adventurer goes out to fight the target."
    ),
    "drummer_girl": "Turning, 1 MP: Target: an opponent. Its bearer goes out to fight the target.",
    "gorm_of_the_gate": "+1 level for this adventurer in a team sent for a siege.",
    "dame_ilsabet_oak": "+1 level for this adventurer in an obstructing team.",
    "little_wick": (
        "Opponents can't name it as a target. "
        "+1 level for this adventurer in a team sent for a capture. "
        "Repeatable, 1 MP, interrupt: This adventurer goes to its owner's hand."
    ),
    "lady_larkspur": (
        "One-shot, 3 MP: Target: an opponent's adventurer of level 2 or less. "
        "You take control of the target."
    ),
    "deacon_hask": (
        "+2 physique for each of your adventurers that is a warrior. "
        "When its team wins a fight: You gain 1 MP."
    ),
    "ivo_the_herald": "You pay 1 MP less to summon an adventurer.",
    "kindly_ruel": ("In each resource phase, if you have at least 3 adventurers: You gain 1 MP."),
    "the_hanged_mans_map": (
        "Solved by levels of at least 5 together, or a rogue, or a test of mental. "
        "When solved: Search your Future for one building, show it, and take it into your hand."
    ),
    "vault_of_small_things": (
        "Attackers 1, defenders 3. 1 DP for each counter on it. "
        "Turning, 3 MP: Put 1 counter on this card."
    ),
    "toll_hall": "When revealed: The leader of the team loses 1 MP, then you gain 1 MP.",
    "roof_of_crows": "Turning, 1 MP, fight: +1 wall in this manoeuvre.",
    "pit_of_nails": "1 damage to each adventurer of the team.",
    "hall_of_echoes": "The leader of the team discards 1 card of its choice.",
    "bogged_lane": (
        "Price: one of your awake adventurers rests. -2 strength for the team, "
        "then the leader of the team can't start a siege for the rest of the turn."
    ),
    "stone_bull": (
        "Price: one of your awake adventurers rests. "
        "Attacks once: 2d6 of 10 or less deal 3 damage to the strongest of the team."
    ),
    "torn_proclamation": (
        "Target: an opponent's event that is no Omen. The target goes to its owner's Past."
    ),
    "council_of_nine": (
        "Permanent. Only if you have at least 2 tower levels. With 5 counters on it you win. "
        "At the end of each turn, if you have at least 3 awake adventurers: "
        "Put 1 counter on this card. "
        "Repeatable, 5 MP, if you have at least 2 awake adventurers: Put 1 counter on this card."
    ),
    "a_debt_to_the_river": (
        "Permanent. Target: an opponent. In each resource phase: "
        "The target puts the top card of its Future into its Past."
    ),
    "not_today": "Target: an opponent's summoning on the timeline. Neutralise the target.",
    "second_wind": (
        "Target: one of your adventurers. Cure the target, "
        "then +1 level for the target until the end of the manoeuvre."
    ),
    "shield_bearer": (
        "+1 physique for its bearer. Turning, interrupt: Take 1 damage off its bearer."
    ),
}


@pytest.mark.parametrize("card", READING)
def test_a_card_reads_like_this(card: str) -> None:
    assert PRINTED.texts[card] == READING[card]


@pytest.mark.parametrize("card", CARDS)
def test_a_card_that_does_something_has_a_text(card: str) -> None:
    text = PRINTED.texts[card]
    printed = CARDS[card]
    if printed.type in {"adventurer", "tower_level"}:
        assert bool(text) == bool(printed.constants or printed.triggers or printed.uses)
    else:
        assert text
    assert text == text.strip()
    assert not text or text.endswith(".")
    assert not any(slip in text for slip in ("  ", " .", " ,", ": .", "..", "_", "None"))


def test_there_are_a_hundred_and_twenty_cards() -> None:
    assert Counter(card.type for card in CARDS.values()) == {
        "adventurer": 36,
        "quest": 20,
        "building": 12,
        "tower_level": 12,
        "obstacle": 16,
        "event": 12,
        "action_card": 8,
        "ally": 4,
    }
    assert len({name_of(card) for card in CARDS}) == 120


def test_classes_and_characters_are_even() -> None:
    adventurers = [card for card in CARDS.values() if isinstance(card, Adventurer)]
    assert Counter(card.calling for card in adventurers) == dict.fromkeys(get_args(Calling), 6)
    assert Counter(card.character for card in adventurers) == dict.fromkeys(get_args(Character), 9)


@pytest.mark.rule("chosen", "1.8")
def test_six_events_may_be_omens() -> None:
    events = [card for card in CARDS.values() if isinstance(card, Event)]
    permanent = [card.id for card in events if card.duration == "permanent"]
    assert len(permanent) == 6
    assert permanent == [card.id for card in events if card.fit_as_omen]


@pytest.mark.parametrize("op", kinds(Op), ids=lambda kind: kind.__name__)
def test_each_operation_is_on_two_cards(op: type) -> None:
    assert len(cards_with(op)) >= 2


@pytest.mark.parametrize("constant", kinds(Constant), ids=lambda kind: kind.__name__)
def test_each_constant_effect_is_on_a_card(constant: type) -> None:
    assert cards_with(constant)


def test_each_word_of_the_language_is_on_a_card() -> None:
    """Searched for can be any type of card, whatever the cards of today search for."""
    said: dict[Any, set[str]] = {get_args(CardType): {*get_args(CardType)}}
    for part in parts((*CARDS.values(),)):
        for name, field in type(part).model_fields.items():
            for words in literals(field.annotation):
                value = getattr(part, name)
                said.setdefault(words, set()).update(
                    value if isinstance(value, tuple) else (value,)
                )
    for words, found in said.items():
        assert {*words} <= found


def test_everything_happens_by_itself_on_some_card_where_it_can() -> None:
    found = {(one.when, card.type) for card in CARDS.values() for one in card.triggers}
    assert {when for when, _ in found} == set(get_args(Moment))
    for when, only in (
        ("revealed", "tower_level"),
        ("solved", "quest"),
        ("fight_won", "adventurer"),
    ):
        assert {type_ for one, type_ in found if one == when} == {only}


def test_each_sign_is_on_a_card() -> None:
    signs = {use.sign for card in CARDS.values() for use in card.uses}
    assert signs == {"turning", "one_shot", "sacrifice", "repeatable"}


@pytest.mark.rule("chosen", "9.2", "11.6", "14.9")
def test_nothing_destroys_a_tower_level() -> None:
    """A level is lost in a siege only: it is credited to who led it, and two never fall at once."""
    for card in CARDS.values():
        for part in parts(card):
            does = getattr(part, "does", ())
            if any(op.op in {"destroy", "take_control"} for op in does):
                assert part.target.what in {"adventurer", "building", "event"}  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.rule("chosen", "14.7")
def test_a_player_who_is_the_target_is_named_himself() -> None:
    """He is not meant by a card of his, which might be common to several."""
    for card in CARDS.values():
        own = getattr(card, "target", None)
        texts: list[Any] = [(one.target or own, one.does) for one in card.triggers]
        texts += [(use.target, use.does) for use in card.uses]
        texts.append((own, (*getattr(card, "does", ()), *card.constants)))
        for target, does in texts:
            if any(map(_means_the_player_named, does)):
                assert target is not None, card.id
                assert target.what == "opponent", card.id


def _means_the_player_named(part: Any) -> bool:
    if isinstance(part, Look):
        return part.at == "hand"
    who = type(part).model_fields.get("who")
    players = who is not None and "you" in get_args(who.annotation)  # else adventurers
    return players and part.who == "target"


def test_nothing_is_taken_from_under_a_manoeuvre() -> None:
    """Buildings and quests go by what is no fast effect; the steps of a manoeuvre rely on it."""
    fast = [use for card in CARDS.values() for use in card.uses if use.fast]
    fast += [card for card in CARDS.values() if isinstance(card, ActionCard)]
    for one in fast:
        if one.target is not None and one.target.what in {"building", "quest", "level"}:
            assert not any(op.op in {"destroy", "take_control"} for op in one.does)


def test_no_adventurer_is_worth_less_than_a_cheaper_one() -> None:
    """Who has no text of its own is more in something than all who cost as much or less."""
    adventurers = [card for card in CARDS.values() if isinstance(card, Adventurer)]
    for dear in adventurers:
        assert 0 <= dear.mp - dear.level <= 3, dear.id
        for cheap in adventurers:
            silent = not text_of(dear)
            traits = ("level", "physique", "astral", "mental")
            less = all(getattr(dear, one) <= getattr(cheap, one) for one in traits)
            assert not (silent and less and dear.mp >= cheap.mp and dear is not cheap), (
                dear,
                cheap,
            )


def test_quests_are_worth_their_mp() -> None:
    for card in CARDS.values():
        if isinstance(card, Quest) and card.dp == 2 and card.solve_mp == 2:
            assert card.triggers, card.id


def test_texts_follow_from_what_cards_do() -> None:
    """Cards of one type that read alike do the same."""
    seen: dict[tuple[str, str], Any] = {}
    for card in CARDS.values():
        if isinstance(card, Adventurer | TowerLevel):
            continue
        doing = card.model_dump(exclude=APART | {"id", "obstacles", "solve_mp"})
        assert seen.setdefault((card.type, text_of(card)), doing) == doing, card.id


def test_unknown_fields_of_cards_are_refused() -> None:
    card = CARDS["cold_steel"]
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        type(card).model_validate({**card.model_dump(), "colour": "red"})


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        ({"sign": "repeatable", "does": (Damage(who="target", flat=1),)}, "costs MP"),
        ({"sign": "turning", "fight": True, "does": (Damage(who="target", flat=1),)}, "is fast"),
        ({"sign": "turning", "fast": True, "does": (StartFight(),)}, "no fast effect"),
        ({"sign": "sacrifice", "does": (Heal(who="bearer", flat=1),)}, "not there to be meant"),
    ],
)
def test_what_can_not_be_printed(printed: dict[str, Any], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Use(**printed)


def test_all_cards_are_data() -> None:
    for card in CARDS.values():
        assert type(card).model_validate_json(card.model_dump_json()) == card


def test_no_rule_knows_a_card_by_its_name() -> None:
    folder = Path(engine.games.chosen.__file__).parent
    for file in [*folder.glob("*.py"), *folder.glob("variants/*.py")]:
        code = file.read_text("utf-8")
        assert [card for card in CARDS if f'"{card}"' in code] == [], file.name
