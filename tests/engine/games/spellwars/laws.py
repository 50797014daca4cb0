"""What the laws for all games need to know of this one: twins.

A twin of a position differs from it only in what a viewer may not know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.games.spellwars.cards import fits

if TYPE_CHECKING:
    from engine.core.rng import Rng
    from engine.games.spellwars.cards import Card
    from engine.games.spellwars.state import State, Wizard

WALKS = 60
"""Matches are long: each style of walk twice with each clock. All laws look at the same ones."""
_DEEP = 72
"""No command draws and reveals so many cards: six hands, and some searches."""
_DEEP_TREASURES = 15
_DEEP_DEAD = 16


def twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a position that a viewer can't tell from this one by looking at it.

    All cards of the spell deck that it doesn't see change places: the deck, the hands of others,
    their spells that are not open. The other two decks are shuffled.
    """
    asked = () if state.question is None else state.question.seats
    others = [s for s in range(state.seats) if s != seat]
    redealt = [s for s in others if s not in asked]  # the question tells of its seat's hand
    pool = [*state.spell_deck]
    for s in others:
        pool += state.wizards[s].hand if s in redealt else ()
        pool += [card.card for card in state.wizards[s].spell if not state.wizards[s].opened]
    cards = [*rng.shuffle(pool)]
    wizards = list(state.wizards)
    for s in others:  # the spells first: their cards must fit
        wizards[s] = _rebuilt(wizards[s], cards)
    for s in redealt:
        count = len(wizards[s].hand)
        wizards[s] = replace(wizards[s], hand=tuple(cards[:count]))
        del cards[:count]
    return replace(
        state,
        wizards=tuple(wizards),
        spell_deck=tuple(cards),
        treasure_deck=rng.shuffle(state.treasure_deck),
        dead_wizard_deck=rng.shuffle(state.dead_wizard_deck),
    )


def quiet_twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a twin that stays one after any one command of the viewer.

    While several are to build, a spell opens nothing, so all may change places; unless the viewer's
    leaving would end the round, which shows the hands. Else one command may go on to the end of a
    turn, and only what lies deep in the decks is out of its reach.
    """
    rivals = [s for s in state.living if s != seat]
    if state.step == "build" and len(state.builders) > 1 and len(rivals) > 1:
        return twin(state, seat, rng)
    return replace(
        state,
        spell_deck=_stirred(state.spell_deck, _DEEP, rng),
        treasure_deck=_stirred(state.treasure_deck, _DEEP_TREASURES, rng),
        dead_wizard_deck=_stirred(state.dead_wizard_deck, _DEEP_DEAD, rng),
    )


def _rebuilt(wizard: Wizard, cards: list[Card]) -> Wizard:
    """Give a spell that is not open other cards that fit its places, taken from ``cards``."""
    if wizard.opened:
        return wizard
    spell = list(wizard.spell)
    for at, old in enumerate(spell):
        fitting = next(card for card in cards if fits(card, old.place))
        cards.remove(fitting)
        spell[at] = replace(old, card=fitting)
    return replace(wizard, spell=tuple(spell))


def _stirred(deck: tuple[str, ...], depth: int, rng: Rng) -> tuple[str, ...]:
    return deck[:depth] + rng.shuffle(deck[depth:])
