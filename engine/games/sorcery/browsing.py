"""Exchanging the memorised spell, and picking a new one after a cast [11] [12.6]."""

from typing import Final

from engine.core.options import Option
from engine.core.rejection import Rejection, no
from engine.core.secrecy import Hidden
from engine.games.sorcery.acting import cant_act, own_figure, take
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.commands import Browse, Code, Memorise
from engine.games.sorcery.events_magic import Browsed, Memorised
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.models import CardId
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.state import Book, Figure, Leaf, State
from engine.games.sorcery.tasks import Remember, Task
from engine.games.sorcery.traits import has

ACTION_MARKS = 3  # [11.4]
REST_MARKS = 2
FREE_MARKS = 1


def marks(state: State, figure: Figure, top: Leaf) -> int:
    """Return what browsing costs a figure: the marks of its memorised spell [11.1] [15.6]."""
    printed = SPELLS[top.spell].browse
    if printed == ACTION_MARKS and has(state, figure, "mana_harmony"):
        return REST_MARKS
    return printed


def picks(book: Book) -> tuple[CardId, ...]:
    """Return the spells that may be browsed to [11.1] [11.2]."""
    first = book.leaves[:1]
    turned = tuple(leaf.spell for leaf in first if not leaf.up)
    return (*turned, *(leaf.spell for leaf in book.leaves[1:] if leaf.up))


def _cant_browse(state: State, figure: Figure) -> Rejection | None:
    """Return why a figure can't browse now, or None [11.6]."""
    if figure.book is None:
        return no(Code.NO_BOOK, "11.1", f"{name_of(figure)} bears no spellbook.")
    book = state.books[figure.book]
    if not picks(book):
        return no(
            Code.CANT_BROWSE, "11.6", f"{name_of(figure)} has no other spell that lies face up."
        )
    cost = marks(state, figure, book.leaves[0])
    if state.phase == "end":
        return _cant_at_the_end(figure, cost)
    if cost == FREE_MARKS:
        return no(
            Code.CANT_BROWSE,
            "11.5",
            f"{name_of(figure)} pays one mark: that is done when the turn ends.",
        )
    return cant_act(state, figure, rested=cost == REST_MARKS)


def _cant_at_the_end(figure: Figure, cost: int) -> Rejection | None:
    if cost != FREE_MARKS:
        return no(
            Code.CANT_BROWSE, "11.5", f"{name_of(figure)} pays {cost} marks: that is an action."
        )
    if "browse" in figure.used:
        return no(Code.CANT_BROWSE, "11.5", f"{name_of(figure)} browsed for one mark this turn.")
    return None


def _refuse(state: State, seat: int, command: Browse) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    refusal = _cant_browse(state, figure)
    if refusal is not None or figure.book is None:
        return refusal
    found = picks(state.books[figure.book])
    if command.spell in found:
        return None
    listed = ", ".join(found)
    return no(Code.NO_SUCH_SPELL, "11.1", f"Pick a spell that lies face up: {listed}.")


def _do(run: Run, seat: int, command: Browse, task: Task) -> None:
    run.then(task)
    figure = run.figure(command.figure)
    assert figure.book is not None, "checked before"
    top = run.state.books[figure.book].leaves[0]
    cost = marks(run.state, figure, top)
    if cost != FREE_MARKS:
        take(run, figure.n, "special", rested=cost == REST_MARKS)
    run.add(
        Browsed(
            figure=figure.n,
            book=figure.book,
            turned_up=Hidden(not top.up, (seat,)),
            spell=Hidden(command.spell, (seat,)),
        )
    )


def _offer(state: State, seat: int) -> list[Option]:
    return [
        Option(
            label=f"{name_of(figure)} browses to {SPELLS[spell].name}",
            command={"kind": "browse", "figure": figure.n, "spell": spell},
        )
        for figure in state.of(seat)
        if figure.book is not None and _cant_browse(state, figure) is None
        for spell in picks(state.books[figure.book])
    ]


BROWSE: Final = Act(answers=frozenset({"act", "turn_end"}), refuse=_refuse, do=_do, offer=_offer)


def remember(run: Run, task: Remember) -> None:
    """Ask for the new memorised spell, if the figure still has the book [12.6] [12.9]."""
    figure = run.figure(task.figure)
    if figure.book == task.book:
        run.put(task, "memorise", figure.seat, figure=figure.n)


def _picked_from(state: State) -> tuple[CardId, ...]:
    """Return the spells of which one is memorised now, from the top down [12.6]."""
    task = state.agenda[-1]
    assert isinstance(task, Remember), "nobody's new spell is asked for"
    found = tuple(leaf.spell for leaf in state.books[task.book].leaves if leaf.up)
    return tuple(spell for spell in found if spell != task.used) or found


def _refuse_memorise(state: State, _seat: int, command: Memorise) -> Rejection | None:
    found = _picked_from(state)
    if command.spell in found or (command.spell is None and not found):
        return None
    listed = ", ".join(found) if found else "null, since none lies face up"
    return no(Code.NO_SUCH_SPELL, "12.6", f"Pick another spell that lies face up: {listed}.")


def _do_memorise(run: Run, seat: int, command: Memorise, task: Task) -> None:
    assert isinstance(task, Remember), "only a new spell is picked so"
    run.add(Memorised(figure=task.figure, book=task.book, spell=Hidden(command.spell, (seat,))))


def _offer_memorise(state: State, _seat: int) -> list[Option]:
    question = state.question
    assert question is not None
    return [
        Option(
            label="Leave the top as it is" if spell is None else f"Memorise {SPELLS[spell].name}",
            command={"kind": "memorise", "spell": spell},
            decision=question.id,
        )
        for spell in (_picked_from(state) or (None,))
    ]


def first_to_memorise(state: State) -> CardId | None:
    """Return what is memorised for who lets his time pass [17.1]."""
    found = _picked_from(state)
    return found[0] if found else None


MEMORISE: Final = Act(
    answers=frozenset({"memorise"}),
    refuse=_refuse_memorise,
    do=_do_memorise,
    offer=_offer_memorise,
)
