"""An attack: dice, what modifies them, hit or miss [7]."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from engine.core.copying import changed
from engine.core.rejection import Rejection, no
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.commands import Code
from engine.games.sorcery.damage import deal
from engine.games.sorcery.events_figures import Attacked
from engine.games.sorcery.ground import faces, line, near, touching
from engine.games.sorcery.labels import name_of, names_of
from engine.games.sorcery.models import AttackType, CardId
from engine.games.sorcery.running import Run
from engine.games.sorcery.state import CONFUSION_RANGE, Figure, Handle, State
from engine.games.sorcery.sums import Modifier, Sum, Wrath
from engine.games.sorcery.traits import has, modifiers, printed, until_acting, value

How = Literal["close", "ranged", "spell"]
CRITICAL_HIT, CRITICAL_MISS = 12, 2  # [7.2]


class Blow(NamedTuple):
    """What an attack is like, whoever it is made on."""

    how: How
    targets: int = 1
    """Of the action; each beyond the first takes 1 from the damage [9.3]."""
    spell: CardId | None = None
    """Whose effect the attack is."""
    bonus: int = 0
    """Of the spell."""
    damage: int | None = None
    """Of the spell; None: the attacker's own."""
    breach: bool = False
    """Magic defence and immunity are ignored [15.3]."""
    attack_of: Handle | None = None
    """Whose attack value is used instead of the own [15.13]."""


def attack(run: Run, n: Handle, target: Handle, blow: Blow) -> None:
    """Attack a figure: dice, what comes of them, damage [7.1]."""
    state = run.state
    figure, other = run.figure(n), run.figure(target)
    wrath = _wrath(run, figure, blow.how)
    added = wrath is not None and wrath.die <= wrath.damage
    more = [Modifier(what="wrath of nature", amount=wrath.die)] if wrath and added else []
    whose = _whose(state, figure, blow)
    dice = run.two_dice()
    sum_, defence = _sums(state, figure, other, blow, more=more, dice=dice)
    pips = sum(dice)
    hit = pips == CRITICAL_HIT or (pips != CRITICAL_MISS and sum_.total >= defence.total)
    damage = _damage(state, figure, blow, critical=pips == CRITICAL_HIT) if hit else None
    run.add(
        Attacked(
            figure=n,
            target=target,
            how=blow.how,
            spell=blow.spell,
            breach=blow.breach,
            attack_of=None if whose.n == n else whose.n,
            wrath=wrath,
            attack=sum_,
            defence=defence,
            hit=hit,
            damage=damage,
        )
    )
    if damage is not None:
        deal(run, target, damage.total, "attack")
    elif pips == CRITICAL_MISS:
        deal(run, n, 1, "natural_2", irreducible=True)


def _wrath(run: Run, figure: Figure, how: How) -> Wrath | None:
    """Roll the die of wrath of nature, if the attacker has it [15.5]."""
    if not has(run.state, figure, "wrath_of_nature"):
        return None
    return Wrath(die=run.die(), damage=value(run.state, figure, _damage_of(how)))


def _sums(  # who attacks whom how, and what was rolled
    state: State,
    figure: Figure,
    other: Figure,
    blow: Blow,
    *,
    more: Iterable[Modifier] = (),
    dice: tuple[int, ...] = (),
) -> tuple[Sum, Sum]:
    """Return the sums of attack and defence [7.1]; ``more``: what else was rolled."""
    parts = [*_for_attack(state, figure, other, blow), *more]
    return (
        Sum.of(printed(_whose(state, figure, blow), "attack"), parts, dice=dice),
        Sum.of(printed(other, "defence"), _for_defence(state, figure, other, blow)),
    )


