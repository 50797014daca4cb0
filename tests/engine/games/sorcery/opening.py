"""A battle of Sorcery from its very beginning: armies are laid out and wait to be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.commands import Own, SorceryConfig
from engine.games.sorcery.models import Recruit
from tests.engine.games.sorcery.table import Battle
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from engine.games.sorcery.commands import FieldName
    from engine.games.sorcery.state import State


def armies(*words: str, starting: int = 0, field: FieldName = "crossroads") -> Battle:
    """Return a battle before the first placing; the figures of each seat as words."""
    entries = tuple(
        Own(figures=tuple(Recruit(figure=card) for card in cards.split())) for cards in words
    )
    config = SorceryConfig(field=field, points=600)
    states = (_laid(config, entries, n) for n in range(99))
    return Battle(next(state for state in states if state.order[0] == starting))


def _laid(config: SorceryConfig, entries: tuple[Own, ...], n: int) -> State:
    return fold(GAME, GAME.initial, GAME.setup(config, entries, Rng(bytes(32), n)))


def deployed(*words: str, starting: int = 0) -> Battle:
    """Return a battle in which everybody placed his figures where a place was found first."""
    battle = armies(*words, starting=starting)
    while (question := battle.state.question) is not None and question.kind == "deploy":
        command = GAME.default(battle.state, question.seat).model_dump()
        battle.do(question.seat, command.pop("kind"), **command)
    return battle
