"""``sim``: the same seed gives the same matches everywhere, and each can be proved."""

import json
import os
import signal
import subprocess
import time
from math import sqrt
from pathlib import Path

import pytest

from tests.services.cli import (
    COMMAND,
    children,
    environment,
    fails_in_one_line,
    in_process,
    json_lines,
    playledger,
)

VECTOR = Path(__file__).parent.parent / "schemas" / "vectors" / "rps.match.jsonl"

GOLDEN = {
    ("rps", 2, 0): "51abb744539a442d6577780455e3124a7e27283a4273cf4d0a458d6ab86e1197",
    ("rps", 4, 3): "83f679ca753a4af0544c2817706528b6c0a189ae4a756a0e1b065e8d35df7d2e",
    ("brings", 3, 2): "4345ecaad999630f99f23f6cb453f28bf9cbb741feab83fc108eb65793ad74d6",
}
"""(game, seats, number) -> final head with --seed 1. It changes only if the format or the game's
rules change, and then it is a new version of them."""


@pytest.mark.parametrize("place", GOLDEN, ids=str)
def test_heads_are_the_golden_ones(place: tuple[str, int, int]) -> None:
    game, seats, number = place
    done = in_process("sim", game, "--seats", str(seats), "--matches", str(number + 1))
    line = json_lines(done.stdout)[number]
    assert (line["seed"], line["number"], line["seats"]) == (1, number, seats)
    assert line["head"] == GOLDEN[place]


def test_a_saved_match_is_the_vector_of_the_format(tmp_path: Path) -> None:
    in_process("sim", "rps", "--seats", "2", "--seed", "1", "--save", tmp_path)
    (saved,) = tmp_path.iterdir()
    assert saved.read_bytes() == VECTOR.read_bytes()


def test_partners_who_may_both_answer_act_by_turns(tmp_path: Path) -> None:
    config = json.dumps({"mode": "twins"})
    sim = ("sim", "chosen", "--seats", "4", "--policy", "greedy", "--config", config)
    in_process(*sim, "--save", tmp_path)
    (saved,) = tmp_path.iterdir()
    lines = [json.loads(line) for line in saved.read_text().splitlines()[1:-1]]
    acted = {json.loads(line["public"])["actor"] for line in lines[5:]}
    assert {f"seat:{seat}" for seat in range(4)} <= acted


def test_the_output_depends_on_nothing_but_the_seed() -> None:
    arguments = ("sim", "brings", "--seats", "3", "--matches", "10", "--seed", "7")
    outputs = {
        playledger(*arguments, "--jobs", jobs, PYTHONHASHSEED=hash_seed).stdout
        for jobs, hash_seed in (("1", "0"), ("3", "12345"))
    }
    assert len(outputs) == 1
    other = in_process(*arguments[:-1], "8")
    assert other.stdout not in outputs


