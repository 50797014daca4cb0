"""Arcs and lines, as they are judged and as views tell of them [6]."""

from typing import Any

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.ops import Aim, Cover, Lasting, Modify, Sight, Way
from tests.engine.games.sorcery.samples import (
    Printer,
    enchantment,
    figure,
    glyph,
    illusion,
    spell,
    wand,
)
from tests.engine.games.sorcery.table import (
    COMMANDS,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Battle,
    out,
    stand,
    table,
)

pytestmark = pytest.mark.usefixtures("samples")
FAR = (2_000, 35_000)
HERE = (18_000, 10_000)


def shot(*others: object, at: tuple[int, int] = HERE, facing: tuple[int, int] = NORTH) -> Battle:
    """Return a bow at a place and what is given; f2 is the target."""
    return Battle(table(stand("bow", 0, at, facing=facing), *others))  # type: ignore[arg-type]


def may(battle: Battle) -> bool:
    return battle.offered(0, "shoot", figure="f1", targets=["f2"])


def lines(battle: Battle, seat: int | None = None) -> dict[tuple[str, str], dict[str, Any]]:
    """Return what a view tells of lines of fire, by figure and target."""
    told = GAME.view(battle.state, seat).model_dump(mode="json")["lines"]
    assert len({(one["figure"], one["target"]) for one in told}) == len(told)
    return {(one.pop("figure"), one.pop("target")): one for one in told}


def told(battle: Battle) -> dict[str, Any] | None:
    """Return what is told of the line from f1 to f2."""
    return lines(battle).get(("f1", "f2"))


def clear(*, in_front: bool = True, hindered: bool = False) -> dict[str, Any]:
    return {"in_front": in_front, "blocked": None, "hindered": hindered}


def blocked(
    words: str, *, figure: str | None = None, terrain: str | None = None, hindered: bool = False
) -> dict[str, Any]:
    """Return what is told of a line that is blocked."""
    by = {"words": words, "figure": figure, "terrain": terrain}
    return {"in_front": True, "blocked": by, "hindered": hindered}


def refused_for(battle: Battle) -> str:
    """Return what blocks the line from f1 to f2, as the refusal of a shot says it."""
    assert battle.refused(0, "shoot", figure="f1", targets=["f2"]) == ("NO_LINE_OF_FIRE", "9.2")
    shoot = COMMANDS.validate_python({"kind": "shoot", "figure": "f1", "targets": ["f2"]})
    refusal = GAME.check(battle.state, 0, shoot)
    assert refusal is not None
    return refusal.detail.partition("is blocked: ")[2].rstrip(".")


@pytest.mark.rule("sorcery", "6.1", "6.3")
@pytest.mark.parametrize(
    ("target", "front"),
    [((14_000, 10_000), True), ((22_000, 10_001), True), ((22_000, 9_999), False)],
)
def test_the_front_arc_is_the_half_plane_with_its_border(
    target: tuple[int, int], front: bool
) -> None:
    battle = shot(stand("blade", 1, target))
    assert may(battle) == front
    assert told(battle) == clear(in_front=front)
    if not front:
        refused = battle.refused(0, "shoot", figure="f1", targets=["f2"])
        assert refused == ("NOT_IN_FRONT", "9.2")


@pytest.mark.rule("sorcery", "6.1")
@pytest.mark.parametrize(
    ("facing", "behind"),
    [(SOUTH, False), (EAST, False), (WEST, False), ((1, 10_000), True), (NORTH, True)],
)
def test_who_stands_on_the_dividing_line_is_in_front(facing: tuple[int, int], behind: bool) -> None:
    battle = shot(stand("blade", 1, (18_000, 14_000), facing=facing))
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=[1, 2])
    named = [part.what for part in battle.told("attacked")[0].attack.modifiers]
    assert ("from behind" in named) == behind


