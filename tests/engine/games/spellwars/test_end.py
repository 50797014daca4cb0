"""Section 14: the end of a round and of the match. Leaving stands in test_leaving.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.games.spellwars import GAME
from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE
from engine.games.spellwars.commands import Build, Choose
from engine.games.spellwars.ops import GainTreasure, Text
from tests.engine.games.spellwars.table import Duel, table, wizard
from tests.engine.laws.walks import Plan, walk

if TYPE_CHECKING:
    from engine.core.messages import Command
    from engine.games.spellwars.state import State, Wizard

HARMLESS = ("inkblot", "mother_bramble", "nine_librarians", "old_man_thaw")


def outcome_of(state: State) -> dict[str, Any]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.model_dump()


def idle(*wizards: Wizard, **fields: Any) -> Duel:
    """Play a turn in which nobody does any harm, unless it is told otherwise the 100th."""
    spells = HARMLESS[: len(wizards)]
    seated = [wizard(card, **_kept(one)) for card, one in zip(spells, wizards, strict=True)]
    return Duel(table(*seated, **{"turn": 100, **fields})).build(*spells)


def _kept(one: Wizard) -> dict[str, Any]:
    return {"last_wizard_tokens": one.last_wizard_tokens, "kill_points": one.kill_points}


def chain() -> Duel:
    """Seat 0 kills seat 1, whose Reaction kills seat 0; seat 2 is left."""
    state = table(
        wizard("ferrule humming", life=1),
        wizard("auntie_cinder humming kiln_imp", life=3),
        wizard("uncle_rot mossy gravehound"),
        castle_owner=2,
    )
    spells = ("ferrule humming", "auntie_cinder humming kiln_imp", "uncle_rot mossy gravehound")
    return Duel(state).build(*spells, dice=[1])


@pytest.mark.rule("spellwars", "14.1")
def test_the_last_one_alive_wins_the_round_and_takes_a_token() -> None:
    duel = Duel(table(wizard("ferrule"), wizard("inkblot humming", life=3)))
    duel.build("ferrule", "inkblot humming")
    assert [event.seat for event in duel.told("round_won")] == [0]
    assert [event.winner for event in duel.told("round_ended")] == [0]
    assert [one.last_wizard_tokens for one in duel.state.wizards] == [1, 0]
    assert duel.state.round == 2


@pytest.mark.rule("spellwars", "14.1")
def test_a_round_goes_on_while_two_are_alive() -> None:
    duel = Duel(
        table(wizard("ferrule"), wizard("inkblot humming", life=3), wizard("inkblot mossy"))
    )
    duel.build("ferrule", "inkblot humming", "inkblot mossy")
    assert [event.seat for event in duel.told("wizard_died")] == [1]
    assert "round_ended" not in duel.kinds
    assert (duel.state.round, duel.state.turn) == (1, 2)


@pytest.mark.rule("spellwars", "14.1")
def test_a_chain_of_deaths_gives_one_token() -> None:
    duel = chain()
    assert [event.seat for event in duel.told("wizard_died")] == [1, 0]
    assert [event.seat for event in duel.told("round_won")] == [2]
    assert [one.last_wizard_tokens for one in duel.state.wizards] == [0, 0, 1]


@pytest.mark.rule("spellwars", "14.1")
def test_if_nobody_survives_nobody_wins_the_round() -> None:
    """The round's end is seen when the line is done: for a while seat 0 is the only one alive."""
    state = table(
        wizard("uncle_rot", life=1),
        wizard("inkblot mossy", life=1),
        wizard("auntie_cinder mossy", life=1),
    )
    duel = Duel(state).build("uncle_rot", "inkblot mossy", "auntie_cinder mossy", dice=[6, 5, 1])
    assert [event.seat for event in duel.told("wizard_died")] == [1, 2, 0]
    assert "round_won" not in duel.kinds
    assert [event.winner for event in duel.told("round_ended")] == [None]
    assert [one.last_wizard_tokens for one in duel.state.wizards] == [0, 0, 0]
    assert duel.state.round == 2


@pytest.mark.rule("spellwars", "14.1")
def test_a_round_does_not_end_before_the_dying_are_dealt_with() -> None:
    """While seat 1 has died and seat 2 is dying, only seat 0 lives; but seat 2 is saved."""
    state = table(
        wizard("uncle_rot"),
        wizard("inkblot mossy", life=1),
        wizard("mother_bramble mossy", life=1),
    )
    duel = Duel(state).build("uncle_rot", "inkblot mossy", "mother_bramble mossy", dice=[6, 5])
    assert [event.seat for event in duel.told("wizard_saved")] == [2]
    assert "round_ended" not in duel.kinds
    assert duel.state.round == 1


