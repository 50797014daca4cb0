"""What the deployment files say is what the command takes and the settings know."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from services.common.bootstrap import REQUIRED
from services.common.settings import Settings

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
README = (DEPLOY / "README.md").read_text("utf-8")
OURS = re.findall(r"<<: \*playledger\n    command: (.+)", COMPOSE)


@pytest.mark.parametrize("command", OURS)
def test_each_process_is_a_command_with_the_options_it_has(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "services.cli.main", *command.split(), "--help"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_all_processes_are_there() -> None:
    assert {command.split()[0] for command in OURS} == {"gateway", "worker", "projector"}


def test_each_variable_is_a_setting() -> None:
    named = re.findall(r"^    PLAYLEDGER_(\w+): ", COMPOSE, re.MULTILINE)
    assert named
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_each_setting_is_described_with_what_it_is_if_not_set() -> None:
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \| (.+?) \| .+ \|$", README, re.MULTILINE)
    told = {
        name: value.strip("`")
        for names, values in rows
        for name, value in zip(names.replace("`", "").split(", "), values.split(", "), strict=True)
    }
    assert told == {
        str(field.validation_alias or f"PLAYLEDGER_{name.upper()}"): _as_set(field.default)
        for name, field in Settings.model_fields.items()
    }


def _as_set(value: object) -> str:
    """Return a default as one would write it in the environment."""
    if isinstance(value, str):
        return value
    return "none" if value is None else json.dumps(value)


def test_the_server_keeps_what_it_acknowledges() -> None:
    for setting, value in REQUIRED.items():
        assert f"--{setting} {value}" in COMPOSE