@pytest.mark.rule("sorcery", "6.2")
@pytest.mark.parametrize(("y", "within"), [(20_000, True), (20_001, False)])
def test_ranges_are_measured_from_centre_to_centre(y: int, within: bool) -> None:
    battle = shot(stand("brute", 1, (18_000, y)))
    assert may(battle) == within
    assert lines(battle) == ({("f1", "f2"): clear()} if within else {})
    if not within:
        refused = battle.refused(0, "shoot", figure="f1", targets=["f2"])
        assert refused == ("TOO_FAR", "9.2")


@pytest.mark.rule("sorcery", "6.3")
def test_the_line_of_fire_runs_from_centre_to_centre() -> None:
    """A base that covers most of the target, but not the way to its centre, is not in the way."""
    battle = shot(stand("blade", 1, (18_000, 14_000)), stand("blade", 1, (18_800, 12_700)))
    assert may(battle)


@pytest.mark.rule("sorcery", "6.4")
@pytest.mark.parametrize(
    ("x", "free"), [(18_749, False), (18_750, True), (17_250, True), (17_251, False)]
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_base_blocks_what_passes_through_it_and_not_what_touches_it(
    x: int, free: bool, seat: int
) -> None:
    battle = shot(
        stand("blade", 1, (18_000, 16_000)), stand("blade", seat, (x, 13_000)), stand("bow", 0, FAR)
    )
    assert may(battle) == free
    if free:
        assert told(battle) == clear()
    else:
        assert refused_for(battle) == "Blade f3"
        assert told(battle) == blocked("Blade f3", figure="f3")


@pytest.mark.rule("sorcery", "6.4")
@pytest.mark.parametrize(("x", "free"), [(14_000, True), (13_999, False)])
def test_blocking_terrain_blocks_what_passes_through_it(x: int, free: bool) -> None:
    """The south barn ends at x = 14,000."""
    battle = shot(stand("blade", 1, (x, 16_000)), at=(x, 8_000))
    assert may(battle) == free
    if free:
        assert told(battle) == clear()
    else:
        assert refused_for(battle) == "the south barn"
        assert told(battle) == blocked("the south barn", terrain="the south barn")


@pytest.mark.rule("sorcery", "6.5")
@pytest.mark.parametrize(
    ("shooter", "target", "hindered"),
    [
        ((25_500, 8_000), (25_500, 9_401), True),  # ends in the grove
        ((25_500, 8_000), (25_500, 9_400), True),  # ends on its border
        ((25_500, 7_000), (25_500, 9_399), False),
        ((25_500, 9_300), (25_500, 15_000), True),  # passes through it
        ((25_500, 12_000), (25_500, 16_000), True),  # leaves it
        ((22_900, 8_000), (22_900, 16_000), False),  # touches it
        ((22_901, 8_000), (22_901, 16_000), True),
    ],
)
def test_a_line_is_hindered_that_passes_through_or_ends_in_hindering_terrain(
    shooter: tuple[int, int], target: tuple[int, int], hindered: bool
) -> None:
    """The east grove is a circle around 25,500, 12,000 with a radius of 2,600."""
    battle = shot(stand("blade", 1, target), at=shooter)
    assert told(battle) == clear(hindered=hindered)
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=[1, 2])
    assert battle.told("attacked")[0].defence.total == 14 + hindered


@pytest.mark.rule("sorcery", "6.5")
def test_a_spell_that_gives_cover_hinders_lines_to_its_bearer(printed: Printer) -> None:
    printed(
        spell("haze", Way(aim=Aim(who="any"), lasts=Lasting(traits=(Cover(),))), type="enchantment")
    )
    battle = shot(
        stand("blade", 1, (18_000, 14_000)),
        stand("mage", 1, (2_000, 30_000), book=""),
        out("haze", "f3", on="f2"),
    )
    assert told(battle) == clear(hindered=True)
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=[1, 2])
    assert battle.told("attacked")[0].defence.total == 15


