"""The table: everything the rules know, folded from events."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.core.copying import Value
from engine.core.question import Question as BaseQuestion
from engine.games.spellwars.cards import TREASURE, Card, Cards
from engine.games.spellwars.ops import PaidUse, Passive, Place
from engine.games.spellwars.tasks import Agenda

Mode = Literal["classic", "quick"]
Phase = Literal["setup", "build", "act", "over"]
About = Literal[
    "pay", "target", "absorb", "order", "reroll", "keep", "use", "take", "banish", "give",
    "discard", "add", "tuck", "sacrifice",
]  # fmt: skip
"""What a choice is about."""

MIN_SEATS: Final = 2  # [1.1]
MAX_SEATS: Final = 6
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
LIFE = 20
MAX_LIFE = 25
MAX_BLOOD = 25
HAND = 8
COMPONENT_PAYMENTS_PER_TURN = 1  # [6.3]
TREASURE_PAYMENTS_PER_TURN = 1  # [11.5]


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class SpellCard(Value):
    n: int
    """Its number: a handle that is new with each spell, and the Creature's that is kept of it."""
    card: Card
    """One of the 93, by its id."""
    place: Place
    applied: bool = False
    """Its text was begun; it has no Reaction any more."""


@dataclass(frozen=True, kw_only=True)
class Creature(Value):
    """A Delivery in front of its owner."""

    n: int
    """Its number: that of the Delivery in the spell it came from."""
    card: Card
    """The Delivery."""
    attacked: bool = True
    """It came or attacked in this turn, so it doesn't (again)."""


@dataclass(frozen=True, kw_only=True)
class Wizard(Value):
    life: int = LIFE
    blood: int = 0
    last_wizard_tokens: int = 0
    """Last Wizard tokens: the rounds won."""
    kill_points: int = 0
    """Rivals killed in the match."""
    hand: Cards = ()
    """In the order the cards came."""
    spell: tuple[SpellCard, ...] = ()
    """In the order the cards joined it."""
    opened: bool = False
    """The spell was opened this turn: the wizard has acted [7.5]."""
    creatures: tuple[Creature, ...] = ()
    treasures: tuple[str, ...] = ()
    tucked: Card | None = None
    """What lies under a Treasure."""
    dead_wizard_cards: tuple[str, ...] = ()
    """Dead Wizard cards that wait for their moment."""
    dead: bool = False
    out: bool = False
    """Its player has left the match [14.7]."""
    component_payments: int = 0
    """Of this turn [6.3]."""
    treasure_payments: int = 0
    owed_treasures: int = 0
    """Gained at the start of the next round."""
    draws: int = 0
    """Dead Wizard cards still to be drawn."""

    @property
    def living(self) -> bool:
        """Alive, and not dying [7.1]."""
        return self.life > 0 and not self.dead

    @property
    def belongings(self) -> Cards:
        """All cards of the spell deck that the wizard has, in the order they are discarded.

        The hand by id: the order in which its cards came is nobody else's business [17.5].
        """
        in_spell = {card.n for card in self.spell}
        return (
            *sorted(self.hand),
            *(card.card for card in self.spell),
            *(creature.card for creature in self.creatures if creature.n not in in_spell),
            *(() if self.tucked is None else (self.tucked,)),
        )

    @property
    def effects(self) -> tuple[Passive, ...]:
        """What Treasures do for the wizard all the time [11.4]."""
        found = (TREASURE[treasure].passive for treasure in self.treasures)
        return tuple(effect for effect in found if effect is not None)

    def effect(self, passive: str) -> Passive | None:
        """Return the effect of this kind, or None."""
        return next((effect for effect in self.effects if effect.passive == passive), None)

    def payable(self, when: str) -> dict[str, PaidUse]:
        """Return the Treasures that may be paid for at such a moment now [11.5]."""
        if self.treasure_payments >= TREASURE_PAYMENTS_PER_TURN:
            return {}
        uses = ((treasure, TREASURE[treasure].paid) for treasure in self.treasures)
        return {
            treasure: use
            for treasure, use in uses
            if use is not None and use.when == when and use.cost <= self.blood
        }


