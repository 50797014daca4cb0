"""Calls of those who play: seats, commands and their outcomes, views."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field
from pydantic_core import from_json

from engine.core.messages import Message
from schemas.api import CommandOutcome, Seated, SendCommand, TakeSeat, ViewAnswer
from services.common.store_types import Meta
from services.gateway.context import Gateway
from services.gateway.http import (
    NO_QUERY,
    Body,
    Caller,
    Context,
    Json,
    Number,
    Viewer,
    check_command_id,
    described_body,
)
from services.gateway.matches import check_match_id
from services.gateway.parsing import read
from services.gateway.refusals import (
    RefusedError,
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
    """Take a seat; the last one starts the match. Repeated: the same seat."""
    wanted = read(TakeSeat, body)
    return Json(Seated(seat=await gateway.commands.join(match, account, wanted)))


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


class ViewQuery(Message):
    """Which view."""

    at: Number | None = None
    """A version; the current one if left out."""
    as_: str | None = Field(None, alias="as", pattern=r"^(spectator|[0-9]{1,2})$")
    """`spectator`, or a seat: the caller's own, or any once the match is over."""


@router.get("/matches/{match}/view", response_model=ViewAnswer)
async def view(
    gateway: Context, account: Viewer, match: str, query: Annotated[ViewQuery, Query()]
) -> Response:
    """Return what the caller's seat sees, now or at an earlier version."""
    check_match_id(match)
    meta = await gateway.reading.meta(match)
    seat = _seat(meta, account, query.as_)
    if query.at is not None and query.at > meta.version:
        never_came(meta.version, query.at)
    if query.at is not None and query.at < meta.version:
        answer = await gateway.reading.answer_at(match, seat, query.at)
    else:
        answer = await _now(gateway, match, account, query.as_)
    await gateway.reading.fence()
    return Json(answer)


async def _now(
    gateway: Gateway, match: str, account: str | None, wanted: str | None
) -> dict[str, Any]:
    await gateway.hub.looked_at(match)
    while True:
        seat = _seat(await gateway.reading.meta(match), account, wanted)
        present, answer = await gateway.reading.answer(match, seat)
        if _seat(present.meta, account, wanted) == seat:  # before the start, seats change hands
            return answer


def _seat(meta: Meta, account: str | None, wanted: str | None) -> int | None:
    """Return whose view the caller may have and wants: a seat's, or a spectator's (None)."""
    own = None if account is None else meta.accounts.get(account)
    if wanted is None:
        return own
    if wanted == "spectator":
        return None
    seat = int(wanted)
    if seat >= meta.seats:
        malformed_field("as", f"the match has the seats 0 to {meta.seats - 1}")
    if seat != own and meta.status != "closed":
        refuse("FORBIDDEN", "Another seat's view is shown once the match is over.")
    return seat
