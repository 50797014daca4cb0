"""What the deployment files say is what the command takes and the settings know."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from services.common.bootstrap import REQUIRED
from services.common.settings import Settings

COMPOSE = (Path(__file__).parents[1] / "deploy" / "compose.yaml").read_text("utf-8")
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


def test_the_server_keeps_what_it_acknowledges() -> None:
    for setting, value in REQUIRED.items():
        assert f"--{setting} {value}" in COMPOSE
