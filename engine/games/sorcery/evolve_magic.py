"""Folds of books, spells and what lasts."""

from collections.abc import Sequence

from engine.core.copying import changed
from engine.core.rejection import impossible
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.events_magic import (
    BookTaken,
    Browsed,
    CountedDown,
    EffectBegun,
    EffectEnded,
    Memorised,
    SpellMuddled,
    SpellOver,
    SpellPlaced,
    SpellShown,
    SpellsRecalled,
)
from engine.games.sorcery.evolve_figures import put, put_book, standing
from engine.games.sorcery.models import AfterCast, CardId
from engine.games.sorcery.state import Announced, Effect, Handle, Leaf, State


def book_taken(state: State, event: BookTaken) -> State:
    book, figure = state.books[event.book], standing(state, event.figure)
    if book.at is None or figure.book is not None:
        impossible(f"{event.book} is not picked up by {event.figure}: one of them is not free")
    state = put_book(state, event.book, bearer=event.figure, at=None, taken=True)
    return put(state, event.figure, book=event.book)


def browsed(state: State, event: Browsed) -> State:
    _bears(state, event.figure, event.book)
    if event.turned_up.value:
        state = _turn_top(state, event.book, up=True)
    state = _to_top(state, event.book, event.spell.value)
    if state.phase != "end":
        return state
    used = (*state.figures[event.figure].used, "browse")  # [11.5]
    return put(state, event.figure, used=used)


def memorised(state: State, event: Memorised) -> State:
    _bears(state, event.figure, event.book)
    spell = event.spell.value
    return state if spell is None else _to_top(state, event.book, spell)


def spell_shown(state: State, event: SpellShown) -> State:
    _bears(state, event.figure, event.book)
    _without(state, event.book, event.spell)
    if state.announced is not None:
        impossible(f"{state.announced.spell} is shown already")
    announced = Announced(
        caster=event.figure,
        book=event.book,
        spell=event.spell,
        way=event.way,
        targets=event.targets,
        at=event.at,
        breach=event.breach,
    )
    return changed(state, announced=announced)


def spell_over(state: State, _event: SpellOver) -> State:
    if state.announced is None:
        impossible("no spell is shown")
    return changed(state, announced=None)


def spell_placed(state: State, event: SpellPlaced) -> State:
    rest = _without(state, event.book, event.spell)
    return put_book(state, event.book, leaves=_placed(rest, event.spell, event.where))


def effect_begun(state: State, event: EffectBegun) -> State:
    spell = SPELLS[event.spell]
    rest = _without(state, event.book, event.spell)
    if event.effect != f"e{state.effects_made + 1}":
        impossible(f"{event.effect} comes after {state.effects_made} effects")
    if event.on is not None:
        standing(state, event.on)
    effect = Effect(
        n=event.effect,
        spell=event.spell,
        way=event.way,
        type=spell.type,
        book=event.book,
        caster=event.caster,
        seat=state.figures[event.caster].seat,
        on=event.on,
        at=event.at,
        begun=state.round,
        left=event.left,
        breach=event.breach,
    )
    state = changed(
        state,
        effects={**state.effects, effect.n: effect},
        effects_made=state.effects_made + 1,
    )
    if spell.type == "glyph":
        return state
    return put_book(state, event.book, leaves=rest)


def counted_down(state: State, event: CountedDown) -> State:
    effect = state.effects[event.effect]
    if effect.left is None or not 0 < event.left < effect.left:
        impossible(f"{event.effect} has {effect.left} rounds left, not more than {event.left}")
    counted = changed(effect, left=event.left)
    return changed(state, effects={**state.effects, effect.n: counted})


def effect_ended(state: State, event: EffectEnded) -> State:
    effect = state.effects[event.effect]
    left = {n: other for n, other in state.effects.items() if n != event.effect}
    state = changed(state, effects=left)
    if effect.type == "glyph":
        return state
    leaves = state.books[effect.book].leaves  # [13.10]
    back = _placed(leaves, effect.spell, SPELLS[effect.spell].after)
    return put_book(state, effect.book, leaves=back)


def spell_muddled(state: State, event: SpellMuddled) -> State:
    return _turn_top(state, event.book, up=False)


def spells_recalled(state: State, event: SpellsRecalled) -> State:
    leaves = tuple(changed(leaf, up=True) for leaf in state.books[event.book].leaves)
    return put_book(state, event.book, leaves=leaves)


def _bears(state: State, figure: Handle, book: Handle) -> None:
    if state.figures[figure].book != book:
        impossible(f"{figure} does not bear {book}")


def _without(state: State, book: Handle, spell: CardId) -> tuple[Leaf, ...]:
    """Return a book's leaves but for a spell that is in it; else raises ImpossibleEventError."""
    leaves = state.books[book].leaves
    rest = tuple(leaf for leaf in leaves if leaf.spell != spell)
    if len(rest) == len(leaves):
        impossible(f"{spell} is not in {book}")
    return rest


def _placed(leaves: Sequence[Leaf], spell: CardId, where: AfterCast) -> tuple[Leaf, ...]:
    if where == "face_down_top":
        return (Leaf(spell=spell, up=False), *leaves)
    return (*leaves, Leaf(spell=spell, up=where == "face_up_bottom"))


def _to_top(state: State, book: Handle, spell: CardId) -> State:
    leaves = state.books[book].leaves
    top = [leaf for leaf in leaves if leaf.spell == spell]
    return put_book(state, book, leaves=(*top, *_without(state, book, spell)))


def _turn_top(state: State, book: Handle, *, up: bool) -> State:
    leaves = state.books[book].leaves
    turned = tuple(changed(leaf, up=up) for leaf in leaves[:1])
    return put_book(state, book, leaves=(*turned, *leaves[1:]))
