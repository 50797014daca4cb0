"""Adventurers, card by card: their numbers, and what they are used for."""

from __future__ import annotations

import pytest

from engine.games.chosen.cards import CARDS
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
from tests.engine.games.chosen.table import player

NUMBERS = """
bren_of_the_ford      3 2  7 5 4  warrior order
hale_marrow           5 3  9 4 4  warrior chaos
ansgar_the_dim        4 3  8 3 3  warrior order
the_twice_drowned     7 5 10 6 5  warrior death
dame_ilsabet_oak      5 3  8 6 5  warrior order
gorm_of_the_gate      6 4  9 4 3  warrior chaos
yrsa_greencloak       4 2  6 7 6  ranger  life
piet_the_fowler       3 1  6 6 6  ranger  life
the_hunter_in_ash     5 3  7 6 5  ranger  death
wenna_wayfinder       4 2  5 6 7  ranger  life
bramble_jack          3 2  6 4 5  ranger  chaos
tansy_of_the_marsh    4 2  6 7 4  ranger  death
ossa_lockfinger       3 1  5 6 7  rogue   chaos
nim_halfshadow        3 1  5 5 8  rogue   death
silk_varga            4 2  6 5 7  rogue   chaos
three_coin_tam        3 1  5 5 6  rogue   chaos
the_grinning_heir     5 3  7 5 6  rogue   death
little_wick           2 1  4 5 6  rogue   life
quill_sevenrhymes     3 1  5 7 6  bard    chaos
fenn_of_two_strings   4 2  5 7 7  bard    life
lady_larkspur         5 2  4 8 8  bard    order
the_hoarse_fool       3 1  5 6 5  bard    chaos
cantor_of_graves      4 2  4 7 6  bard    death
ivo_the_herald        4 1  6 6 5  bard    order
mother_cinder         6 4  5 8 9  mage    death
tolm_the_steward      3 1  4 5 8  mage    order
orlo_glasseye         4 2  3 7 8  mage    order
vesper_the_unwritten  5 2  4 8 9  mage    death
green_hob             4 2  6 6 6  mage    life
sabela_stormhand      6 3  4 8 8  mage    chaos
sister_amity          4 2  4 8 7  priest  life
brother_tallow        3 1  5 7 6  priest  life
mother_of_oaths       5 3  5 8 6  priest  order
the_veiled_one        4 2  4 8 7  priest  death
kindly_ruel           4 2  5 6 7  priest  life
deacon_hask           5 3  7 7 5  priest  order
"""


@pytest.mark.parametrize("line", NUMBERS.split("\n")[1:-1], ids=lambda line: line.split()[0])
def test_what_an_adventurer_costs_and_is(line: str) -> None:
    card, mp, level, physique, astral, mental, calling, character = line.split()
    game = against(mp=10, hand=card).do(0, "summon", card=card)
    assert game.mps[0] == 10 - int(mp)
    assert awareness(game, card) == ["resting"]
    assert now(game, card) == int(level)
    assert now(game, card, "physique") == int(physique)
    assert now(game, card, "astral") == int(astral)
    assert now(game, card, "mental") == int(mental)
    printed = CARDS[card]
    assert (getattr(printed, "calling", ""), getattr(printed, "character", "")) == (
        calling,
        character,
    )


# --- what they are used for -----------------------------------------------------------------------


def test_hale_marrow_starts_a_fight() -> None:
    game = against(player(row="bren_of_the_ford"), mp=2, row="hale_marrow")
    game.do(0, "use", card=game["hale_marrow"], target="seat:1")
    assert game.mps[0] == 1
    obstruct(game, "bren_of_the_ford", dice=[1, 1, *MISS])
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing) == (4, 2)
    assert awareness(game, "hale_marrow", "bren_of_the_ford") == ["resting", "injured"]


def test_piet_looks_at_three_and_draws_one() -> None:
    future = "good_harvest cold_steel not_today second_wind"
    game = against(mp=1, row="piet_the_fowler", future=future)
    game.do(0, "use", card=game["piet_the_fowler"])
    looked = game.told("looked")[0]
    assert looked.cards.value == ("good_harvest", "cold_steel", "not_today")
    assert looked.cards.to == (0,)
    assert game.state.players[0].hand == ("good_harvest",)
    assert (game.mps[0], awareness(game, "piet_the_fowler")) == (0, ["resting"])


