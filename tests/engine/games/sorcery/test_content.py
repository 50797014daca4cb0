"""What is printed: how much of each kind there is, and that all of it is of use."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

import pytest

from engine.core.messages import members_of
from engine.games.sorcery.armies import READY, check_entry, cost
from engine.games.sorcery.cards import ARMIES, BOOKS, FIELDS, FIGURES, SPELLS
from engine.games.sorcery.commands import FieldName, Ready, SorceryConfig
from engine.games.sorcery.geometry.bases import LARGE_RADIUS
from engine.games.sorcery.geometry.points import FIELD
from engine.games.sorcery.geometry.shapes import Box, Circle
from engine.games.sorcery.models import Faction, Subfaction
from engine.games.sorcery.ops import Ability, Act, Aim, Bar, Lasting, Modify, Near, Op, Trait, Value
from engine.games.sorcery.state import DEPTH
from tests.engine.games.sorcery.printed import parts

if TYPE_CHECKING:
    from engine.core.messages import Message
    from engine.games.sorcery.geometry.points import Point

OF_SUBFACTIONS = {
    "wavecallers": "focus",
    "slag_wardens": "spellbreach",
    "leechwrights": "syphon_energy",
    "stormspeakers": "wrath_of_nature",
    "circle_of_boughs": "mana_harmony",
    "hide_drummers": "magestone_trance",
    "flamekeepers": "ancient_lore",
    "far_seers": "mind_probe",
    "lent_quills": "pact",
    "heralds": "confusion",
}


def all_of(kind: type[Message]) -> list[Any]:
    return [part for spell in SPELLS.values() for part in parts(spell) if type(part) is kind]


def count(holds: Any) -> int:
    return sum(map(bool, map(holds, SPELLS.values())))


# --- how much there is


def test_there_are_24_figures_8_books_40_spells_6_armies_and_4_fields() -> None:
    cards = (FIGURES, BOOKS, SPELLS, ARMIES, FIELDS)
    assert [len(of_kind) for of_kind in cards] == [24, 8, 40, 6, 4]
    assert set(FIELDS) == set(get_args(FieldName))


def test_ids_and_names_are_given_once() -> None:
    everything = [*FIGURES.values(), *BOOKS.values(), *SPELLS.values(), *ARMIES.values(),
                  *FIELDS.values()]  # fmt: skip
    assert max(Counter(card.id for card in everything).values()) == 1
    assert max(Counter(card.name for card in everything).values()) == 1


def test_every_faction_has_figures_and_there_are_wild_ones() -> None:
    assert {card.faction for card in FIGURES.values()} == {None, *get_args(Faction)}


def test_every_subfaction_has_figures_that_begin_with_its_ability() -> None:
    assert set(OF_SUBFACTIONS) == set(get_args(Subfaction))
    for subfaction, ability in OF_SUBFACTIONS.items():
        members = [card for card in FIGURES.values() if card.subfaction == subfaction]
        assert any(ability in card.dial[0].abilities for card in members), subfaction
        others = [card for card in FIGURES.values() if card.subfaction != subfaction]
        assert not any(ability in row.abilities for card in others for row in card.dial)


def test_the_wild_subfaction_and_no_other_has_no_faction() -> None:
    without = {c.subfaction for c in FIGURES.values() if c.faction is None and c.subfaction}
    assert without == {"lent_quills"}


def test_confusion_has_a_second_figure_of_its_subfaction_to_take_the_attack_of() -> None:
    assert sum(card.subfaction == "heralds" for card in FIGURES.values()) > 1


def test_every_ability_stands_on_some_figure() -> None:
    standing = {a for card in FIGURES.values() for row in card.dial for a in row.abilities}
    assert standing == set(get_args(Ability))


def test_capacities_run_from_6_to_14_and_points_rise_with_them() -> None:
    books = sorted(BOOKS.values(), key=lambda book: book.capacity)
    assert (books[0].capacity, books[-1].capacity) == (6, 14)
    for less, more in pairwise(books):
        assert less.capacity < more.capacity
        assert less.points < more.points


def test_there_are_spells_enough_of_every_kind() -> None:
    types = Counter(spell.type for spell in SPELLS.values())
    assert set(types) == {"sorcery", "enchantment", "glyph", "illusion"}
    assert min(types.values()) >= 8
    assert count(lambda spell: spell.affinity) >= 10
    assert count(lambda spell: spell.hard) >= 6
    assert count(lambda spell: spell.boost) >= 4
    assert count(lambda spell: spell.after == "face_down_top") >= 2
    assert count(lambda spell: spell.after == "face_down_bottom") >= 2
    assert count(lambda spell: spell.action is None) >= 3
    assert count(lambda spell: len(spell.ways) > 1) >= 4
    assert {spell.browse for spell in SPELLS.values()} == {1, 2, 3}


# --- all of it is of use


@pytest.mark.parametrize("kind", [*members_of(Op), *members_of(Trait)], ids=lambda k: k.__name__)
def test_every_operation_and_trait_is_on_some_spell(kind: type[Message]) -> None:
    assert all_of(kind)


@pytest.mark.parametrize(
    "kind", [Aim, Lasting, Near, *members_of(Op), *members_of(Trait)], ids=lambda k: k.__name__
)
def test_every_field_of_the_language_is_used_in_more_than_one_way(kind: type[Message]) -> None:
    fixed = {"op", "trait"}  # which operation it is
    fixed |= {"dice", "each", "per"}  # of the language of all games; here amounts are fixed
    always = {
        ("Shove", "inches"), ("Shove", "who"), ("Damage", "flat"), ("Strike", "who"),
        ("Turn", "who"), ("Tire", "who"), ("Rest", "who"), ("Muddle", "who"), ("Expose", "who"),
        ("Near", "inches"),
    }  # fmt: skip  # no choice, but a number or whom it means
    for field in kind.model_fields:
        values = {repr(getattr(one, field)) for one in all_of(kind)}
        assert len(values) > 1 or field in fixed or (kind.__name__, field) in always, field


def test_everything_that_can_be_barred_or_modified_is_by_some_spell() -> None:
    assert {bar.act for bar in all_of(Bar)} == set(get_args(Act))
    assert {modify.value for modify in all_of(Modify)} == set(get_args(Value))


def test_every_requirement_is_met_by_some_figure_that_can_bear_a_book() -> None:
    bearers = [card for card in FIGURES.values() if card.slots]
    met = {c.faction for c in bearers} | {c.subfaction for c in bearers}
    for spell in SPELLS.values():
        if spell.requires is not None:
            assert (spell.requires.faction or spell.requires.subfaction) in met, spell.id


def test_every_spell_fits_into_the_smallest_book() -> None:
    least = min(book.capacity for book in BOOKS.values())
    assert all(spell.pages <= least for spell in SPELLS.values())


@pytest.mark.parametrize("name", sorted(READY))
def test_a_ready_army_is_accepted_and_spends_all_its_points(name: str) -> None:
    assert check_entry(SorceryConfig(points=300), 0, Ready(name=name)) is None
    assert sum(map(cost, READY[name])) == 300
    assert any(one.book for one in READY[name])


def test_ready_armies_use_every_figure_book_spell_and_ability() -> None:
    fielded = [one for army in READY.values() for one in army]
    assert {one.figure for one in fielded} == set(FIGURES)
    assert {one.book for one in fielded} - {None} == set(BOOKS)
    assert {spell for one in fielded for spell in one.spells} == set(SPELLS)
    first = {a for one in fielded for a in FIGURES[one.figure].dial[0].abilities}
    assert first == set(get_args(Ability))


@pytest.mark.parametrize("name", sorted(READY))
def test_a_ready_book_is_nearly_full(name: str) -> None:
    for one in READY[name]:
        if one.book is not None:
            pages = sum(SPELLS[spell].affinity or SPELLS[spell].pages for spell in one.spells)
            assert pages + 2 > BOOKS[one.book].capacity, one.figure


# --- fields


def half_turn(point: Point) -> Point:
    return FIELD - point[0], FIELD - point[1]


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_field_looks_the_same_from_the_other_side(name: str) -> None:
    card = FIELDS[name]
    assert {half_turn(point) for point in card.objectives} == set(card.objectives)
    outlines = {(piece.kind, shape_of(piece.outline)) for piece in card.terrain}
    turned = {(piece.kind, shape_of(piece.outline, turn=True)) for piece in card.terrain}
    assert turned == outlines
    assert len({piece.name for piece in card.terrain}) == len(card.terrain)


def box_of_piece(outline: Any) -> Box:
    if isinstance(outline, Circle):
        (x, y), r = outline.centre, outline.radius
        return Box(x - r, y - r, x + r, y + r)
    return outline.box


def shape_of(outline: Any, *, turn: bool = False) -> Any:
    if isinstance(outline, Circle):
        return half_turn(outline.centre) if turn else outline.centre, outline.radius
    corners = outline.vertices
    return frozenset(map(half_turn, corners) if turn else corners)


@pytest.mark.rule("sorcery", "3.2")
@pytest.mark.parametrize("name", sorted(FIELDS))
def test_nothing_stands_where_figures_are_deployed(name: str) -> None:
    clear = DEPTH + LARGE_RADIUS
    for piece in FIELDS[name].terrain:
        box = box_of_piece(piece.outline)
        assert min(box.left, box.bottom) >= clear, piece.name
        assert max(box.right, box.top) <= FIELD - clear, piece.name


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_an_objective_can_be_stood_on_and_lies_beyond_deployment(name: str) -> None:
    card = FIELDS[name]
    assert len(card.objectives) % 2, "an odd number, so that somebody has more"
    for x, y in card.objectives:
        assert all(DEPTH + 2 * LARGE_RADIUS < part < FIELD - DEPTH - 2 * LARGE_RADIUS
                   for part in (x, y))  # fmt: skip
        for piece in card.terrain:
            if piece.kind == "blocking":
                box = box_of_piece(piece.outline)
                inside_x = box.left - LARGE_RADIUS < x < box.right + LARGE_RADIUS
                inside_y = box.bottom - LARGE_RADIUS < y < box.top + LARGE_RADIUS
                assert not (inside_x and inside_y), piece.name
