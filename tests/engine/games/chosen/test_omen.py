"""Section 10: Omens enter, and leave play by a pass; who is active."""

from __future__ import annotations

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.decks import Ready
from tests.engine.games.chosen.omens import (
    BUILDING,
    DIM,
    HALE,
    KIN,
    QUEST,
    WITH_OMEN,
    cards,  # noqa: F401  # a fixture of all tests here
    done,
    game,
    omens,
    opening,
    phases,
    refreshed,
    row,
    seen,
    trio,
)
from tests.engine.games.chosen.table import player
from tests.engine.scenario import fold

# --- the table ------------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "1.1")
def test_three_to_eight_play_it() -> None:
    config = ChosenConfig(mode="omen")
    assert [n for n in range(2, 10) if GAME.table_refused(config, n) is None] == [*range(3, 9)]


@pytest.mark.rule("chosen", "10.1", "1.8")
@pytest.mark.parametrize("seats", [3, 8])
def test_the_omens_of_the_decks_enter_in_the_first_turn(seats: int) -> None:
    deck = Ready(name="first_steps")
    events = GAME.setup(ChosenConfig(mode="omen"), (deck,) * seats, Rng(bytes(32), 1))
    state = fold(GAME, GAME.initial, events)
    entered = [event.seat for event in events if event.kind == "omen_entered"]  # pyright: ignore[reportAttributeAccessIssue]
    waiting = () if state.question is None else state.question.seats
    assert state.from_starting()[: len(entered)] == tuple(entered)
    assert waiting


# --- the opening [10.1] ---------------------------------------------------------------------------


@pytest.mark.rule("chosen", "10.1", "3.2")
def test_omens_enter_free_from_the_starting_player_on() -> None:
    laid = player(mp=1, row=DIM, omen=KIN)
    played = opening(laid, laid, laid, starting=0)
    assert [event.seat for event in played.told("omen_entered")] == [1, 2, 0]
    assert [one.omen for one in played.state.players] == [None, None, None]
    assert phases(played) == ["in_play"] * 3
    assert played.mps == [5, 5, 5], "printed are 1 MP; 4 come in the resource phase"
    kinds = [event.kind for event in played.log]
    assert kinds.index("omen_entered") < kinds.index("refreshed")


@pytest.mark.rule("chosen", "10.1", "10.9")
def test_without_its_condition_it_does_not_enter() -> None:
    without = player(omen=KIN)
    played = opening(without, player(row=DIM, omen=KIN), without)
    assert phases(played) == ["none", "in_play", "none"]
    assert played.state.players[0].omen == KIN


@pytest.mark.rule("chosen", "10.1")
def test_one_with_a_target_needs_its_condition_as_well() -> None:
    laid = player(mp=8, omen="sign_of_wealth"), player(mp=9, omen="sign_of_wealth"), player()
    played = opening(*laid).say("seat:0")
    assert phases(played) == ["none", "in_play", "none"]
    assert played.asked == ("act", (1,)), "seat 0 names no target"


@pytest.mark.rule("chosen", "10.1", "5.8")
def test_its_player_names_the_target() -> None:
    laid = player(row=DIM, omen=KIN)
    played = opening(laid, laid, player(row=f"{DIM} {HALE}", omen="sign_of_one"))
    assert played.asked == ("omen", (2,))
    assert played.state.phase == "opening"
    assert omens(played) == [1]
    assert played.answers == tuple(row(played, 2))
    assert GAME.default(played.state, 2).model_dump()["pick"] == row(played, 2)[0]
    played.say(row(played, 2)[1])
    assert played.piece("sign_of_one").target == row(played, 2)[1]
    assert omens(played) == [0, 1, 2]
    assert played.asked == ("act", (1,))


@pytest.mark.rule("chosen", "10.1", "5.8")
def test_the_only_target_there_is_is_not_asked_for() -> None:
    played = opening(player(row=DIM, omen="sign_of_one"), player(), player())
    assert played.piece("sign_of_one").target == played[DIM]


@pytest.mark.rule("chosen", "10.1", "10.9")
def test_without_a_target_it_does_not_enter() -> None:
    played = opening(player(omen="sign_of_one"), player(row=DIM, omen=KIN), player())
    assert phases(played) == ["none", "in_play", "none"]


@pytest.mark.rule("chosen", "10.1", "2.12")
def test_what_an_omen_does_when_it_enters_is_done() -> None:
    played = opening(player(omen="sign_of_enmity"), player(), player())
    assert played.answers == ("seat:1", "seat:2")
    played.say("seat:2")
    assert played.kinds.index("cards_drawn") < played.kinds.index("phase_started")


@pytest.mark.rule("chosen", "10.1", "17.2")
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_somebody_leaves_while_a_target_is_awaited(leaver: int) -> None:
    laid = player(row=DIM, omen=KIN)
    played = opening(player(omen="sign_of_enmity"), laid, laid, player(), starting=3)
    assert played.asked == ("omen", (0,))
    played.leave(leaver)
    if leaver:
        assert played.asked == ("omen", (0,))
        assert len(played.answers) == 2
        played.say(played.answers[0])
    assert omens(played) == [seat for seat in range(3) if seat != leaver]
    assert played.asked is not None
    assert played.asked[0] == "act"


