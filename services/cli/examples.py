"""What an option of the command line takes for a game, by an example."""

from pydantic_core import to_json

from engine.core.rng import Rng
from services.cli.errors import UsageError
from services.cli.registry import newest

_TRIES = 8


def config_example(name: str) -> str:
    """Return a config of a game as JSON text; raises UsageError if there is no such game."""
    given = [config.model_dump_json(exclude_defaults=True) for config, _ in newest(name).examples]
    return next((text for text in given if text != "{}"), "{}")


def entry_example(name: str) -> str:
    """Return what may be brought to a game as JSON text, the shortest of a few.

    Raises:
        UsageError: there is no such game, or nothing is brought to it.
    """
    game = newest(name)
    if game.sample_entry is None:
        msg = f"nothing is brought to {game.title}: leave --entry out"
        raise UsageError(msg)
    tries = (game.sample_entry(game.config(), 0, Rng(bytes(32), n)) for n in range(_TRIES))
    return min((to_json(entry).decode() for entry in tries), key=len)
