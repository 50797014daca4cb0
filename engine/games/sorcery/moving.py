"""Moving: the path, breaking away, the figures that are touched [5]."""

from collections.abc import Iterator
from typing import Final

from engine.core.copying import changed
from engine.core.options import Option, Places
from engine.core.rejection import Rejection, no
from engine.games.sorcery.acting import cant_act, own_figure, take
from engine.games.sorcery.commands import Code, Face, Move
from engine.games.sorcery.distances import in_the_way_of
from engine.games.sorcery.events_figures import BrokeAway, Moved, Turned
from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.paths import PathRefusal, check_path
from engine.games.sorcery.geometry.points import Point, minus, squared_distance
from engine.games.sorcery.geometry.spots import in_the_way
from engine.games.sorcery.ground import base, enemies_touching, facing_along, ground
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.pace import cost, pace
from engine.games.sorcery.places import places
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.state import BREAK_AWAY, Figure, State
from engine.games.sorcery.tasks import Task, Touched
from engine.games.sorcery.traits import barred, has


def _refuse(state: State, seat: int, command: Move) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    return (
        cant_act(state, figure) or _cant_move(state, figure) or _wrong_path(state, figure, command)
    )


def _cant_move(state: State, figure: Figure) -> Rejection | None:
    spell = barred(state, figure, "move")
    if spell is None:
        return None
    return no(Code.BARRED, "13.13", f"{spell} keeps {name_of(figure)} from moving.")


def _wrong_path(state: State, figure: Figure, command: Move) -> Rejection | None:
    if not command.path:
        return None
    here, on = base(figure), ground(state)
    flies = has(state, figure, "flight")
    refusal = check_path(here, command.path, Ground() if flies else on)
    if refusal is not None and refusal.why == "no_length":
        return no(
            Code.WRONG_PLACE, "5.1", f"Leg {refusal.leg + 1} of the path ends where it begins."
        )
    if flies:  # [15.15]
        refusal = _landing(here, command.path, on)
    if refusal is not None and refusal.by is not None:
        return _blocked(state, figure, refusal.leg, refusal.by)
    how = pace(state, figure, on)
    price, most = how.cost(here.centre, command.path), how.budget
    if price > most:
        return no(
            Code.TOO_FAR,
            "5.3",
            f"The path costs {price} mil; {name_of(figure)} moves up to {most}.",
        )
    return None


def _landing(here: Base, path: tuple[Point, ...], on: Ground) -> PathRefusal | None:
    """Return what is in the way where a flight ends, or None."""
    by = in_the_way(here._replace(centre=path[-1]), on)
    return None if by is None else PathRefusal("blocked", len(path) - 1, by)


def _blocked(state: State, figure: Figure, leg: int, by: Blocker) -> Rejection:
    what, room = in_the_way_of(state, by, figure)
    if by.kind == "edge":
        detail = f"Leg {leg + 1} of the path leaves the field; at the edge {room}."
        return no(Code.OFF_THE_FIELD, "5.2", detail)
    detail = f"{what} is in the way of leg {leg + 1} of the path: {room}."
    return no(Code.IN_THE_WAY, "5.2", detail)


def _do(run: Run, _seat: int, command: Move, task: Task) -> None:
    run.then(task)
    take(run, command.figure, "move")
    figure = run.figure(command.figure)
    if command.path and not _breaks_away(run, figure):
        return
    run.add(
        Moved(
            figure=figure.n,
            path=command.path,
            cost=cost(run.state, figure, command.path),
            facing=command.facing or _facing_after(figure, command.path),
        )
    )
    touched = enemies_touching(run.state, run.figure(figure.n))
    if command.path and touched:
        seats = run.state.after(figure.seat)
        run.then(
            Touched(left=tuple(o.n for o in sorted(touched, key=lambda o: seats.index(o.seat))))
        )


def _breaks_away(run: Run, figure: Figure) -> bool:
    """Roll for leaving enemies in contact, if there are any [5.5]."""
    if not enemies_touching(run.state, figure) or has(run.state, figure, "flight"):
        return True
    die = run.die()
    run.add(BrokeAway(figure=figure.n, die=die, free=die >= BREAK_AWAY))
    return die >= BREAK_AWAY


def _facing_after(figure: Figure, path: tuple[Point, ...]) -> Point:
    """Return the direction of the last leg, or the present facing [5.6]."""
    assert figure.at is not None
    *_, before, last = (figure.at, figure.at, *path)
    way = minus(last, before)
    return figure.facing if way == (0, 0) else facing_along(way)


def touched(run: Run, task: Touched) -> None:
    """Ask whether the next figure that was touched turns [5.7].

    Who was touched, or did it, may be gone by now: its player has left.
    """
    left = tuple(n for n in task.left if _touches_still(run, run.figure(n)))
    if left:
        figure = run.figure(left[0])
        run.put(changed(task, left=left), "face", figure.seat, figure=figure.n)


def _touches_still(run: Run, figure: Figure) -> bool:
    return not figure.gone and bool(enemies_touching(run.state, figure))


def _offer(state: State, seat: int) -> list[Option]:
    return [option for figure in state.of(seat) for option in _moves(state, figure)]


def _moves(state: State, figure: Figure) -> Iterator[Option]:
    """Yield turning to the nearest enemy, and the places that a straight move leads to."""
    if cant_act(state, figure) or _cant_move(state, figure):
        return
    yield _turning(state, figure)
    on = ground(state)
    how = pace(state, figure, on)
    found = places(state, figure, on, how)
    if found:
        yield Option(
            label=f"{name_of(figure)} moves",
            shape=Places(
                command={"kind": "move", "figure": figure.n, "facing": None},
                field="path",
                path=True,
                budget=how.budget,
                places=found,
            ),
            free=_FREE,
        )


def _turning(state: State, figure: Figure) -> Option:
    here = base(figure).centre
    enemies = [other for other in state.standing if other.seat != figure.seat]
    nearest = min(enemies, key=lambda other: squared_distance(here, base(other).centre))
    facing = facing_along(minus(base(nearest).centre, here))
    return Option(
        label=f"{name_of(figure)} turns to {name_of(nearest)}",
        command={"kind": "move", "figure": figure.n, "path": [], "facing": list(facing)},
        free=_FREE,
    )


_FREE = ("path", "facing")


MOVE: Final = Act(answers=frozenset({"act"}), refuse=_refuse, do=_do, offer=_offer)


def _refuse_facing(_state: State, _seat: int, _command: Face) -> Rejection | None:
    return None


def _do_facing(run: Run, _seat: int, command: Face, task: Task) -> None:
    assert isinstance(task, Touched), "only who was touched turns"
    run.add(Turned(figure=task.left[0], facing=command.facing))
    run.then(changed(task, left=task.left[1:]))


def _offer_facing(state: State, _seat: int) -> list[Option]:
    question = state.question
    assert question is not None
    assert question.figure is not None, "nobody was touched"
    figure = state.figures[question.figure]
    assert figure.at is not None
    return [
        Option(
            label=f"{name_of(figure)} turns to {name_of(other)}",
            command={"kind": "face", "facing": list(facing_along(minus(other.at, figure.at)))},
            free=("facing",),
            decision=question.id,
        )
        for other in enemies_touching(state, figure)
        if other.at is not None
    ]


FACE: Final = Act(
    answers=frozenset({"face"}), refuse=_refuse_facing, do=_do_facing, offer=_offer_facing
)
