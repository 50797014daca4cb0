"""Who may use what is in a book that he filled, or picked up [12.1]."""

from typing import Any

import pytest

from engine.games.sorcery.models import Requirement
from engine.games.sorcery.ops import Modify, Save
from tests.engine.games.sorcery.samples import STING, Printer, spell, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, dropped, stand, table

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


@pytest.mark.rule("sorcery", "12.1", "2.8")
def test_a_later_bearer_casts_a_hard_spell_if_he_meets_it(printed: Printer) -> None:
    printed(
        spell("kin_only", STING, requires=Requirement(faction="drakekin")),
        spell(
            "easier_for_kin", STING, pages=2, affinity=1, requires=Requirement(faction="drakekin")
        ),
        spell("keepers_only", STING, requires=Requirement(subfaction="flamekeepers")),
        wand("kinsman", faction="drakekin"),
        wand("keeper", faction="drakekin", subfaction="flamekeepers"),
        wand("sage", "ancient_lore"),
    )
    cast = {"figure": "f1", "targets": ["f2"]}

    def later(book: str, card: str = "mage") -> Battle:
        return _facing(book, card=card, taken=True)

    battle = later("kin_only")
    assert battle.refused(0, "cast", **cast) == ("CANT_CAST", "12.1")
    assert battle.why == "Kin Only is only for the faction drakekin, which Mage f1 has not."
    assert later("keepers_only", "kinsman").refused(0, "cast", **cast)[1] == "12.1"
    later("easier_for_kin").do(0, "cast", **cast)
    later("kin_only", "kinsman").do(0, "cast", **cast)
    later("keepers_only", "keeper").do(0, "cast", **cast)
    later("kin_only", "sage").do(0, "cast", **cast)


@pytest.mark.rule("sorcery", "12.1", "2.9", "10.3")
def test_who_filled_a_book_meets_what_he_met_then_and_who_picks_it_up_does_not(
    printed: Printer,
) -> None:
    """Whatever he lost since: the click with the lore, or friends."""
    printed(
        spell("kin_only", STING, requires=Requirement(faction="drakekin")),
        wand("sage", dial=wand("x", "ancient_lore").dial[:1] + wand("x").dial[:3]),
    )
    cast = {"figure": "f1", "targets": ["f2"]}
    _facing("kin_only", card="sage", click=1).do(0, "cast", **cast)
    found = Battle(
        table(
            stand("mage", 0, (18_000, 5_000)),
            stand("blade", 1, (18_000, 9_000), facing=SOUTH),
            dropped((18_000, 4_000), "kin_only"),
        )
    )
    found.do(0, "pick_up", figure="f1", book="b1").end_turn().end_turn()
    assert found.refused(0, "cast", **cast) == ("CANT_CAST", "12.1")


@pytest.mark.rule("sorcery", "12.1", "15.10")
def test_pact_gives_the_factions_of_friends_who_are_on_the_field(printed: Printer) -> None:
    printed(
        spell("kin_only", STING, requires=Requirement(faction="drakekin")),
        wand("hireling", "pact"),
        wand("kinsman", faction="drakekin"),
    )
    cast = {"figure": "f1", "targets": ["f2"]}

    def later(other: Any, card: str = "hireling") -> Battle:
        return _facing("kin_only", other, card=card, taken=True)

    alone = later(stand("kinsman", 1, (21_000, 5_000)))
    assert alone.refused(0, "cast", **cast) == ("CANT_CAST", "12.1")
    gone = later(stand("kinsman", 0, None, gone=True))
    assert gone.refused(0, "cast", **cast) == ("CANT_CAST", "12.1")
    friend = stand("kinsman", 0, (21_000, 5_000), tokens=1)
    later(friend).do(0, "cast", **cast)
    assert later(friend, "mage").refused(0, "cast", **cast) == ("CANT_CAST", "12.1")


@pytest.mark.rule("sorcery", "12.1", "12.10")
def test_without_casting_a_hard_spell_works_for_a_later_bearer_who_meets_it_only(
    printed: Printer,
) -> None:
    kin = Requirement(faction="drakekin")
    printed(
        spell("shelter", memorised=(Modify(value="defence", amount=1),), requires=kin),
        spell("reprieve", memorised=(Save(),), requires=kin),
        wand("kinsman", faction="drakekin"),
    )
    for card, taken, works in (
        ("mage", True, False),
        ("mage", False, True),
        ("kinsman", True, True),
    ):
        for book in ("shelter", "reprieve"):
            battle = Battle(
                table(
                    stand("blade", 0, (18_000, 5_000)),
                    stand(card, 1, (18_000, 6_500), facing=SOUTH, book=book, taken=taken, click=3),
                )
            )
            battle.do(0, "fight", figure="f1", target="f2", dice=[5, 5])
            if book == "shelter":
                assert battle.told("attacked")[0].defence.total == 14 + works
            else:
                assert battle.figure("f2").gone != works
