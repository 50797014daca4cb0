"""The card language that games share: amounts, clauses, how they are worked off and read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import pytest
from pydantic import ValidationError

from engine.core.card_language import Amounted, Clause, Conditional, Damage, Heal, done, go_on
from engine.core.card_texts import amount, clauses, joined, sentence, some

Count = Literal["rivals"]
Whom = Literal["self", "target"]
Number = Amounted[Count]
Hit = Damage[Count, Whom]
FOR_EACH: Final[Mapping[Count, str]] = {"rivals": "for each rival"}


@dataclass(frozen=True, kw_only=True)
class Applied:
    at: int = 0
    asked: int = 0
    answer: str | None = None


@pytest.mark.parametrize(
    ("number", "total", "text"),
    [
        (Number(flat=3), 3, "3 coins"),
        (Number(dice=1), 5, "1 die of coins"),
        (Number(flat=1, dice=2), 10, "1 + 2 dice of coins"),
        (Number(per="rivals"), 4, "1 coins for each rival"),
        (Number(each=2, per="rivals"), 8, "2 coins for each rival"),
        (Number(flat=1, each=2, per="rivals"), 9, "1 coins, and 2 more for each rival"),
    ],
)
def test_an_amount_is_made_and_reads_alike(number: Number, total: int, text: str) -> None:
    counts = {"rivals": 4}
    assert number.total([5, 4][: number.dice], lambda what: counts[what]) == total
    assert amount(number, "coins", FOR_EACH) == text


@pytest.mark.parametrize("number", [{}, {"flat": 0}, {"each": 2}])
def test_an_amount_of_nothing_is_refused(number: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="give flat, dice or per"):
        Number(**number)


def test_a_word_that_the_game_does_not_know_is_refused() -> None:
    with pytest.raises(ValidationError, match="'self' or 'target'"):
        Hit.model_validate({"op": "damage", "flat": 1, "who": "everybody"})
    with pytest.raises(ValidationError, match="'rivals'"):
        Hit.model_validate({"op": "damage", "per": "friends", "who": "self"})


def test_a_clause_does_something() -> None:
    with pytest.raises(ValidationError, match="at least 1 item"):
        Clause[Whom, Hit](does=())


def test_a_clause_is_data() -> None:
    clause = Conditional[Count, Whom, Hit | Heal[Count, Whom]](
        condition="rivals", target="target", does=(Hit(who="target", flat=2),)
    )
    assert type(clause).model_validate_json(clause.model_dump_json()) == clause


def test_a_text_goes_on_until_it_hands_over() -> None:
    seen: list[int] = []

    def step(log: list[int], task: Applied) -> Applied | None:
        log.append(task.at)
        return done(task) if task.at < 2 else None

    go_on(seen, Applied(), step, lambda _, task: task.at < 9)
    assert seen == [0, 1, 2]


def test_a_text_stops_where_it_may_not_go_on() -> None:
    seen: list[int] = []

    def step(log: list[int], task: Applied) -> Applied:
        log.append(task.at)
        return done(task)

    go_on(seen, Applied(), step, lambda _, task: task.at < 2)
    assert seen == [0, 1]


def test_what_is_done_leaves_no_answer_behind() -> None:
    assert done(Applied(at=3, asked=1, answer="yes"), asked=0) == Applied(at=4)


def test_texts() -> None:
    assert sentence(clauses(["draw", "heal"], lambda op: op)) == "Draw, then heal."
    assert sentence("") == ""
    assert joined("One.", "", "Two.") == "One. Two."
    assert (some(1, "die", "dice"), some(2, "die", "dice")) == ("1 die", "2 dice")
