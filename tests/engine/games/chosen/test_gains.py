"""Sections 7 and 8: what a manoeuvre gains, and what it costs those who took part."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.chosen.heroes import MISS, against, awareness, made, marked, obstruct, send
from tests.engine.games.chosen.table import Played, player, table

HIT = [1, 1]


@pytest.mark.rule("chosen", "8.6", "2.2", "2.11")
def test_a_building_taken_stays_its_owners_and_used() -> None:
    theirs = player(buildings="house_of_maps:pit_of_nails")
    game = against(theirs, row="the_twice_drowned")
    marked(game, "house_of_maps", used=(0,))
    send(game, "house_of_maps", "the_twice_drowned").say("none")
    piece = game.piece("house_of_maps")
    assert (piece.owner, piece.controller) == (1, 0)
    assert game.refused(0, "use", card=piece.n) == ("USED", "6.5"), "once a turn"
    assert [event.card for event in game.told("card_turned")] == ["pit_of_nails"], "16.5"


@pytest.mark.rule("chosen", "8.7")
@pytest.mark.parametrize("trap", [False, True])
def test_bonuses_count_for_the_levels_of_whoever_goes_for_the_quest(*, trap: bool) -> None:
    """A team of 8 needs 7; the initiator's own trap hits the obstructors, who have won."""
    theirs = player(mp=2, row="the_twice_drowned hale_marrow")
    game = against(theirs, row="bren_of_the_ford", quests="under_the_white_hill:greased_steps")
    send(game, "under_the_white_hill", "bren_of_the_ford").quiet_until("obstruct")
    made(made(game, "the_twice_drowned", physique=3), "hale_marrow", physique=3)
    obstruct(game, "the_twice_drowned", "hale_marrow", dice=MISS * 3)
    game.say(game["greased_steps"] if trap else "none")
    assert game.told("quest_tried")[0].by == ("calling" if trap else "level")
    alone = against(row="the_twice_drowned", quests="a_crown_of_reeds:greased_steps")
    marked(alone, "greased_steps", controller=1)
    assert alone.state.manoeuvre is None
    send(alone, "a_crown_of_reeds", "the_twice_drowned").say("none", dice=MISS)
    assert alone.told("quest_tried")[0].by is None, "5 are not 6"


@pytest.mark.rule("chosen", "8.7")
def test_one_of_a_class_is_enough() -> None:
    game = against(row="yrsa_greencloak quill_sevenrhymes", quests="the_beast_of_harrow")
    send(game, "the_beast_of_harrow", "yrsa_greencloak", "quill_sevenrhymes")
    assert game.told("quest_tried")[0].by == "calling"


@pytest.mark.rule("chosen", "8.8", "9.1")
def test_a_quest_lies_among_the_solved_of_who_solved_it_and_stays_its_owners() -> None:
    game = against(player(quests="wolves_at_the_toll"), mp=1, row="hale_marrow")
    send(game, "wolves_at_the_toll", "hale_marrow")
    piece = game.piece("wolves_at_the_toll")
    assert (piece.place, piece.controller, piece.owner) == ("solved", 0, 1)


@pytest.mark.rule("chosen", "8.8", "7.7")
def test_an_obstructor_who_has_won_pays_and_solves() -> None:
    theirs = player(mp=1, row="ansgar_the_dim")
    game = against(theirs, mp=1, row="bren_of_the_ford", quests="wolves_at_the_toll")
    send(game, "wolves_at_the_toll", "bren_of_the_ford")
    obstruct(game, "ansgar_the_dim", dice=MISS * 2)
    piece = game.piece("wolves_at_the_toll")
    assert (piece.place, piece.controller, game.mps) == ("solved", 1, [1, 1 - 1 + 2])


@pytest.mark.rule("chosen", "8.9")
@pytest.mark.parametrize("to", ["granary", "salt_exchange", "wolves_at_the_toll"])
def test_who_is_damaged_and_loses_is_injured_not_dead(to: str) -> None:
    theirs = player(row="ansgar_the_dim", tower="granary iron_gallery", buildings="salt_exchange")
    ours: dict[str, Any] = {
        "row": "the_twice_drowned",
        "hand": "cold_steel",
        "quests": "wolves_at_the_toll",
    }
    game = send(against(theirs, **ours), to, "the_twice_drowned")
    obstruct(game, "ansgar_the_dim")
    game.do(0, "summon", card="cold_steel", target=game["ansgar_the_dim"], dice=[*HIT, *MISS])
    assert game.told("fought")[0].winner == "initiating"
    assert (awareness(game, "ansgar_the_dim"), game.piece("ansgar_the_dim").damage) == (
        ["injured"],
        0,
    )


