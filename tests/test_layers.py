"""Rules about the files themselves: who imports whom, how long they are, what they must not say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAX_LINES = 500

# Spelt so that this file is not the first to break the rule.
REGISTRIES = (
    "py" + "pi.org",
    "python" + "hosted.org",
    "registry.npm" + "js.org",
    "deb." + "debian",
)
MACHINE_PATH = re.compile(r"(?<![\w.~/$}-])/(?:wor[k]|roo[t]|opt/wheel[s])(?:/|\b)")


def tracked_files() -> list[Path]:
    """Return the files that are, or will be, committed; binary ones left out."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.is_file() and b"\0" not in file.read_bytes()]


def test_imports_keep_to_the_layers() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-cache"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("registry", REGISTRIES)
def test_no_file_names_a_package_registry(registry: str) -> None:
    naming = [str(file) for file in tracked_files() if registry in file.read_text("utf-8")]
    assert naming == []


def test_no_file_names_a_path_of_the_machine() -> None:
    naming = [str(file) for file in tracked_files() if MACHINE_PATH.search(file.read_text("utf-8"))]
    assert naming == []


def test_no_source_file_is_too_long() -> None:
    sources = [
        file
        for folder in ("engine", "schemas", "services")
        for file in (ROOT / folder).rglob("*.py")
    ]
    lengths = {str(file): len(file.read_text("utf-8").splitlines()) for file in sources}
    assert {file: lines for file, lines in lengths.items() if lines > MAX_LINES} == {}
