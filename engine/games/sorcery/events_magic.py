"""Events of books, spells and what lasts."""

from typing import ClassVar, Literal

from engine.core.messages import Event
from engine.core.secrecy import Hidden
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.models import AfterCast, CardId
from engine.games.sorcery.state import Handle
from engine.games.sorcery.sums import Sum


class BookTaken(Event):
    """A dropped book was picked up; its new bearer's player looks into it [10.3]."""

    kind: Literal["book_taken"] = "book_taken"
    figure: Handle
    book: Handle
    leaves: Hidden[tuple[tuple[CardId, bool], ...]]
    """From the top down, and whether each lies face up."""


class Browsed(Event):
    """The memorised spell was exchanged; what it cost stands before it, if it cost something."""

    kind: Literal["browsed"] = "browsed"
    figure: Handle
    book: Handle
    turned_up: Hidden[bool]
    """The memorised spell lay face down and was turned up first [11.2]."""
    spell: Hidden[CardId]


class SpellShown(Event):
    """What is cast, at whom, with what effect: all may know it from now on [12.4] [18.2]."""

    kind: Literal["spell_shown"] = "spell_shown"
    figure: Handle
    book: Handle
    spell: CardId
    way: int
    targets: tuple[Handle, ...]
    at: Point | None
    breach: bool


class CounterTried(Event):
    """The only attempt against the spell, with both sums and what went into them [14.4]."""

    kind: Literal["counter_tried"] = "counter_tried"
    figure: Handle
    boost: CardId | None
    cast: Sum
    """Of the caster."""
    counter: Sum
    broken: bool


class SpellPlaced(Event):
    """A spell of the book was put where it goes after it was cast, used or broken."""

    kind: Literal["spell_placed"] = "spell_placed"
    book: Handle
    spell: CardId
    where: AfterCast


class SpellOver(Event):
    """The announced spell is done with: it came about or was broken."""

    bookkeeping: ClassVar[bool] = True

    kind: Literal["spell_over"] = "spell_over"


class EffectBegun(Event):
    """An enchantment, glyph or illusion is out; the card of a glyph stays in its book."""

    kind: Literal["effect_begun"] = "effect_begun"
    effect: Handle
    spell: CardId
    way: int
    book: Handle
    caster: Handle
    on: Handle | None = None
    at: Point | None = None
    left: int | None = None
    breach: bool = False
    """Of its targets' magic immunity [15.3]."""


class CountedDown(Event):
    kind: Literal["counted_down"] = "counted_down"
    effect: Handle
    left: int


class EffectEnded(Event):
    """The token goes back [13.12]; a card from beside the field goes back into its book [13.10]."""

    kind: Literal["effect_ended"] = "effect_ended"
    effect: Handle
    why: Literal["time", "left_alone", "bearer_gone", "acts", "hit", "spent", "dispelled"]


class Memorised(Event):
    kind: Literal["memorised"] = "memorised"
    figure: Handle
    book: Handle
    spell: Hidden[CardId | None]
    """None: no spell of the book lies face up, so the top stays as it is [12.6]."""


class SpellMuddled(Event):
    """The top of a book was turned face down, if it had any."""

    kind: Literal["spell_muddled"] = "spell_muddled"
    book: Handle


class SpellExposed(Event):
    """The top of a book was shown to everybody."""

    kind: Literal["spell_exposed"] = "spell_exposed"
    book: Handle
    spell: CardId | None
    """None: the book is empty."""
    up: bool


class SpellsRecalled(Event):
    """All spells of a book lie face up."""

    kind: Literal["spells_recalled"] = "spells_recalled"
    book: Handle
