"""The field as a map of characters."""

from __future__ import annotations

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.mapping import told_map
from tests.engine.games.sorcery.table import dropped, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def test_all_that_stands_on_the_field_is_on_the_map() -> None:
    state = table(
        stand("mage", 0, (2_100, 5_000), book=""),
        stand("blade", 1, (18_000, 20_100)),
        stand("blade", 1, (20_000, 20_100)),
        stand("blade", 1, (18_900, 21_900)),
        stand("blade", 1, None, gone=True),
        dropped((35_900, 35_900), "oak_skin"),
        out("ward_stone", "f1", at=(100, 100)),
    )
    lines = told_map(GAME.view(state, None).model_dump(mode="json"))
    assert len(lines) == 20
    by_height = {line[:4].strip(): line for line in lines[1:-1]}
    assert by_height["34"].endswith(" b2|")
    assert by_height["0"].startswith("   0 |e1 ")
    assert by_height["4"].startswith("   4 |  f1 ")
    assert by_height["20"].split()[3:6] == ["f4", "f2", "f3"], "the third as near as there is room"
    assert by_height["18"].count("(") == 3
    assert by_height["10"][6:].startswith(" " * 15 + "######" + " " * 13 + "::::::::")
    assert not any("f5" in line for line in lines)
    assert lines[-1] == "      0        6        12       18       24       30       36"