def test_the_hunter_in_ash_wounds_one_of_the_other_team() -> None:
    theirs = player(row="ansgar_the_dim dame_ilsabet_oak")
    game = against(theirs, mp=3, row="the_hunter_in_ash")
    hunter = game["the_hunter_in_ash"]
    assert game.refused(0, "use", card=hunter, target=game["ansgar_the_dim"]) == ("USED", "6.5")
    obstruct(send(game, "iron_gallery", "the_hunter_in_ash"), "ansgar_the_dim")
    assert game.refused(0, "use", card=hunter, target=game["dame_ilsabet_oak"])[0] == "NO_TARGET"
    game.do(0, "use", card=hunter, target=game["ansgar_the_dim"], dice=MISS * 2)
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing) == (3, 3 - 1 + 3)
    assert game.mps[0] == 0


def test_bramble_jack_lures_an_ally_away() -> None:
    game = against(player(row="ansgar_the_dim:grey_hound"), mp=2, row="bramble_jack")
    assert now(game, "ansgar_the_dim") == 4
    game.do(0, "use", card=game["bramble_jack"], target=game["grey_hound"])
    hound = game.piece("grey_hound")
    assert (hound.place, hound.controller, now(game, "ansgar_the_dim")) == ("storage", 1, 3)
    assert game.mps[0] == 0


def test_tansy_turns_up_an_obstacle() -> None:
    game = against(player(tower="granary:pit_of_nails"), mp=0, row="tansy_of_the_marsh")
    game = marked(game, "granary", face_down=True)
    tansy = game["tansy_of_the_marsh"]
    assert game.refused(0, "use", card=tansy, target=game["granary"])[0] == "NO_TARGET"
    game.do(0, "use", card=tansy, target=game["pit_of_nails"])
    assert not game.piece("pit_of_nails").face_down
    assert game.piece("granary").face_down


def test_nim_looks_at_a_hand() -> None:
    game = against(player(hand="good_harvest cold_steel"), mp=0, row="nim_halfshadow")
    game.do(0, "use", card=game["nim_halfshadow"], target="seat:1")
    looked = game.told("looked")[0]
    assert (looked.of, looked.cards.value) == (1, ("good_harvest", "cold_steel"))
    assert looked.cards.to == (0,)


def test_silk_varga_takes_a_card_by_chance() -> None:
    game = against(player(hand="good_harvest good_harvest"), mp=2, row="silk_varga")
    game.do(0, "use", card=game["silk_varga"], target="seat:1")
    assert (game.state.players[1].hand, game.state.players[1].past) == (
        ("good_harvest",),
        ("good_harvest",),
    )
    assert game.mps[0] == 0


def test_three_coin_tam_costs_others_mp() -> None:
    game = against(player(mp=3), mp=4, row="three_coin_tam")
    game.do(0, "use", card=game["three_coin_tam"], target="seat:1")
    assert game.mps == [4, 2]


def test_the_grinning_heir_gives_himself_to_end_a_manoeuvre() -> None:
    theirs = player(row="the_twice_drowned", tower="granary")
    game = against(theirs, mp=2, row="the_grinning_heir ansgar_the_dim")
    send(game, "granary", "the_grinning_heir", "ansgar_the_dim")
    obstruct(game, "the_twice_drowned")
    game.do(0, "use", card=game["the_grinning_heir"])
    assert game.told("fought") == []
    assert game.state.manoeuvre is None
    assert awareness(game, "ansgar_the_dim", "the_twice_drowned") == ["resting"] * 2
    assert game.state.players[0].past == ("the_grinning_heir",)
    assert game.in_play("granary")


def test_little_wick_slips_back_into_the_hand() -> None:
    theirs = player(row="the_twice_drowned")
    game = against(theirs, mp=2, row="little_wick", quests="the_ninth_lantern")
    obstruct(send(game, "the_ninth_lantern", "little_wick"), "the_twice_drowned")
    game.do(0, "use", card=game["little_wick"])
    assert (game.state.players[0].hand, game.mps[0]) == (("little_wick",), 1)
    game.quiet()
    assert game.told("fought")[0].winner == "obstructing"


def test_quill_strengthens_one_of_the_manoeuvre() -> None:
    game = against(
        player(tower="iron_gallery granary"),
        mp=2,
        row="quill_sevenrhymes bren_of_the_ford hale_marrow",
    )
    send(game, "iron_gallery", "quill_sevenrhymes", "bren_of_the_ford")
    at_home = game["hale_marrow"]
    refused = game.refused(0, "use", card=game["quill_sevenrhymes"], target=at_home)
    assert refused == ("NO_TARGET", "6.1")
    game.do(0, "use", card=game["quill_sevenrhymes"], target=game["bren_of_the_ford"])
    assert game.told("fought")[0].initiating == 4
    assert now(game, "bren_of_the_ford") == 2


