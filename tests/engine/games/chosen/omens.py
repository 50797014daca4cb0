"""What the tests of the mode omen share: cards that may be Omens, and positions with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.models import ActionCard, Adventurer, Event
from engine.games.chosen.ops import (
    Condition,
    Damage,
    Destroy,
    Draw,
    Moment,
    NeutraliseOmen,
    Target,
    Trigger,
    Use,
)
from tests.engine.games.chosen.table import Laid, Played, player, table

if TYPE_CHECKING:
    from engine.games.chosen.state import State

DIM = "ansgar_the_dim"
HALE = "hale_marrow"
QUEST = "bells_under_the_lake"
BUILDING = "salt_exchange"
"""Gives 1 MP in a resource phase, and costs 3."""
KIN = "sign_of_kin"
WITH_OMEN: dict[str, Any] = {"events": f"{KIN}*", "omen_phase": "in_play"}
"""Of a player whose Omen is in play."""


@pytest.fixture(autouse=True)
def cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards as a deck might bring them."""
    own, opponent = Target(what="adventurer", whose="own"), Target(what="opponent")
    for card in (
        _omen(KIN, condition=Condition(count="adventurers", at_least=1)),
        _omen("sign_of_one", target=own),
        _omen("sign_of_wealth", target=opponent, condition=Condition(count="mp", at_least=9)),
        _omen(
            "sign_of_enmity",
            target=opponent,
            triggers=(Trigger(when="enters", does=(Draw(who="you", flat=1),)),),
        ),
        _omen(
            "sign_of_sacrifice",
            condition=Condition(count="mp", at_least=1),
            uses=(Use(sign="sacrifice", does=(Draw(who="you", flat=1),)),),
        ),
        _action("clear_sky", Target(what="omen"), NeutraliseOmen()),
        _action("torn_decree", Target(what="event"), Destroy()),
        _action("arrow", Target(what="adventurer"), Damage(who="target", flat=9)),
        _adventurer("firebrand", "resource"),
        _adventurer("doomed_one", "turn_end"),
    ):
        monkeypatch.setitem(CARDS, card.id, card)  # pyright: ignore[reportArgumentType]


def _omen(card: str, **fields: Any) -> Event:
    return Event(id=card, name=card, mp=1, duration="permanent", **fields)


def _action(card: str, target: Target, does: Any) -> ActionCard:
    return ActionCard(id=card, name=card, mp=1, target=target, does=(does,))


def _adventurer(card: str, when: Moment) -> Adventurer:
    """Somebody who burns with all of the Row at a moment."""
    return Adventurer(
        id=card,
        name=card,
        mp=1,
        level=1,
        physique=3,
        astral=3,
        mental=3,
        calling="mage",
        character="chaos",
        triggers=(Trigger(when=when, does=(Damage(who="own_row", flat=9),)),),
    )


def game(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="omen", **fields))


def opening(*laid: Laid, starting: int = 0) -> Played:
    """The turn in which seat 0 was active last is over, the next one opens."""
    return game(*laid, starting=starting, active=0).do(0, "pass")


def done(played: Played, seat: int) -> Played:
    """A player passes, and has finished at once."""
    return played.do(seat, "pass").do(seat, "pass")


def phases(played: Played) -> list[str]:
    return [one.omen_phase for one in played.state.players]


def omens(played: Played) -> list[int]:
    """Whose Omens are in play."""
    return sorted(piece.controller for piece in played.state.present.values() if piece.omen)


def omen_of(played: Played, seat: int) -> str:
    return next(p.n for p in played.state.present.values() if p.omen and p.controller == seat)


def row(played: Played, seat: int) -> list[str]:
    return [piece.n for piece in played.state.of(seat, "row")]


def refreshed(played: Played) -> list[int]:
    """Who had a resource phase, in order."""
    return [event.seat for event in played.told("refreshed")]


def aimed(played: Played, n: str, target: str) -> State:
    """The same table, but an Omen has a target."""
    piece = replace(played.state.present[n], target=target)
    return replace(played.state, present={**played.state.present, n: piece})


def seen(played: Played, seat: int, viewer: int | None) -> str | None:
    """The Omen of a seat as a viewer sees it waiting."""
    return GAME.view(played.state, viewer).model_dump()["players"][seat]["omen"]


def trio(**ours: Any) -> Played:
    """Three have their Omens in play, an awake adventurer and 2 MP; the first has 5 MP."""
    other = player(mp=2, row=DIM, **WITH_OMEN)
    fields: dict[str, Any] = {**WITH_OMEN, "mp": 5, **ours}
    return game(player(**fields), other, other)
