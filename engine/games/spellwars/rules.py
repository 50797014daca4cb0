"""The opening, the answer to each command, leaving. Refusals stand in checks.py."""

from collections.abc import Sequence
from typing import Final

from engine.core.game import Decision, Move
from engine.core.question import Choose
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import DEAD_DECK, PLACES, SPELL_DECK, TREASURE_DECK
from engine.games.spellwars.checks import check
from engine.games.spellwars.commands import Build, SpellWarsConfig
from engine.games.spellwars.damage import end_round_if_decided
from engine.games.spellwars.events import SpellWarsEvent
from engine.games.spellwars.events_flow import (
    Built,
    Chosen,
    MatchDecided,
    Placed,
    TableLaid,
    WizardLeft,
)
from engine.games.spellwars.flow import go
from engine.games.spellwars.rounds import MAX_ROUNDS, MAX_TURNS_PER_ROUND, built
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import MAX_SEATS, State
from engine.games.spellwars.tasks import Do

# [14.9] In each of at most 20 * 100 turns each of 6 wizards builds one spell and applies at most
# 128 cards of it and as many Creatures; a text puts fewer than 64 choices: a payment, a target, a
# die, a leash, and for each of its at most 5 operations a target, a pick and 5 answers of rivals.
TURN_LIMIT: Final = MAX_ROUNDS * MAX_TURNS_PER_ROUND * MAX_SEATS * (1 + 2 * len(SPELL_DECK) * 64)


def setup(config: SpellWarsConfig, entries: Sequence[object], rng: Rng) -> Sequence[SpellWarsEvent]:
    """Return the shuffled decks and the first deal; one entry a seat, which are empty."""
    run = Run(State(), rng)
    spell_deck = rng.shuffle(SPELL_DECK)  # [17.1]
    treasure_deck = rng.shuffle(TREASURE_DECK)
    run.add(
        TableLaid(
            mode=config.mode,
            dead_draw_on_death=config.dead_draw_on_death,
            seats=len(entries),
            spell_deck=Hidden(spell_deck),
            treasure_deck=Hidden(treasure_deck),
            dead_wizard_deck=Hidden(rng.shuffle(DEAD_DECK)),
        )
    )
    run.then_do("round")  # [1.7]
    go(run)
    return run.draft.events


def pending(state: State) -> tuple[Decision, ...]:
    """Return what is waited for: spells of all that can build one, or one answer."""
    if state.step == "build":
        name = f"{state.round}.{state.turn}.build"  # [17.3]
        return (Decision(id=name, kind="build", seats=state.builders, sealed=True),)  # [3.5]
    question = state.question
    if question is None or state.step == "over":
        return ()
    return (Decision(id=question.id, kind=question.subject.about, seats=question.seats),)


def decide(state: State, moves: tuple[Move, ...], rng: Rng) -> Sequence[SpellWarsEvent] | Rejection:
    """Answer a choice, or open the spells of all, with what happens; or refuse."""
    for move in moves:
        refusal = check(state, move.seat, move.command)
        if refusal is not None:
            return refusal
    run = Run(state, rng, state.agenda)
    if isinstance(moves[0].command, Choose):
        _answer(run, moves[0].seat, moves[0].command.pick)
    else:
        built(run, tuple(_built(move.seat, move.command) for move in moves))
    go(run)
    return run.draft.events


def _answer(run: Run, seat: int, pick: str) -> None:
    question = run.state.question
    assert question is not None, "checked before"
    run.add(Chosen(number=question.number, seat=seat, pick=question.told(pick)))
    run.answer(pick)


def _built(seat: int, command: Build) -> Built:
    cards = tuple(
        Placed(card=card, place=place)
        for place in PLACES
        if (card := getattr(command, place)) is not None
    )
    return Built(seat=seat, count=len(cards), cards=Hidden(cards, (seat,)))  # [16.3]


def withdraw(state: State, seat: int, rng: Rng) -> Sequence[SpellWarsEvent]:
    """Return what follows when a player leaves [14.7]."""
    if state.step == "over" or state.wizards[seat].out:
        return ()
    run = Run(state, rng, state.agenda)
    run.add(WizardLeft(seat=seat, discarded=state.wizards[seat].belongings))
    if len(run.state.players) == 1:
        run.add(MatchDecided(why="last_player"))
        return run.draft.events
    in_line = bool(run.state.dying) or Do(what="deaths") in run.agenda
    if in_line or not end_round_if_decided(run):
        _skip_building(run)
    go(run)
    return run.draft.events


def _skip_building(run: Run) -> None:
    """If nobody is left who could build a spell, there is nothing to wait for [3.4]."""
    if run.state.step == "build" and not run.state.builders:
        built(run, ())
