"""Options with a sentence each."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core.options import Option, Shape
from engine.core.question import card_of
from engine.games.chosen.cards import CARDS, name_of
from engine.games.chosen.state import About, ActKind, State, Subject

_PHRASES: Final[Mapping[str, str]] = {
    "summon": "Summon {card}{target}",
    "lay_obstacle": "Lay {card} at {at}",
    "use": "Use {card}{target}",
    "attach": "Attach {ally} to {to}",
    "send_team": "Send a team to {target}",
    "obstruct": "Obstruct with a team",
    "challenge": "Challenge{target}",
    "eliminate": "Eliminate with DP",
    "offer_alliance": "Offer an alliance to {to}",
    "exchange": "Exchange {give} for one of a partner",
}
_ACTS: Final[Mapping[ActKind, str]] = {
    "team": "the team",
    "challenge": "the challenge",
    "eliminate": "the elimination",
    "alliance": "the offer of an alliance",
    "exchange": "the exchange",
}
_CHOICES: Final[Mapping[About, str]] = {
    "target": "Aim {card} at {pick}",
    "activate": "Activate {pick}",
    "discard": "Discard {pick}",
    "search": "Take {pick}",
    "recover": "Take {pick} from your Past",
    "payer": "{pick} pays",
    "omen": "Aim {card} at {pick}",
    "alliance": "Be allies: {pick}",
    "join": "Let them go along: {pick}",
    "afflicted": "{pick} is the one",
}


def labelled(
    state: State, command: dict[str, Any], shape: Shape | None = None, *, mp: int = 0
) -> Option:
    """Return a command, or a shape of commands, as an option for those who are asked."""
    kind: str = command["kind"]
    phrase = _PHRASES.get(kind)
    words = {
        name: named(state, value)
        for name, value in command.items()
        if isinstance(value, str) and name != "kind"
    }
    if phrase is None:
        label = " → ".join([kind.replace("_", " ").capitalize(), *words.values()])
    else:
        if "target" not in words:
            words["target"] = ""
        elif kind != "send_team":
            words["target"] = f" → {words['target']}"
        label = phrase.format_map(words)
    label += f", {mp} MP" if mp else ""
    decision = None if state.question is None else state.question.id
    if shape is not None:
        return Option(label=label, shape=shape, decision=decision)
    return Option(label=label, command=command, decision=decision)


def named(state: State, ref: str) -> str:
    """Return what a reference in a command means, as far as those may know who are asked [16.2]."""
    piece = state.present.get(ref)
    if piece is not None:
        asked = None if state.question is None else state.question.seats[0]  # all of one camp
        what = name_of(piece.card) if state.knows(asked, piece) else "the face-down card"
        return f"{what} ({ref}) of seat {piece.controller}"
    if ref in CARDS:
        return name_of(ref)
    if ref.startswith("seat:"):
        return f"seat {ref.removeprefix('seat:')}"
    item = next((item for item in state.timeline if item.n == ref), None)
    if item is not None:
        what = name_of(item.card) if item.card else _ACTS[item.kind]
        return f"{what} ({ref}) of seat {item.seat}"
    card = card_of(ref)
    return name_of(card) if card in CARDS else ref


def pass_label(state: State, seat: int) -> str:
    """Return what passing means, as a sentence [10.3] [10.5]."""
    if state.question is None or state.question.kind != "act":
        return "Pass"
    match state.players[seat].omen_phase:
        case "in_play":
            return "Pass: your Omen leaves play"
        case "acting":
            return "Finish"
        case _:
            return "Pass"


def choice_label(state: State, subject: Subject, pick: str) -> str:
    """Return an answer to a choice as a sentence."""
    if pick == "none":
        return "None"
    card = name_of(subject.card) if subject.card else ""
    words = " and ".join(named(state, part) for part in pick.split(" "))
    return _CHOICES[subject.about].format(card=card, pick=words)
