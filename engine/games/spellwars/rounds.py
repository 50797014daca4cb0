"""Rounds and turns: dealing, drawing, order, ends [2] [4] [14]."""

from typing import Final

from engine.core.rng import Rng
from engine.games.spellwars.cards import COMPONENTS, DEAD, WILD, Cards
from engine.games.spellwars.events_effects import DeadWizardSpent
from engine.games.spellwars.events_flow import (
    BuildingStarted,
    Built,
    MatchDecided,
    OrderFixed,
    RollOff,
    RoundEnded,
    RoundStarted,
    SearchDone,
    SpellsBuilt,
    TurnEnded,
    TurnStarted,
)
from engine.games.spellwars.operations import gain_blood
from engine.games.spellwars.piles import draw, gain_treasure, search
from engine.games.spellwars.running import Run
from engine.games.spellwars.spells import timed
from engine.games.spellwars.state import HAND, SpellCard, State
from engine.games.spellwars.tasks import Do, Welcome

WINNERS_HAND: Final = 6  # [13.4]
TOKENS_TO_WIN: Final = 2  # [14.5]
MAX_ROUNDS: Final = 20  # [14.5]
QUICK_ROUNDS: Final = 3  # [14.6]
MAX_TURNS_PER_ROUND: Final = 100  # [14.3]


def start_round(run: Run) -> None:
    """Bring everybody back to life, and let what waited for the round work [2.1]."""
    run.add(RoundStarted(round=run.state.round + 1))
    run.then(*(Welcome(seat=seat) for seat in run.state.players), Do(what="deal"))


def welcome(run: Run, seat: int) -> None:
    """Give a seat its Creatures and owed Treasures, one at a time."""
    wizard = run.wizard(seat)
    beasts = (card for card in wizard.dead_wizard_cards if DEAD[card].next_round == "creature")
    beast = next(beasts, None)
    if beast is not None:
        search(run, SearchDone(seat=seat, type="delivery", found=(), into="creatures"))
        run.add(DeadWizardSpent(seat=seat, card=beast))
    elif wizard.owed_treasures and run.state.treasure_deck:
        run.then(*gain_treasure(run, seat, owed=True), Welcome(seat=seat))
        return
    else:
        return
    run.then(Welcome(seat=seat))


def deal(run: Run) -> None:
    """Deal the hands of a round [2.1] and begin its first turn, which has no drawing [2.3]."""
    state = run.state
    feasts = [
        (seat, card)
        for seat in state.players
        for card in state.wizards[seat].dead_wizard_cards
        if DEAD[card].next_round == "winner_draws_fewer"
    ]
    for seat in state.players:
        fewer = bool(feasts) and seat == state.last_winner
        draw(run, seat, WINNERS_HAND if fewer else HAND)
    for seat, card in feasts:
        run.add(DeadWizardSpent(seat=seat, card=card))
    run.add(TurnStarted(turn=1))
    run.then_do("build")


def start_turn(run: Run) -> None:
    """Begin another turn with drawing [2.3]."""
    run.add(TurnStarted(turn=run.state.turn + 1))
    for seat in run.state.living:
        draw(run, seat, HAND - len(run.wizard(seat).hand))
    run.then_do("draw_dead", "build")


def start_building(run: Run) -> None:
    """Ask for spells, if anybody has a card [3.1] [3.4]."""
    run.add(BuildingStarted())
    if not run.state.builders:
        built(run, ())


def built(run: Run, spells: tuple[Built, ...]) -> None:
    """Lay down what was built and fix the order [4]."""
    run.add(SpellsBuilt(spells=spells))
    order, roll_offs = order_of(run.state, run.rng)
    run.add(OrderFixed(order=order, roll_offs=roll_offs))
    run.then_do("next")


def order_of(state: State, rng: Rng) -> tuple[tuple[int, ...], tuple[RollOff, ...]]:
    """Return the order of the turn and the dice that it took."""
    tied: dict[tuple[int, int], list[int]] = {}
    for seat in state.living:
        spell = state.wizards[seat].spell
        tied.setdefault((len(spell), -_initiative(spell)), []).append(seat)  # [4.1] [4.2]
    roll_offs: list[RollOff] = []
    order: list[int] = []
    for key in sorted(tied):
        order += _rolled_off(tied[key], rng, roll_offs)
    return tuple(order), tuple(roll_offs)


def _initiative(spell: tuple[SpellCard, ...]) -> int:
    cards: Cards = tuple(card.card for card in spell if card.card != WILD)
    return max((COMPONENTS[card].initiative or 0 for card in cards), default=0)


def _rolled_off(seats: list[int], rng: Rng, roll_offs: list[RollOff]) -> list[int]:
    """Return tied seats in the order of their dice, the highest first [4.3]."""
    if len(seats) == 1:
        return seats
    dice = tuple(rng.below(6) + 1 for _ in seats)
    roll_offs.append(RollOff(seats=tuple(seats), dice=dice))
    order: list[int] = []
    for pips in sorted(set(dice), reverse=True):
        again = [seat for seat, die in zip(seats, dice, strict=True) if die == pips]
        order += _rolled_off(again, rng, roll_offs)
    return order


def end_turn(run: Run) -> None:
    """Let the Castle and the Treasures work at the end of the turn [2.4]."""
    state = run.state
    if state.castle_owner is not None:
        gain_blood(run, state.castle_owner, state.castle_yield, "castle")  # [10.4]
    work = (task for seat in state.living for task in timed(run.state, seat, ("turn_end",)))
    run.then(*work, Do(what="turn_over"))  # [11.6]


def turn_over(run: Run) -> None:
    """Go on with another turn, unless the round has lasted too long [14.3]."""
    run.add(TurnEnded())
    run.then_do("turn" if run.state.turn < MAX_TURNS_PER_ROUND else "round_over")


def round_over(run: Run) -> None:
    """Put everything away [14.4] and see whether the match is over [14.5] [14.6]."""
    state = run.state
    living = state.living
    discarded = tuple(card for seat in state.players for card in state.wizards[seat].belongings)
    winner = living[0] if len(living) == 1 else None
    run.add(RoundEnded(winner=winner, discarded=discarded))
    state = run.state
    if state.mode == "classic" and any(
        w.last_wizard_tokens >= TOKENS_TO_WIN for w in state.wizards
    ):
        run.add(MatchDecided(why="tokens"))
    elif state.round >= (QUICK_ROUNDS if state.mode == "quick" else MAX_ROUNDS):
        run.add(MatchDecided(why="rounds"))
    else:
        run.then_do("round")
