"""Whatever bytes are judged, the answer is a verdict or UnreadableError, and it comes soon."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemas.reading import UnreadableError
from tests.schemas.forging import (
    Forgery,
    Texts,
    clocked,
    compact,
    entries,
    eventful,
    joined,
    judged,
    lines_of,
    withdrawn,
)

MATCHES = (eventful(), clocked(), withdrawn(), entries())


def survives(content: bytes) -> bool:
    """Judge bytes; True if they are genuine. Any other exception is the bug looked for."""
    try:
        return judged(content).genuine
    except UnreadableError:
        return False


HUGE = "9" * 5000
DEEP = "[" * 100_000
ODDITIES = (
    "", "\0", "null", "3", "-1", "1e400", HUGE, "NaN", '"x"', "[]", "{}", "[[]]", DEEP,
    '{"a":' * 5000, '"\\ud800"', "\ud7ff\ue000", "1" * 25, "true", '{"n":1}', "{" + HUGE + "}",
)  # fmt: skip


@given(st.binary(max_size=300))
@example(b"")
@example(b"\n")
@example(b"\n\n\n\n")
@example(b'{"header":')
@example(b'{"header":"')
@example(b'{"end":\n{"end":')
@example(b'{"header":' + DEEP.encode())
@example(b'{"header":' + HUGE.encode() + b"}\n")
@example(b'{"n":' + HUGE.encode())
def test_arbitrary_bytes(content: bytes) -> None:
    assert not survives(content)


@given(st.binary(max_size=200), st.sampled_from([b'{"header":', b'{"n":1,', b'{"end":{']))
def test_arbitrary_bytes_after_the_start_of_a_line(content: bytes, start: bytes) -> None:
    assert not survives(start + content)


@given(st.data())
def test_arbitrary_bytes_put_into_a_file(data: st.DataObject) -> None:
    content = data.draw(st.sampled_from(MATCHES)).file()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 60)))
    put = data.draw(st.binary(max_size=20))
    if put != content[start:end]:
        assert not survives(content[:start] + put + content[end:])


@pytest.mark.parametrize("oddity", ODDITIES)
@pytest.mark.parametrize("line", [0, 1, 5, -1])
def test_an_oddity_in_place_of_a_line(oddity: str, line: int) -> None:
    lines = lines_of(eventful().file())
    lines[line] = oddity.encode() + b"\n"
    assert not survives(joined(lines))


@pytest.mark.parametrize("oddity", ODDITIES)
def test_an_oddity_as_the_public_text(oddity: str) -> None:
    for match in MATCHES:
        for n in (1, len(match.commits) // 2, len(match.commits)):
            texts = replace(match.commits[n - 1], public=oddity)
            assert not survives(match.with_commit(n, texts).file())
            assert not survives(match.until(n).with_commit(n, texts).file())
            assert not survives(match.until(n).with_commit(n, texts).file(()))


@pytest.mark.parametrize("oddity", ODDITIES)
@pytest.mark.parametrize("audience", ["seat:0", "seat:1", "server"])
def test_an_oddity_as_a_private_text(oddity: str, audience: str) -> None:
    for match in MATCHES:
        for n, texts in enumerate(match.commits, 1):
            forgery = match.with_commit(n, texts.with_private(audience, oddity))
            if forgery != match:
                assert not survives(forgery.file())


VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 3, 63, 64, 2**53, 10**30, 1.0, 1.5, "", "0", "x", "seat:9", "\0",
    [], [[]], {}, {"kind": 3}, [{"kind": "match.closed"}], {"hidden": True}, [None], ["x"],
)  # fmt: skip


def paths(data: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to each value inside JSON data."""
    steps: Any = ()
    if isinstance(data, dict):
        steps = data
    elif isinstance(data, list):
        steps = range(len(data))
    return [p for s in steps for p in ((*before, s), *paths(data[s], (*before, s)))]


def put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


def with_value(match: Forgery, n: int, path: tuple[Any, ...], value: Any) -> Forgery:
    return match.edited(n, lambda data: put(data, path, value))


