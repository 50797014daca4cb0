"""Clauses 9.5 to 9.7 with more than two sides: what leaves the game, what stays, what goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games.chosen.cards import CARDS
from engine.games.chosen.models import ActionCard, Event
from engine.games.chosen.ops import Discard, Target
from tests.engine.games.chosen.table import Laid, Played, player, table

DIM, HALE, BREN = "ansgar_the_dim", "hale_marrow", "bren_of_the_ford"
QUEST, BUILDING, TRAP = "bells_under_the_lake", "salt_exchange", "greased_steps"


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    for card in (
        Event(
            id="grudge", name="Grudge", mp=1, duration="permanent", target=Target(what="opponent")
        ),
        ActionCard(id="fire_sale", name="Fire Sale", mp=1, does=(Discard(who="each_opponent"),)),
    ):
        monkeypatch.setitem(CARDS, card.id, card)  # pyright: ignore[reportArgumentType]


def game(*laid: Laid, **fields: Any) -> Played:
    """Four or more, without rules of their own about who attacks whom: nobody has challenged."""
    return Played(table(*laid, mode="challenge", **fields))


def four(*laid: Laid, **fields: Any) -> Played:
    return game(*laid, *(player() for _ in range(4 - len(laid))), **fields)


def given(played: Played, n: str, **fields: Any) -> Played:
    """The same table, but something is different about a card in play."""
    state = played.state
    present = {**state.present, n: replace(state.present[n], **fields)}
    return Played(replace(state, present=present))


def out(played: Played) -> list[int]:
    return [seat for seat, one in enumerate(played.state.players) if one.out]


# --- who drops out, and when [9.5] ----------------------------------------------------------------


@pytest.mark.rule("chosen", "9.5", "9.4")
def test_the_last_level_is_lost_and_the_others_go_on() -> None:
    played = four(player(mp=5, row=DIM), player(tower="granary", row=HALE, solved=QUEST))
    played.do(0, "send_team", target=played["granary"], team=[played[DIM]]).quiet()
    assert out(played) == [1]
    assert played.state.manoeuvre is None
    assert played.piece(DIM).awareness == "resting"
    assert not played.in_play(HALE)
    assert played.state.towers[1] == ()
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "9.5")
def test_with_a_level_left_nobody_drops_out() -> None:
    played = four(player(mp=5, row=DIM), player(tower="granary iron_gallery"))
    played.do(0, "send_team", target=played["granary"], team=[played[DIM]]).quiet()
    assert out(played) == []


@pytest.mark.rule("chosen", "9.5", "3.6")
def test_those_whose_futures_are_empty_drop_out_together_at_the_end_of_the_turn() -> None:
    played = four(player(), player(future="good_harvest"), player(future=""), player(future=""))
    turn = played.state.turn
    while played.state.turn == turn:
        assert out(played) == []
        played.let_pass()
    assert [event.seats for event in played.told("players_dropped")] == [(2, 3)]
    assert played.winners is None
    assert out(played) == [2, 3]


@pytest.mark.rule("chosen", "9.5", "3.7", "3.3")
def test_the_next_turn_is_without_them() -> None:
    played = four(player(), player(future=""), player(), starting=0)
    while played.state.turn == 1:
        played.let_pass()
    assert played.state.starting == 2
    assert [event.seat for event in played.told("refreshed")] == [2, 3, 0]


# --- what leaves the game and what stays [9.6] ----------------------------------------------------


@pytest.mark.rule("chosen", "9.6", "2.2")
@pytest.mark.parametrize("place", ["row", "buildings", "quests", "events", "storage", "solved"])
def test_what_he_controls_leaves_though_others_own_it(place: str) -> None:
    card = {"row": HALE, "buildings": BUILDING, "events": "red_comet", "storage": "grey_hound"}
    name = card.get(place, QUEST)
    played = four(player(), player(**{place: name}))  # pyright: ignore[reportArgumentType]
    played = given(played, played[name], owner=2).leave(1)
    assert not played.in_play(name)
    assert name in played.state.gone
    assert played.state.players[2].past == ()


@pytest.mark.rule("chosen", "9.6")
@pytest.mark.parametrize(
    ("place", "name"), [("row", HALE), ("buildings", BUILDING), ("solved", QUEST)]
)
def test_his_own_cards_that_others_control_stay(place: str, name: str) -> None:
    played = four(player(), player(**{place: name}))  # pyright: ignore[reportArgumentType]
    played = given(played, played[name], controller=2).leave(1)
    assert played.piece(name).controller == 2
    assert name not in played.state.gone


@pytest.mark.rule("chosen", "9.6", "2.2")
def test_such_a_card_goes_out_of_the_game_when_it_leaves_play() -> None:
    played = four(player(mp=5, hand="cold_steel", row=DIM), player(row=f"{BREN}!"))
    played = given(played, played[BREN], controller=2).leave(1)
    played.do(0, "summon", card="cold_steel", target=played[BREN]).quiet()
    assert not played.in_play(BREN)
    assert BREN in played.state.gone


@pytest.mark.rule("chosen", "9.6")
def test_hidden_zones_and_tower_go_and_only_their_number_is_told() -> None:
    laid = player(hand="cold_steel", future="good_harvest grey_hound", past=DIM, tower="granary")
    played = four(player(), laid).leave(1)
    one = played.state.players[1]
    assert (one.hand, one.future, one.past, one.mp) == ((), (), (), 0)
    assert sorted(played.state.gone) == sorted(
        ["cold_steel", "good_harvest", "grey_hound", DIM, "granary"]
    )
    assert played.state.towers[1] == ()
    assert "granary" not in str([event.model_dump() for event in played.events])


@pytest.mark.rule("chosen", "9.6", "2.10")
@pytest.mark.parametrize("leaver", [1, 2])
def test_an_ally_at_somebody_elses_adventurer(leaver: int) -> None:
    """Seat 2 controls an ally at an adventurer of seat 1."""
    played = four(player(), player(row=f"{HALE}:grey_hound"))
    played = given(played, played["grey_hound"], controller=2, owner=2).leave(leaver)
    if leaver == 2:
        assert not played.in_play("grey_hound")
        assert played.in_play(HALE)
    else:
        hound = played.piece("grey_hound")
        assert (hound.place, hound.at, hound.controller) == ("storage", None, 2)


@pytest.mark.rule("chosen", "9.6", "6.4", "16.5")
@pytest.mark.parametrize("leaver", [1, 2])
def test_an_obstacle_at_somebody_elses_quest(leaver: int) -> None:
    """Seat 2 has laid an obstacle at a quest of seat 1."""
    played = four(player(), player(quests=f"{QUEST}:{TRAP}"))
    played = given(played, played[TRAP], controller=2, owner=2).leave(leaver)
    assert not played.in_play(TRAP)
    if leaver == 2:
        assert played.told("card_turned") == [], "it leaves face down"
        assert TRAP in played.state.gone
        assert played.in_play(QUEST)
    else:
        assert [event.card for event in played.told("card_turned")] == [TRAP]
        assert played.state.players[2].past == (TRAP,)


@pytest.mark.rule("chosen", "9.6", "2.9")
def test_an_event_that_is_aimed_at_him_goes() -> None:
    played = four(player(events="grudge grudge"), player())
    first, second = (piece.n for piece in played.state.of(0, "event"))
    played = given(given(played, first, target="seat:1"), second, target="seat:2").leave(1)
    assert [piece.n for piece in played.state.of(0, "event")] == [second]
    assert played.state.players[0].past == ("grudge",)


# --- what is under way [9.7] ----------------------------------------------------------------------


@pytest.mark.rule("chosen", "9.7", "5.2", "18.2")
@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_one_of_those_who_may_answer_leaves(leaver: int) -> None:
    ready = player(mp=2, hand="cold_steel")
    played = game(player(mp=9, hand=HALE), ready, ready, ready)
    played.do(0, "summon", card=HALE)
    assert played.asked == ("answer", (1,))
    number = played.state.questions
    played.leave(leaver)
    asked = []
    while played.asked is not None and played.asked[0] == "answer":
        asked += played.asked[1]
        played.let_pass()
    assert asked == [seat for seat in (1, 2, 3) if seat != leaver]
    assert played.in_play(HALE)
    assert played.state.questions > number


@pytest.mark.rule("chosen", "9.7", "5.7")
def test_an_answer_to_what_is_gone_does_nothing() -> None:
    ready = player(mp=2, hand="not_today cold_steel")
    played = game(player(mp=9, hand=f"{HALE} cold_steel"), ready, ready, player())
    played.do(0, "summon", card=HALE).do(1, "summon", card="not_today", target="a1").leave(0)
    played.quiet()
    assert [event.why for event in played.told("act_done")] == ["no_target"]
    assert played.state.players[1].past == ("not_today",)
    assert played.asked == ("act", (2,))


@pytest.mark.rule("chosen", "9.7", "4.10")
def test_the_active_player_leaves_and_the_richest_follows() -> None:
    played = four(player(mp=9), player(mp=1), player(mp=3)).leave(0)
    assert played.asked == ("act", (2,))


def besieged() -> Played:
    """Seat 0 besieges seat 1; 2 and 3 may obstruct, 2 has MP for a fast effect."""
    return game(
        player(mp=9, row=DIM),
        player(row=BREN, tower=f"granary:{TRAP} iron_gallery"),
        player(mp=2, hand="cold_steel", row=HALE),
        player(row="yrsa_greencloak"),
        player(),
    )


def at(kind: str) -> Played:
    """The siege, when something is asked."""
    played = besieged()
    played.do(0, "send_team", target=played["granary"], team=[played[DIM]])
    while played.asked is not None and played.asked[0] != kind:
        if kind == "prepare" and played.asked == ("obstruct", (3,)):
            played.do(3, "obstruct", team=[played["yrsa_greencloak"]])
        elif played.asked[0] == "activate":
            played.say("none")
        else:
            played.let_pass()
    assert played.asked is not None
    return played


ASKED = ["answer", "activate", "obstruct", "prepare"]


@pytest.mark.rule("chosen", "9.7", "7.13")
@pytest.mark.parametrize("kind", ASKED)
def test_the_besieger_leaves(kind: str) -> None:
    played = at(kind).leave(0)
    assert played.state.manoeuvre is None
    assert played.state.timeline == ()
    assert not played.in_play(DIM)
    assert played.in_play("granary")
    assert played.asked == ("act", (2,))
    if kind == "prepare":
        assert played.piece("yrsa_greencloak").awareness == "resting"


@pytest.mark.rule("chosen", "9.7", "7.13")
@pytest.mark.parametrize("kind", ASKED)
def test_the_besieged_leaves(kind: str) -> None:
    played = at(kind).leave(1).quiet()
    assert played.state.manoeuvre is None
    assert played.asked is not None
    assert played.asked[0] == "act"
    away = "awake" if kind == "answer" else "resting"
    assert played.piece(DIM).awareness == away
    assert out(played) == [1]
    assert played.state.players[0].eliminations == 0


@pytest.mark.rule("chosen", "9.7")
@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("leaver", [2, 3, 4])
def test_somebody_else_leaves_and_the_siege_goes_on(kind: str, leaver: int) -> None:
    played = at(kind).leave(leaver)
    running = played.state.manoeuvre
    if kind == "prepare" and leaver == 3:
        assert running is not None
        assert (running.obstructor, running.opposing) == (None, ())
    while played.asked is not None and played.asked[0] != "act":
        if played.asked[0] == "activate":
            played.say("none")
        else:
            played.let_pass()
    assert [event.kind for event in played.told("fought")] == ["fought"]


@pytest.mark.rule("chosen", "9.7", "7.7")
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_at_a_quest_that_the_obstructor_has_fought_free(leaver: int) -> None:
    """Seat 0 goes for its quest, 1 obstructs and wins; 2 is asked for its obstacle there."""
    played = game(
        player(mp=2, row=BREN, quests=f"{QUEST}:{TRAP}"),
        player(mp=1, row="the_twice_drowned"),
        player(),
        player(),
    )
    played = given(played, played[TRAP], controller=2, owner=2)
    played.do(0, "send_team", target=played[QUEST], team=[played[BREN]])
    played.do(1, "obstruct", team=[played["the_twice_drowned"]], dice=[6, 6, 6, 6])
    assert played.asked == ("activate", (2,))
    played.leave(leaver)
    assert played.state.manoeuvre is None
    assert played.asked is not None
    assert played.asked[0] == "act"
    assert out(played) == [leaver]
    if leaver == 2:
        assert played.piece(QUEST).place == "solved"
        assert played.piece(QUEST).controller == 1
    else:
        assert [event.kind for event in played.told("quest_solved")] == []


@pytest.mark.rule("chosen", "9.7", "7.14")
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_in_a_fight(leaver: int) -> None:
    """Seat 0 fights against 1; 2 might obstruct as well."""
    played = game(player(mp=3, row=HALE), player(row=BREN), player(row=DIM), player())
    played.do(0, "use", card=played[HALE], target="seat:1").quiet_until("obstruct")
    played.leave(leaver)
    if leaver == 2:
        assert played.asked == ("obstruct", (1,))
        played.let_pass()
    assert played.state.manoeuvre is None
    assert played.asked is not None
    assert played.asked[0] == "act"


@pytest.mark.rule("chosen", "9.7", "5.8")
@pytest.mark.parametrize("leaver", [0, 1, 2, 3])
def test_in_the_middle_of_an_effect(leaver: int) -> None:
    """Seat 0 lets all others discard: 1 is asked, 2 and 3 are to be."""
    hand = player(hand=f"{HALE} {QUEST}")
    played = game(player(mp=3, hand="fire_sale"), hand, hand, hand)
    played.do(0, "summon", card="fire_sale").quiet()
    assert played.asked == ("discard", (1,))
    played.leave(leaver)
    asked = []
    while played.asked is not None and played.asked[0] == "discard":
        asked += played.asked[1]
        played.say(f"card:{HALE}")
    left = [] if leaver == 0 else [seat for seat in (1, 2, 3) if seat != leaver]
    assert asked == left
    assert [len(one.hand) for one in played.state.players] == [
        0 if seat in {0, leaver} else 1 if seat in left else 2 for seat in range(4)
    ]


@pytest.mark.rule("chosen", "9.7", "9.8", "17.2")
def test_all_leave_one_after_the_other() -> None:
    played = at("prepare")
    for leaver in (3, 4, 1, 0):
        assert played.winners is None
        played.leave(leaver)
    assert played.winners == (2,)
    assert played.state.end is not None
    assert played.state.end.why == "left"
