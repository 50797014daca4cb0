"""A host's check of a log: the sums of attacks and counterspells, made again by its own means.

All that it needs stands in the event and in what everybody sees in the position before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.sorcery import GAME
from engine.games.sorcery.cards import FIGURES, SPELLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.messages import Event
    from engine.games.sorcery.models import Click
    from engine.games.sorcery.state import State


def adds_up(state: State, events: Iterable[Event]) -> None:
    """Fail if a sum that is told after a position is not what its parts make."""
    for event in events:
        if event.kind == "attacked":
            _attack(state, event)
        elif event.kind == "counter_tried":
            _counter(state, event)
        elif event.kind == "damaged":
            _damage(state, event)
        state = GAME.evolve(state, event)


def _click(state: State, n: str) -> Click:
    figure = state.figures[n]
    return FIGURES[figure.card].dial[figure.click]


def _total(told: Any) -> int:
    """Rule 7.3."""
    modified = max(-3, min(3, sum(part.amount for part in told.modifiers)))
    value = max(0, told.value + modified)
    assert told.total == sum(told.dice) + value + sum(part.amount for part in told.uncapped)
    return told.total


def _named(told: Any) -> list[str]:
    return [part.what for part in (*told.modifiers, *told.uncapped)]


def _attack(state: State, event: Any) -> None:
    """Rules 7.1, 7.2, 7.6, 15.5, 15.13."""
    attack, defence, dice = _total(event.attack), _total(event.defence), event.attack.dice
    assert event.attack.value == _click(state, event.attack_of or event.figure).attack
    assert event.defence.value == _click(state, event.target).defence
    assert event.hit == (sum(dice) == 12 or (sum(dice) > 2 and attack >= defence))
    assert (event.spell is None) == (event.how != "spell")
    wrath = event.wrath is not None and event.wrath.die <= event.wrath.damage
    assert ("wrath of nature" in _named(event.attack)) == wrath
    if event.breach:
        assert "magic defence" not in _named(event.defence)
    assert event.hit == (event.damage is not None)
    if event.damage is not None:
        assert ("a 12" in _named(event.damage)) == (sum(dice) == 12)
        assert _total(event.damage) >= 0


def _counter(state: State, event: Any) -> None:
    """Rules 14.4, 14.5."""
    assert state.announced is not None
    assert event.cast.value == _click(state, state.announced.caster).attack
    assert event.counter.value == _click(state, event.figure).attack
    assert (len(event.cast.dice), len(event.counter.dice)) == (2, 1)
    assert event.broken == (_total(event.counter) > _total(event.cast))
    assert "counterspell" in _named(event.counter)
    if event.boost is not None:
        assert SPELLS[event.boost].name in _named(event.counter)


def _damage(state: State, event: Any) -> None:
    """Rules 1.6, 7.8, 18.6."""
    left = len(FIGURES[state.figures[event.figure].card].dial) - state.figures[event.figure].click
    off = sum(part.amount for part in event.reduced)
    assert event.dealt > 0 >= off
    assert event.amount == min(max(0, event.dealt + off), left)
    if event.why in {"natural_2", "pushing", "syphon_energy", "magestone_trance"}:
        assert event.reduced == ()
