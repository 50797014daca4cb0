"""``replay --svg``: a picture of each turn of a match file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from engine.games.sorcery.cards import SPELLS
from tests.services.cli import in_process, json_lines

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of bots as a file."""
    folder = tmp_path_factory.mktemp("battle")
    sim = ("sim", "sorcery", "--seed", "3", "--policy", "greedy", "--config", '{"points":100}')
    done = in_process(*sim, "--save", folder)
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.jsonl")
    return file


def test_each_turn_has_a_picture(match: Path, tmp_path: Path) -> None:
    done = in_process("replay", match, "--svg", tmp_path / "drawn")
    assert done.returncode == 0, done.stderr
    files = sorted((tmp_path / "drawn").iterdir())
    assert done.stdout.split() == [str(file) for file in files]
    commits = json_lines(in_process("replay", match, "--json").stdout)
    events = [event for commit in commits for event in commit["events"]]
    turns = sum(event["kind"] == "turn_started" for event in events)
    assert turns > 10
    assert len(files) == turns + 1, "and the deployment"
    assert files[0].name == "000-deployment.svg"
    assert files[1].name.startswith("001-round-1-seat-")
    told = {file.name: file.read_text("utf-8") for file in files}
    for svg in told.values():
        assert ET.fromstring(svg).tag.endswith("svg")  # noqa: S314  # our own
    attacks = sum(event["kind"] == "attacked" for event in events)
    assert attacks
    assert sum(svg.count(", hit<") + svg.count(", missed<") for svg in told.values()) == attacks


def test_what_happened_is_told_in_the_words_of_pictures(match: Path) -> None:
    commits = json_lines(in_process("replay", match, "--json").stdout)
    attacks = [e for commit in commits for e in commit["events"] if e["kind"] == "attacked"]
    told = in_process("replay", match).stdout
    assert told.count(", hit") + told.count(", missed") == len(attacks) > 0
    assert "memorises, unseen" not in told, "every secret is shown"
    assert "memorises, unseen" in in_process("replay", match, "--as", "spectator").stdout
    turn = told[told.index("      round 3, seat 1:") :].partition("\n      round 4")[0]
    alone = in_process("replay", match, "--turn", "round 3, seat 1").stdout
    assert alone.splitlines()[1:] == turn.splitlines()[: len(alone.splitlines()) - 1]


def test_a_picture_names_its_commits_and_may_be_had_alone(match: Path, tmp_path: Path) -> None:
    done = in_process("replay", match, "--svg", tmp_path, "--turn", "round 2")
    files = sorted(tmp_path.iterdir())
    assert done.stdout.split() == [str(file) for file in files]
    assert {re.sub(r"^\d+-|-\d.svg$", "", file.name) for file in files} == {"round-2-seat"}
    heads = in_process("replay", match, "--turn", "round 2").stdout
    for file in files:
        (told,) = re.findall(r">(commits? [\d to]+)<", file.read_text("utf-8"))
        assert f": {told}\n" in heads


def test_pictures_show_no_spell_that_was_not_shown(match: Path, tmp_path: Path) -> None:
    in_process("replay", match, "--svg", tmp_path)
    drawn = " ".join(file.read_text("utf-8") for file in tmp_path.iterdir())
    public = json.dumps(
        json_lines(in_process("replay", match, "--as", "spectator", "--json").stdout)
    )
    hidden = [card for card in SPELLS.values() if card.id not in public]
    assert hidden
    assert [card.id for card in hidden if card.id in drawn or card.name in drawn] == []


def test_a_game_without_pictures_says_so(tmp_path: Path) -> None:
    in_process("sim", "regicide", "--save", tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    done = in_process("replay", file, "--svg", tmp_path / "drawn")
    assert done.returncode == 2
    assert "no pictures of Regicide; they are drawn of: sorcery" in done.stderr
    assert not (tmp_path / "drawn").exists()


@pytest.mark.parametrize("more", [("--as", "0"), ("--at", "3"), ("--json",)])
def test_pictures_are_what_a_spectator_sees(
    match: Path, tmp_path: Path, more: tuple[str, ...]
) -> None:
    done = in_process("replay", match, "--svg", tmp_path, *more)
    assert done.returncode == 2
    assert "leave --as, --at and --json out" in done.stderr


def test_a_folder_that_cannot_be_written_is_named(match: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    done = in_process("replay", match, "--svg", tmp_path / "taken")
    assert done.returncode == 2
    assert "--svg takes a folder to write to" in done.stderr
