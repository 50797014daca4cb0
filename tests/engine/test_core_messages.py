"""What the base classes of a game's messages refuse."""

from typing import Literal

import pytest

from engine.core.messages import Command, Message, Outcome, Secret, secret_fields
from engine.core.rejection import EngineError


class Slot(Message):
    card: Secret[str]


class Build(Command):
    kind: Literal["build"] = "build"
    cards: Secret[tuple[str, ...] | None]
    aloud: str


class HalfSecret(Command):
    kind: Literal["half"] = "half"
    card: Secret[str] | None = None


class SecretItems(Command):
    kind: Literal["items"] = "items"
    cards: tuple[Secret[str], ...] = ()


class SecretInside(Command):
    kind: Literal["inside"] = "inside"
    slots: tuple[Slot, ...] = ()


def test_whole_fields_of_a_command_are_secret() -> None:
    assert secret_fields(Build) == {"cards"}


@pytest.mark.parametrize("command", [HalfSecret, SecretItems, SecretInside])
def test_a_mark_that_would_not_be_heeded_is_refused(command: type[Command]) -> None:
    with pytest.raises(EngineError, match="mark the whole field"):
        secret_fields(command)


def test_unknown_fields_are_refused_and_values_do_not_change() -> None:
    with pytest.raises(ValueError, match="alound"):
        Build.model_validate({"cards": None, "aloud": "", "alound": ""})
    build = Build(cards=None, aloud="")
    with pytest.raises(ValueError, match="frozen"):
        build.aloud = "x"


def test_a_draw_has_no_winner() -> None:
    assert Outcome(winners=(), draw=True).draw
    with pytest.raises(ValueError, match="draw"):
        Outcome(winners=(0,), draw=True)
