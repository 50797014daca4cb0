"""The language of the cards: the words and verbs of Spell Wars, beside those all games share.

A text is read in this order: its payment is offered, its target named, its Power Roll made; then
its operations work. What each does stands in ``operations.py``, how it reads in ``texts.py``.
"""

from itertools import chain
from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.core import card_language
from engine.core.messages import Message

Glyph = Literal["arcane", "dark", "elemental", "illusion", "primal"]
Place = Literal["source", "quality", "delivery"]
"""A component's type, which is also its place in a spell."""
Band = Literal["low", "mid", "high"]

Aim = Literal[
    "left",
    "right",
    "strongest",
    "weakest",
    "any",
    "chance",
    "another",
    "acted",
    "most_blood",
    "most_treasures",
    "most_creatures",
    "castle_owner",
    "not_castle_owner",
    "no_creature",
]
"""Which rival is the target of a text [7.2]; ``chance`` is a die's choice, ``another`` one that the
spell has not affected last [7.6]."""
Many = Literal["each", "each_other", "each_acted", "each_no_creature"]
"""Several rivals at once; ``each_other`` spares the text's target."""
Whom = Literal["target", "killer", "self"] | Many
"""Whom an operation means: the text's target, the killer (in Reactions), the caster, or several."""

Count = Literal[
    "creatures_in_hand",
    "treasures_in_play",
    "dead_wizards",
    "tokens",
    "fives_of_life",
    "blood_paid",
    "first_to_fall",
]
"""What can be counted [6.12]; ``fives_of_life`` are the target's, ``first_to_fall`` is 1 or 0."""


Amounted = card_language.Amounted[Count]


class Damage(card_language.Damage[Count, Whom]):
    """An action of its own for those it means [8.5]."""


class Heal(card_language.Heal[Count, Literal["self"]]):
    """The caster's own Life."""

    who: Literal["self"] = "self"


class GainBlood(Amounted):
    op: Literal["gain_blood"] = "gain_blood"


class StealBlood(Amounted):
    op: Literal["steal_blood"] = "steal_blood"
    who: Whom


class TakeCastle(Message):
    op: Literal["take_castle"] = "take_castle"


class GainTreasure(Message):
    op: Literal["gain_treasure"] = "gain_treasure"


class TakeTreasure(Message):
    """One of the target's, which the caster picks."""

    op: Literal["take_treasure"] = "take_treasure"


class SwapTreasure(Message):
    """Put this very Treasure under the deck and gain the top one."""

    op: Literal["swap_treasure"] = "swap_treasure"


class GiveCard(Message):
    """Rivals give the caster a card of a type from their hands, if they have one."""

    op: Literal["give_card"] = "give_card"
    who: Many
    type: Place


class DiscardCard(Message):
    """Rivals discard a card of a type from their hands, if they have one."""

    op: Literal["discard_card"] = "discard_card"
    who: Many
    type: Place


class TuckCard(Message):
    """The caster may put a component of the hand under this very Treasure."""

    op: Literal["tuck_card"] = "tuck_card"


class AddFromHand(Message):
    """The caster may add a card of a type from the hand to the spell."""

    op: Literal["add_from_hand"] = "add_from_hand"
    type: Place


class AddRevealed(Message):
    """Reveal cards until one of a type appears; it joins the spell."""

    op: Literal["add_revealed"] = "add_revealed"
    type: Place


class Banish(Message):
    """The target loses a Creature, which the caster picks."""

    op: Literal["banish"] = "banish"


class MoreDice(Message):
    """Later Power Rolls of this turn of the caster have more dice."""

    op: Literal["more_dice"] = "more_dice"
    count: int = Field(ge=1)


class Keep(Message):
    """The Creature stays in front of its owner."""

    op: Literal["keep"] = "keep"


class OweTreasure(Message):
    """A Treasure at the start of the next round."""

    op: Literal["owe_treasure"] = "owe_treasure"
    only_without_token: bool = False


class DrawDeadWizards(Message):
    op: Literal["draw_dead_wizards"] = "draw_dead_wizards"
    count: int = Field(ge=1)


class CreatureTakesHit(Message):
    """A Creature in the same spell is discarded instead of its wizard."""

    op: Literal["creature_takes_hit"] = "creature_takes_hit"


class Survive(Message):
    """Stay alive with 1 Life."""

    op: Literal["survive"] = "survive"


class CastleYield(Message):
    """What the Castle gives at the end of this turn."""

    op: Literal["castle_yield"] = "castle_yield"
    amount: int = Field(ge=1)


Op = Annotated[
    Damage
    | Heal
    | GainBlood
    | StealBlood
    | TakeCastle
    | GainTreasure
    | TakeTreasure
    | SwapTreasure
    | GiveCard
    | DiscardCard
    | TuckCard
    | AddFromHand
    | AddRevealed
    | Banish
    | MoreDice
    | Keep
    | OweTreasure
    | DrawDeadWizards
    | CreatureTakesHit
    | Survive
    | CastleYield,
    Field(discriminator="op"),
]
Ops = tuple[Op, ...]


class Pay(Message):
    """A payment in Blood that a text offers before anything else [6.2]."""

    cost: Annotated[int, Field(ge=1)] | Literal["x"]
    mode: Literal["double", "also", "instead"]
    """Doubles the text's numbers, adds operations, or replaces the text's."""
    then: Ops = ()

    @model_validator(mode="after")
    def _operations_where_they_work(self) -> "Pay":
        if (self.mode == "double") == bool(self.then):
            msg = "a payment for `also` or `instead` has operations, one that doubles has none"
            raise ValueError(msg)
        return self


