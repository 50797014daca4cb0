"""The timeline: who is asked for an answer, and what resolves [5.1]."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.copying import changed
from engine.core.kept import kept
from engine.games.chosen.cards import CARDS, CHEAPEST_ACTION_CARD
from engine.games.chosen.damage import settle
from engine.games.chosen.events_flow import ActDone, CardEntered
from engine.games.chosen.leaving import lose
from engine.games.chosen.manoeuvres import depart
from engine.games.chosen.models import ActionCard, Adventurer, Beast, Event
from engine.games.chosen.obstacles import beast_attacks
from engine.games.chosen.ops import CardType, Use
from engine.games.chosen.running import Run
from engine.games.chosen.state import COMMON_GROUND, MAX_ACTS, Handle, Item, Piece, Place, State
from engine.games.chosen.targets import still_there
from engine.games.chosen.tasks import Answers, Apply, Do
from engine.games.chosen.triggers import fire


def opened(run: Run) -> None:
    """Go on after an act was put on the timeline, in the question that was open."""
    asking = run.agenda.pop()
    if isinstance(asking, Answers):
        run.then(Answers(), *((Answers(preparing=True),) if asking.preparing else ()))
    else:
        run.then(Answers(), Do(what="manoeuvre"), Do(what="act_over"))


def answers(run: Run, task: Answers) -> None:
    """Ask the next camp, or let the top act resolve [5.2]; in preparation, go on [7.8]."""
    state = run.state
    if task.preparing and state.manoeuvre is None:
        return
    if not task.preparing and not state.timeline:
        settle(run)  # [5.5]
        return
    left = _queue(run, task) if task.left is None else task.left
    while left:
        asked = tuple([s for s in state.members(left[0]) if could_answer(state, s)])
        if asked:
            what = "prepare" if task.preparing else "answer"
            run.put(changed(task, left=left), what, asked)
            return
        left = left[1:]
    if not task.preparing:
        run.then(Answers())
        _resolve(run, state.timeline[-1])


def _queue(run: Run, task: Answers) -> tuple[int, ...]:
    order = run.variant.order(run.state)
    if task.preparing:
        return order
    actor = run.state.camp[run.state.timeline[-1].seat]
    return tuple([camp for camp in order if camp != actor])


def could_answer(state: State, seat: int) -> bool:
    """Tell whether somebody is asked, by what everybody can see [5.3]."""
    player = state.players[seat]
    if player.auto_pass or state.acts >= MAX_ACTS:  # [5.9] [4.9]
        return False
    if player.hand and player.mp >= CHEAPEST_ACTION_CARD:
        return True
    return any(
        use.fast and ready(state, seat, piece, number, use)
        for piece in useful(state.present)
        if usable_by(state, seat, piece)
        for number, use in enumerate(CARDS[piece.card].uses)
    )


_WORKING: Final[frozenset[Place]] = frozenset({"row", "building", "event", "attached", "tower"})


@kept
def useful(present: Mapping[Handle, Piece]) -> Sequence[Piece]:
    """Return the cards in play that somebody may use, in the order of their numbers."""
    return [piece for piece in present.values() if CARDS[piece.card].uses and _works(piece)]


def _works(piece: Piece) -> bool:
    return not piece.face_down and piece.place in _WORKING


def usable_by(state: State, seat: int, piece: Piece) -> bool:
    """Tell whether a card is in play for somebody to use: the own, and common ground [14.4]."""
    if not _works(piece):
        return False
    if piece.place in COMMON_GROUND:
        return state.camp[piece.controller] == state.camp[seat]
    return piece.controller == seat


def ready(state: State, seat: int, piece: Piece, number: int, use: Use) -> bool:
    """Tell whether the price of a use can be paid now [6.5]."""
    if number in piece.used or number in piece.spent or state.players[seat].mp < use.mp:
        return False
    doer = state.present.get(piece.at, piece) if piece.at else piece
    if doer.place == "row" and doer.awareness != "awake":
        return False
    if not use.fight:
        return True
    running = state.manoeuvre
    return running is not None and (
        doer.place != "row" or doer.n in running.team + running.opposing
    )


def _resolve(run: Run, item: Item) -> None:
    if item.target is not None and not still_there(run.state, item.target):
        run.add(ActDone(n=item.n, why="no_target"))  # [5.7]
        return
    match item.kind:
        case "summon":
            _summoned(run, item)
        case "ability":
            run.add(ActDone(n=item.n))
            assert item.card is not None, "an ability of no card"
            run.then(_applied(item, "use"))
        case "obstacle":
            run.add(ActDone(n=item.n))
            _obstacle(run, item)
        case "team":
            depart(run, item)
        case "challenge" | "eliminate" | "alliance" | "exchange":
            run.add(ActDone(n=item.n))
            assert run.variant.resolve is not None, "an act of no mode"
            run.variant.resolve(run, item)


def _applied(item: Item, part: str) -> Apply:
    assert item.card is not None, "operations of no card"
    return Apply(
        by=item.seat,
        card=item.card,
        part=part,  # pyright: ignore[reportArgumentType]
        at_part=item.use or 0,
        source=item.source,
        target=item.target,
    )


def _summoned(run: Run, item: Item) -> None:
    """Let a card that was summoned come into play, or happen [6.2]."""
    assert item.card is not None, "a summoning of no card"
    card = CARDS[item.card]
    match card:
        case ActionCard() | Event(duration="instant"):
            run.add(ActDone(n=item.n))
            run.then(_applied(item, "summoned"))
        case Adventurer() if any(p.card == item.card for p in run.state.of(item.seat, "row")):
            run.add(ActDone(n=item.n, why="no_target"))  # [2.4]
        case _:
            _enter(run, item, _PLACES[card.type])


_PLACES: Final[Mapping[CardType, Place]] = {
    "adventurer": "row",
    "quest": "quest",
    "building": "building",
    "tower_level": "tower",
    "event": "event",
    "ally": "attached",
}


def _enter(run: Run, item: Item, place: Place) -> None:
    assert item.card is not None, "a summoning of no card"
    n = run.handle()
    at = item.target if place == "attached" else None
    target = None if place == "attached" else item.target
    run.add(
        CardEntered(
            act=item.n, seat=item.seat, card=item.card, n=n, place=place, at=at, target=target
        )
    )
    fire(run, n, "enters")


def _obstacle(run: Run, item: Item) -> None:
    """Let an activated obstacle do what is printed; then it is in the Past [7.10]."""
    assert item.card is not None, "an obstacle of no card"
    card = CARDS[item.card]
    _spend_obstacle(run, item)
    if isinstance(card, Beast):
        beast_attacks(run, card)
    else:
        run.then(_applied(item, "trap"))  # [8.11]


def _spend_obstacle(run: Run, item: Item) -> None:
    if item.kind == "obstacle" and item.source is not None and item.source in run.state.present:
        assert item.card is not None, "an obstacle of no card"
        lose(run, item.source, "past")


def neutralise(run: Run, n: str) -> None:
    """Let an act do nothing [5.6]."""
    item = next((item for item in run.state.timeline if item.n == n), None)
    if item is not None:
        run.add(ActDone(n=n, why="neutralised"))
        _spend_obstacle(run, item)
