"""The application: routes, the edge around them, and the documents it serves about itself."""

import html
from collections.abc import Iterator, Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException

from schemas.api import Alive, CreateAccount, CreateMatch, SendCommand, TakeSeat
from schemas.asyncapi import asyncapi
from schemas.problems import CONTENT_TYPE, Problem, problem
from services.common.store_wire import StoreUnavailableError
from services.gateway import lobby, log, officials, play
from services.gateway.context import Gateway
from services.gateway.edge import Edge
from services.gateway.health import unready
from services.gateway.http import NO_QUERY, Context, Json, Parameters, problem_response
from services.gateway.live import router as live_router
from services.gateway.origins import Origins
from services.gateway.refusals import (
    MAX_ERRORS,
    RefusedError,
    field_error,
    problem_of,
    refuse,
)

_BODIES: Final = (CreateAccount, CreateMatch, SendCommand, TakeSeat)
_DOCS: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Playledger</title>
<h1>Playledger</h1>
<p>The whole contract: <a href="/openapi.json">/openapi.json</a> (HTTP),
<a href="/asyncapi.json">/asyncapi.json</a> (the live socket), <a href="/games">/games</a>.</p>
<table>{rows}</table>
</html>
"""


def make_app(gateway: Gateway | None) -> FastAPI:
    """Return the application of a gateway; None makes one to describe, not to serve."""
    app = FastAPI(
        title="Playledger",
        version="1",
        summary="An event-sourced game service.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # a redirect would lead to whatever host the client named
        responses={"default": {"model": Problem, "description": "A refusal"}},
    )
    app.state.gateway = gateway
    for router in (lobby.router, play.router, log.router, officials.router, live_router):
        app.include_router(router)
    _add_own_calls(app)
    _add_handlers(app)
    origins = () if gateway is None else gateway.settings.allowed_origins
    app.add_middleware(
        Origins,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key"],
        expose_headers=["Location", "Retry-After"],
    )
    app.add_middleware(Edge)
    return app


def _add_own_calls(app: FastAPI) -> None:
    live = asyncapi()

    @app.get("/healthz", response_model=Alive, dependencies=NO_QUERY)
    async def healthz() -> Response:  # pyright: ignore[reportUnusedFunction]
        """Say that the process runs."""
        return Json(Alive())

    @app.get("/readyz", response_model=Alive, dependencies=NO_QUERY)
    async def readyz(gateway: Context) -> Response:  # pyright: ignore[reportUnusedFunction]
        """Say whether the store answers and workers take commands."""
        reason = await unready(
            gateway.store,
            reading=gateway.hub.reading,
            lag_ms=gateway.settings.answer_timeout_ms,
        )
        if reason is not None:
            refuse("UNAVAILABLE", reason)
        return Json(Alive())

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi_document() -> Response:  # pyright: ignore[reportUnusedFunction]
        return Json(openapi(app))

    @app.get("/asyncapi.json", include_in_schema=False)
    async def asyncapi_document() -> Response:  # pyright: ignore[reportUnusedFunction]
        return Json(live)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:  # pyright: ignore[reportUnusedFunction]
        return Response(_docs(openapi(app)), media_type="text/html; charset=utf-8")


def _add_handlers(app: FastAPI) -> None:
    @app.exception_handler(RefusedError)
    async def refused(_: Request, error: RefusedError) -> Response:  # pyright: ignore[reportUnusedFunction]
        return problem_response(error.problem)

    @app.exception_handler(StoreUnavailableError)
    async def unavailable(_: Request, error: StoreUnavailableError) -> Response:  # pyright: ignore[reportUnusedFunction]
        return problem_response(problem_of(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:  # pyright: ignore[reportUnusedFunction]
        errors = tuple(
            field_error(
                ".".join(str(step) for step in one["loc"][1:]), _wrong_parameter(one, request)
            )
            for one in error.errors()[:MAX_ERRORS]
        )
        detail = f"{errors[0].path}: {errors[0].reason}"
        return problem_response(problem("MALFORMED", detail, errors=errors))

    @app.exception_handler(HTTPException)
    async def unknown(_: Request, error: HTTPException) -> Response:  # pyright: ignore[reportUnusedFunction]
        if error.status_code == 405:
            refusal = problem("METHOD_NOT_ALLOWED", "This address takes another method.")
        else:
            refusal = problem("NOT_FOUND", "There is nothing at this address; see /docs.")
        return problem_response(refusal, error.headers)


def _wrong_parameter(error: Mapping[str, Any], request: Request) -> str:
    """Say what is wrong with a parameter, and of one that there is not, which there are."""
    if error["type"] != "extra_forbidden":
        return error["msg"]
    known = ", ".join(_parameters(request.scope["route"]))
    return f"this call takes no such parameter; there are: {known}"


def _parameters(route: APIRoute) -> Iterator[str]:
    """Yield the names of a call's query parameters, which stand in one model."""
    (query,) = route.dependant.query_params
    model = query.field_info.annotation
    assert isinstance(model, type)
    assert issubclass(model, Parameters)
    for name, field in model.model_fields.items():
        yield field.alias or name


# --- documents ----------------------------------------------------------------------------------


def openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, with the request bodies that the calls parse themselves."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, summary=app.summary, routes=app.routes
        )
        _, definitions = models_json_schema(
            [(form, "validation") for form in _BODIES],
            ref_template="#/components/schemas/{model}",
        )
        components = document["components"]
        components["schemas"].update(definitions["$defs"])
        for name in ("HTTPValidationError", "ValidationError"):
            components["schemas"].pop(name, None)
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{}, {"token": []}]
        for call in _calls(document):
            _tidy(call)
        app.openapi_schema = document
    return app.openapi_schema


def _calls(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [call for path in document["paths"].values() for call in path.values()]


def _tidy(call: dict[str, Any]) -> None:
    """Name the media types that are sent, and leave out the validation errors that are not."""
    call["responses"].pop("422", None)
    refusal = call["responses"]["default"]
    refusal["content"] = {CONTENT_TYPE: refusal["content"]["application/json"]}


def _docs(document: Mapping[str, Any]) -> str:
    rows = [
        f"<tr><td>{method.upper()}<td><code>{html.escape(path)}</code>"
        f"<td>{html.escape(call.get('description', ''))}"
        for path, calls in document["paths"].items()
        for method, call in calls.items()
    ]
    return _DOCS.format(rows="\n".join(rows))
