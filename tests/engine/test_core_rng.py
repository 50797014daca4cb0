"""The generator is a promise: these numbers were computed by another implementation."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.rng import Rng, match_seed, seed_commitment

SEED = bytes(range(32))
WORDS = 1 << 64


def test_words() -> None:
    rng = Rng(SEED, 1)
    assert [rng.below(WORDS) for _ in range(5)] == [
        237538724424598225,
        17499458077201822177,
        9536348121660323128,
        7954159197708122231,
        505038398915403815,
    ]


def test_each_commit_has_its_own_draws() -> None:
    assert Rng(SEED, 2).below(WORDS) == 1007958673032864721


def test_numbers_below_a_bound() -> None:
    rng = Rng(SEED, 1)
    drawn = [rng.below(6) for _ in range(20)]
    assert drawn == [1, 1, 4, 5, 5, 3, 1, 3, 5, 5, 0, 0, 3, 0, 5, 3, 3, 4, 3, 5]


def test_words_above_the_last_multiple_are_skipped() -> None:
    """Of the five words above, the second and the third are not below 2^63 + 1."""
    rng = Rng(SEED, 1)
    assert [rng.below((1 << 63) + 1) for _ in range(3)] == [
        237538724424598225,
        7954159197708122231,
        505038398915403815,
    ]


def test_a_shuffle() -> None:
    assert Rng(SEED, 7).shuffle(range(10)) == (5, 1, 2, 7, 6, 9, 3, 4, 8, 0)
    assert Rng(SEED, 7).shuffle(()) == ()


def test_the_seed_of_a_match() -> None:
    seed = match_seed(SEED, "0123456789abcdef", (b"\xaa" * 32, bytes(32)))
    assert seed.hex() == "5ce253e1d21d8011911e48ca44f0cedf570887973d99bc2b46c23dd9ca583f79"


def test_the_commitment_to_a_seed() -> None:
    commitment = "c0bef30f89d010266c93139f18f85e29f079093fe07d09179d6ec044f2819201"
    assert seed_commitment(SEED) == commitment


@pytest.mark.parametrize("bound", [0, -1, WORDS + 1])
def test_a_bound_out_of_range_is_a_bug(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Rng(SEED, 1).below(bound)


@given(
    seed=st.binary(min_size=32, max_size=32),
    n=st.integers(0, WORDS - 1),
    bound=st.integers(1, WORDS),
)
def test_draws_stay_below_their_bound_and_repeat(seed: bytes, n: int, bound: int) -> None:
    drawn = [Rng(seed, n).below(bound) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert 0 <= drawn[0] < bound


@given(items=st.lists(st.integers()), n=st.integers(0, 1_000))
def test_a_shuffle_keeps_all_items(items: list[int], n: int) -> None:
    assert Counter(Rng(SEED, n).shuffle(items)) == Counter(items)


def test_all_orders_come_about_equally_often() -> None:
    """Chi-square over the 24 orders of four items; 49.7 is exceeded once in a thousand seeds."""
    rounds = 24_000
    rng = Rng(SEED, 1)
    seen = Counter(rng.shuffle("abcd") for _ in range(rounds))
    assert set(seen) == set(permutations("abcd"))
    expected = rounds / 24
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7