def needed(known: State, figure: Figure, targets: Iterable[Figure], blow: Blow) -> str:
    """Return what the two dice have to show to hit each target, in words [7.1] [7.2].

    ``known``: the state without what the attacker's player does not know (``traits.known_to``).
    """
    ended = {effect.n for effect in until_acting(known, figure.n)}
    if ended:
        left = {n: effect for n, effect in known.effects.items() if n not in ended}
        known = changed(known, effects=left)
    needs = [(other.n, _needed(known, figure, other, blow)) for other in targets]
    each = needs[0][1] if len(needs) == 1 else ", ".join(f"{need} for {n}" for n, need in needs)
    less = ", less with wrath of nature" if has(known, figure, "wrath_of_nature") else ""
    return f"needs {each} of two dice{less}"


def _needed(known: State, figure: Figure, other: Figure, blow: Blow) -> str:
    mine, theirs = _sums(known, figure, other, blow)
    pips = max(CRITICAL_MISS + 1, theirs.total - mine.total)
    return f"{pips}+" if pips < CRITICAL_HIT else f"{CRITICAL_HIT}"


def _whose(state: State, figure: Figure, blow: Blow) -> Figure:
    """Return whose attack value is used [15.13]; its own if the other is gone by now."""
    other = figure if blow.attack_of is None else state.figures[blow.attack_of]
    return figure if other.gone else other


def _damage_of(how: How) -> Literal["damage", "ranged_damage"]:
    return "damage" if how == "close" else "ranged_damage"


def _damage(state: State, figure: Figure, blow: Blow, *, critical: bool) -> Sum:
    """Return what a hit deals [7.2] [8.3] [9.3] [12.8]."""
    what = _damage_of(blow.how)
    own = blow.damage is None
    base = printed(figure, what) if blow.damage is None else blow.damage
    parts = modifiers(state, figure, what) if own else []
    more: list[Modifier] = []
    if blow.targets > 1:
        more.append(Modifier(what="further targets", amount=1 - blow.targets))
    short = 1 - Sum.of(base, parts, uncapped=more).total
    if blow.how == "ranged" and short > 0:
        more.append(Modifier(what="at least 1", amount=short))
    if critical:
        more.append(Modifier(what="a 12", amount=1))
    return Sum.of(base, parts, uncapped=more)


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


def _for_attack(state: State, figure: Figure, target: Figure, blow: Blow) -> list[Modifier]:
    parts = modifiers(state, figure, "attack") + type_bonus(figure, attack_type(figure, blow.how))
    if not faces(target, figure):  # [7.4]
        parts.append(Modifier(what="from behind", amount=1))
    if blow.how == "close":
        gang = sum(
            other.seat == figure.seat and other.n != figure.n for other in touching(state, target)
        )
        if gang and not _confused(state, target):  # [8.2]
            parts.append(Modifier(what="gang up", amount=gang))
    if blow.spell is not None and blow.bonus:
        parts.append(Modifier(what=SPELLS[blow.spell].name, amount=blow.bonus))
    return parts


def _confused(state: State, target: Figure) -> bool:
    """Tell whether nobody gangs up on a target [15.11]."""
    return any(
        near(other, target, CONFUSION_RANGE)
        for other in state.standing
        if has(state, other, "confusion")
    )


def _for_defence(state: State, figure: Figure, target: Figure, blow: Blow) -> list[Modifier]:
    parts = modifiers(state, target, "defence")
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
    name = name_of(figure)
    if breach and not has(state, figure, "spellbreach"):
        return no(Code.NO_ABILITY, "15.3", f"{name} has no spellbreach; leave `breach` out.")
    if attack_of is None:
        return None
    if not has(state, figure, "confusion"):
        return no(Code.NO_ABILITY, "15.13", f"{name} has no confusion; leave `attack_of` out.")
    kin = [*_kin(state, figure)]
    if attack_of in [other.n for other in kin]:
        return None
    return no(
        Code.WRONG_TARGETS,
        "15.13",
        f"`attack_of` names another figure of {name}'s subfaction; these are: {names_of(kin)}.",
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
