"""The table in lines for people, made of a view and of nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.games.chosen.cards import name_of
from engine.games.chosen.state import Place

Told = Mapping[str, Any]
"""A view, or a part of one, as JSON data."""
_PLACES: Final[Mapping[Place, str]] = {
    "tower": "tower",
    "row": "Row",
    "quest": "quests",
    "building": "buildings",
    "event": "events",
    "storage": "Storage",
    "solved": "Solved",
}
_WIDTH: Final = 9


def told_table(view: Told) -> list[str]:
    """Return what a viewer sees: the turn, each player with his cards in play, what goes on."""
    lines = [_turn(view)]
    for seat, player in enumerate(view["players"]):
        lines.append(_player(view, seat, player))
        if not player["out"]:
            lines += _cards_of(view, seat)
    lines += [_line("timeline", _item(view, item)) for item in reversed(view["timeline"])]
    if view["manoeuvre"] is not None:
        lines.append(_line("manoeuvre", _manoeuvre(view, view["manoeuvre"])))
    lines += [_line("barred", f"seat {bar['seat']}: {_words(bar['what'])}") for bar in view["bars"]]
    lines += [
        _line("said", f"seat {one['seat']}: {one['what']}, of seat {one['target']}")
        for one in view["said"]
    ]
    if view["hand"] is not None:
        lines.append(_line("hand", ", ".join(map(name_of, view["hand"])) or "empty"))
    if view["question"] is not None:
        lines.append(_line("asked", _question(view, view["question"])))
    return lines


def _line(name: str, text: str) -> str:
    return f"{name:<{_WIDTH}}  {text}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _turn(view: Told) -> str:
    parts = [f"{view['mode']}, turn {view['turn']}, {view['phase']}"]
    parts.append(f"seat {view['starting']} is the starting player")
    if view["active"] is not None and view["phase"] == "manoeuvres":
        members = [n for n, one in enumerate(view["players"]) if one["camp"] == view["active"]]
        parts.append(f"active: seat {' and '.join(map(str, members))}")
    return "; ".join(parts).replace("_", " ")


def _player(view: Told, seat: int, player: Told) -> str:
    name = f"seat {seat}" + (" (you)" if seat == view["seat"] else "")
    if player["out"]:
        return f"{name}: out of the game"
    partners = [
        str(other)
        for other, one in enumerate(view["players"])
        if one["side"] == player["side"] and other != seat
    ]
    parts = [
        f"{player['mp']} MP",
        f"{player['dp']} DP",
        f"hand {player['hand_count']}",
        f"Future {player['future_count']}",
        f"Past {len(player['past'])}",
        f"with seat {' and '.join(partners)}" if partners else "",
        f"has challenged seat {player['challenged']}" if player["challenged"] is not None else "",
        f"{player['eliminations']} eliminated" if player["eliminations"] else "",
        f"{player['points']} victory points" if player["points"] else "",
        "auto-pass" if player["auto_pass"] else "",
    ]
    omen = player["omen"]
    if omen is not None:
        parts.append(f"Omen not in play: {name_of(omen)}")
    return f"{name}: {', '.join(part for part in parts if part)}"


def _cards_of(view: Told, seat: int) -> Iterator[str]:
    for place, name in _PLACES.items():
        pieces = _tower(view, seat) if place == "tower" else _lying(view, seat, place)
        if pieces:
            told = ", ".join(_piece(view, piece, seat) for piece in pieces)
            yield _line(f"  {name}", told)


def _lying(view: Told, seat: int, place: Place) -> list[Told]:
    return [
        piece
        for piece in view["present"]
        if piece["place"] == place and piece["controller"] == seat
    ]


def _tower(view: Told, seat: int) -> list[Told]:
    """Return the levels from the lowest up, which is attacked first; of partners for the first."""
    camp = view["players"][seat]["camp"]
    partners = [one for one in view["players"] if one["camp"] == camp and not one["out"]]
    if partners[0] is not view["players"][seat]:
        return []
    pieces = {piece["n"]: piece for piece in view["present"]}
    return [pieces[n] for n in view["towers"][camp]]


def _piece(view: Told, piece: Told, seat: int) -> str:
    """Return a card that stands in the lines of a seat."""
    card = piece["card"]
    text = [f"{piece['n']} {'▒' if card is None else name_of(card)}"]
    if piece["level"] is not None:
        text += [str(piece["level"]), piece["awareness"]]
    notes = [
        "face down" if piece["face_down"] and card is not None else "",
        "Omen" if piece["omen"] else "",
        f"at {piece['target']}" if piece["target"] else "",
        f"damage {piece['damage']}" if piece["damage"] else "",
        f"counters {piece['counters']}" if piece["counters"] else "",
        "used" if piece["used"] or piece["spent"] else "",
        f"of seat {piece['owner']}" if piece["owner"] != seat else "",
    ]
    notes += [f"with {_piece(view, at, seat)}" for at in view["present"] if at["at"] == piece["n"]]
    said = ", ".join(note for note in notes if note)
    return " ".join([*text, f"({said})"] if said else text)


def _item(view: Told, item: Told) -> str:
    what = "" if item["card"] is None else f" {name_of(item['card'])}"
    target = "" if item["target"] is None else f" → {_named(view, item['target'])}"
    team = f" with {' '.join(item['team'])}" if item["team"] else ""
    return f"{item['n']} seat {item['seat']}: {item['kind']}{what}{target}{team}"


def _named(view: Told, ref: str) -> str:
    piece = next((piece for piece in view["present"] if piece["n"] == ref), None)
    if piece is None or piece["card"] is None:
        return ref.replace(":", " ")
    return f"{ref} {name_of(piece['card'])}"


def _manoeuvre(view: Told, running: Told) -> str:
    target = "" if running["target"] is None else f" of {_named(view, running['target'])}"
    text = [f"{running['kind']}{target} by seat {running['seat']}: {_team(running['team'])}"]
    if running["obstructor"] is not None:
        text.append(f"against seat {running['obstructor']}: {_team(running['opposing'])}")
    bonuses = ("strength", "opposing_strength", "wall")
    text += [f"{_words(name)} {running[name]:+}" for name in bonuses if running[name]]
    return ", ".join(text)


def _team(team: Sequence[str]) -> str:
    return " ".join(team) or "nobody left"


def _question(view: Told, question: Told) -> str:
    text = f"seat {' or '.join(map(str, question['seats']))}"
    subject = question["subject"]
    if subject is None:
        return f"{text}: {_QUESTIONS[question['kind']]}"
    by = "" if subject["card"] is None else f" by {name_of(subject['card'])}"
    of = "" if subject["of"] is None else f" at {_named(view, subject['of'])}"
    return f"{text}: {_words(subject['about'])}{by}{of}"


_QUESTIONS: Final = {
    "act": "an act",
    "answer": "an answer to what is on top of the timeline",
    "prepare": "a fast effect before the fight",
    "obstruct": "whether to obstruct",
}
