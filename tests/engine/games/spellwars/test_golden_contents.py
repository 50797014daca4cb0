"""Each golden match named for something really contains it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic_core import from_json

from engine.games.spellwars import GAME
from engine.games.spellwars.cards import COMPONENTS, Card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOLDEN = Path(__file__).parent / "golden"
SUFFIX = ".match.jsonl"
Events = list[dict[str, Any]]


def read(content: bytes) -> tuple[dict[str, Any], Events]:
    """Return the header and the public events of a match file."""
    first, *lines = [from_json(line) for line in content.splitlines()]
    commits = [from_json(line["public"]) for line in lines if "public" in line]
    events = [event for commit in commits for event in commit["events"]]
    return from_json(first["header"]), events


def of_kind(events: Events, kind: str, **fields: Any) -> Events:
    return [e for e in events if e["kind"] == kind and fields.items() <= e.items()]


def rounds(events: Events) -> Iterator[Events]:
    """Cut a match into its rounds."""
    starts = [at for at, event in enumerate(events) if event["kind"] == "round_started"]
    for begin, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield events[begin:end]


def outcome(events: Events) -> dict[str, Any]:
    (ended,) = of_kind(events, "match.ended")
    return ended["outcome"]


def chain_of_deaths(events: Events) -> bool:
    """A killer dies of its victim's Reaction, and one token is taken for the round."""
    return any(
        of_kind(played, "damage_dealt", by=victim["seat"], seat=victim["killer"], life=0)
        and of_kind(played, "wizard_died", seat=victim["killer"], killer=victim["seat"])
        and len(of_kind(played, "round_won")) == 1
        for played in rounds(events)
        for victim in of_kind(played, "wizard_died")
        if of_kind(played, "reaction_worked", seat=victim["seat"])
    )


def reaction_saves(events: Events) -> bool:
    return bool(of_kind(events, "reaction_worked") and of_kind(events, "wizard_saved"))


def wild_as(place: str) -> Callable[[Events], bool]:
    """Wild Magic was replaced in a place."""

    def found(events: Events) -> bool:
        done = of_kind(events, "search_done", type=place, into="spell")
        return any(event["found"] for event in done if event["wild"] is not None)

    return found


def deck_exhausted(events: Events) -> bool:
    return len(of_kind(events, "deck_shuffled")) >= 2


def tie_for_strongest(events: Events) -> bool:
    """The caster chose one of several rivals with the same, highest Life."""
    put = [event for event in of_kind(events, "choice_put") if len(event["picks"]) > 1]
    about = [event["subject"] for event in put if event["subject"]["about"] == "target"]
    return any(_means_the_strongest(subject["card"]) for subject in about)


def _means_the_strongest(card: Card) -> bool:
    return card in COMPONENTS and COMPONENTS[card].text.target == "strongest"


def dead_castle_owner(events: Events) -> bool:
    """The Castle gave Blood to somebody who was dead."""
    for played in rounds(events):
        dead: set[int] = set()
        for event in played:
            if event["kind"] == "wizard_died":
                dead.add(event["seat"])
            if (
                event["kind"] == "blood_gained"
                and event["why"] == "castle"
                and event["seat"] in dead
            ):
                return True
    return False


def one_winner(events: Events) -> bool:
    told = outcome(events)
    return told["mode"] == "quick" and told["rounds"] == 3 and len(told["winners"]) == 1


def shared_victory(events: Events) -> bool:
    told = outcome(events)
    return told["mode"] == "quick" and len(told["winners"]) > 1 and not told["draw"]


def resignation(events: Events) -> bool:
    """Somebody left while another was asked, and the others played on."""
    left = next((at for at, e in enumerate(events) if e["kind"] == "wizard_left"), None)
    if left is None:
        return False
    asked = [e for e in events[:left] if e["kind"] in {"choice_put", "chosen"}][-1:]
    open_choice = bool(asked) and asked[0]["kind"] == "choice_put"
    other = open_choice and asked[0]["seat"] != events[left]["seat"]
    return other and outcome(events)["reason"] != "last_player"


def clock(events: Events) -> bool:
    """Time ran out over building and over a choice."""
    names = [event["decision"] for event in of_kind(events, "match.expired")]
    return any("build" in name for name in names) and any("choice" in name for name in names)


CONTENTS: dict[str, Callable[[Events], bool]] = {
    "chain-of-deaths": chain_of_deaths,
    "reaction-saves": reaction_saves,
    "wild-as-source": wild_as("source"),
    "wild-as-quality": wild_as("quality"),
    "wild-as-delivery": wild_as("delivery"),
    "deck-exhausted": deck_exhausted,
    "tie-for-strongest": tie_for_strongest,
    "dead-castle-owner": dead_castle_owner,
    "quick-one-winner": one_winner,
    "quick-shared-victory": shared_victory,
    "resignation": resignation,
    "clock": clock,
}
PLAIN = [
    (f"{policy}-{seats}-seats", seats)
    for policy in sorted(GAME.policies)
    for seats in range(GAME.min_seats, GAME.max_seats + 1)
]


@pytest.mark.parametrize("name", CONTENTS)
def test_a_golden_match_contains_what_its_name_says(name: str) -> None:
    _, events = read((GOLDEN / f"{name}{SUFFIX}").read_bytes())
    assert CONTENTS[name](events)


@pytest.mark.parametrize(("name", "seats"), PLAIN)
def test_there_is_one_for_each_policy_and_number_of_seats(name: str, seats: int) -> None:
    header, events = read((GOLDEN / f"{name}{SUFFIX}").read_bytes())
    assert header["seats"] == seats
    assert header["rules"] == GAME.rules
    assert outcome(events)["winners"]
