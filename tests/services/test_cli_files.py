"""``verify``, ``replay`` and ``games``: what they say of files, and how they end."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.terms import DAY_MS
from tests.schemas.forging import KEY, OTHER_KEY, Table, eventful
from tests.services.cli import (
    environment,
    fails_in_one_line,
    in_process,
    json_lines,
    playledger,
)

SHOWN = ("seat:1",)
GAMES = Path(__file__).parent.parent / "engine" / "games"
LIFE = GAMES / "regicide" / "golden" / "life.match.jsonl"


@pytest.fixture
def full(tmp_path: Path) -> Path:
    path = tmp_path / "full.match.jsonl"
    path.write_bytes(eventful().file())
    return path


@pytest.fixture
def redacted(tmp_path: Path) -> Path:
    path = tmp_path / "redacted.match.jsonl"
    path.write_bytes(eventful().until(8).file(SHOWN))
    return path


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    path = tmp_path / "forged.match.jsonl"
    path.write_bytes(eventful().file().replace(b"scissors", b"paper!!!", 1))
    return path


# --- verify ---------------------------------------------------------------------------------------


def test_a_genuine_file_is_exit_0(full: Path) -> None:
    done = playledger("verify", full)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{full}: genuine\n")
    assert KEY.public_hex in done.stdout
    assert not done.stderr


def test_a_forged_file_is_exit_1_with_the_place_and_the_reason(forged: Path) -> None:
    done = playledger("verify", forged)
    assert done.returncode == 1
    assert "NOT GENUINE, commit " in done.stdout
    assert "expected" in done.stdout
    assert "found" in done.stdout
    assert not done.stderr


def test_an_unreadable_file_is_exit_2(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("no match file")
    fails_in_one_line(in_process("verify", nothing), 2, str(nothing), "not a match file")
    fails_in_one_line(in_process("verify", tmp_path / "missing"), 2, "No such file")
    fails_in_one_line(in_process("verify", tmp_path), 2, "directory")


def test_the_worst_of_several_files_decides_the_exit_code(
    full: Path, forged: Path, tmp_path: Path
) -> None:
    done = in_process("verify", full, forged, full, "--json")
    assert done.returncode == 1
    assert [v["genuine"] for v in json_lines(done.stdout)] == [True, False, True]
    done = in_process("verify", forged, tmp_path / "missing", full)
    assert done.returncode == 2
    assert "genuine" in done.stdout.splitlines()[-1] or "note" in done.stdout.splitlines()[-1]


def test_a_file_may_come_from_standard_input(full: Path) -> None:
    assert playledger("verify", "-", given=full.read_bytes()).returncode == 0


def test_the_trusted_key_is_compared(full: Path) -> None:
    for key in (KEY.public_hex, KEY.public_hex.upper(), f"host:{KEY.public_hex}"):
        assert in_process("verify", full, "--key", key).returncode == 0
    assert in_process("verify", full, "--key", OTHER_KEY.public_hex).returncode == 1
    fails_in_one_line(in_process("verify", full, "--key", "abc"), 2, "--key")


def test_a_verdict_as_json_tells_everything(full: Path, forged: Path) -> None:
    (genuine,) = json_lines(in_process("verify", "--json", full).stdout)
    assert genuine["genuine"] is True
    assert genuine["rules"] == "rps@1"
    assert genuine["commits"] == 13
    assert genuine["status"] == "closed"
    assert genuine["outcome"]["winners"] == [2]
    (fault,) = json_lines(in_process("verify", "--json", forged).stdout)
    assert fault["genuine"] is False
    assert fault["where"].startswith("commit ")
    assert fault["expected"] != fault["found"]


# --- replay ---------------------------------------------------------------------------------------


def test_a_match_is_stepped_through_commit_by_commit(full: Path) -> None:
    done = playledger("replay", full)
    assert done.returncode == 0
    first, *lines = done.stdout.splitlines()
    assert "rps@1" in first
    commits = [line for line in lines if line[:4].strip()]  # what is too wide goes on below
    assert [int(line.split()[0]) for line in commits] == list(range(1, 14))
    data = json_lines(in_process("replay", full, "--json").stdout)
    assert [line["version"] for line in data] == list(range(1, 14))
    opened = next(line for line in data if line["actor"] == "sealed")
    assert [entry["command"]["choice"] for entry in opened["commands"]] == [
        "paper",
        "rock",
        "scissors",
    ]


@pytest.mark.parametrize("game", ["chosen", "regicide", "sorcery", "spellwars"])
def test_the_commits_of_a_turn_are_found(game: str, tmp_path: Path) -> None:
    saved = in_process("sim", game, "--policy", "greedy", "--save", tmp_path)
    assert saved.returncode == 0, saved.stderr
    (path,) = tmp_path.glob("*.jsonl")
    lines = in_process("replay", path).stdout.splitlines()
    heads = [line.strip() for line in lines if re.fullmatch(r" {6}\S.*: commits? [\d to]+", line)]
    assert len(heads) > 2
    assert len({head.partition(": ")[0] for head in heads}) == len(heads), "no turn comes back"
    turn, _, versions = heads[-2].rpartition(": ")
    first, *_, last = (int(n) for n in re.findall(r"\d+", f"{versions} {versions}"))
    told = in_process("replay", path, "--turn", turn).stdout.splitlines()
    assert told[1:] == lines[lines.index(f"      {heads[-2]}") : lines.index(f"      {heads[-1]}")]
    data = json_lines(in_process("replay", path, "--turn", turn, "--json").stdout)
    assert [line["version"] for line in data] == [*range(first, last + 1)]
    part, *_ = turn.split(", ")
    whole = json_lines(in_process("replay", path, "--turn", part, "--json").stdout)
    assert {line["version"] for line in data} <= {line["version"] for line in whole}


def test_what_was_asked_and_answered_is_told_on_demand(tmp_path: Path) -> None:
    in_process("sim", "spellwars", "--save", tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    assert "choice put" not in in_process("replay", path).stdout
    assert "choice put" in in_process("replay", path, "--full").stdout
    fails_in_one_line(in_process("replay", path, "--full", "--at", "5"), 2, "--full")


def test_a_turn_that_there_is_not_is_told_with_those_there_are(full: Path, redacted: Path) -> None:
    fails_in_one_line(in_process("replay", LIFE, "--turn", "round 3"), 2, "'turn 1, seat 0'")
    fails_in_one_line(in_process("replay", full, "--turn", "round 3"), 2, "there are none")
    fails_in_one_line(in_process("replay", redacted, "--turn", "round 1"), 2, "redacted")
    fails_in_one_line(in_process("replay", LIFE, "--turn", "turn 1", "--at", "3"), 2, "leave one")


def test_a_turn_that_a_move_taken_back_belongs_to_goes_on() -> None:
    heads = [
        line.strip() for line in in_process("replay", LIFE, "--turn", "turn 17").stdout.splitlines()
    ]
    assert [head for head in heads if "commit" in head] == [
        "turn 17, seat 2: commits 42 to 43",
        "turn 17, seat 2: commit 47",
    ]


def test_a_terminal_of_few_characters_is_no_error(full: Path) -> None:
    done = playledger("replay", full, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "13  closed" in done.stdout
    assert not done.stderr


def test_a_seat_sees_its_own_secrets_only(full: Path) -> None:
    data = json_lines(in_process("replay", full, "--as", "1", "--json").stdout)
    dealt = next(e for line in data for e in line["events"] if e["kind"] == "dealt")
    assert [card == {"hidden": True} for card in dealt["cards"]] == [True, False, True]
    data = json_lines(in_process("replay", full, "--as", "spectator", "--json").stdout)
    dealt = next(e for line in data for e in line["events"] if e["kind"] == "dealt")
    assert all(card == {"hidden": True} for card in dealt["cards"])


def test_a_view_is_what_the_seat_saw_at_that_version(full: Path) -> None:
    (mine,) = json_lines(in_process("replay", full, "--at", "6", "--as", "1", "--json").stdout)
    assert (mine["version"], mine["seat"], mine["view"]["round"]) == (6, 1, 1)
    assert mine["view"]["card"] is not None
    assert mine["options"]
    (public,) = json_lines(in_process("replay", full, "--at", "6", "--json").stdout)
    assert public["view"]["card"] is None
    assert public["options"] == []
    (before,) = json_lines(in_process("replay", full, "--at", "0", "--json").stdout)
    assert before["view"] is None
    assert "awaited: seat 1" in in_process("replay", full, "--at", "6").stdout


def test_everything_that_surrounds_a_game_is_told() -> None:
    lines = [line.strip() for line in in_process("replay", LIFE).stdout.splitlines()]
    for told in (
        "7  time over for seat 1 (2.play)",
        "seat 1 spent 70 s, 5 s and 1 period left",
        "10  seat 0 offers a pause (offer 10)",
        "12  seat 1 agrees to offer 10 | paused by agreement",
        "13  arbiter judge → seat 1 goes to eve",
        "16  seat 1 agrees to offer 14 | goes on by agreement",
        "17  seat 0 → seat 2 gets 15 s",
        "20  nobody is there for seat 0",
        "21  service down for 5 s, nobody's time",
        "22  time over for seat 0 (5.play)",
        "23  seat 0 is back",
        "44  seat 2 offers to take its move back (offer 44)",
        "46  seat 1 agrees to offer 44 | move 43 of seat 2 is taken back",
    ):
        assert told in lines
    assert in_process("verify", LIFE).returncode == 0


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (0, ["not started"]),
        (11, ["seat 0 offers a pause (offer 10); agreed: seat 2", "awaited: seat 2 (4.play)"]),
        (12, ["paused by agreement, for at most 24 h", "clock of seat 1: 5 s and 1 period left"]),
        (20, ["nobody is there for seat 0", "awaited: seat 0 (5.play)"]),
        (46, ["awaited: seat 2 (17.next~1)", "option: Seat 0 has the next turn"]),
    ],
)
def test_a_view_tells_what_surrounds_the_game(at: int, told: list[str]) -> None:
    done = in_process("replay", LIFE, "--at", str(at), "--as", "2")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert [line for line in told if line not in lines] == []


def test_a_match_that_never_started_is_told(tmp_path: Path) -> None:
    table = Table("rps@1", 2)
    table.join("ann")
    table.tick(table.at + 2 * DAY_MS)
    path = tmp_path / "never.match.jsonl"
    path.write_bytes(table.forgery().file())
    done = in_process("replay", path)
    assert "annulled: Not started in time." in done.stdout
    assert in_process("verify", path).returncode == 0
    assert in_process("replay", path, "--at", "2").returncode == 0


def test_a_redacted_file_is_stepped_through_as_it_was_shown(redacted: Path) -> None:
    done = playledger("replay", redacted)
    assert done.returncode == 0
    assert "redacted" in done.stdout.splitlines()[0]
    data = json_lines(in_process("replay", redacted, "--json").stdout)
    dealt = next(e for line in data for e in line["events"] if e["kind"] == "dealt")
    assert [card == {"hidden": True} for card in dealt["cards"]] == [True, False, True]


def test_replay_fails_in_one_line(full: Path, redacted: Path, forged: Path) -> None:
    fails_in_one_line(in_process("replay", redacted, "--at", "3"), 2, "redacted")
    fails_in_one_line(in_process("replay", full, "--at", "99"), 2, "0 to 13")
    fails_in_one_line(in_process("replay", full, "--as", "7"), 2, "--as")
    fails_in_one_line(in_process("replay", full, "--as", "me"), 2, "--as")
    fails_in_one_line(in_process("replay", forged), 1, "not genuine", "commit")
    fails_in_one_line(in_process("replay", "/dev/null"), 2, "not a match file")


def test_a_hostile_file_sends_no_control_characters_to_the_terminal(tmp_path: Path) -> None:
    match = eventful()
    n = next(i for i, t in enumerate(match.commits, 1) if "signalled" in t.public)

    def edit(data: Any) -> None:
        data["events"][0]["say"] = "\x1b[2J"
        data["events"][0]["\x1b]0;"] = "\x9b"

    path = tmp_path / "hostile.match.jsonl"
    path.write_bytes(match.edited(n, edit).file())
    header = match.header.model_copy(update={"rules": "\x1b[31m"})
    unknown = tmp_path / "unknown.match.jsonl"
    unknown.write_bytes(replace(match, header=header).file())
    for done in (
        in_process("replay", path),
        in_process("verify", path),
        in_process("verify", unknown),
        in_process("replay", unknown),
    ):
        assert "\x1b" not in done.stdout + done.stderr
        assert "\x9b" not in done.stdout + done.stderr


# --- the rest -------------------------------------------------------------------------------------


def test_games_lists_what_can_be_played() -> None:
    done = in_process("games")
    assert done.returncode == 0
    assert any(line.startswith("regicide@1 ") for line in done.stdout.splitlines())
    listed = {line["game"]: line for line in json_lines(in_process("games", "--json").stdout)}
    assert listed["regicide"]["rules"] == "regicide@1"
    assert (listed["regicide"]["min_seats"], listed["regicide"]["max_seats"]) == (1, 4)
    assert "rounds" in listed["rps"]["config_schema"]["properties"]


def test_debug_adds_the_traceback_wherever_it_stands() -> None:
    for arguments in (["--debug", "verify", "/missing"], ["sim", "nogame", "--debug"]):
        done = playledger(*arguments)
        assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("playledger: ")


def test_a_command_loads_the_game_it_is_about_and_nothing_of_the_service() -> None:
    lines = ("import sys", "from services.cli.main import main", "try: main(['sim', 'regicide'])")
    program = "\n".join([*lines, "finally: print(*sys.modules)"])
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, check=True
    )
    loaded = {*done.stdout.decode().splitlines()[-1].split()}
    games = {name for name in loaded if re.fullmatch(r"engine\.games\.\w+", name)}
    assert games == {"engine.games.regicide"}
    assert not {"redis", "fastapi", "faststream"} & loaded


def test_a_setting_that_names_no_games_is_one_line() -> None:
    done = in_process("games", PLAYLEDGER_EXTRA_GAMES='["no.such.module"]')
    fails_in_one_line(done, 2, "PLAYLEDGER_EXTRA_GAMES")
    done = in_process("games", PLAYLEDGER_GAMES='["regicde"]')
    fails_in_one_line(done, 2, "PLAYLEDGER_GAMES", "no game 'regicde'; there are ", "regicide")
    for broken in ("no list", "3"):
        done = in_process("games", PLAYLEDGER_EXTRA_GAMES=broken)
        fails_in_one_line(done, 2, "PLAYLEDGER_EXTRA_GAMES")


def test_an_export_without_a_gateway_is_one_line() -> None:
    done = playledger("export", "abcdefgh12345678", "--url", "http://127.0.0.1:9")
    fails_in_one_line(done, 2, "http://127.0.0.1:9")
