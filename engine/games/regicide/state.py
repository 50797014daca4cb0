"""The table: everything the rules know, folded from events."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from engine.games.regicide.cards import ATTACK, HEALTH, RANK, SUIT, Card, Set, Suit, value_of
from engine.games.regicide.commands import Mood
from engine.games.regicide.events import LossReason

Step = Literal["setup", "play", "suffer", "next", "royal", "over"]
SOLO_YIELD_ALLOWED = False


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class State:
    step: Step = "setup"
    """What is waited for; ``over`` after the end."""
    turn: int = 0
    """Turns begun."""
    current: int = 0
    """The seat whose turn it is."""

    exact_kill: Literal["must", "may"] = "must"
    hand_limit: int = 0

    enemy: Card | None = None
    """The royal turned up; stays here, defeated, until it is placed, and after a victory."""
    castle_deck: Set = ()
    """The royals behind it, the next one first."""
    tavern_deck: Set = ()
    """The first card is the top."""
    known_on_top: int = 0
    """How many of its upper cards everybody knows [11.2]."""
    discard_pile: Set = ()
    """The last card is the top."""
    hands: tuple[Set, ...] = ()
    """One a seat, in the order the cards came."""

    played_against_enemy: tuple[Set, ...] = ()
    """One entry a play, oldest first."""
    damage_taken: int = 0
    shield: int = 0
    immunity_cancelled: bool = False

    yielded_last_turn: tuple[bool, ...] = ()
    """One a seat; False also for a seat that has had no turn."""
    signals: tuple[Mood | None, ...] = ()
    """Sent since the newest Jester, one a seat."""
    solo_jesters: int = 0
    """Jesters aside that can still be flipped."""
    flips: int = 0
    """Jesters aside that were flipped."""

    enemies_defeated: int = 0
    loss: LossReason | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def enemy_health(self) -> int:
        return HEALTH[RANK[self.foe]]

    @property
    def enemy_attack(self) -> int:
        return ATTACK[RANK[self.foe]]

    @property
    def effective_attack(self) -> int:
        """What a blow costs now [5.1]."""
        return max(0, self.enemy_attack - self.shield)

    @property
    def foe(self) -> Card:
        """The enemy, where there must be one."""
        assert self.enemy is not None, "no enemy before the deal"
        return self.enemy

    @property
    def immune_suit(self) -> Suit | None:
        """The suit that has no power against the enemy [3.7]."""
        return None if self.immunity_cancelled else SUIT[self.foe]

    def after(self, seat: int) -> int:
        """Return the next seat clockwise [1.6]."""
        return (seat + 1) % self.seats

    def may_yield(self, seat: int) -> bool:
        """Tell whether a seat may yield in its turn [7.2]."""
        if self.seats == 1:
            return SOLO_YIELD_ALLOWED  # [7.4]
        others = (flag for other, flag in enumerate(self.yielded_last_turn) if other != seat)
        return not all(others)

    def may_signal(self, seat: int) -> bool:
        """Tell whether a seat may send a signal now [6.6]."""
        return self.step == "next" and self.signals[seat] is None

    def blocked_shield(self) -> int:
        """Return what the spades that an enemy of spades blocked are worth [6.3].

        Nothing if its immunity is cancelled already: they count once [6.4].
        """
        if self.immune_suit != "S":
            return 0
        return sum(
            value_of(play)
            for play in self.played_against_enemy
            if any(SUIT.get(card) == "S" for card in play)
        )


def pieces(state: State) -> Counter[str]:
    """Count all cards there are, wherever they lie."""
    count: Counter[str] = Counter(state.castle_deck)
    count.update(state.tavern_deck)
    count.update(state.discard_pile)
    for cards in (*state.hands, *state.played_against_enemy):
        count.update(cards)
    count.update(() if state.enemy is None else (state.enemy,))
    return count
