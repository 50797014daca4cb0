"""Hidden values leave the public text, go to their audience only, and come back unchanged."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, JsonValue, TypeAdapter
from pydantic_core import from_json

from engine.core.codec import Codec, Parts, audiences
from engine.core.match_state import Awaited, Commit, Happened, Issued
from engine.core.messages import Command, Event, Message, Secret
from engine.core.rejection import EngineError, UnknownFormatError
from engine.core.secrecy import Hidden
from tests.toys import poison

SEATS = 4


class Inner(Message):
    number: int
    card: Hidden[str]


class Told(Event):
    """Hidden values wherever a game may put them, and open ones between them."""

    kind: Literal["told"] = "told"
    open: JsonValue = None
    one: Hidden[str]
    whole: Hidden[tuple[str, ...]]
    row: tuple[Hidden[str | None], ...] = ()
    table: dict[str, Hidden[JsonValue]] = Field(default_factory=dict)
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()


class Nested(Event):
    kind: Literal["nested"] = "nested"
    inner: Hidden[Inner]


class Ask(Command):
    kind: Literal["ask"] = "ask"
    soft: Secret[str]
    loud: JsonValue
    softer: Secret[tuple[int, ...]] = ()


class Whisper(Command):
    private_to_server: ClassVar[bool] = True

    kind: Literal["whisper"] = "whisper"
    text: Secret[JsonValue]


CODEC = Codec(replace(poison.GAME, name="telling", command=Ask | Whisper, event=Told | Nested))

# Text without lone surrogates: none ever gets in, since submissions are read from JSON.
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
seats = st.sets(st.integers(0, SEATS - 1)).map(lambda found: tuple(sorted(found)))


def hidden(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Hidden[Any]]:
    return st.builds(Hidden, values, seats)


inners = st.builds(Inner, number=st.integers(), card=hidden(words))
events = st.builds(
    Told,
    open=json_values,
    one=hidden(words),
    whole=hidden(st.lists(words, max_size=3).map(tuple)),
    row=st.lists(hidden(st.none() | words), max_size=3).map(tuple),
    table=st.dictionaries(words, hidden(json_values), max_size=3),
    inner=st.none() | inners,
    inners=st.lists(inners, max_size=2).map(tuple),
)
asks = st.builds(
    Ask, soft=words, loud=json_values, softer=st.lists(st.integers(), max_size=2).map(tuple)
)


@st.composite
def commits(draw: st.DrawFn) -> Commit:
    seat = draw(st.integers(0, SEATS - 1))
    whispered = st.builds(Whisper, text=json_values)
    issued = st.builds(
        Issued,
        seat=st.just(seat),
        command=asks | whispered,
        command_id=st.text("ab_-", min_size=1),
        at=st.none() | st.integers(0, 10**13),
    )
    awaited = st.builds(
        Awaited, seat=st.integers(0, SEATS - 1), decision=words, sealed=st.booleans()
    )
    return Commit(
        n=draw(st.integers(1, 10**6)),
        at=draw(st.integers(0, 10**13)),
        actor=f"seat:{seat}",
        commands=tuple(draw(st.lists(issued, max_size=1))),
        events=tuple(draw(st.lists(events, max_size=3))),
        awaited=tuple(draw(st.lists(awaited, max_size=2))),
    )


def placeholder_free(commit: Commit) -> bool:
    """Tell whether no open value looks like a placeholder; such a commit is refused."""
    opened = [event.open for event in commit.events if isinstance(event, Told)]
    opened += [i.command.loud for i in commit.commands if isinstance(i.command, Ask)]
    return "'hidden': True" not in str(opened)


@given(commit=commits().filter(placeholder_free))
def test_what_was_split_comes_together_again(commit: Commit) -> None:
    parts = CODEC.write(commit, SEATS)
    assert tuple(parts.private) == audiences(SEATS)
    assert CODEC.read(parts) == commit
    happened = Happened(n=commit.n, at=commit.at, actor=commit.actor, events=commit.events)
    assert CODEC.read_happened(parts) == happened


@given(commit=commits().filter(placeholder_free), data=st.data())
def test_the_public_text_does_not_depend_on_what_is_hidden(
    commit: Commit, data: st.DataObject
) -> None:
    def other(event: Any) -> Any:
        return event.model_copy(
            update={
                "one": data.draw(hidden(words)),
                "whole": data.draw(hidden(st.lists(words).map(tuple))),
                "row": tuple(data.draw(hidden(st.none() | words)) for _ in event.row),
                "table": {key: data.draw(hidden(json_values)) for key in event.table},
            }
        )

    def other_command(issued: Issued) -> Issued:
        secret = {name: data.draw(words) for name in ("soft", "text")}
        known = {k: v for k, v in secret.items() if k in type(issued.command).model_fields}
        return replace(issued, command=issued.command.model_copy(update=known))

    twin = replace(
        commit,
        commands=tuple(map(other_command, commit.commands)),
        events=tuple(map(other, commit.events)),
    )
    assert CODEC.write(twin, SEATS).public == CODEC.write(commit, SEATS).public


def told(canary: Iterator[str], to: tuple[int, ...]) -> Told:
    """An event whose hidden values all are new names for one audience."""

    def name() -> Hidden[Any]:
        return Hidden(next(canary), to)

    return Told(
        open="in the open",
        one=name(),
        whole=Hidden((next(canary), next(canary)), to),
        row=(name(), name()),
        table={"x": name()},
        inner=Inner(number=1, card=name()),
        inners=(Inner(number=2, card=name()),),
    )


@pytest.mark.parametrize("to", [(), (0,), (3,), (1, 2), (0, 1, 2, 3)])
def test_a_hidden_value_stands_in_the_parts_of_its_audience_only(to: tuple[int, ...]) -> None:
    names = (f"canary-{n}" for n in count())
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(told(names, to),), awaited=())
    parts = CODEC.write(commit, SEATS)
    assert b"canary" not in parts.public
    assert parts.public.count(b'{"hidden":true}') == 7
    holders = {f"seat:{seat}" for seat in to} or {"server"}
    for name, text in parts.private.items():
        assert text.count(b"canary") == (8 if name in holders else 0)
        assert (text == b"") == (name not in holders)


def test_placeholders_are_numbered_through_the_whole_public_text() -> None:
    """Commands come before events there, whatever order they are made in."""
    names = (f"name-{n}" for n in count())
    issued = Issued(seat=2, command=Ask(soft="first", loud=0, softer=(1,)), command_id="id")
    commit = Commit(
        n=1, at=1, actor="seat:2", commands=(issued,), events=(told(names, ()),), awaited=()
    )
    private = CODEC.write(commit, SEATS).private
    assert from_json(private["seat:2"]) == {"0": "first", "1": [1], "id": "id"}
    server = from_json(private["server"])
    assert list(server) == ["2", "3", "4", "5", "6", "7", "8"]
    assert server["2"] == "name-0"
    assert server["3"] == ["name-1", "name-2"]


def test_what_is_private_to_the_server_goes_there_with_its_id() -> None:
    issued = Issued(seat=2, command=Whisper(text="psst"), command_id="id")
    commit = Commit(n=1, at=1, actor="seat:2", commands=(issued,), events=(), awaited=())
    parts = CODEC.write(commit, SEATS)
    assert from_json(parts.private["server"]) == {"0": "psst", "id": "id"}
    assert all(text == b"" for name, text in parts.private.items() if name != "server")
    assert CODEC.read(parts) == commit


def event_of(one: Hidden[Any], **fields: Any) -> Told:
    return Told(one=one, whole=Hidden(()), **fields)


@pytest.mark.parametrize(
    "event",
    [
        event_of(Hidden(""), open={"hidden": True}),
        event_of(Hidden(""), open=[{"a": {"hidden": True}}]),
        Nested(inner=Hidden(Inner(number=1, card=Hidden("", (1,))), (0,))),
    ],
    ids=["forged", "forged deep down", "hidden in hidden"],
)
def test_what_could_not_be_read_back_is_not_written(event: Event) -> None:
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(event,), awaited=())
    with pytest.raises(EngineError):
        CODEC.write(commit, SEATS)


@pytest.mark.parametrize("open_value", ['{"hidden":true}', {"hidden": False}, {"hidden": 1}])
def test_what_only_resembles_a_placeholder_is_kept(open_value: Any) -> None:
    event = event_of(Hidden('{"hidden":true}', (1,)), open=open_value)
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(event,), awaited=())
    assert CODEC.read(CODEC.write(commit, SEATS)) == commit


def test_a_hidden_value_may_look_like_a_placeholder() -> None:
    event = event_of(Hidden(""), table={"x": Hidden({"hidden": True}, (0,))})
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(event,), awaited=())
    assert CODEC.read(CODEC.write(commit, SEATS)) == commit


def stored() -> Parts:
    event = event_of(Hidden("for one", (1,)))
    issued = Issued(seat=1, command=Ask(soft="s", loud=1), command_id="id")
    commit = Commit(n=1, at=1, actor="seat:1", commands=(issued,), events=(event,), awaited=())
    return CODEC.write(commit, SEATS)


@pytest.mark.parametrize(
    "broken",
    [
        replace(stored(), public=b""),
        replace(stored(), public=b"[]"),
        replace(stored(), public=stored().public.replace(b"told", b"sung")),
        replace(stored(), public=stored().public.replace(b'"n":1,', b"")),
        replace(stored(), private={}),
        replace(stored(), private={**stored().private, "seat:1": b""}),
        replace(stored(), private={**stored().private, "seat:1": b"{"}),
        replace(stored(), private={**stored().private, "seat:1": b'{"x":1}'}),
        replace(stored(), private={**stored().private, "crowd": b'{"0":1}'}),
        replace(
            stored(),
            private={**stored().private, "seat:1": b'{"0":"s","1":[],"2":"for one","id":1}'},
        ),
        replace(stored(), private={**stored().private, "seat:2": b'{"2":"for another"}'}),
        replace(stored(), private={**stored().private, "server": b'{"2":"for one","3":[]}'}),
    ],
)
def test_a_commit_of_another_form_is_not_read(broken: Parts) -> None:
    with pytest.raises(UnknownFormatError):
        CODEC.read(broken)


@pytest.mark.parametrize("to", [(1, 0), (1, 1)])
def test_an_audience_is_ascending(to: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="audience"):
        Hidden(1, to)


def test_a_hidden_value_is_a_value() -> None:
    secret = Hidden("x", (1,))
    assert secret == Hidden("x", (1,))
    assert secret != Hidden("x", (2,))
    assert len({secret, Hidden("x", (1,)), Hidden("x")}) == 2
    with pytest.raises(AttributeError):
        secret.value = "y"  # pyright: ignore[reportAttributeAccessIssue]


@given(event=events)
def test_without_splitting_an_event_keeps_its_secrets(event: Told) -> None:
    """So are states stored, which hold them too."""
    adapter = TypeAdapter(Told)
    assert adapter.validate_json(adapter.dump_json(event)) == event


def test_the_schema_tells_of_placeholders() -> None:
    one = TypeAdapter(Told).json_schema(mode="serialization")["properties"]["one"]
    assert {"type": "string"} in one["anyOf"]
    assert any(form.get("required") == ["hidden"] for form in one["anyOf"])
