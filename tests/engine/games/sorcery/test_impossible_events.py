"""Events that can't have happened are refused, whatever a stored or sent file says."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.core.messages import Event
from engine.core.rejection import ImpossibleEventError
from engine.games.sorcery import GAME
from engine.games.sorcery.evolve import evolve
from engine.games.sorcery.state import Figure, Player, State
from tests.engine.games.sorcery.table import SOUTH, dropped, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
EVENTS = TypeAdapter[Any](GAME.event)
FAR = (2_000, 35_000)


def hidden(value: Any) -> dict[str, Any]:
    """Return a secret as it is stored."""
    return {"value": value, "to": [0]}


LAID: dict[str, Any] = {
    "battlefield": "crossroads",
    "limit": 300,
    "seats": 2,
    "order": [0, 1],
    "figures": [{"card": "mage", "seat": 0, "book": "grey_codex"}],
    "spells": [hidden(["sting"])],
}
PUT: dict[str, Any] = {"what": "act", "seat": 0, "agenda": hidden([])}
SHOWN: dict[str, Any] = {
    "figure": "f1", "book": "b1", "spell": "sting", "way": 0, "targets": [], "at": None,
    "breach": False,
}  # fmt: skip
BEGUN: dict[str, Any] = {
    "effect": "e2", "spell": "charm", "way": 0, "book": "b1", "caster": "f1", "on": "f1",
}  # fmt: skip


class Unheard(Event):
    kind: str = "unheard"


def battle() -> State:
    """Return seat 0's action phase.

    f1 bears b1 with sting, charm and retort, and rests on two tokens; its haze e1 is out for two
    rounds. f4 is gone, b2 lies on the field.
    """
    return table(
        stand("mage", 0, (18_000, 5_000), book="sting charm retort", tokens=2),
        stand("blade", 0, (9_000, 2_000), click=1, used=("syphon_energy", "mind_probe")),
        stand("blade", 1, (18_000, 9_000), facing=SOUTH),
        stand("blade", 1, None, gone=True),
        stand("blade", 1, FAR),
        out("haze", "f1", left=2),
        dropped((9_000, 9_000), "dart"),
        players=(Player(), Player(left=True)),
    )


def stored(kind: str, **fields: Any) -> Event:
    """Return an event as it is read from a file."""
    return EVENTS.validate_python({"kind": kind, **fields})


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("table_laid", LAID),
        ("figure_deployed", {"figure": "f1", "at": FAR, "facing": SOUTH}),
        ("round_started", {"round": 2}),
        ("turn_started", {"seat": 3, "actions": 3}),
        ("phase_started", {"phase": "action"}),
        ("question_put", {**PUT, "number": 2}),
        ("answered", {"number": 2, "seat": 0}),
        ("answered", {"number": 1, "seat": 1}),
        ("question_dropped", {"number": 0}),
        ("action_taken", {"figure": "f1", "action": "move"}),
        ("action_taken", {"figure": "f3", "action": "move"}),
        ("action_taken", {"figure": "f4", "action": "move"}),
        ("tokens_changed", {"figure": "f1", "to": 3, "why": "spell"}),
        ("tokens_changed", {"figure": "f1", "to": 2, "why": "spell"}),
        ("tokens_changed", {"figure": "f2", "to": -1, "why": "rested"}),
        ("tokens_changed", {"figure": "f4", "to": 1, "why": "spell"}),
        ("auto_pass_set", {"seat": 0, "on": False}),
        ("auto_pass_set", {"seat": 3, "on": True}),
        ("player_left", {"seat": 1}),
        ("player_left", {"seat": 2}),
        ("match_ended", {"winners": [], "why": "rounds", "points": [0], "objectives": []}),
        ("match_ended", {"winners": [1], "why": "rounds", "points": [0, 0], "objectives": []}),
        ("match_ended", {"winners": [2], "why": "rounds", "points": [0, 0], "objectives": []}),
        ("moved", {"figure": "f4", "path": [FAR], "cost": 1, "facing": SOUTH}),
        ("turned", {"figure": "f4", "facing": SOUTH}),
        ("displaced", {"figure": "f4", "to": FAR}),
        ("damaged", {"figure": "f2", "dealt": 5, "amount": 5, "why": "attack"}),
        ("damaged", {"figure": "f4", "dealt": 1, "amount": 1, "why": "attack"}),
        ("healed", {"figure": "f2", "amount": 2}),
        ("saved", {"figure": "f2", "click": 5, "by": "ward_stone", "dealt": 1, "why": "attack"}),
        ("eliminated", {"figure": "f4"}),
        ("syphoned", {"figure": "f2", "friend": "f1"}),
        ("syphoned", {"figure": "f1", "friend": "f4"}),
        ("probed", {"figure": "f2", "target": "f1", "ability": "focus"}),
        ("probed", {"figure": "f1", "target": "f4", "ability": "focus"}),
        ("book_taken", {"figure": "f1", "book": "b2", "leaves": hidden([])}),
        ("book_taken", {"figure": "f2", "book": "b1", "leaves": hidden([])}),
        (
            "browsed",
            {"figure": "f2", "book": "b1", "turned_up": hidden(False), "spell": hidden("charm")},
        ),
        (
            "browsed",
            {"figure": "f1", "book": "b1", "turned_up": hidden(False), "spell": hidden("dart")},
        ),
        ("memorised", {"figure": "f1", "book": "b2", "spell": hidden(None)}),
        ("memorised", {"figure": "f1", "book": "b1", "spell": hidden("haze")}),
        ("spell_shown", {**SHOWN, "figure": "f2"}),
        ("spell_shown", {**SHOWN, "spell": "dart"}),
        ("spell_placed", {"book": "b1", "spell": "haze", "where": "face_up_bottom"}),
        ("spell_over", {}),
        ("effect_begun", {**BEGUN, "effect": "e1"}),
        ("effect_begun", {**BEGUN, "on": "f4"}),
        ("effect_begun", {**BEGUN, "spell": "ring"}),
        ("counted_down", {"effect": "e1", "left": 2}),
        ("counted_down", {"effect": "e1", "left": 0}),
        ("effect_ended", {"effect": "e2", "why": "time"}),
        ("spell_muddled", {"book": "b3"}),
        ("spells_recalled", {"book": "b3"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_impossible_event_is_refused(kind: str, fields: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleEventError):
        evolve(battle(), stored(kind, **fields))


def test_an_event_of_no_kind_is_refused() -> None:
    with pytest.raises(ImpossibleEventError, match="'unheard' is no event of this game"):
        evolve(battle(), Unheard())


def test_what_an_event_names_and_there_is_not_is_told() -> None:
    with pytest.raises(ImpossibleEventError, match="'damaged' names 'f9', and there is none"):
        evolve(battle(), stored("damaged", figure="f9", dealt=1, amount=1, why="attack"))


@pytest.mark.parametrize(
    "changes",
    [
        {"order": [0, 2]},
        {"battlefield": "moon"},
        {"figures": [{"card": "mage", "seat": 2, "book": "grey_codex"}]},
        {"figures": [{"card": "nobody", "seat": 0, "book": "grey_codex"}]},
        {"figures": [{"card": "mage", "seat": 0, "book": "diary"}]},
        {"figures": [{"card": "mage", "seat": 0, "book": None}]},
        {"spells": [hidden(["sing"])]},
        {"spells": []},
    ],
)
def test_no_table_is_laid_of_what_there_is_not(changes: dict[str, Any]) -> None:
    laid = evolve(State(), stored("table_laid", **LAID))
    assert laid.figures["f1"] == Figure(n="f1", card="mage", seat=0, book="b1")
    with pytest.raises(ImpossibleEventError):
        evolve(State(), stored("table_laid", **{**LAID, **changes}))


@pytest.mark.parametrize("seats", [1, 5, 10**8])
def test_no_number_of_seats_in_a_stored_event_is_out_of_bounds(seats: int) -> None:
    with pytest.raises(ValidationError, match="seats"):
        stored("table_laid", **{**LAID, "seats": seats})


def test_no_stored_seat_is_counted_from_the_last() -> None:
    with pytest.raises(ValidationError, match="seat"):
        stored("player_left", seat=-1)
    with pytest.raises(ValidationError, match="winners"):
        stored("match_ended", winners=[-1], why="rounds", points=[0, 0], objectives=[])
