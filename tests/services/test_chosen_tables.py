"""A mode of Chosen is played by certain numbers of players, wherever a match begins or is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from engine.games.chosen.cards.decks import READY_DECKS
from schemas.problems import CONTENT_TYPE
from tests.schemas.forging import Forgery, Table, judged
from tests.services.cli import fails_in_one_line, in_process, json_lines
from tests.services.life import commits, create, done

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table as Service

TEAMS = {"mode": "teams"}
TWINS = json.dumps({"mode": "twins"})


@pytest.mark.server
@pytest.mark.parametrize(
    ("seats", "config", "told"),
    [
        (3, {"mode": "twins"}, "the mode twins is played by 4, not by 3"),
        (5, {"mode": "teams"}, "the mode teams is played by 4, 6 or 8, not by 5"),
        (4, {}, "the mode duel is played by 2, not by 4"),
        (9, {"mode": "teams"}, "Chosen is played by 2 to 8 seats"),
    ],
)
async def test_such_a_match_is_not_created(
    table: Service, seats: int, config: dict[str, str], told: str
) -> None:
    ada = await table.player("Ada")
    wanted = {"game": "chosen", "seats": seats, "config": config}
    answer = await ada.client.post("/matches", json=wanted)
    assert (answer.status_code, answer.headers["content-type"]) == (400, CONTENT_TYPE)
    (error,) = answer.json()["errors"]
    assert error["path"] == "seats"
    assert told in error["reason"]
    fitting = await ada.client.post("/matches", json={**wanted, "seats": 4, "config": TEAMS})
    assert fitting.status_code == 201


@pytest.mark.server
async def test_politics_is_made_over_the_api(table: Service) -> None:
    """A word that all hear, and an alliance that is offered and accepted."""
    players = [await table.player(name) for name in ("Ada", "Ben", "Cy", "Dee")]
    match = await create(players[0], 4, game="chosen", config={"mode": "alliances"})
    for player, deck in zip(players, READY_DECKS, strict=True):
        await player.join(match, entry={"deck": "ready", "name": deck.name})
    asker = (await players[0].view(match))["pending"][0]["seat"]
    other = (asker + 1) % 4
    await done(players[other], match, "say", what="peace", target=f"seat:{asker}")
    heard = (await commits(table, match))[-1]["events"]
    assert heard == [{"kind": "said", "seat": other, "what": "peace", "target": asker}]
    await done(players[asker], match, "offer_alliance", to=f"seat:{other}")
    while (seen := await players[other].view(match))["view"]["question"]["kind"] == "answer":
        await done(players[seen["pending"][0]["seat"]], match, "pass")
    assert seen["view"]["question"]["subject"]["about"] == "alliance"
    await done(players[other], match, "choose", pick="yes")
    sides = [one["side"] for one in (await players[0].view(match))["view"]["players"]]
    assert sides[asker] == sides[other]
    assert len(set(sides)) == 3


@pytest.mark.parametrize("command", ["sim", "play"])
@pytest.mark.parametrize(
    ("seats", "words"), [("3", ["twins", "4, not by 3"]), ("9", ["2 to 8", "not by 9"])]
)
def test_the_command_line_refuses_it_in_one_line(
    command: str, seats: str, words: list[str]
) -> None:
    done = in_process(command, "chosen", "--seats", seats, "--config", TWINS)
    fails_in_one_line(done, 2, *words)


def test_without_a_number_as_few_play_as_can() -> None:
    line, *_ = json_lines(in_process("sim", "chosen", "--config", TWINS, "--seed", "1").stdout)
    assert line["seats"] == 4


def test_a_header_that_says_otherwise_is_a_fault_of_the_header() -> None:
    table = Table("chosen@1", 4, mode="twins")
    assert judged(Forgery(table.header, (), closed=False).file()).genuine
    for seats in (3, 6):
        header = table.header.model_copy(update={"seats": seats})
        verdict = judged(Forgery(header, (), closed=False).file())
        assert (verdict.genuine, verdict.where) == (False, "header")
        told = f"the mode twins is played by 4, not by {seats}"
        assert (verdict.problem or "").startswith(told)
