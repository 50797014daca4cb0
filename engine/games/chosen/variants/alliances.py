"""Alliances: everybody against everybody, until two are allied."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.core.options import Option
from engine.core.question import seat_of, seat_ref
from engine.core.rejection import Rejection, no
from engine.games.chosen.commands import Code, OfferAlliance
from engine.games.chosen.dropping import best, end, sides
from engine.games.chosen.events_flow import ActPut
from engine.games.chosen.events_modes import AllianceMade
from engine.games.chosen.labels import labelled
from engine.games.chosen.policy import Act, Variant
from engine.games.chosen.running import NO_YES
from engine.games.chosen.state import Item, State, Subject
from engine.games.chosen.tasks import Variant as VariantTask
from engine.games.chosen.timeline import opened
from engine.games.chosen.variants import common

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

DP_AT_TURN_END = 19  # [13.5]
TOO_FEW = 3
"""So many in the game make no alliance [13.2]."""


def allies(state: State) -> tuple[int, ...]:
    """Return the two who are allied, also if one is out; none before [13.2]."""
    return tuple([s for s, side in enumerate(state.side) if state.side.count(side) > 1])


# --- making an alliance ---------------------------------------------------------------------------


def _barred(state: State) -> str | None:
    """Say why no alliance can be made, or None."""
    if allies(state):
        return "There is an alliance already, and there is only one in a match."
    if len(state.living) <= TOO_FEW:
        return "No alliance is made while only three players are in the game."
    return None


def _refuse_offering(state: State, seat: int) -> Rejection | None:
    barred = _barred(state)
    if barred is not None:
        return no(Code.BARRED, "13.2", barred)
    if "alliance" in state.players[seat].done_this_turn:
        return no(Code.USED, "13.1", "You have offered an alliance in this turn.")
    return None


def _refuse(state: State, seat: int, command: OfferAlliance) -> Rejection | None:
    refused = _refuse_offering(state, seat)
    if refused is not None:
        return refused
    opponents = [seat_ref(other) for other in state.opponents(seat)]
    if command.to not in opponents:
        return no(Code.NO_TARGET, "13.1", f"Offer it to one of these: {', '.join(opponents)}.")
    return None


def _offer(state: State, seat: int) -> Iterator[Option]:
    if _refuse_offering(state, seat) is None:
        for other in state.opponents(seat):
            yield labelled(state, {"kind": "offer_alliance", "to": seat_ref(other)})


def _do(run: "Run", seat: int, command: OfferAlliance) -> None:
    run.add(
        ActPut(n=f"a{run.state.items + 1}", seat=seat, what="alliance", mp=0, target=command.to)
    )
    opened(run)


def _resolve(run: "Run", item: Item) -> None:
    assert item.target is not None, "an offer to nobody"
    run.then(VariantTask(what="alliance", seats=(item.seat, seat_of(item.target))))


def _ask(run: "Run", task: VariantTask) -> None:
    """Ask who got the offer; it lapses if no alliance can be made any more [13.2]."""
    state = run.state
    if _barred(state) is not None or any(state.players[seat].out for seat in task.seats):
        return
    seat, other = task.seats
    pick = run.ask(task, (other,), Subject(about="alliance", by=seat), NO_YES)
    if pick == "yes":
        run.add(AllianceMade(seats=(seat, other)))


# --- the end --------------------------------------------------------------------------------------


def _turn_end(run: "Run") -> None:
    winner = best(run.state, DP_AT_TURN_END)
    if winner is None:
        common.futures_end(run)
    else:
        end(run, "glory", (winner,))


def _dropped(run: "Run", leavers: tuple[int, ...]) -> None:
    """If an ally is out, all others win; if there are none, it is a draw [13.6]."""
    pair = allies(run.state)
    if any(seat in leavers for seat in pair):
        side = run.state.side[pair[0]]
        end(run, "alliance", [other for other in sides(run.state) if other != side])


ALLIANCES: Final = Variant(
    mode="alliances",
    seats=(4, 5, 6, 7, 8),  # [1.1]
    camps=common.each_alone,
    levels=common.three_levels,
    order=common.mp_order,
    first=common.richest,
    after_act=common.richest_if_paid,
    after_pass=common.next_in_order,
    may_attack=common.any_attack,
    may_obstruct=common.any_opponent,
    may_quest=common.any_opponent,
    opening=common.nothing,
    settle=common.towers_fall,
    turn_end=_turn_end,
    dropped=_dropped,
    wins_by_card=common.win_by_card,
    acts={"offer_alliance": Act(offer=_offer, refuse=_refuse, do=_do)},
    resolve=_resolve,
    task=_ask,
    words=common.POLITICS,
)
