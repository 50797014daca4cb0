"""``verify``: the verdict on match files, for people or as JSON."""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from schemas.reading import UnreadableError
from schemas.verify import Verdict, verify
from services.cli.errors import UsageError, printable
from services.cli.files import read_bytes
from services.cli.printing import BAD, GOOD, print_parts
from services.cli.registry import load_registry

GENUINE, NOT_GENUINE, UNREADABLE = 0, 1, 2
_KEY = re.compile(r"((host|simulation):)?[0-9a-f]{64}")
_WIDTH = 240


def run(files: Sequence[Path], *, key: str | None, as_json: bool) -> int:
    """Judge each file and return the worst exit code of them all."""
    if key is not None and not _KEY.fullmatch(key.lower()):
        msg = "--key takes the host's public key: 64 hex digits, with or without its kind"
        raise UsageError(msg)
    return max(_judge(file, key=key and key.lower(), as_json=as_json) for file in files)


def _judge(file: Path, *, key: str | None, as_json: bool) -> int:
    try:
        verdict = verify(read_bytes(file), load_registry(), key=key)
    except UsageError as error:
        return _unreadable(str(error))
    except UnreadableError as error:
        return _unreadable(f"{file}: {error}")
    if as_json:
        print(json.dumps({"file": str(file), **asdict(verdict)}, separators=(",", ":")))
    else:
        print_verdict(file, verdict)
    return GENUINE if verdict.genuine else NOT_GENUINE


def _unreadable(message: str) -> int:
    print(f"playledger: {printable(message)}", file=sys.stderr)
    return UNREADABLE


def print_verdict(file: Path, verdict: Verdict) -> None:
    """Print a verdict for people."""
    if verdict.genuine:
        print_parts((f"{file}: ", ""), ("genuine", GOOD))
    else:
        place = f"NOT GENUINE, {verdict.where}"
        print_parts((f"{file}: ", ""), (place, BAD), (f": {printable(verdict.problem or '')}", ""))
    for line in _details(verdict):
        print(printable(line))


def _details(verdict: Verdict) -> list[str]:
    if verdict.genuine:
        return [
            f"  match    {verdict.match}, {verdict.rules}, {verdict.status}",
            f"  commits  {verdict.commits}, head {verdict.head}",
            *([f"  outcome  {json.dumps(verdict.outcome)}"] if verdict.outcome else []),
            *(f"  note     {note}" for note in verdict.notes),
        ]
    lines: list[str] = []
    expected, found = verdict.expected, verdict.found
    if expected is not None and found is not None:
        expected, found = _around_difference(expected, found)
    if expected is not None:
        lines.append(f"  expected {expected}")
    if found is not None:
        lines.append(f"  found    {found}")
    return lines


def _around_difference(expected: str, found: str) -> tuple[str, str]:
    """Cut two long texts to where they part."""
    if max(len(expected), len(found)) <= _WIDTH:
        return expected, found
    same = next(
        (i for i, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b),
        min(len(expected), len(found)),
    )
    start = max(0, same - 60)
    return tuple(  # pyright: ignore[reportReturnType]  # a pair
        ("…" if start else "")
        + text[start : start + _WIDTH]
        + ("…" if len(text) > start + _WIDTH else "")
        for text in (expected, found)
    )
