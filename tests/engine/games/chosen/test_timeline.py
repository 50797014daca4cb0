"""Section 5: the timeline and answers."""

from __future__ import annotations

import pytest

from tests.engine.games.chosen.table import Played, player, table


@pytest.mark.rule("chosen", "5.1", "5.2", "5.6")
def test_an_answer_resolves_before_the_act_it_answers() -> None:
    game = Played(
        table(player(mp=6, hand="hale_marrow"), player(mp=2, hand="not_today grey_hound"))
    )
    game.do(0, "summon", card="hale_marrow")
    assert game.asked == ("answer", (1,))
    game.do(1, "summon", card="not_today", target="a1")
    assert not game.in_play("hale_marrow")
    assert game.state.players[0].past == ("hale_marrow",)
    assert game.mps == [1, 0]


@pytest.mark.rule("chosen", "5.2")
def test_nobody_answers_his_own_act() -> None:
    game = Played(table(player(mp=6, hand="hale_marrow second_wind"), player()))
    game.do(0, "summon", card="hale_marrow")
    assert game.in_play("hale_marrow")


@pytest.mark.rule("chosen", "5.3")
@pytest.mark.parametrize(
    ("mp", "hand", "row", "asked"),
    [
        pytest.param(1, "grey_hound", "", True, id="any card, enough MP"),
        pytest.param(0, "second_wind", "", False, id="no MP"),
        pytest.param(1, "", "", False, id="no card"),
        pytest.param(0, "", "sister_amity", True, id="an interrupt"),
        pytest.param(0, "", "sister_amity~", False, id="an interrupt of somebody resting"),
        pytest.param(0, "", "tolm_the_steward", False, id="a use that is no interrupt"),
        pytest.param(0, "", "little_wick", False, id="an interrupt that costs too much"),
    ],
)
def test_who_is_asked_follows_from_what_everybody_sees(
    mp: int, hand: str, row: str, asked: bool
) -> None:
    rival = player(mp=mp, hand=hand, row=row)
    game = Played(table(player(mp=6, hand="bells_under_the_lake"), rival))
    game.do(0, "summon", card="bells_under_the_lake")
    assert game.asked == (("answer", (1,)) if asked else ("act", (0,)))


@pytest.mark.rule("chosen", "5.4")
def test_only_fast_effects_answer() -> None:
    rival = player(mp=5, hand="bren_of_the_ford", row="tolm_the_steward")
    game = Played(table(player(mp=6, hand="bells_under_the_lake"), rival))
    game.do(0, "summon", card="bells_under_the_lake")
    assert game.refused(1, "summon", card="bren_of_the_ford") == ("NOT_NOW", "5.4")
    assert game.refused(1, "use", card=game["tolm_the_steward"]) == ("NOT_NOW", "5.4")


@pytest.mark.rule("chosen", "5.4")
def test_fast_effects_are_acts_too_and_the_only_ones_in_preparation() -> None:
    ours = player(
        mp=9, hand="second_wind cold_steel red_comet", row="ansgar_the_dim sister_amity hale_marrow"
    )
    game = Played(table(ours, player(tower="granary iron_gallery", row="bren_of_the_ford~")))
    as_acts = Played(game.state)
    as_acts.do(0, "summon", card="cold_steel", target=game["bren_of_the_ford"])
    as_acts.do(0, "use", card=game["sister_amity"], target=game["ansgar_the_dim"])
    assert as_acts.told("act_done")
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert game.asked == ("prepare", (0,))
    assert game.refused(0, "summon", card="red_comet") == ("NOT_NOW", "5.4")
    refused = game.refused(0, "use", card=game["hale_marrow"], target="seat:1")
    assert refused == ("NOT_NOW", "5.4")
    game.do(0, "summon", card="second_wind", target=game["ansgar_the_dim"])
    game.do(0, "use", card=game["sister_amity"], target=game["ansgar_the_dim"])


