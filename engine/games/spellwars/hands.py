"""What is demanded of hands: to give or discard a card of a type [15.4]."""

from engine.core.question import card_of, card_picks
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import Cards, type_of
from engine.games.spellwars.events_effects import CardDiscarded, CardGiven, NothingGiven
from engine.games.spellwars.ops import Place
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import About, Subject
from engine.games.spellwars.tasks import Demand


def demand(run: Run, task: Demand) -> None:
    """Let a seat give or discard a card of a type [15.4]."""
    wizard = run.wizard(task.seat)
    if not (wizard.living and wizard.hand) or (task.give and not run.wizard(task.by).living):
        return
    own = of_type(wizard.hand, task.type) or ["none"]  # secret, too, whether there is one
    about: About = "give" if task.give else "discard"
    subject = Subject(about=about, card=task.card, by=task.by, type=task.type)
    answer = run.ask(task, (task.seat,), subject, (), own)
    if answer is None:
        return
    card = card_of(answer)
    if answer == "none":
        run.add(NothingGiven(seat=task.seat, type=task.type))
    elif task.give:
        parties = tuple(sorted((task.seat, task.by)))
        run.add(CardGiven(seat=task.seat, to=task.by, card=Hidden(card, parties)))
    else:
        run.add(CardDiscarded(seat=task.seat, card=card))


def of_type(hand: Cards, type_: Place) -> list[str]:
    """Return the different cards of a type in a hand, as answers."""
    return card_picks(card for card in hand if type_of(card) == type_)
