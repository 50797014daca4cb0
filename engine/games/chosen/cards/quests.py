"""Quests."""

from typing import Final

from engine.games.chosen.models import HasCalling, Quest, TeamLevel, Test
from engine.games.chosen.ops import (
    Cure,
    Draw,
    GainMp,
    Mill,
    Recover,
    Search,
    TakeControl,
    Target,
    Trigger,
)

QUESTS: Final = (
    Quest(
        id="bells_under_the_lake", name="Bells under the Lake", dp=2, solve_mp=1, obstacles=2,
        needs=(TeamLevel(at_least=4), HasCalling(calling="priest"), Test(attribute="astral")),
    ),
    Quest(
        id="the_miller_who_walks", name="The Miller who Walks", dp=2, solve_mp=1, obstacles=1,
        needs=(TeamLevel(at_least=5), HasCalling(calling="ranger"), Test(attribute="physique")),
    ),
    Quest(
        id="a_debt_in_glass", name="A Debt in Glass", dp=3, solve_mp=2, obstacles=2,
        needs=(TeamLevel(at_least=7), HasCalling(calling="rogue"), Test(attribute="mental")),
        triggers=(Trigger(when="solved", does=(Draw(who="you", flat=1),)),),
    ),
    Quest(
        id="the_ninth_lantern", name="The Ninth Lantern", dp=3, solve_mp=2, obstacles=3,
        needs=(TeamLevel(at_least=6), HasCalling(calling="mage"), Test(attribute="mental")),
    ),
    Quest(
        id="wolves_at_the_toll", name="Wolves at the Toll", dp=2, solve_mp=1, obstacles=0,
        needs=(TeamLevel(at_least=4), HasCalling(calling="warrior"), Test(attribute="physique")),
        triggers=(Trigger(when="solved", does=(GainMp(who="you", flat=2),)),),
    ),
    Quest(
        id="the_hanged_mans_map", name="The Hanged Man's Map", dp=2, solve_mp=1, obstacles=1,
        needs=(TeamLevel(at_least=5), HasCalling(calling="rogue"), Test(attribute="mental")),
        triggers=(Trigger(when="solved", does=(Search(type="building", show=True),)),),
    ),
    Quest(
        id="a_crown_of_reeds", name="A Crown of Reeds", dp=2, solve_mp=1, obstacles=2,
        needs=(TeamLevel(at_least=6), HasCalling(calling="bard"), Test(attribute="astral")),
    ),
    Quest(
        id="the_library_below", name="The Library Below", dp=3, solve_mp=2, obstacles=2,
        needs=(
            TeamLevel(at_least=8), HasCalling(calling="mage"), HasCalling(calling="priest"),
        ),
    ),
    Quest(
        id="the_beast_of_harrow", name="The Beast of Harrow", dp=3, solve_mp=2, obstacles=1,
        needs=(TeamLevel(at_least=8), HasCalling(calling="ranger"), Test(attribute="physique")),
    ),
    Quest(
        id="letters_to_nobody", name="Letters to Nobody", dp=2, solve_mp=1, obstacles=1,
        needs=(
            HasCalling(calling="bard"), HasCalling(calling="rogue"), Test(attribute="mental"),
        ),
    ),
    Quest(
        id="the_last_honest_bridge", name="The Last Honest Bridge", dp=2, solve_mp=1, obstacles=3,
        needs=(
            TeamLevel(at_least=5), HasCalling(calling="warrior"), HasCalling(calling="priest"),
        ),
    ),
    Quest(
        id="nine_candles_for_ilse", name="Nine Candles for Ilse", dp=2, solve_mp=1, obstacles=1,
        needs=(TeamLevel(at_least=6), HasCalling(calling="priest"), Test(attribute="astral")),
        triggers=(Trigger(when="solved", does=(Cure(who="own_row"),)),),
    ),
    Quest(
        id="the_goose_kings_ransom", name="The Goose King's Ransom", dp=2, solve_mp=2, obstacles=1,
        needs=(TeamLevel(at_least=6), HasCalling(calling="rogue"), HasCalling(calling="bard")),
        triggers=(Trigger(when="solved", does=(GainMp(who="you", flat=4),)),),
    ),
    Quest(
        id="under_the_white_hill", name="Under the White Hill", dp=3, solve_mp=2, obstacles=3,
        needs=(TeamLevel(at_least=7), HasCalling(calling="warrior"), Test(attribute="physique")),
    ),
    Quest(
        id="the_clockmakers_daughter", name="The Clockmaker's Daughter", dp=3, solve_mp=1,
        obstacles=2,
        needs=(
            HasCalling(calling="mage"), Test(attribute="mental"), Test(attribute="astral"),
        ),
    ),
    Quest(
        id="salt_for_the_dead", name="Salt for the Dead", dp=2, solve_mp=1, obstacles=2,
        needs=(
            TeamLevel(at_least=5), HasCalling(calling="priest"), HasCalling(calling="ranger"),
        ),
        triggers=(Trigger(when="solved", does=(Recover(type="adventurer"),)),),
    ),
    Quest(
        id="a_wager_with_the_moon", name="A Wager with the Moon", dp=2, solve_mp=1, obstacles=0,
        needs=(
            Test(attribute="physique"), Test(attribute="astral"), Test(attribute="mental"),
        ),
    ),
    Quest(
        id="the_empty_throne", name="The Empty Throne", dp=3, solve_mp=2, obstacles=2,
        needs=(TeamLevel(at_least=9), HasCalling(calling="bard"), HasCalling(calling="mage")),
        triggers=(
            Trigger(
                when="solved", target=Target(what="building", whose="opposing"),
                does=(TakeControl(),),
            ),
        ),
    ),
    Quest(
        id="what_the_river_keeps", name="What the River Keeps", dp=2, solve_mp=1, obstacles=1,
        needs=(TeamLevel(at_least=4), HasCalling(calling="ranger"), Test(attribute="mental")),
        triggers=(Trigger(when="solved", does=(Mill(who="each_opponent", flat=2),)),),
    ),
    Quest(
        id="the_oldest_door", name="The Oldest Door", dp=3, solve_mp=2, obstacles=3,
        needs=(
            TeamLevel(at_least=6), HasCalling(calling="rogue"), HasCalling(calling="warrior"),
        ),
    ),
)  # fmt: skip