@pytest.mark.rule("chosen", "5.5", "8.9")
def test_damage_is_counted_when_the_timeline_closes() -> None:
    rival = player(row="bren_of_the_ford yrsa_greencloak!")
    game = Played(table(player(mp=6, hand="cold_steel cold_steel"), rival))
    game.do(0, "summon", card="cold_steel", target=game["bren_of_the_ford"])
    assert game.piece("bren_of_the_ford").awareness == "injured"
    game.do(0, "summon", card="cold_steel", target=game["yrsa_greencloak"])
    assert not game.in_play("yrsa_greencloak")


@pytest.mark.rule("chosen", "5.7")
def test_an_act_whose_target_is_gone_does_nothing() -> None:
    ours = player(mp=6, row="ansgar_the_dim", hand="hale_marrow cold_steel")
    game = Played(table(ours, player(mp=4, hand="not_today not_today")))
    game.do(0, "summon", card="hale_marrow").do(1, "summon", card="not_today", target="a1")
    game.do(0, "summon", card="cold_steel", target=game["ansgar_the_dim"])
    game.do(1, "summon", card="not_today", target="a1")
    assert [(e.n, e.why) for e in game.told("act_done")] == [
        ("a4", "done"),
        ("a1", "neutralised"),
        ("a3", "done"),
        ("a2", "no_target"),
    ]
    assert game.mps[1] == 0


@pytest.mark.rule("chosen", "5.7")
def test_an_act_at_a_card_that_is_gone_does_nothing() -> None:
    ours = player(mp=6, row="ansgar_the_dim", hand="marked_for_greatness")
    game = Played(table(ours, player(mp=2, hand="called_away")))
    game.do(0, "summon", card="marked_for_greatness", target=game["ansgar_the_dim"])
    game.do(1, "summon", card="called_away", target=game["ansgar_the_dim"]).quiet()
    assert [event.why for event in game.told("act_done")] == ["done", "no_target"]
    assert game.state.players[0].past == ("marked_for_greatness",)


@pytest.mark.rule("chosen", "5.9")
def test_auto_pass_is_of_answers_and_preparations_only_and_lasts() -> None:
    theirs = player(mp=9, hand="cold_steel", row="bren_of_the_ford", tower="granary iron_gallery")
    game = Played(table(player(mp=9, row="ansgar_the_dim"), theirs, active=0))
    for _ in range(3):
        game.do(1, "auto_pass", on=True).do(1, "auto_pass", on=False)
    game.do(1, "auto_pass", on=True)
    assert game.refused(1, "auto_pass", on=True) == ("NOT_NOW", "5.9"), "it is on already"
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert game.asked == ("obstruct", (1,)), "not for an answer"
    game.do(1, "pass")
    assert game.told("fought"), "nor in preparation"
    assert game.asked == ("act", (1,))
    game.let_pass().let_pass()
    assert (game.state.turn, game.state.players[1].auto_pass) == (2, True)
    for _ in range(4):
        game.do(1, "auto_pass", on=False).do(1, "auto_pass", on=True)
    assert game.refused(1, "auto_pass", on=False) == ("TOO_MANY", "5.9")


@pytest.mark.rule("chosen", "5.9")
def test_who_passes_by_himself_is_asked_for_acts_as_his_partner_is() -> None:
    laid = [player(mp=3), player(mp=1), player(), player()]
    game = Played(table(*laid, mode="twins")).do(0, "auto_pass", on=True)
    game.let_pass().let_pass()
    assert game.state.turn == 2
    assert game.asked == ("act", (0, 2))


@pytest.mark.rule("chosen", "5.9", "17.3", "17.5")
def test_auto_pass_answers_for_its_seat_and_forbids_nothing() -> None:
    laid = (
        player(mp=6, hand="bells_under_the_lake the_ninth_lantern"),
        player(mp=1, hand="cold_steel"),
    )
    game = Played(table(*laid))
    game.do(1, "auto_pass", on=True)
    assert all(event.reversible for event in game.events)
    game.do(0, "summon", card="bells_under_the_lake")
    assert game.asked == ("act", (0,))
    game.do(1, "auto_pass", on=False).do(0, "summon", card="the_ninth_lantern")
    assert game.asked == ("answer", (1,))
    for _ in range(3):
        game.do(1, "auto_pass", on=True)
        assert game.asked == ("answer", (1,)), "what he is asked already he still answers"
        game.do(1, "auto_pass", on=False)
    assert game.refused(1, "auto_pass", on=True) == ("TOO_MANY", "5.9")


