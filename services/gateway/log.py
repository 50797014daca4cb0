"""The log of a match as a viewer may see it, and the verifiable file."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from engine.core.messages import Message
from schemas.chain import first_head
from schemas.live import problem_frame
from schemas.match_file import SUFFIX, HeaderLine, commit_line, encode, end_line
from schemas.show import audiences_of, commit_frame, ended_frame, proof_frame
from services.common.store_types import Meta
from services.common.store_wire import StoreUnavailableError
from services.gateway.context import Gateway
from services.gateway.http import NO_QUERY, Context, Number, Viewer
from services.gateway.matches import check_match_id
from services.gateway.refusals import RefusedError, never_came, problem_of, was_rewound

router = APIRouter()

NDJSON: Final = "application/x-ndjson"
_PAGE: Final = 200
_KEEP_ALIVE_S: Final = 15.0


class LogQuery(Message):
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
    if query.after > meta.version:
        never_came(meta.version, query.after)
    lines = _followed if query.follow else _stored
    told = _told(match, lines(gateway, meta, account, query))
    return StreamingResponse(told, media_type=NDJSON)


async def _told(match: str, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Pass lines on; what stops them before their end is said in a line of its own."""
    try:
        async for line in lines:
            yield line
    except (RefusedError, StoreUnavailableError) as error:
        yield problem_frame(match, problem_of(error), fatal=True) + b"\n"


async def _stored(
    gateway: Gateway, meta: Meta, account: str | None, query: LogQuery
) -> AsyncIterator[bytes]:
    seat = None if account is None else meta.accounts.get(account)
    shown = audiences_of(seat, meta.seats, closed=meta.status == "closed")
    after = query.after
    salt_key = await gateway.matches.salt_key(meta.match) if query.proof else b""
    while after < meta.version:
        count = min(_PAGE, meta.version - after)
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
    async with gateway.hub.follow(meta.match) as follower:
        channel = follower.channel
        while True:
            follower.event.clear()
            if channel.rewound:
                was_rewound(channel.version)
            closed, until = channel.closed, channel.version
            shown = audiences_of(channel.seat_of(account), channel.seats, closed=closed)
            async for commit in channel.commits(sent, until):
                if query.proof:
                    yield proof_frame(meta.match, commit, salt_key, shown) + b"\n"
                else:
                    yield channel.frame(commit, shown) + b"\n"
                sent = commit.n
            if closed and sent >= until:
                yield ended_frame(meta.match, sent, channel.outcome) + b"\n"
                return
            while not follower.event.is_set():
                try:
                    await asyncio.wait_for(follower.event.wait(), _KEEP_ALIVE_S)
                except TimeoutError:
                    yield b"\n"


@router.get("/matches/{match}/export", response_class=StreamingResponse, dependencies=NO_QUERY)
async def export(gateway: Context, account: Viewer, match: str) -> Response:
    """Return the verifiable file: whole once the match is over, redacted for the caller before."""
    check_match_id(match)
    meta = await gateway.reading.meta(match)
    return StreamingResponse(
        _file(gateway, meta, account),
        media_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{match}{SUFFIX}"'},
    )


async def _file(gateway: Gateway, meta: Meta, account: str | None) -> AsyncIterator[bytes]:
    closed = meta.status == "closed"
    seat = None if account is None else meta.accounts.get(account)
    shown = audiences_of(seat, meta.seats, closed=closed)
    salt_key = await gateway.matches.salt_key(meta.match)
    n, head = 0, first_head(meta.header)
    yield encode(HeaderLine(header=meta.header.decode()))
    while n < meta.version:
        count = min(_PAGE, meta.version - n)
        page = await gateway.store.read_log(meta.match, after=n, count=count)
        await gateway.reading.fence()
        if not page:
            return  # rewound meanwhile: the file stays without its closing line, cut off
        for commit in page:
            yield encode(commit_line(commit, salt_key, shown))
            n, head = commit.n, commit.head
    yield encode(end_line(meta.match, n, head, closed=closed, signer=gateway.signer))
