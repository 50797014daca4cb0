"""How the golden matches of Chosen are made; all anew, or some by their names, with

    python -m tests.engine.games.chosen.golden_matches [NAME ...]

From the seed that stands here on, the first match is taken that contains what its name says and is
short enough. A match that can't be found is told, its file stays, and the exit status is 1.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from engine.core.rng import Rng
from engine.core.terms import DecisionClock
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.decks import sample_entry
from services.cli.local import LocalMatch, Secrets, policy_rng, thinking_rng
from services.cli.policies import act, play_out_on_time
from tests.engine.games.chosen.golden_contents import CONTENTS, read
from tests.engine.games.chosen.golden_players import DECKS, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.chosen.state import Mode

GOLDEN: Final = Path(__file__).parent / "golden"
SUFFIX: Final = ".match.jsonl"
TRIES: Final = 300
SECONDS: Final = 120
"""So long one match is looked for."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Who plays what. Players and decks are repeated until every seat has one."""

    mode: Mode
    seats: int
    players: str = "greedy"
    decks: str = ""
    """Without: any of the ready ones."""
    seed: int = 0
    most: int = 300
    """Commits."""
    resigns: tuple[int, ...] = ()
    """After so many commits who is asked resigns."""
    agrees: int | None = None
    """After this many commits all agree on a draw."""
    clock: bool = False
    config: tuple[tuple[str, Any], ...] = ()


def play(name: str, recipe: Recipe, seed: int) -> bytes | None:
    """Return the file of a match; None if it takes too long."""
    seats = recipe.seats
    decks = [DECKS[name] for name in recipe.decks.split()]

    def entry(config: Any, seat: int, rng: Rng) -> Any:
        given = decks[seat % len(decks)] if decks else sample_entry(config, seat, rng)
        return given.model_dump(mode="json")

    game = replace(GAME, sample_entry=entry)
    config = ChosenConfig(mode=recipe.mode, **dict(recipe.config))
    secrets = Secrets(seed, f"golden {name}", seed)
    clock = DecisionClock(decision_ms=60_000) if recipe.clock else None
    match = LocalMatch(game, config, seats, secrets, clock)
    names = recipe.players.split()
    policies = [PLAYERS[names[seat % len(names)]]() for seat in range(seats)]
    rngs = {seat: policy_rng(secrets, seat) for seat in range(seats)}
    if recipe.clock:
        thinking = {seat: thinking_rng(secrets, seat) for seat in range(seats)}
        play_out_on_time(match, policies[0], rngs, thinking)
        return match.write()
    turns = Rng(secrets.derive("who of several"), 0)
    while not match.over:
        if match.state.version > recipe.most:
            return None
        seat = turns.choice([entry.seat for entry in match.waiting()])
        if match.state.version in recipe.resigns:
            match.send(seat, {"kind": "match.resign"})
        elif match.state.version == recipe.agrees:
            offer = match.send(seat, {"kind": "match.offer", "what": "draw"}).version
            for other in range(seats):
                match.send(other, {"kind": "match.agree", "offer": offer})
        else:
            act(match, (seat,), policies[seat], rngs)
    return match.write()


def found(name: str, recipe: Recipe) -> Iterator[tuple[int, bytes]]:
    """Yield seeds and files of matches that contain what a name says, for a while."""
    until = monotonic() + SECONDS
    for seed in range(recipe.seed, recipe.seed + TRIES):
        if monotonic() > until:
            return
        content = play(name, recipe, seed)
        if content is not None and CONTENTS[name](*read(content)):
            yield seed, content


