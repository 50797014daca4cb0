"""The compass: 64 directions as small whole vectors, each within half a degree of its place."""

from engine.games.sorcery.geometry.points import Vector

_OCTANT: tuple[Vector, ...] = (
    (1, 0), (10, 1), (5, 1), (10, 3), (12, 5), (15, 8), (3, 2), (11, 9),
)  # fmt: skip
"""From due east up to, and without, north-east."""
_QUADRANT = (*_OCTANT, (1, 1), *((y, x) for x, y in reversed(_OCTANT[1:])))
COMPASS: tuple[Vector, ...] = (
    *_QUADRANT,
    *((-y, x) for x, y in _QUADRANT),
    *((-x, -y) for x, y in _QUADRANT),
    *((y, -x) for x, y in _QUADRANT),
)
"""64 directions counter-clockwise, the first due east (1, 0)."""


def compass(number: int = len(COMPASS)) -> tuple[Vector, ...]:
    """Return 4, 8, 16, 32 or 64 directions, evenly chosen from the compass."""
    return COMPASS[:: len(COMPASS) // number]
