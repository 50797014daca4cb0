"""No secret stands in any byte that a viewer, a metric, a log or the store shows.

Whole matches are played by real processes, seats change hands before the start, and everybody looks
at everything. Cards have long random names; seeds, ids and tokens are long and random anyway.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import secrets
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games import discover
from schemas.verify import verify
from tests.engine.scenario import fold
from tests.services.canary import (
    found_in,
    measured,
    salts,
    spelt,
    states_of,
    stored,
    token_spelt,
    words,
    written,
)
from tests.services.company import (
    Company,
    check_service,
    choose,
    company,
    loud_service,
    seal,
    secrets_of_all,
)
from tests.services.witness import Answer, masked
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from engine.core.game import Game
    from engine.games.regicide import State
    from tests.services.canary import Canaries
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

ROOT = Path(__file__).parents[2]
GAMES = (*TOYS, "tests.toys.blab")
REGISTRY = discover(GAMES)
HEADERS = {
    *("cache-control", "connection", "content-disposition", "content-length", "content-type"),
    *("content-security-policy", "date", "referrer-policy", "retry-after", "transfer-encoding"),
    *("vary", "www-authenticate", "x-content-type-options"),
}
"""All headers that answers have: none of them tells of versions or of what others do."""


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """All processes, telling as much as they can."""
    with loud_service(server_url, tmp_path_factory.mktemp("canary"), GAMES) as running:
        yield running


def test_a_secret_is_found_however_it_is_spelt() -> None:
    secret, other = secrets.token_bytes(32), secrets.token_bytes(32)
    texts = [f"{secret!r} ".encode()]
    for before in range(5):
        longer = b"a" * before + secret + b"tail"
        texts += [b"xyz" + base64.b64encode(longer), b"xyz" + base64.urlsafe_b64encode(longer)]
    for text in texts:
        assert found_in(text, {"it": spelt(secret), "another": spelt(other)}) == ["it"]


# --- a whole match, with cards that are canaries ------------------------------------------------

PLAYERS = ("ada", "bob", "cat")
WRONG = ("ada", "stranger", "spectator")
"""Who says what is refused."""


@dataclass(frozen=True)
class Hidden:
    """What is hidden before the last choices of a match."""

    never: Canaries
    """From everybody; of these only the server seed is revealed at the end."""
    cards: dict[str, str]
    """Cards of the players who hold one."""
    deck: Canaries
    salts: Canaries
    """By audience."""
    wrong: str
    """Stands in what was refused."""


@asynccontextmanager
async def nearly_over(service: Stack) -> AsyncIterator[tuple[Company, Hidden]]:
    """Play a match of which two sealed choices are missing; everybody has looked at everything."""
    async with company(service, "rps", *PLAYERS, "dee", canary=True, rounds=2) as party:
        await party.join("ada", 0)
        await party.join("dee", 1)
        await party.does("dee", {"kind": "match.leave"})
        await party.join("bob", 1)
        await party.look()
        check_viewers(party, {})
        await party.join("cat", 2)
        wrong = f"wrong{secrets.token_hex(12)}"
        for name in WRONG:
            await ask_wrongly(party, name, wrong)
        await party.does("bob", choose("paper", spend=True), decision="round.1")
        await party.does("bob", choose("rock"), decision="round.1")
        await party.does("cat", {"kind": "signal", "say": "hm"})
        await seal(party, 1, {"ada": choose("rock"), "cat": choose("paper", spend=True)})
        await party.does("ada", choose("rock"), decision="round.2")
        await party.look()
        state = (await states_of(service, REGISTRY, party.match))[-1].state.game
        assert state.cards[2] is None
        hidden = Hidden(
            never=await secrets_of_all(party, PLAYERS),
            cards={name: state.cards[seat].name for seat, name in enumerate(PLAYERS[:2])},
            deck={f"card {n}": words(card.name) for n, card in enumerate(state.rest)},
            salts=await salts(service, party.match, len(PLAYERS), party.version),
            wrong=wrong,
        )
        yield party, hidden


async def ask_wrongly(party: Company, name: str, wrong: str) -> None:
    """Say a word in every place where it is refused."""
    witness = party.witnesses[name]
    await party.send(name, {"kind": "choose", "choice": wrong, wrong: wrong})
    await party.call(name, f"commands?access_token={wrong}", {})
    await party.call(name, "commands", {wrong: wrong})
    await witness.call("GET", "view", token=wrong)
    refused = await witness.live(f"refused {name}", token=wrong)
    refused.left = True
    await refused.until(lambda: bool(refused.replies))


async def test_nothing_leaks_while_a_match_goes_on(service: Stack) -> None:
    async with nearly_over(service) as (party, hidden):
        check_viewers(party, {**hidden.never, **hidden.deck}, hidden)
        tokens = {name: words(who.token) for name, who in party.people.items()}
        assert found_in(stored(service.url), {**hidden.never, **tokens}) == []
        # A log and a metric tell nothing of the match that is not public, either.
        private = {
            **{name: token_spelt(who.token) for name, who in party.people.items()},
            **{f"card of {name}": words(card) for name, card in hidden.cards.items()},
            **{f"seed of {name}": words(seed) for name, seed in party.client_seeds.items()},
            "wrong": words(hidden.wrong),
        }
        await check_service(party, {**hidden.never, **hidden.deck, **private})
        kept = [one for witness in party.witnesses.values() for one in witness.kept]
        headers = {
            header
            for label, text in kept
            if not label.endswith("handshake")
            for header in Answer(text, text.partition(b"\r\n\r\n")[0], b"").headers
        }
        assert headers <= HEADERS
        shaken = [text.lower() for label, text in kept if label.endswith("handshake")]
        # Compressed, a frame's length would tell of what is in it.
        assert not any(b"sec-websocket-extensions" in text for text in shaken)


async def test_after_the_end_everything_opens_but_the_salt_key(service: Stack) -> None:
    async with nearly_over(service) as (party, hidden):
        never = dict(hidden.never)
        opened = {**hidden.deck, "server seed": never.pop("server seed")}
        opened |= {f"card of {name}": words(card) for name, card in hidden.cards.items()}
        opened |= {"leaver's seed": words(party.client_seeds["dee"])}
        await seal(party, 2, {"bob": choose("rock"), "cat": choose("rock")})
        for witness in party.witnesses.values():
            streams = [stream for stream in witness.streams.values() if not stream.left]
            for stream in streams:
                await stream.until(lambda stream=stream: stream.ended)
                told = found_in(b"".join(stream.frames), opened)
                assert ("server seed" in told) == (stream.name != "view")
        await party.look()
        for name, witness in party.witnesses.items():
            for channel in ("log", "export"):
                whole = (await witness.get(channel)).body
                assert set(found_in(whole, opened)) == set(opened), (name, channel)
            assert hidden.cards["bob"].encode() in (await witness.get("view?as=1")).body
            assert found_in(party.seen_by(name), never) == [], name
        verdict = verify((await party.witnesses["spectator"].get("export")).body, REGISTRY)
        assert verdict.genuine
        await check_service(party, {**never, "server seed": opened["server seed"]})
        assert found_in(stored(service.url), never) == []


def check_viewers(party: Company, never: Canaries, hidden: Hidden | None = None) -> None:
    """Check what everybody has been sent; nothing is given of what is hidden before the start."""
    cards = {} if hidden is None else hidden.cards
    for name in party.witnesses:
        others = {k: ids for k, ids in party.command_ids.items() if k != name}
        private = {f"ids of {who}": words(*ids) for who, ids in others.items()}
        for who, seed in party.client_seeds.items():
            if who != name and (hidden is None or who == "dee"):  # others' are public by now
                private[f"seed of {who}"] = words(seed)
        private |= {f"card of {who}": words(cards[who]) for who in cards if who != name}
        if hidden is not None:
            private |= {who: some for who, some in hidden.salts.items() if who != _audience(name)}
            private |= {} if name in WRONG else {"wrong": words(hidden.wrong)}
        seen = party.seen_by(name)
        assert found_in(seen, {**private, **never}) == [], name
        assert name not in cards or cards[name].encode() in seen
        assert b'"join-' not in seen


def _audience(name: str) -> str | None:
    """Return the audience that a viewer belongs to, or did before it left."""
    seats = {"ada": 0, "bob": 1, "dee": 1, "cat": 2}
    return f"seat:{seats[name]}" if name in seats else None


# --- a game with names that are no canaries -----------------------------------------------------

CARD = re.compile(r"(?<![A-Za-z0-9])((?:10|[2-9AJQK])[CDHS♣♦♥♠]|X[12])(?![A-Za-z0-9])")
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def cards_in(text: str) -> set[str]:
    return {card[:-1] + SUITS.get(card[-1], card[-1]) for card in CARD.findall(text)}


async def test_nobody_sees_another_hand_or_the_decks_of_regicide(service: Stack) -> None:
    async with company(service, "regicide", *PLAYERS) as party:
        for seat, name in enumerate(PLAYERS):
            await party.join(name, seat)
        await party.look()
        game, rng = REGISTRY.newest("regicide"), Rng(bytes(32), 0)
        for _ in range(12):
            state = (await states_of(service, REGISTRY, party.match))[-1].state.game
            (awaited,) = game.pending(state)
            name = PLAYERS[awaited.seats[0]]
            view = (await party.witnesses[name].get("view")).json()
            command = game.policies["greedy"](view, rng)
            if ends(game, state, awaited.seats[0], command):
                break
            await party.does(name, command)
        await party.look()
        states = [one.state.game for one in await states_of(service, REGISTRY, party.match)]
        never = await secrets_of_all(party, PLAYERS)
        for name in party.witnesses:
            seat = PLAYERS.index(name) if name in PLAYERS else None
            seen = cards_in(masked(party.seen_by(name)).decode())
            assert seen - known_cards(states, seat) == set(), name
            assert seen >= set(states[-1].hands[seat] if seat is not None else ())
            ids = {k: words(*some) for k, some in party.command_ids.items() if k != name}
            assert found_in(party.seen_by(name), {**never, **ids}) == [], name
        assert cards_in(written(service).decode()) == set()
        await check_service(party, never)
        assert found_in(stored(service.url), never) == []


def known_cards(states: list[State], seat: int | None) -> set[str]:
    """Return what a seat has held and what has lain face up, at any time."""
    known = set[str]()
    for state in states:
        if state.enemy is not None:
            known |= {state.enemy, *state.discard_pile}
            known |= {card for play in state.played_against_enemy for card in play}
            known |= set(() if seat is None else state.hands[seat])
    return known


def ends(game: Game[Any], state: State, seat: int, command: Any) -> bool:
    """Tell whether a command ends the game, which no draw decides."""
    move = Move(seat=seat, command=TypeAdapter[Any](game.command).validate_python(command))
    events = game.decide(state, (move,), Rng(bytes(32), 0))
    assert not isinstance(events, Rejection)
    return game.outcome(fold(game, state, events)) is not None


# --- bugs ---------------------------------------------------------------------------------------


async def test_a_bug_is_logged_by_its_place_and_never_by_what_it_quotes(service: Stack) -> None:
    async with company(service, "blab", *PLAYERS, watching=False, canary=True) as party:
        for seat, name in enumerate(PLAYERS):
            await party.join(name, seat)
        refused = await party.send("ada", {"kind": "signal", "say": "hm"})
        assert refused.json()["code"] == "ENGINE_FAULT"
        await party.does("bob", {"kind": "signal", "say": "ha"})
        view = await party.witnesses["cat"].get("view")
        assert view.json()["code"] == "INTERNAL_ERROR"
        live = await party.witnesses["cat"].live("live")
        await live.until(lambda: bool(live.replies))
        await logged(service, "decision_failed", "gateway_fault", "match_not_projected")
        state = (await states_of(service, REGISTRY, party.match))[-1].state.game
        cards = {card.name: words(card.name) for card in (*state.cards, *state.rest)}
        assert found_in(written(service), cards) == []
        assert found_in(await measured(service), cards) == []
        await party.witnesses["cat"].get("log")
        seen = party.seen_by("cat")
        assert found_in(seen, cards) == [state.cards[2].name]  # its own, in the log


QUOTING = """
import asyncio, logging
from services.common.telemetry import configure_logs
async def fail():
    raise RuntimeError("a bug that quotes the secret")
async def leave_alone():
    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    del task
configure_logs("worker", "debug")
asyncio.run(leave_alone())
try:
    asyncio.run(fail())
except RuntimeError as error:
    logging.getLogger("a library").exception(f"{type(error).__name__}: {error}")
"""


def test_what_libraries_log_of_a_bug_keeps_back_what_it_quotes() -> None:
    code = [sys.executable, "-c", QUOTING]
    run = subprocess.run(code, cwd=ROOT, capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in run.stderr.splitlines()]
    assert [line["exception"].splitlines()[-1] for line in told] == ["RuntimeError"] * 2
    assert "quotes" not in run.stdout + "".join(line["event"] for line in told)


async def logged(stack: Stack, *events: str) -> None:
    """Wait until the processes have logged some events."""
    async with asyncio.timeout(20):
        while not all(f'"event": "{event}"'.encode() in written(stack) for event in events):  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # lines come from another thread
