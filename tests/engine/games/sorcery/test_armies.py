"""What may be brought: section 2 of the rules, and the abilities that count for the army list."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.core.rng import Rng
from engine.games.sorcery.armies import READY, check_entry, cost, recruits, sample_entry
from engine.games.sorcery.cards import BOOKS, FIGURES, SPELLS
from engine.games.sorcery.catalogue import PRINTED
from engine.games.sorcery.commands import Own, Ready, SorceryConfig, SorceryEntry
from engine.games.sorcery.models import Recruit

ENTRY: TypeAdapter[Ready | Own] = TypeAdapter(SorceryEntry)
LARGEST = "book_of_tides_and_ash"


def own(*figures: Recruit | str) -> Own:
    return Own(figures=tuple(Recruit(figure=f) if isinstance(f, str) else f for f in figures))


def bearing(figure: str, spells: str, book: str = LARGEST) -> Recruit:
    return Recruit(figure=figure, book=book, spells=tuple(spells.split()))


def judged(*figures: Recruit | str, points: int = 300) -> tuple[str, str] | None:
    """Return clause and detail of the refusal, or None."""
    refusal = check_entry(SorceryConfig(points=points), 0, own(*figures))
    if refusal is None:
        return None
    assert refusal.code == "ENTRY_REFUSED"
    return refusal.rule, refusal.detail


def refused_by(*figures: Recruit | str, points: int = 300) -> str | None:
    found = judged(*figures, points=points)
    return found and found[0]


@pytest.mark.rule("sorcery", "2.2")
def test_any_of_the_ready_armies_may_be_brought_by_its_name() -> None:
    for name in READY:
        assert check_entry(SorceryConfig(), 0, Ready(name=name)) is None
        assert recruits(Ready(name=name)) == READY[name]


@pytest.mark.rule("sorcery", "2.2")
def test_who_names_no_ready_army_is_told_the_nearest_and_all_of_them() -> None:
    refusal = check_entry(SorceryConfig(), 0, Ready(name="Free Rider"))
    assert refusal is not None
    assert refusal.rule == "2.2"
    assert refusal.detail.startswith("There is no ready army 'Free Rider' (did you mean 'free_ri")
    assert all(name in refusal.detail for name in READY)


@pytest.mark.rule("sorcery", "2.2")
def test_an_army_has_one_to_twelve_figures() -> None:
    for count, fits in ((0, False), (1, True), (12, True), (13, False)):
        data = {"army": "own", "figures": [{"figure": "grave_levy"}] * count}
        if fits:
            assert check_entry(SorceryConfig(), 0, ENTRY.validate_python(data)) is None
        else:
            with pytest.raises(ValidationError, match=r"at (least 1|most 12) item"):
                ENTRY.validate_python(data)


@pytest.mark.rule("sorcery", "2.2")
def test_an_army_may_cost_the_limit_and_not_a_point_more() -> None:
    assert judged("mire_hulk", *["burrow_pack"] * 3, points=100) is None  # 40 + 3 times 20
    assert judged("young_drake", "star_sentinel", points=100) == (  # 55 + 46
        "2.2",
        "The army costs 101 points, books included; the limit is 100: leave out 1 or more.",
    )
    assert judged("young_drake", "star_sentinel", points=200) is None


@pytest.mark.rule("sorcery", "2.2")
def test_books_count_among_the_points_and_spells_do_not() -> None:
    assert refused_by("leaf_surgeon", "leaf_surgeon", "axe_rider", points=100) is None  # 98
    spells = "cinder_dart gale_palm kind_hands"
    dear = bearing("leaf_surgeon", spells, "pocket_almanac")  # 6 more
    assert cost(dear) == FIGURES["leaf_surgeon"].points + BOOKS["pocket_almanac"].points
    assert refused_by(dear, "leaf_surgeon", "axe_rider", points=100) == "2.2"
    assert refused_by(dear, "leaf_surgeon", "hedge_runner", points=100) is None  # 97


@pytest.mark.rule("sorcery", "2.2")
def test_what_does_not_exist_is_named_with_what_may_be_meant() -> None:
    found = judged(bearing("Reef Caller", "cinder_darts gale_palm", "gray_codex"), "nobody")
    assert found == (
        "2.2",
        (
            "There is no figure 'Reef Caller' (did you mean 'reef_caller'?); "
            "there is no book 'gray_codex' (did you mean 'grey_codex'?); "
            "there is no spell 'cinder_darts' (did you mean 'cinder_dart'?); "
            "there is no figure 'nobody'. The cards of the game list all there are."
        ),
    )


@pytest.mark.rule("sorcery", "2.2")
def test_an_id_of_another_sort_is_told_of_which() -> None:
    found = judged(*[bearing("cinder_dart", "axe_rider copper_clasp")] * 3)
    assert found == (
        "2.2",
        (
            "'cinder_dart' is a spell, not a figure; 'axe_rider' is a figure, not a spell; "
            "'copper_clasp' is a book, not a spell. The cards of the game list all there are."
        ),
    )


@pytest.mark.rule("sorcery", "2.2")
def test_a_ready_army_of_the_cards_may_be_brought_as_ones_own() -> None:
    for army in PRINTED.model_dump(mode="json")["armies"]:
        entry = ENTRY.validate_python({"army": "own", "figures": army["figures"]})
        assert check_entry(SorceryConfig(), 0, entry) is None


@pytest.mark.rule("sorcery", "2.2")
def test_of_many_unknown_names_the_first_five_are_told_and_the_others_counted() -> None:
    found = judged(*(f"nobody{n}" for n in range(7)))
    assert found is not None
    assert found[1].count("'nobody") == 5
    assert found[1].endswith("; and 2 more. The cards of the game list all there are.")


@pytest.mark.rule("sorcery", "2.3")
def test_only_a_figure_with_a_slot_bears_a_book() -> None:
    assert refused_by(bearing("reef_caller", "cinder_dart")) is None
    assert judged("reef_caller", bearing("harbour_pike", "cinder_dart")) == (
        "2.3",
        "Figure 2, Harbour Pike, has no slot for a book: leave `book` and `spells` out.",
    )


@pytest.mark.rule("sorcery", "2.4")
def test_spells_without_a_book_are_refused() -> None:
    assert judged(Recruit(figure="reef_caller", spells=("cinder_dart",))) == (
        "2.4",
        "Figure 1, Reef Caller, has spells but no `book` for them: give it one.",
    )


@pytest.mark.rule("sorcery", "2.6")
def test_a_book_takes_spells_of_as_many_pages_as_its_capacity_and_no_page_more() -> None:
    full = "cinder_dart gale_palm kind_hands"  # 2 + 2 + 2
    assert judged(bearing("reef_caller", full, "pocket_almanac")) is None
    assert judged(bearing("reef_caller", f"{full} turned_leaf", "pocket_almanac")) == (
        "2.6",
        (
            "Figure 1, Reef Caller, has spells of 7 pages "
            "(cinder_dart 2, gale_palm 2, kind_hands 2, turned_leaf 1) in its Pocket Almanac, "
            "which takes 6: leave out 1 page or more, "
            "or take a larger book, such as stitched_notes, which takes 7."
        ),
    )
    assert judged(bearing("reef_caller", f"{full} turned_leaf", "stitched_notes")) is None


@pytest.mark.rule("sorcery", "2.6")
def test_no_spell_is_twice_in_a_book_but_it_may_be_in_two_books() -> None:
    assert judged(bearing("reef_caller", "cinder_dart gale_palm cinder_dart")) == (
        "2.6",
        "Figure 1, Reef Caller, has twice in its book: cinder_dart; give each once.",
    )
    once = bearing("reef_caller", "cinder_dart")
    assert judged(once, once) is None


@pytest.mark.rule("sorcery", "2.4")
def test_a_book_is_filled_and_a_figure_with_a_slot_may_bear_none() -> None:
    assert judged("bough_reader", bearing("reef_caller", "")) == (
        "2.4",
        "Figure 2, Reef Caller, has an empty book: give it `spells`, or leave `book` out.",
    )
    assert judged("bough_reader", bearing("reef_caller", "turned_leaf")) is None


def pages_of(spell: str, figure: str, *others: str) -> int:
    """Return how many pages a spell takes in a figure's book: all that the smallest one lacks."""
    filler = ("cinder_dart", "gale_palm", "kind_hands", "turned_leaf")  # 2 + 2 + 2 + 1 = 7
    book = bearing(figure, " ".join((*filler, spell)), "pocket_almanac")
    found = judged(book, *others)
    assert found is not None
    return int(found[1].split("spells of ")[1].split()[0]) - 7


