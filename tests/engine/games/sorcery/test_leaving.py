"""The clock, leaving and limits [17]: in whatever is asked."""

from typing import Any

import pytest

from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.commands import Ready, SorceryConfig
from engine.games.sorcery.ops import Aim, Damage, Lasting, Modify, Way
from engine.games.sorcery.state import MAX_SWITCHES
from engine.games.sorcery.telling import told_table
from tests.engine.games.sorcery.opening import armies
from tests.engine.games.sorcery.samples import Printer, figure, spell
from tests.engine.games.sorcery.table import SOUTH, Battle, Stood, stand, table
from tests.engine.scenario import fold

pytestmark = pytest.mark.usefixtures("samples")
ASKED = ("deploy", "command", "act", "turn_end", "counter", "face", "memorise")
HERE, THERE = (18_000, 5_000), (18_000, 12_000)
WEAK = Modify(value="attack", amount=-1)


@pytest.fixture(autouse=True)
def cards(printed: Printer) -> None:
    at_an_enemy = Aim(who="enemy")
    printed(
        spell("sting", Way(aim=at_an_enemy, does=(Damage(who="marked", flat=1),))),
        spell("burr", Way(aim=at_an_enemy, lasts=Lasting(traits=(WEAK,))), type="enchantment"),
        figure("leech", "syphon_energy"),
    )


def asked(kind: str, *others: Stood, memorised: str = "sting") -> Battle:
    """Return a battle in which somebody is asked: seat 0, or seat 1 about what seat 0 does."""
    if kind == "deploy":
        return armies(*(("blade blade",) * (3 if others else 2)))
    battle = Battle(
        table(
            stand("mage", 0, HERE, book=f"{memorised} quiet_word"),
            stand("mage", 1, THERE, facing=SOUTH, book="cinder_dart"),
            stand("leech", 0, (9_000, 2_000), tokens=1),
            stand("blade", 0, (9_000, 3_500)),
            *others,
            phase="command",
        )
    )
    if kind == "command":
        return battle
    battle.let_pass()
    match kind:
        case "turn_end":
            battle.let_pass()
        case "face":
            battle.do(0, "move", figure="f1", path=[(18_000, 10_500)])
        case "counter":
            battle.do(0, "cast", figure="f1", targets=["f2"])
        case "memorise":
            battle.do(0, "cast", figure="f1", targets=["f2"]).let_pass()
        case _:
            pass
    return battle


THIRD = stand("blade", 2, (2_000, 18_000)), stand("blade", 2, (2_000, 33_000))


def play_on(battle: Battle, times: int = 20) -> None:
    """Let everybody's time pass for a while."""
    for _ in range(times):
        (decision,) = GAME.pending(battle.state)
        command = GAME.default(battle.state, decision.seats[0]).model_dump()
        battle.do(decision.seats[0], command.pop("kind"), **command)


@pytest.mark.rule("sorcery", "17.1")
@pytest.mark.parametrize("kind", ASKED)
def test_what_is_done_for_who_lets_his_time_pass_is_always_offered(kind: str) -> None:
    battle = asked(kind)
    assert battle.asked is not None
    assert battle.asked[0] == kind
    default = GAME.default(battle.state, battle.asked[1]).model_dump(mode="json")
    offers = [o for o in GAME.legal(battle.state, battle.asked[1]) if not o.optional]
    assert any(option.contains(default) for option in offers)
    nothing = {"deploy": "deploy", "memorise": "memorise"}.get(kind, "pass")
    assert default["kind"] == nothing
    play_on(battle)


@pytest.mark.rule("sorcery", "17.1")
def test_the_first_figure_is_placed_where_a_place_is_found_first() -> None:
    battle = armies("blade blade", "blade")
    default = GAME.default(battle.state, 0).model_dump()
    assert (default["figure"], default["at"], default["facing"]) == ("f1", (2_250, 2_000), None)


