"""What README and CONTRIBUTING name is there: files, make targets, commands and their options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.services.cli import in_process

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md")


def page(name: str) -> str:
    """Return a page, a placeholder replaced by a game that there is."""
    return (ROOT / name).read_text("utf-8").replace("<name>", "regicide")


def block_of(text: str) -> list[str]:
    """Return the lines of the first block of text in a page."""
    lines = text.partition("```text\n")[2].partition("```")[0].splitlines()
    assert lines
    return lines


@pytest.mark.parametrize("name", PAGES)
def test_each_file_it_names_is_there(name: str) -> None:
    text = page(name)
    links = re.findall(r"\]\(([^):#]+)\)", text)
    named = re.findall(r"`((?:engine|schemas|services|tests|deploy)/[\w./*-]*)`", text)
    assert links
    assert named
    assert [path for path in (*links, *named) if not [*ROOT.glob(path.rstrip("/"))]] == []


def test_spell_wars_is_told_as_readme_says() -> None:
    command = "play spellwars --seats 3 --bots 3 --seed 8"
    text = page("README.md").partition(command)[2]
    told = [line.strip(" …") for line in block_of(text)]
    shown = in_process(*command.split()).stdout
    assert [line for line in told if line not in shown] == []


def test_chosen_is_told_as_readme_says() -> None:
    """The first question is put before anybody has acted: no bot has a part in it."""
    text = page("README.md").partition("play chosen --seed 5")[2]
    shown = in_process("play", "chosen", "--seed", "5", given="q\n").stdout.splitlines()
    assert [line for line in block_of(text) if line not in shown] == []


@pytest.mark.parametrize("name", PAGES)
def test_each_make_target_it_names_is_there(name: str) -> None:
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", page(name), re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert named
    assert named - targets == set()


@pytest.mark.parametrize("name", PAGES)
def test_each_command_it_names_takes_what_it_is_given(name: str) -> None:
    lines = re.findall(r"bin/playledger ([a-z-]+)([^#`\n]*)", page(name))
    assert lines
    for command, rest in lines:
        told = in_process(command, "--help")
        assert told.returncode == 0, told.stderr
        assert [
            option for option in re.findall(r"--[a-z]+", rest) if option not in told.stdout
        ] == []
