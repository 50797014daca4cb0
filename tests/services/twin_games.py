"""Twin deals: openings by hand that differ only in cards a viewer never learns, and what is played.

Each game gives its script (what every seat does, the same in both matches) and two openings for
each viewer: a seat, or None for those without a seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.secrecy import Hidden
from engine.games.regicide import GAME as REGICIDE
from engine.games.regicide.cards import COURT, TAVERN
from engine.games.regicide.events import Dealt, TurnStarted
from tests.services.twin_kit import SEATS, Act, Opening, Twins, Viewer, rotated
from tests.services.twin_spellwars import spellwars_twins
from tests.toys import brings, rps

if TYPE_CHECKING:
    from collections.abc import Sequence

# --- Regicide -----------------------------------------------------------------------------------

_HELD = (("5D", "10C", "3H", "9D", "4C"), ("7H", "9C", "2C", "10S"), ("8D", "X1"))
"""The cards that each seat plays or pays with, which it holds from the start."""
_HAND = 6
_DRAWN = {0: (0, 2), 1: (3, 4, 5), 2: (1,)}
"""Which cards of the Tavern deck each seat draws."""
_FILL = [
    card
    for card in dict.fromkeys(("10D", "2D", "3D", "10H", *TAVERN))
    if not any(card in held for held in _HELD)
]
"""All other cards. The tens move to another hand in the second match: their names are longer."""
_HANDS = [_HAND - len(held) for held in _HELD]
"""How many cards of each hand are never played."""
_TAVERN = sum(_HANDS)
"""Where the Tavern deck begins in the row of fillers: the hands come first."""

REGICIDE_SCRIPT = (
    Act(seat=0, command={"kind": "play", "cards": ["5D"]}),  # draws one card
    Act(seat=0, command={"kind": "discard", "cards": ["10C"]}, survey=True),
    Act(seat=1, command={"kind": "play", "cards": ["7H"]}),  # under the deck with one
    Act(seat=1, command={"kind": "discard", "cards": ["9C", "2C"]}, survey=True),
    Act(seat=2, command={"kind": "play", "cards": ["8D"]}),  # all draw; the Jack falls exactly
    Act(seat=2, command={"kind": "play", "cards": ["X1"]}),
    Act(seat=0, command={"kind": "signal", "mood": "willing"}),
    Act(seat=1, command={"kind": "signal", "mood": "reluctant"}),
    Act(seat=2, command={"kind": "choose_next", "seat": 0}, survey=True),
    Act(seat=0, command={"kind": "play", "cards": ["3H"]}),  # shuffles the discard pile
    Act(seat=0, command={"kind": "discard", "cards": ["9D", "4C"]}),
    Act(seat=1, command={"kind": "yield"}),
    Act(seat=1, command={"kind": "discard", "cards": ["10S"]}, survey=True),
)


def _regicide_deal(fill: Sequence[Any], castle: Sequence[Any]) -> Opening:
    ends = [sum(_HANDS[: seat + 1]) for seat in range(SEATS)]
    hands: list[Any] = [
        (*_HELD[seat], *fill[end - _HANDS[seat] : end]) for seat, end in enumerate(ends)
    ]
    tavern = tuple(fill[_TAVERN:])
    dealt = Dealt(
        exact_kill="must",
        enemy=castle[0],
        castle_deck=Hidden(tuple(castle[1:])),
        tavern_deck=Hidden(tavern),
        tavern_count=len(tavern),
        hands=tuple(Hidden(hand, (seat,)) for seat, hand in enumerate(hands)),
        hand_limit=_HAND,
        solo_jesters=0,
    )
    return Opening(events=(dealt, TurnStarted(seat=0)))


def regicide_twins(match: str, viewer: Viewer) -> Twins:
    """All cards that the viewer never sees change places: other hands, the decks."""
    castle = ["JS", "JC", "JD", "JH", *COURT[1], *COURT[2]]
    turned = castle
    for places in ((2, 3), (4, 5, 6, 7), (8, 9, 10, 11)):  # the second Jack comes to light
        turned = rotated(turned, places)
    known = set[int]()
    if viewer is not None:
        begin = sum(_HANDS[:viewer])
        known = {*range(begin, begin + _HANDS[viewer])}
        known |= {_TAVERN + place for place in _DRAWN[viewer]}
    unknown = [place for place in range(len(_FILL)) if place not in known]
    others = [_FILL[place] for place in unknown]
    never = [*others[:3], others[len(others) // 2], others[-1], "KH"]
    return Twins(
        game=REGICIDE,
        match=match,
        viewer=viewer,
        openings=(
            _regicide_deal(_FILL, castle),
            _regicide_deal(rotated(_FILL, unknown), turned),
        ),
        script=REGICIDE_SCRIPT,
        wrong=(
            *({"kind": "play", "cards": [card]} for card in never),
            *({"kind": "discard", "cards": [card]} for card in never[:2]),
            {"kind": "play", "cards": [never[0], never[1]]},
            {"kind": "choose_next", "seat": 7},
            {"kind": "place_royal", "where": "tavern"},
            {"kind": "flip_jester"},
        ),
    )


# --- rock, paper, scissors ----------------------------------------------------------------------


def _choice(figure: str, *, spend: bool = False) -> dict[str, Any]:
    return {"kind": "choose", "choice": figure, "spend": spend}


def _signal(say: str) -> dict[str, Any]:
    return {"kind": "signal", "say": say}


_DOUBTS = (_choice("scissors", spend=True), _choice("rock"))

RPS_SCRIPT = (
    Act(seat=1, command=_choice("rock"), decision="round.1", doubts=_DOUBTS, survey=True),
    Act(seat=2, command=_signal("hm")),  # whatever a change of mind brought would come before
    Act(seat=2, command=_choice("paper"), decision="round.1", doubts=_DOUBTS[:1]),
    Act(seat=1, command=_signal("ha")),
    Act(seat=0, command=_choice("rock"), decision="round.1"),
    Act(seat=0, command=_choice("paper", spend=True), decision="round.2", doubts=_DOUBTS),
    Act(seat=2, command=_choice("rock"), decision="round.2", doubts=_DOUBTS),
    Act(seat=1, command=_choice("scissors"), decision="round.2", survey=True),
    Act(seat=2, command=_choice("rock"), decision="round.3", instead=_choice("paper", spend=True)),
    Act(seat=0, command=_signal("hm")),
    Act(
        seat=1,
        command=_choice("paper"),
        decision="round.3",
        doubts=_DOUBTS,
        instead=_choice("scissors"),
        survey=True,
    ),
)
"""Seat 0 spends its card; in the third round two seats have chosen, and it is not opened."""


def _rps_deal(cards: Sequence[rps.Card]) -> Opening:
    shown = tuple(Hidden(card, (seat,)) for seat, card in enumerate(cards[:SEATS]))
    return Opening(events=(rps.Dealt(rounds=3, cards=shown, rest=Hidden(tuple(cards[SEATS:]))),))


def rps_twins(match: str, viewer: Viewer) -> Twins:
    """Cards that are never spent differ, and so does what others seal and what they thought of."""
    figures: list[rps.Figure] = [rps.FIGURES[place % 3] for place in range(2 * SEATS)]
    cards = [rps.Card(name=f"card-{n}", figure=one) for n, one in enumerate(figures)]
    unknown = [place for place in range(1, 2 * SEATS) if place != viewer]
    stale = {"kind": "choose", "choice": "rock", "spend": True}
    return Twins(
        game=rps.GAME,
        match=match,
        viewer=viewer,
        openings=(_rps_deal(cards), _rps_deal(rotated(cards, unknown))),
        script=RPS_SCRIPT,
        wrong=(stale, {"kind": "choose", "choice": "rock"}),  # a decision must be named
    )


# --- bring four numbers -------------------------------------------------------------------------

_PLAYED = (("2", "1"), ("5", "6"), ("5",))
_ELSE = ((("3", "4"), ("8", "9")), (("7", "8"), ("1", "2")), (("1", "6", "9"), ("2", "7", "8")))
"""What each seat never plays: in the first match, in the second one for a viewer elsewhere."""

BRINGS_SCRIPT = (
    Act(seat=0, command={"kind": "play", "digits": ["2"]}),
    Act(seat=1, command={"kind": "play", "digits": ["5", "6"]}, survey=True),
    Act(seat=2, command={"kind": "play", "digits": ["5"]}),
    Act(seat=0, command={"kind": "play", "digits": ["1"]}, survey=True),
)


def _brings_deal(never: Sequence[Sequence[str]]) -> Opening:
    bags = [(*played, *rest) for played, rest in zip(_PLAYED, never, strict=True)]
    dealt = brings.Dealt.model_validate(
        {
            "hands": [Hidden(bag[:2], (seat,)) for seat, bag in enumerate(bags)],
            "piles": [Hidden(bag[2:]) for bag in bags],
        }
    )
    return Opening(events=(dealt,), entries=[{"digits": sorted(bag)} for bag in bags])


def brings_twins(match: str, viewer: Viewer) -> Twins:
    """What others brought differs in all the numbers that they don't play."""
    first = [pair[0] for pair in _ELSE]
    second = [pair[0 if seat == viewer else 1] for seat, pair in enumerate(_ELSE)]
    wrong = ("7", "8") if viewer == 0 else ("3", "4")
    return Twins(
        game=brings.GAME,
        match=match,
        viewer=viewer,
        openings=(_brings_deal(first), _brings_deal(second)),
        script=BRINGS_SCRIPT,
        wrong=tuple({"kind": "play", "digits": [digit]} for digit in wrong),
        config={"limit": 30},
    )


VIEWERS: tuple[Viewer, ...] = (0, 1, 2, None)
MAKERS = {
    "regicide": regicide_twins,
    "spellwars": spellwars_twins,
    "rps": rps_twins,
    "brings": brings_twins,
}


def twins_of(game: str, viewer: Viewer) -> Twins:
    """Return the twins of a game for a viewer; their id is fixed."""
    who = "nobody" if viewer is None else f"seat{viewer}x"
    return MAKERS[game](f"{game[:8]:z<8}{who}twins".ljust(20, "2")[:20], viewer)


def all_twins() -> list[Twins]:
    return [twins_of(game, viewer) for game in MAKERS for viewer in VIEWERS]
