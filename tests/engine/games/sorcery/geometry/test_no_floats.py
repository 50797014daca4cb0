"""No number of this game may ever be rounded by the machine: a log replays the same anywhere."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

GAME = Path(__file__).parents[5] / "engine" / "games" / "sorcery"
WHOLE_ROOTS = {"isqrt", "gcd"}
NAMES = {"float", "complex", "Decimal", "truediv", "fsum"}
MODULES = {"cmath", "decimal", "fractions", "numpy", "operator", "random", "statistics"}


def inexact(source: str) -> list[str]:
    """Return what in a source can make a number that is no whole number, or no number twice."""
    found = [_why(node) for node in ast.walk(ast.parse(source))]
    return [why for why in found if why is not None]


def _why(node: ast.AST) -> str | None:  # noqa: PLR0911 - one line a kind
    match node:
        case ast.Constant(value=float() | complex()):
            return f"line {node.lineno}: the literal {node.value}"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return f"line {node.lineno}: / divides inexactly; use // or compare products"
        case ast.BinOp(op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())):
            return f"line {node.lineno}: a negative power"
        case ast.Call(func=ast.Name(id="round")):  # a round of the battle is another matter
            return f"line {node.lineno}: round"
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in NAMES:
            return f"line {node.lineno}: {name}"
        case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in WHOLE_ROOTS:
            return f"line {node.lineno}: math.{name}"
        case ast.Import(names=names):
            bad = {name.name.split(".")[0] for name in names} & MODULES
            bad |= {name.name for name in names if name.name == "math" and name.asname}
            return f"line {node.lineno}: import {sorted(bad)}" if bad else None
        case ast.ImportFrom(module=str(module), names=names):
            taken = {name.name for name in names}
            bad = module.split(".")[0] in MODULES or (module == "math" and taken - WHOLE_ROOTS)
            return f"line {node.lineno}: from {module} import {sorted(taken)}" if bad else None
        case _:
            return None


@pytest.mark.parametrize(
    "source",
    [
        "HALF = 0.5",
        "x = 1e3",
        "x = 1j",
        "def f(a: int, b: int):\n    return a / b",
        "a = 4\na /= 2",
        "x = 2 ** -1",
        "x = float(3)",
        "def f(x: float) -> None: ...",
        "x = round(3)",
        "import math\nx = math.sqrt(4)",
        "import math\nx = math.hypot(3, 4)",
        "from math import sqrt",
        "from math import *",
        "import math as m",
        "import random",
        "from random import choice",
        "from decimal import Decimal",
        "import decimal",
        "from fractions import Fraction",
        "from operator import truediv",
        "import statistics",
    ],
)
def test_a_planted_inexact_number_is_found(source: str) -> None:
    assert inexact(source)


@pytest.mark.parametrize(
    "source",
    [
        "x = 7 // 2 % 3",
        "from math import isqrt, gcd\nx = isqrt(17)",
        "import math\nx = math.isqrt(17)",
        "x = 2 ** 10",
        '"""A quarter (0.25) of an inch, 1/4."""',
    ],
)
def test_whole_numbers_are_left_alone(source: str) -> None:
    assert inexact(source) == []


def test_nothing_in_the_game_is_inexact() -> None:
    sources = sorted(GAME.rglob("*.py"))
    assert sources
    found = {str(file.relative_to(GAME)): inexact(file.read_text("utf-8")) for file in sources}
    assert {file: why for file, why in found.items() if why} == {}
