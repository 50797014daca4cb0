"""Section 15: choices in the middle of an effect, and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.core.game import Move
from engine.core.life_messages import ClockStopped
from engine.core.match_messages import Expired
from engine.core.match_rng import rng_of
from engine.core.rejection import Rejection
from engine.games.spellwars import GAME
from engine.games.spellwars.commands import Build, Choose, SpellWarsConfig
from engine.games.spellwars.events_flow import Built, SpellsBuilt
from engine.games.spellwars.state import Creature, Subject
from tests.engine.games.spellwars.casting import cast
from tests.engine.games.spellwars.table import Duel, build, table, wizard
from tests.engine.play import SERVER_SEED, Match

if TYPE_CHECKING:
    from engine.games.spellwars.state import State, Wizard

MINUTE = 60_000


def asked_for_blood() -> Duel:
    """Seat 0 may pay for its Source; seat 1 has not acted yet."""
    state = table(wizard("inkblot humming", blood=2), wizard("ferrule humming mossy"))
    duel = Duel(state).build("inkblot", "ferrule humming")
    assert duel.asked == (0, "pay", ("no", "yes"))
    return duel


@pytest.mark.rule("spellwars", "15.1")
def test_a_choice_is_put_to_one_seat_with_its_answers_listed() -> None:
    state = asked_for_blood().state
    (decision,) = GAME.pending(state)
    assert (decision.seats, decision.kind, decision.sealed) == ((0,), "pay", False)
    assert [(option.label, option.command) for option in GAME.legal(state, 0)] == [
        ("Do not pay for Professor Inkblot's", {"kind": "choose", "pick": "no"}),
        ("Pay 2 Blood for Professor Inkblot's", {"kind": "choose", "pick": "yes"}),
    ]
    assert GAME.legal(state, 1) == ()


@pytest.mark.rule("spellwars", "15.1")
def test_nothing_else_happens_until_it_is_answered() -> None:
    duel = asked_for_blood()
    assert duel.kinds[-1] == "choice_put"
    assert [event.seat for event in duel.told("spell_opened")] == [0]
    duel.choose("no")
    assert duel.kinds[:2] == ["chosen", "dice_rolled"]
    assert [event.seat for event in duel.told("spell_opened")] == [1]


@pytest.mark.rule("spellwars", "15.1")
def test_only_who_is_asked_may_answer_and_only_what_is_listed() -> None:
    duel = asked_for_blood()
    assert duel.refused(1, Choose(pick="no")) == ("NOT_ASKED", "15.1")
    assert duel.why == "You are not asked: seat 0 is, to choose."
    assert duel.refused(0, Choose(pick="blood:2")) == ("NOT_AN_ANSWER", "15.1")
    assert duel.refused(0, Build(quality="humming")) == ("NOT_BUILDING", "2.2")
    assert duel.refused(1, Build(quality="mossy")) == ("NOT_BUILDING", "2.2")


@pytest.mark.rule("spellwars", "15.1")
def test_no_choice_is_answered_while_spells_are_built() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("inkblot")))
    assert duel.refused(0, Choose(pick="no")) == ("NOT_ASKED", "15.1")


@pytest.mark.rule("spellwars", "15.2")
@pytest.mark.parametrize(
    ("hand", "spell"),
    [
        ("wild_magic mossy ferrule kiln_imp", "ferrule"),
        ("wild_magic mossy kiln_imp ferrule auntie_cinder", "auntie_cinder"),
        ("mossy wild_magic scorching kiln_imp", "kiln_imp"),
        ("thorny wild_magic mossy", "mossy"),
        ("wild_magic wild_magic", "wild:source"),
    ],
)
def test_what_the_clock_builds(hand: str, spell: str) -> None:
    state = table(wizard(hand), wizard("inkblot"))
    assert GAME.default(state, 0) == build(spell)


@pytest.mark.rule("spellwars", "15.2")
def test_the_clock_builds_for_who_is_late() -> None:
    match = Match(GAME, SpellWarsConfig(), 2, decision_ms=MINUTE).start("ann", "bob")
    slots = match.view(0)["options"][0]["shape"]["slots"]
    spell = {place: cards[0] for place, cards in slots.items() if cards}
    match.send("ann", {"kind": "build", **spell}, decision="1.1.build")
    late = GAME.default(match.state.game, 1).model_dump(exclude_none=True, exclude={"kind"})
    _too_late(match)
    expired, built = (commit.events[0] for commit in match.commits[-2:])
    assert isinstance(expired, Expired)
    assert (expired.decision, expired.seats) == ("1.1.build", (1,))
    assert isinstance(built, SpellsBuilt)
    assert [_spell(one) for one in built.spells] == [spell, late]
    assert built.spells[1].count == 1


def _spell(one: Built) -> dict[str, str]:
    return {str(placed.place): placed.card for placed in one.cards.value}


@pytest.mark.rule("spellwars", "15.3")
def test_the_clock_takes_the_first_answer() -> None:
    match = Match(GAME, SpellWarsConfig(), 2, decision_ms=MINUTE).start("ann", "bob")
    while (question := match.state.game.question) is None:
        _too_late(match)
    before = match.state
    _too_late(match)
    first = Move(seat=question.seats[0], command=Choose(pick=question.answers[0]))
    answered = GAME.decide(before.game, (first,), rng_of(before, SERVER_SEED))
    assert not isinstance(answered, Rejection)
    expired, *events, stopped = match.commits[-1].events
    assert isinstance(expired, Expired)
    assert isinstance(stopped, ClockStopped)
    assert (expired.decision, expired.seats) == (f"choice.{question.number}", question.seats)
    assert events == [*answered]


def _too_late(match: Match) -> None:
    assert match.deadline is not None
    match.tick(match.deadline + 1)


def demanded(hand: str) -> Duel:
    """Seat 0 asks everybody for a Quality; seat 1 has nothing else in its hand than this."""
    state = table(wizard("count_vanish"), wizard(f"inkblot kiln_imp {hand}"))
    return Duel(state).build("count_vanish", "inkblot kiln_imp")


def may_add(hand: str) -> Duel:
    """Seat 0 may add a Quality of its hand."""
    state = table(wizard(f"painted_duke {hand}"), wizard("inkblot kiln_imp"))
    return Duel(state).build("painted_duke", "inkblot kiln_imp")


def may_tuck(hand: str) -> Duel:
    """Seat 0 gains the Treasure under which a card may be put."""
    state = table(
        wizard(f"nine_librarians {hand}"), wizard("inkblot kiln_imp"), treasures="deep_pocket"
    )
    return Duel(state).build("nine_librarians", "inkblot kiln_imp")


def must_discard(hand: str) -> Duel:
    """Seat 0 makes everybody discard a Delivery."""
    state = table(wizard("flooded"), wizard(f"inkblot mossy {hand}"))
    return Duel(state).build("flooded", "inkblot mossy")


About = Callable[[str], Duel]


@pytest.mark.rule("spellwars", "15.4")
@pytest.mark.parametrize(
    ("about", "hand", "asked"),
    [
        (demanded, "ferrule", (1, "give", ("none",))),
        (must_discard, "ferrule", (1, "discard", ("none",))),
        (may_add, "ferrule", (0, "add", ("none",))),
        (may_tuck, "wild_magic", (0, "tuck", ("none",))),
    ],
    ids=["give", "discard", "add", "tuck"],
)
def test_a_hand_is_asked_for_cards_whether_or_not_it_has_them(
    about: About, hand: str, asked: object
) -> None:
    duel = about(hand)
    assert duel.asked == asked
    duel.choose("none")
    assert not {"card_given", "card_discarded", "card_joined", "card_tucked"} & {*duel.kinds}
    assert about("").asked is None


@pytest.mark.rule("spellwars", "15.4")
@pytest.mark.parametrize("about", [demanded, must_discard, may_add, may_tuck])
def test_nobody_is_told_of_a_hand_by_a_choice_about_it(about: About) -> None:
    """Everybody sees the same, whatever the hand holds: answers that tell of it are its own."""
    told = []
    for hand in ("mossy kiln_imp", "ferrule wild_magic"):
        duel = about(hand)
        assert duel.state.question is not None
        told.append(duel.state.question.picks)
    assert told[0] == told[1]


def choice(state: State, *spells: str, dice: tuple[int, ...] = ()) -> Duel:
    return Duel(state).build(*spells, dice=dice)


def _pay_x() -> Duel:
    state = table(wizard("blood_fed", blood=3), wizard("inkblot mossy"))
    return choice(state, "blood_fed", "inkblot mossy")


def _keep_for_blood() -> Duel:
    state = table(wizard("kiln_imp", blood=3, treasures="short_leash"), wizard("inkblot mossy"))
    return choice(state, "kiln_imp", "inkblot mossy", dice=(1,))


def _target() -> Duel:
    others = [wizard("inkblot mossy"), wizard("ferrule mossy"), wizard("inkblot thorny")]
    state = table(others[0], wizard("widow_gloam"), *others[1:])
    return choice(state, "inkblot mossy", "widow_gloam", "ferrule mossy", "inkblot thorny")


def _reroll() -> Duel:
    state = table(
        wizard("inkblot humming", blood=2, treasures="loaded_thumb"),
        wizard("ferrule mossy kiln_imp"),
    )
    return choice(state, "inkblot humming", "ferrule mossy kiln_imp").choose("no", dice=(1, 2, 3))


def _absorb() -> Duel:
    state = table(wizard("ferrule"), wizard("inkblot mossy", creatures="kiln_imp marrow_ox"))
    return choice(state, "ferrule", "inkblot mossy")


def _banish() -> Duel:
    state = table(wizard("frostbitten"), wizard("inkblot mossy", creatures="kiln_imp marrow_ox"))
    return choice(state, "frostbitten", "inkblot mossy").choose("none")


def _use() -> Duel:
    owner = wizard("ferrule", blood=5, treasures="pickled_leech humming_skull forged_deed")
    return choice(table(owner, wizard("inkblot mossy")), "ferrule", "inkblot mossy")


def _take() -> Duel:
    victim = wizard("inkblot mossy", treasures="late_bell early_worm")
    state = table(wizard("mister_nobody", blood=2), victim)
    return choice(state, "mister_nobody", "inkblot mossy").choose("yes")


def _order() -> Duel:
    state = table(
        wizard("ferrule", creatures="kiln_imp bog_heron"), wizard("inkblot mossy gravehound")
    )
    return choice(state, "ferrule", "inkblot mossy gravehound")


ANSWERS: dict[str, tuple[Callable[[], Duel], tuple[int, str, tuple[str, ...]]]] = {
    "pay": (asked_for_blood, (0, "pay", ("no", "yes"))),
    "pay x": (_pay_x, (0, "pay", ("no", "blood:1", "blood:2", "blood:3"))),
    "keep": (_keep_for_blood, (0, "keep", ("no", "yes"))),
    "target": (_target, (1, "target", ("seat:2", "seat:3", "seat:0"))),
    "reroll": (_reroll, (0, "reroll", ("none", "die:0", "die:1"))),
    "absorb": (_absorb, (1, "absorb", ("none", "creature:201", "creature:202"))),
    "banish": (_banish, (0, "banish", ("creature:201", "creature:202"))),
    "use": (_use, (0, "use", ("none", "treasure:pickled_leech", "treasure:humming_skull"))),
    "take": (_take, (0, "take", ("treasure:late_bell", "treasure:early_worm"))),
    "order": (_order, (0, "order", ("card:kiln_imp", "card:bog_heron"))),
    "give": (lambda: demanded("thorny mossy"), (1, "give", ("card:thorny", "card:mossy"))),
    "discard": (
        lambda: must_discard("root_wyrm hive_bear"),
        (1, "discard", ("card:root_wyrm", "card:hive_bear")),
    ),
    "add": (lambda: may_add("thorny mossy"), (0, "add", ("none", "card:thorny", "card:mossy"))),
    "tuck": (
        lambda: may_tuck("mossy ferrule"),
        (0, "tuck", ("none", "card:mossy", "card:ferrule")),
    ),
}


@pytest.mark.rule("spellwars", "15.5")
@pytest.mark.parametrize("kind", ANSWERS)
def test_what_the_answers_are_called_and_how_they_are_ordered(kind: str) -> None:
    moment, asked = ANSWERS[kind]
    assert moment().asked == asked


@pytest.mark.rule("spellwars", "15.3")
@pytest.mark.parametrize("kind", ANSWERS)
def test_the_default_is_the_first_answer_whatever_it_is_about(kind: str) -> None:
    moment, (seat, _, answers) = ANSWERS[kind]
    assert GAME.default(moment().state, seat) == Choose(pick=answers[0])


@pytest.mark.rule("spellwars", "15.5")
def test_a_question_tells_the_damage_and_whose_card_deals_it() -> None:
    duel = cast("ferrule", replace(wizard(), creatures=(Creature(n=1, card="kiln_imp"),)))
    assert duel.told("choice_put")[0].subject == Subject(
        about="absorb", card="ferrule", by=0, amount=3
    )


@pytest.mark.rule("spellwars", "15.5")
@pytest.mark.parametrize(
    ("spell", "me", "subject"),
    [
        (
            "inkblot",
            wizard(blood=2),
            Subject(about="pay", card="inkblot", by=0, amount=2),
        ),
        ("blood_fed", wizard(blood=2), Subject(about="pay", card="blood_fed", by=0)),
        (
            "humming",
            wizard(blood=2, treasures="loaded_thumb"),
            Subject(about="reroll", card="loaded_thumb", by=0, amount=2, dice=(4,), of="humming"),
        ),
        (
            "gravehound",
            wizard(blood=3, treasures="short_leash"),
            Subject(about="keep", card="short_leash", by=0, amount=3, of="gravehound"),
        ),
        (
            "overannotated",
            wizard("ferrule"),
            Subject(about="add", card="overannotated", by=0, type="source"),
        ),
    ],
    ids=["a price", "any price", "dice", "a Creature", "a type"],
)
def test_a_question_tells_what_it_is_about(spell: str, me: Wizard, subject: Subject) -> None:
    dice = [4] if spell in {"humming", "gravehound"} else []
    (put,) = cast(spell, me=me, dice=dice).told("choice_put")
    assert put.subject == subject
    assert put.number == 1


@pytest.mark.rule("spellwars", "15.1")
def test_an_answer_names_the_choice_it_is_for() -> None:
    duel = cast("inkblot", me=wizard(blood=2))
    assert {option.decision for option in GAME.legal(duel.state, 0)} == {"choice.1"}
