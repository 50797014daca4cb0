"""Sections 9 and 17: dropping out, leaving, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.bonuses import glory
from tests.engine.games.chosen.table import Played, player, table, worth

THREE_DP = "a_debt_in_glass"


def twins(*laid: object, **fields: object) -> Played:
    players = [*laid, *[player()] * (4 - len(laid))]
    return Played(table(*players, mode="twins", **fields))  # pyright: ignore[reportArgumentType]


def controlled(game: Played, card: str, by: int) -> Played:
    """Let a card in play be controlled by somebody else than its owner."""
    piece = replace(game.piece(card), controller=by)
    return Played(replace(game.state, present={**game.state.present, piece.n: piece}))


@pytest.mark.rule("chosen", "9.1", "2.1")
def test_dp_are_of_solved_quests_and_buildings() -> None:
    ours = player(
        solved=f"{THREE_DP} bells_under_the_lake", buildings="salt_exchange house_of_maps"
    )
    theirs = player(quests=THREE_DP, row="hale_marrow", storage="grey_hound")
    game = Played(table(ours, theirs))
    assert [glory(game.state, seat) for seat in (0, 1)] == [3 + 2 + 1 + 1, 0]


@pytest.mark.rule("chosen", "9.1")
def test_dp_are_of_who_controls_what_gives_them_in_play_and_open() -> None:
    game = Played(table(player(), player(buildings="salt_exchange", row="the_grinning_heir")))
    assert [glory(game.state, seat) for seat in (0, 1)] == [0, 2]
    game = controlled(game, "salt_exchange", 0)
    assert [glory(game.state, seat) for seat in (0, 1)] == [1, 1]
    for change in ({"face_down": True}, {"place": "storage"}):
        piece = replace(game.piece("the_grinning_heir"), **change)  # pyright: ignore[reportArgumentType]
        hidden = replace(game.state, present={**game.state.present, piece.n: piece})
        assert glory(hidden, 1) == 0


@pytest.mark.rule("chosen", "9.2", "9.4")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [(16, 18, (0,)), (15, 0, None), (16, 21, (1,))],
    ids=["19 and most", "18", "most by the other"],
)
def test_19_dp_and_most_win_at_once_in_a_duel(
    ours: int, theirs: int, winners: tuple[int, ...] | None
) -> None:
    """Seat 0 solves a quest of 3 DP."""
    state = table(
        player(mp=5, row="ossa_lockfinger", quests=THREE_DP, **worth(ours)), player(**worth(theirs))
    )
    game = Played(state)
    assert game.winners is None, "nothing is seen before a timeline closes"
    game.do(0, "send_team", target=game[THREE_DP], team=[game["ossa_lockfinger"]])
    assert game.winners == winners


@pytest.mark.rule("chosen", "9.2")
def test_with_equal_dp_nobody_wins_at_once() -> None:
    game = Played(table(player(mp=5, hand="good_harvest", **worth(20)), player(**worth(20))))
    assert game.do(0, "summon", card="good_harvest").winners is None


@pytest.mark.rule("chosen", "9.2")
def test_both_towers_gone_at_the_same_moment_are_a_draw() -> None:
    state = table(player(mp=5, hand="good_harvest", tower=""), player(tower=""))
    game = Played(state).do(0, "summon", card="good_harvest")
    assert game.winners == ()


@pytest.mark.rule("chosen", "9.2", "9.4")
def test_levels_decide_before_dp_and_when_a_timeline_has_closed() -> None:
    ours = player(mp=5, hand="good_harvest", solved=" ".join([THREE_DP] * 8), tower="")
    game = Played(table(ours, player(mp=1, hand="grey_hound"), active=0))
    game.do(0, "summon", card="good_harvest")
    assert game.winners is None, "the timeline is open"
    game.let_pass()
    assert game.winners == (1,)


@pytest.mark.rule("chosen", "9.3")
@pytest.mark.parametrize(("dp", "winners"), [(10, None), (11, (0,))])
def test_eleven_dp_are_just_enough_at_the_end_of_a_turn(
    dp: int, winners: tuple[int, ...] | None
) -> None:
    game = Played(table(player(**worth(dp)), player())).let_pass().let_pass()
    assert game.winners == winners


@pytest.mark.rule("chosen", "9.3")
def test_equal_with_eleven_whoever_has_cards_left_wins() -> None:
    game = Played(table(player(future="", **worth(12)), player(**worth(12)))).let_pass().let_pass()
    assert game.winners == (1,)


@pytest.mark.rule("chosen", "9.3")
def test_with_neither_cards_nor_eleven_dp_it_is_a_draw() -> None:
    laid = player(future="", **worth(10)), player(future="", **worth(10))
    assert Played(table(*laid)).let_pass().let_pass().winners == ()


@pytest.mark.rule("chosen", "9.4", "9.7")
def test_when_somebody_has_left_it_is_seen_at_once_who_wins() -> None:
    omen: dict[str, Any] = {"events": "red_comet*", "omen_phase": "in_play"}
    laid = [player(**worth(19), **omen), player(**worth(19), **omen), player(**omen)]
    game = Played(table(*laid, mode="omen"))
    assert game.winners is None
    assert game.leave(1).winners == (0,)


@pytest.mark.rule("chosen", "9.5")
def test_with_an_empty_future_whoever_wins_at_the_end_of_the_turn_does_not_drop_out() -> None:
    omen: dict[str, Any] = {"events": "red_comet*", "omen_phase": "in_play"}
    laid = [player(future="", **worth(12), **omen), player(**omen), player(**omen)]
    game = Played(table(*laid, mode="omen"))
    while game.winners is None and game.state.turn == 1:
        game.let_pass()
    assert game.winners == (0,)
    assert game.told("players_dropped") == []


@pytest.mark.rule("chosen", "9.3")
def test_equal_with_eleven_a_new_turn_begins_though_both_futures_are_empty() -> None:
    game = Played(table(player(future="", **worth(11)), player(future="", **worth(11))))
    game.let_pass().let_pass()
    assert (game.winners, game.state.turn) == (None, 2)


@pytest.mark.rule("chosen", "9.6")
def test_all_that_a_leaver_controls_leaves_the_game_and_what_others_control_stays() -> None:
    ours = player(
        mp=3,
        row="hale_marrow:grey_hound",
        hand="cold_steel",
        past="not_today",
        solved=THREE_DP,
        future="good_harvest",
    )
    game = twins(player(row="bren_of_the_ford"), ours, player(row="ansgar_the_dim"))
    game = controlled(controlled(game, "bren_of_the_ford", 1), "ansgar_the_dim", 3)
    laid = controlled(game, "grey_hound", 3)
    laid.leave(1)
    state = laid.state
    assert sorted(state.gone) == sorted(
        ["hale_marrow", "cold_steel", "not_today", THREE_DP, "good_harvest", "bren_of_the_ford"]
    )
    assert laid.piece("ansgar_the_dim").controller == 3
    assert laid.piece("grey_hound").place == "storage", "seat 3's, though seat 1 brought it"
    one = state.players[1]
    assert (one.out, one.hand, one.future, one.past, one.mp) == (True, (), (), (), 0)
    assert laid.in_play("iron_gallery")


@pytest.mark.rule("chosen", "9.6")
def test_own_cards_that_others_control_stay_and_go_out_of_the_game_later() -> None:
    game = controlled(twins(player(row="hale_marrow")), "hale_marrow", 1).leave(0)
    assert game.piece("hale_marrow").controller == 1
    game.leave(1)
    assert "hale_marrow" in game.state.gone


@pytest.mark.rule("chosen", "9.6", "16.2")
def test_what_others_have_laid_at_cards_that_go_is_shown() -> None:
    game = twins(player(quests=f"{THREE_DP}:pit_of_nails"))
    game = controlled(game, "pit_of_nails", 1).leave(0)
    assert [event.card for event in game.told("card_turned")] == ["pit_of_nails"]
    assert game.state.players[0].past == ()
    assert "pit_of_nails" in game.state.gone, "seat 0 brought it"


@pytest.mark.rule("chosen", "9.7", "5.2")
def test_what_a_leaver_had_on_the_timeline_is_gone() -> None:
    ours = player(mp=8, hand="hale_marrow grey_hound")
    rival = player(mp=5, hand="not_today grey_hound")
    game = twins(ours, rival, player(), player(mp=1, hand="grey_hound"), active=0)
    game.do(0, "summon", card="hale_marrow").do(1, "summon", card="not_today", target="a1")
    assert game.asked == ("answer", (0,))
    game.leave(1)
    assert "not_today" in game.state.gone
    assert game.asked == ("answer", (3,)), "nobody answers his own act, which is on top again"
    game.let_pass()
    assert game.in_play("hale_marrow")


@pytest.mark.rule("chosen", "9.7")
def test_with_the_leavers_act_the_timeline_is_empty() -> None:
    game = twins(player(mp=6, hand="hale_marrow"), player(mp=5, hand="grey_hound"), active=0)
    game.do(0, "summon", card="hale_marrow").leave(0)
    assert "hale_marrow" in game.state.gone
    assert (game.state.timeline, game.asked) == ((), ("act", (1, 3)))


@pytest.mark.rule("chosen", "9.7")
@pytest.mark.parametrize("leaver", [0, 1, 3])
def test_a_manoeuvre_of_a_leaver_is_over_and_his_obstructors_are_gone(leaver: int) -> None:
    theirs = player(mp=2, hand="grey_hound", buildings="salt_exchange")
    fighter = player(row="bren_of_the_ford")
    game = twins(player(mp=9, row="ansgar_the_dim"), theirs, player(), fighter)
    team = [game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["salt_exchange"], team=team).quiet_until("obstruct")
    game.do(3, "obstruct", team=[game["bren_of_the_ford"]])
    assert game.asked == ("prepare", (1,))
    game.leave(leaver)
    if leaver == 3:
        running = game.state.manoeuvre
        assert running is not None
        assert (running.obstructor, running.opposing, running.team) == (None, (), tuple(team))
        game.quiet()
        assert game.piece("salt_exchange").controller == 0
        return
    assert game.state.manoeuvre is None
    assert game.asked is not None
    assert game.asked[0] == "act"
    away = "bren_of_the_ford" if leaver == 0 else "ansgar_the_dim"
    assert game.piece(away).awareness == "resting"


@pytest.mark.rule("chosen", "9.8", "17.2")
def test_the_last_side_wins() -> None:
    game = twins().leave(1)
    assert game.winners is None
    game.leave(3)
    assert game.winners == (0, 2)
    assert game.state.end is not None
    assert game.state.end.why == "left"


@pytest.mark.rule("chosen", "9.9")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        ({"solved": THREE_DP}, {"buildings": "salt_exchange", "tower": "granary toll_hall"}, (0,)),
        ({"solved": THREE_DP, "tower": "granary toll_hall"}, {"solved": THREE_DP}, (0,)),
        ({"solved": THREE_DP}, {"solved": THREE_DP}, ()),
    ],
    ids=["most DP", "most levels", "all equal"],
)
def test_the_match_ends_at_the_closing_of_turn_60(
    ours: dict[str, Any], theirs: dict[str, Any], winners: tuple[int, ...]
) -> None:
    game = Played(table(player(**ours), player(**theirs), turn=60))
    game.let_pass().let_pass()
    assert game.winners == winners
    assert game.state.end is not None
    assert game.state.end.why == "turns"
    before = Played(table(player(**ours), player(**theirs), turn=59)).let_pass().let_pass()
    assert before.winners is None


@pytest.mark.rule("chosen", "9.9")
def test_those_who_are_equal_after_turn_60_share_a_draw_and_nobody_else() -> None:
    ahead, behind = player(solved=THREE_DP), player()
    game = Played(table(ahead, behind, ahead, mode="challenge", turn=60))
    game.let_pass().let_pass().let_pass()
    told = GAME.outcome(game.state)
    assert told is not None
    assert told.model_dump(include={"draw", "winners", "sharing"}) == {
        "draw": True,
        "winners": (),
        "sharing": (0, 2),
    }
    both = Played(table(player(mp=5, hand="good_harvest", tower=""), player(tower="")))
    told = GAME.outcome(both.do(0, "summon", card="good_harvest").state)
    assert told is not None
    assert told.model_dump()["sharing"] == (0, 1)


@pytest.mark.rule("chosen", "9.9")
def test_whoever_wins_at_the_end_of_turn_60_wins_as_in_any_turn() -> None:
    solved = " ".join([THREE_DP] * 4)
    game = Played(table(player(solved=solved), player(), turn=60)).let_pass().let_pass()
    assert game.state.end is not None
    assert game.state.end.why == "glory"


@pytest.mark.rule("chosen", "9.10")
@pytest.mark.parametrize(("counters", "winners"), [(4, None), (5, (1, 3))])
def test_a_card_with_enough_counters_wins_for_its_side(
    counters: int, winners: tuple[int, ...] | None
) -> None:
    game = twins(player(mp=9, hand="good_harvest"), player(events="council_of_nine"))
    council = replace(game.piece("council_of_nine"), counters=counters)
    game = Played(replace(game.state, present={**game.state.present, council.n: council}))
    game.do(0, "summon", card="good_harvest")
    assert game.winners == winners


@pytest.mark.rule("chosen", "9.10")
def test_it_wins_for_who_controls_it_and_counters_elsewhere_win_nothing() -> None:
    ours = player(mp=9, hand="good_harvest", buildings="vault_of_small_things")
    game = Played(table(ours, player(events="council_of_nine")))
    vault = replace(game.piece("vault_of_small_things"), counters=9)
    council = replace(game.piece("council_of_nine"), counters=5, owner=0)
    only = Played(replace(game.state, present={**game.state.present, vault.n: vault}))
    assert only.do(0, "summon", card="good_harvest").winners is None
    game = Played(replace(game.state, present={**game.state.present, council.n: council}))
    assert game.do(0, "summon", card="good_harvest").winners == (1,)


@pytest.mark.rule("chosen", "9.10", "3.6")
def test_a_card_may_win_in_the_closing() -> None:
    row = "ansgar_the_dim bren_of_the_ford hale_marrow"
    game = Played(table(player(row=row, events="council_of_nine"), player()))
    council = replace(game.piece("council_of_nine"), counters=4)
    game = Played(replace(game.state, present={**game.state.present, council.n: council}))
    game.let_pass().let_pass()
    assert game.winners == (0,)


@pytest.mark.rule("chosen", "17.2", "9.6")
def test_whoever_leaves_twice_changes_nothing() -> None:
    game = twins().leave(1)
    assert GAME.withdraw(game.state, 1, None) == ()  # pyright: ignore[reportArgumentType]
    assert game.refused(1, "auto_pass", on=True) == ("NOT_ASKED", "9.6")
    assert GAME.legal(game.state, 1) == ()
