"""What lies on the table at the beginning [2]."""

import pytest
from pydantic import ValidationError

from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.commands import Own, SorceryConfig
from engine.games.sorcery.models import Recruit
from tests.engine.games.sorcery.table import Battle
from tests.engine.scenario import fold


@pytest.mark.rule("sorcery", "2.1")
@pytest.mark.parametrize("limit", [0, 99, 150, 700])
def test_the_limit_is_100_to_600_points_in_hundreds(limit: int) -> None:
    with pytest.raises(ValidationError):
        SorceryConfig(points=limit)


@pytest.mark.rule("sorcery", "2.1")
def test_two_to_four_play_usually_for_300_points() -> None:
    assert [GAME.table_refused(SorceryConfig(), n) is None for n in (1, 2, 3, 4, 5)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert SorceryConfig().points == 300


def laid_out() -> Battle:
    """Return a battle in which one of two figures of seat 0 bears a book."""
    reader = Recruit(figure="reef_caller", book="grey_codex", spells=("cinder_dart", "ward_stone"))
    blade = Recruit(figure="burrow_pack")
    entries = (Own(figures=(blade, reader)), Own(figures=(blade,)))
    return Battle(fold(GAME, GAME.initial, GAME.setup(SorceryConfig(), entries, Rng(bytes(32), 1))))


@pytest.mark.rule("sorcery", "2.10")
def test_a_book_lies_as_the_list_gives_it_face_up_with_the_first_on_top() -> None:
    assert laid_out().book("b1") == "cinder_dart ward_stone"


@pytest.mark.rule("sorcery", "2.11")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_who_bears_a_book_is_open_and_what_is_in_it_is_not(seat: int | None) -> None:
    view = GAME.view(laid_out().state, seat).model_dump()
    assert [(one["card"], one["book"]) for one in view["figures"]] == [
        ("burrow_pack", None), ("reef_caller", "b1"), ("burrow_pack", None),
    ]  # fmt: skip
    (book,) = view["books"]
    assert (book["card"], book["bearer"]) == ("grey_codex", "f2")
    assert (book["leaves"] is None) == (seat != 0)
