"""Table talk: what may be said, by whom, to whom, and that it changes nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.options import Slots
from engine.games.chosen import GAME
from engine.games.chosen.state import MAX_SAYINGS
from tests.engine.games.chosen.table import Played, player, table

if TYPE_CHECKING:
    from engine.games.chosen.state import Mode, State

POLITICS = {"peace", "help", "against", "threat", "agreed", "refused"}
PARTNERS = {"mine", "yours"}


def four(mode: Mode) -> Played:
    fields: dict[str, Any] = {}
    if mode == "omen":  # without an Omen in play the phase is over
        fields = {"events": "red_comet*", "omen_phase": "in_play"}
    laid = (player(mp=5, hand="cold_steel", **fields), *(player(mp=2) for _ in range(3)))
    return Played(table(*laid, mode=mode))


def offered(state: State, seat: int) -> Slots | None:
    """Return what a seat may say, as the options tell it."""
    for option in GAME.legal(state, seat):
        if isinstance(option.shape, Slots) and option.shape.command["kind"] == "say":
            assert option.optional
            return option.shape
    return None


@pytest.mark.rule("chosen", "19.1")
@pytest.mark.parametrize("mode", ["omen", "challenge", "alliances"])
def test_where_players_negotiate_they_say_something_of_one_another(mode: Mode) -> None:
    game = four(mode)
    shape = offered(game.state, 2)
    assert shape is not None
    assert {*shape.slots["what"]} == POLITICS
    assert {*shape.slots["target"]} == {"seat:3", "seat:0", "seat:1"}
    game.do(2, "say", what="against", target="seat:0")
    (said,) = game.told("said")
    assert (said.seat, said.what, said.target) == (2, "against", 0)
    assert game.refused(2, "say", what="mine", target="seat:0") == ("NOT_AN_ANSWER", "19.1")
    for nobody in ("seat:2", "seat:7", "c1"):
        assert game.refused(2, "say", what="peace", target=nobody) == ("NO_TARGET", "19.1")


@pytest.mark.rule("chosen", "19.2")
@pytest.mark.parametrize("mode", ["twins", "teams"])
def test_partners_say_only_who_is_to_act(mode: Mode) -> None:
    game = four(mode)
    shape = offered(game.state, 1)
    assert shape is not None
    assert {*shape.slots["what"]} == PARTNERS
    assert shape.slots["target"] == ("seat:3",)
    game.do(1, "say", what="yours", target="seat:3")
    assert game.refused(1, "say", what="yours", target="seat:0") == ("NO_TARGET", "19.2")
    assert game.refused(1, "say", what="peace", target="seat:3") == ("NOT_AN_ANSWER", "19.2")
    alone = game.leave(3)
    assert offered(alone.state, 1) is None
    assert alone.refused(1, "say", what="mine", target="seat:3") == ("NO_TARGET", "19.2")


@pytest.mark.rule("chosen", "19.3")
@pytest.mark.parametrize("mode", ["duel", "round_attack"])
def test_without_politics_nothing_is_said(mode: Mode) -> None:
    laid = [player(mp=2) for _ in range(2 if mode == "duel" else 3)]
    game = Played(table(*laid, mode=mode))
    assert offered(game.state, 0) is None
    assert game.refused(0, "say", what="peace", target="seat:1") == ("NOT_IN_THIS_MODE", "19.3")


@pytest.mark.rule("chosen", "19.4")
def test_it_is_heard_by_all_and_changes_nothing_else() -> None:
    game = four("alliances")
    before = game.state
    game.do(3, "say", what="threat", target="seat:1")  # who is not asked may speak too
    assert game.kinds == ["said"]
    assert replace(game.state, said=()) == before
    heard: list[Any] = [GAME.view(game.state, seat) for seat in (None, 0, 1, 2, 3)]
    for view in heard:
        (said,) = view.said
        assert (said.seat, said.what, said.target) == (3, "threat", 1)
    assert GAME.legal(game.state, 0) == GAME.legal(before, 0)


@pytest.mark.rule("chosen", "19.5")
def test_four_things_are_said_in_a_turn() -> None:
    game = four("challenge")
    for _ in range(MAX_SAYINGS):
        game.do(1, "say", what="peace", target="seat:0")
    assert offered(game.state, 1) is None
    assert game.refused(1, "say", what="peace", target="seat:0") == ("TOO_MANY", "19.5")
    game.do(2, "say", what="agreed", target="seat:1")
    while game.state.turn == 1:
        game.let_pass()
    assert game.state.said == ()
    game.do(1, "say", what="refused", target="seat:2")


@pytest.mark.rule("chosen", "19.1", "9.6")
def test_who_is_out_says_nothing_and_is_not_spoken_of() -> None:
    game = four("challenge").leave(1)
    assert offered(game.state, 1) is None
    assert game.refused(1, "say", what="peace", target="seat:0") == ("NOT_ASKED", "9.6")
    assert game.refused(0, "say", what="peace", target="seat:1") == ("NO_TARGET", "19.1")
