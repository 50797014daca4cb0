"""What one seat, or a spectator, sees of the table."""

from dataclasses import dataclass

from engine.core.messages import Message, View
from engine.games.spellwars.cards import Card, Cards
from engine.games.spellwars.rules import SpellWarsOutcome, outcome
from engine.games.spellwars.state import Creature, Kind, Mode, SpellCard, State, Step, Wizard


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardView:
    life: int
    blood: int
    tokens: int
    kills: int
    living: bool
    out: bool
    hand_count: int
    spell_count: int
    """Cards of the spell built this turn [16.3]."""
    spell: tuple[SpellCard, ...]
    """Once it is opened."""
    acted: bool
    creatures: tuple[Creature, ...]
    treasures: tuple[str, ...]
    tucked: Card | None
    dead_cards: tuple[str, ...]
    paid_component: bool
    paid_treasure: bool
    owed_treasures: int


class QuestionView(Message):
    """The choice that is open."""

    seat: int
    kind: Kind
    card: str
    """The card it is about."""
    answers: tuple[str, ...] | None
    """All answers for its seat; for others those that are no cards of a hand [16.1]."""


class SpellWarsView(View):
    seat: int | None
    """Whose view it is; None for a spectator."""
    mode: Mode
    step: Step
    round: int
    turn: int
    order: tuple[int, ...]
    """Of this turn, once all have built."""
    acting: int | None
    castle: int | None
    """The owner of the Castle."""
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
    dead_deck_count: int
    question: QuestionView | None
    outcome: SpellWarsOutcome | None


def view(state: State, seat: int | None) -> SpellWarsView:
    """Return what a seat sees, or what everybody sees if it is None; from the deal on."""
    own = None if seat is None else state.wizards[seat]
    return SpellWarsView(
        seat=seat,
        mode=state.mode,
        step=state.step,
        round=state.round,
        turn=state.turn,
        order=state.order,
        acting=state.acting,
        castle=state.castle,
        wizards=tuple(_wizard(wizard) for wizard in state.wizards),
        hand=None if own is None else own.hand,
        built=None if own is None else own.spell,
        spell_deck_count=len(state.spell_deck),
        discard=state.discard,
        treasure_deck_count=len(state.treasure_deck),
        dead_deck_count=len(state.dead_deck),
        question=_question(state, seat),
        outcome=outcome(state),
    )


def _wizard(wizard: Wizard) -> WizardView:
    return WizardView(
        life=wizard.life,
        blood=wizard.blood,
        tokens=wizard.tokens,
        kills=wizard.kills,
        living=wizard.living,
        out=wizard.out,
        hand_count=len(wizard.hand),
        spell_count=len(wizard.spell),
        spell=wizard.spell if wizard.opened else (),
        acted=wizard.opened,
        creatures=wizard.creatures,
        treasures=wizard.treasures,
        tucked=wizard.tucked,
        dead_cards=wizard.dead_cards,
        paid_component=wizard.paid_component,
        paid_treasure=wizard.paid_treasure,
        owed_treasures=wizard.owed_treasures,
    )


def _question(state: State, seat: int | None) -> QuestionView | None:
    question = state.question
    if question is None:
        return None
    answers = question.answers if question.seat == seat else question.picks
    return QuestionView(seat=question.seat, kind=question.kind, card=question.card, answers=answers)
