"""A refusal says who may act instead, and what could have been named."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.chosen import GAME
from tests.engine.games.chosen.table import COMMANDS, Played, player, table


def told(game: Played, seat: int, kind: str, **fields: Any) -> tuple[str, str]:
    """Return clause and sentence of a refusal."""
    refusal = GAME.check(game.state, seat, COMMANDS.validate_python({"kind": kind, **fields}))
    assert refusal is not None
    return refusal.rule, refusal.detail


@pytest.mark.rule("chosen", "4.3", "5.2", "7.9", "14.2")
def test_who_is_not_asked_is_told_who_is_and_for_what() -> None:
    able = player(mp=5, row="sister_amity", hand="cold_steel")
    game = Played(table(player(mp=12, row="ansgar_the_dim"), able, player(), able, mode="twins"))
    assert told(game, 1, "pass") == ("4.3", "You are not asked: seat 0 or 2 is, for an act.")
    game.do(0, "send_team", target=game.state.towers[1][0], team=[game["ansgar_the_dim"]])
    answering = "You are not asked: seat 1 or 3 is, for an answer to the act on top."
    assert told(game, 0, "pass") == ("5.2", answering)
    game.quiet_until("obstruct")
    obstructing = "You are not asked: seat 1 or 3 is, whether to obstruct."
    assert told(game, 2, "pass") == ("7.9", obstructing)


@pytest.mark.rule("chosen", "1.1")
def test_an_act_of_another_mode_is_told_with_its_modes() -> None:
    game = Played(table(player(mp=5), player()))
    clause, sentence = told(game, 0, "eliminate", cards=["c1"])
    assert clause == "1.1"
    assert sentence == "There is no such act in the mode duel, only in: challenge, round_attack."


@pytest.mark.rule("chosen", "6.5", "6.6", "7.2")
def test_what_could_have_been_named_is_listed() -> None:
    ours = player(mp=5, row="piet_the_fowler ansgar_the_dim")
    game = Played(table(ours, player(), active=0))
    piet, ansgar, level = game["piet_the_fowler"], game["ansgar_the_dim"], game.state.towers[1][0]
    assert told(game, 0, "use", card="c99")[1] == f"Name a card in play that you may use: {piet}."
    assert told(game, 0, "attach", ally="c99", to=piet)[1].endswith("Storage: none at the moment.")
    _, sentence = told(game, 0, "send_team", target=level, team=[piet, piet])
    assert sentence == f"Choose among your awake adventurers, each once: {piet}, {ansgar}."
