"""Section 7: teams that leave the Row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.chosen.bonuses import glory
from tests.engine.games.chosen.table import Played, player, table


def siege(row: str = "ansgar_the_dim", *, defenders: str = "", tower: str = "granary") -> Played:
    """Seat 0 sends all it has against seat 1's tower; seat 1 has no MP for answers."""
    game = Played(
        table(player(mp=5, row=row), player(tower=f"{tower} iron_gallery", row=defenders))
    )
    team = [piece.n for piece in game.state.of(0, "row")]
    return game.do(0, "send_team", target=game[tower.split(":", maxsplit=1)[0]], team=team)


@pytest.mark.rule("chosen", "7.1", "7.5", "7.6", "8.4", "8.5")
def test_a_siege_without_obstruction_needs_more_than_the_wall() -> None:
    game = siege()  # level 3 against wall 2
    assert game.mps[0] == 3
    assert not game.in_play("granary")
    assert game.state.players[1].past == ("granary",)
    assert game.piece("ansgar_the_dim").awareness == "resting"


@pytest.mark.rule("chosen", "8.4", "7.13")
def test_as_much_as_the_wall_is_not_enough() -> None:
    game = siege("bren_of_the_ford")
    assert game.told("fought")[0].winner == "nobody"
    assert game.in_play("granary")
    assert game.piece("bren_of_the_ford").awareness == "resting"


@pytest.mark.rule("chosen", "7.11", "3.4")
def test_a_revealed_level_does_what_is_printed_and_stays_revealed() -> None:
    game = siege("bren_of_the_ford")
    assert not game.piece("granary").face_down
    assert len(game.state.players[1].hand) == 2


@pytest.mark.rule("chosen", "7.9", "8.1", "8.2", "8.3", "7.13")
def test_whoever_obstructs_fights_with_the_wall() -> None:
    game = siege(defenders="bren_of_the_ford")
    assert game.asked == ("obstruct", (1,))
    hit, miss = [1, 1], [6, 6]
    game.do(1, "obstruct", team=[game["bren_of_the_ford"]], dice=[*hit, *miss])
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing, fought.winner) == (4, 4, "nobody")
    assert {game.piece(n).awareness for n in ("ansgar_the_dim", "bren_of_the_ford")} == {"resting"}


@pytest.mark.rule("chosen", "8.3", "7.13")
def test_the_losers_arrive_injured() -> None:
    game = siege("the_twice_drowned", defenders="bren_of_the_ford")
    game.do(1, "obstruct", team=[game["bren_of_the_ford"]], dice=[6, 6, 6, 6])
    assert game.told("fought")[0].winner == "initiating"
    assert game.piece("bren_of_the_ford").awareness == "injured"
    assert game.piece("the_twice_drowned").awareness == "resting"
    assert not game.in_play("granary")


@pytest.mark.rule("chosen", "7.4", "2.7")
def test_only_the_lowest_level_is_besieged() -> None:
    game = Played(table(player(mp=5, row="ansgar_the_dim"), player(tower="granary toll_hall")))
    team = [game["ansgar_the_dim"]]
    refused = game.refused(0, "send_team", target=game["toll_hall"], team=team)
    assert refused == ("NO_TARGET", "7.4")


@pytest.mark.rule("chosen", "7.2", "2.3")
def test_only_the_awake_go_and_three_at_most() -> None:
    row = "ansgar_the_dim bren_of_the_ford hale_marrow quill_sevenrhymes sister_amity~"
    game = Played(table(player(mp=5, row=row), player(tower="granary")))
    row = [piece.n for piece in game.state.of(0, "row")]
    wrong = ("WRONG_TEAM", "7.2")
    for team in (row[:1] * 2, row[3:]):
        assert game.refused(0, "send_team", target=game["granary"], team=team) == wrong
    game.do(0, "send_team", target=game["granary"], team=row[:3])


@pytest.mark.rule("chosen", "7.7", "8.7", "8.8", "9.1")
def test_a_quest_is_solved_by_a_team_that_fits() -> None:
    game = Played(table(player(mp=5, row="sister_amity", quests="bells_under_the_lake"), player()))
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=[game["sister_amity"]])
    assert game.mps[0] == 4
    assert game.piece("bells_under_the_lake").place == "solved"
    assert [glory(game.state, seat) for seat in (0, 1)] == [2, 0]