def test_fenn_wakes_one_who_rests() -> None:
    game = against(mp=1, row="fenn_of_two_strings bren_of_the_ford~ ansgar_the_dim!")
    fenn = game["fenn_of_two_strings"]
    assert game.refused(0, "use", card=fenn, target=game["ansgar_the_dim"])[0] == "NO_TARGET"
    game.do(0, "use", card=fenn, target=game["bren_of_the_ford"])
    assert awareness(game, "bren_of_the_ford", "fenn_of_two_strings") == ["awake", "resting"]
    assert game.mps[0] == 0


def test_lady_larkspur_wins_one_over_once() -> None:
    theirs = player(row="bren_of_the_ford:grey_hound yrsa_greencloak ansgar_the_dim")
    game = against(theirs, mp=6, row="lady_larkspur")
    lady = game["lady_larkspur"]
    for too_strong in ("ansgar_the_dim", "bren_of_the_ford"):  # the hound makes him 3
        refused = game.refused(0, "use", card=lady, target=game[too_strong])
        assert refused == ("NO_TARGET", "6.1")
    game.do(0, "use", card=lady, target=game["yrsa_greencloak"])
    yrsa = game.piece("yrsa_greencloak")
    assert (yrsa.controller, yrsa.owner, yrsa.awareness) == (0, 1, "resting")
    assert game.mps[0] == 3
    game = marked(game, "bren_of_the_ford", changes=())
    game = made(game, "bren_of_the_ford", level=2)
    assert game.refused(0, "use", card=lady, target=game["bren_of_the_ford"]) == ("USED", "6.5")


@pytest.mark.rule("chosen", "2.13")
def test_one_who_is_won_over_stays_injured_and_loses_what_is_attached() -> None:
    theirs = player(row="three_coin_tam!:grey_hound")
    game = against(theirs, mp=6, row="lady_larkspur")
    game.do(0, "use", card=game["lady_larkspur"], target=game["three_coin_tam"])
    assert (game.piece("three_coin_tam").controller, awareness(game, "three_coin_tam")) == (
        0,
        ["injured"],
    )
    assert (game.piece("grey_hound").place, game.piece("grey_hound").controller) == ("storage", 1)


def test_nobody_is_won_over_who_is_there_already() -> None:
    game = against(player(row="bren_of_the_ford"), mp=6, row="lady_larkspur bren_of_the_ford")
    theirs = next(p.n for p in game.state.present.values() if (p.card, p.owner) == (
        "bren_of_the_ford", 1))  # fmt: skip
    game.do(0, "use", card=game["lady_larkspur"], target=theirs)
    assert game.state.present[theirs].controller == 1


def test_the_hoarse_fool_sends_one_to_sleep() -> None:
    game = against(player(row="ansgar_the_dim bren_of_the_ford!"), mp=1, row="the_hoarse_fool")
    fool = game["the_hoarse_fool"]
    assert game.refused(0, "use", card=fool, target=game["bren_of_the_ford"])[0] == "NO_TARGET"
    game.do(0, "use", card=fool, target=game["ansgar_the_dim"])
    assert (awareness(game, "ansgar_the_dim"), game.mps[0]) == (["resting"], 0)


@pytest.mark.rule("chosen", "7.9")
@pytest.mark.rule("chosen", "7.9")
def test_the_hoarse_fool_keeps_a_player_from_obstructing_this_turn() -> None:
    game = against(player(row="bren_of_the_ford"), mp=5, row="the_hoarse_fool ansgar_the_dim")
    game.do(0, "use", card=game["the_hoarse_fool"], use=1, target="seat:1")
    assert game.mps[0] == 2
    send(game, "iron_gallery", "ansgar_the_dim")
    refused = game.refused(1, "obstruct", team=[game["bren_of_the_ford"]])
    assert refused == ("BARRED", "2.12")
    next_turn(game.quiet())
    assert game.state.bars == ()


def test_cantor_of_graves_brings_an_adventurer_back() -> None:
    past = "good_harvest bren_of_the_ford ansgar_the_dim"
    game = against(mp=1, row="cantor_of_graves", past=past)
    game.do(0, "use", card=game["cantor_of_graves"])
    assert game.answers == ("card:bren_of_the_ford", "card:ansgar_the_dim")
    game.say("card:ansgar_the_dim")
    one = game.state.players[0]
    assert (one.hand, one.past, one.mp) == (
        ("ansgar_the_dim",),
        ("good_harvest", "bren_of_the_ford"),
        0,
    )


