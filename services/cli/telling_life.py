"""What surrounds a game, in words: clocks, offers, pauses, officials, presence."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.core.secrecy import is_placeholder
from services.cli.errors import printable

Message = Mapping[str, Any]


def told_event(event: Message) -> str | None:
    """Return one of the match's own events in words; None for others and for malformed ones."""
    try:
        words = _WORDS.get(event["kind"])
        return None if words is None else printable(words(event))
    except (KeyError, TypeError):  # a hostile file may say anything
        return None


def told_actor(commit: Message) -> str:
    """Return who acted where no command or event says it: officials, and who gives time."""
    kind, _, account = str(commit.get("actor")).partition(":")
    commands: list[Message] = [one["command"] for one in commit["commands"]]
    if kind not in {"arbiter", "creator"}:
        gives = any(command["kind"] == "match.give_time" for command in commands)
        return printable(f"{kind} {account}") if gives else ""
    removals = [command for command in commands if command["kind"] == "match.remove"]
    reasons = "".join(f" ({command.get('reason')})" for command in removals)
    return printable(f"{kind} {account}{reasons}")


def told_surroundings(answer: Message) -> list[str]:
    """Return lines for what surrounds the game of a view answer; what there is nothing of is not.

    ``answer`` is our own, with the members that ``surroundings`` of the engine tells.
    """
    lines = ["not started"] if answer["status"] == "open" else []
    for seat, clock in enumerate(answer.get("clocks", ())):
        runs = "" if clock.get("since") is None else ", running"
        lines.append(f"clock of seat {seat}: {_left(clock['bank_ms'], clock['periods'])}{runs}")
    pause = answer.get("paused")
    if pause is not None:
        longest = _time(pause["until"] - pause["since"])
        lines.append(f"paused {_BY[pause['by']]}, for at most {longest}")
    for offer in answer.get("offers", ()):
        agreed = f"; agreed: {_seats(offer['agreed'])}" if offer["agreed"] else ""
        words = f"seat {offer['seat']} offers {_OFFERS[offer['what']]} (offer {offer['offer']})"
        lines.append(words + agreed)
    lines += [f"nobody is there for {_seats([seat])}" for seat in answer.get("absent", ())]
    lines += [f"{_seats([seat])} is out" for seat in answer.get("out", ())]
    return lines


def _seats(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"{'seat' if len(numbers) == 1 else 'seats'} {' '.join(numbers)}"


def _time(ms: int) -> str:
    """Return a time in seconds, to the millisecond, and long ones in minutes or hours too."""
    whole, rest = divmod(ms, 1_000)
    seconds = f"{whole}.{rest:03}".rstrip("0").rstrip(".")
    for unit, name in ((3_600_000, "h"), (60_000, "min")):
        if ms >= unit and ms % unit == 0:
            return f"{ms // unit} {name}"
    return f"{seconds} s"


def _left(bank: int, periods: int) -> str:
    more = {0: "", 1: " and 1 period"}.get(periods, f" and {periods} periods")
    return f"{_time(bank)}{more} left"


def _clock_stopped(event: Message) -> str:
    left = _left(event["bank"], event["periods"])
    return f"seat {event['seat']} spent {_time(event['spent'])}, {left}"


def _adjudicated(event: Message) -> str:
    verdict = event["verdict"]
    what = f"awarded to {_seats(event['winners'])}" if verdict == "award" else _VERDICTS[verdict]
    return f"{what}: {event['reason']}"


def _looked(event: Message) -> str:
    seat = event["seat"]
    return f"looks at what {'a seat' if is_placeholder(seat) else f'seat {seat}'} sees"


def _abandoned(event: Message) -> str:
    return f"seat {event['seat']} was away for {_time(event['deadline'] - event['absent'])}"


_BY: Final = {"consent": "by agreement", "arbiter": "by an arbiter", "limit": "after its limit"}
_VERDICTS: Final = {"draw": "drawn", "annul": "annulled"}
_OFFERS: Final = {
    "draw": "a draw",
    "pause": "a pause",
    "resume": "to go on",
    "take_back": "to take its move back",
}
_WORDS: Final[Mapping[str, Callable[[Message], str]]] = {
    "match.clock_stopped": _clock_stopped,
    "match.credited": lambda e: f"service down for {_time(e['end'] - e['start'])}, nobody's time",
    "match.expired": lambda e: f"time over for {_seats(e['seats'])} ({e['decision']})",
    "match.withdrawn": lambda e: f"seat {e['seat']} is out",
    "match.time_given": lambda e: f"seat {e['seat']} gets {_time(e['ms'])}",
    "match.absent": lambda e: f"nobody is there for seat {e['seat']}",
    "match.present": lambda e: f"seat {e['seat']} is back",
    "match.abandoned": _abandoned,
    "match.offered": lambda e: f"seat {e['seat']} offers {_OFFERS[e['what']]} (offer {e['offer']})",
    "match.agreed": lambda e: f"seat {e['seat']} agrees to offer {e['offer']}",
    "match.declined": lambda e: f"seat {e['seat']} declines offer {e['offer']}",
    "match.paused": lambda e: f"paused {_BY[e['by']]}",
    "match.resumed": lambda e: f"goes on {_BY[e['by']]}",
    "match.taken_back": lambda e: f"move {e['version']} of seat {e['seat']} is taken back",
    "match.substituted": lambda e: f"seat {e['seat']} goes to {e['account']}",
    "match.adjudicated": _adjudicated,
    "match.looked": _looked,
}
