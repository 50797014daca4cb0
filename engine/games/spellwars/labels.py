"""The answers to a question as sentences, made of what the question says."""

from collections.abc import Mapping
from typing import Final

from engine.games.spellwars.cards import TREASURE, name_of
from engine.games.spellwars.state import About, State, Subject

_DECLINED: Final[Mapping[About, str]] = {
    "pay": "Do not pay for {card}",
    "absorb": "Take {amount} damage from seat {by}'s {card}",
    "reroll": "Keep the dice {dice}",
    "keep": "Let {of} go",
    "use": "Pay for no Treasure",
    "add": "Add no {type}",
    "tuck": "Put nothing under {card}",
    "give": "You have no {type} to give",
    "discard": "You have no {type} to discard",
}
_YES: Final[Mapping[About, str]] = {
    "pay": "Pay {amount} Blood for {card}",
    "keep": "Pay {amount} Blood to keep {of}",
}
_CHOSEN: Final[Mapping[About, str]] = {
    "pay": "Pay {value} Blood for {card}",
    "target": "Aim {card} at seat {value}",
    "absorb": "Discard your {creature} to cancel {amount} damage from seat {by}'s {card}",
    "order": "Go on with {name}",
    "reroll": "Pay {amount} Blood to roll die {value} of {dice} again (counted from 0)",
    "use": "Pay {cost} Blood for {name}",
    "take": "Take {name} from seat {rival}",
    "banish": "Discard seat {rival}'s {creature}",
    "give": "Give {name} to seat {by}",
    "discard": "Discard {name}",
    "add": "Add {name} to the spell",
    "tuck": "Put {name} under {card}",
    "sacrifice": "Discard {name} instead of dying",
}


def label(state: State, subject: Subject, pick: str) -> str:
    """Return an answer as a sentence."""
    what, _, value = pick.partition(":")
    words = {
        "card": name_of(subject.card) if subject.card else "",
        "of": name_of(subject.of) if subject.of else "",
        "type": (subject.type or "").capitalize(),
        "dice": " ".join(map(str, subject.dice)),
        "by": subject.by,
        "rival": subject.rival,
        "amount": subject.amount,
        "value": value,
        "name": name_of(value) if what in {"card", "treasure"} else "",
        "creature": _creature(state, int(value)) if what == "creature" else "",
        "cost": _cost(value) if what == "treasure" else "",
    }
    sentences = {"no": _DECLINED, "none": _DECLINED, "yes": _YES}.get(what, _CHOSEN)
    return sentences[subject.about].format(**words)


def _cost(treasure: str) -> int | None:
    printed = TREASURE.get(treasure)
    return printed.paid.cost if printed and printed.paid else None


def _creature(state: State, n: int) -> str:
    creatures = (c for wizard in state.wizards for c in wizard.creatures)
    return name_of(next((creature.card for creature in creatures if creature.n == n), ""))
