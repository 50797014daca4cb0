"""An attack: dice, what modifies them, hit or miss [7]."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from engine.core.rejection import Rejection, no
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import Code
from engine.games.sorcery.damage import deal
from engine.games.sorcery.events_figures import Attacked, Modifier
from engine.games.sorcery.ground import faces, line, near, touching
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.models import AttackType
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import CONFUSION_RANGE, Figure, Handle, State
from engine.games.sorcery.traits import capped, has, modifiers, printed, value

How = Literal["close", "ranged", "spell"]
CRITICAL_HIT, CRITICAL_MISS = 12, 2  # [7.2]


class Blow(NamedTuple):
    """What an attack is like, whoever it is made on."""

    how: How
    damage: int
    """Dealt if it hits."""
    bonus: int = 0
    """Of the spell."""
    breach: bool = False
    """Magic defence and immunity are ignored [15.3]."""
    attack_of: Handle | None = None
    """Whose attack value is used instead of the own [15.13]."""


def attack(run: Run, n: Handle, target: Handle, blow: Blow) -> None:
    """Attack a figure: dice, what comes of them, damage [7.1]."""
    how = blow.how
    state = run.state
    figure, other = run.figure(n), run.figure(target)
    wrath = run.die() if has(state, figure, "wrath_of_nature") else None
    parts = _for_attack(state, figure, other, how)
    if blow.bonus:
        parts.append(Modifier(what="the spell", amount=blow.bonus))
    counted = value(state, figure, "damage" if how == "close" else "ranged_damage")
    if wrath is not None and wrath <= counted:  # [15.5]
        parts.append(Modifier(what="wrath of nature", amount=wrath))
    own = printed(_whose(run, figure, blow), "attack")
    dice = run.two_dice()
    pips = sum(dice)
    sum_ = pips + max(0, own + capped(parts))
    defence = value(state, other, "defence", _for_defence(state, figure, other, blow))
    hit = pips == CRITICAL_HIT or (pips != CRITICAL_MISS and sum_ >= defence)
    run.add(
        Attacked(
            figure=n,
            target=target,
            how=how,
            dice=dice,
            wrath=wrath,
            value=own,
            modifiers=tuple(parts),
            attack=sum_,
            defence=defence,
            hit=hit,
        )
    )
    if hit:
        deal(run, target, blow.damage + (pips == CRITICAL_HIT), "attack")
    elif pips == CRITICAL_MISS:
        deal(run, n, 1, "natural_2", irreducible=True)


def _whose(run: Run, figure: Figure, blow: Blow) -> Figure:
    """Return whose attack value is used [15.13]; its own if the other is gone by now."""
    other = figure if blow.attack_of is None else run.figure(blow.attack_of)
    return figure if other.gone else other


def attack_type(figure: Figure, how: How) -> AttackType:
    """Return the type of an attack of a figure [7.5] [12.8]."""
    if how == "close":
        return "sword"
    return "wand" if how == "spell" else FIGURES[figure.card].attack_type


def type_bonus(figure: Figure, kind: AttackType) -> list[Modifier]:
    """Return the bonus for an attack of the figure's own type [7.5]."""
    card = FIGURES[figure.card]
    if card.attack_type != kind or not card.attack_bonus:
        return []
    return [Modifier(what=kind, amount=card.attack_bonus)]


def _for_attack(state: State, figure: Figure, target: Figure, how: How) -> list[Modifier]:
    parts = modifiers(state, figure, "attack") + type_bonus(figure, attack_type(figure, how))
    if not faces(target, figure):  # [7.4]
        parts.append(Modifier(what="from behind", amount=1))
    if how == "close":
        gang = sum(
            other.seat == figure.seat and other.n != figure.n for other in touching(state, target)
        )
        if gang and not _confused(state, target):  # [8.2]
            parts.append(Modifier(what="gang up", amount=gang))
    return parts


def _confused(state: State, target: Figure) -> bool:
    """Tell whether nobody gangs up on a target [15.11]."""
    return any(
        near(other, target, CONFUSION_RANGE)
        for other in state.standing
        if has(state, other, "confusion")
    )


def _for_defence(state: State, figure: Figure, target: Figure, blow: Blow) -> list[Modifier]:
    parts: list[Modifier] = []
    if blow.how != "close" and line(state, figure, target).hindered:  # [7.6]
        parts.append(Modifier(what="cover", amount=1))
    magic = FIGURES[target.card].defence_type == "magic" and not blow.breach
    if magic and attack_type(figure, blow.how) == "wand":
        parts.append(Modifier(what="magic defence", amount=1))
    return parts


def wrong_extras(
    state: State, figure: Figure, *, breach: bool, attack_of: Handle | None = None
) -> Rejection | None:
    """Return why optional abilities that an attack names can't be used, or None."""
    name = FIGURES[figure.card].name
    if breach and not has(state, figure, "spellbreach"):
        return no(Code.NO_ABILITY, "15.3", f"{name} has no spellbreach; leave `breach` out.")
    if attack_of is None:
        return None
    if not has(state, figure, "confusion"):
        return no(Code.NO_ABILITY, "15.13", f"{name} has no confusion; leave `attack_of` out.")
    kin = [other.n for other in _kin(state, figure)]
    if attack_of in kin:
        return None
    listed = ", ".join(kin) or "none"
    return no(
        Code.WRONG_TARGETS,
        "15.13",
        f"`attack_of` names another figure of its subfaction; these are: {listed}.",
    )


def _kin(state: State, figure: Figure) -> Iterator[Figure]:
    """Yield the other figures on the field with a figure's subfaction [15.13]."""
    own = FIGURES[figure.card].subfaction
    for other in state.standing:
        if own is not None and FIGURES[other.card].subfaction == own and other.n != figure.n:
            yield other


def extras(
    state: State, figure: Figure, *, every: bool = False
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the ways to attack with or without optional abilities: in words, and as fields.

    Of those whose attack value it may use only the one with the most is named, if that is more than
    its own: every other may be named all the same. With ``every`` all of them are.
    """
    breaches = (False, True) if has(state, figure, "spellbreach") else (False,)
    lent = lenders(state, figure)
    if not every:
        lent = [o for o in lent if printed(o, "attack") > printed(figure, "attack")]
        lent = sorted(lent, key=lambda o: -printed(o, "attack"))[:1]
    for breach in breaches:
        words = " through magic" if breach else ""
        yield words, {"breach": breach, "attack_of": None}
        for other in lent:
            yield (
                f"{words} with the attack of {name_of(other)}",
                {"breach": breach, "attack_of": other.n},
            )


def lenders(state: State, figure: Figure) -> list[Figure]:
    """Return the figures whose attack value a figure may use [15.13]."""
    return [*_kin(state, figure)] if has(state, figure, "confusion") else []
