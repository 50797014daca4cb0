"""What a player brings: a ready army by its name, or one of his own [2]."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

from engine.core.messages import Message
from engine.core.rejection import Rejection, no
from engine.core.rng import Rng
from engine.games.sorcery.cards import ARMIES, BOOKS, FIGURES, SPELLS
from engine.games.sorcery.commands import Code, Own, Ready, SorceryConfig
from engine.games.sorcery.labels import sentence
from engine.games.sorcery.models import BookCard, FigureCard, Recruit
from engine.games.sorcery.requirements import fits, required

_MOST_NAMED = 5
"""Faults that one refusal names."""
_SORTS: Final[Mapping[str, Mapping[str, Message]]] = {
    "figure": FIGURES,
    "book": BOOKS,
    "spell": SPELLS,
}
READY: Final[Mapping[str, tuple[Recruit, ...]]] = {
    army.id: army.figures for army in ARMIES.values()
}


def recruits(entry: Ready | Own) -> tuple[Recruit, ...]:
    """Return the figures of an army that was accepted."""
    return READY[entry.name] if isinstance(entry, Ready) else entry.figures


def check_entry(config: SorceryConfig, _seat: int, entry: Ready | Own) -> Rejection | None:
    """Return why an army may not be played, or None [2.2]."""
    if isinstance(entry, Ready) and entry.name not in READY:
        hint = _nearest(entry.name, READY)
        listed = ", ".join(READY)
        return _no("2.2", f"There is no ready army {entry.name!r}{hint}; there are {listed}.")
    army = recruits(entry)
    return _names(army) or _books(army) or _points(config, army)


def _no(rule: str, detail: str) -> Rejection:
    return no(Code.ENTRY_REFUSED, rule, detail)


def _names(army: Iterable[Recruit]) -> Rejection | None:
    named = [
        (name, sort)
        for one in army
        for name, sort in (
            (one.figure, "figure"),
            *([] if one.book is None else [(one.book, "book")]),
            *((spell, "spell") for spell in one.spells),
        )
    ]
    unknown = [*dict.fromkeys(pair for pair in named if pair[0] not in _SORTS[pair[1]])]
    if not unknown:
        return None
    listed = "; ".join(_unknown(name, sort) for name, sort in unknown[:_MOST_NAMED])
    more = len(unknown) - _MOST_NAMED
    tail = f"; and {more} more" if more > 0 else ""
    return _no("2.2", f"{sentence(listed)}{tail}. The cards of the game list all there are.")


def _unknown(name: str, wanted: str) -> str:
    """Say that an id is of no card of a sort, but maybe of one of another."""
    of = next((sort for sort, known in _SORTS.items() if name in known), None)
    if of is not None:
        return f"{name!r} is a {of}, not a {wanted}"
    return f"there is no {wanted} {name!r}{_nearest(name, _SORTS[wanted])}"


def _nearest(name: str, known: Iterable[str]) -> str:
    nearest = get_close_matches(name.lower().replace(" ", "_"), known, n=1)
    return f" (did you mean {nearest[0]!r}?)" if nearest else ""


def cost(one: Recruit) -> int:
    """Return the points of a figure with its book [2.2]."""
    return FIGURES[one.figure].points + (BOOKS[one.book].points if one.book else 0)


def _points(config: SorceryConfig, army: Iterable[Recruit]) -> Rejection | None:
    total = sum(cost(one) for one in army)
    over = total - config.points
    if over <= 0:
        return None
    return _no(
        "2.2",
        f"The army costs {total} points, books included; the limit is {config.points}: "
        f"leave out {over} or more.",
    )


def _books(army: tuple[Recruit, ...]) -> Rejection | None:
    """Return what is wrong with the books, by the factions that the bearers have now [2.9]."""
    factions = {FIGURES[one.figure].faction for one in army}
    for number, one in enumerate(army, 1):
        card = FIGURES[one.figure]
        who = f"Figure {number}, {card.name},"
        if one.book is None:  # [2.4]
            if one.spells:
                return _no("2.4", f"{who} has spells but no `book` for them: give it one.")
            continue
        if not card.slots:  # [2.3]
            return _no("2.3", f"{who} has no slot for a book: leave `book` and `spells` out.")
        if not one.spells:
            return _no("2.4", f"{who} has an empty book: give it `spells`, or leave `book` out.")
        twice = sorted({spell for spell in one.spells if one.spells.count(spell) > 1})
        if twice:
            return _no("2.6", f"{who} has twice in its book: {', '.join(twice)}; give each once.")
        refusal = _filling(who, card, one, factions)
        if refusal is not None:
            return refusal
    return None


def _filling(
    who: str, card: FigureCard, one: Recruit, factions: Iterable[str | None]
) -> Rejection | None:
    """Return why a book may not be filled so, or None [2.6] [2.8]."""
    assert one.book is not None
    abilities = card.dial[0].abilities  # [15.12]
    has_too = set(factions) if "pact" in abilities else set[str | None]()
    pages: list[int] = []
    for name in one.spells:
        spell = SPELLS[name]
        met = fits(spell, card, abilities, has_too)
        if spell.hard and not met:
            return _no("2.8", f"{who} may not have {spell.name}: it is only for {required(spell)}.")
        pages.append(spell.affinity if met and spell.affinity is not None else spell.pages)
    book = BOOKS[one.book]
    if sum(pages) > book.capacity:
        listed = ", ".join(f"{name} {n}" for name, n in zip(one.spells, pages, strict=True))
        return _no(
            "2.6",
            f"{who} has spells of {sum(pages)} pages ({listed}) in its {book.name}, "
            f"which takes {book.capacity}: {_remedy(sum(pages), book)}.",
        )
    return None


def _remedy(pages: int, book: BookCard) -> str:
    """Say what makes spells of so many pages fit that a book does not take."""
    over = pages - book.capacity
    fewer = f"leave out {over} {'page' if over == 1 else 'pages'} or more"
    larger = [other for other in BOOKS.values() if other.capacity >= pages]
    if not larger:
        return fewer
    least = min(larger, key=lambda other: other.capacity)
    return f"{fewer}, or take a larger book, such as {least.id}, which takes {least.capacity}"


def sample_entry(config: SorceryConfig, _seat: int, rng: Rng) -> Ready | Own:
    """Return a ready army; under a lower limit, of its figures as many as fit [2.2]."""
    name = rng.choice(sorted(READY))
    left, kept = config.points, list[Recruit]()
    for one in READY[name]:
        if cost(one) <= left:
            kept.append(one)
            left -= cost(one)
    whole = len(kept) == len(READY[name])
    return Ready(name=name) if whole else Own(figures=tuple(kept))
