"""What a worker holds of a match: when it may be decided upon without a look at the store."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games import discover
from services.cli.local import LocalMatch, Secrets
from services.common.fold import Folded
from services.common.store_types import Mail, Standing, Token
from services.worker.matches import Held

DONE = 7


@pytest.fixture
def held() -> Held:
    game = discover().newest("regicide")
    match = LocalMatch(game, game.examples[0][0], 2, Secrets(1, "held", 0))
    folded = Folded(match.header, game, match.state, match.head)
    return Held(folded=folded, seed=bytes(32), salt_key=bytes(32), done=DONE, box={1: b"choice"})


def token(held: Held, arrival: int | None) -> Token:
    mail = None if arrival is None else Mail(arrival, 1, "ada", "c1", "command", b"{}")
    return Token(0, "1-0", held.folded.header.match, mail)


def test_only_the_next_command_is_decided_from_what_is_held(held: Held) -> None:
    found = held.before(token(held, DONE + 1))
    assert found is not None
    assert [mail.arrival for mail in found.mail] == [DONE + 1]
    assert held.stands_at(found.standing)
    for arrival in (None, DONE - 1, DONE, DONE + 2):
        assert held.before(token(held, arrival)) is None


@pytest.mark.parametrize("other", [{"status": "closed"}, {"parked": True}])
def test_a_match_that_takes_nothing_is_looked_at_first(held: Held, other: dict[str, Any]) -> None:
    state = replace(held.folded.state, **other)
    stopped = replace(held, folded=replace(held.folded, state=state))
    assert stopped.before(token(held, DONE + 1)) is None


def test_what_is_held_stands_only_where_nobody_decided_anything_since(held: Held) -> None:
    version, head = held.folded.version, held.folded.head
    assert held.stands_at(Standing(version, DONE, head))
    assert not held.stands_at(Standing(version, DONE + 1, head)), "a choice was sealed elsewhere"
    assert not held.stands_at(Standing(version + 1, DONE, head))
    assert not held.stands_at(Standing(version, DONE, "0" * 64))
