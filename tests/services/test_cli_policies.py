"""Bots in one process: where any one of several seats may answer, no bot is idle for another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.terms import DecisionClock
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from services.cli.local import LocalMatch, Secrets, policy_rng, thinking_rng
from services.cli.policies import play_out, play_out_on_time, policy_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core.options import CommandData
    from engine.core.rng import Rng

LAZY = 2
SECRETS = Secrets(1, "partners", 0)
RNGS = {seat: policy_rng(SECRETS, seat) for seat in range(4)}
THINKING = {seat: thinking_rng(SECRETS, seat) for seat in range(4)}


@pytest.mark.parametrize("clock", [None, DecisionClock(decision_ms=60_000)], ids=["", "on time"])
def test_a_pair_passes_only_if_both_partners_would(clock: DecisionClock | None) -> None:
    match = LocalMatch(GAME, ChosenConfig(mode="twins"), 4, SECRETS, clock)
    wanted: dict[tuple[int, int], str] = {}
    greedy = policy_of(GAME, "greedy")

    def policy(answer: Mapping[str, Any], rng: Rng) -> CommandData:
        lazy = answer["seat"] == LAZY and answer["view"]["question"]["kind"] != "choose"
        command = {"kind": "pass"} if lazy else greedy(answer, rng)
        wanted[answer["version"] + 1, answer["seat"]] = command["kind"]
        return command

    if clock is None:
        play_out(match, policy, RNGS)
    else:
        play_out_on_time(match, policy, RNGS, THINKING)
    passes = acts = 0
    for commit in match.commits:
        public = json.loads(commit.public)
        kinds = {entry["command"]["kind"] for entry in public["commands"]}
        asked = {seat: kind for (at, seat), kind in wanted.items() if at == commit.n}
        if kinds == {"pass"} and len(asked) > 1:
            assert {*asked.values()} == {"pass"}
            passes += 1
        acts += "pass" in asked.values() and kinds != {"pass"}
    assert passes
    assert acts, "a partner acted instead"
