"""Fold acts: put on the timeline, done, and cards that enter by them [5.1]."""

from engine.core.copying import changed
from engine.core.piles import less
from engine.core.rejection import impossible
from engine.games.chosen import evolve_cards as cards
from engine.games.chosen import evolve_modes as modes
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_flow import ActDone, ActPut, CardEntered
from engine.games.chosen.state import Item, Piece, State


def act_put(state: State, event: ActPut) -> State:
    """The price is paid: MP, the card out of the hand, what the use of a card costs."""
    seat = owner = event.seat
    if event.mp:
        state = cards.pay(state, seat, event.mp)
    if event.what == "summon" and event.card is not None:
        if event.from_storage and event.source is not None:
            owner = cards.piece_of(state, event.source).owner
            state = cards.without(state, event.source)
        else:
            hand = less(state.players[seat].hand, (event.card,), f"the hand of seat {seat}")
            state = cards.put(state, seat, hand=hand)
    elif event.what == "ability" and event.source is not None and event.use is not None:
        state = _used(state, event.source, event.use)
    elif event.what in {"alliance", "exchange"}:
        state = modes.done_this_turn(state, seat, event.what)  # [13.1] [14.8]
    item = Item(
        n=event.n,
        seat=seat,
        kind=event.what,
        owner=owner,
        card=event.card,
        source=event.source,
        use=event.use,
        target=event.target,
        team=event.team,
        cards=event.cards,
    )
    return changed(
        state,
        question=None,
        agenda=(),
        timeline=(*state.timeline, item),
        items=state.items + 1,
        acts=state.acts + 1,
        passes=0,
    )


def _used(state: State, source: str, use: int) -> State:
    piece = cards.piece_of(state, source)
    match CARDS[piece.card].uses[use].sign:
        case "turning" if piece.place == "row":
            return cards.touch(state, source, awareness="resting")
        case "turning":
            return cards.touch(state, source, used=(*piece.used, use))
        case "one_shot":
            return cards.touch(state, source, spent=(*piece.spent, use))
        case "sacrifice":
            return cards.leave(state, source, "past")
        case "repeatable":
            return state


def _item(state: State, n: str) -> Item:
    item = next((item for item in state.timeline if item.n == n), None)
    if item is None:
        impossible(f"{n!r} is not on the timeline")
    return item


def act_done(state: State, event: ActDone) -> State:
    item = _item(state, event.n)
    state = changed(state, timeline=tuple([one for one in state.timeline if one.n != event.n]))
    if item.kind == "summon" and item.card is not None:
        return cards.into_past(state, item.owner, item.card)
    return state


def card_entered(state: State, event: CardEntered) -> State:
    act = _item(state, event.act)
    timeline = tuple([item for item in state.timeline if item.n != event.act])
    piece = Piece(
        n=event.n,
        card=event.card,
        owner=act.owner,
        controller=event.seat,
        place=event.place,
        at=event.at,
        awareness="resting" if event.place == "row" else "awake",  # [2.3]
        target=event.target,
    )
    state = cards.enter(changed(state, timeline=timeline), piece)
    if event.place != "tower":
        return state
    towers = list(state.towers)
    towers[state.camp[event.seat]] += (event.n,)  # [2.7]
    return changed(state, towers=tuple(towers))
