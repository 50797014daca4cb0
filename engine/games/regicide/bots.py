"""Players for simulations: they see the view answer and nothing else.

Neither yields while it can play, neither flips a Jester aside: where that would be the only way
on, it resigns, which counts as the loss it is. After a Jester both name any seat, their own
included, with equal chance.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from engine.core.options import CommandData
from engine.core.rng import Rng
from engine.games.regicide.cards import Card, value_of

Answer = Mapping[str, Any]


def random_policy(answer: Answer, rng: Rng) -> CommandData:
    """Play any legal set with equal chance; pay with shuffled cards until they suffice."""
    return _act(answer, rng, choose_play=_any_play, choose_payment=_any_payment)


def greedy_policy(answer: Answer, rng: Rng) -> CommandData:
    """Play the set of the highest attack value; pay as little as possible, with few cards."""
    return _act(answer, rng, choose_play=_strongest, choose_payment=_least)


def _act(
    answer: Answer,
    rng: Rng,
    *,
    choose_play: Callable[[Sequence[CommandData], Rng], CommandData],
    choose_payment: Callable[[Sequence[Card], int, Rng], Sequence[Card]],
) -> CommandData:
    offered: list[Any] = [option for option in answer["options"] if not option["optional"]]
    listed = [option["command"] for option in offered if "command" in option]
    shapes = [option["shape"] for option in offered if "shape" in option]
    plays = [command for command in listed if command["kind"] == "play"]
    if plays:
        return choose_play(plays, rng)
    if shapes:
        cards = [item["value"] for item in shapes[0]["items"]]
        paid = choose_payment(cards, shapes[0]["min_weight"], rng)
        return {"kind": "discard", "cards": list(paid)}
    kinds = {command["kind"] for command in listed}
    if "place_royal" in kinds:
        return {"kind": "place_royal", "where": "tavern"}
    if "flip_jester" in kinds:
        return {"kind": "match.resign"}
    return rng.choice(listed)  # the next seat, or the yield of an empty hand


def _any_play(plays: Sequence[CommandData], rng: Rng) -> CommandData:
    return rng.choice(plays)


def _any_payment(hand: Sequence[Card], damage: int, rng: Rng) -> Sequence[Card]:
    shuffled = rng.shuffle(hand)
    count = next(n for n in range(1, len(hand) + 1) if value_of(shuffled[:n]) >= damage)
    return shuffled[:count]


def _strongest(plays: Sequence[CommandData], rng: Rng) -> CommandData:
    best = max(value_of(play["cards"]) for play in plays)
    return rng.choice([play for play in plays if value_of(play["cards"]) == best])


def _least(hand: Sequence[Card], damage: int, rng: Rng) -> Sequence[Card]:
    sets = [s for n in range(1, len(hand) + 1) for s in combinations(hand, n)]
    enough = [(value_of(s), len(s), s) for s in sets if value_of(s) >= damage]
    least = min((worth, size) for worth, size, _ in enough)
    return rng.choice([s for worth, size, s in enough if (worth, size) == least])
