"""The terms of a match as they may be asked for: narrower than what a header may say."""

from typing import Annotated, Any, Final, TypeVar, cast

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from engine.core.terms import DAY_MS, Arbiter, BankClock, Bounds, DecisionClock

_LONGEST: Final = 30 * DAY_MS


class WantedDecisionClock(DecisionClock):
    """1 second to 30 days for each decision."""

    decision_ms: Annotated[int, Field(ge=1_000, le=_LONGEST)]


class WantedBankClock(BankClock):
    """At most 30 days of each; bank and periods together at least 1 second."""

    bank_ms: Annotated[int, Field(ge=0, le=_LONGEST)]
    increment_ms: Annotated[int, Field(ge=0, le=_LONGEST)] = 0
    period_ms: Annotated[int, Field(ge=0, le=_LONGEST)] = 0

    @model_validator(mode="after")
    def _gives_time(self) -> "WantedBankClock":
        if self.bank_ms + self.periods * self.period_ms < 1_000:
            msg = "bank_ms and the periods together must be at least 1000"
            raise ValueError(msg)
        return self


def _clock_kind(wanted: Any) -> Any:
    """Return which clock is meant; one without a kind is for each decision, as it ever was."""
    if isinstance(wanted, dict):
        return cast("dict[str, Any]", wanted).get("kind", "decision")
    return getattr(wanted, "kind", None)


def _of_a_kind(wanted: Any) -> Any:
    if _clock_kind(wanted) not in ["decision", "bank"]:
        msg = "a clock is an object whose `kind` is `decision` or `bank`"
        raise ValueError(msg)
    return wanted


WantedClock = Annotated[
    Annotated[WantedDecisionClock, Tag("decision")] | Annotated[WantedBankClock, Tag("bank")],
    Discriminator(_clock_kind),
    BeforeValidator(_of_a_kind),
]


class WantedBounds(Bounds):
    """Bounds as they may be asked for."""

    start_ms: Annotated[int, Field(ge=1_000, le=_LONGEST)] = DAY_MS
    pause_ms: Annotated[int, Field(ge=1_000, le=_LONGEST)] = DAY_MS
    grace_ms: Annotated[int, Field(ge=0, le=DAY_MS)] = 0
    abandon_ms: Annotated[int, Field(ge=1_000, le=_LONGEST)] | None = None


Named = TypeVar("Named", str, Arbiter)


def each_once(people: tuple[Named, ...]) -> tuple[Named, ...]:
    """Return people as they are named; raises ValueError if one is named more than once."""
    accounts = [one.account if isinstance(one, Arbiter) else one for one in people]
    twice = next((one for one in accounts if accounts.count(one) > 1), None)
    if twice is not None:
        msg = f"the account {twice} is named more than once"
        raise ValueError(msg)
    return people
