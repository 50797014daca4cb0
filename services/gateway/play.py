"""Calls of those who play: seats, commands and their outcomes, views."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field
from pydantic_core import from_json

from schemas.api import CommandOutcome, Seated, SendCommand, TakeSeat, ViewAnswer
from services.common.store_types import Meta
from services.gateway.audience import Sight
from services.gateway.context import Gateway
from services.gateway.http import (
    NO_QUERY,
    Body,
    Caller,
    Context,
    Json,
    Number,
    Parameters,
    Viewer,
    check_command_id,
    described_body,
)
from services.gateway.officials import arbitrates, looked_at
from services.gateway.parsing import read
from services.gateway.refusals import (
    RefusedError,
    check_match_id,
    malformed_field,
    never_came,
    refusal_of,
    refuse,
)

router = APIRouter(default_response_class=Json)


@router.post(
    "/matches/{match}/seats",
    response_model=Seated,
    openapi_extra=described_body(TakeSeat),
    dependencies=NO_QUERY,
)
async def take_seat(gateway: Context, account: Caller, match: str, body: Body) -> Response:
    """Take a seat; the last one starts the match. Repeated: the same seat, as it was taken.

    What was brought first stays; send `match.leave` before the start to bring something else.
    """
    wanted = read(TakeSeat, body)
    seat = await gateway.commands.join(match, account, wanted)
    gateway.presence.seen(match, account)
    return Json(Seated(seat=seat))


@router.post(
    "/matches/{match}/commands",
    response_model=CommandOutcome,
    response_model_exclude_none=True,
    openapi_extra=described_body(SendCommand),
    dependencies=NO_QUERY,
)
async def send_command(gateway: Context, account: Caller, match: str, body: Body) -> Response:
    """Send a command; answered once it is in the log, or sealed, or refused."""
    sent = read(SendCommand, body)
    receipt = from_json(await gateway.commands.send(match, account, sent, body))
    gateway.presence.seen(match, account)
    if receipt["status"] == "refused":
        raise RefusedError(refusal_of(receipt, sent.command_id))
    return Json({"command_id": sent.command_id, **receipt})


@router.get(
    "/matches/{match}/commands/{command_id}",
    response_model=CommandOutcome,
    response_model_exclude_none=True,
    dependencies=NO_QUERY,
)
async def command_outcome(
    gateway: Context, account: Caller, match: str, command_id: str
) -> Response:
    """Return the recorded outcome of the caller's own command, a refusal too."""
    check_command_id(command_id)
    receipt = from_json(await gateway.commands.recorded(match, account, command_id))
    return Json({"command_id": command_id, **receipt})


class ViewQuery(Parameters):
    """Which view."""

    at: Number | None = None
    """A version; the current one if left out."""
    as_: str | None = Field(None, alias="as", pattern=r"^(spectator|[0-9]{1,2})$")
    """`spectator`, or a seat: the caller's own, or any once the match is over."""


@router.get("/matches/{match}/view", response_model=ViewAnswer)
async def view(
    gateway: Context, account: Viewer, match: str, query: Annotated[ViewQuery, Query()]
) -> Response:
    """Return what the caller's seat sees, now or at an earlier version.

    An arbiter sees what the seat saw that it looked at, up to then.
    """
    check_match_id(match)
    meta = await gateway.reading.meta(match)
    sight = await gateway.audiences.sight(meta, account)
    if account is not None and sight.seat is not None:
        gateway.presence.seen(match, account)
    asked = None if query.as_ in {None, "spectator"} else _number(meta.seats, str(query.as_))
    if asked is not None and account is not None and arbitrates(gateway, meta, account):
        answer = await looked_at(gateway, meta, account, asked, query.at)
    else:
        answer = await _own(gateway, meta, account, sight, query)
    await gateway.reading.fence()
    return Json(answer)


async def _own(
    gateway: Gateway, meta: Meta, account: str | None, sight: Sight, query: ViewQuery
) -> dict[str, Any]:
    seat = _seat(sight, meta.seats, query.as_)
    if query.at is not None and query.at > sight.until:
        never_came(sight.until, query.at)
    if query.at is not None and query.at < sight.until:
        return await gateway.reading.answer_at(meta.match, seat, query.at)
    return await _newest(gateway, meta, account, query.as_, behind=sight.behind)


async def _newest(
    gateway: Gateway, meta: Meta, account: str | None, wanted: str | None, *, behind: bool
) -> dict[str, Any]:
    if not behind:
        await gateway.hub.looked_at(meta.match)
    seen = await gateway.reading.seen(
        meta.match, account, lambda sight: _seat(sight, meta.seats, wanted)
    )
    return seen.answer


def _seat(sight: Sight, seats: int, wanted: str | None) -> int | None:
    """Return whose view the caller may have and wants: a seat's, or a spectator's (None)."""
    if wanted is None:
        return sight.seat
    if wanted == "spectator":
        return None
    seat = _number(seats, wanted)
    if seat != sight.seat and not sight.over:
        refuse("FORBIDDEN", "Another seat's view is shown once the match is over.")
    return seat


def _number(seats: int, wanted: str) -> int:
    seat = int(wanted)
    if seat >= seats:
        malformed_field("as", f"the match has the seats 0 to {seats - 1}")
    return seat
