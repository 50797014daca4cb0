"""Events, action cards and allies, card by card."""

from __future__ import annotations

import pytest

from tests.engine.games.chosen.heroes import (
    MISS,
    against,
    awareness,
    made,
    marked,
    next_turn,
    now,
    obstruct,
    send,
)
from tests.engine.games.chosen.table import Played, player

COSTS = """
good_harvest          1 -
night_of_knives       2 bren_of_the_ford
torn_proclamation     2 week_of_rain
the_long_forgetting   3 -
week_of_rain          1 -
marked_for_greatness  1 hale_marrow
red_comet             1 -
oath_of_the_stones    3 -
council_of_nine       4 -
banner_of_ash         4 seat:1
a_debt_to_the_river   3 seat:1
eyes_on_every_road    2 seat:1
cold_steel            1 bren_of_the_ford
second_wind           1 hale_marrow
called_away           2 bren_of_the_ford
cut_the_leash         1 grey_hound
a_heavy_supper        1 bren_of_the_ford
grey_hound            1 hale_marrow
hired_archer          2 hale_marrow
shield_bearer         1 hale_marrow
drummer_girl          2 hale_marrow
"""
PERMANENT = [
    "red_comet", "oath_of_the_stones", "council_of_nine", "banner_of_ash", "a_debt_to_the_river",
    "eyes_on_every_road",
]  # fmt: skip


def summon(game: Played, card: str, target: str | None = None, *, seat: int = 0) -> Played:
    """Summon a card, aimed at another by its name, at a seat, or at nothing."""
    if target is not None and not target.startswith(("seat:", "a1")):
        target = game[target]
    return game.do(seat, "summon", card=card, target=target)


