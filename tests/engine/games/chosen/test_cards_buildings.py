"""Buildings, card by card."""

from __future__ import annotations

import pytest

from engine.games.chosen.bonuses import glory
from tests.engine.games.chosen.heroes import (
    MISS,
    against,
    awareness,
    made,
    next_turn,
    obstruct,
    send,
)
from tests.engine.games.chosen.table import Played, player, table

NUMBERS = """
salt_exchange          3 1 2  3 3  2
masons_yard            3 1 3  2 2  2
house_of_maps          2 1 2  3 3  1
watch_house            4 1 3  2 3  2
siege_yard             3 1 1  3 2  2
the_lame_mans_hospice  3 1 2  3 3  2
hall_of_petitions      4 1 3  3 3  3
the_black_press        3 1 2  3 3  1
old_quarry             2 1 2  3 3  2
toll_bridge            4 1 2  3 3  3
gallows_hill           3 1 2  3 3  0
vault_of_small_things  4 1 3  1 3  2
"""
"""MP, DP, wall (with what it adds itself), attackers, defenders, obstacles."""
LINES = pytest.mark.parametrize(
    "line", NUMBERS.strip().splitlines(), ids=lambda line: line.split()[0]
)
FOUR = ("ansgar_the_dim", "bren_of_the_ford", "yrsa_greencloak", "nim_halfshadow")


def numbers(line: str) -> tuple[str, list[int]]:
    card, *found = line.split()
    return card, [int(one) for one in found]


@LINES
def test_what_a_building_costs_and_is_worth(line: str) -> None:
    card, (mp, dp, *_) = numbers(line)
    game = against(mp=8, hand=card).do(0, "summon", card=card)
    assert game.mps[0] == 8 - mp
    assert glory(game.state, 0) == dp


@pytest.mark.rule("chosen", "8.4", "8.6")
@LINES
def test_more_than_the_wall_takes_it(line: str) -> None:
    card, (_, _, wall, *_) = numbers(line)
    for level, taken in ((wall, False), (wall + 1, True)):
        game = against(player(buildings=card), mp=1, row="ansgar_the_dim")
        made(game, "ansgar_the_dim", level=level)
        send(game, card, "ansgar_the_dim").quiet()
        assert game.piece(card).controller == (0 if taken else 1)


@pytest.mark.rule("chosen", "7.2")
@LINES
def test_so_many_attack_and_defend_it(line: str) -> None:
    card, (_, _, _, attackers, defenders, _) = numbers(line)
    game = against(player(buildings=card, row=" ".join(FOUR)), mp=1, row=" ".join(FOUR))
    own = [piece.n for piece in game.state.of(0, "row")]
    theirs = [piece.n for piece in game.state.of(1, "row")]
    if attackers < 3:
        refused = game.refused(0, "send_team", target=game[card], team=own[: attackers + 1])
        assert refused == ("WRONG_TEAM", "7.2")
    game.do(0, "send_team", target=game[card], team=own[:attackers])
    if defenders < 3:
        refused = game.refused(1, "obstruct", team=theirs[: defenders + 1])
        assert refused == ("WRONG_TEAM", "7.2")
    game.do(1, "obstruct", team=theirs[:defenders], dice=MISS * (attackers + defenders))


@pytest.mark.rule("chosen", "2.8")
@LINES
def test_so_many_obstacles_lie_at_it(line: str) -> None:
    card, (*_, obstacles) = numbers(line)
    game = against(mp=0, hand="moat_eel " * 4, buildings=card)
    for _ in range(obstacles):
        game.do(0, "lay_obstacle", card="moat_eel", at=game[card])
    assert game.refused(0, "lay_obstacle", card="moat_eel", at=game[card])[1] == "6.4"


# --- what they do ---------------------------------------------------------------------------------


def use(game: Played, card: str, target: str | None = None) -> Played:
    return game.do(0, "use", card=game[card], target=target)


def test_the_salt_exchange_brings_mp() -> None:
    assert next_turn(against(mp=0, buildings="salt_exchange")).mps == [5, 4]


def test_the_masons_make_tower_walls_higher_and_no_others() -> None:
    theirs = player(tower="deep_cistern granary", buildings="masons_yard salt_exchange")
    for to, level, won in (
        ("deep_cistern", 4, False),
        ("deep_cistern", 5, True),
        ("salt_exchange", 3, True),
    ):
        game = against(theirs, mp=2, row="ansgar_the_dim", tower="iron_gallery")
        made(game, "ansgar_the_dim", level=level)
        send(game, to, "ansgar_the_dim")
        assert (game.told("fought")[0].winner == "initiating") == won


def test_the_house_of_maps_gives_a_card_a_turn() -> None:
    game = use(against(mp=3, buildings="house_of_maps"), "house_of_maps")
    assert (len(game.state.players[0].hand), game.mps[0]) == (1, 2)
    assert game.refused(0, "use", card=game["house_of_maps"]) == ("USED", "6.5")
    next_turn(game)
    use(game, "house_of_maps")


def test_the_watch_house_helps_those_who_obstruct() -> None:
    theirs = player(row="ansgar_the_dim bren_of_the_ford", buildings="watch_house")
    game = against(theirs, mp=0, row="hale_marrow", quests="the_ninth_lantern")
    send(game, "the_ninth_lantern", "hale_marrow")
    obstruct(game, "ansgar_the_dim", "bren_of_the_ford", dice=MISS * 3)
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing) == (3, 3 + 2 + 2)


