"""What happens: the deal, the answer to each command, the end. Refusals stand in checks.py."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, assert_never

from engine.core.game import Decision, Draft, Move
from engine.core.messages import Outcome
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.regicide.cards import COURT, ENEMIES, JESTERS, TAVERN, Set, is_jester, value_of
from engine.games.regicide.checks import check
from engine.games.regicide.commands import (
    ChooseNext,
    Discard,
    FlipJester,
    Place,
    PlaceRoyal,
    Play,
    RegicideCommand,
    RegicideConfig,
    Signal,
    Yield,
)
from engine.games.regicide.events import (
    CardsDiscarded,
    CardsPlayed,
    CastleTaken,
    DamageDealt,
    Dealt,
    EnemyDefeated,
    EnemyRevealed,
    EnemyStruck,
    JesterFlipped,
    JesterPlayed,
    LossReason,
    NextNamed,
    PlayerDied,
    RegicideEvent,
    RoyalOffered,
    RoyalPlaced,
    ShieldRaised,
    SignalSent,
    TurnStarted,
    Yielded,
)
from engine.games.regicide.evolve import evolve
from engine.games.regicide.powers import draw, recycle, working_suits
from engine.games.regicide.state import State

Table = Draft[State, RegicideEvent]
Medal = Literal["gold", "silver", "bronze"]

MAX_SEATS: Final = 4
HAND_LIMIT: Final[Mapping[int, int]] = {1: 8, 2: 7, 3: 6, 4: 5}  # [1.5]
JESTERS_IN_DECK: Final[Mapping[int, int]] = {1: 0, 2: 0, 3: 1, 4: 2}  # [1.4]
MEDALS: Final[tuple[Medal, ...]] = ("gold", "silver", "bronze")  # [8.4]

# [9.7] A play that is no Jester's does at least 1 damage; the royals' healths add up to 360, and
# no damage carries over. A Jester stays in front of the party until its enemy is gone: at most
# two are played against each of the 12. Before each play, and after the last one, at most 3 of 4
# players yield in a row, since a yield hands the turn on clockwise and the fourth would find all
# others' last turns yields. A yield takes 2 commands (the discard), an attack 2 (the discard, or
# where the royal goes), a Jester 2 (the name of the next) and a signal of each seat. Alone there
# are no yields and no Jesters to play, but 2 to flip.
_ATTACKS = 4 * (20 + 30 + 40)
_JESTER_PLAYS = ENEMIES * len(JESTERS)
_YIELDS = (_ATTACKS + _JESTER_PLAYS + 1) * (MAX_SEATS - 1)
TURN_LIMIT: Final = 2 * _ATTACKS + (2 + MAX_SEATS) * _JESTER_PLAYS + 2 * _YIELDS


class RegicideOutcome(Outcome):
    result: Literal["victory", "defeat"]
    reason: Literal["castle_taken"] | LossReason
    enemies_defeated: int
    """Of 12 [9.6]."""
    medal: Medal | None = None
    """For a victory alone [8.4]."""


def setup(config: RegicideConfig, entries: Sequence[object], rng: Rng) -> Sequence[RegicideEvent]:
    """Return the deal and the start of the first turn; one entry a seat, which are empty."""
    seats = len(entries)
    limit = HAND_LIMIT[seats]
    castle: Set = tuple(royal for rank in COURT for royal in rng.shuffle(rank))  # [1.3] [12.1]
    tavern = rng.shuffle(TAVERN + JESTERS[: JESTERS_IN_DECK[seats]])
    dealt = seats * limit
    deal = Dealt(
        exact_kill=config.exact_kill,
        enemy=castle[0],
        castle_deck=Hidden(castle[1:]),  # [11.2]
        tavern_deck=Hidden(tavern[dealt:]),
        tavern_count=len(tavern) - dealt,
        hands=tuple(
            Hidden(tavern[seat * limit : (seat + 1) * limit], (seat,))  # [11.1]
            for seat in range(seats)
        ),
        hand_limit=limit,
        solo_jesters=len(JESTERS) if seats == 1 else 0,  # [8.1]
    )
    return (deal, TurnStarted(seat=0))  # [1.6]


def pending(state: State) -> tuple[Decision, ...]:
    """Return what is waited for: one decision of one seat, until the end.

    A flipped Jester makes another choice of the same step, hence the number behind it [12.3].
    """
    if state.step in {"setup", "over"}:
        return ()
    again = f".{state.flips}" if state.flips else ""
    return (
        Decision(id=f"{state.turn}.{state.step}{again}", kind=state.step, seats=(state.current,)),
    )


def decide(state: State, moves: tuple[Move, ...], rng: Rng) -> Sequence[RegicideEvent] | Rejection:
    """Answer the one move with what happens, or with the rule that forbids it."""
    (move,) = moves
    command: RegicideCommand = move.command
    refusal = check(state, move.seat, command)
    if refusal is not None:
        return refusal
    draft: Table = Draft(state, evolve)
    match command:
        case Play():
            _play(draft, command.cards, rng)
        case Yield():
            draft.add(Yielded(seat=move.seat))  # [7.1]
            _face_blow(draft)
        case Discard():
            draft.add(CardsDiscarded(seat=move.seat, cards=command.cards))
            _start_turn(draft, state.after(move.seat))  # [5.5]
        case ChooseNext():
            draft.add(NextNamed(seat=move.seat, named=command.seat))  # [6.5]
            _start_turn(draft, command.seat)
        case PlaceRoyal():
            _go_on(draft, command.where)
        case FlipJester():
            _flip(draft)
        case Signal():
            draft.add(SignalSent(seat=move.seat, mood=command.mood))  # [6.6]
        case _:
            assert_never(command)
    return draft.events


def withdraw(state: State, seat: int, _rng: Rng) -> Sequence[RegicideEvent]:
    """Return what follows when a player leaves the party: all lose [9.4]."""
    if state.step == "over":
        return ()
    return (PlayerDied(seat=seat, reason="withdrawn"),)


def outcome(state: State) -> RegicideOutcome | None:
    """Return how the match ended, or None while it goes on."""
    if state.step != "over":
        return None
    if state.loss is not None:
        return RegicideOutcome(
            winners=(),  # [9.2]
            result="defeat",
            reason=state.loss,
            enemies_defeated=state.enemies_defeated,
        )
    return RegicideOutcome(
        winners=tuple(range(state.seats)),  # [1.1]
        result="victory",
        reason="castle_taken",
        enemies_defeated=state.enemies_defeated,
        medal=MEDALS[state.flips] if state.seats == 1 else None,
    )


def _play(draft: Table, cards: Set, rng: Rng) -> None:
    """Add what a play does, in the order of the log [12.4]."""
    state = draft.state
    if is_jester(cards[0]):
        jester = JesterPlayed(
            seat=state.current, card=cards[0], shield=state.blocked_shield()
        )  # [6.1] [6.2] [6.3]
        draft.add(jester)
        return
    value = value_of(cards)
    suits = working_suits(state, cards)
    draft.add(CardsPlayed(seat=state.current, cards=cards, value=value))  # [2.9]
    if "H" in suits:  # before diamonds [3.4]
        recycle(draft, value, rng)
    if "D" in suits:
        draw(draft, value)
    if "S" in suits:
        draft.add(ShieldRaised(amount=value))  # [3.6]
    draft.add(DamageDealt(amount=2 * value if "C" in suits else value))  # [3.5] [4.1]
    if draft.state.damage_taken >= draft.state.enemy_health:
        _defeat(draft)
    else:
        _face_blow(draft)


def _defeat(draft: Table) -> None:
    state = draft.state
    exact = state.damage_taken == state.enemy_health
    draft.add(EnemyDefeated(enemy=state.foe, exact=exact))  # [4.2]
    if not state.castle_deck:
        draft.add(CastleTaken())  # [9.1]
    elif exact and state.exact_kill == "may":
        draft.add(RoyalOffered(seat=state.current))  # [4.5]
    else:
        _go_on(draft, "tavern" if exact else "discard")  # [4.4] [4.3]


def _go_on(draft: Table, where: Place) -> None:
    """Put the defeated royal away and turn up the next; the killer plays on [4.6]."""
    draft.add(RoyalPlaced(royal=draft.state.foe, where=where))
    draft.add(EnemyRevealed(enemy=draft.state.castle_deck[0]))
    _start_turn(draft, draft.state.current)


def _start_turn(draft: Table, seat: int) -> None:
    draft.add(TurnStarted(seat=seat))
    _demand_play(draft)


def _demand_play(draft: Table) -> None:
    """Lose if the player can neither play nor yield nor flip [9.3]."""
    state = draft.state
    if not (state.hands[state.current] or state.may_yield(state.current) or state.solo_jesters):
        draft.add(PlayerDied(seat=state.current, reason="cannot_play"))


def _face_blow(draft: Table) -> None:
    """Let the enemy strike the current player [5.1]."""
    seat, damage = draft.state.current, draft.state.effective_attack
    if not damage:  # [5.2]
        _start_turn(draft, draft.state.after(seat))
        return
    draft.add(EnemyStruck(seat=seat, damage=damage))
    _demand_payment(draft)


def _demand_payment(draft: Table) -> None:
    """Lose if the player can neither pay nor flip [5.6] [9.3]."""
    state = draft.state
    hand = state.hands[state.current]
    if value_of(hand) < state.effective_attack and not state.solo_jesters:
        draft.add(PlayerDied(seat=state.current, reason="cannot_pay"))


def _flip(draft: Table) -> None:
    """Change the hand of a player alone [8.2]; the step stays the same [8.5].

    It is no power of a suit, so neither immunity nor its cancelling comes in [8.3].
    """
    state = draft.state
    seat = state.current
    drawn = state.tavern_deck[: state.hand_limit]
    draft.add(
        JesterFlipped(
            seat=seat,
            discarded=state.hands[seat],
            drawn=Hidden(drawn, (seat,)),
            count=len(drawn),
        )
    )
    if state.step == "play":
        _demand_play(draft)
    else:
        _demand_payment(draft)
