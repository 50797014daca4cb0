"""Operations on hands, Futures and Pasts; those that ask return False until they are done."""

from collections.abc import Sequence

from engine.core.copying import changed
from engine.core.question import card_of, card_picks
from engine.core.secrecy import Hidden
from engine.games.chosen.cards import CARDS, Card
from engine.games.chosen.events_effects import (
    CardsDiscarded,
    CardsDrawn,
    CardsMilled,
    Found,
    Recovered,
)
from engine.games.chosen.meant import who
from engine.games.chosen.ops import CardType, Discard, Recover, Search
from engine.games.chosen.running import Run
from engine.games.chosen.state import Subject
from engine.games.chosen.tasks import Apply


def draw(run: Run, seat: int, count: int) -> None:
    """Draw, as far as the Future goes [3.4]."""
    cards = run.player(seat).future[:count]
    if cards:
        run.add(CardsDrawn(seat=seat, count=len(cards), cards=Hidden(cards, (seat,))))


def mill(run: Run, seat: int, count: int) -> None:
    """Let the top of a Future go to the Past, as far as the Future goes."""
    cards = run.player(seat).future[:count]
    if cards:
        run.add(CardsMilled(seat=seat, cards=cards))


def of_type(cards: Sequence[Card], type_: CardType) -> list[Card]:
    return [card for card in cards if CARDS[card].type == type_]


def discard(run: Run, task: Apply, op: Discard) -> bool:
    """Let players discard cards of their hands, one after the other [5.8]."""
    left = task.hit
    if not task.asking:
        left = tuple(
            seat
            for seat in who(run.state, task, op.who)
            for _ in range(min(op.count, len(run.player(seat).hand)))
        )
    while left:
        seat = left[0]
        hand = run.player(seat).hand
        if not hand or run.player(seat).out:
            left, task = left[1:], changed(task, answer=None)
            continue
        if op.by_chance:
            card = run.rng.choice(hand)
        else:
            subject = Subject(about="discard", card=task.card, by=task.by)
            asking = changed(task, hit=left, asking=True)
            pick = run.ask(asking, (seat,), subject, (), card_picks(hand))
            if pick is None:
                return False
            card = card_of(pick)
        run.add(CardsDiscarded(seat=seat, cards=(card,)))
        left, task = left[1:], changed(task, answer=None)
    return True


def search(run: Run, task: Apply, op: Search) -> bool:
    """Take a card of a type from the own Future, which is shuffled [16.3]."""
    seat = task.by
    future = run.player(seat).future
    own = card_picks(of_type(sorted(future), op.type))
    subject = Subject(about="search", card=task.card, by=seat)
    pick = run.ask(changed(task, asking=True), (seat,), subject, ("none",), own)
    if pick is None:
        return False
    card = None if pick == "none" else card_of(pick)
    rest = list(future)
    if card is not None:
        rest.remove(card)
    run.add(
        Found(
            seat=seat,
            took=card is not None,
            shown=card if op.show else None,
            card=Hidden(card, (seat,)),
            future=Hidden(run.rng.shuffle(sorted(rest))),  # nothing follows from the old order
        )
    )
    return True


def recover(run: Run, task: Apply, op: Recover) -> bool:
    """Take a card of a type from the own Past, if there is one."""
    picks = card_picks(of_type(run.player(task.by).past, op.type))
    if not picks:
        return True
    subject = Subject(about="recover", card=task.card, by=task.by)
    pick = run.ask(changed(task, asking=True), (task.by,), subject, picks)
    if pick is None:
        return False
    run.add(Recovered(seat=task.by, card=card_of(pick)))
    return True
