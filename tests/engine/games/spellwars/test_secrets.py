"""Section 16: what is open and what is secret."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pydantic_core import from_json, to_json

from engine.core.codec import Parts, codec_of
from engine.core.match_state import Commit
from engine.core.rng import Rng
from engine.games.spellwars import GAME, State
from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE, WILD, name_of
from engine.games.spellwars.commands import Build, Choose, SpellWarsConfig
from tests.engine.games.spellwars.laws import twin
from tests.engine.games.spellwars.table import Duel, build, match_at, table, wizard
from tests.engine.play import Match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.messages import Event

HIDDEN = {"hidden": True}
CARDS = {*COMPONENTS, *TREASURE, *DEAD, WILD}
PRINTED = sorted(((name_of(card), card) for card in CARDS), key=lambda one: -len(one[0]))


def names(text: bytes) -> set[str]:
    """Return all cards whose ids or printed names stand somewhere in a text."""
    found = {word.decode() for word in re.findall(rb"[a-z_]+", text)} & CARDS
    for printed, card in PRINTED:  # the longest first: one name may stand in another
        if printed.encode() in text:
            found.add(card)
            text = text.replace(printed.encode(), b"")
    return found


def written(events: Sequence[Event], seats: int) -> Parts:
    """Return events as they stand in a commit."""
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(*events,), awaited=())
    return codec_of(GAME).write(commit, seats)


def parts_of(duel: Duel) -> Parts:
    return written(duel.events, duel.state.seats)


def public(duel: Duel, kind: str) -> list[dict[str, Any]]:
    """Return the events of a kind as everybody may read them."""
    told = from_json(parts_of(duel).public)["events"]
    return [event for event in told if event["kind"] == kind]


def view(state: State, seat: int | None) -> dict[str, Any]:
    return GAME.view(state, seat).model_dump(mode="json")


def send(match: Match, account: str, spell: str) -> None:
    sent = build(spell).model_dump(mode="json")
    assert match.send(account, sent, decision="1.1.build").status == "sealed"


@pytest.mark.rule("spellwars", "16.1")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    state = table(wizard("ferrule gilded"), wizard("humming"))
    assert view(state, 0)["hand"] == ["ferrule", "gilded"]
    assert view(state, 1)["hand"] == ["humming"]
    assert view(state, None)["hand"] is None
    for seat in (0, 1, None):
        shown = view(state, seat)
        assert [one["hand_count"] for one in shown["wizards"]] == [2, 1]
        own = set() if seat is None else {*state.wizards[seat].hand}
        assert names(to_json(shown)) == own


@pytest.mark.rule("spellwars", "16.1", "16.2")
def test_the_deal_tells_everybody_the_own_hand() -> None:
    match = Match(GAME, SpellWarsConfig(), 3).start("ann", "bea", "cid")
    dealt = match.parts[-1]
    assert names(dealt.public) == set()
    for seat in range(3):
        assert names(dealt.private[f"seat:{seat}"]) == {*match.state.game.wizards[seat].hand}
    drawn = [e for e in match.public[-1]["events"] if e["kind"] == "cards_drawn"]
    assert [(event["seat"], event["count"]) for event in drawn] == [(0, 8), (1, 8), (2, 8)]


@pytest.mark.rule("spellwars", "16.1")
def test_drawn_cards_are_told_to_the_drawer() -> None:
    seats = wizard("old_man_thaw"), wizard("mossy humming flooded")
    first = "thorny ferrule gilded bog_choir hedge_king frostbitten kiln_imp inkblot"
    then = "uncle_rot captain_brine auntie_cinder count_vanish leeching scorching"
    duel = Duel(table(*seats, deck=f"{first} {then}")).build("old_man_thaw", "mossy")
    parts = parts_of(duel)
    assert names(parts.private["seat:0"]) == {"old_man_thaw", *first.split()}
    assert names(parts.private["seat:1"]) == {"mossy", *then.split()}
    assert names(parts.public) == {"old_man_thaw", "mossy"}
    assert [event["cards"] for event in public(duel, "cards_drawn")] == [HIDDEN, HIDDEN]


ABOUT_HANDS = [
    pytest.param(1, "count_vanish", "", id="give"),
    pytest.param(1, "flooded", "", id="discard"),
    pytest.param(0, "painted_duke", "", id="add"),
    pytest.param(0, "nine_librarians", "deep_pocket", id="tuck"),
]


def asked_about(seat: int, card: str, treasures: str, hand: str) -> Duel:
    """Let seat 0's card ask a seat about its hand; seat 1's spell comes later."""
    hands = [card, "ferrule mossy"]
    hands[seat] += f" {hand}"
    state = table(wizard(hands[0]), wizard(hands[1]), wizard(), deck="", treasures=treasures)
    duel = Duel(state).build(card, "ferrule mossy")
    assert duel.asked is not None
    assert duel.asked[0] == seat
    return duel


@pytest.mark.rule("spellwars", "16.1")
@pytest.mark.parametrize(("seat", "card", "treasures"), ABOUT_HANDS)
def test_a_question_about_a_hand_tells_others_nothing_of_it(
    seat: int, card: str, treasures: str
) -> None:
    """Whether two cards fit, one or none: others see the same bytes and the same view."""
    hands = ("humming marrow_ox", "humming thorny", "marrow_ox kiln_imp", "inkblot wild_magic")
    duels = [asked_about(seat, card, treasures, hand) for hand in hands]
    assert len({parts_of(duel).public for duel in duels}) == 1
    assert len({parts_of(duel).private[f"seat:{seat}"] for duel in duels}) > 1
    for other in {0, 1, 2, None} - {seat}:
        assert len({to_json(view(duel.state, other)) for duel in duels}) == 1
        told = {parts_of(duel).private.get(f"seat:{other}") for duel in duels}
        assert len(told) == 1
    for duel in duels:
        question = view(duel.state, seat)["question"]
        assert duel.asked is not None
        assert tuple(question["answers"]) == duel.asked[2]


@pytest.mark.rule("spellwars", "16.1")
def test_nor_does_the_answer() -> None:
    one, other = (
        parts_of(asked_about(1, "count_vanish", "", "humming thorny").choose(pick))
        for pick in ("card:humming", "card:thorny")
    )
    assert one.public == other.public
    assert one.private["seat:2"] == other.private["seat:2"]


@pytest.mark.rule("spellwars", "16.2")
def test_of_decks_everybody_sees_the_number_of_cards() -> None:
    state = table(wizard("ferrule"), wizard(), deck="gilded humming")
    for seat in (0, 1, None):
        shown = view(state, seat)
        assert shown["spell_deck_count"] == 2
        assert (shown["treasure_deck_count"], shown["dead_wizard_deck_count"]) == (25, 25)
        assert not names(to_json(shown)) & {"gilded", "humming", *TREASURE, *DEAD}


@pytest.mark.rule("spellwars", "16.2")
def test_a_new_deck_is_told_to_nobody() -> None:
    seats = wizard("old_man_thaw mossy"), wizard()
    duel = Duel(table(*seats, deck="", discard="ferrule " * 2 + "gilded " * 2 + "thorny " * 2))
    duel.build("old_man_thaw mossy")
    assert public(duel, "deck_shuffled") == [{"kind": "deck_shuffled", "count": 8, "deck": HIDDEN}]
    (shuffled,) = duel.told("deck_shuffled")
    assert shuffled.deck.to == ()


@pytest.mark.rule("spellwars", "16.2")
def test_decks_are_told_to_nobody_at_the_setup() -> None:
    (laid, *_) = GAME.setup(SpellWarsConfig(), (None,) * 2, Rng(bytes(32), 1))
    told: Any = laid
    assert [deck.to for deck in (told.spell_deck, told.treasure_deck, told.dead_wizard_deck)] == [
        ()
    ] * 3


@pytest.mark.rule("spellwars", "16.3")
def test_until_all_have_built_nobody_sees_that_somebody_has() -> None:
    hand = "ferrule humming gilded kiln_imp"
    match = match_at(table(wizard(hand), wizard(hand)), "ann", "bea")
    before = [match.view(seat) for seat in (0, 1, None)]
    commits = len(match.commits)
    for spell in ("ferrule", "humming kiln_imp", "ferrule gilded kiln_imp"):
        send(match, "ann", spell)
        assert [match.view(seat) for seat in (0, 1, None)] == before
    assert len(match.commits) == commits
    assert match.awaited == [(0, "1.1.build"), (1, "1.1.build")]


def all_built(spell: str) -> Match:
    """Seat 1 opens Humming, which asks for a target; seat 0's spell lies closed."""
    hand = "ferrule inkblot humming gilded thorny marrow_ox candle_moth"
    match = match_at(table(wizard(hand), wizard("humming"), wizard()), "ann", "bea", "cid")
    send(match, "ann", spell)
    send(match, "bea", "humming")
    return match


