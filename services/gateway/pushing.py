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
from services.gateway.audience import Sight
from services.gateway.channel import Channel, Follower
from services.gateway.context import Gateway
from services.gateway.outlet import Outlet
from services.gateway.refusals import never_came, no_such_match, was_rewound


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

    def _sight(self) -> Sight:
        """Return what the client may see now; refuses MATCH_NOT_FOUND."""
        sight = self._channel.sight(self._account)
        if sight is None:
            no_such_match()
        return sight

    async def begin(self) -> None:
        """Bring the client to a version from which the channel goes on."""
        channel, after = self._channel, self._hello.after
        until = self._sight().until
        if after is not None and after > until:  # or the feed is late
            meta = await self._gateway.reading.meta(channel.match)
            until = (await self._gateway.audiences.sight(meta, self._account)).until
            if after > until:
                never_came(until, after)
        if after is not None and until - after <= self._gateway.limits.behind:
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
            if channel.clocked and self._tells(self._sight()):
                await channel.folded()  # for the deadlines
            sight = self._sight()
            if channel.rewound:
                was_rewound(sight.until)
            if self._hello.mode == "view":
                await self._push_view(sight)
            else:
                await self._push_commits(sight)
            if sight.over and self._outlet.sent >= sight.until:
                return
            follower.at_once = self._push_at_once if in_commits else None
            await follower.event.wait()
            follower.at_once = None

    # --- commits --------------------------------------------------------------------------------

    def _push_at_once(self) -> bool:
        """Send what is new; False where something must be waited for, or the match is over."""
        channel, outlet = self._channel, self._outlet
        sight = channel.sight(self._account)
        if sight is None or channel.rewound or sight.until < outlet.sent:
            return False
        if sight.until > outlet.sent:
            commits = channel.recent.between(outlet.sent, sight.until)
            options = self._options_at_hand(sight)
            if commits is None or options is None:
                return False
            shown = audiences_of(sight.seat, channel.seats, closed=sight.over)
            for commit in commits:
                if not outlet.ready:
                    return False
                frame = channel.recent.frame(commit, shown)
                newest = commit.n == sight.until
                outlet.write(self._newest(frame, commit, options, sight) if newest else frame)
                outlet.sent = commit.n
            self._sent_box = frozenset()
        if not sight.behind and channel.box != self._sent_box:
            if not outlet.ready:
                return False
            outlet.write(self._pending_frame(channel.version))
            self._sent_box = channel.box
        return not sight.over

    def _tells(self, sight: Sight) -> bool:
        """Tell whether it takes the match's state to say what is said of the newest commit only."""
        return sight.seat is not None or (self._channel.clocked and not sight.behind)

    def _newest(self, frame: bytes, commit: StoredCommit, options: bytes, sight: Sight) -> bytes:
        if self._tells(sight):
            return self._channel.newest(frame, commit, options)
        return with_options(frame, options)

    def _options_at_hand(self, sight: Sight) -> bytes | None:
        """Return what a seat may do at the channel's version; None if it must be read first."""
        channel = self._channel
        if not self._tells(sight):
            return b"[]"
        if not self._follower.folds:
            return None
        folded = channel.kept()
        return None if folded is None else channel.options(folded, sight.seat)

    async def _push_commits(self, sight: Sight) -> None:
        channel, outlet = self._channel, self._outlet
        seat, until = sight.seat, sight.until
        if until < outlet.sent:
            return
        box, pending = channel.box, self._pending_frame(until)
        self._follower.folds = self._tells(sight) and not self._hello.proof
        shown = audiences_of(seat, channel.seats, closed=sight.over)
        async for commit in channel.commits(outlet.sent, until):
            newest = commit.n == until
            if newest:
                self._sent_box = frozenset()
            await outlet.send(await self._commit(commit, shown, sight, newest=newest))
            outlet.sent = commit.n
            if self._sight().until - outlet.sent > 2 * self._gateway.limits.behind:
                outlet.cut_off()
        if outlet.sent == until and not sight.behind and box != self._sent_box:
            self._sent_box = box
            await outlet.send(pending)

    async def _commit(
        self, commit: StoredCommit, shown: frozenset[str], sight: Sight, *, newest: bool
    ) -> bytes:
        channel = self._channel
        if self._hello.proof:
            salt_key = await self._gateway.matches.salt_key(channel.match)
            return proof_frame(channel.match, commit, salt_key, shown)
        frame = channel.recent.frame(commit, shown)
        if newest and not self._tells(sight):
            return with_options(frame, b"[]")
        if not newest or channel.version != commit.n:
            return frame
        folded = await channel.folded()
        if folded is None or channel.version != commit.n:
            return frame
        return channel.newest(frame, commit, channel.options(folded, sight.seat))

    def _pending_frame(self, version: int) -> bytes:
        return pending_frame(self._channel.match, version, self._channel.pending)

    # --- views ----------------------------------------------------------------------------------

    async def _push_view(self, sight: Sight) -> None:
        channel, outlet = self._channel, self._outlet
        self._follower.folds = not sight.behind
        if sight.behind:
            if sight.until > outlet.sent:
                answer = await channel.view_behind(sight.until)
                outlet.sent, self._sent_box = sight.until, frozenset()
                await self._send_answer("view", answer)
            return
        own = sight.seat in channel.box
        if not own and channel.version <= outlet.sent and channel.box == self._sent_box:
            return
        folded = await channel.folded()
        now = self._sight()
        if now.behind:
            return  # it has lost its part meanwhile, of which it is told next
        seat = now.seat
        # A seat's own sealed choice stands in the store only.
        if folded is None or folded.version != channel.version or seat in channel.box:
            await self._send_view("view")
            return
        outlet.sent, self._sent_box = channel.version, channel.box
        await self._send_answer("view", channel.view(folded, seat))

    async def _send_view(self, kind: Literal["snapshot", "view"]) -> None:
        """Send the whole view answer unless the client has this very one already."""
        reading = self._gateway.reading
        seen = await reading.seen(self._channel.match, self._account, lambda sight: sight.seat)
        await reading.fence()
        self._outlet.sent, self._sent_box = seen.version, seen.box
        await self._send_answer(kind, seen.answer)

    async def _send_answer(
        self, kind: Literal["snapshot", "view"], answer: Mapping[str, Any]
    ) -> None:
        text = to_json(answer)
        if text != self._sent_view:
            self._sent_view = text
            await self._outlet.send(view_frame(kind, answer))
