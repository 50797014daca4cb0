"""Sections 17 and 18: the clock, limits, agreements, decisions and what is left to do."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter
from pydantic_core import from_json

from engine.core.messages import Event, members_of
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig, Pass
from engine.games.chosen.state import MAX_ACTS, MAX_SWITCHES, MAX_TURNS
from tests.engine.games.chosen.table import Played, player, table
from tests.engine.play import Match

READY = {"deck": "ready", "name": "first_steps"}


def duel(**more: object) -> Match:
    match = Match(GAME, ChosenConfig(), 2, **more)  # pyright: ignore[reportArgumentType]
    for account in ("ada", "bob"):
        assert match.join(account, entry=READY).status == "accepted"
    return match


@pytest.mark.rule("chosen", "17.1")
def test_whose_time_is_over_passes() -> None:
    match = duel(decision_ms=1_000)
    ((first, decision),) = match.awaited
    assert decision == "act.1"
    match.tick(2_000)
    assert [event["as_active"] for event in match.told("passed")] == [True]
    assert match.awaited == [(1 - first, "act.2")]


@pytest.mark.rule("chosen", "17.1")
def test_in_a_choice_the_first_answer_is_taken() -> None:
    theirs = player(tower="granary:pit_of_nails iron_gallery", mp=3)
    game = Played(table(player(mp=9, row="ansgar_the_dim"), theirs))
    assert isinstance(GAME.default(game.state, 0), Pass)
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert game.asked == ("activate", (1,))
    assert GAME.default(game.state, 1).model_dump() == {"kind": "choose", "pick": "none"}
    game.say("none")
    for kind in ("prepare", "answer", "obstruct"):
        question = game.state.question
        if question is not None and question.kind == kind:
            assert isinstance(GAME.default(game.state, question.seats[0]), Pass)


@pytest.mark.rule("chosen", "17.3")
def test_only_the_switch_of_auto_pass_is_taken_back() -> None:
    events = [event for event in members_of(GAME.event) if issubclass(event, Event)]
    assert [event.__name__ for event in events if event.reversible] == ["AutoPassSet"]
    match = duel()
    ask = {"kind": "match.offer", "what": "take_back"}
    assert match.send("ada", {"kind": "auto_pass", "on": True}).status == "accepted"
    offer = match.send("ada", ask).version
    assert match.send("bob", {"kind": "match.agree", "offer": offer}).status == "accepted"
    assert match.view(None)["view"]["players"][0]["auto_pass"] is False
    ((seat, decision),) = match.awaited
    account = ("ada", "bob")[seat]
    assert match.send(account, {"kind": "pass"}, decision=decision).status == "accepted"
    assert match.send(account, ask).code == "NOTHING_TO_TAKE_BACK"


@pytest.mark.rule("chosen", "17.4")
def test_the_players_may_agree_on_a_draw() -> None:
    match = duel()
    offer = match.send("ada", {"kind": "match.offer", "what": "draw"}).version
    assert match.send("bob", {"kind": "match.agree", "offer": offer}).status == "accepted"
    assert match.state.outcome is not None
    assert match.state.outcome["draw"] is True


@pytest.mark.rule("chosen", "17.5")
def test_a_match_in_which_nobody_does_anything_ends() -> None:
    game = Played(table(player(future="hale_marrow " * 30), player(future="hale_marrow " * 30)))
    commands = 0
    while game.winners is None:
        game.let_pass()
        commands += 1
        assert commands <= 2 * MAX_TURNS
    assert game.state.turn <= MAX_TURNS


@pytest.mark.rule("chosen", "17.5", "4.9", "5.9")
def test_acts_answers_and_switches_are_bounded() -> None:
    assert GAME.turn_limit >= MAX_TURNS * (MAX_ACTS + 8 * MAX_SWITCHES)
    ours = player(mp=9, row="ansgar_the_dim", hand="bells_under_the_lake")
    rival = player(mp=9, hand="cold_steel", tower="granary:pit_of_nails iron_gallery")
    last = Played(table(ours, rival, acts=MAX_ACTS - 1, active=0))
    last.do(0, "send_team", target=last["granary"], team=[last["ansgar_the_dim"]])
    assert last.state.turn == 2, "neither answers nor obstacles are asked for any more"


@pytest.mark.rule("chosen", "18.2")
def test_decisions_are_numbered_through_the_match_and_named_by_their_kind() -> None:
    ours = player(mp=5, row="ansgar_the_dim")
    rival = player(
        mp=1, hand="grey_hound", row="hale_marrow", tower="granary:pit_of_nails iron_gallery"
    )
    game = Played(table(ours, rival))
    ids: list[str] = []

    def note() -> None:
        ids.extend(decision.id for decision in GAME.pending(game.state))

    note()
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    note()
    game.let_pass()
    note()
    game.say("none")
    note()
    game.do(1, "obstruct", team=[game["hale_marrow"]])
    note()
    assert ids == ["act.1", "answer.2", "choice.3", "obstruct.4", "prepare.5"]
    (decision,) = GAME.pending(game.state)
    assert (decision.kind, decision.need) == ("prepare", "all")


@pytest.mark.rule("chosen", "18.2", "14.2")
def test_a_question_put_again_because_somebody_dropped_out_has_a_new_number() -> None:
    game = Played(table(player(mp=5), player(), player(), player(), mode="twins"))
    (before,) = GAME.pending(game.state)
    assert (before.id, before.seats, before.need) == ("act.1", (0, 2), "any")
    game.leave(2)
    (after,) = GAME.pending(game.state)
    assert (after.id, after.seats, after.need) == ("act.2", (0,), "all")


@pytest.mark.rule("chosen", "18.3")
def test_what_is_left_to_do_stands_in_the_question_with_the_server_alone() -> None:
    match = duel()
    public = [event for commit in match.public for event in commit["events"]]
    put = [event for event in public if event["kind"] == "question_put"]
    assert put
    for part in match.parts:
        for audience, text in part.private.items():
            has = b'"task"' in text
            assert not has or audience == "server", audience
        assert b'"task"' not in part.public
    assert any(b'"task"' in part.private["server"] for part in match.parts)


@pytest.mark.rule("chosen", "18.3")
def test_a_match_goes_on_from_the_stored_agenda_alone() -> None:
    theirs = player(tower="granary:pit_of_nails iron_gallery", mp=3)
    game = Played(table(player(mp=9, row="ansgar_the_dim"), theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    states = TypeAdapter(GAME.state)
    stored = from_json(states.dump_json(game.state))
    again = Played(states.validate_python(stored, strict=False))
    for one in (game, again):
        one.say(one["pit_of_nails"]).quiet()
    assert again.state == game.state
