"""What is asked for in an address: strict, and refused with what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.services.gateway_helpers import check_problem, two_at_table

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table

pytestmark = pytest.mark.server


@pytest.mark.parametrize(
    "query",
    [
        "/view?at=x",
        "/view?at=-1",
        "/view?as=nobody",
        "/view?as=9",
        "/view?at=1&at=2&more=1",
        "/log?after=x",
        "/log?after=-1",
        "/log?follow=maybe",
        "/log?before=3",
        "/export?as=0",
        "?at=3",
    ],
)
async def test_queries_are_strict(table: Table, query: str) -> None:
    match, ada, _ = await two_at_table(table)
    check_problem(await ada.client.get(f"/matches/{match}{query}"), 400, "MALFORMED")


@pytest.mark.parametrize(
    "query", ["cursor=%21", "cursor=YWJj", "account=%21", "limit=0", "limit=1000"]
)
async def test_lists_are_asked_for_strictly(table: Table, query: str) -> None:
    check_problem(await table.anybody.get(f"/matches?{query}"), 400, "MALFORMED")


@pytest.mark.parametrize(
    ("query", "status", "code", "says"),
    [
        ("game=regicid", 404, "GAME_NOT_FOUND", "regicide, "),
        ("game=Regicide%21", 404, "GAME_NOT_FOUND", "there are: "),
        ("game=regicide@1", 404, "GAME_NOT_FOUND", "there are: "),
        ("account=nosuchaccountatall", 422, "ACCOUNT_NOT_FOUND", "there is no account 'nosuch"),
        ("status=gone", 400, "MALFORMED", "'open', 'running' or 'closed'"),
        ("player=x", 400, "MALFORMED", "there are: status, game, account, cursor, limit"),
    ],
)
async def test_a_list_of_what_there_is_not_is_refused_with_what_there_is(
    table: Table, query: str, status: int, code: str, says: str
) -> None:
    answer = await table.anybody.get(f"/matches?{query}")
    assert says in check_problem(answer, status, code)["detail"]


async def test_a_parameter_that_there_is_not_is_told_with_those_there_are(table: Table) -> None:
    match, ada, _ = await two_at_table(table)
    for address, known in (("view?seat=1", "there are: at, as"), ("export?as=0", "no parameters")):
        answer = await ada.client.get(f"/matches/{match}/{address}")
        assert check_problem(answer, 400, "MALFORMED")["detail"].endswith(known)


async def test_versions_that_never_were(table: Table) -> None:
    match, ada, _ = await two_at_table(table)
    for address in ("view?at=99", "log?after=99", "log?after=99&follow=1"):
        told = check_problem(
            await ada.client.get(f"/matches/{match}/{address}"), 409, "HISTORY_REWOUND"
        )
        assert told["version"] == 3
