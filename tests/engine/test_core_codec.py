"""What arrives is read strictly, and nothing that arrives is an exception."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic_core import to_json

from engine.core.codec import Parts, Submission, codec_of
from engine.core.match_messages import Join
from engine.core.match_state import new_match
from engine.core.rejection import Rejection, UnknownFormatError
from engine.core.terms import Terms
from engine.games import discover
from tests.engine.play import Match
from tests.toys import brings, poison, rps

GAMES = [*discover(), rps.GAME, brings.GAME, poison.GAME]
CODECS = [codec_of(game) for game in GAMES]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
kinds = st.sampled_from(
    ["match.join", "match.leave", "match.resign", "choose", "play", "discard", "add", "kind", ""]
)
almost = st.fixed_dictionaries(
    {},
    optional={
        "command": st.fixed_dictionaries(
            {},
            optional={
                "kind": kinds | anything,
                "seat": anything,
                "choice": st.sampled_from(["rock", "Rock", 1]) | anything,
                "spend": anything,
                "cards": anything,
                "entry": anything,
                "client_seed": st.text("0123456789abcdefA", min_size=63, max_size=65) | anything,
            },
        )
        | anything,
        "decision": st.text() | anything,
        "expected_version": st.integers() | anything,
        "more": anything,
    },
)


def read_by_all(text: bytes) -> None:
    """Whatever it is, it is read or refused with a sentence."""
    for codec in CODECS:
        read = codec.submission(text)
        if isinstance(read, Rejection):
            assert (read.code, read.rule) == ("MALFORMED", "M2.2")
            assert read.detail.endswith(".")
            assert len(read.detail) < 1_000
            read.detail.encode()
        else:
            assert isinstance(read, Submission)


@given(text=st.binary())
@example(b"\xff\xfe")
@example(b"\x00")
@example(b"\xef\xbb\xbf{}")
def test_any_bytes(text: bytes) -> None:
    read_by_all(text)


@given(value=almost | anything)
def test_any_json(value: Any) -> None:
    read_by_all(to_json(value, inf_nan_mode="constants"))


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b'{"command":' * 10_000,
        b'{"command":{"kind":"match.join","entry":' + b"[" * 150 + b"]" * 150 + b"}}",
        b'{"command":{"kind":"match.join","entry":' + b"[" * 5_000 + b"]" * 5_000 + b"}}",
        b'{"command":{"kind":"match.join","seat":1' + b"0" * 4_000 + b"}}",
        b'{"command":{"kind":"match.join","seat":1' + b"0" * 100_000 + b"}}",
        b'{"command":{"kind":"match.join","seat":1e999}}',
        b'{"command":{"kind":"match.resign"},"expected_version":-1' + b"0" * 4_000 + b"}",
        b'{"command":{"kind":"match.resign"},"decision":"\\ud800"}',
        b'{"command":{"kind":"match.resign"},"decision":"\\udc00\\ud800"}',
        b'{"command":{"kind":"\\ud800"}}',
        b'{"command":{"\\ud800":1}}',
        b'{"command":{"kind":"' + b"x" * 100_000 + b'"}}',
        b'{"command":{"kind":"match.resign","' + b"x" * 100_000 + b'":1}}',
        b'{"command":{"kind":"match.resign"},"decision":"\xed\xa0\x80"}',
    ],
    ids=lambda text: text[:60].decode("utf-8", "replace"),
)
def test_what_attackers_send(text: bytes) -> None:
    read_by_all(text)
    for game, config in ((rps.GAME, rps.RpsConfig()), (brings.GAME, brings.BringsConfig())):
        match = Match(game, config, 2)
        match.join("ann", entry=None if game is rps.GAME else {"digits": ["1", "2", "3", "9"]})
        before = match.state
        receipt = match.send_text("bea", text)
        assert receipt.status == "refused" or isinstance(
            match.commits[-1].commands[0].command, Join
        )
        if receipt.status == "refused":
            assert match.state == before


@given(decision=st.text(st.characters(exclude_categories=["Cs"])), version=st.integers())
def test_what_is_well_formed_is_read_as_sent(decision: str, version: int) -> None:
    text = to_json(
        {"command": {"kind": "add", "amount": 2}, "decision": decision, "expected_version": version}
    )
    assert codec_of(poison.GAME).submission(text) == Submission(
        command=poison.Add(amount=2), decision=decision, expected_version=version
    )


def test_a_refusal_names_the_field_and_not_what_stood_in_it() -> None:
    codec = codec_of(rps.GAME)
    text = b'{"command":{"kind":"choose","choice":"secret-thing"},"decision":"round.1"}'
    read = codec.submission(text)
    assert isinstance(read, Rejection)
    assert read.detail.startswith("command.choice: ")
    assert "secret-thing" not in read.detail
    read = codec.submission(b'{"command":{"kind":"secret-thing"}}')
    assert isinstance(read, Rejection)
    assert "'choose'" in read.detail
    assert "secret-thing" not in read.detail


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (b'"commands":[{"seat":0,"command":{"kind":"choose","choice":"secret-thing"}}]', "choice"),
        (b'"events":[{"kind":"opened","round":"secret-thing"}]', "0.round"),
    ],
)
def test_a_commit_of_another_form_is_refused_by_the_field_without_what_stood_in_it(
    part: bytes, said: str
) -> None:
    name = part.partition(b":")[0]
    rest = b",".join(n + b":[]" for n in (b'"commands"', b'"events"', b'"awaited"') if n != name)
    public = b'{"n":1,"at":1,"actor":"system",%s,%s}' % (part, rest)
    with pytest.raises(UnknownFormatError, match=f"cannot be read: {said}: ") as caught:
        codec_of(rps.GAME).read(Parts(public, {"seat:0": b'{"id":"a"}'}))
    assert "secret-thing" not in str(caught.value)


@pytest.mark.parametrize(
    "snapshot", [b"", b"{}", b"[]", b'{"game":{}}', b'{"version":1,"game":null}']
)
def test_a_snapshot_of_another_form_is_not_read(snapshot: bytes) -> None:
    terms = Terms(match_id="0123456789abcdef", seats=2, config=rps.RpsConfig(), created=0)
    with pytest.raises(UnknownFormatError):
        codec_of(rps.GAME).load_state(terms, snapshot)


def test_a_snapshot_of_another_build_is_not_read() -> None:
    terms = Terms(match_id="0123456789abcdef", seats=2, config=rps.RpsConfig(), created=0)
    codec = codec_of(rps.GAME)
    snapshot = codec.dump_state(new_match(rps.GAME, terms))
    for changed in (b'"status":"open"', b'"accounts"'):
        with pytest.raises(UnknownFormatError):
            codec.load_state(terms, snapshot.replace(changed, b'"other":1'))
