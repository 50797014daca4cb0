"""The settings of every process, read from the environment once at start."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from schemas.header import KeyText
from services.common.store_settings import StoreSettings


class Settings(BaseSettings):
    """Environment variables with the prefix ``PLAYLEDGER_`` (and ``REDIS_URL``)."""

    model_config = SettingsConfigDict(env_prefix="PLAYLEDGER_", extra="ignore")

    redis_url: str = Field(
        default="redis://127.0.0.1:6379/0",
        validation_alias="REDIS_URL",
        pattern=r"^(redis|rediss|unix)://.",
    )
    partitions: Annotated[int, Field(ge=1, le=1024)] = 16
    """Fixed at the first start of a store; a later start with another number is refused."""
    data: Path | None = None
    """Folder of the keys (master key, host key); without it they come from the environment."""
    replicas: Annotated[int, Field(ge=0)] = 0
    """Replicas that must hold a write before anybody is told of it."""
    allow_weak_durability: bool = False
    """Start on a server that may lose acknowledged writes; for trials only."""
    old_host_keys: tuple[KeyText, ...] = ()
    """Public keys that signed heads before the present one; shown by ``GET /keys`` (JSON list)."""
    games: tuple[str, ...] = ()
    """Names of the games that are served; none: all of this build (JSON list). What is not served
    is not loaded: each game takes its part of a start."""
    extra_games: tuple[str, ...] = ()
    """Dotted names of modules with more games, beside those in engine/games (JSON list)."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    metrics_host: str = "127.0.0.1"
    metrics_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Prometheus; 0 takes a free port, which the log names."""
    allowed_origins: tuple[str, ...] = ()
    """Web origins besides the gateway's own that may use it from a browser (JSON list)."""

    answer_timeout_ms: Annotated[int, Field(ge=1)] = 10_000
    """After this a gateway answers NOT_YET_KNOWN."""
    feed_cap: Annotated[int, Field(ge=1)] = 2_000
    """About how many entries a partition's feed keeps: some ten seconds at one server's full speed.
    Who falls further behind reads logs and receipts instead."""
    batch: Annotated[int, Field(ge=1)] = 64
    """Matches a worker takes at once."""
    reclaim_idle_ms: Annotated[int, Field(ge=1)] = 30_000
    """How long a token may rest with a worker before another one takes it over."""
    lease_ms: Annotated[int, Field(ge=100)] = 60_000
    """How long a seat counts as present after a sign of life (gateways note one in a third of it).
    A match tells at most one absence a seat and minute: a shorter lease may leave some untold."""
    sweep_ms: Annotated[int, Field(ge=1)] = 5_000
    """Pause between two sweeps of a partition."""
    decide_ms: Annotated[int, Field(ge=1)] = 5_000
    """A decision that takes longer is a bug of ours."""
    snapshot_every: Annotated[int, Field(ge=1)] = 200
    """Commits between two snapshots of a match."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    def store(self) -> StoreSettings:
        """Return what the store needs to know."""
        return StoreSettings(
            url=self.redis_url,
            partitions=self.partitions,
            feed_cap=self.feed_cap,
            replicas=self.replicas,
            allow_loss=self.allow_weak_durability,
        )
