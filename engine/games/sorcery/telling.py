"""The battle in lines for people, made of a view and of nothing else."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.games.sorcery.cards import BOOKS, FIELDS, FIGURES, SPELLS
from engine.games.sorcery.geometry.directions import compass
from engine.games.sorcery.geometry.points import Vector, dot
from engine.games.sorcery.geometry.shapes import Circle

Told = Mapping[str, Any]
"""A view, or a part of one, as JSON data."""
_WINDS: Final = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
_VALUES: Final = {
    "speed": "speed", "attack": "attack", "defence": "defence", "damage": "damage",
    "range": "range", "ranged_damage": "ranged damage",
}  # fmt: skip


def told_table(view: Told) -> list[str]:
    """Return what a viewer sees: the turn, the field, each player's figures, spells, books."""
    lines = [_turn(view), *_field(view)]
    for seat, player in enumerate(view["players"]):
        you = " (you)" if seat == view["seat"] else ""
        quiet = ", counters nothing" if player["auto_pass"] else ""
        lines.append(
            f"seat {seat}{you}, from the {player['edge']}: {player['points']} points{quiet}"
        )
        lines += _figures(view, seat)
    lines += [_effect(effect) for effect in view["effects"]]
    lines += [_book(book) for book in view["books"] if book["leaves"] is not None or book["at"]]
    if view["announced"] is not None:
        lines.append(_announced(view["announced"]))
    question = view["question"]
    if question is not None:
        about = f", for {question['figure']}" if question["figure"] else ""
        lines.append(f"asked: seat {question['seat']}, {_words(question['kind'])}{about}")
    return lines


def _words(name: str) -> str:
    return name.replace("_", " ")


def _turn(view: Told) -> str:
    name = FIELDS[view["field"]["id"]].name
    if view["turn"] is None:
        return f"{name}, {view['phase']}"
    left = {1: "1 action left"}.get(view["actions"], f"{view['actions']} actions left")
    return f"{name}, round {view['round']}: seat {view['turn']}, {view['phase']} phase, {left}"


def _field(view: Told) -> Iterator[str]:
    field = FIELDS[view["field"]["id"]]
    for kind in ("blocking", "hindering"):
        pieces = [piece for piece in field.terrain if piece.kind == kind]
        yield f"{kind}: " + "; ".join(f"{one.name} {_extent(one.outline)}" for one in pieces)
    held = ("nobody" if seat is None else f"seat {seat}" for seat in view["objectives"])
    spots = zip(field.objectives, held, strict=True)
    yield "objectives: " + "; ".join(
        f"{number} at {_at(spot)}, {who}" for number, (spot, who) in enumerate(spots)
    )


def _extent(outline: Any) -> str:
    if isinstance(outline, Circle):
        return f"{outline.radius} around {_at(outline.centre)}"
    box = outline.box
    upright = {(x, y) for x in (box.left, box.right) for y in (box.bottom, box.top)}
    if {*outline.vertices} != upright:
        return "between " + " ".join(map(_at, outline.vertices))
    return f"{box.left},{box.bottom} to {box.right},{box.top}"


def _at(point: Any) -> str:
    return f"{point[0]},{point[1]}"


def _figures(view: Told, seat: int) -> Iterator[str]:
    """Yield a line for each figure on the field, and one for those that are not."""
    own = [figure for figure in view["figures"] if figure["seat"] == seat]
    yield from (f"  {_figure(figure, view['lines'])}" for figure in own if figure["at"])
    waiting = [_name(figure) for figure in own if not figure["at"] and not figure["gone"]]
    gone = [_name(figure) for figure in own if figure["gone"]]
    if waiting:
        yield "  to be placed: " + ", ".join(waiting)
    if gone:
        yield "  eliminated: " + ", ".join(gone)


def _name(figure: Told) -> str:
    return f"{figure['n']} {FIGURES[figure['card']].name}"


def _figure(figure: Told, lines: Iterable[Told]) -> str:
    card = FIGURES[figure["card"]]
    facing: Vector = (figure["facing"][0], figure["facing"][1])
    values = [f"{word} {figure[name]}" for name, word in _VALUES.items() if figure[name]]
    tokens = {0: "", 1: ", 1 token"}.get(figure["tokens"], f", {figure['tokens']} tokens")
    parts = [
        f"{_name(figure)} at {_at(figure['at'])} facing {wind(facing)}",
        f"clicks {figure['clicks_left']}/{len(card.dial)}{tokens}{_acted(figure)}",
        " ".join(values),
        ", ".join(map(_words, figure["abilities"])),
        f"bears {figure['book']}" if figure["book"] else "",
        "touches " + " ".join(figure["touches"]) if figure["touches"] else "",
        _sights(line for line in lines if line["figure"] == figure["n"]),
    ]
    return "; ".join(part for part in parts if part)


def _sights(lines: Iterable[Told]) -> str:
    """Return at whom a figure has a line of fire into its front arc that nothing blocks."""
    seen = [
        line["target"] + (" (hindered)" if line["hindered"] else "")
        for line in lines
        if line["in_front"] and line["blocked"] is None
    ]
    return f"line of fire to {', '.join(seen)}" if seen else ""


def _acted(figure: Told) -> str:
    return ", has acted" if figure["acted"] else ""


def wind(facing: Vector) -> str:
    """Return the nearest of eight directions."""

    def near(way: Vector) -> int:
        along = dot(way, facing)
        return along * abs(along) // dot(way, way)

    return max(zip(compass(8), _WINDS, strict=True), key=lambda one: near(one[0]))[1]


def _effect(effect: Told) -> str:
    where = f" on {effect['on']}" if effect["on"] else ""
    where = f" at {_at(effect['at'])}" if effect["at"] else where
    left = f", {effect['left']} more rounds" if effect["left"] else ""
    by = f"seat {effect['seat']}'s {effect['caster']}"
    spell = SPELLS[effect["spell"]].name
    return f"{effect['type']}: {spell}{where}, of {by}{_through(effect)}{left}"


def _book(book: Told) -> str:
    whose = f"of {book['bearer']}" if book["bearer"] else f"lies at {_at(book['at'])}"
    name = f"{book['n']} {BOOKS[book['card']].name} {whose}"
    if book["leaves"] is None:
        return name
    leaves = [
        SPELLS[leaf["spell"]].name + ("" if leaf["up"] else " (face down)")
        for leaf in book["leaves"]
    ]
    return f"{name}: {', '.join(leaves) or 'empty'}"


def _announced(shown: Told) -> str:
    on = " on " + ", ".join(shown["targets"]) if shown["targets"] else ""
    return f"{shown['caster']} casts {SPELLS[shown['spell']].name}{on}{_through(shown)}"


def _through(told: Told) -> str:
    """Tell that magic immunity is ignored [15.3]."""
    return " through magic" if told["breach"] else ""