def test_mother_cinder_burns_as_long_as_there_are_mp() -> None:
    game = against(player(row="ansgar_the_dim"), mp=4, row="mother_cinder")
    game.do(0, "use", card=game["mother_cinder"], target=game["ansgar_the_dim"])
    assert (awareness(game, "ansgar_the_dim"), game.mps[0]) == (["injured"], 2)
    game.do(0, "use", card=game["mother_cinder"], target=game["ansgar_the_dim"])
    assert [one.amount for one in game.told("damage_dealt")] == [1, 1]
    assert not game.in_play("ansgar_the_dim")


def test_tolm_brings_one_mp() -> None:
    game = against(mp=2, row="tolm_the_steward")
    game.do(0, "use", card=game["tolm_the_steward"])
    assert (game.mps[0], awareness(game, "tolm_the_steward")) == (3, ["resting"])


@pytest.mark.rule("chosen", "5.6", "7.10")
def test_orlo_neutralises_an_obstacle() -> None:
    game = against(player(mp=1, tower="iron_gallery^:pit_of_nails"), mp=3,
                   row="ansgar_the_dim orlo_glasseye")  # fmt: skip
    send(game, "iron_gallery", "ansgar_the_dim").say(game["pit_of_nails"])
    orlo = game["orlo_glasseye"]
    game.do(0, "use", card=orlo, target="a2")
    assert game.told("damage_dealt") == []
    assert game.state.players[1].past == ("pit_of_nails",)
    assert game.mps == [0, 0]


def test_orlo_neutralises_an_omen_and_no_other_event() -> None:
    game = against(player(events="red_comet week_of_rain"), mp=3, row="orlo_glasseye")
    game = marked(game, "red_comet", omen=True)
    orlo = game["orlo_glasseye"]
    refused = game.refused(0, "use", card=orlo, use=1, target=game["week_of_rain"])
    assert refused == ("NO_TARGET", "6.1")
    game.do(0, "use", card=orlo, use=1, target=game["red_comet"])
    assert not game.in_play("red_comet")
    assert (game.state.players[1].omen, game.mps[0]) == ("red_comet", 0)


def test_vesper_wears_out_a_future() -> None:
    future = "good_harvest cold_steel not_today"
    game = against(player(future=future), mp=1, row="vesper_the_unwritten")
    game.do(0, "use", card=game["vesper_the_unwritten"], target="seat:1")
    other = game.state.players[1]
    assert (other.future, other.past) == (("not_today",), ("good_harvest", "cold_steel"))
    assert game.mps[0] == 0


def test_sabela_strikes_the_whole_other_team() -> None:
    theirs = player(row="ansgar_the_dim the_twice_drowned bren_of_the_ford")
    game = against(theirs, mp=4, row="sabela_stormhand")
    obstruct(send(game, "iron_gallery", "sabela_stormhand"), "ansgar_the_dim", "the_twice_drowned")
    game.do(0, "use", card=game["sabela_stormhand"], dice=MISS * 3)
    assert game.told("fought")[0].obstructing == 2 + 4 + 3
    assert game.mps[0] == 0
    row = ("ansgar_the_dim", "the_twice_drowned", "bren_of_the_ford")
    assert awareness(game, *row) == ["injured", "injured", "awake"]


def test_sister_amity_heals() -> None:
    game = against(mp=0, row="sister_amity bren_of_the_ford!")
    game.do(0, "use", card=game["sister_amity"], target=game["bren_of_the_ford"])
    assert awareness(game, "sister_amity", "bren_of_the_ford") == ["resting", "resting"]


@pytest.mark.rule("chosen", "2.13")
def test_brother_tallow_takes_two_damage_off() -> None:
    theirs = player(tower="iron_gallery:cellar_hounds granary")
    game = against(theirs, mp=2, row="the_twice_drowned brother_tallow")
    send(game, "iron_gallery", "the_twice_drowned")
    game.say(game["cellar_hounds"]).let_pass(dice=[1, 1, 1, 1])
    assert now(game, "the_twice_drowned") == 3
    game.do(0, "use", card=game["brother_tallow"], target=game["the_twice_drowned"])
    assert game.told("fought")[0].initiating == 5
    assert awareness(game, "the_twice_drowned") == ["resting"]


def test_the_veiled_one_injures_one_who_rests() -> None:
    game = against(player(row="ansgar_the_dim~ bren_of_the_ford"), mp=2, row="the_veiled_one")
    veiled = game["the_veiled_one"]
    assert game.refused(0, "use", card=veiled, target=game["bren_of_the_ford"])[0] == "NO_TARGET"
    game.do(0, "use", card=veiled, target=game["ansgar_the_dim"])
    assert (awareness(game, "ansgar_the_dim"), game.mps[0]) == (["injured"], 0)
