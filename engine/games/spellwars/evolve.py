"""Fold an event into the table. Nothing is judged here; only the impossible is refused.

The folds of what wizards own and lose stand in ``evolve_wizards.py``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.copying import changed
from engine.core.folding import by_kind
from engine.core.piles import less, off_top
from engine.core.rejection import impossible
from engine.games.spellwars import evolve_wizards as wizards
from engine.games.spellwars.cards import WILD, Cards
from engine.games.spellwars.events_effects import (
    BloodGained,
    BloodPaid,
    BloodStolen,
    CardDiscarded,
    CardGiven,
    CardTucked,
    CastleTaken,
    CastleWillYield,
    CreatureDiscarded,
    CreatureKept,
    DamageAbsorbed,
    DamageDealt,
    DeadDrawsGiven,
    DeadHaveDrawn,
    DeadWizardDrawn,
    DeadWizardSpent,
    DiceAdded,
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
from engine.games.spellwars.events_flow import (
    BuildingStarted,
    CardApplied,
    CardJoined,
    CardsDrawn,
    CardsRevealed,
    ChoicePut,
    Chosen,
    CreatureReAttacks,
    DeckShuffled,
    MatchDecided,
    OrderFixed,
    RoundEnded,
    RoundStarted,
    RoundWon,
    SearchDone,
    SpellCleared,
    SpellOpened,
    SpellsBuilt,
    TableLaid,
    TopCardAdded,
    TurnEnded,
    TurnStarted,
    WizardActs,
    WizardLeft,
)
from engine.games.spellwars.state import LIFE, Creature, Question, SpellCard, State, Wizard

_TOLD_ONLY: Final = frozenset(
    {"aimed", "dice_rolled", "dice_rerolled", "roll_counted", "nothing_given"}
)
"""Events that tell how something came about, and change nothing themselves."""


def _table_laid(_state: State, event: TableLaid) -> State:
    return State(
        mode=event.mode,
        dead_draw_on_death=event.dead_draw_on_death,
        wizards=(Wizard(),) * event.seats,
        spell_deck=event.spell_deck.value,
        treasure_deck=event.treasure_deck.value,
        dead_wizard_deck=event.dead_wizard_deck.value,
    )


def _round_started(state: State, event: RoundStarted) -> State:
    fresh = tuple(
        wizard if wizard.out else changed(wizard, life=LIFE, dead=False, draws=0)
        for wizard in state.wizards
    )
    return changed(
        state, step="act", round=event.round, turn=0, wizards=fresh, first_to_fall=None, fallen=()
    )


def _turn_started(state: State, event: TurnStarted) -> State:
    dead = tuple(seat for seat in state.players if state.wizards[seat].dead)
    fresh = tuple(
        changed(
            wizard,
            spell=(),
            opened=False,
            component_payments=0,
            treasure_payments=0,
            draws=1 if seat in dead else 0,
            creatures=tuple(changed(c, attacked=False) for c in wizard.creatures),
        )
        for seat, wizard in enumerate(state.wizards)
    )
    return changed(
        state,
        turn=event.turn,
        wizards=fresh,
        order=(),
        acting=None,
        castle_yield=1,
        fallen=dead,
    )


def _deck_shuffled(state: State, event: DeckShuffled) -> State:
    if state.spell_deck or len(event.deck.value) != len(state.discard):
        impossible(f"{len(state.discard)} discarded cards became a deck of {len(event.deck.value)}")
    return changed(state, spell_deck=event.deck.value, discard=())


def _from_deck(state: State, cards: Cards) -> State:
    return changed(state, spell_deck=off_top(state.spell_deck, cards, "the spell deck"))


def _cards_drawn(state: State, event: CardsDrawn) -> State:
    hand = state.wizards[event.seat].hand + event.cards.value
    return wizards.put(_from_deck(state, event.cards.value), event.seat, hand=hand)


def _building_started(state: State, _event: BuildingStarted) -> State:
    return changed(state, step="build")


def _spells_built(state: State, event: SpellsBuilt) -> State:
    state = changed(state, step="act")
    for built in event.spells:
        placed = built.cards.value
        state = wizards.hand_less(state, built.seat, tuple(card.card for card in placed))
        first = state.handles + 1
        spell = tuple(
            SpellCard(n=first + at, card=card.card, place=card.place)
            for at, card in enumerate(placed)
        )
        state = wizards.put(state, built.seat, spell=spell)
        state = changed(state, handles=state.handles + len(placed))
    return state


def _order_fixed(state: State, event: OrderFixed) -> State:
    return changed(state, order=event.order)


def _wizard_acts(state: State, event: WizardActs) -> State:
    return changed(state, acting=event.seat, more_dice=0)


def _spell_opened(state: State, event: SpellOpened) -> State:
    """The spell begins; whom a Treasure has affected before doesn't count for it [7.6]."""
    return changed(wizards.put(state, event.seat, opened=True), affected=None)


def _cards_revealed(state: State, event: CardsRevealed) -> State:
    return changed(_from_deck(state, event.cards), aside=state.aside + event.cards)


def _search_done(state: State, event: SearchDone) -> State:
    rest = less(state.aside, event.found, "what was revealed")
    state = changed(state, aside=(), discard=state.discard + rest)
    if event.wild is not None:
        state = wizards.spell_less(state, event.seat, event.wild, WILD)
    if event.into == "creatures":
        for card in event.found:
            arrived = Creature(n=state.handles + 1, card=card, attacked=False)
            owner = state.wizards[event.seat]
            state = changed(state, handles=state.handles + 1)
            state = wizards.put(state, event.seat, creatures=(*owner.creatures, arrived))
        return state
    for card in event.found:
        state = wizards.joined(state, event.seat, card)
    return state


