"""Partners exchange adventurers [14.8]."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from engine.core.options import Option, Slots
from engine.core.rejection import Rejection, no
from engine.games.chosen.cards import Card
from engine.games.chosen.commands import Code, Exchange
from engine.games.chosen.events_flow import ActPut
from engine.games.chosen.events_modes import AdventurersExchanged
from engine.games.chosen.labels import labelled
from engine.games.chosen.policy import Act
from engine.games.chosen.state import Item, Piece, State
from engine.games.chosen.timeline import opened

if TYPE_CHECKING:
    from engine.games.chosen.running import Run


def _awake(state: State, seat: int) -> list[Piece]:
    return [piece for piece in state.of(seat, "row") if piece.awareness == "awake"]


def _of_partners(state: State, seat: int) -> list[Piece]:
    partners = [other for other in state.members(state.camp[seat]) if other != seat]
    return [piece for partner in partners for piece in _awake(state, partner)]


def _rows(state: State, seat: int) -> Mapping[int, frozenset[Card]]:
    """Return the adventurers in the Row of each of a camp, by seat."""
    members = state.members(state.camp[seat])
    return {one: frozenset(piece.card for piece in state.of(one, "row")) for one in members}


def _double(rows: Mapping[int, frozenset[Card]], give: Piece, take: Piece) -> bool:
    """Tell whether one of the two would have the same adventurer twice [2.4]."""
    return give.card != take.card and (
        take.card in rows[give.controller] or give.card in rows[take.controller]
    )


def _used(state: State, seat: int) -> bool:
    """Tell whether anybody of a seat's camp has exchanged in this turn, out by now or not."""
    camp = state.camp[seat]
    return any(
        of == camp and "exchange" in player.done_this_turn
        for player, of in zip(state.players, state.camp, strict=True)
    )


def _refuse(state: State, seat: int, command: Exchange) -> Rejection | None:
    if _used(state, seat):
        return no(Code.USED, "14.8", "Your side has exchanged adventurers in this turn.")
    own = {piece.n: piece for piece in _awake(state, seat)}
    others = {piece.n: piece for piece in _of_partners(state, seat)}
    if command.give not in own or command.take not in others:
        detail = "Give one of your awake adventurers and take an awake one of a partner."
        return no(Code.WRONG_TEAM, "14.8", detail)
    if _double(_rows(state, seat), own[command.give], others[command.take]):
        detail = "One of you would have the same adventurer twice."
        return no(Code.ALREADY_IN_PLAY, "2.4", detail)
    return None


def _offer(state: State, seat: int) -> Iterator[Option]:
    if _used(state, seat):
        return
    others, rows = _of_partners(state, seat), _rows(state, seat)
    for give in _awake(state, seat):
        takes = tuple([take.n for take in others if not _double(rows, give, take)])
        if takes:
            shape = Slots(
                command={"kind": "exchange", "give": give.n},
                slots={"take": takes},
                copies=dict.fromkeys(takes, 1),
            )
            yield labelled(state, {"kind": "exchange", "give": give.n}, shape)


def _do(run: "Run", seat: int, command: Exchange) -> None:
    run.add(
        ActPut(
            n=f"a{run.state.items + 1}",
            seat=seat,
            what="exchange",
            mp=0,
            target=command.take,
            cards=(command.give,),
        )
    )
    opened(run)


def exchanged(run: "Run", item: Item) -> None:
    """The act resolves, if both are still there, and awake."""
    state = run.state
    give, take = (state.present.get(n or "") for n in (item.cards[0], item.target))
    if give is None or take is None:
        return
    if give in _awake(state, item.seat) and take in _of_partners(state, item.seat):
        run.add(AdventurersExchanged(give=give.n, take=take.n))


EXCHANGE: Final = Act(offer=_offer, refuse=_refuse, do=_do)
