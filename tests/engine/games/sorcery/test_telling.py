"""The battle in lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.telling import told_table
from tests.engine.games.sorcery.table import SOUTH, Battle, dropped, out, stand, table

if TYPE_CHECKING:
    from engine.games.sorcery.state import State

pytestmark = pytest.mark.usefixtures("samples")


def told(state: State, seat: int | None = 0) -> list[str]:
    return told_table(GAME.view(state, seat).model_dump(mode="json"))


def test_a_battle_is_told_in_a_few_lines() -> None:
    state = table(
        stand("mage", 0, (18_000, 5_000), book="cinder_dart quiet_word~", tokens=1),
        stand("blade", 1, (18_000, 6_500), facing=(-7, -8), click=2),
        stand("blade", 1, None, gone=True),
        dropped((9_000, 9_000), "oak_skin"),
        out("ward_stone", "f1", at=(18_000, 3_750)),
        out("noon_glare", "f1", left=2),
    )
    lines = told(state)
    assert lines[0] == "Crossroads, round 2: seat 0, action phase, 3 actions left"
    assert "objectives: 0 at 18000,18000, nobody; " in "\n".join(lines)
    assert "the south barn 10000,10000 to 14000,12500" in "\n".join(lines)
    fold = "the east fold between 25000,19500 28500,20000 29000,23500 25500,23000"
    assert fold in "\n".join(lines), "it is no upright rectangle"
    assert "seat 0 (you), from the south: 30 points" in lines
    mage = next(line for line in lines if "f1 Mage" in line)
    assert "at 18000,5000 facing N; clicks 5/5, 1 token; speed 8 attack 8 defence 15" in mage
    assert mage.endswith("bears b1; touches f2; line of fire to f2")
    assert any("f2 Blade at 18000,6500 facing SW; clicks 3/5;" in line for line in lines)
    assert "  eliminated: f3 Blade" in lines
    assert "glyph: Ward Stone at 18000,3750, of seat 0's f1" in lines
    assert "illusion: Noon Glare, of seat 0's f1, 2 more rounds" in lines
    assert "b1 Grey Codex of f1: Cinder Dart, Quiet Word (face down)" in lines
    assert "b2 Grey Codex lies at 9000,9000" in lines
    assert lines[-1] == "asked: seat 0, act"


def test_a_figure_is_told_with_whom_it_could_fire_at() -> None:
    state = table(
        stand("bow", 0, (25_500, 8_000)),
        stand("blade", 1, (25_500, 15_000)),
        stand("blade", 1, (30_000, 9_000)),
        stand("blade", 1, (31_500, 9_333)),
        stand("bow", 1, (25_500, 3_000), facing=SOUTH),
    )
    bow, *others = [line for line in told(state, None) if line.startswith("  f")]
    assert bow.endswith("; line of fire to f2 (hindered), f3")
    assert not [line for line in others if "line of fire" in line], "f5 faces away"


def test_a_spell_is_told_while_it_may_be_countered() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="cinder_dart"),
            stand("mage", 1, (18_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert told(battle.state, 1)[-2:] == ["f1 casts Cinder Dart on f2", "asked: seat 1, counter"]


@pytest.mark.parametrize("seat", [1, None])
def test_others_are_told_of_a_book_no_more_than_who_bears_it(seat: int | None) -> None:
    state = table(
        stand("mage", 0, (18_000, 5_000), book="cinder_dart"), stand("blade", 1, (18_000, 30_000))
    )
    text = "\n".join(told(state, seat))
    assert "bears b1" in text
    assert "Cinder Dart" not in text


def test_who_waits_to_be_placed_is_told_before_the_battle() -> None:
    state = table(stand("blade", 0, None), stand("blade", 1, (18_000, 30_000)), turn=1)
    assert "  to be placed: f1 Blade" in told(state)
