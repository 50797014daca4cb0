"""The live socket of a match: one hello, then commits, views, answers and pings, until the end.

A socket has one task that pushes what its channel has and it has not sent yet, one that pings, one
for each command under way, and one that reads. All send through one door, frame by frame; who does
not take a frame in time is cut off and told where to resume.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, Literal

import structlog
from fastapi import APIRouter, WebSocket
from pydantic_core import to_json
from starlette.websockets import WebSocketDisconnect, WebSocketState

from schemas.chain import StoredCommit
from schemas.live import (
    ClientFrame,
    CommandFrame,
    Hello,
    answer_frame,
    pending_frame,
    ping_frame,
    problem_frame,
    view_frame,
)
from schemas.problems import Problem, problem
from schemas.show import audiences_of, ended_frame, proof_frame, with_options
from services.common import telemetry
from services.common.store_wire import StoreUnavailableError
from services.gateway.channel import Channel, Follower
from services.gateway.context import Gateway
from services.gateway.http import check_once, problem_response
from services.gateway.matches import check_match_id
from services.gateway.origins import check_origin
from services.gateway.parsing import parse, read, read_frame
from services.gateway.refusals import (
    RefusedError,
    fault,
    never_came,
    problem_of,
    refuse,
    was_rewound,
)

router = APIRouter()
log = structlog.get_logger()

_NORMAL: Final = 1000
_POLICY: Final = 1008
_ANSWERS_S: Final = 2.0
"""After the end of a match, how long its last answers are waited for."""


@router.websocket("/matches/{match}/live")
async def live(websocket: WebSocket, match: str) -> None:
    """Play and watch a match live."""
    gateway: Gateway = websocket.app.state.gateway
    try:
        check_once(websocket)
        check_origin(websocket, gateway.settings.allowed_origins)
        check_match_id(match)
        account = await gateway.accounts.of_header(websocket.headers.get("authorization"))
        await gateway.reading.meta(match)
    except (RefusedError, StoreUnavailableError) as error:
        await websocket.send_denial_response(problem_response(problem_of(error)))
        return
    except Exception as error:  # noqa: BLE001 - noted, and the client is told
        refusal = fault(error, path=websocket.scope["path"])
        await websocket.send_denial_response(problem_response(refusal))
        return
    await websocket.accept()
    telemetry.SOCKETS.inc()
    try:
        await Socket(gateway, websocket, match, account).run()
    finally:
        telemetry.SOCKETS.dec()


@router.websocket("/{path:path}")
async def no_socket(websocket: WebSocket) -> None:
    """Say that there is no socket at any other address."""
    refusal = problem("NOT_FOUND", "There is no socket at this address; see /asyncapi.json.")
    await websocket.send_denial_response(problem_response(refusal))


class ClosedError(Exception):
    """The socket is done: it was closed, by either side."""


class Socket:
    """One client's connection."""

    def __init__(
        self, gateway: Gateway, websocket: WebSocket, match: str, account: str | None
    ) -> None:
        self._gateway = gateway
        self._limits = gateway.limits
        self._websocket = websocket
        self._match = match
        self._account = account
        self._hello = Hello(type="hello")
        self._door = asyncio.Lock()
        self._places = asyncio.Semaphore(gateway.limits.commands)
        self._answers: set[asyncio.Task[None]] = set()
        self._sent = 0
        """The version that the client has been brought to."""
        self._sent_box: frozenset[int] = frozenset()
        self._sent_view = b""

    # --- its life -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the client until either side is done."""
        try:
            await self._greet()
            async with self._gateway.hub.follow(self._match) as follower:
                await self._serve(follower)
        except (RefusedError, StoreUnavailableError) as error:
            await self._part(problem_of(error))
        except (ClosedError, WebSocketDisconnect):
            pass
        except Exception as error:  # noqa: BLE001 - noted, and the client is told
            await self._part(fault(error, match=self._match, account=self._account))
        finally:
            for task in self._answers:
                task.cancel()

    async def _greet(self) -> None:
        """Read the first frame."""
        try:
            async with asyncio.timeout(self._limits.hello_s):
                frame = parse(await self._receive())
        except TimeoutError:
            seconds = int(self._limits.hello_s)
            refuse("MALFORMED", f"The first frame, a hello, is expected within {seconds} seconds.")
        if frame.get("type") != "hello":
            refuse("MALFORMED", 'The first frame must be {"type": "hello", …}.')
        self._hello = read(Hello, frame)
        if self._hello.token is not None:
            self._account = await self._gateway.accounts.of_token(self._hello.token)
        if self._hello.proof and self._hello.mode == "view":
            refuse("MALFORMED", "Proof lines come in the mode `commits`.")

    async def _serve(self, follower: Follower) -> None:
        await self._begin(follower.channel)
        tasks = {
            asyncio.create_task(work)
            for work in (self._push(follower), self._ping(), self._listen())
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _part(self, refusal: Problem) -> None:
        """Say why, and close."""
        try:
            await self._send(problem_frame(self._match, refusal, fatal=True))
            await self._close(_POLICY)
        except ClosedError:
            pass

    # --- sending --------------------------------------------------------------------------------

    async def _send(self, frame: bytes) -> None:
        """Send a frame; cuts off who does not take it in time."""
        async with self._door:
            try:
                async with asyncio.timeout(self._limits.send_s):
                    await self._websocket.send_text(frame.decode())
            except TimeoutError:
                await self._cut_off()
            except (WebSocketDisconnect, RuntimeError):  # the other side has closed meanwhile
                raise ClosedError from None

    async def _cut_off(self) -> None:
        """Close on a reader that is too slow; once it reads again, it is told where to resume."""
        telemetry.SLOW_READERS.inc()
        log.info("slow_reader", match=self._match, account=self._account, version=self._sent)
        refusal = problem(
            "SLOW_READER",
            f"You read too slowly. Connect again with `after` {self._sent}.",
            version=self._sent,
        )
        frame = problem_frame(self._match, refusal, fatal=True)
        try:
            async with asyncio.timeout(self._limits.farewell_s):
                await self._websocket.send_text(frame.decode())
                await self._websocket.close(_POLICY)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass
        raise ClosedError

    async def _close(self, code: int) -> None:
        async with self._door:
            if self._websocket.application_state is WebSocketState.CONNECTED:
                try:
                    await self._websocket.close(code)
                except (WebSocketDisconnect, RuntimeError):
                    raise ClosedError from None

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self._limits.ping_s)
            await self._send(ping_frame(self._match))

    # --- what happens ---------------------------------------------------------------------------

    async def _begin(self, channel: Channel) -> None:
        """Bring the client to a version from which the channel goes on."""
        after = self._hello.after
        if after is not None and after > channel.version:  # or the feed is late
            version = (await self._gateway.reading.meta(self._match)).version
            if after > version:
                never_came(version, after)
        if after is not None and channel.version - after <= self._limits.behind:
            self._sent = after
            if self._hello.mode == "view":
                await self._send_view("view")
            return
        await self._send_view("snapshot")

    async def _send_view(self, kind: Literal["snapshot", "view"]) -> None:
        """Send the whole view answer unless the client has this very one already."""
        meta = await self._gateway.reading.meta(self._match)
        while True:
            seat = self._seat(meta.accounts)
            present, answer = await self._gateway.reading.answer(self._match, seat)
            if self._seat(present.meta.accounts) == seat:
                break
            meta = present.meta
        await self._gateway.reading.fence()
        self._sent, self._sent_box = present.meta.version, frozenset(present.box)
        await self._send_answer(kind, answer)

    async def _send_answer(
        self, kind: Literal["snapshot", "view"], answer: Mapping[str, Any]
    ) -> None:
        text = to_json(answer)
        if text != self._sent_view:
            self._sent_view = text
            await self._send(view_frame(kind, answer))

    def _seat(self, accounts: Mapping[str, int]) -> int | None:
        return None if self._account is None else accounts.get(self._account)

    async def _push(self, follower: Follower) -> None:
        """Send what the channel has and the client has not, as it comes."""
        channel = follower.channel
        while True:
            follower.event.clear()
            if channel.rewound:
                was_rewound(channel.version)
            if self._hello.mode == "view":
                await self._push_view(follower)
            else:
                await self._push_commits(follower)
            if channel.closed and self._sent >= channel.version:
                await self._end(channel)
                return
            await follower.event.wait()

    async def _push_view(self, follower: Follower) -> None:
        channel = follower.channel
        follower.folds = True
        own = channel.seat_of(self._account) in channel.box
        if not own and channel.version <= self._sent and channel.box == self._sent_box:
            return
        folded = await channel.folded()
        seat = channel.seat_of(self._account)
        # A seat's own sealed choice stands in the store only.
        if folded is None or folded.version != channel.version or seat in channel.box:
            await self._send_view("view")
            return
        self._sent, self._sent_box = channel.version, channel.box
        await self._send_answer("view", channel.view(folded, seat))

    async def _push_commits(self, follower: Follower) -> None:
        channel = follower.channel
        until, box, closed = channel.version, channel.box, channel.closed
        if until < self._sent:
            return
        pending = channel.pending
        seat = channel.seat_of(self._account)
        follower.folds = seat is not None and not self._hello.proof
        shown = audiences_of(seat, channel.seats, closed=closed)
        async for commit in channel.commits(self._sent, until):
            newest = commit.n == until
            if newest:
                self._sent_box = frozenset()
            await self._send(await self._commit(channel, commit, shown, seat, newest=newest))
            self._sent = commit.n
            if channel.version - self._sent > 2 * self._limits.behind:
                await self._cut_off()
        if self._sent == until and box != self._sent_box:
            self._sent_box = box
            await self._send(pending_frame(self._match, until, pending))

    async def _commit(
        self,
        channel: Channel,
        commit: StoredCommit,
        shown: frozenset[str],
        seat: int | None,
        *,
        newest: bool,
    ) -> bytes:
        if self._hello.proof:
            salt_key = await self._gateway.matches.salt_key(self._match)
            return proof_frame(self._match, commit, salt_key, shown)
        frame = channel.frame(commit, shown)
        if not newest or channel.version != commit.n:
            return frame
        if seat is None:
            return with_options(frame, b"[]")
        folded = await channel.folded()
        if folded is None or channel.version != commit.n:
            return frame
        return with_options(frame, channel.options(folded, seat))

    async def _end(self, channel: Channel) -> None:
        """Say that the match is over, once its last answers are sent."""
        if self._answers:
            await asyncio.wait(self._answers, timeout=_ANSWERS_S)
        await self._send(ended_frame(self._match, self._sent, channel.outcome))
        await self._close(_NORMAL)

    # --- what the client says -------------------------------------------------------------------

    async def _receive(self) -> bytes | str:
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            raise ClosedError
        text = message.get("text")
        if text is None:
            refuse("MALFORMED", "Binary frames are not taken; send JSON text.")
        return text

    async def _listen(self) -> None:
        """Take frames until the client is gone; one that is wrong is answered and forgotten."""
        while True:
            try:
                await self._take(parse(await self._receive()))
            except RefusedError as error:
                await self._send(problem_frame(self._match, error.problem, fatal=False))

    async def _take(self, frame: dict[str, Any]) -> None:
        if frame.get("type") == "hello":
            refuse("MALFORMED", "You have said hello already.")
        said = read_frame(ClientFrame, frame)
        if not isinstance(said, CommandFrame):
            return
        if self._account is None:
            refuse(
                "UNAUTHORIZED",
                "Say hello with a token to play.",
                command_id=said.command_id,
            )
        await self._places.acquire()
        task = asyncio.create_task(self._command(self._account, said, frame))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _command(self, account: str, said: CommandFrame, frame: dict[str, Any]) -> None:
        """Bring a command to its answer and send it."""
        try:
            outcome = await self._outcome(account, said, frame)
            await self._send(answer_frame(self._match, said.command_id, outcome))
        except ClosedError:
            pass
        finally:
            self._places.release()

    async def _outcome(
        self, account: str, said: CommandFrame, frame: dict[str, Any]
    ) -> Mapping[str, Any]:
        try:
            return await self._gateway.commands.send(self._match, account, said, frame)
        except (RefusedError, StoreUnavailableError) as error:
            refusal = problem_of(error)
            unknown = refusal.code in {"NOT_YET_KNOWN", "UNAVAILABLE"}
            status = "unknown" if unknown else "refused"
            members = refusal.model_dump(mode="json", exclude_none=True)
            kept = ("code", "rule", "detail", "version", "errors")
            return {"status": status, **{name: members[name] for name in kept if name in members}}
