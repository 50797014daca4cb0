"""What makes a way of a spell impossible for its type, in words that say what would be right."""

from collections.abc import Iterator

from engine.games.sorcery.ops import (
    Aim,
    Lasting,
    Leap,
    Op,
    Save,
    Sight,
    SpellType,
    Way,
    Whom,
)


def way_faults(kind: SpellType, way: Way) -> Iterator[str]:
    """Yield all that is wrong with a way of a spell of a type."""
    if (way.lasts is None) != (kind == "sorcery"):
        yield "a sorcery works at once and has no `lasts`; every other type has it"
    if way.lasts is None and not way.does:
        yield "it does nothing: give `does`"
    yield from _aim_faults(kind, way)
    yield from _leap_faults(way)
    yield from _near_faults(way)
    if way.aim is None and _means_marked(way):
        yield "it does something to `marked` figures: give it an `aim`, or mean others"
    if way.lasts is not None:
        yield from _lasting_faults(kind, way.lasts)


def _aim_faults(kind: SpellType, way: Way) -> Iterator[str]:
    if kind == "enchantment" and (way.aim is None or way.aim.most != 1):
        yield "an enchantment lies on one figure: give it an `aim` with most=1"
    if kind == "glyph" and (way.aim or way.spot):
        yield "a glyph's token is put beside the caster: leave `aim` and `spot` out"
    if kind == "illusion" and (way.aim or way.spot):
        yield "an illusion works on the whole field: leave `aim` and `spot` out"
    if way.aim is not None and way.aim.touching and way.aim.blind:
        yield "an aim at who is touched needs neither line nor arc: leave `blind` out"


def _leap_faults(way: Way) -> Iterator[str]:
    leaps = [op for op in way.does if isinstance(op, Leap)]
    if len(leaps) > 1:
        yield "one place takes one leap: leave the others out"
    if leaps and way.spot is None:
        yield "who leaps lands on a marked place: give a `spot`"
    if way.spot is not None and not leaps:
        yield "a place is marked for who leaps: give a leap, or leave `spot` out"
    if leaps and leaps[0].who == "marked" and _several(way.aim):
        yield "one place takes one figure: give the `aim` most=1"


def _several(aim: Aim | None) -> bool:
    return aim is not None and aim.most > 1


def _near_faults(way: Way) -> Iterator[str]:
    means_near = any(_means(op, "near") for op in way.does)
    if means_near and way.near is None:
        yield "it does something to figures that are `near`: say with `near` to what, and how far"
    if way.near is not None and not means_near:
        yield "nothing is done to figures that are near: leave `near` out"


def _means_marked(way: Way) -> bool:
    middle = way.near is not None and way.near.middle == "marked"
    return middle or any(_means(op, "marked") for op in way.does)


def _means(op: Op, whom: Whom) -> bool:
    return getattr(op, "who", None) == whom


def _lasting_faults(kind: SpellType, lasts: Lasting) -> Iterator[str]:
    if not (lasts.traits or lasts.at_turn_end):
        yield "what lasts has `traits`, or does something `at_turn_end`"
    if kind != "illusion" and any(isinstance(trait, Sight) for trait in lasts.traits):
        yield "only an illusion limits sight: leave the trait `sight` out"
    if kind != "enchantment":
        if any(isinstance(trait, Save) for trait in lasts.traits):
            yield "only an enchantment, or a memorised spell, saves: leave the trait `save` out"
        if lasts.ends in {"bearer_acts", "bearer_hit"}:
            yield "only an enchantment has a bearer: let it end otherwise"
    elif lasts.side != "all":
        yield "an enchantment works on its bearer: leave `side` out"
    if kind != "glyph" and lasts.inches is not None:
        yield "only a glyph works in a circle: leave `inches` out"
    if any(isinstance(op, Leap) or _means(op, "near") for op in lasts.at_turn_end):
        yield "at a turn's end nobody leaps, and only `marked` and `caster` are meant"