def test_the_watch_house_turns_up_a_level() -> None:
    theirs = player(tower="granary toll_hall^ iron_gallery")
    game = against(theirs, mp=0, buildings="watch_house")
    refused = game.refused(0, "use", card=game["watch_house"], target=game["toll_hall"])
    assert refused == ("NO_TARGET", "6.1")
    use(game, "watch_house", target=game["iron_gallery"])
    assert not game.piece("iron_gallery").face_down
    assert game.piece("granary").face_down


def test_the_siege_yard_makes_sieges_cheaper_and_no_captures() -> None:
    theirs = player(tower="granary iron_gallery", buildings="salt_exchange")
    row = "ansgar_the_dim bren_of_the_ford"
    game = against(theirs, mp=4, row=row, buildings="siege_yard")
    assert send(game, "granary", "ansgar_the_dim").mps[0] == 3
    assert send(game, "salt_exchange", "bren_of_the_ford").mps[0] == 2


def test_the_lame_mans_hospice_heals_one_a_turn() -> None:
    row = "ansgar_the_dim! bren_of_the_ford~"
    game = against(mp=0, row=row, buildings="the_lame_mans_hospice")
    card = game["the_lame_mans_hospice"]
    assert game.refused(0, "use", card=card, target=game["bren_of_the_ford"])[0] == "NO_TARGET"
    use(game, "the_lame_mans_hospice", target=game["ansgar_the_dim"])
    assert awareness(game, "ansgar_the_dim") == ["resting"]


def test_the_hall_of_petitions_wakes_one_a_turn() -> None:
    row = "ansgar_the_dim~ bren_of_the_ford!"
    game = against(mp=1, row=row, buildings="hall_of_petitions")
    card = game["hall_of_petitions"]
    assert game.refused(0, "use", card=card, target=game["bren_of_the_ford"])[0] == "NO_TARGET"
    use(game, "hall_of_petitions", target=game["ansgar_the_dim"])
    assert (awareness(game, "ansgar_the_dim"), game.mps[0]) == (["awake"], 0)


def test_the_black_press_takes_a_card_of_a_future() -> None:
    game = against(player(future="cold_steel good_harvest"), mp=1, buildings="the_black_press")
    use(game, "the_black_press", target="seat:1")
    other = game.state.players[1]
    assert (other.past, other.future, game.mps[0]) == (("cold_steel",), ("good_harvest",), 0)


def test_the_old_quarry_brings_back_a_building() -> None:
    game = against(hand="old_quarry", past="cold_steel salt_exchange")
    game.do(0, "summon", card="old_quarry")
    assert game.state.players[0].hand == ("salt_exchange",)
    assert game.do(0, "summon", card="salt_exchange").mps[0] == 9 - 2 - 2


def test_the_old_quarry_makes_walls_of_buildings_higher() -> None:
    theirs = player(buildings="old_quarry salt_exchange", tower="granary^ iron_gallery")
    for to, level, won in (("salt_exchange", 3, False), ("salt_exchange", 4, True),
                           ("granary", 3, True)):  # fmt: skip
        game = against(theirs, mp=2, row="ansgar_the_dim")
        made(game, "ansgar_the_dim", level=level)
        send(game, to, "ansgar_the_dim")
        assert (game.told("fought")[0].winner == "initiating") == won


def test_the_toll_bridge_costs_each_opponent_mp() -> None:
    game = next_turn(against(player(mp=2), mp=2, buildings="toll_bridge"))
    assert game.mps == [2 + 4, 2 - 1 + 4]
    assert next_turn(against(player(mp=0), mp=2, buildings="toll_bridge")).mps == [6, 4]


def test_the_toll_bridge_keeps_a_player_from_captures() -> None:
    theirs = player(mp=8, row="ansgar_the_dim")
    game = against(theirs, mp=9, buildings="toll_bridge")
    use(game, "toll_bridge", target="seat:1")
    assert game.mps == [7, 8]
    team = [game["ansgar_the_dim"]]
    refused = game.refused(1, "send_team", target=game["toll_bridge"], team=team)
    assert refused == ("BARRED", "2.12")
    send(game, "deep_cistern", "ansgar_the_dim", seat=1)


def test_gallows_hill_kills_one_of_the_weak_once() -> None:
    theirs = player(row="bren_of_the_ford ansgar_the_dim yrsa_greencloak")
    game = against(theirs, mp=5, buildings="gallows_hill")
    card = game["gallows_hill"]
    assert game.refused(0, "use", card=card, target=game["ansgar_the_dim"])[0] == "NO_TARGET"
    use(game, "gallows_hill", target=game["bren_of_the_ford"])
    assert game.state.players[1].past == ("bren_of_the_ford",)
    assert game.mps[0] == 3
    next_turn(game)
    assert game.refused(0, "use", card=card, target=game["yrsa_greencloak"]) == ("USED", "6.5")


def test_the_vault_of_small_things_grows() -> None:
    game = against(mp=6, buildings="vault_of_small_things")
    use(game, "vault_of_small_things")
    assert (glory(game.state, 0), game.mps[0]) == (2, 3)
    assert game.refused(0, "use", card=game["vault_of_small_things"]) == ("USED", "6.5")
    use(next_turn(game), "vault_of_small_things").quiet()
    assert glory(game.state, 0) == 3


@pytest.mark.rule("chosen", "14.4")
def test_what_a_building_gives_it_gives_to_the_pair() -> None:
    laid = (
        player(mp=9, buildings="siege_yard watch_house"), player(tower="granary"),
        player(mp=5, row="ansgar_the_dim"), player(row="bren_of_the_ford"),
    )  # fmt: skip
    game = Played(table(*laid, mode="twins"))
    send(game, "granary", "ansgar_the_dim", seat=2)
    assert game.mps[2] == 4
