"""What a player brings: a ready deck by its name, or one of his own [1.5]."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.core.messages import Message
from engine.core.rejection import Rejection, no
from engine.core.rng import Rng
from engine.games.chosen.cards import CARDS, Card, Cards, name_of
from engine.games.chosen.cards.decks import READY_DECKS, ReadyDeck
from engine.games.chosen.cards.events import EVENTS
from engine.games.chosen.commands import CardName, ChosenConfig, Code
from engine.games.chosen.models import Event, TowerLevel

MAX_CARDS = 120
SMALL, SMALL_COPIES = 40, 3  # [1.6]
LARGE, LARGE_COPIES = 60, 4
LEVELS = 3  # [1.7]
MAX_LEVELS = 6

_MOST_NAMED = 5
"""Faults that one refusal names."""
_OMENS: Final = ", ".join(event.id for event in EVENTS if event.fit_as_omen)

READY: Final[Mapping[str, ReadyDeck]] = {deck.name: deck for deck in READY_DECKS}


class Ready(Message):
    """A deck that is ready to play; the game's cards list them as ``ready_decks``."""

    deck: Literal["ready"] = "ready"
    name: Annotated[str, Field(min_length=1, max_length=40)]
    """``first_steps``, for one."""


class Own(Message):
    """A deck of one's own, of ids of the game's cards."""

    deck: Literal["own"] = "own"
    cards: Annotated[tuple[CardName, ...], Field(max_length=MAX_CARDS)]
    """At least 40 and none more than three times, or 60 and four times [1.6]."""
    levels: Annotated[tuple[CardName, ...], Field(max_length=MAX_LEVELS)]
    """Three that differ, the lowest first; for ``twins`` and ``teams`` three to six [1.7]."""
    omen: CardName | None = None
    """Compulsory for ``omen`` [1.8]."""


ChosenEntry = Annotated[Ready | Own, Field(discriminator="deck")]


class Built(Message):
    """A deck as it is played."""

    cards: Cards
    levels: Cards
    omen: Card | None


def built(entry: Ready | Own) -> Built:
    """Return what an entry that was accepted stands for."""
    if isinstance(entry, Ready):
        deck = READY[entry.name]
        return Built(cards=deck.cards, levels=deck.levels, omen=deck.omen)
    return Built(cards=entry.cards, levels=entry.levels, omen=entry.omen)


def check_entry(config: ChosenConfig, _seat: int, entry: Ready | Own) -> Rejection | None:
    """Return why a deck may not be played, or None."""
    if isinstance(entry, Ready):
        if entry.name in READY:
            return None
        hint = _nearest(entry.name, READY)
        return _no(
            "1.5", f"There is no ready deck {entry.name!r}{hint}; there are {', '.join(READY)}."
        )
    return _names(entry) or _cards(entry) or _levels(config, entry) or _omen(config, entry)


def _no(rule: str, detail: str) -> Rejection:
    return no(Code.ENTRY_REFUSED, rule, detail)


def _names(entry: Own) -> Rejection | None:
    names = (*entry.cards, *entry.levels, *(() if entry.omen is None else (entry.omen,)))
    unknown = sorted({card for card in names if card not in CARDS})
    if not unknown:
        return None
    listed = ", ".join(f"{name!r}{_nearest(name, CARDS)}" for name in unknown[:_MOST_NAMED])
    more = len(unknown) - _MOST_NAMED
    return _no("1.6", f"No card has these ids: {listed}{f' and {more} more' if more > 0 else ''}.")


def _nearest(name: str, known: Iterable[str]) -> str:
    """Return the id that is spelled most like a name, as a hint, if any is."""
    spelled = "_".join(re.findall(r"[a-z]+", name.lower().replace("'", "")))
    nearest = get_close_matches(spelled, known, n=1)
    return f" (did you mean {nearest[0]!r}?)" if nearest else ""


def _cards(entry: Own) -> Rejection | None:
    size = len(entry.cards)
    if size < SMALL:
        return _no(
            "1.6",
            f"A deck has at least {SMALL} cards besides tower and Omen; this one has {size}.",
        )
    most = LARGE_COPIES if size >= LARGE else SMALL_COPIES
    over = [f"{name_of(card)} {n} times" for card, n in Counter(entry.cards).items() if n > most]
    if not over:
        return None
    larger = "" if size >= LARGE else f", {LARGE_COPIES} in one of {LARGE} or more"
    return _no(
        "1.6",
        f"In a deck of {size} cards at most {most} of one card are allowed{larger}; "
        f"there are {', '.join(over)}.",
    )


def _levels(config: ChosenConfig, entry: Own) -> Rejection | None:
    wrong = [card for card in entry.levels if not isinstance(CARDS[card], TowerLevel)]
    if wrong:
        return _no("1.7", f"These are no tower levels: {', '.join(map(name_of, wrong))}.")
    if len(set(entry.levels)) != len(entry.levels):
        twice = [name_of(card) for card, n in Counter(entry.levels).items() if n > 1]
        return _no("1.7", f"The tower levels must all be different: {', '.join(twice)} is not.")
    most = MAX_LEVELS if config.mode in {"twins", "teams"} else LEVELS
    if not LEVELS <= len(entry.levels) <= most:
        count = f"{LEVELS}" if most == LEVELS else f"{LEVELS} to {most}"
        return _no("1.7", f"Name {count} tower levels; there are {len(entry.levels)}.")
    return None


def _omen(config: ChosenConfig, entry: Own) -> Rejection | None:
    if entry.omen is None:
        if config.mode == "omen":
            return _no("1.8", f"In this mode a deck brings an Omen; name one of: {_OMENS}.")
        return None
    card = CARDS[entry.omen]
    if isinstance(card, Event) and card.fit_as_omen:
        return None
    return _no(
        "1.8",
        f"An Omen is a permanent event with a condition or a target, and {card.name} is not; "
        f"name one of: {_OMENS}.",
    )


def sample_entry(_config: ChosenConfig, _seat: int, rng: Rng) -> Ready:
    """Return one of the ready decks."""
    return Ready(name=rng.choice(sorted(READY)))