@given(st.data())
def test_a_wrong_value_anywhere_inside_a_public_text(data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(MATCHES))
    n = data.draw(st.integers(1, len(match.commits)))
    path = data.draw(st.sampled_from(paths(json.loads(match.commits[n - 1].public))))
    value = data.draw(st.sampled_from(VALUES))
    forgery = with_value(match, n, path, value)
    same = forgery.commits[n - 1].public == match.commits[n - 1].public
    account = path[-1] == "account"
    # A join may have asked for the seat it got, or for any.
    wish = (
        path == ("commands", 0, "command", "seat") and '"match.join"' in match.commits[n - 1].public
    )
    assert not survives(forgery.file()) or same or account or wish
    survives(match.until(n).with_commit(n, forgery.commits[n - 1]).file())
    survives(match.until(n).with_commit(n, forgery.commits[n - 1]).file(()))


KEYS = st.sampled_from(["x", "id", "-1", " 1", "1 ", "01", "99999999999999999999", "1.0", HUGE, ""])


@given(st.data())
def test_wrong_keys_and_values_inside_a_private_text(data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(MATCHES))
    n = data.draw(st.integers(1, len(match.commits)))
    texts = match.commits[n - 1]
    audience = data.draw(st.sampled_from(sorted(texts.private)))
    before = json.loads(texts.private[audience] or "{}")
    key = data.draw(KEYS | st.sampled_from([*before, "0"]))
    value = data.draw(st.sampled_from(VALUES))
    edited = texts.with_private(audience, compact({**before, key: value}))
    valid_id = key == "id" and key in before and value in ("0", "x")  # some are unhashable
    same = edited.private[audience] == texts.private[audience]
    assert not survives(match.with_commit(n, edited).file()) or same or valid_id
    survives(match.until(n).with_commit(n, edited).file())


@given(st.data())
def test_a_wrong_value_anywhere_inside_a_line(data: st.DataObject) -> None:
    lines = lines_of(data.draw(st.sampled_from(MATCHES)).file())
    number = data.draw(st.integers(0, len(lines) - 1))
    line = json.loads(lines[number])
    path = data.draw(st.sampled_from(paths(line)))
    put(line, path, data.draw(st.sampled_from(VALUES)))
    changed = compact(line).encode() + b"\n"
    if changed != lines[number]:
        lines[number] = changed
        assert not survives(joined(lines))


@given(st.data())
def test_a_wrong_value_anywhere_inside_a_header(data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(MATCHES))
    lines = lines_of(match.file())
    header = json.loads(match.header.encode())
    put(header, data.draw(st.sampled_from(paths(header))), data.draw(st.sampled_from(VALUES)))
    text = compact(header)
    if text.encode() != match.header.encode():
        lines[0] = compact({"header": text}).encode() + b"\n"
        assert not survives(joined(lines))


@given(public=st.text(max_size=40), private=st.lists(st.text(max_size=20), min_size=3, max_size=3))
def test_any_texts_hashed_as_a_first_commit(public: str, private: list[str]) -> None:
    match = clocked()
    parts = dict(zip(match.commits[0].private, private, strict=True))
    forgery = replace(match, commits=(Texts(public, parts),), closed=False)
    assert not survives(forgery.file())


class Lines(list[bytes]):
    """Lines that count how many of them are copied."""

    copied = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        if not isinstance(place, slice):
            return found
        Lines.copied += len(found)
        return Lines(found)


class Content(bytes):
    def split(self, sep: Any = None, maxsplit: Any = -1) -> Any:
        return Lines(super().split(sep, maxsplit))


def test_each_line_of_a_file_is_looked_at_a_few_times_only() -> None:
    """Anybody can make a long file that holds, under a key of its own: time must not be squared."""
    content = eventful().file()
    Lines.copied = 0
    assert judged(Content(content)).genuine
    assert Lines.copied <= 4 * content.count(b"\n")
