"""How the language of cards reads in words."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from engine.core.card_language import Amounted, Count

Op = TypeVar("Op")


def joined(*parts: str) -> str:
    """Return the parts that say something, one after the other."""
    return " ".join(part for part in parts if part)


def clauses(ops: Iterable[Op], word: Callable[[Op], str]) -> str:
    """Return operations, each as a clause, in the order in which they are done."""
    return ", then ".join(map(word, ops))


def sentence(text: str) -> str:
    """Return clauses as a sentence; none are no sentence."""
    return text and f"{text[0].upper()}{text[1:]}."


def amount(op: Amounted[Count], what: str, counted: Mapping[Count, str]) -> str:
    """Return the number of an operation, of ``what``.

    ``counted``: each thing that is counted, with its "for each" or "if".
    """
    parts = [str(op.flat)] if op.flat else []
    if op.dice:
        parts.append(f"{some(op.dice, 'die', 'dice')}{' of' if what else ''}")
    first = f"{' + '.join(parts)} {what}".rstrip()
    if op.per is None:
        return first
    if not parts:
        return f"{op.each} {what}".rstrip() + f" {counted[op.per]}"
    return f"{first}, and {op.each} more {counted[op.per]}"


def some(count: int, one: str, more: str) -> str:
    """Return a number of things: ``1 card``, ``3 cards``."""
    return f"{count} {one if count == 1 else more}"
