"""Browsing [11], and its cost with mana harmony [15.6]."""

import pytest

from tests.engine.games.sorcery.samples import Printer, wand
from tests.engine.games.sorcery.table import Battle, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _reading(book: str, *, card: str = "mage", phase: str = "action", **fields: object) -> Battle:
    """Return a battle in which a mage has a book; he stands alone."""
    return Battle(
        table(
            stand(card, 0, (18_000, 5_000), book=book, **fields),  # pyright: ignore[reportArgumentType]
            stand("blade", 1, (18_000, 30_000)),
            phase=phase,  # pyright: ignore[reportArgumentType]
        )
    )


@pytest.mark.rule("sorcery", "11.1", "11.4")
def test_three_marks_are_an_action_for_a_spell_that_lies_face_up() -> None:
    battle = _reading("three_marks sting dart~ two_marks")
    battle.do(0, "browse", figure="f1", spell="two_marks")
    assert battle.book("b1") == "two_marks three_marks sting dart~"
    assert battle.figure("f1").tokens == 1
    assert battle.told("action_taken")[0].action == "special"
    assert battle.state.actions == 2


@pytest.mark.rule("sorcery", "11.1")
def test_neither_a_face_down_nor_an_absent_nor_the_same_spell_is_picked() -> None:
    battle = _reading("three_marks sting dart~")
    for spell in ("dart", "two_marks", "three_marks"):
        assert battle.refused(0, "browse", figure="f1", spell=spell) == ("NO_SUCH_SPELL", "11.1")


@pytest.mark.rule("sorcery", "11.1")
def test_who_has_no_book_and_who_is_an_enemys_does_not_browse() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000)),
            stand("mage", 1, (18_000, 30_000), book="three_marks sting"),
        )
    )
    assert battle.refused(0, "browse", figure="f1", spell="sting") == ("NO_BOOK", "11.1")
    assert battle.refused(0, "browse", figure="f2", spell="sting") == ("NOT_YOURS", "4.1")
    assert battle.refused(1, "browse", figure="f2", spell="sting") == ("NOT_ASKED", "3.5")


@pytest.mark.rule("sorcery", "11.2")
def test_a_face_down_memorised_spell_is_paid_for_and_turned_up() -> None:
    battle = _reading("three_marks~ sting dart~")
    battle.do(0, "browse", figure="f1", spell="sting")
    assert battle.book("b1") == "sting three_marks dart~"
    assert battle.figure("f1").tokens == 1


@pytest.mark.rule("sorcery", "11.2")
def test_the_spell_just_turned_up_may_be_picked_itself() -> None:
    battle = _reading("three_marks~ sting")
    battle.do(0, "browse", figure="f1", spell="three_marks")
    assert battle.book("b1") == "three_marks sting"


@pytest.mark.rule("sorcery", "11.3")
@pytest.mark.parametrize(("tokens", "after", "clicks"), [(0, 1, 0), (1, 1, 0), (2, 2, 1)])
def test_two_marks_take_a_token_off_before_the_action_gives_one(
    tokens: int, after: int, clicks: int
) -> None:
    """With two tokens it has two again, and is pushed [4.3]."""
    battle = _reading("two_marks sting", tokens=tokens)
    battle.do(0, "browse", figure="f1", spell="sting")
    assert battle.book("b1") == "sting two_marks"
    assert battle.figure("f1").tokens == after
    assert battle.figure("f1").click == clicks
    assert battle.state.actions == 2


@pytest.mark.rule("sorcery", "11.3", "4.2")
def test_three_marks_are_not_paid_with_two_tokens() -> None:
    battle = _reading("three_marks sting", tokens=2)
    assert battle.refused(0, "browse", figure="f1", spell="sting") == ("TWO_TOKENS", "4.2")


@pytest.mark.rule("sorcery", "11.4", "4.3")
def test_three_marks_push_who_acted_last_turn() -> None:
    battle = _reading("three_marks sting", tokens=1)
    battle.do(0, "browse", figure="f1", spell="sting")
    assert battle.figure("f1").tokens == 2
    assert battle.figure("f1").click == 1


@pytest.mark.rule("sorcery", "11.3")
def test_two_marks_are_not_paid_by_who_took_an_action_this_turn() -> None:
    battle = _reading("two_marks sting", tokens=1, acted=1)
    assert battle.refused(0, "browse", figure="f1", spell="sting") == ("HAS_ACTED", "4.2")


@pytest.mark.rule("sorcery", "11.3")
def test_two_marks_may_be_the_second_action_of_a_trance(printed: Printer) -> None:
    printed(wand("drummer", "magestone_trance"))
    battle = _reading("two_marks sting", card="drummer", tokens=1, acted=1)
    battle.do(0, "browse", figure="f1", spell="sting", dice=[6, 6])
    assert battle.figure("f1").tokens == 1
    tired = _reading("two_marks sting", card="drummer", tokens=2, acted=1)
    assert tired.refused(0, "browse", figure="f1", spell="sting") == ("TWO_TOKENS", "4.2")


@pytest.mark.rule("sorcery", "11.3", "11.4")
def test_without_an_action_left_nobody_browses_for_two_or_three_marks() -> None:
    for book in ("two_marks sting", "three_marks sting"):
        battle = Battle(
            table(
                stand("mage", 0, (18_000, 5_000), book=book),
                stand("blade", 0, (16_000, 5_000)),
                stand("blade", 1, (18_000, 30_000)),
                limit=100,
                actions=1,
            )
        )
        battle.do(0, "move", figure="f2", path=[])
        assert battle.asked == ("turn_end", 0)
        assert battle.refused(0, "browse", figure="f1", spell="sting")[1] == "11.5"


