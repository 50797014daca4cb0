"""A refusal says in one sentence what is missing, with the numbers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.chosen import GAME
from tests.engine.games.chosen.table import COMMANDS, Played, player, table


def detail(game: Played, kind: str, **fields: Any) -> str:
    command = COMMANDS.validate_python({"kind": kind, **fields})
    refusal = GAME.check(game.state, 0, command)
    assert refusal is not None
    return refusal.detail


@pytest.mark.rule("chosen", "6.1", "6.5", "7.1")
def test_what_is_missing_is_said_with_numbers() -> None:
    laid = player(
        mp=1,
        hand="hale_marrow the_long_forgetting",
        row="bren_of_the_ford~ hale_marrow quill_sevenrhymes tolm_the_steward",
    )
    game = Played(table(laid, player(), active=0))
    assert detail(game, "summon", card="hale_marrow") == "It costs 5 MP; you have 1."
    siege = {"target": game.state.towers[1][0], "team": [game["hale_marrow"]]}
    assert detail(game, "send_team", **siege) == "It costs 2 MP; you have 1."
    quill = {"card": game["quill_sevenrhymes"], "target": game["hale_marrow"]}
    told = "It is used in a manoeuvre in which it takes part."
    assert detail(game, "use", **quill) == told
    steward = game["tolm_the_steward"]
    game.do(0, "use", card=steward)
    told = "Tolm the Steward is resting, and would have to be awake."
    assert detail(game, "use", card=steward) == told


@pytest.mark.rule("chosen", "6.1")
def test_a_condition_is_said_with_what_there_is() -> None:
    game = Played(table(player(mp=9, hand="the_long_forgetting"), player(), active=0))
    told = "It needs at least 1 awake adventurer; you have 0."
    assert detail(game, "summon", card="the_long_forgetting") == told


@pytest.mark.rule("chosen", "6.5", "2.11")
def test_what_is_used_up_is_said() -> None:
    game = Played(table(player(mp=9, buildings="house_of_maps"), player(), active=0))
    game.do(0, "use", card=game["house_of_maps"])
    assert detail(game, "use", card=game["house_of_maps"]) == "It has been used already."
