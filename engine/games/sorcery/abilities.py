"""Abilities that are used by an act: at the start of a turn, and by a special action [15]."""

from collections.abc import Iterator
from typing import Final

from engine.core.options import Option
from engine.core.rejection import Rejection, no
from engine.games.sorcery.acting import cant_act, own_figure, take
from engine.games.sorcery.commands import Code, Mend, Probe, Syphon
from engine.games.sorcery.damage import deal, heal
from engine.games.sorcery.distances import not_touching
from engine.games.sorcery.events_figures import Probed, Syphoned
from engine.games.sorcery.events_flow import TokensChanged
from engine.games.sorcery.ground import near, touching
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.ops import Ability
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.tasks import Task
from engine.games.sorcery.traits import INCH, abilities, click, has, value


def uses_at_the_start(state: State, seat: int) -> bool:
    """Tell whether a player has something to use in the command phase [3.4]."""
    return bool(_offer_syphon(state, seat)) or bool(_offer_probe(state, seat))


def _cant_use(state: State, figure: Figure, ability: Ability, rule: str) -> Rejection | None:
    words = ability.replace("_", " ")
    if not has(state, figure, ability):
        return no(Code.NO_ABILITY, rule, f"{name_of(figure)} has no {words}.")
    if ability in figure.used:
        return no(Code.HAS_ACTED, rule, f"{name_of(figure)} used its {words} this turn.")
    return None


def _friends(state: State, figure: Figure) -> list[Figure]:
    return [other for other in touching(state, figure) if other.seat == figure.seat]


def _no_friend(
    state: State, figure: Figure, friend: str, rule: str, whom: str = "are the friends"
) -> Rejection | None:
    friends = _friends(state, figure)
    if friend in [other.n for other in friends]:
        return None
    return not_touching(figure, state.figures.get(friend), friends, whom, rule)


def _refuse_syphon(state: State, seat: int, command: Syphon) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    refusal = _cant_use(state, figure, "syphon_energy", "15.4")
    if refusal is None and not figure.tokens:
        refusal = no(Code.NO_ABILITY, "15.4", f"{name_of(figure)} has no action token.")
    return refusal or _no_friend(state, figure, command.friend, "15.4")


def _do_syphon(run: Run, _seat: int, command: Syphon, task: Task) -> None:
    run.then(task)
    n = command.figure
    run.add(Syphoned(figure=n, friend=command.friend))
    deal(run, command.friend, 1, "syphon_energy", irreducible=True)
    run.add(TokensChanged(figure=n, to=run.figure(n).tokens - 1, why="syphon_energy"))


def _offer_syphon(state: State, seat: int) -> list[Option]:
    return [
        Option(
            label=f"{name_of(figure)} draws energy from {name_of(friend)}",
            command={"kind": "syphon", "figure": figure.n, "friend": friend.n},
        )
        for figure in state.of(seat)
        if figure.tokens and _cant_use(state, figure, "syphon_energy", "15.4") is None
        for friend in _friends(state, figure)
    ]


SYPHON: Final = Act(
    answers=frozenset({"command"}), refuse=_refuse_syphon, do=_do_syphon, offer=_offer_syphon
)


def _probeable(state: State, figure: Figure) -> Iterator[tuple[Figure, Ability]]:
    """Yield whose abilities a figure may get: those of the click, that it doesn't have [15.9]."""
    distance = value(state, figure, "range") * INCH
    own = abilities(state, figure)
    for other in state.standing:
        if other.n != figure.n and near(figure, other, distance):
            for ability in click(other).abilities:
                if ability not in own:
                    yield other, ability


def _refuse_probe(state: State, seat: int, command: Probe) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    refusal = _cant_use(state, figure, "mind_probe", "15.9")
    if refusal is not None:
        return refusal
    there = [*_probeable(state, figure)]
    if (command.target, command.ability) in [(other.n, ability) for other, ability in there]:
        return None
    listed = ", ".join(f"{ability} of {name_of(other)}" for other, ability in there) or "none"
    return no(
        Code.WRONG_TARGETS,
        "15.9",
        f"{name_of(figure)} may get an ability within its range that it has not; there are: "
        f"{listed}.",
    )


def _do_probe(run: Run, _seat: int, command: Probe, task: Task) -> None:
    run.then(task)
    figure = run.figure(command.figure)
    ability: Ability = next(
        ability
        for other, ability in _probeable(run.state, figure)
        if (other.n, ability) == (command.target, command.ability)
    )
    run.add(Probed(figure=figure.n, target=command.target, ability=ability))


def _offer_probe(state: State, seat: int) -> list[Option]:
    return [
        Option(
            label=f"{name_of(figure)} gets {ability.replace('_', ' ')} of {name_of(other)}",
            command={
                "kind": "probe",
                "figure": figure.n,
                "target": other.n,
                "ability": ability,
            },
        )
        for figure in state.of(seat)
        if _cant_use(state, figure, "mind_probe", "15.9") is None
        for other, ability in _probeable(state, figure)
    ]


PROBE: Final = Act(
    answers=frozenset({"command"}), refuse=_refuse_probe, do=_do_probe, offer=_offer_probe
)


def _refuse_mend(state: State, seat: int, command: Mend) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    refusal = cant_act(state, figure)
    if refusal is None and not has(state, figure, "mend"):
        refusal = no(Code.NO_ABILITY, "15.17", f"{name_of(figure)} can't mend.")
    if refusal is None and command.friend != figure.n:
        whom = "are, beside itself, the friends"
        refusal = _no_friend(state, figure, command.friend, "15.17", whom)
    if refusal is None and not state.figures[command.friend].click:
        name = name_of(state.figures[command.friend])
        refusal = no(Code.WRONG_TARGETS, "15.17", f"{name} took no damage that is left to heal.")
    return refusal


def _do_mend(run: Run, _seat: int, command: Mend, task: Task) -> None:
    run.then(task)
    take(run, command.figure, "special")
    heal(run, command.friend, 1)


def _offer_mend(state: State, seat: int) -> list[Option]:
    return [
        Option(
            label=f"{name_of(figure)} mends {name_of(friend)}",
            command={"kind": "mend", "figure": figure.n, "friend": friend.n},
        )
        for figure in state.of(seat)
        if has(state, figure, "mend") and cant_act(state, figure) is None
        for friend in (figure, *_friends(state, figure))
        if friend.click
    ]


MEND: Final = Act(answers=frozenset({"act"}), refuse=_refuse_mend, do=_do_mend, offer=_offer_mend)
