"""Section 16: what is open and what is secret; nothing secret decides who is asked, or when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.question import seat_ref
from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.cards.decks import READY_DECKS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.decks import Ready
from tests.engine.games.chosen.bouts import written
from tests.engine.games.chosen.naming import cards_in
from tests.engine.games.chosen.table import Played, player, table
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from engine.games.chosen.state import State


def names(text: bytes) -> set[str]:
    """Return all cards whose ids or printed names stand somewhere in a text."""
    return cards_in(text.decode())


def view(state: State, seat: int | None) -> dict[str, Any]:
    return from_json(GAME.view(state, seat).model_dump_json())


def shown(state: State, seat: int | None) -> set[str]:
    """Return the cards that stand in all that a seat is shown: view and options."""
    options = () if seat is None else GAME.legal(state, seat)
    texts = [to_json(view(state, seat)), *(to_json(option) for option in options)]
    return names(b" ".join(texts))


def secret_table(**ours: Any) -> Played:
    """Four players of two sides, each with a hand, a deck, a level and an obstacle of its own."""
    laid = [
        player(mp=9, hand="cold_steel", future="hale_marrow", tower="granary:pit_of_nails", **ours),
        player(mp=3, hand="not_today", future="sister_amity", tower="toll_hall:moat_eel"),
        player(hand="second_wind", future="little_wick", tower="mirror_room:stone_bull"),
        player(hand="called_away", future="green_hob", tower="sally_port:the_old_sow"),
    ]
    return Played(table(*laid, mode="twins"))


OF = {
    0: {"hand": "cold_steel", "future": "hale_marrow", "tower": {"granary", "pit_of_nails"}},
    1: {"hand": "not_today", "future": "sister_amity", "tower": {"toll_hall", "moat_eel"}},
    2: {"hand": "second_wind", "future": "little_wick", "tower": {"mirror_room", "stone_bull"}},
    3: {"hand": "called_away", "future": "green_hob", "tower": {"sally_port", "the_old_sow"}},
}


# --- what is shown --------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "16.1", "16.2", "16.4")
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_a_seat_is_shown_its_own_hand_and_what_lies_down_on_common_ground(seat: int | None) -> None:
    game = secret_table()
    known = set[str]()
    if seat is not None:
        partners = [OF[seat % 2]["tower"], OF[seat % 2 + 2]["tower"]]
        known = {str(OF[seat]["hand"])}.union(*partners)
    assert shown(game.state, seat) == known


@pytest.mark.rule("chosen", "16.1")
def test_how_many_cards_there_are_is_known_to_everybody() -> None:
    game = Played(table(player(hand="cold_steel not_today", future="green_hob"), player()))
    for seat in (None, 0, 1):
        told = view(game.state, seat)["players"]
        assert [one["hand_count"] for one in told] == [2, 0]
        assert [one["future_count"] for one in told] == [1, 20]


@pytest.mark.rule("chosen", "16.1")
def test_the_deal_and_each_draw_tell_the_cards_to_their_player_only() -> None:
    secret = bytes(range(32))
    rng = Rng(secret, 1)
    config = GAME.config()
    assert GAME.sample_entry is not None
    entries = tuple(GAME.sample_entry(config, seat, rng) for seat in range(2))
    events = GAME.setup(config, entries, Rng(secret, 2))
    state = fold(GAME, GAME.initial, events)
    parts = written(events, 2)
    assert names(parts.public) == set()
    for seat in (0, 1):
        hand = {*state.players[seat].hand}
        levels = {state.present[n].card for n in state.towers[seat]}
        assert names(parts.private[seat_ref(seat)]) == hand | levels
    game = Played(
        table(player(mp=3, hand="good_harvest", future="hale_marrow green_hob"), player())
    )
    parts = written(game.do(0, "summon", card="good_harvest").quiet().events, 2)
    assert names(parts.public) == {"good_harvest"}
    assert names(parts.private[seat_ref(0)]) == {"hale_marrow", "green_hob"}
    assert names(parts.private[seat_ref(1)]) == set()


@pytest.mark.rule("chosen", "16.8", "16.2")
def test_the_omens_and_towers_that_are_brought_are_told_to_their_players_only() -> None:
    entries = tuple(Ready(name=deck.name) for deck in READY_DECKS[:3])
    laid = GAME.setup(ChosenConfig(mode="omen"), entries, Rng(bytes(32), 1))[0]
    parts = written((laid,), 3)
    assert names(parts.public) == set()
    for seat, deck in enumerate(READY_DECKS[:3]):
        assert names(parts.private[seat_ref(seat)]) == {*deck.levels, deck.omen}


@pytest.mark.rule("chosen", "16.2")
def test_where_face_down_cards_lie_is_open() -> None:
    game = secret_table()
    for seat in (None, 1):
        pieces = {piece["n"]: piece for piece in view(game.state, seat)["present"]}
        for card, at in (("granary", None), ("pit_of_nails", "granary")):
            piece = pieces[game[card]]
            assert piece["card"] is None
            assert piece["face_down"] is True
            assert piece["at"] == (None if at is None else game[at])
            assert piece["controller"] == 0


@pytest.mark.rule("chosen", "16.2")
def test_an_obstacle_is_laid_before_the_eyes_of_its_camp_only() -> None:
    game = Played(
        table(player(mp=5, hand="pit_of_nails"), player(), player(), player(), mode="twins")
    )
    game.do(0, "lay_obstacle", card="pit_of_nails", at=game["iron_gallery"])
    parts = written(game.events, 4)
    knowing = {audience for audience, text in parts.private.items() if names(text)}
    assert knowing == {"seat:0", "seat:2"}
    assert names(parts.public) == set()


@pytest.mark.rule("chosen", "16.2", "14.11")
def test_who_has_left_a_pair_is_told_nothing_more_of_it() -> None:
    """Neither by commits nor by views, which would say more than the file of the match."""
    laid = player(mp=5, hand="pit_of_nails", tower="granary iron_gallery")
    game = Played(table(laid, player(), player(), player(), mode="twins"))
    assert "granary" in shown(game.state, 2)
    game.leave(2)
    game.do(0, "lay_obstacle", card="pit_of_nails", at=game["granary"])
    assert names(written(game.events, 4).private["seat:2"]) == set()
    assert shown(game.state, 2) == set()
    assert {"granary", "pit_of_nails"} <= shown(game.state, 0)


@pytest.mark.rule("chosen", "16.2", "16.5")
def test_what_is_turned_up_is_known_to_everybody() -> None:
    game = Played(table(player(tower="granary^ toll_hall"), player()))
    assert shown(game.state, None) == {"granary"}


@pytest.mark.rule("chosen", "16.3", "16.4")
def test_what_is_looked_at_is_known_to_who_looks() -> None:
    game = secret_table(row="nim_halfshadow")
    game.do(0, "use", card=game["nim_halfshadow"], target="seat:1").quiet()
    (looked,) = game.told("looked")
    parts = written([looked], 4)
    knowing = {audience for audience, text in parts.private.items() if names(text)}
    assert (names(parts.public), knowing) == (set(), {"seat:0"})
    assert looked.cards.value == ("not_today",)
    for seat in (None, 1, 2, 3):
        assert "not_today" not in shown(game.state, seat) or seat == 1
    game = secret_table(row="piet_the_fowler")
    game.do(0, "use", card=game["piet_the_fowler"]).quiet()
    parts = written(game.told("looked"), 4)
    knowing = {audience for audience, text in parts.private.items() if names(text)}
    assert (names(parts.public), knowing) == (set(), {"seat:0"})


@pytest.mark.rule("chosen", "16.3", "16.4", "5.8")
@pytest.mark.parametrize("find", ["little_wick", "none"])
def test_a_search_is_seen_by_its_player_only(find: str) -> None:
    """The Long Archive searches for an action card, and does not show it."""
    theirs = player(tower="the_long_archive iron_gallery", future="cold_steel green_hob not_today")
    laid = player(mp=5, row="hale_marrow"), theirs, player(), player()
    game = Played(table(*laid, mode="twins"))
    game.do(0, "send_team", target=game["the_long_archive"], team=[game["hale_marrow"]])
    assert game.say("seat:1").asked == ("search", (1,))  # of the pair, seat 1 has the level
    for seat in (None, 0, 2, 3):
        assert view(game.state, seat)["question"]["answers"] == ["none"]
    assert view(game.state, 1)["question"]["answers"] == [
        "none",
        "card:cold_steel",
        "card:not_today",
    ]
    game.say("card:cold_steel" if find != "none" else "none")
    parts = written(game.events, 4)
    assert "cold_steel" not in names(parts.public)
    for seat in (0, 2, 3):
        assert names(parts.private[seat_ref(seat)]) == set()
    (found,) = game.told("found")
    assert (found.took, found.shown) == (find != "none", None)


@pytest.mark.rule("chosen", "16.3")
def test_a_search_that_shows_what_it_finds_shows_nothing_else() -> None:
    future = "green_hob wolves_at_the_toll a_debt_in_glass"
    game = Played(table(player(mp=9, hand="wenna_wayfinder", future=future), player()))
    game.do(0, "summon", card="wenna_wayfinder").say("card:wolves_at_the_toll")
    parts = written(game.events, 2)
    assert names(parts.public) == {"wolves_at_the_toll"}
    assert "wolves_at_the_toll" in game.state.players[0].hand


@pytest.mark.rule("chosen", "16.5")
def test_all_else_lies_open() -> None:
    ours = player(
        mp=3, row="hale_marrow:grey_hound", quests="wolves_at_the_toll", buildings="salt_exchange",
        events="red_comet", storage="hired_archer", solved="a_debt_in_glass", past="green_hob",
    )  # fmt: skip
    game = Played(table(ours, player(mp=5)))
    assert shown(game.state, None) == {
        "hale_marrow", "grey_hound", "wolves_at_the_toll", "salt_exchange", "red_comet",
        "hired_archer", "a_debt_in_glass", "green_hob",
    }  # fmt: skip
    told = view(game.state, None)
    assert [one["mp"] for one in told["players"]] == [3, 5]
    assert [one["dp"] for one in told["players"]] == [4, 0]
    assert told["mp_order"] == [1, 0]


@pytest.mark.rule("chosen", "16.5")
def test_the_timeline_lies_open() -> None:
    game = Played(table(player(mp=5, hand="hale_marrow"), player(mp=2, hand="grey_hound")))
    game.do(0, "summon", card="hale_marrow")
    assert view(game.state, None)["timeline"][0]["card"] == "hale_marrow"


@pytest.mark.rule("chosen", "16.5", "8.5")
def test_what_goes_to_a_past_is_turned_up_before() -> None:
    """Also if its bearer is given up as a price: everybody can follow the log."""
    theirs = player(tower="granary:pit_of_nails iron_gallery")
    game = Played(table(player(mp=5, row="the_twice_drowned"), theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]]).say("none")
    turned = [event.card for event in game.told("card_turned")]
    assert turned == ["granary", "pit_of_nails"]


@pytest.mark.rule("chosen", "16.7")
def test_cards_in_play_are_numbered_through_and_those_in_hands_are_not() -> None:
    ours = player(mp=9, hand="salt_exchange pit_of_nails", row="little_wick")
    game = Played(table(ours, player(row="hale_marrow")))
    assert [*game.state.present] == [f"c{n}" for n in range(1, 5)]
    last = game.state.handles
    game.do(0, "lay_obstacle", card="pit_of_nails", at=game["iron_gallery"])
    assert game["pit_of_nails"] == f"c{last + 1}"
    game.do(0, "use", card=game["little_wick"])
    assert game.state.players[0].hand == ("salt_exchange", "little_wick")
    assert view(game.state, 0)["hand"] == ["salt_exchange", "little_wick"]
    game.do(0, "summon", card="little_wick").do(0, "summon", card="salt_exchange")
    assert game["little_wick"] == f"c{last + 2}", "a new name"
    assert game["salt_exchange"] == f"c{last + 3}"


# --- who is asked, when, and how often ------------------------------------------------------------


@pytest.mark.rule("chosen", "5.3", "16.1")
def test_who_could_not_answer_is_asked_as_who_could() -> None:
    asked: set[Any] = set()
    for hand in ("cold_steel", "green_hob", "pit_of_nails"):
        theirs = player(mp=1, hand=hand)
        game = Played(table(player(mp=6, hand="the_ninth_lantern"), theirs))
        game.do(0, "summon", card="the_ninth_lantern")
        asked.add((game.asked, tuple(game.kinds)))
    assert len(asked) == 1


@pytest.mark.rule("chosen", "7.10", "16.2")
def test_obstacles_are_asked_for_whatever_they_are_and_cost() -> None:
    asked: set[Any] = set()
    for obstacle in ("pit_of_nails", "moat_eel", "iron_harrow", "bogged_lane"):
        theirs = player(tower=f"granary:{obstacle} iron_gallery")
        game = Played(table(player(mp=2, row="hale_marrow"), theirs))
        game.do(0, "send_team", target=game["granary"], team=[game["hale_marrow"]])
        asked.add((game.asked, tuple(game.kinds), to_json(view(game.state, 0))))
    assert len(asked) == 1


@pytest.mark.rule("chosen", "5.8", "16.1")
def test_cards_of_a_hand_are_asked_for_whatever_there_is_to_choose() -> None:
    asked: set[Any] = set()
    for hand in ("green_hob green_hob", "green_hob cold_steel"):
        ours = player(mp=9, hand="the_long_forgetting", row="hale_marrow")
        game = Played(table(ours, player(hand=hand), active=0))
        game.do(0, "summon", card="the_long_forgetting")
        asked.add((game.asked, tuple(game.kinds), to_json(view(game.state, 0)["question"])))
    assert len(asked) == 1
