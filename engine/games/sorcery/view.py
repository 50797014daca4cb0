"""What one seat, or a spectator, sees of the battle."""

from dataclasses import dataclass

from engine.core.copying import Value, changed
from engine.core.messages import Message, View
from engine.games.sorcery.cards import FIELDS, FIGURES
from engine.games.sorcery.deploying import edge_of
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.ground import touching
from engine.games.sorcery.lines import LineView, lines
from engine.games.sorcery.models import CardId, FieldCard
from engine.games.sorcery.ops import Ability
from engine.games.sorcery.rules import SorceryOutcome, outcome
from engine.games.sorcery.scoring import controllers, points
from engine.games.sorcery.state import (
    Announced,
    Book,
    Effect,
    Figure,
    Handle,
    Leaf,
    Phase,
    Question,
    State,
)
from engine.games.sorcery.traits import abilities, value


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureView(Value):
    """A figure; its values are those of the click, with what spells add where all may know it."""

    n: Handle
    card: CardId
    seat: int
    at: Point | None
    """None: it waits to be placed, or is eliminated."""
    gone: bool
    facing: Point
    radius: int
    click: int
    clicks_left: int
    tokens: int
    acted: int
    book: Handle | None
    probed: Ability | None
    speed: int | None
    attack: int | None
    defence: int | None
    damage: int | None
    ranged_damage: int | None
    range: int | None
    abilities: tuple[Ability, ...]
    touches: tuple[Handle, ...]
    """Whom it is in contact with [1.3]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookView(Value):
    n: Handle
    card: CardId
    bearer: Handle | None
    at: Point | None
    leaves: tuple[Leaf, ...] | None
    """From the top down; None: the viewer may not look into it [10.1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(Value):
    edge: str
    auto_pass: bool
    left: bool
    points: int
    """As if the battle ended now [16.3]."""


class QuestionView(Message):
    """What is waited for."""

    number: int
    kind: str
    seat: int
    figure: Handle | None


class SorceryView(View):
    seat: int | None
    """Whose view it is; None for a spectator."""
    field: FieldCard
    limit: int
    phase: Phase
    round: int
    turn: int | None
    order: tuple[int, ...]
    actions: int
    players: tuple[PlayerView, ...]
    figures: tuple[FigureView, ...]
    lines: tuple[LineView, ...]
    """Lines of fire, the same for every viewer [18.1]."""
    books: tuple[BookView, ...]
    effects: tuple[Effect, ...]
    announced: Announced | None
    objectives: tuple[int | None, ...]
    """Who controls each [16.2]."""
    question: QuestionView | None
    outcome: SorceryOutcome | None


def view(state: State, seat: int | None) -> SorceryView:
    """Return what a seat sees, or what everybody sees if it is None; from the start on [18.1]."""
    scored = points(state)
    return SorceryView(
        seat=seat,
        field=FIELDS[state.battlefield],
        limit=state.limit,
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        order=state.order,
        actions=state.actions,
        players=tuple(
            PlayerView(
                edge=edge_of(state, number),
                auto_pass=player.auto_pass,
                left=player.left,
                points=scored[number],
            )
            for number, player in enumerate(state.players)
        ),
        figures=tuple(_figure(state, figure, seat) for figure in state.figures.values()),
        lines=lines(state),
        books=tuple(_book(state, book, seat) for book in state.books.values()),
        effects=tuple(state.effects.values()),
        announced=state.announced,
        objectives=controllers(state),
        question=_question(state.question),
        outcome=outcome(state),
    )


def _figure(state: State, figure: Figure, seat: int | None) -> FigureView:
    card = FIGURES[figure.card]
    on = figure.at is not None
    known = state if figure.seat == seat else changed(state, books={})  # [10.1] hides [12.10]
    return FigureView(
        n=figure.n,
        card=figure.card,
        seat=figure.seat,
        at=figure.at,
        gone=figure.gone,
        facing=figure.facing,
        radius=card.radius,
        click=figure.click,
        clicks_left=max(0, len(card.dial) - figure.click),
        tokens=figure.tokens,
        acted=figure.acted,
        book=figure.book,
        probed=figure.probed,
        speed=value(known, figure, "speed") if on else None,
        attack=value(known, figure, "attack") if on else None,
        defence=value(known, figure, "defence") if on else None,
        damage=value(known, figure, "damage") if on else None,
        ranged_damage=value(known, figure, "ranged_damage") if on else None,
        range=value(known, figure, "range") if on else None,
        abilities=abilities(known, figure) if on else (),
        touches=tuple(other.n for other in touching(state, figure)) if on else (),
    )


def _book(state: State, book: Book, seat: int | None) -> BookView:
    open_ = book.bearer is not None and state.figures[book.bearer].seat == seat
    return BookView(
        n=book.n,
        card=book.card,
        bearer=book.bearer,
        at=book.at,
        leaves=book.leaves if open_ else None,
    )


def _question(question: Question | None) -> QuestionView | None:
    if question is None:
        return None
    return QuestionView(
        number=question.number, kind=question.kind, seat=question.seat, figure=question.figure
    )