@pytest.mark.rule("sorcery", "11.5")
def test_one_mark_is_no_action_but_once_a_figure_in_the_end_phase() -> None:
    battle = _reading("sting dart two_marks", tokens=2, acted=1)
    assert battle.refused(0, "browse", figure="f1", spell="dart") == ("CANT_BROWSE", "11.5")
    battle.let_pass()
    assert battle.asked == ("turn_end", 0)
    battle.do(0, "browse", figure="f1", spell="dart")
    assert battle.book("b1") == "dart sting two_marks"
    assert battle.figure("f1").tokens == 2
    assert battle.told("action_taken") == []
    assert battle.state.turn == 1


@pytest.mark.rule("sorcery", "11.5")
def test_each_sorcerer_browses_once_for_one_mark() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting dart"),
            stand("mage", 0, (16_000, 5_000), book="dart sting"),
            stand("blade", 1, (18_000, 30_000)),
            phase="end",
        )
    )
    battle.do(0, "browse", figure="f1", spell="dart")
    assert battle.asked == ("turn_end", 0)
    assert battle.refused(0, "browse", figure="f1", spell="sting") == ("CANT_BROWSE", "11.5")
    battle.do(0, "browse", figure="f2", spell="sting")
    assert battle.state.turn == 1


@pytest.mark.rule("sorcery", "11.5")
def test_who_browsed_by_an_action_may_browse_for_one_mark_at_the_end() -> None:
    battle = _reading("three_marks sting dart")
    battle.do(0, "browse", figure="f1", spell="sting").let_pass()
    battle.do(0, "browse", figure="f1", spell="dart")
    assert battle.book("b1") == "dart sting three_marks"


@pytest.mark.rule("sorcery", "11.5")
@pytest.mark.parametrize("book", ["three_marks sting", "two_marks sting"])
def test_two_and_three_marks_are_not_paid_in_the_end_phase(book: str) -> None:
    battle = _reading(book, phase="end")
    assert battle.refused(0, "browse", figure="f1", spell="sting") == ("CANT_BROWSE", "11.5")


@pytest.mark.rule("sorcery", "11.5")
def test_browsing_at_the_end_is_before_tokens_are_taken_off() -> None:
    battle = _reading("sting dart", phase="end", tokens=1)
    battle.do(0, "browse", figure="f1", spell="dart")
    assert battle.kinds.index("browsed") < battle.kinds.index("tokens_changed")


@pytest.mark.rule("sorcery", "11.5", "18.3")
@pytest.mark.parametrize("book", ["", "sting", "three_marks~", "sting dart"])
def test_who_has_a_sorcerer_is_asked_at_the_end_whatever_lies_in_the_book(book: str) -> None:
    assert _reading(book).let_pass().asked == ("turn_end", 0)


@pytest.mark.rule("sorcery", "11.5")
def test_who_has_no_sorcerer_is_not_asked_at_the_end() -> None:
    battle = Battle(table(stand("mage", 0, (18_000, 5_000)), stand("blade", 1, (18_000, 30_000))))
    battle.let_pass()
    assert battle.state.turn == 1


@pytest.mark.rule("sorcery", "11.6")
@pytest.mark.parametrize("book", ["", "three_marks", "three_marks sting~"])
def test_a_book_without_a_spell_to_pick_is_not_browsed(book: str) -> None:
    for spell in ("three_marks", "sting"):
        assert _reading(book).refused(0, "browse", figure="f1", spell=spell) == (
            "CANT_BROWSE",
            "11.6",
        )


@pytest.mark.rule("sorcery", "11.6", "11.2")
def test_a_single_spell_that_lies_face_down_is_turned_up() -> None:
    battle = _reading("three_marks~")
    battle.do(0, "browse", figure="f1", spell="three_marks")
    assert battle.book("b1") == "three_marks"


@pytest.mark.rule("sorcery", "11.1", "18.1")
def test_rivals_are_told_that_a_book_was_browsed_but_neither_the_spell_nor_how_it_lay() -> None:
    for book in ("three_marks sting", "three_marks~ sting", "two_marks sting"):
        battle = _reading(book)
        battle.do(0, "browse", figure="f1", spell="sting")
        (told,) = battle.told("browsed")
        assert (told.spell.to, told.turned_up.to) == ((0,), (0,))
        assert set(type(told).model_fields) == {"kind", "figure", "book", "turned_up", "spell"}


@pytest.mark.rule("sorcery", "15.6")
def test_with_mana_harmony_three_marks_are_two(printed: Printer) -> None:
    printed(wand("reader", "mana_harmony"))
    battle = _reading("three_marks sting", card="reader", tokens=2)
    battle.do(0, "browse", figure="f1", spell="sting")
    assert battle.figure("f1").tokens == 2
    one = _reading("sting dart", card="reader")
    assert one.refused(0, "browse", figure="f1", spell="dart") == ("CANT_BROWSE", "11.5")


@pytest.mark.rule("sorcery", "15.6")
def test_mana_harmony_is_of_the_bearers_click(printed: Printer) -> None:
    printed(wand("reader", dial=wand("x", "mana_harmony").dial[:1] + wand("x").dial[:3]))
    battle = _reading("three_marks sting", card="reader", tokens=2, click=1)
    assert battle.refused(0, "browse", figure="f1", spell="sting") == ("TWO_TOKENS", "4.2")
