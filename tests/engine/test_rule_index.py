"""Each clause of each RULES.md is cited in code and pinned by a test, and nothing else is.

Code cites a clause as ``[3.2]`` in a comment or docstring, or as ``rule="3.2"`` in a refusal; a
test pins clauses with ``@pytest.mark.rule("regicide", "3.2", …)``, those of the match with
``@pytest.mark.rule("match", "M1.2")``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOKS = sorted((ROOT / "engine").rglob("RULES.md"))
NAMES = ["match" if book.parent.name == "core" else book.parent.name for book in BOOKS]

CLAUSE = re.compile(r"^- \*\*(M?\d+\.\d+)\*\*", re.MULTILINE)
MENTIONED = re.compile(r"(?<![\w.])M?\d+\.\d+(?![\w.]*\d)")
CITED = re.compile(r'\[(M?\d+\.\d+)\]|rule="(M?\d+\.\d+)"|"(M\d+\.\d+)"')
PINNED = re.compile(r'mark\.rule\(\s*"([\w-]+)"((?:\s*,\s*"M?\d+\.\d+")+)\s*,?\s*\)')


def cited_clauses(folder: Path) -> set[str]:
    return {
        clause
        for file in folder.rglob("*.py")
        for groups in CITED.findall(file.read_text("utf-8"))
        for clause in groups
        if clause
    }


def pinned_clauses(name: str) -> set[str]:
    return {
        clause
        for file in (ROOT / "tests").rglob("test_*.py")
        for book, clauses in PINNED.findall(file.read_text("utf-8"))
        if book == name
        for clause in re.findall(r"M?\d+\.\d+", clauses)
    }


@pytest.mark.parametrize("book", BOOKS, ids=NAMES)
def test_no_clause_number_is_given_twice(book: Path) -> None:
    clauses = CLAUSE.findall(book.read_text("utf-8"))
    assert clauses, "no clauses: are they written as `- **1.2** …`?"
    assert len(clauses) == len(set(clauses))


@pytest.mark.parametrize("book", BOOKS, ids=NAMES)
def test_a_book_mentions_no_clause_that_it_has_not(book: Path) -> None:
    text = book.read_text("utf-8")
    clauses = set(CLAUSE.findall(text))
    if book.parent.name != "core":  # games may point to the rules of the match
        clauses |= set(CLAUSE.findall((ROOT / "engine/core/RULES.md").read_text("utf-8")))
    assert set(MENTIONED.findall(text)) - clauses == set()


@pytest.mark.parametrize("book", BOOKS, ids=NAMES)
def test_code_and_clauses_refer_to_each_other(book: Path) -> None:
    clauses = set(CLAUSE.findall(book.read_text("utf-8")))
    cited = cited_clauses(book.parent)
    assert cited - clauses == set(), "cited, but no clause"
    assert clauses - cited == set(), "clauses without code"


@pytest.mark.parametrize(("name", "book"), [*zip(NAMES, BOOKS, strict=True)], ids=NAMES)
def test_each_clause_is_pinned_by_a_test(name: str, book: Path) -> None:
    clauses = set(CLAUSE.findall(book.read_text("utf-8")))
    pinned = pinned_clauses(name)
    assert pinned - clauses == set(), "pinned, but no clause"
    assert clauses - pinned == set(), "clauses without test"