@pytest.mark.rule("chosen", "7.7", "8.8")
def test_the_obstructor_who_wins_solves_the_quest_itself() -> None:
    game = Played(
        table(
            player(mp=5, row="bren_of_the_ford", quests="wolves_at_the_toll"),
            player(mp=0, row="the_twice_drowned"),
        )
    )
    game.do(0, "send_team", target=game["wolves_at_the_toll"], team=[game["bren_of_the_ford"]])
    game.do(1, "obstruct", team=[game["the_twice_drowned"]], dice=[6, 6, 6, 6])
    assert game.told("quest_tried")[0].seat == 1
    assert not game.told("quest_tried")[0].solved, "seat 1 has no MP"
    assert game.piece("bren_of_the_ford").awareness == "injured"


@pytest.mark.rule("chosen", "8.6", "7.1")
def test_a_captured_building_changes_its_controller() -> None:
    game = Played(
        table(player(mp=5, row="ansgar_the_dim"), player(buildings="salt_exchange:pit_of_nails"))
    )
    game.do(0, "send_team", target=game["salt_exchange"], team=[game["ansgar_the_dim"]])
    game.say("none")
    assert game.mps[0] == 4
    assert game.piece("salt_exchange").controller == 0
    assert game.state.players[1].past == ("pit_of_nails",)


@pytest.mark.rule("chosen", "7.14", "7.1")
def test_a_fight_without_obstruction_is_over() -> None:
    game = Played(table(player(mp=5, row="hale_marrow"), player()))
    game.do(0, "use", card=game["hale_marrow"], use=0, target="seat:1").quiet()
    assert "team_left" in [event.kind for event in game.log]
    assert game.told("fought") == []
    assert game.piece("hale_marrow").awareness == "resting"


@pytest.mark.rule("chosen", "7.1", "8.8")
def test_what_a_team_costs() -> None:
    ours = player(mp=3, row="sister_amity ansgar_the_dim hale_marrow", quests="the_ninth_lantern")
    game = Played(table(ours, player(tower="granary iron_gallery", buildings="salt_exchange")))
    for card, mp in (("granary", 2), ("salt_exchange", 1), ("the_ninth_lantern", 0)):
        once = Played(game.state)
        once.do(0, "send_team", target=game[card], team=[game["hale_marrow"]], **_dice(card))
        assert once.told("act_put")[0].mp == mp, card
    poor = Played(table(player(mp=1, row="hale_marrow"), player()))
    team = [poor["hale_marrow"]]
    refused = poor.refused(0, "send_team", target=poor.state.towers[1][0], team=team)
    assert refused == ("TOO_FEW_MP", "7.1")


def _dice(card: str) -> dict[str, list[int]]:
    return {"dice": [6, 6]} if card == "the_ninth_lantern" else {}


@pytest.mark.rule("chosen", "7.2", "7.9")
def test_of_a_building_attackers_and_defenders_are_printed() -> None:
    ours = player(mp=5, row="ansgar_the_dim bren_of_the_ford hale_marrow")
    theirs = player(row="sister_amity mother_cinder yrsa_greencloak", buildings="masons_yard")
    game = Played(table(ours, theirs))
    row = [piece.n for piece in game.state.of(0, "row")]
    refused = game.refused(0, "send_team", target=game["masons_yard"], team=row)
    assert refused == ("WRONG_TEAM", "7.2")
    game.do(0, "send_team", target=game["masons_yard"], team=row[:2]).quiet_until("obstruct")
    others = [piece.n for piece in game.state.of(1, "row")]
    assert game.refused(1, "obstruct", team=others) == ("WRONG_TEAM", "7.2")
    game.do(1, "obstruct", team=others[:2])


@pytest.mark.rule("chosen", "7.3")
def test_nobody_attacks_his_own_side_but_everybody_may_start_for_any_quest() -> None:
    laid = [
        player(mp=9, row="sister_amity hale_marrow"),
        player(quests="bells_under_the_lake", buildings="masons_yard", tower="granary"),
        player(buildings="salt_exchange", quests="the_ninth_lantern"),
        player(tower="toll_hall"),
    ]
    game = Played(table(*laid, mode="twins"))
    team = [game["sister_amity"]]
    for own in ("iron_gallery", "salt_exchange"):
        assert game.refused(0, "send_team", target=game[own], team=team) == ("BARRED", "7.3")
    Played(game.state).do(0, "send_team", target=game["the_ninth_lantern"], team=team, dice=[6, 6])
    for theirs in ("granary", "masons_yard"):
        Played(game.state).do(0, "send_team", target=game[theirs], team=team)
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=team)
    assert game.piece("bells_under_the_lake").controller == 0
    assert game.piece("bells_under_the_lake").place == "solved"


