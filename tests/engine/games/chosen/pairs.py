"""Positions of twins and teams: the even seats are a pair, or a team, against the odd ones."""

from __future__ import annotations

from typing import Any

from tests.engine.games.chosen.table import Laid, Played, player, table

THREE_DP = "a_debt_in_glass"


def twins(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="twins", **fields))


def teams(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="teams", **fields))


def bare(**fields: Any) -> Laid:
    """A player who brings no level to the pair's tower."""
    return player(**{"tower": "", **fields})


def solved(count: int, **fields: Any) -> Laid:
    return player(solved=" ".join([THREE_DP] * count), **fields)


def pass_round(game: Played) -> Played:
    turn = game.state.turn
    while game.state.turn == turn and game.winners is None:
        game.let_pass()
    return game
