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
    "everybody": "everybody",
    "initiator": "who leads the team",
}
_WHOM: dict[Whom, str] = {
    "target": "the target",
    "self": "this adventurer",
    "bearer": "its bearer",
    "own_row": "each adventurer of your Row",
    "own_team": "your team",
    "other_team": "the other team",
    "initiating_team": "the team",
    "obstructing_team": "the obstructing team",
}
_COUNTED: dict[Count, str] = {
    "adventurers": "adventurers",
    "awake": "awake adventurers",
    "solved": "solved quests",
    "buildings": "buildings",
    "levels": "tower levels",
    "dp": "DP",
    "hand": "cards in hand",
    "mp": "MP",
}
_FOR_EACH: dict[Count, str] = {
    what: f"for each of your {counted}" for what, counted in _COUNTED.items()
}
_ONE: dict[Count, str] = {
    "adventurers": "adventurer",
    "awake": "awake adventurer",
    "solved": "solved quest",
    "buildings": "building",
    "levels": "tower level",
    "hand": "card in hand",
}
_DEEDS: dict[Deed, str] = {
    "siege": "start a siege",
    "capture": "start a capture",
    "quest": "start for a quest",
    "obstruct": "obstruct",
    "summon": "summon",
    "attach_obstacle": "lay obstacles",
}
_BARRED = {
    "you": "You can't",
    "opponents": "Opponents can't",
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


def _amount(op: Amounted, what: str) -> str:
    return amount(op, what, _FOR_EACH)


def _many(op: Amounted, one: str, more: str) -> str:
    return _amount(op, one if op.flat == 1 and not op.dice else more)


def operation(op: Op) -> str:  # noqa: C901, PLR0911, PLR0912  # one case an operation
    """Return an operation as a clause of a sentence."""
    match op:
        case ops.Damage():
            return _amount(op, f"damage to {_WHOM[op.who]}")
        case ops.Heal():
            return _amount(op, f"damage off {_WHOM[op.who]}")
        case ops.Cure() | ops.Injure() | ops.Wake() | ops.Rest():
            return f"{op.op} {_WHOM[op.who]}"
        case ops.Change():
            return f"{op.amount:+} {op.what} for {_WHOM[op.who]} until the end of the {op.until}"
        case ops.Strength():
            return f"{op.amount:+} strength for {_WHOM[op.who]}"
        case ops.Wall():
            return f"{op.amount:+} wall"
        case ops.SendHome():
            return f"send {_WHOM[op.who]} home"
        case ops.EndManoeuvre():
            return "the manoeuvre is over"
        case ops.Draw():
            return f"{_do(op.who, 'draw')} {_many(op, 'card', 'cards')}"
        case ops.Mill():
            top = _many(op, "card", "cards").removeprefix("1 ")
            return f"{_do(op.who, 'put')} the top {top} of the Future into the Past"
        case ops.Discard():
            chance = " by chance" if op.by_chance else ""
            return f"{_do(op.who, 'discard')} {some(op.count, 'card', 'cards')}{chance}"
        case ops.Search():
            shown = " and show it" if op.show else ""
            return f"search your Future for one {words(op.type)}{shown}"
        case ops.Look():
            if op.at == "hand":
                return "look at the hand of the target"
            top = some(op.count, "card", "cards").removeprefix("1 ")
            return f"look at the top {top} of your Future"
        case ops.Recover():
            return f"take one {words(op.type)} from your Past into your hand"
        case ops.ToHand():
            return f"{_WHOM[op.who]} to the owner's hand"
        case ops.ToStorage():
            return "the target into the Storage"
        case ops.GainMp():
            return f"{_do(op.who, 'gain')} {_amount(op, 'MP')}"
        case ops.LoseMp():
            return f"{_do(op.who, 'lose')} {_amount(op, 'MP')}"
        case ops.Destroy():
            return "the target to its owner's Past"
        case ops.TakeControl():
            return "you control the target"
        case ops.Reveal():
            return "turn the target up"
        case ops.Neutralise():
            return "neutralise the target"
        case ops.NeutraliseOmen():
            return "neutralise the Omen"
        case ops.Forbid():
            return f"{_WHO[op.who]} can't {_DEEDS[op.what]} this turn"
        case ops.Counters():
            return _many(op, "counter on this card", "counters on this card")
        case ops.StartFight():
            return "fight the target"
        case _:
            assert_never(op)


def constant(one: Constant) -> str:  # noqa: PLR0911  # one case an effect
    """Return a constant effect as a sentence without its stop."""
    match one:
        case Bonus():
            return _bonus(one)
        case ops.WallBonus():
            return (
                f"{one.amount:+} wall for your {'tower levels' if one.of == 'levels' else one.of}"
            )
        case Glory():
            each = " for each counter" if one.per_counter else ""
            return f"{one.amount} DP{each}"
        case Discount():
            return f"You pay {one.amount} MP less for each {words(one.on)}"
        case Bars():
            return f"{_BARRED[one.who]} {_DEEDS[one.what]}"
        case ops.Untouchable():
            return "Opponents can't aim at it"
        case ops.WinsAt():
            return f"With {one.counters} counters you win"
        case _:
            assert_never(one)


def _bonus(bonus: Bonus) -> str:
    text = [f"{bonus.amount:+} {bonus.what} for {_WHOM[bonus.who]}"]
    if bonus.calling:
        text.append(f"that is a {bonus.calling}")
    if bonus.character:
        text.append(f"of the character {bonus.character}")
    if bonus.when != "always":
        text.append("when obstructing" if bonus.when == "obstructing" else f"in a {bonus.when}")
    return " ".join(text)
