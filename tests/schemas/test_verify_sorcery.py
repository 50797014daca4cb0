"""Forged battles of Sorcery: what an attack is said to have been is changed."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.answer import view_answer
from engine.core.rng import Rng
from tests.engine.games.sorcery.golden_players import ARMIES, PLAYERS
from tests.schemas.forging import Forgery, Table, judged, refused_at


@cache
def fought() -> tuple[Forgery, int]:
    """Return a closed battle, and the number of the commit with its first attack."""
    table = Table("sorcery@1", 2, points=100)
    rng = Rng(bytes(32), 0)
    for seat, army in enumerate(["storm", "packs"]):
        entry = ARMIES[army].model_dump(mode="json")
        assert table.send(f"p{seat}", {"kind": "match.join", "entry": entry}) == "accepted"
    while '"attacked"' not in table.texts[-1].public:
        question = table.state.game.question
        seen: Any = from_json(to_json(view_answer(table.game, table.state, question.seat)))
        command = PLAYERS["hunting"](seen, rng)
        assert table.send(f"p{question.seat}", command, question.id) == "accepted"
    number = len(table.texts)
    assert table.send("p0", {"kind": "match.resign"}) == "accepted"
    return table.forgery(), number


def test_the_battle_itself_is_genuine() -> None:
    assert judged(fought()[0].file()).genuine


@pytest.mark.parametrize(
    "edit",
    [
        lambda attack: attack.update(breach=True),
        lambda attack: attack.update(attack_of="f1"),
        lambda attack: attack["defence"].update(value=attack["defence"]["value"] + 1),
        lambda attack: attack["attack"].update(modifiers=[{"what": "gang up", "amount": 1}]),
    ],
    ids=["spellbreach", "another's attack", "the defence", "a modifier"],
)
def test_another_attack_than_the_rules_make_is_refused(edit: Callable[[Any], None]) -> None:
    match, number = fought()

    def forge(data: Any) -> None:
        (attack,) = [event for event in data["events"] if event["kind"] == "attacked"]
        before = to_json(attack)
        edit(attack)
        assert to_json(attack) != before

    assert refused_at(match.edited(number, forge), number)