@pytest.mark.rule("chosen", "16.8")
def test_an_omen_is_known_to_its_player_until_it_has_entered() -> None:
    played = opening(player(omen=KIN), player(row=DIM, omen=KIN), player())
    assert [seen(played, 0, viewer) for viewer in (0, 1, None)] == [KIN, None, None]
    played.do(1, "pass")
    assert [seen(played, 1, viewer) for viewer in (0, 1, None)] == [KIN, KIN, KIN]


# --- Omen-pass and the acts after it [10.3] to [10.6] ---------------------------------------------


@pytest.mark.rule("chosen", "10.3", "10.4")
def test_with_a_pass_the_omen_leaves_and_its_player_alone_has_a_resource_phase() -> None:
    played = trio(row=f"{DIM}! {HALE}~", hand=BUILDING).do(0, "pass")
    assert omens(played) == [1, 2]
    assert played.state.players[0].omen == KIN
    assert played.mps == [9, 2, 2]
    assert [len(one.hand) for one in played.state.players] == [7, 0, 0]
    assert [piece.awareness for piece in played.state.of(0, "row")] == ["resting", "awake"]
    assert refreshed(played) == [0]
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.4", "3.5")
def test_what_his_cards_do_in_a_resource_phase_they_do_then() -> None:
    other = player(mp=2, row=DIM, buildings=BUILDING, **WITH_OMEN)
    played = game(player(mp=5, buildings=BUILDING, **WITH_OMEN), other, other)
    assert played.do(0, "pass").mps == [10, 2, 2]


@pytest.mark.rule("chosen", "10.4", "8.9")
def test_the_damage_of_his_resource_phase_is_counted_when_it_is_over() -> None:
    played = trio(row=f"firebrand {DIM}").do(0, "pass")
    assert row(played, 0) == []
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.5", "4.4", "4.5", "10.7")
def test_then_he_does_one_act_after_the_other() -> None:
    played = trio(row=HALE, hand=f"{BUILDING} {QUEST} house_of_maps").do(0, "pass")
    for card in (BUILDING, QUEST, "house_of_maps"):
        played.do(0, "summon", card=card).quiet()
        assert played.asked == ("act", (0,))
    played.do(0, "send_team", target=played.state.towers[1][0], team=row(played, 0)).quiet()
    assert played.asked == ("act", (0,))
    assert phases(played)[0] == "acting"


@pytest.mark.rule("chosen", "10.5", "5.2")
def test_each_of_them_has_its_timeline() -> None:
    other = player(mp=2, hand="not_today", row=DIM, **WITH_OMEN)
    played = game(player(mp=5, hand=BUILDING, **WITH_OMEN), other, other)
    played.do(0, "pass").do(0, "summon", card=BUILDING)
    assert played.asked == ("answer", (1,))
    played.do(1, "summon", card="not_today", target="a1").quiet()
    assert not played.in_play(BUILDING)
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.5", "10.6", "10.7")
def test_with_the_next_pass_he_has_finished_and_is_not_active_again() -> None:
    played = done(trio(), 0)
    assert phases(played) == ["done", "in_play", "in_play"]
    assert played.asked == ("act", (1,))
    assert done(played, 1).asked == ("act", (2,)), "seat 0 has most MP, but no Omen"


@pytest.mark.rule("chosen", "10.3", "10.5", "17.1")
def test_passing_says_what_it_means_and_is_what_the_clock_does() -> None:
    played = trio()
    assert GAME.legal(played.state, 0)[0].label == "Pass: your Omen leaves play"
    played.do(0, "pass")
    assert GAME.legal(played.state, 0)[0].label == "Finish"
    assert GAME.default(played.state, 0).kind == "pass"
    done(played.do(0, "pass"), 1).do(2, "pass")
    assert played.state.turn == 1


@pytest.mark.rule("chosen", "10.6", "10.7", "5.4")
def test_who_has_finished_answers_but_does_no_other_act() -> None:
    other = player(mp=2, row=DIM, hand=QUEST, **WITH_OMEN)
    played = game(player(mp=5, row=HALE, hand=f"cold_steel {QUEST}", **WITH_OMEN), other, other)
    done(played, 0).do(1, "summon", card=QUEST)
    assert played.asked == ("answer", (0,))
    assert played.refused(0, "summon", card=QUEST) == ("NOT_NOW", "5.4")
    level = played.state.towers[1][0]
    refused = played.refused(0, "send_team", target=level, team=row(played, 0))
    assert refused == ("NOT_NOW", "4.3")
    played.do(0, "summon", card="cold_steel", target=row(played, 1)[0])


