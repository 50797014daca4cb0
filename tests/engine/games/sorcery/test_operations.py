"""What each operation of a spell does [12.8] [12.11] [12.12]."""

from typing import Any

import pytest

from engine.games.sorcery import ops
from engine.games.sorcery.ops import (
    Aim,
    Damage,
    Dispel,
    Expose,
    Heal,
    Leap,
    Modify,
    Muddle,
    Near,
    Recall,
    Rest,
    Shove,
    Spot,
    Tire,
    Turn,
    Way,
)
from tests.engine.games.sorcery.samples import (
    Printer,
    at_enemy,
    illusion,
    spell,
    wand,
)
from tests.engine.games.sorcery.table import EAST, SOUTH, WEST, Battle, Stood, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _cast(way: Way, *laid: Any, printed: Printer, **fields: Any) -> Battle:
    """Cast a spell of one way from f1 at (18,000, 5,000); the others of the table are ``laid``."""
    printed(spell("magic", way))
    mage = fields.pop("mage", {})
    battle = Battle(
        table(stand("mage", 0, (18_000, 5_000), book="magic sting~ dart", **mage), *laid)
    )
    battle.do(0, "cast", figure="f1", **fields)
    while battle.asked is not None and battle.asked[0] == "counter":
        battle.let_pass()
    return battle


def _enemy(at: tuple[int, int] = (18_000, 9_000), **fields: Any) -> Stood:
    return stand("blade", 1, at, **{"facing": SOUTH, **fields})


# --- operations


@pytest.mark.rule("sorcery", "7.8")
@pytest.mark.parametrize(("irreducible", "clicks"), [(False, 1), (True, 2)])
def test_damage_is_dealt_and_may_be_irreducible(
    printed: Printer, irreducible: bool, clicks: int
) -> None:
    printed(wand("tough", "toughness"))
    battle = _cast(
        at_enemy(Damage(who="marked", flat=2, irreducible=irreducible)),
        stand("tough", 1, (18_000, 9_000)),
        printed=printed,
        targets=["f2"],
    )
    assert battle.figure("f2").click == clicks
    assert battle.told("damaged")[0].why == "spell"


@pytest.mark.rule("sorcery", "7.7")
def test_the_magic_immune_take_no_damage_from_a_spell_that_means_all_who_are_near(
    printed: Printer,
) -> None:
    printed(wand("stone", defence_type="magic_immune"))
    battle = _cast(
        Way(
            near=Near(middle="caster", inches=5, side="enemies"),
            does=(Damage(who="near", flat=1), Tire(who="near")),
        ),
        stand("stone", 1, (18_000, 9_000)),
        _enemy((20_000, 7_000)),
        printed=printed,
    )
    assert [battle.figure(n).click for n in ("f2", "f3")] == [0, 1]
    assert [battle.figure(n).tokens for n in ("f2", "f3")] == [1, 1]


@pytest.mark.rule("sorcery", "1.6")
def test_healing_turns_the_dial_back_never_before_its_first_click(printed: Printer) -> None:
    for click, after in ((3, 1), (1, 0), (0, 0)):
        battle = _cast(
            Way(aim=Aim(who="friend"), does=(Heal(who="marked", flat=2), Tire(who="caster"))),
            stand("blade", 0, (18_000, 9_000), click=click),
            _enemy((18_000, 30_000)),
            printed=printed,
            targets=["f2"],
        )
        assert battle.figure("f2").click == after
        assert battle.figure("f1").tokens == 2


