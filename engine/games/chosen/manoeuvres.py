"""Teams that leave the Row: the steps of a manoeuvre [7.6] [7.7]."""

from engine.core.copying import changed
from engine.games.chosen.bonuses import team_level, trait, wall
from engine.games.chosen.cards import CARDS
from engine.games.chosen.damage import count_damage, settle
from engine.games.chosen.events_effects import AwarenessChanged
from engine.games.chosen.events_flow import (
    ActDone,
    BuildingTaken,
    Fought,
    ManoeuvreEnded,
    Roll,
    TeamLeft,
)
from engine.games.chosen.leaving import lose, turn_up, uncover
from engine.games.chosen.models import MAX_TEAM, Building
from engine.games.chosen.ops import ManoeuvreKind
from engine.games.chosen.running import Run
from engine.games.chosen.state import Item, Manoeuvre, Piece, State
from engine.games.chosen.tasks import Activate, Answers, Do, Obstruct
from engine.games.chosen.triggers import fire

KINDS: dict[str, ManoeuvreKind] = {"tower": "siege", "building": "capture", "quest": "quest"}
"""What a team is sent for, by the place of its target."""


def pool(state: State, seat: int) -> list[Piece]:
    """Return who may be chosen for a team: the awake of the camp [7.2] [14.5]."""
    return [p for p in state.common(state.camp[seat], "row") if p.awareness == "awake"]


def limit(kind: ManoeuvreKind, target: Piece | None, *, defenders: bool = False) -> int:
    """Return how many a team has at most [7.2]."""
    if kind == "fight":
        return 1
    card = None if target is None else CARDS[target.card]
    if isinstance(card, Building):
        return card.defenders if defenders else card.attackers
    return MAX_TEAM


def depart(run: Run, item: Item) -> None:
    """Let the team leave, with those that still can [7.5]."""
    state = run.state
    target = None if item.target is None else state.present.get(item.target)
    able = {piece.n for piece in (*pool(state, item.seat), *state.lent(item.seat))}
    team = tuple(n for n in item.team if n in able)
    if target is None or not team or not _still_a_target(run, item.seat, target):
        run.add(ActDone(n=item.n, why="no_target"))
        return
    run.add(ActDone(n=item.n))
    run.add(
        TeamLeft(
            what=KINDS[target.place],
            seat=item.seat,
            team=team,
            target=target.n,
            against=target.controller,
        )
    )


def _still_a_target(run: Run, seat: int, target: Piece) -> bool:
    state, of = run.state, target.controller
    match target.place:
        case "tower":
            return state.towers[state.camp[of]][0] == target.n  # [7.4]
        case "building":
            attackable = run.variant.may_attack(state, seat, of, "capture")
            return state.side[of] != state.side[seat] and attackable
        case _:
            return target.place == "quest"


def start(run: Run) -> None:
    """Put the steps of the manoeuvre that has begun, if one has."""
    running = run.state.manoeuvre
    if running is None:
        return
    steps = {
        "siege": (Do(what="reveal"), Activate(), Obstruct(), Do(what="prepare"), Do(what="fight")),
        "capture": (Activate(), Obstruct(), Do(what="prepare"), Do(what="fight")),
        "quest": (Obstruct(), Do(what="prepare"), Do(what="fight"), Activate()),
        "fight": (Obstruct(), Do(what="prepare"), Do(what="fight")),
    }[running.kind]
    last = Do(what="conditions") if running.kind == "quest" else Do(what="gain")
    run.then(*steps, last, Do(what="home"))


def reveal(run: Run) -> None:
    """Turn up the besieged level; it does what is printed [7.11]."""
    running = run.state.manoeuvre
    if running is None or running.target is None:
        return
    turn_up(run, running.target)
    fire(run, running.target, "revealed")


