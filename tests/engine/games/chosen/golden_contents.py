"""What each golden match of Chosen contains, by its name; read from its public events alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

if TYPE_CHECKING:
    from collections.abc import Mapping

Events = list[dict[str, Any]]
Header = dict[str, Any]
Contains = Callable[[Header, Events], bool]


def read(content: bytes) -> tuple[Header, Events]:
    """Return the header and the public events of a match file."""
    first, *lines = [from_json(line) for line in content.splitlines()]
    commits = [from_json(line["public"]) for line in lines if "public" in line]
    events = [event for commit in commits for event in commit["events"]]
    return from_json(first["header"]), events


def of_kind(events: Events, kind: str, **fields: Any) -> Events:
    return [e for e in events if e["kind"] == kind and fields.items() <= e.items()]


def outcome(events: Events) -> dict[str, Any]:
    (ended,) = of_kind(events, "match.ended")
    return ended["outcome"]


def _closing(events: Events) -> bool:
    """Tell whether it ended at the end of a turn, not in the middle of one."""
    return of_kind(events, "phase_started")[-1]["phase"] == "closing"


def _drops(events: Events) -> Events:
    """Return the last ones to drop out together; none, if the end did not come of that."""
    return of_kind(events, "players_dropped")[-1:]


def ended(why: str, *, winners: int) -> Contains:
    def found(_header: Header, events: Events) -> bool:
        told = outcome(events)
        return told["why"] == why and len(told["winners"]) == winners

    return found


def glory(at_least: int, *, at_once: bool) -> Contains:
    """A side has won by DP, and the match says when."""

    def found(_header: Header, events: Events) -> bool:
        told = outcome(events)
        dp = sum(told["dp"][seat] for seat in told["winners"])
        return told["why"] == "glory" and dp >= at_least and _closing(events) != at_once

    return found


def last_level(_header: Header, events: Events) -> bool:
    """A tower has lost its last level in a siege."""
    return outcome(events)["why"] == "tower" and bool(outcome(events)["winners"])


def eliminated(why: str, end: str) -> Contains:
    """Somebody is credited with the elimination that ends the match."""

    def found(_header: Header, events: Events) -> bool:
        told = outcome(events)
        credited = [
            seat
            for drop in of_kind(events, "players_dropped", why=why)
            for seat in drop["credited"]
        ]
        return told["why"] == end and any(seat in credited for seat in told["winners"])

    return found


def last_one(why: str) -> Contains:
    """All others have dropped out, the last of them for this reason."""

    def found(_header: Header, events: Events) -> bool:
        told = outcome(events)
        alone = told["why"] == "last" and len(told["winners"]) == 1
        return alone and any(drop["why"] == why for drop in _drops(events))

    return found


def no_ally(header: Header, events: Events) -> bool:
    return last_one("future")(header, events) and not of_kind(events, "alliance_made")


def agreed(_header: Header, events: Events) -> bool:
    """All players but the one who offers it agree on a draw."""
    return outcome(events)["draw"] and bool(of_kind(events, "match.agreed"))


def last_turn(kind: str, field: str) -> Contains:
    """After the last turn somebody wins who is ahead by what only this mode counts."""

    def found(header: Header, events: Events) -> bool:
        counting = {seat for event in of_kind(events, kind) for seat in event[field]}
        told = outcome(events)
        return ended("turns", winners=1)(header, events) and set(told["winners"]) <= counting

    return found


def pair_resigns(_header: Header, events: Events) -> bool:
    return outcome(events)["why"] == "left" and len(of_kind(events, "match.resigned")) == 2


def nobody_left(_header: Header, events: Events) -> bool:
    return outcome(events)["draw"] and any(len(drop["seats"]) > 1 for drop in _drops(events))


def alliance_wins(_header: Header, events: Events) -> bool:
    (allies,) = [set(event["seats"]) for event in of_kind(events, "alliance_made")] or [set()]
    told = outcome(events)
    return told["why"] == "last" and set(told["winners"]) == allies


def alliance_loses(_header: Header, events: Events) -> bool:
    (allies,) = [set(event["seats"]) for event in of_kind(events, "alliance_made")] or [set()]
    told = outcome(events)
    return (
        told["why"] == "alliance" and len(told["winners"]) > 1 and not allies & {*told["winners"]}
    )


def alliance_glory(header: Header, events: Events) -> bool:
    return glory(19, at_once=False)(header, events) and len(outcome(events)["winners"]) == 2


def alliance_draw(left: int) -> Contains:
    """An ally and all opponents drop out together; so many allies are left."""

    def found(header: Header, events: Events) -> bool:
        out = [seat for drop in of_kind(events, "players_dropped") for seat in drop["seats"]]
        told = outcome(events)
        return (
            bool(of_kind(events, "alliance_made"))
            and told["draw"]
            and told["why"] in {"alliance", "last"}
            and header["seats"] - len(out) == left
        )

    return found


def mixed_team(_header: Header, events: Events) -> bool:
    """A player has asked his ally whether adventurers of both may go."""
    return bool(of_kind(events, "mixed_team_named"))


def council_eliminates(_header: Header, events: Events) -> bool:
    """A card with enough counters eliminates the player in front, and begins again."""
    return any(
        event["amount"] <= -5 and events[at + 1]["kind"] == "players_dropped"
        for at, event in enumerate(events[:-1])
        if event["kind"] == "counters_changed"
    )


def sieges_only(_header: Header, events: Events) -> bool:
    entered = of_kind(events, "card_entered", place="quest")
    return of_kind(events, "table_laid")[0]["sieges_only"] and not entered


def resigned(*, ends: bool) -> Contains:
    """A player leaves; the match ends by that, or the others play on."""

    def found(_header: Header, events: Events) -> bool:
        left = of_kind(events, "match.resigned")
        return len(left) == 1 and (outcome(events)["why"] == "left") == ends

    return found


def clock(_header: Header, events: Events) -> bool:
    """Time ran out over an act, an answer and a choice."""
    names = {event["decision"].partition(".")[0] for event in of_kind(events, "match.expired")}
    return names >= {"act", "answer", "choice"}


def exchanged(_header: Header, events: Events) -> bool:
    return bool(of_kind(events, "adventurers_exchanged"))


def played(mode: str, seats: int) -> Contains:
    def found(header: Header, events: Events) -> bool:
        laid = of_kind(events, "table_laid")[0]
        return laid["mode"] == mode and header["seats"] == seats and "why" in outcome(events)

    return found


CONTENTS: Final[Mapping[str, Contains]] = {
    "duel-glory-at-once": glory(19, at_once=True),
    "duel-glory-at-turn-end": glory(11, at_once=False),
    "duel-last-level": last_level,
    "duel-future": ended("future", winners=1),
    "duel-both-futures": ended("future", winners=0),
    "duel-council": ended("counters", winners=1),
    "duel-last-turn": ended("turns", winners=1),
    "duel-last-turn-draw": ended("turns", winners=0),
    "duel-resignation": resigned(ends=True),
    "duel-agreed-draw": agreed,
    "duel-clock": clock,
    "omen-glory-at-once": glory(19, at_once=True),
    "omen-glory-at-turn-end": glory(11, at_once=False),
    "omen-last-by-siege": last_one("tower"),
    "omen-last-by-future": last_one("future"),
    "omen-nobody-left": nobody_left,
    "challenge-by-dp": eliminated("eliminated", "eliminations"),
    "challenge-by-siege": eliminated("tower", "eliminations"),
    "challenge-by-future": eliminated("future", "eliminations"),
    "challenge-last": last_one("future"),
    "challenge-last-turn": last_turn("players_dropped", "credited"),
    "challenge-resignation": resigned(ends=False),
    "round-attack-by-dp": eliminated("eliminated", "points"),
    "round-attack-by-siege": eliminated("tower", "points"),
    "round-attack-points-shared": ended("points", winners=2),
    "round-attack-last": ended("last", winners=1),
    "round-attack-last-turn": last_turn("points_scored", "seats"),
    "round-attack-council": council_eliminates,
    "round-attack-sieges-only": sieges_only,
    "alliances-glory": alliance_glory,
    "alliances-last": no_ally,
    "alliances-wins": alliance_wins,
    "alliances-loses": alliance_loses,
    "alliances-draw": alliance_draw(0),
    "alliances-draw-one-left": alliance_draw(1),
    "alliances-mixed-team": mixed_team,
    "twins-exchange": exchanged,
    "twins-glory-at-once": glory(28, at_once=True),
    "twins-glory-at-turn-end": glory(18, at_once=False),
    "twins-last-level": last_level,
    "twins-future": ended("future", winners=2),
    "twins-both-futures": ended("future", winners=0),
    "twins-partner-resigns": resigned(ends=False),
    "twins-pair-resigns": pair_resigns,
    "teams-six-seats": played("teams", 6),
    "teams-glory-at-once": glory(23, at_once=True),
    "teams-glory-at-turn-end": glory(13, at_once=False),
    "teams-last-level": last_level,
}
