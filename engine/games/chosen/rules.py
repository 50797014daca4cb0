"""The opening, the answer to each command, leaving. Refusals stand in checks.py."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.copying import changed
from engine.core.game import Decision, Move
from engine.core.kept import kept
from engine.core.messages import Outcome
from engine.core.question import Choose, seat_of
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.chosen.acts import acts_of
from engine.games.chosen.bonuses import glory
from engine.games.chosen.cards.tower_levels import TOWER_LEVELS
from engine.games.chosen.checks import check
from engine.games.chosen.commands import ChosenConfig, Pass, Say, SetAutoPass
from engine.games.chosen.decks import Built, Own, Ready, built
from engine.games.chosen.dropping import drop, sharing
from engine.games.chosen.events import ChosenEvent
from engine.games.chosen.events_flow import Answered, AutoPassSet, Passed, TableLaid
from engine.games.chosen.events_modes import Said
from engine.games.chosen.flow import go
from engine.games.chosen.policy import Variant
from engine.games.chosen.running import Run
from engine.games.chosen.state import (
    MAX_ACTS,
    MAX_SAYINGS,
    MAX_SEATS,
    MAX_SWITCHES,
    MAX_TURNS,
    EndReason,
    State,
)
from engine.games.chosen.tasks import Activate, Answers, Do, Obstruct, Task
from engine.games.chosen.tasks import Variant as VariantTask
from engine.games.chosen.turns import passed
from engine.games.chosen.variants import VARIANTS, variant_of

# [17.5] In each of 60 turns there are at most 300 acts. An act is answered by at most 8 camps, and
# so is its preparation, obstructed by 8, and puts fewer than 64 choices; each player switches
# auto-pass 8 times and says 4 things.
TURN_LIMIT: Final = MAX_TURNS * (
    MAX_ACTS * (4 * MAX_SEATS + 64) + MAX_SEATS * (MAX_SWITCHES + MAX_SAYINGS)
)


class ChosenOutcome(Outcome):
    why: EndReason
    sharing: tuple[int, ...] = ()
    """Seats that share a draw: after the last turn the equal ones [9.9], else all in the game."""
    dp: tuple[int, ...]
    """Glory of each player at the end; 0 for those who dropped out."""


def check_table(config: ChosenConfig, seats: int) -> str | None:
    """Return what is wrong with a number of players, or None [1.1]."""
    allowed = VARIANTS[config.mode].seats
    if seats in allowed:
        return None
    listed = ", ".join(map(str, allowed[:-1]))
    count = f"{listed} or {allowed[-1]}" if listed else str(allowed[0])
    modes = ", ".join(mode for mode, variant in VARIANTS.items() if seats in variant.seats)
    hint = f"; {seats} play one of: {modes}" if modes else ""
    return f"the mode {config.mode} is played by {count}, not by {seats}{hint}"


def setup(config: ChosenConfig, entries: Sequence[Ready | Own], rng: Rng) -> Sequence[ChosenEvent]:
    """Return the shuffled Futures, the towers and the first resource phase [1.9] [18.1]."""
    variant = VARIANTS[config.mode]
    seats = len(entries)
    decks = [built(entry) for entry in entries]
    camp = variant.camps(seats)
    futures = [rng.shuffle(deck.cards) for deck in decks]
    towers = [_tower(variant, decks, camp, one) for one in dict.fromkeys(camp)]
    members = [tuple(s for s in range(seats) if camp[s] == one) for one in dict.fromkeys(camp)]
    omens = [deck.omen if config.mode == "omen" else None for deck in decks]  # [1.8]
    run = Run(State(), rng, variant)
    run.add(
        TableLaid(
            mode=config.mode,
            sieges_only=config.sieges_only,
            victory_points=config.victory_points,
            seats=seats,
            camp=camp,
            side=camp,
            futures=tuple(Hidden(future) for future in futures),
            future_counts=tuple(len(future) for future in futures),
            tower_owners=tuple(tuple(owner for owner, _ in tower) for tower in towers),
            towers=tuple(
                Hidden(tuple(card for _, card in tower), to)
                for tower, to in zip(towers, members, strict=True)
            ),
            omens=tuple(Hidden(omen, (seat,)) for seat, omen in enumerate(omens)),
            starting=rng.below(seats),
        )
    )
    run.then_do("turn")
    go(run)
    return run.draft.events


def _tower(
    variant: Variant, decks: Sequence[Built], camp: Sequence[int], one: int
) -> list[tuple[int, str]]:
    """Return owner and card of each level of a camp's tower, built in turn [1.7]."""
    members = [seat for seat, of in enumerate(camp) if of == one]
    size = variant.levels(len(camp))
    lists = {seat: decks[seat].levels for seat in members}
    all_levels = tuple(level.id for level in TOWER_LEVELS)
    tower: dict[str, int] = {}
    for seat in members * size:
        wanted = (*lists[seat], *all_levels) if _used_up(lists, tower) else lists[seat]
        level = next((card for card in wanted if card not in tower), None)
        if level is not None and len(tower) < size:
            tower[level] = seat
    return [(seat, card) for card, seat in tower.items()]


