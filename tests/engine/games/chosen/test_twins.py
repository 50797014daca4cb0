"""14.1 to 14.7: how a pair acts together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.variants.pairs import TWINS
from tests.engine.games.chosen.heroes import now
from tests.engine.games.chosen.pairs import bare, pass_round, twins
from tests.engine.games.chosen.table import Played, player

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


@pytest.mark.rule("chosen", "14.1")
def test_first_in_the_turn_is_not_the_last_one_active_nor_the_first_of_the_turn_before() -> None:
    theirs = player(mp=9, hand="house_of_maps")
    game = twins(player(mp=6, hand="bren_of_the_ford"), theirs, bare(mp=4), bare(), starting=1)
    game.do(0, "summon", card="bren_of_the_ford").quiet()
    game.do(1, "summon", card="house_of_maps").quiet()
    assert game.asked == ("act", (0, 2)), "7 against 7"
    game = pass_round(twins(player(), player(), bare(), bare()))
    assert game.asked == ("act", (1, 3)), "8 against 8, and seat 1 is the starting player now"


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


@pytest.mark.rule("chosen", "14.2")
@pytest.mark.parametrize(
    ("card", "asked"),
    [
        ("wenna_wayfinder", ("search", (0,))),
        ("cantor_of_graves", ("recover", (0,))),
        ("the_long_forgetting", ("discard", (1,))),
        ("green_hob", ("target", (0,))),
    ],
)
def test_a_question_about_the_own_future_past_hand_or_card_is_of_its_player_only(
    card: str, asked: tuple[str, tuple[int, ...]]
) -> None:
    row = "cantor_of_graves bren_of_the_ford! hale_marrow!"
    ours = player(mp=9, row=row, hand=card, past="little_wick nim_halfshadow")
    game = twins(ours, player(hand="cold_steel"), bare(), bare())
    if card == "cantor_of_graves":
        game.do(0, "use", card=game[card]).quiet()
    else:
        game.do(0, "summon", card=card).quiet()
    while game.asked is not None and game.asked[0] == "act":
        game.let_pass()
    assert game.asked == asked


# --- buildings [14.4], teams [14.5], obstacles [14.6], the tower [14.7] ---------------------------


@pytest.mark.rule("chosen", "14.4", "1.4")
def test_each_of_a_pair_uses_its_buildings() -> None:
    game = twins(player(mp=3, buildings="house_of_maps"), player(), bare(mp=3), bare())
    game.do(2, "use", card=game["house_of_maps"])
    assert (game.mps, len(game.state.players[2].hand)) == ([3, 0, 2, 0], 1)
    assert game.refused(0, "use", card=game["house_of_maps"]) == ("USED", "6.5")
    other = twins(player(mp=3), player(buildings="house_of_maps"), bare(mp=3), bare())
    assert other.refused(0, "use", card=other["house_of_maps"]) == ("NOT_IN_PLAY", "6.5")


@pytest.mark.rule("chosen", "14.2", "14.4", "2.12")
def test_what_a_building_does_by_itself_for_its_player_the_pair_gives_to_either() -> None:
    game = pass_round(twins(player(buildings="salt_exchange"), player(), bare(), bare()))
    assert game.asked == ("afflicted", (0, 2))
    assert game.answers == ("seat:0", "seat:2")
    game.do(0, "choose", pick="seat:2")
    assert game.mps == [4, 4, 5, 4]


@pytest.mark.rule("chosen", "14.4")
def test_a_pair_has_at_most_four_buildings() -> None:
    ours = {"mp": 5, "hand": "house_of_maps"}
    row = "hale_marrow tolm_the_steward"
    laid = (
        player(buildings="salt_exchange masons_yard", row=row, quests="the_empty_throne", **ours),
        player(buildings="house_of_maps"),
        bare(buildings="salt_exchange", **ours),
        bare(),
    )
    game = twins(*laid)
    game.do(2, "summon", card="house_of_maps").quiet()
    assert [piece.place for piece in game.state.common(0, "building")] == ["building"] * 4
    assert game.refused(0, "summon", card="house_of_maps") == ("TOO_MANY", "14.4")
    theirs = game.state.of(1, "building")[0].n
    refused = game.refused(0, "send_team", target=theirs, team=[game["hale_marrow"]])
    assert refused == ("TOO_MANY", "14.4")
    team = [game["tolm_the_steward"]]
    game.do(0, "send_team", target=game["the_empty_throne"], team=team).quiet()
    assert game.piece("the_empty_throne").place == "solved"
    assert game.state.present[theirs].controller == 1, "it would give them a fifth"


@pytest.mark.rule("chosen", "14.2", "14.5", "7.2")
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


@pytest.mark.rule("chosen", "14.2", "14.5", "8.8")
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


@pytest.mark.rule("chosen", "14.6", "16.2")
def test_an_obstacle_at_a_quest_is_of_the_pair_too() -> None:
    """Seat 3 has laid it at a quest of the other pair."""
    game = twins(
        player(mp=6, row="the_twice_drowned", quests="bells_under_the_lake:pit_of_nails"),
        player(mp=1),
        bare(),
        bare(),
    )
    pit = game["pit_of_nails"]
    laid = replace(game.piece("pit_of_nails"), owner=3, controller=3)
    game = Played(replace(game.state, present={**game.state.present, pit: laid}))
    knowing = [game.state.knows(seat, laid) for seat in range(4)]
    assert knowing == [False, True, False, True]
    team = [game["the_twice_drowned"]]
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=team)
    assert game.asked == ("activate", (1, 3))
    game.do(1, "choose", pick=pit)
    assert game.mps[1] == 0


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


@pytest.mark.rule("chosen", "14.4", "14.7")
def test_walls_of_common_ground_are_raised_by_all_of_it() -> None:
    game = twins(
        player(mp=6, row="the_twice_drowned"),
        player(tower="deep_cistern toll_hall"),
        bare(),
        bare(buildings="masons_yard"),
    )
    game.do(0, "send_team", target=game["deep_cistern"], team=[game["the_twice_drowned"]])
    assert game.told("fought")[0].obstructing == 3 + 1


@pytest.mark.rule("chosen", "14.4")
def test_what_is_no_common_ground_works_for_its_player_only() -> None:
    """Events, unlike buildings."""
    game = twins(
        player(row="bren_of_the_ford", events="red_comet"),
        player(),
        bare(row="hale_marrow"),
        bare(),
    )
    printed = (7, 9)
    assert now(game, "bren_of_the_ford", "physique") == printed[0] + 1
    assert now(game, "hale_marrow", "physique") == printed[1]


@pytest.mark.rule("chosen", "14.7", "5.4")
def test_either_of_the_pair_uses_a_level() -> None:
    theirs = player(tower="roof_of_crows toll_hall")
    game = twins(player(mp=6, row="ansgar_the_dim"), theirs, bare(), bare(mp=1))
    game.do(0, "send_team", target=game["roof_of_crows"], team=[game["ansgar_the_dim"]])
    assert game.asked == ("prepare", (3,))
    game.do(3, "use", card=game["roof_of_crows"]).quiet()
    assert game.told("fought")[0].obstructing == 2 + 1


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
