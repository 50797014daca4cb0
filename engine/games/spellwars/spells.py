"""The initiative turn of a wizard: its spell, its Creatures, its Treasures [5] [9] [11]."""

from typing import Literal

from engine.core.question import card_of, card_picks
from engine.games.spellwars.cards import DEAD, PLACES, TREASURE, WILD, Card, name_of
from engine.games.spellwars.events_effects import BloodPaid, DeadWizardSpent
from engine.games.spellwars.events_flow import (
    CardApplied,
    CreatureReAttacks,
    Placed,
    SearchDone,
    SpellCleared,
    SpellOpened,
    TopCardAdded,
    WizardActs,
)
from engine.games.spellwars.ops import Moment
from engine.games.spellwars.piles import refill, search
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import (
    Creature,
    SpellCard,
    State,
    Subject,
)
from engine.games.spellwars.tasks import Apply, Do, Offer, Task


def next_wizard(run: Run) -> None:
    """Let the next in the order act, or end the turn [5.1]."""
    state = run.state
    waiting = (s for s in state.order if state.wizards[s].living and not state.wizards[s].opened)
    seat = next(waiting, None)
    if seat is None:
        run.then_do("end")
        return
    run.add(WizardActs(seat=seat))
    run.then_do("opening", "open", "cards", "re_attacks", "closing", "clear", "next")


def opening(run: Run, _task: Do, seat: int) -> None:
    """Let Treasures work before the spell is opened [11.6]."""
    first = not any(wizard.opened for wizard in run.state.wizards)
    moments: tuple[Moment, ...] = ("opening", "first") if first else ("opening",)
    _use_treasures(run, seat, moments, "opening")


def open_spell(run: Run, _task: Do, seat: int) -> None:
    """Open the spell and replace its Wild Magic [5.2]; add what a Dead Wizard card gives."""
    spell = run.wizard(seat).spell
    name = " ".join(name_of(card.card) for card in spell)
    cards = tuple(Placed(card=card.card, place=card.place) for card in spell)
    run.add(SpellOpened(seat=seat, name=name, cards=cards))
    want = 2 if run.wizard(seat).effect("wild_finds_two") else 1  # [11.4]
    for card in spell:
        if card.card == WILD:
            found = SearchDone(seat=seat, type=card.place, found=(), into="spell", wild=card.n)
            search(run, found, want)
    for waiting in run.wizard(seat).dead_wizard_cards:
        if DEAD[waiting].next_round == "top_card":  # [13.4]
            _add_top_card(run, seat)
            run.add(DeadWizardSpent(seat=seat, card=waiting))


def _add_top_card(run: Run, seat: int) -> None:
    """Add the first card that is no Wild Magic, if need be from the discard pile [1.8]."""
    card = None
    while card is None and refill(run):
        deck = run.state.spell_deck
        wild = next((at for at, card in enumerate(deck) if card != WILD), len(deck))
        card = deck[wild] if wild < len(deck) else None
        run.add(TopCardAdded(seat=seat, wild=wild, card=card))


def apply_cards(run: Run, task: Do, seat: int) -> None:
    """Apply the next card: the leftmost type first, the caster chooses among equals [5.3] [5.4]."""
    wizard = run.wizard(seat)
    left = [card for card in wizard.spell if not card.applied and card.card != WILD]
    if not left:
        return
    place = min((card.place for card in left), key=PLACES.index)
    at_once = [card for card in left if card.place == place]
    chosen = _ordered(run, task, seat, at_once)
    if chosen is None:
        return
    run.add(CardApplied(seat=seat, n=chosen.n, card=chosen.card))
    run.then(Apply(by=seat, card=chosen.card, n=chosen.n), Do(what="cards"))


def re_attacks(run: Run, task: Do, seat: int) -> None:
    """Let the next Creature of an earlier turn attack again [5.7] [9.4]."""
    wizard = run.wizard(seat)
    left = [creature for creature in wizard.creatures if not creature.attacked]
    if not left:
        return
    chosen = _ordered(run, task, seat, left)
    if chosen is None:
        return
    run.add(CreatureReAttacks(seat=seat, n=chosen.n, card=chosen.card))
    run.then(Apply(by=seat, card=chosen.card, n=chosen.n, re_attack=True), Do(what="re_attacks"))


def _ordered(
    run: Run, task: Do, seat: int, choices: list[SpellCard] | list[Creature]
) -> SpellCard | Creature | None:
    """Return which of several comes next, or None after asking; equal ones are no choice."""
    by_card: dict[Card, SpellCard | Creature] = {}
    for choice in choices:
        by_card.setdefault(choice.card, choice)
    picks = card_picks(by_card)
    answer = run.ask(task, (seat,), Subject(about="order", by=seat), picks)
    return None if answer is None else by_card[card_of(answer)]


def closing(run: Run, _task: Do, seat: int) -> None:
    """Let Treasures work after the spell [11.6]."""
    state = run.state
    last = all(state.wizards[other].opened for other in state.living)
    moments: tuple[Moment, ...] = ("last", "closing") if last else ("closing",)
    _use_treasures(run, seat, moments, "closing")


def _use_treasures(
    run: Run, seat: int, moments: tuple[Moment, ...], when: Literal["opening", "closing"]
) -> None:
    if run.wizard(seat).treasures:
        run.then(*timed(run.state, seat, moments), Offer(seat=seat, when=when))


def clear(run: Run, _task: Do, seat: int) -> None:
    """Discard what was not kept of the spell [5.8]."""
    wizard = run.wizard(seat)
    if wizard.spell:
        kept = {creature.n for creature in wizard.creatures}
        discarded = tuple(card.card for card in wizard.spell if card.n not in kept)
        run.add(SpellCleared(seat=seat, discarded=discarded))


def timed(state: State, seat: int, moments: tuple[Moment, ...]) -> tuple[Task, ...]:
    """Return what Treasures do by themselves at such moments [11.6]."""
    uses = ((treasure, TREASURE[treasure].timed) for treasure in state.wizards[seat].treasures)
    return tuple(
        Apply(by=seat, card=treasure, part="timed")
        for treasure, use in uses
        if use and use.when in moments
    )


def offer(run: Run, task: Offer) -> None:
    """Offer the Treasures that can be paid for at this moment [11.5]."""
    wizard = run.wizard(task.seat)
    uses = wizard.payable(task.when) if wizard.living else {}
    if not uses:
        return
    subject = Subject(about="use", by=task.seat)
    picks = ("none", *(f"treasure:{treasure}" for treasure in uses))
    answer = run.ask(task, (task.seat,), subject, picks)
    if answer is None or answer == "none":
        return
    treasure = answer.removeprefix("treasure:")
    cost = uses[treasure].cost
    run.add(BloodPaid(seat=task.seat, amount=cost, card=treasure, what="treasure"))
    run.then(Apply(by=task.seat, card=treasure, part="paid"))
