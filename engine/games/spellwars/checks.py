"""Why a command would be refused now; every refusal names its clause [16.6]."""

from collections import Counter

from engine.core.question import Choose, no_answer
from engine.core.rejection import Rejection, no
from engine.games.spellwars.cards import COMPONENTS, PLACES, WILD
from engine.games.spellwars.commands import Build, Code, SpellWarsCommand
from engine.games.spellwars.state import State


def check(state: State, seat: int, command: SpellWarsCommand) -> Rejection | None:
    """Return why a seat's command would be refused now, or None."""
    if state.step == "over":
        return Rejection(code=Code.MATCH_OVER, rule="14.8", detail="This game is over.")
    if isinstance(command, Choose):
        return _check_choice(state, seat, command.pick)
    return _check_build(state, seat, command)


def _check_choice(state: State, seat: int, pick: str) -> Rejection | None:
    question = state.question
    if question is None:
        return no(Code.NOT_ASKED, "15.1", "No choice is put to anybody: spells are built.")
    if seat not in question.seats:
        listed = " or ".join(map(str, question.seats))
        return no(Code.NOT_ASKED, "15.1", f"You are not asked: seat {listed} is, to choose.")
    return no_answer(pick, question.answers, Code.NOT_AN_ANSWER, "15.1")  # [15.5]


def _check_build(state: State, seat: int, command: Build) -> Rejection | None:
    if state.step != "build":
        return Rejection(
            code=Code.NOT_BUILDING, rule="2.2", detail="Spells are not built at the moment."
        )
    if seat not in state.builders:
        return Rejection(
            code=Code.NOTHING_TO_BUILD,
            rule="3.4",
            detail="Only living wizards with a card in hand build a spell.",
        )
    placed = [(place, card) for place in PLACES if (card := getattr(command, place)) is not None]
    return _empty(placed) or _misplaced(placed) or _not_held(state, seat, placed)


def _empty(placed: list[tuple[str, str]]) -> Rejection | None:
    if placed:
        return None
    return Rejection(
        code=Code.EMPTY_SPELL, rule="3.1", detail="A spell has one to three cards; name one."
    )


def _not_held(state: State, seat: int, placed: list[tuple[str, str]]) -> Rejection | None:
    missing = Counter(card for _, card in placed) - Counter(state.wizards[seat].hand)
    if not missing:
        return None
    names = ", ".join(sorted(missing))
    return Rejection(
        code=Code.NOT_IN_HAND, rule="3.1", detail=f"Your hand does not hold (so many of) {names}."
    )


def _misplaced(placed: list[tuple[str, str]]) -> Rejection | None:
    for place, card in placed:
        if card != WILD and card not in COMPONENTS:
            return Rejection(
                code=Code.NOT_IN_HAND, rule="3.1", detail=f"There is no card called {card!r}."
            )
        if card != WILD and COMPONENTS[card].type != place:
            kind = COMPONENTS[card].type
            return Rejection(
                code=Code.WRONG_PLACE,
                rule="3.2",
                detail=f"{card} is a {kind}; it cannot stand as {place}.",
            )
    return None
