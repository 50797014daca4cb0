"""Players for simulations: they see the view answer and nothing else."""

from collections.abc import Mapping
from typing import Any

from engine.core.options import CommandData, Option
from engine.core.rng import Rng
from engine.games.sorcery.bots_acts import acts
from engine.games.sorcery.bots_counters import counters
from engine.games.sorcery.bots_places import placed
from engine.games.sorcery.bots_table import Table

Answer = Mapping[str, Any]


def _offered(answer: Answer) -> list[Mapping[str, Any]]:
    return [option for option in answer["options"] if not option.get("optional")]


def random_policy(answer: Answer, rng: Rng) -> CommandData:
    """Do anything: first what kind of act, then which; pass once in eight times."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for option in _offered(answer):
        command = option.get("command") or option["shape"]["command"]
        kinds.setdefault(command["kind"], []).append(option)
    passes = kinds.pop("pass", [])
    if not kinds or (passes and not rng.below(8)):
        kinds = {"pass": passes}
    chosen = rng.choice(kinds[rng.choice(sorted(kinds))])
    return Option.model_validate(chosen).sample(rng)


def greedy_policy(answer: Answer, rng: Rng) -> CommandData:
    """Do what promises most; end the phase when nothing promises anything."""
    options = _offered(answer)
    table = Table(answer["view"])
    match answer["view"]["question"]["kind"]:
        case "deploy":
            return placed(table, options)
        case "counter":
            return counters(table, options)
        case "face":
            return next(one["command"] for one in options if one["command"]["kind"] == "face")
        case _:
            done = [*acts(table, options)]
    most = max(one.worth for one in done)
    return rng.choice([one.command for one in done if one.worth == most])
