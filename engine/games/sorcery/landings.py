"""Places that are offered to a cast: for a glyph's token, and for who leaps [12.4] [13.4]."""

from collections.abc import Callable, Iterator, Sequence

from engine.core.options import Place
from engine.games.sorcery.aiming import leaper, wrong_spot
from engine.games.sorcery.geometry.bases import TOKEN_RADIUS
from engine.games.sorcery.geometry.directions import COMPASS, compass
from engine.games.sorcery.geometry.points import Point, Vector, towards
from engine.games.sorcery.geometry.spots import contact_point
from engine.games.sorcery.ground import base
from engine.games.sorcery.labels import WINDS
from engine.games.sorcery.models import Spell
from engine.games.sorcery.ops import Way
from engine.games.sorcery.state import Figure, Handle, State
from engine.games.sorcery.traits import INCH


def landings(
    state: State, figure: Figure, spell: Spell, way: Way, targets: Sequence[Handle]
) -> tuple[Place, ...] | None:
    """Return places that a cast may name, or None if the spell takes no place.

    In each of sixteen directions the place in contact, or the farthest whole inch to leap, that is
    free. If all of these are taken, those that are free in all 64 directions of the compass: so
    there is one whenever any of the places tried is free, and none may be found only where all of
    the free room lies between them.
    """
    tried = _tried(state, figure, spell, way, targets)
    if tried is None:
        return None

    def free(direction: Vector) -> Point | None:
        return next(
            (
                at
                for at in tried(direction)
                if not wrong_spot(state, figure, spell, way, targets, at)
            ),
            None,
        )

    winds = zip(WINDS, map(free, compass(len(WINDS))), strict=True)
    named = [Place(name=wind, at=at) for wind, at in winds if at is not None]
    return tuple(
        named or (Place(name=f"{at[0]},{at[1]}", at=at) for at in map(free, COMPASS) if at)
    )


def _tried(
    state: State, figure: Figure, spell: Spell, way: Way, targets: Sequence[Handle]
) -> Callable[[Vector], Iterator[Point]] | None:
    """Return the places to try in a direction, the best first."""
    if spell.type == "glyph":
        caster = base(figure)
        return lambda direction: iter([contact_point(caster, TOKEN_RADIUS, direction)])
    if way.spot is None:
        return None
    start, most = base(leaper(state, figure, way, targets)).centre, way.spot.inches
    return lambda direction: (towards(start, direction, n * INCH) for n in range(most, 0, -1))
