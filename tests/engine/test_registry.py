"""Games are found by their folders, and games that would confuse the kernel are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine.games
from engine.core.rejection import EngineError
from engine.games import UnknownRulesError, discover

if TYPE_CHECKING:
    from pathlib import Path

TOY = """
from dataclasses import replace
from typing import Literal
from engine.core.messages import Command, Event, Message, Secret, View
from engine.core.secrecy import Hidden
from engine.games.regicide import GAME as REGICIDE

def game(**changes):
    return replace(REGICIDE, name="toy", **changes)

class Rung(Event):
    kind: Literal["match.rung"] = "match.rung"

class Bell(Message):
    hidden: bool

class Heard(Event):
    kind: Literal["heard"] = "heard"
    bells: tuple[Bell, ...]

class Guess(Command):
    kind: Literal["guess"] = "guess"
    word: Secret[str] | None = None

class Bury(Command):
    kind: Literal["bury"] = "bury"
    bone: Hidden[str]

class Seen(View):
    bone: Hidden[str]
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    name = f"toy_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(TOY + request.param)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_a_game_is_found_by_its_folder() -> None:
    games = discover()
    assert games.game("regicide@1") is games.newest("regicide")
    assert "regicide" in [game.name for game in games]


def test_only_the_games_that_are_named_are_loaded() -> None:
    assert discover((), ("regicide",)).names() == ("regicide",)
    with pytest.raises(EngineError, match=r"no game 'regicde'; there are .*regicide"):
        discover((), ("regicde",))


def test_a_folder_whose_game_has_another_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "royals.py").write_text("from engine.games.regicide import VERSIONS as VERSIONS")
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    with pytest.raises(EngineError, match=r"folder royals .* regicide"):
        discover()


@pytest.mark.parametrize("rules", ["regicide@99", "nothing@1", "regicide", ""])
def test_unknown_rules_are_named(rules: str) -> None:
    with pytest.raises(UnknownRulesError, match=r"regicide@1"):
        discover().game(rules)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownRulesError, match="nothing"):
        discover().newest("nothing")


@pytest.mark.parametrize(
    "module", ["VERSIONS = (game(version=1), game(version=10), game(version=9))"], indirect=True
)
def test_the_newest_version_of_a_module_is_preferred_and_the_old_ones_stay(module: str) -> None:
    games = discover((module,))
    assert games.newest("toy").version == 10
    assert games.game("toy@9").version == 9
    assert [rules for rules in games.rules() if "toy" in rules] == ["toy@1", "toy@10", "toy@9"]
    assert [game.rules for game in games if game.name == "toy"] == ["toy@10"]


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("", "VERSIONS"),
        ("VERSIONS = (game(version=1), game(version=1))", "toy@1"),
        ("VERSIONS = (game(event=Rung),)", "match.rung"),
        ("VERSIONS = (game(event=REGICIDE.event | Rung),)", "match.rung"),
        ("VERSIONS = (game(command=Rung),)", "match.rung"),
        ("VERSIONS = (game(event=Heard),)", "hidden"),
        ("VERSIONS = (game(config=Bell),)", "hidden"),
        ("VERSIONS = (game(command=Bury),)", "hide"),
        ("VERSIONS = (game(view_model=Seen),)", "hide"),
        ("VERSIONS = (game(command=REGICIDE.command | Guess),)", "word"),
    ],
    indirect=["module"],
)
def test_a_game_that_would_confuse_the_kernel_is_refused(module: str, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        discover((module,))
