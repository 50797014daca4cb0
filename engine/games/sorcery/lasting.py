"""What spells that last do at the end of a turn, and when they end [3.6] [13]."""

from engine.games.sorcery.events_magic import CountedDown, EffectEnded
from engine.games.sorcery.operations import perform
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import Announced, Effect, Handle
from engine.games.sorcery.traits import covers_token, lasting, until_acting, works_on


def acted(run: Run, n: Handle) -> None:
    """End what lasts until its bearer is given an action."""
    for effect in until_acting(run.state, n):
        run.add(EffectEnded(effect=effect.n, why="acts"))


def close_turn(run: Run) -> None:
    """End glyphs that were left alone, then let effects work; that may leave others alone [3.6]."""
    seat = run.state.turn
    assert seat is not None, "a turn is under way"
    _end_left_alone(run)
    for effect in list(run.state.effects.values()):
        if effect.n in run.state.effects:
            _work(run, effect, seat)
    _end_left_alone(run)


def _end_left_alone(run: Run) -> None:
    for effect in list(run.state.effects.values()):
        if effect.at is not None and not _attended(run, effect):  # [13.7]
            run.add(EffectEnded(effect=effect.n, why="left_alone"))


def _work(run: Run, effect: Effect, seat: int) -> None:
    """Let an effect do what it does at the end of a turn [13.14]."""
    ops = lasting(effect).at_turn_end
    figures = run.state.of(seat)
    marked = tuple(figure.n for figure in figures if works_on(effect, figure)) if ops else ()
    if marked:
        shown = Announced(
            caster=effect.caster,
            book=effect.book,
            spell=effect.spell,
            way=effect.way,
            targets=marked,
            breach=effect.breach,
        )
        perform(run, shown, ops)


def _attended(run: Run, effect: Effect) -> bool:
    caster = run.figure(effect.caster)
    return caster.at is not None and covers_token(effect, caster)


def count_down(run: Run, seat: int) -> None:
    """Count down what a player cast, from the turn after the cast on [13.11]."""
    for effect in list(run.state.effects.values()):
        if effect.seat != seat or effect.left is None or effect.begun == run.state.round:
            continue
        if effect.left == 1:
            run.add(EffectEnded(effect=effect.n, why="time"))
        else:
            run.add(CountedDown(effect=effect.n, left=effect.left - 1))
