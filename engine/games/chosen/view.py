"""What one seat, or a spectator, sees of the table."""

from dataclasses import dataclass
from typing import Final

from engine.core.copying import Value, recast
from engine.core.messages import Message, View
from engine.games.chosen.bonuses import glory, trait
from engine.games.chosen.cards import Card, Cards
from engine.games.chosen.obstacles import answers_of
from engine.games.chosen.ops import Awareness
from engine.games.chosen.rules import ChosenOutcome, outcome
from engine.games.chosen.state import (
    Bar,
    Changed,
    Handle,
    Item,
    Manoeuvre,
    Mode,
    OmenPhase,
    Phase,
    Piece,
    Place,
    QuestionKind,
    Saying,
    State,
    Subject,
)
from engine.games.chosen.variants import variant_of


@dataclass(frozen=True, kw_only=True)  # no slots: recast from a piece
class PieceView(Value):
    """A card in play, in Storage or solved."""

    n: Handle
    """Its name in this match, by which commands mean it: ``c12`` [16.7]."""
    card: Card | None
    """None if it lies face down and the viewer does not know it [16.2]."""
    owner: int
    """The seat that brought it."""
    controller: int
    """The seat that has it in play [2.2]."""
    place: Place
    at: Handle | None
    """What it is attached to or lies at."""
    face_down: bool
    awareness: Awareness | None
    """Of an adventurer."""
    level: int | None
    """Of an adventurer, as it is now [2.5]."""
    damage: int
    """Not counted yet [8.9]."""
    changes: tuple[Changed, ...]
    used: tuple[int, ...]
    """Uses that are made for this turn, by their numbers."""
    spent: tuple[int, ...]
    """One-shot uses that are gone."""
    counters: int
    """Of a card that wins by so many of them [9.10]."""
    target: str | None
    """Of a permanent event."""
    omen: bool
    """It is in play as an Omen [10.1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(Value):
    camp: int
    """Its number; of a player alone that of the seat [1.4]."""
    side: int
    """Who wins together has the same [1.3]."""
    mp: int
    """With them acts are paid; the order of acting goes by them [4.1]."""
    dp: int
    """Glory: of solved quests, buildings and what effects give [9.1]."""
    out: bool
    """Dropped out [9.6]."""
    hand_count: int
    """Cards in hand; which, only its player sees."""
    future_count: int
    """Cards in the deck."""
    past: Cards
    """The last is the newest."""
    auto_pass: bool
    eliminations: int
    """In ``challenge`` [11.6]."""
    points: int
    """Victory points, in ``round_attack`` [12.7]."""
    omen: Card | None
    """The Omen while it is not in play, if the viewer knows it [16.8]."""
    omen_phase: OmenPhase
    """Did not enter, in play, left and its player acts [10.5], all done."""
    challenged: int | None
    """The seat against which this one's challenge is in force [11.2]."""
    done_this_turn: tuple[str, ...]
    """What the mode allows once a turn, and was done."""


class QuestionView(Message):
    """What is waited for."""

    number: int
    """Of the decision: ``act.5``, or ``choice.5`` where something is to be chosen [18.2]."""
    kind: QuestionKind
    seats: tuple[int, ...]
    """Any of them answers [14.2]."""
    subject: Subject | None
    """Of a choice."""
    answers: tuple[str, ...]
    """All answers for those asked; for others those that tell nothing secret [16.3]."""


class ChosenView(View):
    seat: int | None
    """Whose view it is; None for a spectator."""
    mode: Mode
    sieges_only: bool
    victory_points: int
    """So many win, in ``round_attack`` [12.8]."""
    phase: Phase
    turn: int
    """From 1; 0 before the first."""
    starting: int
    """The seat that is the turn's starting player [3.7]."""
    active: int | None
    """The camp that is active."""
    mp_order: tuple[int, ...]
    """The camps [4.1]."""
    acts: int
    """In this turn, answers included [4.9]."""
    players: tuple[PlayerView, ...]
    towers: tuple[tuple[Handle, ...], ...]
    """Of each camp, the lowest level first."""
    present: tuple[PieceView, ...]
    timeline: tuple[Item, ...]
    """The last is the top."""
    manoeuvre: Manoeuvre | None
    bars: tuple[Bar, ...]
    said: tuple[Saying, ...]
    """In this turn [19.4]."""
    gone_count: int
    """Cards out of the game [9.6]."""
    hand: Cards | None
    """The viewer's own [16.1]."""
    question: QuestionView | None
    outcome: ChosenOutcome | None


def view(state: State, seat: int | None) -> ChosenView:
    """Return what a seat sees, or what everybody sees if it is None; from the start on."""
    own = None if seat is None else state.players[seat]
    return ChosenView(
        seat=seat,
        mode=state.mode,
        sieges_only=state.sieges_only,
        victory_points=state.victory_points,
        phase=state.phase,
        turn=state.turn,
        starting=state.starting,
        active=state.active,
        mp_order=variant_of(state).order(state),
        acts=state.acts,
        players=tuple(_player(state, one, seat) for one in range(state.seats)),
        towers=state.towers,
        present=tuple(_piece(state, seat, piece) for piece in state.present.values()),
        timeline=state.timeline,
        manoeuvre=state.manoeuvre,
        bars=state.bars,
        said=state.said,
        gone_count=len(state.gone),
        hand=None if own is None else own.hand,
        question=_question(state, seat),
        outcome=outcome(state),
    )


def turn(state: State) -> str | None:
    """Return the turn that a state belongs to, in words; None before the first."""
    return f"turn {state.turn}" if state.turn else None


def _piece(state: State, seat: int | None, piece: Piece) -> PieceView:
    """Return a card in play as a viewer sees it."""
    known = state.knows(seat, piece)
    level = trait(state, piece, "level") if piece.place == "row" else None
    last = _SHOWN.get(piece.n)
    if last is not None and last[0] is piece and last[1] == (known, level):
        return last[2]
    shown = recast(
        PieceView,
        piece,
        card=piece.card if known else None,
        awareness=piece.awareness if piece.place == "row" else None,
        level=level,
    )
    _SHOWN[piece.n] = (piece, (known, level), shown)
    return shown


_SHOWN: Final[dict[Handle, tuple[Piece, tuple[bool, int | None], PieceView]]] = {}
"""How a piece was shown last: from one version to the next most stay as they are."""


def _player(state: State, seat: int, viewer: int | None) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        camp=state.camp[seat],
        side=state.side[seat],
        mp=player.mp,
        dp=glory(state, seat),
        out=player.out,
        hand_count=len(player.hand),
        future_count=len(player.future),
        past=player.past,
        auto_pass=player.auto_pass,
        eliminations=player.eliminations,
        points=player.points,
        omen=player.omen if player.omen_shown or seat == viewer else None,
        omen_phase=player.omen_phase,
        challenged=player.challenged,
        done_this_turn=player.done_this_turn,
    )


def _question(state: State, seat: int | None) -> QuestionView | None:
    question = state.question
    if question is None:
        return None
    answers = question.picks
    if seat is not None and seat in question.seats:
        answers = answers_of(state, question, seat)
    return QuestionView(
        number=question.number,
        kind=question.kind,
        seats=question.seats,
        subject=question.subject,
        answers=answers,
    )
