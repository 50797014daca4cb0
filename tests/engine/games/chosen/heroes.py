"""Helpers for tests of single cards: adventurers of any numbers, and short ways through a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.games.chosen.bonuses import trait
from engine.games.chosen.state import Changed
from tests.engine.games.chosen.table import Played, player, table

if TYPE_CHECKING:
    from engine.games.chosen.ops import Trait

MISS = [6, 6]
"""2d6 that are not more than no attribute below 12."""

ANY_CALLING = {
    "warrior": "bren_of_the_ford",
    "ranger": "piet_the_fowler",
    "rogue": "nim_halfshadow",
    "bard": "quill_sevenrhymes",
    "mage": "tolm_the_steward",
    "priest": "brother_tallow",
}


def against(theirs: Any = None, *, mp: int = 9, **ours: Any) -> Played:
    """Return a duel in which seat 0 is active and seat 1 has what is given, else nothing."""
    return Played(table(player(**{"mp": mp, "tower": "deep_cistern", **ours}), theirs or player()))


def made(game: Played, card: str, **traits: int) -> Played:
    """Let an adventurer have just these traits until the end of the next manoeuvre."""
    piece = game.piece(card)
    changes = list(piece.changes)
    for what, wanted in traits.items():
        now = trait(game.state, piece, what)  # pyright: ignore[reportArgumentType]
        changes.append(Changed(what=what, amount=wanted - now))  # pyright: ignore[reportArgumentType]
    changed = replace(piece, changes=tuple(changes))
    game.state = replace(game.state, present={**game.state.present, piece.n: changed})
    return game


def marked(game: Played, card: str, **fields: Any) -> Played:
    """Change fields of a card in play."""
    piece = replace(game.piece(card), **fields)
    game.state = replace(game.state, present={**game.state.present, piece.n: piece})
    return game


def now(game: Played, card: str, what: Trait = "level") -> int:
    """Return a trait of an adventurer as it is."""
    return trait(game.state, game.piece(card), what)


def send(game: Played, to: str, *team: str, seat: int = 0, **fields: Any) -> Played:
    """Send a team of these cards to another card."""
    return game.do(seat, "send_team", target=game[to], team=[game[one] for one in team], **fields)


def obstruct(game: Played, *team: str, seat: int = 1, **fields: Any) -> Played:
    return game.do(seat, "obstruct", team=[game[one] for one in team], **fields)


def awareness(game: Played, *cards: str) -> list[str]:
    return [game.piece(card).awareness for card in cards]


def next_turn(game: Played) -> Played:
    """Let both pass as active players, until somebody is asked in the next turn."""
    return game.let_pass().let_pass()
