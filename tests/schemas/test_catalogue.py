"""The schemas that clients are served tell what a field means, not only its type."""

from typing import Any

import pytest

from engine.games import chosen
from schemas.catalogue import schemas_of


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
