"""Operations, traits and aims of spells in words."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.core.card_texts import clauses, joined, sentence, some
from engine.games.sorcery import ops
from engine.games.sorcery.ops import Aim, Op, Ops, Side, SpellType, Traits, Value, Whom
from engine.games.sorcery.texts_abilities import named, told

_EACH: dict[Side, str] = {
    "enemies": "each enemy",
    "friends": "each of your figures",
    "all": "each figure",
}
_EACH_OTHER: dict[Side, str] = {
    "enemies": "each other enemy",
    "friends": "each other of your figures",
    "all": "each other figure",
}
_OF_SIDE: dict[Side, str] = {"enemies": " of your opponents", "friends": " of yours", "all": ""}
_VALUES: dict[Value, str] = {
    "speed": "inches of speed",
    "attack": "attack",
    "defence": "defence",
    "damage": "damage",
    "ranged_damage": "ranged damage",
    "range": "inches of range",
}
_BARRED: dict[ops.Act, str] = {
    "move": "move",
    "close_combat": "attack in close combat",
    "ranged_combat": "attack in ranged combat",
    "cast": "cast",
    "counter": "counter",
}


def inches(count: int) -> str:
    """Return a length: ``1 inch``, ``3 inches``."""
    return some(count, "inch", "inches")


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as one list: ``a, b and c``."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last


def aimed(aim: Aim) -> str:
    """Return which figures are marked."""
    who = {
        "enemy": ("an enemy", "enemies"),
        "friend": ("one of your figures", "of your figures"),
        "any": ("a figure", "figures"),
    }[aim.who]
    text = who[0] if aim.most == 1 else f"up to {aim.most} {who[1]}"
    if aim.sorcerer:
        text += " with a book"
    if aim.touching:
        text += " in contact with the caster"
        return text if aim.who == "enemy" else f"{text}, or the caster"
    return f"{text}; needs neither front arc nor line of fire" if aim.blind else text


def target(aim: Aim | None) -> str:
    """Return the word for the figures that are marked."""
    return "the target" if aim is None or aim.most == 1 else "each target"


def performed(does: Ops, marked: str, near: ops.Near | None = None) -> str:
    """Return operations in the order in which they are done; ``marked``: the word for whom."""
    whom: Mapping[Whom, str] = {
        "marked": marked,
        "caster": "the caster",
        "near": "" if near is None else _near(near, marked),
    }
    return clauses(does, lambda op: operation(op, whom))


def _near(near: ops.Near, marked: str) -> str:
    middle = "the caster" if near.middle == "caster" else marked.replace("each", "the first")
    where = f"within {inches(near.inches)} of {middle}"
    if not near.with_middle:
        return f"{_EACH_OTHER[near.side]} {where}"
    return f"{_EACH[near.side]} {where} ({middle} too)"


def operation(op: Op, whom: Mapping[Whom, str]) -> str:
    """Return an operation as a clause of a sentence."""
    match op:
        case ops.Recall():
            return "all spells in the caster's book are turned face up"
        case ops.Dispel():
            return _dispelled(op, whom)
        case ops.Strike():
            bonus = f"{op.bonus:+} to the attack, " if op.bonus else ""
            damage = "the caster's ranged damage" if op.damage is None else f"{op.damage} damage"
            return f"the caster attacks {whom[op.who]} ({bonus}a hit deals {damage})"
        case ops.Muddle():
            return f"the memorised spell of {whom[op.who]} is turned face down"
        case ops.Expose():
            return f"the memorised spell of {whom[op.who]} is shown to everybody"
        case _:
            return f"{whom[op.who]} {_suffered(op)}"


def _suffered(  # noqa: PLR0911  # one case an operation
    op: ops.Damage | ops.Heal | ops.Shove | ops.Leap | ops.Turn | ops.Tire | ops.Rest,
) -> str:
    """Return what becomes of each figure, to be read after it."""
    match op:
        case ops.Damage():
            reduced = " that can't be reduced" if op.irreducible else ""
            return f"takes {op.flat} damage{reduced}"
        case ops.Heal():
            return f"heals {op.flat}"
        case ops.Shove():
            way = "towards" if op.toward else "away from"
            return (
                f"is moved {inches(op.inches)} straight {way} the caster, "
                "or until something is in its way"
            )
        case ops.Leap():
            return "is put on the place"
        case ops.Turn():
            return f"turns its {'rear' if op.rear else 'front'} to the caster"
        case ops.Tire():
            return "gets an action token, unless it has 2"
        case ops.Rest():
            return "loses an action token"
        case _:
            assert_never(op)


def _dispelled(op: ops.Dispel, whom: Mapping[Whom, str]) -> str:
    if op.who is not None:
        return f"all enchantments on {whom[op.who]} end"
    return f"all {op.what}s{_OF_SIDE[op.side]} end"


def traits(several: Traits) -> str:
    """Return traits, to be read after who has them; those that begin alike are told together."""
    had = [_had(one) for one in several if isinstance(one, ops.Modify | ops.Grant)]
    barred = [_BARRED[one.act] for one in several if isinstance(one, ops.Bar)]
    parts = [f"has {listed(had)}"] if had else []
    parts += [f"can't {listed(barred, 'or')}"] if barred else []
    parts += [
        _trait(one) for one in several if not isinstance(one, ops.Modify | ops.Grant | ops.Bar)
    ]
    return listed(parts)


def _had(one: ops.Modify | ops.Grant) -> str:
    if isinstance(one, ops.Grant):
        return told(one.ability)
    return f"{one.amount:+} {_VALUES[one.value]}"


def _trait(one: ops.Deny | ops.Sight | ops.Cover | ops.Rough | ops.Save) -> str:
    match one:
        case ops.Deny():
            return f"loses {named(one.ability)}"
        case ops.Sight():
            return f"has no line of fire longer than {inches(one.inches)}"
        case ops.Cover():
            return "is in cover (lines of fire to it are hindered)"
        case ops.Rough():
            return "moves at double cost, as in hindering terrain"
        case ops.Save():
            return "is left at its last click by what would eliminate it, which spends this spell"
        case _:
            assert_never(one)


def lasting(lasts: ops.Lasting, kind: SpellType) -> str:
    """Return what a spell does while it lasts, and how long that is."""
    parts: list[str] = []
    if lasts.traits:
        who = "the target" if kind == "enchantment" else f"{_EACH[lasts.side]}{_where(lasts, kind)}"
        parts.append(sentence(f"{who} {traits(lasts.traits)}"))
    if lasts.at_turn_end:
        moment, marked = _turn_end(lasts, kind)
        parts.append(f"{moment}: {performed(lasts.at_turn_end, marked)}.")
    return joined(*parts, _duration(lasts, kind))


def _where(lasts: ops.Lasting, kind: SpellType) -> str:
    if kind != "glyph":
        return ""
    if lasts.inches is None:
        return " that touches or covers the token"
    return f" within {inches(lasts.inches)} of the token"


def _turn_end(lasts: ops.Lasting, kind: SpellType) -> tuple[str, str]:
    """Return when it works, and on whom."""
    if kind == "enchantment":
        return "At the end of each turn of the target's player", "the target"
    where = _where(lasts, kind)
    match lasts.side:
        case "enemies":
            return "At the end of each opponent's turn", f"each of that player's figures{where}"
        case "friends":
            return "At the end of each of your turns", f"{_EACH['friends']}{where}"
        case "all":
            return "At the end of each turn", f"each of that player's figures{where}"


def _duration(lasts: ops.Lasting, kind: SpellType) -> str:
    ends = {
        None: "",
        "bearer_acts": "until the target is given an action",
        "bearer_hit": "until the target takes damage",
        "caster_hit": "until the caster takes damage",
    }[lasts.ends]
    alone = "until the caster neither touches nor covers the token at the end of a turn"  # [13.7]
    rounds = some(lasts.rounds, "round", "rounds") if lasts.rounds else ""
    parts = [part for part in (rounds, ends, alone if kind == "glyph" else "") if part]
    return sentence(f"lasts {listed(parts, 'or') if parts else 'until something ends it'}")
