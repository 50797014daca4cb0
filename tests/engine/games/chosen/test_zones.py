"""Clauses 2.1 to 2.12 where others own, control or hold what is in play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.chosen.heroes import against, marked, next_turn, now
from tests.engine.games.chosen.table import Played, player, table


@pytest.mark.rule("chosen", "2.1", "2.12")
def test_cards_do_something_in_play_only() -> None:
    for zone in ("storage", "quests"):
        laid: dict[str, Any] = {"row": "ansgar_the_dim", zone: "red_comet"}
        state = table(player(**laid), player())
        assert now(Played(state), "ansgar_the_dim", "physique") == 8
    game = against(row="ansgar_the_dim", solved="red_comet salt_exchange")
    assert now(game, "ansgar_the_dim", "physique") == 8
    assert next_turn(game).mps[0] == 9 + 4


@pytest.mark.rule("chosen", "2.12")
def test_what_lies_face_down_does_nothing() -> None:
    game = against(row="ansgar_the_dim", buildings="salt_exchange masons_yard", mp=0)
    game = marked(marked(game, "salt_exchange", face_down=True), "masons_yard", face_down=True)
    assert next_turn(game).mps[0] == 4
    defended = against(player(tower="bell_chamber", row="ansgar_the_dim"), row="hale_marrow")
    defended.do(0, "send_team", target=defended["bell_chamber"], team=[defended["hale_marrow"]])
    hidden = marked(defended, "bell_chamber", face_down=True)
    hidden.do(1, "obstruct", team=[hidden["ansgar_the_dim"]], dice=[6, 6, 4, 5])
    assert [roll.hit for roll in hidden.told("fought")[0].rolls] == [False, False]


@pytest.mark.rule("chosen", "2.12")
def test_what_happens_by_itself_needs_its_condition_and_its_target() -> None:
    game = against(row="green_hob hale_marrow", events="council_of_nine")
    next_turn(game)
    assert game.told("triggered") == [], "nobody is injured, and only two are awake"
    assert game.state.turn == 2, "nobody is asked whom to heal"
    game = against(row="green_hob hale_marrow! bren_of_the_ford!")
    game.let_pass().let_pass()
    assert game.asked == ("target", (0,))
    assert game.answers == (game["hale_marrow"], game["bren_of_the_ford"])
    game.say(game["hale_marrow"])
    assert game.told("triggered")[0].target == game["hale_marrow"]


@pytest.mark.rule("chosen", "2.2")
def test_a_card_goes_to_the_hand_of_its_owner_or_out_of_the_game() -> None:
    mine = marked(against(player(row="hale_marrow"), hand="called_away"), "hale_marrow", owner=0)
    mine.do(0, "summon", card="called_away", target=mine["hale_marrow"])
    assert [one.hand for one in mine.state.players] == [("hale_marrow",), ()]
    laid = player(mp=9, hand="called_away"), player(row="hale_marrow"), player(), player()
    game = marked(Played(table(*laid, mode="twins")), "hale_marrow", owner=2).leave(2)
    game.do(0, "summon", card="called_away", target=game["hale_marrow"])
    assert game.state.gone[-1] == "hale_marrow"
    assert game.state.players[2].hand == ()


@pytest.mark.rule("chosen", "2.1", "2.2", "2.10")
def test_an_ally_stays_its_owners_wherever_it_lies() -> None:
    theirs = player(mp=2, hand="not_today")
    game = against(theirs, mp=5, row="ansgar_the_dim!:grey_hound hale_marrow", hand="cold_steel")
    game = marked(game, "grey_hound", owner=1)
    game.do(0, "summon", card="cold_steel", target=game["ansgar_the_dim"]).quiet()
    hound = game.piece("grey_hound")
    assert (hound.place, hound.controller, hound.at) == ("storage", 0, None)
    attached = Played(game.state).do(0, "attach", ally=hound.n, to=game["hale_marrow"]).quiet()
    assert (attached.piece("grey_hound").owner, attached.piece("grey_hound").controller) == (1, 0)
    again = attached["grey_hound"]
    refused = attached.refused(0, "attach", ally=again, to=attached["hale_marrow"])
    assert refused == ("NOT_IN_PLAY", "6.6"), "it is attached"
    game.do(0, "attach", ally=hound.n, to=game["hale_marrow"])
    game.do(1, "summon", card="not_today", target=game.state.timeline[0].n).quiet()
    assert set(game.state.players[1].past) == {"not_today", "grey_hound"}


@pytest.mark.rule("chosen", "2.4")
def test_partners_may_have_the_same_adventurer() -> None:
    laid = player(mp=9, hand="hale_marrow"), player(), player(row="hale_marrow"), player()
    game = Played(table(*laid, mode="twins")).do(0, "summon", card="hale_marrow")
    assert [p.controller for p in game.state.present.values() if p.card == "hale_marrow"] == [2, 0]


@pytest.mark.rule("chosen", "2.4")
def test_an_adventurer_who_came_in_the_meantime_does_not_come_again() -> None:
    game = against(player(mp=2, hand="grey_hound", row="hale_marrow"), hand="hale_marrow")
    game.do(0, "summon", card="hale_marrow")
    marked(game, "hale_marrow", controller=0).let_pass()
    assert [event.why for event in game.told("act_done")] == ["no_target"]
    assert game.state.players[0].past == ("hale_marrow",)


@pytest.mark.rule("chosen", "2.4")
def test_nobody_is_won_over_who_is_in_play_on_that_side() -> None:
    theirs = player(row="bren_of_the_ford")
    game = against(theirs, row="lady_larkspur bren_of_the_ford")
    target = next(p.n for p in game.state.of(1, "row"))
    game.do(0, "use", card=game["lady_larkspur"], target=target).quiet()
    assert game.state.present[target].controller == 1


@pytest.mark.rule("chosen", "2.11")
def test_in_a_manoeuvre_only_those_who_take_part_use_what_is_for_it() -> None:
    theirs = player(tower="granary iron_gallery", row="bren_of_the_ford:hired_archer hale_marrow")
    game = against(theirs, row="ansgar_the_dim")
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    use: dict[str, Any] = {"card": game["hired_archer"], "target": game["ansgar_the_dim"]}
    away = Played(game.state).do(1, "obstruct", team=[game["hale_marrow"]])
    assert away.told("fought"), "nobody could do anything in preparation"
    game.do(1, "obstruct", team=[game["bren_of_the_ford"]]).do(1, "use", **use, dice=[6, 6, 6, 6])
    assert game.told("fought")[0].initiating == 1
