"""The language of the cards: the words and verbs of Chosen, beside those all games share.

What each operation does stands in ``operations.py``, how it reads in ``texts_ops.py``.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.core import card_language
from engine.core.messages import Message

Attribute = Literal["physique", "astral", "mental"]
Trait = Literal["level", "physique", "astral", "mental"]
"""What of an adventurer can be more or less."""
Calling = Literal["warrior", "ranger", "rogue", "bard", "mage", "priest"]
"""The class of an adventurer."""
Character = Literal["life", "order", "chaos", "death"]
CardType = Literal[
    "adventurer", "quest", "building", "tower_level", "obstacle", "event", "action_card", "ally"
]
ManoeuvreKind = Literal["siege", "capture", "quest", "fight"]
Awareness = Literal["awake", "resting", "injured"]

Whose = Literal["own", "opposing", "any"]
"""Cards of who uses the effect, of opponents [1.3], or of anybody."""
Who = Literal["you", "target", "each_opponent", "initiator"]
"""Whom an operation means among players; ``target``: the opponent who is named."""
Whom = Literal["target", "self", "bearer", "own_row", "other_team", "initiating_team"]
"""Which adventurers an operation means; ``self``: this card, ``bearer``: who has this ally,
``initiating_team``: the team that goes for the target [7.7]."""
Deed = Literal["siege", "capture", "obstruct", "attach_obstacle"]
"""What can be barred."""
Count = Literal["adventurers", "awake", "levels", "mp"]
"""What can be counted of a player."""


Amounted = card_language.Amounted[Count]
"""What is counted is the player's whose effect it is."""


class Damage(card_language.Damage[Count, Whom]):
    """Counted when the timeline has closed [8.9]."""


class Heal(card_language.Heal[Count, Whom]):
    """Take damage off that was not counted yet."""


class Cure(Message):
    """All damage is off; an injured one is resting."""

    op: Literal["cure"] = "cure"
    who: Whom


class Injure(Message):
    op: Literal["injure"] = "injure"
    who: Whom


class Wake(Message):
    op: Literal["wake"] = "wake"
    who: Whom


class Rest(Message):
    """An awake one is resting."""

    op: Literal["rest"] = "rest"
    who: Whom


class Change(Message):
    """More or less of a trait until the end of the manoeuvre."""

    op: Literal["change"] = "change"
    who: Whom
    what: Trait
    amount: int


class Strength(Message):
    """A bonus to the team that goes for the target [7.7]."""

    op: Literal["strength"] = "strength"
    amount: int


class Wall(Message):
    """The wall in the siege or capture that is running."""

    op: Literal["wall"] = "wall"
    amount: int


class SendHome(Message):
    """Out of the manoeuvre, resting [7.15]."""

    op: Literal["send_home"] = "send_home"
    who: Whom


class EndManoeuvre(Message):
    """The manoeuvre is over for nobody's gain."""

    op: Literal["end_manoeuvre"] = "end_manoeuvre"


class Draw(Amounted):
    op: Literal["draw"] = "draw"
    who: Who


class Discard(Message):
    """Cards of the hand, picked by their player or by chance."""

    op: Literal["discard"] = "discard"
    who: Who
    count: int = Field(default=1, ge=1)
    by_chance: bool = False


class Mill(Amounted):
    """The top of a Future goes to the Past, as far as the Future goes."""

    op: Literal["mill"] = "mill"
    who: Who


class Search(Message):
    """Look through the own Future and take a card of a type into the hand; it is shuffled."""

    op: Literal["search"] = "search"
    type: CardType
    show: bool = False


class Look(Message):
    """Look at the hand of a player, or at the top of the own Future."""

    op: Literal["look"] = "look"
    at: Literal["hand", "own_future"]
    count: int = Field(default=3, ge=1)


class Recover(Message):
    """Take a card of a type from the own Past into the hand."""

    op: Literal["recover"] = "recover"
    type: CardType


class ToHand(Message):
    """Adventurers into the hands of their owners."""

    op: Literal["to_hand"] = "to_hand"
    who: Whom


class ToStorage(Message):
    """The ally that is the target into its controller's Storage [2.10]."""

    op: Literal["to_storage"] = "to_storage"


class GainMp(Amounted):
    op: Literal["gain_mp"] = "gain_mp"
    who: Who


class LoseMp(Amounted):
    op: Literal["lose_mp"] = "lose_mp"
    who: Who


class Destroy(Message):
    """The target goes to its owner's Past."""

    op: Literal["destroy"] = "destroy"


class TakeControl(Message):
    """The target, an adventurer or a building, is controlled by who uses this."""

    op: Literal["take_control"] = "take_control"


class Reveal(Message):
    """The face-down target is shown to everybody."""

    op: Literal["reveal"] = "reveal"


class Neutralise(Message):
    """The act that is the target does nothing [5.6]."""

    op: Literal["neutralise"] = "neutralise"


class NeutraliseOmen(Message):
    """The Omen that is the target leaves play [10.2]."""

    op: Literal["neutralise_omen"] = "neutralise_omen"


