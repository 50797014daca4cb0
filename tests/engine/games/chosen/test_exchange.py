"""14.8: a pair exchanges adventurers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.chosen.pairs import bare, pass_round, twins
from tests.engine.games.chosen.table import Played, player, table


def two_rows(own: str, partners: str, **fields: Any) -> Played:
    laid = (player(mp=3, row=own, **fields), player(), bare(mp=1, row=partners), bare())
    return twins(*laid)


@pytest.mark.rule("chosen", "14.8", "4.5")
def test_a_pair_exchanges_adventurers_once_a_turn() -> None:
    game = two_rows("bren_of_the_ford:grey_hound hale_marrow", "ansgar_the_dim")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    game.do(0, "exchange", give=bren, take=ansgar)
    owners = {card: game.piece(card).controller for card in ("bren_of_the_ford", "ansgar_the_dim")}
    assert owners == {"bren_of_the_ford": 2, "ansgar_the_dim": 0}
    assert game.piece("bren_of_the_ford").awareness == "awake"
    assert (game.piece("grey_hound").at, game.piece("grey_hound").controller) == (bren, 2)
    assert game.piece("bren_of_the_ford").owner == 0
    assert (game.asked, game.mps) == (("act", (0, 2)), [3, 0, 1, 0])
    for seat, give, take in ((0, ansgar, bren), (2, bren, ansgar)):
        assert game.refused(seat, "exchange", give=give, take=take) == ("USED", "14.8")
    pass_round(game)
    while game.asked != ("act", (0, 2)):
        game.let_pass()
    game.do(2, "exchange", give=bren, take=ansgar)


@pytest.mark.rule("chosen", "14.8", "2.3")
def test_only_awake_adventurers_of_partners_are_exchanged() -> None:
    partners = "ansgar_the_dim piet_the_fowler yrsa_greencloak!"
    game = two_rows("bren_of_the_ford hale_marrow~", partners)
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    wrong = ("WRONG_TEAM", "14.8")
    assert game.refused(0, "exchange", give=game["hale_marrow"], take=ansgar) == wrong
    assert game.refused(0, "exchange", give=bren, take=game["yrsa_greencloak"]) == wrong
    assert game.refused(0, "exchange", give=ansgar, take=bren) == wrong
    assert game.refused(0, "exchange", give=ansgar, take=game["piet_the_fowler"]) == wrong
    assert game.refused(0, "exchange", give=bren, take=bren) == wrong


@pytest.mark.rule("chosen", "14.8", "2.4")
def test_nobody_gets_an_adventurer_that_he_has_already() -> None:
    game = two_rows("bren_of_the_ford hale_marrow", "ansgar_the_dim bren_of_the_ford~")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    refused = game.refused(0, "exchange", give=bren, take=ansgar)
    assert refused == ("ALREADY_IN_PLAY", "2.4")
    game.do(0, "exchange", give=game["hale_marrow"], take=ansgar)


@pytest.mark.rule("chosen", "14.8", "5.7")
@pytest.mark.parametrize("meant", ["bren_of_the_ford", "yrsa_greencloak"])
@pytest.mark.parametrize(
    ("answer", "exchanged"),
    [("called_away", False), ("a_heavy_supper", False), ("cold_steel", True)],
    ids=["gone", "resting", "injured only when the timeline has closed"],
)
def test_an_exchange_fails_if_one_is_gone_or_no_longer_awake(
    meant: str, answer: str, *, exchanged: bool
) -> None:
    laid = player(mp=3, row="bren_of_the_ford"), player(mp=2, hand=answer)
    game = twins(*laid, bare(row="yrsa_greencloak"), bare())
    rows = {card: game.piece(card).controller for card in ("bren_of_the_ford", "yrsa_greencloak")}
    game.do(0, "exchange", give=game["bren_of_the_ford"], take=game["yrsa_greencloak"])
    game.do(1, "summon", card=answer, target=game[meant]).quiet()
    for card, before in rows.items():
        if game.in_play(card):
            assert game.piece(card).controller == (2 - before if exchanged else before)


@pytest.mark.rule("chosen", "14.8", "9.6")
def test_an_exchange_lapses_if_the_partner_leaves() -> None:
    game = twins(
        player(mp=3, row="bren_of_the_ford"),
        player(mp=1, hand="cold_steel"),
        bare(row="yrsa_greencloak"),
        bare(),
    )
    game.do(0, "exchange", give=game["bren_of_the_ford"], take=game["yrsa_greencloak"]).leave(2)
    game.quiet()
    assert game.piece("bren_of_the_ford").controller == 0


@pytest.mark.rule("chosen", "14.8", "1.1", "4.3")
def test_an_exchange_is_of_pairs_only_and_no_answer() -> None:
    duel = Played(table(player(mp=2, row="bren_of_the_ford"), player()))
    bren = duel["bren_of_the_ford"]
    assert duel.refused(0, "exchange", give=bren, take=bren) == ("NOT_IN_THIS_MODE", "1.1")
    game = twins(
        player(mp=3, hand="bells_under_the_lake"),
        player(mp=1, hand="cold_steel", row="bren_of_the_ford"),
        bare(),
        bare(row="ansgar_the_dim"),
    )
    game.do(0, "summon", card="bells_under_the_lake")
    bren, ansgar = game["bren_of_the_ford"], game["ansgar_the_dim"]
    assert game.refused(1, "exchange", give=bren, take=ansgar) == ("NOT_NOW", "4.3")
