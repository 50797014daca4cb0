"""Whether this gateway can do its work: the store answers, feeds are read, workers take tokens."""

import asyncio
from typing import Final

from redis.exceptions import ResponseError

from services.common.store import Store
from services.common.store_wire import Reply, StoreUnavailableError, items, number, text

_PATIENCE_S: Final = 2.0


async def oldest_unread_token_ms(store: Store) -> int:
    """Return for how long the oldest ready token has waited for a worker (0: none waits).

    Tokens that a worker holds do not count: it may hold one for good, of rules it does not know.
    """
    keys = [store.keys.ready(partition) for partition in range(store.partitions)]
    groups = await store.wire.send([("XINFO", "GROUPS", key) for key in keys])
    last = [_last_delivered(reply) for reply in groups]
    found = await store.wire.send(
        [
            ("TIME",),
            *(
                ("XRANGE", key, f"({after}", "+", "COUNT", 1)
                for key, after in zip(keys, last, strict=True)
            ),
        ]
    )
    seconds, _ = items(found[0])
    tokens = [items(items(reply)[0])[0] for reply in found[1:] if items(reply)]
    began = [int(text(token).split("-")[0]) for token in tokens]
    return max((1000 * number(seconds) - at for at in began), default=0)


def _last_delivered(reply: Reply) -> str:
    """Return the last id that was given to a worker.

    Raises:
        ResponseError, ValueError: there is no such stream, or no group of workers on it.
    """
    (group,) = items(reply)
    facts = items(group)
    return text(facts[facts.index(b"last-delivered-id") + 1])


async def unready(store: Store, *, reading: bool, lag_ms: int) -> str | None:
    """Return what keeps this gateway from its work, or None."""
    try:
        async with asyncio.timeout(_PATIENCE_S):
            lag = await oldest_unread_token_ms(store)
    except (TimeoutError, StoreUnavailableError):
        return "The store does not answer."
    except (ResponseError, ValueError):
        return "The streams of the workers are gone; a worker makes them again when it starts."
    if not reading:
        return "The feeds are not read yet."
    if lag > lag_ms:
        return f"No worker has taken a command for {lag // 1000} s."
    return None
