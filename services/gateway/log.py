"""The log of a match as a viewer may see it, and the verifiable file."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from schemas.chain import first_head
from schemas.live import problem_frame
from schemas.match_file import SUFFIX, HeaderLine, commit_line, encode, end_line
from schemas.show import audiences_of, commit_frame, ended_frame, proof_frame
from services.common.store_types import Meta
from services.common.store_wire import StoreUnavailableError
from services.gateway.audience import Sight
from services.gateway.context import Gateway
from services.gateway.http import NO_QUERY, Context, Number, Parameters, Viewer
from services.gateway.refusals import (
    RefusedError,
    check_match_id,
    never_came,
    no_such_match,
    problem_of,
    was_rewound,
)

router = APIRouter()

NDJSON: Final = "application/x-ndjson"
_PAGE: Final = 200
_KEEP_ALIVE_S: Final = 15.0


class LogQuery(Parameters):
    """Which commits."""

    after: Number = 0
    """The version you know."""
    follow: bool = False
    """Stay and stream what comes, up to the `ended` line; an empty line now and then keeps the
    connection."""
    proof: bool = False
    """Lines with the members of the export's, to be verified."""


@router.get("/matches/{match}/log", response_class=StreamingResponse)
async def log_of_match(
    gateway: Context, account: Viewer, match: str, query: Annotated[LogQuery, Query()]
) -> Response:
    """Stream commits, one a line, as the caller may see them, gapless."""
    check_match_id(match)
    meta = await gateway.reading.meta(match)
    sight = await gateway.audiences.sight(meta, account)
    if query.after > sight.until:
        never_came(sight.until, query.after)
    if query.follow:
        lines = _followed(gateway, meta, account, query)
    else:
        lines = _stored(gateway, meta, sight, query)
    told = _told(match, lines)
    return StreamingResponse(told, media_type=NDJSON)


async def _told(match: str, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Pass lines on; what stops them before their end is said in a line of its own."""
    try:
        async for line in lines:
            yield line
    except (RefusedError, StoreUnavailableError) as error:
        yield problem_frame(match, problem_of(error), fatal=True) + b"\n"


async def _stored(
    gateway: Gateway, meta: Meta, sight: Sight, query: LogQuery
) -> AsyncIterator[bytes]:
    shown = audiences_of(sight.seat, meta.seats, closed=sight.over)
    after = query.after
    salt_key = await gateway.matches.salt_key(meta.match) if query.proof else b""
    while after < sight.until:
        count = min(_PAGE, sight.until - after)
        page = await gateway.store.read_log(meta.match, after=after, count=count)
        await gateway.reading.fence()
        if not page:
            return
        for commit in page:
            if query.proof:
                yield proof_frame(meta.match, commit, salt_key, shown) + b"\n"
            else:
                yield commit_frame(meta.match, commit, shown) + b"\n"
        after = page[-1].n


async def _followed(
    gateway: Gateway, meta: Meta, account: str | None, query: LogQuery
) -> AsyncIterator[bytes]:
    salt_key = await gateway.matches.salt_key(meta.match) if query.proof else b""
    sent = query.after
    async with gateway.hub.follow(meta.match, account) as follower:
        channel = follower.channel
        while True:
            follower.event.clear()
            sight = channel.sight(account)
            if sight is None:
                no_such_match()
            if channel.rewound:
                was_rewound(sight.until)
            shown = audiences_of(sight.seat, channel.seats, closed=sight.over)
            async for commit in channel.commits(sent, sight.until):
                if query.proof:
                    yield proof_frame(meta.match, commit, salt_key, shown) + b"\n"
                else:
                    yield channel.recent.frame(commit, shown) + b"\n"
                sent = commit.n
            if sight.over and sent >= sight.until:
                yield ended_frame(meta.match, sent, channel.outcome) + b"\n"
                return
            while not follower.event.is_set():
                try:
                    await asyncio.wait_for(follower.event.wait(), _KEEP_ALIVE_S)
                except TimeoutError:
                    yield b"\n"


@router.get("/matches/{match}/export", response_class=StreamingResponse, dependencies=NO_QUERY)
async def export(gateway: Context, account: Viewer, match: str) -> Response:
    """Return the verifiable file: whole once the match is over, redacted for the caller before.

    It goes as far as the caller may see; for spectators who are kept behind the match still runs.
    """
    check_match_id(match)
    meta = await gateway.reading.meta(match)
    sight = await gateway.audiences.sight(meta, account)
    return StreamingResponse(
        _file(gateway, meta, sight),
        media_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{match}{SUFFIX}"'},
    )


async def _file(gateway: Gateway, meta: Meta, sight: Sight) -> AsyncIterator[bytes]:
    shown = audiences_of(sight.seat, meta.seats, closed=sight.over)
    salt_key = await gateway.matches.salt_key(meta.match)
    n, head = 0, first_head(meta.header)
    yield encode(HeaderLine(header=meta.header.decode()))
    while n < sight.until:
        count = min(_PAGE, sight.until - n)
        page = await gateway.store.read_log(meta.match, after=n, count=count)
        await gateway.reading.fence()
        if not page:
            return  # rewound meanwhile: the file stays without its closing line, cut off
        for commit in page:
            yield encode(commit_line(commit, salt_key, shown))
            n, head = commit.n, commit.head
    yield encode(end_line(meta.match, n, head, closed=sight.over, signer=gateway.signer))
