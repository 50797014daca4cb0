"""The header of a match: what is fixed before the first commit, as hashed and stored."""

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, ValidationError, field_validator
from pydantic_core import to_json

from engine.core.codec import sentence
from engine.core.game import Game
from engine.core.match_state import AtExpiry, Terms
from engine.core.messages import Message
from engine.core.rejection import UnknownFormatError
from engine.core.rng import RNG_NAME, SHUFFLE_NAME
from schemas.public_text import Whole, read_once

Hex32 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
KeyText = Annotated[str, Field(pattern=r"^(host|simulation):[0-9a-f]{64}$")]
"""``<kind>:<Ed25519 public key in hex>``."""
MatchId = Annotated[str, Field(pattern=r"^[a-z0-9]{8,40}$")]

FORMAT = "playledger/1"


class Clock(Message):
    """How long each decision may take, and what becomes of who takes longer.

    ``kind`` leaves room for other clocks: old headers are read for ever.
    """

    kind: Literal["decision"] = "decision"
    decision_ms: Annotated[Whole, Field(gt=0)]
    at_expiry: AtExpiry = "default"
    """The game's default is played, or the seat is out (RULES M5.3 and M5.5 of the match)."""


class Header(Message):
    """Line 1 of a match: its bytes are hashed as stored, in this order of fields."""

    format: Literal["playledger/1"] = FORMAT
    match: MatchId
    rules: str
    """Binding, e.g. ``regicide@1``."""
    build: str
    """Digest of the code that made the match; evidence only. ``simulation`` for ``sim``."""
    config: dict[str, JsonValue]
    seats: Annotated[int, Field(ge=1, le=64)]
    created: Whole
    """Milliseconds since the epoch."""
    clock: Clock | None = None
    seed_commitment: Hex32
    key: KeyText
    """The host's public key when the match was created."""
    hash: Literal["sha-256"] = "sha-256"
    rng: Literal["hmac-sha256-counter-v1"] = RNG_NAME
    shuffle: Literal["fisher-yates-v1"] = SHUFFLE_NAME

    @field_validator("config")
    @classmethod
    def _is_read_alike(cls, config: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Refuse numbers that JSON readers and writers treat differently: it is hashed."""
        read_once(to_json(config))
        return config

    def encode(self) -> bytes:
        """Return the bytes that are stored and hashed."""
        return self.model_dump_json().encode()

    @classmethod
    def decode(cls, text: bytes) -> "Header":
        """Read a header; raises UnknownFormatError unless it is exactly what ``encode`` writes."""
        try:
            header = cls.model_validate_json(text, strict=True)
        except ValidationError as error:
            msg = f"the header is not well formed: {sentence(error)}"
            raise UnknownFormatError(msg) from None
        if header.encode() != text:
            msg = "the header is not spelt in the one valid way"
            raise UnknownFormatError(msg)
        return header

    def terms(self, game: Game[Any]) -> Terms:
        """Return what the match decider needs; raises UnknownFormatError on a foreign config."""
        try:
            config = game.config.model_validate(self.config)
        except ValidationError as error:
            msg = f"the config does not fit {self.rules}: {sentence(error)}"
            raise UnknownFormatError(msg) from None
        return Terms(
            match_id=self.match,
            seats=self.seats,
            config=config,
            created=self.created,
            decision_ms=None if self.clock is None else self.clock.decision_ms,
            at_expiry="default" if self.clock is None else self.clock.at_expiry,
        )
