"""Placing figures before the battle [3.2]."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from engine.core.options import Option, Place, Places
from engine.core.rejection import Rejection, no
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import Code, Deploy
from engine.games.sorcery.distances import in_the_way_of
from engine.games.sorcery.events_flow import FigureDeployed
from engine.games.sorcery.geometry.bases import Base
from engine.games.sorcery.geometry.points import FIELD, Point, minus
from engine.games.sorcery.geometry.spots import in_the_way
from engine.games.sorcery.ground import facing_along, ground
from engine.games.sorcery.labels import name_of, names_of
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.state import DEPTH, Figure, State
from engine.games.sorcery.tasks import Task

Edge = Literal["south", "west", "north", "east"]
_CENTRE: Point = (FIELD // 2, FIELD // 2)
_EDGES: Final[Mapping[int, tuple[Edge, ...]]] = {
    2: ("south", "north"),
    3: ("south", "west", "north"),
    4: ("south", "west", "north", "east"),
}
"""By the number of players."""
_STEP = 2_250
"""Places that are offered lie so far apart."""
_DEPTHS = range(DEPTH, FIELD, DEPTH)
"""Four armies of twelve figures could not fill all of these [3.7]."""


def edge_of(state: State, seat: int) -> Edge:
    """Return a player's own edge [3.1]."""
    return _EDGES[state.seats][seat]


def _from_edge(edge: Edge, at: Point) -> int:
    """Return how far a point is from an edge, in mil-inches [1.1]."""
    x, y = at
    return {"south": y, "north": FIELD - y, "west": x, "east": FIELD - x}[edge]


def waiting(state: State, seat: int) -> tuple[Figure, ...]:
    """Return a player's figures that are still to be placed."""
    return tuple(
        figure for figure in state.figures.values() if figure.seat == seat and figure.waits
    )


def _placed(figure: Figure, at: Point) -> Base:
    return Base(int(figure.n[1:]), at, FIGURES[figure.card].radius)


def _refuse(state: State, seat: int, command: Deploy) -> Rejection | None:
    left = {figure.n: figure for figure in waiting(state, seat)}
    if command.figure not in left:
        return no(
            Code.NO_SUCH_FIGURE,
            "3.2",
            f"Name a figure that is still to be placed: {names_of(left.values())}.",
        )
    return _wrong_place(state, left[command.figure], command.at)


def _wrong_place(state: State, figure: Figure, at: Point) -> Rejection | None:
    edge, most = edge_of(state, figure.seat), depth(state, figure)
    far = _from_edge(edge, at)
    if far > most:
        detail = f"Place it at most {most} mil from the {edge} edge, not {far}."
        return no(Code.WRONG_PLACE, "3.2", detail)
    by = in_the_way(_placed(figure, at), ground(state))
    if by is None:
        return None
    what, room = in_the_way_of(state, by, figure)
    if by.kind == "edge":  # [1.2]
        radius = FIGURES[figure.card].radius
        detail = f"Its base, of radius {radius}, must be on the field: {room}."
        return no(Code.OFF_THE_FIELD, "1.2", detail)
    return no(Code.IN_THE_WAY, "3.2", f"{what} is in the way there: {room}.")


def _do(run: Run, _seat: int, command: Deploy, task: Task) -> None:
    facing = command.facing or facing_along(minus(_CENTRE, command.at))
    run.add(FigureDeployed(figure=command.figure, at=command.at, facing=facing))
    run.then(task)


def depth(state: State, figure: Figure) -> int:
    """Return how far from its edge a figure may be placed: farther if that is crowded [3.7]."""
    return next(deep for deep in _DEPTHS if any(True for _ in _row(state, figure, deep)))


def _row(state: State, figure: Figure, most: int) -> Iterator[Point]:
    """Yield places along the edge where a figure may stand, 1,000 mil before the farthest."""
    edge, deep = edge_of(state, figure.seat), most - 1_000
    for along in range(_STEP, FIELD, _STEP):
        at: Point = {
            "south": (along, deep),
            "north": (FIELD - along, FIELD - deep),
            "west": (deep, FIELD - along),
            "east": (FIELD - deep, along),
        }[edge]
        if in_the_way(_placed(figure, at), ground(state)) is None:
            yield at


def _offer(state: State, seat: int) -> list[Option]:
    question = state.question
    assert question is not None
    return [
        Option(
            label=f"Place {name_of(figure)}",
            shape=Places(
                command={"kind": "deploy", "figure": figure.n, "facing": None},
                field="at",
                places=tuple(
                    Place(name=f"{at[0]},{at[1]}", at=at)
                    for at in _row(state, figure, depth(state, figure))
                ),
            ),
            free=("at", "facing"),
            decision=question.id,
        )
        for figure in waiting(state, seat)
    ]


def first_free_place(state: State, seat: int) -> Deploy:
    """Return the placing of a player's next figure where a place is found first [17.1]."""
    figure = waiting(state, seat)[0]
    return Deploy(figure=figure.n, at=next(_row(state, figure, depth(state, figure))))


DEPLOY: Final = Act(answers=frozenset({"deploy"}), refuse=_refuse, do=_do, offer=_offer)
