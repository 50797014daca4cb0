"""``up``: the whole service as a newcomer starts it, and what it survives."""

import json
import os
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from engine.games.chosen.cards.decks import READY_DECKS
from schemas.streams import account_key
from services.common.embedded import EmbeddedServer
from tests.services.cli import (
    COMMAND,
    children,
    environment,
    fails_in_one_line,
    in_process,
    json_lines,
    playledger,
    runs,
)

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif("REDIS_URL" in os.environ, reason="REDIS_URL names another server"),
]
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Up:
    """A running ``playledger up``."""

    process: subprocess.Popen[bytes]
    url: str
    data: Path
    out: Path

    def get(self, path: str) -> Any:
        return httpx.get(f"{self.url}{path}", timeout=20).raise_for_status().json()

    def pid_of(self, kind: str) -> int:
        """Return the process id of a child: the newest of its parent that runs this kind."""
        found = children(self.process.pid)
        return max(child for child, words in found.items() if words[-1] == kind)


@contextmanager
def up(
    data: Path, *options: str, games: Sequence[str] = ("regicide",), **more: str
) -> Generator[Up]:
    """Run ``up`` on a free port until the block ends; then Ctrl-C, which must be clean.

    ``games``: each takes its part of the start of every process.
    """
    out = data.parent / f"{data.name}.out"
    with out.open("wb") as written:
        process = subprocess.Popen(
            [*COMMAND, "up", "--port", "0", "--data", str(data), *options],
            stdout=written,
            stderr=subprocess.STDOUT,
            env=environment(PLAYLEDGER_GAMES=json.dumps(games), **more),
            start_new_session=True,
        )
    try:
        url = said(process, out, r"address +(\S+)")
        yield Up(process, url, data, out)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE_S)
    server = EmbeddedServer(data / "store")
    deadline = time.monotonic() + PATIENCE_S
    while server.answers():
        assert time.monotonic() < deadline, "the store is left running"
        time.sleep(0.05)


def said(process: subprocess.Popen[bytes], out: Path, pattern: str) -> str:
    """Wait until a process has written something, and return it."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        found = re.search(pattern, out.read_text("utf-8"))
        if found:
            return found.group(1)
        assert process.poll() is None, out.read_text("utf-8")
        time.sleep(0.05)
    pytest.fail(f"{pattern} was never said: {out.read_text('utf-8')}")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The data folder of a demonstration that is over, and what it said."""
    data = tmp_path_factory.mktemp("demo") / "data"
    done = playledger("up", "--demo", "--port", "0", "--data", data)
    assert done.returncode == 0, done.stderr
    return data, done.stdout


@pytest.fixture(scope="module")
def running(demo: tuple[Path, str]) -> Generator[Up]:
    """The service up again on the demonstration's data, with bots."""
    with up(demo[0], "--bots", games=("regicide", "spellwars", "chosen")) as service:
        yield service
    assert service.process.returncode == 0
    assert service.out.read_text("utf-8").endswith("stopped\n")


def match_of(output: str) -> str:
    found = re.search(r"public API, match ([a-z0-9]+),", output)
    assert found is not None
    return found.group(1)


# --- the demonstration ----------------------------------------------------------------------------


def test_the_demo_shows_a_match_from_join_to_close(demo: tuple[Path, str]) -> None:
    _, output = demo
    versions = [int(line.split()[0]) for line in output.splitlines() if re.match(r" +\d+  ", line)]
    assert versions == list(range(1, len(versions) + 1))
    assert len(versions) > 6
    assert "hands ▒ / ▒ / ▒" in output, "hands are shown as everybody sees them"
    assert "The match is over: " in output


def test_the_demo_proves_its_match_and_says_where_to_look_next(demo: tuple[Path, str]) -> None:
    data, output = demo
    path = data / f"{match_of(output)}.match.jsonl"
    assert f"{path}: genuine" in output
    key = re.search(r"--key (host:[0-9a-f]{64})", output)
    assert key is not None
    (verdict,) = json_lines(playledger("verify", "--json", "--key", key.group(1), path).stdout)
    assert verdict["genuine"]
    assert verdict["notes"] == ["every draw and decision was re-made under the stated rules"]
    for hint in ("/docs", "replay ", "curl "):
        assert hint in output
    port = re.search(r"address +http://127.0.0.1:(\d+)", output)
    assert port is not None
    assert f"up --data {data} --port {port.group(1)} --bots" in output, "where curl will ask"