@pytest.mark.rule("sorcery", "2.7")
def test_affinity_counts_for_a_bearer_of_the_faction() -> None:
    assert pages_of("one_long_step", "bough_reader") == 2
    assert pages_of("one_long_step", "leaf_surgeon") == 2
    assert pages_of("one_long_step", "reef_caller") == 3


@pytest.mark.rule("sorcery", "2.7")
def test_affinity_for_a_subfaction_does_not_count_for_others_of_its_faction() -> None:
    assert pages_of("oak_skin", "bough_reader") == 2
    assert FIGURES["leaf_surgeon"].faction == FIGURES["bough_reader"].faction
    assert pages_of("oak_skin", "leaf_surgeon") == 3


@pytest.mark.rule("sorcery", "2.7", "2.8")
def test_friends_do_not_help_a_bearer_to_a_requirement() -> None:
    assert pages_of("one_long_step", "reef_caller", "silver_lance") == 3
    assert refused_by(bearing("reef_caller", "vein_toll"), "grave_levy") == "2.8"


@pytest.mark.rule("sorcery", "2.8")
def test_a_hard_spell_is_only_for_who_meets_its_requirement() -> None:
    assert judged(bearing("vein_reader", "vein_toll wasting_mark")) is None
    assert judged(bearing("reef_caller", "vein_toll")) == (
        "2.8",
        "Figure 1, Reef Caller, may not have Vein Toll: it is only for the faction pale_march.",
    )
    assert judged(bearing("reef_caller", "wasting_mark")) == (
        "2.8",
        (
            "Figure 1, Reef Caller, may not have Wasting Mark: "
            "it is only for the subfaction leechwrights."
        ),
    )


