"""Players of the golden matches, and what they bring: each wants one thing.

A player sees the view answer and nothing else, as all bots do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.core.options import Option, Places, Subset
from engine.games.sorcery.bots import greedy_policy, random_policy
from engine.games.sorcery.bots_table import Table, card_of, distance, point
from engine.games.sorcery.commands import Own
from engine.games.sorcery.models import Recruit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.core.game import Policy
    from engine.core.options import CommandData
    from engine.core.rng import Rng
    from engine.games.sorcery.geometry.points import Point

    Answer = Mapping[str, Any]
    Wish = Callable[[Table, Any], bool]

S = TypeVar("S", Places, Subset)


def _commands(answer: Answer) -> Iterator[Any]:
    """Yield the commands that are listed one by one, and casts at each place that is listed."""
    for option in answer["options"]:
        places = _shape(option, Places)
        if not option.get("optional") and option.get("command"):
            yield option["command"]
        elif places is not None and places.command["kind"] == "cast":
            for place in places.places:
                yield {**places.command, places.field: places.value(place)}


def idle(answer: Answer, rng: Rng) -> CommandData:
    """Pass wherever it can."""
    for command in _commands(answer):
        if command["kind"] == "pass":
            return command
    return greedy_policy(answer, rng)


def wishing(wish: Wish, otherwise: Policy = greedy_policy) -> Policy:
    """Return a player who does any of what is wished for, and else as another does."""

    def plays(answer: Answer, rng: Rng) -> CommandData:
        table = Table(answer["view"])
        wished = [command for command in _commands(answer) if wish(table, command)]
        return rng.choice(wished) if wished else otherwise(answer, rng)

    return plays


def _of_kind(*kinds: str) -> Wish:
    return lambda _, command: command["kind"] in kinds


def _boosts(_table: Table, command: Any) -> bool:
    return bool(command.get("boost"))


def _breaches(_table: Table, command: Any) -> bool:
    return bool(command.get("breach"))


def _borrows(_table: Table, command: Any) -> bool:
    return command.get("attack_of") is not None


def _goes_on(table: Table, command: Any) -> bool:
    """Tell whether it is a second action in a turn."""
    return "figure" in command and table.standing[command["figure"]]["acted"] == 1


def hunting(answer: Answer, rng: Rng) -> CommandData:
    """Attack or cast at once; go where an enemy is."""
    table = Table(answer["view"])
    wished = [command for command in _commands(answer) if command["kind"] in {"fight", "cast"}]
    if wished:
        return rng.choice(wished)
    shots = [option for option in answer["options"] if _shape(option, Subset) is not None]
    enemies = [foe.at for foe in table.foes]
    ways = [
        way
        for option in answer["options"]
        if not shots
        for way in _ways(table, option, enemies)
        if not _touches_enemies(table, way[1])
    ]
    nearest = min(ways, key=lambda way: way[0], default=(0, None))[1]
    return nearest or greedy_policy({**answer, "options": shots or answer["options"]}, rng)


def _touches_enemies(table: Table, command: Any) -> bool:
    return any(not table.own(one) for one in table.standing[command["figure"]]["touches"])


def leaving(answer: Answer, rng: Rng) -> CommandData:
    """Let who is touched by an enemy go elsewhere."""
    table = Table(answer["view"])
    shapes = [_shape(option, Places) for option in answer["options"]]
    moves = [
        shape.sample(rng)
        for shape in shapes
        if shape and shape.command["kind"] == "move" and _touches_enemies(table, shape.command)
    ]
    return rng.choice(moves) if moves else greedy_policy(answer, rng)


def collecting(answer: Answer, rng: Rng) -> CommandData:
    """Go where a book was dropped, with who has a slot for it; pick it up and cast from it."""
    table = Table(answer["view"])
    for command in _commands(answer):
        if command["kind"] in {"pick_up", "cast"}:
            return command
    dropped = [point(book["at"]) for book in table.books.values() if book["at"] is not None]
    ways = [
        way
        for option in answer["options"]
        for way in _ways(table, option, dropped)
        if _could_bear(table, way[1])
    ]
    return min(ways, key=lambda way: way[0])[1] if ways else greedy_policy(answer, rng)


def _could_bear(table: Table, command: Any) -> bool:
    figure = table.standing[command["figure"]]
    return card_of(figure).slots > 0 and figure["book"] is None


def _shape(told: Any, kind: type[S]) -> S | None:
    shape = Option.model_validate(told).shape
    return shape if isinstance(shape, kind) else None


def _ways(table: Table, told: Any, goals: list[Point]) -> Iterator[tuple[int, CommandData]]:
    """Yield how far a figure is from the nearest goal after a move, and the move."""
    shape = _shape(told, Places)
    if shape is None or shape.command["kind"] != "move":
        return
    for place in shape.places:
        for goal in goals:
            yield distance(place.at, goal), {**shape.command, shape.field: shape.value(place)}


PLAYERS: Final[Mapping[str, Policy]] = {
    "greedy": greedy_policy,
    "random": random_policy,
    "idle": idle,
    "hunting": hunting,
    "leaving": leaving,
    "casting": wishing(_of_kind("cast")),
    "browsing": wishing(_of_kind("browse")),
    "boosting": wishing(_boosts, idle),
    "answering": wishing(_of_kind("counter"), idle),
    "breaching": wishing(_breaches),
    "syphoning": wishing(_of_kind("syphon"), random_policy),
    "borrowing": wishing(_borrows, hunting),
    "going_on": wishing(_goes_on),
    "collecting": collecting,
}


def _army(*recruits: str) -> Own:
    """Return an army; a figure is a word, or several: the figure, its book, the spells in it."""
    split = [recruit.split() for recruit in recruits]
    return Own(
        figures=tuple(
            Recruit(figure=figure, book=rest[0] if rest else None, spells=tuple(rest[1:]))
            for figure, *rest in split
        )
    )


ARMIES: Final[Mapping[str, Own]] = {
    "packs": _army("burrow_pack", "burrow_pack"),
    "brutes": _army("mire_hulk", "axe_rider"),
    "immune": _army("star_sentinel"),
    "surgeons": _army(
        "leaf_surgeon pocket_almanac cinder_dart caltrop_seal noon_glare",
        "leaf_surgeon pocket_almanac noon_glare grey_cloak quiet_word",
    ),
    "darts": _army("leaf_surgeon pocket_almanac cinder_dart noon_glare turned_leaf", "burrow_pack"),
    "seals": _army("leaf_surgeon pocket_almanac caltrop_seal noon_glare", "burrow_pack"),
    "answers": _army(
        "leaf_surgeon pocket_almanac quiet_word turned_leaf cinder_dart",
        "leaf_surgeon pocket_almanac turned_leaf quiet_word clear_air",
    ),
    "tides": _army("reef_caller pocket_almanac cinder_dart quiet_word turned_leaf", "harbour_pike"),
    "powder": _army("fuse_marksman pocket_almanac cinder_dart turned_leaf", "harbour_pike"),
    "blood": _army("vein_reader", "grave_levy", "grave_levy"),
    "storm": _army("thunder_reeve", "harbour_pike"),
    "boughs": _army("bough_reader amber_compendium night_at_noon knotted_tongue cinder_dart"),
    "drums": _army("bone_drummer", "axe_rider"),
    "flame": _army("flame_abbot pocket_almanac vein_toll torn_page"),
    "seers": _army("veil_watcher", "burrow_pack"),
    "quills": _army("ninth_pen pocket_almanac vein_toll", "grave_levy", "grave_levy"),
    "bells": _army("last_bell", "ash_penitent", "ash_penitent", "ash_penitent"),
    "breath": _army("last_bell pocket_almanac kept_breath", "ash_penitent"),
    "two_marks": _army("leaf_surgeon pocket_almanac red_edge gale_palm noon_glare", "burrow_pack"),
    "three_marks": _army("leaf_surgeon pocket_almanac knotted_tongue noon_glare", "burrow_pack"),
    "free_hands": _army("leaf_surgeon", "leaf_surgeon", "leaf_surgeon"),
}
"""What they bring, by name."""
