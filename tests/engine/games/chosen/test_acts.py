"""Section 6: acts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.chosen.heroes import marked
from tests.engine.games.chosen.table import Played, player, table
from tests.engine.games.chosen.test_cards import alone


@pytest.mark.rule("chosen", "6.1")
def test_a_summoning_shows_the_card_pays_and_lies_on_the_timeline() -> None:
    game = Played(table(player(mp=5, hand="hale_marrow"), player(mp=2, hand="grey_hound")))
    game.do(0, "summon", card="hale_marrow")
    (put,) = game.told("act_put")
    assert (put.card, put.mp, put.seat) == ("hale_marrow", 5, 0)
    assert game.mps[0] == 0
    assert [item.card for item in game.state.timeline] == ["hale_marrow"]
    assert game.state.players[0].hand == ()
    assert not game.in_play("hale_marrow")
    game.let_pass()
    assert game.in_play("hale_marrow")


@pytest.mark.rule("chosen", "6.1")
def test_the_target_is_named_when_the_card_goes_on_the_timeline() -> None:
    game = alone(hand="marked_for_greatness", row="hale_marrow")
    game.do(0, "summon", card="marked_for_greatness", target=game["hale_marrow"])
    assert game.told("act_put")[0].target == game["hale_marrow"]
    assert game.piece("marked_for_greatness").target == game["hale_marrow"]


@pytest.mark.rule("chosen", "6.1", "6.4")
@pytest.mark.parametrize(
    ("card", "target", "refused"),
    [
        ("hale_marrow", None, ("TOO_FEW_MP", "6.1")),
        ("night_of_knives", None, ("NO_TARGET", "6.1")),
        ("night_of_knives", "c1", ("NO_TARGET", "6.1")),
        ("good_harvest", "c1", ("NO_TARGET", "6.1")),
        ("council_of_nine", None, ("CONDITION_NOT_MET", "6.1")),
        ("cold_steel", None, ("NOT_IN_HAND", "6.1")),
        ("pit_of_nails", None, ("NOT_SUCH_A_CARD", "6.4")),
    ],
)
def test_what_is_not_summoned(card: str, target: str | None, refused: tuple[str, str]) -> None:
    hand = "hale_marrow night_of_knives good_harvest council_of_nine pit_of_nails"
    game = alone(mp=4, hand=hand, tower="iron_gallery")
    assert game.refused(0, "summon", card=card, target=target) == refused


@pytest.mark.rule("chosen", "6.2")
def test_where_cards_come_to() -> None:
    game = alone(hand="salt_exchange grey_hound", row="hale_marrow")
    game.do(0, "summon", card="salt_exchange")
    assert game.piece("salt_exchange").place == "building"
    game.do(0, "summon", card="grey_hound", target=game["hale_marrow"])
    assert game.piece("grey_hound").at == game["hale_marrow"]


@pytest.mark.rule("chosen", "6.3")
def test_quests_are_free() -> None:
    game = alone(mp=0, hand="a_debt_in_glass").do(0, "summon", card="a_debt_in_glass")
    assert game.piece("a_debt_in_glass").place == "quest"


@pytest.mark.rule("chosen", "6.4", "2.8")
def test_an_obstacle_is_laid_free_and_face_down_and_nobody_answers() -> None:
    ours = player(mp=0, hand="pit_of_nails", quests="bells_under_the_lake")
    rival = player(mp=9, hand="not_today", quests="the_ninth_lantern")
    game = Played(table(ours, rival, active=0))
    game.do(0, "lay_obstacle", card="pit_of_nails", at=game["the_ninth_lantern"])
    assert game.kinds[0] == "obstacle_laid"
    assert game.asked == ("act", (1,))
    piece = game.piece("pit_of_nails")
    assert (piece.face_down, piece.at, piece.place) == (True, game["the_ninth_lantern"], "attached")
    assert game.state.timeline == ()


@pytest.mark.rule("chosen", "6.4")
def test_where_an_obstacle_may_be_laid() -> None:
    laid = [
        player(mp=9, hand="pit_of_nails hale_marrow", quests="the_ninth_lantern"),
        player(quests="bells_under_the_lake", buildings="masons_yard", tower=""),
        player(quests="a_debt_in_glass", buildings="salt_exchange", tower=""),
        player(tower="granary"),
    ]
    game = Played(table(*laid, mode="twins"))
    for card in ("iron_gallery", "salt_exchange", "the_ninth_lantern", "bells_under_the_lake"):
        Played(game.state).do(0, "lay_obstacle", card="pit_of_nails", at=game[card])
    for card in ("granary", "masons_yard", "a_debt_in_glass"):
        at = game[card]
        assert game.refused(0, "lay_obstacle", card="pit_of_nails", at=at)[1] == "6.4", card
    at = game["iron_gallery"]
    assert game.refused(0, "lay_obstacle", card="hale_marrow", at=at) == ("NOT_SUCH_A_CARD", "6.4")
    assert game.refused(0, "lay_obstacle", card="greased_steps", at=at) == ("NOT_IN_HAND", "6.4")


@pytest.mark.rule("chosen", "6.5")
def test_the_price_of_an_ability_is_paid_when_it_goes_on_the_timeline() -> None:
    rival = player(mp=3, hand="not_today")
    game = Played(table(player(mp=5, row="mother_cinder hale_marrow"), rival))
    game.do(0, "use", card=game["hale_marrow"], target="seat:1")
    assert (game.mps[0], game.piece("hale_marrow").awareness) == (4, "resting")
    (item,) = game.state.timeline
    assert (item.source, item.use, item.target) == (game["hale_marrow"], 0, "seat:1")
    assert game.state.manoeuvre is None


@pytest.mark.rule("chosen", "6.5")
def test_what_is_not_used() -> None:
    game = alone(row="sister_amity~ bren_of_the_ford mother_cinder")
    amity = game["sister_amity"]
    assert game.refused(0, "use", card=amity, target=amity) == ("USED", "6.5")
    assert game.refused(0, "use", card=game["bren_of_the_ford"]) == ("NOT_SUCH_A_CARD", "6.5")
    assert game.refused(0, "use", card=game["granary"]) == ("NOT_IN_PLAY", "6.5")
    assert game.refused(0, "use", card=game["mother_cinder"]) == ("NO_TARGET", "6.1")


@pytest.mark.rule("chosen", "6.5")
def test_a_use_may_have_a_condition_and_what_lies_face_down_has_none() -> None:
    game = alone(events="council_of_nine", row="hale_marrow bren_of_the_ford~")
    council = game["council_of_nine"]
    assert game.refused(0, "use", card=council) == ("CONDITION_NOT_MET", "6.5"), "one is awake"
    marked(game, "bren_of_the_ford", awareness="awake").do(0, "use", card=council)
    hidden = marked(alone(buildings="house_of_maps"), "house_of_maps", face_down=True)
    refused = hidden.refused(0, "use", card=hidden["house_of_maps"])
    assert refused == ("NOT_IN_PLAY", "6.5")


@pytest.mark.rule("chosen", "6.7", "1.3")
def test_an_opponent_is_named_by_who_uses_the_card() -> None:
    laid = [player(mp=9, row="hale_marrow"), player(), player(), player()]
    game = Played(table(*laid, mode="twins"))
    use: dict[str, Any] = {"card": game["hale_marrow"], "use": 0}
    for wrong in (None, "seat:0", "seat:2", "seat:7", game["hale_marrow"]):
        assert game.refused(0, "use", **use, target=wrong) == ("NO_TARGET", "6.1")
    game.do(0, "use", **use, target="seat:3")
    assert game.told("team_left")[0].against == 3
    game = Played(table(*laid, mode="twins")).leave(3)
    assert game.refused(0, "use", **use, target="seat:3") == ("NO_TARGET", "6.1")


@pytest.mark.rule("chosen", "6.8", "5.9")
def test_a_pass_is_always_possible_for_who_is_asked() -> None:
    game = Played(table(player(mp=5, hand="hale_marrow"), player(mp=2, hand="grey_hound")))
    game.do(0, "summon", card="hale_marrow")
    acts = game.state.acts
    game.do(1, "pass")
    assert game.state.acts == acts
