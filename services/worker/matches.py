"""Matches as a worker holds them: folded states and secrets, trusted only if the log agrees."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidTag

from engine.core.rejection import EngineError
from engine.core.rng import SEED_BYTES
from engine.games import Registry
from schemas.chain import StoredCommit, commitments, next_head
from services.common.fold import Folded, FoldError, begin, fold, restore
from services.common.secrets import MasterKey
from services.common.store_types import Loaded, Standing, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A match with its secrets, as far as it is folded."""

    folded: Folded
    seed: bytes
    salt_key: bytes
    done: int
    """Arrivals decided."""
    box: Mapping[int, bytes]
    """Sealed choices by seat, as they are stored."""

    def before(self, token: Token) -> Loaded | None:
        """Return what a load would bring, as far as decisions need it, if a token tells it all.

        None unless its command is the next one after those that are decided here. Should the match
        stand elsewhere after all, the commit is superseded or stale.
        """
        mail, state = token.mail, self.folded.state
        if mail is None or mail.arrival != self.done + 1:
            return None
        if state.parked or state.status in ("ended", "closed"):
            return None
        return Loaded(
            match=token.match,
            standing=Standing(state.version, self.done, self.folded.head),
            status=state.status,
            parked=False,
            rules=self.folded.game.rules,
            seats=state.terms.seats,
            stamp=state.at,
            summary=b"",
            commits=(),
            snapshot=None,
            mail=(mail,),
            box=self.box,
            header=b"",
            secrets=None,
        )

    def stands_at(self, standing: Standing) -> bool:
        """Tell whether the match is held as it stands: nobody else has decided anything since."""
        return standing == Standing(self.folded.version, self.done, self.folded.head)


class CannotGoOnError(EngineError):
    """The log of a match cannot be folded: the match cannot go on."""

    def __init__(self, held: Held, problem: str) -> None:
        super().__init__(problem)
        self.held = held
        """The match as far as it was folded before."""


class TornError(EngineError):
    """What was read of a match does not fit together: it was changed meanwhile, or is damaged."""


class WrongKeyError(EngineError):
    """The secrets of a match were encrypted with another master key."""


class Matches:
    """The matches that a worker has decided lately; at most ``limit``, the oldest goes first."""

    def __init__(self, registry: Registry, master_key: MasterKey, limit: int = 4096) -> None:
        self._registry = registry
        self._master_key = master_key
        self._limit = limit
        self._held: OrderedDict[str, Held] = OrderedDict()

    def get(self, match: str) -> Held | None:
        """Return a match as it was held last, or None."""
        return self._held.get(match)

    def hold(self, match: str, held: Held) -> None:
        """Keep a match for its next commands."""
        self._held[match] = held
        self._held.move_to_end(match)
        if len(self._held) > self._limit:
            self._held.popitem(last=False)

    def forget(self, match: str) -> None:
        """Drop what is held of a match."""
        self._held.pop(match, None)

    def begin(self, loaded: Loaded) -> Held:
        """Return a match that was loaded cold as it was before its first commit.

        Raises UnknownRulesError, UnknownFormatError and WrongKeyError: another process may be able
        to play it.
        """
        start = begin(self._registry, loaded.header)
        assert loaded.secrets is not None, "a cold load brings the secrets"
        match = start.header.match
        try:
            seed = self._master_key.decrypt("seed", match, loaded.secrets.seed)
            salt_key = self._master_key.decrypt("salt", match, loaded.secrets.salt_key)
        except InvalidTag as error:
            msg = f"the secrets of {match} were encrypted with another master key"
            raise WrongKeyError(msg) from error
        return Held(folded=start, seed=seed, salt_key=salt_key, done=0, box={})

    def open(self, loaded: Loaded) -> Held | None:
        """Fold a match that was loaded cold, from its snapshot if it came with one.

        None if the snapshot does not fit the log: load again without it. Raises as ``begin``, and
        CannotGoOnError.
        """
        start = self.begin(loaded)
        if loaded.snapshot is None:
            return catch_up(start, loaded)
        try:
            folded = restore(start.folded, loaded.snapshot)
            return None if folded is None else catch_up(replace(start, folded=folded), loaded)
        except Exception:  # noqa: BLE001  # a cache may hold anything; without it is the judgement
            return None


def catch_up(held: Held, loaded: Loaded) -> Held | None:
    """Fold what the log has beyond a held state; None if the log does not continue it.

    The first new head is made again from the held one, so that a state from a history that was
    rewound is never built upon. Raises CannotGoOnError.
    """
    folded, commits = held.folded, loaded.commits
    if commits and not _continues(held, commits[0]):
        return None
    try:
        folded = fold(folded, commits)
    except FoldError as error:
        raise CannotGoOnError(held, str(error)) from error
    if (folded.version, folded.head) != (loaded.standing.version, loaded.standing.head):
        return None
    if len(held.seed) != SEED_BYTES * (1 + len(folded.state.reseeds)):
        return None  # reseeded since: load the new seeds too
    return replace(held, folded=folded, done=loaded.standing.done, box=loaded.box)


def _continues(held: Held, commit: StoredCommit) -> bool:
    if commit.n != held.folded.version + 1:
        return False
    committed = commitments(held.salt_key, commit.n, commit.private)
    return next_head(held.folded.head, commit.n, commit.public, committed) == commit.head
