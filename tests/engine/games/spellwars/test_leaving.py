"""Section 14, clause 7: a player leaves, at every kind of moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.games.spellwars import GAME
from engine.games.spellwars.commands import SpellWarsConfig
from tests.engine.games.spellwars.table import Duel, table, wizard
from tests.engine.play import RESIGN, Match

if TYPE_CHECKING:
    from engine.games.spellwars.state import State

pytestmark = pytest.mark.rule("spellwars", "14.7")


def awaited(state: State) -> tuple[int, ...]:
    return tuple(seat for decision in GAME.pending(state) for seat in decision.seats)


def outcome_of(state: State) -> dict[str, Any]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.model_dump()


def caught_in_the_line() -> Duel:
    """Seat 0 strikes all: seat 1 is dying with a Reaction, seat 2 is asked for its Creature."""
    state = table(
        wizard("uncle_rot"),
        wizard("auntie_cinder mossy", life=1),
        wizard("inkblot fly_blown", creatures="kiln_imp"),
        wizard("inkblot humming", life=1),
        castle_owner=1,
        dead_wizard_deck="last_words last_words",
    )
    spells = ("uncle_rot", "auntie_cinder mossy", "inkblot fly_blown", "inkblot humming")
    duel = Duel(state).build(*spells)
    assert duel.asked == (2, "absorb", ("none", "creature:301"))
    assert [one.seat for one in duel.state.dying] == [1]
    return duel


def test_what_a_leaver_has_goes_where_it_came_from() -> None:
    leaver = wizard(
        "kiln_imp wild_magic",
        creatures="ink_kraken",
        treasures="deep_pocket",
        tucked="mossy",
        dead_wizard_cards="spoiled_feast",
    )
    duel = Duel(table(wizard("ferrule"), leaver, wizard("inkblot"))).leave(1)
    assert duel.kinds == ["wizard_left"]
    state = duel.state
    assert state.discard == ("kiln_imp", "wild_magic", "ink_kraken", "mossy")
    assert state.treasure_deck[-1] == "deep_pocket"
    assert state.dead_wizard_deck[-1] == "spoiled_feast"
    assert state.wizards[1] == wizard(life=0, dead=True, out=True)


def test_who_leaves_while_building_is_not_awaited_and_nobodys_neighbour() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("kiln_imp"), wizard("inkblot humming")))
    duel.leave(1)
    assert awaited(duel.state) == (0, 2)
    duel.build("ferrule", "inkblot humming")
    assert [event.seat for event in duel.told("damage_dealt")][:1] == [2]
    assert [event.seat for event in duel.told("spell_opened")] == [0, 2]


def test_the_spells_of_the_others_open_if_only_the_leaver_was_awaited() -> None:
    match = Match(GAME, SpellWarsConfig(), 3).start("ann", "bob", "eve")
    for seat, account in ((0, "ann"), (2, "eve")):
        option = match.view(seat)["options"][0]["shape"]
        place, cards = next((place, cards) for place, cards in option["slots"].items() if cards)
        sent = match.send(account, {"kind": "build", place: cards[0]}, decision="1.1.build")
        assert sent.status == "sealed"
    match.send("bob", RESIGN)
    kinds = [kind for commit in match.kinds for kind in commit]
    built = next(e for c in match.commits for e in c.events if e.kind == "spells_built")
    assert kinds.index("wizard_left") < kinds.index("spells_built")
    assert [one.seat for one in built.spells] == [0, 2]  # pyright: ignore[reportAttributeAccessIssue]


def test_a_round_ends_if_one_wizard_is_left_alive() -> None:
    buried = wizard(life=0, dead=True)
    duel = Duel(table(wizard("ferrule"), wizard("inkblot"), buried)).leave(1)
    assert [event.seat for event in duel.told("round_won")] == [0]
    assert duel.state.wizards[0].last_wizard_tokens == 1
    assert (duel.state.round, awaited(duel.state)) == (2, (0, 2))


def test_who_left_does_not_come_back_with_the_next_round() -> None:
    state = table(wizard("inkblot"), wizard("ferrule"), wizard("nine_librarians"), turn=100)
    duel = Duel(state).leave(1).build("inkblot", "nine_librarians")
    assert duel.state.round == 2
    assert (duel.lives, duel.state.wizards[1].hand) == ([20, 0, 20], ())
    assert awaited(duel.state) == (0, 2)


def test_who_leaves_dead_draws_no_more_dead_wizard_cards() -> None:
    buried = wizard(life=0, dead=True)
    state = table(wizard("inkblot"), wizard("nine_librarians"), buried, buried)
    duel = Duel(state).leave(3)
    assert duel.kinds == ["wizard_left"]
    duel.build("inkblot", "nine_librarians")
    assert [event.seat for event in duel.told("dead_wizard_drawn")] == [2]


def test_who_leaves_while_asked_does_nothing_more() -> None:
    state = table(wizard("inkblot kiln_imp", blood=2), *[wizard("ferrule mossy ink_kraken")] * 2)
    spell = "ferrule mossy ink_kraken"
    duel = Duel(state).build("inkblot kiln_imp", spell, spell, dice=[6, 5])
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.leave(0)
    assert duel.kinds[0] == "wizard_left"
    assert not {"chosen", "blood_paid"} & {*duel.kinds}
    assert {event.by for event in duel.told("damage_dealt")} == {1, 2}
    assert [event.seat for event in duel.told("spell_opened")] == [1, 2]
    assert (duel.state.round, duel.state.turn) == (1, 2)


def test_who_leaves_while_asked_for_a_creature_is_not_struck_but_the_next_is() -> None:
    state = table(
        wizard("uncle_rot"),
        wizard("inkblot mossy", creatures="kiln_imp"),
        wizard("mother_bramble mossy"),
        wizard("inkblot humming"),
    )
    duel = Duel(state).build(
        "uncle_rot", "inkblot mossy", "mother_bramble mossy", "inkblot humming", dice=[6, 5, 4]
    )
    assert duel.asked == (1, "absorb", ("none", "creature:201"))
    duel.leave(1)
    struck = [event.seat for event in duel.told("damage_dealt") if event.card == "uncle_rot"]
    assert struck == [2, 3]
    assert "damage_absorbed" not in duel.kinds


def test_a_choice_is_put_again_without_the_leaver() -> None:
    state = table(wizard("widow_gloam"), *[wizard("inkblot mossy", blood=2)] * 2, wizard("ferrule"))
    duel = Duel(state).build("widow_gloam", *["inkblot mossy"] * 2, "ferrule", dice=[6, 5, 4, 3])
    assert duel.asked == (0, "target", ("seat:1", "seat:2", "seat:3"))
    before = GAME.pending(duel.state)[0].id
    duel.leave(2)
    assert duel.asked == (0, "target", ("seat:1", "seat:3"))
    assert GAME.pending(duel.state)[0].id != before
    duel.leave(3)  # and nobody is asked where there is no choice
    assert [event.target for event in duel.told("aimed")][:1] == [1]
    assert [event.seat for event in duel.told("blood_stolen")] == [1]


def test_nothing_is_taken_from_a_target_that_leaves() -> None:
    victim = wizard("inkblot mossy", treasures="late_bell early_worm")
    state = table(wizard("mister_nobody", blood=2), victim, wizard("inkblot humming"))
    duel = Duel(state).build("mister_nobody", "inkblot mossy", "inkblot humming", dice=[6, 5])
    duel.choose("yes", "seat:1")
    assert duel.asked == (0, "take", ("treasure:late_bell", "treasure:early_worm"))
    duel.leave(1)
    assert "treasure_taken" not in duel.kinds
    assert duel.state.treasure_deck[-2:] == ("late_bell", "early_worm")
    assert [event.seat for event in duel.told("spell_opened")] == [2]


def test_a_spell_ends_when_its_caster_leaves_while_another_is_asked() -> None:
    state = table(
        wizard("count_vanish ink_kraken"),
        wizard("humming scorching inkblot mossy kiln_imp"),
        wizard("humming fly_blown ferrule mossy kiln_imp"),
    )
    spells = ("count_vanish ink_kraken", "inkblot mossy kiln_imp", "ferrule mossy kiln_imp")
    duel = Duel(state).build(*spells, dice=[6, 5])
    assert duel.asked == (1, "give", ("card:humming", "card:scorching"))
    duel.leave(0)
    assert not {"card_given", "card_discarded"} & {*duel.kinds}
    assert duel.told("wizard_left")[0].discarded == ("count_vanish", "ink_kraken")
    assert [event.seat for event in duel.told("spell_opened")] == [1, 2]


def test_a_blow_under_way_falls_though_its_dealer_leaves() -> None:
    """As it does if the dealer dies of it; nobody is rewarded."""
    duel = caught_in_the_line().leave(0)
    assert duel.asked == (2, "absorb", ("none", "creature:301"))
    duel.choose("none")
    assert [event.seat for event in duel.told("wizard_died")] == [1, 3]
    assert not {"blood_gained", "castle_taken"} & {*duel.kinds}
    assert [event.seat for event in duel.told("round_won")] == [2]


def test_who_leaves_in_the_line_of_the_dying_has_no_reaction_and_gives_no_reward() -> None:
    duel = caught_in_the_line().leave(1)
    assert duel.kinds[0] == "wizard_left"
    assert duel.state.castle_owner is None
    duel.choose("none")
    assert [event.seat for event in duel.told("wizard_died")] == [3]
    assert "reaction_worked" not in duel.kinds
    assert {event.seat for event in duel.told("dead_wizard_drawn")} == {3}
    assert (duel.state.wizards[0].kill_points, duel.state.castle_owner) == (1, None)


def test_a_reaction_stops_if_its_owner_leaves_in_the_middle_of_it() -> None:
    """The die was thrown, so that blow still falls."""
    state = table(
        wizard("ferrule", creatures="kiln_imp"),
        wizard("auntie_cinder mossy", life=3),
        wizard("inkblot fly_blown"),
    )
    duel = Duel(state).build("ferrule", "auntie_cinder mossy", "inkblot fly_blown", dice=[6, 5, 3])
    assert duel.asked == (0, "absorb", ("none", "creature:101"))
    duel.leave(1).choose("none")
    assert not {"wizard_died", "dead_wizard_drawn", "reaction_worked"} & {*duel.kinds}
    blows = [(event.by, event.seat, event.amount) for event in duel.told("damage_dealt")]
    assert blows[:1] == [(1, 0, 3)]
    assert duel.state.wizards[0].kill_points == 0


def test_a_killer_who_leaves_earns_nothing() -> None:
    state = table(
        wizard("ferrule", creatures="kiln_imp"),
        wizard("auntie_cinder mossy", life=3),
        wizard("inkblot fly_blown"),
        castle_owner=1,
        dead_wizard_deck="last_words",
    )
    duel = Duel(state).build("ferrule", "auntie_cinder mossy", "inkblot fly_blown", dice=[6, 5, 3])
    duel.leave(0)
    assert [event.seat for event in duel.told("wizard_died")] == [1]
    assert not {"blood_gained", "castle_taken"} & {*duel.kinds}
    assert [event.seat for event in duel.told("round_won")] == [2]


def test_the_castle_of_a_leaver_returns_to_the_middle() -> None:
    state = table(wizard("inkblot"), wizard("ferrule"), wizard("nine_librarians"), castle_owner=1)
    duel = Duel(state).leave(1)
    assert duel.state.castle_owner is None
    duel.build("inkblot", "nine_librarians")
    assert (duel.state.turn, duel.bloods) == (2, [0, 0, 0])


def test_the_castle_of_another_stays_where_it_is() -> None:
    state = table(wizard("inkblot"), wizard("ferrule"), wizard("nine_librarians"), castle_owner=2)
    assert Duel(state).leave(1).state.castle_owner == 2


def _building() -> Duel:
    return Duel(table(wizard("ferrule", last_wizard_tokens=1), wizard("inkblot")))


def _asked(by: int) -> Duel:
    spells = ("inkblot", "ferrule humming") if by == 0 else ("ferrule humming", "inkblot")
    return Duel(
        table(*(wizard(spell, last_wizard_tokens=1 - by, blood=2) for spell in spells))
    ).build(*spells)


@pytest.mark.parametrize(
    "moment", [_building(), _asked(by=0), _asked(by=1)], ids=["building", "asked", "other asked"]
)
def test_the_last_player_wins_the_match(moment: Duel) -> None:
    duel = moment.leave(0)
    assert duel.kinds == ["wizard_left", "match_decided"]
    told = outcome_of(duel.state)
    assert (told["winners"], told["draw"], told["reason"]) == ((1,), False, "last_player")
    assert awaited(duel.state) == ()


@pytest.mark.parametrize(
    ("mode", "last_round"), [("classic", 20), ("quick", 3)], ids=["classic", "quick"]
)
def test_who_left_does_not_win_with_what_it_had(mode: str, last_round: int) -> None:
    state = table(
        wizard("inkblot"),
        wizard("ferrule", last_wizard_tokens=1, kill_points=9),
        wizard("nine_librarians", kill_points=1),
        wizard("captain_brine", life=1, last_wizard_tokens=1),
        mode=mode,
        round=last_round,
        turn=100,
    )
    duel = Duel(state).leave(1).build("inkblot", "nine_librarians", "captain_brine")
    told = outcome_of(duel.state)
    assert (told["winners"], told["draw"]) == (
        ((3,), False) if mode == "classic" else ((2, 3), False)
    )
    assert told["kill_points"] == (0, 9, 1, 0)


def test_who_has_left_cannot_leave_again() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("inkblot"), wizard("uncle_rot"))).leave(1)
    assert duel.leave(1).events == ()
