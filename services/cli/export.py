"""``export``: the verifiable file of a match, fetched from a gateway."""

import sys
from pathlib import Path
from urllib.parse import quote

import httpx

from services.cli.errors import SaysNoError, UsageError
from services.cli.writing import write_whole

_TIMEOUT = httpx.Timeout(10.0, read=60.0)


def run(match: str, *, output: Path | None, url: str, token: str | None) -> None:
    """Write the file to ``output``, whole or not at all, or to stdout.

    Raises:
        SaysNoError: the gateway refuses.
        UsageError: there is no gateway, or the file can't be written.
    """
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    address = f"{url.rstrip('/')}/matches/{quote(match, safe='')}/export"
    try:
        with httpx.stream("GET", address, headers=headers, timeout=_TIMEOUT) as response:
            if not response.is_success:
                raise SaysNoError(refusal(response))
            if output is None:
                for part in response.iter_bytes():
                    sys.stdout.buffer.write(part)
            else:
                write_whole(output, response.iter_bytes())
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        msg = f"no answer from {url}: {error}; is the service up there (--url)?"
        raise UsageError(msg) from error


def refusal(response: httpx.Response) -> str:
    """Return one line for a refusal: its code and its sentence."""
    response.read()
    try:
        problem = response.json()
        return f"{problem['code']}: {problem['detail']}"
    except (ValueError, KeyError, TypeError):
        return f"the gateway answered {response.status_code}"