def test_git_passes_over_a_new_data_folder_and_its_keys(demo: tuple[Path, str]) -> None:
    git = ("git", "-C", str(demo[0].parent))
    subprocess.run([*git, "init", "--quiet"], check=True)
    listed = subprocess.run(
        [*git, "status", "--porcelain", "--untracked-files=all", "--", demo[0].name],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    assert listed.stdout == ""


def test_nothing_of_the_demo_is_left_running(demo: tuple[Path, str]) -> None:
    assert not EmbeddedServer(demo[0] / "store").answers()


# --- the service ----------------------------------------------------------------------------------


def test_a_finished_match_outlives_the_service_and_its_export_is_genuine(
    running: Up, demo: tuple[Path, str], tmp_path: Path
) -> None:
    match = match_of(demo[1])
    target = tmp_path / "again.match.jsonl"
    assert playledger("export", match, "-o", target, "--url", running.url).returncode == 0
    assert target.read_bytes() == (running.data / f"{match}.match.jsonl").read_bytes()
    piped = playledger("export", match, PLAYLEDGER_URL=running.url)
    assert piped.stdout.encode() == target.read_bytes()


def test_the_export_of_a_running_match_is_redacted_and_genuine(running: Up, tmp_path: Path) -> None:
    match = said(running.process, running.out, r"  match ([a-z0-9]+):")
    target = tmp_path / "running.match.jsonl"
    assert in_process("export", match, "-o", target, "--url", running.url).returncode == 0
    (verdict,) = json_lines(in_process("verify", "--json", target).stdout)
    assert verdict["genuine"]
    if verdict["status"] == "running":
        assert any(note.startswith("redacted") for note in verdict["notes"])
        assert "redacted" in in_process("replay", target).stdout


def test_an_export_that_is_refused_is_one_line_and_writes_nothing(
    running: Up, tmp_path: Path
) -> None:
    target = tmp_path / "none.match.jsonl"
    for match in ("nosuchmatch00000", "NO SUCH/MATCH"):
        done = in_process("export", match, "-o", target, "--url", running.url)
        fails_in_one_line(done, 1, "NOT_FOUND")
    assert not list(tmp_path.iterdir())
    nowhere = tmp_path / "missing" / "file"
    match = said(running.process, running.out, r"  match ([a-z0-9]+):")
    done = in_process("export", match, "-o", nowhere, "--url", running.url)
    fails_in_one_line(done, 2, "No such file")


@pytest.mark.parametrize(("game", "seats"), [("regicide", 2), ("spellwars", 6), ("chosen", 2)])
def test_bots_sit_down_where_somebody_waits_and_play(running: Up, game: str, seats: int) -> None:
    brought = {"entry": {"deck": "ready", "name": READY_DECKS[0].name}} if game == "chosen" else {}
    made = httpx.post(f"{running.url}/accounts", json={"name": "me"}, timeout=20).json()
    with httpx.Client(
        base_url=running.url, headers={"Authorization": f"Bearer {made['token']}"}, timeout=20
    ) as me:
        match = me.post("/matches", json={"game": game, "seats": seats}).json()["match_id"]
        assert me.post(f"/matches/{match}/seats", json=brought).json() == {"seat": 0}
        deadline = time.monotonic() + PATIENCE_S
        while [one["seat"] for one in me.get(f"/matches/{match}/view").json()["pending"]] != [0]:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_bots_play_by_the_clock_and_answer_offers(running: Up) -> None:
    made = httpx.post(f"{running.url}/accounts", json={"name": "me"}, timeout=20).json()
    with httpx.Client(
        base_url=running.url, headers={"Authorization": f"Bearer {made['token']}"}, timeout=20
    ) as me:
        wanted = {"game": "spellwars", "seats": 2, "clock": {"decision_ms": 600_000}}
        match = me.post("/matches", json=wanted).json()["match_id"]
        me.post(f"/matches/{match}/seats", json={})

        def until(holds: Callable[[Any], bool]) -> Any:
            deadline = time.monotonic() + PATIENCE_S
            while not holds(view := me.get(f"/matches/{match}/view").json()):
                assert time.monotonic() < deadline, view
                time.sleep(0.1)
            return view

        def offer(what: str) -> None:
            command = {"kind": "match.offer", "what": what}
            sent = {"command_id": secrets.token_hex(8), "command": command}
            assert me.post(f"/matches/{match}/commands", json=sent).status_code == 200

        until(lambda view: view["status"] == "running")
        offer("pause")
        until(lambda view: view.get("paused") is not None)
        offer("resume")
        until(lambda view: view.get("paused") is None)
        offer("draw")
        view = until(lambda view: not view.get("offers"))
        assert view["status"] == "running"
        assert all("deadline" in entry for entry in view["pending"])


@pytest.mark.parametrize("kind", ["worker", "projector", "gateway", "store"])
def test_a_child_that_is_killed_is_started_again(running: Up, kind: str) -> None:
    before = running.pid_of(kind)
    os.kill(before, signal.SIGKILL)
    said(running.process, running.out, rf"(the {kind} was killed \(SIGKILL\))")
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            httpx.get(f"{running.url}/readyz", timeout=20).raise_for_status()
            if running.pid_of(kind) != before:
                break
        except (httpx.HTTPError, ValueError):
            pass
        time.sleep(0.1)
    else:
        pytest.fail(running.out.read_text("utf-8"))
    assert running.get("/matches")["matches"]


def test_a_folder_or_port_in_use_is_refused_in_one_line(running: Up, tmp_path: Path) -> None:
    port = running.url.rpartition(":")[2]
    done = playledger("up", "--data", running.data, "--port", "0")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is in use by another service" in done.stderr
    done = playledger("up", "--data", tmp_path / "other", "--port", port)
    assert done.returncode == 2
    assert port in done.stderr
    assert not (tmp_path / "other").exists()


def test_operators_commands_work_beside_the_service(running: Up) -> None:
    own = {
        "REDIS_URL": EmbeddedServer(running.data / "store").url,
        "PLAYLEDGER_DATA": str(running.data),
        "PLAYLEDGER_PARTITIONS": "4",
    }
    done = playledger("rebuild-views", **own)
    assert done.returncode == 0, done.stderr
    assert re.match(r"\d+ matches listed", done.stdout)
    match = running.get("/matches")["matches"][0]["match_id"]
    fails_in_one_line(playledger("unpark", match, **own), 1, "not parked")
    own["PLAYLEDGER_PARTITIONS"] = "5"
    fails_in_one_line(playledger("rebuild-views", **own), 2, "partitions")


def test_a_server_that_redis_url_names_is_used_and_left_running(
    server_url: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with Redis.from_url(server_url) as client:
        client.flushdb()
        with up(data, REDIS_URL=server_url) as service:
            made = httpx.post(f"{service.url}/accounts", json={"name": "me"}, timeout=20).json()
            words = [line[-1] for line in children(service.process.pid).values()]
        assert sorted(words) == ["gateway", "projector", "worker"]
        assert client.exists(account_key(made["account_id"]))
    assert not (data / "store").exists()


# --- how it ends ----------------------------------------------------------------------------------


def test_everything_ends_with_a_supervisor_that_is_killed_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with up(data) as service:
        made = httpx.post(f"{service.url}/accounts", json={"name": "me"}, timeout=20).json()
        token = {"Authorization": f"Bearer {made['token']}"}
        left = children(service.process.pid)
        assert len(left) == 4
        service.process.kill()
    deadline = time.monotonic() + PATIENCE_S
    while any(map(runs, left)):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)
    with up(data) as again:
        me = httpx.get(f"{again.url}/me", headers=token, timeout=20).json()
        assert me["account_id"] == made["account_id"]


def test_sigterm_is_a_clean_end_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with up(data) as service:
        service.process.terminate()
        assert service.process.wait(PATIENCE_S) == 0
    assert not (data / ".gitignore").exists(), "a folder that was there may be somebody's work"


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("no folder")
    done = playledger("up", "--data", taken, "--port", "0")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--data takes a folder to write to" in done.stderr
    assert str(taken) in done.stderr
