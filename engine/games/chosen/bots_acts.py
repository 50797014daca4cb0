"""What an act seems worth to a simple player; passing is worth nothing."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.options import CommandData
from engine.core.question import seat_of
from engine.games.chosen.bots_table import Table, Told, teams
from engine.games.chosen.cards import CARDS
from engine.games.chosen.models import (
    Adventurer,
    Ally,
    Building,
    CardModel,
    Event,
    HasCalling,
    Quest,
    TeamLevel,
    Test,
)
from engine.games.chosen.ops import Counters, StartFight, ToHand, WinsAt

NEVER: Final = -1
_CHANCES: Final = {n: sum(a + b <= n for a in range(1, 7) for b in range(1, 7)) for n in range(13)}
"""How many of the 36 rolls of two dice are not more than a number."""
_LAST_LEVEL: Final = 1000
_ELIMINATING: Final = 900
_PLAIN: Final = {"challenge": 70, "offer_alliance": 3, "attach": 8}
_OPENED: Final = 90
"""What it costs if the own tower can be besieged as soon as a team is gone."""
_RICH: Final = 12
"""Who has so many MP and nothing better to do with them wears the defenders out."""
_WEARING: Final = 1


Plan = tuple[int, CommandData]
"""What a command promises, and the command."""


def planned(table: Table, option: Told) -> Plan:
    """Return the best command of an option, and what it promises."""
    if "shape" not in option:
        return _worth(table, option["command"]), option["command"]
    shape = option["shape"]
    command = shape["command"]
    match command["kind"]:
        case "send_team":
            target = table.pieces[command["target"]]
            return _best(table, shape, lambda team: _sending(table, target, team))
        case "obstruct":
            return _best(table, shape, lambda team: _obstruction(table, team))
        case "eliminate":
            return _ELIMINATING, {**command, shape["field"]: _enough(shape)}
        case _:
            return NEVER, command


def _best(table: Table, shape: Told, promise: Callable[[Sequence[str]], int]) -> Plan:
    """Return the team that promises most; of equal ones the weakest: who stays can do more."""
    worths = [(promise(team), -table.levels(team), team) for team in teams(table, shape)]
    value, _, team = max(worths)
    return value, {**shape["command"], shape["field"]: team}


def _enough(shape: Told) -> list[str]:
    """Return the fewest cards that weigh enough."""
    items = sorted(shape["items"], key=lambda item: -item["weight"])
    taken: list[str] = []
    weight = 0
    for item in items:
        if weight < shape["min_weight"]:
            taken.append(item["value"])
            weight += item["weight"]
    return taken


def _worth(table: Table, command: Told) -> int:
    match command["kind"]:
        case "summon":
            return _summoning(table, command["card"], command["target"])
        case "use":
            piece = table.pieces[command["card"]]
            number: int = command["use"]
            return _use(table, CARDS[piece["card"]], number, command["target"])
        case "lay_obstacle":
            return _laying(table, table.pieces[command["at"]])
        case kind:
            return _PLAIN.get(kind, 0 if kind == "pass" else NEVER)


def _sending(table: Table, target: Told, team: Sequence[str]) -> int:
    """Return what a team promises, less what it leaves open at home."""
    value = _team(table, target, team)
    opens = value > _WEARING and table.exposed(team) and not table.exposed(())
    return value - _OPENED if opens and value < _LAST_LEVEL else value


def _team(table: Table, target: Told, team: Sequence[str]) -> int:
    strength, defence = table.levels(team), table.defence(target)
    quest = table.quest(target)
    if quest is not None:
        return _quest(table, quest, team) if strength + 2 >= defence else NEVER
    if strength <= table.wall(target):
        return NEVER
    if strength <= table.wall(target) + defence:
        return _WEARING if table.mp >= _RICH else NEVER
    if target["place"] == "building":
        return 60
    return _LAST_LEVEL if len(table.view["towers"][table.camp_of(target)]) == 1 else 120


def _quest(table: Table, quest: Quest, team: Sequence[str]) -> int:
    if table.mp < quest.solve_mp:
        return NEVER
    cards = [card for n in team if isinstance(card := CARDS[table.pieces[n]["card"]], Adventurer)]
    chance = 0
    for need in quest.needs:
        match need:
            case TeamLevel():
                chance = max(chance, 36 * (table.levels(team) >= need.at_least))
            case HasCalling():
                chance = max(chance, 36 * any(card.calling == need.calling for card in cards))
            case Test():
                best = max(getattr(card, need.attribute) for card in cards)
                chance = max(chance, _CHANCES[min(12, best)])
    return 30 * quest.dp * chance // 36 if chance >= 18 else NEVER


def _obstruction(table: Table, team: Sequence[str]) -> int:
    """Stand in the way if that stops it; of a quest, if that wins it."""
    running = table.running
    assert running is not None, "something is to be obstructed"
    strength, theirs = table.levels(team), table.levels(running["team"])
    target = table.pieces.get(running["target"] or "")
    if running["kind"] == "quest" or target is None:
        return strength - theirs
    if not table.own(target):
        return NEVER
    strength += table.wall(target)
    return 1 + strength - theirs if theirs > table.wall(target) else NEVER


def _summoning(table: Table, name: str, target: str | None) -> int:
    card = CARDS[name]
    match card:
        case Adventurer():
            return 20 + 5 * card.level
        case Quest():
            return 50
        case Building():
            return 35
        case Ally():
            return 8 + table.level(target or "")
        case Event():
            aimed = NEVER if target is None else aim(table, target, own=_for_own(card))
            return 10 + max(0, aimed) if target is None or aimed >= 0 else NEVER
        case _:
            return NEVER if card.type == "action_card" else 2


def _for_own(card: Event) -> bool:
    return card.target is not None and card.target.whose == "own"


def aim(table: Table, target: str, *, own: bool) -> int:
    """Return how good a target is; negative if it is on the wrong side."""
    if target.startswith("seat:"):
        return table.players[seat_of(target)]["dp"]
    piece = table.pieces.get(target)
    if piece is None:
        return 0
    return table.level(target) if table.own(piece) == own else NEVER


def _use(table: Table, card: CardModel, number: int, target: str | None) -> int:
    """Fights, sacrifices and going home are left to people."""
    use = card.uses[number]
    if use.sign == "sacrifice" or any(isinstance(op, StartFight | ToHand) for op in use.does):
        return NEVER
    if any(isinstance(op, Counters) for op in use.does):
        wins = any(isinstance(constant, WinsAt) for constant in card.constants)
        return 40 if wins or table.view["mode"] != "challenge" else NEVER  # [11.7]
    if use.mp > table.spare("tower"):
        return NEVER
    own = use.target is not None and use.target.whose == "own"
    good = 0 if target is None else aim(table, target, own=own)
    return NEVER if good < 0 else 4 + good - use.mp


def _laying(table: Table, at: Told) -> int:
    """At the own lowest level first; at quests only those of others."""
    if at["place"] == "quest":
        return NEVER if table.own(at) else 3
    camp = table.players[table.seat]["camp"]
    return 6 if table.view["towers"][camp][:1] == [at["n"]] else 4