class Forbid(Message):
    """Some players can't do something for the rest of the turn."""

    op: Literal["forbid"] = "forbid"
    who: Who
    what: Deed


class Counters(Amounted):
    """Counters on this card."""

    op: Literal["counters"] = "counters"


class StartFight(Message):
    """This adventurer goes out for a fight with the opponent that is the target [7.14]."""

    op: Literal["start_fight"] = "start_fight"


Op = Annotated[
    Damage | Heal | Cure | Injure | Wake | Rest | Change | Strength | Wall | SendHome
    | EndManoeuvre | Draw | Discard | Mill | Search | Look | Recover | ToHand | ToStorage | GainMp
    | LoseMp | Destroy | TakeControl | Reveal | Neutralise | NeutraliseOmen | Forbid | Counters
    | StartFight,
    Field(discriminator="op"),
]  # fmt: skip
Ops = tuple[Op, ...]


class Target(Message):
    """What has to be named for a text [6.1]; without one it can't be used.

    A ``level`` or ``obstacle`` lies face down; an ``event`` is no Omen [10.2].
    """

    what: Literal[
        "adventurer", "opponent", "building", "event", "omen", "ally", "obstacle", "level", "act",
    ]  # fmt: skip
    whose: Whose = "any"
    awareness: Awareness | None = None
    max_level: int | None = None
    in_manoeuvre: bool = False
    """It takes part in the manoeuvre that is running."""
    acts: tuple[Literal["summon", "obstacle"], ...] = ()
    """Of an act: of which kinds; all if empty."""


class Condition(Message):
    """What must hold for a text: so many at least of what is counted of its player."""

    count: Count
    at_least: int = Field(ge=1)


# --- what is true while a card is in play [2.12] --------------------------------------------------


class Bonus(Message):
    """More or less of a trait, or strength in a fight."""

    constant: Literal["bonus"] = "bonus"
    who: Literal["self", "bearer", "own_row", "target"]
    what: Trait
    amount: int
    when: Literal["always", "siege", "capture", "quest", "obstructing"] = "always"
    """``siege`` … ``quest``: in an initiating team of that kind."""
    calling: Calling | None = None


class WallBonus(Message):
    """Higher walls of the levels or buildings of the camp."""

    constant: Literal["wall_bonus"] = "wall_bonus"
    of: Literal["levels", "buildings"]
    amount: int


class Glory(Message):
    """DP while in play [9.1]; ``per_counter`` of them for each counter."""

    constant: Literal["glory"] = "glory"
    amount: int = Field(ge=1)
    per_counter: bool = False


class Discount(Message):
    """Its controller pays fewer MP for a kind of card or team."""

    constant: Literal["discount"] = "discount"
    on: Literal["adventurer", "building", "siege"]
    amount: int = Field(ge=1)


class Bars(Message):
    """Some players can't do something."""

    constant: Literal["bars"] = "bars"
    who: Literal["everybody", "target"]
    what: Deed


class Untouchable(Message):
    """Opponents can't name this card as a target."""

    constant: Literal["untouchable"] = "untouchable"


class WinsAt(Message):
    """So many counters on this card win the match [9.10]."""

    constant: Literal["wins_at"] = "wins_at"
    counters: int = Field(ge=1)


Constant = Annotated[
    Bonus | WallBonus | Glory | Discount | Bars | Untouchable | WinsAt,
    Field(discriminator="constant"),
]

Moment = Literal["enters", "revealed", "resource", "turn_end", "solved", "fight_won"]
"""When something happens by itself; ``revealed`` of a level, ``solved`` of a quest."""


class Clause(card_language.Conditional[Condition, Target, Op]):
    """What cards do; without a target, ``target`` means the card's own."""


class Trigger(Clause):
    """Something that happens by itself, applied at once without a timeline [2.12].

    A target is picked by the card's player at that moment.
    """

    when: Moment


class Use(Clause):
    """What a card in play is used for [2.11]."""

    sign: Literal["turning", "one_shot", "sacrifice", "repeatable"]
    mp: int = Field(default=0, ge=0)
    fast: bool = False
    """An interrupt [5.4]."""
    fight: bool = False
    """In a manoeuvre only; then it is fast."""

    @model_validator(mode="after")
    def _bounded_and_in_its_time(self) -> "Use":
        if self.sign == "repeatable" and not self.mp:
            msg = "a repeatable use costs MP, or it could be used without end"
            raise ValueError(msg)
        if self.fight and not self.fast:
            msg = "a use in a manoeuvre is fast"
            raise ValueError(msg)
        if self.fast and any(isinstance(op, StartFight) for op in self.does):
            msg = "a fight is no fast effect [7.1]"
            raise ValueError(msg)
        gone = any(getattr(op, "who", None) in {"self", "bearer"} for op in self.does)
        if self.sign == "sacrifice" and gone:
            msg = "a card that is sacrificed is not there to be meant, nor its bearer"
            raise ValueError(msg)
        return self