@pytest.mark.rule("chosen", "8.9", "7.7")
def test_initiators_who_are_damaged_and_lose_a_quest_are_injured_not_dead() -> None:
    theirs = player(mp=1, row="the_twice_drowned", hand="cold_steel")
    game = against(theirs, mp=1, row="ansgar_the_dim", quests="wolves_at_the_toll")
    obstruct(send(game, "wolves_at_the_toll", "ansgar_the_dim").let_pass(), "the_twice_drowned")
    game.do(1, "summon", card="cold_steel", target=game["ansgar_the_dim"], dice=MISS * 2)
    assert game.told("fought")[0].winner == "obstructing"
    assert awareness(game, "ansgar_the_dim") == ["injured"]


@pytest.mark.rule("chosen", "8.9", "9.7")
def test_obstructors_of_others_come_back_though_the_besieged_dropped_out() -> None:
    laid = [
        player(mp=9, row="the_twice_drowned", hand="cold_steel"),
        player(tower="granary"),
        player(row="ansgar_the_dim"),
    ]
    game = send(Played(table(*laid, mode="challenge")), "granary", "the_twice_drowned")
    obstruct(game, "ansgar_the_dim", seat=2)
    game.do(0, "summon", card="cold_steel", target=game["ansgar_the_dim"], dice=HIT + MISS)
    assert game.state.players[1].out
    assert awareness(game, "ansgar_the_dim") == ["injured"]


@pytest.mark.rule("chosen", "8.9", "9.7")
def test_damage_is_counted_also_if_the_manoeuvre_ends_with_the_besieged() -> None:
    theirs = player(mp=1, hand="cold_steel", tower="granary")
    laid = [player(mp=9, row="the_twice_drowned ansgar_the_dim"), theirs, player()]
    game = send(Played(table(*laid, mode="challenge")), "granary", "the_twice_drowned")
    game.quiet_until("prepare")
    game.do(1, "summon", card="cold_steel", target=game["the_twice_drowned"]).quiet()
    assert game.state.players[1].out
    assert game.state.manoeuvre is None
    assert awareness(game, "the_twice_drowned") == ["injured"]
    at_home = send(Played(table(*laid, mode="challenge")), "granary", "the_twice_drowned")
    at_home.quiet_until("prepare")
    at_home.do(1, "summon", card="cold_steel", target=at_home["ansgar_the_dim"]).quiet()
    assert awareness(at_home, "ansgar_the_dim") == ["injured"]


@pytest.mark.rule("chosen", "8.9")
def test_damage_kills_though_the_manoeuvre_ends_before_it_was_counted() -> None:
    theirs = player(mp=1, hand="cold_steel", tower="granary iron_gallery")
    game = against(theirs, row="the_grinning_heir quill_sevenrhymes")
    send(game, "granary", "the_grinning_heir", "quill_sevenrhymes").quiet_until("prepare")
    game.do(0, "use", card=game["the_grinning_heir"])
    game.do(1, "summon", card="cold_steel", target=game["quill_sevenrhymes"]).quiet()
    assert game.state.manoeuvre is None
    assert set(game.state.players[0].past) == {"the_grinning_heir", "quill_sevenrhymes"}


@pytest.mark.rule("chosen", "8.9")
@pytest.mark.parametrize("card", ["bren_of_the_ford", "yrsa_greencloak!"])
def test_who_dies_of_damage_goes_to_the_past(card: str) -> None:
    game = against(player(row=card), hand="night_of_knives")
    game.do(0, "summon", card="night_of_knives", target=game[card.rstrip("!")])
    assert game.state.players[1].past == (card.rstrip("!"),)


@pytest.mark.rule("chosen", "8.10", "7.7")
def test_a_beast_attacks_the_obstructors_who_go_for_a_quest() -> None:
    theirs = player(row="the_twice_drowned", mp=2)
    game = against(theirs, row="bren_of_the_ford", quests="bells_under_the_lake:moat_eel")
    send(game, "bells_under_the_lake", "bren_of_the_ford").quiet_until("obstruct")
    obstruct(game, "the_twice_drowned", dice=MISS * 2)
    game.say(game["moat_eel"], dice=HIT)
    assert [event.n for event in game.told("damage_dealt")] == [game["the_twice_drowned"]]


@pytest.mark.rule("chosen", "8.10")
def test_the_order_of_the_row_decides_among_equals_not_the_order_they_are_named_in() -> None:
    theirs = player(tower="granary:moat_eel iron_gallery")
    game = against(theirs, row="ansgar_the_dim hale_marrow")
    send(game, "granary", "hale_marrow", "ansgar_the_dim").say(game["moat_eel"], dice=HIT)
    assert [event.n for event in game.told("damage_dealt")] == [game["ansgar_the_dim"]]
