"""Ranged combat [9]."""

from collections.abc import Iterator
from math import isqrt
from typing import Any, Final

from engine.core.options import Item, Option, Subset
from engine.core.rejection import Rejection, no
from engine.games.sorcery.acting import cant_act, on_field, own_figure, take
from engine.games.sorcery.attacks import Blow, attack, extras, lenders, needed, wrong_extras
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import Code, Shoot
from engine.games.sorcery.geometry.points import squared_distance
from engine.games.sorcery.ground import touching
from engine.games.sorcery.labels import inches, name_of, names_of
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.sights import in_sight, touched
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.tasks import Task
from engine.games.sorcery.traits import barred, known_to


def _refuse(state: State, seat: int, command: Shoot) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    return (
        cant_act(state, figure)
        or _cant_shoot(state, figure)
        or _wrong_targets(state, figure, command.targets)
        or wrong_extras(state, figure, breach=command.breach, attack_of=command.attack_of)
    )


def _cant_shoot(state: State, figure: Figure) -> Rejection | None:
    card = FIGURES[figure.card]
    if not card.range or card.attack_type == "sword":  # [9.1]
        return no(Code.CANT_ATTACK, "9.1", f"{name_of(figure)} has no ranged attack.")
    spell = barred(state, figure, "ranged_combat")
    if spell is not None:
        return no(Code.BARRED, "13.13", f"{spell} keeps {name_of(figure)} from ranged combat.")
    return touched(state, figure, "9.1")


def _wrong_targets(state: State, figure: Figure, targets: tuple[str, ...]) -> Rejection | None:
    most = FIGURES[figure.card].targets
    if len(targets) > most or len(set(targets)) < len(targets):
        count = "one target" if most == 1 else f"1 to {most} different targets"
        return no(Code.WRONG_TARGETS, "9.2", f"{name_of(figure)} shoots at {count} at a time.")
    enemies = [other for other in state.standing if other.seat != figure.seat]
    for n in targets:
        target = on_field(state, n, enemies, "9.2")
        if isinstance(target, Rejection):
            return target
        if target.seat == figure.seat:
            return no(
                Code.NO_SUCH_FIGURE,
                "9.2",
                f"{name_of(target)} is yours; name an enemy: {names_of(enemies)}.",
            )
        refusal = _cant_be_shot(state, figure, target)
        if refusal is not None:
            return refusal
    return None


def _cant_be_shot(state: State, figure: Figure, target: Figure) -> Rejection | None:
    refusal = in_sight(state, figure, target, "9.2")
    if refusal is not None:
        return refusal
    for other in touching(state, target):
        if other.seat == figure.seat:
            return no(
                Code.WRONG_TARGETS,
                "9.2",
                f"{name_of(target)} is in contact with your {name_of(other)}.",
            )
    return None


def _do(run: Run, _seat: int, command: Shoot, task: Task) -> None:
    run.then(task)
    take(run, command.figure, "ranged_combat")
    for n in command.targets:
        figure = run.figure(command.figure)
        if figure.gone:  # [9.4]
            return
        blow = Blow(
            how="ranged",
            targets=len(command.targets),
            breach=command.breach,
            attack_of=command.attack_of,
        )
        attack(run, figure.n, n, blow)


def _offer(state: State, seat: int) -> list[Option]:
    known = known_to(state, seat)
    return [option for figure in state.of(seat) for option in _shots(state, known, figure)]


def _shots(state: State, known: State, figure: Figure) -> Iterator[Option]:
    if cant_act(state, figure) or _cant_shoot(state, figure):
        return
    targets = [
        other
        for other in state.standing
        if other.seat != figure.seat and _cant_be_shot(state, figure, other) is None
    ]
    if not targets:
        return
    most = min(FIGURES[figure.card].targets, len(targets))
    free = ("attack_of",) if lenders(state, figure) else ()
    for words, fields in extras(state, figure, every=most > 1):
        command: dict[str, Any] = {"kind": "shoot", "figure": figure.n, **fields}
        blow = Blow(how="ranged", **fields)
        if most == 1:
            for target in targets:
                yield Option(
                    label=f"{name_of(figure)} shoots at {name_of(target)}{words}, "
                    f"{_far(figure, target)} ({needed(known, figure, (target,), blow)})",
                    command={**command, "targets": [target.n]},
                    free=free,
                )
        else:
            yield Option(
                label=f"{name_of(figure)} shoots at up to {most} targets{words} "
                f"({needed(known, figure, targets, blow)})",
                shape=Subset(
                    command=command,
                    field="targets",
                    items=tuple(Item(value=target.n) for target in targets),
                    min_count=1,
                    max_count=most,
                ),
            )


def _far(figure: Figure, target: Figure) -> str:
    assert figure.at is not None
    assert target.at is not None
    return f"{inches(isqrt(squared_distance(figure.at, target.at)))} inches away"


SHOOT: Final = Act(answers=frozenset({"act"}), refuse=_refuse, do=_do, offer=_offer)