RECIPES: Final[Mapping[str, Recipe]] = {
    "duel-glory-at-once": Recipe(
        mode="duel", seats=2, seed=90, players="patient idle", decks="solving"
    ),
    "duel-glory-at-turn-end": Recipe(mode="duel", seats=2, seed=9, players="random"),
    "duel-last-level": Recipe(mode="duel", seats=2, seed=4, decks="hammer_and_hook"),
    "duel-future": Recipe(mode="duel", seats=2, players="spending idle", decks="cheap"),
    "duel-both-futures": Recipe(mode="duel", seats=2, seed=3, players="together", decks="cheap"),
    "duel-council": Recipe(
        mode="duel", seats=2, seed=2, players="counting", decks="the_ninth_chair"
    ),
    "duel-last-turn": Recipe(mode="duel", seats=2, players="content idle", decks="first_steps"),
    "duel-last-turn-draw": Recipe(mode="duel", seats=2, seed=1, players="idle"),
    "duel-resignation": Recipe(mode="duel", seats=2, seed=3, resigns=(30,)),
    "duel-agreed-draw": Recipe(mode="duel", seats=2, seed=1, agrees=30),
    "duel-clock": Recipe(mode="duel", seats=2, seed=28, players="random", clock=True),
    "omen-glory-at-once": Recipe(
        mode="omen", seats=3, seed=17, players="patient idle", decks="solving"
    ),
    "omen-glory-at-turn-end": Recipe(
        mode="omen", seats=3, seed=2, players="greedy greedy idle", most=200
    ),
    "omen-last-by-siege": Recipe(mode="omen", seats=3, seed=6, players="greedy idle idle"),
    "omen-last-by-future": Recipe(
        mode="omen", seats=3, seed=1, players="idle spending spending", decks="cheap"
    ),
    "omen-nobody-left": Recipe(mode="omen", seats=3, seed=7, players="together", decks="cheap"),
    "challenge-by-dp": Recipe(
        mode="challenge", seats=3, seed=50, players="greedy greedy idle", most=200
    ),
    "challenge-by-siege": Recipe(mode="challenge", seats=3, players="greedy idle idle"),
    "challenge-by-future": Recipe(
        mode="challenge",
        seats=3,
        seed=7,
        players="challenging spending spending",
        decks="cheap_and_large cheap cheap",
    ),
    "challenge-last": Recipe(
        mode="challenge", seats=3, players="idle spending spending", decks="cheap"
    ),
    "challenge-last-turn": Recipe(
        mode="challenge", seats=3, players="modest idle idle", decks="hammer_and_hook", most=400
    ),
    "challenge-resignation": Recipe(mode="challenge", seats=3, resigns=(40,), most=150),
    "round-attack-by-dp": Recipe(mode="round_attack", seats=3, seed=27, players="greedy idle idle"),
    "round-attack-by-siege": Recipe(
        mode="round_attack", seats=3, seed=1, players="greedy idle idle"
    ),
    "round-attack-points-shared": Recipe(
        mode="round_attack",
        seats=4,
        seed=3,
        players="idle together",
        decks="cheap",
        config=(("victory_points", 1),),
    ),
    "round-attack-last": Recipe(
        mode="round_attack", seats=3, seed=10, players="greedy idle greedy"
    ),
    "round-attack-last-turn": Recipe(
        mode="round_attack", seats=3, players="modest idle idle", decks="hammer_and_hook", most=400
    ),
    "round-attack-council": Recipe(
        mode="round_attack", seats=3, seed=5, players="counting idle idle", decks="the_ninth_chair"
    ),
    "round-attack-sieges-only": Recipe(
        mode="round_attack",
        seats=3,
        seed=2,
        players="greedy greedy idle",
        config=(("sieges_only", True),),
    ),
    "alliances-glory": Recipe(
        mode="alliances", seats=4, seed=10, players="greedy greedy idle idle", most=220
    ),
    "alliances-last": Recipe(
        mode="alliances",
        seats=4,
        players="idle spending spending spending",
        decks="cheap_and_large cheap cheap cheap",
    ),
    "alliances-wins": Recipe(mode="alliances", seats=4, seed=6, players="greedy greedy idle idle"),
    "alliances-loses": Recipe(
        mode="alliances", seats=4, seed=22, players="allying allying greedy idle"
    ),
    "alliances-draw": Recipe(mode="alliances", seats=4, seed=1, players="allying", decks="cheap"),
    "alliances-draw-one-left": Recipe(
        mode="alliances",
        seats=4,
        seed=14,
        players="allying",
        decks="cheap_and_large cheap cheap cheap",
    ),
    "alliances-mixed-team": Recipe(
        mode="alliances", seats=4, seed=37, players="random random idle idle", most=220
    ),
    "twins-exchange": Recipe(mode="twins", seats=4, seed=3, players="random idle", most=150),
    "twins-glory-at-once": Recipe(
        mode="twins", seats=4, seed=10, players="patient idle", decks="solving"
    ),
    "twins-glory-at-turn-end": Recipe(mode="twins", seats=4, seed=3, decks="first_steps"),
    "twins-last-level": Recipe(mode="twins", seats=4, seed=5, players="greedy idle", most=200),
    "twins-future": Recipe(mode="twins", seats=4, players="spending idle", decks="cheap"),
    "twins-both-futures": Recipe(mode="twins", seats=4, seed=18, players="together", decks="cheap"),
    "twins-partner-resigns": Recipe(mode="twins", seats=4, seed=3, resigns=(40,)),
    "twins-pair-resigns": Recipe(mode="twins", seats=4, resigns=(40, 60)),
    "teams-six-seats": Recipe(mode="teams", seats=6, seed=4, players="greedy idle", most=200),
    "teams-glory-at-once": Recipe(
        mode="teams", seats=4, seed=3, players="patient idle", decks="solving"
    ),
    "teams-glory-at-turn-end": Recipe(
        mode="teams", seats=4, seed=5, players="random idle", most=150
    ),
    "teams-last-level": Recipe(mode="teams", seats=4, seed=5, decks="hammer_and_hook"),
}


def told(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(names: list[str]) -> int:
    GOLDEN.mkdir(exist_ok=True)
    missing: list[str] = []
    for name in names or RECIPES:
        for seed, content in islice(found(name, RECIPES[name]), 1):
            (GOLDEN / f"{name}{SUFFIX}").write_bytes(content)
            told(f"{name}: seed {seed}, {len(content) // 1024} KiB")
            break
        else:
            missing.append(name)
            told(f"{name}: not found from seed {RECIPES[name].seed} on")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
