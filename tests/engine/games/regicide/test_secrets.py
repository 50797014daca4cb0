"""Section 11: what is open and what is secret."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Split
from engine.games.regicide import GAME, RegicideView, State
from engine.games.regicide.cards import DECK
from engine.games.regicide.commands import FlipJester, Play
from tests.engine.games.regicide.laws import COMMANDS, positions, quiet_twin, twin
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.messages import Event

EVENT = TypeAdapter[Any](GAME.event)
some_cards = st.lists(st.sampled_from(DECK), min_size=1, max_size=8)
commands = st.one_of(
    st.builds(lambda named: {"kind": "play", "cards": named}, some_cards),
    st.builds(lambda named: {"kind": "discard", "cards": named}, some_cards),
    st.builds(lambda seat: {"kind": "choose_next", "seat": seat}, st.integers(0, 5)),
    st.sampled_from(
        [
            {"kind": "yield"},
            {"kind": "flip_jester"},
            {"kind": "place_royal", "where": "discard"},
            {"kind": "signal", "mood": "willing"},
        ]
    ),
)


def split(events: Sequence[Event]) -> tuple[list[Any], list[tuple[Any, tuple[int, ...]]]]:
    """Return the public text of events and the hidden values, each with its audience."""
    found = Split()
    return [EVENT.dump_python(e, mode="json", context=found) for e in events], found.found


def shown(state: State, seat: int | None) -> RegicideView:
    view = GAME.view(state, seat)
    assert isinstance(view, RegicideView)
    return view


def a_position(data: st.DataObject) -> tuple[State, Rng]:
    config, seats = data.draw(st.sampled_from(GAME.examples))
    path = list(positions(config, seats, data.draw(st.integers(0, 2**32))))  # pyright: ignore[reportArgumentType]
    return data.draw(st.sampled_from(path))


@pytest.mark.rule("regicide", "11.1")
def test_a_hand_is_seen_by_its_player_only() -> None:
    state = table("JH", hands=["5C 10D", "2S"])
    assert shown(state, 0).hand == cards("5C 10D")
    assert shown(state, 1).hand == cards("2S")
    assert shown(state, None).hand is None
    for seat in (0, 1, None):
        assert shown(state, seat).hand_counts == (2, 1)


@pytest.mark.rule("regicide", "11.1", "11.2")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_deal_is_told_to_those_who_may_know(seats: int) -> None:
    deal, _ = GAME.setup(GAME.examples[0][0], (None,) * seats, Rng(bytes(32), 1))
    (public,), hidden = split([deal])
    limit = {1: 8, 2: 7, 3: 6, 4: 5}[seats]
    assert sorted((len(value), to) for value, to in hidden) == sorted(
        [(11, ()), (public["tavern_count"], ()), *((limit, (seat,)) for seat in range(seats))]
    )
    open_cards = {card for card in DECK if f'"{card}"' in str(public).replace("'", '"')}
    assert open_cards == {public["enemy"]}


@pytest.mark.rule("regicide", "11.2")
def test_decks_are_counted_and_a_royal_on_top_stays_known_until_drawn() -> None:
    state = table("JH QS KD", hands=["5S AD KC", "2C"], tavern="9D 8D", damage=15)
    state = given(GAME, state).when(0, Play(cards=("5S",))).state
    view = shown(state, None)
    assert (view.tavern_count, view.castle_count) == (3, 1)
    assert view.tavern_known == ("JH",)
    state = given(GAME, state).when(0, Play(cards=("AD",))).state
    assert state.tavern_deck == cards("9D 8D")
    assert shown(state, 1).tavern_known == ()


@pytest.mark.rule("regicide", "11.2")
def test_royals_that_lie_on_each_other_are_known_one_by_one() -> None:
    state = table("JH JS QD", hands=["5S 9S AD KC", "2C"], tavern="9D", damage=15)
    state = given(GAME, state).when(0, Play(cards=("5S",))).state
    state = replace(state, damage_taken=11)
    state = given(GAME, state).when(0, Play(cards=("9S",))).state
    assert shown(state, 1).tavern_known == ("JS", "JH")
    state = replace(state, enemy="KS")
    state = given(GAME, state).when(0, Play(cards=("AD",))).state
    assert state.tavern_deck == cards("JH 9D")
    assert shown(state, 1).tavern_known == ("JH",)


@pytest.mark.rule("regicide", "11.2")
def test_a_royal_that_comes_to_the_top_unseen_stays_unknown() -> None:
    state = table("KH KS", hands=["2D KC", "2C"], tavern="3D JD 9C 4C")
    state = given(GAME, state).when(0, Play(cards=("2D",))).state
    assert state.tavern_deck == cards("9C 4C")
    state = table("KH KS", hands=["AD KC", "2C"], tavern="3D JD")
    state = given(GAME, state).when(0, Play(cards=("AD",))).state
    assert state.tavern_deck == ("JD",)
    assert shown(state, None).tavern_known == ()


@pytest.mark.rule("regicide", "11.3")
def test_the_discards_show_their_top_and_number() -> None:
    for discard, top in (("", None), ("2C", "2C"), ("2C 3C JH", "JH")):
        view = shown(table("JS", hands=["5C", "2S"], discard=discard), 1)
        assert (view.discard_top, view.discard_count) == (top, len(discard.split()))


@pytest.mark.rule("regicide", "11.3")
def test_a_flipped_hand_is_open() -> None:
    state = table("JS", hands=["5C 2S"], tavern="9D", jesters=1)
    (public,), hidden = split(given(GAME, state).when(0, FlipJester()).events)
    assert public["discarded"] == ["5C", "2S"]
    assert hidden == [(["9D"], (0,))]


@pytest.mark.rule("regicide", "11.4")
def test_nobody_learns_what_hearts_moved() -> None:
    before = table("KS", hands=["3H KC", "2C"], discard="4C 5C 6C 7C 8C")
    answered = given(GAME, before).when(0, Play(cards=("3H",)))
    public, hidden = split(answered.events[1:2])
    assert public == [
        {
            "kind": "discard_recycled",
            "count": 3,
            "moved": {"hidden": True},
            "left": {"hidden": True},
            "top": answered.state.discard_pile[-1],
        }
    ]
    assert [to for _, to in hidden] == [(), ()]


@pytest.mark.rule("regicide", "11.5")
def test_a_drawn_card_is_told_to_its_drawer() -> None:
    before = table("KS", hands=["3D KC", "2C"], tavern="4C 5C 6C")
    public, hidden = split(given(GAME, before).when(0, Play(cards=("3D",))).events[1:2])
    assert [(draw["seat"], draw["count"]) for draw in public[0]["draws"]] == [(0, 2), (1, 1)]
    assert hidden == [(["4C", "6C"], (0,)), (["5C"], (1,))]


@pytest.mark.rule("regicide", "11.1", "11.2", "11.4", "11.6")
@for_all(data=st.data())
def test_what_a_viewer_may_not_know_changes_nothing_for_it(data: st.DataObject) -> None:
    state, _ = a_position(data)
    viewer = data.draw(st.sampled_from([None, *range(state.seats)]))
    other = twin(state, viewer, Rng(data.draw(st.binary(min_size=32, max_size=32)), 0))
    assert GAME.pieces(other) == GAME.pieces(state)
    assert GAME.view(other, viewer) == GAME.view(state, viewer)
    assert GAME.pending(other) == GAME.pending(state)
    if viewer is None:
        return
    assert GAME.legal(other, viewer) == GAME.legal(state, viewer)
    if any(viewer in decision.seats for decision in GAME.pending(state)):
        assert GAME.default(other, viewer) == GAME.default(state, viewer)
    for sent in data.draw(st.lists(commands, max_size=20)):
        command = COMMANDS.validate_python(sent)
        assert GAME.check(other, viewer, command) == GAME.check(state, viewer, command)


@pytest.mark.rule("regicide", "11.1", "11.5")
@for_all(data=st.data())
def test_what_a_viewer_does_tells_it_no_hidden_card(data: st.DataObject) -> None:
    state, rng = a_position(data)
    viewer = data.draw(st.integers(0, state.seats - 1))
    other = quiet_twin(state, viewer, Rng(data.draw(st.binary(min_size=32, max_size=32)), 0))
    options = GAME.legal(state, viewer)
    if not options:
        return
    picked = data.draw(st.sampled_from(options)).sample(Rng(bytes(32), 0))
    move = Move(seat=viewer, command=COMMANDS.validate_python(picked))
    seen: list[object] = []
    for position in (state, other):
        events = GAME.decide(position, (move,), Rng(rng._seed, 7))
        assert not isinstance(events, Rejection)
        public, hidden = split(events)
        seen.append((public, [value if viewer in to else len(value) for value, to in hidden]))
    assert seen[0] == seen[1]
