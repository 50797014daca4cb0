"""Logs and metrics: set up once a process, every metric declared here.

Log lines are JSON on stderr. Their keys carry ids (match, account, command id), never bodies,
seeds, keys or tokens; of exceptions they tell type and place, never the message.
"""

import io
import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any, TextIO, cast

import structlog
from prometheus_client import Counter, Gauge, Histogram, start_http_server

_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

ACCEPT_SECONDS = Histogram(
    "playledger_accept_seconds", "Time to place a command in its match's inbox", buckets=_FAST
)
ANSWER_SECONDS = Histogram(
    "playledger_answer_seconds",
    "Time from a command's arrival at the gateway to its answer",
    buckets=_FAST,
)
QUEUE_WAIT_SECONDS = Histogram(
    "playledger_queue_wait_seconds", "Time from a command's stamp to its decision", buckets=_FAST
)
DECIDE_SECONDS = Histogram(
    "playledger_decide_seconds", "Time to decide the mail of one match", buckets=_FAST
)
COMMIT_SECONDS = Histogram(
    "playledger_commit_seconds", "Time to commit one batch of matches", buckets=_FAST
)
FEED_LAG = Gauge(
    "playledger_feed_lag_changes", "Changes not yet read by this process", ["partition"]
)
COMMANDS = Counter("playledger_commands_total", "Commands decided, by outcome", ["outcome"])
REFUSALS = Counter("playledger_refusals_total", "Refusals, by code and where", ["code", "by"])
STALE_COMMITS = Counter("playledger_stale_commits_total", "Commits refused as stale")
SUPERSEDED = Counter("playledger_superseded_total", "Tokens that were not live any more")
RECLAIMED = Counter("playledger_reclaimed_total", "Tokens taken over from other workers")
PARKED = Counter("playledger_parked_total", "Matches parked because they could not go on")
FAULTS = Counter("playledger_engine_faults_total", "Commands refused because of a bug of ours")
ORPHANED = Counter(
    "playledger_orphaned_total", "Matches with mail and no live token, repaired; must stay 0"
)
UNKNOWN_RULES = Counter(
    "playledger_unknown_rules_total",
    "Tokens left pending because this worker lacks their rules or key",
)
UNPLAYED = Counter(
    "playledger_unplayed_total", "Tokens put back because their match cannot be played; must stay 0"
)
SOCKETS = Gauge("playledger_sockets", "Open live sockets")
SLOW_READERS = Counter("playledger_slow_readers_total", "Sockets cut off because they lagged")
VIEWS_WRITTEN = Counter("playledger_views_written_total", "Matches whose views were projected")
RESYNCS = Counter("playledger_feed_resyncs_total", "Times a reader fell behind a trimmed feed")


def where(error: BaseException) -> str:
    """Return the types of an exception and its causes, and where they were raised.

    Never their messages: those may quote hidden values, seeds or tokens.
    """
    lines: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        lines += [*traceback.format_tb(cause.__traceback__), f"{type(cause).__qualname__}\n"]
        cause = cause.__cause__ or cause.__context__
    return "".join(lines)


def _exception_without_message(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Replace ``exc_info`` by where the exception was raised, also where a library quotes it."""
    info: Any = event.pop("exc_info", None)
    if info is True:
        info = sys.exc_info()
    error = cast("tuple[object, object]", info)[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["exception"] = where(error)
        for quoted in filter(None, (repr(error), str(error))):
            event["event"] = str(event["event"]).replace(quoted, type(error).__qualname__)
    return event


class _Stderr(io.TextIOBase):
    """Standard error as it is when a line is written: loggers are kept longer than streams."""

    def write(self, text: str, /) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


def configure_logs(process: str, level: str) -> None:
    """Write JSON lines to stderr, each naming the kind of process; libraries' warnings too."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _exception_without_message,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Stderr())),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=process)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def serve_metrics(host: str, port: int) -> int:
    """Serve Prometheus metrics on a port of their own; returns the port."""
    server, _ = start_http_server(port, addr=host)
    return server.server_port
