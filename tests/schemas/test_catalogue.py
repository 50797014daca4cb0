"""The schemas that clients are served tell what a field means, not only its type."""

from typing import Any

import pytest

from engine.core.game import Game
from engine.games import chosen
from schemas.catalogue import schemas_of
from tests.engine.laws.files import REGISTRY


@pytest.mark.parametrize(
    ("of", "model", "field", "told"),
    [
        ("command", "Summon", "target", "``seat:2`` a player"),  # a message
        ("entry", "Own", "levels", "the lowest first"),
        ("view", "PieceView", "n", "by which commands mean it"),  # a dataclass
        ("event", "Found", "shown", "if the card that searched shows it"),
    ],
)
def test_the_fields_of_a_game_are_described(of: str, model: str, field: str, told: str) -> None:
    schema: Any = schemas_of(chosen.GAME)[of]
    assert told in schema["$defs"][model]["properties"][field].get("description", "")


@pytest.mark.parametrize("game", [*REGISTRY], ids=lambda game: game.name)
@pytest.mark.parametrize("of", ["command", "entry", "event"])
def test_what_tells_forms_apart_must_be_given(game: Game[Any], of: str) -> None:
    schema: Any = schemas_of(game)[of] or {}
    union = schema.get("discriminator", {"mapping": {}})
    for ref in union["mapping"].values():
        form = schema["$defs"][ref.rpartition("/")[2]]
        assert union["propertyName"] in form["required"]
        assert "default" not in form["properties"][union["propertyName"]]
