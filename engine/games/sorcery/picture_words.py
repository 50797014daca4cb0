"""What happened in a turn, in words: one line an event that is worth one, for a picture."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.labels import inches

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
    hit = "hit" if event["hit"] else "missed"
    first, second = event["dice"]
    sums = f"{event['attack']} (dice {first}, {second}) against {event['defence']}"
    return f"{names[event['figure']]} {how} {names[event['target']]}: {sums}, {hit}"


def _damaged(names: Names, event: Told) -> str:
    why = "" if event["why"] == "attack" else f" ({event['why'].replace('_', ' ')})"
    return f"{names[event['figure']]} takes {event['amount']} damage{why}"


def _shown(names: Names, event: Told) -> str:
    way = SPELLS[event["spell"]].ways[int(event["way"])].name
    named = f" ({way})" if way else ""
    on = " on " + ", ".join(names[n] for n in event["targets"]) if event["targets"] else ""
    return f"{names[event['figure']]} casts {SPELLS[event['spell']].name}{named}{on}"


def _countered(names: Names, event: Told) -> str:
    end = "the spell is broken" if event["broken"] else "in vain"
    sums = f"{event['counter_sum']} against {event['caster_sum']}"
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
