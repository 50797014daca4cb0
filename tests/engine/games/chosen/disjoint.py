"""Decks of which no two have a card in common: what is seen of one must have been shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.chosen.cards import CARDS
from engine.games.chosen.cards.tower_levels import TOWER_LEVELS
from engine.games.chosen.models import Event
from tests.engine.games.chosen.naming import cards_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core.messages import Event as Happened
    from engine.core.options import CommandData
    from engine.games.chosen.state import State

LEVELS = [level.id for level in TOWER_LEVELS]
OMENS = [card.id for card in CARDS.values() if isinstance(card, Event) and card.fit_as_omen]
OTHERS = [card for card in CARDS if card not in {*LEVELS, *OMENS}]
LOOKING = {
    card.id
    for card in CARDS.values()
    if any(op in repr(card) for op in ("op='look'", "op='search'", "op='discard'"))
}
"""With these somebody looks into what is secret, or has to show some of it."""
MOST = 120


def deck(seat: int, seats: int, *, omen: bool = False) -> dict[str, Any]:
    """Return the deck of a seat: three of each card of a share of all types, as far as it goes."""
    share = OTHERS[seat::seats]
    return {
        "deck": "own",
        "cards": [card for card in share for _ in range(3)][:MOST],
        "levels": LEVELS[seat::seats][:3],
        **({"omen": OMENS[seat]} if omen else {}),
    }


def brought(entry: Mapping[str, Any]) -> set[str]:
    return {*entry["cards"], *entry["levels"], *([entry["omen"]] if "omen" in entry else [])}


def learned(state: State, event: Happened, seat: int | None) -> set[str]:
    """Return the cards that a viewer sees in a position, and by the event that led to it."""
    found = {piece.card for piece in state.present.values() if state.knows(seat, piece)}
    found |= {item.card for item in state.timeline if item.card is not None}
    for player in state.players:
        found |= {*player.past}
    question = state.question
    if question is not None and question.subject is not None and question.subject.card is not None:
        found.add(question.subject.card)
    match event.kind:
        case "looked" if event.seat == seat:  # pyright: ignore[reportAttributeAccessIssue]
            found |= {*event.cards.value}  # pyright: ignore[reportAttributeAccessIssue]
        case "found" if event.shown is not None:  # pyright: ignore[reportAttributeAccessIssue]
            found.add(event.shown)  # pyright: ignore[reportAttributeAccessIssue]
        case _:
            pass
    return found


def telling(state: State, commands: Sequence[CommandData]) -> list[CommandData]:
    """Return those of some commands that have to do with secrets, or make an alliance."""

    def tells(command: CommandData) -> bool:
        named = str(command.get("card", ""))
        piece = state.present.get(named)
        card = named if piece is None else piece.card
        told = command.get("kind") in {"lay_obstacle", "offer_alliance"} or card in LOOKING
        return told or command.get("pick") == "yes"

    return [command for command in commands if tells(command)]


def seen_in(text: bytes) -> set[str]:
    return cards_in(text.decode())
