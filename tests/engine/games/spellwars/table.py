"""Positions of Spell Wars in a few words, and a duel that is played from them.

    duel = Duel(table(wizard("ferrule humming"), wizard("kiln_imp", life=3), castle_owner=1))
    duel.build("ferrule", "kiln_imp", dice=[4])   # all seats; ids in any order, wild:source
    duel.choose("seat:1")
    duel.kinds, duel.told("damage_dealt"), duel.state.wizards[1].life

Whatever a duel is about, it also holds that ``check``, ``legal`` and ``decide`` agree, that no card
is lost or made, and that events and states survive JSON.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.spellwars import GAME
from engine.games.spellwars.cards import (
    COMPONENTS,
    DEAD_DECK,
    PLACES,
    SPELL_DECK,
    TREASURE_DECK,
    WILD,
)
from engine.games.spellwars.commands import Build, Choose, SpellWarsConfig
from engine.games.spellwars.state import Creature, State, Wizard, pieces
from tests.engine.play import Match
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core.messages import Command, Event

EVENTS = TypeAdapter[Any](GAME.event)
STATES = TypeAdapter(State)


class Loaded(Rng):
    """A generator whose next dice are known; what comes after them is random, but the same."""

    def __init__(self, dice: Iterable[int] = ()) -> None:
        super().__init__(bytes(range(32)), 1)
        self.left = [*dice]

    def below(self, bound: int) -> int:
        if bound == 6 and self.left:
            return self.left.pop(0) - 1
        return super().below(bound)


def wizard(hand: str = "", *, creatures: str = "", **fields: Any) -> Wizard:
    """Return a wizard; ``hand``, ``creatures``, ``treasures``, ``dead_wizard_cards`` are words.

    Creatures were kept on earlier turns; they get the numbers 101, 102, …, with 100 more for each
    seat when the table is laid.
    """
    for name in ("treasures", "dead_wizard_cards"):
        if name in fields:
            fields[name] = tuple(fields[name].split())
    kept = tuple(
        Creature(n=n, card=card, attacked=False) for n, card in enumerate(creatures.split(), 101)
    )
    return Wizard(hand=tuple(hand.split()), creatures=kept, **fields)


def table(
    *wizards: Wizard, deck: str | None = None, top: str = "", discard: str = "", **fields: Any
) -> State:
    """Return a table at which everybody may build, in round 1, turn 1.

    ``deck``: the spell deck from the top; without it, ``top`` and below that what nobody has,
    Sources first. ``treasures`` and ``dead_wizard_deck`` likewise. The other piles hold what is
    named nowhere else.
    """
    seated = tuple(_renumbered(one, 100 * seat) for seat, one in enumerate(wizards))
    used = [card for one in seated for card in (*one.hand, *(c.card for c in one.creatures))]
    used += [one.tucked for one in seated if one.tucked is not None]
    used += discard.split()
    used += top.split()
    below = _rest(SPELL_DECK, used) if deck is None else tuple(deck.split())
    owned = [card for one in seated for card in one.treasures]
    waiting = [card for one in seated for card in one.dead_wizard_cards]
    treasures: Sequence[str] = fields.pop("treasures", "").split()
    dead_wizard_deck: Sequence[str] = fields.pop("dead_wizard_deck", "").split()
    state = State(
        step="build",
        round=1,
        turn=1,
        wizards=seated,
        spell_deck=(*top.split(), *below),
        discard=tuple(discard.split()),
        treasure_deck=(*treasures, *_rest(TREASURE_DECK, [*owned, *treasures])),
        dead_wizard_deck=(*dead_wizard_deck, *_rest(DEAD_DECK, [*waiting, *dead_wizard_deck])),
        handles=1_000,
    )
    return _changed(state, fields)


def _renumbered(one: Wizard, more: int) -> Wizard:
    creatures = tuple(replace(c, n=c.n + more) for c in one.creatures)
    return _changed(one, {"creatures": creatures})


def _changed(value: Any, fields: dict[str, Any]) -> Any:
    return replace(value, **fields)


def _rest(deck: Sequence[str], used: Iterable[str]) -> tuple[str, ...]:
    rest = list(deck)
    for card in used:
        rest.remove(card)
    return tuple(rest)


def match_at(state: State, *accounts: str) -> Match:
    """Return a running match in a position; the accounts sit in the order of seats."""
    match = Match(GAME, SpellWarsConfig(), state.seats).start(*accounts)
    match.state = replace(match.state, game=state)
    return match


def build(spell: str) -> Build:
    """Return the command for ``"ferrule humming"`` or ``"wild:source ink_kraken"``."""
    placed: dict[str, str] = {}
    for word in spell.split():
        card, _, place = word.partition(":")
        name = WILD if card == "wild" else card
        placed[place or COMPONENTS[name].type] = name
    return Build.model_validate(placed)


class Duel:
    """A match of Spell Wars from a position on."""

    def __init__(self, state: State) -> None:
        self.why = ""
        """What the last refusal said."""
        self.state = state
        self.events: tuple[Event, ...] = ()
        """What the last command brought about."""

    def build(self, *spells: str, dice: Iterable[int] = ()) -> Duel:
        """Let all who may build do it, in the order of seats; ``dice`` are the next pips."""
        builders = self.state.builders
        assert len(spells) == len(builders), f"the seats {builders} build"
        moves = [Move(seat=s, command=build(one)) for s, one in zip(builders, spells, strict=True)]
        return self._decided(moves, dice)

    def choose(self, *picks: str, dice: Iterable[int] = ()) -> Duel:
        """Answer the questions that are put, one after the other; ``dice`` are for the first."""
        for pick in picks:
            question = self.state.question
            assert question is not None, f"no question is put, but {self.kinds} happened"
            self._decided([Move(seat=question.seats[0], command=Choose(pick=pick))], dice)
            dice = ()
        return self

    def leave(self, seat: int, *, dice: Iterable[int] = ()) -> Duel:
        """Let a player leave the match."""
        return self._happened(tuple(GAME.withdraw(self.state, seat, Loaded(dice))))

    def refused(self, seat: int, command: Command) -> tuple[str, str]:
        """Return code and clause of a refusal; fails if the command is accepted."""
        refusal = GAME.check(self.state, seat, command)
        assert refusal is not None, f"{command} is not refused"
        if isinstance(command, Choose):
            answer = GAME.decide(self.state, (Move(seat=seat, command=command),), Loaded())
            assert answer == refusal
        assert not self._offered(seat, command)
        self.why = refusal.detail
        assert self.why.endswith(".")
        return refusal.code, refusal.rule

    @property
    def kinds(self) -> list[str]:
        """The kinds of what the last command brought about, in order."""
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[Any]:
        """Return the events of a kind that the last command brought about."""
        return [event for event in self.events if event.kind == kind]

    @property
    def asked(self) -> tuple[int, str, tuple[str, ...]] | None:
        """Seat, kind and answers of the question that is put."""
        question = self.state.question
        return (
            None
            if question is None
            else (question.seats[0], question.subject.about, question.answers)
        )

    @property
    def lives(self) -> list[int]:
        return [one.life for one in self.state.wizards]

    @property
    def bloods(self) -> list[int]:
        return [one.blood for one in self.state.wizards]

    def _offered(self, seat: int, command: Command) -> bool:
        sent = command.model_dump(mode="json")
        return any(option.contains(sent) for option in GAME.legal(self.state, seat))

    def _decided(self, moves: Sequence[Move], dice: Iterable[int]) -> Duel:
        for move in moves:
            assert GAME.check(self.state, move.seat, move.command) is None, move
            assert self._offered(move.seat, move.command), move
        rng = Loaded(dice)
        answer = GAME.decide(self.state, tuple(moves), rng)
        assert not isinstance(answer, Rejection), answer
        assert not rng.left, f"the dice {rng.left} were not rolled: {[e.kind for e in answer]}"
        return self._happened(tuple(answer))

    def _happened(self, events: tuple[Event, ...]) -> Duel:
        before = self.state
        self.state = fold(GAME, before, events)
        self.events = events
        assert pieces(self.state) == pieces(before)
        stored = [EVENTS.dump_json(event) for event in events]
        assert fold(GAME, before, [*map(EVENTS.validate_json, stored)]) == self.state
        assert STATES.validate_json(STATES.dump_json(self.state)) == self.state
        return self


def places(state: State, seat: int) -> dict[str, list[str]]:
    """Return the spell of a seat, place by place."""
    spell = state.wizards[seat].spell
    return {place: [card.card for card in spell if card.place == place] for place in PLACES}
