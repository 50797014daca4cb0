"""Casting [12]; what the operations of spells do stands in test_operations.py."""

from typing import Any

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.commands import Cast
from engine.games.sorcery.ops import Aim, Damage, Grant, Lasting, Modify, Near, Save, Strike, Way
from tests.engine.games.sorcery.samples import STING, Printer, at_enemy, spell
from tests.engine.games.sorcery.table import EAST, SOUTH, Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _facing(
    book: str, *more: Any, card: str = "mage", enemy: str = "blade", **fields: Any
) -> Battle:
    """Return a battle in which a mage with a book faces an enemy four inches away."""
    return Battle(
        table(
            stand(card, 0, (18_000, 5_000), book=book, **fields),
            stand(enemy, 1, (18_000, 9_000), facing=SOUTH),
            *more,
        )
    )


# --- what may be cast


@pytest.mark.rule("sorcery", "12.1")
def test_only_the_topmost_spell_is_cast_and_only_if_it_lies_face_up() -> None:
    battle = _facing("sting dart")
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.told("spell_shown")[0].spell == "sting"
    assert _facing("sting~ dart").refused(0, "cast", figure="f1", targets=["f2"]) == (
        "CANT_CAST",
        "12.1",
    )
    assert _facing("").refused(0, "cast", figure="f1", targets=["f2"]) == ("CANT_CAST", "12.1")


@pytest.mark.rule("sorcery", "12.1", "13.12")
def test_a_spell_whose_token_is_on_the_field_waits_for_it() -> None:
    """The token of another book's copy is another token [13.12]."""
    battle = _facing("ring", out("ring", "f1", "b1", at=(18_000, 6_250)))
    spot = {"at": (16_750, 5_000)}
    assert battle.refused(0, "cast", figure="f1", **spot) == ("CANT_CAST", "12.1")
    other = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="ring"),
            stand("mage", 1, (18_000, 30_000), book="ring"),
            out("ring", "f2", "b2", at=(18_000, 28_750)),
        )
    )
    other.do(0, "cast", figure="f1", **spot)
    assert other.out == ["ring", "ring"]


@pytest.mark.rule("sorcery", "12.1", "12.10")
def test_a_spell_that_works_without_casting_is_not_cast() -> None:
    assert _facing("retort").refused(0, "cast", figure="f1") == ("CANT_CAST", "12.10")


@pytest.mark.rule("sorcery", "12.2", "4.1")
def test_casting_takes_an_action_of_the_kind_that_the_spell_says() -> None:
    for book, kind, dice in (("sting", "special", []), ("dart", "ranged_combat", [1, 2])):
        battle = _facing(book)
        battle.do(0, "cast", figure="f1", targets=["f2"], dice=dice)
        assert battle.told("action_taken")[0].action == kind
        assert battle.figure("f1").tokens == 1
    tired = _facing("sting", tokens=2)
    assert tired.refused(0, "cast", figure="f1", targets=["f2"]) == ("TWO_TOKENS", "4.2")
    acted = _facing("sting", tokens=1, acted=1)
    assert acted.refused(0, "cast", figure="f1", targets=["f2"]) == ("HAS_ACTED", "4.2")


@pytest.mark.rule("sorcery", "12.2")
def test_a_sorcery_that_says_nothing_else_is_cast_by_ranged_combat() -> None:
    """And every other type by a special action, in print."""
    by_type = {
        kind: {one.action for one in SPELLS.values() if one.type == kind} - {None}
        for kind in ("sorcery", "enchantment", "glyph", "illusion")
    }
    assert by_type["sorcery"] == {"ranged_combat", "special"}
    assert by_type["enchantment"] == by_type["glyph"] == by_type["illusion"] == {"special"}


@pytest.mark.rule("sorcery", "12.3")
def test_in_contact_with_an_enemy_nothing_is_cast_by_ranged_combat() -> None:
    beside = stand("blade", 1, (19_500, 5_000))
    battle = _facing("dart", beside)
    assert battle.refused(0, "cast", figure="f1", targets=["f2"]) == ("IN_CONTACT", "12.3")
    _facing("sting", beside).do(0, "cast", figure="f1", targets=["f2"])
    friend = stand("blade", 0, (19_500, 5_000))
    _facing("dart", friend).do(0, "cast", figure="f1", targets=["f2"], dice=[1, 2])


