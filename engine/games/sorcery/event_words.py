"""What happened, in words: one sentence an event that is worth one, for pictures and lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isqrt
from typing import Any, Final

from engine.core.secrecy import is_placeholder
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.geometry.points import Point, minus, squared_distance
from engine.games.sorcery.labels import inches
from engine.games.sorcery.scene import Scene, point, scenes
from engine.games.sorcery.sums import capped
from engine.games.sorcery.telling import wind

Told = Mapping[str, Any]
UNTOLD: Final = frozenset({
    "table_laid", "round_started", "turn_started", "phase_started", "action_taken", "question_put",
    "answered", "question_dropped", "spell_over",
})  # fmt: skip
"""Kinds of events that have no words here: the title and other events tell them."""


def happened(before: Told, events: Iterable[Told]) -> Iterator[str]:
    """Yield what happened since a view, as all may know it."""
    for scene, event in scenes(before, events):
        if event["kind"] not in UNTOLD:
            yield WORDS[event["kind"]](scene, event)
            parts = _sums(event)
            if parts:
                yield f"   {parts}"


def teller() -> Callable[[Told], str]:
    """Return what tells a battle event by event, from its first one on.

    A sum stands with its parts, and turns are told. What needs no words is told by the empty text.
    A reader who is shown what is hidden is told it.
    """
    scene = Scene()

    def tell(event: Told) -> str:
        words = ""
        if event["kind"] == "turn_started":
            words = f"Seat {event['seat']} begins its turn: {event['actions']} actions"
        elif event["kind"] not in UNTOLD:
            parts = _sums(event)
            words = WORDS[event["kind"]](scene, event) + (f" ({parts})" if parts else "")
        scene.go_on(event)
        return words

    return tell


def _who(scene: Scene, event: Told) -> str:
    return scene.names[event["figure"]]


def _place(spot: Point) -> str:
    return f"({inches(spot[0])}, {inches(spot[1])})"


def _by(scene: Scene) -> str:
    """Tell which spell does it; at the end of a turn those that last do."""
    if scene.shown is None:
        return "by a spell that lasts"
    return f"by {SPELLS[scene.shown['spell']].name}"


def _deployed(scene: Scene, event: Told) -> str:
    return f"{_who(scene, event)} is placed at {_place(point(event['at']))}"


def _moved(scene: Scene, event: Told) -> str:
    who = _who(scene, event)
    looks = wind(point(event["facing"]))
    if not event["path"]:
        return f"{who} turns to the {looks}"
    end = _place(point(event["path"][-1]))
    return f"{who} moves {inches(event['cost'])} inches to {end} and faces {looks}"


def _turned(scene: Scene, event: Told) -> str:
    by = f", {_by(scene)}" if scene.shown is not None else ""
    return f"{_who(scene, event)} turns to the {wind(point(event['facing']))}{by}"


def _displaced(scene: Scene, event: Told) -> str:
    start, end = scene.spots[event["figure"]], point(event["to"])
    far = inches(isqrt(squared_distance(start, end)))
    where = f"{far} inches {wind(minus(end, start))} to {_place(end)}"
    return f"{_who(scene, event)} is put {where}, {_by(scene)}"


def _tokens(scene: Scene, event: Told) -> str:
    who = _who(scene, event)
    left = {0: "no token", 1: "1 token"}.get(event["to"], f"{event['to']} tokens")
    if event["why"] == "rested":
        return f"{who} rests: {left} left"
    why = _by(scene) if event["why"] == "spell" else f"by {event['why'].replace('_', ' ')}"
    return f"{who} has {left} now, {why}"


def _broke_away(scene: Scene, event: Told) -> str:
    how = "breaks away" if event["free"] else "does not break away"
    return f"{_who(scene, event)} {how} (rolls {event['die']})"


def _attacked(scene: Scene, event: Told) -> str:
    how = {"close": "fights", "ranged": "shoots at", "spell": "strikes"}[event["how"]]
    lent = f" with the attack of {scene.names[event['attack_of']]}" if event["attack_of"] else ""
    hit = "hit" if event["hit"] else "missed"
    sums = f"{_sum(event['attack'])} against {event['defence']['total']}"
    head = f"{_who(scene, event)} {how} {scene.names[event['target']]}"
    return f"{head}{_through(event)}{lent}: {sums}, {hit}"


def _through(event: Told) -> str:
    """Tell that magic defence and immunity are ignored [15.3]."""
    return " through magic" if event["breach"] else ""


def _sum(told: Told) -> str:
    dice = ", ".join(map(str, told["dice"]))
    return f"{told['total']} ({'dice' if ',' in dice else 'die'} {dice})"


def _sums(event: Told) -> str:
    """Tell what went into the sums of an event beside the dice."""
    sums = {name: event.get(name) for name in _SUMS.get(event["kind"], ())}
    parts = [f"{name} {_parts(told)}" for name, told in sums.items() if told]
    wrath = event.get("wrath")
    if wrath and wrath["die"] > wrath["damage"]:  # [15.5]
        parts.append(f"wrath of nature nothing, die {wrath['die']} above {wrath['damage']}")
    return "; ".join(parts)


def _parts(told: Told) -> str:
    """Return what a sum is made of: ``8, Red Edge +2, gang up +2 (+3 in all)``."""
    amounts = [part["amount"] for part in told["modifiers"]]
    total = capped(sum(amounts))
    cap = f" ({total:+} in all)" if total != sum(amounts) else ""
    words = [f"{part['what']} {part['amount']:+}" for part in told["modifiers"]]
    more = [f"{part['what']} {part['amount']:+}" for part in told["uncapped"]]
    return ", ".join([", ".join([str(told["value"]), *words]) + cap, *more])


def _why(event: Told) -> str:
    """Tell what deals damage, if no attack does."""
    why = SPELLS[event["spell"]].name if event["spell"] else event["why"].replace("_", " ")
    return "" if event["why"] == "attack" else f" ({why})"


def _saved(scene: Scene, event: Told) -> str:
    by = SPELLS[event["by"]].name
    return f"{_who(scene, event)} is saved by {by} from {event['dealt']} damage{_why(event)}"


def _damaged(scene: Scene, event: Told) -> str:
    who, clicks = _who(scene, event), event["amount"]
    off = [f"{part['what']} {part['amount']:+}" for part in event["reduced"]]
    due = max(0, event["dealt"] + sum(part["amount"] for part in event["reduced"]))
    if clicks < due:
        off.append("no more clicks left")
    of = f" of {event['dealt']} dealt: {', '.join(off)}" if off else ""
    return f"{who} takes {clicks} damage{of}{_why(event)}"


def _healed(scene: Scene, event: Told) -> str:
    by = f", {_by(scene)}" if scene.shown is not None else ""
    return f"{_who(scene, event)} heals {event['amount']}{by}"


def _shown(scene: Scene, event: Told) -> str:
    way = SPELLS[event["spell"]].ways[int(event["way"])].name
    named = f" ({way})" if way else ""
    on = " on " + ", ".join(scene.names[n] for n in event["targets"]) if event["targets"] else ""
    spell = SPELLS[event["spell"]].name
    return f"{_who(scene, event)} casts {spell}{named}{on}{_through(event)}"


def _countered(scene: Scene, event: Told) -> str:
    assert scene.shown is not None, "a spell is announced"
    spell, who = SPELLS[scene.shown["spell"]].name, _who(scene, event)
    boost = f" with {SPELLS[event['boost']].name}" if event["boost"] else ""
    end = f"{spell} is broken" if event["broken"] else "in vain"
    sums = f"{_sum(event['counter'])} against {_sum(event['cast'])}"
    return f"{who} counters {scene.names[scene.shown['figure']]}{boost}: {sums}, {end}"


def _placed(_scene: Scene, event: Told) -> str:
    spell = SPELLS[event["spell"]].name
    where = {
        "face_up_bottom": "goes face up to the bottom",
        "face_down_bottom": "goes face down to the bottom",
        "face_down_top": "lies face down on top",
    }[event["where"]]
    return f"{spell} {where} of {event['book']}"


def _begun(scene: Scene, event: Told) -> str:
    on = f" on {scene.names[event['on']]}" if event["on"] else ""
    at = f" at {_place(point(event['at']))}" if event["at"] else ""
    left = (
        f" for {event['left']} {'round' if event['left'] == 1 else 'rounds'}"
        if event["left"]
        else ""
    )
    return f"{SPELLS[event['spell']].name} lasts{left}{on}{at}"


def _ended_effect(scene: Scene, event: Told) -> str:
    why = {
        "time": "its time is over",
        "left_alone": "its caster left its token",
        "bearer_gone": "its bearer is gone",
        "acts": "its bearer acts",
        "hit": "somebody took damage",
        "spent": "it saved a figure",
        "dispelled": "a spell ended it",
    }[event["why"]]
    return f"{scene.spell_of(event['effect'])} ends: {why}"


def rounds(number: int) -> str:
    """Return a number of rounds in words."""
    return "1 more round" if number == 1 else f"{number} more rounds"


def _browsed(scene: Scene, event: Told) -> str:
    to = "" if is_placeholder(event["spell"]) else f": {SPELLS[event['spell']].name} is on top"
    return f"{_who(scene, event)} browses in {event['book']}{to}"


def _memorised(scene: Scene, event: Told) -> str:
    spell = event["spell"]
    if is_placeholder(spell):
        return f"{_who(scene, event)} memorises, unseen, from {event['book']}"
    what = "nothing" if spell is None else SPELLS[spell].name
    return f"{_who(scene, event)} memorises {what} from {event['book']}"


def _exposed(_scene: Scene, event: Told) -> str:
    name = "nothing" if event["spell"] is None else SPELLS[event["spell"]].name
    return f"The top of {event['book']} is shown: {name}"


def _trance(scene: Scene, event: Told) -> str:
    first, second = event["dice"]
    return f"{_who(scene, event)} comes round: dice {first}, {second} against {event['attack']}"


def _ended(_scene: Scene, event: Told) -> str:
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
WORDS: Final[Mapping[str, Callable[[Scene, Told], str]]] = {
    "figure_deployed": _deployed,
    "moved": _moved,
    "turned": _turned,
    "broke_away": _broke_away,
    "attacked": _attacked,
    "damaged": _damaged,
    "healed": _healed,
    "eliminated": lambda scene, event: f"{_who(scene, event)} is eliminated",
    "saved": _saved,
    "displaced": _displaced,
    "tokens_changed": _tokens,
    "spell_shown": _shown,
    "counter_tried": _countered,
    "spell_placed": _placed,
    "effect_begun": _begun,
    "counted_down": lambda scene, event: (
        f"{scene.spell_of(event['effect'])}: {rounds(event['left'])}"
    ),
    "effect_ended": _ended_effect,
    "memorised": _memorised,
    "browsed": _browsed,
    "book_taken": lambda scene, event: f"{_who(scene, event)} picks up {event['book']}",
    "syphoned": lambda scene, event: (
        f"{_who(scene, event)} draws energy from {scene.names[event['friend']]}"
    ),
    "probed": lambda scene, event: (
        f"{_who(scene, event)} gets {event['ability'].replace('_', ' ')} "
        f"of {scene.names[event['target']]}"
    ),
    "trance_rolled": _trance,
    "spell_exposed": _exposed,
    "spell_muddled": lambda _scene, event: f"The top of {event['book']} is turned face down",
    "spells_recalled": lambda _scene, event: f"All spells in {event['book']} are turned face up",
    "auto_pass_set": lambda _scene, event: (
        f"Seat {event['seat']} {'counters nothing' if event['on'] else 'may counter'} from now on"
    ),
    "match_ended": _ended,
    "player_left": lambda _scene, event: f"Seat {event['seat']} leaves",
}
