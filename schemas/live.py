"""The frames of the live socket, as models: the client's are validated by them, all documented."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue
from pydantic_core import to_json

from engine.core.messages import Message
from schemas.api import CommandOutcome, Pending, SendCommand, Version, ViewAnswer
from schemas.problems import FieldError, Problem

# --- from the client ----------------------------------------------------------------------------


class Hello(Message):
    """The first frame."""

    type: Literal["hello"]
    token: str | None = None
    """Without one (here or in the header) you watch as a spectator."""
    after: Version | None = None
    """The version you know: what follows is sent. Without it you get a snapshot."""
    mode: Literal["commits", "view"] = "commits"
    proof: bool = False
    """Get the lines of the export instead of commits."""


class CommandFrame(SendCommand):
    """A command; its ``answer`` comes by ``command_id``, or a ``problem`` if it is malformed."""

    type: Literal["command"]


class Pong(Message):
    """The optional answer to a ping."""

    type: Literal["pong"]


ClientFrame = Annotated[CommandFrame | Pong, Field(discriminator="type")]

# --- from the server ----------------------------------------------------------------------------


class Snapshot(ViewAnswer):
    """The whole view answer, once, when ``after`` was missing or too old."""

    type: Literal["snapshot"]


class View(ViewAnswer):
    """The whole view answer, for clients in the mode ``view``; only the newest."""

    type: Literal["view"]


class CommitFrame(Message):
    """One commit as this viewer may see it; ``version`` is gapless."""

    type: Literal["commit"]
    match_id: str
    version: int
    at: int
    actor: str
    commands: tuple[dict[str, JsonValue], ...]
    events: tuple[dict[str, JsonValue], ...]
    pending: tuple[Pending, ...]
    """With deadlines in the newest commit only."""
    head: str
    options: tuple[dict[str, JsonValue], ...] | None = None
    """What your seat may do; in the newest commit only."""


class ProofFrame(Message):
    """One commit as the line of the export, for a hello with ``proof``."""

    type: Literal["commit"]
    match_id: str
    version: int
    n: int
    public: str
    private: dict[str, JsonValue]
    head: str


class PendingFrame(Message):
    """Somebody sealed a choice: who is still awaited. There is no commit."""

    type: Literal["pending"]
    match_id: str
    version: int
    pending: tuple[Pending, ...]


class Answer(CommandOutcome):
    """The outcome of a command that was sent on this socket."""

    type: Literal["answer"]
    match_id: str


class Ping(Message):
    """Every 15 seconds; a client that hears nothing for 30 seconds reconnects."""

    type: Literal["ping"]
    match_id: str


class Ended(Message):
    """The match is over; the server closes after it."""

    type: Literal["ended"]
    match_id: str
    version: int
    outcome: dict[str, JsonValue] | None


class ProblemFrame(Message):
    """A refusal with the members of an HTTP problem; a fatal one is followed by close.

    It has the ``command_id`` of the frame that it refuses, if that named one.
    """

    type: Literal["problem"]
    match_id: str
    title: str
    status: int
    detail: str
    code: str
    fatal: bool
    rule: str | None = None
    version: int | None = None
    errors: tuple[FieldError, ...] | None = None
    command_id: str | None = None


CLIENT_FRAMES = (Hello, CommandFrame, Pong)
SERVER_FRAMES = (
    Snapshot,
    CommitFrame,
    ProofFrame,
    PendingFrame,
    View,
    Answer,
    Ping,
    Ended,
    ProblemFrame,
)


def problem_frame(match: str, refusal: Problem, *, fatal: bool) -> bytes:
    """Return a refusal as a frame; ``type`` says that it is a problem."""
    members = refusal.model_dump(mode="json", exclude_none=True)
    return to_json({**members, "type": "problem", "match_id": match, "fatal": fatal})


def pending_frame(match: str, version: int, pending: Sequence[Any]) -> bytes:
    """Return who is still awaited after somebody sealed a choice."""
    return to_json({"type": "pending", "match_id": match, "version": version, "pending": pending})


def view_frame(kind: Literal["snapshot", "view"], answer: Mapping[str, Any]) -> bytes:
    """Return a whole view answer as a frame."""
    return to_json({"type": kind, **answer})


def answer_frame(match: str, command_id: str, outcome: bytes) -> bytes:
    """Return the outcome (a JSON object, not empty) of a command that was sent on this socket."""
    named = to_json({"type": "answer", "match_id": match, "command_id": command_id})
    return named[:-1] + b"," + outcome[1:]


def ping_frame(match: str) -> bytes:
    """Return a sign of life."""
    return to_json({"type": "ping", "match_id": match})
