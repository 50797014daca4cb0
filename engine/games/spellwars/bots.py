"""Players for simulations: they see the view answer and nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from engine.core.options import CommandData, Slots
from engine.core.rng import Rng
from engine.games.spellwars.cards import COMPONENTS, PLACES, WILD

Answer = Mapping[str, Any]

_LOW_LIFE = 8


def random_policy(answer: Answer, rng: Rng) -> CommandData:
    """Build any spell, give any answer."""
    option = rng.choice(answer["options"])
    if "command" in option:
        return option["command"]
    return Slots.model_validate(option["shape"]).sample(rng)


def greedy_policy(answer: Answer, rng: Rng) -> CommandData:
    """Build three cards of one glyph if the hand has them, and strike at the weakest."""
    first = answer["options"][0]
    if "shape" in first:
        return _build(first["shape"], rng)
    picks = [option["command"]["pick"] for option in answer["options"]]
    return {"kind": "choose", "pick": _pick(answer["view"], picks, rng)}


def _build(shape: Mapping[str, Any], rng: Rng) -> CommandData:
    """Take the most cards, and among them the most dice: pairs and triples of a glyph."""
    places = [[None, *shape["slots"][place]] for place in PLACES]
    best: list[tuple[str | None, ...]] = []
    worth = -1
    for cards in product(*places):
        value = _worth(cards, shape["copies"])
        if value > worth:
            best, worth = [], value
        if value == worth:
            best.append(cards)
    chosen = rng.choice(best)
    return {**shape["command"], **dict(zip(PLACES, chosen, strict=True))}


def _worth(cards: Sequence[str | None], copies: Mapping[str, int]) -> int:
    used = [card for card in cards if card is not None]
    if not used or used.count(WILD) > copies.get(WILD, 0):
        return -1
    glyphs = Counter(COMPONENTS[card].glyph for card in used if card != WILD)
    return 10 * len(used) + 5 * max(glyphs.values(), default=0) - used.count(WILD)


def _pick(view: Mapping[str, Any], picks: Sequence[str], rng: Rng) -> str:
    """Choose the weakest rival, pay when Blood is plenty, save the own skin."""
    about, wizards = view["question"]["subject"]["about"], view["wizards"]
    own = wizards[view["seat"]]
    if about == "target":
        lives = {pick: wizards[int(pick.partition(":")[2])]["life"] for pick in picks}
        weakest = min(lives.values())
        return rng.choice([pick for pick in picks if lives[pick] == weakest])
    if about == "absorb":
        return picks[1] if own["life"] <= _LOW_LIFE else picks[0]
    return picks[-1]  # pay, and what there is to be had
