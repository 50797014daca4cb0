"""Players of the golden matches: each wants one thing, so that rare ends come about soon.

A player is made anew for each match. It sees the view answer and nothing else, as all bots do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.games.chosen.bots import greedy_policy, random_policy
from engine.games.chosen.bots_table import Table, offered
from engine.games.chosen.cards import CARDS
from engine.games.chosen.cards.decks import READY_DECKS
from engine.games.chosen.decks import Own, Ready
from engine.games.chosen.state import HAND

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.core.game import Policy
    from engine.core.options import CommandData
    from engine.core.rng import Rng

    Answer = Mapping[str, Any]
    Filter = Callable[[Table, Mapping[str, Any]], bool]

ENOUGH_AWAKE: Final = 5
ENOUGH_MP: Final = 10
NEAR: Final = 5
FAR: Final = 30
SAVED_MP: Final = 10


def kind_of(option: Mapping[str, Any]) -> str:
    command = option.get("command") or option["shape"]["command"]
    return command["kind"]


def idle(answer: Answer, rng: Rng) -> CommandData:
    """Pass wherever it can, in answers by itself from then on; else take what is listed first."""
    for option in answer["options"]:
        asked = answer["view"]["question"]["kind"] in {"answer", "prepare"}
        if asked and option.get("command") == {"kind": "auto_pass", "on": True}:
            return option["command"]
    options = offered(answer)
    passes = [option for option in options if kind_of(option) == "pass"]
    return greedy_policy({**answer, "options": passes}, rng) if passes else options[0]["command"]


def spending(answer: Answer, rng: Rng) -> CommandData:
    """Play out the hand, the cheapest card first, so that the Future gets empty."""
    acts = [
        option["command"]
        for option in offered(answer)
        if kind_of(option) in {"summon", "lay_obstacle"}
    ]
    if answer["view"]["question"]["kind"] != "act" or not acts:
        return idle(answer, rng)
    return min(acts, key=lambda command: _price(answer, command))


def _price(answer: Answer, command: CommandData) -> int:
    card: Any = CARDS.get(str(command["card"]))
    if card is None:
        return 0
    return 0 if card.type == "obstacle" else getattr(card, "mp", 0)


def allying(answer: Answer, rng: Rng) -> CommandData:
    """Offer an alliance as soon as one may; agree to every one; play out the hand."""
    for option in offered(answer):
        command = option.get("command", {})
        if command.get("kind") == "offer_alliance" or command.get("pick") == "yes":
            return command
    return together(answer, rng)


def challenging(answer: Answer, rng: Rng) -> CommandData:
    """Challenge somebody, then play out the hand."""
    for option in offered(answer):
        if kind_of(option) == "challenge":
            return option["command"]
    return spending(answer, rng)


def counting(answer: Answer, rng: Rng) -> CommandData:
    """Stay at home and count on the Council of Nine."""
    acts = [option for option in offered(answer) if kind_of(option) in {"summon", "use", "pass"}]
    if answer["view"]["question"]["kind"] != "act":
        return greedy_policy(answer, rng)
    table = Table(answer["view"])
    councils = [n for n, piece in table.pieces.items() if piece["card"] == "council_of_nine"]
    for option in acts:
        command = option["command"]
        council = command["kind"] == "summon" and command["card"] == "council_of_nine"
        if council or (command["kind"] == "use" and command["card"] in councils):
            return command
    kept = [option for option in acts if kind_of(option) == "pass" or _is(option, "adventurer")]
    return greedy_policy({**answer, "options": kept}, rng)


def _is(option: Mapping[str, Any], card_type: str) -> bool:
    command = option.get("command", {})
    if command.get("kind") != "summon":
        return False
    return CARDS[command["card"]].type == card_type


def together(answer: Answer, rng: Rng) -> CommandData:
    """Play out the hand, but get through the Future in the same turn as the others do."""
    table = Table(answer["view"])
    me = table.players[table.seat]
    near = [one for one in table.players if not one["out"] and one["future_count"] < FAR]
    left, hand = me["future_count"], me["hand_count"]
    if left <= NEAR:
        begun = all(
            one["future_count"] <= NEAR and (one["mp"] >= SAVED_MP or one["hand_count"] < HAND)
            for one in near
        )
        if not begun or left + hand <= HAND:
            return idle(answer, rng)
    elif left + hand <= HAND + 2:
        return idle(answer, rng)
    return spending(answer, rng)


def content(answer: Answer, rng: Rng) -> CommandData:
    """Be ahead by a few DP and wait for the end."""
    table = Table(answer["view"])
    return (idle if table.players[table.seat]["dp"] else greedy_policy)(answer, rng)


def modest(answer: Answer, rng: Rng) -> CommandData:
    """Eliminate one player and wait for the end."""
    table = Table(answer["view"])
    me = table.players[table.seat]
    return (idle if me["eliminations"] + me["points"] else greedy_policy)(answer, rng)


class Patient:
    """Gather adventurers and MP, then solve one quest after the other in a single turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        """DP that do not end the match at the end of a turn."""
        self._going = False

    def __call__(self, answer: Answer, rng: Rng) -> CommandData:
        if answer["view"]["question"]["kind"] != "act":
            return idle(answer, rng)
        table = Table(answer["view"])
        awake = sum(
            table.own(piece) and piece["awareness"] == "awake" for piece in table.pieces.values()
        )
        camp_mp = table.mp
        self._going |= awake >= ENOUGH_AWAKE and camp_mp >= ENOUGH_MP
        quests = [o for o in offered(answer) if _is(o, "quest") and self._worth_solving(o)]
        if quests:
            return quests[0]["command"]
        if not self._going:
            kept = [o for o in offered(answer) if kind_of(o) == "pass" or _is(o, "adventurer")]
            row = [p for p in table.pieces.values() if table.own(p) and p["place"] == "row"]
            if len(row) > ENOUGH_AWAKE + 2:
                kept = [o for o in kept if kind_of(o) == "pass"]
            return greedy_policy({**answer, "options": kept}, rng)
        for option in offered(answer):
            command = self._solving(table, option)
            if command is not None:
                return command
        return idle(answer, rng)

    @staticmethod
    def _worth_solving(option: Mapping[str, Any]) -> bool:
        card: Any = CARDS[option["command"]["card"]]
        return card.dp >= 2

    @staticmethod
    def _solving(table: Table, option: Mapping[str, Any]) -> CommandData | None:
        """Send one adventurer of a calling that solves the quest."""
        if kind_of(option) != "send_team":
            return None
        shape = option["shape"]
        quest = table.quest(table.pieces[shape["command"]["target"]])
        if quest is None or table.mp < quest.solve_mp:
            return None
        callings = {getattr(need, "calling", None) for need in quest.needs}
        for item in shape["items"]:
            card: Any = CARDS[table.pieces[item["value"]]["card"]]
            if card.calling in callings:
                return {**shape["command"], shape["field"]: [item["value"]]}
        return None


