"""The digest of the code that decides a match; written into its header as evidence."""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import engine.core
from engine.core.game import Game


@cache
def build_digest(game: Game[Any]) -> str:
    """Return SHA-256 hex over the sources of engine/core and of the game's folder.

    Files count in the order of their names, each as name, length and bytes, so that the digest is
    the same on every machine with the same sources.
    """
    digest = hashlib.sha256()
    for source in (*_sources(Path(engine.core.__path__[0])), *_sources(_home(game))):
        content = source.read_bytes()
        digest.update(f"{source.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _home(game: Game[Any]) -> Path:
    """Return the folder (or the file) that the game's rules stand in."""
    module = sys.modules[game.setup.__module__]
    assert module.__file__ is not None
    file = Path(module.__file__)
    return file.parent if (file.parent / "RULES.md").exists() else file


def _sources(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))
