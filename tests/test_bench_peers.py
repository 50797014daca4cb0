"""Who cannot measure the peers is told in one line what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.bench.peers import PEERS


def peers(folder: Path, *, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.bench.peers", str(folder)],
        cwd=Path(__file__).parents[1],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_without_the_scripts_is_one_line(tmp_path: Path) -> None:
    done = peers(tmp_path / "nowhere", path="")
    assert done.returncode == 1
    assert done.stderr.startswith(f"bench-peers: {tmp_path}/nowhere has no bgio_bench.mjs")
    assert done.stderr.count("\n") == 1


def test_a_machine_without_node_is_one_line(tmp_path: Path) -> None:
    for script, *_ in PEERS.values():
        (tmp_path / script).touch()
    done = peers(tmp_path, path=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "bench-peers: node is not installed; the peers are Node programs\n"