def _used_up(lists: Mapping[int, Sequence[str]], tower: Mapping[str, int]) -> bool:
    return all(card in tower for cards in lists.values() for card in cards)


@kept
def pending(state: State) -> tuple[Decision, ...]:
    """Return what is waited for: one question at a time."""
    question = state.question
    if question is None or state.phase == "over":
        return ()
    kind = question.kind if question.subject is None else question.subject.about
    need = "any" if len(question.seats) > 1 else "all"  # [14.2]
    return (Decision(id=question.id, kind=kind, seats=question.seats, need=need),)


def decide(state: State, moves: tuple[Move, ...], rng: Rng) -> Sequence[ChosenEvent] | Rejection:
    """Answer a command with what happens; or refuse."""
    seat, command = moves[0].seat, moves[0].command
    refusal = check(state, seat, command)
    if refusal is not None:
        return refusal
    run = Run(state, rng, variant_of(state), state.agenda)
    if isinstance(command, SetAutoPass):
        run.add(AutoPassSet(seat=seat, on=command.on))
        return run.draft.events
    if isinstance(command, Say):
        run.add(Said(seat=seat, what=command.what, target=seat_of(command.target)))
        return run.draft.events
    _begin(run, seat, command)
    go(run)
    return run.draft.events


def _begin(run: Run, seat: int, command: Any) -> None:
    if isinstance(command, Choose):
        _answer(run, seat, command.pick)
    elif isinstance(command, Pass):
        _pass(run, seat)
    else:
        acts_of(run.state)[command.kind].do(run, seat, command)


def _answer(run: Run, seat: int, pick: str) -> None:
    question = run.state.question
    assert question is not None, "checked before"
    run.add(Answered(number=question.number, seat=seat, pick=question.told(pick)))
    if isinstance(run.agenda[-1], Activate | VariantTask):
        run.answer(pick, by=seat)
    else:
        run.answer(pick)


def _pass(run: Run, seat: int) -> None:
    question = run.state.question
    assert question is not None, "checked before"
    if question.kind == "act":
        passed(run, seat)
        return
    task = run.agenda.pop()
    assert isinstance(task, Answers | Obstruct), "only these are passed"
    assert task.left is not None, "somebody was asked"
    run.add(Passed(seat=seat, as_active=False))
    run.then(changed(task, left=task.left[1:]))


def withdraw(state: State, seat: int, rng: Rng) -> Sequence[ChosenEvent]:
    """Return what follows when a player leaves [17.2]."""
    if state.phase == "over" or state.players[seat].out:
        return ()
    run = Run(state, rng, variant_of(state), state.agenda)
    drop(run, (seat,), "left")
    acting = Do(what="act_over")  # by what goes with him somebody else may be active now [10.4]
    run.agenda = [acting if task == Do(what="ask_active") else task for task in run.agenda]
    if run.state.timeline[-1:] != state.timeline[-1:]:  # others may answer what is on top now [5.2]
        run.agenda = [_asked_anew(task) for task in run.agenda]
    if not run.state.timeline:
        run.then(Answers())  # who wins or drops out by that is seen now [9.4]
    go(run)
    return run.draft.events


def _asked_anew(task: Task) -> Task:
    return changed(task, left=None) if isinstance(task, Answers) else task


def outcome(state: State) -> ChosenOutcome | None:
    """Return how the match ended, or None."""
    end = state.end
    if end is None:
        return None
    return ChosenOutcome(
        winners=end.winners,
        draw=not end.winners,
        why=end.why,
        sharing=() if end.winners else sharing(state),
        dp=tuple(glory(state, seat) for seat in range(state.seats)),
    )
