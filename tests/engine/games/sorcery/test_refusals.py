"""What refusals say: by how much, where, who, and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.sorcery.opening import armies
from tests.engine.games.sorcery.table import NORTH, SOUTH, Battle, dropped, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")

HERE = (18_000, 5_000)


def why(battle: Battle, seat: int, kind: str, **fields: Any) -> str:
    battle.refused(seat, kind, **fields)
    return battle.why


def alone(card: str = "mage", *others: Any, **fields: Any) -> Battle:
    """Return a battle in which a figure faces an enemy who is ten inches and 1 mil away."""
    enemy = stand("blade", 1, (18_000, 15_001), facing=SOUTH)
    return Battle(table(stand(card, 0, HERE, **fields), enemy, *others))


# --- who is asked


def test_who_is_not_asked_is_told_who_is_and_for_what() -> None:
    placing = armies("blade", "blade")
    assert why(placing, 1, "pass") == "You are not asked: seat 0 is, to place a figure."
    assert why(alone(), 1, "pass") == "You are not asked: seat 0 is, for an action."
    casting = Battle(
        table(
            stand("mage", 0, HERE, book="sting"),
            stand("mage", 1, (18_000, 9_000), facing=SOUTH),
        )
    ).do(0, "cast", figure="f1", targets=["f2"])
    assert casting.refused(0, "pass") == ("NOT_ASKED", "14.2")
    assert casting.why == "You are not asked: seat 1 is, whether to counter the spell of Mage f1."
    casting.let_pass()
    assert casting.refused(1, "counter", figure="f2") == ("NOT_ASKED", "12.6")
    assert casting.why == "You are not asked: seat 0 is, which spell is memorised now (Mage f1)."


def test_what_is_no_answer_is_told_with_what_is() -> None:
    placing = armies("blade", "blade")
    assert placing.refused(0, "move", figure="f1", path=[]) == ("NOT_NOW", "3.2")
    assert placing.why == "You are asked to place a figure: answer `deploy`, not `move`."


# --- distances


def test_who_is_out_of_range_is_told_how_far_it_is() -> None:
    said = "Blade f2 is 10001 mil from Mage f1, whose range is 10 inches, 10000 mil."
    assert why(alone(), 0, "shoot", figure="f1", targets=["f2"]) == said


@pytest.mark.parametrize(
    ("at", "far"), [((18_000, 6_249), 1_249), ((18_000, 6_276), 1_276), ((18_001, 6_275), 1_276)]
)
def test_a_glyph_is_told_how_far_its_token_should_be(at: tuple[int, int], far: int) -> None:
    assert why(alone(book="ring"), 0, "cast", figure="f1", at=at) == (
        "The token must touch the caster's base: the centres are "
        f"{far} mil apart, and should be 1250 to 1275."
    )


def test_a_glyph_that_touches_another_is_told_where_that_is() -> None:
    lying = out("ring", "f3", "b2", at=(18_500, 6_250))
    other = stand("mage", 1, (18_500, 7_500), book="ring", facing=SOUTH)
    battle = alone("mage", other, lying, book="ring")
    assert "that of Ring, at [18500, 6250]: the centres should be more than 1025 mil" in why(
        battle, 0, "cast", figure="f1", at=(18_000, 6_250)
    )


def test_what_is_in_the_way_is_told_with_its_place_and_the_room_it_needs() -> None:
    brute = stand("brute", 1, (18_000, 8_000))
    battle = alone("mage", brute)
    assert why(battle, 0, "move", figure="f1", path=[(18_000, 7_000)]) == (
        "Brute f3, at [18000, 8000], is in the way of leg 1 of the path: "
        "the centres stay 1750 mil apart."
    )
    assert why(battle, 0, "move", figure="f1", path=[(18_000, 749)]) == (
        "Leg 1 of the path leaves the field; at the edge its centre stays 750 mil from it."
    )


def test_a_place_to_deploy_is_told_how_far_it_may_be() -> None:
    battle = armies("blade blade", "blade")
    battle.do(0, "deploy", figure="f1", at=(18_000, 3_000))
    battle.do(1, "deploy", figure="f3", at=(18_000, 33_000))
    assert why(battle, 0, "deploy", figure="f2", at=(18_000, 3_400)) == (
        "Place it at most 3000 mil from the south edge, not 3400."
    )
    assert why(battle, 0, "deploy", figure="f2", at=(18_000, 2_000)) == (
        "Blade f1, at [18000, 3000], is in the way there: the centres stay 1500 mil apart."
    )


def test_who_is_not_in_contact_is_told_how_far_off_he_is_and_who_is() -> None:
    friend = stand("mage", 0, (19_500, 5_000))
    assert why(alone("mage", friend), 0, "fight", figure="f1", target="f2") == (
        "Blade f2 is 10001 mil from Mage f1, centre to centre; in contact they are at 1500 to 1525."
        " In contact with Mage f1 are the enemies: none."
    )


def test_who_is_touched_is_told_by_whom() -> None:
    enemy = stand("blade", 1, (18_000, 3_500), facing=NORTH)
    assert why(alone("bow", enemy), 0, "shoot", figure="f1", targets=["f2"]) == (
        "Bow f1 is in contact with the enemy Blade f3."
    )


def test_a_dropped_book_is_told_where_it_lies() -> None:
    battle = alone("mage", dropped((18_000, 7_000)))
    assert why(battle, 0, "pick_up", figure="f1", book="b1") == (
        "Grey Codex b1 lies at [18000, 7000], 2000 mil from Mage f1, who reaches 1250."
    )
    assert why(battle, 0, "pick_up", figure="f1", book="b7") == (
        "There is no book 'b7'; dropped are: Grey Codex b1."
    )


# --- who and how many


def test_a_wrong_number_is_told_with_the_right_ones() -> None:
    battle = alone("mage", stand("bow", 0, (12_000, 5_000)), book="sting")
    assert why(battle, 0, "move", figure="f9", path=[]) == (
        "'f9' is not a figure of this match; name one of these: Mage f1, Bow f3."
    )
    assert why(battle, 0, "move", figure="b1", path=[]) == (
        "'b1' is a book, not a figure; name one of these: Mage f1, Bow f3."
    )
    assert why(battle, 0, "move", figure="f2", path=[]) == (
        "Blade f2 is an enemy; name a figure of yours: Mage f1, Bow f3."
    )
    assert why(battle, 0, "shoot", figure="f3", targets=["f1"]) == (
        "Mage f1 is yours; name an enemy: Blade f2."
    )


def test_a_wrong_count_of_targets_is_told_in_good_words() -> None:
    battle = alone("mage", stand("blade", 1, (18_000, 9_000)), book="sting")
    assert why(battle, 0, "shoot", figure="f1", targets=["f2", "f3"]) == (
        "Mage f1 shoots at one target at a time."
    )
    assert why(battle, 0, "cast", figure="f1", targets=["f2", "f3"]) == (
        "Sting is aimed at one target, named in `targets`; not at 2."
    )
    assert why(battle, 0, "cast", figure="f1", targets=["f3"], way=1) == (
        "Sting has one effect: `way` is 0, or left out."
    )
    assert why(battle, 0, "cast", figure="f1", targets=["f1"]) == (
        "Sting is aimed at enemies, which Mage f1 is not."
    )
