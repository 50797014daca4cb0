"""The header of a match: what is fixed before the first commit, as hashed and stored."""

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, ValidationError, field_validator
from pydantic_core import to_json

from engine.core.game import Game
from engine.core.malformed import sentence
from engine.core.messages import Message
from engine.core.rejection import UnknownFormatError
from engine.core.rng import RNG_NAME, SHUFFLE_NAME
from engine.core.terms import AccountId, Arbiter, Bounds, Clock, Terms, Visibility
from engine.core.visibility import Delay, Invited
from schemas.public_text import Whole, read_once

Hex32 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
KeyText = Annotated[str, Field(pattern=r"^(host|simulation):[0-9a-f]{64}$")]
"""``<kind>:<Ed25519 public key in hex>``."""
MatchId = Annotated[str, Field(pattern=r"^[a-z0-9]{8,40}$")]

FORMAT = "playledger/1"


class Header(Message):
    """Line 1 of a match: its bytes are hashed as stored, in this order of fields.

    Who takes part, bounds and visibility are left out where they are as usual.
    """

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
    creator: AccountId | None = None
    arbiters: Annotated[tuple[Arbiter, ...], Field(max_length=8)] = ()
    invited: Invited = ()
    bounds: Bounds = Bounds()
    visibility: Visibility = "public"
    delay: Delay = Delay()
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
        usual = {
            name for name in _USUALLY_LEFT_OUT if getattr(self, name) == _DEFAULTS[name].default
        }
        return self.model_dump_json(exclude=usual).encode()

    @classmethod
    def decode(cls, text: bytes) -> "Header":
        """Read a header; raises UnknownFormatError unless it is exactly what ``encode`` writes."""
        try:
            header = cls.model_validate_json(text, strict=True)
        except ValidationError as error:
            msg = f"the header is not well formed: {sentence(error, text)}"
            raise UnknownFormatError(msg) from None
        if header.encode() != text:
            msg = "the header is not spelt in the one valid way"
            raise UnknownFormatError(msg)
        return header

    def terms(self, game: Game[Any]) -> Terms:
        """Return what the match decider needs; raises UnknownFormatError on a foreign config."""
        try:
            config = game.config.model_validate_json(to_json(self.config), strict=True)
        except ValidationError as error:
            wrong = sentence(error, self.config, game.config)
            msg = f"the config does not fit {self.rules}: {wrong}"
            raise UnknownFormatError(msg) from None
        return Terms(
            match_id=self.match,
            seats=self.seats,
            config=config,
            created=self.created,
            clock=self.clock,
            bounds=self.bounds,
            creator=self.creator,
            arbiters=self.arbiters,
            invited=self.invited,
            visibility=self.visibility,
        )


_DEFAULTS = Header.model_fields
_USUALLY_LEFT_OUT = ("creator", "arbiters", "invited", "bounds", "visibility", "delay")