# --- the order


@pytest.mark.rule("sorcery", "12.4", "18.2")
def test_the_spell_is_shown_then_works_then_goes_to_the_bottom_face_up() -> None:
    battle = _facing("sting dart two_marks~")
    battle.do(0, "cast", figure="f1", targets=["f2"])
    order = ["action_taken", "spell_shown", "damaged", "spell_placed", "spell_over", "question_put"]
    assert [kind for kind in battle.kinds if kind in order] == order
    assert battle.book("b1") == "dart two_marks~ sting"
    assert battle.asked == ("memorise", 0)
    battle.do(0, "memorise", spell="dart")
    assert battle.book("b1") == "dart two_marks~ sting"
    assert battle.asked == ("act", 0)


@pytest.mark.rule("sorcery", "12.4", "13.2")
def test_the_token_is_put_out_before_the_effect(printed: Printer) -> None:
    """So its bearer is tough already when the spell hurts him."""
    tough = Lasting(traits=(Grant(ability="toughness"),))
    hurt = (Damage(who="marked", flat=1),)
    printed(spell("bark", Way(aim=Aim(who="friend"), does=hurt, lasts=tough), type="enchantment"))
    battle = _facing("bark").do(0, "cast", figure="f1", targets=["f1"])
    assert battle.out == ["bark"]
    assert battle.figure("f1").click == 0


@pytest.mark.rule("sorcery", "12.4")
def test_which_of_several_effects_is_said_with_the_cast(printed: Printer) -> None:
    near = Near(middle="caster", inches=5, side="enemies")
    printed(
        spell(
            "choice",
            Way(name="one", aim=Aim(who="enemy"), does=(Damage(who="marked", flat=1),)),
            Way(name="all", near=near, does=(Damage(who="near", flat=2),)),
        )
    )
    one = _facing("choice").do(0, "cast", figure="f1", way=0, targets=["f2"])
    assert (one.told("spell_shown")[0].way, one.figure("f2").click) == (0, 1)
    many = _facing("choice").do(0, "cast", figure="f1", way=1)
    assert (many.told("spell_shown")[0].way, many.figure("f2").click) == (1, 2)
    assert _facing("choice").refused(0, "cast", figure="f1", way=2) == ("CANT_CAST", "12.4")


@pytest.mark.rule("sorcery", "12.4", "4.3")
def test_pushing_comes_after_the_new_spell_is_memorised() -> None:
    battle = _facing("sting dart", tokens=1)
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.figure("f1").click == 0
    battle.do(0, "memorise", spell="dart")
    assert battle.figure("f1").click == 1


@pytest.mark.rule("sorcery", "12.4")
def test_places_are_named_for_glyphs_and_leaps_only() -> None:
    battle = _facing("sting")
    wrong = {"figure": "f1", "targets": ["f2"], "at": (16_750, 5_000)}
    assert battle.refused(0, "cast", **wrong) == ("WRONG_PLACE", "12.4")
    assert _facing("ring").refused(0, "cast", figure="f1") == ("WRONG_PLACE", "12.4")


@pytest.mark.rule("sorcery", "12.5")
@pytest.mark.parametrize(
    ("after", "book", "asked"),
    [
        ("face_up_bottom", "dart two_marks final", "memorise"),
        ("face_down_bottom", "dart two_marks final~", "memorise"),
        ("face_down_top", "final~ dart two_marks", "act"),
    ],
)
def test_where_a_cast_spell_goes(printed: Printer, after: str, book: str, asked: str) -> None:
    printed(spell("final", STING, after=after))
    battle = _facing("final dart two_marks")
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.book("b1") == book
    assert battle.asked == (asked, 0)


