"""What one seat, or a spectator, sees of the battle."""

from dataclasses import dataclass

from engine.core.copying import Value, changed
from engine.core.messages import Message, View
from engine.games.sorcery.cards import FIELDS, FIGURES
from engine.games.sorcery.deploying import Edge, edge_of
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.ground import touching
from engine.games.sorcery.lines import LineView, lines
from engine.games.sorcery.models import CardId, FieldCard
from engine.games.sorcery.ops import VALUES, Ability
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
    QuestionKind,
    State,
)
from engine.games.sorcery.traits import abilities, values


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureView(Value):
    """A figure; its values are those of the click, with what spells add where all may know it."""

    n: Handle
    """Its number in the match, ``f3``: commands mean it by this."""
    card: CardId
    seat: int
    """Whose it is."""
    at: Point | None
    """None: it waits to be placed, or is eliminated."""
    gone: bool
    """Eliminated."""
    facing: Point
    """Where it looks: a direction [east, north], whose length means nothing [1.5]."""
    radius: int
    """Of its base, in mil-inches, as all lengths of the field [1.1]."""
    click: int
    """From 0: the row of its card's dial that it is at [1.6]."""
    clicks_left: int
    """So much damage eliminates it."""
    tokens: int
    """Action tokens, 0 to 2 [4.2]."""
    acted: int
    """Actions it took in this turn: 0 or 1, 2 in a trance [15.7]."""
    book: Handle | None
    """The number of the book it bears, ``b2``."""
    probed: Ability | None
    """The ability it has from another until the turn ends [15.9]."""
    speed: int | None
    """Inches. This and the next five: None while it is not on the field."""
    attack: int | None
    """Added to the dice [7.1]; its bonus for attacks of its type comes on top [7.5]."""
    defence: int | None
    """What an attack has to reach; cover and magic defence come on top [7.6]."""
    damage: int | None
    """Clicks, in close combat [8.3]."""
    ranged_damage: int | None
    """Clicks, in ranged combat and by spells [9.3] [12.8]."""
    range: int | None
    """Inches, from centre to centre; 0: it does not shoot."""
    abilities: tuple[Ability, ...]
    """Those that work now [15.1]."""
    touches: tuple[Handle, ...]
    """Whom it is in contact with [1.3]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookView(Value):
    n: Handle
    """Its number in the match, ``b2``."""
    card: CardId
    bearer: Handle | None
    """The number of a figure; None: it is dropped."""
    at: Point | None
    """Where it was dropped; None: it is borne."""
    leaves: tuple[Leaf, ...] | None
    """From the top down; None: the viewer may not look into it [10.1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(Value):
    edge: Edge
    """Its own, where it places its figures [3.1]."""
    auto_pass: bool
    """It counters nothing until it is switched off [14.7]."""
    left: bool
    """It resigned or was removed [17.2]."""
    points: int
    """As if the battle ended now [16.3]."""


class QuestionView(Message):
    """What is waited for."""

    number: int
    """From 1 in the match; the decision is ``q`` and this."""
    kind: QuestionKind
    """``deploy`` a figure; ``command``, ``act`` and ``turn_end`` are the phases of a turn [3.4];
    ``counter`` a spell [14.2]; ``face``: turn a figure that was touched [5.7]; ``memorise`` a spell
    [12.6]."""
    seat: int
    """Who is asked."""
    figure: Handle | None
    """Who may turn, or whose new spell is memorised; None in other questions."""


class SorceryView(View):
    seat: int | None
    """Whose view it is; None for a spectator."""
    field: FieldCard
    limit: int
    """Points of an army [2.1]."""
    phase: Phase
    round: int
    """From 1; 0 during the deployment."""
    turn: int | None
    """The seat whose turn it is; None before the first."""
    order: tuple[int, ...]
    """Seats in the order of turns [3.1]."""
    actions: int
    """Left in this turn [3.5]."""
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
    bookless = changed(state, books={})  # [10.1] hides [12.10]
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
        figures=tuple(
            _figure(state, state if figure.seat == seat else bookless, figure)
            for figure in state.figures.values()
        ),
        lines=lines(state),
        books=tuple(_book(state, book, seat) for book in state.books.values()),
        effects=tuple(state.effects.values()),
        announced=state.announced,
        objectives=controllers(state),
        question=_question(state.question),
        outcome=outcome(state),
    )


def turn(state: State) -> str | None:
    """Return the turn that a state belongs to, in words; None before the deployment.

    The end of the battle belongs to its last turn.
    """
    if state.phase == "deployment":
        return "deployment"
    return None if state.turn is None else f"round {state.round}, seat {state.turn}"


def _figure(state: State, known: State, figure: Figure) -> FigureView:
    """``known``: with those books only that the viewer may know to count for the figure."""
    card = FIGURES[figure.card]
    on = figure.at is not None
    told = values(known, figure) if on else dict.fromkeys(VALUES)
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
        speed=told["speed"],
        attack=told["attack"],
        defence=told["defence"],
        damage=told["damage"],
        ranged_damage=told["ranged_damage"],
        range=told["range"],
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
