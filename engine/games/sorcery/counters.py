"""Counterspells [14]."""

from collections.abc import Sequence
from typing import Final

from engine.core.copying import changed
from engine.core.options import Option
from engine.core.rejection import Rejection, no
from engine.games.sorcery.attacks import type_bonus
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.casting import usable
from engine.games.sorcery.commands import Code, Counter
from engine.games.sorcery.events_magic import CounterTried, SpellOver, SpellPlaced
from engine.games.sorcery.ground import enemies_touching
from engine.games.sorcery.labels import name_of, names_of
from engine.games.sorcery.models import Spell
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.sights import no_line, too_far
from engine.games.sorcery.state import COUNTERSPELL_NEEDS_RANGE, TIE_BREAKS_SPELL, Figure, State
from engine.games.sorcery.sums import Modifier, Sum
from engine.games.sorcery.tasks import Counters, Remember, Task
from engine.games.sorcery.traits import barred, has, modifiers, printed


def ask(run: Run, task: Counters) -> None:
    """Ask the next enemy that has an able figure, by what everybody sees [14.2] [18.3]."""
    if run.state.announced is None:  # its caster has left [17.2]
        return
    for n, seat in enumerate(task.left):
        if not run.state.players[seat].auto_pass and able(run.state, seat):
            run.put(changed(task, left=task.left[n:]), "counter", seat)
            return


def able(state: State, seat: int) -> tuple[Figure, ...]:
    """Return a player's figures that may counter the announced spell [14.1]."""
    return tuple(figure for figure in state.of(seat) if cant_counter(state, figure) is None)


def cant_counter(state: State, figure: Figure) -> Rejection | None:
    """Return why a figure may not counter the announced spell, or None [14.1]."""
    return _unready(state, figure) or _out_of_reach(state, figure)


def _unready(state: State, figure: Figure) -> Rejection | None:
    name = name_of(figure)
    if FIGURES[figure.card].attack_type != "wand":
        return no(Code.CANT_COUNTER, "14.1", f"{name} is no wand figure.")
    if figure.tokens:
        return no(Code.CANT_COUNTER, "14.1", f"{name} has an action token.")
    enemies = enemies_touching(state, figure)
    if enemies:
        detail = f"{name} is in contact with the enemy {names_of(enemies)}."
        return no(Code.CANT_COUNTER, "14.1", detail)
    bar = barred(state, figure, "counter")
    if bar is not None:
        return no(Code.BARRED, "13.13", f"{bar} keeps {name} from countering.")
    return None


def _out_of_reach(state: State, figure: Figure) -> Rejection | None:
    assert state.announced is not None, "no spell is announced"
    if not COUNTERSPELL_NEEDS_RANGE:
        return None
    caster = state.figures[state.announced.caster]
    return too_far(state, figure, caster, "14.1") or no_line(state, figure, caster, "14.1")


def _refuse(state: State, seat: int, command: Counter) -> Rejection | None:
    figure = state.figures.get(command.figure)
    if figure is None or figure.at is None or figure.seat != seat:
        there = names_of(able(state, seat))
        return no(Code.NO_SUCH_FIGURE, "14.2", f"Name one of your able figures: {there}.")
    refusal = cant_counter(state, figure)
    if refusal is not None or not command.boost:
        return refusal
    boost = _boost(state, figure)
    return boost if isinstance(boost, Rejection) else None


def _boost(state: State, figure: Figure) -> Spell | Rejection:
    """Return the spell that raises a figure's counter, or why there is none [14.6]."""
    name = name_of(figure)
    bar = barred(state, figure, "cast")
    if bar is not None:
        return no(Code.BARRED, "13.13", f"{bar} keeps {name} from using a spell; counter without.")
    spell = usable(state, figure)
    if isinstance(spell, Spell) and not spell.boost:
        return no(
            Code.CANT_COUNTER, "14.6", f"The memorised spell of {name} has no label counterspell."
        )
    return spell


def _do(run: Run, _seat: int, command: Counter, _task: Task) -> None:
    """Make the only attempt, without a token; nobody else is asked [14.3] [14.4] [14.5]."""
    shown = run.state.announced
    assert shown is not None, "checked before"
    caster, figure = run.figure(shown.caster), run.figure(command.figure)
    boost = _boost(run.state, figure) if command.boost else None
    assert not isinstance(boost, Rejection), "checked before"
    more = [Modifier(what="counterspell", amount=1)]
    if boost is not None:
        more.append(Modifier(what=boost.name, amount=boost.boost))
    cast = _roll(run.state, caster, run.two_dice())
    counter = _roll(run.state, figure, (run.die(),), more)
    broken = counter.total >= cast.total if TIE_BREAKS_SPELL else counter.total > cast.total
    run.add(
        CounterTried(
            figure=figure.n,
            boost=boost.id if boost else None,
            cast=cast,
            counter=counter,
            broken=broken,
        )
    )
    if broken:
        run.add(SpellPlaced(book=shown.book, spell=shown.spell, where="face_down_top"))
        run.add(SpellOver())
    if boost and figure.book is not None:
        run.add(SpellPlaced(book=figure.book, spell=boost.id, where=boost.after))
        if boost.after != "face_down_top":
            run.then(Remember(figure=figure.n, book=figure.book, used=boost.id))


def _roll(
    state: State, figure: Figure, dice: tuple[int, ...], more: Sequence[Modifier] = ()
) -> Sum:
    """Return the sum of a caster, or of who counters with what that adds [14.4] [15.2]."""
    focus = [Modifier(what="focus", amount=1)] if has(state, figure, "focus") else []
    parts = modifiers(state, figure, "attack") + type_bonus(figure, "wand")
    return Sum.of(printed(figure, "attack"), parts, dice=dice, uncapped=[*more, *focus])


def _offer(state: State, seat: int) -> list[Option]:
    question = state.question
    assert question is not None
    options: list[Option] = []
    for figure in able(state, seat):
        command = {"kind": "counter", "figure": figure.n, "boost": False}
        label = f"{name_of(figure)} counters"
        options.append(Option(label=label, command={**command}, decision=question.id))
        boost = _boost(state, figure)
        if isinstance(boost, Spell):
            options.append(
                Option(
                    label=f"{label} with {SPELLS[boost.id].name}",
                    command={**command, "boost": True},
                    decision=question.id,
                )
            )
    return options


COUNTER: Final = Act(answers=frozenset({"counter"}), refuse=_refuse, do=_do, offer=_offer)
