"""Which figures and places a spell may be aimed at [12.7] [13.4]."""

from collections.abc import Sequence

from engine.core.rejection import Rejection, no
from engine.games.sorcery.acting import on_field as on_the_field
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.commands import Code
from engine.games.sorcery.distances import how_far, in_the_way_of, not_touching
from engine.games.sorcery.geometry.bases import (
    CONTACT_SLACK,
    TOKEN_RADIUS,
    Base,
    in_contact,
    on_field,
    touch,
    within,
)
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.geometry.spots import in_the_way
from engine.games.sorcery.ground import base, ground, touching
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.models import Spell
from engine.games.sorcery.ops import Aim, Leap, Way
from engine.games.sorcery.sights import in_sight, too_far
from engine.games.sorcery.state import Figure, Handle, State
from engine.games.sorcery.traits import INCH


def wrong_targets(
    state: State,
    figure: Figure,
    spell: Spell,
    way: Way,
    targets: Sequence[Handle],
    *,
    breach: bool,
) -> Rejection | None:
    """Return what is wrong with the targets that are named, or None [12.7]."""
    if way.aim is None:
        if targets:
            detail = f"{spell.name} is aimed at nobody: leave `targets` out."
            return no(Code.WRONG_TARGETS, "12.7", detail)
        return None
    most = way.aim.most
    if not 1 <= len(targets) <= most or len(set(targets)) < len(targets):
        count = "one target" if most == 1 else f"1 to {most} targets"
        detail = f"{spell.name} is aimed at {count}, named in `targets`; not at {len(targets)}."
        if len(set(targets)) < len(targets):
            detail = f"{spell.name} is aimed at different targets: name each once."
        return no(Code.WRONG_TARGETS, "12.7", detail)
    for n in targets:
        target = on_the_field(state, n, state.standing, "12.7")
        if isinstance(target, Rejection):
            return target
        refusal = _cant_be_target(state, figure, spell, way.aim, target, breach=breach)
        if refusal is not None:
            return refusal
    return None


def aimed(
    state: State, figure: Figure, spell: Spell, aim: Aim, *, breach: bool
) -> tuple[Figure, ...]:
    """Return the figures that may be marked."""
    return tuple(
        other
        for other in state.standing
        if _cant_be_target(state, figure, spell, aim, other, breach=breach) is None
    )


def _cant_be_target(
    state: State, figure: Figure, spell: Spell, aim: Aim, target: Figure, *, breach: bool
) -> Rejection | None:
    name = name_of(target)
    itself = target.n == figure.n
    fits = {
        "friend": target.seat == figure.seat,
        "enemy": target.seat != figure.seat,
        "any": True,
    }[aim.who]
    if not fits:
        whom = "friends" if aim.who == "friend" else "enemies"
        detail = f"{spell.name} is aimed at {whom}, which {name} is not."
        return no(Code.WRONG_TARGETS, "12.7", detail)
    if FIGURES[target.card].defence_type == "magic_immune" and not breach:  # [7.7]
        return no(Code.IMMUNE, "7.7", f"{name} is immune to magic.")
    if aim.sorcerer and target.book is None:
        return no(Code.WRONG_TARGETS, "12.7", f"{name} bears no spellbook.")
    if spell.type == "enchantment" and any(  # [13.3]
        effect.spell == spell.id and effect.on == target.n for effect in state.effects.values()
    ):
        return no(Code.WRONG_TARGETS, "13.3", f"{spell.name} lies on {name} already.")
    return None if itself else _out_of_reach(state, figure, aim, target)


def _out_of_reach(state: State, figure: Figure, aim: Aim, target: Figure) -> Rejection | None:
    if aim.blind:
        return too_far(state, figure, target, "12.7")
    if not aim.touching:
        return in_sight(state, figure, target, "12.7")
    near = touching(state, figure)
    if target.n in {other.n for other in near}:
        return None
    return not_touching(figure, target, near, "are", "12.7")


def wrong_spot(
    state: State,
    figure: Figure,
    spell: Spell,
    way: Way,
    targets: Sequence[Handle],
    at: Point | None,
) -> Rejection | None:
    """Return what is wrong with the place that is named, or None."""
    needs = spell.type == "glyph" or way.spot is not None
    if needs != (at is not None):
        words = "needs a place, `at`" if needs else "needs no place; leave `at` out"
        return no(Code.WRONG_PLACE, "12.4", f"{spell.name} {words}.")
    if at is None:
        return None
    if spell.type == "glyph":
        return _wrong_glyph(state, figure, at)
    return _wrong_landing(state, leaper(state, figure, way, targets), way, at)


def _wrong_glyph(state: State, figure: Figure, at: Point) -> Rejection | None:
    """Return why a glyph's token can't be put somewhere, or None [13.4]."""
    token = Base(0, at, TOKEN_RADIUS)
    if not on_field(at, TOKEN_RADIUS):
        detail = f"The whole token, of radius {TOKEN_RADIUS}, must be on the field."
        return no(Code.OFF_THE_FIELD, "13.4", detail)
    here = base(figure)
    if not in_contact(here, token):
        least = here.radius + TOKEN_RADIUS
        most = least + CONTACT_SLACK
        return no(
            Code.WRONG_PLACE,
            "13.4",
            f"The token must touch the caster's base: the centres are "
            f"{how_far(here.centre, at, most)} mil apart, and should be {least} to {most}.",
        )
    for effect in state.effects.values():
        if effect.at is not None and touch(token, Base(0, effect.at, TOKEN_RADIUS)):
            x, y = effect.at
            return no(
                Code.WRONG_PLACE,
                "13.4",
                f"The token may not touch that of {SPELLS[effect.spell].name}, at [{x}, {y}]: the "
                f"centres should be more than {2 * TOKEN_RADIUS + CONTACT_SLACK} mil apart.",
            )
    return None


def leaper(state: State, figure: Figure, way: Way, targets: Sequence[Handle]) -> Figure:
    """Return who leaps: the caster, or the first of the targets."""
    leap = next(op for op in way.does if isinstance(op, Leap))
    return state.figures[targets[0]] if leap.who == "marked" else figure


def _wrong_landing(state: State, figure: Figure, way: Way, at: Point) -> Rejection | None:
    assert way.spot is not None
    assert figure.at is not None
    most = way.spot.inches * INCH
    if not within(figure.at, at, most):
        far = how_far(figure.at, at, most)
        detail = f"The place is {far} mil from {name_of(figure)}, and should be at most {most}."
        return no(Code.TOO_FAR, "12.4", detail)
    by = in_the_way(base(figure)._replace(centre=at), ground(state))
    if by is None:
        return None
    what, room = in_the_way_of(state, by, figure)
    detail = f"{what} keeps {name_of(figure)} from standing there: {room}."
    return no(Code.IN_THE_WAY, "12.4", detail)