PLAYERS: Final[Mapping[str, Callable[[], Policy]]] = {
    "greedy": lambda: greedy_policy,
    "random": lambda: random_policy,
    "idle": lambda: idle,
    "spending": lambda: spending,
    "together": lambda: together,
    "content": lambda: content,
    "modest": lambda: modest,
    "allying": lambda: allying,
    "challenging": lambda: challenging,
    "counting": lambda: counting,
    "patient": lambda: Patient(10),
}


def _each(times: int, *cards: str) -> tuple[str, ...]:
    return tuple(card for card in cards for _ in range(times))


_LEVELS: Final = ("granary", "the_long_archive", "iron_gallery")
_CHEAP: Final = (
    *_each(3, "good_harvest", "week_of_rain", "red_comet", "eyes_on_every_road"),
    *_each(3, "oath_of_the_stones", "marked_for_greatness", "grey_hound", "shield_bearer"),
    *_each(1, "greased_steps", "moat_eel", "cellar_hounds", "bogged_lane"),
    *_each(1, "house_of_maps", "old_quarry", "little_wick", "bren_of_the_ford"),
    *_each(1, "piet_the_fowler", "bramble_jack", "tolm_the_steward", "brother_tallow"),
    *_each(1, "ossa_lockfinger", "nim_halfshadow", "three_coin_tam", "quill_sevenrhymes"),
)
"""Whatever is drawn can be played."""
_CALLED: Final = (
    *("the_ninth_lantern", "the_library_below", "the_beast_of_harrow", "under_the_white_hill"),
    *("the_clockmakers_daughter", "the_empty_throne", "the_oldest_door"),
)
_SOLVERS: Final = (
    *("bren_of_the_ford", "ansgar_the_dim", "piet_the_fowler", "bramble_jack"),
    *("tolm_the_steward", "orlo_glasseye", "green_hob"),
)
DECKS: Final[Mapping[str, Ready | Own]] = {
    **{deck.name: Ready(name=deck.name) for deck in READY_DECKS},
    "cheap": Own(cards=_CHEAP, levels=_LEVELS, omen="eyes_on_every_road"),
    "cheap_and_large": Own(cards=(*_CHEAP, *_each(4, *_CALLED)), levels=_LEVELS),
    "solving": Own(cards=_each(3, *_CALLED, *_SOLVERS), levels=_LEVELS, omen="eyes_on_every_road"),
}
"""What they bring, by name."""
