"""What each operation of a spell does [12.8]."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from engine.games.sorcery import ops
from engine.games.sorcery.attacks import Blow, attack
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.damage import deal, heal
from engine.games.sorcery.events_figures import Displaced, Turned
from engine.games.sorcery.events_flow import TokensChanged
from engine.games.sorcery.events_magic import (
    EffectEnded,
    SpellExposed,
    SpellMuddled,
    SpellsRecalled,
)
from engine.games.sorcery.geometry.bases import within
from engine.games.sorcery.geometry.points import Vector, minus
from engine.games.sorcery.geometry.reach import reach
from engine.games.sorcery.geometry.surroundings import surroundings
from engine.games.sorcery.ground import base, facing_along, ground
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import MAX_TOKENS, Announced, Figure
from engine.games.sorcery.traits import INCH

OnDial = ops.Strike | ops.Damage | ops.Heal
OnPlace = ops.Shove | ops.Leap | ops.Turn
OnTokens = ops.Tire | ops.Rest
OnBook = ops.Muddle | ops.Expose


def perform(run: Run, shown: Announced, does: ops.Ops) -> None:
    """Do operations in order; whom each means is found when it is its turn."""
    for op in does:
        match op:
            case ops.Recall():
                run.add(SpellsRecalled(book=shown.book))
            case ops.Dispel():
                _dispel(run, shown, op)
            case _:
                for n in [figure.n for figure in _meant(run, shown, op.who)]:
                    _do_to(run, shown, op, run.figure(n))


def _meant(run: Run, shown: Announced, whom: ops.Whom) -> Sequence[Figure]:
    """Return the figures on the field that are meant."""
    match whom:
        case "marked":
            found = [run.figure(n) for n in shown.targets]
        case "caster":
            found = [run.figure(shown.caster)]
        case "near":
            found = list(_near(run, shown))
        case _:
            assert_never(whom)
    return [figure for figure in found if figure.at is not None]


def _near(run: Run, shown: Announced) -> Iterator[Figure]:
    near = SPELLS[shown.spell].ways[shown.way].near
    assert near is not None, "a spell that means who is near says to what"
    caster = run.figure(shown.caster)
    middle = caster if near.middle == "caster" else run.figure(shown.targets[0])
    if middle.at is None:  # it was eliminated by what came before
        return
    for figure in run.state.standing:
        assert figure.at is not None
        if (
            (near.with_middle or figure.n != middle.n)
            and _on_side(near.side, caster.seat, figure.seat)
            and within(figure.at, middle.at, near.inches * INCH)
        ):
            yield figure


def _on_side(side: ops.Side, seat: int, other: int) -> bool:
    return side == "all" or (other == seat) == (side == "friends")


def _do_to(
    run: Run, shown: Announced, op: OnDial | OnPlace | OnTokens | OnBook, figure: Figure
) -> None:
    match op:
        case ops.Strike() | ops.Damage() | ops.Heal():
            _on_dial(run, shown, op, figure)
        case ops.Shove() | ops.Leap() | ops.Turn():
            _on_place(run, shown, op, figure)
        case ops.Tire() | ops.Rest():
            _on_tokens(run, op, figure)
        case ops.Muddle() | ops.Expose():
            _on_book(run, op, figure)
        case _:
            assert_never(op)


def _on_dial(run: Run, shown: Announced, op: OnDial, figure: Figure) -> None:
    match op:
        case ops.Strike():
            _strike(run, shown, op, figure)
        case ops.Damage():
            if not _immune(figure, breach=shown.breach):
                deal(run, figure.n, op.flat, "spell", shown.spell, irreducible=op.irreducible)
        case ops.Heal():
            heal(run, figure.n, op.flat)
        case _:
            assert_never(op)


def _on_place(run: Run, shown: Announced, op: OnPlace, figure: Figure) -> None:
    """Put a figure elsewhere, or turn it [12.11]."""
    match op:
        case ops.Shove():
            _shove(run, shown, op, figure)
        case ops.Leap():
            assert shown.at is not None, "checked before"
            run.add(Displaced(figure=figure.n, to=shown.at))
        case ops.Turn():
            _turn(run, shown, op, figure)
        case _:
            assert_never(op)


def _on_tokens(run: Run, op: OnTokens, figure: Figure) -> None:
    """Give an action token or take one off [12.12]."""
    tokens = figure.tokens + (1 if isinstance(op, ops.Tire) else -1)
    if 0 <= tokens <= MAX_TOKENS:
        run.add(TokensChanged(figure=figure.n, to=tokens, why="spell"))


def _on_book(run: Run, op: OnBook, figure: Figure) -> None:
    """Turn the memorised spell of a book face down, or show it [10.4]."""
    if figure.book is None:
        return
    if isinstance(op, ops.Muddle):
        run.add(SpellMuddled(book=figure.book))
        return
    leaves = run.state.books[figure.book].leaves
    spell, up = (leaves[0].spell, leaves[0].up) if leaves else (None, False)
    run.add(SpellExposed(book=figure.book, spell=spell, up=up))


def _immune(figure: Figure, *, breach: bool) -> bool:
    """Tell whether a figure takes no damage from a spell [7.7]."""
    return FIGURES[figure.card].defence_type == "magic_immune" and not breach


def _strike(run: Run, shown: Announced, op: ops.Strike, figure: Figure) -> None:
    caster = run.figure(shown.caster)
    # Who is eliminated on the way attacks no more [12.9].
    if caster.gone or _immune(figure, breach=shown.breach):
        return
    blow = Blow(
        how="spell",
        spell=shown.spell,
        bonus=op.bonus,
        damage=op.damage,
        breach=shown.breach,
    )
    attack(run, caster.n, figure.n, blow)


def _way(run: Run, shown: Announced, figure: Figure, *, toward: bool) -> Vector | None:
    """Return the way from the caster to a figure, or back; None if one is not on the field."""
    caster = run.figure(shown.caster)
    if caster.at is None or figure.at is None or caster.at == figure.at:
        return None
    return minus(caster.at, figure.at) if toward else minus(figure.at, caster.at)


def _shove(run: Run, shown: Announced, op: ops.Shove, figure: Figure) -> None:
    way = _way(run, shown, figure, toward=op.toward)
    if way is None:
        return
    here, most = base(figure), op.inches * INCH
    on = ground(run.state)._replace(hindering=())
    there = reach(surroundings(here, most, on), way, most)
    if there.end != figure.at:
        run.add(Displaced(figure=figure.n, to=there.end))


def _turn(run: Run, shown: Announced, op: ops.Turn, figure: Figure) -> None:
    way = _way(run, shown, figure, toward=not op.rear)
    if way is not None:
        run.add(Turned(figure=figure.n, facing=facing_along(way)))


def _dispel(run: Run, shown: Announced, op: ops.Dispel) -> None:
    seat = run.figure(shown.caster).seat
    meant = [figure.n for figure in _meant(run, shown, op.who)] if op.who is not None else []
    for effect in list(run.state.effects.values()):
        itself = effect.spell == shown.spell and effect.book == shown.book
        of_side = op.who is None and effect.type == op.what and _on_side(op.side, seat, effect.seat)
        if effect.on in meant or (of_side and not itself):
            run.add(EffectEnded(effect=effect.n, why="dispelled"))
