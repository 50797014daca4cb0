"""What each golden match of Sorcery contains, by its name.

All of a file is read, what is secret too, and each event with the battle as it was before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.core.codec import codec_of
from engine.core.match_fold import fold_commit
from engine.core.match_messages import is_match_kind
from engine.core.match_state import new_match
from engine.games.sorcery import GAME
from engine.games.sorcery.browsing import marks
from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.commands import SorceryConfig
from engine.games.sorcery.ground import touching
from engine.games.sorcery.traits import has, meets
from schemas.reading import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core.messages import Event
    from engine.games.sorcery.ops import SpellType
    from engine.games.sorcery.state import Figure, State
    from schemas.header import Header


class Moment(NamedTuple):
    """An event, and the battle before it."""

    before: State
    event: Any


@dataclass(frozen=True)
class Told:
    """All of a match."""

    header: Header
    config: SorceryConfig
    moments: tuple[Moment, ...]

    def of(self, kind: str) -> Iterator[Moment]:
        """Yield each event of a kind."""
        return (moment for moment in self.moments if moment.event.kind == kind)

    def any(self, kind: str, holds: Callable[[State, Any], bool] = lambda *_: True) -> bool:
        """Tell whether something holds of an event of a kind, and of the battle before it."""
        return any(holds(*moment) for moment in self.of(kind))

    @property
    def outcome(self) -> dict[str, Any]:
        (ended,) = self.of("match.ended")
        return ended.event.outcome


Contains = Callable[[Told], bool]


def read(content: bytes) -> Told:
    """Return what a match file tells."""
    file = read_file(content)
    match = new_match(GAME, file.header.terms(GAME))
    moments: list[Moment] = []
    for commit in file.commits:
        happened = codec_of(GAME).read_happened(commit.texts)
        moments += _moments(match.game, happened.events)
        match = fold_commit(GAME, match, happened)
    config = SorceryConfig.model_validate(file.header.config)
    return Told(file.header, config, tuple(moments))


def _moments(state: State, events: tuple[Event, ...]) -> Iterator[Moment]:
    for event in events:
        yield Moment(state, event)
        if not is_match_kind(event.kind):
            state = GAME.evolve(state, event)


def ended(why: str, *, winners: int, left: int = 0) -> Contains:
    """So the battle ended, with so many winners; so many players resigned on the way."""

    def found(told: Told) -> bool:
        end = told.outcome
        resigned = sum(1 for _ in told.of("match.resigned"))
        return (end.get("why"), len(end["winners"]), resigned) == (why, winners, left)

    return found


def agreed(told: Told) -> bool:
    """All players but the one who offers it agree on a draw."""
    return told.outcome["draw"] and told.any("match.agreed") and not told.any("match_ended")


def clock(told: Told) -> bool:
    """Time ran out over an action and over a choice."""
    late = {
        state.question.kind for state, _ in told.of("match.expired") if state.question is not None
    }
    return late >= {"act", "memorise"}


def came_about(kind: SpellType) -> Contains:
    """A spell of a type was cast and came about; if it lasts, it ended as well."""

    def found(told: Told) -> bool:
        if kind == "sorcery":
            return told.any(
                "spell_placed",
                lambda state, event: (
                    _resolved(state, event.book) and SPELLS[event.spell].type == kind
                ),
            )
        return told.any(
            "effect_ended", lambda state, event: state.effects[event.effect].type == kind
        )

    return found


def _resolved(state: State, book: str) -> bool:
    shown = state.announced
    return shown is not None and shown.book == book


def broken(told: Told) -> bool:
    return told.any("counter_tried", lambda _, event: event.broken)


def turned_up(told: Told) -> bool:
    """A spell that was broken is browsed away from, and so lies face up again."""
    lost = {
        state.announced.book
        for state, event in told.of("counter_tried")
        if event.broken and state.announced
    }
    return told.any("browsed", lambda _, event: event.turned_up.value and event.book in lost)


def boosted(told: Told) -> bool:
    """A memorised spell was used for a counter, which broke what was cast."""
    return told.any("counter_tried", lambda _, event: event.boost is not None and event.broken)


def saved(told: Told) -> bool:
    return told.any("saved")


def browsed(paid: int) -> Contains:
    """Somebody browsed for so many marks."""

    def found(told: Told) -> bool:
        return told.any("browsed", lambda state, event: _paid(state, event.figure) == paid)

    return found


def _paid(state: State, n: str) -> int:
    figure = state.figures[n]
    assert figure.book is not None
    return marks(state, figure, state.books[figure.book].leaves[0])


# --- the abilities of the ten subfactions ---------------------------------------------------------


def focus(told: Told) -> bool:
    """Whoever casts or counters, in a counterspell, has it [15.2]."""

    def found(state: State, event: Any) -> bool:
        shown = state.announced
        assert shown is not None
        return any(has(state, state.figures[n], "focus") for n in (event.figure, shown.caster))

    return told.any("counter_tried", found)


def spellbreach(told: Told) -> bool:
    """Magic defence or immunity is ignored by a spell [15.3]."""

    def found(state: State, event: Any) -> bool:
        guarded = any(FIGURES[state.figures[n].card].defence_type != "none" for n in event.targets)
        return event.breach and guarded

    return told.any("spell_shown", found)


def syphon_energy(told: Told) -> bool:
    return told.any("syphoned")


def wrath_of_nature(told: Told) -> bool:
    """The die was low enough once, and too high once [15.5]."""
    rolled = [event for _, event in told.of("attacked") if event.wrath is not None]
    return {event.wrath.die <= event.wrath.damage for event in rolled} == {True, False}


def mana_harmony(told: Told) -> bool:
    """Somebody paid two marks for three [15.6]."""

    def found(state: State, event: Any) -> bool:
        top = state.books[event.book].leaves[0]
        return SPELLS[top.spell].browse > _paid(state, event.figure)

    return told.any("browsed", found)


def magestone_trance(told: Told) -> bool:
    """A second action: it costs damage, and it ends [15.7]."""
    hurt = told.any("damaged", lambda _, event: event.why == "magestone_trance")
    return hurt and told.any("trance_rolled", lambda _, event: sum(event.dice) > event.attack)


def ancient_lore(told: Told) -> bool:
    """A hard spell is cast by who has it for this ability only [15.8]."""
    return told.any("spell_shown", lambda state, event: _met_by(state, event, "ancient_lore"))


def mind_probe(told: Told) -> bool:
    return told.any("probed")


def pact(told: Told) -> bool:
    """A hard spell is cast by who has the faction of a friend [15.10]."""
    return told.any("spell_shown", lambda state, event: _met_by(state, event, "pact"))


def _met_by(state: State, event: Any, ability: Any) -> bool:
    figure, spell = state.figures[event.figure], SPELLS[event.spell]
    card, required = FIGURES[figure.card], spell.requires
    return (
        spell.hard
        and required is not None
        and (required.faction or required.subfaction) not in {card.faction, card.subfaction}
        and has(state, figure, ability)
        and meets(spell, state, figure)
    )


def confusion(told: Told) -> bool:
    """Another's attack value is used, and nobody gangs up where he could [15.11] [15.13]."""
    return told.any("attacked", _lent) and told.any("attacked", _without_gang)