def _top_card_added(state: State, event: TopCardAdded) -> State:
    taken = (WILD,) * event.wild + (() if event.card is None else (event.card,))
    state = _from_deck(state, taken)
    hand = state.wizards[event.seat].hand + (WILD,) * event.wild
    state = wizards.put(state, event.seat, hand=hand)
    return state if event.card is None else wizards.joined(state, event.seat, event.card)


def _card_joined(state: State, event: CardJoined) -> State:
    state = wizards.hand_less(state, event.seat, (event.card,))
    return wizards.joined(state, event.seat, event.card)


def _card_applied(state: State, event: CardApplied) -> State:
    spell = tuple(
        changed(card, applied=True) if card.n == event.n else card
        for card in state.wizards[event.seat].spell
    )
    return wizards.put(state, event.seat, spell=spell)


def _dice_added(state: State, event: DiceAdded) -> State:
    return changed(state, more_dice=state.more_dice + event.count)


def _castle_taken(state: State, event: CastleTaken) -> State:
    return changed(state, castle_owner=event.seat)


def _castle_will_yield(state: State, event: CastleWillYield) -> State:
    return changed(state, castle_yield=event.amount)


def _deaths_done(state: State, _event: DeadHaveDrawn) -> State:
    for seat in state.fallen:
        state = wizards.put(state, seat, draws=0)
    return changed(state, fallen=())


def _spell_cleared(state: State, event: SpellCleared) -> State:
    cleared = wizards.put(state, event.seat, spell=())
    return changed(cleared, discard=state.discard + event.discarded)


def _turn_ended(state: State, _event: TurnEnded) -> State:
    return changed(state, acting=None, order=())


def _round_won(state: State, event: RoundWon) -> State:
    return wizards.put(
        state, event.seat, last_wizard_tokens=state.wizards[event.seat].last_wizard_tokens + 1
    )


def _round_ended(state: State, event: RoundEnded) -> State:
    return changed(
        wizards.cleared(state, state.players, event.discarded),
        castle_owner=None,
        castle_yield=1,
        acting=None,
        order=(),
        last_winner=event.winner,
    )


def _choice_put(state: State, event: ChoicePut) -> State:
    question = Question(
        number=event.number,
        seats=(event.seat,),
        subject=event.subject,
        picks=event.picks,
        own=event.own.value,
    )
    return changed(state, questions=event.number, question=question, agenda=event.agenda.value)


def _chosen(state: State, _event: Chosen) -> State:
    return changed(state, question=None, agenda=())


def _match_decided(state: State, event: MatchDecided) -> State:
    return changed(state, step="over", end=event.why)


_FOLDS: Final[Mapping[str, Callable[[State, Any], State]]] = {
    model.model_fields["kind"].default: fold
    for model, fold in (
        (TableLaid, _table_laid),
        (RoundStarted, _round_started),
        (TurnStarted, _turn_started),
        (DeckShuffled, _deck_shuffled),
        (CardsDrawn, _cards_drawn),
        (BuildingStarted, _building_started),
        (SpellsBuilt, _spells_built),
        (OrderFixed, _order_fixed),
        (WizardActs, _wizard_acts),
        (SpellOpened, _spell_opened),
        (CardsRevealed, _cards_revealed),
        (SearchDone, _search_done),
        (TopCardAdded, _top_card_added),
        (CardJoined, _card_joined),
        (CardApplied, _card_applied),
        (CreatureReAttacks, wizards.creature_re_attacks),
        (BloodPaid, wizards.blood_paid),
        (DiceAdded, _dice_added),
        (DamageDealt, wizards.damage_dealt),
        (DamageAbsorbed, wizards.damage_absorbed),
        (Healed, wizards.healed),
        (BloodGained, wizards.blood_gained),
        (BloodStolen, wizards.blood_stolen),
        (CastleTaken, _castle_taken),
        (CastleWillYield, _castle_will_yield),
        (TreasureGained, wizards.treasure_gained),
        (TreasureTaken, wizards.treasure_taken),
        (TreasureReturned, wizards.treasure_returned),
        (TreasureOwed, wizards.treasure_owed),
        (CardTucked, wizards.card_tucked),
        (CardGiven, wizards.card_given),
        (CardDiscarded, wizards.card_discarded),
        (CreatureKept, wizards.creature_kept),
        (CreatureDiscarded, wizards.creature_discarded),
        (ReactionWorked, wizards.reaction_worked),
        (DeadDrawsGiven, wizards.dead_draws_given),
        (HitUndone, wizards.hit_undone),
        (WizardSaved, wizards.wizard_saved),
        (WizardDied, wizards.wizard_died),
        (DeadWizardDrawn, wizards.dead_wizard_drawn),
        (DeadWizardSpent, wizards.dead_wizard_spent),
        (DeadHaveDrawn, _deaths_done),
        (SpellCleared, _spell_cleared),
        (TurnEnded, _turn_ended),
        (RoundWon, _round_won),
        (RoundEnded, _round_ended),
        (ChoicePut, _choice_put),
        (Chosen, _chosen),
        (WizardLeft, wizards.wizard_left),
        (MatchDecided, _match_decided),
    )
}

evolve = by_kind(_FOLDS, _TOLD_ONLY)
