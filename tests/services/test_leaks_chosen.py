"""Nobody is sent a card of Chosen that it may not know, and no log has any.

Each seat brings a deck of cards that no other has, so what is seen of it must have been shown. The
modes are those in which most is shared: partners, allies, Omens. All seven are looked at without a
service in ``tests/engine/games/chosen/test_canary.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rng import Rng
from engine.games import discover
from engine.games.chosen.cards import CARDS
from tests.engine.games.chosen.disjoint import brought, deck, telling
from tests.engine.games.chosen.naming import cards_in
from tests.services.canary import found_in, measured, stored, tables_of, words, written
from tests.services.company import Company, check_service, company, loud_service, secrets_of_all
from tests.services.witness import masked
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.games.chosen.state import State
    from tests.services.stack import Stack

pytestmark = [pytest.mark.server, pytest.mark.timeout(300)]

REGISTRY = discover()
GAME = REGISTRY.newest("chosen")
ALL = ("ada", "bob", "cat", "dan")
COMMANDS = 40
SHOWING = {
    card.id for card in CARDS.values() if "show=True" in repr(card) or "at='hand'" in repr(card)
}
"""With these somebody does see cards of another's hand."""


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with loud_service(server_url, tmp_path_factory.mktemp("chosen"), TOYS, "chosen") as running:
        yield running


def entry_of(seat: int, players: Sequence[str], mode: str) -> dict[str, Any]:
    entry = deck(seat, len(players), omen=mode == "omen")
    return {**entry, "cards": [card for card in entry["cards"] if card not in SHOWING]}


@pytest.mark.parametrize(
    ("mode", "players"), [("omen", ALL[:3]), ("alliances", ALL), ("twins", ALL)]
)
async def test_nobody_sees_a_card_of_chosen_that_it_may_not_know(
    service: Stack, mode: str, players: Sequence[str]
) -> None:
    entries = [entry_of(seat, players, mode) for seat in range(len(players))]
    joined = company(
        service, "chosen", *players, "judge", seats=len(players), judge="judge", mode=mode
    )
    async with joined as party:
        for seat, name in enumerate(players):
            await party.join(name, seat, entry=entries[seat])
        await party.look()
        await check(party, players, entries)
        await play(party, players, Rng(bytes(32), 1))
        await party.look()
        refused = (await party.witnesses["judge"].get("refusals")).json()["refusals"]
        assert {one["code"] for one in refused} >= {"NOT_IN_HAND"}
        tables = await check(party, players, entries)
        down = [piece for piece in tables[-1].present.values() if piece.face_down]
        assert {"tower", "attached"} <= {piece.place for piece in down}, "obstacles lie there too"
        if mode == "alliances":
            assert len({*tables[-1].side}) < len(players), "two are allied"
        never = await secrets_of_all(party, players)
        assert found_in(stored(service.url), never) == []
        await check_service(party, never)
        assert cards_in((written(service) + await measured(service)).decode()) == set()


async def play(party: Company, players: Sequence[str], rng: Rng) -> None:
    """Let bots send commands; whoever can do something secret, or be allied, does.

    Before each some other one tries what is refused.
    """
    for number in range(COMMANDS):
        seen = (await party.witnesses["spectator"].get("view")).json()
        seat: int = rng.choice([entry["seat"] for entry in seen["pending"]])
        await try_in_vain(party, players[(seat + number) % len(players)])
        view = (await party.witnesses[players[seat]].get("view")).json()
        table = (await tables_of(party.stack, REGISTRY, party.match))[-1]
        liked = telling(table, [one["command"] for one in view["options"] if "command" in one])
        command = liked[0] if liked else GAME.policies["greedy"](view, rng)
        await party.does(players[seat], command, decision=view["options"][0]["decision"])


async def try_in_vain(party: Company, name: str) -> None:
    """Send what is refused, for a reason that has to do with what is secret."""
    for command in (
        {"kind": "summon", "card": "no_such_card"},
        {"kind": "choose", "pick": "card:no_such_card"},
    ):
        answer = await party.send(name, command)
        assert answer.status == 422


async def check(
    party: Company, players: Sequence[str], entries: Sequence[dict[str, Any]]
) -> list[State]:
    """Check all that anybody was sent, and return the table as it has been."""
    tables: list[State] = await tables_of(party.stack, REGISTRY, party.match)
    never = await secrets_of_all(party, players)
    for name in party.witnesses:
        seat = players.index(name) if name in players else None
        seen = party.seen_by(name)
        shown = cards_in(masked(seen).decode())
        known = known_cards(tables, seat)
        if seat is not None:
            known |= brought(entries[seat])
        assert shown - known == set(), name
        assert shown >= set(() if seat is None else tables[-1].players[seat].hand)
        ids = {k: words(*some) for k, some in party.command_ids.items() if k != name}
        judged = name == "judge"  # who was refused what is told to arbiters
        assert found_in(seen, never if judged else {**never, **ids}) == [], name
    return tables


def known_cards(tables: Iterable[State], seat: int | None) -> set[str]:
    """Return what has lain open, or what a seat was let see, at any time."""
    known = set[str]()
    for table in tables:
        known |= {piece.card for piece in table.present.values() if table.knows(seat, piece)}
        known |= {item.card for item in table.timeline if item.card is not None}
        for player in table.players:
            known |= {*player.past}
        question = table.question
        if question is not None and question.subject is not None:
            known |= {question.subject.card or ""}
    return known
