"""Forged matches of Chosen: what is hidden, brought, left to do or answered is changed."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.answer import view_answer
from engine.core.rng import Rng
from tests.schemas.forging import Forgery, Table, compact, judged, other_header, refused, without

SEATS = 4


@cache
def twins() -> Forgery:
    """A closed match of bots with partners and obstacles that lie face down."""
    table = Table("chosen@1", SEATS, mode="twins")
    rng = Rng(bytes(32), 0)
    for seat, deck in enumerate(["first_steps", "hammer_and_hook"] * 2):
        entry = {"deck": "ready", "name": deck}
        assert table.send(f"p{seat}", {"kind": "match.join", "entry": entry}) == "accepted"
    while table.state.status == "running":
        question = table.state.game.question
        seat = rng.choice(question.seats)
        seen: Any = from_json(to_json(view_answer(table.game, table.state, seat)))
        command = table.game.policies["greedy"](seen, rng)
        assert table.send(f"p{seat}", command, question.id) == "accepted"
    return table.forgery()


def first(kind: str) -> int:
    """Return the number of the first commit with an event of a kind."""
    numbers = (n for n, texts in enumerate(twins().commits, 1) if f'"{kind}"' in texts.public)
    return next(numbers)


def private(n: int, name: str, edit: Callable[[Any], None]) -> Forgery:
    """Return the match with one private part changed in place."""
    texts = twins().commits[n - 1]
    data = json.loads(texts.private[name])
    edit(data)
    return twins().with_commit(n, texts.with_private(name, compact(data)))


def refused_with(forgery: Forgery, n: int) -> None:
    assert refused(forgery.file()).where == f"commit {n}"


def test_the_match_itself_is_genuine() -> None:
    assert judged(twins().file()).genuine


def _hidden(data: Any) -> list[str]:
    return [key for key in data if key != "id"]


@pytest.mark.parametrize(
    ("deck", "found"),
    [("the_long_winter", "table_laid"), ("no_such_deck", None)],
    ids=["dealt from another", "none there is"],
)
def test_another_deck_than_was_brought_is_refused(deck: str, found: str | None) -> None:
    """A deck that could have been brought is found where it is dealt."""

    def edit(data: Any) -> None:
        entries = [key for key in _hidden(data) if data[key] is not None]
        assert len(entries) == 2, "of the command and of the event"
        data.update({key: {"deck": "ready", "name": deck} for key in entries})

    refused_with(private(2, "server", edit), first(found) if found else 2)


def test_a_future_in_another_order_is_refused() -> None:
    n = first("table_laid")

    def edit(data: Any) -> None:
        key = next(key for key in _hidden(data) if len(data[key]) > 20)
        data[key] = data[key][::-1]

    refused_with(private(n, "server", edit), n)


def test_a_hand_with_another_card_is_refused() -> None:
    n = first("table_laid")

    def edit(data: Any) -> None:
        key = next(key for key in _hidden(data) if len(data[key] or ()) == 7)
        data[key] = ["cold_steel", *data[key][1:]]

    refused_with(private(n, "seat:1", edit), n)


def test_an_obstacle_that_partners_are_told_differently_is_refused() -> None:
    n = first("obstacle_laid")
    told = [
        name for name, text in twins().commits[n - 1].private.items() if "seat" in name and text
    ]
    assert len(told) == 2, "the pair"
    for name in told:

        def edit(data: Any) -> None:
            for key in _hidden(data):
                data[key] = "the_old_sow" if data[key] != "the_old_sow" else "moat_eel"

        refused_with(private(n, name, edit), n)


def test_what_is_left_to_do_can_not_be_changed_either() -> None:
    n = first("obstacle_laid") - 1

    def edit(data: Any) -> None:
        key = next(key for key in _hidden(data) if isinstance(data[key], list) and data[key])
        data[key] = data[key][1:]

    refused_with(private(n, "server", edit), n)


def test_an_answer_of_the_partner_instead_is_refused_where_it_makes_a_difference() -> None:
    n = first("act_put")

    def edit(data: Any) -> None:
        data["commands"][0]["seat"] = (data["commands"][0]["seat"] + 2) % SEATS

    refused_with(twins().edited(n, edit), n)


@pytest.mark.parametrize("kind", ["passed", "act_put", "question_put", "obstacle_laid"])
def test_a_commit_that_is_left_out_is_noticed(kind: str) -> None:
    n = first(kind)
    refused_with(without(twins(), n), n)


def test_two_answers_in_the_other_order_are_refused() -> None:
    n = first("act_put")
    one, two = (json.loads(texts.public) for texts in twins().commits[n - 1 : n + 1])
    stamped = {"n": n, "at": one["at"]}, {"n": n + 1, "at": two["at"]}
    swapped = twins().edited(n, lambda data: data.update(two, **stamped[0]))
    refused_with(swapped.edited(n + 1, lambda data: data.update(one, **stamped[1])), n)


@pytest.mark.parametrize(
    "config",
    [{"mode": "teams"}, {"mode": "alliances"}, {"mode": "twins", "victory_points": 3}, {"mode": 4}],
)
def test_another_mode_in_the_header_is_refused(config: dict[str, Any]) -> None:
    refused(other_header(twins(), config=config).file())


@pytest.mark.parametrize("loose", [{"victory_points": "2"}, {"sieges_only": "no"}])
def test_settings_in_a_form_that_no_service_writes_are_a_fault_of_the_header(
    loose: dict[str, Any],
) -> None:
    forged = other_header(twins(), config={**twins().header.config, **loose})
    assert refused(forged.file()).where == "header"
