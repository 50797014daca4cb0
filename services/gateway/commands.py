"""Commands: checked in form, placed in the match's order, answered once they are in the log.

Whoever waits for an answer says so before the command is accepted: its decision may come at once.
"""

import asyncio
import secrets
from collections.abc import Mapping
from time import perf_counter
from types import TracebackType
from typing import Any, Final, NoReturn

import structlog
from pydantic import ValidationError
from pydantic_core import from_json

from engine.core.codec import codec_of
from engine.core.life_messages import Cancel, Substitute
from engine.core.rejection import Rejection
from engine.core.visibility import seat_refused
from schemas.api import SendCommand, TakeSeat, body_hash, canonical, command_body
from schemas.header import Header
from services.common import telemetry
from services.common.store import Store
from services.common.store_types import (
    PENDING,
    Accepted,
    Incoming,
    JoinWaits,
    Known,
    MailKind,
    Refused,
    SeatedAlready,
    StoreRefusal,
)
from services.common.store_wire import StoreUnavailableError
from services.gateway.accepting import Accepting
from services.gateway.accounts import Accounts
from services.gateway.audience import Audience
from services.gateway.hub import Hub
from services.gateway.matches import Matches
from services.gateway.reading import Reading
from services.gateway.receipts import told_receipt
from services.gateway.refusals import (
    RefusedError,
    malformed,
    malformed_field,
    refusal_of,
    refuse,
    refuse_as_store,
)
from services.gateway.waiting import Key, Place

log = structlog.get_logger()

_LAST_LOOK_S: Final = 1.0
"""Time to read a receipt when the answer did not come."""
_REFUSED: Final = b'{"status":"refused"'


