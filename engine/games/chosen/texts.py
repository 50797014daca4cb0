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
from engine.games.chosen.ops import Clause, Condition, Ops, Target, Use
from engine.games.chosen.texts_ops import constant, counted, operation

_MOMENTS = {
    "enters": "When it enters",
    "revealed": "When revealed",
    "resource": "In each resource phase",
    "turn_end": "At the end of each turn",
    "solved": "When solved",
    "fight_won": "When its team wins a fight",
}
_TARGETS = {
    "act": ("act", "on the timeline"),
    "event": ("event", "that is no Omen"),
    "level": ("tower level", "that lies face down"),
    "obstacle": ("obstacle", "that lies face down"),
    "omen": ("Omen", ""),
}
"""How it is called, and what has to be said besides."""
_ACTS = {
    "summon": "summoning",
    "obstacle": "activated obstacle",
}
_SIGNS = {
    "turning": "Turning",
    "one_shot": "One-shot",
    "sacrifice": "Sacrifice",
    "repeatable": "Repeatable",
}


def text_of(card: CardModel) -> str:
    """Return what is printed on a card."""
    fighter = "its bearer" if isinstance(card, Ally) else "this adventurer"
    return joined(
        *_own(card),
        *(f"{constant(one)}." for one in card.constants),
        *(_timed(_MOMENTS[one.when], one, fighter) for one in card.triggers),
        *(_timed(_use(one), one, fighter) for one in card.uses),
    )


def _own(card: CardModel) -> list[str]:  # noqa: PLR0911  # one case a type
    match card:
        case Adventurer() | TowerLevel() | Ally():
            return []
        case Quest():
            return [f"Solved by {', or '.join(_need(need) for need in card.needs)}."]
        case Building():
            return [f"Attackers {card.attackers}, defenders {card.defenders}."]
        case Trap():
            return [*_price(card), _sentence(card.does)]
        case Beast():
            times = {1: "once", 2: "twice"}.get(card.number, f"{card.number} times")
            hit = f"2d6 of {card.attack} or less deal {card.damage} damage"
            return [*_price(card), f"Attacks {times}: {hit} to the strongest of the team."]
        case Event():
            duration = {"instant": "", "turn": "For this turn.", "permanent": "Permanent."}
            return [duration[card.duration], *_played(card)]
        case ActionCard():
            return _played(card)
        case _:
            assert_never(card)


def _played(card: Event | ActionCard) -> list[str]:
    condition = "" if card.condition is None else f"Only if {_condition(card.condition)}."
    return [condition, _target(card.target), _sentence(card.does)]


def _price(card: Trap | Beast) -> list[str]:
    return ["Price: one of your awake adventurers rests."] if card.rests_own else []


def _need(need: Need) -> str:
    match need:
        case TeamLevel():
            return f"levels of at least {need.at_least} together"
        case HasCalling():
            return f"a {need.calling}"
        case Test():
            return f"a test of {need.attribute}"


def _sentence(ops: Ops, fighter: str = "this adventurer") -> str:
    return sentence(clauses(ops, lambda op: operation(op, fighter)))


def _condition(condition: Condition) -> str:
    count = counted(condition.count, condition.at_least)
    return f"you have at least {condition.at_least} {count}"


def _target(target: Target | None) -> str:
    if target is None:
        return ""
    if target.what == "opponent":
        return "Target: an opponent."
    name, besides = _TARGETS.get(target.what, (target.what, ""))
    if target.acts:
        name = " or ".join(_ACTS[act] for act in target.acts)
    text = [target.awareness or "", f"{name}s" if target.whose == "own" else name, besides]
    if target.max_level is not None:
        text.append(f"of level {target.max_level} or less")
    if target.in_manoeuvre:
        text.append("in the manoeuvre")
    whose = {"own": "one of your", "opposing": "an opponent's", "any": "any"}[target.whose]
    return f"Target: {joined(whose, *text)}."


def _use(use: Use) -> str:
    head = _SIGNS[use.sign]
    head += f", {use.mp} MP" if use.mp else ""
    return head + (", fight" if use.fight else ", interrupt" if use.fast else "")


def _timed(head: str, clause: Clause, fighter: str) -> str:
    """Return a clause with what stands before its colon."""
    head += "" if clause.condition is None else f", if {_condition(clause.condition)}"
    return joined(f"{head}:", _target(clause.target), _sentence(clause.does, fighter))
