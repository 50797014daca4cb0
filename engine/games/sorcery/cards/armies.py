"""Six ready armies of 300 points each [2.2]."""

from typing import Final

from engine.games.sorcery.models import ArmyCard, Recruit


def _many(figure: str, count: int) -> tuple[Recruit, ...]:
    return (Recruit(figure=figure),) * count


READY_ARMIES: Final[tuple[ArmyCard, ...]] = (
    ArmyCard(
        id="court_of_leaves",
        name="Court of Leaves",
        figures=(
            Recruit(
                figure="bough_reader",
                book="amber_compendium",
                spells=(
                    "oak_skin",
                    "one_long_step",
                    "cinder_dart",
                    "false_ground",
                    "night_at_noon",
                ),
            ),
            Recruit(
                figure="leaf_surgeon",
                book="copper_clasp",
                spells=("grey_cloak", "quiet_word", "kind_hands", "caltrop_seal"),
            ),
            *_many("silver_lance", 2),
            *_many("harbour_pike", 2),
            Recruit(figure="hedge_runner"),
        ),
    ),
    ArmyCard(
        id="tide_and_powder",
        name="Tide and Powder",
        figures=(
            Recruit(
                figure="reef_caller",
                book="chained_folio",
                spells=(
                    "spring_line",
                    "iron_contradiction",
                    "cinder_dart",
                    "gale_palm",
                    "ward_stone",
                    "turned_leaf",
                ),
            ),
            Recruit(
                figure="fuse_marksman",
                book="pocket_almanac",
                spells=("brown_bloom", "leaden_limbs", "turned_leaf"),
            ),
            Recruit(figure="fuse_marksman"),
            Recruit(figure="slag_warden"),
            *_many("harbour_pike", 3),
            Recruit(figure="burrow_pack"),
        ),
    ),
    ArmyCard(
        id="black_procession",
        name="Black Procession",
        figures=(
            Recruit(
                figure="vein_reader",
                book="amber_compendium",
                spells=("vein_toll", "wasting_mark", "clear_air", "cinder_dart", "turned_leaf"),
            ),
            Recruit(
                figure="last_bell",
                book="pilgrims_ledger",
                spells=("kept_breath", "brave_songs", "knotted_tongue"),
            ),
            Recruit(figure="black_pennant"),
            *_many("grave_levy", 2),
            *_many("burrow_pack", 2),
            Recruit(figure="ash_penitent"),
        ),
    ),
    ArmyCard(
        id="free_riders",
        name="Free Riders",
        figures=(
            Recruit(
                figure="thunder_reeve",
                book="grey_codex",
                spells=("forked_spark", "root_hold", "following_wind", "amplifying_ring"),
            ),
            Recruit(
                figure="bone_drummer",
                book="grey_codex",
                spells=("hearth_mark", "coal_circle", "shed_weight", "dread_drums", "turned_leaf"),
            ),
            *_many("axe_rider", 2),
            *_many("hedge_runner", 3),
        ),
    ),
    ArmyCard(
        id="fire_and_stars",
        name="Fire and Stars",
        figures=(
            Recruit(
                figure="flame_abbot",
                book="book_of_tides_and_ash",
                spells=(
                    "furnace_breath",
                    "borrowed_wings",
                    "brown_bloom",
                    "red_edge",
                    "noon_glare",
                    "painted_host",
                ),
            ),
            Recruit(
                figure="veil_watcher",
                book="stitched_notes",
                spells=("second_shadow", "torn_page"),
            ),
            Recruit(figure="star_sentinel"),
            Recruit(figure="steppe_archer"),
            Recruit(figure="hedge_runner"),
            Recruit(figure="burrow_pack"),
        ),
    ),
    ArmyCard(
        id="hired_by_night",
        name="Hired by Night",
        figures=(
            Recruit(
                figure="ninth_pen",
                book="book_of_tides_and_ash",
                spells=("silence_sigil", "low_cloud", "truce_ground", "brown_bloom"),
            ),
            Recruit(figure="young_drake"),
            Recruit(figure="slag_warden"),
            Recruit(figure="mire_hulk"),
            Recruit(figure="axe_rider"),
            Recruit(figure="steppe_archer"),
            Recruit(figure="burrow_pack"),
        ),
    ),
)
