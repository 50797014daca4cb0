"""Section 8: fights, quests and damage."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.games.chosen import GAME
from engine.games.chosen.commands import SendObstructors
from tests.engine.games.chosen.table import Loaded, Played, player, table

HIT, MISS = [1, 1], [6, 6]


def fought(row: str, defenders: str, dice: list[int], **theirs: Any) -> Played:
    """All of seat 0 besiege a wall of 2, all of seat 1 obstruct; nobody has anything else."""
    tower = theirs.pop("tower", "granary iron_gallery")
    game = Played(table(player(mp=2, row=row), player(row=defenders, tower=tower, **theirs)))
    team = [piece.n for piece in game.state.of(0, "row")]
    target = game.state.towers[1][0]
    game.do(0, "send_team", target=target, team=team)
    return game.do(1, "obstruct", team=[p.n for p in game.state.of(1, "row")], dice=dice)


def quest(name: str, row: str, dice: list[int] | None = None, **ours: Any) -> Played:
    """All of seat 0 go for a quest; seat 1 has nobody."""
    game = Played(table(player(**{"mp": 5, "row": row, "quests": name, **ours}), player()))
    team = [piece.n for piece in game.state.of(0, "row")]
    target = game[name.partition(":")[0]]
    return game.do(0, "send_team", target=target, team=team, dice=dice or [])


@pytest.mark.rule("chosen", "8.1", "8.3", "7.13")
@pytest.mark.parametrize(
    ("row", "defenders", "strengths", "winner"),
    [
        ("ansgar_the_dim hale_marrow", "bren_of_the_ford", (6, 4), "initiating"),
        ("ansgar_the_dim bren_of_the_ford", "hale_marrow", (5, 5), "nobody"),
        ("ansgar_the_dim", "hale_marrow bren_of_the_ford", (3, 7), "obstructing"),
        ("ansgar_the_dim:grey_hound", "bren_of_the_ford", (4, 4), "nobody"),
    ],
)
def test_strength_is_levels_and_bonuses_and_the_defenders_wall(
    row: str, defenders: str, strengths: tuple[int, int], winner: str
) -> None:
    rolls = len(row.split()) + len(defenders.split())
    game = fought(row, defenders, MISS * rolls)
    (result,) = game.told("fought")
    assert (result.initiating, result.obstructing) == strengths
    assert result.winner == winner
    injured = {p.controller for p in game.state.present.values() if p.awareness == "injured"}
    assert injured == {"initiating": {1}, "nobody": set(), "obstructing": {0}}[winner]
    assert game.in_play("granary") == (winner != "initiating")


@pytest.mark.rule("chosen", "8.2", "18.1")
@pytest.mark.parametrize(("dice", "hit"), [([4, 4], True), ([4, 5], False)])
def test_not_more_than_the_physique_gives_one_strength(dice: list[int], hit: bool) -> None:
    game = fought("ansgar_the_dim", "bren_of_the_ford", [*dice, *MISS])  # physique 8
    (result,) = game.told("fought")
    assert [roll.hit for roll in result.rolls] == [hit, False]
    assert (result.initiating, result.obstructing) == (3 + hit, 4)


@pytest.mark.rule("chosen", "8.2", "18.1")
def test_each_of_both_teams_rolls_two_dice_below_6_plus_1() -> None:
    class Counting(Loaded):
        bounds: list[int] = []  # noqa: RUF012  # of this test alone

        def below(self, bound: int) -> int:
            self.bounds.append(bound)
            return super().below(bound)

    theirs = player(row="bren_of_the_ford", tower="granary iron_gallery")
    game = Played(table(player(mp=2, row="ansgar_the_dim tolm_the_steward"), theirs))
    team = [piece.n for piece in game.state.of(0, "row")]
    game.do(0, "send_team", target=game["granary"], team=team)
    obstruct = SendObstructors(team=(game["bren_of_the_ford"],))
    events = GAME.decide(game.state, (Move(seat=1, command=obstruct),), Counting())
    assert not isinstance(events, Rejection)
    assert Counting.bounds == [6] * 6
    results: list[Any] = [event for event in events if event.kind == "fought"]
    assert all(1 <= die <= 6 for roll in results[0].rolls for die in roll.dice)


@pytest.mark.rule("chosen", "8.3")
def test_with_equal_strengths_all_arrive_resting() -> None:
    game = fought("ansgar_the_dim", "bren_of_the_ford", [*HIT, *MISS])
    assert game.told("fought")[0].winner == "nobody"
    assert {p.awareness for p in game.state.present.values() if p.place == "row"} == {"resting"}


@pytest.mark.rule("chosen", "8.4", "8.6")
def test_without_obstruction_a_capture_needs_more_than_the_wall() -> None:
    for row, taken in (("bren_of_the_ford", False), ("ossa_lockfinger", True)):
        game = Played(table(player(mp=5, row=row), player(buildings="salt_exchange")))
        game.do(0, "send_team", target=game["salt_exchange"], team=[game[row]])
        assert game.told("fought")[0].rolls == ()
        assert game.piece("salt_exchange").controller == (0 if taken else 1)


@pytest.mark.rule("chosen", "8.5")
def test_a_level_that_is_taken_goes_to_its_owner_with_what_lies_at_it() -> None:
    theirs = player(tower="granary:pit_of_nails:false_treasury deep_cistern")
    game = Played(table(player(mp=2, row="the_twice_drowned"), theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]]).say("none")
    assert sorted(game.state.players[1].past) == ["false_treasury", "granary", "pit_of_nails"]
    assert [event.card for event in game.told("card_turned")] == [
        "granary",
        "pit_of_nails",
        "false_treasury",
    ], "the Past lies open, so they are shown"
    assert game.state.towers[1] == (game["deep_cistern"],)


@pytest.mark.rule("chosen", "8.7")
@pytest.mark.parametrize(
    ("row", "dice", "by"),
    [
        pytest.param("ansgar_the_dim bren_of_the_ford", [], "level", id="levels of 5"),
        pytest.param("yrsa_greencloak", [], "calling", id="a ranger"),
        pytest.param("hale_marrow tolm_the_steward", [4, 5], "test", id="9 of the best physique"),
        pytest.param("hale_marrow tolm_the_steward", [4, 6], None, id="10 are too many"),
    ],
)
def test_one_of_three_conditions_must_hold(row: str, dice: list[int], by: str | None) -> None:
    game = quest("the_miller_who_walks", row, dice)
    (tried,) = game.told("quest_tried")
    assert (tried.by, [*tried.dice]) == (by, dice)
    assert tried.solved == (by is not None)
    assert (game.piece("the_miller_who_walks").place == "solved") == (by is not None)


@pytest.mark.rule("chosen", "8.7")
def test_bonuses_count_for_the_levels_of_a_quest() -> None:
    game = quest("the_miller_who_walks", "ansgar_the_dim:grey_hound:grey_hound")
    assert game.told("quest_tried")[0].by == "level"


@pytest.mark.rule("chosen", "8.8")
def test_who_leads_pays_for_solving_and_without_mp_it_is_not_solved() -> None:
    game = quest("the_ninth_lantern:pit_of_nails", "mother_cinder", mp=1)
    assert game.told("quest_tried")[0].solved is False
    assert (game.mps[0], game.piece("the_ninth_lantern").place) == (1, "quest")
    assert game.piece("pit_of_nails").face_down
    game = quest("the_ninth_lantern:pit_of_nails", "mother_cinder", mp=2)
    assert (game.mps[0], game.piece("the_ninth_lantern").place) == (0, "solved")
    assert game.state.players[0].past == ("pit_of_nails",)
    assert [event.card for event in game.told("card_turned")] == ["pit_of_nails"]


@pytest.mark.rule("chosen", "8.8")
def test_what_happens_by_solving_happens() -> None:
    game = quest("wolves_at_the_toll", "ansgar_the_dim", mp=1)
    assert game.mps[0] == 1 - 1 + 2


@pytest.mark.rule("chosen", "8.9")
def test_damage_as_high_as_the_printed_level_kills_whatever_is_added() -> None:
    theirs = player(row="bren_of_the_ford:grey_hound ansgar_the_dim", hand="")
    game = Played(table(player(mp=9, hand="night_of_knives night_of_knives"), theirs))
    game.do(0, "summon", card="night_of_knives", target=game["bren_of_the_ford"])
    assert not game.in_play("bren_of_the_ford"), "2 damage, printed level 2"
    game.do(0, "summon", card="night_of_knives", target=game["ansgar_the_dim"])
    piece = game.piece("ansgar_the_dim")
    assert (piece.awareness, piece.damage) == ("injured", 0)


@pytest.mark.rule("chosen", "8.9")
def test_in_a_manoeuvre_damage_stays_until_its_end() -> None:
    theirs = player(mp=1, row="", hand="cold_steel", tower="granary iron_gallery")
    game = Played(table(player(mp=2, row="the_twice_drowned bren_of_the_ford!"), theirs))
    drowned = game["the_twice_drowned"]
    game.do(0, "send_team", target=game["granary"], team=[drowned]).quiet_until("prepare")
    game.do(1, "summon", card="cold_steel", target=drowned)
    assert game.told("fought")[0].initiating == 4
    assert (game.piece("the_twice_drowned").damage, game.piece("the_twice_drowned").awareness) == (
        0,
        "injured",
    )


@pytest.mark.rule("chosen", "8.9")
def test_at_home_an_injured_one_is_safe_while_a_manoeuvre_is_running() -> None:
    theirs = player(mp=1, hand="cold_steel", tower="granary iron_gallery")
    game = Played(table(player(mp=2, row="the_twice_drowned ansgar_the_dim!"), theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]])
    game.quiet_until("prepare").do(1, "summon", card="cold_steel", target=game["ansgar_the_dim"])
    told = [(e.kind, getattr(e, "card", "")) for e in game.log if e.kind in {"fought", "card_left"}]
    assert told.index(("fought", "")) < told.index(("card_left", "ansgar_the_dim"))


@pytest.mark.rule("chosen", "8.10")
def test_a_beast_attacks_the_first_of_the_strongest_of_that_moment() -> None:
    theirs = player(tower="granary:cellar_hounds iron_gallery")
    game = Played(table(player(mp=2, row="bren_of_the_ford ansgar_the_dim hale_marrow"), theirs))
    team = [piece.n for piece in game.state.of(0, "row")]
    game.do(0, "send_team", target=game["granary"], team=team)
    game.say(game["cellar_hounds"], dice=[3, 4, 3, 4])
    assert [event.hit for event in game.told("beast_attacked")] == [True, True]
    hit = [game.state.present[event.n].card for event in game.told("damage_dealt")]
    assert hit == ["ansgar_the_dim", "hale_marrow"]


@pytest.mark.rule("chosen", "8.10")
def test_a_beast_that_rolls_more_than_its_attack_misses() -> None:
    theirs = player(tower="granary:cellar_hounds iron_gallery")
    game = Played(table(player(mp=2, row="ansgar_the_dim"), theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    game.say(game["cellar_hounds"], dice=[4, 4, 2, 6])
    assert game.told("damage_dealt") == []


@pytest.mark.rule("chosen", "8.11")
def test_traps_do_what_is_printed() -> None:
    for trap, mp, strength in (("false_treasury", 1, 5), ("greased_steps", 3, 3)):
        theirs = player(tower=f"granary:{trap} iron_gallery")
        game = Played(table(player(mp=5, row="the_twice_drowned"), theirs))
        game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]])
        game.say(game[trap])
        assert (game.mps[0], game.told("fought")[0].initiating) == (mp, strength)