@pytest.mark.rule("sorcery", "2.8")
def test_a_spell_with_affinity_may_be_in_any_book() -> None:
    for spell in SPELLS.values():
        if spell.affinity is not None:
            assert judged(bearing("leaf_surgeon", spell.id)) is None


@pytest.mark.rule("sorcery", "15.8", "15.12")
def test_ancient_lore_meets_every_requirement() -> None:
    assert "ancient_lore" in FIGURES["flame_abbot"].dial[0].abilities
    for spell in SPELLS.values():
        assert judged(bearing("flame_abbot", spell.id)) is None
        if spell.affinity is not None:
            assert pages_of(spell.id, "flame_abbot") == spell.affinity
    assert pages_of("low_cloud", "flame_abbot") == 3  # without a requirement there is one number


@pytest.mark.rule("sorcery", "15.10", "15.12", "2.9")
def test_pact_has_the_factions_printed_on_all_figures_of_the_army() -> None:
    assert "pact" in FIGURES["ninth_pen"].dial[0].abilities
    toll = bearing("ninth_pen", "vein_toll")
    assert refused_by(toll) == "2.8"
    assert refused_by(toll, "harbour_pike") == "2.8"
    assert refused_by(toll, "harbour_pike", "grave_levy") is None
    assert refused_by("grave_levy", "harbour_pike", toll) is None
    assert pages_of("brown_bloom", "ninth_pen") == 3
    assert pages_of("brown_bloom", "ninth_pen", "slag_warden") == 2


@pytest.mark.rule("sorcery", "15.10")
def test_pact_has_no_subfactions_but_its_own() -> None:
    assert refused_by(bearing("ninth_pen", "wasting_mark"), "vein_reader") == "2.8"
    assert pages_of("oak_skin", "ninth_pen", "bough_reader") == 3
    assert refused_by(bearing("ninth_pen", "silence_sigil")) is None


@pytest.mark.rule("sorcery", "15.12")
@pytest.mark.parametrize("ability", ["ancient_lore", "pact"])
def test_what_stands_at_a_later_click_only_does_not_count(
    ability: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = FIGURES["leaf_surgeon"]
    learned = card.dial[0].model_copy(update={"abilities": (ability,)})
    toll = bearing("leaf_surgeon", "vein_toll")
    for dial, clause in (((learned, *card.dial), None), ((card.dial[0], learned), "2.8")):
        monkeypatch.setitem(FIGURES, "leaf_surgeon", card.model_copy(update={"dial": dial}))
        assert refused_by(toll, "grave_levy") == clause


@pytest.mark.rule("sorcery", "2.2")
@pytest.mark.parametrize("points", range(100, 601, 100))
def test_under_any_limit_there_is_an_army_to_play_with(points: int) -> None:
    config = SorceryConfig(points=points)
    for seed in range(12):
        entry = sample_entry(config, 0, Rng(bytes(32), seed))
        assert check_entry(config, 0, entry) is None
        spent = sum(cost(one) for one in recruits(entry))
        assert spent > min(points, 300) - 30, "nearly the whole limit"
