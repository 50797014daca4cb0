"""Nobody is sent a card of Chosen that it may not know, and no log has any.

Each seat brings a deck of cards that no other has, so what is seen of it must have been shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.core.rng import Rng
from engine.games import discover
from engine.games.chosen.cards import CARDS
from engine.games.chosen.models import TowerLevel
from tests.services.canary import found_in, measured, stored, tables_of, words, written
from tests.services.chosen_cards import cards_in
from tests.services.company import Company, check_service, company, loud_service, secrets_of_all
from tests.services.witness import masked
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.chosen.state import State
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

REGISTRY = discover()
GAME = REGISTRY.newest("chosen")
PLAYERS = ("ada", "bob", "cat")
COMMANDS = 40
LEVELS = [card.id for card in CARDS.values() if isinstance(card, TowerLevel)]
SHOWING = {
    card.id for card in CARDS.values() if "show=True" in repr(card) or "at='hand'" in repr(card)
}
"""With these somebody does see cards of another's hand."""
OTHERS = [card for card in CARDS if card not in {*LEVELS, *SHOWING}]


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with loud_service(server_url, tmp_path_factory.mktemp("chosen"), TOYS) as running:
        yield running


def deck(seat: int) -> dict[str, object]:
    """Return a deck of every third card, so of all types."""
    cards = [card for card in OTHERS[seat::3] for _ in range(2)]
    return {"deck": "own", "cards": cards, "levels": LEVELS[seat::3][:3]}


async def test_nobody_sees_a_card_of_chosen_that_it_may_not_know(service: Stack) -> None:
    async with company(service, "chosen", *PLAYERS, mode="challenge") as party:
        for seat, name in enumerate(PLAYERS):
            await party.join(name, seat, entry=deck(seat))
        await party.look()
        await check(party)
        await play(party, COMMANDS, Rng(bytes(32), 0))
        await party.look()
        tables = await check(party)
        down = [piece for piece in tables[-1].present.values() if piece.face_down]
        assert {"tower", "attached"} <= {piece.place for piece in down}, "obstacles lie there too"
        never = await secrets_of_all(party, PLAYERS)
        assert found_in(stored(service.url), never) == []
        await check_service(party, never)
        assert cards_in((written(service) + await measured(service)).decode()) == set()


async def play(party: Company, commands: int, rng: Rng) -> None:
    """Let bots send commands; whoever can lay an obstacle does."""
    for _ in range(commands):
        seen = (await party.witnesses["spectator"].get("view")).json()
        name = PLAYERS[seen["pending"][0]["seat"]]
        view = (await party.witnesses[name].get("view")).json()
        commands_of = [option.get("command") or {} for option in view["options"]]
        laying = [one for one in commands_of if one.get("kind") == "lay_obstacle"]
        command = laying[0] if laying else GAME.policies["greedy"](view, rng)
        await party.does(name, command, decision=view["options"][0]["decision"])


async def check(party: Company) -> list[State]:
    """Check all that anybody was sent, and return the table as it has been."""
    tables: list[State] = await tables_of(party.stack, REGISTRY, party.match)
    never = await secrets_of_all(party, PLAYERS)
    for name in party.witnesses:
        seat = PLAYERS.index(name) if name in PLAYERS else None
        seen = party.seen_by(name)
        shown = cards_in(masked(seen).decode())
        known = known_cards(tables, seat)
        if seat is not None:
            known |= {*OTHERS[seat::3], *LEVELS[seat::3]}  # it has brought them
        assert shown - known == set(), name
        assert shown >= set(() if seat is None else tables[-1].players[seat].hand)
        ids = {k: words(*some) for k, some in party.command_ids.items() if k != name}
        assert found_in(seen, {**never, **ids}) == [], name
    return tables


def known_cards(tables: Iterable[State], seat: int | None) -> set[str]:
    """Return what has lain open, or what a seat was let see, at any time."""
    known = set[str]()
    for table in tables:
        known |= {piece.card for piece in table.present.values() if table.knows(seat, piece)}
        known |= {item.card for item in table.timeline if item.card is not None}
        for player in table.players:
            known |= {*player.past}
    return known