@pytest.mark.rule("spellwars", "16.3")
def test_once_all_have_built_everybody_knows_number_and_order_but_no_card() -> None:
    one, other = all_built("ferrule gilded candle_moth"), all_built("inkblot thorny marrow_ox")
    assert one.parts[-1].public == other.parts[-1].public
    assert names(one.parts[-1].public) == {"humming"}
    for seat in (1, 2):
        assert one.parts[-1].private[f"seat:{seat}"] == other.parts[-1].private[f"seat:{seat}"]
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)
        seen = one.view(seat)["view"]
        assert [wizard["spell_count"] for wizard in seen["wizards"]] == [3, 1, 0]
        assert seen["wizards"][0]["spell"] == []
        assert seen["order"] == [2, 1, 0]
    own = [placed["card"] for placed in one.view(0)["view"]["built"]]
    assert own == ["ferrule", "gilded", "candle_moth"]
    assert {*own} <= names(one.parts[-1].private["seat:0"])


@pytest.mark.rule("spellwars", "16.3")
@pytest.mark.parametrize("spell", ["ferrule", "wild:source gilded", "ferrule gilded marrow_ox"])
def test_a_command_shows_neither_cards_nor_empty_places(spell: str) -> None:
    hand = "ferrule gilded marrow_ox wild_magic"
    match = match_at(table(wizard(hand), wizard("inkblot")), "ann", "bea")
    send(match, "ann", spell)
    send(match, "bea", "inkblot")
    opened = next(p for p in match.public if p["actor"] == "sealed")
    shown = {"kind": "build", "source": HIDDEN, "quality": HIDDEN, "delivery": HIDDEN}
    assert [entry["command"] for entry in opened["commands"]] == [shown, shown]


