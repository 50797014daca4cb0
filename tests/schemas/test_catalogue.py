"""The schemas that clients are served tell what a field means, not only its type."""

from typing import Any

import pytest

from engine.core.game import Game
from engine.games import chosen
from schemas.catalogue import schemas_of
from services.cli.registry import load_registry
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


@pytest.mark.parametrize("game", [*load_registry()], ids=lambda game: game.name)
def test_what_a_view_gives_as_a_bare_number_or_text_is_described(game: Game[Any]) -> None:
    view: Any = schemas_of(game)["view"]
    forms: dict[str, Any] = {**view.get("$defs", {}), "View": view}
    silent = [
        f"{form}.{name}"
        for form, said in forms.items()
        for name, field in said.get("properties", {}).items()
        if _bare(field) and "description" not in field
    ]
    assert silent == []


def _bare(field: Any) -> bool:
    """Tell whether a field is of numbers or texts that may be any: not one of a few words."""
    if "enum" in field or "const" in field:
        return False
    parts = [*field.get("anyOf", []), *field.get("prefixItems", [])]
    parts += [field["items"]] if "items" in field else []
    return field.get("type") in {"integer", "string"} or any(map(_bare, parts))


@pytest.mark.parametrize("game", [*REGISTRY], ids=lambda game: game.name)
@pytest.mark.parametrize("of", ["command", "entry", "event"])
def test_what_tells_forms_apart_must_be_given(game: Game[Any], of: str) -> None:
    schema: Any = schemas_of(game)[of] or {}
    union = schema.get("discriminator", {"mapping": {}})
    for ref in union["mapping"].values():
        form = schema["$defs"][ref.rpartition("/")[2]]
        assert union["propertyName"] in form["required"]
        assert "default" not in form["properties"][union["propertyName"]]
