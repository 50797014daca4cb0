"""Commits and views as lines for people; works for every game, because it reads only the data."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.core.match import is_match_kind
from engine.core.secrecy import is_placeholder
from services.cli.errors import printable

HIDDEN = "▒"
"""Stands for a value that is not shown."""


def told_commit(commit: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return one line for a commit in three parts: its version, who did what, what came of it.

    ``commit`` has ``version``, ``commands`` and ``events``, merged for whoever reads it.
    """
    commands: Sequence[Mapping[str, Any]] = commit["commands"]
    events: Sequence[Mapping[str, Any]] = commit["events"]
    done = "; ".join(
        f"seat {c['seat']} {_told_message(c['command'])}"
        for c in commands
        if not is_match_kind(c["command"]["kind"])  # its event says the same
    )
    caused = " | ".join(_told_message(event) for event in events)
    return f"{commit['version']:>4}  ", f"{done} → " if done else "", caused


def told_view(view: Mapping[str, Any]) -> list[str]:
    """Return one line for each part of a view; what is empty is left out."""
    width = max((len(name) for name in view), default=0)
    return [
        f"{_words(name):<{width}}  {_told(value)}"
        for name, value in view.items()
        if value not in (None, [], {})
    ]


def _told_message(message: Mapping[str, Any]) -> str:
    fields = [
        f"{_words(name)} {_told(value)}" if not _speaks_for_itself(name) else _told(value)
        for name, value in message.items()
        if name != "kind"
        and value not in (None, [], {})
        and not (is_placeholder(value) and is_match_kind(message["kind"]))
    ]
    return " ".join(
        [_words(str(message["kind"]).removeprefix("match.")), ", ".join(fields)]
    ).strip()


def _speaks_for_itself(name: str) -> bool:
    return name in {"card", "cards", "enemy", "mood", "choice", "reason"}


def _words(name: str) -> str:
    return printable(name.replace("_", " "))


def _told(value: Any) -> str:
    if is_placeholder(value):
        return HIDDEN
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        inner = (f"{_words(k)} {_told(v)}" for k, v in members.items() if v not in (None, [], {}))
        return f"({', '.join(inner)})"
    if isinstance(value, list):
        parts = cast("list[Any]", value)
        between = " / " if any(isinstance(part, list | dict) for part in parts) else " "
        return between.join(map(_told, parts)) or "none"
    if isinstance(value, str) and len(value) == 64:
        return printable(value[:8]) + "…"
    return printable(str(value))