@pytest.mark.rule("chosen", "10.6", "10.9", "7.9")
def test_who_has_finished_or_has_no_omen_obstructs() -> None:
    played = game(
        player(mp=5, row=HALE, **WITH_OMEN), player(mp=2, row=DIM, **WITH_OMEN), player(row=DIM)
    )
    done(played, 0).do(1, "send_team", target=played.state.towers[0][0], team=row(played, 1))
    played.do(0, "pass")  # an answer
    assert played.asked == ("obstruct", (2,))
    played.let_pass()
    assert played.asked == ("obstruct", (0,))


@pytest.mark.rule("chosen", "10.3", "6.8")
def test_passing_in_answer_takes_no_omen() -> None:
    other = player(mp=2, row=DIM, hand="cold_steel", **WITH_OMEN)
    played = game(player(mp=5, hand=BUILDING, **WITH_OMEN), other, other)
    played.do(0, "summon", card=BUILDING).do(1, "pass")
    assert omens(played) == [0, 1, 2]
    assert refreshed(played) == []


# --- who is active [10.7] [10.8] [10.9] -----------------------------------------------------------


@pytest.mark.rule("chosen", "10.7", "4.4", "4.2")
def test_the_richest_with_an_omen_is_active() -> None:
    played = game(player(mp=9), player(mp=5, hand=BUILDING, **WITH_OMEN), player(mp=3, **WITH_OMEN))
    assert played.asked == ("act", (1,))
    played.do(1, "summon", card=BUILDING).quiet()
    assert played.asked == ("act", (2,))


@pytest.mark.rule("chosen", "10.7", "4.5")
def test_after_an_act_without_mp_the_same_stays_active() -> None:
    laid = player(mp=3, hand=QUEST, **WITH_OMEN), player(mp=5, **WITH_OMEN), player()
    played = game(*laid, active=0).do(0, "summon", card=QUEST).quiet()
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.8", "4.7")
@pytest.mark.parametrize(("mps", "follows"), [((30, 20), 1), ((8, 30), 1), ((30, 8), 2)])
def test_the_next_in_order_with_an_omen_follows_and_then_the_first(
    mps: tuple[int, int], follows: int
) -> None:
    laid = player(mp=5, **WITH_OMEN), *(player(mp=mp, **WITH_OMEN) for mp in mps)
    played = done(game(*laid, active=0), 0)
    assert (played.state.turn, played.asked) == (1, ("act", (follows,)))


@pytest.mark.rule("chosen", "10.7", "10.8")
def test_who_has_no_omen_is_left_out_after_a_pass() -> None:
    played = game(player(mp=9, **WITH_OMEN), player(mp=5), player(mp=3, **WITH_OMEN))
    assert done(played, 0).asked == ("act", (2,))


@pytest.mark.rule("chosen", "10.6", "10.8")
def test_the_phase_ends_when_all_have_finished() -> None:
    """Of those who have, some come after the last passer in MP order."""
    laid = (player(mp=mp, row=DIM, **WITH_OMEN) for mp in (5, 30, 2))
    played = done(game(*laid, active=0), 0)
    assert done(played, 2).asked == ("act", (1,))
    assert done(played, 1).state.turn == 2


@pytest.mark.rule("chosen", "10.8")
def test_the_phase_ends_when_the_last_has_finished() -> None:
    played = game(player(mp=9, **WITH_OMEN), player(mp=5), player(mp=3)).do(0, "pass")
    assert (played.state.turn, played.asked) == (1, ("act", (0,)))
    played.do(0, "pass")
    assert played.state.turn > 1


@pytest.mark.rule("chosen", "10.9", "10.7")
def test_whose_omen_is_not_there_is_never_active_but_answers() -> None:
    played = game(
        player(mp=9, hand="cold_steel"),
        player(mp=5, hand=QUEST, row=DIM, **WITH_OMEN),
        player(mp=3, **WITH_OMEN),
    )
    played.do(1, "summon", card=QUEST)
    assert played.asked == ("answer", (0,))
    done(done(played.quiet(), 1), 2)
    assert refreshed(played)[:2] == [1, 2]
    assert played.state.turn == 2


@pytest.mark.rule("chosen", "10.9", "10.8")
def test_without_any_omen_there_is_no_manoeuvre_phase() -> None:
    played = done(game(player(mp=1, **WITH_OMEN), player(), player(omen=KIN)), 0)
    assert "manoeuvres" not in [event.phase for event in played.told("phase_started")]
    assert played.state.turn > 2


@pytest.mark.rule("chosen", "10.10", "10.3")
def test_an_omen_that_left_enters_again_in_the_next_turn() -> None:
    played = done(game(player(mp=9, row=DIM, **WITH_OMEN), player(), player()), 0)
    assert played.state.turn == 2
    assert omens(played) == [0]
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.3", "4.9")
def test_an_omen_that_was_not_passed_stays() -> None:
    played = game(player(mp=9, hand=QUEST, **WITH_OMEN), player(), player(), acts=299)
    played.do(0, "summon", card=QUEST)
    assert played.state.turn == 2
    assert phases(played) == ["in_play", "none", "none"]
    assert played.told("omen_entered") == []