def test_heads_of_battles_depend_on_no_order_of_sets() -> None:
    sim = ("sim", "sorcery", "--seats", "3", "--matches", "2", "--policy", "greedy", "--jobs", "1")
    config = json.dumps({"field": "marsh_ford", "points": 200})
    one, other = (
        [
            line.get("head")
            for line in json_lines(playledger(*sim, "--config", config, **seed).stdout)
        ]
        for seed in ({"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "12345"})
    )
    assert one == other
    assert len(set(one[:2])) == 2, "heads of two battles"


def test_every_match_has_an_id_and_a_head_of_its_own() -> None:
    lines = [
        line
        for game, seats, policy in (
            ("rps", "2", "random"),
            ("rps", "3", "random"),
            ("brings", "2", "random"),
            ("regicide", "2", "random"),
            ("regicide", "2", "greedy"),
        )
        for line in json_lines(
            in_process("sim", game, "--seats", seats, "--matches", "5", "--policy", policy).stdout
        )[:-1]
    ]
    assert len({line["match"] for line in lines}) == 25
    assert len({line["head"] for line in lines}) == 25


def test_the_summary_is_the_mean_of_the_lines() -> None:
    *lines, last = json_lines(in_process("sim", "rps", "--matches", "30").stdout)
    summary = last["summary"]
    commits = [line["commits"] for line in lines]
    mean = sum(commits) / 30
    error = sqrt(sum((c - mean) ** 2 for c in commits) / 29 / 30)
    assert summary["matches"] == 30
    assert summary["means"]["commits"]["mean"] == pytest.approx(mean)
    assert summary["means"]["commits"]["standard_error"] == pytest.approx(error)
    assert sum(summary["wins"]) == sum(len(line["outcome"]["winners"]) for line in lines)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_regicide_tells_how_many_enemies_fell_and_can_be_proved(
    policy: str, tmp_path: Path
) -> None:
    done = in_process(
        "sim", "regicide", "--seats", "3", "--matches", "4", "--policy", policy, "--save", tmp_path
    )
    *lines, last = json_lines(done.stdout)
    fallen = [line["outcome"]["enemies_defeated"] for line in lines]
    assert last["summary"]["means"]["enemies_defeated"]["mean"] == sum(fallen) / 4
    files = sorted(tmp_path.iterdir())
    verdicts = json_lines(in_process("verify", "--json", *files).stdout)
    assert all(verdict["genuine"] for verdict in verdicts)
    assert {v["match"]: v["head"] for v in verdicts} == {x["match"]: x["head"] for x in lines}
    assert all(any("simulation" in note for note in v["notes"]) for v in verdicts)


BANK = '{"kind":"bank","bank_ms":30000,"increment_ms":1000,"periods":2,"period_ms":5000}'


@pytest.mark.parametrize(
    ("game", "seats", "clock"),
    [
        ("regicide", "3", BANK),
        ("regicide", "2", '{"decision_ms":60000,"at_expiry":"withdraw"}'),
        ("spellwars", "2", BANK),
        ("brings", "2", '{"kind":"decision","decision_ms":1000}'),
        ("rps", "4", BANK.replace("}", ',"at_expiry":"withdraw"}')),
    ],
)
def test_bots_play_with_clocks_that_may_run_out(
    game: str, seats: str, clock: str, tmp_path: Path
) -> None:
    arguments = ("sim", game, "--seats", seats, "--matches", "12", "--clock", clock)
    done = in_process(*arguments, "--save", tmp_path)
    *lines, last = json_lines(done.stdout)
    files = {path.name.partition(".")[0]: path for path in tmp_path.iterdir()}
    verdicts = json_lines(in_process("verify", "--json", *files.values()).stdout)
    assert [verdict["genuine"] for verdict in verdicts] == [True] * 12
    told = {line["match"]: line["expiries"] for line in lines}
    found = {match: _expiries(path) for match, path in files.items()}
    assert told == found
    assert last["summary"]["expiries"] == sum(found.values()) > 0


def _expiries(path: Path) -> int:
    commits = [line["public"] for line in json_lines(path.read_text()) if "public" in line]
    events = [event for commit in commits for event in json.loads(commit)["events"]]
    return sum(event["kind"] == "match.expired" for event in events)


def test_matches_with_a_clock_depend_on_nothing_but_the_seed() -> None:
    arguments = ("sim", "rps", "--seats", "3", "--matches", "20", "--clock", BANK)
    one, two = in_process(*arguments).stdout, playledger(*arguments, "--jobs", "3").stdout
    assert one == two
    plain = in_process(*arguments[:-2]).stdout
    assert not {line["match"] for line in json_lines(one)[:-1]} & {
        line["match"] for line in json_lines(plain)[:-1]
    }
    assert "expiries" not in plain


def test_a_config_changes_the_match() -> None:
    long = in_process("sim", "rps", "--config", '{"rounds":9}')
    joins_start_end_close = 5
    assert json_lines(long.stdout)[0]["commits"] >= 9 + joins_start_end_close


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nogame"], ["nogame", "regicide"]),
        (["rps", "--seats", "9"], ["2 to 6"]),
        (["rps", "--seats", "x"], ["--seats"]),
        (["rps", "--matches", "0"], ["--matches"]),
        (["rps", "--policy", "clever"], ["clever", "random"]),
        (["rps", "--config", "[]"], ["--config"]),
        (["rps", "--config", "{"], ["--config"]),
        (["rps", "--config", '{"rounds":99}'], ["rounds"]),
        (["rps", "--clock", "60"], ["--clock", "decision_ms"]),
        (["rps", "--clock", '{"kind":"bank"}'], ["--clock", "bank_ms"]),
        (["rps", "--clock", '{"decision_ms":10}'], ["--clock", "decision_ms", "1000"]),
        (["rps", "--nothing"], ["--nothing"]),
        (["rps", "--save", __file__], ["--save", __file__]),
        ([], ["game", "sim --help"]),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(arguments: list[str], words: list[str]) -> None:
    fails_in_one_line(in_process("sim", *arguments), 2, *words)


def test_ctrl_c_ends_all_jobs_cleanly() -> None:
    process = subprocess.Popen(
        [*COMMAND, "sim", "brings", "--matches", "1000000", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    assert process.stdout is not None
    json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert told.decode().splitlines()[-1] == "playledger: interrupted"
    assert "Traceback" not in told.decode()


def test_ctrl_c_is_clean_while_the_jobs_still_load() -> None:
    process = subprocess.Popen(
        [*COMMAND, "sim", "brings", "--matches", "1000000", "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while len(children(process.pid)) < 3:
        assert time.monotonic() < deadline, "no jobs"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it, to the jobs as well
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert told.decode() == "playledger: interrupted\n"


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    process = subprocess.Popen(
        [*COMMAND, "sim", "rps", "--matches", "3000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(30) == 0
