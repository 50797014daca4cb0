"""Twin matches of Spell Wars: two turns that differ in hands, decks and spells nobody opens."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.core.secrecy import Hidden
from engine.games.spellwars import GAME
from engine.games.spellwars.cards import COMPONENTS, DEAD_DECK, SPELL_DECK, TREASURE_DECK
from engine.games.spellwars.events_flow import (
    BuildingStarted,
    CardsDrawn,
    RoundStarted,
    TableLaid,
    TurnStarted,
)
from engine.games.spellwars.state import HAND
from tests.services.twin_kit import SEATS, Act, Opening, Twins, Viewer, rotated

if TYPE_CHECKING:
    from collections.abc import Sequence

_HELD = (
    ("count_vanish", "mister_nobody"),
    ("widow_gloam", "humming", "sidelong", "stampeding", "inkblot", "root_wyrm", "wild_magic"),
    ("wild_magic", "wild_magic", "mossy", "marrow_ox", "leeching", "overannotated", "candle_moth"),
)
"""The cards that each seat builds with or gives away, which it holds from the start."""
_REVEALED = ("gravehound", "thorny", "nine_librarians")
"""The top of the spell deck: seat 2's Wild Magic turns these up."""
_TREASURE = "deep_pocket"
"""What seat 2 gains by it; a card of its hand goes under it."""
_DRAWN = {0: (), 1: (0, 1, 2), 2: (3, 4, 5, 6, 7)}
"""Which cards of the spell deck below those each seat draws in the second turn."""
_SPARE = [HAND - len(held) for held in _HELD]
"""How many cards of each hand are never built with."""


_BELOW = sum(_SPARE)
"""Where the spell deck goes on in the row of other cards: the hands come first."""


def _fill() -> list[str]:
    """Return all other cards, neighbours different ones but for the Wild Magic at the end."""
    left = Counter(SPELL_DECK) - Counter([*_REVEALED, *(card for held in _HELD for card in held)])
    most = max(left.values())
    return [card for copy in range(most) for card, count in left.items() if copy < count]


def _build(**places: str) -> dict[str, Any]:
    return {"kind": "build", **places}


def _choose(pick: str) -> dict[str, Any]:
    return {"kind": "choose", "pick": pick}


def _script(viewer: Viewer) -> tuple[Act, ...]:
    """Return two turns; of the spells of the second one only seat 0's is opened."""
    shown = viewer == 0  # it learns what it is given
    left = ("stampeding", "overannotated") if shown else ("sidelong", "leeching")
    stampeding, overannotated = (
        None if shown else _choose(f"card:{card}") for card in ("stampeding", "overannotated")
    )
    three = _build(source="wild_magic", quality="mossy", delivery="marrow_ox")
    whole = _build(source="inkblot", quality="stampeding", delivery="root_wyrm")
    doubts = (_build(quality="leeching"), _build(source="wild_magic", delivery="wild_magic"))
    first, second = "1.1.build", "1.2.build"
    return (
        Act(seat=1, command=_build(quality="humming"), instead=whole, decision=first, survey=True),
        Act(seat=2, command=three, doubts=doubts, decision=first),
        Act(seat=1, command=_build(source="widow_gloam", quality="humming"), decision=first),
        Act(seat=0, command=_build(source="count_vanish"), decision=first),
        Act(seat=1, command=_choose("card:sidelong"), instead=stampeding, survey=True),  # given
        Act(seat=2, command=_choose("card:leeching"), instead=overannotated),
        Act(seat=1, command=_choose("seat:2")),  # whom its spell robs
        Act(seat=1, command=_choose("seat:0"), survey=True),  # and whom it hits
        Act(seat=2, command=_choose("card:candle_moth"), survey=True),  # under its Treasure
        Act(
            seat=1,
            command=whole,
            instead=_build(source="inkblot", quality=left[0], delivery="wild_magic"),
            doubts=(_build(source="inkblot"),),
            decision=second,
        ),
        Act(
            seat=2,
            command=_build(source="wild_magic", quality="overannotated"),
            instead=_build(quality=left[1], delivery="wild_magic"),
            doubts=(_build(source="wild_magic"),),
            decision=second,
        ),
        Act(seat=0, command=_build(source="mister_nobody"), decision=second, survey=True),
    )


def _deal(fill: Sequence[str], treasures: Sequence[str], dead: Sequence[str]) -> Opening:
    ends = [sum(_SPARE[: seat + 1]) for seat in range(SEATS)]
    hands = [
        (*held, *fill[end - spare : end])
        for held, spare, end in zip(_HELD, _SPARE, ends, strict=True)
    ]
    deck = (*(card for hand in hands for card in hand), *_REVEALED, *fill[_BELOW:])
    return Opening(
        events=(
            TableLaid(
                mode="classic",
                dead_draw_on_death=True,
                seats=SEATS,
                spell_deck=Hidden(deck),
                treasure_deck=Hidden((_TREASURE, *treasures)),
                dead_wizard_deck=Hidden(tuple(dead)),
            ),
            RoundStarted(round=1),
            *(
                CardsDrawn(seat=seat, count=HAND, cards=Hidden(hand, (seat,)))
                for seat, hand in enumerate(hands)
            ),
            TurnStarted(turn=1),
            BuildingStarted(),
        )
    )


def spellwars_twins(match: str, viewer: Viewer) -> Twins:
    """All cards that the viewer never sees change places, and the decks of the others do."""
    fill = _fill()
    treasures = [treasure for treasure in TREASURE_DECK if treasure != _TREASURE]
    known = set[int]()
    if viewer is not None:
        begin = sum(_SPARE[:viewer])
        known = {*range(begin, begin + _SPARE[viewer])}
        known |= {_BELOW + place for place in _DRAWN[viewer]}
    unknown = [place for place in range(len(fill)) if place not in known]
    own = {*(() if viewer is None else _HELD[viewer]), *(fill[place] for place in known)}
    never = [card for card in (fill[place] for place in unknown) if card not in own][:4]
    return Twins(
        game=GAME,
        match=match,
        viewer=viewer,
        openings=(
            _deal(fill, treasures, DEAD_DECK),
            _deal(
                rotated(fill, unknown),
                rotated(treasures, range(len(treasures))),
                rotated([*DEAD_DECK], range(len(DEAD_DECK))),
            ),
        ),
        script=_script(viewer),
        wrong=(
            *(_choose(f"card:{card}") for card in never),
            _choose("seat:7"),
            _choose(f"treasure:{treasures[0]}"),
            _build(source="wild_magic"),  # a decision must be named
        ),
        wrong_choices=tuple(
            ("1.1.build", _build(**{COMPONENTS[card].type: card})) for card in never
        ),
    )
