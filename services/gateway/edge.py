"""The outermost layer: what holds for every HTTP call, whatever it is."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schemas.problems import Problem
from services.gateway.http import check_once, problem_response
from services.gateway.refusals import RefusedError, fault

_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Edge:
    """Adds security headers, refuses tokens in URLs, and turns a bug of ours into a problem."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            check_once(HTTPConnection(scope))
            await self._app(scope, receive, sending)
        except RefusedError as error:
            await _answer(error.problem, scope, receive, sending)
        except ClientDisconnect:
            pass  # it went away while its body was read: nobody is there to be told
        except Exception as error:  # noqa: BLE001 - noted, and the client is told
            problem = fault(error, path=scope["path"])
            if not started:  # else the answer is cut off, which the client sees
                await _answer(problem, scope, receive, sending)


async def _answer(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    await problem_response(problem)(scope, receive, send)
