"""The players for simulations, from the view answer alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.bots_table import hits
from tests.engine.games.sorcery.bouts import ARMIES, act, positions, told
from tests.engine.games.sorcery.samples import row, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, stand, table

if TYPE_CHECKING:
    from engine.core.options import CommandData
    from engine.games.sorcery.state import State
    from tests.engine.games.sorcery.samples import Printer

pytestmark = pytest.mark.usefixtures("samples")


def does(state: State, policy: str = "greedy") -> CommandData:
    """Return what a bot does that is asked."""
    assert state.question is not None
    return act(policy, state, state.question.seat, Rng(bytes(32), 1))


def test_random_does_anything_and_passes_now_and_then() -> None:
    state = table(
        stand("mage", 0, (18_000, 6_000), book="cinder_dart clear_air"),
        stand("blade", 0, (20_000, 10_000)),
        stand("blade", 1, (20_000, 11_500), facing=SOUTH),
        stand("blade", 1, (17_000, 11_000), facing=SOUTH),
    )
    rng = Rng(bytes(32), 1)
    found = Counter(act("random", state, 0, rng)["kind"] for _ in range(400))
    assert set(found) == {"pass", "move", "fight", "shoot", "cast"}
    assert 25 < found["pass"] < 90


def test_a_bot_needs_the_answer_only() -> None:
    state = table(stand("blade", 0, (18_000, 6_000)), stand("blade", 1, (18_000, 30_000)))
    answer = told(state, 0)
    for policy in GAME.policies.values():
        assert policy(answer, Rng(bytes(32), 1)) == policy(answer, Rng(bytes(32), 1))


@pytest.mark.parametrize(("need", "ways"), [(1, 35), (2, 35), (7, 21), (12, 1), (20, 1)])
def test_two_dice_hit_in_so_many_ways(need: int, ways: int) -> None:
    """Rule 7.2."""
    assert hits(need) == ways


def test_greedy_strikes_where_it_counts_most() -> None:
    state = table(
        stand("blade", 0, (18_000, 10_000)),
        stand("blade", 1, (16_490, 10_000), facing=SOUTH, click=4),
        stand("blade", 1, (19_510, 10_000), facing=SOUTH),
    )
    assert does(state)["target"] == "f2", "it is at its last click"


def test_greedy_rests_rather_than_dies_of_pushing() -> None:
    state = table(
        stand("blade", 0, (18_000, 10_000), tokens=1, click=4),
        stand("brute", 1, (18_000, 11_760), facing=SOUTH),
    )
    assert does(state)["kind"] == "pass"


def test_greedy_goes_to_the_objectives() -> None:
    state = table(
        stand("blade", 0, (18_000, 11_000)),
        stand("blade", 1, (3_000, 34_000)),
    )
    done = does(state)
    assert done["kind"] == "move"
    assert done["path"] == [[18_000, 18_000]]


def test_greedy_places_its_figures_before_the_objectives() -> None:
    *_, last = (
        state for state in positions(["greedy"] * 2, ARMIES[:2], 1) if state.phase == "deployment"
    )
    across = [one.at[0] for one in last.of(0) if one.at is not None]
    assert max(across) - min(across) > 15_000, "in front of more than one"


def test_greedy_casts_what_does_most() -> None:
    state = table(
        stand("mage", 0, (18_000, 5_000), book="cinder_dart"),
        stand("blade", 1, (18_000, 12_000), click=4, facing=SOUTH),
    )
    done = does(state)
    assert (done["kind"], done["targets"]) == ("cast", ["f2"])


@pytest.mark.parametrize(("attack", "kind"), [(8, "counter"), (0, "pass")])
def test_greedy_counters_if_it_can_break_the_spell(
    printed: Printer, attack: int, kind: str
) -> None:
    printed(wand("wizard", dial=(row(attack=attack),) * 3))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="cinder_dart"),
            stand("wizard", 1, (18_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.asked == ("counter", 1)
    assert does(battle.state)["kind"] == kind


def test_greedy_browses_away_from_a_spell_that_lies_face_down() -> None:
    state = table(
        stand("mage", 0, (18_000, 5_000), book="turned_leaf~ cinder_dart"),
        stand("blade", 1, (18_000, 34_000)),
        phase="end",
    )
    done = does(state)
    assert (done["kind"], done["spell"]) == ("browse", "cinder_dart")


def test_greedy_turns_to_who_touches_it() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 10_000)), stand("blade", 1, (18_000, 14_000), facing=(1, 0))
        )
    )
    battle.do(0, "move", figure="f1", path=[[18_000, 12_490]])
    assert does(battle.state)["facing"] == [0, -1510]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_battles_of_bots_end(policy: str, seats: int) -> None:
    *_, last = positions([policy] * seats, ARMIES[:seats], seats, points=300)
    assert GAME.outcome(last) is not None


def won_by_greedy(battles: int) -> int:
    """Return how many battles greedy wins: with each army, on each side."""
    won = 0
    for seed in range(battles):
        greedy = seed % 2
        policies = ["greedy" if seat == greedy else "random" for seat in range(2)]
        army = ARMIES[seed // 2 % len(ARMIES)]
        armies: list[Any] = [army, ARMIES[(seed + seed // 12) % len(ARMIES)]]
        *_, last = positions(policies, armies[:: 1 if not greedy else -1], seed)
        outcome = GAME.outcome(last)
        assert outcome is not None
        won += outcome.winners == (greedy,)
    return won


def test_greedy_is_clearly_better_than_random() -> None:
    """Chance alone would not give it 8 of 8."""
    assert won_by_greedy(8) == 8


@pytest.mark.long
def test_greedy_wins_with_every_army_on_both_sides() -> None:
    assert won_by_greedy(72) > 72 * 8 // 10
