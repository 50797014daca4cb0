"""Eliminating an opponent with DP: the act of giving cards for them [11.4] [12.5]."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.core.options import Item, Option, Subset
from engine.core.question import seat_of, seat_ref
from engine.core.rejection import Rejection, no
from engine.games.chosen.bonuses import glory_of
from engine.games.chosen.commands import MAX_GIVEN, Code, Eliminate
from engine.games.chosen.dropping import drop
from engine.games.chosen.events_flow import ActPut
from engine.games.chosen.labels import labelled
from engine.games.chosen.leaving import lose
from engine.games.chosen.policy import Act
from engine.games.chosen.running import Run
from engine.games.chosen.state import Item as TimelineItem
from engine.games.chosen.state import Piece, State
from engine.games.chosen.timeline import opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminating:
    """How a mode eliminates with DP."""

    needed: int
    """DP of the cards that are given."""
    clause: str
    """Of the mode; refusals name it."""
    whom: Callable[[State, int], int | None]
    """(state, seat) → who would drop out."""
    fit: Callable[[Piece], bool]
    """Tells whether a card with DP is one of those that may be given."""

    def act(self) -> Act:
        return Act(offer=self._offer, refuse=self._refuse, do=self._do)

    def _fitting(self, state: State, seat: int) -> list[Piece]:
        return [
            piece
            for piece in state.present.values()
            if piece.controller == seat and self.fit(piece) and glory_of(piece) > 0
        ]

    def _offer(self, state: State, seat: int) -> Iterator[Option]:
        fitting = self._fitting(state, seat)
        enough = sum(glory_of(piece) for piece in fitting) >= self.needed
        if enough and self.whom(state, seat) is not None:
            shape = Subset(
                command={"kind": "eliminate"},
                field="cards",
                items=tuple([Item(value=p.n, weight=glory_of(p)) for p in fitting]),
                min_weight=self.needed,
                min_count=1,
                max_count=min(len(fitting), MAX_GIVEN),
            )
            yield labelled(state, {"kind": "eliminate"}, shape)

    def _refuse(self, state: State, seat: int, command: Eliminate) -> Rejection | None:
        if self.whom(state, seat) is None:
            return no(Code.BARRED, self.clause, "There is nobody whom you may eliminate.")
        worth = {piece.n: glory_of(piece) for piece in self._fitting(state, seat)}
        if not set(command.cards) <= worth.keys() or len(set(command.cards)) < len(command.cards):
            listed = ", ".join(worth) or "nothing at the moment"
            return no(Code.NOT_YOURS, self.clause, f"Give different ones of these: {listed}.")
        dp = sum(worth[n] for n in command.cards)
        if dp < self.needed:
            detail = f"They are worth {dp} DP, and {self.needed} are needed."
            return no(Code.TOO_FEW_DP, self.clause, detail)
        return None

    def _do(self, run: Run, seat: int, command: Eliminate) -> None:
        """The cards are the price: they go when the act is put on the timeline."""
        whom = self.whom(run.state, seat)
        assert whom is not None, "checked before"
        given = [piece for piece in run.state.present.values() if piece.n in command.cards]
        run.add(
            ActPut(
                n=f"a{run.state.items + 1}",
                seat=seat,
                what="eliminate",
                mp=0,
                target=seat_ref(whom),
                cards=tuple(piece.n for piece in given),
            )
        )
        for piece in given:
            lose(run, piece.n, "future" if piece.place in {"solved", "building"} else "past")
        opened(run)


def eliminated(run: Run, item: TimelineItem) -> None:
    """The act resolves: the player drops out."""
    assert item.target is not None, "nobody to eliminate"
    drop(run, (seat_of(item.target),), "eliminated", (item.seat,))
