"""What a figure has at the moment: traits of spells, abilities, values [7.3] [15.1]."""

from collections.abc import Iterable, Iterator

from engine.core.copying import changed
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.geometry.bases import CONTACT_SLACK, TOKEN_RADIUS, within
from engine.games.sorcery.models import Click, Spell
from engine.games.sorcery.ops import (
    VALUES,
    Ability,
    Act,
    Bar,
    Deny,
    Grant,
    Lasting,
    Modify,
    Side,
    Trait,
    Value,
)
from engine.games.sorcery.requirements import fits
from engine.games.sorcery.state import Book, Effect, Figure, Handle, State
from engine.games.sorcery.sums import Modifier, capped

INCH = 1_000
"""Mil-inches [1.1]."""


def click(figure: Figure) -> Click:
    """Return the row of the dial that a figure on the field is at."""
    return FIGURES[figure.card].dial[figure.click]


def lasting(effect: Effect) -> Lasting:
    """Return what is printed of an effect that lasts."""
    lasts = SPELLS[effect.spell].ways[effect.way].lasts
    assert lasts is not None, "a sorcery does not last"
    return lasts


def _meant(side: Side, effect: Effect, figure: Figure) -> bool:
    return side == "all" or (figure.seat == effect.seat) == (side == "friends")


def works_on(effect: Effect, figure: Figure) -> bool:
    """Tell whether a lasting spell works on a figure on the field [13.2] [13.5] [13.8]."""
    if effect.on is not None:
        return effect.on == figure.n
    lasts = lasting(effect)
    if not _meant(lasts.side, effect, figure):
        return False
    return effect.at is None or _in_circle(effect, lasts, figure)


def _in_circle(effect: Effect, lasts: Lasting, figure: Figure) -> bool:
    assert figure.at is not None
    assert effect.at is not None
    if lasts.inches is not None:
        return within(figure.at, effect.at, lasts.inches * INCH)
    return covers_token(effect, figure)


def covers_token(effect: Effect, figure: Figure) -> bool:
    """Tell whether a figure touches or covers a glyph's token [13.5]."""
    assert figure.at is not None
    assert effect.at is not None
    reach = FIGURES[figure.card].radius + TOKEN_RADIUS + CONTACT_SLACK
    return within(figure.at, effect.at, reach)


def memorised(book: Book) -> str | None:
    """Return the spell on top of a book, if it lies face up [12.1]."""
    top = book.leaves[0] if book.leaves else None
    return top.spell if top is not None and top.up else None


def _of_effects(state: State, figure: Figure) -> Iterator[tuple[str, Trait]]:
    for effect in state.effects.values():
        if works_on(effect, figure):
            name = SPELLS[effect.spell].name
            yield from ((name, trait) for trait in lasting(effect).traits)


def known_to(state: State, seat: int) -> State:
    """Return a state without the books that a player may not look into [10.1]."""
    own = {figure.book for figure in state.of(seat)}
    return changed(state, books={n: book for n, book in state.books.items() if n in own})


def until_acting(state: State, n: Handle) -> list[Effect]:
    """Return what lasts until a figure is given an action."""
    return [e for e in state.effects.values() if e.on == n and lasting(e).ends == "bearer_acts"]


def works_without_casting(state: State, figure: Figure) -> Spell | None:
    """Return the memorised spell of a figure on the field if it works so now, or None [12.10]."""
    book = state.books.get(figure.book or "")
    top = None if book is None else memorised(book)
    if top is None:
        return None
    spell = SPELLS[top]
    return spell if spell.memorised and may_use(state, figure, spell) else None


def traits_with_sources(state: State, figure: Figure) -> Iterator[tuple[str, Trait]]:
    """Yield (name of the spell, trait) of all that works on a figure on the field."""
    yield from _of_effects(state, figure)
    spell = works_without_casting(state, figure)
    if spell is not None:
        yield from ((spell.name, trait) for trait in spell.memorised)


def traits_on(state: State, figure: Figure) -> Iterator[Trait]:
    """Yield the traits that work on a figure on the field."""
    return (trait for _, trait in traits_with_sources(state, figure))


def illusions_on(state: State, figure: Figure) -> Iterator[Trait]:
    """Yield those of illusions."""
    for effect in state.effects.values():
        if effect.type == "illusion" and works_on(effect, figure):
            yield from lasting(effect).traits


def abilities(state: State, figure: Figure) -> tuple[Ability, ...]:
    """Return the abilities that work on a figure on the field [15.1]."""
    own = click(figure).abilities
    if not state.effects and figure.probed is None:
        return own
    # What is memorised gives no ability, and may need one to work itself.
    traits = [trait for _, trait in _of_effects(state, figure)]
    probed: tuple[Ability, ...] = () if figure.probed is None else (figure.probed,)
    granted: list[Ability] = [trait.ability for trait in traits if isinstance(trait, Grant)]
    denied = {trait.ability for trait in traits if isinstance(trait, Deny)}
    found: list[Ability] = []
    given: tuple[Ability, ...] = (*own, *probed, *granted)
    for ability in given:
        if ability not in found and ability not in denied:
            found.append(ability)
    return tuple(found)


def has(state: State, figure: Figure, ability: Ability) -> bool:
    """Tell whether an ability works on a figure on the field."""
    return ability in abilities(state, figure)


def meets(spell: Spell, state: State, figure: Figure) -> bool:
    """Tell whether a figure on the field meets what a spell requires now [15.8] [15.10]."""
    friends = {FIGURES[friend.card].faction for friend in state.of(figure.seat)}
    given = abilities(state, figure)
    return fits(spell, FIGURES[figure.card], given, friends if "pact" in given else ())


def may_use(state: State, figure: Figure, spell: Spell) -> bool:
    """Tell whether a figure may use a spell of its book: a later bearer has to meet it [12.1]."""
    book = state.books[figure.book or ""]
    return not (spell.hard and book.taken) or meets(spell, state, figure)


def barred(state: State, figure: Figure, act: Act) -> str | None:
    """Return the name of the spell that bars a figure from something, or None."""
    for name, trait in traits_with_sources(state, figure):
        if isinstance(trait, Bar) and trait.act == act:
            return name
    return None


def printed(figure: Figure, what: Value) -> int:
    """Return a value as it is printed for the click; the range stands beside the dial."""
    if what == "range":
        return FIGURES[figure.card].range
    return getattr(click(figure), what)


def modifiers(state: State, figure: Figure, what: Value) -> list[Modifier]:
    """Return what spells add to a value of a figure, each by its name."""
    return [
        Modifier(what=name, amount=trait.amount)
        for name, trait in traits_with_sources(state, figure)
        if isinstance(trait, Modify) and trait.value == what
    ]


def value(state: State, figure: Figure, what: Value) -> int:
    """Return a value of a figure with what spells add to it, at least 0 [7.3]."""
    return values(state, figure, (what,))[what]


def values(state: State, figure: Figure, wanted: Iterable[Value] = VALUES) -> dict[Value, int]:
    """Return values of a figure with what spells add to them, each at least 0 [7.3]."""
    added = dict.fromkeys(wanted, 0)
    for trait in traits_on(state, figure):
        if isinstance(trait, Modify) and trait.value in added:
            added[trait.value] += trait.amount
    return {what: max(0, printed(figure, what) + capped(more)) for what, more in added.items()}
