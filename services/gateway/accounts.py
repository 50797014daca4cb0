"""Accounts and their tokens. A token is shown once, kept as its hash, and never logged."""

import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from schemas.api import AccountCreated, Me
from services.common.clock import now_ms
from services.common.store_directory import Directory
from services.gateway.refusals import field_error, refuse

SCOPES: Final = ("play",)
_CACHED: Final = 10_000
_BEARER: Final = re.compile(r"^[Bb]earer ([A-Za-z0-9_-]{16,128})$")
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH: Final = 20


def new_id() -> str:
    """Return a random id of 100 bits: 20 characters of a-z and 2-7."""
    return id_from(secrets.token_bytes(_ID_LENGTH))


def id_from(random: bytes) -> str:
    """Return an id made of the low five bits of 20 random bytes."""
    return "".join(_ALPHABET[byte & 31] for byte in random[:_ID_LENGTH])


class Accounts:
    """Who a token is; tokens that were good once are remembered, since none is ever taken back."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._known: OrderedDict[str, str] = OrderedDict()

    async def create(self, name: str) -> AccountCreated:
        """Create an account and its token."""
        account, token = new_id(), secrets.token_urlsafe(32)
        await self._directory.create_account(account, name, _hash(token), now_ms())
        return AccountCreated(account_id=account, token=token)

    async def of_header(self, authorization: str | None) -> str | None:
        """Return the account that an ``Authorization`` header names; None without one."""
        if authorization is None:
            return None
        found = _BEARER.match(authorization)
        if found is None:
            refuse("UNAUTHORIZED", "Send `Authorization: Bearer <token>` with a valid token.")
        return await self.of_token(found[1])

    async def of_token(self, token: str) -> str:
        """Return the account of a token; refuses UNAUTHORIZED."""
        hashed = _hash(token)
        account = self._known.get(hashed)
        if account is None:
            account = await self._directory.account_of_token(hashed)
            if account is None:
                refuse("UNAUTHORIZED", "The token is not valid.")
            self._known[hashed] = account
            if len(self._known) > _CACHED:
                self._known.popitem(last=False)
        return account

    async def check(self, named: Mapping[str, str], **members: Any) -> None:
        """Refuse ACCOUNT_NOT_FOUND unless all accounts exist, given by their paths in a request.

        ``members`` as of ``schemas.problems.problem``.
        """
        if not named:
            return
        unknown = await self._directory.unknown(list(named.values()))
        errors = tuple(
            field_error(path, f"there is no account {account!r}")
            for path, account in named.items()
            if account in unknown
        )
        if errors:
            first = errors[0]
            detail = f"{first.path}: {first.reason}."
            refuse("ACCOUNT_NOT_FOUND", detail, errors=errors, **members)

    async def me(self, account: str) -> Me:
        """Return who an account is."""
        found = await self._directory.account(account)
        if found is None:
            refuse("UNAUTHORIZED", "The token's account does not exist.")
        return Me(account_id=account, name=found.name, created=found.created, scopes=SCOPES)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
