"""What is fixed when a match is created: clock, bounds, people; the header records it."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.core.messages import Config, Message

MAX_WHOLE: Final = 1 << 53
"""Every JSON reader can hold whole numbers below."""
Milliseconds = Annotated[int, Field(ge=0, lt=MAX_WHOLE)]
AccountId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
AtExpiry = Literal["default", "withdraw"]
Visibility = Literal["public", "unlisted", "private"]
"""``unlisted``: for those who know its id; ``private``: for those who have a part in it."""
DAY_MS: Final = 24 * 60 * 60 * 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The time of each seat: a bank, then periods of overtime [M5.1]."""

    bank_ms: int
    increment_ms: int
    periods: int
    period_ms: int
    at_expiry: AtExpiry
    """What becomes of who is late: the default is played [M5.3], or the seat is out [M5.5]."""


class DecisionClock(Message):
    """The same time for each decision: one period, renewed by each; days make a slow match."""

    kind: Literal["decision"] = "decision"
    decision_ms: Annotated[Milliseconds, Field(gt=0)]
    at_expiry: AtExpiry = "default"

    def allowance(self) -> Allowance:
        """Return it in the terms in which all clocks are counted."""
        return Allowance(
            bank_ms=0,
            increment_ms=0,
            periods=1,
            period_ms=self.decision_ms,
            at_expiry=self.at_expiry,
        )


class BankClock(Message):
    """A bank of time for each seat, more after each decision (Fischer), periods (byo-yomi)."""

    kind: Literal["bank"] = "bank"
    bank_ms: Milliseconds
    increment_ms: Milliseconds = 0
    """Added to the bank after each decision."""
    periods: Annotated[int, Field(ge=0, le=100)] = 0
    """So many periods of overtime; a decision made within one leaves it whole."""
    period_ms: Milliseconds = 0
    at_expiry: AtExpiry = "default"

    def allowance(self) -> Allowance:
        """Return it in the terms in which all clocks are counted."""
        return Allowance(
            bank_ms=self.bank_ms,
            increment_ms=self.increment_ms,
            periods=self.periods,
            period_ms=self.period_ms,
            at_expiry=self.at_expiry,
        )


Clock = Annotated[DecisionClock | BankClock, Field(discriminator="kind")]


class Arbiter(Message):
    """An account that may act on a match without a seat in it [M11.1]."""

    account: AccountId
    may_look: bool = False
    """It may look at what a seat sees; each look is recorded [M11.6]."""


class Bounds(Message):
    """What keeps a match from lasting for ever."""

    start_ms: Annotated[Milliseconds, Field(gt=0)] = DAY_MS
    """Not started so long after its creation, a match is annulled [M10.1]."""
    pause_ms: Annotated[Milliseconds, Field(gt=0)] = DAY_MS
    """The longest pause [M9.4]."""
    grace_ms: Milliseconds = 0
    """So much time in which a seat is absent is not taken from its clock [M12.3]."""
    abandon_ms: Annotated[Milliseconds, Field(gt=0)] | None = None
    """Absent so long without a break, a seat is out [M12.4]; None: never."""
    offers: Annotated[int, Field(ge=0, le=100)] = 5
    """So many offers of each kind, and gifts of time, may a seat make [M9.2]."""
    take_backs: Annotated[int, Field(ge=0, le=100)] = 3
    """So many of its moves may a seat offer to take back [M9.2]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is fixed when a match is created; the header records it."""

    match_id: str
    seats: int
    config: Config
    created: int
    """Milliseconds since the epoch."""
    clock: DecisionClock | BankClock | None = None
    """None is a match without a clock."""
    bounds: Bounds = field(default_factory=Bounds)
    creator: str | None = None
    """The account that created the match."""
    arbiters: tuple[Arbiter, ...] = ()
    invited: tuple[str, ...] = ()
    """Accounts that may take a seat, if it is not for everybody [M13.4]."""
    visibility: Visibility = "public"

    @property
    def allowance(self) -> Allowance | None:
        """The time of each seat; None without a clock."""
        return None if self.clock is None else self.clock.allowance()