@pytest.mark.rule("chosen", "5.2", "5.1", "14.2")
def test_all_others_are_asked_in_order_and_again_for_what_lies_below() -> None:
    ours = player(mp=6, hand="hale_marrow not_today")
    partner = player(mp=3, hand="not_today")
    laid = [
        ours,
        player(mp=3, hand="not_today grey_hound"),
        partner,
        player(mp=1, hand="hired_archer"),
    ]
    game = Played(table(*laid, mode="twins"))
    game.do(0, "summon", card="hale_marrow")
    assert game.asked == ("answer", (1, 3)), "not the partner, whose act it is too"
    game.do(1, "summon", card="not_today", target="a1")
    assert game.asked == ("answer", (0, 2))
    game.do(2, "summon", card="not_today", target="a2")
    assert game.asked == ("answer", (1, 3))
    game.do(3, "pass")
    assert [event.n for event in game.told("act_done")] == ["a3", "a2"]
    assert game.asked == ("answer", (1, 3)), "asked anew for the summoning"
    game.do(1, "pass")
    assert game.in_play("hale_marrow")


@pytest.mark.rule("chosen", "5.6", "7.10")
def test_what_is_neutralised_was_paid_for_nothing() -> None:
    game = Played(
        table(
            player(mp=6, hand="cold_steel", row="mother_cinder"),
            player(mp=4, hand="not_today not_today", row="sister_amity~"),
        )
    )
    game.do(0, "summon", card="cold_steel", target=game["sister_amity"])
    game.do(1, "summon", card="not_today", target="a1")
    assert (game.mps, game.state.players[0].past) == ([5, 2], ("cold_steel",))
    assert game.piece("sister_amity").damage == 0
    game.do(0, "use", card=game["mother_cinder"], target=game["sister_amity"])
    refused = game.refused(1, "summon", card="not_today", target="a3")
    assert refused == ("NO_TARGET", "6.1"), "no summoning"


@pytest.mark.rule("chosen", "5.8")
@pytest.mark.parametrize("hand", ["hale_marrow", "cold_steel", "cold_steel cold_steel"])
def test_whoever_has_a_hand_is_asked_for_a_card_of_it(hand: str) -> None:
    """Though there is but one answer."""
    ours = player(mp=3, hand="the_long_forgetting", row="hale_marrow")
    game = Played(table(ours, player(hand=hand))).do(0, "summon", card="the_long_forgetting")
    assert game.asked == ("discard", (1,))
    assert game.answers == (f"card:{hand.split(maxsplit=1)[0]}",)
    empty = Played(table(ours, player())).do(0, "summon", card="the_long_forgetting")
    assert empty.asked == ("act", (0,))


@pytest.mark.rule("chosen", "5.8")
def test_a_choice_is_put_to_one_seat_and_all_else_waits() -> None:
    ours = player(mp=5, row="ansgar_the_dim", hand="bells_under_the_lake")
    rival = player(mp=5, hand="second_wind", tower="granary:greased_steps iron_gallery")
    game = Played(table(ours, rival, active=0))
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]]).do(1, "pass")
    assert game.asked == ("activate", (1,))
    assert game.answers == ("none", game["greased_steps"])
    for seat in (0, 1):
        code = "NOT_ASKED" if seat == 0 else "NOT_NOW"
        assert game.refused(seat, "pass") == (code, "5.8")
    assert game.refused(1, "choose", pick="c99") == ("NOT_AN_ANSWER", "5.8")
    assert game.refused(0, "choose", pick="none") == ("NOT_ASKED", "5.8")
    game.say("none")
    assert game.refused(1, "choose", pick="none")[0] == "NOT_ASKED"
