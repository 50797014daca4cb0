"""A view as a bot reads it: who is strong where, and which teams there are."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.chosen.cards import CARDS
from engine.games.chosen.models import Building, Quest, TowerLevel
from engine.games.chosen.state import CAPTURE_MP, SIEGE_MP

Told = Mapping[str, Any]
"""A part of a view, or an option, as JSON data."""
_UNKNOWN_WALL: Final = 3


class Table:
    """What a seat sees, by the names of the cards."""

    def __init__(self, view: Told) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.pieces: dict[str, Told] = {piece["n"]: piece for piece in view["present"]}
        self.players: Sequence[Told] = view["players"]
        self.side: int = self.players[self.seat]["side"]
        self.mp: int = self.players[self.seat]["mp"]
        self.running: Told | None = view["manoeuvre"]

    def side_of(self, seat: int) -> int:
        side: int = self.players[seat]["side"]
        return side

    def camp_of(self, piece: Told) -> int:
        """Return the camp that controls a card."""
        seat: int = piece["controller"]
        camp: int = self.players[seat]["camp"]
        return camp

    def own(self, piece: Told) -> bool:
        """Tell whether a card is of the seat's side."""
        return self.side_of(piece["controller"]) == self.side

    def level(self, n: str) -> int:
        piece = self.pieces.get(n)
        return 0 if piece is None else piece["level"] or 0

    def levels(self, team: Sequence[str]) -> int:
        return sum(self.level(n) for n in team)

    def defence(self, target: Told) -> int:
        """Return the most levels that could stand in the way at a card of others."""
        if self.own(target):  # of a quest: of the strongest opponents
            camps = {one["camp"] for one in self.players if one["side"] != self.side}
            return max((self._awake(other) for other in camps), default=0)
        return self._awake(self.camp_of(target))

    def exposed(self, gone: Sequence[str]) -> bool:
        """Tell whether opponents could take the own lowest level now, with some of us away."""
        own = self.players[self.seat]["camp"]
        tower = self.view["towers"][own]
        if not tower:
            return False
        home = self._awake(own, gone) + self.wall(self.pieces[tower[0]])
        camps = {one["camp"] for one in self.players if one["side"] != self.side}
        return any(self._awake(camp) > home for camp in camps)

    def _awake(self, camp: int, gone: Sequence[str] = ()) -> int:
        """Return the most levels that a camp can send now."""
        levels = [
            piece["level"]
            for piece in self.pieces.values()
            if piece["awareness"] == "awake"
            and self.camp_of(piece) == camp
            and piece["n"] not in gone
        ]
        return sum(sorted(levels, reverse=True)[:3])

    def wall(self, target: Told) -> int:
        """Return the wall of a level or building, as far as it is known."""
        card = None if target["card"] is None else CARDS[target["card"]]
        return card.wall if isinstance(card, TowerLevel | Building) else _UNKNOWN_WALL

    def quest(self, target: Told) -> Quest | None:
        card = None if target["card"] is None else CARDS[target["card"]]
        return card if isinstance(card, Quest) else None

    def spare(self, kind: str) -> int:
        """Return the MP that are left if something for a team is to be kept."""
        return self.mp - {"tower": SIEGE_MP, "building": CAPTURE_MP}.get(kind, 0)


def offered(answer: Told) -> list[Told]:
    """Return the options that somebody waits for."""
    return [option for option in answer["options"] if not option.get("optional")]


def teams(table: Table, shape: Told) -> list[list[str]]:
    """Return the teams of a shape that are worth a thought, the smallest first.

    They are the one, two and three highest levels, own adventurers first, and everybody alone.
    """
    values = [item["value"] for item in shape["items"]]
    values.sort(key=lambda n: (not _mine(table, n), -table.level(n)))
    least = next((item["weight"] for item in shape["items"]), 0)
    own = values if not least else [n for n in values if _mine(table, n)]
    more = [values[:count] for count in range(2, min(shape["max_count"], len(values)) + 1)]
    return [*[[n] for n in own], *more]


def _mine(table: Table, n: str) -> bool:
    """Partners of one camp share their adventurers; allies are asked first."""
    piece = table.pieces.get(n)
    camp = table.players[table.seat]["camp"]
    return piece is not None and table.camp_of(piece) == camp
