"""Casting a spell: what is announced, and how it comes about [12]."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from engine.core.options import Option, Place, Places
from engine.core.rejection import Rejection, no
from engine.games.sorcery.acting import cant_act, own_figure, take
from engine.games.sorcery.aiming import aimed, wrong_spot, wrong_targets
from engine.games.sorcery.attacks import Blow, needed, wrong_extras
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.commands import Cast, Code
from engine.games.sorcery.events_magic import EffectBegun, SpellOver, SpellPlaced, SpellShown
from engine.games.sorcery.labels import name_of, names_of
from engine.games.sorcery.landings import landings
from engine.games.sorcery.models import Spell
from engine.games.sorcery.operations import perform
from engine.games.sorcery.ops import Strike, Way
from engine.games.sorcery.requirements import required
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.sights import touched
from engine.games.sorcery.state import Announced, Figure, State
from engine.games.sorcery.tasks import Counters, Do, Remember, Task
from engine.games.sorcery.traits import barred, has, known_to, may_use, memorised


def usable(state: State, figure: Figure) -> Spell | Rejection:
    """Return a figure's memorised spell, or why it can't be used now [12.1]."""
    name = name_of(figure)
    if figure.book is None:
        return no(Code.NO_BOOK, "12.1", f"{name} bears no spellbook.")
    top = memorised(state.books[figure.book])
    if top is None:
        return no(Code.CANT_CAST, "12.1", f"No spell lies face up on top of {name}'s book.")
    spell = SPELLS[top]
    if any(effect.spell == top and effect.book == figure.book for effect in state.effects.values()):
        return no(Code.CANT_CAST, "12.1", f"The token of {spell.name} is on the field.")
    if not may_use(state, figure, spell):
        detail = f"{spell.name} is only for {required(spell)}, which {name} has not."
        return no(Code.CANT_CAST, "12.1", detail)
    return spell


def castable(state: State, figure: Figure) -> Spell | Rejection:
    """Return the spell that a figure may cast now, or why it can't [12.1] to [12.3]."""
    spell = usable(state, figure)
    if isinstance(spell, Rejection):
        return spell
    return (
        cant_act(state, figure)
        or _without_casting(spell)
        or _hindered(state, figure, spell)
        or _out_already(state, spell)
        or spell
    )


def _without_casting(spell: Spell) -> Rejection | None:
    if spell.action is not None:
        return None
    return no(Code.CANT_CAST, "12.10", f"{spell.name} works without casting.")


def _hindered(state: State, figure: Figure, spell: Spell) -> Rejection | None:
    """Return what keeps a figure from casting a spell, or None [12.3] [13.13]."""
    name = name_of(figure)
    ranged = spell.action == "ranged_combat"
    bar = barred(state, figure, "cast") or (ranged and barred(state, figure, "ranged_combat"))
    if bar:
        return no(Code.BARRED, "13.13", f"{bar} keeps {name} from casting {spell.name}.")
    return touched(state, figure, "12.3") if ranged else None


def _out_already(state: State, spell: Spell) -> Rejection | None:
    """Return why an illusion of the same name keeps a spell from being cast, or None [13.9]."""
    if spell.type != "illusion" or all(e.spell != spell.id for e in state.effects.values()):
        return None
    return no(Code.CANT_CAST, "13.9", f"{spell.name} is out already.")


def _refuse(state: State, seat: int, command: Cast) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    spell = castable(state, figure)
    if isinstance(spell, Rejection):
        return spell
    if command.way >= len(spell.ways):
        return no(Code.CANT_CAST, "12.4", _no_way(spell))
    way = spell.ways[command.way]
    return (
        wrong_extras(state, figure, breach=command.breach)
        or wrong_targets(state, figure, spell, way, command.targets, breach=command.breach)
        or wrong_spot(state, figure, spell, way, command.targets, command.at)
    )


def _no_way(spell: Spell) -> str:
    if len(spell.ways) == 1:
        return f"{spell.name} has one effect: `way` is 0, or left out."
    listed = ", ".join(f"{number} {way.name}" for number, way in enumerate(spell.ways))
    return f"{spell.name} has several effects, one is named by `way`: {listed}."


def _do(run: Run, _seat: int, command: Cast, task: Task) -> None:
    run.then(task)
    figure = run.figure(command.figure)
    spell = castable(run.state, figure)
    assert isinstance(spell, Spell), "checked before"
    assert spell.action is not None
    assert figure.book is not None
    take(run, figure.n, spell.action)
    run.add(
        SpellShown(
            figure=figure.n,
            book=figure.book,
            spell=spell.id,
            way=command.way,
            targets=command.targets,
            at=command.at,
            breach=command.breach,
        )
    )
    run.then(Counters(left=run.state.after(figure.seat)), Do(what="resolve"))


