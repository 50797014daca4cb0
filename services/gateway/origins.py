"""Which web pages may use the gateway from a browser: its own, and those the settings name."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response

from schemas.problems import problem
from services.gateway.http import problem_response
from services.gateway.refusals import refuse

_FOREIGN = "This web origin may not use the service."


class Origins(CORSMiddleware):
    """Tells browsers which pages may use the service; a page that may not gets a problem."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """Answer the question before a call from a page."""
        answer = super().preflight_response(request_headers)
        if answer.status_code < 400:
            return answer
        if not self.is_allowed_origin(request_headers["origin"]):
            return problem_response(problem("ORIGIN_NOT_ALLOWED", _FOREIGN))
        detail = "A page may send GET and POST, with the headers that the service knows."
        return problem_response(problem("MALFORMED", detail))


def check_origin(connection: HTTPConnection, allowed: Collection[str]) -> None:
    """Refuse a socket that a page of a foreign origin opens; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return
    try:
        own = urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # such as http://[
        own = False
    if own:
        return
    refuse("ORIGIN_NOT_ALLOWED", _FOREIGN)
