"""Giving an action to a figure, its token, and what follows it [4] [15.7]."""

from collections.abc import Iterable

from engine.core.rejection import Rejection, no
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import Code
from engine.games.sorcery.damage import deal
from engine.games.sorcery.events_figures import TranceRolled
from engine.games.sorcery.events_flow import ActionTaken, TokensChanged
from engine.games.sorcery.labels import name_of, names_of
from engine.games.sorcery.lasting import acted
from engine.games.sorcery.models import ActionKind
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import MAX_TOKENS, Figure, Handle, State
from engine.games.sorcery.tasks import After
from engine.games.sorcery.traits import has


def own_figure(state: State, seat: int, n: Handle) -> Figure | Rejection:
    """Return a figure of the seat's on the field, or why there is none by this number."""
    figure = on_field(state, n, state.of(seat), "4.1")
    if isinstance(figure, Rejection) or figure.seat == seat:
        return figure
    yours = names_of(state.of(seat))
    return no(
        Code.NOT_YOURS, "4.1", f"{name_of(figure)} is an enemy; name a figure of yours: {yours}."
    )


def on_field(state: State, n: Handle, meant: Iterable[Figure], rule: str) -> Figure | Rejection:
    """Return a figure on the field, or why there is none by this number, with those meant."""
    figure = state.figures.get(n)
    if figure is not None and figure.at is not None:
        return figure
    there = "a book, not a figure" if n in state.books else "not a figure of this match"
    why = f"{n!r} is {there}" if figure is None else f"{name_of(figure)} is eliminated"
    return no(Code.NO_SUCH_FIGURE, rule, f"{why}; name one of these: {names_of(meant)}.")


def cant_act(state: State, figure: Figure, *, rested: bool = False) -> Rejection | None:
    """Return why a figure can't be given an action, or None [4.2].

    ``rested``: a token is taken off first, if it has one [11.3].
    """
    name = name_of(figure)
    if figure.acted and not (figure.acted == 1 and has(state, figure, "magestone_trance")):
        return no(Code.HAS_ACTED, "4.2", f"{name} took its action of this turn.")
    if figure.tokens >= MAX_TOKENS and (figure.acted or not rested):
        return no(Code.TWO_TOKENS, "4.2", f"{name} has two action tokens and must rest first.")
    return None


def take(run: Run, n: Handle, kind: ActionKind, *, rested: bool = False) -> None:
    """Give a figure an action: its token, and what follows once it is done [4.1] [4.3].

    It is spent whatever comes of it [4.4].
    """
    figure = run.figure(n)
    if rested and figure.tokens:
        run.add(TokensChanged(figure=n, to=figure.tokens - 1, why="browse"))
    run.add(ActionTaken(figure=n, action=kind))
    figure = run.figure(n)
    run.then(After(figure=n, pushed=figure.tokens == MAX_TOKENS, trance=figure.acted > 1))
    acted(run, n)


def after(run: Run, task: After) -> None:
    """Deal the damage of pushing, then roll for a trance."""
    figure = run.figure(task.figure)
    if task.pushed and not figure.gone and not has(run.state, figure, "fearless"):  # [15.18]
        deal(run, task.figure, 1, "pushing", irreducible=True)  # [4.3]
    if task.trance:
        _come_round(run, task.figure)


def _come_round(run: Run, n: Handle) -> None:
    """Roll until the dice are more than the attack of the click [15.7]."""
    while not (figure := run.figure(n)).gone:
        attack = FIGURES[figure.card].dial[figure.click].attack
        dice = run.two_dice()
        run.add(TranceRolled(figure=n, dice=dice, attack=attack))
        if sum(dice) > attack:
            return
        if sum(dice) < attack:
            deal(run, n, 1, "magestone_trance", irreducible=True)
