"""Whatever a host with all keys changes and hashes again, verify says no and names the place."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.rng import seed_commitment
from tests.schemas.forging import (
    Forgery,
    Table,
    Texts,
    clocked,
    compact,
    entries,
    eventful,
    judged,
    refused,
    without,
)
from tests.schemas.lively import lively, secretive


def at_event(kind: str, edit: Callable[[Any], None]) -> tuple[int, Forgery]:
    """Edit the last event of a kind in the public text; returns its commit and the forgery."""
    match = eventful()
    n = max(
        n
        for n, texts in enumerate(match.commits, 1)
        if any(event["kind"] == kind for event in json.loads(texts.public)["events"])
    )

    def edit_public(data: Any) -> None:
        edit(next(event for event in data["events"] if event["kind"] == kind))

    return n, match.edited(n, edit_public)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("opened", "round", 2),
        ("opened", "round", True),
        ("opened", "round", 3.0),
        ("withdrew", "seat", 0),
        ("match.ended", "outcome", {"winners": [1], "draw": False, "points": [9, 9, 9]}),
        ("match.joined", "seat", 0),
        ("dealt", "rounds", 1),
        ("match.started", "client_seeds", [None, None, None]),
    ],
)
def test_an_edited_event_is_refused_however_well_it_is_hashed(
    kind: str, field: str, value: object
) -> None:
    n, forgery = at_event(kind, lambda event: event.update({field: value}))
    verdict = refused(forgery.file())
    assert verdict.where in {f"commit {n}", f"commit {n + 1}"}


def test_every_stamp_set_back_is_refused() -> None:
    match = eventful()
    for n in range(1, len(match.commits) + 1):
        verdict = refused(match.edited(n, lambda data: data.update(at=999)).file())
        assert (verdict.where, verdict.found) == (f"commit {n}", "999")


@pytest.mark.parametrize("match", [clocked(), entries(), lively(), secretive()])
def test_every_commit_left_out_by_the_host_is_missed(match: Forgery) -> None:
    for n in range(1, len(match.commits)):
        where = refused(without(match, n).file()).where or ""
        assert int(where.removeprefix("commit ")) >= n


def test_other_cards_than_the_seed_deals_are_refused() -> None:
    match = eventful()
    n, texts = next((i, t) for i, t in enumerate(match.commits, 1) if '"dealt"' in t.public)
    hand, other = texts.private["seat:0"], texts.private["seat:1"]
    renamed = hand.replace(hand.split('"name":"')[1][:6], other.split('"name":"')[1][:6])
    verdict = refused(match.with_commit(n, texts.with_private("seat:0", renamed)).file())
    assert verdict.where == f"commit {n}"
    assert "seat:0" in (verdict.problem or "")


def test_a_secret_shown_to_another_seat_is_refused() -> None:
    match = eventful()
    n, texts = next((i, t) for i, t in enumerate(match.commits, 1) if '"dealt"' in t.public)
    told = texts.with_private("seat:1", compact({"0": json.loads(texts.private["seat:0"])["0"]}))
    assert refused(match.with_commit(n, told).file()).where == f"commit {n}"


def test_a_replaced_seed_in_the_header_is_refused() -> None:
    match = eventful()
    other = match.header.model_copy(update={"seed_commitment": seed_commitment(bytes(32))})
    verdict = refused(replace(match, header=other).file())
    assert verdict.where == f"commit {len(match.commits)}"
    assert verdict.expected == other.seed_commitment


def test_a_replaced_seed_at_the_end_is_refused() -> None:
    match = eventful()
    n = len(match.commits)

    def edit(data: Any) -> None:
        data["events"][0]["server_seed"] = "00" * 32

    assert refused(match.edited(n, edit).file()).where == f"commit {n}"


def test_a_seed_replaced_in_both_places_is_refused_at_the_first_draw() -> None:
    match = eventful()
    n = len(match.commits)

    def edit(data: Any) -> None:
        data["events"][0]["server_seed"] = "00" * 32

    header = match.header.model_copy(update={"seed_commitment": seed_commitment(bytes(32))})
    verdict = refused(replace(match.edited(n, edit), header=header).file())
    dealt = next(i for i, t in enumerate(match.commits, 1) if '"dealt"' in t.public)
    assert verdict.where == f"commit {dealt}"


def test_an_end_that_never_came_is_refused() -> None:
    """The commit that closes stands, but the match is not over."""
    match = eventful()
    closing = match.commits[-1].edited(lambda data: data.update(n=8))
    forgery = replace(match, commits=(*match.commits[:7], closing))
    assert refused(forgery.file()).where == "commit 8"


def sealed_commit(match: Forgery) -> int:
    return next(i for i, t in enumerate(match.commits, 1) if '"actor":"sealed"' in t.public)


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["commands"].reverse(),
        lambda data: data["commands"].pop(),
        lambda data: data["commands"].append(data["commands"][0]),
        lambda data: data["commands"][0].update(at=1 << 50),
        lambda data: data["commands"][0].update(at=0),
        lambda data: data["commands"][0].pop("at"),
        lambda data: data["commands"][0].update(seat=63),
        lambda data: data.update(actor="system"),
        lambda data: data.update(actor="seat:0"),
        lambda data: data["awaited"].pop(),
        lambda data: data["awaited"][0].update(sealed=None),
    ],
    ids=[
        "order",
        "one less",
        "one twice",
        "later than its opening",
        "before the match",
        "no stamp",
        "no such seat",
        "by the service",
        "by a seat",
        "awaits less",
        "awaits openly",
    ],
)
def test_an_edited_opening_of_sealed_choices_is_refused(edit: Callable[[Any], None]) -> None:
    match = eventful()
    n = sealed_commit(match)
    assert refused(match.edited(n, edit).file()).where == f"commit {n}"


def test_a_choice_stamped_before_its_decision_was_open_is_refused() -> None:
    match = eventful()
    n = max(i for i, t in enumerate(match.commits, 1) if '"actor":"sealed"' in t.public)
    opened = json.loads(match.commits[n - 2].public)["at"]
    for at, genuine in ((opened, True), (opened - 1, False), (match.header.created, False)):
        forgery = match.edited(n, lambda data, at=at: data["commands"][0].update(at=at))
        assert judged(forgery.file()).genuine is genuine
    assert refused(forgery.file()).where == f"commit {n}"


def test_a_command_of_a_seat_that_nobody_holds_is_refused() -> None:
    table = Table("rps@1", 3)
    table.join("zed")
    assert table.send("zed", {"kind": "match.leave"}) == "accepted"
    table.join("ann", "bob", "eve")
    table.choose("ann", "rock")
    for account in ("ann", "bob", "eve"):
        table.send(account, {"kind": "match.resign"})
    match = table.forgery()
    assert judged(match.file()).genuine

    def edit(data: Any) -> None:
        data["commands"][0]["seat"] = 1
        data["actor"] = "seat:1"

    assert refused(match.edited(2, edit).file()).where == "commit 2"


@pytest.mark.parametrize("command_id", ["", "a b", "x" * 65, 3, None, ["c1"], {"0": "c1"}])
def test_a_command_id_that_no_client_can_have_sent_is_refused(command_id: object) -> None:
    match = eventful()
    texts = match.commits[0]
    private = json.loads(texts.private["server"]) | {"id": command_id}
    forgery = match.with_commit(1, texts.with_private("server", compact(private)))
    assert refused(forgery.file()).where == "commit 1"


def test_a_command_id_used_twice_by_an_account_is_refused() -> None:
    match = eventful()
    n = sealed_commit(match)
    first = json.loads(match.commits[n - 2].private["seat:2"])["id"]
    private = json.loads(match.commits[n - 1].private["seat:2"]) | {"id": first}
    forgery = match.with_commit(n, match.commits[n - 1].with_private("seat:2", compact(private)))
    verdict = refused(forgery.file())
    assert (verdict.where, verdict.found) == (f"commit {n}", first)


def test_a_running_match_with_an_event_that_cannot_happen_is_refused() -> None:
    match = eventful()
    n = sealed_commit(match)

    def edit(data: Any) -> None:
        data["events"][0]["shown"][0]["seat"] = "0"

    assert refused(match.until(n).edited(n, edit).file()).where == f"commit {n}"


def test_a_running_match_that_awaits_others_is_refused() -> None:
    match = eventful()
    n = sealed_commit(match)
    forgery = match.until(n).edited(n, lambda data: data["awaited"].pop())
    assert refused(forgery.file()).where == f"commit {n}"


@pytest.mark.parametrize("name", ["seat:0", "seat:1", "server"])
def test_a_running_match_with_a_private_part_of_anothers_is_refused(name: str) -> None:
    match = eventful().until(sealed_commit(eventful()))
    texts = match.commits[-1]
    owner, number = ("seat:2", "4") if name == "seat:0" else ("seat:0", "0")
    value = json.loads(texts.private[owner])[number]
    told = {number: value, **json.loads(texts.private[name] or "{}")}
    forgery = match.with_commit(len(match.commits), texts.with_private(name, compact(told)))
    assert refused(forgery.file()).where == f"commit {len(match.commits)}"


@pytest.mark.parametrize(
    "respell",
    [
        lambda text: text.replace('"events":[', '"events":[],"events":[', 1),
        lambda text: text.replace('"kind":', '"kind":"x","kind":', 1),
        lambda text: text.replace('"seat":', '"seat":NaN,"x":', 1),
        lambda text: text.replace('"kind":"', '"more":Infinity,"kind":"', 1),
        lambda text: text.replace('"kind":"', '"more":1.0,"kind":"', 1),
        lambda text: text.replace('"kind":"', '"more":1e3,"kind":"', 1),
        lambda text: text.replace('"kind":"', '"more":9007199254740992,"kind":"', 1),
    ],
    ids=["events twice", "kind twice", "NaN", "Infinity", "fraction", "exponent", "2^53"],
)
def test_a_redacted_text_that_readers_read_differently_is_refused(
    respell: Callable[[str], str],
) -> None:
    match = eventful().until(5)
    texts = replace(match.commits[4], public=respell(match.commits[4].public))
    assert texts != match.commits[4]
    assert refused(match.with_commit(5, texts).file(())).where == "commit 5"


@pytest.mark.parametrize(
    "text", ["[]", "1", '"x"', "{", '{"0":1,"0":2}', '{"x":1}', '{"01":1}', '{"0":"\\ud800"}']
)
def test_a_private_text_that_is_none_is_refused_in_a_redacted_file(text: str) -> None:
    match = eventful().until(5)
    forgery = match.with_commit(5, match.commits[4].with_private("seat:0", text))
    assert refused(forgery.file(["seat:0"])).where == "commit 5"


def test_what_the_host_did_on_its_own_is_noted() -> None:
    """No rule foretells a reseed or a stop: whoever reads the verdict must be told of them."""
    match = eventful().until(6)
    head = match.sealed()[-1].head
    nobody = dict.fromkeys(match.commits[0].private, "")
    seeded = {"kind": "match.reseeded", "seed_commitment": "00" * 32, "after": head}
    for event, note in ((seeded, "reseeded in commit 7"), ({"kind": "match.parked"}, "parked in")):
        data = json.loads(match.commits[-1].public)
        awaited = data["awaited"] if event is seeded else []
        data.update(n=7, actor="system", commands=[], events=[event], awaited=awaited)
        more = replace(match, commits=(*match.commits, Texts(compact(data), nobody)))
        for shown in (None, ()):
            verdict = judged(more.file(shown))
            assert verdict.genuine, verdict
            (told,) = [found for found in verdict.notes if found.startswith(note)]
            assert "clock" in told
    assert not any("reseeded" in note for note in judged(match.file()).notes)


def test_a_closed_match_with_a_hidden_part_is_said_to_be_less_than_it_may_be() -> None:
    match = eventful()
    shown = [name for name in match.commits[0].private if name != "server"]
    verdict = judged(match.file(shown))
    assert any("all parts are open" in note for note in verdict.notes)
    assert not any("all parts are open" in note for note in judged(match.file()).notes)


@pytest.mark.parametrize("shown", [None, ()])
def test_a_closed_match_cannot_pose_as_a_running_one(shown: tuple[str, ...] | None) -> None:
    """Nothing of a running match is made again: that must not be had by one more commit."""
    match = eventful()
    n = len(match.commits) + 1
    data = json.loads(match.commits[-1].public)
    data.update(n=n, events=[{"kind": "match.parked"}])
    parked = Texts(compact(data), dict.fromkeys(match.commits[0].private, ""))
    longer = replace(match, commits=(*match.commits, parked), closed=False)
    assert refused(longer.file(shown)).where == f"commit {n}"
