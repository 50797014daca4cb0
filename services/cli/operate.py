"""What operators run by hand against a service: rebuild-views, unpark, recover."""

from services.cli.clear_errors import clear_errors
from services.cli.errors import SaysNoError
from services.cli.settings import read_settings
from services.projector import rebuild as projector
from services.worker import recover as recovery
from services.worker import unpark as unparking


def rebuild_views() -> None:
    """Make all views again; raises SaysNoError if this build cannot read some of the matches."""
    with clear_errors():
        report = projector.rebuild_views(read_settings())
    print(f"{report.matches} matches listed, views made of {report.viewed}")
    if report.unreadable:
        msg = f"this build cannot read {', '.join(report.unreadable)}"
        raise SaysNoError(msg)


def unpark(match: str) -> None:
    """Let a match go on; raises SaysNoError if it is not parked or still cannot."""
    with clear_errors():
        version = unparking.run(read_settings(), match)
    print(f"{match} goes on at version {version}")


def recover() -> None:
    """Reseed all live matches; raises SaysNoError if one could not be."""
    with clear_errors():
        done = recovery.run(read_settings())
    print(f"{len(done.reseeded)} matches reseeded")
    if done.failed:
        told = "; ".join(f"{match}: {reason}" for match, reason in done.failed)
        msg = f"{len(done.failed)} matches were not: {told}"
        raise SaysNoError(msg)
