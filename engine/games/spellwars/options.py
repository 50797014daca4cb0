"""What a seat may do, as data; and what is done for it when its clock runs out."""

from collections import Counter

from engine.core.messages import Command
from engine.core.options import Option, Slots
from engine.games.spellwars.cards import PLACES, WILD, Cards, fits, name_of
from engine.games.spellwars.commands import Build, Choose
from engine.games.spellwars.state import Question, State
from engine.games.spellwars.tasks import Apply, Strike


def legal(state: State, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do now."""
    if state.step == "build" and seat in state.builders:
        return (_building(state.wizards[seat].hand),)
    question = state.question
    if question is None or question.seat != seat or state.step == "over":
        return ()
    return tuple(
        Option(label=_label(state, question, pick), command={"kind": "choose", "pick": pick})
        for pick in question.answers
    )


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


_WORDS = {
    "pay": {"no": "Do not pay for {card}", "yes": "Pay for {card}"},
    "absorb": {"none": "Let {card} hit you"},
    "reroll": {"none": "Keep the dice"},
    "keep": {"no": "Let the Creature go", "yes": "Pay to keep the Creature"},
    "use": {"none": "Pay for no Treasure"},
    "add": {"none": "Add no card"},
    "tuck": {"none": "Put nothing under {card}"},
    "give": {"none": "You have no such card"},
    "discard": {"none": "You have no such card"},
}
_SENTENCES = {
    "order": "Apply {name} next",
    "use": "Pay for {name}",
    "take": "Take {name}",
    "give": "Give {name}",
    "discard": "Discard {name}",
    "add": "Add {name} to the spell",
    "tuck": "Put {name} under {card}",
}


def _label(state: State, question: Question, pick: str) -> str:
    """Return an answer as a sentence."""
    card = name_of(question.card)
    known = _WORDS.get(question.kind, {}).get(pick)
    if known is not None:
        return known.format(card=card) + _told(state)
    what, _, value = pick.partition(":")
    match what:
        case "blood":
            return f"Pay {value} Blood for {card}"
        case "seat":
            return f"{card}: choose seat {value}"
        case "die":
            return f"Roll die {int(value) + 1} again{_showing(state, int(value))}"
        case "creature":
            verb = "Discard your" if question.kind == "absorb" else "Choose the"
            return f"{verb} {_creature(state, int(value))}"
        case _:
            return _SENTENCES[question.kind].format(name=name_of(value), card=card)


def _told(state: State) -> str:
    """Say how hard a blow is."""
    task = state.agenda[-1]
    return f" for {task.hits[0][1]}" if isinstance(task, Strike) else ""


def _showing(state: State, at: int) -> str:
    task = state.agenda[-1]
    return f" (it shows {task.dice[at]})" if isinstance(task, Apply) else ""


def _creature(state: State, n: int) -> str:
    creatures = (c for wizard in state.wizards for c in wizard.creatures)
    return name_of(next(creature.card for creature in creatures if creature.n == n))
