"""What happened in a turn, in words: one line an event that is worth one, for a picture."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.labels import inches
from engine.games.sorcery.state import MODIFIER_CAP

Told = Mapping[str, Any]
Names = Mapping[str, str]
"""Handle of a figure → its name."""


def names_of(view: Told) -> Names:
    """Return the names of all figures with their handles."""
    return {one["n"]: f"{FIGURES[one['card']].name} {one['n']}" for one in view["figures"]}


def happened(names: Names, events: Iterable[Told]) -> Iterator[str]:
    """Yield what happened, as all may know it; events that follow from others are left out."""
    for event in events:
        words = _WORDS.get(event["kind"])
        if words is not None:
            yield words(names, event)
            yield from _sums(event)


def _deployed(names: Names, event: Told) -> str:
    return f"{names[event['figure']]} is placed"


def _moved(names: Names, event: Told) -> str:
    who = names[event["figure"]]
    return f"{who} moves {inches(event['cost'])} inches" if event["path"] else f"{who} turns"


def _broke_away(names: Names, event: Told) -> str:
    how = "breaks away" if event["free"] else "does not break away"
    return f"{names[event['figure']]} {how} (rolls {event['die']})"


def _attacked(names: Names, event: Told) -> str:
    how = {"close": "fights", "ranged": "shoots at", "spell": "strikes"}[event["how"]]
    lent = f" with the attack of {names[event['attack_of']]}" if event["attack_of"] else ""
    hit = "hit" if event["hit"] else "missed"
    sums = f"{_sum(event['attack'])} against {event['defence']['total']}"
    head = f"{names[event['figure']]} {how} {names[event['target']]}"
    return f"{head}{_through(event)}{lent}: {sums}, {hit}"


def _through(event: Told) -> str:
    """Tell that magic defence and immunity are ignored [15.3]."""
    return " through magic" if event["breach"] else ""


def _sum(told: Told) -> str:
    dice = ", ".join(map(str, told["dice"]))
    return f"{told['total']} ({'dice' if ',' in dice else 'die'} {dice})"


def _sums(event: Told) -> Iterator[str]:
    """Yield a line of what went into the sums of an event, if it was more than dice and values."""
    sums = {name: event.get(name) for name in _SUMS.get(event["kind"], ())}
    parts = [
        f"{name} {_parts(told)}"
        for name, told in sums.items()
        if told and (told["modifiers"] or told["uncapped"])
    ]
    if parts:
        yield f"   {'; '.join(parts)}"


def _parts(told: Told) -> str:
    """Return what a sum is made of: ``8, Red Edge +2, gang up +2 (+3 in all)``."""
    amounts = [part["amount"] for part in told["modifiers"]]
    capped = max(-MODIFIER_CAP, min(MODIFIER_CAP, sum(amounts)))
    cap = f" ({capped:+} in all)" if capped != sum(amounts) else ""
    words = [f"{part['what']} {part['amount']:+}" for part in told["modifiers"]]
    more = [f"{part['what']} {part['amount']:+}" for part in told["uncapped"]]
    return ", ".join([", ".join([str(told["value"]), *words]) + cap, *more])


def _damaged(names: Names, event: Told) -> str:
    why = SPELLS[event["spell"]].name if event["spell"] else event["why"].replace("_", " ")
    why = "" if event["why"] == "attack" else f" ({why})"
    return f"{names[event['figure']]} takes {event['amount']} damage{why}"


def _shown(names: Names, event: Told) -> str:
    way = SPELLS[event["spell"]].ways[int(event["way"])].name
    named = f" ({way})" if way else ""
    on = " on " + ", ".join(names[n] for n in event["targets"]) if event["targets"] else ""
    spell = SPELLS[event["spell"]].name
    return f"{names[event['figure']]} casts {spell}{named}{on}{_through(event)}"


def _countered(names: Names, event: Told) -> str:
    end = "the spell is broken" if event["broken"] else "in vain"
    sums = f"{_sum(event['counter'])} against {_sum(event['cast'])}"
    return f"{names[event['figure']]} counters: {sums}, {end}"


def _browsed(names: Names, event: Told) -> str:
    return f"{names[event['figure']]} browses in {event['book']}"


def _exposed(_names: Names, event: Told) -> str:
    name = "nothing" if event["spell"] is None else SPELLS[event["spell"]].name
    return f"The top of {event['book']} is shown: {name}"


def _trance(names: Names, event: Told) -> str:
    first, second = event["dice"]
    return f"{names[event['figure']]} comes round: dice {first}, {second} against {event['attack']}"


def _ended(_names: Names, event: Told) -> str:
    why = _ENDS[event["why"]]
    winners = [f"seat {seat} wins" for seat in event["winners"]]
    points = ", ".join(map(str, event["points"]))
    return f"The battle ends, {why}: {winners[0] if winners else 'a draw'}; points: {points}"


_ENDS: Final = {
    "rounds": "its rounds are played",
    "last_side": "one side is left",
    "nobody_left": "nobody is left",
}
_SUMS: Final[Mapping[str, tuple[str, ...]]] = {
    "attacked": ("attack", "defence", "damage"),
    "counter_tried": ("counter", "cast"),
}
"""The sums of an event."""
_WORDS: Final[Mapping[str, Callable[[Names, Told], str]]] = {
    "figure_deployed": _deployed,
    "moved": _moved,
    "broke_away": _broke_away,
    "attacked": _attacked,
    "damaged": _damaged,
    "healed": lambda names, event: f"{names[event['figure']]} heals {event['amount']}",
    "eliminated": lambda names, event: f"{names[event['figure']]} is eliminated",
    "saved": lambda names, event: f"{names[event['figure']]} is saved by a spell",
    "displaced": lambda names, event: f"{names[event['figure']]} is put elsewhere",
    "spell_shown": _shown,
    "counter_tried": _countered,
    "browsed": _browsed,
    "book_taken": lambda names, event: f"{names[event['figure']]} picks up {event['book']}",
    "syphoned": lambda names, event: (
        f"{names[event['figure']]} draws energy from {names[event['friend']]}"
    ),
    "probed": lambda names, event: (
        f"{names[event['figure']]} gets {event['ability'].replace('_', ' ')} "
        f"of {names[event['target']]}"
    ),
    "trance_rolled": _trance,
    "spell_exposed": _exposed,
    "spell_muddled": lambda _names, event: f"The top of {event['book']} is turned face down",
    "spells_recalled": lambda _names, event: f"All spells in {event['book']} are turned face up",
    "match_ended": _ended,
    "player_left": lambda _names, event: f"Seat {event['seat']} leaves",
}
