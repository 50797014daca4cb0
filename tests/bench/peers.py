"""`make bench-peers`: boardgame.io and Colyseus beside ours, on the same kind of work, in one run.

    python -m tests.bench.peers FOLDER [--runs 3] [--json FILE]

The folder holds the peers' own scripts; it is copied, npm installs what they need beside the copy,
and each script prints its figures as one line of JSON. Rates of a busy machine drift, so every
round measures all of them once, ours included, and the medians over the rounds are compared. What
the peers do less of is not made up for: they neither sync to disk, hash nor answer repeated moves.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.table import Table

from tests.bench.report import PROGRESS, TABLES, machine, medians, print_machine, runs, shown, write
from tests.bench.service import measure

MATCHES: Final = 200
PREPARED: Final = 1_200
PACED: Final = 600
RATE: Final = 300
OURS: Final = "Playledger"
PEERS: Final = {
    "boardgame.io, memory": ("bgio_bench.mjs", "cards", "mem", str(MATCHES), "1"),
    "boardgame.io, files": ("bgio_bench.mjs", "cards", "flat", str(MATCHES), "1"),
    "Colyseus, memory": ("colyseus_bench.mjs", "now", str(MATCHES), "1"),
}
PACKAGES: Final = {"bgio": "boardgame.io", "colyseus": "@colyseus/core"}
"""Folder of what npm installs -> the package that is measured."""
SHOWN: Final = {
    "moves_s": "moves/s",
    "p50": "p50 ms",
    "p99": "p99 ms",
    "us_servers": "servers, µs/move",
    "paced_p50": f"p50 ms at {RATE}/s",
    "paced_p99": f"p99 ms at {RATE}/s",
}
"""Figures: the first four with all matches in a closed loop; latencies are of the own answer, and
CPU is of all server processes."""


class NotMeasuredError(Exception):
    """What is missing, or failed, in one line."""


def ours() -> dict[str, float]:
    """Measure our own service once."""
    closed, paced = measure(MATCHES, PREPARED, None), measure(MATCHES, PACED, RATE)
    return {
        "moves_s": closed["per_second"],
        "p50": closed["own_p50"],
        "p99": closed["own_p99"],
        "us_servers": closed["us_servers"],
        "paced_p50": paced["own_p50"],
        "paced_p99": paced["own_p99"],
    }


def peer(folder: Path, script: tuple[str, ...]) -> dict[str, float]:
    """Measure a peer once."""
    line = json.loads(_run(folder, "node", *script).splitlines()[-1])
    return {
        "moves_s": line["sat_moves_s"],
        "p50": line["sat_p50"],
        "p99": line["sat_p99"],
        "us_servers": line["sat_srv_cpu"] / line["sat_moves_s"] * 1e6,
        "paced_p50": line["paced_p50"],
        "paced_p99": line["paced_p99"],
    }


def prepare(scripts: Path, scratch: Path) -> dict[str, str]:
    """Copy the scripts and install what they need; returns the versions of what is measured."""
    missing = [name for name, *_ in PEERS.values() if not (scripts / name).is_file()]
    if missing:
        msg = f"{scripts} has no {missing[0]}; name the scripts' folder: make bench-peers PEERS=…"
        raise NotMeasuredError(msg)
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            msg = f"{program} is not installed; the peers are Node programs"
            raise NotMeasuredError(msg)
    shutil.copytree(scripts, scratch, copy_function=shutil.copyfile, dirs_exist_ok=True)
    for folder in (scratch, *(path for path in scratch.rglob("*") if path.is_dir())):
        folder.chmod(0o755)  # the original may be read-only
    versions = {"node": _run(scratch, "node", "--version").strip()}
    for folder, package in PACKAGES.items():
        PROGRESS.print(f"[dim]npm installs {package} …")
        _run(scratch, "npm", "install", "--no-audit", "--no-fund", "--prefix", folder)
        about = json.loads(
            (scratch / folder / "node_modules" / package / "package.json").read_text()
        )
        versions[package] = about["version"]
    return versions


def _run(folder: Path, *command: str) -> str:
    """Run a command in a folder and return what it wrote."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.strip():
        said = [line for line in done.stderr.splitlines() if line.strip()]
        msg = f"`{' '.join(command)}` failed: {said[-1] if said else 'it said nothing'}"
        raise NotMeasuredError(msg)
    return done.stdout


def compare(folder: Path, runs: int) -> dict[str, dict[str, float]]:
    """Measure all by turns; returns the medians."""
    contestants: dict[str, Callable[[], dict[str, float]]] = {
        OURS: ours,
        **{name: lambda script=script: peer(folder, script) for name, script in PEERS.items()},
    }
    measured: dict[str, list[dict[str, float]]] = {name: [] for name in contestants}
    for run in range(runs):
        for name, play in contestants.items():
            PROGRESS.print(f"[dim]{name}, run {run + 1} of {runs} …")
            measured[name].append(play())
    return {name: medians(figures) for name, figures in measured.items()}


def ratios(figures: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return ours divided by each peer's."""
    return {name: {key: figures[OURS][key] / figures[name][key] for key in SHOWN} for name in PEERS}


def show(figures: Mapping[str, Mapping[str, float]]) -> None:
    """Print figures, and below each peer's the ratios of ours to them."""
    table = Table(f"{MATCHES} matches, 4 seats, hidden hands", box=None)
    for title in SHOWN.values():
        table.add_column(title, justify="right")
    compared = ratios(figures)
    for name, measured in figures.items():
        table.add_row(name, *(shown(measured[key]) for key in SHOWN))
        if name in compared:
            row = (f"{compared[name][key]:.2f}" for key in SHOWN)
            table.add_row("  ours divided by it", *row, style="dim")
    TABLES.print(table)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=runs, default=3)
    parser.add_argument("--json", type=Path, default=Path("build/bench-peers.json"))
    given = parser.parse_args()
    try:
        with TemporaryDirectory() as scratch:
            versions = prepare(given.folder, Path(scratch))
            figures = compare(Path(scratch), given.runs)
    except NotMeasuredError as error:
        sys.exit(f"bench-peers: {error}")
    named = machine(**versions)
    print_machine(named)
    show(figures)
    result = {"machine": named, "figures": figures, "ours_divided_by": ratios(figures)}
    write(result, given.json)


if __name__ == "__main__":
    main()
