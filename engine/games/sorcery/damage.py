"""Damage, healing and elimination [1.6] [7.8]."""

from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.events_figures import Damaged, Eliminated, Healed, Saved, Why
from engine.games.sorcery.events_magic import EffectEnded, SpellPlaced
from engine.games.sorcery.models import CardId
from engine.games.sorcery.ops import Save
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import Handle
from engine.games.sorcery.sums import Modifier
from engine.games.sorcery.traits import has, lasting, works_on, works_without_casting


def deal(
    run: Run,
    n: Handle,
    dealt: int,
    why: Why,
    spell: CardId | None = None,
    *,
    irreducible: bool = False,
) -> None:
    """Deal damage at once to a figure on the field: past its dial's end it is eliminated.

    It is told even if it is reduced to nothing [18.6]. ``spell``: what deals it, if no attack does.
    """
    figure = run.figure(n)
    if dealt <= 0:
        return
    tough = not irreducible and has(run.state, figure, "toughness")  # [15.14]
    reduced = (Modifier(what="toughness", amount=-1),) if tough else ()
    taken = dealt + sum(part.amount for part in reduced)
    left = len(FIGURES[figure.card].dial) - figure.click
    told = Damaged(
        figure=n, dealt=dealt, reduced=reduced, amount=min(taken, left), why=why, spell=spell
    )
    if taken < left:
        run.add(told)
    elif not _saved(run, told):
        run.add(told)
        eliminate(run, n)
    if taken:
        _end_by_hit(run, n)


def heal(run: Run, n: Handle, amount: int) -> None:
    """Turn a dial back, never before its first click [1.6]."""
    figure = run.figure(n)
    back = min(amount, figure.click)
    if back:
        run.add(Healed(figure=n, amount=back))


def eliminate(run: Run, n: Handle) -> None:
    """Take a figure off the field; its book is dropped, enchantments on it end [10.2] [13.2]."""
    run.add(Eliminated(figure=n))
    for effect in [e for e in run.state.effects.values() if e.on == n]:
        run.add(EffectEnded(effect=effect.n, why="bearer_gone"))


def _end_by_hit(run: Run, n: Handle) -> None:
    """End what lasts until somebody takes damage."""
    for effect in list(run.state.effects.values()):
        ends = lasting(effect).ends
        if (ends == "bearer_hit" and effect.on == n) or (
            ends == "caster_hit" and effect.caster == n
        ):
            run.add(EffectEnded(effect=effect.n, why="hit"))


def _saved(run: Run, hit: Damaged) -> bool:
    """Spend a spell that keeps a figure from being eliminated, if there is one [12.10]."""
    figure = run.figure(hit.figure)
    last = len(FIGURES[figure.card].dial) - 1
    for effect in run.state.effects.values():
        saves = any(isinstance(trait, Save) for trait in lasting(effect).traits)
        if saves and works_on(effect, figure):
            run.add(_instead(hit, last, effect.spell))
            run.add(EffectEnded(effect=effect.n, why="spent"))
            return True
    spell = works_without_casting(run.state, figure)
    if spell is None or not any(isinstance(trait, Save) for trait in spell.memorised):
        return False
    assert figure.book is not None, "a spell is memorised in a book"
    run.add(_instead(hit, last, spell.id))
    run.add(SpellPlaced(book=figure.book, spell=spell.id, where=spell.after))
    return True


def _instead(hit: Damaged, last: int, by: CardId) -> Saved:
    """Return what is told instead of damage that a spell saves from."""
    return Saved(
        figure=hit.figure,
        click=last,
        by=by,
        dealt=hit.dealt,
        reduced=hit.reduced,
        why=hit.why,
        spell=hit.spell,
    )
