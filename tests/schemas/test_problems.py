"""The closed list of codes: whatever the match itself refuses with stands in it."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine import core
from engine.games import discover
from schemas.problems import PROBLEMS, RULE_STATUS, RULE_TITLE, problem

if TYPE_CHECKING:
    from collections.abc import Iterator


def codes_in(source: str) -> Iterator[str]:
    """Yield the codes of all refusals that a module makes: ``no("…", …)``, ``code="…"``."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        given = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
        if isinstance(node.func, ast.Name) and node.func.id == "no":
            given = node.args[:1]
        for code in given:
            if isinstance(code, ast.Constant):
                assert isinstance(code.value, str)
                yield code.value


def test_each_code_of_the_match_has_a_status_and_a_title() -> None:
    (folder,) = core.__path__
    found = {
        code for file in Path(folder).glob("*.py") for code in codes_in(file.read_text("utf-8"))
    }
    assert {"MATCH_PAUSED", "ALREADY_SEATED", "MALFORMED", "TOO_MANY_CHANGES"} <= found
    assert found - set(PROBLEMS) == set()


def test_no_code_of_a_game_means_something_else_to_the_service() -> None:
    """It would be answered with the service's status and title, as if no rule had said no."""
    for game in discover():
        commands = import_module(f"engine.games.{game.name}.commands")
        shared = {str(code) for code in commands.Code} & PROBLEMS.keys()
        assert {code for code in shared if problem(code, "No.").status != RULE_STATUS} == set()


def test_a_code_of_a_game_is_a_rule_that_says_no() -> None:
    told = problem("NOT_YOUR_CARD", "That card is not in your hand.", rule="3.2")
    assert (told.status, told.title) == (422, RULE_TITLE)
    assert told.type == "urn:playledger:problem:not-your-card"