class Castle(Message):
    """What only the owner of the Castle gets of a text [10.5]."""

    mode: Literal["also", "instead"]
    then: Annotated[Ops, Field(min_length=1)]


class Roll(Message):
    """A Power Roll: exactly one band works [6.7]."""

    low: Ops
    mid: Ops
    high: Ops


class Text(card_language.Clause[Aim, Op]):
    """What a component does when it is applied."""

    pay: Pay | None = None
    roll: Roll | None = None
    does: Ops = ()
    castle: Castle | None = None

    @model_validator(mode="after")
    def _bands_are_not_replaced(self) -> "Text":
        replaced = any(part and part.mode == "instead" for part in (self.pay, self.castle))
        if self.roll and (self.does or replaced):
            msg = "a text with a Power Roll does what its bands say, and more only with `also`"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _a_target_is_named_where_one_is_meant(self) -> "Text":
        parts = [self.does, *(part.then for part in (self.pay, self.castle) if part)]
        if self.roll:
            parts += [self.roll.low, self.roll.mid, self.roll.high]
        if any(map(_means_a_target, chain.from_iterable(parts))) != (self.target is not None):
            msg = "a text names a target if its operations mean one, and only then"
            raise ValueError(msg)
        return self


def _means_a_target(op: Op) -> bool:
    counts = isinstance(op, card_language.Amounted) and op.per == "fives_of_life"
    aimed = isinstance(op, Damage | StealBlood) and op.who in {"target", "each_other"}
    return counts or aimed or isinstance(op, TakeTreasure | Banish)


class Component(Message):
    """A Source, Quality or Delivery."""

    id: str
    name: str
    type: Place
    glyph: Glyph
    initiative: int | None = None
    """Of a Delivery [4.2]."""
    text: Text
    reaction: Ops = ()
    """What it does if its owner dies before it is applied [12.4]."""

    @model_validator(mode="after")
    def _deliveries_have_an_initiative(self) -> "Component":
        if (self.type == "delivery") != (self.initiative is not None):
            msg = f"{self.id}: a Delivery, and nothing else, has an initiative"
            raise ValueError(msg)
        return self


Moment = Literal["opening", "first", "last", "closing", "turn_end"]
"""When something of a Treasure happens [11.6]: before its owner's spell is opened, then too if
nobody has acted before, after the spell if nobody is left to act, after the spell in any case, and
at the end of the turn."""
Condition = Literal["weakest", "castle_owner", "no_blood"]


class RerollOnes(Message):
    passive: Literal["reroll_ones"] = "reroll_ones"


class CreatureDamage(Message):
    passive: Literal["creature_damage"] = "creature_damage"
    more: int


class KillBlood(Message):
    passive: Literal["kill_blood"] = "kill_blood"
    more: int


class HighRollBlood(Message):
    passive: Literal["high_roll_blood"] = "high_roll_blood"
    at_least: int
    blood: int


class GlyphDie(Message):
    """One die more for cards of a glyph."""

    passive: Literal["glyph_die"] = "glyph_die"
    glyph: Glyph


class Tuck(Message):
    """The card under it lends its glyph."""

    passive: Literal["tuck"] = "tuck"


class WildFindsTwo(Message):
    passive: Literal["wild_finds_two"] = "wild_finds_two"


class CreatureLife(Message):
    """Heals its owner whenever a Creature of theirs is kept."""

    passive: Literal["creature_life"] = "creature_life"
    heal: int


Passive = Annotated[
    RerollOnes
    | CreatureDamage
    | KillBlood
    | HighRollBlood
    | GlyphDie
    | Tuck
    | WildFindsTwo
    | CreatureLife,
    Field(discriminator="passive"),
]


class PaidUse(card_language.Clause[Aim, Op]):
    """Something to pay for at a moment of the own initiative turn [11.5]."""

    cost: int = Field(ge=1)
    when: Literal["opening", "closing", "rolled", "unkept"]
    """``rolled``: after an own Power Roll, to roll one die again; ``unkept``: when an own
    Creature's roll does not keep it, to keep it."""
    does: Ops = ()

    @model_validator(mode="after")
    def _dice_and_creatures_need_no_operations(self) -> "PaidUse":
        after_a_roll = self.when in {"rolled", "unkept"}
        if after_a_roll == bool(self.does) or (after_a_roll and self.target is not None):
            msg = "a Treasure paid for after a roll has no operations or target, any other has some"
            raise ValueError(msg)
        return self


class Timed(card_language.Conditional[Condition, Aim, Op]):
    """Something that happens by itself whenever a moment comes [11.6]."""

    when: Moment


class Treasure(Message):
    id: str
    name: str
    passive: Passive | None = None
    paid: PaidUse | None = None
    timed: Timed | None = None
    gained: Ops = ()
    """What it does at once when it is gained [11.3]."""


class DeadWizard(Message):
    """A kind of card for the dead: works at once, or in the next round [13.2]."""

    id: str
    name: str
    copies: int = Field(ge=1)
    at_once: Ops = ()
    next_round: Literal["creature", "winner_draws_fewer", "top_card", "creature_die"] | None = None
