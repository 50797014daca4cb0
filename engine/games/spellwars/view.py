"""What one seat, or a spectator, sees of the table."""

from dataclasses import dataclass

from engine.core.copying import Value
from engine.core.messages import Message, View
from engine.games.spellwars.cards import Card, Cards
from engine.games.spellwars.outcome import SpellWarsOutcome, outcome
from engine.games.spellwars.state import (
    Creature,
    Mode,
    Phase,
    SpellCard,
    State,
    Subject,
    Wizard,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardView(Value):
    life: int
    """0 to 25 [1.2]."""
    blood: int
    """0 to 25; it stays from round to round [1.2] [10.2]."""
    last_wizard_tokens: int
    """Rounds won."""
    kill_points: int
    """Rivals killed in the match."""
    living: bool
    out: bool
    hand_count: int
    """Cards in hand; which, only its player sees."""
    spell_count: int
    """Cards of the spell built this turn [16.3]."""
    spell: tuple[SpellCard, ...]
    """Once it is opened."""
    acted: bool
    creatures: tuple[Creature, ...]
    treasures: tuple[str, ...]
    """In front of the wizard, the oldest first."""
    tucked: Card | None
    """The card that lies under a Treasure."""
    dead_wizard_cards: tuple[str, ...]
    """Held for the next round."""
    component_payments: int
    """In this turn; at most one [6.3]."""
    treasure_payments: int
    """In this turn."""
    owed_treasures: int
    """Gained at the start of the next round."""


class QuestionView(Message):
    """The choice that is open."""

    number: int
    """Its decision is ``choice.<number>``."""
    seat: int
    """Who is asked."""
    subject: Subject
    answers: tuple[str, ...]
    """All answers for its seat; for others those that are no cards of a hand [16.1]."""


class SpellWarsView(View):
    seat: int | None
    """Whose view it is; None for a spectator."""
    mode: Mode
    dead_draw_on_death: bool
    step: Phase
    round: int
    """From 1."""
    turn: int
    """Of the round, from 1."""
    order: tuple[int, ...]
    """Of this turn, once all have built."""
    acting: int | None
    """The seat that acts; None while spells are built."""
    castle_owner: int | None
    """The seat that has the Castle; None: nobody."""
    castle_yield: int
    """Blood that the Castle gives at the end of this turn."""
    more_dice: int
    """Dice added to the acting wizard's Power Rolls [6.6]."""
    affected: int | None
    """Whom the spell under way has affected last [7.6]."""
    first_to_fall: int | None
    """Who died first in this round."""
    last_winner: int | None
    """Of the round before."""
    wizards: tuple[WizardView, ...]
    hand: Cards | None
    """The viewer's own [16.1]."""
    built: tuple[SpellCard, ...] | None
    """The viewer's own spell, once all have built."""
    spell_deck_count: int
    """All that is known of a deck [16.2]."""
    discard: Cards
    """The last is the newest [16.4]."""
    treasure_deck_count: int
    """Cards in it."""
    dead_wizard_deck_count: int
    """Cards in it."""
    question: QuestionView | None
    outcome: SpellWarsOutcome | None


def view(state: State, seat: int | None) -> SpellWarsView:
    """Return what a seat sees, or what everybody sees if it is None; from the deal on."""
    own = None if seat is None else state.wizards[seat]
    return SpellWarsView(
        seat=seat,
        mode=state.mode,
        dead_draw_on_death=state.dead_draw_on_death,
        step=state.step,
        round=state.round,
        turn=state.turn,
        order=state.order,
        acting=state.acting,
        castle_owner=state.castle_owner,
        castle_yield=state.castle_yield,
        more_dice=state.more_dice,
        affected=state.affected,
        first_to_fall=state.first_to_fall,
        last_winner=state.last_winner,
        wizards=tuple(_wizard(wizard) for wizard in state.wizards),
        hand=None if own is None else own.hand,
        built=None if own is None else own.spell,
        spell_deck_count=len(state.spell_deck),
        discard=state.discard,
        treasure_deck_count=len(state.treasure_deck),
        dead_wizard_deck_count=len(state.dead_wizard_deck),
        question=_question(state, seat),
        outcome=outcome(state),
    )


def turn(state: State) -> str | None:
    """Return the turn that a state belongs to, in words; None before the first of a round."""
    return f"round {state.round}, turn {state.turn}" if state.turn else None


def _wizard(wizard: Wizard) -> WizardView:
    return WizardView(
        life=wizard.life,
        blood=wizard.blood,
        last_wizard_tokens=wizard.last_wizard_tokens,
        kill_points=wizard.kill_points,
        living=wizard.living,
        out=wizard.out,
        hand_count=len(wizard.hand),
        spell_count=len(wizard.spell),
        spell=wizard.spell if wizard.opened else (),
        acted=wizard.opened,
        creatures=wizard.creatures,
        treasures=wizard.treasures,
        tucked=wizard.tucked,
        dead_wizard_cards=wizard.dead_wizard_cards,
        component_payments=wizard.component_payments,
        treasure_payments=wizard.treasure_payments,
        owed_treasures=wizard.owed_treasures,
    )


def _question(state: State, seat: int | None) -> QuestionView | None:
    question = state.question
    if question is None:
        return None
    answers = question.answers if seat in question.seats else question.picks
    return QuestionView(
        number=question.number, seat=question.seats[0], subject=question.subject, answers=answers
    )
