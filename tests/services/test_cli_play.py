"""``play``: a person at a terminal, or at the end of a pipe."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from engine.games.chosen.cards import CARDS
from engine.games.chosen.variants import VARIANTS
from tests.services.cli import fails_in_one_line, in_process, playledger

if TYPE_CHECKING:
    from pathlib import Path

CHOICES = "1\n4\n1\n" + "1\n2\n3\n" * 20
"""More rounds than a match can have, because a tie goes on."""


def test_a_match_is_played_to_its_end_by_numbers() -> None:
    """In a process of its own and, as most tests here, in this one: the same is told."""
    done = playledger("play", "rps", "--seed", "5", given=CHOICES)
    assert done.returncode == 0
    assert "you have seat 0; the random bot has seat 1; --seed 5" in done.stdout
    assert "over: " in done.stdout
    again = in_process("play", "rps", "--seed", "5", given=CHOICES)
    assert again.stdout == done.stdout


@pytest.mark.parametrize("mode", sorted(VARIANTS))
def test_every_mode_of_chosen_is_played_to_its_end_even_by_who_always_passes(mode: str) -> None:
    config = json.dumps({"mode": mode})
    given = "1\n" * 2000
    done = in_process("play", "chosen", "--seed", "1", "--config", config, given=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert "over: " in done.stdout


def test_the_hands_of_others_are_not_shown() -> None:
    done = in_process("play", "rps", "--seed", "5", given=CHOICES)
    dealt = next(line for line in done.stdout.splitlines() if "dealt" in line)
    assert dealt.count("name card-") == 1
    assert "▒" in dealt


def test_bots_alone_are_watched() -> None:
    done = in_process("play", "regicide", "--seats", "3", "--bots", "3", "--seed", "4")
    assert done.returncode == 0
    dealt = next(line for line in done.stdout.splitlines() if "dealt" in line)
    assert "hand limit 6" in dealt
    assert "hands ▒ / ▒ / ▒" in dealt, "each seat's hand is hidden"
    assert dealt.count("▒") == 3, "what else is hidden is not told beside what is not"


def test_two_people_share_a_keyboard_and_choose_in_secret() -> None:
    lines = "\n1\n\n3\n" * 5
    done = playledger("play", "rps", "--bots", "0", "--seed", "5", given=lines)
    assert done.returncode == 0
    assert "seat 1, press Enter" in done.stdout
    dealt = next(line for line in done.stdout.splitlines() if "dealt" in line)
    assert "name card-" not in dealt


def test_a_shape_is_filled_with_a_list() -> None:
    # Seed 3 deals seat 0 6H 3C 5C 10S 3D 2H 5S against the jack of hearts, who strikes for 10.
    lines = "1\n1 2D\n1 6h\n1\n6h, 5S\nq\n"
    done = in_process("play", "regicide", "--seats", "2", "--seed", "3", given=lines)
    assert done.returncode == 0, done.stderr
    assert "quit" in done.stdout
    assert "'2d' is none of" in done.stdout
    assert "After 1 come its items, as in: 1 " in done.stdout


def spell_wars(*lines: str) -> str:
    """Type lines at a table of three wizards and quit; return what was told.

    Seed 1 deals seat 0 mister_nobody wild_magic hive_bear old_man_thaw (twice) puddle_titan
    gravehound storm_twins.
    """
    given = "\n".join([*lines, "q", ""])
    done = in_process("play", "spellwars", "--seats", "3", "--seed", "1", given=given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_places_are_told_with_what_fits_and_what_is_printed_on_it() -> None:
    told = spell_wars()
    lines = told.partition("Build a spell")[2].splitlines()
    places = [line.strip() for line in lines if line.endswith(":")]
    assert places == ["source:", "quality:", "delivery:"]
    assert "old_man_thaw x2  Old Man Thaw's (source, elemental): Pay 3 Blood" in told
    assert "hive_bear  Hive Bear (delivery, primal, initiative 10): Target" in told
    assert told.count("Stands in any place") == 1, "what fits everywhere is explained once"


def test_places_are_filled_by_the_beginnings_of_names() -> None:
    told = spell_wars("1 mister wild:quality hive")
    assert "seat 0 build source Mister Nobody's, quality wild_magic, delivery Hive Bear;" in told
    assert "1  Aim Mister Nobody's at seat 1" in told
    assert told.count("1 damage to the target, and 1 more for each") == 2, "told when it is asked"


def test_what_fits_no_place_is_named_and_asked_again() -> None:
    told = spell_wars("1 wild", "1 mister storm", "1 inkblot", "1 wild:q wild:d", "1", "gravehound")
    assert told.count("After 1 comes what goes into its places") == 4
    assert "wild_magic fits source and quality and delivery: say which" in told
    assert "wild_magic is there 1 times, not 2" in told
    assert "seat 0 build delivery Gravehound;" in told


def test_a_card_is_looked_up_by_its_name() -> None:
    told = spell_wars("? ink", "? nothing")
    assert "inkblot  Professor Inkblot's (source, arcane)" in told
    assert "ink_kraken  Ink Kraken (delivery, arcane, initiative 9)" in told
    assert "no card's name begins with 'nothing'" in told


def test_chosen_tells_its_table_prices_and_what_lies_on_it() -> None:
    # Seed 5 deals seat 0 the deck of the long winter.
    done = in_process("play", "chosen", "--seed", "5", given="? c1\n? c4\n1\n1\nq\n")
    assert done.returncode == 0, done.stderr
    assert "seat 0 (you): 10 MP, 0 DP, hand 7, Future 33, Past 0" in done.stdout
    assert "tower    c4 ▒, c5 ▒, c6 ▒" in done.stdout
    assert "Summon Cantor of Graves, 4 MP" in done.stdout
    assert done.stdout.count("oubliette  Oubliette (tower level, wall 2): When revealed:") == 2
    assert "no card's name begins with 'c4'" in done.stdout, "it lies face down"
    assert done.stdout.count("cantor_of_graves  Cantor") == 1, "told once, looked up afterwards"


def test_one_plays_the_deck_one_brings() -> None:
    cards = [card for card in CARDS if CARDS[card].type == "quest"] * 2
    levels = ["granary", "toll_hall", "iron_gallery"]
    entry = json.dumps({"deck": "own", "cards": cards, "levels": levels})
    done = in_process("play", "chosen", "--seed", "5", "--entry", entry, given="q\n")
    assert done.returncode == 0, done.stderr
    assert "tower    c1 Granary (face down), c2 Toll Hall (face down)" in done.stdout
    (hand,) = re.findall("hand {7}(.*)", done.stdout)
    quests = {CARDS[card].name for card in cards}
    assert [card for card in hand.split(", ") if card not in quests] == []


def test_what_others_build_and_hold_is_not_shown() -> None:
    told = spell_wars("1 gravehound")
    built = next(line for line in told.splitlines() if "seat 0 build" in line)
    assert built.endswith("seat 1 build ▒; seat 2 build ▒ →")
    drawn = [line for line in told.splitlines() if "cards drawn" in line]
    assert [line.endswith("count 8") for line in drawn[:3]] == [False, True, True]
    assert "agenda" not in told


def test_nonsense_is_asked_again_and_a_resignation_ends_it() -> None:
    done = in_process("play", "rps", "--seed", "5", given="x\n99\n0\n-1\n²\nr\nno\nr\ny\n")
    assert done.returncode == 0
    assert done.stdout.count("is not a number from 1 to") == 5
    assert done.stdout.count("resign the match? y or n") == 2
    assert '"winners": [1]' in done.stdout


def test_quitting_is_exit_0_and_the_end_of_the_input_exit_2() -> None:
    done = playledger("play", "rps", given="q\n")
    assert done.returncode == 0
    assert "quit" in done.stdout
    done = playledger("play", "rps", given="1\n")
    assert done.returncode == 2
    assert done.stderr == "playledger: the input ended before the match did\n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["nogame"], "nogame"),
        (["rps", "--seats", "7"], "2 to 6"),
        (["rps", "--bots", "3"], "bots"),
        (["rps", "--config", '{"rounds":"x"}'], "rounds"),
        (["rps", "--config", '{"turns":3}'], "there are: rounds, canary"),
        (["chosen", "--entry", '{"deck":"ready","name":"first_step"}'], "'first_steps'?"),
        (["chosen", "--entry", '{"deck":"own","cards":[]}'], "levels: Field required"),
        (["chosen", "--entry", "[]"], '"deck":"ready"'),
        (["sorcery", "--entry", "fire"], '"army":"ready"'),
        (["chosen", "--config", "twins"], '\'{"mode":"'),
        (["sorcery", "--config", "[]"], '"field":"old_quarry"'),
        (["regicide", "--entry", "x"], "nothing is brought to Regicide"),
        (["regicide", "--policy", "gready"], "regicide has no policy 'gready'; there are"),
        (["regicide", "--entry", "{}"], "Nothing is brought"),
        ([], "play --help"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], word: str) -> None:
    fails_in_one_line(in_process("play", *arguments), 2, word)


BATTLE = ("play", "sorcery", "--seed", "5", "--entry", '{"army":"ready","name":"fire_and_stars"}')
PLACED = "f1 18000,2000\nf2 6750\nf3 2250,2000\nf4 33750\nf5 13500\nf6 20250\n"


def test_figures_are_asked_for_what_they_may_do() -> None:
    given = PLACED + "1\nf1\n2 north-east\nf4 2 north\n\nf1 2\n1\nq\n"
    told = in_process(*BATTLE, given=given).stdout
    assert "f1  Flame Abbot f1: move (2), browse (5)" in told
    acts = told.partition("seat 0, f1> ")[2]
    assert "Flame Abbot f1 moves 9.0 inches to (24.4, 8.4) and faces" in acts
    assert "Steppe Archer f4 moves 9.0 inches to (33.8, 11.0)" in acts
    assert "'f1 2' is not a number from 1 to 2 or one of f2" in acts, "it has acted"
    assert "24  seat 0 pass" in acts, "a number is no figure's after Enter"


def test_within_a_turn_only_what_is_new_is_told_again() -> None:
    told = in_process(*BATTLE, given=PLACED + "1\nf4 2 north\nt\nq\n").stdout
    acts = told.partition("f4  Steppe")[2].partition("Steppe Archer f4 moves")[2]
    once, again = acts.split("north is up", 1)
    table = [line for line in once.splitlines() if line.startswith("      ")]
    assert [line.split(" at ")[0].strip() for line in table] == [
        "Crossroads, round 1: seat 0, action phase, 2 actions left",
        "seat 0 (you), from the south: 0 points",
        "f4 Steppe Archer",
    ]
    assert "f3 Star Sentinel at 2250,2000" in again, "all of it on demand"
    assert "Counter nothing from now on" in again.partition("asked: seat 0, act")[2]


def test_help_names_what_may_be_typed_and_no_cards() -> None:
    told = in_process(*BATTLE, given="?\n? flame\nq\n").stdout
    help_ = told.partition("seat 0> ")[2].partition("seat 0> ")[0]
    assert len(help_.splitlines()) == 4
    assert "After f1 comes the beginning or end of a place's name" in help_
    assert "flame_abbot  Flame Abbot (points 84" in told


def test_a_match_is_kept_while_it_is_played(tmp_path: Path) -> None:
    file = tmp_path / "own.match.jsonl"
    keep = ("play", "regicide", "--seed", "3", "--seats", "2", "--save", file)
    done = in_process(*keep, given="1\nq\n")
    assert done.returncode == 0, done.stderr
    assert f"`playledger replay {file}`" in done.stdout
    assert in_process("verify", file).returncode == 0
    assert "seat 0 play" in in_process("replay", file).stdout
    fails_in_one_line(in_process(*keep, given="q\n"), 2, "there already")
    nowhere = tmp_path / "none" / "own.match.jsonl"
    fails_in_one_line(in_process(*keep[:-1], nowhere, given="q\n"), 2, "No such file or directory")


def test_it_is_told_who_plays_against_one_and_how() -> None:
    given = ("--seed", "1", "--seats", "3", "--policy")
    told = in_process("play", "spellwars", *given, "random", given="q\n").stdout
    assert "you have seat 0; the random bots have seats 1, 2; --seed 1" in told
    assert "--save FILE keeps it" in told
