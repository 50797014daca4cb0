"""The players for simulations, from the view answer alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.bots_odds import hits
from engine.games.sorcery.bots_places import place_worth
from engine.games.sorcery.bots_table import Table
from engine.games.sorcery.ground import facing_along
from engine.games.sorcery.ops import Aim, Damage, Heal, Way
from tests.engine.games.sorcery.bouts import ARMIES, act, positions, told
from tests.engine.games.sorcery.samples import figure, row, spell, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, stand, table

if TYPE_CHECKING:
    from engine.core.options import CommandData
    from engine.games.sorcery.geometry.points import Point
    from engine.games.sorcery.state import State
    from tests.engine.games.sorcery.samples import Printer
    from tests.engine.games.sorcery.table import Stood

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


def test_greedy_attacks_who_is_in_reach_rather_than_stand_on_an_objective() -> None:
    state = table(
        stand("bow", 0, (18_000, 15_000)),
        stand("blade", 0, (16_500, 11_000)),
        stand("blade", 1, (18_000, 24_000), facing=SOUTH),
    )
    assert does(state)["kind"] == "shoot"


@pytest.mark.parametrize(("click", "kind"), [(0, "fight"), (4, "pass")])
def test_greedy_pushes_for_a_kill_but_not_to_death(click: int, kind: str) -> None:
    state = table(
        stand("blade", 0, (18_000, 10_000), tokens=1, click=click),
        stand("blade", 1, (18_000, 11_500), facing=SOUTH, click=4),
        stand("blade", 1, (2_000, 34_000)),
    )
    done = does(state)
    assert done["kind"] == kind


def test_greedy_takes_no_second_action_that_a_trance_would_punish(printed: Printer) -> None:
    printed(figure("drum", "magestone_trance"))
    state = table(
        stand("drum", 0, (18_000, 10_000), tokens=1, acted=1),
        stand("blade", 1, (18_000, 11_500), facing=SOUTH),
    )
    assert does(state)["kind"] == "pass"


def test_greedy_uses_what_makes_its_attack_better(printed: Printer) -> None:
    printed(
        wand("herald", "confusion", "spellbreach", subfaction="heralds"),
        figure("ash", subfaction="heralds", dial=(row(attack=11, ranged_damage=0),) * 2),
        figure("warded", defence_type="magic"),
    )
    state = table(
        stand("herald", 0, (18_000, 5_000)),
        stand("ash", 0, (2_000, 2_000), tokens=2),
        stand("warded", 1, (18_000, 12_000), facing=SOUTH),
    )
    done = does(state)
    assert (done["kind"], done["breach"], done["attack_of"]) == ("shoot", True, "f2")


def test_greedy_looks_at_the_nearest_enemy_after_a_move() -> None:
    state = table(stand("bow", 0, (18_000, 4_000)), stand("blade", 1, (18_000, 34_000)))
    done = does(state)
    assert done["kind"] == "move"
    x, y = done["path"][-1]
    assert done["facing"] == facing_along((18_000 - x, 34_000 - y))


@pytest.mark.parametrize(("click", "kind"), [(0, "syphon"), (4, "pass")])
def test_greedy_draws_energy_from_a_cheap_friend_but_not_its_last(
    printed: Printer, click: int, kind: str
) -> None:
    printed(wand("leech", "syphon_energy", points=80), figure("cheap", points=10))
    state = table(
        stand("leech", 0, (18_000, 5_000), tokens=1),
        stand("cheap", 0, (18_000, 3_500), click=click),
        stand("cheap", 0, (2_000, 2_000)),
        stand("brute", 1, (18_000, 12_000), facing=SOUTH),
        phase="command",
    )
    assert does(state)["kind"] == kind


def test_greedy_probes_for_what_spares_it_pushing(printed: Printer) -> None:
    printed(wand("seer", "mind_probe"), figure("bold", "toughness", "fearless"))
    state = table(
        stand("seer", 0, (18_000, 5_000), tokens=1),
        stand("bold", 1, (18_000, 12_000), facing=SOUTH),
        phase="command",
    )
    assert does(state)["ability"] == "fearless"


def test_greedy_goes_to_the_objectives() -> None:
    state = table(
        stand("blade", 0, (18_000, 11_000)),
        stand("blade", 1, (3_000, 34_000)),
    )
    done = does(state)
    assert done["kind"] == "move"
    assert done["path"] == [[18_000, 18_000]]


def worth(*others: Stood, at: Point = (18_000, 16_500)) -> int:
    """Return what a place is worth to a bowman; it is in contact with an enemy, unless told."""
    state = table(stand("bow", 0, (18_000, 5_000)), stand("blade", 1, (18_000, 18_000)), *others)
    return place_worth(Table(told(state, 0)["view"]), "f1", at)


def test_a_place_in_contact_is_no_place_to_shoot_from_or_to_be_shot_at() -> None:
    """Rules 9.1, 9.2."""
    spot = (18_000, 24_000)
    assert worth(stand("bow", 1, spot)) == worth()
    assert worth(stand("bow", 2, spot)) < worth(), "the others of three may shoot there"


def test_a_place_is_not_worth_shots_at_whom_a_friend_touches() -> None:
    """Rule 9.2."""
    touched, free = (stand("blade", 0, (18_000, y)) for y in (19_500, 19_600))
    assert worth(touched, at=(18_000, 10_000)) < worth(free, at=(18_000, 10_000))


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


@pytest.mark.parametrize(("flat", "boost"), [(1, False), (4, True)])
def test_greedy_spends_a_boost_on_a_spell_that_is_worth_it(
    printed: Printer, flat: int, *, boost: bool
) -> None:
    way = Way(aim=Aim(who="enemy"), does=(Damage(who="marked", flat=flat),))
    printed(spell("bolt", way))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="bolt"),
            stand("blade", 1, (18_000, 9_000)),
            stand("mage", 1, (21_000, 9_000), book="retort"),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert does(battle.state) == {"kind": "counter", "figure": "f3", "boost": boost}


def test_greedy_lets_a_spell_come_about_that_is_good_for_it(printed: Printer) -> None:
    printed(spell("gift", Way(aim=Aim(who="any"), does=(Heal(who="marked", flat=2),))))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="gift"),
            stand("mage", 1, (18_000, 9_000), click=3),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert does(battle.state)["kind"] == "pass"


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


def won_by_greedy(battles: int, **config: Any) -> int:
    """Return how many battles greedy wins: with each army, on each side."""
    won = 0
    for seed in range(battles):
        greedy = seed % 2
        policies = ["greedy" if seat == greedy else "random" for seat in range(2)]
        army = ARMIES[seed // 2 % len(ARMIES)]
        armies: list[Any] = [army, ARMIES[(seed + seed // 12) % len(ARMIES)]]
        *_, last = positions(policies, armies[:: 1 if not greedy else -1], seed, **config)
        outcome = GAME.outcome(last)
        assert outcome is not None
        won += outcome.winners == (greedy,)
    return won


def test_greedy_is_clearly_better_than_random() -> None:
    """Chance alone would not give it 8 of 8."""
    assert won_by_greedy(8, points=100) == 8


@pytest.mark.long
def test_greedy_wins_with_every_army_on_both_sides() -> None:
    assert won_by_greedy(72) > 72 * 8 // 10
