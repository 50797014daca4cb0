"""A turn as a picture: what is drawn, and that nothing hidden ever is."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from engine.core.secrecy import Split
from engine.games.sorcery import GAME
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.ops import Sight
from engine.games.sorcery.picture import picture
from engine.games.sorcery.picture_marks import STROKES
from engine.games.sorcery.view import turn
from tests.engine.games.sorcery.samples import figure, illusion
from tests.engine.games.sorcery.table import SOUTH, Battle, dropped, out, stand, table

if TYPE_CHECKING:
    from engine.games.sorcery.state import State
    from tests.engine.games.sorcery.samples import Printer

pytestmark = pytest.mark.usefixtures("samples")


def seen(state: State) -> dict[str, Any]:
    return GAME.view(state, None).model_dump(mode="json")


def texts(drawn: str) -> list[str]:
    """Return the lines of text in a picture, which must be well-formed."""
    root = ET.fromstring(drawn)  # noqa: S314  # our own
    return ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]


def drawn(battle: Battle, before: State) -> str:
    """Return the picture of what a battle did since a position."""
    events = [event.model_dump(mode="json", context=Split()) for event in battle.log]
    return picture(seen(before), seen(battle.state), events, "commits 7 to 9")


def test_a_turn_is_drawn_with_all_that_stands_and_what_happened() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book="cinder_dart quiet_word", tokens=1),
        stand("blade", 1, (18_000, 9_000), facing=SOUTH, click=2),
        stand("brute", 1, (29_500, 18_500), facing=SOUTH),
        dropped((9_000, 9_000), "oak_skin"),
        out("ward_stone", "f1", at=(18_000, 3_750)),
        out("noon_glare", "f1", left=2),
    )
    battle = Battle(before).do(0, "shoot", figure="f1", targets=["f2"], dice=[6, 6])
    found = texts(drawn(battle, before))
    assert "Crossroads: round 2, turn of seat 0" in found
    assert {"f1", "f3", "Mage, b1", "b2", "Ward Stone", "the south barn"} <= {*found}
    assert "commits 7 to 9" in found
    assert "objective 2: seat 1" in found
    assert "objective 0: nobody" in found
    assert "Mage f1 shoots at Blade f2: 20 (dice 6, 6) against 14, hit" in found
    assert "Blade f2 takes 3 damage" in found
    assert "Blade f2 is eliminated" in found
    assert "f2 falls" in found
    assert "Noon Glare of f1, 2 more rounds" in found
    assert "f1 Mage ●●●●○ ■■ b1" in found, "two tokens, and a click lost by pushing"


def test_a_turn_has_words_and_the_deployment_is_one() -> None:
    state = table(stand("blade", 0, (18_000, 5_000)), stand("blade", 1, (18_000, 9_000)))
    assert turn(state) == "round 2, seat 0"
    battle = Battle(state).end_turn()
    assert turn(battle.state) == "round 2, seat 1"
    assert turn(GAME.initial) is None
    assert turn(battle.leave(0).state) == "round 2, seat 1", "the end belongs to the last turn"


def test_names_are_escaped(printed: Printer) -> None:
    printed(figure("odd").model_copy(update={"name": "<Odd> & Sons"}))
    before = table(stand("odd", 0, (18_000, 5_000)), stand("blade", 1, (18_000, 9_000)))
    assert "<Odd> & Sons" in texts(drawn(Battle(before), before))


def test_a_picture_has_whole_numbers_only() -> None:
    before = table(
        stand("blade", 0, (18_001, 5_003), facing=(7, 3)),
        stand("blade", 1, (18_000, 9_000), facing=(-3, 11)),
    )
    battle = Battle(before).do(0, "move", figure="f1", path=[[15_111, 7_777]], facing=[1, 9])
    numbers = re.findall(r' (?:x|y|r|cx|cy|d|points)="([^"]*)"', drawn(battle, before))
    assert numbers
    assert not [one for one in numbers if "." in one]


def test_seats_differ_without_colours() -> None:
    before = table(*(stand("blade", seat, (6_000 + 6_000 * seat, 9_000)) for seat in range(4)))
    rings = re.findall(
        r'stroke="#ffffff" stroke-width="80" stroke-dasharray="([^"]*)"',
        drawn(Battle(before), before),
    )
    assert len({*rings}) == 4


LINES = re.compile(r'<polyline points="([^"]*)" fill="none" stroke="#[0-9a-f]{6}" ([^/]*)/>')
_SOLID, _DOTS, _DASHES = (
    'stroke-width="60"',
    'stroke-width="110" stroke-dasharray="0 220" stroke-linecap="round"',
    'stroke-width="60" stroke-dasharray="240 160" stroke-opacity="0.7"',
)


def lines(state: State) -> tuple[dict[str, str], list[str]]:
    """Return the lines of fire on the field, ends and style, and what the legend says of them."""
    found = picture(seen(state), seen(state), [], "commit 7")
    drawn = {
        ends: style for ends, style in LINES.findall(found) if int(ends.partition(",")[0]) < 36_000
    }
    return drawn, texts(found)


def test_lines_of_fire_of_whose_turn_it_is_are_drawn_as_far_as_they_go() -> None:
    state = table(
        stand("bow", 0, (2_000, 29_000)),
        stand("blade", 1, (2_000, 32_000), facing=SOUTH),
        stand("blade", 1, (2_000, 35_000), facing=SOUTH),
        stand("bow", 0, (25_500, 8_000)),
        stand("blade", 1, (25_500, 15_000), facing=SOUTH),
        stand("bow", 0, (11_000, 8_000)),
        stand("bow", 1, (12_000, 15_000), facing=SOUTH),
        stand("blade", 1, (11_000, 2_000)),
    )
    drawn, told = lines(state)
    assert drawn == {
        "2000,7000 2000,4000": _SOLID,
        "2000,7000 2000,4750": _DASHES,  # to the border of the base in the way
        "25500,28000 25500,21000": _DOTS,
        "11000,28000 11285,26000": _DASHES,  # to the south barn
    }
    legend = told.index("lines of fire of seat 0")
    assert told[legend + 1 : legend + 4] == ["clear", "hindered", "blocked"]
    drawn, told = lines(Battle(state).end_turn().state)
    assert drawn == {"12000,21000 11642,23500": _DASHES}
    legend = told.index("lines of fire of seat 1")
    assert told[legend + 1 : legend + 2] == ["blocked"]


def test_a_blocked_line_ends_in_a_cross() -> None:
    blade = stand("blade", 1, (18_000, 16_000), facing=SOUTH)
    behind = table(stand("bow", 0, (18_000, 10_000)), blade, stand("blade", 0, (18_000, 13_000)))
    open_ = table(stand("bow", 0, (18_000, 10_000)), blade, stand("blade", 0, (18_751, 13_000)))
    crosses = [
        picture(seen(state), seen(state), [], "commit 7").count("l300,300")
        for state in (behind, open_)
    ]
    assert crosses == [2, 0], "on the field and in the legend"


def test_a_line_that_nothing_on_the_field_blocks_is_drawn_to_its_target(printed: Printer) -> None:
    printed(illusion("fog", Sight(inches=3)))
    state = table(
        stand("bow", 0, (18_000, 10_000)),
        stand("brute", 1, (18_000, 15_000), facing=SOUTH),
        stand("mage", 1, (2_000, 34_000), book=""),
        out("fog", "f3"),
    )
    assert lines(state)[0] == {"18000,26000 18000,22000": _DASHES}


def test_no_line_is_drawn_of_who_has_two_tokens() -> None:
    state = table(
        stand("bow", 0, (18_000, 10_000), tokens=2),
        stand("blade", 1, (18_000, 14_000), facing=SOUTH),
    )
    drawn, told = lines(state)
    assert drawn == {}
    assert not [line for line in told if "lines of fire" in line]


def test_no_line_is_drawn_in_the_deployment() -> None:
    state = table(
        stand("bow", 0, (18_000, 10_000)),
        stand("blade", 1, (18_000, 14_000), facing=SOUTH),
    )
    assert lines(replace(state, turn=None, phase="deployment"))[0] == {}


def test_who_is_asked_to_counter_sees_his_lines_to_the_caster() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting"),
            stand("mage", 1, (18_000, 9_000)),
            stand("mage", 1, (15_000, 9_000), tokens=1),
            stand("blade", 0, (12_000, 12_000), facing=SOUTH),
        )
    ).do(0, "cast", figure="f1", targets=["f2"])
    drawn, told = lines(battle.state)
    assert drawn == {"18000,27000 18000,31000": _SOLID}, "it faces away, which does not matter"
    assert "lines of fire of seat 1" in told


def test_what_a_book_holds_is_in_no_picture() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book="quiet_word cinder_dart oak_skin~"),
        stand("mage", 1, (18_000, 30_000), book="ward_stone"),
        dropped((9_000, 9_000), "noon_glare"),
        phase="end",
    )
    battle = Battle(before).do(0, "browse", figure="f1", spell="cinder_dart")
    lines = texts(drawn(battle, before))
    assert "Mage f1 browses in b1" in lines
    inside = ["quiet_word", "cinder_dart", "oak_skin", "ward_stone", "noon_glare"]
    names = [word for card in inside for word in (card, SPELLS[card].name)]
    assert [line for line in lines if any(name in line for name in names)] == []


def test_texts_have_no_halo_of_their_own_and_fills_are_plain() -> None:
    """Some programs know neither the order of painting nor patterns."""
    before = table(
        stand("mage", 0, (18_000, 5_000), book=""),
        stand("blade", 1, (18_000, 9_000)),
        out("ward_stone", "f1", at=(18_000, 3_750)),
    )
    root = ET.fromstring(drawn(Battle(before), before))  # noqa: S314  # our own
    assert {one.tag.partition("}")[2] for one in root.iter()} == {
        "svg", "title", "rect", "text", "circle", "path", "polygon", "polyline",
    }  # fmt: skip
    assert not [one for one in root.iter() if "url(" in "".join(one.attrib.values())]
    written = [one for one in root.iter() if one.tag.endswith("}text")]
    haloes = [one for one in written if one.get("stroke")]
    assert haloes
    assert not [one for one in written if one.get("paint-order")]
    for halo in haloes:
        above = written[written.index(halo) + 1]
        assert (above.text, above.get("x"), above.get("stroke")) == (halo.text, halo.get("x"), None)


def test_a_spell_and_its_counter_are_drawn_to_whom_they_are_for() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book="sting"),
        stand("blade", 1, (18_000, 9_000)),
        stand("mage", 1, (21_000, 9_000)),
    )
    battle = Battle(before).do(0, "cast", figure="f1", targets=["f2"])
    shown = drawn(battle, before)
    broken = drawn(battle.do(1, "counter", figure="f3", dice=[1, 1, 6]), before)
    for found, start, kind in (
        (shown, "18000,31000", "spell"),
        (broken, "18000,31000", "spell"),
        (broken, "21000,27000", "counter"),
    ):
        style = re.escape(STROKES[kind])
        assert re.search(rf'points="{start} [\d,]+" fill="none" {style}', found), kind
    crosses = [one.count('stroke="#222222" stroke-width="140"') for one in (shown, broken)]
    assert crosses == [1, 2], "one in the legend"


def test_names_of_those_in_contact_do_not_meet() -> None:
    before = table(
        stand("blade", 0, (18_000, 10_000)),
        stand("blade", 0, (19_500, 10_000)),
        stand("mage", 1, (18_000, 8_500), book=""),
        stand("brute", 1, (19_750, 8_250), facing=SOUTH),
    )
    root = ET.fromstring(drawn(Battle(before), before))  # noqa: S314  # our own
    wanted = {"Blade", "Mage, b1", "Brute"}
    spots = [
        (int(one.get("x", "")), int(one.get("y", "")), one.get("text-anchor"))
        for one in root.iter("{http://www.w3.org/2000/svg}text")
        if one.text in wanted and one.get("stroke") is None
    ]
    assert len({*spots}) == 4
    for (x, y, anchor), (other_x, other_y, _) in combinations(spots, 2):
        assert anchor != "middle" or abs(y - other_y) >= 400 or abs(x - other_x) > 1_000


def test_a_glyph_at_the_edge_ends_with_the_field() -> None:
    """What lies round the field is drawn over it, and what is written there after that."""
    before = table(
        stand("mage", 0, (34_000, 34_800)),
        stand("blade", 1, (18_000, 9_000)),
        out("ward_stone", "f1", at=(35_000, 35_000)),
    )
    found = drawn(Battle(before), before)
    assert found.index('r="3000"') < found.index("evenodd") < found.rindex(">Crossroads: round")


def test_who_leaves_before_all_his_figures_are_placed_is_drawn() -> None:
    before = table(
        stand("blade", 0, (18_000, 5_000)),
        stand("blade", 1, (18_000, 9_000)),
        stand("blade", 1, None),
    )
    battle = Battle(before).leave(1)
    found = texts(drawn(battle, before))
    assert "Blade f2 is eliminated" in found
    assert "Blade f3 is eliminated" in found