@pytest.mark.rule("chosen", "7.5", "5.7")
def test_the_team_leaves_with_those_that_are_still_there_and_awake() -> None:
    theirs = player(mp=2, hand="cold_steel cold_steel", tower="granary iron_gallery")
    row = "bren_of_the_ford ansgar_the_dim sister_amity"
    game = Played(table(player(mp=5, row=row), theirs))
    team = [piece.n for piece in game.state.of(0, "row")]
    game.do(0, "send_team", target=game["granary"], team=team)
    game.do(1, "summon", card="cold_steel", target=game["bren_of_the_ford"])
    assert game.asked == ("answer", (0,))
    game.do(0, "use", card=game["sister_amity"], target=game["ansgar_the_dim"]).quiet()
    assert game.told("team_left")[0].team == (game["bren_of_the_ford"], game["ansgar_the_dim"])


@pytest.mark.rule("chosen", "7.5", "7.4")
def test_if_nobody_or_no_target_is_left_nothing_happens() -> None:
    theirs = player(mp=3, hand="grey_hound", tower="granary iron_gallery", row="sister_amity")
    game = Played(table(player(mp=5, row="quill_sevenrhymes tolm_the_steward"), theirs))
    state = game.state
    game.do(0, "send_team", target=game["granary"], team=[game["quill_sevenrhymes"]])
    gone = {
        n: piece for n, piece in game.state.present.items() if piece.card != "quill_sevenrhymes"
    }
    without = Played(replace(game.state, present=gone))
    without.let_pass()
    assert [event.why for event in without.told("act_done")] == ["no_target"]
    game = Played(state)
    game.do(0, "send_team", target=game["granary"], team=[game["quill_sevenrhymes"]])
    lower = replace(game.state, towers=(state.towers[0], state.towers[1][::-1]))
    other = Played(lower).let_pass()
    assert [event.why for event in other.told("act_done")] == ["no_target"]
    assert other.mps[0] == 3, "what was paid is lost"


@pytest.mark.rule("chosen", "7.6", "7.8")
def test_the_steps_of_a_siege() -> None:
    ours = player(mp=4, row="ansgar_the_dim", hand="second_wind")
    theirs = player(
        mp=1, row="bren_of_the_ford", hand="grey_hound", tower="toll_hall:greased_steps granary"
    )
    game = Played(table(ours, theirs))
    game.do(0, "send_team", target=game["toll_hall"], team=[game["ansgar_the_dim"]])
    order: list[str] = []
    while game.asked is not None and game.asked != ("act", (0,)) and len(order) < 30:
        order.append(game.asked[0])
        match game.asked[0]:
            case "activate":
                game.say(game.answers[-1])
            case "obstruct":
                game.do(1, "obstruct", team=[game["bren_of_the_ford"]])
            case "act":
                break
            case _:
                game.let_pass()
    told = [e.kind for e in game.log if e.kind in _STEPS]
    assert told == [
        "team_left", "card_turned", "card_turned", "team_obstructs", "fought", "manoeuvre_ended",
    ]  # fmt: skip
    asked = list(dict.fromkeys(order))
    assert asked == ["answer", "activate", "obstruct", "prepare", "act"]


_STEPS = {
    "team_left", "card_turned", "team_obstructs", "fought", "quest_tried", "manoeuvre_ended",
    "quest_solved", "building_taken",
}  # fmt: skip


@pytest.mark.rule("chosen", "7.7")
def test_the_steps_of_a_quest() -> None:
    theirs = player(row="bren_of_the_ford")
    ours = player(
        mp=4, row="the_twice_drowned sister_amity", quests="bells_under_the_lake:pit_of_nails"
    )
    game = Played(table(ours, theirs))
    pit = game.piece("pit_of_nails")
    laid = replace(pit, owner=1, controller=1)
    game = Played(replace(game.state, present={**game.state.present, pit.n: laid}))
    team = [piece.n for piece in game.state.of(0, "row")]
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=team).quiet_until("obstruct")
    game.do(1, "obstruct", team=[game["bren_of_the_ford"]]).quiet(dice=[6, 6, 6, 6, 6, 6])
    assert game.asked == ("activate", (1,))
    game.say("none")
    told = [e.kind for e in game.log if e.kind in _STEPS and e.kind != "card_turned"]
    assert told == [
        "team_left", "team_obstructs", "fought", "quest_tried", "quest_solved", "manoeuvre_ended",
    ]  # fmt: skip