@pytest.mark.rule("sorcery", "17.1")
def test_the_first_spell_that_lies_face_up_is_memorised() -> None:
    battle = asked("memorise")
    assert battle.book("b1") == "quiet_word sting"
    assert GAME.default(battle.state, 0).model_dump()["spell"] == "quiet_word"


@pytest.mark.rule("sorcery", "17.2")
@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_loses_all_figures_and_with_two_players_the_battle(kind: str, seat: int) -> None:
    battle = asked(kind).leave(seat)
    outcome = GAME.outcome(battle.state)
    assert outcome is not None
    assert outcome.winners == (1 - seat,)
    assert battle.told("match_ended")[0].why == "last_side"
    assert all(one.gone == (one.seat == seat) for one in battle.state.figures.values())


@pytest.mark.rule("sorcery", "17.2")
@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_with_more_players_the_battle_goes_on_without_who_leaves(kind: str, seat: int) -> None:
    battle = asked(kind, *THIRD).leave(seat)
    assert GAME.outcome(battle.state) is None
    assert all(one.gone == (one.seat == seat) for one in battle.state.figures.values())
    assert battle.asked is not None
    assert battle.asked[1] != seat
    if battle.state.turn == 0:
        assert (seat == 0) == (battle.state.turn != battle.asked[1]) or kind in {"counter", "face"}
    play_on(battle)
    assert battle.told("player_left")[0].seat == seat
    assert GAME.withdraw(battle.state, seat, None) == ()  # type: ignore[arg-type]


@pytest.mark.rule("sorcery", "17.2")
def test_the_turn_of_who_leaves_ends() -> None:
    battle = asked("act", *THIRD).leave(0)
    assert battle.asked == ("act", 1)
    assert battle.state.turn == 1


@pytest.mark.rule("sorcery", "17.2")
def test_the_books_of_who_leaves_are_dropped() -> None:
    battle = asked("act", *THIRD).leave(0)
    book = battle.state.books["b1"]
    assert (book.bearer, book.at) == (None, HERE)
    assert GAME.view(battle.state, 1).model_dump()["books"][0]["leaves"] is None


@pytest.mark.rule("sorcery", "17.2")
def test_a_book_that_was_never_on_the_field_is_out_of_the_battle() -> None:
    laid = GAME.setup(SorceryConfig(), (Ready(name="court_of_leaves"),) * 3, Rng(bytes(32), 1))
    battle = Battle(fold(GAME, GAME.initial, laid))
    lost = [b for b in battle.state.books.values() if battle.figure(b.bearer or "").seat == 0]
    battle.leave(0)
    for book in lost:
        nowhere = battle.state.books[book.n]
        assert (nowhere.bearer, nowhere.at, nowhere.leaves) == (None, None, book.leaves)
    play_on(battle)
    told = told_table(GAME.view(battle.state, None).model_dump(mode="json"))
    assert not any(line.startswith(f"{lost[0].n} ") for line in told)


@pytest.mark.rule("sorcery", "17.2")
@pytest.mark.parametrize("seat", [0, 1], ids=["caster", "target"])
@pytest.mark.parametrize("memorised", ["sting", "burr"])
def test_a_shown_spell_that_loses_its_caster_or_all_targets_comes_to_nothing(
    seat: int, memorised: str
) -> None:
    battle = asked("counter", *THIRD, memorised=memorised).leave(seat)
    assert battle.state.announced is None
    assert battle.book("b1") == f"{memorised} quiet_word"
    assert battle.out == []
    assert battle.told("damaged") == []