@pytest.mark.rule("sorcery", "12.4")
@pytest.mark.parametrize(
    ("near", "hit"),
    [
        (Near(middle="marked", inches=3, side="all"), {"f2", "f3", "f4"}),
        (Near(middle="marked", inches=3, side="all", with_middle=False), {"f3", "f4"}),
        (Near(middle="marked", inches=3, side="enemies"), {"f2", "f3"}),
        (Near(middle="marked", inches=3, side="friends"), {"f4"}),
        (Near(middle="caster", inches=4, side="all"), {"f1", "f2"}),
        (Near(middle="caster", inches=4, side="all", with_middle=False), {"f2"}),
    ],
)
def test_who_is_near_is_measured_from_a_middle_and_is_of_a_side(
    printed: Printer, near: Near, hit: set[str]
) -> None:
    """f3 is exactly 3 inches from the target, f5 a thousandth farther."""
    battle = _cast(
        Way(aim=Aim(who="enemy"), near=near, does=(Damage(who="near", flat=1),)),
        _enemy(),
        _enemy((18_000, 12_000)),
        stand("blade", 0, (20_000, 10_000)),
        _enemy((15_000, 9_001)),
        printed=printed,
        targets=["f2"],
    )
    assert {n for n, one in battle.state.figures.items() if one.click} == hit


@pytest.mark.rule("sorcery", "12.4")
def test_operations_are_done_in_order_and_whom_they_mean_is_found_then(printed: Printer) -> None:
    """Who was shoved out of the circle is not burnt."""
    battle = _cast(
        Way(
            aim=Aim(who="enemy"),
            near=Near(middle="caster", inches=5, side="enemies"),
            does=(Shove(who="marked", inches=3), Damage(who="near", flat=1)),
        ),
        _enemy(),
        _enemy((20_000, 7_000)),
        printed=printed,
        targets=["f2"],
    )
    assert [battle.figure(n).click for n in ("f2", "f3")] == [0, 1]


@pytest.mark.rule("sorcery", "12.4")
def test_nothing_more_is_done_to_who_was_eliminated_nor_around_him(printed: Printer) -> None:
    battle = _cast(
        Way(
            aim=Aim(who="enemy"),
            near=Near(middle="marked", inches=5, side="all"),
            does=(
                Damage(who="marked", flat=1),
                Tire(who="marked"),
                Damage(who="near", flat=1),
            ),
        ),
        _enemy(click=4),
        _enemy((20_000, 9_000)),
        printed=printed,
        targets=["f2"],
    )
    assert battle.figure("f2").gone
    assert battle.figure("f3").click == 0
    assert battle.told("tokens_changed") == []


@pytest.mark.rule("sorcery", "12.11", "5.7")
@pytest.mark.parametrize(("toward", "y"), [(False, 12_000), (True, 6_500)])
def test_who_is_shoved_goes_straight_away_from_the_caster_or_up_to_him(
    printed: Printer, toward: bool, y: int
) -> None:
    """It keeps its facing, breaks away from nobody, and nobody turns for it."""
    battle = _cast(
        at_enemy(Shove(who="marked", inches=3, toward=toward)),
        _enemy(),
        stand("blade", 0, (19_500, 9_000)),
        printed=printed,
        targets=["f2"],
    )
    assert battle.figure("f2").at == (18_000, y)
    assert battle.figure("f2").facing == SOUTH
    assert battle.told("broke_away") == []
    assert battle.asked == ("memorise", 0)


@pytest.mark.rule("sorcery", "12.11")
def test_a_shove_ends_at_what_is_in_its_way(printed: Printer) -> None:
    shove = at_enemy(Shove(who="marked", inches=9))
    behind = _cast(shove, _enemy(), _enemy((18_000, 12_000)), printed=printed, targets=["f2"])
    assert behind.figure("f2").at == (18_000, 10_500)
    none = _cast(shove, _enemy(), _enemy((18_000, 10_500)), printed=printed, targets=["f2"])
    assert none.figure("f2").at == (18_000, 9_000)
    assert none.told("displaced") == []


