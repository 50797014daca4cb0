"""The command ``playledger``: what each of its commands takes, and how they end.

Exit codes: 0 good, 1 the answer is no, 2 wrong use or unreadable input. Errors are one line on
stderr. What a command needs is imported when it runs, so that ``--help`` and ``verify`` start fast.
"""

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli.errors import CommandError, UsageError, printable
from services.common.garbage import look_later

DEBUG = "--debug"
INTERRUPTED = 130
"""What typer answers after Ctrl-C."""

app = typer.Typer(
    name="playledger",
    help="An event-sourced game service: replay, resume, audit and prove every match.",
    epilog="--debug, anywhere in the line, adds the traceback to an error.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    look_later()
    _tell_whatever_the_encoding()
    words = sys.argv[1:] if arguments is None else arguments
    debug = DEBUG in words
    try:
        code: Any = app([word for word in words if word != DEBUG], standalone_mode=False)
    except typer.TyperException as error:
        code = _fail(_usage_message(error), error, debug=debug)
    except CommandError as error:
        code = _fail(str(error), error, debug=debug, code=error.exit_code)
    except SystemExit as error:
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        # The reader has had enough (`… | head`), which typer ends the process for.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:  # noqa: BLE001  # a bug must not look like the answer no
        told = f"internal error: {type(error).__name__}: {error}"
        code = _fail(told if debug else f"{told} ({DEBUG} shows where)", error, debug=debug)
    if code == INTERRUPTED:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # after the terminal's ^C
        _fail("interrupted", None, debug=False)
    sys.exit(code if isinstance(code, int) else 0)


def _tell_whatever_the_encoding() -> None:
    """Let a terminal or pipe of few characters get ``?`` for the others, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _usage_message(error: typer.TyperException) -> str:
    formatted = getattr(error, "format_message", None)
    message = str(formatted() if callable(formatted) else error)
    command = getattr(getattr(error, "ctx", None), "command_path", None)
    if command is None or message.startswith("Usage:"):
        return message
    return f"{message.rstrip('.')}; `{command} --help` shows what it takes"


def _fail(message: str, error: Exception | None, *, debug: bool, code: int = 2) -> int:
    if debug and error is not None:
        import traceback  # noqa: PLC0415  # for bugs only

        traceback.print_exception(error)
    help_page = message.startswith("Usage:")
    line = message if help_page else "playledger: " + printable(" ".join(message.split()))
    print(line, file=sys.stderr)
    return code


# --- without a server ---------------------------------------------------------------------------

Game = Annotated[str, typer.Argument(help="A game; `playledger games` lists them.")]
Seats = Annotated[int | None, typer.Option(min=1, help="How many play; the fewest by default.")]
Seed = Annotated[int, typer.Option(min=0, help="What every draw and secret is derived from.")]
Config = Annotated[str, typer.Option(help="The game's options, as a JSON object.")]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


@app.command()
def games(*, as_json: Json = False) -> None:
    """List what can be played, with rules versions."""
    from services.cli import games as command  # noqa: PLC0415  # fast start

    command.run(as_json=as_json)


@app.command(short_help="Let bots play against bots; one JSON line a match.")
def sim(  # noqa: PLR0913, PLR0917  # its options
    game: Game,
    seats: Seats = None,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 1,
    seed: Seed = 1,
    policy: Annotated[str, typer.Option(help="How the bots choose; see `games`.")] = "random",
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes side by side.")] = 1,
    config: Config = "{}",
    clock: Annotated[
        str | None,
        typer.Option(help="A clock in virtual time, as POST /matches takes it, in JSON."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Folder for each match as a verifiable file.")
    ] = None,
) -> None:
    """Let bots play against bots: one JSON line a match, then a summary line.

    The same seed gives the same heads on every machine and for any number of jobs. With a clock a
    bot thinks up to an eighth of the time it has left; once in 32 decisions its time runs out.
    """
    from services.cli import sim as command  # noqa: PLC0415  # fast start

    plan = command.Plan(
        game=game,
        seats=seats,
        seed=seed,
        policy=policy,
        config=_config(config, game),
        save=save,
        clock=None if clock is None else _object(clock, "--clock", lambda: _CLOCK),
    )
    command.run(plan, matches=matches, jobs=jobs)


@app.command()
def play(  # noqa: PLR0913, PLR0917  # its options
    game: Game,
    seats: Seats = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Play a certain match; a new one by default.")
    ] = None,
    bots: Annotated[
        int | None, typer.Option(min=0, help="How many of the last seats bots take; all but one.")
    ] = None,
    config: Config = "{}",
    entry: Annotated[
        str | None,
        typer.Option(help="What you bring, a deck or an army, as a JSON object; else by chance."),
    ] = None,
    policy: Annotated[
        str | None, typer.Option(help="How the bots choose; see `games`. Greedy, if there is that.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="A new file for the match, for `replay` and `verify`, also meanwhile."),
    ] = None,
) -> None:
    """Play in this terminal, without a server."""
    from services.cli import play as command  # noqa: PLC0415  # fast start

    wish = command.Wish(
        game=game,
        seats=seats,
        seed=seed,
        bots=bots,
        policy=policy,
        config=_config(config, game),
        entry=None if entry is None else _entry(entry, game),
        save=save,
    )
    command.run(wish)


@app.command(short_help="Tell whether match files are genuine, offline.")
def verify(
    files: Annotated[list[Path], typer.Argument(help="Match files; - is standard input.")],
    key: Annotated[
        str | None, typer.Option(help="The host's public key that you trust, in hex.")
    ] = None,
    *,
    as_json: Json = False,
) -> None:
    """Tell whether match files are genuine, offline: exit 0 genuine, 1 not, 2 unreadable."""
    from services.cli import verify as command  # noqa: PLC0415  # fast start

    raise typer.Exit(command.run(files, key=key, as_json=as_json))


@app.command()
def replay(  # noqa: PLR0913  # its options
    file: Annotated[Path, typer.Argument(help="A match file; - is standard input.")],
    seat: Annotated[
        str | None, typer.Option("--as", help="A seat's number, or `spectator`.")
    ] = None,
    at: Annotated[int | None, typer.Option(min=0, help="The version to look at.")] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Folder for a picture of each turn, of games that have any.")
    ] = None,
    turn: Annotated[
        str | None, typer.Option(help="Of this turn only, as headings name it, or `round 3`.")
    ] = None,
    *,
    full: Annotated[
        bool, typer.Option("--full", help="Tell what is asked and answered, too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Step through a match, or show what a seat saw at a version, or draw its turns."""
    from services.cli import replay as command  # noqa: PLC0415  # fast start

    command.run(file, seat=seat, at=at, turn=turn, full=full, as_json=as_json, svg=svg)


@app.command()
def export(
    match: Annotated[str, typer.Argument(help="The match id.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write; stdout by default.")
    ] = None,
    url: Annotated[
        str, typer.Option(envvar="PLAYLEDGER_URL", help="The gateway.")
    ] = "http://127.0.0.1:8000",
    token: Annotated[
        str | None, typer.Option(envvar="PLAYLEDGER_TOKEN", help="To see your seat's secrets.")
    ] = None,
) -> None:
    """Fetch the verifiable file of a match from a gateway."""
    from services.cli import export as command  # noqa: PLC0415  # fast start

    command.run(match, output=output, url=url, token=token)


# --- the service --------------------------------------------------------------------------------


@app.command(short_help="Run the whole service, with bots if wished.")
def up(  # its options
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="8000, or a free one if that is taken.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder of keys and matches; ./playledger-data.")
    ] = None,
    *,
    bots: Annotated[bool, typer.Option("--bots", help="Bots play match after match.")] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Show one match of bots, prove it, and end.")
    ] = False,
    stay: Annotated[
        bool, typer.Option("--stay", help="After the demo, stay up until Ctrl-C.")
    ] = False,
) -> None:
    """Run the whole service, on an embedded server or on REDIS_URL. Ctrl-C ends it."""
    from services.cli import up as command  # noqa: PLC0415  # fast start

    command.run(command.Wish(host=host, port=port, data=data, bots=bots, demo=demo, stay=stay))


