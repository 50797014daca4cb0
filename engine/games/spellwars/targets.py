"""Whom a text means [7.2] [7.3] [7.4] [7.5] [7.6] [7.8]."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.games.spellwars.ops import Aim, Many
from engine.games.spellwars.state import State, Wizard


def candidates(state: State, caster: int, who: Aim | Many) -> tuple[int, ...]:
    """Return the rivals that fit, clockwise from the caster: for one, those to choose from.

    A die chooses among all rivals.
    """
    rivals = state.rivals(caster)
    narrow = _NARROW.get(who)
    return rivals if narrow is None else narrow(state, rivals)  # [7.8]


Seats = tuple[int, ...]
Filter = Callable[[State, Seats], Seats]


def _most(value: Callable[[Wizard], int], *, having: bool = False) -> Filter:
    """Keep those with the highest value, and nobody without any, if ``having`` [7.3]."""

    def narrow(state: State, seats: Seats) -> Seats:
        values = {seat: value(state.wizards[seat]) for seat in seats}
        best = max(values.values(), default=0)
        return tuple(seat for seat in seats if values[seat] == best and (best or not having))

    return narrow


def _only(fits: Callable[[State, int], bool]) -> Filter:
    return lambda state, seats: tuple(seat for seat in seats if fits(state, seat))


_HAS_ACTED = _only(lambda state, seat: state.wizards[seat].opened)  # [7.5]
_HAS_NO_CREATURE = _only(lambda state, seat: not state.wizards[seat].creatures)
_NARROW: Final[Mapping[Aim | Many, Filter]] = {
    "left": lambda _, seats: seats[:1],  # [7.2]
    "right": lambda _, seats: seats[-1:],
    "strongest": _most(lambda wizard: wizard.life),
    "weakest": _most(lambda wizard: -wizard.life),
    "most_blood": _most(lambda wizard: wizard.blood, having=True),
    "most_treasures": _most(lambda wizard: len(wizard.treasures), having=True),
    "most_creatures": _most(lambda wizard: len(wizard.creatures), having=True),
    "another": _only(lambda state, seat: seat != state.affected),  # [7.6]
    "acted": _HAS_ACTED,
    "each_acted": _HAS_ACTED,
    "no_creature": _HAS_NO_CREATURE,
    "each_no_creature": _HAS_NO_CREATURE,
    "castle_owner": _only(lambda state, seat: seat == state.castle_owner),
    "not_castle_owner": _only(lambda state, seat: seat != state.castle_owner),
}
