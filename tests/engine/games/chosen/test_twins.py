"""Section 14: twins. The even seats are a pair against the odd ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.variants.pairs import TWINS
from tests.engine.games.chosen.table import Laid, Played, player, table

THREE_DP = "a_debt_in_glass"


def twins(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="twins", **fields))


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


# --- who is active [14.1] to [14.3] ---------------------------------------------------------------


@pytest.mark.rule("chosen", "14.1", "4.1")
def test_the_mp_of_a_pair_are_counted_together() -> None:
    game = twins(player(mp=3), player(mp=4), bare(mp=3), bare(mp=1))
    assert TWINS.order(game.state) == (0, 1)
    assert game.asked == ("act", (0, 2))


@pytest.mark.rule("chosen", "14.1")
def test_with_equal_mp_the_pair_that_was_active_first_in_the_turn_is_ahead() -> None:
    laid = (player(mp=3), player(mp=4), bare(mp=3), bare(mp=2))
    assert twins(*laid).asked == ("act", (0, 2)), "the starting player's, if none was"
    assert twins(*laid, starting=3).asked == ("act", (1, 3))
    game = twins(
        player(mp=4), player(mp=4, hand="bren_of_the_ford"), bare(mp=1), bare(mp=4), starting=2
    )
    game.do(1, "summon", card="bren_of_the_ford").quiet()
    assert game.asked == ("act", (1, 3)), "5 against 5"


@pytest.mark.rule("chosen", "14.2", "5.2")
def test_either_of_the_pair_acts_and_the_other_pair_answers() -> None:
    game = twins(
        player(mp=3), player(mp=1, hand="cold_steel"), bare(mp=3, hand="bren_of_the_ford"), bare()
    )
    decision = GAME.pending(game.state)[0]
    assert (decision.seats, decision.need) == ((0, 2), "any")
    game.do(2, "summon", card="bren_of_the_ford")
    assert game.asked == ("answer", (1,)), "not the partner"
    game.do(1, "pass")
    assert game.mps == [3, 1, 0, 0]


@pytest.mark.rule("chosen", "14.3", "4.5")
def test_after_a_pass_the_other_pair_is_active_and_then_the_phase_ends() -> None:
    game = twins(player(mp=3), player(mp=1, hand="bells_under_the_lake"), bare(mp=3), bare())
    game.do(2, "pass")
    assert game.asked == ("act", (1, 3))
    game.do(1, "summon", card="bells_under_the_lake").quiet()
    assert game.asked == ("act", (1, 3)), "an act without MP"
    game.do(3, "pass")
    assert game.state.turn == 2


@pytest.mark.rule("chosen", "14.2", "5.8")
def test_a_question_about_the_own_hand_is_of_its_player_only() -> None:
    laid = (player(mp=3, hand="cold_steel"), player(), bare(hand="second_wind"), bare())
    game = twins(*laid)
    for seat, hand in ((0, ("cold_steel",)), (2, ("second_wind",))):
        assert GAME.view(game.state, seat).model_dump()["hand"] == hand
    assert game.refused(2, "summon", card="cold_steel")[0] == "NOT_IN_HAND"


# --- buildings [14.4], teams [14.5], obstacles [14.6], the tower [14.7] ---------------------------


@pytest.mark.rule("chosen", "14.4", "1.4")
def test_each_of_a_pair_uses_its_buildings() -> None:
    game = twins(player(mp=3, buildings="house_of_maps"), player(), bare(mp=3), bare())
    game.do(2, "use", card=game["house_of_maps"])
    assert (game.mps, len(game.state.players[2].hand)) == ([3, 0, 2, 0], 1)
    assert game.refused(0, "use", card=game["house_of_maps"]) == ("USED", "6.5")
    other = twins(player(mp=3), player(buildings="house_of_maps"), bare(mp=3), bare())
    assert other.refused(0, "use", card=other["house_of_maps"]) == ("NOT_IN_PLAY", "6.5")


@pytest.mark.rule("chosen", "14.4", "2.12")
def test_what_a_building_does_by_itself_for_its_player_the_pair_gives_to_either() -> None:
    game = pass_round(twins(player(buildings="salt_exchange"), player(), bare(), bare()))
    assert game.asked == ("afflicted", (0, 2))
    assert game.answers == ("seat:0", "seat:2")
    game.do(0, "choose", pick="seat:2")
    assert game.mps == [4, 4, 5, 4]


@pytest.mark.rule("chosen", "14.4")
def test_a_pair_has_at_most_four_buildings() -> None:
    laid = (
        player(
            mp=5, buildings="salt_exchange masons_yard", hand="house_of_maps", row="hale_marrow"
        ),
        player(buildings="house_of_maps"),
        bare(mp=5, buildings="salt_exchange masons_yard", hand="house_of_maps"),
        bare(),
    )
    game = twins(*laid)
    for seat in (0, 2):
        assert game.refused(seat, "summon", card="house_of_maps") == ("TOO_MANY", "14.4")
    team = [game["hale_marrow"]]
    refused = game.refused(0, "send_team", target=game["house_of_maps"], team=team)
    assert refused == ("TOO_MANY", "14.4")


@pytest.mark.rule("chosen", "14.5", "7.2")
def test_a_team_may_be_of_both_and_who_sends_it_pays() -> None:
    game = twins(
        player(mp=3, row="bren_of_the_ford"),
        player(tower="deep_cistern iron_gallery", row="the_twice_drowned"),
        bare(mp=3, row="ansgar_the_dim"),
        bare(row="hale_marrow"),
    )
    team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    game.do(2, "send_team", target=game["deep_cistern"], team=team)
    assert game.mps == [3, 0, 1, 0]
    assert game.asked == ("obstruct", (1, 3))
    both = [game["the_twice_drowned"], game["hale_marrow"]]
    game.do(3, "obstruct", team=both, dice=[6] * 8)
    assert game.told("fought")[0].obstructing == 5 + 3 + 3
    assert {game.piece(card).awareness for card in ("bren_of_the_ford", "ansgar_the_dim")} == {
        "injured"
    }


@pytest.mark.rule("chosen", "14.5", "8.8")
@pytest.mark.parametrize(
    ("mps", "row", "asked"),
    [
        pytest.param(
            (3, 3), ("yrsa_greencloak", "ansgar_the_dim"), ("seat:0", "seat:2"), id="mixed"
        ),
        pytest.param((3, 0), ("yrsa_greencloak", "ansgar_the_dim"), (), id="one has MP"),
        pytest.param((3, 3), ("yrsa_greencloak ansgar_the_dim", ""), (), id="not mixed"),
    ],
)
def test_with_a_mixed_team_either_pays_for_solving(
    mps: tuple[int, int], row: tuple[str, str], asked: tuple[str, ...]
) -> None:
    game = twins(
        player(mp=mps[0], row=row[0], quests="the_miller_who_walks"),
        player(),
        bare(mp=mps[1], row=row[1]),
        bare(),
    )
    team = [game["yrsa_greencloak"], game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["the_miller_who_walks"], team=team)
    assert game.answers == asked
    if asked:
        assert game.asked == ("payer", (0, 2))
        game.do(0, "choose", pick="seat:2")
        assert game.mps == [3, 0, 2, 0]
    assert game.piece("the_miller_who_walks").place == "solved"
    assert game.piece("the_miller_who_walks").controller == 0


def besieged(**fields: Any) -> Played:
    """Seat 0 besieges the tower of seats 1 and 3, with an obstacle of seat 1 there."""
    game = twins(
        player(mp=6, row="the_twice_drowned"),
        player(**{"tower": "deep_cistern:pit_of_nails toll_hall", **fields}),
        bare(),
        bare(mp=1),
    )
    target = game["deep_cistern"]
    return game.do(0, "send_team", target=target, team=[game["the_twice_drowned"]])


@pytest.mark.rule("chosen", "14.6", "7.10", "14.2")
def test_either_activates_an_obstacle_of_the_pair_and_pays() -> None:
    game = besieged()
    assert game.asked == ("activate", (1, 3))
    pit = game["pit_of_nails"]
    assert game.refused(1, "choose", pick=pit) == ("NOT_AN_ANSWER", "5.8"), "it costs 1 MP"
    game.do(3, "choose", pick=pit)
    assert game.mps[3] == 0
    assert game.told("damage_dealt")


@pytest.mark.rule("chosen", "14.6")
def test_an_adventurer_as_a_price_is_of_who_activates() -> None:
    game = twins(
        player(mp=6, row="the_twice_drowned"),
        player(tower="deep_cistern:bogged_lane toll_hall", row="bren_of_the_ford"),
        bare(),
        bare(row="ansgar_the_dim"),
    )
    game.do(0, "send_team", target=game["deep_cistern"], team=[game["the_twice_drowned"]])
    lane = game["bogged_lane"]
    picks = {
        seat: f"{lane} {game[card]}"
        for seat, card in ((1, "bren_of_the_ford"), (3, "ansgar_the_dim"))
    }
    assert game.refused(1, "choose", pick=picks[3]) == ("NOT_AN_ANSWER", "5.8")
    seen = GAME.view(game.state, 3).model_dump()["question"]["answers"]
    assert seen == ("none", picks[3])
    game.do(3, "choose", pick=picks[3])
    assert game.piece("ansgar_the_dim").awareness == "resting"
    assert game.piece("bren_of_the_ford").awareness == "awake"


@pytest.mark.rule("chosen", "16.2", "14.7")
def test_partners_know_the_hidden_cards_of_common_ground() -> None:
    game = besieged()
    hidden = {"toll_hall", "pit_of_nails"}
    for seat, known in ((1, True), (3, True), (0, False), (2, False), (None, False)):
        shown = {piece["card"] for piece in GAME.view(game.state, seat).model_dump()["present"]}
        assert (hidden <= shown) == known
        assert bool(hidden & shown) == known


@pytest.mark.rule("chosen", "14.7", "1.7")
def test_a_pair_has_a_tower_of_four_different_levels_of_both() -> None:
    rng = Rng(bytes(32), 1)
    assert GAME.sample_entry is not None
    config = ChosenConfig(mode="twins")
    entries = tuple(GAME.sample_entry(config, seat, rng) for seat in range(4))
    laid = GAME.setup(config, entries, rng)[0].model_dump()
    towers = [
        tower["value"] if isinstance(tower, dict) else tower.value for tower in laid["towers"]
    ]
    assert [len(set(tower)) for tower in towers] == [4, 4]
    assert all(CARDS[level].type == "tower_level" for tower in towers for level in tower)
    assert laid["tower_owners"][0][:2] == (0, 2)


@pytest.mark.rule("chosen", "14.7", "7.11")
def test_what_hits_the_player_of_a_level_hits_the_one_whom_the_pair_names() -> None:
    game = twins(
        player(mp=6, row="bren_of_the_ford"),
        player(tower="granary iron_gallery"),
        bare(),
        bare(),
    )
    game.do(0, "send_team", target=game["granary"], team=[game["bren_of_the_ford"]])
    assert game.asked == ("afflicted", (1, 3))
    game.do(1, "choose", pick="seat:3")
    assert [len(one.hand) for one in game.state.players] == [0, 0, 0, 2]


@pytest.mark.rule("chosen", "14.2", "14.7")
def test_either_of_the_pair_aims_what_a_level_does() -> None:
    game = twins(
        player(mp=6, row="bren_of_the_ford hale_marrow"),
        player(tower="mirror_room iron_gallery"),
        bare(),
        bare(),
    )
    team = [game["bren_of_the_ford"], game["hale_marrow"]]
    game.do(0, "send_team", target=game["mirror_room"], team=team)
    assert game.asked == ("target", (1, 3))
    game.do(3, "choose", pick=team[1])
    assert game.piece("hale_marrow").awareness == "resting"


@pytest.mark.rule("chosen", "14.4", "2.12")
def test_what_common_ground_constantly_does_it_does_for_both() -> None:
    game = twins(
        player(mp=3, buildings="siege_yard", row="bren_of_the_ford"),
        player(tower="deep_cistern"),
        bare(mp=3, row="bren_of_the_ford"),
        bare(),
    )
    team = [piece.n for piece in game.state.of(2, "row")]
    game.do(2, "send_team", target=game["deep_cistern"], team=team)
    assert game.mps[2] == 2


@pytest.mark.rule("chosen", "14.7")
def test_the_pair_is_not_asked_if_nobody_of_it_is_hit() -> None:
    game = twins(
        player(mp=6, row="ansgar_the_dim"),
        player(tower="murder_stair iron_gallery"),
        bare(),
        bare(),
    )
    game.do(0, "send_team", target=game["murder_stair"], team=[game["ansgar_the_dim"]])
    assert game.told("damage_dealt")
    assert game.asked == ("act", (0, 2))


# --- exchanging adventurers [14.8] ----------------------------------------------------------------


def two_rows(own: str, partners: str, **fields: Any) -> Played:
    laid = (player(mp=3, row=own, **fields), player(), bare(mp=1, row=partners), bare())
    return twins(*laid)


@pytest.mark.rule("chosen", "14.8", "4.5")
def test_a_pair_exchanges_adventurers_once_a_turn() -> None:
    game = two_rows("bren_of_the_ford:grey_hound hale_marrow", "ansgar_the_dim")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    game.do(0, "exchange", give=bren, take=ansgar)
    owners = {card: game.piece(card).controller for card in ("bren_of_the_ford", "ansgar_the_dim")}
    assert owners == {"bren_of_the_ford": 2, "ansgar_the_dim": 0}
    assert game.piece("bren_of_the_ford").awareness == "awake"
    assert (game.piece("grey_hound").at, game.piece("grey_hound").controller) == (bren, 2)
    assert game.piece("bren_of_the_ford").owner == 0
    assert (game.asked, game.mps) == (("act", (0, 2)), [3, 0, 1, 0])
    for seat, give, take in ((0, ansgar, bren), (2, bren, ansgar)):
        assert game.refused(seat, "exchange", give=give, take=take) == ("USED", "14.8")
    pass_round(game)
    while game.asked != ("act", (0, 2)):
        game.let_pass()
    game.do(2, "exchange", give=bren, take=ansgar)


@pytest.mark.rule("chosen", "14.8", "2.3")
def test_only_awake_adventurers_of_partners_are_exchanged() -> None:
    game = two_rows("bren_of_the_ford hale_marrow~", "ansgar_the_dim yrsa_greencloak!")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    wrong = ("WRONG_TEAM", "14.8")
    assert game.refused(0, "exchange", give=game["hale_marrow"], take=ansgar) == wrong
    assert game.refused(0, "exchange", give=bren, take=game["yrsa_greencloak"]) == wrong
    assert game.refused(0, "exchange", give=ansgar, take=bren) == wrong
    assert game.refused(0, "exchange", give=bren, take=bren) == wrong


@pytest.mark.rule("chosen", "14.8", "2.4")
def test_nobody_gets_an_adventurer_that_he_has_already() -> None:
    game = two_rows("bren_of_the_ford hale_marrow", "ansgar_the_dim bren_of_the_ford~")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    refused = game.refused(0, "exchange", give=bren, take=ansgar)
    assert refused == ("ALREADY_IN_PLAY", "2.4")
    game.do(0, "exchange", give=game["hale_marrow"], take=ansgar)


@pytest.mark.rule("chosen", "14.8", "5.7")
def test_an_exchange_fails_if_one_is_no_longer_awake() -> None:
    game = twins(
        player(mp=3, row="bren_of_the_ford"),
        player(mp=1, hand="cold_steel"),
        bare(row="yrsa_greencloak"),
        bare(),
    )
    bren, yrsa = game["bren_of_the_ford"], game["yrsa_greencloak"]
    game.do(0, "exchange", give=bren, take=yrsa).do(1, "summon", card="cold_steel", target=yrsa)
    assert (
        game.piece("bren_of_the_ford").controller,
        game.piece("yrsa_greencloak").controller,
    ) == ((2, 0)), "it is injured only when the timeline has closed"
    assert game.piece("yrsa_greencloak").awareness == "injured"


@pytest.mark.rule("chosen", "14.8", "9.6")
def test_an_exchange_lapses_if_the_partner_leaves() -> None:
    game = twins(
        player(mp=3, row="bren_of_the_ford"),
        player(mp=1, hand="cold_steel"),
        bare(row="yrsa_greencloak"),
        bare(),
    )
    game.do(0, "exchange", give=game["bren_of_the_ford"], take=game["yrsa_greencloak"]).leave(2)
    game.quiet()
    assert game.piece("bren_of_the_ford").controller == 0


@pytest.mark.rule("chosen", "14.8", "1.1", "4.3")
def test_an_exchange_is_of_pairs_only_and_no_answer() -> None:
    duel = Played(table(player(mp=2, row="bren_of_the_ford"), player()))
    bren = duel["bren_of_the_ford"]
    assert duel.refused(0, "exchange", give=bren, take=bren) == ("NOT_IN_THIS_MODE", "1.1")
    game = twins(
        player(mp=3, hand="bells_under_the_lake"),
        player(mp=1, hand="cold_steel", row="bren_of_the_ford"),
        bare(),
        bare(row="ansgar_the_dim"),
    )
    game.do(0, "summon", card="bells_under_the_lake")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    assert game.refused(1, "exchange", give=bren, take=ansgar) == ("NOT_NOW", "4.3")


# --- the end [14.9] to [14.11] --------------------------------------------------------------------


@pytest.mark.rule("chosen", "14.9", "9.4")
def test_a_pair_with_a_tower_level_wins_if_the_other_has_none() -> None:
    game = twins(
        player(mp=5, row="ansgar_the_dim"), player(tower="granary"), bare(), solved(9, tower="")
    )
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    if game.asked == ("afflicted", (1, 3)):
        game.say("seat:1")
    assert game.winners == (0, 2)


@pytest.mark.rule("chosen", "14.9")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        pytest.param((5, 4), (0, 9), (0, 2), id="29 against 27"),
        pytest.param((4, 4), (0, 0), None, id="26 are not enough"),
        pytest.param((5, 4), (5, 5), (1, 3), id="29 against 30"),
    ],
)
def test_twenty_eight_dp_and_most_win_at_once(
    ours: tuple[int, int], theirs: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    quest = {"mp": 5, "row": "sister_amity", "quests": "bells_under_the_lake"}
    game = twins(
        solved(ours[0], **quest),
        solved(theirs[0]),
        solved(ours[1], tower=""),
        solved(theirs[1], tower=""),
    )
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=[game["sister_amity"]])
    assert game.winners == winners


@pytest.mark.rule("chosen", "14.10")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        pytest.param((3, 3), (3, 2), (0, 2), id="18 against 15"),
        pytest.param((3, 2), (0, 0), None, id="15 are not enough"),
        pytest.param((3, 3), (2, 4), None, id="equal"),
    ],
)
def test_eighteen_dp_and_most_win_at_the_end_of_a_turn(
    ours: tuple[int, int], theirs: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    game = twins(
        solved(ours[0]), solved(theirs[0]), solved(ours[1], tower=""), solved(theirs[1], tower="")
    )
    assert pass_round(game).winners == winners


@pytest.mark.rule("chosen", "14.10")
def test_a_pair_loses_when_both_its_futures_are_empty() -> None:
    one_left = twins(player(future=""), player(), bare(), bare())
    assert pass_round(one_left).winners is None
    assert pass_round(twins(player(future=""), player(), bare(future=""), bare())).winners == (1, 3)
    nobody = twins(*[player(future="")] * 2, *[bare(future="")] * 2)
    assert pass_round(nobody).winners == ()


@pytest.mark.rule("chosen", "14.10")
def test_with_equal_dp_and_no_futures_a_new_turn_begins() -> None:
    laid = [solved(6, future=""), solved(6, future=""), bare(future=""), bare(future="")]
    game = pass_round(twins(*laid))
    assert (game.winners, game.state.turn) == (None, 2)


@pytest.mark.rule("chosen", "14.11", "9.6", "17.2")
def test_a_pair_of_which_one_leaves_plays_on_with_the_whole_tower() -> None:
    game = twins(
        player(tower="granary:pit_of_nails", mp=1, buildings="salt_exchange"),
        player(),
        player(tower="deep_cistern", mp=1, row="bren_of_the_ford"),
        bare(),
    ).leave(0)
    assert game.winners is None
    assert [game.state.present[n].card for n in game.state.towers[0]] == ["granary", "deep_cistern"]
    assert not game.in_play("salt_exchange")
    assert game.asked == ("act", (2,))
    assert game.leave(2).winners == (1, 3)


@pytest.mark.rule("chosen", "14.11", "14.7")
def test_the_levels_of_who_left_work_for_the_partner() -> None:
    game = twins(
        player(mp=6, row="bren_of_the_ford"),
        player(tower="granary"),
        bare(),
        player(tower="iron_gallery"),
    ).leave(1)
    game.do(0, "send_team", target=game["granary"], team=[game["bren_of_the_ford"]])
    assert len(game.state.players[3].hand) == 2


@pytest.mark.rule("chosen", "14.11", "16.2")
def test_what_the_partner_laid_at_a_level_stays_face_down() -> None:
    state = table(
        player(), player(tower="granary:pit_of_nails"), bare(), player(tower="iron_gallery"),
        mode="twins",
    )  # fmt: skip
    game = Played(state)
    pit = game["pit_of_nails"]
    mine = replace(state.present[pit], owner=3, controller=3)
    game = Played(replace(state, present={**state.present, pit: mine})).leave(1)
    assert game.piece("pit_of_nails").face_down
    assert game.piece("granary").face_down


@pytest.mark.rule("chosen", "14.11", "7.13", "9.7")
def test_adventurers_of_the_partner_come_home_resting_when_the_leader_leaves() -> None:
    game = twins(
        player(mp=6, row="the_twice_drowned", hand="cold_steel"),
        player(tower="granary iron_gallery", row="bren_of_the_ford"),
        bare(),
        bare(row="ansgar_the_dim"),
    )
    game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]])
    game.say("seat:1").do(1, "obstruct", team=[game["bren_of_the_ford"], game["ansgar_the_dim"]])
    assert game.asked == ("prepare", (0,))
    game.leave(1)
    assert game.piece("ansgar_the_dim").awareness == "resting"


@pytest.mark.rule("chosen", "1.1")
def test_exactly_four_play() -> None:
    assert GAME.check_table is not None
    fits = [n for n in range(2, 9) if GAME.check_table(ChosenConfig(mode="twins"), n) is None]
    assert fits == [4]
