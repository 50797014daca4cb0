"""Section 4: who is active, in the modes without a rule of their own and in the duel."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.chosen.variants.common import mp_order
from tests.engine.games.chosen.heroes import marked
from tests.engine.games.chosen.table import Played, player, table


@pytest.mark.rule("chosen", "4.1")
def test_the_order_of_mp_goes_by_mp_then_by_seats_from_the_starting_player() -> None:
    assert mp_order(table(player(mp=2), player(mp=5))) == (1, 0)
    assert mp_order(table(player(mp=5), player(mp=5))) == (0, 1)
    assert mp_order(table(player(mp=5), player(mp=5), starting=1)) == (1, 0)


@pytest.mark.rule("chosen", "4.2", "4.3")
def test_the_richest_is_asked_for_an_act_and_nobody_else_acts() -> None:
    game = Played(table(player(mp=2, hand="salt_exchange"), player(mp=5)))
    assert game.asked == ("act", (1,))
    assert game.refused(0, "summon", card="salt_exchange") == ("NOT_ASKED", "4.3")


@pytest.mark.rule("chosen", "4.2")
def test_at_the_beginning_of_the_phase_the_richest_is_active_not_the_starting_player() -> None:
    game = Played(table(player(), player(mp=5), starting=1))
    game.let_pass().let_pass()
    assert (game.state.turn, game.state.starting) == (2, 0)
    assert game.asked == ("act", (1,))


@pytest.mark.rule("chosen", "4.3")
def test_who_answers_does_nothing_that_is_bound_to_being_active() -> None:
    theirs = player(
        mp=9, hand="hale_marrow pit_of_nails", row="tolm_the_steward", storage="grey_hound",
        quests="the_ninth_lantern",
    )  # fmt: skip
    game = Played(table(player(mp=9, hand="bells_under_the_lake"), theirs, active=0))
    game.do(0, "summon", card="bells_under_the_lake")
    assert game.asked == ("answer", (1,))
    at = game["the_ninth_lantern"]
    bound: list[tuple[str, dict[str, Any]]] = [
        ("summon", {"card": "hale_marrow"}),
        ("lay_obstacle", {"card": "pit_of_nails", "at": at}),
        ("use", {"card": game["tolm_the_steward"]}),
        ("attach", {"ally": game["grey_hound"], "to": game["tolm_the_steward"]}),
        ("send_team", {"target": at, "team": [game["tolm_the_steward"]]}),
    ]
    for kind, fields in bound:
        assert game.refused(1, kind, **fields)[0] == "NOT_NOW", kind


@pytest.mark.rule("chosen", "4.8")
def test_in_a_duel_the_richest_is_active_after_every_act() -> None:
    game = Played(table(player(mp=5, hand="salt_exchange bells_under_the_lake"), player(mp=4)))
    game.do(0, "summon", card="bells_under_the_lake").quiet()
    assert game.asked == ("act", (0,))
    game.do(0, "summon", card="salt_exchange").quiet()
    assert game.asked == ("act", (1,))


@pytest.mark.rule("chosen", "4.8")
def test_in_a_duel_two_passes_in_a_row_end_the_phase() -> None:
    game = Played(table(player(mp=5), player(mp=4, hand="bells_under_the_lake")))
    game.do(0, "pass")
    assert game.asked == ("act", (1,))
    game.do(1, "summon", card="bells_under_the_lake").quiet()
    assert game.asked == ("act", (0,))
    game.do(0, "pass").do(1, "pass")
    assert game.state.turn == 2


@pytest.mark.rule("chosen", "4.8")
def test_any_act_between_two_passes_keeps_the_phase_going() -> None:
    ours = player(mp=5, quests="the_ninth_lantern")
    game = Played(table(ours, player(mp=4, hand="pit_of_nails"))).let_pass()
    game.do(1, "lay_obstacle", card="pit_of_nails", at=game["the_ninth_lantern"])
    game.do(0, "pass")
    assert game.asked == ("act", (1,))


@pytest.mark.rule("chosen", "4.9")
def test_laying_an_obstacle_is_one_of_the_acts_of_a_turn() -> None:
    ours = player(mp=5, hand="pit_of_nails")
    game = Played(table(ours, player(), acts=299))
    game.do(0, "lay_obstacle", card="pit_of_nails", at=game["iron_gallery"])
    assert game.state.turn == 2


@pytest.mark.rule("chosen", "4.9")
def test_a_turn_has_so_many_acts() -> None:
    laid = player(mp=5, hand="bells_under_the_lake"), player(mp=4)
    game = Played(table(*laid, acts=299))
    game.do(0, "summon", card="bells_under_the_lake")
    assert game.state.turn == 2


def pairs(*mps: int, hand: str = "", row: str = "", **fields: str) -> Played:
    """Seats 0 and 2 against 1 and 3; all modes but the duel go on as twins do."""
    first, *others = mps
    others_laid = [player(mp=mp) for mp in others]
    return Played(table(player(mp=first, hand=hand, row=row, **fields), *others_laid, mode="twins"))


@pytest.mark.rule("chosen", "4.4", "4.6")
def test_after_a_paid_act_the_richest_is_active() -> None:
    game = pairs(5, 4, 0, 0, hand="salt_exchange")
    game.do(0, "summon", card="salt_exchange").quiet()
    assert game.asked == ("act", (1, 3))


@pytest.mark.rule("chosen", "4.2", "4.4", "4.5", "4.7")
@pytest.mark.parametrize("mode", ["challenge", "round_attack", "alliances", "twins"])
def test_modes_without_a_rule_of_their_own_go_on_alike(mode: Any) -> None:
    """Seat 0 has 1 MP more than seat 1, the others have none."""
    hand = "bells_under_the_lake the_ninth_lantern salt_exchange"
    laid = [player(mp=5, hand=hand), player(mp=4, hand=hand), player(), player()]
    state = table(*laid, mode=mode)
    first, second = ((0, 2), (1, 3)) if mode == "twins" else ((0,), (1,))
    game = Played(state)
    assert game.asked == ("act", first)
    game.do(0, "summon", card="salt_exchange").quiet()
    assert game.asked == ("act", second), "paid: the richest is active"
    game.do(1, "summon", card="salt_exchange").quiet()
    assert (game.mps, game.asked) == ([2, 1, 0, 0], ("act", first))
    game.do(0, "pass")
    assert game.asked == ("act", second), "next in order"
    game.do(1, "summon", card="bells_under_the_lake").quiet()
    assert game.asked == ("act", second), "not paid, though 0 has more"
    game.do(1, "pass")
    if mode != "twins":
        assert game.asked == ("act", (2,))
        game.do(2, "pass").do(3, "pass")
    assert game.state.turn == 2, "the last in order has passed, not the first"


@pytest.mark.rule("chosen", "4.6")
def test_what_was_paid_in_an_act_before_does_not_count() -> None:
    game = pairs(5, 4, 0, 0, hand="salt_exchange bells_under_the_lake")
    game.do(0, "summon", card="salt_exchange").quiet().do(1, "pass")
    game.do(0, "summon", card="bells_under_the_lake").quiet()
    assert game.asked == ("act", (0, 2))


@pytest.mark.rule("chosen", "4.6")
def test_whoever_stays_the_richest_begins_a_new_act() -> None:
    ours = {"hand": "salt_exchange", "row": "tolm_the_steward"}
    game = pairs(9, 5, 0, 0, **ours, quests="the_miller_who_walks:false_treasury")
    game = marked(game, "false_treasury", controller=1)
    game.do(0, "summon", card="salt_exchange").quiet()
    quest, team = game["the_miller_who_walks"], [game["tolm_the_steward"]]
    game.do(0, "send_team", target=quest, team=team).quiet()
    game.say(game["false_treasury"], dice=[6, 6])
    assert (game.mps, game.asked) == ([4, 5, 0, 0], ("act", (0, 2))), "lost, not paid"


@pytest.mark.rule("chosen", "4.5", "6.3")
def test_after_an_act_without_mp_who_acted_stays_active() -> None:
    poor = pairs(1, 4, 0, 0, hand="bells_under_the_lake pit_of_nails")
    poor.do(1, "pass").do(0, "summon", card="bells_under_the_lake").quiet()
    assert poor.asked == ("act", (0, 2)), "though the others have more MP"
    poor.do(0, "lay_obstacle", card="pit_of_nails", at=poor["bells_under_the_lake"])
    assert poor.asked == ("act", (0, 2))


PAYING: dict[str, tuple[str, dict[str, Any]]] = {
    "summoning": ("summon", {"card": "grey_hound", "target": "hale_marrow"}),
    "activation": ("use", {"card": "hale_marrow", "target": "seat:1"}),
    "attaching": ("attach", {"ally": "hired_archer", "to": "hale_marrow"}),
    "siege": ("send_team", {"target": "deep_cistern", "team": ["hale_marrow"]}),
}


@pytest.mark.rule("chosen", "4.6", "6.6")
@pytest.mark.parametrize("what", PAYING)
def test_what_counts_as_paid(what: str) -> None:
    ours = player(mp=2, hand="grey_hound", row="hale_marrow", storage="hired_archer")
    others = [player(mp=1, tower="deep_cistern iron_gallery"), player(), player(mp=1)]
    game = Played(table(ours, *others, mode="twins", active=0))
    kind, fields = PAYING[what]
    named: dict[str, Any] = {
        name: [game[n] for n in value]
        if isinstance(value, list)
        else game[value]
        if game.in_play(value)
        else value
        for name, value in fields.items()
    }
    game.do(0, kind, **named).quiet()
    assert game.asked == ("act", (1, 3)), "1 or no MP are left, and the others have 2"


@pytest.mark.rule("chosen", "4.6")
def test_mp_for_solving_count_over_the_whole_act() -> None:
    game = pairs(2, 2, 0, 0, row="sister_amity", quests="bells_under_the_lake")
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=[game["sister_amity"]])
    assert game.quiet().mps[0] == 1
    assert game.asked == ("act", (1, 3))


@pytest.mark.rule("chosen", "4.6")
def test_a_team_that_solves_nothing_has_paid_nothing() -> None:
    game = pairs(2, 4, 0, 0, row="tolm_the_steward", quests="wolves_at_the_toll")
    game.do(1, "pass")
    quest, team = game["wolves_at_the_toll"], [game["tolm_the_steward"]]
    game.do(0, "send_team", target=quest, team=team, dice=[6, 6])
    assert game.asked == ("act", (0, 2))


@pytest.mark.rule("chosen", "4.6")
def test_what_others_pay_in_answers_does_not_count() -> None:
    ours = player(mp=1, hand="bells_under_the_lake")
    rival = player(mp=4, hand="not_today")
    game = Played(table(ours, rival, player(), player(), mode="twins", active=0))
    game.do(0, "summon", card="bells_under_the_lake").do(1, "summon", card="not_today", target="a1")
    assert game.quiet().mps[1] == 2
    assert game.asked == ("act", (0, 2))


@pytest.mark.rule("chosen", "4.7", "6.8")
def test_after_a_pass_the_next_in_order_is_active_and_after_the_last_the_phase_ends() -> None:
    game = pairs(3, 4, 0, 0, hand="salt_exchange")
    game.do(1, "pass")
    assert game.asked == ("act", (0, 2))
    acts = game.state.acts
    game.do(0, "summon", card="salt_exchange").quiet()
    assert game.state.acts == acts + 1, "a pass is no act, a summoning is"
    assert game.asked == ("act", (1, 3)), "who has passed is active again"
    game.do(3, "pass").do(2, "pass")
    assert game.state.turn == 2


@pytest.mark.rule("chosen", "4.7")
def test_the_pass_of_the_last_in_order_ends_the_phase_at_once() -> None:
    game = pairs(1, 4, 0, 0, hand="bells_under_the_lake")
    game.do(1, "pass").do(0, "summon", card="bells_under_the_lake").quiet()
    game.do(0, "pass")
    assert game.state.turn == 2, "nobody is behind 0 and 2"
