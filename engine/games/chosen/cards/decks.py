"""The ready decks [1.5]: between them they show every card."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class ReadyDeck:
    """A deck that anybody may bring: copies of cards, the tower from the lowest level, the Omen."""

    name: str
    title: str
    plan: str
    """How it means to win."""
    copies: tuple[tuple[str, int], ...]
    levels: tuple[str, ...]
    omen: str

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(card for card, count in self.copies for _ in range(count))


_FIRST_STEPS: Final = ReadyDeck(
    name="first_steps",
    title="First Steps",
    plan="Solves quests: priests and rangers go alone, and DP win.",
    copies=(
        ("bren_of_the_ford", 2),
        ("yrsa_greencloak", 2),
        ("wenna_wayfinder", 1),
        ("the_hunter_in_ash", 1),
        ("sister_amity", 1),
        ("deacon_hask", 2),
        ("mother_of_oaths", 2),
        ("fenn_of_two_strings", 1),
        ("quill_sevenrhymes", 1),
        ("orlo_glasseye", 1),
        ("bells_under_the_lake", 2),
        ("the_miller_who_walks", 2),
        ("salt_for_the_dead", 2),
        ("the_ninth_lantern", 1),
        ("a_crown_of_reeds", 1),
        ("the_library_below", 1),
        ("nine_candles_for_ilse", 1),
        ("the_beast_of_harrow", 1),
        ("the_clockmakers_daughter", 1),
        ("salt_exchange", 1),
        ("house_of_maps", 1),
        ("the_lame_mans_hospice", 1),
        ("watch_house", 2),
        ("masons_yard", 1),
        ("moat_eel", 1),
        ("cellar_hounds", 1),
        ("smoke_and_tar", 1),
        ("greased_steps", 1),
        ("good_harvest", 1),
        ("red_comet", 1),
        ("turn_the_glass", 1),
        ("back_the_way_we_came", 1),
    ),
    levels=("iron_gallery", "deep_cistern", "bell_chamber"),
    omen="eyes_on_every_road",
)
_HAMMER_AND_HOOK: Final = ReadyDeck(
    name="hammer_and_hook",
    title="Hammer and Hook",
    plan="Besieges: many warriors, cheap sieges, and the other tower falls level by level.",
    copies=(
        ("bren_of_the_ford", 2),
        ("ansgar_the_dim", 2),
        ("hale_marrow", 1),
        ("dame_ilsabet_oak", 1),
        ("gorm_of_the_gate", 1),
        ("the_twice_drowned", 1),
        ("deacon_hask", 1),
        ("bramble_jack", 3),
        ("the_hunter_in_ash", 1),
        ("piet_the_fowler", 2),
        ("tansy_of_the_marsh", 2),
        ("brother_tallow", 2),
        ("sabela_stormhand", 2),
        ("ivo_the_herald", 1),
        ("wolves_at_the_toll", 2),
        ("the_last_honest_bridge", 1),
        ("under_the_white_hill", 1),
        ("siege_yard", 1),
        ("pit_of_nails", 2),
        ("the_old_sow", 2),
        ("stone_bull", 1),
        ("night_of_knives", 1),
        ("marked_for_greatness", 1),
        ("cold_steel", 2),
        ("a_heavy_supper", 1),
        ("grey_hound", 1),
        ("hired_archer", 1),
        ("drummer_girl", 1),
    ),
    levels=("murder_stair", "hall_of_banners", "granary"),
    omen="banner_of_ash",
)
_THE_LONG_WINTER: Final = ReadyDeck(
    name="the_long_winter",
    title="The Long Winter",
    plan="Wears out the other Future: card by card it goes to the Past, until none is left.",
    copies=(
        ("vesper_the_unwritten", 3),
        ("mother_cinder", 2),
        ("nim_halfshadow", 2),
        ("silk_varga", 3),
        ("three_coin_tam", 1),
        ("ansgar_the_dim", 1),
        ("ossa_lockfinger", 1),
        ("little_wick", 1),
        ("the_grinning_heir", 2),
        ("the_veiled_one", 2),
        ("cantor_of_graves", 2),
        ("what_the_river_keeps", 2),
        ("the_hanged_mans_map", 1),
        ("a_debt_in_glass", 1),
        ("letters_to_nobody", 1),
        ("the_oldest_door", 1),
        ("the_black_press", 2),
        ("toll_bridge", 1),
        ("hall_of_echoes", 2),
        ("the_sweet_well", 1),
        ("carrion_choir", 1),
        ("false_treasury", 1),
        ("the_long_forgetting", 2),
        ("a_debt_to_the_river", 1),
        ("week_of_rain", 1),
        ("called_away", 1),
        ("not_today", 1),
    ),
    levels=("oubliette", "mirror_room", "the_long_archive"),
    omen="a_debt_to_the_river",
)
_THE_NINTH_CHAIR: Final = ReadyDeck(
    name="the_ninth_chair",
    title="The Ninth Chair",
    plan="Stays at home awake behind high walls until the Council of Nine has five counters.",
    copies=(
        ("bren_of_the_ford", 2),
        ("dame_ilsabet_oak", 2),
        ("tolm_the_steward", 2),
        ("green_hob", 2),
        ("kindly_ruel", 2),
        ("sister_amity", 1),
        ("fenn_of_two_strings", 2),
        ("ivo_the_herald", 1),
        ("lady_larkspur", 1),
        ("the_hoarse_fool", 1),
        ("the_goose_kings_ransom", 2),
        ("the_empty_throne", 1),
        ("a_wager_with_the_moon", 1),
        ("hall_of_petitions", 1),
        ("masons_yard", 1),
        ("watch_house", 1),
        ("old_quarry", 1),
        ("gallows_hill", 1),
        ("vault_of_small_things", 1),
        ("the_toll_eater", 1),
        ("what_the_granary_hid", 1),
        ("iron_harrow", 1),
        ("walled_up_door", 1),
        ("bogged_lane", 1),
        ("council_of_nine", 3),
        ("oath_of_the_stones", 1),
        ("torn_proclamation", 1),
        ("cut_the_leash", 1),
        ("not_today", 1),
        ("second_wind", 1),
        ("shield_bearer", 1),
    ),
    levels=("toll_hall", "roof_of_crows", "sally_port"),
    omen="oath_of_the_stones",
)
READY_DECKS: Final = (_FIRST_STEPS, _HAMMER_AND_HOOK, _THE_LONG_WINTER, _THE_NINTH_CHAIR)
