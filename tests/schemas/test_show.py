"""A commit's frame says what the public text says, and the values that its viewer may know."""

from itertools import count
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.secrecy import PLACEHOLDER, fill
from schemas.chain import StoredCommit
from schemas.show import awaited_after, commit_frame
from tests.schemas.forging import Forgery, clocked, entries, eventful, withdrawn

SHOWN = ((), ("seat:0",), ("seat:1",), ("seat:0", "seat:1", "server"))


def merged(commit: StoredCommit, shown: tuple[str, ...]) -> dict[str, Any]:
    data = from_json(commit.public)
    known: dict[str, Any] = {}
    for name, text in commit.parts().private.items():
        known |= from_json(text) if text and name in shown else {}
    data = fill(data, (known.get(str(number), PLACEHOLDER) for number in count()))
    facts = {"version": data.pop("n"), "pending": data.pop("awaited"), "head": commit.head}
    return {"type": "commit", "match_id": "m", **facts, **data}


@pytest.mark.parametrize("match", [eventful(), clocked(), withdrawn(), entries()])
@pytest.mark.parametrize("shown", SHOWN)
def test_a_frame_is_the_public_text_with_what_the_viewer_may_know(
    match: Forgery, shown: tuple[str, ...]
) -> None:
    for commit in match.sealed():
        assert from_json(commit_frame("m", commit, shown)) == merged(commit, shown)
        assert awaited_after(commit) == from_json(commit.public)["awaited"]


def test_no_value_is_taken_for_a_part_of_the_text() -> None:
    value = {"awaited": ['"awaited":[', {"hidden": True}], "at": 1}
    decision = '","awaited":[{"hidden":true}]'
    public = (
        b'{"n":1,"at":2,"actor":"system","commands":[],"events":[{"kind":"x","a":{"hidden":true},'
        b'"b":{"hidden":true}}],"awaited":[{"seat":0,"decision":%b}]}' % to_json(decision)
    )
    commit = StoredCommit(1, public, (to_json({"0": value}), b"", to_json({"1": 3})), "0" * 64)
    for shown in SHOWN:
        assert from_json(commit_frame("m", commit, shown)) == merged(commit, shown)
    assert awaited_after(commit) == [{"seat": 0, "decision": decision}]