@pytest.mark.rule("sorcery", "12.5", "11.2")
def test_a_spell_face_down_on_top_blocks_the_book_until_it_is_browsed(printed: Printer) -> None:
    printed(spell("final", STING, after="face_down_top", browse=3))
    battle = _facing("final dart")
    battle.do(0, "cast", figure="f1", targets=["f2"]).end_turn()
    battle.end_turn()
    assert battle.refused(0, "cast", figure="f1", targets=["f2"]) == ("CANT_CAST", "12.1")
    battle.do(0, "browse", figure="f1", spell="final")
    assert battle.book("b1") == "final dart"


@pytest.mark.rule("sorcery", "12.6")
def test_a_spell_that_lies_face_up_is_memorised_and_no_other() -> None:
    battle = _facing("sting dart~ two_marks")
    battle.do(0, "cast", figure="f1", targets=["f2"])
    for wrong in ("dart", "three_marks", None, "sting"):
        assert battle.refused(0, "memorise", spell=wrong) == ("NO_SUCH_SPELL", "12.6")
    battle.do(0, "memorise", spell="two_marks")
    assert battle.book("b1") == "two_marks dart~ sting"
    (told,) = battle.told("memorised")
    assert told.spell.to == (0,)


@pytest.mark.rule("sorcery", "12.6", "18.3")
@pytest.mark.parametrize(("book", "after"), [("sting", "sting"), ("sting dart~", "sting dart~")])
def test_what_was_just_cast_is_memorised_again_if_nothing_else_lies_face_up(
    book: str, after: str
) -> None:
    """And who has one to pick is asked all the same."""
    battle = _facing(book).do(0, "cast", figure="f1", targets=["f2"])
    assert battle.asked == ("memorise", 0)
    battle.do(0, "memorise", spell="sting")
    assert battle.book("b1") == after


@pytest.mark.rule("sorcery", "12.6", "18.3")
def test_who_has_none_to_pick_is_asked_all_the_same_and_the_top_stays(printed: Printer) -> None:
    printed(spell("final", STING, after="face_down_bottom"))
    battle = _facing("final dart~").do(0, "cast", figure="f1", targets=["f2"])
    assert battle.asked == ("memorise", 0)
    assert battle.refused(0, "memorise", spell="dart") == ("NO_SUCH_SPELL", "12.6")
    battle.do(0, "memorise", spell=None)
    assert battle.book("b1") == "dart~ final~"


@pytest.mark.rule("sorcery", "17.1")
def test_who_lets_his_time_pass_memorises_the_first_that_lies_face_up() -> None:
    battle = _facing("sting dart~ two_marks").do(0, "cast", figure="f1", targets=["f2"])
    assert GAME.default(battle.state, 0).model_dump()["spell"] == "two_marks"


# --- the caster's end


@pytest.mark.rule("sorcery", "12.9", "7.2")
def test_who_is_eliminated_by_his_own_spell_attacks_no_more_and_drops_the_book(
    printed: Printer,
) -> None:
    printed(
        spell(
            "rash",
            at_enemy(Strike(who="marked"), Damage(who="marked", flat=1), most=2),
            after="face_down_bottom",
        )
    )
    battle = _facing(
        "rash dart",
        stand("blade", 1, (20_000, 7_000)),
        stand("blade", 0, (14_000, 5_000)),
        click=4,
        tokens=1,
    )
    battle.do(0, "cast", figure="f1", targets=["f2", "f3"], dice=[1, 1])
    assert battle.figure("f1").gone
    assert len(battle.told("attacked")) == 1
    assert [battle.figure(n).click for n in ("f2", "f3")] == [1, 1]
    book = battle.state.books["b1"]
    assert (book.bearer, book.at) == (None, (18_000, 5_000))
    assert battle.book("b1") == "dart rash~"
    assert battle.asked == ("act", 0)


@pytest.mark.rule("sorcery", "12.9", "16.1")
def test_a_spell_is_carried_to_its_end_though_the_battle_is_over(printed: Printer) -> None:
    printed(spell("rash", at_enemy(Strike(who="marked"), Damage(who="marked", flat=1))))
    battle = _facing("rash", click=4)
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=[1, 1])
    assert battle.figure("f2").click == 1
    assert battle.kinds[-2:] == ["spell_over", "match_ended"]
    assert battle.told("match_ended")[0].winners == (1,)


