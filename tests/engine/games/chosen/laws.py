"""What the laws for all games need to know of this one: twins.

A twin of a position differs from it only in what a viewer may not know: hands and Futures of
others, the order of all Futures, levels and obstacles that lie face down for others. If a choice is
open that tells of such things, its answers go with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.question import card_picks
from engine.games.chosen.cards import CARDS
from engine.games.chosen.effects import ops_of
from engine.games.chosen.models import Event
from engine.games.chosen.obstacles import lying_for
from engine.games.chosen.ops import Destroy, Discard, Look, Op, Reveal, Search, TakeControl
from engine.games.chosen.piles import of_type
from engine.games.chosen.tasks import Apply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core.rng import Rng
    from engine.games.chosen.state import Piece, Player, State

WALKS = 42
"""Matches are long, and there are seven modes: each once in every style of walk. All laws look at
the same ones, so that together they take half a minute; the long profile draws from all."""
_OMENS = tuple(c.id for c in CARDS.values() if isinstance(c, Event) and c.fit_as_omen)
_DEEP = 16
"""No command draws so many cards of one Future."""
_UNCOVERING = Reveal | Destroy | TakeControl


def twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a position that a viewer can't tell from this one by looking at it."""
    players = list(state.players)
    for one, player in enumerate(players):
        if one == seat:
            players[one] = replace(player, future=rng.shuffle(player.future))
        else:
            players[one] = _dealt(player, rng)
            if player.omen is not None and not player.omen_shown:
                players[one] = replace(players[one], omen=rng.choice(_OMENS))
    present = dict(state.present)
    for camp in _others(state, seat):
        down = _down(state, camp)
        _mixed(present, [p for p in down if p.place == "tower"], rng)
        _exchanged(present, players, [p for p in down if p.place == "attached"], rng)
    return _asked_alike(replace(state, players=tuple(players), present=present), seat)


def quiet_twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a twin that stays one after any one command of the viewer.

    One command may go on to the end of a turn or a manoeuvre: of the Futures only what lies deep is
    out of its reach. Hands of others are, but those that it may look into or discard from by
    chance; of what lies face down, the levels above the lowest, and obstacles where nobody goes.
    """
    seen = _seen_by_effects(state, seat)
    players = list(state.players)
    for one, player in enumerate(players):
        top, deep = player.future[:_DEEP], player.future[_DEEP:]
        if one == seat or one in seen:
            players[one] = replace(player, future=top + rng.shuffle(deep))
        else:
            dealt = _dealt(replace(player, future=deep), rng)
            players[one] = replace(dealt, future=top + dealt.future)
    present = dict(state.present)
    if not any(isinstance(op, _UNCOVERING) for op, _ in _in_reach(state, seat)):
        aimed = {item.target for item in state.timeline}
        aimed |= set() if state.manoeuvre is None else {state.manoeuvre.target}
        for camp in _others(state, seat):
            safe = {*state.towers[camp][1:]} - aimed
            down = _down(state, camp)
            _mixed(present, [p for p in down if p.n in safe], rng)
            laid = [p for p in down if p.at is not None and p.at not in aimed]
            home = [p for p in laid if state.camp[present[p.at or ""].controller] == camp]
            _exchanged(present, players, home, rng)
    return _asked_alike(replace(state, players=tuple(players), present=present), seat)


def _dealt(player: Player, rng: Rng) -> Player:
    cards = rng.shuffle((*player.future, *player.hand))
    size = len(player.hand)
    return replace(player, hand=cards[:size], future=cards[size:])


def _others(state: State, seat: int | None) -> list[int]:
    """Return the camps whose face-down cards a viewer does not know."""
    own = None if seat is None or state.players[seat].out else state.camp[seat]
    return [camp for camp in dict.fromkeys(state.camp) if camp != own]


def _down(state: State, camp: int) -> list[Piece]:
    pieces = state.present.values()
    return [p for p in pieces if p.face_down and state.camp[p.controller] == camp]


def _mixed(present: dict[str, Piece], down: list[Piece], rng: Rng) -> None:
    """Let cards of one camp change places; who owns each place is open."""
    cards = rng.shuffle([piece.card for piece in down])
    for piece, card in zip(down, cards, strict=True):
        present[piece.n] = replace(piece, card=card)


def _exchanged(
    present: dict[str, Piece], players: list[Player], laid: list[Piece], rng: Rng
) -> None:
    """Exchange obstacles for others that their owners have deep in their Futures."""
    for piece in laid:
        future = players[piece.owner].future
        deep = [n for n in range(_DEEP, len(future)) if CARDS[future[n]].type == "obstacle"]
        if deep and rng.below(2):
            n = rng.choice(deep)
            present[piece.n] = replace(piece, card=future[n])
            left = (*future[:n], piece.card, *future[n + 1 :])
            players[piece.owner] = replace(players[piece.owner], future=left)


def _asked_alike(state: State, seat: int | None) -> State:
    """Let the secret answers of a choice fit what its seats know now."""
    question = state.question
    if question is None or question.subject is None or seat in question.seats:
        return state
    task = state.agenda[-1]
    own: list[str]
    match question.subject.about:
        case "discard":
            own = card_picks(state.players[question.seats[0]].hand)
        case "search":
            assert isinstance(task, Apply), "a search is an operation"
            future = state.players[question.seats[0]].future
            op = ops_of(task)[task.at]
            assert isinstance(op, Search), "this one"
            own = card_picks(of_type(sorted(future), op.type))
        case "activate":
            own = lying_for(state, question.seats)
        case _:
            return state
    return replace(state, question=replace(question, own=tuple(own)))


def _seen_by_effects(state: State, seat: int | None) -> set[int]:
    """Return into whose hands the viewer may look with one command, or see a card of by chance."""
    seen = set[int]()
    for op, by in _in_reach(state, seat):
        match op:
            case Look(at="hand") if by == seat:
                seen |= {*range(state.seats)}
            case Discard(by_chance=True, who="initiator"):
                running = () if state.manoeuvre is None else (state.manoeuvre.seat,)
                seen |= {*running, *(item.seat for item in state.timeline)}
            case Discard(by_chance=True):
                seen |= {*range(state.seats)}
            case _:
                pass
    return seen


def _in_reach(state: State, seat: int | None) -> Iterator[tuple[Op, int | None]]:
    """Yield the operations that one command of the viewer may bring about, and for whom."""
    for item in state.timeline:
        if item.card is not None:
            yield from ((op, item.seat) for op in _all_ops(item.card))
    for task in state.agenda:
        if isinstance(task, Apply):
            yield from ((op, task.by) for op in _all_ops(task.card))
    for piece in state.present.values():
        by = piece.controller
        yield from ((op, by) for op in _trigger_ops(piece.card))
        mine = seat is not None and state.camp[by] == state.camp[seat]
        if mine and piece.awareness == "awake":
            yield from ((op, seat) for op in _all_ops(piece.card))
    if seat is not None:
        for card in state.players[seat].hand:
            yield from ((op, seat) for op in _all_ops(card))


def _trigger_ops(card: str) -> Iterator[Op]:
    for trigger in CARDS[card].triggers:
        yield from trigger.does


def _all_ops(card: str) -> Iterator[Op]:
    yield from _trigger_ops(card)
    for use in CARDS[card].uses:
        yield from use.does
    yield from getattr(CARDS[card], "does", ())
