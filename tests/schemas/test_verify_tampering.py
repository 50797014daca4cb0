"""Whatever is changed in a file without the keys, verify says no and names the place."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.reading import UnreadableError
from tests.schemas.forging import (
    OTHER_KEY,
    clocked,
    compact,
    entries,
    eventful,
    joined,
    judged,
    lines_of,
    refused,
    withdrawn,
)
from tests.schemas.lively import lively, secretive

MATCHES = (eventful, clocked, withdrawn, entries, lively, secretive)
LINES = [lines_of(match().file()) for match in MATCHES]
LENGTHS = [sum(map(len, lines)) for lines in LINES]

matches = st.integers(0, len(MATCHES) - 1)


def place_of(lines: list[bytes], offset: int) -> int:
    """Return the number of the line that holds a byte: 0 is the header."""
    number = 0
    while offset >= len(lines[number]):
        offset -= len(lines[number])
        number += 1
    return number


def names_of(line: int, lines: list[bytes]) -> set[str]:
    """Return what verify may name when something is wrong in a line."""
    if line == 0:  # Head 0 stands nowhere, so a well-formed header shows at the first commit.
        return {"header", "commit 1"}
    return {"closing line"} if line == len(lines) - 1 else {f"commit {line}"}


@given(match=matches, where=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_one_byte_changed_is_named_by_its_line(match: int, where: float, byte: int) -> None:
    lines = LINES[match]
    offset = int(where * LENGTHS[match])
    content = bytearray(joined(lines))
    if content[offset] == byte:
        return
    content[offset] = byte
    assert refused(bytes(content)).where in names_of(place_of(lines, offset), lines)


@given(match=matches, where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_one_bit_flipped_is_named_by_its_line(match: int, where: float, bit: int) -> None:
    lines = LINES[match]
    offset = int(where * LENGTHS[match])
    content = bytearray(joined(lines))
    content[offset] ^= 1 << bit
    assert refused(bytes(content)).where in names_of(place_of(lines, offset), lines)


@given(match=matches, where=st.floats(0, 1, exclude_max=True))
def test_a_file_cut_at_any_byte_is_named_by_where_it_was_cut(match: int, where: float) -> None:
    lines = LINES[match]
    offset = int(where * LENGTHS[match])
    content = joined(lines)[:offset]
    if offset < len(b'{"header":'):
        with pytest.raises(UnreadableError):
            judged(content)
        return
    line = place_of(lines, offset)
    # A cut in the first bytes of a line leaves nothing that tells a commit from the closing line.
    assert refused(content).where in names_of(line, lines) | {"closing line"}


@pytest.mark.parametrize("match", range(len(MATCHES)))
def test_every_commit_dropped_repeated_or_swapped_is_the_first_wrong_one(match: int) -> None:
    lines = LINES[match]
    for n in range(1, len(lines) - 1):
        last = n == len(lines) - 2
        dropped = refused(joined(lines[:n] + lines[n + 1 :]))
        assert dropped.where == ("closing line" if last else f"commit {n}")
        repeated = refused(joined([*lines[: n + 1], *lines[n:]]))
        assert (repeated.where, repeated.expected, repeated.found) == (
            f"commit {n + 1}",
            str(n + 1),
            str(n),
        )
        if not last:
            swapped = refused(joined([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]))
            assert (swapped.where, swapped.expected, swapped.found) == (
                f"commit {n}",
                str(n),
                str(n + 1),
            )


@pytest.mark.parametrize("match", range(len(MATCHES)))
def test_commits_cut_off_before_the_closing_line_are_missed_there(match: int) -> None:
    lines = LINES[match]
    for n in range(1, len(lines) - 2):
        verdict = refused(joined([*lines[: n + 1], lines[-1]]))
        assert verdict.where == "closing line"
        assert (verdict.expected, verdict.found) == (str(n), str(len(lines) - 2))


def test_anything_after_the_closing_line_is_refused() -> None:
    content = eventful().file()
    for more in (b"\n", b"{}", b"{}\n", content):
        assert refused(content + more).where == "closing line"


def test_an_empty_line_between_commits_is_refused_where_it_stands() -> None:
    lines = LINES[0]
    assert refused(joined([*lines[:4], b"\n", *lines[4:]])).where == "commit 4"


@pytest.mark.parametrize(
    "respell",
    [
        lambda line: line.replace(b'"n":', b'"n": ', 1),
        lambda line: line.replace(b'{"n":3,', b'{"n":3.0,', 1),
        lambda line: line.replace(b"{", b'{"n":3,', 1),
        lambda line: line[:-2] + b',"more":1}\n',
        lambda line: line.replace(b"kind", b"k\\u0069nd", 1),
        lambda line: line[:-1] + b"\r\n",
        lambda line: line.upper(),
    ],
    ids=["space", "float", "key twice", "more keys", "escape", "carriage return", "upper case"],
)
def test_a_line_spelt_in_another_way_is_refused(respell: Callable[[bytes], bytes]) -> None:
    lines = list(LINES[0])
    lines[3] = respell(lines[3])
    assert refused(joined(lines)).where == "commit 3"


def edited_end(**fields: object) -> bytes:
    lines = list(LINES[0])
    end = json.loads(lines[-1])
    end["end"].update(fields)
    return joined([*lines[:-1], compact(end).encode() + b"\n"])


@pytest.mark.parametrize(
    "fields",
    [
        {"n": 3},
        {"head": "0" * 64},
        {"status": "running"},
        {"key": f"host:{OTHER_KEY.public_hex}"},
        {"signature": "0" * 128},
        {"signature": "f" * 128},
    ],
)
def test_a_changed_closing_line_is_refused(fields: dict[str, object]) -> None:
    verdict = refused(edited_end(**fields))
    assert verdict.where == "closing line"
    assert verdict.expected is not None
    assert verdict.found is not None


def test_a_file_signed_with_a_forgers_key_is_refused() -> None:
    forged = refused(replace(eventful(), key=OTHER_KEY).file())
    assert (forged.where, forged.found) == ("closing line", f"host:{OTHER_KEY.public_hex}")


def test_a_forgers_header_and_signature_are_refused_by_who_names_the_hosts_key() -> None:
    match = eventful()
    header = match.header.model_copy(update={"key": f"host:{OTHER_KEY.public_hex}"})
    content = replace(match, header=header, key=OTHER_KEY).file()
    assert judged(content).genuine, "anybody may host a match"
    assert refused(content, match.header.key).where == "closing line"


def test_a_host_that_changed_its_key_is_believed_by_who_names_the_new_one() -> None:
    content = replace(eventful(), key=OTHER_KEY).file()
    verdict = judged(content, OTHER_KEY.public_hex)
    assert verdict.genuine
    assert any("when the match was created" in note for note in verdict.notes)
    assert refused(content, eventful().header.key).where == "closing line"
