"""Fold an event into the table. Nothing is judged here; only the impossible is refused.

Folds of acts, cards, manoeuvres, single modes and of who drops out stand in files of their own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.copying import changed
from engine.core.folding import by_kind
from engine.core.piles import less
from engine.games.chosen import evolve_acts as acts
from engine.games.chosen import evolve_cards as cards
from engine.games.chosen import evolve_dropping as dropping
from engine.games.chosen import evolve_manoeuvres as manoeuvres
from engine.games.chosen import evolve_modes as modes
from engine.games.chosen.events_flow import (
    Answered,
    AutoPassSet,
    BecameActive,
    CardTurned,
    Challenged,
    MatchEnded,
    ObstacleLaid,
    OmenEntered,
    OmenlessBegun,
    OmenlessFinished,
    Passed,
    PhaseStarted,
    QuestionPut,
    Refreshed,
    TableLaid,
    TurnStarted,
)
from engine.games.chosen.state import End, Piece, Player, Question, State

_TOLD_ONLY: Final = frozenset({"triggered", "beast_attacked", "looked", "quest_tried"})
"""Events that tell how something came about, and change nothing themselves."""


def _table_laid(_state: State, event: TableLaid) -> State:
    state = State(
        mode=event.mode,
        sieges_only=event.sieges_only,
        victory_points=event.victory_points,
        camp=event.camp,
        side=event.side,
        starting=event.starting,
        players=tuple(
            Player(future=future.value, omen=omen.value)
            for future, omen in zip(event.futures, event.omens, strict=True)
        ),
    )
    towers: list[tuple[str, ...]] = []
    for owners, levels in zip(event.tower_owners, event.towers, strict=True):
        first = state.handles + 1
        for owner, card in zip(owners, levels.value, strict=True):
            level = Piece(
                n=f"c{state.handles + 1}",
                card=card,
                owner=owner,
                controller=owner,
                place="tower",
                face_down=True,
            )
            state = cards.enter(state, level)
        towers.append(tuple(f"c{n}" for n in range(first, state.handles + 1)))
    return changed(state, towers=tuple(towers))


def _turn_started(state: State, event: TurnStarted) -> State:
    present = {
        n: changed(piece, used=(), changes=())  # also those that waited for a manoeuvre
        if piece.used or piece.changes
        else piece
        for n, piece in state.present.items()
    }
    omens = {piece.controller for piece in state.present.values() if piece.omen}
    players = tuple(
        changed(
            player,
            switches=0,
            done_this_turn=(),
            omen_phase="in_play" if seat in omens else "none",
        )
        for seat, player in enumerate(state.players)
    )
    return changed(
        state,
        turn=event.turn,
        starting=event.starting,
        present=present,
        players=players,
        bars=(),
        said=(),
        acts=0,
        passes=0,
        first_active=None,
    )


def _phase_started(state: State, event: PhaseStarted) -> State:
    return changed(state, phase=event.phase, active=None, paid=False, passes=0)


def _refreshed(state: State, event: Refreshed) -> State:
    present = {
        n: changed(piece, awareness="awake" if piece.awareness == "resting" else "resting")
        if piece.place == "row" and piece.controller == event.seat and piece.awareness != "awake"
        else piece
        for n, piece in state.present.items()
    }
    state = changed(state, present=present)
    state = cards.put(state, event.seat, mp=state.players[event.seat].mp + event.mp)
    return cards.draw(state, event.seat, event.cards.value)


def _became_active(state: State, event: BecameActive) -> State:
    first = event.camp if state.first_active is None else state.first_active
    return changed(state, active=event.camp, paid=False, first_active=first)


def _passed(state: State, event: Passed) -> State:
    passes = state.passes + 1 if event.as_active else state.passes
    return changed(state, question=None, agenda=(), passes=passes)


def _omen_entered(state: State, event: OmenEntered) -> State:
    state = cards.put(state, event.seat, omen=None, omen_phase="in_play", omen_shown=True)
    piece = Piece(
        n=event.n,
        card=event.card,
        owner=event.seat,
        controller=event.seat,
        place="event",
        target=event.target,
        omen=True,
    )
    return cards.enter(state, piece)


def _obstacle_laid(state: State, event: ObstacleLaid) -> State:
    card = event.card.value
    seat = event.seat
    hand = less(state.players[seat].hand, (card,), f"the hand of seat {seat}")
    state = cards.put(state, seat, hand=hand)
    piece = Piece(
        n=event.n,
        card=card,
        owner=seat,
        controller=seat,
        place="attached",
        at=event.at,
        face_down=True,
    )
    return changed(
        cards.enter(state, piece), question=None, agenda=(), acts=state.acts + 1, passes=0
    )


def _card_turned(state: State, event: CardTurned) -> State:
    return cards.touch(state, event.n, face_down=False)


def _question_put(state: State, event: QuestionPut) -> State:
    question = Question(
        number=event.number,
        kind=event.what,
        seats=event.seats,
        subject=event.subject,
        picks=event.picks,
        own=event.own.value,
    )
    return changed(state, questions=event.number, question=question, agenda=event.agenda.value)


def _answered(state: State, _event: Answered) -> State:
    return changed(state, question=None, agenda=())


def _auto_pass_set(state: State, event: AutoPassSet) -> State:
    switches = state.players[event.seat].switches + 1
    return cards.put(state, event.seat, auto_pass=event.on, switches=switches)


def _omenless_begun(state: State, event: OmenlessBegun) -> State:
    return cards.put(state, event.seat, omen_phase="acting")


def _omenless_finished(state: State, event: OmenlessFinished) -> State:
    return cards.put(state, event.seat, omen_phase="done")


def _challenged(state: State, event: Challenged) -> State:
    return cards.put(state, event.seat, challenged=event.target)


def _match_ended(state: State, event: MatchEnded) -> State:
    end = End(why=event.why, winners=event.winners)
    return changed(state, phase="over", end=end, question=None, agenda=())


_FOLDS: Final[Mapping[str, Callable[[State, Any], State]]] = {
    "table_laid": _table_laid,
    "turn_started": _turn_started,
    "phase_started": _phase_started,
    "refreshed": _refreshed,
    "became_active": _became_active,
    "passed": _passed,
    "act_put": acts.act_put,
    "act_done": acts.act_done,
    "card_entered": acts.card_entered,
    "omen_entered": _omen_entered,
    "obstacle_laid": _obstacle_laid,
    "card_turned": _card_turned,
    "question_put": _question_put,
    "answered": _answered,
    "auto_pass_set": _auto_pass_set,
    "players_dropped": dropping.players_dropped,
    "omenless_begun": _omenless_begun,
    "omenless_finished": _omenless_finished,
    "challenged": _challenged,
    "match_ended": _match_ended,
    "team_left": manoeuvres.team_left,
    "team_obstructs": manoeuvres.team_obstructs,
    "fought": manoeuvres.fought,
    "quest_solved": manoeuvres.quest_solved,
    "building_taken": manoeuvres.building_taken,
    "manoeuvre_ended": manoeuvres.manoeuvre_ended,
    "card_left": cards.card_left,
    "awareness_changed": cards.awareness_changed,
    "damage_dealt": cards.damage_dealt,
    "trait_changed": cards.trait_changed,
    "strength_changed": cards.strength_changed,
    "sent_home": cards.sent_home,
    "mp_changed": cards.mp_changed,
    "mp_paid": cards.mp_paid,
    "cards_drawn": cards.cards_drawn,
    "cards_discarded": cards.cards_discarded,
    "cards_milled": cards.cards_milled,
    "found": cards.found,
    "recovered": cards.recovered,
    "control_taken": cards.control_taken,
    "deed_barred": cards.deed_barred,
    "counters_changed": cards.counters_changed,
    "points_scored": modes.points_scored,
    "alliance_made": modes.alliance_made,
    "mixed_team_named": modes.mixed_team_named,
    "mixed_team_refused": modes.mixed_team_refused,
    "adventurers_exchanged": modes.adventurers_exchanged,
    "said": modes.said,
}

evolve = by_kind(_FOLDS, _TOLD_ONLY)