@pytest.mark.rule("spellwars", "16.3")
def test_an_opened_spell_is_seen_by_all() -> None:
    match = all_built("ferrule gilded marrow_ox")
    for seat in (0, 2, None):
        opened = match.view(seat)["view"]["wizards"][1]
        assert [card["card"] for card in opened["spell"]] == ["humming"]


@pytest.mark.rule("spellwars", "16.3")
def test_a_reaction_shows_its_own_card_only() -> None:
    seats = wizard("ferrule"), wizard("mother_bramble gilded", life=3), wizard("humming marrow_ox")
    duel = Duel(table(*seats)).build("ferrule", "mother_bramble gilded", "humming marrow_ox")
    assert duel.asked is not None
    assert duel.asked[:2] == (2, "target")
    assert [event["card"] for event in public(duel, "reaction_worked")] == ["mother_bramble"]
    assert "gilded" not in names(parts_of(duel).public)
    seen = view(duel.state, 0)
    assert "mother_bramble" in seen["discard"]
    assert (seen["wizards"][1]["spell_count"], seen["wizards"][1]["spell"]) == (1, [])
    assert "gilded" not in names(to_json(seen))


@pytest.mark.rule("spellwars", "16.3")
def test_a_spell_that_is_discarded_is_seen_by_all() -> None:
    seats = wizard("ferrule"), wizard("thorny gravehound", life=3), wizard("humming marrow_ox")
    duel = Duel(table(*seats)).build("ferrule", "thorny gravehound", "humming marrow_ox")
    (died,) = public(duel, "wizard_died")
    assert died["discarded"] == ["thorny", "gravehound"]
    assert {"thorny", "gravehound"} <= {*view(duel.state, None)["discard"]}


@pytest.mark.rule("spellwars", "16.4")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_all_else_lies_open(seat: int | None) -> None:
    owner = wizard(
        creatures="gravehound", treasures="deep_pocket late_bell", tucked="humming",
        dead_wizard_cards="loyal_beast", life=7, blood=3, last_wizard_tokens=1,
    )  # fmt: skip
    seen = view(table(owner, wizard("inkblot"), discard="ferrule gilded", castle_owner=0), seat)
    assert seen["discard"] == ["ferrule", "gilded"]
    assert seen["castle_owner"] == 0
    shown = seen["wizards"][0]
    assert [creature["card"] for creature in shown["creatures"]] == ["gravehound"]
    assert shown["treasures"] == ["deep_pocket", "late_bell"]
    assert shown["tucked"] == "humming"
    assert shown["dead_wizard_cards"] == ["loyal_beast"]
    assert (shown["life"], shown["blood"], shown["last_wizard_tokens"]) == (7, 3, 1)


