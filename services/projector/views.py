"""The newest views of a match: one a seat and one for spectators, as the store keeps them."""

from typing import Final

from services.common.fold import Folded
from services.common.store_readings import NewViews

SPECTATOR: Final = "spectator"


def views_of(folded: Folded) -> NewViews:
    """Return the view answers of all viewers, without the box of sealed choices."""
    views = {f"seat:{seat}": folded.view(seat) for seat in range(folded.header.seats)}
    return NewViews(
        match=folded.header.match,
        stamp=folded.stamp,
        views={**views, SPECTATOR: folded.view(None)},
    )
