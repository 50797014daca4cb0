"""Figures, books and spells as people read them.

Texts are made of the data, so that the two can't drift. "You" are the player of the caster or of
the figure; his own figures are "yours", the caster too.
"""

from collections.abc import Iterator

from engine.core.card_texts import joined, sentence, some
from engine.games.sorcery.models import AfterCast, BookCard, FigureCard, Requirement, Spell
from engine.games.sorcery.ops import Ability, Save, Way
from engine.games.sorcery.texts_abilities import MEANING, named
from engine.games.sorcery.texts_ops import (
    aimed,
    inches,
    lasting,
    listed,
    performed,
    target,
    traits,
)

_DEFENCES = {"none": "", "magic": "Magic defence.", "magic_immune": "Immune to magic."}
_PLACES: dict[AfterCast, str] = {
    "face_up_bottom": "",  # where every card goes that says nothing [12.4]
    "face_down_bottom": "goes face down to the bottom of the book",
    "face_down_top": "goes face down on top of the book",
}


def title(name: str) -> str:
    """Return the name of a faction or subfaction: ``circle_of_boughs`` as Circle of Boughs."""
    return name.replace("_", " ").title().replace(" Of ", " of ")


def text_of_book(book: BookCard) -> str:
    """Return what is printed on a spellbook."""
    points = some(book.points, "point", "points")
    return f"Takes {some(book.capacity, 'page', 'pages')} of spells. {points}."


def text_of_figure(card: FigureCard) -> str:
    """Return what is printed on a figure."""
    belongs = [title(name) for name in (card.faction, card.subfaction) if name is not None]
    bonus = f" {card.attack_bonus:+}" if card.attack_bonus else ""
    reach = f", range {inches(card.range)}, {some(card.targets, 'target', 'targets')}"
    rows = ", ".join(
        f"{row.speed}/{row.attack}/{row.defence}/{row.damage}/{row.ranged_damage}"
        for row in card.dial
    )
    return joined(
        f"{some(card.points, 'point', 'points')}.",
        sentence(", ".join(belongs if card.faction else ["no faction", *belongs])),
        f"Attack type {card.attack_type}{bonus}{reach if card.range else ''}.",
        _DEFENCES[card.defence_type],
        f"{'Large' if card.large else 'Medium'} base{', a slot for a book' * card.slots}.",
        f"Speed/attack/defence/damage/ranged damage: {rows}.",
        *_abilities(card),
    )


def _abilities(card: FigureCard) -> Iterator[str]:
    for ability, meaning in MEANING.items():
        if any(ability in row.abilities for row in card.dial):
            yield sentence(f"{named(ability)} ({_clicks(card, ability)}): {meaning}")


def _clicks(card: FigureCard, ability: Ability) -> str:
    """Return at which clicks an ability stands."""
    numbers = [n for n, row in enumerate(card.dial, 1) if ability in row.abilities]
    if len(numbers) == len(card.dial):
        return "all clicks"
    if len(numbers) == 1:
        return f"click {numbers[0]}"
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"clicks {numbers[0]} to {numbers[-1]}"
    return f"clicks {listed([str(n) for n in numbers])}"


def text_of_spell(spell: Spell) -> str:
    """Return what is printed on a spell."""
    label = ", counterspell" if spell.boost else ""
    return joined(
        f"{spell.type.capitalize()}{label}.",
        f"{_pages(spell)}. Browse cost: {some(spell.browse, 'mark', 'marks')}.",
        _casting(spell),
        _memorised(spell),
        _boost(spell),
        _afterwards(spell),
    )


def _pages(spell: Spell) -> str:
    pages = some(spell.pages, "page", "pages")
    if spell.requires is None:
        return pages
    required = _required(spell.requires)
    if spell.affinity is None:
        return f"{pages}, only for {required}"
    return f"{pages}, or {spell.affinity} for {required}"


def _required(requires: Requirement) -> str:
    if requires.faction is not None:
        return f"the faction {title(requires.faction)}"
    return f"the subfaction {title(requires.subfaction or '')}"


def _casting(spell: Spell) -> str:
    if spell.action is None:
        return "Works without casting."
    kind = "ranged combat" if spell.action == "ranged_combat" else "special"
    head = f"Cast by a {kind} action."
    if len(spell.ways) == 1:
        return f"{head} {_way(spell, spell.ways[0])}"
    ways = " ".join(f"{way.name.capitalize()}: {_way(spell, way)}" for way in spell.ways)
    return f"{head} Choose one effect. {ways}"


def _way(spell: Spell, way: Way) -> str:
    return joined(
        f"Target: {aimed(way.aim)}." if way.aim else "",
        _place(way),
        sentence(performed(way.does, target(way.aim), way.near)),
        lasting(way.lasts, spell.type) if way.lasts else "",
    )


def _place(way: Way) -> str:
    if way.spot is None:
        return ""
    leaper = target(way.aim) if way.aim else "the caster"
    return f"Place: within {inches(way.spot.inches)} of {leaper}, where its base has room."


def _memorised(spell: Spell) -> str:
    if not spell.memorised:
        return ""
    return f"While this is memorised and face up, its bearer {traits(spell.memorised)}."


def _boost(spell: Spell) -> str:
    if not spell.boost:
        return ""
    return f"Counterspell: {spell.boost:+} to its bearer's roll when he counters with it."


def _afterwards(spell: Spell) -> str:
    place = _PLACES[spell.after]
    if not place:
        return ""
    if any(isinstance(one, Save) for one in spell.memorised):
        return f"When it is spent, the card {place}."
    if spell.type in {"enchantment", "illusion"}:  # its card lies beside the field [13.10]
        return f"When it ends, the card {place}."
    return f"Then the card {place}."