@pytest.mark.rule("sorcery", "12.11")
def test_hindering_terrain_slows_no_shove(printed: Printer) -> None:
    """The east grove lies around (25,500, 12,000)."""
    printed(spell("magic", at_enemy(Shove(who="marked", inches=6))))
    battle = Battle(
        table(
            stand("mage", 0, (25_500, 5_000), book="magic"),
            stand("blade", 1, (25_500, 8_000)),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.figure("f2").at == (25_500, 14_000)


@pytest.mark.rule("sorcery", "12.11")
def test_who_leaps_is_put_on_the_place_over_all_that_lies_between(printed: Printer) -> None:
    way = Way(spot=Spot(inches=8), does=(Leap(who="caster"),))
    fields: dict[str, Any] = {"mage": {"facing": EAST}, "printed": printed}
    battle = _cast(way, _enemy(), at=(18_000, 13_000), **fields)
    assert battle.figure("f1").at == (18_000, 13_000)
    assert battle.figure("f1").facing == EAST
    for at, code in (((18_000, 13_001), "TOO_FAR"), ((18_000, 10_400), "IN_THE_WAY")):
        state = table(stand("mage", 0, (18_000, 5_000), book="magic"), _enemy())
        assert Battle(state).refused(0, "cast", figure="f1", at=at) == (code, "12.4")


@pytest.mark.rule("sorcery", "12.11")
def test_the_target_may_leap_from_where_it_stands(printed: Printer) -> None:
    way = Way(aim=Aim(who="friend", touching=True), spot=Spot(inches=2), does=(Leap(who="marked"),))
    friend = stand("blade", 0, (18_000, 6_500))
    battle = _cast(
        way, friend, _enemy((18_000, 30_000)), printed=printed, targets=["f2"], at=(18_000, 8_500)
    )
    assert battle.figure("f2").at == (18_000, 8_500)


@pytest.mark.rule("sorcery", "12.11")
def test_who_leaps_out_of_contact_does_not_break_away(printed: Printer) -> None:
    way = Way(spot=Spot(inches=8), does=(Leap(who="caster"),))
    battle = _cast(way, _enemy((18_000, 6_500)), printed=printed, at=(18_000, 1_000))
    assert battle.told("broke_away") == []
    assert battle.figure("f1").at == (18_000, 1_000)


@pytest.mark.parametrize(("rear", "facing"), [(False, SOUTH), (True, (0, 1))])
def test_a_figure_is_turned_with_its_front_or_its_rear_to_the_caster(
    printed: Printer, rear: bool, facing: tuple[int, int]
) -> None:
    battle = _cast(
        at_enemy(Turn(who="marked", rear=rear)),
        _enemy(facing=WEST),
        printed=printed,
        targets=["f2"],
    )
    x, y = battle.figure("f2").facing
    assert (x, y > 0) == (0, facing[1] > 0)


@pytest.mark.rule("sorcery", "12.12")
@pytest.mark.parametrize(("tokens", "after"), [(0, 1), (1, 2), (2, 2)])
def test_a_token_given_by_a_spell_is_no_action_and_pushes_nobody(
    printed: Printer, tokens: int, after: int
) -> None:
    battle = _cast(
        at_enemy(Tire(who="marked")), _enemy(tokens=tokens), printed=printed, targets=["f2"]
    )
    assert battle.figure("f2").tokens == after
    assert (battle.figure("f2").click, battle.figure("f2").acted) == (0, 0)


@pytest.mark.rule("sorcery", "12.12")
@pytest.mark.parametrize(("tokens", "after"), [(0, 0), (1, 0), (2, 1)])
def test_a_token_is_taken_off(printed: Printer, tokens: int, after: int) -> None:
    battle = _cast(
        Way(aim=Aim(who="friend"), does=(Rest(who="marked"),)),
        stand("blade", 0, (18_000, 9_000), tokens=tokens),
        _enemy((18_000, 30_000)),
        printed=printed,
        targets=["f2"],
    )
    assert battle.figure("f2").tokens == after


@pytest.mark.rule("sorcery", "10.4", "10.1")
@pytest.mark.parametrize(
    ("book", "after"), [("dart sting", "dart~ sting"), ("dart~ sting", "dart~ sting"), ("", "")]
)
def test_a_memorised_spell_is_turned_face_down_and_it_looks_the_same_whatever_it_was(
    printed: Printer, book: str, after: str
) -> None:
    battle = _cast(
        at_enemy(Muddle(who="marked")),
        stand("mage", 1, (18_000, 9_000), book=book, tokens=1),
        printed=printed,
        targets=["f2"],
    )
    assert battle.book("b2") == after
    (told,) = battle.told("spell_muddled")
    assert told.model_dump() == {"kind": "spell_muddled", "book": "b2"}


@pytest.mark.rule("sorcery", "10.1")
@pytest.mark.parametrize(
    ("book", "shown"),
    [("dart sting", ("dart", True)), ("dart~ sting", ("dart", False)), ("", (None, False))],
)
def test_a_memorised_spell_is_shown_to_everybody(
    printed: Printer, book: str, shown: tuple[str | None, bool]
) -> None:
    battle = _cast(
        at_enemy(Expose(who="marked")),
        stand("mage", 1, (18_000, 9_000), book=book, tokens=1),
        printed=printed,
        targets=["f2"],
    )
    (told,) = battle.told("spell_exposed")
    assert (told.spell, told.up) == shown
    assert battle.book("b2") == book


def test_who_bears_no_book_is_neither_muddled_nor_exposed(printed: Printer) -> None:
    battle = _cast(
        at_enemy(Muddle(who="marked"), Expose(who="marked")),
        _enemy(),
        printed=printed,
        targets=["f2"],
    )
    assert battle.told("spell_muddled") == battle.told("spell_exposed") == []


@pytest.mark.rule("sorcery", "10.4")
def test_all_spells_of_the_casters_book_are_turned_up(printed: Printer) -> None:
    battle = _cast(Way(does=(Recall(),)), _enemy(), printed=printed)
    assert battle.book("b1") == "sting dart magic"


def _dispelling(dispel: Dispel, *, aimed: bool, printed: Printer) -> Battle:
    """Cast a dispel while charms, rings and hazes of both sides are out; f3 is the enemy's mage."""
    printed(illusion("mirage", Modify(value="attack", amount=1), side="friends"))
    way = Way(aim=Aim(who="any"), does=(dispel,)) if aimed else Way(does=(dispel,))
    return _cast(
        way,
        _enemy(),
        stand("mage", 1, (16_000, 20_000), book="", tokens=1),
        out("charm", "f3", "b2", on="f2"),
        out("charm", "f1", on="f1"),
        out("ring", "f3", "b2", at=(16_000, 18_750)),
        out("ring", "f1", at=(18_000, 6_250)),
        out("haze", "f3", "b2"),
        out("mirage", "f1"),
        printed=printed,
        **({"targets": ["f2"]} if aimed else {}),
    )


@pytest.mark.parametrize(
    ("dispel", "ended"),
    [
        (Dispel(what="enchantment", who="marked"), [("charm", "f3")]),
        (Dispel(what="enchantment", who="caster"), [("charm", "f1")]),
        (Dispel(what="glyph", side="enemies"), [("ring", "f3")]),
        (Dispel(what="glyph", side="friends"), [("ring", "f1")]),
        (Dispel(what="glyph", side="all"), [("ring", "f3"), ("ring", "f1")]),
        (Dispel(what="illusion", side="enemies"), [("haze", "f3")]),
        (Dispel(what="illusion", side="friends"), [("mirage", "f1")]),
    ],
    ids=repr,
)
@pytest.mark.rule("sorcery", "13.12")
def test_what_a_dispel_ends(printed: Printer, dispel: Dispel, ended: list[tuple[str, str]]) -> None:
    all_ = [("charm", "f3"), ("charm", "f1"), ("ring", "f3"), ("ring", "f1"), ("haze", "f3")]
    all_.append(("mirage", "f1"))
    aimed = dispel.who == "marked"
    battle = _dispelling(dispel, aimed=aimed, printed=printed)
    left = [(effect.spell, effect.caster) for effect in battle.state.effects.values()]
    assert left == [one for one in all_ if one not in ended]
    assert {event.why for event in battle.told("effect_ended")} == {"dispelled"}


def test_a_lasting_spell_that_dispels_does_not_end_itself(printed: Printer) -> None:
    printed(
        spell(
            "jealous",
            Way(
                does=(Dispel(what="illusion"),),
                lasts=ops.Lasting(traits=(Modify(value="attack", amount=1),)),
            ),
            type="illusion",
        )
    )
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="jealous"),
            _enemy((18_000, 30_000)),
            out("haze", "f1"),
        )
    )
    battle.do(0, "cast", figure="f1")
    assert battle.out == ["jealous"]
