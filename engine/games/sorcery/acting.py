"""Giving an action to a figure, its token, and what follows it [4] [15.7]."""

from engine.core.rejection import Rejection, no
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import Code
from engine.games.sorcery.damage import deal
from engine.games.sorcery.events_figures import TranceRolled
from engine.games.sorcery.events_flow import ActionTaken, TokensChanged
from engine.games.sorcery.lasting import acted
from engine.games.sorcery.models import ActionKind
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import MAX_TOKENS, Figure, Handle, State
from engine.games.sorcery.tasks import After
from engine.games.sorcery.traits import has


def own_figure(state: State, seat: int, n: Handle) -> Figure | Rejection:
    """Return a figure of the seat's on the field, or why there is none by this number."""
    figure = state.figures.get(n)
    if figure is None or figure.at is None:
        there = ", ".join(figure.n for figure in state.of(seat))
        return no(Code.NO_SUCH_FIGURE, "4.1", f"No figure {n!r} is on the field; yours: {there}.")
    if figure.seat != seat:
        return no(Code.NOT_YOURS, "4.1", f"{n} is an enemy's figure; name one of yours.")
    return figure


def cant_act(state: State, figure: Figure, *, rested: bool = False) -> Rejection | None:
    """Return why a figure can't be given an action, or None [4.2].

    ``rested``: a token is taken off first, if it has one [11.3].
    """
    name = FIGURES[figure.card].name
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
