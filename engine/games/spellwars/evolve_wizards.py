"""The folds of what happens to one wizard, and the moves of cards that several folds share."""

from collections.abc import Iterable
from typing import Any

from engine.core.copying import changed
from engine.core.piles import less
from engine.core.rejection import impossible
from engine.games.spellwars.cards import COMPONENTS, Card, Cards
from engine.games.spellwars.events_effects import (
    BloodGained,
    BloodPaid,
    BloodStolen,
    CardDiscarded,
    CardGiven,
    CardTucked,
    CreatureDiscarded,
    CreatureKept,
    DamageAbsorbed,
    DamageDealt,
    DeadDrawsGiven,
    DeadWizardDrawn,
    DeadWizardSpent,
    Healed,
    HitUndone,
    ReactionWorked,
    TreasureGained,
    TreasureOwed,
    TreasureReturned,
    TreasureTaken,
    WizardDied,
    WizardSaved,
)
from engine.games.spellwars.events_flow import CreatureReAttacks, WizardLeft
from engine.games.spellwars.state import Creature, Dying, SpellCard, State


def put(state: State, seat: int, **changes: Any) -> State:
    """Return the table with some fields of one wizard changed."""
    row = state.wizards
    wizard = changed(row[seat], **changes)
    return changed(state, wizards=(*row[:seat], wizard, *row[seat + 1 :]))


def hand_less(state: State, seat: int, cards: Cards) -> State:
    """Return the table with cards gone from a hand."""
    return put(state, seat, hand=less(state.wizards[seat].hand, cards, f"the hand of seat {seat}"))


def spell_less(state: State, seat: int, n: int, card: Card) -> State:
    """Return the table with a card of a spell discarded."""
    spell = state.wizards[seat].spell
    rest = tuple(other for other in spell if other.n != n)
    if len(rest) + 1 != len(spell):
        impossible(f"card {n} ({card}) is not in the spell of seat {seat}")
    return changed(put(state, seat, spell=rest), discard=(*state.discard, card))


def joined(state: State, seat: int, card: Card) -> State:
    """Return the table with a component added to a spell, in the place of its type."""
    n = state.handles + 1
    entry = SpellCard(n=n, card=card, place=COMPONENTS[card].type)
    state = changed(state, handles=n)
    return put(state, seat, spell=(*state.wizards[seat].spell, entry))


def cleared(state: State, seats: Iterable[int], told: Cards) -> State:
    """Return the table with nothing of this round left to some wizards: ``told`` is discarded."""
    gone: Cards = ()
    for seat in seats:
        wizard = state.wizards[seat]
        gone += wizard.belongings
        state = put(state, seat, hand=(), spell=(), creatures=(), treasures=(), tucked=None)
        state = changed(state, treasure_deck=state.treasure_deck + wizard.treasures)
    if gone != told:
        impossible(f"{told} were discarded where there was {gone}")
    return changed(state, discard=state.discard + gone)


def creature_re_attacks(state: State, event: CreatureReAttacks) -> State:
    creatures = tuple(
        changed(creature, attacked=True) if creature.n == event.n else creature
        for creature in state.wizards[event.seat].creatures
    )
    return put(state, event.seat, creatures=creatures)


def blood_paid(state: State, event: BloodPaid) -> State:
    wizard = state.wizards[event.seat]
    if event.amount > wizard.blood:
        impossible(f"seat {event.seat} paid {event.amount} Blood of {wizard.blood}")
    paid = put(state, event.seat, blood=wizard.blood - event.amount)
    if event.what == "component":
        return put(paid, event.seat, component_payments=wizard.component_payments + 1)
    return put(paid, event.seat, treasure_payments=wizard.treasure_payments + 1)


def damage_dealt(state: State, event: DamageDealt) -> State:
    before = state.wizards[event.seat].life
    state = _affected(put(state, event.seat, life=event.life), event.seat, event.by)
    if event.life or not before:
        return state
    dying = Dying(seat=event.seat, killer=event.by, before=before)
    return changed(state, dying=(*state.dying, dying))


def damage_absorbed(state: State, event: DamageAbsorbed) -> State:
    state = _affected(state, event.seat, event.by)
    return _creature_lost(state, event.seat, event.n, event.creature)


def healed(state: State, event: Healed) -> State:
    return put(state, event.seat, life=event.life)


def blood_gained(state: State, event: BloodGained) -> State:
    return put(state, event.seat, blood=event.blood)


def blood_stolen(state: State, event: BloodStolen) -> State:
    blood = state.wizards[event.seat].blood
    if event.amount > blood:
        impossible(f"{event.amount} Blood stolen of {blood} of seat {event.seat}")
    return _affected(put(state, event.seat, blood=blood - event.amount), event.seat, event.by)


def treasure_gained(state: State, event: TreasureGained) -> State:
    if state.treasure_deck[:1] != (event.treasure,):
        impossible(f"{event.treasure} was gained, but is not the top Treasure")
    state = changed(state, treasure_deck=state.treasure_deck[1:])
    wizard = state.wizards[event.seat]
    return put(
        state,
        event.seat,
        treasures=(*wizard.treasures, event.treasure),
        owed_treasures=wizard.owed_treasures - event.owed,
    )


def treasure_taken(state: State, event: TreasureTaken) -> State:
    state = _treasure_lost(state, event.seat, event.treasure)
    state = put(state, event.by, treasures=(*state.wizards[event.by].treasures, event.treasure))
    return _affected(state, event.seat, event.by)


def treasure_returned(state: State, event: TreasureReturned) -> State:
    state = _treasure_lost(state, event.seat, event.treasure)
    return changed(state, treasure_deck=(*state.treasure_deck, event.treasure))


