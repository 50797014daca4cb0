"""Step 2: what the red suits move [3.2] [3.3]."""

from engine.core.game import Draft
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.regicide.cards import SUIT, Card, Set, Suit
from engine.games.regicide.events import CardsDrawn, DiscardRecycled, Draw, RegicideEvent
from engine.games.regicide.state import State


def working_suits(state: State, cards: Set) -> set[Suit]:
    """Return the suits of a play that have power against the enemy, each once [3.1] [3.7]."""
    suits: set[Suit] = {SUIT[card] for card in cards}
    return suits - {state.immune_suit}


def recycle(draft: Draft[State, RegicideEvent], value: int, rng: Rng) -> None:
    """Move discarded cards under the Tavern deck, as hearts do [3.2]."""
    if not draft.state.discard_pile:  # [3.8]
        return
    shuffled = rng.shuffle(draft.state.discard_pile)  # [12.2]
    moved, left = shuffled[:value], shuffled[value:]
    draft.add(
        DiscardRecycled(
            count=len(moved),
            moved=Hidden(moved),  # [11.4]
            left=Hidden(left),
            top=left[-1] if left else None,
        )
    )


def draw(draft: Draft[State, RegicideEvent], value: int) -> None:
    """Let the players draw from the Tavern deck, as diamonds do [3.3]."""
    state = draft.state
    room = [state.hand_limit - len(hand) for hand in state.hands]
    drawn: dict[int, list[Card]] = {}
    seat = state.current
    for card in state.tavern_deck[: min(value, sum(room))]:
        while not room[seat]:
            seat = state.after(seat)
        drawn.setdefault(seat, []).append(card)
        room[seat] -= 1
        seat = state.after(seat)
    if drawn:  # [3.8]
        draws = tuple(
            Draw(seat=seat, count=len(cards), cards=Hidden(tuple(cards), (seat,)))  # [11.5]
            for seat, cards in drawn.items()
        )
        draft.add(CardsDrawn(draws=draws))
