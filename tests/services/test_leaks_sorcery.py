"""Nobody is sent a spell of Sorcery that it may not know, and no log has any.

Each seat brings spells that no other has, so what is seen of them must have been shown.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.codec import codec_of
from engine.core.rng import Rng
from engine.games import discover
from tests.services.canary import commits_of, found_in, measured, stored, words, written
from tests.services.company import Company, check_service, company, loud_service, secrets_of_all
from tests.services.sorcery_spells import army, brought, spells_in
from tests.services.witness import masked
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.services.stack import Stack

pytestmark = pytest.mark.server

REGISTRY = discover()
GAME = REGISTRY.newest("sorcery")
PLAYERS = ("ada", "bob", "cat")
COMMANDS = 60
SHOWING = {"spell_shown", "spell_exposed", "spell_placed", "effect_begun"}
"""Events that tell everybody the name of a spell [18.2]."""


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with loud_service(server_url, tmp_path_factory.mktemp("sorcery"), TOYS, "sorcery") as running:
        yield running


async def test_nobody_sees_a_spell_of_sorcery_that_it_may_not_know(service: Stack) -> None:
    async with company(service, "sorcery", *PLAYERS, points=200) as party:
        for seat, name in enumerate(PLAYERS):
            await party.join(name, seat, entry=army(seat))
        await party.look()
        await check(party)
        await play(party, COMMANDS, Rng(bytes(32), 0))
        await party.look()
        happened = await check(party)
        kinds = Counter(event.kind for event in happened)
        assert kinds["browsed"] >= 2
        assert kinds["memorised"] >= 2
        hidden = set[str]().union(*map(brought, range(3))) - shown_by(happened)
        assert hidden, "some spells were never shown"
        never = await secrets_of_all(party, PLAYERS)
        assert found_in(stored(service.url), never) == []
        await check_service(party, never)
        assert spells_in((written(service) + await measured(service)).decode()) == set()


async def play(party: Company, commands: int, rng: Rng) -> None:
    """Let bots send commands; whoever can cast does, or else browses."""
    for _ in range(commands):
        seen = (await party.witnesses["spectator"].get("view")).json()
        name = PLAYERS[seen["pending"][0]["seat"]]
        view = (await party.witnesses[name].get("view")).json()
        offered = [one for one in view["options"] if not one.get("optional")]
        kinds = {one.get("command", {}).get("kind"): one for one in offered}
        option = kinds.get("cast") or kinds.get("browse")
        command = option["command"] if option else GAME.policies["greedy"](view, rng)
        named = next((one["decision"] for one in offered if "decision" in one), None)
        await party.does(name, command, decision=named)


async def check(party: Company) -> list[Any]:
    """Check all that anybody was sent, and return what has happened."""
    _, log = await commits_of(party.stack, party.match)
    codec = codec_of(GAME)
    happened = [event for commit in log for event in codec.read_happened(commit.parts()).events]
    shown = shown_by(happened)
    never = await secrets_of_all(party, PLAYERS)
    for name in party.witnesses:
        own = brought(PLAYERS.index(name)) if name in PLAYERS else set[str]()
        seen = party.seen_by(name)
        told = spells_in(masked(seen).decode())
        assert told - shown - own == set(), name
        assert told >= own
        ids = {k: words(*some) for k, some in party.command_ids.items() if k != name}
        assert found_in(seen, {**never, **ids}) == [], name
    return happened


def shown_by(happened: list[Any]) -> set[str]:
    """Return the spells that events have told to everybody."""
    shown = {event.spell for event in happened if event.kind in SHOWING}
    return shown | {event.boost for event in happened if event.kind == "counter_tried"} - {None}