def treasure_owed(state: State, event: TreasureOwed) -> State:
    return put(state, event.seat, owed_treasures=state.wizards[event.seat].owed_treasures + 1)


def card_tucked(state: State, event: CardTucked) -> State:
    return put(hand_less(state, event.seat, (event.card,)), event.seat, tucked=event.card)


def card_given(state: State, event: CardGiven) -> State:
    card = event.card.value
    state = hand_less(state, event.seat, (card,))
    state = put(state, event.to, hand=(*state.wizards[event.to].hand, card))
    return _affected(state, event.seat, event.to)


def card_discarded(state: State, event: CardDiscarded) -> State:
    state = hand_less(state, event.seat, (event.card,))
    state = changed(state, discard=(*state.discard, event.card))
    return _affected(state, event.seat, state.acting)


def creature_kept(state: State, event: CreatureKept) -> State:
    wizard = state.wizards[event.seat]
    if any(creature.n == event.n for creature in wizard.creatures):
        return state
    if all((card.n, card.card) != (event.n, event.card) for card in wizard.spell):
        impossible(f"{event.card} ({event.n}) is not in the spell of seat {event.seat}")
    kept = Creature(n=event.n, card=event.card)
    return put(state, event.seat, creatures=(*wizard.creatures, kept))


def creature_discarded(state: State, event: CreatureDiscarded) -> State:
    state = _creature_lost(state, event.seat, event.n, event.card)
    return state if event.why == "no_keep" else _affected(state, event.seat, state.acting)


def reaction_worked(state: State, event: ReactionWorked) -> State:
    return spell_less(state, event.seat, event.n, event.card)


def dead_draws_given(state: State, event: DeadDrawsGiven) -> State:
    return put(state, event.seat, draws=state.wizards[event.seat].draws + event.count)


def hit_undone(state: State, event: HitUndone) -> State:
    return put(spell_less(state, event.seat, event.n, event.card), event.seat, life=event.life)


def wizard_saved(state: State, event: WizardSaved) -> State:
    state = put(state, event.seat, draws=0)
    return changed(state, dying=tuple(one for one in state.dying if one.seat != event.seat))


def wizard_died(state: State, event: WizardDied) -> State:
    seat = event.seat
    draws = state.wizards[seat].draws + (1 if state.dead_draw_on_death else 0)
    state = cleared(state, (seat,), event.discarded)
    state = put(state, seat, life=0, dead=True, draws=draws)
    if event.killer != seat:
        state = put(state, event.killer, kill_points=state.wizards[event.killer].kill_points + 1)
    return changed(
        state,
        dying=tuple(one for one in state.dying if one.seat != seat),
        fallen=(*state.fallen, seat),
        first_to_fall=seat if state.first_to_fall is None else state.first_to_fall,
    )


def dead_wizard_drawn(state: State, event: DeadWizardDrawn) -> State:
    if state.dead_wizard_deck[:1] != (event.card,):
        impossible(f"{event.card} was drawn, but is not the top Dead Wizard card")
    wizard = state.wizards[event.seat]
    state = changed(state, dead_wizard_deck=state.dead_wizard_deck[1:])
    return put(
        state,
        event.seat,
        dead_wizard_cards=(*wizard.dead_wizard_cards, event.card),
        draws=wizard.draws - 1,
    )


def dead_wizard_spent(state: State, event: DeadWizardSpent) -> State:
    cards = state.wizards[event.seat].dead_wizard_cards
    rest = less(cards, (event.card,), f"the Dead Wizard cards of seat {event.seat}")
    state = put(state, event.seat, dead_wizard_cards=rest)
    return changed(state, dead_wizard_deck=(*state.dead_wizard_deck, event.card))


def wizard_left(state: State, event: WizardLeft) -> State:
    seat = event.seat
    waiting = state.wizards[seat].dead_wizard_cards
    state = put(
        cleared(state, (seat,), event.discarded),
        seat,
        life=0,
        dead=True,
        out=True,
        dead_wizard_cards=(),
        owed_treasures=0,
        draws=0,
    )
    return changed(
        state,
        dead_wizard_deck=state.dead_wizard_deck + waiting,
        castle_owner=None if state.castle_owner == seat else state.castle_owner,
        dying=tuple(one for one in state.dying if one.seat != seat),
        fallen=tuple(other for other in state.fallen if other != seat),
        question=None,
        agenda=(),
    )


def _affected(state: State, seat: int, by: int | None) -> State:
    """Remember whom the acting wizard's spell has affected last [7.6]."""
    if by is None or by != state.acting or seat == by:
        return state
    return changed(state, affected=seat)


def _creature_lost(state: State, seat: int, n: int, card: Card) -> State:
    """Discard a Creature; one kept this turn is a card of the spell as well [9.3]."""
    wizard = state.wizards[seat]
    rest = tuple(creature for creature in wizard.creatures if creature.n != n)
    if len(rest) + 1 != len(wizard.creatures):
        impossible(f"Creature {n} ({card}) is not in front of seat {seat}")
    spell = tuple(entry for entry in wizard.spell if entry.n != n)
    state = put(state, seat, creatures=rest, spell=spell)
    return changed(state, discard=(*state.discard, card))


def _treasure_lost(state: State, seat: int, treasure: str) -> State:
    """Take a Treasure from a wizard; what lies under it is discarded [11.4]."""
    wizard = state.wizards[seat]
    rest = less(wizard.treasures, (treasure,), f"the Treasures of seat {seat}")
    state = put(state, seat, treasures=rest)
    if wizard.tucked is None or state.wizards[seat].effect("tuck"):
        return state
    return changed(put(state, seat, tucked=None), discard=(*state.discard, wizard.tucked))
