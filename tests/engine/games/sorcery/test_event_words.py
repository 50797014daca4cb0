"""What happened in a turn, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.core.messages import members_of
from engine.core.secrecy import PLACEHOLDER, Split
from engine.games.sorcery import GAME
from engine.games.sorcery.event_words import UNTOLD, WORDS, happened, teller
from engine.games.sorcery.labels import inches
from engine.games.sorcery.ops import Aim, Expose, Muddle, Way
from tests.engine.games.sorcery.samples import figure, row, spell, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, out, stand, table

if TYPE_CHECKING:
    from engine.core.messages import Event
    from engine.games.sorcery.state import State
    from tests.engine.games.sorcery.samples import Printer

pytestmark = pytest.mark.usefixtures("samples")


def shown(event: Event) -> dict[str, Any]:
    """Return an event as everybody may know it."""
    return event.model_dump(mode="json", context=Split())


FAILED = {"wrath": {"die": 4, "damage": 3}}


def words(battle: Battle, before: State) -> list[str]:
    """Return what a battle did since a position, in words."""
    seen: dict[str, Any] = GAME.view(before, None).model_dump(mode="json")
    return [*happened(seen, [shown(event) for event in battle.log])]


def test_each_kind_of_event_has_words_or_needs_none() -> None:
    kinds = {one.model_fields["kind"].default for one in members_of(GAME.event)}
    assert kinds == {*WORDS, *UNTOLD}
    assert not {*WORDS} & UNTOLD


@pytest.mark.parametrize(
    ("mil", "told"), [(8_993, "9.0"), (7_953, "8.0"), (6_562, "6.6"), (40, "0.0")]
)
def test_lengths_are_rounded_to_the_nearest_tenth_of_an_inch(mil: int, told: str) -> None:
    assert inches(mil) == told


def test_who_is_put_elsewhere_is_told_with_by_what_and_where_to() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book="gale_palm"),
        stand("blade", 1, (18_000, 9_000), facing=SOUTH),
    )
    told = words(Battle(before).do(0, "cast", figure="f1", targets=["f2"]), before)
    assert "Blade f2 is put 5.0 inches N to (18.0, 14.0), by Gale Palm" in told
    assert "Blade f2 turns to the N, by Gale Palm" in told
    assert "Gale Palm goes face up to the bottom of b1" in told


def test_rest_and_what_is_memorised_unseen_are_told() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book="sting oak_skin"),
        stand("blade", 0, (9_000, 5_000), tokens=2),
        stand("blade", 1, (18_000, 9_000)),
    )
    battle = Battle(before).do(0, "cast", figure="f1", targets=["f3"])
    told = words(battle.do(0, "memorise", spell="oak_skin").end_turn(), before)
    assert "Mage f1 memorises, unseen, from b1" in told
    assert "Blade f2 rests: no token left" in told
    assert not [line for line in told if "Oak Skin" in line]


def test_a_broken_spell_is_told_with_where_it_lies_now() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book="sting"),
        stand("blade", 1, (18_000, 9_000)),
        stand("mage", 1, (21_000, 9_000)),
    )
    battle = Battle(before).do(0, "cast", figure="f1", targets=["f2"])
    told = words(battle.do(1, "counter", figure="f3", dice=[1, 1, 6]), before)
    assert "Mage f3 counters Mage f1: 15 (die 6) against 10 (dice 1, 1), Sting is broken" in told
    assert "Sting lies face down on top of b1" in told


def test_who_may_know_it_is_told_what_is_memorised_and_browsed() -> None:
    laid = {"figures": [{"card": "mage", "seat": 0, "book": "grey_codex"}]}
    about = {"figure": "f1", "book": "b1"}
    tell = teller()
    assert tell({"kind": "table_laid", **laid}) == ""
    for name, told in (
        ("oak_skin", "Mage f1 memorises Oak Skin from b1"),
        (None, "Mage f1 memorises nothing from b1"),
        (PLACEHOLDER, "Mage f1 memorises, unseen, from b1"),
    ):
        assert tell({"kind": "memorised", **about, "spell": name}) == told
    for name, told in (
        ("oak_skin", "Mage f1 browses in b1: Oak Skin is on top"),
        (PLACEHOLDER, "Mage f1 browses in b1"),
    ):
        assert tell({"kind": "browsed", **about, "spell": name}) == told


def test_a_battle_is_told_from_its_first_event_on() -> None:
    laid = [{"card": "blade", "seat": 0, "book": None}, {"card": "mage", "seat": 1, "book": None}]
    tell = teller()
    tell({"kind": "table_laid", "figures": laid})
    deployed = {"kind": "figure_deployed", "figure": "f1", "at": [9_000, 2_000], "facing": [0, 1]}
    assert tell(deployed) == "Blade f1 is placed at (9.0, 2.0)"
    put = {"kind": "displaced", "figure": "f1", "to": [9_000, 5_000]}
    assert tell(put) == "Blade f1 is put 3.0 inches N to (9.0, 5.0), by a spell that lasts"
    sums = {
        "attack": {
            "dice": [3, 4], "value": 8, "total": 16, "uncapped": [],
            "modifiers": [{"what": "Haze", "amount": 1}],
        },
        "defence": {"dice": [], "value": 14, "total": 14, "modifiers": [], "uncapped": []},
    }  # fmt: skip
    attacked = {"kind": "attacked", "figure": "f1", "target": "f2", "how": "close", "hit": True}
    told = tell({**attacked, **sums, "attack_of": None, "breach": False})
    head = "Blade f1 fights Mage f2: 16 (dice 3, 4) against 14, hit"
    assert told == f"{head} (attack 8, Haze +1; defence 14)"
    told = tell({**attacked, **sums, **FAILED, "attack_of": None, "breach": False})
    assert told.endswith("defence 14; wrath of nature nothing, die 4 above 3)")
    saved = {"kind": "saved", "figure": "f1", "by": "second_shadow", "dealt": 3, "spell": None}
    assert (
        tell({**saved, "why": "pushing"})
        == "Blade f1 is saved by Second Shadow from 3 damage (pushing)"
    )


@pytest.mark.rule("sorcery", "18.6")
def test_damage_is_told_with_what_was_dealt_where_that_is_more(printed: Printer) -> None:
    printed(figure("tough", "toughness"))
    before = table(
        stand("blade", 0, (18_000, 5_000)),
        stand("tough", 1, (18_000, 6_500), facing=SOUTH, click=4),
        stand("blade", 1, (2_000, 34_000)),
    )
    told = words(Battle(before).do(0, "fight", figure="f1", target="f2", dice=[6, 6]), before)
    assert "Tough f2 takes 1 damage of 3 dealt: toughness -1, no more clicks left" in told


def test_what_lasts_is_told_from_its_beginning_to_its_end() -> None:
    before = table(
        stand("mage", 0, (18_000, 5_000), book=""),
        stand("blade", 1, (18_000, 9_000)),
        out("noon_glare", "f1", left=1),
    )
    assert "Noon Glare ends: its time is over" in words(Battle(before).end_turn(), before)


def test_the_last_picture_tells_how_the_battle_ended() -> None:
    before = table(
        stand("blade", 0, (18_000, 5_000)),
        stand("blade", 1, (18_000, 6_500), facing=SOUTH, click=3),
    )
    battle = Battle(before).do(0, "fight", figure="f1", target="f2", dice=[1, 1])
    assert "Blade f1 fights Blade f2: 10 (dice 1, 1) against 14, missed" in words(battle, before)
    before = table(
        stand("blade", 0, (18_000, 5_000)),
        stand("blade", 1, (18_000, 6_500), facing=SOUTH, click=3),
    )
    battle = Battle(before).do(0, "fight", figure="f1", target="f2", dice=[3, 4])
    told = words(battle, before)
    assert "The battle ends, one side is left: seat 0 wins; points: 30, 0" in told


def test_what_books_and_abilities_do_openly_is_told(printed: Printer) -> None:
    look = Way(aim=Aim(who="enemy"), does=(Expose(who="marked"), Muddle(who="marked")))
    printed(spell("look", look), figure("leech", "syphon_energy"))
    before = table(
        stand("mage", 0, (18_000, 5_000), book="look"),
        stand("mage", 1, (18_000, 9_000), facing=SOUTH, tokens=1, book="oak_skin"),
        stand("leech", 0, (9_000, 2_000), tokens=1),
        stand("blade", 0, (9_000, 3_500)),
        phase="command",
    )
    battle = Battle(before).do(0, "syphon", figure="f3", friend="f4")
    told = words(battle.do(0, "cast", figure="f1", targets=["f2"]), before)
    assert "Leech f3 draws energy from Blade f4" in told
    assert "The top of b2 is shown: Oak Skin" in told
    assert "The top of b2 is turned face down" in told


@pytest.mark.rule("sorcery", "18.5", "15.3", "15.13")
def test_what_made_up_the_sums_of_an_attack_is_told(printed: Printer) -> None:
    printed(
        wand("breaker", "spellbreach", "confusion", subfaction="heralds"),
        figure("ash", subfaction="heralds", dial=(row(attack=11, ranged_damage=0),) * 2),
        figure("warded", defence_type="magic"),
    )
    before = table(
        stand("breaker", 0, (25_500, 4_000)),
        stand("warded", 1, (25_500, 12_000)),
        stand("ash", 0, (2_000, 2_000)),
        stand("blade", 1, (2_000, 34_000)),
    )
    fields = {"figure": "f1", "targets": ["f2"], "breach": True, "attack_of": "f3"}
    battle = Battle(before).do(0, "shoot", **fields, dice=[1, 1])
    told = words(battle, before)
    head = "Breaker f1 shoots at Warded f2 through magic with the attack of Ash f3"
    assert f"{head}: 14 (dice 1, 1) against 15, missed" in told
    assert "   attack 11, from behind +1; defence 14, cover +1" in told


@pytest.mark.rule("sorcery", "18.5", "14.4")
def test_a_counterspell_is_told_with_its_sums_and_damage_with_its_spell(printed: Printer) -> None:
    printed(wand("adept", "focus"), spell("loud", boost=2))
    before = table(
        stand("mage", 0, (18_000, 5_000), book="sting"),
        stand("blade", 1, (18_000, 9_000)),
        stand("adept", 1, (21_000, 9_000), book="loud"),
    )
    battle = Battle(before).do(0, "cast", figure="f1", targets=["f2"])
    battle.do(1, "counter", figure="f3", boost=True, dice=[6, 6, 1])
    told = words(battle.do(1, "memorise", spell="loud"), before)
    assert "Adept f3 counters Mage f1 with Loud: 13 (die 1) against 20 (dice 6, 6), in vain" in told
    assert "   counter 8, counterspell +1, Loud +2, focus +1; cast 8" in told
    assert "Blade f2 takes 1 damage (Sting)" in told
