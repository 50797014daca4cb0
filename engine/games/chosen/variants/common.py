"""What most modes share; a mode takes it over or puts its own in the place."""

from typing import TYPE_CHECKING, Final

from engine.games.chosen import dropping
from engine.games.chosen.ops import ManoeuvreKind
from engine.games.chosen.state import State, Word

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

POLITICS: Final[tuple[Word, ...]] = ("peace", "help", "against", "threat", "agreed", "refused")
"""What players say who negotiate [19.1]."""


def each_alone(seats: int) -> tuple[int, ...]:
    """Every player is a camp of his own [1.4]."""
    return tuple(range(seats))


def three_levels(_seats: int) -> int:
    return 3  # [1.7]


def mp_order(state: State) -> tuple[int, ...]:
    """Return the camps by their MP, ties from the starting player on [4.1]."""
    mps: dict[int, int] = {}
    for seat in state.from_starting():
        camp = state.camp[seat]
        mps[camp] = mps.get(camp, 0) + state.players[seat].mp
    return tuple(sorted(mps, key=lambda camp: -mps[camp]))


def camp_mp(state: State, camp: int) -> int:
    return sum(state.players[seat].mp for seat in state.members(camp))


def richest(state: State) -> int | None:
    """Return the first in MP order [4.2]."""
    return next(iter(mp_order(state)), None)


def richest_if_paid(state: State) -> int | None:
    """Return who is active after an act: afresh if it was paid, else as before [4.4] [4.5]."""
    return richest(state) if state.paid else state.active


def next_in_order(run: "Run", camp: int) -> int | None:
    """Return who is active after a pass: the next in MP order [4.7]."""
    order = mp_order(run.state)
    after = order.index(camp) + 1
    return order[after] if after < len(order) else None


def any_opponent(_state: State, _seat: int, _other: int) -> bool:
    return True  # [7.3]


def any_attack(_state: State, _seat: int, _opponent: int, _kind: ManoeuvreKind) -> bool:
    return True  # [7.3]


def nothing(_run: "Run") -> None:
    """Do nothing: the mode has nothing to say here."""


def nobody_gains(_run: "Run", _seats: tuple[int, ...]) -> None:
    """Do nothing when others drop out."""


def win_by_card(run: "Run", seat: int, _n: str) -> None:
    """A card with enough counters wins [9.10]."""
    dropping.end(run, "counters", (run.state.side[seat],))


def without_tower(state: State) -> tuple[int, ...]:
    """Return the camps in the game that have no tower level."""
    camps = dict.fromkeys(state.camp[seat] for seat in state.living)
    return tuple([camp for camp in camps if not state.towers[camp]])


def towers_fall(run: "Run") -> None:
    """Those whose last level is lost drop out [9.5]; credited to who led the siege [11.6]."""
    fallen = without_tower(run.state)
    seats = [seat for camp in fallen for seat in run.state.members(camp)]
    running = run.state.manoeuvre
    credit = None if running is None else running.seat
    dropping.drop(run, seats, "tower", [credit if credit not in seats else None] * len(seats))


def futures_end(run: "Run") -> None:
    """Those whose Future is empty drop out [9.5]."""
    seats = [seat for seat in run.state.living if not run.state.players[seat].future]
    dropping.drop(run, seats, "future")
