"""The view answer: what a viewer is told of a match at one version, as JSON data."""

from typing import Any

from pydantic import TypeAdapter

from engine.core.codec import codec_of
from engine.core.game import Game
from engine.core.match_state import MatchState, decisions, goes_on
from engine.core.match_telling import pending, surroundings
from engine.core.options import Option

_OPTIONS = TypeAdapter(tuple[Option, ...])


def view_answer(game: Game[Any], state: MatchState, seat: int | None) -> dict[str, Any]:
    """Return ``{match_id, version, seat, status, view, pending, options, outcome, parked}``.

    ``seat`` None is a spectator, who has no options. Before the start ``view`` is None. What
    lies in the box of sealed choices is not in the state; who shows the answer adds it.
    """
    return {
        "match_id": state.terms.match_id,
        "version": state.version,
        "seat": seat,
        "status": state.status,
        "view": game.view(state.game, seat).model_dump(mode="json") if state.started else None,
        "pending": pending(game, state),
        "options": _OPTIONS.dump_python(options(game, state, seat), mode="json", exclude_none=True),
        "outcome": state.outcome,
        "parked": state.parked,
        **surroundings(state),
    }


def options(game: Game[Any], state: MatchState, seat: int | None) -> tuple[Option, ...]:
    """Return what a seat may do in the game now; leaving and resigning are not listed."""
    if seat is None or not goes_on(state) or seat in state.resigned:
        return ()
    sealed = [d.id for d in decisions(game, state) if d.sealed and seat in d.seats]
    listed, kinds = game.legal(state.game, seat), codec_of(game).sealed_kinds
    if not sealed:  # a seat that was late has no choice any more [M5.3]
        late = any(one == seat for one, _ in state.lapsed)
        return tuple([one for one in listed if _kind(one) not in kinds]) if late else listed
    return tuple(
        option.model_copy(update={"decision": sealed[0]}) if _kind(option) in kinds else option
        for option in listed
    )


def options_text(listed: tuple[Option, ...]) -> bytes:
    """Return options as JSON text, as they stand in the view answer."""
    return _OPTIONS.dump_json(listed, exclude_none=True) if listed else b"[]"


def _kind(option: Option) -> object:
    command = option.command if option.shape is None else option.shape.command
    return (command or {}).get("kind")
