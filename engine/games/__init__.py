"""The games: each folder here is one; nothing else has to be edited to add one."""

import pkgutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from importlib import import_module
from typing import Any, cast, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel

from engine.core.game import Game
from engine.core.match_messages import MATCH_PREFIX
from engine.core.messages import members_of, secret_fields
from engine.core.rejection import EngineError
from engine.core.secrecy import Hidden

_RESERVED_FIELD = "hidden"
"""What a placeholder's only field is called."""


class UnknownRulesError(EngineError):
    """No game, or no version of it, has the rules asked for."""


class Registry:
    """All games at hand, by their rules; iterates over the newest version of each, by name."""

    def __init__(self, games: Iterable[Game[Any]]) -> None:
        self._games: dict[str, Game[Any]] = {}
        for game in games:
            if game.rules in self._games:
                msg = f"two games call themselves {game.rules}"
                raise EngineError(msg)
            self._games[game.rules] = game

    def game(self, rules: str) -> Game[Any]:
        """Return the game with exactly these rules, e.g. ``regicide@1``.

        Raises:
            UnknownRulesError: there is none.
        """
        found = self._games.get(rules)
        if found is None:
            msg = f"no rules {rules!r}; there are {', '.join(sorted(self._games)) or 'none'}"
            raise UnknownRulesError(msg)
        return found

    def newest(self, name: str) -> Game[Any]:
        """Return the newest version of a game, e.g. of ``regicide``.

        Raises:
            UnknownRulesError: there is no game of this name.
        """
        versions = [game for game in self._games.values() if game.name == name]
        if not versions:
            msg = f"no game {name!r}; there are {', '.join(self.names()) or 'none'}"
            raise UnknownRulesError(msg)
        return max(versions, key=lambda game: game.version)

    def names(self) -> tuple[str, ...]:
        """Return the games' names in alphabetical order."""
        return tuple(sorted({game.name for game in self._games.values()}))

    def rules(self) -> tuple[str, ...]:
        """Return the binding names of all rules, old versions included, in alphabetical order."""
        return tuple(sorted(self._games))

    def __iter__(self) -> Iterator[Game[Any]]:
        return (self.newest(name) for name in self.names())


def discover(extra_modules: Sequence[str] = (), only: Collection[str] = ()) -> Registry:
    """Return the games of this folder and of the modules named; see ``load``.

    ``only``: names of folders; none means all of them.
    """
    return load(only or folders(), extra_modules)


def folders() -> tuple[str, ...]:
    """Return the names of the games of this folder, in alphabetical order; loads none."""
    return tuple(found.name for found in pkgutil.iter_modules(__path__))


def load(names: Collection[str], extra_modules: Sequence[str] = ()) -> Registry:
    """Return the games of the folders named and of more modules, each checked.

    Each module gives ``VERSIONS``, a tuple of ``Game`` records of one name; for a folder here it
    is the folder's.

    Raises:
        EngineError: there is no folder of a name, a module gives no games, or a game breaks the
            rules for games.
    """
    there_are = folders()
    unknown = [name for name in names if name not in there_are]
    if unknown:
        msg = f"no game {unknown[0]!r}; there are {', '.join(there_are)}"
        raise EngineError(msg)
    games: list[Game[Any]] = []
    for name in there_are:
        if name not in names:
            continue
        for game in _versions(f"{__name__}.{name}"):
            if game.name != name:
                msg = f"the game in the folder {name} is called {game.name}"
                raise EngineError(msg)
            games.append(game)
    for module in extra_modules:
        games.extend(_versions(module))
    for game in games:
        _check_kinds(game)
        _check_fields(game)
    return Registry(games)


def _versions(module: str) -> tuple[Game[Any], ...]:
    versions = getattr(import_module(module), "VERSIONS", None)
    if not isinstance(versions, tuple) or not versions:
        msg = f"{module} gives no VERSIONS, a tuple of games"
        raise EngineError(msg)
    return cast("tuple[Game[Any], ...]", versions)


def _check_kinds(game: Game[Any]) -> None:
    for model in (*members_of(game.command), *members_of(game.event)):
        for kind in get_args(model.model_fields["kind"].annotation):
            if kind.startswith(MATCH_PREFIX):
                msg = f"{game.rules} declares {kind!r}; kinds of {MATCH_PREFIX}… are the match's"
                raise EngineError(msg)


def _check_fields(game: Game[Any]) -> None:
    """Refuse secrets that would stand open, and fields that look like a placeholder.

    Only events are split at hidden values, and only whole fields of commands are secret.
    """
    for command in members_of(game.command):
        secret_fields(command)
    for declared in (game.config, game.command, game.view_model, game.outcome_model, game.entry):
        if not {_RESERVED_FIELD, Hidden}.isdisjoint(_inside(declared, set())):
            msg = f"{game.rules}: only events hide values; a field {_RESERVED_FIELD!r} is reserved"
            raise EngineError(msg)
    if _RESERVED_FIELD in _inside(game.event, set()):
        msg = f"an event of {game.rules} has a field {_RESERVED_FIELD!r}, which is reserved"
        raise EngineError(msg)


def _inside(declared: Any, seen: set[Any]) -> Iterator[object]:
    """Yield the names of all fields in a type, however deep, and ``Hidden`` where it hides some.

    The types are asked, not their schemas: to make those took an eighth of every start.
    """
    if get_origin(declared) is Hidden:
        yield Hidden
    for part in get_args(declared):
        yield from _inside(part, seen)
    if not isinstance(declared, type) or declared in seen:
        return
    seen.add(declared)
    for name, annotation in _fields(declared).items():
        yield name
        yield from _inside(annotation, seen)


def _fields(model: type[Any]) -> Mapping[str, Any]:
    if issubclass(model, BaseModel):
        return {name: field.annotation for name, field in model.model_fields.items()}
    if is_dataclass(model) or is_typeddict(model) or hasattr(model, "_fields"):
        return get_type_hints(model, include_extras=True)
    return {}
