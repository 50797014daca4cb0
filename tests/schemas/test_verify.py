"""What a genuine file is, full, redacted and running, and what the verdict says of it."""

from dataclasses import replace

import pytest

from schemas.reading import UnreadableError
from tests.schemas.forging import (
    KEY,
    OTHER_KEY,
    Forgery,
    Table,
    clocked,
    entries,
    eventful,
    judged,
    registry,
    withdrawn,
)
from tests.schemas.lively import cancelled, lively, secretive, unstarted

MATCHES = pytest.mark.parametrize(
    "match",
    [
        made()
        for made in (
            eventful,
            clocked,
            withdrawn,
            entries,
            lively,
            secretive,
            unstarted,
            cancelled,
        )
    ],
)


@MATCHES
def test_a_closed_match_is_genuine(match: Forgery) -> None:
    verdict = judged(match.file())
    assert (verdict.genuine, verdict.where, verdict.problem) == (True, None, None)
    assert verdict.head == match.sealed()[-1].head
    assert verdict.commits == len(match.commits)
    assert verdict.status == "closed"
    assert verdict.outcome is not None
    assert "every draw and decision was re-made under the stated rules" in verdict.notes


@MATCHES
@pytest.mark.parametrize("shown", [(), ("seat:0",), ("seat:1",)])
def test_a_redacted_file_belongs_to_the_same_head(match: Forgery, shown: tuple[str, ...]) -> None:
    running = match.until(len(match.commits) - 2)
    full, redacted = judged(running.file()), judged(running.file(shown))
    assert redacted.genuine
    assert redacted.head == full.head
    assert redacted.commits == full.commits
    assert any(note.startswith("redacted:") for note in redacted.notes)


@MATCHES
def test_a_match_is_genuine_after_each_of_its_commits(match: Forgery) -> None:
    for n in range(len(match.commits)):
        verdict = judged(match.until(n).file())
        assert (verdict.genuine, verdict.status) == (True, "running"), verdict
        assert any(note.startswith("running:") for note in verdict.notes)


def test_the_host_key_may_be_named_in_both_spellings() -> None:
    content = eventful().file()
    for named in (KEY.public_hex, f"host:{KEY.public_hex}"):
        verdict = judged(content, named)
        assert verdict.genuine
        assert not any("did not name" in note for note in verdict.notes)


def test_without_a_named_key_the_verdict_says_whose_signature_it_is() -> None:
    notes = judged(eventful().file()).notes
    assert f"signed by key {KEY.public_hex}, which you did not name" in notes


def test_another_key_than_the_named_one_is_a_fault_of_the_closing_line() -> None:
    for kind in ("", "host:"):
        verdict = judged(eventful().file(), f"{kind}{OTHER_KEY.public_hex}")
        assert not verdict.genuine
        assert verdict.where == "closing line"
        assert verdict.expected == f"{kind}{OTHER_KEY.public_hex}"
        assert verdict.found == f"{kind}{KEY.public_hex}"


def test_rules_that_this_build_does_not_know_cannot_be_judged() -> None:
    match = eventful()
    unknown = replace(match, header=match.header.model_copy(update={"rules": "rps@99"}))
    with pytest.raises(UnreadableError, match=r"rps@99"):
        judged(unknown.file())


def test_a_number_of_seats_the_game_does_not_allow_is_a_fault_of_the_header() -> None:
    table = Table("rps@1", 3)
    header = table.header.model_copy(update={"seats": 7})
    verdict = judged(Forgery(header, (), closed=False).file())
    assert (verdict.genuine, verdict.where) == (False, "header")


def test_a_config_that_is_not_the_games_is_a_fault_of_the_header() -> None:
    table = Table("rps@1", 3)
    header = table.header.model_copy(update={"config": {"rounds": 0}})
    verdict = judged(Forgery(header, (), closed=False).file())
    assert (verdict.genuine, verdict.where) == (False, "header")


def test_a_match_nobody_joined_is_a_genuine_file_of_no_commits() -> None:
    verdict = judged(Forgery(Table("rps@1", 3).header, (), closed=False).file())
    assert (verdict.genuine, verdict.commits) == (True, 0)


def test_the_toys_are_registered() -> None:
    assert {"rps@1", "brings@1"} <= set(registry().rules())
