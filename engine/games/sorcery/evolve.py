"""Fold an event into the battle. Nothing is judged here; only the impossible is refused."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.copying import changed
from engine.core.folding import by_kind
from engine.core.rejection import impossible
from engine.games.sorcery import evolve_figures as figures
from engine.games.sorcery import evolve_magic as magic
from engine.games.sorcery.cards import BOOKS, FIELDS, FIGURES, SPELLS
from engine.games.sorcery.events_flow import (
    ActionTaken,
    Answered,
    AutoPassSet,
    MatchEnded,
    PhaseStarted,
    PlayerLeft,
    QuestionDropped,
    QuestionPut,
    RoundStarted,
    TableLaid,
    TokensChanged,
    TurnStarted,
)
from engine.games.sorcery.state import MAX_TOKENS, Book, End, Figure, Leaf, Player, Question, State

_TOLD_ONLY: Final = frozenset(
    {"broke_away", "attacked", "trance_rolled", "counter_tried", "spell_exposed"}
)
"""Events that tell how something came about, and change nothing themselves."""


def _table_laid(state: State, event: TableLaid) -> State:
    if state.phase != "setup":
        impossible("a table is laid already")
    if sorted(event.order) != [*range(event.seats)]:
        impossible(f"{event.order} is no order of {event.seats} seats")
    laid: dict[str, Figure] = {}
    books: dict[str, Book] = {}
    for number, given in enumerate(event.figures, 1):
        if given.seat >= event.seats:
            impossible(f"a figure of seat {given.seat}, and there are {event.seats} seats")
        figure = Figure(n=f"f{number}", card=FIGURES[given.card].id, seat=given.seat)
        if given.book is not None:
            spells = event.spells[len(books)].value
            book = Book(
                n=f"b{len(books) + 1}",
                card=BOOKS[given.book].id,
                bearer=figure.n,
                leaves=tuple(Leaf(spell=SPELLS[spell].id) for spell in spells),
            )
            books[book.n] = book
            figure = changed(figure, book=book.n)
        laid[figure.n] = figure
    if len(event.spells) > len(books):
        impossible(f"the spells of {len(event.spells)} books, and there are {len(books)}")
    return State(
        phase="deployment",
        battlefield=FIELDS[event.battlefield].id,
        limit=event.limit,
        order=event.order,
        players=(Player(),) * event.seats,
        figures=laid,
        books=books,
    )


def _round_started(state: State, event: RoundStarted) -> State:
    if event.round != state.round + 1:
        impossible(f"round {event.round} comes after round {state.round}")
    return changed(state, round=event.round, turn=None)


def _turn_started(state: State, event: TurnStarted) -> State:
    if event.seat not in state.alive:
        impossible(f"seat {event.seat} has no figures for a turn")
    fresh = {
        n: changed(figure, acted=0, used=(), probed=None)
        if figure.acted or figure.used or figure.probed
        else figure
        for n, figure in state.figures.items()
    }
    players = tuple(changed(player, switches=0) for player in state.players)
    return changed(state, turn=event.seat, actions=event.actions, figures=fresh, players=players)


def _phase_started(state: State, event: PhaseStarted) -> State:
    if state.turn is None or state.phase == event.phase:
        impossible(f"no {event.phase} phase begins in the {state.phase} phase")
    return changed(state, phase=event.phase)


def _question_put(state: State, event: QuestionPut) -> State:
    if state.question is not None or event.number != state.questions + 1:
        impossible(f"question {event.number} is not put after {state.questions}, or one is open")
    question = Question(number=event.number, kind=event.what, seat=event.seat, figure=event.figure)
    return changed(state, question=question, questions=event.number, agenda=event.agenda.value)


def _answered(state: State, event: Answered | QuestionDropped) -> State:
    question = state.question
    if question is None or question.number != event.number:
        impossible(f"question {event.number} is not open")
    if isinstance(event, Answered) and event.seat != question.seat:
        impossible(f"seat {event.seat} is not asked")
    return changed(state, question=None, agenda=())


def _action_taken(state: State, event: ActionTaken) -> State:
    figure = figures.standing(state, event.figure)
    if figure.seat != state.turn or not state.actions or figure.tokens >= MAX_TOKENS:
        impossible(f"{event.figure} can't be given an action")
    state = figures.put(state, event.figure, acted=figure.acted + 1, tokens=figure.tokens + 1)
    return changed(state, actions=state.actions - 1)


def _tokens_changed(state: State, event: TokensChanged) -> State:
    figure = figures.standing(state, event.figure)
    if not 0 <= event.to <= MAX_TOKENS or event.to == figure.tokens:
        impossible(f"{event.figure} has {figure.tokens} tokens, and then {event.to}")
    return figures.put(state, event.figure, tokens=event.to)


def _auto_pass_set(state: State, event: AutoPassSet) -> State:
    player = state.players[event.seat]
    if player.auto_pass == event.on:
        impossible(f"auto-pass of seat {event.seat} is {event.on} already")
    switches = player.switches + 1
    return _put_player(state, event.seat, auto_pass=event.on, switches=switches)


def _player_left(state: State, event: PlayerLeft) -> State:
    if state.players[event.seat].left:
        impossible(f"seat {event.seat} has left already")
    return _put_player(state, event.seat, left=True)


def _put_player(state: State, seat: int, **changes: Any) -> State:
    players = list(state.players)
    players[seat] = changed(players[seat], **changes)
    return changed(state, players=tuple(players))


def _match_ended(state: State, event: MatchEnded) -> State:
    if state.phase in {"setup", "over"} or len(event.points) != state.seats:
        impossible(f"no battle of {len(event.points)} players is under way")
    if any(state.players[seat].left for seat in event.winners):
        impossible(f"seats {event.winners} win, and one of them has left")
    end = End(winners=event.winners, why=event.why, points=event.points)
    return changed(state, phase="over", end=end, question=None, agenda=(), announced=None)


_FOLDS: Final[Mapping[str, Callable[[State, Any], State]]] = {
    "table_laid": _table_laid,
    "round_started": _round_started,
    "turn_started": _turn_started,
    "phase_started": _phase_started,
    "question_put": _question_put,
    "answered": _answered,
    "question_dropped": _answered,
    "action_taken": _action_taken,
    "tokens_changed": _tokens_changed,
    "auto_pass_set": _auto_pass_set,
    "player_left": _player_left,
    "match_ended": _match_ended,
    "figure_deployed": figures.deployed,
    "moved": figures.moved,
    "turned": figures.turned,
    "displaced": figures.displaced,
    "damaged": figures.damaged,
    "healed": figures.healed,
    "eliminated": figures.eliminated,
    "saved": figures.saved,
    "syphoned": figures.syphoned,
    "probed": figures.probed,
    "book_taken": magic.book_taken,
    "browsed": magic.browsed,
    "spell_shown": magic.spell_shown,
    "spell_placed": magic.spell_placed,
    "spell_over": magic.spell_over,
    "effect_begun": magic.effect_begun,
    "counted_down": magic.counted_down,
    "effect_ended": magic.effect_ended,
    "memorised": magic.memorised,
    "spell_muddled": magic.spell_muddled,
    "spells_recalled": magic.spells_recalled,
}

evolve = by_kind(_FOLDS, _TOLD_ONLY)