class Commands:
    """Takes commands and answers them."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        matches: Matches,
        reading: Reading,
        accounts: Accounts,
        *,
        timeout_s: float,
    ) -> None:
        self._store = store
        self._accepting = Accepting(store)
        self._hub = hub
        self._matches = matches
        self._reading = reading
        self._audiences = reading.audiences
        self._accounts = accounts
        self._timeout_s = timeout_s
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    # --- the calls ------------------------------------------------------------------------------

    async def send(
        self, match: str, account: str, sent: SendCommand, data: Mapping[str, Any]
    ) -> bytes:
        """Place a command and return its receipt, as JSON text; ``data`` is the request as sent.

        What is not recorded (not well formed, refused by the store, not yet known) is refused as a
        problem; a recorded refusal is a receipt like any other.
        """
        body = command_body(data)
        audience = await self._audiences.admit(match, account)
        self._check(audience.header, sent, body)
        incoming = Incoming(
            match=match,
            account=account,
            command_id=sent.command_id,
            body_hash=body_hash(body),
            body=body,
            kind=await self._kind(audience.header, account, sent),
        )
        key = (match, account, sent.command_id)
        with self._answering(key), self._hub.waiting.place(key) as place:
            match await self._accept(incoming, place):
                case Known(receipt) if receipt != PENDING:
                    told = await self._told(match, account, receipt)
                    await self._fence(sent.command_id)
                    return told
                case Accepted() | Known():
                    return await self._answered(audience, match, account, await place.answer)
                case reply:
                    msg = f"accept answered a command with {reply}"
                    raise AssertionError(msg)
        return await self._answered(audience, match, account, await self._last_look(key))

    async def _answered(
        self, audience: Audience, match: str, account: str, receipt: bytes
    ) -> bytes:
        """Return the answer to a command; the seat may have been lost while it waited."""
        if audience.delay.holds and receipt.startswith(_REFUSED):
            return await self._told(match, account, receipt)
        return receipt

    async def _told(self, match: str, account: str, receipt: bytes) -> bytes:
        return await told_receipt(self._reading, match, account, receipt)

    async def join(self, match: str, account: str, wanted: TakeSeat) -> int:
        """Take a seat and return its number; a repeated call returns the seat that is held."""
        audience = await self._audiences.admit(match, account)
        uninvited = seat_refused(audience.header, account)
        if uninvited is not None and account not in await self._seated(match):
            refuse(uninvited.code, uninvited.detail, rule=uninvited.rule)
        try:
            return await self._join(match, account, wanted)
        except RefusedError as error:
            told = audience.told(error.problem, account, await self._seated(match))
            raise RefusedError(told) from None

    async def _seated(self, match: str) -> Mapping[str, int]:
        meta = await self._store.meta(match)
        return {} if meta is None else meta.accounts

    async def _join(self, match: str, account: str, wanted: TakeSeat) -> int:
        command_id = f"join-{secrets.token_hex(12)}"
        command = {"kind": "match.join", **wanted.model_dump(mode="json", exclude_none=True)}
        body = canonical({"command": command})
        incoming = Incoming(
            match=match,
            account=account,
            command_id=command_id,
            body_hash=body_hash(body),
            body=body,
            kind="join",
        )
        key = (match, account, command_id)
        with self._answering(key):
            async with asyncio.timeout(self._timeout_s):  # for all tries together
                while True:
                    with self._hub.waiting.place(key) as place:
                        match await self._accept(incoming, place):
                            case SeatedAlready(seat):
                                await self._fence(command_id)
                                return _held(seat, wanted)
                            case JoinWaits(other):
                                await self._outcome((match, account, other))
                            case Known(receipt) if receipt != PENDING:
                                return seat_of(receipt, command_id)
                            case _:
                                return seat_of(await place.answer, command_id)
        return seat_of(await self._last_look(key), command_id)

    async def recorded(self, match: str, account: str, command_id: str) -> bytes:
        """Return what is recorded of an account's own command, as JSON text."""
        await self._audiences.admit(match, account)
        receipt = await self._store.receipt(match, account, command_id)
        if receipt is None:
            refuse("COMMAND_NOT_FOUND", "You sent no command with this id to this match.")
        told = await self._told(match, account, receipt.outcome)
        await self._fence(command_id)
        return told

    async def drained(self) -> None:
        """Return once no command is under way."""
        await self._idle.wait()

    # --- the form of a command ------------------------------------------------------------------

    def _check(self, header: Header, sent: SendCommand, body: bytes) -> None:
        """Refuse a command that no worker could read."""
        game = self._matches.game(header.rules)
        if sent.command.get("kind") == "match.join":
            malformed_field(
                "command.kind",
                "a seat is taken by POST /matches/{id}/seats",
                command_id=sent.command_id,
            )
        codec = codec_of(game)
        read = codec.submission(body)
        if not isinstance(read, Rejection):
            return
        try:
            codec.command_type.validate_json(canonical(sent.command), strict=True)
        except ValidationError as error:
            malformed(
                *(error, sent.command),
                at="command",
                form=codec.command_form,
                command_id=sent.command_id,
            )
        refuse("MALFORMED", read.detail, command_id=sent.command_id)

    async def _kind(self, header: Header, account: str, sent: SendCommand) -> MailKind:
        """Return as what a command is sent; refuses ACCOUNT_NOT_FOUND if it seats a stranger."""
        if any(one.account == account for one in header.arbiters):
            if sent.command["kind"] == Substitute.model_fields["kind"].default:
                named = {"command.account": str(sent.command["account"])}
                await self._accounts.check(named, command_id=sent.command_id)
            return "official"
        cancels = sent.command["kind"] == Cancel.model_fields["kind"].default
        return "official" if cancels and account == header.creator else "command"

    # --- accepting and answering ----------------------------------------------------------------

    def _answering(self, key: Key) -> "_Answering":
        """Note that an answer is under way; falls through when it does not come."""
        self._hub.check_space(command_id=key[2])
        return _Answering(self, key)

    def begin(self) -> None:
        """Count a command as under way."""
        self._under_way += 1
        self._idle.clear()

    def end(self) -> None:
        """Count it no longer."""
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()

    async def _accept(
        self, incoming: Incoming, place: Place
    ) -> Accepted | Known | SeatedAlready | JoinWaits:
        began = perf_counter()
        place.accepted = self._accepting.accept(incoming)
        reply = await place.accepted
        telemetry.ACCEPT_SECONDS.observe(perf_counter() - began)
        if isinstance(reply, Refused):
            log.info(
                "command_not_accepted",
                match=incoming.match,
                account=incoming.account,
                command_id=incoming.command_id,
                code=str(reply.code),
            )
            if reply.code == StoreRefusal.MATCH_NOT_OPEN and incoming.kind == "join":
                refuse("SEAT_TAKEN", "All seats of the match are taken.", rule="M1.2", by="store")
            refuse_as_store(reply.code, command_id=incoming.command_id)
        return reply

    async def _outcome(self, key: Key) -> None:
        """Wait until a command that was accepted by another call is decided."""
        with self._hub.waiting.place(key) as place:
            receipt = await self._store.receipt(*key)
            if receipt is not None and receipt.pending:
                await place.answer

    async def _last_look(self, key: Key) -> bytes:
        """Read the receipt when the answer did not come in time; refuses NOT_YET_KNOWN."""
        try:
            async with asyncio.timeout(_LAST_LOOK_S):
                receipt = await self._store.receipt(*key)
                await self._fence(key[2])
        except (TimeoutError, StoreUnavailableError):
            receipt = None
        if receipt is None or receipt.pending:
            _not_yet_known(key[2])
        return receipt.outcome

    async def _fence(self, command_id: str) -> None:
        if not await self._store.fence():
            _not_yet_known(command_id)


class _Answering:
    """The time from a command to its answer (a class, for it is entered for each command)."""

    __slots__ = ("_began", "_commands", "_key")

    def __init__(self, commands: Commands, key: Key) -> None:
        self._commands = commands
        self._key = key
        self._began = perf_counter()

    def __enter__(self) -> None:
        self._commands.begin()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> bool:
        self._commands.end()
        telemetry.ANSWER_SECONDS.observe(perf_counter() - self._began)
        late = isinstance(error, (TimeoutError, StoreUnavailableError))
        match, account, command_id = self._key
        (log.warning if late else log.debug)(
            "answer_late" if late else "command_answered",
            match=match,
            account=account,
            command_id=command_id,
        )
        return late


def _not_yet_known(command_id: str) -> NoReturn:
    refuse(
        "NOT_YET_KNOWN",
        "The outcome is not known yet; ask again with the same command id.",
        command_id=command_id,
    )


def _held(seat: int, wanted: TakeSeat) -> int:
    if wanted.seat not in {None, seat}:
        refuse("ALREADY_SEATED", f"You have seat {seat} in this match.", rule="M1.3")
    return seat


def seat_of(text: bytes, command_id: str) -> int:
    """Return the seat that a join's receipt tells of, or refuse as it does."""
    receipt: Mapping[str, Any] = from_json(text)
    if receipt["status"] == "refused":
        raise RefusedError(refusal_of(receipt, command_id))
    return receipt["seat"]
