"""Players for simulations: they see the view answer and nothing else."""

from collections.abc import Mapping
from typing import Any

from engine.core.options import CommandData, Option
from engine.core.rng import Rng
from engine.games.chosen.bots_acts import planned
from engine.games.chosen.bots_choices import picked, prepared
from engine.games.chosen.bots_table import Table, offered

Answer = Mapping[str, Any]


def random_policy(answer: Answer, rng: Rng) -> CommandData:
    """Do anything that is not optional; pass as often as anything else in all."""
    options = offered(answer)
    acts = [option for option in options if option.get("command", {}).get("kind") != "pass"]
    option = (
        rng.choice(acts) if acts and (len(acts) == len(options) or rng.below(4)) else options[0]
    )
    return Option.model_validate(option).sample(rng)


def greedy_policy(answer: Answer, rng: Rng) -> CommandData:
    """Do what seems worth most at the moment; go where nobody can stand in the way."""
    table = Table(answer["view"])
    options = offered(answer)
    match answer["view"]["question"]["kind"]:
        case "choose":
            return picked(table, options)
        case "answer" | "prepare":
            return prepared(table, options, rng)
        case _:
            plans = [planned(table, option) for option in options]
            most = max(value for value, _ in plans)
            return rng.choice([command for value, command in plans if value == most])
