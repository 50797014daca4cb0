"""Taking cards from the decks: drawing, revealing, gaining Treasures [1.8] [5.2] [11.1]."""

from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import TREASURE, Cards, type_of
from engine.games.spellwars.events_effects import TreasureGained
from engine.games.spellwars.events_flow import CardsDrawn, CardsRevealed, DeckShuffled, SearchDone
from engine.games.spellwars.ops import Place
from engine.games.spellwars.running import Run
from engine.games.spellwars.tasks import Apply, Task


def refill(run: Run) -> bool:
    """Make sure that the spell deck has a card, if there is one; tell whether it has."""
    state = run.state
    if not state.spell_deck and state.discard:
        deck = run.rng.shuffle(state.discard)  # [17.2]
        run.add(DeckShuffled(count=len(deck), deck=Hidden(deck)))
    return bool(run.state.spell_deck)


def draw(run: Run, seat: int, count: int) -> None:
    """Let a seat draw cards, as many as there are."""
    while count > 0 and refill(run):
        cards = run.state.spell_deck[:count]
        run.add(CardsDrawn(seat=seat, count=len(cards), cards=Hidden(cards, (seat,))))
        count -= len(cards)


def search(run: Run, done: SearchDone, want: int = 1) -> None:
    """Reveal cards until ``want`` of a type were found, and put them where ``done`` says.

    ``done`` comes without what was found.
    """
    found: Cards = ()
    while len(found) < want and _holds(run, done.type) and refill(run):
        deck = run.state.spell_deck
        there = (at for at, card in enumerate(deck) if type_of(card) == done.type)
        stop = next(there, None)
        if stop is not None:
            found += (deck[stop],)
        shown = deck if stop is None else deck[: stop + 1]
        run.add(CardsRevealed(seat=done.seat, cards=shown))
    run.add(done.model_copy(update={"found": found}))


def _holds(run: Run, type_: Place) -> bool:
    state = run.state
    return any(type_of(card) == type_ for card in (*state.spell_deck, *state.discard))


def gain_treasure(run: Run, seat: int, *, owed: bool = False) -> tuple[Task, ...]:
    """Let a seat gain the top Treasure, if there is one; return what that brings about."""
    deck = run.state.treasure_deck
    if not deck:
        return ()
    run.add(TreasureGained(seat=seat, treasure=deck[0], owed=owed))
    return on_gaining(seat, deck[0])


def on_gaining(seat: int, treasure: str) -> tuple[Task, ...]:
    """Return what a Treasure does at once for its new owner [11.3]."""
    return (Apply(by=seat, card=treasure, part="gained"),) if TREASURE[treasure].gained else ()
