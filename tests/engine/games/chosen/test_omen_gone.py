"""Section 10: Omens that are neutralised or go otherwise, players who leave, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.chosen import operations
from tests.engine.games.chosen.omens import (
    BUILDING,
    DIM,
    HALE,
    KIN,
    QUEST,
    WITH_OMEN,
    aimed,
    cards,  # noqa: F401  # a fixture of all tests here
    done,
    game,
    omen_of,
    omens,
    opening,
    phases,
    refreshed,
    row,
    trio,
)
from tests.engine.games.chosen.table import Played, player, worth

# --- neutralising [10.2] and other ways out of play -----------------------------------------------


def duel(hand: str, **fields: Any) -> Played:
    """Seat 0 is active and has some cards; three have their Omens in play."""
    other = player(mp=2, row=f"{HALE}~", **WITH_OMEN)
    return game(player(mp=5, hand=hand, row=DIM, **WITH_OMEN), other, other, **fields)


@pytest.mark.rule("chosen", "10.2", "2.9")
def test_what_aims_at_events_does_not_aim_at_omens() -> None:
    played = duel("torn_decree")
    refused = played.refused(0, "summon", card="torn_decree", target=omen_of(played, 1))
    assert refused == ("NO_TARGET", "6.1")


@pytest.mark.rule("chosen", "10.2", "10.4", "10.5")
def test_a_neutralised_omen_gives_its_player_the_same() -> None:
    played = duel("clear_sky")
    played.do(0, "summon", card="clear_sky", target=omen_of(played, 2)).quiet()
    assert omens(played) == [0, 1]
    assert played.mps == [4, 2, 6]
    assert [len(one.hand) for one in played.state.players] == [0, 0, 7]
    assert played.state.present[row(played, 2)[0]].awareness == "awake"
    assert played.asked == ("act", (2,))
    played.do(2, "pass")
    assert phases(played) == ["in_play", "in_play", "done"]
    assert played.asked == ("act", (0,)), "next in MP order after seat 2"


@pytest.mark.rule("chosen", "10.10", "10.2")
def test_a_neutralised_omen_enters_again_in_the_next_turn() -> None:
    played = duel("clear_sky")
    played.do(0, "summon", card="clear_sky", target=omen_of(played, 0))
    done(done(played.do(0, "pass"), 1), 2)
    assert played.state.turn == 2
    assert omens(played) == [0, 1, 2]


@pytest.mark.rule("chosen", "10.10")
def test_in_the_other_reading_a_neutralised_omen_is_gone_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(operations, "OMEN_NEUTRALISED_RETURNS", False)
    played = duel("clear_sky")
    played.do(0, "summon", card="clear_sky", target=omen_of(played, 2)).quiet()
    assert (refreshed(played), played.asked) == ([2], ("act", (2,)))
    assert played.state.players[2].past == (KIN,)
    done(done(played.do(2, "pass"), 0), 1)
    assert played.state.turn == 2
    assert (omens(played), phases(played)[2]) == ([0, 1], "none")


@pytest.mark.rule("chosen", "10.4", "5.5")
def test_the_resource_phase_waits_until_the_timeline_has_closed() -> None:
    other = player(mp=2, hand="clear_sky", row=DIM, **WITH_OMEN)
    played = game(player(mp=5, hand=f"{BUILDING} {QUEST}", row=DIM, **WITH_OMEN), other, other)
    played.do(0, "summon", card=BUILDING)
    played.do(1, "summon", card="clear_sky", target=omen_of(played, 0))
    while omens(played) == [0, 1, 2]:
        played.let_pass()
    assert refreshed(played) == [], "the building waits on the timeline"
    played.quiet()
    kinds = [event.kind for event in played.log]
    assert kinds.index("card_entered") < kinds.index("omenless_begun") < kinds.index("refreshed")
    assert refreshed(played) == [0]
    assert played.asked == ("act", (0,))
    assert phases(played)[0] == "acting"


@pytest.mark.rule("chosen", "10.5")
def test_who_acts_without_an_omen_is_not_interrupted() -> None:
    played = duel("clear_sky").do(0, "pass")
    played.do(0, "summon", card="clear_sky", target=omen_of(played, 2)).quiet()
    assert refreshed(played) == [0, 2]
    assert phases(played) == ["acting", "in_play", "acting"]
    assert played.asked == ("act", (0,))
    assert played.do(0, "pass").asked == ("act", (2,))
    assert played.do(2, "pass").asked == ("act", (1,))


@pytest.mark.rule("chosen", "10.5")
def test_who_has_begun_finishes_first_and_the_others_follow_from_the_starting_player_on() -> None:
    other = player(mp=2, **WITH_OMEN)
    laid = other, player(mp=5, hand="clear_sky", **WITH_OMEN), player(
        mp=2, hand="clear_sky clear_sky", **WITH_OMEN
    )  # fmt: skip
    played = game(*laid, other, active=1, starting=3)
    for by, of in ((1, 2), (2, 0), (2, 3)):
        played.do(by, "summon", card="clear_sky", target=omen_of(played, of)).quiet()
        assert played.asked == ("act", (2,))
    assert played.do(2, "pass").asked == ("act", (3,))
    assert played.do(3, "pass").asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.5", "4.5")
def test_who_has_no_omen_any_more_acts_as_soon_as_the_act_of_somebody_else_is_over() -> None:
    other = player(mp=2, hand="clear_sky", **WITH_OMEN)
    played = game(player(mp=5, hand=QUEST, **WITH_OMEN), other, other)
    played.do(0, "summon", card=QUEST)
    played.do(1, "summon", card="clear_sky", target=omen_of(played, 2)).quiet()
    assert played.asked == ("act", (2,)), "though seat 0 has paid nothing"


@pytest.mark.rule("chosen", "10.4", "10.5", "7.8")
def test_in_a_manoeuvre_the_acts_wait_until_it_is_over() -> None:
    played = game(
        player(mp=5, row="the_twice_drowned", hand="clear_sky", **WITH_OMEN),
        player(mp=2, row="bren_of_the_ford", tower="granary iron_gallery", **WITH_OMEN),
        player(mp=3, **WITH_OMEN),
    )
    played.do(0, "send_team", target=played["granary"], team=row(played, 0))
    played.do(1, "obstruct", team=row(played, 1))
    played.do(0, "summon", card="clear_sky", target=omen_of(played, 1)).let_pass()
    assert refreshed(played) == [1], "the timeline has closed"
    assert played.state.manoeuvre is not None
    assert played.asked is not None
    assert played.asked[0] == "prepare"
    played.quiet(dice=[6, 6, 6, 6])
    assert not played.in_play("granary")
    assert played.asked == ("act", (1,))


@pytest.mark.rule("chosen", "10.4", "2.9")
def test_an_omen_goes_with_its_target() -> None:
    played = duel("arrow")
    omen = omen_of(played, 1)
    target = row(played, 1)[0]
    played = Played(aimed(played, omen, target))
    played.do(0, "summon", card="arrow", target=target).quiet()
    assert omens(played) == [0, 2]
    assert played.state.players[1].omen == KIN
    assert played.asked == ("act", (1,))


@pytest.mark.rule("chosen", "10.4", "2.9", "3.3")
def test_an_omen_may_be_gone_before_the_manoeuvre_phase() -> None:
    played = opening(
        player(row="firebrand", omen="sign_of_one"), player(row=DIM, omen=KIN), player()
    )
    assert omens(played) == [1]
    assert refreshed(played) == [1, 2, 0, 0]
    assert played.asked == ("act", (0,))
    assert phases(played) == ["acting", "in_play", "none"]
    assert played.do(0, "pass").asked == ("act", (1,))


@pytest.mark.rule("chosen", "10.4", "3.6")
def test_an_omen_may_be_gone_at_the_end_of_the_turn() -> None:
    laid = player(mp=5, hand=QUEST, **WITH_OMEN), player(row="doomed_one", **WITH_OMEN), player()
    played = game(*laid, acts=299)
    played = Played(aimed(played, omen_of(played, 1), row(played, 1)[0]))
    played.do(0, "summon", card=QUEST)
    assert played.state.turn == 2
    kinds = [event.kind for event in played.log]
    assert kinds.index("omenless_begun") < kinds.index("turn_started")
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.4", "2.11")
def test_an_omen_that_is_sacrificed_is_gone_for_good() -> None:
    laid = player(mp=5, events="sign_of_sacrifice*", omen_phase="in_play")
    played = game(laid, player(mp=2, **WITH_OMEN), player())
    played.do(0, "use", card=omen_of(played, 0)).quiet()
    assert refreshed(played) == [0]
    assert played.asked == ("act", (0,))
    assert played.state.players[0].past == ("sign_of_sacrifice",)
    done(played.do(0, "pass"), 1)
    assert played.state.players[0].omen is None


# --- dropping out ---------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "10.7", "17.2", "9.6")
@pytest.mark.parametrize("before", ["", "pass"])
def test_the_active_player_leaves(before: str) -> None:
    played = trio()
    if before:
        played.do(0, before)
    played.leave(0)
    assert played.asked == ("act", (1,))
    assert omens(played) == [1, 2]
    assert played.state.gone.count(KIN) == 1


@pytest.mark.rule("chosen", "10.8", "17.2")
def test_the_last_with_an_omen_leaves() -> None:
    played = game(player(mp=5, **WITH_OMEN), player(omen=KIN, row=DIM), player()).leave(0)
    assert played.state.turn == 2
    assert played.asked == ("act", (1,))


@pytest.mark.rule("chosen", "10.4", "10.5", "2.9", "17.2")
def test_an_omen_goes_with_the_player_it_is_aimed_at() -> None:
    played = game(
        player(mp=5, **WITH_OMEN),
        player(mp=2, events="sign_of_enmity*", omen_phase="in_play"),
        player(),
        player(),
    )
    played = Played(aimed(played, omen_of(played, 1), "seat:2")).leave(2)
    assert omens(played) == [0]
    assert refreshed(played) == [1]
    assert played.asked == ("act", (1,)), "at once, though seat 0 was asked for an act"
    assert phases(played) == ["in_play", "acting", "none", "none"]
    assert played.do(1, "pass").asked == ("act", (0,))


@pytest.mark.rule("chosen", "10.5", "17.2")
def test_one_of_two_who_act_without_omen_leaves() -> None:
    played = duel("clear_sky").do(0, "pass")
    played.do(0, "summon", card="clear_sky", target=omen_of(played, 2)).quiet().leave(0)
    assert played.asked == ("act", (2,))


# --- the end [10.11] ------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "10.11", "9.4")
@pytest.mark.parametrize(
    ("dp", "winners"), [((17, 0), (0,)), ((16, 0), None), ((18, 21), (1,)), ((18, 18), (0,))]
)
def test_nineteen_dp_and_more_than_all_win_at_once(
    dp: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    """Two more are solved, by seat 0."""
    ours = {"mp": 5, "row": "sister_amity", "quests": QUEST, **WITH_OMEN, **worth(dp[0])}
    played = game(player(**ours), player(**worth(dp[1])), player())
    played.do(0, "send_team", target=played[QUEST], team=row(played, 0)).quiet()
    assert played.winners == winners


@pytest.mark.rule("chosen", "10.11")
def test_with_as_many_dp_as_another_nobody_wins_at_once() -> None:
    played = game(player(mp=5, hand=QUEST, **WITH_OMEN, **worth(20)), player(**worth(20)), player())
    assert played.do(0, "summon", card=QUEST).quiet().winners is None


@pytest.mark.rule("chosen", "10.11", "3.6")
@pytest.mark.parametrize(("dp", "winners"), [((11, 10), (0,)), ((10, 0), None), ((12, 12), None)])
def test_eleven_win_at_the_end_of_the_turn(
    dp: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    ours = {"row": DIM, **WITH_OMEN, **worth(dp[0])}
    played = game(player(**ours), player(**worth(dp[1])), player())
    assert done(played, 0).winners == winners


@pytest.mark.rule("chosen", "10.11", "9.5")
def test_whose_future_is_empty_drops_out_unless_he_wins() -> None:
    laid = player(row=DIM, **WITH_OMEN), player(future=""), player()
    played = done(game(*laid), 0)
    assert [one.out for one in played.state.players] == [False, True, False]
    rich = player(future="", row=DIM, **worth(12), **WITH_OMEN)
    assert done(game(rich, player(), player()), 0).winners == (0,)


@pytest.mark.rule("chosen", "10.11", "9.5", "9.8")
def test_whose_last_level_is_lost_drops_out_and_the_last_wins() -> None:
    played = game(
        player(mp=9, row=f"{DIM} {HALE}", **WITH_OMEN),
        player(tower="granary"),
        player(tower="toll_hall"),
    )
    dim, hale = row(played, 0)
    played.do(0, "send_team", target=played["granary"], team=[dim]).quiet()
    assert [one.out for one in played.state.players] == [False, True, False]
    assert played.winners is None
    played.do(0, "send_team", target=played["toll_hall"], team=[hale]).quiet()
    assert played.winners == (0,)
