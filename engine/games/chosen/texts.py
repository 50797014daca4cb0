"""Cards as people read them. Texts are made of the operations, so that the two can't drift."""

from typing import assert_never

from engine.core.card_texts import clauses, joined, sentence
from engine.games.chosen.models import (
    ActionCard,
    Adventurer,
    Ally,
    Beast,
    Building,
    CardModel,
    Event,
    HasCalling,
    Need,
    Quest,
    TeamLevel,
    Test,
    TowerLevel,
    Trap,
)
from engine.games.chosen.ops import Clause, Condition, Ops, Target, Trigger, Use
from engine.games.chosen.texts_ops import constant, counted, operation, words

_MOMENTS = {
    "enters": "When it enters",
    "revealed": "When revealed",
    "resource": "In each resource phase",
    "turn_end": "At the end of each turn",
    "solved": "When solved",
    "fight_won": "When its team wins a fight",
}
_TARGETS = {
    "obstacle": "obstacle that lies face down",
    "level": "tower level that lies face down",
    "omen": "Omen",
}
_SIGNS = {
    "turning": "Turning",
    "one_shot": "One-shot",
    "sacrifice": "Sacrifice",
    "repeatable": "Repeatable",
}


def text_of(card: CardModel) -> str:
    """Return what is printed on a card."""
    return joined(
        *_own(card),
        *(f"{constant(one)}." for one in card.constants),
        *(_trigger(one) for one in card.triggers),
        *(_use(one) for one in card.uses),
    )


def _own(card: CardModel) -> list[str]:  # noqa: PLR0911  # one case a type
    match card:
        case Adventurer():
            return []
        case Quest():
            needs = "; or ".join(_need(need) for need in card.needs)
            return [f"Needs {needs}."]
        case Building():
            return [f"Attackers {card.attackers}, defenders {card.defenders}."]
        case TowerLevel() | Ally():
            return []
        case Trap():
            return [*_price(card), _sentence(card.does)]
        case Beast():
            times = "once" if card.number == 1 else f"{card.number} times"
            return [*_price(card), f"Attacks {times}: {card.attack} or less deals {card.damage}."]
        case Event():
            duration = {"instant": "", "turn": "For this turn.", "permanent": "Permanent."}
            return [duration[card.duration], _clause(card)]
        case ActionCard():
            return [_clause(card)]
        case _:
            assert_never(card)


def _price(card: Trap | Beast) -> list[str]:
    return ["One of your awake adventurers rests."] if card.rests_own else []


def _need(need: Need) -> str:
    match need:
        case TeamLevel():
            return f"levels of {need.at_least} together"
        case HasCalling():
            return f"a {need.calling}"
        case Test():
            return f"a test of {need.attribute}"


def _sentence(ops: Ops) -> str:
    return sentence(clauses(ops, operation))


def _condition(condition: Condition | None) -> str:
    if condition is None:
        return ""
    return (
        f"Only with at least {condition.at_least} {counted(condition.count, condition.at_least)}."
    )


def _target(target: Target | None) -> str:
    if target is None:
        return ""
    text = [target.whose if target.whose != "any" and target.what != "opponent" else ""]
    text += [target.awareness or "", target.character or "", target.calling or ""]
    text += [*map(words, target.types), _TARGETS.get(target.what, target.what)]
    if target.max_level is not None:
        text.append(f"of level {target.max_level} or less")
    if target.in_manoeuvre:
        text.append("in the manoeuvre")
    if target.acts:
        text.append(f"({' or '.join(target.acts)})")
    return f"Target: {joined(*text)}."


def _trigger(trigger: Trigger) -> str:
    return f"{_MOMENTS[trigger.when]}: {_clause(trigger)}"


def _use(use: Use) -> str:
    head = _SIGNS[use.sign]
    head += f", {use.mp} MP" if use.mp else ""
    head += ", fight" if use.fight else ", interrupt" if use.fast else ""
    return f"{head}: {_clause(use)}"


def _clause(clause: Clause) -> str:
    return joined(_condition(clause.condition), _target(clause.target), _sentence(clause.does))