# --- spells that work without casting


@pytest.mark.rule("sorcery", "12.10")
@pytest.mark.parametrize(
    ("book", "defence"), [("shelter", 15), ("shelter~", 14), ("sting shelter", 14)]
)
def test_a_memorised_spell_changes_its_bearer_while_it_lies_face_up_on_top(
    printed: Printer, book: str, defence: int
) -> None:
    printed(spell("shelter", memorised=(Modify(value="defence", amount=1),)))
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("mage", 1, (18_000, 6_500), facing=SOUTH, book=book),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[1, 2])
    told = battle.told("attacked")[0].defence
    assert told.total == defence
    assert [part.what for part in told.modifiers] == ["Shelter"] * (defence - 14), "it is shown"


@pytest.mark.rule("sorcery", "12.10", "10.1")
def test_what_is_memorised_shows_in_its_own_players_view_only(printed: Printer) -> None:
    printed(spell("shelter", memorised=(Modify(value="defence", amount=1),)))
    state = table(
        stand("mage", 0, (18_000, 5_000), book="shelter"), stand("blade", 1, (18_000, 30_000))
    )
    seen = [GAME.view(state, seat).model_dump()["figures"][0]["defence"] for seat in (0, 1, None)]
    assert seen == [15, 14, 14]


@pytest.mark.rule("sorcery", "12.10")
@pytest.mark.parametrize(
    ("after", "book"),
    [("face_up_bottom", "sting~ reprieve"), ("face_down_bottom", "sting~ reprieve~")],
)
def test_what_saves_is_spent_and_the_next_is_memorised_as_it_lies(
    printed: Printer, after: str, book: str
) -> None:
    printed(spell("reprieve", memorised=(Save(),), after=after))
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("mage", 1, (18_000, 6_500), facing=SOUTH, book="reprieve sting~", click=3),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, 5])
    assert battle.figure("f2").click == 4
    assert not battle.figure("f2").gone
    assert battle.book("b1") == book
    assert battle.asked == ("act", 0)


@pytest.mark.rule("sorcery", "12.10", "12.9")
def test_a_caster_is_not_saved_by_what_lies_below_the_spell_he_casts(printed: Printer) -> None:
    printed(spell("reprieve", memorised=(Save(),)))
    battle = _facing("dart reprieve", click=4)
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=[1, 1])
    assert battle.figure("f1").gone


@pytest.mark.rule("sorcery", "12.4")
def test_a_caster_may_stand_with_his_back_to_all_when_nobody_is_marked() -> None:
    battle = _facing("haze", facing=EAST)
    battle.do(0, "cast", figure="f1")
    assert battle.out == ["haze"]


@pytest.mark.rule("sorcery", "12.7")
@pytest.mark.parametrize("most", [1, 3])
def test_with_more_targets_than_are_listed_together_any_may_be_marked(
    printed: Printer, most: int
) -> None:
    printed(spell("glance", at_enemy(Damage(who="marked", flat=1), blind=True, most=most)))
    crowd = [
        stand("blade", 1, (9_000 + 1_600 * (n % 9), 8_000 + 1_600 * (n // 9))) for n in range(36)
    ]
    battle = Battle(table(stand("mage", 0, (15_000, 5_000), book="glance"), *crowd))
    casts = [o for o in GAME.legal(battle.state, 0) if (o.command or {}).get("kind") == "cast"]
    cast = dict(casts[0].command or {})
    near = [
        f"f{n}"
        for n in range(2, 38)
        if GAME.check(battle.state, 0, Cast(figure="f1", targets=(f"f{n}",))) is None
    ]
    assert len(near) > 30
    assert all(battle.offered(0, **{**cast, "targets": [n]}) for n in near)
    if most > 1:
        assert any(o.allows({**cast, "targets": near[-3:]}) for o in casts)
