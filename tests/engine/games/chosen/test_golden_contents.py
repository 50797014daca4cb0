"""Each golden match of Chosen really contains what its name says."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.variants import VARIANTS
from tests.engine.games.chosen.golden_contents import CONTENTS, of_kind, read
from tests.engine.games.chosen.golden_matches import GOLDEN, RECIPES, SUFFIX


@pytest.mark.parametrize("name", CONTENTS)
def test_a_golden_match_contains_what_its_name_says(name: str) -> None:
    header, events = read((GOLDEN / f"{name}{SUFFIX}").read_bytes())
    (laid,) = of_kind(events, "table_laid")
    assert header["rules"] == GAME.rules
    assert (laid["mode"], header["seats"]) == (RECIPES[name].mode, RECIPES[name].seats)
    assert CONTENTS[name](header, events)


def test_every_golden_match_has_a_recipe_and_every_mode_two_matches() -> None:
    files = {path.name.removesuffix(SUFFIX) for path in GOLDEN.iterdir()}
    assert files == set(RECIPES) == set(CONTENTS)
    of_mode = Counter(recipe.mode for recipe in RECIPES.values())
    assert all(of_mode[mode] >= 2 for mode in VARIANTS)


def test_all_policies_play_some_golden_match() -> None:
    playing = set(chain.from_iterable(recipe.players.split() for recipe in RECIPES.values()))
    assert playing >= set(GAME.policies)