@pytest.mark.rule("spellwars", "16.5")
def test_a_card_that_is_given_is_known_to_the_two() -> None:
    duel = asked_about(1, "count_vanish", "", "humming thorny").choose("card:thorny")
    assert public(duel, "card_given") == [
        {"kind": "card_given", "seat": 1, "to": 0, "card": HIDDEN}
    ]
    parts = parts_of(duel)
    assert "thorny" in names(parts.private["seat:0"])
    assert "thorny" in names(parts.private["seat:1"])
    assert "thorny" not in names(parts.public + parts.private["seat:2"] + parts.private["server"])
    assert "thorny" in duel.state.wizards[0].hand


SOME_COMMANDS = [
    *(Build.model_validate({printed.type: card}) for card, printed in COMPONENTS.items()),
    Build(source=WILD, quality=WILD, delivery=WILD),
    Build(source="humming"),
    *(Choose(pick=pick) for pick in ("none", "seat:1", "card:humming", "card:thorny")),
]


@pytest.mark.rule("spellwars", "16.6")
@pytest.mark.parametrize(
    ("asked", "card"),
    [(None, ""), (1, "count_vanish"), (0, "painted_duke")],
    ids=["building", "another is asked", "asked"],
)
def test_a_refusal_does_not_depend_on_what_its_reader_may_not_know(
    asked: int | None, card: str
) -> None:
    rng = Rng(bytes(32), 1)
    if asked is None:
        state = table(wizard("ferrule gilded"), wizard("humming wild_magic thorny"), wizard())
    else:
        state = asked_about(asked, card, "", "humming thorny").state
    state = replace(state, spell_deck=tuple(COMPONENTS))
    others = [twin(state, 0, rng) for _ in range(5)]
    for command in SOME_COMMANDS:
        refusals = {str(GAME.check(one, 0, command)) for one in (state, *others)}
        assert len(refusals) == 1


@pytest.mark.rule("spellwars", "16.6")
@pytest.mark.parametrize("seat", [0, 2])
def test_who_is_not_asked_is_not_told_the_answers(seat: int) -> None:
    duel = asked_about(1, "count_vanish", "", "humming thorny")
    refused = GAME.check(duel.state, seat, Choose(pick="card:humming"))
    assert refused is not None
    assert names(refused.detail.encode()) == set()


def lies_open(state: State) -> set[str]:
    found = {*state.discard, *state.aside}
    for one in state.wizards:
        found |= {
            *one.treasures,
            *one.dead_wizard_cards,
            *(creature.card for creature in one.creatures),
        }
        found |= {card.card for card in one.spell if one.opened}
        found |= set() if one.tucked is None else {one.tucked}
    return found


def held(state: State, seat: int) -> set[str]:
    return {
        card
        for one in state.wizards[seat : seat + 1]
        for card in (*one.hand, *(card.card for card in one.spell))
    }


def commits_of(match: Match, seats: int) -> Iterator[Commit]:
    """Let bots play a match; give each of its commits as it comes."""
    accounts = [f"account-{seat}" for seat in range(seats)]
    match.start(*accounts)
    rng = Rng(bytes(32), seats)
    yield from match.commits
    while match.state.status == "running":
        given = len(match.commits)
        for entry in match.view(None)["pending"]:
            command = GAME.policies["random"](match.view(entry["seat"]), rng)
            match.send(accounts[entry["seat"]], command, decision=entry["decision"])
        yield from match.commits[given:]


@pytest.mark.rule("spellwars", "16.1", "16.2", "16.3", "16.5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_no_byte_names_a_card_that_its_reader_may_not_know(seats: int) -> None:
    """The canary: all that somebody is told of a whole match is searched for names of cards."""
    match = Match(GAME, SpellWarsConfig(mode="quick"), seats)
    before = GAME.initial
    secrets = 0
    for commit in commits_of(match, seats):
        tables = [before]
        for event in commit.events:
            if not event.kind.startswith("match."):
                tables.append(GAME.evolve(tables[-1], event))
        known = names(str(before.agenda).encode()).union(*map(lies_open, tables))
        parts = codec_of(GAME).write(commit, seats)
        assert names(parts.public) <= known
        for seat in range(seats):
            own = known.union(*(held(table, seat) for table in tables))
            assert names(parts.private[f"seat:{seat}"]) <= own
            secrets += len(names(parts.private[f"seat:{seat}"]) - known)
        before = tables[-1]
        if match.state.version == commit.n and before.wizards:
            asked = (
                set()
                if before.question is None
                else {before.question.subject.card, before.question.subject.of}
            )
            for seat in (None, *range(seats)):
                own = set() if seat is None else held(before, seat)
                assert names(to_json(match.view(seat))) <= lies_open(before) | asked | own
    assert match.state.status == "closed"
    assert secrets > 100, "the names are found where they may stand"
