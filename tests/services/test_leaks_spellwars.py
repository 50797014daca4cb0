"""Nobody is sent the name of a card of Spell Wars that it may not know, and no log has any.

A few turns are played by real processes, with changes of mind, while everybody looks at everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.core.rng import Rng
from engine.games import discover
from tests.services.canary import found_in, measured, stored, tables_of, words, written
from tests.services.company import Company, check_service, company, loud_service, secrets_of_all
from tests.services.spellwars_cards import cards_in
from tests.services.witness import masked
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.spellwars.state import State, Wizard
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

REGISTRY = discover()
GAME = REGISTRY.newest("spellwars")
PLAYERS = ("ada", "bob", "cat")
COMMANDS = 20


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    data = tmp_path_factory.mktemp("spellwars")
    with loud_service(server_url, data, TOYS, "spellwars") as running:
        yield running


async def test_nobody_sees_a_card_of_spell_wars_that_it_may_not_know(service: Stack) -> None:
    async with company(service, "spellwars", *PLAYERS) as party:
        for seat, name in enumerate(PLAYERS):
            await party.join(name, seat)
        rng = Rng(bytes(32), 0)
        await play(party, 2, rng)  # two spells are sealed
        await party.look()
        await check(party)
        await play(party, COMMANDS, rng)
        await party.look()
        tables = await check(party)
        assert len({(table.round, table.turn) for table in tables}) > 2, "two turns, from 0 on"
        assert any(table.question for table in tables)
        never = await secrets_of_all(party, PLAYERS)
        assert found_in(stored(service.url), never) == []
        await check_service(party, never)
        assert cards_in((written(service) + await measured(service)).decode()) == set()


async def play(party: Company, commands: int, rng: Rng) -> None:
    """Let bots send commands; who seals one has thought of another before."""
    for _ in range(commands):
        seen = (await party.witnesses["spectator"].get("view")).json()
        name = PLAYERS[seen["pending"][0]["seat"]]
        view = (await party.witnesses[name].get("view")).json()
        decision = view["options"][0].get("decision")
        more = {} if decision is None else {"decision": decision}
        doubts = decision is not None and len(seen["pending"]) > 1
        for policy in ("random", "greedy") if doubts else ("greedy",):
            await party.does(name, GAME.policies[policy](view, rng), **more)


async def check(party: Company) -> list[State]:
    """Check all that anybody was sent, and return the table as it has been."""
    tables: list[State] = await tables_of(party.stack, REGISTRY, party.match)
    never = await secrets_of_all(party, PLAYERS)
    for name in party.witnesses:
        seat = PLAYERS.index(name) if name in PLAYERS else None
        seen = party.seen_by(name)
        shown = cards_in(masked(seen).decode())
        assert shown - known_cards(tables, seat) == set(), name
        assert shown >= set(() if seat is None else tables[-1].wizards[seat].hand)
        ids = {k: words(*some) for k, some in party.command_ids.items() if k != name}
        assert found_in(seen, {**never, **ids}) == [], name
    return tables


def known_cards(tables: Iterable[State], seat: int | None) -> set[str]:
    """Return what a seat has held and what has lain open, at any time."""
    known = set[str]()
    for table in tables:
        known |= {*table.discard, *table.aside}
        for wizard in table.wizards:
            known |= open_cards(wizard)
        if seat is not None and table.wizards:
            own = table.wizards[seat]
            known |= {*own.hand, *(card.card for card in own.spell)}
    return known


def open_cards(wizard: Wizard) -> set[str]:
    spell = wizard.spell if wizard.opened else ()
    tucked = () if wizard.tucked is None else (wizard.tucked,)
    cards = (card.card for card in (*spell, *wizard.creatures))
    return {*cards, *wizard.treasures, *wizard.dead_wizard_cards, *tucked}
