"""The live socket of a match: one hello, then commits, views, answers and pings, until the end.

A socket has one task that pushes what its channel has and it has not sent yet, one for each command
under way, and one that reads. All send through one outlet, frame by frame.
"""

import asyncio
from typing import Any, Final

import structlog
from fastapi import APIRouter, WebSocket
from pydantic_core import to_json
from starlette.websockets import WebSocketDisconnect

from schemas.live import CommandFrame, Hello, answer_frame, problem_frame
from schemas.problems import Problem, problem
from schemas.show import ended_frame
from services.common import telemetry
from services.common.store_wire import StoreUnavailableError
from services.gateway.channel import Follower
from services.gateway.context import Gateway
from services.gateway.http import check_once, problem_response
from services.gateway.origins import check_origin
from services.gateway.outlet import POLICY, ClosedError, Outlet
from services.gateway.parsing import command_named, parse, read, read_frame
from services.gateway.pushing import Pusher
from services.gateway.refusals import (
    RefusedError,
    check_match_id,
    fault,
    problem_of,
    refuse,
)

router = APIRouter()
log = structlog.get_logger()

_NORMAL: Final = 1000
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
        if account is not None:  # else the hello says who it is, and whether there is such a match
            await gateway.audiences.admit(match, account)
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


class Socket:
    """One client's connection."""

    def __init__(
        self, gateway: Gateway, websocket: WebSocket, match: str, account: str | None
    ) -> None:
        self._gateway = gateway
        self._limits = gateway.limits
        self._websocket = websocket
        self._outlet = Outlet(websocket, match, gateway.limits)
        self._match = match
        self._account = account
        self._hello = Hello(type="hello")
        self._places = asyncio.Semaphore(gateway.limits.commands)
        self._answers: set[asyncio.Task[None]] = set()

    # --- its life -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the client until either side is done."""
        try:
            await self._greet()
            await self._gateway.audiences.admit(self._match, self._account)
            async with self._gateway.hub.follow(self._match, self._account) as follower:
                here = self._gateway.presence.connected(follower.channel, self._account)
                with self._gateway.pinger.pinging(self._outlet), here:
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
            await self._outlet.parted()

    async def _cut(self) -> None:
        """End the socket once its client is cut off, whoever noticed that it is too slow."""
        await self._outlet.cut.wait()

    async def _greet(self) -> None:
        """Read the first frame."""
        try:
            async with asyncio.timeout(self._limits.hello_s):
                said = await self._receive()
        except TimeoutError:
            seconds = int(self._limits.hello_s)
            refuse("MALFORMED", f"The first frame, a hello, is expected within {seconds} seconds.")
        try:
            await self._begin(_parsed(said))
        except RefusedError as error:
            raise RefusedError(_about(said, error.problem)) from None

    async def _begin(self, frame: dict[str, Any]) -> None:
        if frame.get("type") != "hello":
            refuse("MALFORMED", 'The first frame must be {"type": "hello", …}.')
        self._hello = read(Hello, frame)
        if self._hello.token is not None:
            self._account = await self._gateway.accounts.of_token(self._hello.token)
        if self._hello.proof and self._hello.mode == "view":
            refuse("MALFORMED", "Proof lines come in the mode `commits`.")

    async def _serve(self, follower: Follower) -> None:
        pusher = Pusher(self._gateway, self._outlet, follower, self._hello, self._account)
        await pusher.begin()
        works = (self._push(pusher, follower), self._listen(), self._cut())
        tasks = {asyncio.create_task(work) for work in works}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _push(self, pusher: Pusher, follower: Follower) -> None:
        """Bring commits until the match is over, and its last answers; then say so and close."""
        await pusher.run()
        if self._answers:
            await asyncio.wait(self._answers, timeout=_ANSWERS_S)
        outcome = follower.channel.outcome
        await self._outlet.send(ended_frame(self._match, self._outlet.sent, outcome))
        await self._outlet.close(_NORMAL)

    async def _part(self, refusal: Problem) -> None:
        """Say why, and close."""
        try:
            await self._outlet.send(problem_frame(self._match, refusal, fatal=True))
            await self._outlet.close(POLICY)
        except ClosedError:
            pass

    # --- what the client says -------------------------------------------------------------------

    async def _receive(self) -> bytes | str:
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            raise ClosedError
        text = message.get("text")
        return message["bytes"] if text is None else text

    async def _listen(self) -> None:
        """Take frames until the client is gone; one that is wrong is answered and forgotten."""
        while True:
            said = await self._receive()
            try:
                await self._take(_parsed(said))
            except RefusedError as error:
                refusal = _about(said, error.problem)
                await self._outlet.send(problem_frame(self._match, refusal, fatal=False))

    async def _take(self, frame: dict[str, Any]) -> None:
        if frame.get("type") == "hello":
            refuse("MALFORMED", "You have said hello already.")
        said = read_frame(frame)
        if not isinstance(said, CommandFrame):
            return
        if self._account is None:
            refuse("UNAUTHORIZED", "Say hello with a token to play.")
        await self._places.acquire()
        task = asyncio.create_task(self._command(self._account, said, frame))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _command(self, account: str, said: CommandFrame, frame: dict[str, Any]) -> None:
        """Bring a command to its answer and send it."""
        try:
            outcome = await self._outcome(account, said, frame)
            await self._outlet.send(answer_frame(self._match, said.command_id, outcome))
        except ClosedError:
            pass
        finally:
            self._places.release()

    async def _outcome(self, account: str, said: CommandFrame, frame: dict[str, Any]) -> bytes:
        try:
            return await self._gateway.commands.send(self._match, account, said, frame)
        except (RefusedError, StoreUnavailableError) as error:
            refusal = problem_of(error)
            unknown = refusal.code in {"NOT_YET_KNOWN", "UNAVAILABLE"}
            status = "unknown" if unknown else "refused"
            members = refusal.model_dump(mode="json", exclude_none=True)
            kept = ("code", "rule", "detail", "version", "errors")
            told = {name: members[name] for name in kept if name in members}
            return to_json({"status": status, **told})


def _parsed(said: bytes | str) -> dict[str, Any]:
    if isinstance(said, bytes):
        refuse("MALFORMED", "Binary frames are not taken; send JSON text.")
    return parse(said)


def _about(said: bytes | str, refusal: Problem) -> Problem:
    """Return the refusal of a frame with the command that it names, for whoever waits for it."""
    return refusal.model_copy(update={"command_id": command_named(said)})
