"""What a seat may do, as data; and what is done for it when its clock runs out."""

from collections import Counter
from functools import partial

from engine.core.messages import Command
from engine.core.options import Option, Slots
from engine.core.question import Choose, choices
from engine.games.spellwars.cards import PLACES, WILD, Cards, fits
from engine.games.spellwars.commands import Build
from engine.games.spellwars.labels import label
from engine.games.spellwars.state import State


def legal(state: State, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do now."""
    if state.step == "build" and seat in state.builders:
        return (_building(state.wizards[seat].hand),)
    question = state.question
    if question is None or seat not in question.seats or state.step == "over":
        return ()
    return choices(question.answers, partial(label, state, question.subject), question.id)


def default(state: State, seat: int) -> Command:
    """Return what is done for an awaited seat that let its time pass."""
    if state.question is not None:
        return Choose(pick=state.question.answers[0])  # [15.3]
    hand = state.wizards[seat].hand
    components = sorted(card for card in hand if card != WILD)
    if not components:
        return Build(source=WILD)  # [15.2]
    place = next(place for place in PLACES if fits(components[0], place))
    return Build.model_validate({place: components[0]})


def _building(hand: Cards) -> Option:
    return Option(
        label="Build a spell of one to three cards, at most one in each place",
        shape=Slots(
            command={"kind": "build"},
            slots={
                place: tuple(dict.fromkeys(card for card in hand if fits(card, place)))
                for place in PLACES
            },
            copies=dict(Counter(hand)),
            min_filled=1,
        ),
    )
