"""What a channel has, brought to one client: commits or views, as they come.

Most of what comes can go out at once, in the same turn in which the feed brought it: the client is
up to date, takes what it is sent, and all that is shown stands in memory. Then the channel pushes
(``Follower.at_once``). Where there is something to wait for, the socket's task does it.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic_core import to_json

from schemas.chain import StoredCommit
from schemas.live import Hello, pending_frame, view_frame
from schemas.show import audiences_of, proof_frame, with_options
from services.gateway.channel import Channel, Follower
from services.gateway.context import Gateway
from services.gateway.outlet import Outlet
from services.gateway.refusals import never_came, was_rewound


class Pusher:
    """Brings one client up to date, and keeps it so."""

    def __init__(
        self,
        gateway: Gateway,
        outlet: Outlet,
        follower: Follower,
        hello: Hello,
        account: str | None,
    ) -> None:
        self._gateway = gateway
        self._outlet = outlet
        self._follower = follower
        self._channel: Channel = follower.channel
        self._hello = hello
        self._account = account
        self._sent_box: frozenset[int] = frozenset()
        self._sent_view = b""

    async def begin(self) -> None:
        """Bring the client to a version from which the channel goes on."""
        channel, after = self._channel, self._hello.after
        if after is not None and after > channel.version:  # or the feed is late
            version = (await self._gateway.reading.meta(channel.match)).version
            if after > version:
                never_came(version, after)
        if after is not None and channel.version - after <= self._gateway.limits.behind:
            self._outlet.sent = after
            if self._hello.mode == "view":
                await self._send_view("view")
            return
        await self._send_view("snapshot")

    async def run(self) -> None:
        """Send what the channel has and the client has not; returns when the match is over."""
        channel, follower = self._channel, self._follower
        in_commits = self._hello.mode == "commits" and not self._hello.proof
        while True:
            follower.event.clear()
            if channel.rewound:
                was_rewound(channel.version)
            if self._hello.mode == "view":
                await self._push_view()
            else:
                await self._push_commits()
            if channel.closed and self._outlet.sent >= channel.version:
                return
            follower.at_once = self._push_at_once if in_commits else None
            await follower.event.wait()
            follower.at_once = None

    # --- commits --------------------------------------------------------------------------------

    def _push_at_once(self) -> bool:
        """Send what is new; False where something must be waited for, or the match is over."""
        channel, outlet = self._channel, self._outlet
        if channel.rewound or channel.version < outlet.sent:
            return False
        if channel.version > outlet.sent:
            commits = channel.remembered(outlet.sent, channel.version)
            options = self._options_at_hand()
            if commits is None or options is None:
                return False
            seat = channel.seat_of(self._account)
            shown = audiences_of(seat, channel.seats, closed=channel.closed)
            for commit in commits:
                if not outlet.ready:
                    return False
                frame = channel.frame(commit, shown)
                newest = commit.n == channel.version
                outlet.write(with_options(frame, options) if newest else frame)
                outlet.sent = commit.n
            self._sent_box = frozenset()
        if channel.box != self._sent_box:
            if not outlet.ready:
                return False
            outlet.write(self._pending_frame(channel.version))
            self._sent_box = channel.box
        return not channel.closed

    def _options_at_hand(self) -> bytes | None:
        """Return what the client may do at the channel's version; None if it must be read first."""
        channel = self._channel
        seat = channel.seat_of(self._account)
        if seat is None:
            return b"[]"
        if not self._follower.folds:
            return None
        folded = channel.kept()
        return None if folded is None else channel.options(folded, seat)

    async def _push_commits(self) -> None:
        channel, outlet = self._channel, self._outlet
        until, box, closed = channel.version, channel.box, channel.closed
        if until < outlet.sent:
            return
        pending = self._pending_frame(until)
        seat = channel.seat_of(self._account)
        self._follower.folds = seat is not None and not self._hello.proof
        shown = audiences_of(seat, channel.seats, closed=closed)
        async for commit in channel.commits(outlet.sent, until):
            newest = commit.n == until
            if newest:
                self._sent_box = frozenset()
            await outlet.send(await self._commit(commit, shown, seat, newest=newest))
            outlet.sent = commit.n
            if channel.version - outlet.sent > 2 * self._gateway.limits.behind:
                outlet.cut_off()
        if outlet.sent == until and box != self._sent_box:
            self._sent_box = box
            await outlet.send(pending)

    async def _commit(
        self, commit: StoredCommit, shown: frozenset[str], seat: int | None, *, newest: bool
    ) -> bytes:
        channel = self._channel
        if self._hello.proof:
            salt_key = await self._gateway.matches.salt_key(channel.match)
            return proof_frame(channel.match, commit, salt_key, shown)
        frame = channel.frame(commit, shown)
        if not newest or channel.version != commit.n:
            return frame
        if seat is None:
            return with_options(frame, b"[]")
        folded = await channel.folded()
        if folded is None or channel.version != commit.n:
            return frame
        return with_options(frame, channel.options(folded, seat))

    def _pending_frame(self, version: int) -> bytes:
        return pending_frame(self._channel.match, version, self._channel.pending)

    # --- views ----------------------------------------------------------------------------------

    async def _push_view(self) -> None:
        channel, outlet = self._channel, self._outlet
        self._follower.folds = True
        own = channel.seat_of(self._account) in channel.box
        if not own and channel.version <= outlet.sent and channel.box == self._sent_box:
            return
        folded = await channel.folded()
        seat = channel.seat_of(self._account)
        # A seat's own sealed choice stands in the store only.
        if folded is None or folded.version != channel.version or seat in channel.box:
            await self._send_view("view")
            return
        outlet.sent, self._sent_box = channel.version, channel.box
        await self._send_answer("view", channel.view(folded, seat))

    async def _send_view(self, kind: Literal["snapshot", "view"]) -> None:
        """Send the whole view answer unless the client has this very one already."""
        reading = self._gateway.reading
        meta = await reading.meta(self._channel.match)
        while True:
            seat = self._seat(meta.accounts)
            present, answer = await reading.answer(self._channel.match, seat)
            if self._seat(present.meta.accounts) == seat:
                break
            meta = present.meta
        await reading.fence()
        self._outlet.sent, self._sent_box = present.meta.version, frozenset(present.box)
        await self._send_answer(kind, answer)

    async def _send_answer(
        self, kind: Literal["snapshot", "view"], answer: Mapping[str, Any]
    ) -> None:
        text = to_json(answer)
        if text != self._sent_view:
            self._sent_view = text
            await self._outlet.send(view_frame(kind, answer))

    def _seat(self, accounts: Mapping[str, int]) -> int | None:
        return None if self._account is None else accounts.get(self._account)
