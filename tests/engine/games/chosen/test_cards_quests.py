"""Quests, card by card: what they need, cost and give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.games.chosen.bonuses import glory
from tests.engine.games.chosen.heroes import (
    ANY_CALLING,
    MISS,
    against,
    awareness,
    made,
    send,
)
from tests.engine.games.chosen.table import Played, player

TABLE = """
bells_under_the_lake      2 1 2  4  priest          astral
the_miller_who_walks      2 1 1  5  ranger          physique
a_debt_in_glass           3 2 2  7  rogue           mental
the_ninth_lantern         3 2 3  6  mage            mental
wolves_at_the_toll        2 1 0  4  warrior         physique
the_hanged_mans_map       2 1 1  5  rogue           mental
a_crown_of_reeds          2 1 2  6  bard            astral
the_library_below         3 2 2  8  mage,priest     -
the_beast_of_harrow       3 2 1  8  ranger          physique
letters_to_nobody         2 1 1  -  bard,rogue      mental
the_last_honest_bridge    2 1 3  5  warrior,priest  -
nine_candles_for_ilse     2 1 1  6  priest          astral
the_goose_kings_ransom    2 2 1  6  rogue,bard      -
under_the_white_hill      3 2 3  7  warrior         physique
the_clockmakers_daughter  3 1 2  -  mage            mental,astral
salt_for_the_dead         2 1 2  5  priest,ranger   -
a_wager_with_the_moon     2 1 0  -  -               physique,astral,mental
the_empty_throne          3 2 2  9  bard,mage       -
what_the_river_keeps      2 1 1  4  ranger          mental
the_oldest_door           3 2 3  6  rogue,warrior   -
"""


@dataclass(frozen=True)
class Row:
    """A line of the table: numbers, then what solves it."""

    quest: str
    dp: int
    mp: int
    obstacles: int
    level: int | None
    callings: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def nobody(self) -> str:
        """Somebody of a class that is no use."""
        return next(who for calling, who in ANY_CALLING.items() if calling not in self.callings)


def _row(line: str) -> Row:
    quest, dp, mp, obstacles, level, callings, tests = line.split()

    def listed(words: str) -> tuple[str, ...]:
        return () if words == "-" else tuple(words.split(","))

    return Row(
        quest,
        int(dp),
        int(mp),
        int(obstacles),
        None if level == "-" else int(level),
        listed(callings),
        listed(tests),
    )


ROWS = [_row(line) for line in TABLE.strip().splitlines()]
BY_NAME = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.quest)


def tried(
    row: Row, who: str, traits: dict[str, int], *, mp: int = 9, dice: list[int] | None = None
) -> Played:
    """Send somebody of these traits, of level 1 and otherwise no good, for the quest."""
    game = against(mp=mp, row=who, quests=row.quest)
    weak = {"level": 1, "physique": 2, "astral": 2, "mental": 2}
    made(game, who, **{**weak, **traits})
    return send(game, row.quest, who, dice=dice or [])


def solved(game: Played) -> bool:
    return game.told("quest_tried")[0].solved


@pytest.mark.rule("chosen", "8.7", "8.8", "9.1")
@BY_NAME
def test_levels_solve_it_if_there_are_enough(row: Row) -> None:
    level = row.level or 12
    short = tried(row, row.nobody, {"level": level - 1}, dice=MISS if row.tests else [])
    assert not solved(short)
    assert (short.mps[0], glory(short.state, 0)) == (9, 0)
    enough = tried(row, row.nobody, {"level": level}, dice=MISS if row.level is None else [])
    assert solved(enough) == (row.level is not None)
    if row.level is not None:
        assert glory(enough.state, 0) == row.dp
        assert enough.told("mp_paid")[0].amount == row.mp


@pytest.mark.rule("chosen", "8.7")
@pytest.mark.parametrize(
    ("row", "calling"),
    [(row, calling) for row in ROWS for calling in ANY_CALLING],
    ids=lambda value: value if isinstance(value, str) else value.quest,
)
def test_its_classes_solve_it_without_dice(row: Row, calling: str) -> None:
    fits = calling in row.callings
    game = tried(row, ANY_CALLING[calling], {}, dice=MISS if row.tests and not fits else [])
    assert solved(game) == fits
    if fits:
        assert glory(game.state, 0) == row.dp


@pytest.mark.rule("chosen", "8.7")
@pytest.mark.parametrize(
    ("row", "attribute"),
    [(row, attribute) for row in ROWS for attribute in ("physique", "astral", "mental")],
    ids=lambda value: value if isinstance(value, str) else value.quest,
)
def test_its_tests_are_of_an_attribute(row: Row, attribute: str) -> None:
    if not row.tests:
        assert not solved(tried(row, row.nobody, {attribute: 10}))
        return
    tested = attribute in row.tests
    for dice, hit in (([3, 4], True), ([4, 4], False)):
        game = tried(row, row.nobody, {attribute: 7}, dice=dice)
        assert solved(game) == (tested and hit)
    if tested:
        game = tried(row, row.nobody, {attribute: 7}, dice=[3, 4])
        assert (glory(game.state, 0), game.told("mp_paid")[0].amount) == (row.dp, row.mp)


@pytest.mark.rule("chosen", "8.8")
@BY_NAME
def test_it_is_not_solved_without_the_mp(row: Row) -> None:
    if row.level is not None:
        assert not solved(tried(row, row.nobody, {"level": row.level}, mp=row.mp - 1))
        assert solved(tried(row, row.nobody, {"level": row.level}, mp=row.mp))
    else:
        dice = [1, 1]
        attribute = row.tests[0]
        assert not solved(tried(row, row.nobody, {attribute: 3}, mp=row.mp - 1, dice=dice))
        assert solved(tried(row, row.nobody, {attribute: 3}, mp=row.mp, dice=dice))


@pytest.mark.rule("chosen", "2.8", "6.3", "6.4")
@BY_NAME
def test_so_many_obstacles_lie_at_it_at_most(row: Row) -> None:
    game = against(mp=0, hand=f"{row.quest}{' moat_eel' * 4}")
    game.do(0, "summon", card=row.quest)
    for _ in range(row.obstacles):
        game.do(0, "lay_obstacle", card="moat_eel", at=game[row.quest])
    refused = game.refused(0, "lay_obstacle", card="moat_eel", at=game[row.quest])
    assert refused == ("NO_TARGET", "6.4")


# --- what they give besides DP --------------------------------------------------------------------


def gained(quest: str, who: str, *, theirs: Any = None, **ours: Any) -> Played:
    """Let somebody of a fitting class solve a quest."""
    row = f"{who} {ours.pop('row', '')}"
    game = against(theirs, row=row, quests=quest, **ours)
    return send(game, quest, who)


def test_a_debt_in_glass_gives_a_card() -> None:
    game = gained("a_debt_in_glass", "nim_halfshadow")
    assert len(game.state.players[0].hand) == 1


@pytest.mark.parametrize(
    ("quest", "who", "mp"),
    [
        ("wolves_at_the_toll", "bren_of_the_ford", 9 - 1 + 2),
        ("the_goose_kings_ransom", "nim_halfshadow", 9 - 2 + 4),
    ],
)
def test_some_give_mp(quest: str, who: str, mp: int) -> None:
    assert gained(quest, who).mps[0] == mp


def test_the_hanged_mans_map_shows_the_way_to_a_building() -> None:
    future = "good_harvest salt_exchange house_of_maps"
    game = gained("the_hanged_mans_map", "nim_halfshadow", future=future)
    assert game.asked == ("search", (0,))
    assert game.answers == ("none", "card:house_of_maps", "card:salt_exchange")
    game.say("card:salt_exchange")
    assert game.state.players[0].hand == ("salt_exchange",)
    assert game.told("found")[0].shown == "salt_exchange"


@pytest.mark.rule("chosen", "2.13")
def test_nine_candles_heal_a_row() -> None:
    row = "bren_of_the_ford! ansgar_the_dim~ yrsa_greencloak"
    theirs = player(row="hale_marrow!")
    game = gained("nine_candles_for_ilse", "brother_tallow", row=row, theirs=theirs)
    game.quiet()
    healed = awareness(game, "bren_of_the_ford", "ansgar_the_dim", "yrsa_greencloak")
    assert healed == ["resting", "resting", "awake"]
    assert awareness(game, "hale_marrow") == ["injured"]


def test_salt_for_the_dead_brings_an_adventurer_back() -> None:
    past = "good_harvest ansgar_the_dim"
    game = gained("salt_for_the_dead", "yrsa_greencloak", past=past)
    assert game.state.players[0].hand == ("ansgar_the_dim",)
    assert game.state.players[0].past == ("good_harvest",)


def test_the_empty_throne_gives_a_building_of_an_opponent() -> None:
    theirs = player(buildings="salt_exchange:moat_eel house_of_maps")
    game = gained("the_empty_throne", "tolm_the_steward", theirs=theirs)
    assert game.asked == ("target", (0,))
    game.say(game["salt_exchange"])
    assert game.piece("salt_exchange").controller == 0
    assert game.piece("house_of_maps").controller == 1
    assert game.state.players[1].past == ("moat_eel",)
    assert glory(game.state, 0) == 3 + 1


def test_what_the_river_keeps_it_takes_from_a_future() -> None:
    theirs = player(future="good_harvest cold_steel not_today")
    game = gained("what_the_river_keeps", "yrsa_greencloak", theirs=theirs)
    assert game.state.players[1].past == ("good_harvest", "cold_steel")
    assert game.state.players[1].future == ("not_today",)


@pytest.mark.parametrize(
    "quest",
    [
        row.quest for row in ROWS
        if row.quest not in {
            "a_debt_in_glass", "wolves_at_the_toll", "the_goose_kings_ransom",
            "the_hanged_mans_map", "nine_candles_for_ilse", "salt_for_the_dead",
            "the_empty_throne", "what_the_river_keeps",
        }
    ],
)  # fmt: skip
def test_the_others_give_glory_only(quest: str) -> None:
    row = next(row for row in ROWS if row.quest == quest)
    who = ANY_CALLING[row.callings[0]] if row.callings else row.nobody
    game = tried(row, who, {"physique": 12}, dice=[] if row.callings else [1, 1])
    assert game.told("triggered") == []
    assert (game.mps, glory(game.state, 0)) == ([9 - row.mp, 0], row.dp)