@pytest.mark.rule("chosen", "7.8")
def test_preparation_goes_on_until_all_pass_in_a_row() -> None:
    ours = player(mp=5, row="ansgar_the_dim", hand="second_wind")
    theirs = player(mp=1, hand="cold_steel", tower="granary iron_gallery")
    game = Played(table(ours, theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]]).do(1, "pass")
    assert game.asked == ("prepare", (0,)), "the richest first, the initiator too"
    game.do(0, "pass")
    assert game.asked == ("prepare", (1,))
    game.do(1, "summon", card="cold_steel", target=game["ansgar_the_dim"])
    assert game.asked == ("answer", (0,))
    game.do(0, "pass")
    assert game.asked == ("prepare", (0,)), "asked anew"
    game.do(0, "summon", card="second_wind", target=game["ansgar_the_dim"]).quiet()
    assert game.told("fought")[0].initiating == 3 + 1, "healed, and one level more"


@pytest.mark.rule("chosen", "7.9")
def test_obstructors_are_asked_in_the_order_of_seats_and_the_first_obstructs() -> None:
    theirs = player(row="sister_amity~"), player(), player(row="bren_of_the_ford")
    game = Played(table(player(mp=5, row="ansgar_the_dim"), *theirs, mode="twins"))
    target = game.state.towers[1][0]
    game.do(0, "send_team", target=target, team=[game["ansgar_the_dim"]]).quiet_until("obstruct")
    assert game.asked == ("obstruct", (1, 3))
    amity = game["sister_amity"]
    assert game.refused(3, "obstruct", team=[amity]) == ("WRONG_TEAM", "7.2")
    assert game.refused(2, "obstruct", team=[amity]) == ("NOT_ASKED", "7.9")
    assert game.refused(1, "send_team", target=target, team=[amity]) == ("NOT_NOW", "7.9")
    nobody = Played(table(player(mp=5, row="ansgar_the_dim"), player(row="sister_amity~")))
    nobody.do(0, "send_team", target=nobody.state.towers[1][0], team=[nobody["ansgar_the_dim"]])
    assert nobody.asked == ("act", (0,))


@pytest.mark.rule("chosen", "7.12")
def test_without_anybody_left_the_manoeuvre_is_over() -> None:
    theirs = player(
        mp=2, tower="granary:pit_of_nails iron_gallery", row="hale_marrow", hand="grey_hound"
    )
    game = Played(table(player(mp=5, row="quill_sevenrhymes"), theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["quill_sevenrhymes"]]).let_pass()
    game.say(game["pit_of_nails"]).quiet()
    assert not game.in_play("quill_sevenrhymes")
    assert game.state.manoeuvre is None
    assert game.asked == ("act", (0,)), "nobody prepares, nobody obstructs"
    assert game.told("fought") == []
    assert game.in_play("granary")


@pytest.mark.rule("chosen", "7.12", "7.7")
def test_the_others_go_on_for_a_quest_when_the_initiators_are_gone() -> None:
    ours = player(mp=5, row="quill_sevenrhymes", quests="wolves_at_the_toll")
    theirs = player(mp=9, row="hale_marrow", hand="cold_steel")
    game = Played(table(ours, theirs, active=0))
    game.do(0, "send_team", target=game["wolves_at_the_toll"], team=[game["quill_sevenrhymes"]])
    game.quiet_until("obstruct").do(1, "obstruct", team=[game["hale_marrow"]])
    game.do(1, "summon", card="cold_steel", target=game["quill_sevenrhymes"]).quiet()
    assert not game.in_play("quill_sevenrhymes")
    assert game.told("fought")[0].rolls == ()
    assert game.piece("wolves_at_the_toll").controller == 1
    assert game.piece("hale_marrow").awareness == "resting"


@pytest.mark.rule("chosen", "7.14", "7.2")
def test_a_fight_is_of_one_against_one_without_level_and_obstacles() -> None:
    theirs = player(row="bren_of_the_ford sister_amity", tower="granary:greased_steps iron_gallery")
    game = Played(table(player(mp=5, row="hale_marrow ansgar_the_dim"), theirs))
    game.do(0, "use", card=game["hale_marrow"], target="seat:1").quiet_until("obstruct")
    both = [piece.n for piece in game.state.of(1, "row")]
    assert game.refused(1, "obstruct", team=both) == ("WRONG_TEAM", "7.2")
    game.do(1, "obstruct", team=both[:1]).quiet(dice=[])
    fought = game.told("fought")[0]
    assert [roll.n for roll in fought.rolls] == [game["hale_marrow"], both[0]]
    assert game.piece("granary").face_down
    assert game.piece("greased_steps").face_down
