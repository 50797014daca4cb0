"""A game's messages and a match's state as JSON: the only reader and writer of their forms."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Annotated, Any, Union, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    JsonValue,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic_core import from_json, to_json

from engine.core.game import Game
from engine.core.malformed import sentence
from engine.core.match_messages import MatchCommand, MatchEvent
from engine.core.match_state import Awaited, Commit, Happened, Issued, MatchState
from engine.core.messages import Command, Event, members_of, secret_fields
from engine.core.rejection import EngineError, Rejection, UnknownFormatError
from engine.core.secrecy import PLACEHOLDER_TEXT, Hidden, Split, fill, is_placeholder
from engine.core.terms import Terms

SERVER = "server"


@cache
def audiences(seats: int) -> tuple[str, ...]:
    """Return the names of all audiences of a match, in the order in which they are hashed."""
    return (*(f"seat:{seat}" for seat in range(seats)), SERVER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What an account sent: the command and what it said about when it holds."""

    command: Any
    decision: str | None = None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """A commit as bytes: the public text and each audience's private text (may be empty)."""

    public: bytes
    private: Mapping[str, bytes]


class Codec:
    """Reads and writes everything whose form depends on the game."""

    def __init__(self, game: Game[Any]) -> None:
        command = _by_kind(game.command, MatchCommand)
        event = _by_kind(game.event, MatchEvent)
        envelope = create_model(
            "Submission",
            __config__=ConfigDict(extra="forbid"),
            command=(command, ...),
            decision=(str | None, None),
            expected_version=(int | None, None),
        )
        self.sealed_kinds: frozenset[str] = frozenset(
            model.model_fields["kind"].default
            for model in members_of(game.command)
            if issubclass(model, Command) and model.sealed
        )
        """Kinds of commands that are choices for a sealed decision."""
        self._secret_fields = {model: secret_fields(model) for model in members_of(command)}
        self._envelope: type[BaseModel] = envelope
        self.command_form: Any = command
        """The game's commands and the match's, told apart by ``kind``, as one annotates them."""
        self.command_type: TypeAdapter[Command] = TypeAdapter(command)
        self.event_type: TypeAdapter[Event] = TypeAdapter(event)
        """The events alike; in their schema a hidden value may be its placeholder."""
        self._events: TypeAdapter[tuple[Event, ...]] = TypeAdapter(_many(event))
        self._state: TypeAdapter[Any] = TypeAdapter(game.state)
        self._entry: TypeAdapter[Any] = TypeAdapter(None if game.entry is None else game.entry)

    def submission(self, body: bytes) -> Submission | Rejection:
        """Read what an account sent; strict about types and unknown fields [M2.2]."""
        try:
            read: Any = self._envelope.model_validate_json(body, strict=True)
        except ValidationError as error:
            return Rejection(
                code="MALFORMED", rule="M2.2", detail=sentence(error, body, self._envelope)
            )
        return Submission(
            command=read.command, decision=read.decision, expected_version=read.expected_version
        )

    def command(self, data: Mapping[str, Any]) -> Command:
        """Read a command from JSON data that was accepted before."""
        return self.command_type.validate_json(to_json(data), strict=True)

    def entry(self, data: JsonValue) -> Any:
        """Read what a player brings, strictly; raises ValidationError."""
        return self._entry.validate_json(to_json(data), strict=True)

    def write(self, commit: Commit, seats: int) -> Parts:
        """Split a commit into its public text and one private text for each audience.

        Raises EngineError if the public text could not be read back, because a value in it looks
        like a placeholder or because a hidden value holds another.
        """
        split = Split()
        commands = b",".join([self._write_issued(issued, split) for issued in commit.commands])
        events = to_json(commit.events, context=split, by_alias=False)
        awaited = b",".join([_write_awaited(entry) for entry in commit.awaited])
        public = b'{"n":%d,"at":%d,"actor":"%s","commands":[%s],"events":%s,"awaited":[%s]}' % (
            commit.n,
            commit.at,
            commit.actor.encode(),
            commands,
            events,
            awaited,
        )
        if public.count(PLACEHOLDER_TEXT) != len(split.found):
            msg = "a value in public looks like a placeholder, or a hidden value holds another"
            raise EngineError(msg)
        private: dict[str, dict[str, Any]] = {name: {} for name in audiences(seats)}
        for number, (value, to) in enumerate(split.found):
            for name in [f"seat:{seat}" for seat in to] or [SERVER]:
                private[name][str(number)] = value
        for issued in commit.commands:
            private[_home(issued.seat, issued.command)]["id"] = issued.command_id
        return Parts(public, {k: to_json(v) if v else b"" for k, v in private.items()})

    def _write_issued(self, issued: Issued, split: Split) -> bytes:
        command: Any = issued.command
        secret = self._secret_fields[type(command)]
        if secret:
            to = () if command.private_to_server or issued.seat is None else (issued.seat,)
            command = {
                name: split.hide(value, to) if name in secret else value
                for name, value in command.model_dump(mode="json").items()
            }
        at = b"" if issued.at is None else b'"at":%d,' % issued.at
        of = b"" if issued.seat is None else b'"seat":%d,' % issued.seat
        return b'{%s%s"command":%s}' % (of, at, to_json(command, by_alias=False))

    def read(self, parts: Parts) -> Commit:
        """Put a whole commit together again; raises UnknownFormatError if a part is missing."""
        try:
            data, private = _parsed(parts)
            given = [
                (entry.get("seat"), entry.get("at"), entry["command"]) for entry in data["commands"]
            ]
            return Commit(
                n=data["n"],
                at=data["at"],
                actor=data["actor"],
                commands=self.read_commands(given, private),
                events=self._read_events(data, private),
                awaited=tuple(
                    Awaited(
                        seat=entry["seat"],
                        decision=entry["decision"],
                        sealed=entry.get("sealed", False),
                    )
                    for entry in data["awaited"]
                ),
            )
        except _MISFITS as error:
            raise _unreadable(error) from error

    def read_happened(self, parts: Parts) -> Happened:
        """Read what a fold needs of a commit, in half the time; raises as ``read``."""
        try:
            data, private = _parsed(parts)
            return Happened(
                n=data["n"],
                at=data["at"],
                actor=data["actor"],
                events=self._read_events(data, private),
            )
        except _MISFITS as error:
            raise _unreadable(error) from error

    def _read_events(
        self, data: Mapping[str, Any], private: Mapping[str, Mapping[str, Any]]
    ) -> tuple[Event, ...]:
        events = data["events"]
        hidden, _ = _gather(private)
        if hidden:
            fields = [field for entry in data["commands"] for field in entry["command"].values()]
            first = sum(map(is_placeholder, fields))
            events = fill(events, (hidden[number] for number in count(first)))
        try:
            return self._events.validate_python(events)
        except ValidationError as error:
            raise ValueError(sentence(error, events)) from error

    def read_commands(
        self,
        given: Iterable[tuple[int | None, int | None, Mapping[str, Any]]],
        private: Mapping[str, Mapping[str, Any]],
    ) -> tuple[Issued, ...]:
        """Put the commands of a commit together again; raises UnknownFormatError as ``read``.

        ``given``: the seat, stamp and JSON data of each command in the public text. ``private``:
        the private texts, parsed.
        """
        try:
            hidden, ids = _gather(private)
            values = (hidden[number] for number in count())
            return tuple([self._read_issued(*one, ids, values) for one in given])
        except _MISFITS as error:
            raise _unreadable(error) from error

    def _read_issued(
        self,
        seat: int | None,
        at: int | None,
        data: Mapping[str, Any],
        ids: Mapping[str, str],
        values: Iterator[Hidden[Any]],
    ) -> Issued:
        opened = {k: next(values).value if is_placeholder(v) else v for k, v in data.items()}
        try:
            command = self.command(opened)
        except ValidationError as error:
            raise ValueError(sentence(error, opened)) from error
        return Issued(seat=seat, command=command, command_id=ids[_home(seat, command)], at=at)

    def dump_state(self, state: MatchState) -> bytes:
        """Write a snapshot of a match; its terms stand in the header and are left out."""
        fields = {name: getattr(state, name) for name in _PLAIN}
        undo = state.undo
        games = {"game": self._state.dump_python(state.game, mode="json")}
        if undo is not None:
            games["undo_game"] = self._state.dump_python(undo.game, mode="json")
            fields["undo"] = replace(undo, game=None)
        return to_json({**fields, **games})

    def load_state(self, terms: Terms, snapshot: bytes) -> MatchState:
        """Read a snapshot; raises UnknownFormatError if it is none of this build's."""
        try:
            data = from_json(snapshot)
            game = self._state.validate_json(to_json(data.pop("game")))
            undone = data.pop("undo_game", None)
            fields = {name: plain.validate_python(data.pop(name)) for name, plain in _PLAIN.items()}
            if undone is not None:
                before = self._state.validate_json(to_json(undone))
                fields["undo"] = replace(fields["undo"], game=before)
            return MatchState(terms=terms, game=game, **fields, **data)
        except _MISFITS as error:
            msg = f"a snapshot cannot be read: {error}"
            raise UnknownFormatError(msg) from error


