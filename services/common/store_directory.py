"""Accounts, and the directory of matches: what is looked up across partitions.

Projectors write the directory from what happened; a newer version of a match wins, so writing twice
or late does no harm. Lists are sorted by creation time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from schemas.streams import account_key, directory_entry, directory_list, token_key

from .store import Store
from .store_codec import status_of
from .store_types import Status
from .store_wire import Argument, good, items, number, pairs, text

_STATUSES: Final[tuple[Status, ...]] = ("open", "running", "closed")
_PAGE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryEntry:
    """What a match is listed by: public facts only, which seldom change."""

    match: str
    version: int
    """As of which this was so; an older entry never replaces a newer one."""
    created: int
    status: Status
    game: str
    accounts: tuple[str, ...]
    """Seated accounts, in seat order."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player's account."""

    name: str
    created: int


class Directory:
    """Accounts and the directory of one service."""

    def __init__(self, store: Store) -> None:
        """Use the store's connections and functions."""
        self._store = store
        self._wire = store.wire

    # --- accounts ---

    async def create_account(self, account: str, name: str, token_hash: str, created: int) -> None:
        """Store a new account and the hash of its token."""
        replies = await self._wire.send(
            [
                ("HSET", account_key(account), "name", name, "created", created),
                ("SET", token_key(token_hash), account),
            ]
        )
        for reply in replies:
            good(reply)

    async def account_of_token(self, token_hash: str) -> str | None:
        """Return the account a token belongs to, given the token's hash."""
        reply = await self._wire.call("GET", token_key(token_hash))
        return None if reply is None else text(reply)

    async def account(self, account: str) -> Account | None:
        """Return an account, if it exists."""
        fields = pairs(await self._wire.call("HGETALL", account_key(account)))
        return Account(fields["name"].decode(), int(fields["created"])) if fields else None

    # --- matches ---

    async def put(self, entries: Sequence[DirectoryEntry]) -> None:
        """Write entries, each unless a newer version of it stands there."""
        replies = await self._wire.send(
            [
                self._store.fcall("list", _entry_keys(entry), _entry_arguments(entry))
                for entry in entries
            ]
        )
        for reply in replies:
            good(reply)

    async def find(
        self,
        *,
        status: Status | None = None,
        game: str | None = None,
        account: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int,
    ) -> list[DirectoryEntry]:
        """Return matches, the newest first: up to ``limit`` created before (created ms, match).

        Filters are combined. Fewer than ``limit`` means there are no more.
        """
        facet = f"account:{account}" if account else _facet(status, game)
        found: list[DirectoryEntry] = []
        page = _PAGE
        while len(found) < limit:
            listed = await self._page(facet, before, page)
            later = [place for place in listed if before is None or place < before]
            found += [
                entry
                for entry in await self._entries([match for _, match in later])
                if (status is None or entry.status == status)
                and (game is None or entry.game == game)
                and (account is None or account in entry.accounts)
            ]
            if len(listed) < page:
                break
            if later:
                before = later[-1]
            else:  # a whole page of one millisecond
                page *= 2
        return found[:limit]

    async def _page(
        self, facet: str, before: tuple[int, str] | None, count: int
    ) -> list[tuple[int, str]]:
        newest: Argument = "+inf" if before is None else before[0]
        reply = items(
            await self._wire.call(
                *("ZRANGE", directory_list(facet), newest, "-inf", "BYSCORE", "REV"),
                *("LIMIT", 0, count, "WITHSCORES"),
            )
        )
        return [(number(reply[i + 1]), text(reply[i])) for i in range(0, len(reply), 2)]

    async def _entries(self, matches: Sequence[str]) -> list[DirectoryEntry]:
        replies = await self._wire.send([("HGETALL", directory_entry(match)) for match in matches])
        entries: list[DirectoryEntry] = []
        for match, reply in zip(matches, replies, strict=True):
            fields = pairs(reply)
            accounts = fields["accounts"].decode()
            entries.append(
                DirectoryEntry(
                    match=match,
                    version=int(fields["version"]),
                    created=int(fields["created"]),
                    status=status_of(fields["status"]),
                    game=fields["game"].decode(),
                    accounts=tuple(accounts.split(",")) if accounts else (),
                )
            )
        return entries


def _facet(status: str | None, game: str | None) -> str:
    if game is None:
        return "all" if status is None else f"status:{status}"
    return f"game:{game}" if status is None else f"game:{game}:status:{status}"


def _left(entry: DirectoryEntry) -> list[str]:
    """Return the facets a match may have stood in before; who left is filtered when read."""
    others = [status for status in _STATUSES if status != entry.status]
    return [_facet(status, game) for status in others for game in (None, entry.game)]


def _entry_keys(entry: DirectoryEntry) -> list[str]:
    facets = [
        _facet(status, game) for status in (None, entry.status) for game in (None, entry.game)
    ]
    facets += [f"account:{account}" for account in entry.accounts]
    lists = [directory_list(facet) for facet in (*_left(entry), *facets)]
    return [directory_entry(entry.match), *lists]


def _entry_arguments(entry: DirectoryEntry) -> list[Argument]:
    return [
        *(entry.match, entry.version, entry.created, len(_left(entry))),
        *("created", entry.created, "status", entry.status, "game", entry.game),
        *("accounts", ",".join(entry.accounts)),
    ]