@pytest.mark.rule("spellwars", "14.2")
def test_the_rest_of_the_winners_spell_and_turn_is_not_done() -> None:
    owner = wizard("ferrule humming", treasures="late_bell warming_pan")
    victim = wizard("inkblot mossy kiln_imp", life=3)
    duel = Duel(table(owner, victim, castle_owner=0, dead_wizard_deck="last_words"))
    duel.build("ferrule humming", "inkblot mossy kiln_imp")
    assert [event.card for event in duel.told("card_applied")] == ["ferrule"]
    assert not {"dice_rolled", "treasure_gained", "healed", "turn_ended"} & {*duel.kinds}
    assert duel.bloods == [3, 0]  # for the kill; nothing of the Castle


@pytest.mark.rule("spellwars", "14.2")
def test_nobody_acts_after_the_end_of_the_round_and_the_castle_gives_nothing() -> None:
    duel = chain()
    assert [event.seat for event in duel.told("spell_opened")] == [0]
    assert duel.state.wizards[2].blood == 0
    assert duel.told("round_ended")[0].discarded == ("uncle_rot", "mossy", "gravehound")


@pytest.mark.rule("spellwars", "14.3")
def test_a_round_of_a_hundred_turns_goes_to_nobody() -> None:
    duel = idle(wizard(), wizard(), turn=100, castle_owner=1)
    assert duel.kinds.index("turn_ended") < duel.kinds.index("round_ended")
    assert [event.winner for event in duel.told("round_ended")] == [None]
    assert [one.last_wizard_tokens for one in duel.state.wizards] == [0, 0]
    assert duel.bloods == [0, 1]  # the turn itself ended as any other
    assert (duel.state.round, duel.state.turn) == (2, 1)


@pytest.mark.rule("spellwars", "14.3")
def test_a_round_may_have_a_hundred_turns() -> None:
    duel = idle(wizard(), wizard(), turn=99)
    assert (duel.state.round, duel.state.turn) == (1, 100)


@pytest.mark.rule("spellwars", "14.4")
def test_everything_of_a_round_is_put_away_but_blood() -> None:
    rich = wizard(
        "ferrule humming thorny",
        blood=5,
        creatures="kiln_imp",
        treasures="deep_pocket late_bell",
        tucked="grave_cold",
    )
    buried = wizard(life=0, dead=True, blood=2)
    state = table(
        rich, wizard("inkblot mossy", life=3), buried, castle_owner=0, dead_wizard_deck="last_words"
    )
    duel = Duel(state).build("ferrule", "inkblot mossy")
    (ended,) = duel.told("round_ended")
    assert ended.discarded == ("humming", "thorny", "ferrule", "kiln_imp", "grave_cold")
    state = duel.state
    assert state.discard == ("inkblot", "mossy", *ended.discarded)
    assert state.treasure_deck[-2:] == ("deep_pocket", "late_bell")
    assert state.castle_owner is None
    assert duel.bloods == [8, 0, 2]
    assert duel.lives == [20, 20, 20]
    assert [len(one.hand) for one in state.wizards] == [8, 8, 8]
    assert not any(w.spell or w.creatures or w.treasures or w.tucked for w in state.wizards)


@pytest.mark.rule("spellwars", "14.5")
def test_two_tokens_win_at_once() -> None:
    duel = Duel(
        table(
            wizard("ferrule", last_wizard_tokens=1),
            wizard("inkblot humming", life=3, last_wizard_tokens=1),
        )
    )
    duel.build("ferrule", "inkblot humming")
    assert duel.kinds[-2:] == ["round_ended", "match_decided"]
    assert outcome_of(duel.state) == {
        "winners": (0,),
        "draw": False,
        "mode": "classic",
        "reason": "tokens",
        "rounds": 1,
        "last_wizard_tokens": (2, 1),
        "kill_points": (1, 0),
        "points": (3, 1),
    }


