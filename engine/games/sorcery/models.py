"""What is printed on figures, books, spells, fields and army lists."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.core.messages import Message
from engine.games.sorcery.faults import way_faults
from engine.games.sorcery.geometry.bases import LARGE_RADIUS, MEDIUM_RADIUS
from engine.games.sorcery.geometry.points import FieldPoint
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from engine.games.sorcery.ops import Ability, Modify, Save, SpellType, Traits, Way

Faction = Literal[
    "harbour_league", "kiln_guild", "pale_march", "hill_moots", "silver_court", "steppe_hosts",
    "drakekin", "starborn", "doomsworn",
]  # fmt: skip
"""The nine factions; wild figures have none."""
Subfaction = Literal[
    "wavecallers", "slag_wardens", "leechwrights", "stormspeakers", "circle_of_boughs",
    "hide_drummers", "flamekeepers", "far_seers", "lent_quills", "heralds",
]  # fmt: skip
"""The ten subfactions, in the order of their abilities in the rules [15.2 to 15.10, 15.13]."""
AttackType = Literal["sword", "bow", "wand"]
DefenceType = Literal["none", "magic", "magic_immune"]
ActionKind = Literal["move", "close_combat", "ranged_combat", "special"]
AfterCast = Literal["face_up_bottom", "face_down_bottom", "face_down_top"]
MAX_SPELLS = 20
"""More than any book takes."""
CardId = Annotated[
    str, Field(min_length=1, max_length=40, description="an id of the cards, as `axe_rider`")
]
Mil = int
"""Thousandths of an inch."""


class Click(Message):
    """One row of a dial [1.6]."""

    speed: int = Field(ge=0, le=20)
    """Inches."""
    attack: int = Field(ge=0, le=15)
    defence: int = Field(ge=5, le=20)
    damage: int = Field(ge=0, le=6)
    ranged_damage: int = Field(default=0, ge=0, le=6)
    abilities: tuple[Ability, ...] = ()


class FigureCard(Message):
    """What is printed on a figure [1.7]."""

    id: CardId
    name: str
    points: int = Field(ge=1)
    faction: Faction | None
    subfaction: Subfaction | None = None
    attack_type: AttackType
    attack_bonus: int = Field(default=0, ge=0, le=3)
    defence_type: DefenceType = "none"
    range: int = Field(default=0, ge=0, le=20)
    """Inches; 0: it does not shoot."""
    targets: int = Field(default=1, ge=1, le=3)
    large: bool = False
    slots: int = Field(default=0, ge=0, le=1)
    """For items [2.3]; a book is the only item."""
    dial: Annotated[tuple[Click, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _shoots_or_not(self) -> "FigureCard":
        shoots = self.attack_type != "sword"
        if shoots != (self.range > 0):
            msg = f"{self.id}: bow and wand have a range of 1 or more, sword has none"
            raise ValueError(msg)
        if not shoots and (self.targets > 1 or any(click.ranged_damage for click in self.dial)):
            msg = f"{self.id}: a sword has one target and no ranged damage"
            raise ValueError(msg)
        return self

    @property
    def radius(self) -> Mil:
        return LARGE_RADIUS if self.large else MEDIUM_RADIUS


class BookCard(Message):
    id: CardId
    name: str
    capacity: int = Field(ge=1)
    """Pages [2.6]."""
    points: int = Field(ge=1)


class Requirement(Message):
    """A faction or a subfaction: exactly one."""

    faction: Faction | None = None
    subfaction: Subfaction | None = None

    @model_validator(mode="after")
    def _one_of_the_two(self) -> "Requirement":
        if (self.faction is None) == (self.subfaction is None):
            msg = "a requirement is a faction or a subfaction, one of the two"
            raise ValueError(msg)
        return self


class Spell(Message):
    id: CardId
    name: str
    type: SpellType
    pages: int = Field(ge=1)
    affinity: int | None = Field(default=None, ge=1)
    """Pages for who meets the requirement [2.5] [2.7]."""
    browse: int = Field(ge=1, le=3)
    """Marks [2.5]."""
    requires: Requirement | None = None
    action: Literal["ranged_combat", "special"] | None = None
    """What casting takes [12.2]; None: it works without casting [12.10]."""
    after: AfterCast = "face_up_bottom"
    ways: tuple[Way, ...] = ()
    memorised: Traits = ()
    """What its bearer has while it is memorised and face up [12.10]."""
    boost: int = Field(default=0, ge=0, le=4)
    """The label "counterspell": what it adds to a counter [14.6]; 0: it has no such label."""

    @property
    def hard(self) -> bool:
        """Whether only who meets the requirement may have it in his book [2.8]."""
        return self.requires is not None and self.affinity is None

    @property
    def token(self) -> bool:
        """Whether it has an area token [13.1 to 13.4]; an illusion's card is its sign."""
        return self.type in {"enchantment", "glyph"}

    @model_validator(mode="after")
    def _its_ways_are_right(self) -> "Spell":
        names = [way.name for way in self.ways]
        if len(names) == 1 and names[0]:
            msg = f"{self.id}: its only way needs no name; leave {names[0]!r} out"
            raise ValueError(msg)
        if len(names) > 1 and ("" in names or len(set(names)) < len(names)):
            msg = f"{self.id}: several ways need a name each, all different; there are {names}"
            raise ValueError(msg)
        for way in self.ways:
            for fault in way_faults(self.type, way):
                msg = f"{self.id}{f', {way.name}' if way.name else ''}: {fault}"
                raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _it_does_something(self) -> "Spell":
        if (self.action is None) == bool(self.ways):
            msg = f"{self.id}: a spell that is cast has ways, one that works without casting none"
            raise ValueError(msg)
        if self.action is None and not (self.memorised or self.boost):
            msg = f"{self.id}: a spell without casting has traits or a boost"
            raise ValueError(msg)
        if any(not isinstance(trait, Save | Modify) or _shows(trait) for trait in self.memorised):
            # More would tell what lies in a book by who is asked what [18.3].
            msg = f"{self.id}: what is memorised changes attack, defence and damage, or saves"
            raise ValueError(msg)
        if self.action == "ranged_combat" and self.type != "sorcery":
            msg = f"{self.id}: only a sorcery is cast by ranged combat; give the action special"
            raise ValueError(msg)
        if self.after == "face_down_top" and self.type in {"enchantment", "illusion"}:
            msg = f"{self.id}: its card lies beside the field and can't go on top of the book"
            raise ValueError(msg)
        if self.affinity is not None and (self.requires is None or self.affinity >= self.pages):
            msg = f"{self.id}: affinity is fewer pages for who meets a requirement"
            raise ValueError(msg)
        return self


def _shows(trait: Modify | Save) -> bool:
    return isinstance(trait, Modify) and trait.value in {"range", "speed"}


class Terrain(Message):
    """A piece of terrain [1.4]."""

    name: str
    """As refusals and pictures name it."""
    kind: Literal["blocking", "hindering"]
    outline: Annotated[Circle | ConvexPolygon, Field(discriminator="shape")]


class FieldCard(Message):
    id: CardId
    name: str
    """As people call it."""
    terrain: tuple[Terrain, ...]
    objectives: tuple[FieldPoint, ...]
    """Points [1.4]; views tell in this order who controls each."""


class Recruit(Message):
    """A figure of an army list, with the book it bears and what is in it."""

    figure: CardId
    book: CardId | None = None
    spells: Annotated[tuple[CardId, ...], Field(max_length=MAX_SPELLS)] = ()
    """From the top down [2.10]."""


class ArmyCard(Message):
    """A ready army."""

    id: CardId
    name: str
    figures: tuple[Recruit, ...]
    """As one brings them in an army of one's own."""
