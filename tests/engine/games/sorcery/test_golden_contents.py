"""Each golden match of Sorcery really contains what its name says."""

from __future__ import annotations

from itertools import chain
from typing import get_args

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.commands import FieldName
from tests.engine.games.sorcery.golden_contents import CONTENTS, read
from tests.engine.games.sorcery.golden_matches import GOLDEN, RECIPES, SUFFIX


@pytest.mark.parametrize("name", CONTENTS)
def test_a_golden_match_contains_what_its_name_says(name: str) -> None:
    told = read((GOLDEN / f"{name}{SUFFIX}").read_bytes())
    assert told.header.rules == GAME.rules
    assert (told.config, told.header.seats) == (RECIPES[name].config, RECIPES[name].seats)
    assert CONTENTS[name](told)


def test_every_golden_match_has_a_recipe() -> None:
    files = {path.name.removesuffix(SUFFIX) for path in GOLDEN.iterdir()}
    assert files == set(RECIPES) == set(CONTENTS)


def test_every_field_number_of_players_and_policy_has_a_golden_match() -> None:
    recipes = RECIPES.values()
    assert {recipe.field for recipe in recipes} == set(get_args(FieldName))
    assert {recipe.seats for recipe in recipes} == {*range(GAME.min_seats, GAME.max_seats + 1)}
    playing = set(chain.from_iterable(recipe.players.split() for recipe in recipes))
    assert playing >= set(GAME.policies)
