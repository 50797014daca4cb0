"""Options with a sentence each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.core.kept import kept
from engine.core.options import Option, Shape, listed
from engine.core.question import card_of
from engine.games.chosen.cards import CARDS, name_of
from engine.games.chosen.state import About, ActKind, State, Subject

_PHRASES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "summon": ("Summon %s", ("card",)),
    "lay_obstacle": ("Lay %s at %s", ("card", "at")),
    "use": ("Use %s", ("card",)),
    "attach": ("Attach %s to %s", ("ally", "to")),
    "send_team": ("Send a team to %s", ("target",)),
    "obstruct": ("Obstruct with a team", ()),
    "challenge": ("Challenge", ()),
    "eliminate": ("Eliminate with DP", ()),
    "offer_alliance": ("Offer an alliance to %s", ("to",)),
    "exchange": ("Exchange %s for one of a partner", ("give",)),
}
"""By the kind of the command: the words, and which of its fields stand in them."""
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
    names = _names(state)
    label = _label(names, command) + _price(mp)
    if shape is not None:
        return listed(label, shape=shape, decision=names.decision)
    return listed(label, command, decision=names.decision)


def _price(mp: int) -> str:
    return f", {mp} MP" if mp else ""


def aimed(
    state: State, command: dict[str, Any], targets: Iterable[str | None], *, mp: int = 0
) -> Iterator[Option]:
    """Yield a command as an option for each of the targets it may have; None for none."""
    names = _names(state)
    label, decision, price = _label(names, command), names.decision, _price(mp)
    for target in targets:
        told = label + price if target is None else f"{label} → {names[target]}{price}"
        yield listed(told, {**command, "target": target}, decision=decision)


def _label(names: "_Names", command: Mapping[str, Any]) -> str:
    words, fields = _PHRASES[command["kind"]]
    return words % tuple([names[command[field]] for field in fields])


class _Names(dict[str, str]):
    """What references in commands mean at a table, by the reference; found when it is asked for."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state
        self.decision = None if state.question is None else state.question.id

    def __missing__(self, ref: str) -> str:
        self[ref] = name = _named(self._state, ref)
        return name


_names: Final = kept(_Names)


def _named(state: State, ref: str) -> str:
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
    words = " and ".join(_names(state)[part] for part in pick.split(" "))
    return _CHOICES[subject.about].format(card=card, pick=words)
