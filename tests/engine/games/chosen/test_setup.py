"""Sections 1 and 18: what players bring, how the table stands at the start, and its draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.cards.decks import READY_DECKS
from engine.games.chosen.cards.tower_levels import TOWER_LEVELS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.models import Event
from engine.games.chosen.variants import VARIANTS
from tests.engine.games.chosen.table import player, table
from tests.engine.scenario import fold, some_rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.chosen.state import State

ENTRIES = TypeAdapter[Any](GAME.entry)
READY = {"deck": "ready", "name": READY_DECKS[0].name}
LEVELS = [level.id for level in TOWER_LEVELS]
MODES = {
    "duel": {2},
    "omen": {3, 4, 5, 6, 7, 8},
    "challenge": {3, 4, 5, 6, 7, 8},
    "round_attack": {3, 4, 5, 6, 7, 8},
    "alliances": {4, 5, 6, 7, 8},
    "twins": {4},
    "teams": {4, 6, 8},
}


def own(size: int = 40, *, copies: int = 3, levels: Sequence[str] = LEVELS[:3], **more: Any) -> Any:
    """Return a deck of ``size`` cards, as many of each as said."""
    cards = [card for card in sorted(CARDS) if card not in LEVELS for _ in range(copies)]
    assert len(cards) >= size
    return {"deck": "own", "cards": cards[:size], "levels": levels, **more}


def refused(entry: Any, **config: Any) -> tuple[str, str] | None:
    """Return code and clause of the refusal of an entry, or None if it may be played."""
    assert GAME.check_entry is not None
    refusal = GAME.check_entry(ChosenConfig(**config), 0, ENTRIES.validate_python(entry))
    if refusal is None:
        return None
    assert refusal.detail.endswith(".")
    return refusal.code, refusal.rule


def dealt(*entries: Any, mode: Any = "duel", rng: Rng | None = None) -> State:
    brought = [ENTRIES.validate_python(entry) for entry in entries]
    opening = GAME.setup(ChosenConfig(mode=mode), tuple(brought), rng or some_rng())
    return fold(GAME, GAME.initial, opening)


def tower(state: State, camp: int) -> list[str]:
    return [state.present[n].card for n in state.towers[camp]]


@pytest.mark.rule("chosen", "1.1")
def test_each_mode_is_played_by_so_many() -> None:
    for mode in VARIANTS:
        config = ChosenConfig(mode=mode)
        fitting = {n for n in range(2, 9) if GAME.table_refused(config, n) is None}
        assert fitting == MODES[mode], mode
        refusal = GAME.table_refused(config, 1)
        assert refusal == "Chosen is played by 2 to 8 seats"
    told = GAME.table_refused(ChosenConfig(mode="teams"), 5)
    assert told == (
        "the mode teams is played by 4, 6 or 8, not by 5; "
        "5 play one of: omen, challenge, round_attack, alliances"
    )


@pytest.mark.rule("chosen", "1.2", "1.3", "1.4")
def test_partners_sit_alternately_and_share_side_and_camp() -> None:
    teams = table(*[player()] * 6, mode="teams")
    assert teams.side == teams.camp == (0, 1, 0, 1, 0, 1)
    assert teams.clockwise(4) == (5, 0, 1, 2, 3)
    assert teams.opponents(4) == (5, 1, 3)
    assert len(teams.towers) == 2
    duel = table(player(), player())
    assert duel.side == duel.camp == (0, 1)
    assert duel.opponents(1) == (0,)


@pytest.mark.rule("chosen", "1.3", "1.4")
def test_sides_and_camps_are_dealt() -> None:
    twins = dealt(*[READY] * 4, mode="twins")
    assert twins.side == twins.camp == (0, 1, 0, 1)
    alone = dealt(*[READY] * 4, mode="alliances")
    assert alone.side == alone.camp == (0, 1, 2, 3)


@pytest.mark.rule("chosen", "1.5")
def test_a_ready_deck_is_brought_by_its_name_also_by_several() -> None:
    assert refused(READY) is None
    assert refused({"deck": "ready", "name": "mine"}) == ("ENTRY_REFUSED", "1.5")
    state = dealt(READY, READY)
    for seat in (0, 1):
        one = state.players[seat]
        assert sorted(one.future + one.hand) == sorted(READY_DECKS[0].cards)
        assert tower(state, seat) == [*READY_DECKS[0].levels]


@pytest.mark.rule("chosen", "1.5", "1.7")
def test_an_own_deck_is_what_is_played() -> None:
    mine = own(40)
    state = dealt(mine, READY)
    assert sorted(state.players[0].future + state.players[0].hand) == sorted(mine["cards"])
    assert tower(state, 0) == mine["levels"]


@pytest.mark.rule("chosen", "1.6")
@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        pytest.param(own(40), True, id="40, three of each"),
        pytest.param(own(39), False, id="39"),
        pytest.param(own(59, copies=4), False, id="59, four of each"),
        pytest.param(own(60, copies=4), True, id="60, four of each"),
        pytest.param(own(65, copies=5), False, id="65, five of each"),
        pytest.param(own(40) | {"cards": [*own(39)["cards"], "no_such_card"]}, False, id="unknown"),
    ],
)
def test_a_deck_has_so_many_cards_and_so_many_of_each(entry: Any, fits: bool) -> None:
    assert refused(entry) == (None if fits else ("ENTRY_REFUSED", "1.6"))


@pytest.mark.rule("chosen", "1.6")
def test_a_deck_has_120_cards_at_most() -> None:
    cards = (sorted(CARDS) * 4)[:121]
    whole = {"deck": "own", "levels": LEVELS[:3]}
    ENTRIES.validate_python({**whole, "cards": cards[:120]})
    with pytest.raises(ValueError, match="120"):
        ENTRIES.validate_python({**whole, "cards": cards})


@pytest.mark.rule("chosen", "1.6")
def test_tower_and_omen_do_not_count_for_a_deck() -> None:
    assert refused(own(39, omen="red_comet")) == ("ENTRY_REFUSED", "1.6")
    cards = [*["granary", "red_comet"] * 3, *own(34)["cards"]]
    assert refused(own(omen="red_comet") | {"cards": cards}) is None, "three of each in the deck"


@pytest.mark.rule("chosen", "1.7")
@pytest.mark.parametrize(
    ("levels", "in_duel", "in_twins"),
    [
        (LEVELS[:2], False, False),
        (LEVELS[:3], True, True),
        (LEVELS[:4], False, True),
        (LEVELS[:6], False, True),
        ([*LEVELS[:2], LEVELS[0]], False, False),
        ([*LEVELS[:2], "salt_exchange"], False, False),
    ],
    ids=["two", "three", "four", "six", "twice the same", "a building"],
)
def test_a_deck_brings_three_levels_and_up_to_six_for_a_side(
    levels: list[str], in_duel: bool, in_twins: bool
) -> None:
    wrong = "ENTRY_REFUSED", "1.7"
    assert refused(own(levels=levels)) == (None if in_duel else wrong)
    assert refused(own(levels=levels), mode="twins") == (None if in_twins else wrong)


@pytest.mark.rule("chosen", "1.7")
@pytest.mark.parametrize("mode", MODES)
def test_more_than_three_levels_are_brought_for_a_common_tower_only(mode: str) -> None:
    fits = mode in {"twins", "teams"}
    refusal = refused(own(levels=LEVELS[:4], omen="red_comet"), mode=mode)
    assert refusal == (None if fits else ("ENTRY_REFUSED", "1.7"))


@pytest.mark.rule("chosen", "1.7")
def test_whose_list_is_used_up_adds_nothing_while_a_partner_has_levels_left() -> None:
    three, more = LEVELS[:3], [*LEVELS[:3], *LEVELS[7:9]]
    lists = [three, three, three, three, more, three]
    state = dealt(*[own(levels=levels) for levels in lists], mode="teams")
    assert tower(state, 0) == more
    assert [state.present[n].owner for n in state.towers[0]] == [0, 2, 4, 4, 4]


@pytest.mark.rule("chosen", "1.7")
def test_a_common_tower_is_built_in_turn_from_the_bottom() -> None:
    a, b, c, d, e, f = LEVELS[:6]
    seats = [own(levels=levels) for levels in ([a, b, c], [d, e, f], [b, a, d], [e, f, d])]
    state = dealt(*seats, mode="twins")
    assert tower(state, 0) == [a, b, c, d], "seat 2 finds its b, and a, taken: then its d"
    assert tower(state, 1) == [d, e, f, a], "both lists are used up: the first of the catalogue"
    owners = [state.present[n].owner for n in state.towers[0]]
    assert owners == [0, 2, 0, 2]


@pytest.mark.rule("chosen", "1.7")
@pytest.mark.parametrize(("mode", "seats", "levels"), [("twins", 4, 4), ("teams", 8, 6)])
def test_a_side_has_two_levels_more_than_players_all_different(
    mode: str, seats: int, levels: int
) -> None:
    state = dealt(*[READY] * seats, mode=mode)
    for camp in (0, 1):
        assert len(set(tower(state, camp))) == len(state.towers[camp]) == levels


@pytest.mark.rule("chosen", "1.8")
def test_an_omen_is_a_permanent_event_with_a_condition_or_a_target() -> None:
    assert refused(own(omen="red_comet")) is None
    assert refused(own(omen="banner_of_ash"), mode="omen") is None
    for wrong in ("good_harvest", "week_of_rain", "marked_for_greatness", "salt_exchange"):
        assert refused(own(omen=wrong)) == ("ENTRY_REFUSED", "1.8")
    assert refused(own(), mode="omen") == ("ENTRY_REFUSED", "1.8")
    assert dealt(READY, own(omen="red_comet")).players[1].omen is None, "it is not used"
    assert not Event(id="a_day", name="A Day", mp=1, duration="permanent").fit_as_omen


@pytest.mark.rule("chosen", "1.9")
def test_at_the_start_towers_stand_face_down_and_there_are_6_mp_and_4() -> None:
    state = dealt(READY, READY)
    assert all(state.present[n].face_down for n in (*state.towers[0], *state.towers[1]))
    assert [len(one.hand) for one in state.players] == [7, 7]
    assert [one.mp for one in state.players] == [10, 10]
    for one in state.players:
        assert one.hand + one.future != READY_DECKS[0].cards, "shuffled"


@pytest.mark.rule("chosen", "1.9")
def test_the_first_starting_player_is_drawn() -> None:
    assert {dealt(READY, READY, rng=some_rng(n)).starting for n in range(20)} == {0, 1}


class Counting(Rng):
    """A generator that notes what was drawn."""

    def __init__(self) -> None:
        super().__init__(bytes(range(32)), 1)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return super().below(bound)


@pytest.mark.rule("chosen", "18.1")
def test_the_setup_draws_the_shuffles_seat_by_seat_and_then_the_starting_player() -> None:
    rng = Counting()
    dealt(own(41), own(40), rng=rng)
    first, second, (starting,) = rng.bounds[:40], rng.bounds[40:79], rng.bounds[79:]
    assert sorted(first) == [*range(2, 42)]
    assert sorted(second) == [*range(2, 41)]
    assert starting == 2


@pytest.mark.rule("chosen", "18.1")
def test_the_setup_can_be_made_again_from_its_draws() -> None:
    mine, theirs = own(41), own(40)
    mine["cards"].reverse()
    rng = some_rng(7)
    futures = [rng.shuffle(entry["cards"]) for entry in (mine, theirs)]
    state = dealt(mine, theirs, rng=some_rng(7))
    assert [one.hand + one.future for one in state.players] == futures
    assert state.starting == rng.below(2)
