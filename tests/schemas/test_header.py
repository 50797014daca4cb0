"""What a header may hold: it is hashed, so every reader must read the same in it."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from engine.core.rejection import UnknownFormatError
from schemas.catalogue import schemas_of
from schemas.header import Header
from tests.schemas.forging import Table, registry

ODD = [{"rounds": 1.0}, {"rounds": {"deep": [0.5]}}, {"rounds": 2**53}]


def fields() -> dict[str, Any]:
    return Table("rps@1", 3).header.model_dump(mode="json")


@pytest.mark.parametrize("config", ODD, ids=str)
def test_no_header_is_made_with_a_number_that_readers_differ_about(config: Any) -> None:
    with pytest.raises(ValidationError, match=r"config[\s\S]*(fraction|2\^53)"):
        Header.model_validate({**fields(), "config": config})


@pytest.mark.parametrize("config", ODD, ids=str)
def test_no_header_is_read_with_a_number_that_readers_differ_about(config: Any) -> None:
    text = json.dumps({**fields(), "config": config}, separators=(",", ":"))
    with pytest.raises(UnknownFormatError, match="header"):
        Header.decode(text.encode())


@pytest.mark.parametrize(
    "changed", [{"created": 2**53}, {"clock": {"decision_ms": 2**53}}], ids=str
)
def test_stamps_and_clocks_are_bounded(changed: Any) -> None:
    with pytest.raises(ValidationError):
        Header.model_validate({**fields(), **changed})


@pytest.mark.parametrize("rules", registry().rules())
def test_no_game_says_or_takes_a_fraction(rules: str) -> None:
    schemas = schemas_of(registry().game(rules))
    hashed = [schemas[part] for part in ("config", "command", "event", "outcome", "entry")]
    assert '"type": "number"' not in json.dumps(hashed)
