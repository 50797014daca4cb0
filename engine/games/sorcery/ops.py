"""The language of the spells: a closed vocabulary of operations and traits as data.

An operation happens once, a trait holds while a spell lasts or is memorised. Both are values with
a closed set of fields and hold no state. What an operation does stands in ``operations.py``, what a
trait changes in ``traits.py``, how both read in ``texts_ops.py``. Distances are inches here, as on
the cards.
"""

from typing import Annotated, Final, Literal, Never, get_args

from pydantic import AfterValidator, Field, model_validator

from engine.core import card_language
from engine.core.messages import Message

Ability = Literal[
    "focus", "spellbreach", "syphon_energy", "wrath_of_nature", "mana_harmony",
    "magestone_trance", "ancient_lore", "mind_probe", "pact", "confusion",
    "toughness", "flight", "stealth", "mend", "fearless",
]  # fmt: skip
Value = Literal["speed", "attack", "defence", "damage", "ranged_damage", "range"]
"""What of a figure can be modified [7.3]."""
VALUES: Final[tuple[Value, ...]] = get_args(Value)
Side = Literal["enemies", "friends", "all"]
"""Figures as seen from the player who cast the spell; his own are friends."""
SpellType = Literal["sorcery", "enchantment", "glyph", "illusion"]
Act = Literal["move", "close_combat", "ranged_combat", "cast", "counter"]
"""What a trait can bar."""
Inches = Annotated[int, Field(ge=1, le=36)]
Points = Annotated[int, Field(ge=1)]
NoDice = Annotated[int, Field(ge=0, le=0)]
"""Spells roll dice for attacks only."""
Whom = Literal["marked", "caster", "near"]
"""Whom an operation means: the targets that were marked, the caster, or all figures that are near
(``Way.near``)."""


class Near(Message):
    """All figures of a side whose centres are so near to the middle."""

    middle: Literal["marked", "caster"]
    """``marked``: the first marked target."""
    inches: Inches
    side: Side
    with_middle: bool = True
    """Whether the figure in the middle is among them."""


class Strike(Message):
    """An attack on each [12.8]; a hit deals so much, or the caster's ranged damage."""

    op: Literal["strike"] = "strike"
    who: Whom
    bonus: int = Field(default=0, ge=-3, le=3)
    damage: int | None = Field(default=None, ge=1)


class Damage(card_language.Damage[Never, Whom]):
    flat: Points = 0  # which the common language refuses
    dice: NoDice = 0
    irreducible: bool = False


class Heal(card_language.Heal[Never, Whom]):
    flat: Points = 0  # which the common language refuses
    dice: NoDice = 0


class Shove(Message):
    """Each is moved straight away from the caster or towards him, until something is in its way."""

    op: Literal["shove"] = "shove"
    who: Whom
    inches: Inches
    toward: bool = False


class Leap(Message):
    """The marked target, or the caster, is put on the marked place [12.4]."""

    op: Literal["leap"] = "leap"
    who: Literal["marked", "caster"]


class Turn(Message):
    """Each turns its front to the caster, or its rear."""

    op: Literal["turn"] = "turn"
    who: Whom
    rear: bool = False


class Tire(Message):
    """Each gets an action token, if it has fewer than two; no pushing comes of it."""

    op: Literal["tire"] = "tire"
    who: Whom


class Rest(Message):
    """One action token of each is taken off."""

    op: Literal["rest"] = "rest"
    who: Whom


class Muddle(Message):
    """The memorised spell of each one's book is turned face down."""

    op: Literal["muddle"] = "muddle"
    who: Whom


class Expose(Message):
    """The memorised spell of each one's book is shown to everybody."""

    op: Literal["expose"] = "expose"
    who: Whom


class Recall(Message):
    """All spells in the caster's book are turned face up."""

    op: Literal["recall"] = "recall"


class Dispel(Message):
    """Enchantments on those meant end; or all glyphs of a side; or all illusions of a side."""

    op: Literal["dispel"] = "dispel"
    what: Literal["enchantment", "glyph", "illusion"]
    who: Whom | None = None
    side: Side = "all"

    @model_validator(mode="after")
    def _whom_for_enchantments(self) -> "Dispel":
        if (self.what == "enchantment") != (self.who is not None):
            msg = "`who` says on whom enchantments end; glyphs and illusions are told by `side`"
            raise ValueError(msg)
        return self


Op = Annotated[
    Strike | Damage | Heal | Shove | Leap | Turn | Tire | Rest | Muddle | Expose | Recall | Dispel,
    Field(discriminator="op"),
]
Ops = tuple[Op, ...]


def _not_zero(amount: int) -> int:
    if not amount:
        msg = "0 more changes nothing: give 1 to 3 or -1 to -3"
        raise ValueError(msg)
    return amount


class Modify(Message):
    """More or less of a value [7.3]."""

    trait: Literal["modify"] = "modify"
    value: Value
    amount: Annotated[int, Field(ge=-3, le=3), AfterValidator(_not_zero)]


class Grant(Message):
    """An ability more."""

    trait: Literal["grant"] = "grant"
    ability: Ability


class Deny(Message):
    """An ability that does not work."""

    trait: Literal["deny"] = "deny"
    ability: Ability


class Bar(Message):
    """Something that can't be done."""

    trait: Literal["bar"] = "bar"
    act: Act


class Sight(Message):
    """No line of fire is longer. Of illusions only."""

    trait: Literal["sight"] = "sight"
    inches: Inches


class Cover(Message):
    """Lines of fire to it are hindered [6.5]."""

    trait: Literal["cover"] = "cover"


class Rough(Message):
    """Moving costs double, as in hindering terrain [5.4]."""

    trait: Literal["rough"] = "rough"


class Save(Message):
    """What would eliminate it leaves it at its last click; then the spell is spent [12.10]."""

    trait: Literal["save"] = "save"


Trait = Annotated[
    Modify | Grant | Deny | Bar | Sight | Cover | Rough | Save, Field(discriminator="trait")
]
Traits = tuple[Trait, ...]


class Aim(Message):
    """Which figures are marked [12.7]."""

    who: Literal["enemy", "friend", "any"]
    """``friend`` and ``any`` include the caster."""
    most: int = Field(default=1, ge=1, le=3)
    """One at least, so many at most."""
    touching: bool = False
    """In contact with the caster instead of within range."""
    blind: bool = False
    """Neither line of fire nor front arc is needed."""
    sorcerer: bool = False
    """Only figures with a book."""


class Spot(Message):
    """A place is marked: where the one who leaps lands, so near to where he stands."""

    inches: Inches


class Lasting(Message):
    """What an enchantment, glyph or illusion does while it is out."""

    rounds: int | None = Field(default=None, ge=1, le=9)
    """None: until something else ends it [13.11]."""
    ends: Literal["bearer_acts", "bearer_hit", "caster_hit"] | None = None
    """Ends as well when the bearer is given an action or takes damage, or the caster takes some."""
    side: Side = "all"
    """On whom a glyph or an illusion works."""
    inches: Inches | None = None
    """A glyph's circle around its token, if it is not contact that counts [13.5]."""
    traits: Traits = ()
    at_turn_end: Ops = ()
    """What it does in every end phase to figures of that turn's player [3.6], as ``marked``."""


class Way(Message):
    """One of the effects that a spell offers [12.4]."""

    name: str = ""
    """Empty if it is the only one."""
    aim: Aim | None = None
    spot: Spot | None = None
    near: Near | None = None
    """Whom its operations mean by ``near``."""
    does: Ops = ()
    lasts: Lasting | None = None