def obstruct(run: Run, task: Obstruct) -> None:
    """Ask those who may obstruct, in the order of seats from the initiator [7.9]."""
    state = run.state
    running = state.manoeuvre
    if running is None or not running.team:  # [7.12]
        return
    left = obstructors(run, running) if task.left is None else task.left
    while left:
        seats = state.members(left[0])
        if seats and pool(state, seats[0]):
            run.put(changed(task, left=left), "obstruct", seats)
            return
        left = left[1:]


def obstructors(run: Run, running: Manoeuvre) -> tuple[int, ...]:
    """Return the camps that may obstruct, in order."""
    state = run.state
    may = run.variant.may_obstruct
    return tuple(
        dict.fromkeys(
            state.camp[seat]
            for seat in state.clockwise(running.seat)
            if state.side[seat] != state.side[running.seat] and may(state, running.seat, seat)
        )
    )


def prepare(run: Run) -> None:
    """Fast effects before the fight [7.8]; a quest without a fight has none."""
    running = run.state.manoeuvre
    if running is None or not running.team:  # [7.12]
        return
    if running.opposing or running.kind in {"siege", "capture"}:
        run.then(Answers(preparing=True))


def fight(run: Run) -> None:
    """Compare strengths [8.1] to [8.4]."""
    state = run.state
    running = state.manoeuvre
    if running is None or (running.kind in {"quest", "fight"} and not running.opposing):
        return
    ours, theirs = running.team, running.opposing
    if not ours and not theirs:  # [7.12]
        return
    initiating = team_level(state, ours) + running.strength
    obstructing = team_level(state, theirs) + running.opposing_strength if theirs else 0
    obstructing += wall(state, running)
    rolls: tuple[Roll, ...] = ()
    if ours and theirs:
        rolls = tuple(_roll(run, n) for n in ours + theirs)  # [8.2]
        initiating += sum(roll.hit for roll in rolls if roll.n in ours)
        obstructing += sum(roll.hit for roll in rolls if roll.n in theirs)
    winner = "nobody"  # [8.3]
    if not ours:
        winner = "obstructing" if theirs else "nobody"
    elif initiating > obstructing:
        winner = "initiating"
    elif theirs and obstructing > initiating:
        winner = "obstructing"
    run.add(Fought(rolls=rolls, initiating=initiating, obstructing=obstructing, winner=winner))
    if running.kind == "quest":
        _count_arriving(run, ours if winner == "obstructing" else theirs)  # home already [7.7]
    if rolls and winner != "nobody":
        for n in ours if winner == "initiating" else theirs:
            fire(run, n, "fight_won")


def _roll(run: Run, n: str) -> Roll:
    dice = run.two_dice()
    return Roll(n=n, dice=dice, hit=sum(dice) <= trait(run.state, run.state.present[n], "physique"))


def gain(run: Run) -> None:
    """What a siege or capture gains [8.5] [8.6]."""
    running = run.state.manoeuvre
    if running is None or running.winner != "initiating" or running.target is None:
        return
    target = run.state.present[running.target]
    if running.kind == "siege":
        lose(run, target.n, "past")
        _count_arriving(run, running.team + running.opposing)  # it may be over now [9.7]
        run.variant.settle(run)  # the manoeuvre still tells whose act it was [11.6]
        return
    uncover(run, target.n)
    run.add(BuildingTaken(seat=running.seat, n=target.n))


def home(run: Run) -> None:
    """End the manoeuvre, if it is not over: who is left comes back [7.13] [8.9]."""
    if run.state.manoeuvre is not None:
        end(run)
    settle(run)


def end(run: Run) -> None:
    """Bring everybody back; who was damaged arrives injured."""
    running = run.state.manoeuvre
    assert running is not None, "no manoeuvre is running"
    _count_arriving(run, running.team + running.opposing)
    run.add(ManoeuvreEnded())


def _count_arriving(run: Run, team: tuple[str, ...]) -> None:
    """Count the damage of those who come back: whom it does not kill is injured [8.9]."""
    count_damage(run)
    for n in team:
        if n in run.state.present and run.state.present[n].damage:
            run.add(AwarenessChanged(n=n, to="injured", cleared=True))
