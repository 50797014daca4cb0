"""The store's function library: the files of ``lua/`` as one text, under a name of their own.

Function names are global to a server. So the library and its functions carry a digest of the text:
processes of an older and a newer build run side by side on one server, each with its own functions.
"""

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final

from .store_wire import Argument, Command

VERSION: Final = "playledger_v1"
"""How the functions are named in the Lua text."""


@dataclass(frozen=True, slots=True)
class Library:
    """A function library as ``FUNCTION LOAD`` takes it."""

    name: str
    code: str

    def call(self, name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Command:
        """Return the command that calls a function, given its short name (``accept``)."""
        return ("FCALL", f"{self.name}_{name}", len(keys), *keys, *arguments)


@functools.cache
def library() -> Library:
    """Read the library from the package."""
    folder = resources.files("services.common") / "lua"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".lua")), key=str)
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    name = f"{VERSION}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return Library(name=name, code=f"#!lua name={name}\n{text.replace(VERSION, name)}")
