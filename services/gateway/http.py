"""What all HTTP calls share: who asks, bodies, strict queries, answers, problems as responses."""

import asyncio
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BeforeValidator, ConfigDict, Field
from pydantic_core import to_json
from starlette.requests import HTTPConnection

from engine.core.messages import Message
from schemas.api import COMMAND_ID
from schemas.problems import CONTENT_TYPE, RETRY_AFTER_S, Problem
from services.gateway.context import Gateway
from services.gateway.parsing import MAX_BYTES, parse
from services.gateway.refusals import malformed_field, refuse

_TOKEN_NAMES: Final = frozenset(
    {"token", "access_token", "api_key", "apikey", "auth", "authorization", "bearer"}
)
_HEADERS_ONCE: Final = ("Authorization", "Idempotency-Key", "Origin")

_DIGITS: Final = re.compile(r"[0-9]{1,16}")


def _digits(value: object) -> object:
    if isinstance(value, str) and not _DIGITS.fullmatch(value):
        msg = "expected digits only, at most 16"
        raise ValueError(msg)
    return value


Number = Annotated[int, Field(ge=0, le=2**53), BeforeValidator(_digits)]
"""A whole number in a query, in its one spelling: not 1.0, 1_0 or +1."""


def gateway_of(connection: HTTPConnection) -> Gateway:
    """Return the gateway that serves this connection."""
    return connection.app.state.gateway


Context = Annotated[Gateway, Depends(gateway_of)]


async def viewer_of(request: Request, gateway: Context) -> str | None:
    """Return the account of the request's token; None without one, to read as a spectator."""
    return await gateway.accounts.of_header(request.headers.get("authorization"))


async def caller_of(account: Annotated[str | None, Depends(viewer_of)]) -> str:
    """Return the account of the request's token; refuses without one."""
    if account is None:
        refuse("UNAUTHORIZED", "Send `Authorization: Bearer <token>`.")
    return account


Viewer = Annotated[str | None, Depends(viewer_of)]
Caller = Annotated[str, Depends(caller_of)]


async def body_of(request: Request) -> dict[str, Any]:
    """Return the request's body, a JSON object; an empty body is an empty object."""
    patience_s = gateway_of(request).limits.body_s
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(patience_s):
            async for chunk in request.stream():
                size += len(chunk)
                if size > MAX_BYTES:
                    refuse("TOO_LARGE", f"At most {MAX_BYTES} bytes are taken at once.")
                chunks.append(chunk)
    except TimeoutError:
        refuse("MALFORMED", f"The body is expected within {patience_s:.0f} seconds.")
    return parse(b"".join(chunks) or b"{}")


Body = Annotated[dict[str, Any], Depends(body_of)]


def check_once(connection: HTTPConnection) -> None:
    """Refuse a token in the URL, where logs and histories would keep it, and what is said twice.

    Of two headers or parameters a proxy and the service might take different ones.
    """
    names = [name for name, _ in connection.query_params.multi_items()]
    if any(name.lower() in _TOKEN_NAMES for name in names):
        refuse("TOKEN_IN_URL", "Send the token in the Authorization header or the hello frame.")
    for name in names:
        if names.count(name) > 1:
            malformed_field(name, "the parameter is given more than once")
    for name in _HEADERS_ONCE:
        if len(connection.headers.getlist(name)) > 1:
            malformed_field(name, "the header is given more than once")


class Parameters(Message):
    """Query parameters: each is a field to FastAPI, which must find its description in it."""

    model_config = ConfigDict(use_attribute_docstrings=True)


def no_query(request: Request) -> None:
    """Refuse query parameters where there are none to give."""
    for name in request.query_params:
        malformed_field(name, "this call takes no parameters")


NO_QUERY: Final = [Depends(no_query)]


def described_body(form: type[Message]) -> dict[str, Any]:
    """Return the description of a request body, for the OpenAPI document."""
    schema = {"$ref": f"#/components/schemas/{form.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


class Json(JSONResponse):
    """A JSON answer; of this class, so that the OpenAPI document describes what is in it."""

    def render(self, content: Any) -> bytes:
        """Return messages without what is not set, other data as it is."""
        if isinstance(content, Message):
            return content.model_dump_json().encode()
        return to_json(content)


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """Return a problem as a response."""
    extra = dict(headers or {})
    if problem.status == 401:
        extra["WWW-Authenticate"] = "Bearer"
    if problem.code in RETRY_AFTER_S:
        extra["Retry-After"] = str(RETRY_AFTER_S[problem.code])
    return Response(problem.encode(), problem.status, extra, CONTENT_TYPE)


def check_command_id(command_id: str) -> None:
    """Refuse COMMAND_NOT_FOUND for what can be no command's id."""
    if not re.fullmatch(COMMAND_ID, command_id):
        refuse("COMMAND_NOT_FOUND", "You sent no command with this id to this match.")
