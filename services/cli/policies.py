"""Bots for ``sim`` and ``play``: a game's own policies, or ``random`` for any game."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.game import Game, Policy
from engine.core.options import CommandData, Option
from engine.core.rng import Rng
from services.cli.errors import UsageError
from services.cli.local import LocalMatch

FALLBACK = "random"
_LATE_ONCE_IN = 32


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
        act(match, match.next_seats(), policy, rngs)


def play_out_on_time(
    match: LocalMatch, policy: Policy, rngs: Mapping[int, Rng], thinking: Mapping[int, Rng]
) -> None:
    """Let bots finish a match with a clock; whoever is awaited thinks at the same time.

    ``thinking``: by seat, the draws of how long its bot thinks. Who is ready first asks those who
    may answer in its place. Raises as ``play_out``.
    """
    answers: dict[tuple[int, str], int] = {}
    while not match.over:
        answers = {
            (seat, decision): answers[seat, decision]
            if (seat, decision) in answers
            else match.now + thinking_time(match.time_left(seat), thinking[seat])
            for seat, decision in [(entry.seat, entry.decision) for entry in match.waiting()]
        }
        at, seat, decision = min((at, seat, decision) for (seat, decision), at in answers.items())
        if match.deadline is not None and match.deadline < at:
            match.pass_time(match.deadline + 1)
        else:
            match.now = at
            others = [other for other in match.partners(seat, decision) if other != seat]
            act(match, (seat, *others), policy, rngs)


def thinking_time(left: int, rng: Rng) -> int:
    """Return how long a bot thinks that has some time left (both in ms).

    It is any time up to an eighth of that with equal chance; but once in 32 decisions more than all
    of it, so that the clock runs out.
    """
    if rng.below(_LATE_ONCE_IN) == 0:
        return left + 1
    return rng.below(left // 8 + 1)


def act(match: LocalMatch, seats: Sequence[int], policy: Policy, rngs: Mapping[int, Rng]) -> None:
    """Let the bots of seats of which any one may answer do so.

    The first acts that wants more than what the clock would do: nobody is idle for a partner.
    """
    seat, command = seats[0], policy(match.answer(seats[0]), rngs[seats[0]])
    for partner in seats[1:]:
        if not match.is_idle(seat, command):
            break
        seat, command = partner, policy(match.answer(partner), rngs[partner])
    receipt = match.send(seat, command)
    if receipt.status == "refused":
        msg = f"a bot of {match.game.rules} was refused: {receipt.detail} ({command})"
        raise RuntimeError(msg)
