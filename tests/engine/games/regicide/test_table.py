"""Section 1: the table."""

from __future__ import annotations

import pytest

from engine.games.regicide import GAME, State
from engine.games.regicide.cards import ATTACK, DECK, HEALTH, RANK, VALUE, Card
from engine.games.regicide.commands import Discard, Play, RegicideConfig
from engine.games.regicide.events import CardsDiscarded, TurnStarted
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import fold, given, some_rng


def dealt(seats: int, rng: int = 1) -> State:
    events = GAME.setup(RegicideConfig(), (None,) * seats, some_rng(rng))
    return fold(GAME, GAME.initial, events)


@pytest.mark.rule("regicide", "1.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_party_wins_together(seats: int) -> None:
    assert (GAME.min_seats, GAME.max_seats) == (1, 4)
    before = table("KH", hands=["5D"] * seats, damage=35)
    outcome = GAME.outcome(given(GAME, before).when(0, Play(cards=cards("5D"))).state)
    assert outcome is not None
    assert outcome.winners == tuple(range(seats))


@pytest.mark.rule("regicide", "1.2")
@pytest.mark.parametrize(
    ("card", "value"),
    [("AC", 1), ("2D", 2), ("9H", 9), ("10S", 10), ("JC", 10), ("QD", 15), ("KH", 20), ("X2", 0)],
)
def test_values(card: str, value: int) -> None:
    assert VALUE[cards(card)[0]] == value


@pytest.mark.rule("regicide", "1.2")
def test_the_deck_has_54_cards() -> None:
    assert len(set(DECK)) == len(DECK) == 54


@pytest.mark.rule("regicide", "1.3")
def test_the_castle_goes_up_by_rank_and_is_shuffled_within() -> None:
    castles: set[tuple[Card, ...]] = {
        (s.foe, *s.castle_deck) for s in (dealt(2, rng) for rng in range(20))
    }
    assert len(castles) == 20
    for castle in castles:
        assert "".join(RANK[card] for card in castle) == "JJJJQQQQKKKK"
        assert len(set(castle)) == 12


@pytest.mark.rule("regicide", "1.4", "1.5")
@pytest.mark.parametrize(
    ("seats", "jesters", "limit", "left"),
    [(1, [], 8, 32), (2, [], 7, 26), (3, ["X1"], 6, 23), (4, ["X1", "X2"], 5, 22)],
)
def test_the_deal(seats: int, jesters: list[str], limit: int, left: int) -> None:
    state = dealt(seats)
    assert state.hand_limit == limit
    assert [len(hand) for hand in state.hands] == [limit] * seats
    assert len(state.tavern_deck) == left
    common: list[Card] = [*state.tavern_deck, *(card for hand in state.hands for card in hand)]
    assert sorted(card for card in common if RANK[card] == "X") == jesters
    assert len(set(common)) == 40 + len(jesters)
    assert not {RANK[card] for card in common} & {"J", "Q", "K"}
    assert dealt(seats, rng=2).tavern_deck != state.tavern_deck


@pytest.mark.rule("regicide", "1.6")
def test_seat_0_begins() -> None:
    state = dealt(3)
    assert (state.current, state.turn) == (0, 1)
    assert [decision.id for decision in GAME.pending(state)] == ["1.play"]


@pytest.mark.rule("regicide", "1.6")
@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_turns_go_round(seat: int, following: int) -> None:
    before = table("JH", hands=["KC 2C"] * 3, current=seat, step="suffer", turn=7)
    after = (
        given(GAME, before)
        .when(seat, Discard(cards=cards("KC")))
        .then(CardsDiscarded(seat=seat, cards=cards("KC")), TurnStarted(seat=following))
    )
    assert [(d.id, d.seats) for d in GAME.pending(after)] == [("8.play", (following,))]


@pytest.mark.rule("regicide", "1.7")
@pytest.mark.parametrize(
    ("enemy", "attack", "health"), [("J", 10, 20), ("Q", 15, 30), ("K", 20, 40)]
)
def test_enemies(enemy: str, attack: int, health: int) -> None:
    state = table(f"{enemy}S", hands=["2C", "2D"])
    assert (state.enemy_attack, state.enemy_health) == (attack, health)
    assert sum(HEALTH.values()) * 4 == 360
    assert set(ATTACK) == set(HEALTH)
