"""Positions of Chosen in a few words, and a game that is played from them.

    game = Played(table(
        player(mp=5, hand="cold_steel", row="bren_of_the_ford ansgar_the_dim~"),
        player(tower="granary:pit_of_nails iron_gallery", row="hale_marrow!"),
    ))
    game.do(0, "send_team", target=game["granary"], team=[game["bren_of_the_ford"]])
    game.quiet()                    # everybody passes until somebody is asked for an act
    game.told("fought"), game.state.players[0].mp, game.asked

Of adventurers ``~`` is resting and ``!`` injured, awake without; ``name:other`` has a card attached
(obstacles face down, allies open); a tower level with ``^`` is revealed, an event with ``*`` is in
play as an Omen. Handles are numbered from ``c1`` seat by seat: tower, row, quests, buildings,
events, storage, solved.

Whatever a game is about, it also holds that ``check``, ``legal`` and ``decide`` agree, that no card
is lost or made, and that events and states survive JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.flow import go
from engine.games.chosen.running import Run
from engine.games.chosen.state import Piece, Player, State, pieces
from engine.games.chosen.tasks import Do
from engine.games.chosen.variants import VARIANTS
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.messages import Event
    from engine.games.chosen.state import Mode, Place, QuestionKind

COMMANDS = TypeAdapter[Any](GAME.command)
EVENTS = TypeAdapter[Any](GAME.event)
STATES = TypeAdapter(State)
FILLER = "good_harvest"
"""What Futures are made of, where a test says nothing else."""


class Loaded(Rng):
    """A generator whose next dice are known; what comes after them is random, but the same."""

    def __init__(self, dice: Iterable[int] = ()) -> None:
        super().__init__(bytes(range(32)), 1)
        self.left = [*dice]

    def below(self, bound: int) -> int:
        if bound == 6 and self.left:
            return self.left.pop(0) - 1
        return super().below(bound)


@dataclass(frozen=True, kw_only=True)
class Laid:
    """What lies before one player, as words."""

    player: Player
    zones: dict[Place, str]


def player(
    *,
    mp: int = 0,
    hand: str = "",
    future: str | None = None,
    past: str = "",
    tower: str = "iron_gallery",
    row: str = "",
    quests: str = "",
    buildings: str = "",
    events: str = "",
    storage: str = "",
    solved: str = "",
    **fields: Any,
) -> Laid:
    zones: dict[Place, str] = {
        "tower": tower,
        "row": row,
        "quest": quests,
        "building": buildings,
        "event": events,
        "storage": storage,
        "solved": solved,
    }
    deck = (FILLER,) * 20 if future is None else tuple(future.split())
    return Laid(
        player=Player(
            mp=mp, hand=tuple(hand.split()), future=deck, past=tuple(past.split()), **fields
        ),
        zones=zones,
    )


def worth(dp: int) -> dict[str, Any]:
    """Return zones of a player that are worth so many DP: solved quests, and a building each."""
    threes, ones = divmod(dp, 3)
    return {"solved": "a_debt_in_glass " * threes, "buildings": "salt_exchange " * ones}


def table(
    *laid: Laid, mode: Mode = "duel", active: int | None = None, starting: int = 0, **fields: Any
) -> State:
    """Return a table in the manoeuvre phase of turn 1, the active player being asked for an act.

    ``active``: the camp; the first in MP order, if not given. In a mode with common towers only the
    levels of all its players together are the tower, the lowest seat's lowest.
    """
    variant = VARIANTS[mode]
    camp = variant.camps(len(laid))
    present: dict[str, Piece] = {}
    towers: list[tuple[str, ...]] = [() for _ in set(camp)]
    for seat, one in enumerate(laid):
        for place, words in one.zones.items():
            for word in words.split():
                n = _lay(present, seat, place, word)
                if place == "tower":
                    towers[camp[seat]] += (n,)
    state = State(
        mode=mode,
        phase="manoeuvres",
        turn=1,
        starting=starting,
        players=tuple(one.player for one in laid),
        camp=camp,
        side=camp,
        towers=tuple(towers),
        present=present,
        handles=len(present),
    )
    state = replace(state, **fields)
    first = variant.first(state) if active is None else active
    state = replace(state, active=first, first_active=first)
    run = Run(state, Loaded(), variant, (Do(what="closing"), Do(what="ask_active")))
    go(run)
    return run.state


def _lay(present: dict[str, Piece], seat: int, place: Place, word: str) -> str:
    name, *attached = word.split(":")
    card = name.rstrip("~!^*")
    n = f"c{len(present) + 1}"
    mark = name[len(card) :]
    present[n] = Piece(
        n=n,
        card=card,
        owner=seat,
        controller=seat,
        place=place,
        face_down=place == "tower" and mark != "^",
        omen=mark == "*",
        awareness={"~": "resting", "!": "injured"}.get(mark, "awake"),  # pyright: ignore[reportArgumentType]
    )
    for other in attached:
        k = f"c{len(present) + 1}"
        down = CARDS[other].type == "obstacle"
        present[k] = Piece(
            n=k, card=other, owner=seat, controller=seat, place="attached", at=n, face_down=down
        )
    return n


class Played:
    """A match of Chosen from a position on."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        """What the last command brought about."""
        self.log: list[Event] = []
        """What all of them did."""

    def __getitem__(self, card: str) -> str:
        """Return the handle of a card in play; the first, if it is there twice."""
        found = [piece.n for piece in self.state.present.values() if piece.card == card]
        assert found, f"{card} is not in play"
        return found[0]

    def piece(self, card: str) -> Piece:
        return self.state.present[self[card]]

    def in_play(self, card: str) -> bool:
        return any(piece.card == card for piece in self.state.present.values())

    def do(self, seat: int, kind: str, *, dice: Iterable[int] = (), **fields: Any) -> Played:
        """Let a seat send a command; ``dice`` are the next pips, two for each roll."""
        command = COMMANDS.validate_python({"kind": kind, **fields})
        refusal = GAME.check(self.state, seat, command)
        assert refusal is None, refusal
        assert self._offered(seat, command), f"{command} is accepted, but not offered"
        rng = Loaded(dice)
        answer = GAME.decide(self.state, (Move(seat=seat, command=command),), rng)
        assert not isinstance(answer, Rejection), answer
        assert not rng.left, f"the dice {rng.left} were not rolled: {[e.kind for e in answer]}"
        return self._happened(tuple(answer))

    def say(self, *picks: str, dice: Iterable[int] = ()) -> Played:
        """Answer choices, one after the other, for the first of those asked."""
        for pick in picks:
            question = self.state.question
            assert question is not None, "nobody is asked"
            self.do(question.seats[0], "choose", pick=pick, dice=dice)
            dice = ()
        return self

    def let_pass(self, dice: Iterable[int] = ()) -> Played:
        """Let whoever is asked pass once."""
        question = self.state.question
        assert question is not None, "nobody is asked"
        return self.do(question.seats[0], "pass", dice=dice)

    def quiet(self, dice: Iterable[int] = ()) -> Played:
        """Let everybody pass until somebody is asked for an act, or for a choice.

        ``dice`` are rolled when the last of them has passed.
        """
        rolls = [*dice]
        while self.asked is not None and self.asked[0] in {"answer", "prepare", "obstruct"}:
            self._loose_pass(rolls)
        assert not rolls, f"the dice {rolls} were not rolled"
        return self

    def quiet_until(self, kind: QuestionKind) -> Played:
        """Let everybody pass until a question of a kind is put; fails if none is."""
        while self.asked is not None and self.asked[0] != kind:
            self.let_pass()
        assert self.asked is not None, f"nobody was asked: {kind}"
        return self

    def _loose_pass(self, rolls: list[int]) -> None:
        question = self.state.question
        assert question is not None, "nobody is asked"
        rng = Loaded(rolls)
        move = Move(seat=question.seats[0], command=COMMANDS.validate_python({"kind": "pass"}))
        answer = GAME.decide(self.state, (move,), rng)
        assert not isinstance(answer, Rejection), answer
        rolls[:] = rng.left
        before = len(self.log)
        self._happened(tuple(answer))
        self.events = tuple(self.log[before:])

    def leave(self, seat: int) -> Played:
        """Let a player leave the match."""
        return self._happened(tuple(GAME.withdraw(self.state, seat, Loaded())))

    def refused(self, seat: int, kind: str, **fields: Any) -> tuple[str, str]:
        """Return code and clause of a refusal; fails if the command is accepted."""
        command = COMMANDS.validate_python({"kind": kind, **fields})
        refusal = GAME.check(self.state, seat, command)
        assert refusal is not None, f"{command} is not refused"
        answer = GAME.decide(self.state, (Move(seat=seat, command=command),), Loaded())
        assert answer == refusal
        assert not self._offered(seat, command)
        assert refusal.detail.endswith(".")
        return refusal.code, refusal.rule

    @property
    def kinds(self) -> list[str]:
        """The kinds of what the last command brought about, in order."""
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[Any]:
        """Return all events of a kind since the beginning."""
        return [event for event in self.log if event.kind == kind]

    @property
    def asked(self) -> tuple[str, tuple[int, ...]] | None:
        """Kind of the question that is open (what about, for a choice), and who is asked."""
        question = self.state.question
        if question is None:
            return None
        kind = question.kind if question.subject is None else question.subject.about
        return kind, question.seats

    @property
    def answers(self) -> tuple[str, ...]:
        question = self.state.question
        return () if question is None else question.answers

    @property
    def mps(self) -> list[int]:
        return [one.mp for one in self.state.players]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who has won; () for a draw, None while the match goes on."""
        return None if self.state.end is None else self.state.end.winners

    def _offered(self, seat: int, command: Any) -> bool:
        sent = command.model_dump(mode="json")
        return any(option.contains(sent) for option in GAME.legal(self.state, seat))

    def _happened(self, events: tuple[Event, ...]) -> Played:
        before = self.state
        self.state = fold(GAME, before, events)
        self.events = events
        self.log += events
        assert pieces(self.state) == pieces(before)
        stored = [EVENTS.dump_json(event) for event in events]
        assert fold(GAME, before, [*map(EVENTS.validate_json, stored)]) == self.state
        assert STATES.validate_json(STATES.dump_json(self.state)) == self.state
        return self
