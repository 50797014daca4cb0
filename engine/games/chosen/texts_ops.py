"""Operations and constant effects in words."""

from typing import assert_never

from engine.core.card_texts import amount, some
from engine.games.chosen import ops
from engine.games.chosen.ops import (
    Amounted,
    Bars,
    Bonus,
    Constant,
    Count,
    Deed,
    Discount,
    Glory,
    Op,
    Who,
    Whom,
)

_WHO: dict[Who, str] = {
    "you": "you",
    "target": "the target",
    "each_opponent": "each opponent",
    "initiator": "the leader of the team",
}
_WHOM: dict[Whom, str] = {
    "target": "the target",
    "self": "this adventurer",
    "bearer": "its bearer",
    "own_row": "each of your adventurers",
    "other_team": "each adventurer of the other team",
    "initiating_team": "each adventurer of the team",
}
_COUNTED: dict[Count, str] = {
    "adventurers": "adventurers",
    "awake": "awake adventurers",
    "levels": "tower levels",
    "mp": "MP",
}
_FOR_EACH: dict[Count, str] = {
    what: f"for each of your {counted}" for what, counted in _COUNTED.items()
}
_ONE: dict[Count, str] = {
    "adventurers": "adventurer",
    "awake": "awake adventurer",
    "levels": "tower level",
}
_DEEDS: dict[Deed, str] = {
    "siege": "start a siege",
    "capture": "start a capture",
    "obstruct": "obstruct",
    "attach_obstacle": "lay obstacles",
}
_PAID = {
    "adventurer": "to summon an adventurer",
    "building": "to summon a building",
    "siege": "for a siege",
}
_BARRED = {
    "everybody": "Nobody can",
    "target": "The target can't",
}


def counted(what: Count, number: int) -> str:
    """Return what is counted, in the singular for one."""
    return _ONE.get(what, _COUNTED[what]) if number == 1 else _COUNTED[what]


def words(name: str) -> str:
    """Return a name of the language as it reads in a sentence."""
    return name.replace("_", " ")


def _do(who: Who, verb: str) -> str:
    return f"{_WHO[who]} {verb}{'' if who == 'you' else 's'}"


def _of(who: Who) -> str:
    return "your" if who == "you" else "its"


def _amount(op: Amounted, what: str) -> str:
    return amount(op, what, _FOR_EACH)


def _many(op: Amounted, one: str, more: str) -> str:
    return _amount(op, one if op.flat == 1 and not op.dice else more)


def operation(op: Op, fighter: str) -> str:  # noqa: C901, PLR0911, PLR0912  # one case an operation
    """Return an operation as a clause of a sentence; ``fighter``: who goes out for a fight."""
    match op:
        case ops.Damage():
            return _amount(op, f"damage to {_WHOM[op.who]}")
        case ops.Heal():
            return f"take {_amount(op, f'damage off {_WHOM[op.who]}')}"
        case ops.Cure() | ops.Wake():
            return f"{op.op} {_WHOM[op.who]}"
        case ops.Injure():
            return f"{_WHOM[op.who]} is injured"
        case ops.Rest():
            return f"{_WHOM[op.who]} rests"
        case ops.Change():
            return f"{op.amount:+} {op.what} for {_WHOM[op.who]} until the end of the manoeuvre"
        case ops.Strength():
            return f"{op.amount:+} strength for the team"
        case ops.Wall():
            return f"{op.amount:+} wall in this manoeuvre"
        case ops.SendHome():
            return f"send {_WHOM[op.who]} home"
        case ops.EndManoeuvre():
            return "the manoeuvre is over, and nobody gains by it"
        case ops.Draw():
            return f"{_do(op.who, 'draw')} {_many(op, 'card', 'cards')}"
        case ops.Mill():
            top = _many(op, "card", "cards").removeprefix("1 ")
            whose = _of(op.who)
            return f"{_do(op.who, 'put')} the top {top} of {whose} Future into {whose} Past"
        case ops.Discard():
            how = "at random" if op.by_chance else f"of {_of(op.who)} choice"
            return f"{_do(op.who, 'discard')} {some(op.count, 'card', 'cards')} {how}"
        case ops.Search():
            shown = ", show it," if op.show else ""
            return f"search your Future for one {words(op.type)}{shown} and take it into your hand"
        case ops.Look():
            if op.at == "hand":
                return "look at the hand of the target"
            top = some(op.count, "card", "cards").removeprefix("1 ")
            return f"look at the top {top} of your Future"
        case ops.Recover():
            return f"take one {words(op.type)} from your Past into your hand"
        case ops.ToHand():
            return f"{_WHOM[op.who]} goes to its owner's hand"
        case ops.ToStorage():
            return "the target goes to its controller's Storage"
        case ops.GainMp():
            return f"{_do(op.who, 'gain')} {_amount(op, 'MP')}"
        case ops.LoseMp():
            return f"{_do(op.who, 'lose')} {_amount(op, 'MP')}"
        case ops.Destroy():
            return "the target goes to its owner's Past"
        case ops.TakeControl():
            return "you take control of the target"
        case ops.Reveal():
            return "turn the target up"
        case ops.Neutralise() | ops.NeutraliseOmen():
            return "neutralise the target"
        case ops.Forbid():
            return f"{_WHO[op.who]} can't {_DEEDS[op.what]} for the rest of the turn"
        case ops.Counters():
            return f"put {_many(op, 'counter on this card', 'counters on this card')}"
        case ops.StartFight():
            return f"{fighter} goes out to fight the target"
        case _:
            assert_never(op)


def constant(one: Constant) -> str:  # noqa: PLR0911  # one case an effect
    """Return a constant effect as a sentence without its stop."""
    match one:
        case Bonus():
            return _bonus(one)
        case ops.WallBonus():
            of = "tower levels" if one.of == "levels" else one.of
            return f"{one.amount:+} wall for your {of}"
        case Glory():
            when = "for each counter on it" if one.per_counter else "while it is in play"
            return f"{one.amount} DP {when}"
        case Discount():
            return f"You pay {one.amount} MP less {_PAID[one.on]}"
        case Bars():
            return f"{_BARRED[one.who]} {_DEEDS[one.what]}"
        case ops.Untouchable():
            return "Opponents can't name it as a target"
        case ops.WinsAt():
            return f"With {one.counters} counters on it you win"
        case _:
            assert_never(one)


def _bonus(bonus: Bonus) -> str:
    text = [f"{bonus.amount:+} {bonus.what} for {_WHOM[bonus.who]}"]
    if bonus.calling:
        text.append(f"that is a {bonus.calling}")
    if bonus.when == "obstructing":
        text.append("in an obstructing team")
    elif bonus.when != "always":
        text.append(f"in a team sent for a {bonus.when}")
    return " ".join(text)