@pytest.mark.rule("spellwars", "14.5")
@pytest.mark.parametrize(
    ("tokens", "winners"),
    [((0, 1, 0), (1,)), ((1, 0, 1), ()), ((0, 0), ())],
    ids=["one leads", "two lead", "nobody has any"],
)
def test_after_the_twentieth_round_most_tokens_win(
    tokens: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    seated = (wizard(last_wizard_tokens=count, kill_points=5 - count) for count in tokens)
    duel = idle(*seated, round=20)
    told = outcome_of(duel.state)
    assert (told["winners"], told["draw"]) == (winners, not winners)
    assert (told["reason"], told["rounds"]) == ("rounds", 20)


@pytest.mark.rule("spellwars", "14.5")
def test_there_is_a_twentieth_round() -> None:
    duel = idle(wizard(last_wizard_tokens=1), wizard(), round=19)
    assert duel.state.round == 20
    assert GAME.outcome(duel.state) is None


@pytest.mark.rule("spellwars", "14.6")
@pytest.mark.parametrize(
    ("tokens", "kills", "winners"),
    [
        ((2, 1, 0), (0, 0, 3), (2,)),
        ((1, 1, 1), (2, 1, 2), (0, 2)),
        ((1, 2, 0), (1, 0, 2), (0, 1, 2)),
        ((0, 0), (0, 0), (0, 1)),
    ],
    ids=["kills count", "two share", "all share", "nobody did anything"],
)
def test_quick_most_points_after_three_rounds_win_and_ties_share(
    tokens: tuple[int, ...], kills: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    pairs = zip(tokens, kills, strict=True)
    seated = (wizard(last_wizard_tokens=won, kill_points=count) for won, count in pairs)
    told = outcome_of(idle(*seated, mode="quick", round=3).state)
    assert (told["winners"], told["draw"]) == (winners, False)
    assert (told["mode"], told["reason"], told["rounds"]) == ("quick", "rounds", 3)
    assert told["points"] == tuple(map(sum, zip(tokens, kills, strict=True)))


@pytest.mark.rule("spellwars", "14.6")
def test_quick_a_kill_and_the_round_are_a_point_each() -> None:
    state = table(
        wizard("ferrule"), wizard("inkblot humming", life=3, kill_points=1), mode="quick", round=3
    )
    told = outcome_of(Duel(state).build("ferrule", "inkblot humming").state)
    assert (told["points"], told["winners"]) == ((2, 1), (0,))


@pytest.mark.rule("spellwars", "14.6")
def test_quick_plays_all_three_rounds_whoever_has_tokens() -> None:
    state = table(
        wizard("ferrule", last_wizard_tokens=1),
        wizard("inkblot humming", life=3),
        mode="quick",
        round=2,
    )
    duel = Duel(state).build("ferrule", "inkblot humming")
    assert duel.state.wizards[0].last_wizard_tokens == 2
    assert duel.state.round == 3
    assert GAME.outcome(duel.state) is None


@pytest.mark.rule("spellwars", "14.8")
@pytest.mark.parametrize(
    "command",
    [Build(source="ferrule"), Build(source="no_such_card"), Choose(pick="yes")],
    ids=["build", "nonsense", "choose"],
)
def test_after_the_end_nothing_is_done(command: Command) -> None:
    duel = Duel(table(wizard("ferrule humming"), wizard("inkblot")))
    duel.leave(1)
    assert duel.kinds[-1] == "match_decided"
    for seat in (0, 1):
        assert duel.refused(seat, command) == ("MATCH_OVER", "14.8")
        assert GAME.legal(duel.state, seat) == ()
    assert GAME.pending(duel.state) == ()
    assert duel.leave(0).events == ()


@pytest.mark.rule("spellwars", "14.9")
@pytest.mark.parametrize("style", ["bots", "wary"])
@pytest.mark.parametrize("example", range(len(GAME.examples)), ids=lambda n: f"table {n}")
def test_matches_end_within_the_limits(example: int, style: Any) -> None:
    for seed in range(2):
        plan = Plan(rules=GAME.rules, example=example, seed=seed, style=style, clock="none")
        walked = walk(plan)
        events = [event for commit in walked.commits for event in commit.events]
        rounds = [event.round for event in events if event.kind == "round_started"]  # pyright: ignore[reportAttributeAccessIssue]
        turns = [event.turn for event in events if event.kind == "turn_started"]  # pyright: ignore[reportAttributeAccessIssue]
        assert rounds == [*range(1, len(rounds) + 1)]
        assert len(rounds) <= (3 if GAME.examples[example][0].mode == "quick" else 20)  # pyright: ignore[reportAttributeAccessIssue]
        assert max(turns) <= 100
        assert sum(len(commit.commands) for commit in walked.commits) <= GAME.turn_limit
        assert GAME.outcome(walked.points[-1].step.state.game) is not None


def _choices(text: Text) -> int:
    """Return how many choices a text can put at most, those of a gained Treasure included."""
    blocks = [text.does]
    blocks += [text.roll.low, text.roll.mid, text.roll.high] if text.roll else []
    blocks += [part.then for part in (text.pay, text.castle) if part]
    ops = [op for block in blocks for op in block]
    treasures = sum(isinstance(op, GainTreasure) for op in ops)
    return 4 + 7 * len(ops) + 7 * treasures


@pytest.mark.rule("spellwars", "14.9")
def test_the_limit_covers_the_longest_thinkable_match() -> None:
    texts = [card.text for card in COMPONENTS.values()]
    most = max(map(_choices, texts))
    others = [Text(does=card.gained) for card in TREASURE.values()]
    others += [
        Text(target=use.target, does=use.does)
        for c in TREASURE.values()
        if (use := c.paid or c.timed)
    ]
    others += [Text(does=card.at_once) for card in DEAD.values()]
    spell = 1 + 2 * 128 * most + 2 * sum(map(_choices, others))
    assert GAME.turn_limit >= 20 * 100 * 6 * spell
