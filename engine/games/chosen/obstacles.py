"""Activating obstacles, and what beasts do [7.10] [8.10]."""

from engine.core.copying import changed
from engine.games.chosen.bonuses import trait
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_effects import (
    AwarenessChanged,
    BeastAttacked,
    DamageDealt,
)
from engine.games.chosen.events_flow import ActPut
from engine.games.chosen.leaving import turn_up
from engine.games.chosen.models import Beast, Trap
from engine.games.chosen.running import Run
from engine.games.chosen.state import MAX_ACTS, Piece, Question, State, Subject
from engine.games.chosen.tasks import Activate, Answers


def going(state: State) -> tuple[int, tuple[str, ...]]:
    """Return who leads the team that goes for the target, and the team [7.7].

    It is the initiating one, but for a quest that the obstructors fought free.
    """
    running = state.manoeuvre
    assert running is not None, "nobody is under way"
    if running.kind == "quest" and running.winner == "obstructing":
        assert running.obstructor is not None, "nobody won"
        return running.obstructor, running.opposing
    return running.seat, running.team


def activate(run: Run, task: Activate) -> None:
    """Ask the controllers of obstacles, camp by camp, until each declines [7.10]."""
    state = run.state
    running = state.manoeuvre
    if running is None or running.target is None or running.winner == "nobody":  # [8.3]
        return
    if not going(state)[1]:
        return
    leader = going(state)[0]
    left = _camps(state, running.seat) if task.left is None else task.left
    while left and state.acts < MAX_ACTS:
        camp = left[0]
        seats = state.members(camp)
        lying = _lying(state, running.target, seats)
        if not lying or state.side[seats[0]] == state.side[leader]:
            left = left[1:]
            continue
        own = lying_for(state, seats)
        subject = Subject(about="activate", of=running.target)
        asking = changed(task, left=left)
        pick = run.ask(asking, seats, subject, ("none",), own)
        if pick is None:
            return
        if pick == "none":
            left, task = left[1:], changed(task, answer=None, by=None)
            continue
        run.then(Answers(), changed(asking, answer=None, by=None))
        assert task.by is not None, "somebody answered"
        _turn_up(run, pick, task.by)
        return


def _lying(state: State, target: str, seats: tuple[int, ...]) -> list[Piece]:
    return [p for p in state.at(target) if p.face_down and p.controller in seats]


def lying_for(state: State, seats: tuple[int, ...]) -> list[str]:
    """Return the answers with which some players of a camp activate an obstacle now."""
    running = state.manoeuvre
    assert running is not None, "nobody is under way"
    assert running.target is not None, "obstacles lie at something"
    lying = _lying(state, running.target, seats)
    return [pick for piece in lying for pick in _payable(state, seats, piece)]


def _camps(state: State, initiator: int) -> tuple[int, ...]:
    seats = (initiator, *state.clockwise(initiator))
    return tuple(dict.fromkeys(state.camp[seat] for seat in seats))


def _price(piece: Piece) -> tuple[int, bool]:
    card = CARDS[piece.card]
    assert isinstance(card, Trap | Beast), f"{piece.card} is no obstacle"
    return card.mp, card.rests_own


def _payable(state: State, seats: tuple[int, ...], piece: Piece) -> list[str]:
    """Return the answers that activate an obstacle; who gives one pays for it [14.6]."""
    mp, rests = _price(piece)
    able = [seat for seat in seats if state.players[seat].mp >= mp]
    if not rests:
        return [piece.n] if able else []
    return [
        f"{piece.n} {other.n}"
        for seat in able
        for other in state.of(seat, "row")
        if other.awareness == "awake"
    ]


def answers_of(state: State, question: Question, seat: int) -> tuple[str, ...]:
    """Return the answers to a choice that one of those asked may give: what he pays himself."""
    if question.subject is None or question.subject.about != "activate":
        return question.answers
    return tuple([pick for pick in question.answers if _pays(state, seat, pick)])


def _pays(state: State, seat: int, pick: str) -> bool:
    if pick == "none":
        return True
    n, _, rested = pick.partition(" ")
    own = not rested or state.present[rested].controller == seat
    return own and state.players[seat].mp >= _price(state.present[n])[0]


def _turn_up(run: Run, pick: str, by: int) -> None:
    n, _, rested = pick.partition(" ")
    piece = run.state.present[n]
    turn_up(run, n)
    if rested:
        run.add(AwarenessChanged(n=rested, to="resting"))
    run.add(
        ActPut(
            n=f"a{run.state.items + 1}",
            seat=by,
            what="obstacle",
            mp=_price(piece)[0],
            card=piece.card,
            source=n,
        )
    )


def beast_attacks(run: Run, card: Beast) -> None:
    """Let a beast attack the strongest of the team, as often as it does [8.10]."""
    for _ in range(card.number):
        if run.state.manoeuvre is None:
            return
        team = going(run.state)[1]
        if not team:
            return
        dice = run.two_dice()
        hit = sum(dice) <= card.attack
        run.add(BeastAttacked(card=card.id, dice=dice, hit=hit))
        if hit:
            levels = {n: trait(run.state, run.state.present[n], "level") for n in team}
            strongest = max(team, key=lambda n: levels[n])
            run.add(DamageDealt(n=strongest, amount=card.damage))