@dataclass(frozen=True, kw_only=True)
class Dying(Value):
    """One in the line of those who have no Life left [12.1]."""

    seat: int
    killer: int
    before: int
    """Life before the deadly dealing."""


@dataclass(frozen=True, kw_only=True)
class Subject(Value):
    """What a choice is about; everybody may know it."""

    about: About
    card: str | None = None
    """The card whose text asks; None where the answers name the cards."""
    by: int | None = None
    """The seat whose text it is: the dealer of damage, who demands a card."""
    amount: int | None = None
    """The damage that is coming, or the Blood it costs."""
    dice: tuple[int, ...] = ()
    """Of which one may be rolled again."""
    of: str | None = None
    """The card whose roll it is, or the Creature that would go."""
    rival: int | None = None
    """Whose Treasure or Creature is picked."""
    type: Place | None = None
    """Of the card that is wanted."""


@dataclass(frozen=True, kw_only=True)
class Question(BaseQuestion):
    """A choice of one seat."""

    subject: Subject

    @property
    def id(self) -> str:
        """The name of the decision [17.3]."""
        return f"choice.{self.number}"


@dataclass(frozen=True, kw_only=True)
class State(Value):
    mode: Mode = "classic"
    dead_draw_on_death: bool = True
    step: Phase = "setup"
    """``build``: spells are built in secret; ``act``: a choice is open."""
    round: int = 0
    turn: int = 0
    """Of the round."""
    wizards: tuple[Wizard, ...] = ()
    """One a seat."""

    spell_deck: Cards = ()
    """The first card is the top, as in all decks."""
    discard: Cards = ()
    """The last card is the newest."""
    aside: Cards = ()
    """Cards being revealed."""
    treasure_deck: tuple[str, ...] = ()
    dead_wizard_deck: tuple[str, ...] = ()

    castle_owner: int | None = None
    """The owner's seat."""
    castle_yield: int = 1
    """Blood that the Castle gives at the end of this turn."""
    order: tuple[int, ...] = ()
    """Who acts when this turn."""
    acting: int | None = None
    more_dice: int = 0
    """Dice added for the rest of the acting wizard's turn."""
    affected: int | None = None
    """The rival whom the acting wizard's spell has affected last."""
    dying: tuple[Dying, ...] = ()
    fallen: tuple[int, ...] = ()
    """Who draws Dead Wizard cards, in order."""
    first_to_fall: int | None = None
    """Who died first in this round."""
    last_winner: int | None = None
    """Of the round before."""

    handles: int = 0
    """Numbers given to cards of spells so far."""
    questions: int = 0
    """Choices put so far."""
    question: Question | None = None
    agenda: Agenda = ()
    """What is left to do when the question is answered; the last task comes first."""
    end: Literal["tokens", "rounds", "last_player"] | None = None
    """Why the match is over."""

    @property
    def seats(self) -> int:
        return len(self.wizards)

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(
            [s for s, wizard in enumerate(self.wizards) if wizard.life and not wizard.dead]
        )

    @property
    def players(self) -> tuple[int, ...]:
        """Seats whose players have not left."""
        return tuple(seat for seat, wizard in enumerate(self.wizards) if not wizard.out)

    @property
    def builders(self) -> tuple[int, ...]:
        """Who builds a spell in this turn [3.1] [3.4]."""
        return tuple([seat for seat in self.living if self.wizards[seat].hand])

    def rivals(self, seat: int) -> tuple[int, ...]:
        """Return the living others, clockwise from a seat [7.1]."""
        living = self.living
        return tuple([s for s in living if s > seat] + [s for s in living if s < seat])


def pieces(state: State) -> Counter[str]:
    """Count all cards there are, wherever they lie."""
    count: Counter[str] = Counter()
    for pile in (state.spell_deck, state.discard, state.aside, state.treasure_deck):
        count.update(pile)
    count.update(state.dead_wizard_deck)
    for wizard in state.wizards:
        count.update(wizard.belongings)
        count.update(wizard.treasures)
        count.update(wizard.dead_wizard_cards)
    return count
