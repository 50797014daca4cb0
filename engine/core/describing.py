"""What stands below a field in the code describes it in the schemas that are served.

Read when a schema is made, not when the class is: most processes make none, and all want to start.
"""

import ast
import inspect
from itertools import pairwise
from textwrap import dedent
from typing import Any

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue


class Described:
    """A class whose fields are described in its schema; a mixin of models and dataclasses."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: Any, handler: GetJsonSchemaHandler, /
    ) -> JsonSchemaValue:
        made = handler(core)
        schema = handler.resolve_ref_schema(made)
        properties = schema.get("properties", {})
        for name, text in _told_of(cls).items():
            if name in properties:
                properties[name]["description"] = text
        return made


def _told_of(cls: type) -> dict[str, str]:
    """Return what is told of the fields of a class: by who declares each last."""
    told: dict[str, str] = {}
    for owner in reversed(cls.__mro__):
        if issubclass(owner, Described) and owner is not Described:
            declared = inspect.get_annotations(owner)
            told = {name: text for name, text in told.items() if name not in declared}
            told |= _told(owner)
    return told


def _told(owner: type) -> dict[str, str]:
    """Return what stands below the fields of a class itself; one made by a call has no source."""
    try:
        source = inspect.getsource(owner)
    except OSError:
        return {}
    (definition,) = ast.parse(dedent(source)).body
    assert isinstance(definition, ast.ClassDef), "the source of a class"
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(definition.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