@pytest.mark.rule("sorcery", "15.16")
@pytest.mark.parametrize(("x", "free"), [(22_900, True), (22_901, False)])
def test_a_hindered_line_to_a_stealthy_figure_is_blocked(
    printed: Printer, x: int, free: bool
) -> None:
    printed(figure("shade", "stealth"), wand("shade_mage", "stealth"))
    battle = shot(stand("shade", 1, (x, 16_000)), at=(x, 8_000))
    assert may(battle) == free
    if free:
        assert told(battle) == clear()
    else:
        assert refused_for(battle) == "the target's stealth"
        assert told(battle) == blocked("the target's stealth", hindered=True)


@pytest.mark.rule("sorcery", "15.16", "6.5")
def test_stealth_counts_under_a_spell_that_gives_cover(printed: Printer) -> None:
    printed(figure("shade", "stealth"), enchantment("cloak", Cover()))
    laid = (stand("shade", 1, (18_000, 16_000)), stand("mage", 1, (2_000, 34_000), book=""))
    assert may(shot(*laid))
    assert not may(shot(*laid, out("cloak", "f3", on="f2")))


@pytest.mark.rule("sorcery", "15.16")
def test_stealth_helps_who_is_shot_at_and_not_against_close_combat(printed: Printer) -> None:
    printed(figure("shade", "stealth"))
    near = Battle(table(stand("blade", 0, (25_500, 10_000)), stand("shade", 1, (25_500, 11_500))))
    assert near.offered(0, "fight", figure="f1", target="f2")


@pytest.mark.rule("sorcery", "6.3", "13.8")
@pytest.mark.parametrize(("y", "free"), [(16_000, True), (16_001, False)])
def test_no_line_is_longer_than_an_illusion_lets_see(printed: Printer, y: int, free: bool) -> None:
    printed(illusion("fog", Sight(inches=6)))
    mage = stand("mage", 1, (2_000, 34_000), book="")
    battle = shot(stand("blade", 1, (18_000, y)), mage, out("fog", "f3"))
    assert may(battle) == free
    if free:
        assert told(battle) == clear()
    else:
        assert refused_for(battle) == "nobody sees farther than 6 inches"
        assert told(battle) == blocked("nobody sees farther than 6 inches")


@pytest.mark.rule("sorcery", "6.2", "9.1", "12.7")
def test_lines_are_told_of_who_may_use_them(printed: Printer) -> None:
    """A blade has a range by a glyph, but no use for it; but if it bears a book, it casts."""
    printed(
        glyph("hill", Modify(value="range", amount=3), side="friends", inches=8),
        figure("reader", slots=1),
    )
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 10_000), book=""),
            stand("blade", 0, (15_000, 10_000)),
            stand("reader", 0, (21_000, 10_000), book=""),
            stand("bow", 1, (15_000, 12_500)),
            stand("blade", 1, (21_000, 12_500)),
            stand("mage", 1, None, gone=True),
            out("hill", "f1", at=(18_000, 8_750)),
        )
    )
    near = {("f1", "f4"), ("f1", "f5"), ("f3", "f5")}
    assert {*lines(battle)} == near | {("f4", "f1"), ("f4", "f2"), ("f4", "f3")}


@pytest.mark.rule("sorcery", "18.1", "10.1")
def test_everybody_sees_the_same_lines_whatever_is_in_a_book() -> None:
    def seen(book: str, viewer: int | None) -> dict[tuple[str, str], dict[str, Any]]:
        laid = table(
            stand("mage", 0, HERE, book=book),
            stand("blade", 1, (18_000, 16_000)),
            stand("blade", 1, (18_000, 13_000)),
        )
        return lines(Battle(laid), viewer)

    found = [seen(book, viewer) for book in ("", "dart", "retort dart~") for viewer in (0, 1, None)]
    assert found == [{("f1", "f2"): blocked("Blade f3", figure="f3"), ("f1", "f3"): clear()}] * 9