def _lent(_state: State, event: Any) -> bool:
    return event.attack_of is not None


def _without_gang(state: State, event: Any) -> bool:
    figure, target = state.figures[event.figure], state.figures[event.target]
    told = any(part.what == "gang up" for part in event.attack.modifiers)
    return event.how == "close" and bool(_others(state, figure, target)) and not told


def _others(state: State, figure: Figure, target: Figure) -> list[Figure]:
    return [
        other
        for other in touching(state, target)
        if other.seat == figure.seat and other.n != figure.n
    ]


# --- moving, fighting, books ----------------------------------------------------------------------


def book_taken(told: Told) -> bool:
    """A book is dropped, another figure picks it up and casts from it."""
    taken = {event.book for _, event in told.of("book_taken")}
    return told.any("spell_shown", lambda _, event: event.book in taken)


def break_away(told: Told) -> bool:
    """One figure breaks away, another stays [5.5]."""
    return {event.free for _, event in told.of("broke_away")} == {True, False}


def naturals(told: Told) -> bool:
    """Two dice show 2 and 12 [7.2]."""
    return {sum(event.attack.dice) for _, event in told.of("attacked")} >= {2, 12}


def gang_up(told: Told) -> bool:
    return told.any(
        "attacked", lambda _, event: any(part.what == "gang up" for part in event.attack.modifiers)
    )


def four_players(told: Told) -> bool:
    return told.header.seats == 4 and told.any("match_ended")


CONTENTS: Final[Mapping[str, Contains]] = {
    "rounds-one-winner": ended("rounds", winners=1),
    "rounds-draw": ended("rounds", winners=0),
    "last-side": ended("last_side", winners=1),
    "resignation": ended("last_side", winners=1, left=1),
    "resignation-others-play-on": ended("rounds", winners=1, left=1),
    "agreed-draw": agreed,
    "clock": clock,
    "sorcery": came_about("sorcery"),
    "enchantment": came_about("enchantment"),
    "glyph": came_about("glyph"),
    "illusion": came_about("illusion"),
    "countered": broken,
    "countered-and-turned-up": turned_up,
    "countered-with-a-boost": boosted,
    "saved": saved,
    "browsed-for-one-mark": browsed(1),
    "browsed-for-two-marks": browsed(2),
    "browsed-for-three-marks": browsed(3),
    "focus": focus,
    "spellbreach": spellbreach,
    "syphon-energy": syphon_energy,
    "wrath-of-nature": wrath_of_nature,
    "mana-harmony": mana_harmony,
    "magestone-trance": magestone_trance,
    "ancient-lore": ancient_lore,
    "mind-probe": mind_probe,
    "pact": pact,
    "confusion": confusion,
    "book-taken": book_taken,
    "break-away": break_away,
    "natural-2-and-12": naturals,
    "gang-up": gang_up,
    "random-four-players": four_players,
}