@pytest.mark.rule("sorcery", "17.2")
def test_a_shown_spell_comes_to_nothing_when_the_last_of_its_targets_has_left(
    printed: Printer,
) -> None:
    printed(spell("swarm", Way(aim=Aim(who="enemy", most=2), does=(Damage(who="marked", flat=1),))))
    battle = Battle(
        table(
            stand("mage", 0, HERE, book="swarm quiet_word"),
            stand("blade", 1, (17_000, 12_000)),
            stand("blade", 2, (20_000, 12_000)),
            stand("mage", 3, THERE, facing=SOUTH),
            stand("blade", 1, (34_000, 2_000)),
        )
    ).do(0, "cast", figure="f1", targets=["f2", "f3"])
    battle.leave(1)
    assert battle.asked == ("counter", 3), "a target is left"
    battle.leave(2)
    assert battle.asked == ("act", 0)
    assert battle.book("b1") == "swarm quiet_word"


@pytest.mark.rule("sorcery", "17.2")
def test_a_shown_spell_goes_on_if_somebody_else_leaves() -> None:
    battle = asked("counter", *THIRD).leave(2)
    assert battle.asked == ("counter", 1)
    battle.let_pass()
    assert battle.figure("f2").click == 1


@pytest.mark.rule("sorcery", "17.2")
def test_a_shown_spell_without_targets_goes_on_if_somebody_else_leaves() -> None:
    battle = asked("act", *THIRD, memorised="haze").do(0, "cast", figure="f1")
    assert battle.asked == ("counter", 1)
    battle.leave(2).let_pass()
    assert battle.out == ["haze"]


@pytest.mark.rule("sorcery", "17.2", "16.1")
def test_when_the_last_enemy_leaves_the_battle_ends_before_a_shown_spell_comes_about() -> None:
    battle = asked("act", memorised="charm").do(0, "cast", figure="f1", targets=["f1"])
    assert battle.asked == ("counter", 1)
    battle.leave(1)
    assert battle.kinds[-1] == "match_ended"
    assert battle.out == []
    assert battle.state.announced is None


@pytest.mark.rule("sorcery", "17.2")
def test_who_was_touched_by_a_mover_that_left_is_not_asked() -> None:
    battle = asked("face", *THIRD).leave(0)
    assert battle.asked == ("act", 1)
    assert battle.told("turned") == []


@pytest.mark.rule("sorcery", "17.2")
def test_the_last_touched_is_asked_anew_when_another_leaves() -> None:
    battle = asked("face", *THIRD)
    before: Any = battle.state.question
    battle.leave(2)
    assert battle.asked == ("face", 1)
    assert battle.state.question is not None
    assert battle.state.question.number == before.number + 1
    assert "question_dropped" in battle.kinds
    assert "answered" not in battle.kinds


@pytest.mark.rule("sorcery", "17.2")
@pytest.mark.parametrize("kind", [kind for kind in ASKED if kind != "deploy"])
def test_who_is_asked_goes_on_when_one_without_figures_leaves(kind: str) -> None:
    """So nobody's clock begins anew."""
    battle = asked(kind, stand("blade", 2, None, gone=True))
    before = battle.state.question
    battle.leave(2)
    assert battle.kinds[-1] == "player_left"
    assert battle.state.question == before
    play_on(battle)


@pytest.mark.rule("sorcery", "17.3")
def test_auto_pass_is_switched_at_most_eight_times_in_a_turn() -> None:
    battle = asked("act")
    for n in range(MAX_SWITCHES):
        battle.do(1, "auto_pass", on=n % 2 == 0)
    assert battle.refused(1, "auto_pass", on=True) == ("TOO_MANY", "17.3")
    assert battle.asked == ("act", 0), "nobody waits for it"
    battle.end_turn()
    battle.do(1, "auto_pass", on=True)


@pytest.mark.rule("sorcery", "17.3")
def test_the_switches_are_counted_anew_in_every_turn_whosever_it_is() -> None:
    battle = asked("act", *THIRD)
    for n in range(MAX_SWITCHES):
        battle.do(2, "auto_pass", on=n % 2 == 0)
    battle.end_turn()
    assert battle.state.turn == 1
    battle.do(2, "auto_pass", on=True)