@app.command()
def store() -> None:
    """Run the embedded server on the folder PLAYLEDGER_DATA."""
    from services.cli.settings import read_settings  # noqa: PLC0415  # fast start
    from services.cli.store import run  # noqa: PLC0415  # same

    run(read_settings())


@app.command()
def gateway() -> None:
    """Run one gateway (settings: PLAYLEDGER_…, REDIS_URL)."""
    from services.cli.clear_errors import clear_errors  # noqa: PLC0415  # fast start
    from services.cli.settings import read_settings  # noqa: PLC0415  # same
    from services.gateway.main import run  # noqa: PLC0415  # same

    with clear_errors():
        run(read_settings())


@app.command()
def worker() -> None:
    """Run one worker (settings: PLAYLEDGER_…, REDIS_URL)."""
    from services.cli.clear_errors import clear_errors  # noqa: PLC0415  # fast start
    from services.cli.settings import read_settings  # noqa: PLC0415  # same
    from services.worker.main import run  # noqa: PLC0415  # same

    with clear_errors():
        run(read_settings())


@app.command()
def projector() -> None:
    """Run one projector (settings: PLAYLEDGER_…, REDIS_URL)."""
    from services.cli.clear_errors import clear_errors  # noqa: PLC0415  # fast start
    from services.cli.settings import read_settings  # noqa: PLC0415  # same
    from services.projector.main import run  # noqa: PLC0415  # same

    with clear_errors():
        run(read_settings())


# --- for operators --------------------------------------------------------------------------------


@app.command("rebuild-views", short_help="Make views and match directory again from the logs.")
def rebuild_views() -> None:
    """Make the views and the match directory again from the logs; may run at any time."""
    from services.cli import operate  # noqa: PLC0415  # fast start

    operate.rebuild_views()


@app.command(short_help="Let a parked match go on.")
def unpark(match: Annotated[str, typer.Argument(help="The match id.")]) -> None:
    """Let a parked match go on, once the fault that stopped it is mended."""
    from services.cli import operate  # noqa: PLC0415  # fast start

    operate.unpark(match)


@app.command(short_help="Give live matches a new seed after lost history.")
def recover() -> None:
    """Give each live match a new seed, after the server lost history."""
    from services.cli import operate  # noqa: PLC0415  # fast start

    operate.recover()


_CLOCK = '{"kind":"decision","decision_ms":60000}'


def _config(text: str, game: str) -> dict[str, Any]:
    def example() -> str:
        from services.cli.examples import config_example  # noqa: PLC0415  # fast start

        return config_example(game)

    return _object(text, "--config", example)


def _entry(text: str, game: str) -> dict[str, Any]:
    def example() -> str:
        from services.cli.examples import entry_example  # noqa: PLC0415  # fast start

        return entry_example(game)

    return _object(text, "--entry", example)


def _object(text: str, option: str, example: Callable[[], str]) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        msg = f"{option} takes a JSON object, for example '{example()}'"
        raise UsageError(msg)
    return data  # pyright: ignore[reportUnknownVariableType]


if __name__ == "__main__":
    main()
