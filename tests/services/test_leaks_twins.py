"""What a viewer is sent depends on nothing that it may not know: twin matches, byte by byte.

Two matches differ only in cards that the viewer never learns, in what others seal and thought of
sealing, and in others' command ids. The same is played in both, and the viewer looks at everything,
on every channel; stamps, heads, commitments and signatures are masked by their names and shapes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.twin_games import MAKERS, VIEWERS, all_twins, brings_twins, twins_of
from tests.services.twin_kit import SEATS, Twins, Viewer
from tests.services.twin_matches import PARTY, STRANGER, person, seated
from tests.services.twins import Play, World, two_worlds
from tests.services.witness import Witness, exchange, masked

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.server


OPEN = {viewer: brings_twins(f"brings22open{viewer:2<8}", None) for viewer in ("ada", "lea")}
"""Matches that are open at first: one in which Ada looks on, one in which Lea does."""


@pytest.fixture(scope="module")
def worlds(
    server_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[World, World]]:
    """Two services; each holds one of all twins."""
    data = tmp_path_factory.mktemp("twins")
    with two_worlds(server_url, data, all_twins(), list(OPEN.values())) as running:
        yield running


def check_equal(first: Witness, second: Witness) -> None:
    """Compare what two viewers were sent, whole bytes and their lengths."""
    records = first.record(), second.record()
    labels = [[label for label, _ in record] for record in records]
    assert labels[0] == labels[1]
    for (label, one), (_, other) in zip(*records, strict=True):
        here, there = masked(one), masked(other)
        if here != there:
            place = next(
                (i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b),
                min(len(here), len(there)),
            )
            around = slice(max(0, place - 200), place + 200)
            pytest.fail(f"{label} differs at {place}:\n{here[around]!r}\n{there[around]!r}")


async def played(world: World, twins: Twins) -> dict[str, Witness]:
    async with Play.begun(world, twins) as play:
        await play.run()
    return play.witnesses


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("game", MAKERS)
async def test_a_viewer_cannot_tell_twins_apart(
    worlds: tuple[World, World], game: str, viewer: Viewer
) -> None:
    twins = twins_of(game, viewer)
    first, second = await asyncio.gather(*(played(world, twins) for world in worlds))
    for name, witness in first.items():
        check_equal(witness, second[name])
    assert any([await sees_a_difference(worlds, twins.match, seat) for seat in range(SEATS)])


async def sees_a_difference(worlds: tuple[World, World], match: str, seat: int) -> bool:
    """Tell whether a seat's view is another one in the other world."""
    token = seated(match, seat).token
    one, other = [
        (await exchange(world.url, "GET", f"/matches/{match}/view", token=token)).body
        for world in worlds
    ]
    return one != other


# --- before the start ---------------------------------------------------------------------------

BAGS = (
    {"lea": "1234", "cleo": "1235", "dan": "2345", "bob": "3456", "ada": "1234"},
    {"lea": "5678", "cleo": "6789", "dan": "1267", "bob": "4589", "ada": "5678"},
)
"""What each brings, in the first world and in the second."""


async def joined_and_left(world: World, viewer: str) -> dict[str, Witness]:
    """Seats change hands, then the match begins; whatever the viewers may not know differs.

    Cleo, and Lea where she does not look on, are gone before the start: their seeds differ, too.
    """
    twins = OPEN[viewer]
    party = {name: person(f"{twins.match} {name}") for name in PARTY}

    def brought(name: str, *, stays: bool = True) -> dict[str, Any]:
        number = 0 if name == viewer else world.number
        more = {} if stays else {"client_seed": f"{number + 1}" * 64}
        if name == "cleo" and not number:
            more = {}
        return {"entry": {"digits": list(BAGS[number][name])}, "client_seed": "c" * 64, **more}

    play = Play(world, twins, 0)
    async with play.watched({viewer: party[viewer], "spectator": None, "stranger": STRANGER}):
        await play.join(party["ada"], seat=0, **brought("ada"))
        for name in ("lea", "cleo"):
            await play.join(party[name], seat=1, **brought(name, stays=False))
            await play.leave(party[name])
        for seat, name in enumerate(("dan", "bob"), 1):
            await play.join(party[name], seat=seat, **brought(name))
    return play.witnesses


@pytest.mark.parametrize("viewer", OPEN)
async def test_nobody_learns_what_others_bring_or_who_left_it_behind(
    worlds: tuple[World, World], viewer: str
) -> None:
    first, second = await asyncio.gather(*(joined_and_left(world, viewer) for world in worlds))
    for name, witness in first.items():
        check_equal(witness, second[name])
    streams = first[viewer].streams
    assert streams["live"].version == streams["follow-proof"].version == 8