@pytest.mark.rule("chosen", "6.1")
@pytest.mark.parametrize("line", COSTS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_what_it_costs(line: str) -> None:
    card, mp, target = line.split()
    theirs = player(row="bren_of_the_ford:grey_hound", events="week_of_rain")
    tower = "deep_cistern granary"
    game = against(theirs, mp=8, hand=card, row="hale_marrow", tower=tower)
    summon(game, card, None if target == "-" else target)
    assert game.mps[0] == 8 - int(mp)


# --- events ---------------------------------------------------------------------------------------


def test_a_good_harvest_is_two_cards() -> None:
    game = summon(against(hand="good_harvest"), "good_harvest")
    assert len(game.state.players[0].hand) == 2


def test_the_night_of_knives_deals_two_damage() -> None:
    theirs = player(row="bren_of_the_ford ansgar_the_dim")
    game = against(theirs, mp=4, hand="night_of_knives night_of_knives", row="hale_marrow")
    refused = game.refused(0, "summon", card="night_of_knives", target=game["hale_marrow"])
    assert refused == ("NO_TARGET", "6.1")
    summon(game, "night_of_knives", "bren_of_the_ford")
    summon(game, "night_of_knives", "ansgar_the_dim")
    assert not game.in_play("bren_of_the_ford")
    assert awareness(game, "ansgar_the_dim") == ["injured"]


def test_a_torn_proclamation_destroys_an_event_but_no_omen() -> None:
    theirs = player(events="council_of_nine red_comet")
    game = against(theirs, hand="torn_proclamation", events="eyes_on_every_road")
    game = marked(game, "red_comet", omen=True)
    for wrong in ("red_comet", "eyes_on_every_road"):
        refused = game.refused(0, "summon", card="torn_proclamation", target=game[wrong])
        assert refused == ("NO_TARGET", "6.1")
    summon(game, "torn_proclamation", "council_of_nine")
    assert game.state.players[1].past == ("council_of_nine",)


def test_the_long_forgetting_takes_three_cards_and_one_of_the_hand() -> None:
    theirs = player(future="not_today second_wind bren_of_the_ford iron_harrow",
                    hand="good_harvest cold_steel")  # fmt: skip
    game = against(theirs, hand="the_long_forgetting")
    refused = game.refused(0, "summon", card="the_long_forgetting")
    assert refused == ("CONDITION_NOT_MET", "6.1")
    game = against(theirs, hand="the_long_forgetting", row="hale_marrow")
    summon(game, "the_long_forgetting")
    assert game.asked == ("discard", (1,))
    game.say("card:good_harvest")
    other = game.state.players[1]
    assert other.past == ("not_today", "second_wind", "bren_of_the_ford", "good_harvest")
    assert (other.future, other.hand) == (("iron_harrow",), ("cold_steel",))
    assert len(game.state.players[0].future) == 20


def test_a_week_of_rain_keeps_everybody_from_sieges_for_a_turn() -> None:
    theirs = player(mp=6, tower="granary iron_gallery", row="ansgar_the_dim")
    game = against(theirs, mp=7, row="hale_marrow", hand="week_of_rain")
    summon(game, "week_of_rain").quiet()
    for seat, to, who in ((0, "granary", "hale_marrow"), (1, "deep_cistern", "ansgar_the_dim")):
        if game.asked == ("act", (1 - seat,)):
            game.let_pass()
        refused = game.refused(seat, "send_team", target=game[to], team=[game[who]])
        assert refused == ("BARRED", "2.12")
    game.let_pass()
    assert not game.in_play("week_of_rain")
    assert game.state.players[0].past == ("week_of_rain",)


def test_marked_for_greatness_is_greater_for_a_turn() -> None:
    game = against(hand="marked_for_greatness", row="hale_marrow ansgar_the_dim")
    summon(game, "marked_for_greatness", "hale_marrow")
    assert (now(game, "hale_marrow"), now(game, "hale_marrow", "physique")) == (4, 11)
    assert (now(game, "ansgar_the_dim"), now(game, "ansgar_the_dim", "physique")) == (3, 8)
    next_turn(game)
    assert (now(game, "hale_marrow"), now(game, "hale_marrow", "physique")) == (3, 9)


@pytest.mark.rule("chosen", "1.8", "2.9")
@pytest.mark.parametrize("card", PERMANENT)
def test_what_is_permanent_stays(card: str) -> None:
    game = against(mp=9, hand=card, tower="deep_cistern granary")
    targeted = card in PERMANENT[3:]
    summon(game, card, "seat:1" if targeted else None)
    next_turn(game)
    assert game.piece(card).place == "event"
    assert game.piece(card).target == ("seat:1" if targeted else None)


@pytest.mark.rule("chosen", "2.9")
@pytest.mark.parametrize(("card", "mp"), [("red_comet", 2), ("oath_of_the_stones", 4)])
def test_some_need_mp(card: str, mp: int) -> None:
    game = against(mp=mp - 1, hand=card)
    assert game.refused(0, "summon", card=card) == ("CONDITION_NOT_MET", "6.1")
    summon(against(mp=mp, hand=card), card)


@pytest.mark.rule("chosen", "2.9")
def test_the_council_needs_a_tower_of_two() -> None:
    game = against(hand="council_of_nine")
    assert game.refused(0, "summon", card="council_of_nine") == ("CONDITION_NOT_MET", "6.1")


def test_the_red_comet_makes_a_row_hardier() -> None:
    game = against(player(row="bren_of_the_ford"), row="ansgar_the_dim", events="red_comet")
    assert now(game, "ansgar_the_dim", "physique") == 9
    assert now(game, "bren_of_the_ford", "physique") == 7


def test_the_oath_of_the_stones_makes_all_walls_higher() -> None:
    theirs = player(
        events="oath_of_the_stones", tower="granary^ iron_gallery", buildings="salt_exchange"
    )
    for to in ("granary", "salt_exchange"):
        for level, won in ((3, False), (4, True)):
            game = against(theirs, mp=2, row="ansgar_the_dim")
            made(game, "ansgar_the_dim", level=level)
            send(game, to, "ansgar_the_dim")
            assert (game.told("fought")[0].winner == "initiating") == won


@pytest.mark.rule("chosen", "9.10")
@pytest.mark.parametrize(("awake", "counters"), [(3, 1), (2, 0)])
def test_the_council_counts_turns_of_three_awake(awake: int, counters: int) -> None:
    row = "ansgar_the_dim bren_of_the_ford " + ("hale_marrow" if awake == 3 else "hale_marrow~")
    game = next_turn(against(row=row, events="council_of_nine"))
    assert game.piece("council_of_nine").counters == counters


@pytest.mark.rule("chosen", "9.10")
def test_the_council_is_hurried_for_mp_and_wins_with_five() -> None:
    row = "ansgar_the_dim bren_of_the_ford"
    game = against(mp=10, row=row, events="council_of_nine")
    council = game["council_of_nine"]
    game = marked(game, "council_of_nine", counters=3)
    game.do(0, "use", card=council)
    assert (game.mps[0], game.winners) == (5, None)
    game.do(0, "use", card=council)
    assert game.winners == (0,)
    assert game.told("match_ended")[0].why == "counters"
    game = against(mp=10, row="ansgar_the_dim", events="council_of_nine")
    refused = game.refused(0, "use", card=game["council_of_nine"])
    assert refused == ("CONDITION_NOT_MET", "6.5")


@pytest.mark.parametrize(("dice", "hit"), [([4, 5], True), ([5, 5], False)])
def test_the_banner_of_ash_makes_sieges_cheaper_and_their_teams_hardier(
    dice: list[int], hit: bool
) -> None:
    theirs = player(row="bren_of_the_ford", tower="granary^ iron_gallery")
    game = against(theirs, mp=4, row="ansgar_the_dim hale_marrow", events="banner_of_ash")
    assert now(game, "ansgar_the_dim", "physique") == 8
    send(game, "granary", "ansgar_the_dim")
    assert game.mps[0] == 3
    obstruct(game, "bren_of_the_ford", dice=dice + MISS)
    assert [roll.hit for roll in game.told("fought")[0].rolls] == [hit, False]


def test_the_banner_of_ash_costs_its_target_mp() -> None:
    game = summon(against(mp=4, hand="banner_of_ash"), "banner_of_ash", "seat:1")
    assert next_turn(game).mps == [4, 3]


def test_a_debt_to_the_river_takes_a_card_a_turn() -> None:
    theirs = player(future="cold_steel", hand="good_harvest " * 7)
    game = summon(against(mp=3, hand="a_debt_to_the_river"), "a_debt_to_the_river", "seat:1")
    assert len(next_turn(game).state.players[1].past) == 1
    game = against(theirs, mp=3, hand="a_debt_to_the_river")
    next_turn(summon(game, "a_debt_to_the_river", "seat:1").quiet())
    assert (game.state.players[1].past, game.state.players[1].future) == (("cold_steel",), ())


def test_eyes_on_every_road_keep_obstacles_away() -> None:
    theirs = player(mp=8, hand="moat_eel")
    ours = {"quests": "wolves_at_the_toll", "row": "ansgar_the_dim", "hand": "eyes_on_every_road"}
    game = against(theirs, mp=9, **ours)
    summon(game, "eyes_on_every_road", "seat:1").quiet()
    assert game.asked == ("act", (1,))
    refused = game.refused(1, "lay_obstacle", card="moat_eel", at="c2")
    assert refused == ("BARRED", "2.12")


@pytest.mark.parametrize(("dice", "solved"), [([2, 2], True), ([2, 3], False)])
def test_eyes_on_every_road_help_mental_tests_of_quests(dice: list[int], solved: bool) -> None:
    ours = {"quests": "the_ninth_lantern", "row": "ansgar_the_dim", "events": "eyes_on_every_road"}
    game = send(against(None, mp=9, **ours), "the_ninth_lantern", "ansgar_the_dim", dice=dice)
    assert game.told("quest_tried")[0].solved == solved


# --- action cards ---------------------------------------------------------------------------------


def test_cold_steel_deals_one_damage_to_anybody() -> None:
    game = against(player(row="ansgar_the_dim"), hand="cold_steel cold_steel", row="hale_marrow")
    summon(game, "cold_steel", "ansgar_the_dim")
    summon(game, "cold_steel", "hale_marrow")
    assert [one.amount for one in game.told("damage_dealt")] == [1, 1]
    assert awareness(game, "ansgar_the_dim", "hale_marrow") == ["injured", "injured"]


def test_a_second_wind_heals_and_strengthens_until_the_manoeuvre_is_over() -> None:
    game = against(hand="second_wind", row="hale_marrow!")
    summon(game, "second_wind", "hale_marrow")
    assert (awareness(game, "hale_marrow"), now(game, "hale_marrow")) == (["resting"], 4)


@pytest.mark.rule("chosen", "3.2")
def test_what_waits_for_a_manoeuvre_waits_this_turn_only() -> None:
    game = against(hand="second_wind", row="hale_marrow")
    next_turn(summon(game, "second_wind", "hale_marrow"))
    assert now(game, "hale_marrow") == 3


def test_not_today_neutralises_a_summoning_of_others() -> None:
    game = against(player(mp=2, hand="not_today"), hand="good_harvest")
    summon(game, "good_harvest")
    summon(game, "not_today", "a1", seat=1)
    assert (game.state.players[0].hand, game.mps) == ((), [8, 0])
    assert game.state.players[0].past == ("good_harvest",)


def test_not_today_stops_no_team() -> None:
    rival = player(mp=2, hand="not_today", tower="granary")
    game = send(against(rival, row="ansgar_the_dim"), "granary", "ansgar_the_dim")
    assert game.refused(1, "summon", card="not_today", target="a1") == ("NO_TARGET", "6.1")


@pytest.mark.rule("chosen", "10.2")
def test_turn_the_glass_neutralises_an_omen() -> None:
    game = against(player(events="red_comet week_of_rain"), hand="turn_the_glass")
    game = marked(game, "red_comet", omen=True)
    refused = game.refused(0, "summon", card="turn_the_glass", target=game["week_of_rain"])
    assert refused == ("NO_TARGET", "6.1")
    summon(game, "turn_the_glass", "red_comet")
    assert (game.state.players[1].omen, game.mps[0]) == ("red_comet", 7)
    assert game.state.players[1].past == ()


@pytest.mark.rule("chosen", "7.15")
def test_back_the_way_we_came_takes_one_out_of_a_manoeuvre() -> None:
    rival = player(row="the_twice_drowned")
    row = "ansgar_the_dim bren_of_the_ford hale_marrow"
    game = against(rival, mp=3, row=row, hand="back_the_way_we_came")
    obstruct(send(game, "iron_gallery", "ansgar_the_dim", "bren_of_the_ford"), "the_twice_drowned")
    card = "back_the_way_we_came"
    for wrong in ("hale_marrow", "the_twice_drowned"):
        assert game.refused(0, "summon", card=card, target=game[wrong])[0] == "NO_TARGET"
    game.do(0, "summon", card=card, target=game["bren_of_the_ford"], dice=MISS * 2)
    assert awareness(game, "ansgar_the_dim", "bren_of_the_ford") == ["injured", "resting"]
    assert game.mps[0] == 0


@pytest.mark.rule("chosen", "2.2", "2.10")
def test_called_away_is_back_in_the_hand() -> None:
    theirs = player(row="ansgar_the_dim:grey_hound bren_of_the_ford:hired_archer")
    game = against(theirs, hand="called_away", row="hale_marrow")
    for wrong in ("ansgar_the_dim", "hale_marrow"):  # the hound makes him 4
        refused = game.refused(0, "summon", card="called_away", target=game[wrong])
        assert refused == ("NO_TARGET", "6.1")
    summon(game, "called_away", "bren_of_the_ford")
    assert game.state.players[1].hand == ("bren_of_the_ford",)
    assert game.piece("hired_archer").place == "storage"
    theirs = player(row="ansgar_the_dim")
    summon(against(theirs, hand="called_away"), "called_away", "ansgar_the_dim")


@pytest.mark.rule("chosen", "2.10", "6.6")
def test_cut_the_leash_puts_an_ally_aside_until_it_is_attached_again() -> None:
    theirs = player(mp=3, row="ansgar_the_dim:grey_hound bren_of_the_ford")
    game = against(theirs, mp=3, hand="cut_the_leash")
    summon(game, "cut_the_leash", "grey_hound").quiet()
    assert (game.piece("grey_hound").place, now(game, "ansgar_the_dim")) == ("storage", 3)
    hound = game["grey_hound"]
    game.do(1, "attach", ally=hound, to=game["bren_of_the_ford"])
    assert game.mps == [2, 2]
    assert now(game, "bren_of_the_ford") == 3
    assert game["grey_hound"] != hound


def test_a_heavy_supper_lets_one_rest() -> None:
    theirs = player(row="ansgar_the_dim bren_of_the_ford!")
    game = against(theirs, hand="a_heavy_supper")
    refused = game.refused(0, "summon", card="a_heavy_supper", target=game["bren_of_the_ford"])
    assert refused == ("NO_TARGET", "6.1")
    summon(game, "a_heavy_supper", "ansgar_the_dim")
    assert awareness(game, "ansgar_the_dim") == ["resting"]


# --- allies ---------------------------------------------------------------------------------------


def test_a_grey_hound_strengthens_its_bearer() -> None:
    game = against(row="hale_marrow:grey_hound ansgar_the_dim")
    assert (now(game, "hale_marrow"), now(game, "ansgar_the_dim")) == (4, 3)


def test_a_hired_archer_shoots_once_in_a_manoeuvre() -> None:
    theirs = player(row="the_twice_drowned ansgar_the_dim")
    game = against(theirs, mp=2, row="hale_marrow:hired_archer")
    archer = game["hired_archer"]
    refused = game.refused(0, "use", card=archer, target=game["the_twice_drowned"])
    assert refused == ("USED", "6.5")
    obstruct(send(game, "iron_gallery", "hale_marrow"), "the_twice_drowned")
    assert game.refused(0, "use", card=archer, target=game["ansgar_the_dim"])[0] == "NO_TARGET"
    game.do(0, "use", card=archer, target=game["the_twice_drowned"], dice=MISS * 2)
    assert game.told("fought")[0].obstructing == 5 - 2 + 3
    assert game.state.players[0].past == ("hired_archer",)


def test_a_shield_bearer_makes_hardier_and_takes_a_blow() -> None:
    rival = player(tower="iron_gallery^:cellar_hounds granary")
    game = against(rival, mp=2, row="the_twice_drowned:shield_bearer")
    assert now(game, "the_twice_drowned", "physique") == 11
    send(game, "iron_gallery", "the_twice_drowned").say(game["cellar_hounds"])
    game.let_pass(dice=[1, 1, 1, 1])
    assert now(game, "the_twice_drowned") == 3
    game.do(0, "use", card=game["shield_bearer"])
    assert game.told("fought")[0].initiating == 4
    assert game.told("damage_dealt")[-1].amount == -1
    assert game.in_play("shield_bearer")


@pytest.mark.rule("chosen", "7.14")
def test_a_drummer_girl_calls_her_bearer_to_a_fight() -> None:
    theirs = player(row="bren_of_the_ford")
    game = against(theirs, mp=1, row="ansgar_the_dim:drummer_girl")
    game.do(0, "use", card=game["drummer_girl"], target="seat:1")
    assert (game.mps[0], game.told("team_left")[0].what) == (0, "fight")
    obstruct(game, "bren_of_the_ford", dice=MISS * 2)
    assert game.told("fought")[0].winner == "initiating"
    assert awareness(game, "ansgar_the_dim", "bren_of_the_ford") == ["resting", "injured"]
