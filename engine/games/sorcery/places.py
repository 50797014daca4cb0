"""Places that a move is offered to: straight on, to objectives and books, up to enemies [5]."""

from typing import Any

from engine.core.copying import unchecked
from engine.core.options import Place
from engine.games.sorcery.cards import FIELDS
from engine.games.sorcery.geometry.bases import Base, Ground, within
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.geometry.surroundings import surroundings
from engine.games.sorcery.ground import base, ground, named
from engine.games.sorcery.labels import WINDS, name_of
from engine.games.sorcery.pace import Pace
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.ways import Mover, Way, ways


def places(state: State, figure: Figure, on: Ground, how: Pace) -> tuple[Place, ...]:
    """Return where a figure may move straight, each place once.

    Up to each enemy in reach; to each objective and dropped book, or as near as it gets; as far as
    it goes in sixteen directions.
    """
    most = how.budget // how.factor
    mover = Mover(
        around=surroundings(base(figure), most, how.on),
        budget=how.budget,
        factor=how.factor,
        over=None if how.on.bases is on.bases else on,
    )
    rivals = _rivals(state, figure, most)
    goals = [(f"objective {n}", at) for n, at in enumerate(FIELDS[state.battlefield].objectives)]
    goals += [(f"book {b.n}", b.at) for b in state.books.values() if b.at is not None]
    found = ways(mover, tuple(rivals.values()), tuple(at for _, at in goals))
    offered: dict[Point, tuple[str, Way]] = {}
    for name, way in (
        *((f"in contact with {who}", way) for who, way in zip(rivals, found.up_to, strict=True)),
        *(_to_goal(goal, way) for goal, way in zip(goals, found.towards, strict=True)),
        *zip(WINDS, found.straight_on, strict=True),
    ):
        if way is not None:
            offered.setdefault(way.at, (name, way))
    return tuple(_place(state, name, way) for name, way in offered.values())


def _rivals(state: State, figure: Figure, most: int) -> dict[str, Base]:
    """Return the enemies, by their names, that a figure may come up to if it goes so far."""
    here = base(figure)
    return {
        name_of(other): there
        for other, there in zip(state.standing, ground(state).bases, strict=True)
        if other.seat != figure.seat
        and within(here.centre, there.centre, most + here.radius + there.radius)
    }


def _to_goal(goal: tuple[str, Point], way: Way | None) -> tuple[str, Way | None]:
    name, at = goal
    return f"{'on' if way is not None and way.at == at else 'towards'} {name}", way


def _place(state: State, name: str, way: Way) -> Place:
    terrain = FIELDS[state.battlefield].terrain
    fields: dict[str, Any] = {
        "name": name,
        "at": way.at,
        "cost": way.cost,
        "through": tuple(terrain[n].name for n in way.through) or None,
        "stopped_by": None if way.stopped_by is None else named(state, way.stopped_by),
    }
    return unchecked(Place, fields)
