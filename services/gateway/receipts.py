"""What is recorded of a command, as its sender may be told it.

Who held a seat when a command was decided is told what became of it for ever. Who lost the seat
before knows only what it knew then: that its choice lies sealed. Whether its successor has changed
that, or when it was opened, is no business of spectators yet.
"""

from typing import Any, Final

from pydantic_core import from_json, to_json

from services.gateway.reading import Reading

_SEALED: Final = b'{"status":"sealed"}'


async def told_receipt(reading: Reading, match: str, account: str, receipt: bytes) -> bytes:
    """Return a receipt (JSON) as far as an account may know of it by now.

    Nothing is read for it unless the match is delayed, or the receipt tells of a sealed choice.
    """
    told: dict[str, Any] = from_json(receipt)
    lay_sealed = told["status"] in {"sealed", "replaced"}
    audience = await reading.audiences.admit(match, account)
    if not audience.delay.holds and not lay_sealed:
        return receipt
    sight = await reading.audiences.sight(await reading.meta(match), account)
    if sight.seat is not None or sight.over:
        return receipt
    if lay_sealed:
        return _SEALED
    version: int | None = told.get("version")
    known = not sight.behind or version is None or version <= sight.until
    if known or await _had_seat(reading, match, account, version or 0):
        return receipt
    if told["status"] == "accepted" or told["code"] == "DECISION_CLOSED":
        return _SEALED
    return to_json({name: value for name, value in told.items() if name != "version"})


async def _had_seat(reading: Reading, match: str, account: str, version: int) -> bool:
    """Tell whether an account had a seat before or after a commit."""
    for at in (version - 1, version):
        if account in (await reading.state(match, at=max(0, at))).state.accounts:
            return True
    return False
