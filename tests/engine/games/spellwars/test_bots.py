"""The players for simulations, from the view answer alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine.core.rng import Rng
from engine.games.spellwars import GAME
from tests.engine.games.spellwars.bouts import act, positions
from tests.engine.games.spellwars.table import Duel, table, wizard

if TYPE_CHECKING:
    from engine.games.spellwars.state import State

PLACES = ("source", "quality", "delivery")


def builds(policy: str, hand: str, times: int = 200) -> Counter[str]:
    """Count the spells that a policy builds of a hand, place by place."""
    state = table(wizard(hand), wizard("inkblot"))
    rng = Rng(bytes(32), 1)
    found: Counter[str] = Counter()
    for _ in range(times):
        command = act(policy, state, 0, rng)
        found[" ".join(str(command.get(place) or "-") for place in PLACES)] += 1
    return found


def picks(policy: str, state: State, times: int = 200) -> Counter[str]:
    """Count the answers that a policy gives to the question that is put."""
    assert state.question is not None
    rng = Rng(bytes(32), 1)
    seat = state.question.seats[0]
    return Counter(act(policy, state, seat, rng)["pick"] for _ in range(times))


def asked_whom(*lives: int) -> State:
    """Seat 0 may choose a rival of these Lives."""
    spells = ("inkblot mossy", "ferrule mossy", "inkblot thorny")
    rivals = [wizard(spell, life=life) for spell, life in zip(spells, lives, strict=True)]
    return Duel(table(wizard("widow_gloam"), *rivals)).build("widow_gloam", *spells).state


def struck(life: int) -> State:
    """Seat 1 is hit by seat 0 and has a Creature to take the blow."""
    state = table(wizard("ferrule"), wizard("inkblot mossy", creatures="kiln_imp", life=life))
    return Duel(state).build("ferrule", "inkblot mossy").state


def offered_a_payment() -> State:
    state = table(wizard("inkblot", blood=2), wizard("ferrule mossy"))
    return Duel(state).build("inkblot", "ferrule mossy").state


def test_random_builds_any_spell_that_may_be_built() -> None:
    assert set(builds("random", "ferrule humming wild_magic")) == {
        "ferrule - -",
        "- humming -",
        "ferrule humming -",
        "wild_magic - -",
        "- wild_magic -",
        "- - wild_magic",
        "wild_magic humming -",
        "ferrule wild_magic -",
        "ferrule - wild_magic",
        "- humming wild_magic",
        "ferrule humming wild_magic",
    }


def test_random_gives_any_answer_equally_often() -> None:
    found = picks("random", asked_whom(9, 5, 20), 3000)
    assert set(found) == {"seat:1", "seat:2", "seat:3"}
    assert all(900 < count < 1100 for count in found.values())


@pytest.mark.parametrize(
    ("hand", "spells"),
    [
        (
            "ferrule uncle_rot humming fly_blown kiln_imp",
            {"ferrule humming kiln_imp", "uncle_rot fly_blown kiln_imp"},
        ),
        (
            "ferrule mossy ink_kraken wild_magic",
            {"ferrule mossy ink_kraken"},
        ),
        ("ferrule wild_magic", {"ferrule wild_magic -", "ferrule - wild_magic"}),
        ("ferrule wild_magic wild_magic", {"ferrule wild_magic wild_magic"}),
        ("wild_magic", {"wild_magic - -", "- wild_magic -", "- - wild_magic"}),
    ],
    ids=["most of a glyph", "wild", "two places", "two wild", "only wild"],
)
def test_greedy_builds_the_most_cards_and_then_the_most_dice(hand: str, spells: set[str]) -> None:
    assert set(builds("greedy", hand)) == spells


def test_greedy_strikes_at_the_weakest_and_breaks_ties_at_random() -> None:
    assert set(picks("greedy", asked_whom(9, 5, 20))) == {"seat:2"}
    found = picks("greedy", asked_whom(5, 9, 5))
    assert set(found) == {"seat:1", "seat:3"}
    assert all(60 < count < 140 for count in found.values())


def test_greedy_gives_a_creature_away_only_when_it_is_weak() -> None:
    assert set(picks("greedy", struck(20))) == {"none"}
    assert set(picks("greedy", struck(4))) == {"creature:201"}


def test_greedy_pays() -> None:
    assert set(picks("greedy", offered_a_payment())) == {"yes"}


def test_greedy_is_clearly_better_than_random() -> None:
    """It wins about nine of ten duels; chance alone would not give it 42 of 60."""
    won = 0
    for seed in range(60):
        greedy = seed % 2
        policies = ["greedy" if seat == greedy else "random" for seat in range(2)]
        *_, final = positions(policies, seed)
        outcome = GAME.outcome(final)
        assert outcome is not None
        won += outcome.winners == (greedy,)
    assert won >= 42