def resolve(run: Run) -> None:
    """Let the announced spell come about, unless it was broken [12.4]."""
    shown = run.state.announced
    if shown is None:
        return
    spell = SPELLS[shown.spell]
    way = spell.ways[shown.way]
    if way.lasts is not None:
        _put_out(run, shown, way)
    perform(run, shown, way.does)
    if spell.type in {"sorcery", "glyph"}:  # [13.6]
        run.add(SpellPlaced(book=shown.book, spell=spell.id, where=spell.after))
    run.add(SpellOver())
    if spell.after != "face_down_top":  # [12.5]
        run.then(Remember(figure=shown.caster, book=shown.book, used=spell.id))


def _put_out(run: Run, shown: Announced, way: Way) -> None:
    """Put the token out, or the card beside the field [13]."""
    assert way.lasts is not None
    spell = SPELLS[shown.spell]
    run.add(
        EffectBegun(
            effect=f"e{run.state.effects_made + 1}",
            spell=shown.spell,
            way=shown.way,
            book=shown.book,
            caster=shown.caster,
            on=shown.targets[0] if spell.type == "enchantment" else None,
            at=shown.at if spell.type == "glyph" else None,
            left=way.lasts.rounds,
            breach=shown.breach,
        )
    )


def _offer(state: State, seat: int) -> list[Option]:
    return [option for figure in state.of(seat) for option in _casts(state, figure)]


def _casts(state: State, figure: Figure) -> Iterator[Option]:
    spell = castable(state, figure)
    if isinstance(spell, Rejection):
        return
    known = known_to(state, figure.seat)
    for number, way in enumerate(spell.ways):
        for targets in _target_sets(state, figure, spell, way):
            places = landings(state, figure, spell, way, targets)
            if places == ():
                continue
            for breach in _breaches(state, figure, targets):
                cast = Cast(figure=figure.n, way=number, targets=targets, breach=breach)
                yield _option(known, spell, cast, places)


def _target_sets(state: State, figure: Figure, spell: Spell, way: Way) -> Sequence[tuple[str, ...]]:
    if way.aim is None:
        return ((),)
    found = aimed(state, figure, spell, way.aim, breach=has(state, figure, "spellbreach"))
    sets = (
        tuple(other.n for other in chosen)
        for count in range(1, way.aim.most + 1)
        for chosen in combinations(found, count)
    )
    return [*islice(sets, max(_MOST_LISTED, len(found)))]


_MOST_LISTED = 30
"""Sets of several targets that are listed; others may be named all the same."""


def _option(state: State, spell: Spell, cast: Cast, places: tuple[Place, ...] | None) -> Option:
    """Return a cast at its targets; with places, one of which is named, if it takes one."""
    way = spell.ways[cast.way]
    figure, targets = state.figures[cast.figure], [state.figures[n] for n in cast.targets]
    words = [f"{name_of(figure)} casts {spell.name}"]
    words += [f"({way.name})"] if way.name else []
    if cast.targets:
        words.append(f"on {names_of(targets)}")
    words += ["through magic"] if cast.breach else []
    words += [f"({needed(state, figure, targets, blow)})" for blow in _blows(spell, cast)]
    label, command = " ".join(words), cast.model_dump(mode="json")
    free = ("targets",) if way.aim is not None and way.aim.most > 1 else ()
    if places is None:
        return Option(
            label=label, command=command, any_order="targets" if free else None, free=free or None
        )
    del command["at"]
    shape = Places(command=command, field="at", places=places)
    return Option(label=label, shape=shape, free=("at", *free))


def _blows(spell: Spell, cast: Cast) -> Iterator[Blow]:
    """Yield how a spell attacks its targets, if it does."""
    for op in spell.ways[cast.way].does:
        if isinstance(op, Strike) and op.who == "marked":
            yield Blow(how="spell", spell=spell.id, bonus=op.bonus, breach=cast.breach)


def _breaches(state: State, figure: Figure, targets: tuple[str, ...]) -> tuple[bool, ...]:
    """Return whether magic is to be ignored: it has to be if a target is immune [15.3]."""
    if any(_immune(state, n) for n in targets):
        return (True,)
    return (False, True) if has(state, figure, "spellbreach") else (False,)


def _immune(state: State, n: str) -> bool:
    return FIGURES[state.figures[n].card].defence_type == "magic_immune"


CAST: Final = Act(answers=frozenset({"act"}), refuse=_refuse, do=_do, offer=_offer)
