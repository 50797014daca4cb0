"""Bots for ``sim`` and ``play``: a game's own policies, or ``random`` for any game."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import Game, Policy
from engine.core.options import CommandData, Option
from engine.core.rng import Rng
from services.cli.errors import UsageError
from services.cli.local import LocalMatch

FALLBACK = "random"


def random_option(answer: Mapping[str, Any], rng: Rng) -> CommandData:
    """Take one of the options that somebody waits for, each with equal chance."""
    offered = [option for option in answer["options"] if not option.get("optional")]
    return Option.model_validate(rng.choice(offered)).sample(rng)


def policy_of(game: Game[Any], name: str) -> Policy:
    """Return a game's policy by name; raises UsageError if it has none of this name."""
    if name in game.policies:
        return game.policies[name]
    if name == FALLBACK:
        return random_option
    names = ", ".join(sorted({*game.policies, FALLBACK}))
    msg = f"{game.name} has no policy {name!r}; there are {names}"
    raise UsageError(msg)


def play_out(match: LocalMatch, policy: Policy, rngs: Mapping[int, Rng]) -> None:
    """Let bots finish a match; each seat in ``rngs`` is a bot's, with draws of its own.

    Raises RuntimeError if a bot asks for something that is refused: bots and options must agree.
    """
    while not match.over:
        seat = match.waiting()[0].seat
        act(match, seat, policy, rngs[seat])


def act(match: LocalMatch, seat: int, policy: Policy, rng: Rng) -> None:
    """Let a bot decide for an awaited seat."""
    command = policy(match.answer(seat), rng)
    receipt = match.send(seat, command)
    if receipt.status == "refused":
        msg = f"a bot of {match.game.rules} was refused: {receipt.detail} ({command})"
        raise RuntimeError(msg)
