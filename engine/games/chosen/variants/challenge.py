"""Players who challenge one another; whoever eliminates two wins."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.core.options import Option
from engine.core.question import seat_of, seat_ref
from engine.core.rejection import Rejection, no
from engine.games.chosen import dropping
from engine.games.chosen.commands import Challenge, Code
from engine.games.chosen.events_flow import ActPut, Challenged
from engine.games.chosen.labels import aimed
from engine.games.chosen.ops import ManoeuvreKind
from engine.games.chosen.policy import Act, Variant
from engine.games.chosen.state import Item, Piece, State
from engine.games.chosen.timeline import opened
from engine.games.chosen.variants import common
from engine.games.chosen.variants.eliminating import Eliminating, eliminated

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

DP_TO_ELIMINATE = 9  # [11.4]
ELIMINATIONS = 2  # [11.7]


# --- challenging [11.1] ---------------------------------------------------------------------------


def _challenger_of(state: State, seat: int) -> int | None:
    return next((one for one in state.living if state.players[one].challenged == seat), None)


def _free(state: State, seat: int) -> list[str]:
    """Return the opponents against whom no challenge is in force."""
    return [seat_ref(s) for s in state.opponents(seat) if _challenger_of(state, s) is None]


def _refuse_challenge(state: State, seat: int, command: Challenge) -> Rejection | None:
    challenged = state.players[seat].challenged
    if challenged is not None:  # else again [11.5]
        detail = f"Your challenge to seat {challenged} is in force; you have one at a time."
        return no(Code.BARRED, "11.1", detail)
    free = _free(state, seat)
    if command.target in free:
        return None
    listed = ", ".join(free) or "nobody at the moment"
    return no(Code.NO_TARGET, "11.1", f"Name an opponent whom nobody has challenged: {listed}.")


def _offer_challenges(state: State, seat: int) -> Iterator[Option]:
    if state.players[seat].challenged is None:
        yield from aimed(state, {"kind": "challenge"}, _free(state, seat))


def _challenge(run: "Run", seat: int, command: Challenge) -> None:
    n = f"a{run.state.items + 1}"
    run.add(ActPut(n=n, seat=seat, what="challenge", mp=0, target=command.target))
    opened(run)


# --- eliminating with DP [11.4] -------------------------------------------------------------------


def _challenged(state: State, seat: int) -> int | None:
    return state.players[seat].challenged


def _is_solved(piece: Piece) -> bool:
    return piece.place == "solved"


def _resolve(run: "Run", item: Item) -> None:
    if item.kind == "challenge":
        assert item.target is not None, "a challenge to nobody"
        run.add(Challenged(seat=item.seat, target=seat_of(item.target)))
    else:
        eliminated(run, item)


# --- whom a challenge keeps away [11.3] -----------------------------------------------------------


def _let_near(state: State, seat: int, other: int) -> bool:
    """Tell whether another player may meddle with a seat."""
    challenged = state.players[seat].challenged
    return challenged is None or other == challenged or state.players[other].challenged == seat


def _may_attack(state: State, seat: int, opponent: int, _kind: ManoeuvreKind) -> bool:
    return _let_near(state, opponent, seat)


# --- the end --------------------------------------------------------------------------------------


def _turn_end(run: "Run") -> None:
    """Those whose Future is empty drop out, credited to their challengers [11.6]."""
    state = run.state
    seats = [seat for seat in state.living if not state.players[seat].future]
    dropping.drop(run, seats, "future", [_challenger_of(state, seat) for seat in seats])


def _dropped(run: "Run", _seats: tuple[int, ...]) -> None:
    """Whoever has eliminated enough wins; who do at the same moment win together [11.7]."""
    state = run.state
    winning = [s for s in state.living if state.players[s].eliminations >= ELIMINATIONS]
    if winning:
        dropping.end(run, "eliminations", [state.side[seat] for seat in winning])


CHALLENGE: Final = Variant(
    mode="challenge",
    seats=tuple(range(3, 9)),  # [1.1]
    camps=common.each_alone,
    levels=common.three_levels,
    order=common.mp_order,
    first=common.richest,
    after_act=common.richest_if_paid,
    after_pass=common.next_in_order,
    may_attack=_may_attack,
    may_obstruct=_let_near,
    may_quest=common.any_opponent,
    opening=common.nothing,
    settle=common.towers_fall,
    turn_end=_turn_end,
    dropped=_dropped,
    wins_by_card=common.win_by_card,
    acts={
        "challenge": Act(offer=_offer_challenges, refuse=_refuse_challenge, do=_challenge),
        "eliminate": Eliminating(
            needed=DP_TO_ELIMINATE, clause="11.4", whom=_challenged, fit=_is_solved
        ).act(),
    },
    resolve=_resolve,
    words=common.POLITICS,
)
