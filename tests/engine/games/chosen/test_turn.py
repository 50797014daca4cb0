"""Section 3: the phases of a turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.chosen.state import Bar, Changed
from tests.engine.games.chosen.heroes import marked, now
from tests.engine.games.chosen.table import FILLER, Played, player, table


def next_turn(game: Played) -> Played:
    """Everybody passes until the next turn's first act is asked for."""
    turn = game.state.turn
    while game.state.turn == turn:
        game.let_pass()
    return game


@pytest.mark.rule("chosen", "3.1")
def test_a_turn_has_four_phases_in_which_all_act() -> None:
    game = next_turn(Played(table(player(mp=1), player())))
    phases = [event.phase for event in game.told("phase_started")]
    assert phases == ["closing", "opening", "resource", "manoeuvres"]
    next_turn(game)
    assert {event.seat for event in game.told("passed") if event.as_active} == {0, 1}
    phases = [event.phase for event in game.told("phase_started")]
    assert phases == ["closing", "opening", "resource", "manoeuvres"] * 2


@pytest.mark.rule("chosen", "3.2", "2.9")
def test_what_lasts_for_a_turn_is_over_in_the_opening_of_the_next() -> None:
    row = "ansgar_the_dim bren_of_the_ford"
    ours = player(mp=5, row=row, hand="week_of_rain second_wind", events="red_comet")
    game = Played(table(ours, player()))
    game.do(0, "summon", card="week_of_rain")
    team = [game["ansgar_the_dim"]]
    target = game.state.towers[1][0]
    assert game.refused(0, "send_team", target=target, team=team) == ("BARRED", "2.12")
    next_turn(game)
    assert not game.in_play("week_of_rain")
    assert game.in_play("red_comet"), "it is permanent"
    assert game.state.players[0].past == ("week_of_rain",)
    left = [event.kind for event in game.log].index("card_left")
    assert game.log[left - 1].kind == "phase_started"
    game.do(0, "send_team", target=target, team=team)


@pytest.mark.rule("chosen", "3.2")
def test_what_was_forbidden_for_the_turn_or_changed_for_a_manoeuvre_is_over() -> None:
    state = table(player(mp=5, row="ansgar_the_dim"), player(), bars=(Bar(seat=0, what="siege"),))
    game = marked(Played(state), "ansgar_the_dim", changes=(Changed(what="level", amount=2),))
    target, team = game.state.towers[1][0], [game["ansgar_the_dim"]]
    assert now(game, "ansgar_the_dim") == 3 + 2
    assert game.refused(0, "send_team", target=target, team=team) == ("BARRED", "2.12")
    next_turn(game)
    assert now(game, "ansgar_the_dim") == 3
    game.do(0, "send_team", target=target, team=team)


@pytest.mark.rule("chosen", "3.3")
def test_in_the_resource_phase_everybody_gets_mp_cards_and_a_step_of_the_row() -> None:
    row = "ansgar_the_dim bren_of_the_ford~ hale_marrow!"
    ours = player(mp=3, hand="cold_steel cold_steel", row=row)
    game = next_turn(Played(table(ours, player(row="sister_amity!", hand="cold_steel " * 9))))
    assert game.mps == [7, 4]
    assert [len(one.hand) for one in game.state.players] == [7, 9]
    assert game.state.players[0].hand == ("cold_steel", "cold_steel", *[FILLER] * 5)
    awareness = {p.card: p.awareness for p in game.state.present.values() if p.place == "row"}
    assert awareness == {
        "ansgar_the_dim": "awake",
        "bren_of_the_ford": "awake",
        "hale_marrow": "resting",
        "sister_amity": "resting",
    }


@pytest.mark.rule("chosen", "3.4")
def test_who_has_fewer_cards_draws_what_there_is_and_nothing_is_shuffled_back() -> None:
    ours = player(future="cold_steel not_today", past="hale_marrow hale_marrow")
    game = next_turn(Played(table(ours, player())))
    one = game.state.players[0]
    assert (one.hand, one.future) == (("cold_steel", "not_today"), ())
    assert one.past == ("hale_marrow", "hale_marrow")


@pytest.mark.rule("chosen", "3.4")
@pytest.mark.parametrize("left", [0, 1])
def test_an_effect_draws_what_there_is_as_well(left: int) -> None:
    game = Played(table(player(mp=1, hand="good_harvest", future=f"{FILLER} " * left), player()))
    game.do(0, "summon", card="good_harvest")
    assert (game.state.players[0].hand, game.state.players[0].future) == ((FILLER,) * left, ())


@pytest.mark.rule("chosen", "3.5", "2.12")
def test_what_happens_by_itself_in_the_resource_phase_comes_seat_by_seat() -> None:
    ours = player(mp=1, buildings="salt_exchange")
    game = Played(table(ours, player(buildings="salt_exchange"), starting=0))
    next_turn(game)
    assert game.state.starting == 1
    told = [getattr(e, "seat", None) for e in game.log if e.kind in {"refreshed", "mp_changed"}]
    assert told == [1, 0, 1, 0], "everybody's MP first; the starting player's first"
    assert game.mps == [1 + 4 + 1, 4 + 1]


@pytest.mark.rule("chosen", "3.6")
def test_what_happens_at_the_end_of_a_turn_comes_before_it_is_seen_who_wins() -> None:
    row = "ansgar_the_dim bren_of_the_ford hale_marrow"
    solved = " ".join(["a_debt_in_glass"] * 5)
    state = table(player(row=row, events="council_of_nine"), player(mp=1, solved=solved))
    council = next(p for p in state.present.values() if p.card == "council_of_nine")
    for counters, winners in ((4, (0,)), (3, (1,))):
        counted = {**state.present, council.n: replace(council, counters=counters)}
        game = Played(replace(state, present=counted))
        game.let_pass().let_pass()
        assert game.winners == winners


@pytest.mark.rule("chosen", "3.6")
def test_what_happens_at_the_end_of_a_turn_comes_seat_by_seat_from_the_starting_player() -> None:
    laid = [player(mp=1, buildings="toll_bridge") for _ in range(3)]
    game = next_turn(Played(table(*laid, mode="challenge", starting=1)))
    assert [event.seat for event in game.told("triggered")] == [1, 2, 0]


@pytest.mark.rule("chosen", "3.6")
def test_a_hand_has_no_limit() -> None:
    game = next_turn(Played(table(player(hand="hale_marrow " * 12), player())))
    assert game.state.players[0].hand == ("hale_marrow",) * 12


@pytest.mark.rule("chosen", "3.7")
def test_the_starting_player_goes_round_to_who_is_in_the_game() -> None:
    laid = [player(mp=1), player(mp=1), player(), player()]
    game = next_turn(Played(table(*laid, mode="twins", starting=2)))
    assert game.state.starting == 3
    next_turn(game.leave(0))
    assert game.state.starting == 1, "not 0, who is out"
