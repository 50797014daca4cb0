"""What arbiters may read beside what everybody may: refused commands, and what they looked at."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field
from pydantic_core import from_json

from schemas.api import RefusedCommand, RefusedCommands
from schemas.header import Header
from services.common.store_readings import RecordedRefusal
from services.common.store_types import Meta
from services.gateway.context import Gateway
from services.gateway.http import Caller, Context, Json, Parameters
from services.gateway.refusals import never_came, refuse

router = APIRouter(default_response_class=Json)


class RefusalsQuery(Parameters):
    """Which refused commands."""

    after: Annotated[str, Field(pattern=r"^[0-9]{1,16}-[0-9]{1,10}$")] | None = None
    """The cursor of the answer before."""
    limit: Annotated[int, Field(ge=1, le=200)] = 100


@router.get("/matches/{match}/refusals", response_model=RefusedCommands)
async def refusals(
    gateway: Context, account: Caller, match: str, query: Annotated[RefusalsQuery, Query()]
) -> Response:
    """List the refused commands of a match, the newest last; for its arbiters."""
    audience = await gateway.audiences.admit(match, account)
    if not _is_arbiter(audience.header, account):
        refuse("NOT_ARBITER", "Refused commands are for the match's arbiters.", rule="M11.1")
    meta = await gateway.reading.meta(match)
    found = await gateway.store.refusals(match, after=query.after, count=query.limit)
    await gateway.reading.fence()
    return Json(
        RefusedCommands(
            refusals=tuple(_told(one, meta) for one in found),
            cursor=found[-1].place if found else query.after,
        )
    )


def arbitrates(gateway: Gateway, meta: Meta, account: str) -> bool:
    """Tell whether an account is an arbiter of a match that is not over.

    Once it is over, everybody sees everything.
    """
    header = gateway.audiences.of(meta.match, meta.header).header
    return meta.status != "closed" and _is_arbiter(header, account)


def _is_arbiter(header: Header, account: str) -> bool:
    return any(one.account == account for one in header.arbiters)


async def looked_at(
    gateway: Gateway, meta: Meta, account: str, seat: int, at: int | None
) -> dict[str, Any]:
    """Return what a seat saw at a version, to an arbiter who has looked at it since [M11.6]."""
    if at is not None and at > meta.version:
        never_came(meta.version, at)
    state = (await gateway.reading.state(meta.match)).state
    looks = [one for one in state.looks if (one.account, one.seat) == (account, seat)]
    if not looks:
        refuse("FORBIDDEN", f"Send match.look for seat {seat} first; the look is recorded.")
    last = looks[-1].version
    if at is None or at > last:
        refuse("FORBIDDEN", f"You may see what seat {seat} saw with `at` up to {last}.")
    return await gateway.reading.answer_at(meta.match, seat, at)


def _told(refusal: RecordedRefusal, meta: Meta) -> RefusedCommand:
    receipt: dict[str, Any] = from_json(refusal.receipt)
    rule: str | None = receipt.get("rule")
    open_to_all = meta.status == "closed" or rule is None or rule.startswith("M")
    return RefusedCommand(
        at=refusal.at,
        version=receipt.get("version"),
        account=refusal.account,
        seat=meta.accounts.get(refusal.account),
        command_id=refusal.command_id,
        kind=from_json(refusal.body)["command"]["kind"],
        code=receipt["code"],
        rule=rule,
        detail=receipt.get("detail") if open_to_all else None,
    )
