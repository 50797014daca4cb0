"""Close combat [8]."""

from typing import Final

from engine.core.options import Option
from engine.core.rejection import Rejection, no
from engine.games.sorcery.acting import cant_act, own_figure, take
from engine.games.sorcery.attacks import Blow, attack, extras, lenders, needed, wrong_extras
from engine.games.sorcery.commands import Code, Fight
from engine.games.sorcery.distances import not_touching
from engine.games.sorcery.ground import enemies_touching, faces
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.sights import behind
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.tasks import Task
from engine.games.sorcery.traits import barred, known_to


def refuse(state: State, seat: int, command: Fight) -> Rejection | None:
    """Return why a figure may not fight another, or None [8.1]."""
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    return (
        cant_act(state, figure)
        or _cant_fight(state, figure)
        or _wrong_target(state, figure, command.target)
        or wrong_extras(state, figure, breach=command.breach, attack_of=command.attack_of)
    )


def _cant_fight(state: State, figure: Figure) -> Rejection | None:
    spell = barred(state, figure, "close_combat")
    if spell is None:
        return None
    return no(Code.BARRED, "13.13", f"{spell} keeps {name_of(figure)} from close combat.")


def _wrong_target(state: State, figure: Figure, target: str) -> Rejection | None:
    touched = {other.n: other for other in enemies_touching(state, figure)}
    if target not in touched:
        other = state.figures.get(target)
        return not_touching(figure, other, touched.values(), "are the enemies", "8.1")
    return behind(figure, touched[target], "8.1")


def _do(run: Run, _seat: int, command: Fight, task: Task) -> None:
    run.then(task)
    take(run, command.figure, "close_combat")
    blow = Blow(how="close", breach=command.breach, attack_of=command.attack_of)
    attack(run, command.figure, command.target, blow)


def _offer(state: State, seat: int) -> list[Option]:
    options: list[Option] = []
    known = known_to(state, seat)
    for figure in state.of(seat):
        if cant_act(state, figure) or _cant_fight(state, figure):
            continue
        free = ("attack_of",) if lenders(state, figure) else ()
        options += [
            Option(
                label=f"{name_of(figure)} fights {name_of(target)}{words} ("
                f"{needed(known, figure, (target,), Blow(how='close', **fields))})",
                command={"kind": "fight", "figure": figure.n, "target": target.n, **fields},
                free=free,
            )
            for target in enemies_touching(state, figure)
            if faces(figure, target)
            for words, fields in extras(state, figure)
        ]
    return options


FIGHT: Final = Act(answers=frozenset({"act"}), refuse=refuse, do=_do, offer=_offer)
