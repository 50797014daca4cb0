"""`make bench`: a table on stdout, and the same as JSON in the file that is named.

python -m tests.bench [--runs 3] [--json FILE] [--only rules|chosen|sorcery|service|versions]
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.table import Table

from tests.bench.chosen import figures as chosen_figures
from tests.bench.report import (
    PROGRESS,
    TABLES,
    Figure,
    machine,
    medians,
    print_machine,
    runs,
    shown,
    write,
)
from tests.bench.rules import figures as rules_figures
from tests.bench.service import measure
from tests.bench.sorcery import figures as sorcery_figures
from tests.bench.versions import measure_versions

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


def service(runs: int) -> dict[str, dict[str, float]]:
    """Measure every kind of work."""
    found: dict[str, dict[str, float]] = {}
    for matches, prepare, rate in WORK:
        name = f"{matches} matches, {'closed loop' if rate is None else f'{rate}/s'}"
        measured: list[dict[str, float]] = []
        for run in range(runs):
            PROGRESS.print(f"[dim]{name}, run {run + 1} of {runs} …")
            measured.append(measure(matches, prepare, rate))
        found[name] = medians(measured)
    return found


def repeated(figures: Callable[[], list[Figure]], runs: int) -> dict[str, float]:
    """Measure what is measured in this process, several times."""
    return medians([{f"{f.name}, {f.unit}": f.value for f in figures()} for _ in range(runs)])


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=runs, default=3)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"))
    parser.add_argument("--only", choices=("rules", "chosen", "sorcery", "service", "versions"))
    given = parser.parse_args()
    result: dict[str, Any] = {"machine": machine()}
    if given.only in {None, "rules"}:
        result["in_process"] = repeated(rules_figures, given.runs)
    if given.only in {None, "chosen"}:
        result["chosen"] = repeated(chosen_figures, given.runs)
    if given.only in {None, "sorcery"}:
        result["sorcery"] = repeated(sorcery_figures, given.runs)
    if given.only in {None, "service"}:
        result["service"] = service(given.runs)
    if given.only in {None, "versions"}:
        result["versions"] = medians([measure_versions() for _ in range(given.runs)])
    show(result)
    write(result, given.json)


def show(result: dict[str, Any]) -> None:
    """Print the figures as tables."""
    print_machine(result["machine"])
    if "in_process" in result:
        TABLES.print(_list("one core, in process", result["in_process"]))
    if "chosen" in result:
        TABLES.print(_list("Chosen, one core, in process", result["chosen"]))
    if "sorcery" in result:
        TABLES.print(_list("Sorcery, one core, in process", result["sorcery"]))
    if "service" in result:
        table = Table("end to end, 4-seat Regicide", *result["service"], box=None)
        for key, name in SHOWN.items():
            table.add_row(name, *(shown(work[key]) for work in result["service"].values()))
        TABLES.print(table)
    if "versions" in result:
        TABLES.print(_list("a match of 5,000 commits, end to end", result["versions"]))


def _list(title: str, figures: dict[str, float]) -> Table:
    table = Table(title, "", box=None)
    for name, value in figures.items():
        table.add_row(name, shown(value))
    return table


if __name__ == "__main__":
    main()
