"""The games that the laws are checked for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.core.game import Game
from engine.core.rng import Rng
from engine.games import discover
from tests.toys import brings, poison, rps

Twin = Callable[[Any, int | None, Rng], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A game, and what the laws have to know of it beyond its record."""

    game: Game[Any]
    twin: Twin | None = None
    quiet_twin: Twin | None = None
    """See the package; both are None for a game without secrets."""
    walks: int | None = None
    """Different matches of all kinds in the short form, where matches are long."""
    harmful: frozenset[str] = frozenset()
    """Kinds of commands that break the game on purpose; never sent."""


def _rps_twin(state: rps.State, seat: int | None, rng: Rng) -> rps.State:
    """Deal all cards again that lie face down or in the hands of others."""
    others = [s for s, card in enumerate(state.cards) if card is not None and s != seat]
    fresh = [card for s in others if (card := state.cards[s]) is not None]
    deck = rng.shuffle((*fresh, *state.rest))
    cards = list(state.cards)
    for s, card in zip(others, deck, strict=False):
        cards[s] = card
    return replace(state, cards=tuple(cards), rest=deck[len(others) :])


def _brings_twin(state: brings.State, seat: int | None, rng: Rng) -> brings.State:
    """Give the others any other numbers; the own next ones are drawn by the own next play."""
    hands: list[tuple[Any, ...]] = [*state.hands]
    piles: list[tuple[Any, ...]] = [*state.piles]
    for s, played in enumerate(state.played):
        if s != seat:
            digits = rng.shuffle(d for d in brings.DIGITS if d not in played)
            size = len(hands[s])
            hands[s], piles[s] = digits[:size], digits[size : size + len(piles[s])]
    return replace(state, hands=tuple(hands), piles=tuple(piles))


def _subject(game: Game[Any]) -> Subject:
    if game.rules in TOYS:
        return TOYS[game.rules]
    name = f"tests.engine.games.{game.name}.laws"
    if not _exists(name):
        return Subject(game=game)
    secrets = import_module(name)
    return Subject(
        game=game,
        twin=secrets.twin,
        quiet_twin=secrets.quiet_twin,
        walks=getattr(secrets, "WALKS", None),
    )


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


TOYS: dict[str, Subject] = {
    subject.game.rules: subject
    for subject in (
        Subject(game=rps.GAME, twin=_rps_twin, quiet_twin=_rps_twin),
        Subject(game=poison.GAME, harmful=frozenset({"poison"})),
        Subject(game=brings.GAME, twin=_brings_twin, quiet_twin=_brings_twin),
    )
}
SUBJECTS: dict[str, Subject] = {
    game.rules: _subject(game) for game in discover([toy.__name__ for toy in (rps, poison, brings)])
}