_MISFITS = (ValueError, KeyError, TypeError, AttributeError)
"""What reading raises if the data is of another form."""
_PLAIN: Mapping[str, TypeAdapter[Any]] = {
    name: TypeAdapter(kind)
    for name, kind in get_type_hints(MatchState).items()
    if name not in {"terms", "game"}
}
"""The parts of a match's state that are the same for all games."""


@cache
def codec_of(game: Game[Any]) -> Codec:
    """Return the codec of a game, made once."""
    return Codec(game)


def _unreadable(error: Exception) -> UnknownFormatError:
    """Return the error to raise; of what may be hidden in the commit its words repeat nothing."""
    return UnknownFormatError(f"a stored commit cannot be read: {error}")


def _parsed(parts: Parts) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the public text and the private ones that are not empty, as JSON data."""
    private = {name: from_json(text) for name, text in parts.private.items() if text}
    return from_json(parts.public), private


def _gather(
    private: Mapping[str, Mapping[str, Any]],
) -> tuple[dict[int, Hidden[Any]], dict[str, str]]:
    """Return the hidden values by number with their audiences, and the command ids by audience."""
    hidden: dict[int, Hidden[Any]] = {}
    ids: dict[str, str] = {}
    for name, part in private.items():
        for key, value in part.items():
            if key == "id":
                if not isinstance(value, str):
                    msg = "a command id is no text"
                    raise TypeError(msg)
                ids[name] = value
                continue
            number = int(key)
            to = () if name == SERVER else (int(name.removeprefix("seat:")),)
            known = hidden.get(number)
            if known is not None:
                if known.value != value or not (known.to and to):
                    msg = f"two parts say different things of the hidden value {key}"
                    raise ValueError(msg)
                to = tuple(sorted((*known.to, *to)))
            hidden[number] = Hidden(value, to)
    return hidden, ids


def _by_kind(game: Any, match: Any) -> Any:
    """Return the union of a game's messages and the match's."""
    return Annotated[Union[game, match], Discriminator("kind")]  # noqa: UP007


def _many(message: Any) -> Any:
    return tuple[message, ...]


def _home(seat: int | None, command: Command) -> str:
    """Return the audience that learns a command's id and secret fields."""
    return SERVER if command.private_to_server or seat is None else f"seat:{seat}"


def _write_awaited(entry: Awaited) -> bytes:
    sealed = b',"sealed":true' if entry.sealed else b""
    return b'{"seat":%d,"decision":%s%s}' % (entry.seat, to_json(entry.decision), sealed)
