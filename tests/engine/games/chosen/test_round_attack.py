"""Section 12: round attack, where everybody attacks the player in front of him."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.decks import Ready
from tests.engine.games.chosen.table import Laid, Played, player, table
from tests.engine.scenario import fold, some_rng

THREE_DP = "a_debt_in_glass"
TOWERS = ("granary", "deep_cistern", "toll_hall", "murder_stair")


def ring(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="round_attack", **fields))


def attacker(**fields: Any) -> Laid:
    return player(mp=5, row="ansgar_the_dim", **fields)


def handles(game: Played, card: str) -> list[str]:
    return [piece.n for piece in game.state.present.values() if piece.card == card]


def pass_round(game: Played) -> Played:
    """Let everybody who is asked for an act pass, until the turn is over."""
    turn = game.state.turn
    while game.state.turn == turn and game.winners is None:
        game.let_pass()
    return game


def points(game: Played) -> list[int]:
    return [one.points for one in game.state.players]


@pytest.mark.rule("chosen", "12.1", "12.2", "7.3")
def test_only_the_tower_of_the_player_in_front_is_besieged() -> None:
    game = ring(attacker(), *(player(tower=level) for level in TOWERS[:3]))
    team = [game["ansgar_the_dim"]]
    for behind in TOWERS[1:3]:
        refused = game.refused(0, "send_team", target=game[behind], team=team)
        assert refused == ("BARRED", "7.3")
    game.do(0, "send_team", target=game[TOWERS[0]], team=team)
    assert game.told("players_dropped")[0].seats == (1,)


@pytest.mark.rule("chosen", "12.1")
def test_the_next_one_in_the_game_is_in_front() -> None:
    game = ring(player(), player(), attacker(), player(tower="granary"), starting=2)
    assert game.leave(3).asked == ("act", (2,))
    game = ring(player(tower="granary"), player(tower="toll_hall"), player(), attacker())
    game.leave(0)
    team = [game["ansgar_the_dim"]]
    game.do(3, "send_team", target=game["toll_hall"], team=team)
    assert game.told("team_left")[0].against == 1


@pytest.mark.rule("chosen", "12.1")
def test_of_two_each_is_in_front_of_the_other() -> None:
    game = ring(player(tower="granary"), player(), attacker(), victory_points=7)
    game.leave(1).do(2, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert game.winners == (2,)


@pytest.mark.rule("chosen", "12.2")
def test_only_buildings_of_the_player_in_front_are_captured() -> None:
    game = ring(attacker(), player(buildings="salt_exchange"), player(buildings="house_of_maps"))
    team = [game["ansgar_the_dim"]]
    refused = game.refused(0, "send_team", target=game["house_of_maps"], team=team)
    assert refused == ("BARRED", "7.3")
    game.do(0, "send_team", target=game["salt_exchange"], team=team)
    assert game.piece("salt_exchange").controller == 0


@pytest.mark.rule("chosen", "12.2")
def test_only_the_player_in_front_is_fought() -> None:
    game = ring(player(mp=5, row="hale_marrow"), player(), player())
    fight = {"card": game["hale_marrow"], "use": 0}
    assert game.refused(0, "use", **fight, target="seat:2") == ("BARRED", "7.3")
    game.do(0, "use", **fight, target="seat:1")
    assert game.told("team_left")[0].against == 1


@pytest.mark.rule("chosen", "12.2")
def test_only_the_player_in_front_obstructs_and_lays_obstacles() -> None:
    game = ring(
        attacker(quests="wolves_at_the_toll bells_under_the_lake"),
        player(row="bren_of_the_ford"),
        player(row="bren_of_the_ford"),
    )
    quest = game["wolves_at_the_toll"]
    game.do(0, "send_team", target=quest, team=[game["ansgar_the_dim"]])
    assert game.asked == ("obstruct", (1,))
    game.do(1, "pass")
    assert game.told("quest_solved"), "seat 2 is not asked"

    laying = ring(
        attacker(quests="bells_under_the_lake"), *[player(mp=6, hand="greased_steps")] * 2
    )
    quest = laying["bells_under_the_lake"]
    laying.do(1, "lay_obstacle", card="greased_steps", at=quest).do(1, "pass")
    refused = laying.refused(2, "lay_obstacle", card="greased_steps", at=quest)
    assert refused == ("NO_TARGET", "6.4")


@pytest.mark.rule("chosen", "12.3")
def test_only_own_quests_are_started_for() -> None:
    game = ring(attacker(), player(quests="wolves_at_the_toll"), player())
    team = [game["ansgar_the_dim"]]
    refused = game.refused(0, "send_team", target=game["wolves_at_the_toll"], team=team)
    assert refused == ("BARRED", "12.3")


@pytest.mark.rule("chosen", "12.4")
def test_dp_win_nothing_by_themselves() -> None:
    much = player(
        mp=5, row="ansgar_the_dim", quests="wolves_at_the_toll", solved=" ".join([THREE_DP] * 9)
    )
    game = ring(much, player(), player())
    game.do(0, "send_team", target=game["wolves_at_the_toll"], team=[game["ansgar_the_dim"]])
    assert pass_round(game).winners is None
    assert game.state.turn == 2


# --- eliminating with DP [12.5] -------------------------------------------------------------------


@pytest.mark.rule("chosen", "12.5", "12.7", "4.5")
def test_eleven_dp_eliminate_the_player_in_front() -> None:
    game = ring(
        player(mp=5, solved=" ".join([THREE_DP] * 3), buildings="salt_exchange masons_yard"),
        player(mp=6, hand="cold_steel"),
        player(),
    )
    game.do(1, "pass")
    given = [*handles(game, THREE_DP), game["salt_exchange"], game["masons_yard"]]
    assert game.refused(0, "eliminate", cards=given[:4]) == ("TOO_FEW_DP", "12.5")
    game.do(0, "eliminate", cards=given)
    assert game.asked == ("answer", (1,)), "as any act it may be answered"
    game.do(1, "pass")
    assert game.state.living == (0, 2)
    assert game.state.players[0].future[-5:] == ("salt_exchange", "masons_yard", *[THREE_DP] * 3)
    assert points(game) == [1, 0, 0]
    assert (game.asked, game.mps[0]) == (("act", (0,)), 5)


@pytest.mark.rule("chosen", "12.5")
def test_more_than_eleven_dp_may_be_given() -> None:
    game = ring(player(mp=5, solved=" ".join([THREE_DP] * 6)), player(), player())
    game.do(0, "eliminate", cards=handles(game, THREE_DP))
    assert game.state.players[0].future[-6:] == (THREE_DP,) * 6
    assert game.state.living == (0, 2)


@pytest.mark.rule("chosen", "12.5")
def test_cards_of_others_go_under_their_futures_and_obstacles_to_the_past() -> None:
    state = table(
        player(mp=5, solved=" ".join([THREE_DP] * 4), buildings="salt_exchange:pit_of_nails"),
        player(),
        player(),
        mode="round_attack",
    )
    present = dict(state.present)
    game = Played(state)
    for n in (handles(game, THREE_DP)[0], game["salt_exchange"]):
        present[n] = replace(present[n], owner=2)
    game = Played(replace(state, present=present))
    game.do(0, "eliminate", cards=[*handles(game, THREE_DP), game["salt_exchange"]])
    assert game.state.players[2].future[-2:] == ("salt_exchange", THREE_DP)
    assert game.state.players[0].past == ("pit_of_nails",)


@pytest.mark.rule("chosen", "12.5", "9.1")
def test_other_own_cards_that_give_dp_are_given_too_and_go_to_the_past() -> None:
    state = table(
        player(
            mp=5,
            row="the_grinning_heir:grey_hound",
            buildings="vault_of_small_things",
            solved=" ".join([THREE_DP] * 2),
        ),
        player(),
        player(),
        mode="round_attack",
    )
    vault = Played(state)["vault_of_small_things"]
    present = {**state.present, vault: replace(state.present[vault], counters=3)}
    game = Played(replace(state, present=present))
    given = [vault, game["the_grinning_heir"], *handles(game, THREE_DP)]
    game.do(0, "eliminate", cards=given)  # 1 + 3, 1, 6
    assert game.state.living == (0, 2)
    assert game.state.players[0].past == ("the_grinning_heir",)
    assert game.piece("grey_hound").place == "storage"
    assert game.state.players[0].future[-3] == "vault_of_small_things"


@pytest.mark.rule("chosen", "12.5")
def test_only_own_cards_with_dp_are_given() -> None:
    game = ring(
        attacker(solved=" ".join([THREE_DP] * 4)), player(solved="wolves_at_the_toll"), player()
    )
    own = handles(game, THREE_DP)
    for wrong in (game["wolves_at_the_toll"], game["ansgar_the_dim"], "c99"):
        assert game.refused(0, "eliminate", cards=[*own, wrong]) == ("NOT_YOURS", "12.5")
    assert game.refused(0, "eliminate", cards=[own[0]] * 4) == ("NOT_YOURS", "12.5")


@pytest.mark.rule("chosen", "12.5", "4.3")
def test_eliminating_is_no_answer_and_of_this_mode_only() -> None:
    solved = " ".join([THREE_DP] * 4)
    game = ring(
        attacker(hand="bren_of_the_ford"), player(mp=1, hand="cold_steel", solved=solved), player()
    )
    game.do(0, "summon", card="bren_of_the_ford")
    assert game.refused(1, "eliminate", cards=handles(game, THREE_DP)) == ("NOT_NOW", "4.3")
    duel = Played(table(player(mp=2, solved=solved), player()))
    refused = duel.refused(0, "eliminate", cards=handles(duel, THREE_DP))
    assert refused == ("NOT_IN_THIS_MODE", "1.1")


# --- winning by an effect [12.6], points [12.7], the end [12.8] -----------------------------------


@pytest.mark.rule("chosen", "12.6", "9.10")
def test_a_card_that_would_win_eliminates_the_player_in_front_instead() -> None:
    row = "ansgar_the_dim bren_of_the_ford hale_marrow"
    game = councils(player(row=row, events="council_of_nine"), *[player()] * 3, counters=4)
    pass_round(game)
    assert game.state.living == (0, 2, 3), "one, and none at once again"
    assert game.piece("council_of_nine").counters == 0
    assert (points(game), game.winners) == ([1, 0, 0, 0], None)


def councils(*laid: Laid, counters: int) -> Played:
    """Each Council of Nine in play has so many counters."""
    state = ring(*laid).state
    present = {
        n: replace(piece, counters=counters) if piece.card == "council_of_nine" else piece
        for n, piece in state.present.items()
    }
    return Played(replace(state, present=present))


@pytest.mark.rule("chosen", "12.6")
def test_of_several_such_cards_at_the_same_moment_the_lowest_name_is_first() -> None:
    ready = player(mp=1, hand="good_harvest", events="council_of_nine")
    game = councils(ready, ready, *[player()] * 3, counters=5)
    game.do(0, "summon", card="good_harvest").quiet()
    assert game.state.living == (0, 2, 3, 4), "seat 1 is out before its card is looked at"


@pytest.mark.rule("chosen", "12.7", "17.2")
def test_whoever_is_behind_gets_the_point_whatever_the_reason() -> None:
    assert points(ring(player(), player(), player()).leave(0)) == [0, 0, 1]
    game = pass_round(ring(player(), player(future=""), player()))
    assert points(game) == [1, 0, 0]


@pytest.mark.rule("chosen", "12.7", "9.5")
def test_of_two_who_drop_out_together_only_the_one_in_front_counts() -> None:
    game = pass_round(ring(player(), player(future=""), player(future=""), player()))
    assert points(game) == [1, 0, 0, 0]


@pytest.mark.rule("chosen", "12.8")
def test_the_number_agreed_on_wins() -> None:
    assert ring(player(points=1), player(), player()).leave(1).winners == (0,)
    game = ring(player(points=1), player(), player(), victory_points=3).leave(1)
    assert (game.winners, points(game)) == (None, [2, 0, 0])
    assert game.leave(0).winners == (2,), "the last one in the game"


@pytest.mark.rule("chosen", "12.8")
def test_several_who_have_it_at_the_same_moment_win_together() -> None:
    laid = [player(), player(future=""), player(), player(future="")]
    assert pass_round(ring(*laid, victory_points=1)).winners == (0, 2)


@pytest.mark.rule("chosen", "9.8", "12.8")
def test_if_nobody_is_left_it_is_a_draw() -> None:
    assert pass_round(ring(*[player(future="")] * 3)).winners == ()


@pytest.mark.rule("chosen", "9.9")
def test_after_the_last_turn_most_points_win_not_dp() -> None:
    rich = player(solved=" ".join([THREE_DP] * 5))
    game = pass_round(ring(rich, player(points=1), player(eliminations=2), turn=60))
    assert game.winners == (1,)


# --- options --------------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "12.9")
def test_if_sieges_are_the_only_attack_there_are_no_quests_captures_and_fights() -> None:
    game = ring(
        player(mp=5, row="hale_marrow", hand="bells_under_the_lake"),
        player(tower="granary iron_gallery", buildings="salt_exchange"),
        player(),
        sieges_only=True,
    )
    team = [game["hale_marrow"]]
    assert game.refused(0, "summon", card="bells_under_the_lake") == ("BARRED", "12.9")
    capture = game.refused(0, "send_team", target=game["salt_exchange"], team=team)
    assert capture == ("BARRED", "7.3")
    fight = game.refused(0, "use", card=game["hale_marrow"], use=0, target="seat:1")
    assert fight == ("BARRED", "7.3")
    game.do(0, "send_team", target=game["granary"], team=team).quiet()
    assert not game.in_play("granary")


@pytest.mark.rule("chosen", "12.8", "12.9")
@pytest.mark.parametrize("wrong", [{"victory_points": 0}, {"victory_points": 8}])
def test_the_options_are_of_this_mode_and_in_bounds(wrong: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match="victory_points"):
        ChosenConfig(mode="round_attack", **wrong)  # pyright: ignore[reportArgumentType]
    for option in ({"sieges_only": True}, {"victory_points": 3}):
        with pytest.raises(ValidationError, match="round_attack"):
            ChosenConfig(mode="alliances", **option)  # pyright: ignore[reportArgumentType]


@pytest.mark.rule("chosen", "12.8", "12.9")
def test_the_options_are_those_of_the_match() -> None:
    config = ChosenConfig(mode="round_attack", sieges_only=True, victory_points=3)
    entries = (Ready(name="first_steps"),) * 3
    state = fold(GAME, GAME.initial, GAME.setup(config, entries, some_rng()))
    assert (state.sieges_only, state.victory_points) == (True, 3)
    assert ChosenConfig(mode="round_attack").victory_points == 2


@pytest.mark.rule("chosen", "1.1")
@pytest.mark.parametrize(
    ("seats", "fits"), [(2, False), (3, True), (8, True)], ids=["two", "three", "eight"]
)
def test_three_to_eight_play(seats: int, *, fits: bool) -> None:
    assert GAME.check_table is not None
    assert (GAME.check_table(ChosenConfig(mode="round_attack"), seats) is None) == fits


@pytest.mark.rule("chosen", "9.7", "12.1")
def test_a_siege_is_over_when_the_besieged_player_leaves() -> None:
    game = ring(attacker(), player(tower="granary", row="bren_of_the_ford"), player())
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert game.asked == ("obstruct", (1,))
    game.leave(1)
    assert game.state.manoeuvre is None
    assert game.piece("ansgar_the_dim").awareness == "resting"
    assert (points(game), game.asked) == ([1, 0, 0], ("act", (0,)))


@pytest.mark.rule("chosen", "5.7", "12.5", "12.7")
def test_an_elimination_is_in_vain_if_the_player_leaves_before() -> None:
    solved = " ".join([THREE_DP] * 4)
    game = ring(player(mp=5, solved=solved), player(), player(mp=1, hand="cold_steel"), player())
    game.do(0, "eliminate", cards=handles(game, THREE_DP)).leave(1)
    game.quiet()
    assert game.state.living == (0, 2, 3), "seat 2 is in front now, and stays"
    assert points(game) == [1, 0, 0, 0]
    assert handles(game, THREE_DP) == [], "the price is paid"
