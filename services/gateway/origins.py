"""Which web pages may use the gateway from a browser: its own, and those the settings name."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from services.gateway.refusals import refuse


def check_origin(connection: HTTPConnection, allowed: Collection[str]) -> None:
    """Refuse a socket that a page of a foreign origin opens; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return
    if urlsplit(origin).netloc == connection.headers.get("host"):
        return
    refuse("ORIGIN_NOT_ALLOWED", "This web origin may not use the service.")
