"""Accounts, and the directory of matches: what is looked up across partitions.

Projectors write the directory from what happened; a newer version of a match wins, so writing twice
or late does no harm. Lists are sorted by creation time. What everybody may know of matches stands
in lists for all. A match that not everybody may know of as it stands is listed once more, as it
stands, to each account that has a part in it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from schemas.streams import (
    account_key,
    directory_entry,
    directory_inner,
    directory_list,
    token_key,
)

from .store import Store
from .store_codec import status_of
from .store_types import Status
from .store_wire import Argument, good, items, number, pairs, text

_STATUSES: Final[tuple[Status, ...]] = ("open", "running", "closed")
_PAGE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryEntry:
    """What a match is listed by: facts that no seat keeps secret, and that seldom change."""

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

    async def unknown(self, accounts: Sequence[str]) -> frozenset[str]:
        """Return those that are no accounts."""
        replies = await self._wire.send([("EXISTS", account_key(one)) for one in accounts])
        return frozenset(
            one for one, reply in zip(accounts, replies, strict=True) if not number(reply)
        )

    # --- matches ---

    async def put(self, entries: Sequence[DirectoryEntry]) -> None:
        """Write entries for everybody, each unless a newer version of it stands there."""
        replies = await self._wire.send(
            [
                self._store.fcall("list", _entry_keys(entry), _entry_arguments(entry))
                for entry in entries
            ]
        )
        for reply in replies:
            good(reply)

    async def put_inner(self, entries: Sequence[tuple[DirectoryEntry, Collection[str]]]) -> None:
        """Write entries for those who have a part in the matches, given with each.

        Who has none any more is not taken out: that is looked up in the match when lists are read.
        """
        replies = await self._wire.send(
            [
                self._store.fcall("list", _inner_keys(entry, people), _arguments(entry, 0))
                for entry, people in entries
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
        """Return matches as everybody may know of them, the newest first.

        Up to ``limit`` that were created before (created ms, match). Filters are combined. Fewer
        than ``limit`` means there are no more.
        """
        facet = f"account:{account}" if account else _facet(status, game)
        wanted = _filter(status, game, account)
        return await self._find(facet, directory_entry, wanted, before, limit)

    async def find_inner(
        self,
        insider: str | None,
        *,
        status: Status | None = None,
        game: str | None = None,
        account: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int,
    ) -> list[DirectoryEntry]:
        """Return matches in which an account has, or had, a part, from their inner entries.

        None is somebody unknown, who has none. Otherwise as ``find``.
        """
        if insider is None:
            return []
        wanted = _filter(status, game, account)
        return await self._find(f"part:{insider}", directory_inner, wanted, before, limit)

    async def _find(
        self,
        facet: str,
        key: Callable[[str], str],
        wanted: Callable[[DirectoryEntry], bool],
        before: tuple[int, str] | None,
        limit: int,
    ) -> list[DirectoryEntry]:
        found: list[DirectoryEntry] = []
        page = _PAGE
        while len(found) < limit:
            listed = await self._page(facet, before, page)
            later = [place for place in listed if before is None or place < before]
            entries = await self._entries([(match, key(match)) for _, match in later])
            found += filter(wanted, entries)
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

    async def _entries(self, matches: Sequence[tuple[str, str]]) -> list[DirectoryEntry]:
        """Return the entries of matches, given each with its key."""
        replies = await self._wire.send([("HGETALL", key) for _, key in matches])
        entries: list[DirectoryEntry] = []
        for (match, _), reply in zip(matches, replies, strict=True):
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


def _filter(
    status: Status | None, game: str | None, account: str | None
) -> Callable[[DirectoryEntry], bool]:
    return lambda entry: (
        (status is None or entry.status == status)
        and (game is None or entry.game == game)
        and (account is None or account in entry.accounts)
    )


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


def _inner_keys(entry: DirectoryEntry, people: Collection[str]) -> list[str]:
    lists = [directory_list(f"part:{account}") for account in sorted(people)]
    return [directory_inner(entry.match), *lists]


def _entry_arguments(entry: DirectoryEntry) -> list[Argument]:
    return _arguments(entry, len(_left(entry)))


def _arguments(entry: DirectoryEntry, left: int) -> list[Argument]:
    return [
        *(entry.match, entry.version, entry.created, left),
        *("created", entry.created, "status", entry.status, "game", entry.game),
        *("accounts", ",".join(entry.accounts)),
    ]
