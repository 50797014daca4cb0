"""How the golden matches of Sorcery are made; all anew, or some by their names, with

    python -m tests.engine.games.sorcery.golden_matches [NAME ...]

From the seed that stands here on, the first match is taken that contains what its name says and is
short enough. A match that can't be found is told, its file stays, and the exit status is 1.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from engine.core.terms import DecisionClock
from engine.games.sorcery import GAME
from engine.games.sorcery.commands import SorceryConfig
from services.cli.local import LocalMatch, Secrets, policy_rng, thinking_rng
from services.cli.policies import act, play_out_on_time
from tests.engine.games.sorcery.golden_contents import CONTENTS, read
from tests.engine.games.sorcery.golden_players import ARMIES, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.sorcery.commands import FieldName

GOLDEN: Final = Path(__file__).parent / "golden"
SUFFIX: Final = ".match.jsonl"
TRIES: Final = 300
SECONDS: Final = 60
"""So long one match is looked for."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Who plays what. Players and armies are repeated until every seat has one."""

    armies: str
    players: str = "greedy"
    seats: int = 2
    field: FieldName = "crossroads"
    points: int = 100
    seed: int = 0
    most: int = 100
    """Commits."""
    resigns: tuple[int, ...] = ()
    """After so many commits who is asked resigns."""
    agrees: int | None = None
    """After this many commits all agree on a draw."""
    clock: bool = False

    @property
    def config(self) -> SorceryConfig:
        return SorceryConfig(field=self.field, points=self.points)


def _match(name: str, recipe: Recipe, seed: int) -> tuple[LocalMatch, Secrets]:
    secrets = Secrets(seed, f"golden {name}", seed)
    clock = DecisionClock(decision_ms=60_000) if recipe.clock else None
    armies = [ARMIES[name].model_dump(mode="json") for name in recipe.armies.split()]
    entries = {seat: armies[seat % len(armies)] for seat in range(recipe.seats)}
    return LocalMatch(GAME, recipe.config, recipe.seats, secrets, clock, entries=entries), secrets


def play(name: str, recipe: Recipe, seed: int) -> bytes | None:
    """Return the file of a match; None if it takes too long."""
    match, secrets = _match(name, recipe, seed)
    names = recipe.players.split()
    seats = range(recipe.seats)
    policies = [PLAYERS[names[seat % len(names)]] for seat in seats]
    rngs = {seat: policy_rng(secrets, seat) for seat in seats}
    if recipe.clock:
        thinking = {seat: thinking_rng(secrets, seat) for seat in seats}
        play_out_on_time(match, policies[0], rngs, thinking)
    while not match.over and match.state.version <= recipe.most:
        seat = match.next_seats()[0]
        if match.state.version in recipe.resigns:
            match.send(seat, {"kind": "match.resign"})
        elif match.state.version == recipe.agrees:
            offer = match.send(seat, {"kind": "match.offer", "what": "draw"}).version
            for other in seats:
                match.send(other, {"kind": "match.agree", "offer": offer})
        else:
            act(match, (seat,), policies[seat], rngs)
    return match.write() if match.over and match.state.version <= recipe.most else None


def found(name: str, recipe: Recipe) -> Iterator[tuple[int, bytes]]:
    """Yield seeds and files of matches that contain what a name says, for a while."""
    until = monotonic() + SECONDS
    for seed in range(recipe.seed, recipe.seed + TRIES):
        if monotonic() > until:
            return
        content = play(name, recipe, seed)
        if content is not None and CONTENTS[name](read(content)):
            yield seed, content


RECIPES: Final[Mapping[str, Recipe]] = {
    "rounds-one-winner": Recipe(armies="packs", players="greedy idle"),
    "rounds-draw": Recipe(armies="packs", players="idle", field="old_quarry"),
    "last-side": Recipe(armies="brutes packs", players="hunting", field="old_quarry"),
    "resignation": Recipe(armies="surgeons", field="standing_stones", resigns=(40,)),
    "resignation-others-play-on": Recipe(
        armies="packs storm seers", seats=3, field="marsh_ford", resigns=(30,), most=150
    ),
    "agreed-draw": Recipe(armies="surgeons brutes", field="marsh_ford", agrees=40),
    "clock": Recipe(
        armies="darts packs", players="random", field="standing_stones", clock=True, most=120
    ),
    "sorcery": Recipe(armies="surgeons packs", players="casting hunting"),
    "enchantment": Recipe(armies="surgeons packs", players="casting hunting", field="old_quarry"),
    "glyph": Recipe(armies="seals packs", players="casting hunting", field="marsh_ford", agrees=80),
    "illusion": Recipe(armies="surgeons packs", players="casting hunting", field="standing_stones"),
    "countered": Recipe(armies="darts answers", players="hunting answering", agrees=60),
    "countered-and-turned-up": Recipe(
        armies="darts answers", players="hunting answering", agrees=60
    ),
    "countered-with-a-boost": Recipe(armies="darts answers", players="hunting boosting", agrees=60),
    "saved": Recipe(armies="breath brutes"),
    "browsed-for-one-mark": Recipe(armies="surgeons packs", players="browsing hunting"),
    "browsed-for-two-marks": Recipe(armies="two_marks packs", players="browsing hunting"),
    "browsed-for-three-marks": Recipe(armies="three_marks packs", players="browsing hunting"),
    "focus": Recipe(armies="tides darts", players="casting hunting", agrees=80),
    "spellbreach": Recipe(armies="powder immune", players="breaching greedy"),
    "syphon-energy": Recipe(armies="blood packs", players="syphoning greedy"),
    "wrath-of-nature": Recipe(armies="storm packs", field="marsh_ford"),
    "mana-harmony": Recipe(armies="boughs packs", players="browsing hunting"),
    "magestone-trance": Recipe(armies="drums brutes", players="going_on greedy", points=200),
    "ancient-lore": Recipe(armies="flame packs", players="casting hunting"),
    "mind-probe": Recipe(armies="seers storm", players="hunting", field="standing_stones"),
    "pact": Recipe(armies="quills packs", players="hunting", field="old_quarry"),
    "confusion": Recipe(armies="bells brutes", players="borrowing hunting", points=200),
    "book-taken": Recipe(
        armies="darts free_hands free_hands",
        seats=3,
        players="greedy collecting collecting",
        field="old_quarry",
        resigns=(45,),
        most=110,
        agrees=100,
    ),
    "break-away": Recipe(armies="brutes storm", players="hunting leaving"),
    "natural-2-and-12": Recipe(armies="brutes", players="hunting", field="standing_stones"),
    "gang-up": Recipe(armies="packs blood brutes", players="hunting", seats=3, most=150),
    "random-four-players": Recipe(
        armies="packs blood storm brutes", players="random", seats=4, field="marsh_ford", most=150
    ),
}


def told(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(names: list[str]) -> int:
    GOLDEN.mkdir(exist_ok=True)
    missing: list[str] = []
    for name in names or RECIPES:
        first = next(found(name, RECIPES[name]), None)
        if first is None:
            missing.append(name)
            told(f"{name}: not found from seed {RECIPES[name].seed} on")
        else:
            seed, content = first
            (GOLDEN / f"{name}{SUFFIX}").write_bytes(content)
            told(f"{name}: seed {seed}, {len(content) // 1024} KiB")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
