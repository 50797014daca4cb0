"""A view in lines for people: what lies where, what goes on, who is asked."""

from __future__ import annotations

from typing import Any

from engine.games.chosen import GAME
from engine.games.chosen.telling import told_table
from tests.engine.games.chosen.heroes import send
from tests.engine.games.chosen.table import Played, player, table


def lines(game: Played, seat: int | None) -> list[str]:
    view: dict[str, Any] = GAME.view(game.state, seat).model_dump(mode="json")
    return told_table(view)


def siege() -> Played:
    rival = player(mp=3, tower="granary:moat_eel iron_gallery", row="bren_of_the_ford!")
    game = Played(
        table(
            player(mp=5, hand="cold_steel good_harvest", row="hale_marrow:grey_hound"),
            rival,
            mode="challenge",
            active=0,
        )
    )
    return game.do(1, "say", what="threat", target="seat:0").do(1, "auto_pass", on=True)


def test_the_table_is_told_player_by_player() -> None:
    game = siege()
    assert lines(game, 0) == [
        "challenge, turn 1, manoeuvres; seat 0 is the starting player; active: seat 0",
        "seat 0 (you): 5 MP, 0 DP, hand 2, Future 20, Past 0",
        "  tower    c1 Iron Gallery (face down)",
        "  Row      c2 Hale Marrow 4 awake (with c3 Grey Hound)",
        "seat 1: 3 MP, 0 DP, hand 0, Future 20, Past 0, auto-pass",
        "  tower    c4 ▒ (with c5 ▒), c6 ▒",
        "  Row      c7 Bren of the Ford 2 injured",
        "said       seat 1: threat, of seat 0",
        "hand       Cold Steel, Good Harvest",
        "asked      seat 0: an act",
    ]


def test_the_timeline_and_the_manoeuvre_are_told_with_what_is_asked() -> None:
    game = Played(
        table(
            player(mp=5, row="hale_marrow"),
            player(mp=3, hand="cold_steel", tower="granary:moat_eel iron_gallery"),
        )
    )
    send(game, "granary", "hale_marrow")
    told = lines(game, None)
    assert "timeline   a1 seat 0: team → c3 with c2" in told
    assert told[-1] == "asked      seat 1: an answer to what is on top of the timeline"
    told = lines(game.let_pass(), 1)
    assert "manoeuvre  siege of c3 Granary by seat 0: c2" in told
    assert "hand       Cold Steel, Good Harvest, Good Harvest" in told
    assert told[-1] == "asked      seat 1: activate at c3 Granary"


def test_a_common_tower_is_told_once_from_the_lowest_level() -> None:
    game = Played(
        table(*(player(mp=2, tower="granary^ iron_gallery") for _ in range(4)), mode="twins")
    )
    towers = [line for line in lines(game, 1) if "tower" in line]
    assert towers == [
        "  tower    c1 Granary, c2 ▒, c5 Granary (of seat 2), c6 ▒ (of seat 2)",
        (
            "  tower    c3 Granary, c4 Iron Gallery (face down), c7 Granary (of seat 3), "
            "c8 Iron Gallery (face down, of seat 3)"
        ),
    ]


def test_whoever_is_out_has_one_line_and_partners_are_named() -> None:
    four = [player(mp=2, solved="a_debt_in_glass") for _ in range(4)]
    game = Played(table(*four, mode="twins", starting=1)).leave(2)
    told = lines(game, 0)
    assert "seat 2: out of the game" in told
    assert "seat 1: 2 MP, 3 DP, hand 0, Future 20, Past 0, with seat 3" in told
    assert "active: seat 1 and 3" in told[0]
