"""Adventurers, by their class. A test demands that none is worth less than a cheaper one."""

from typing import Final

from engine.games.chosen.models import Adventurer
from engine.games.chosen.ops import (
    Bars,
    Bonus,
    Change,
    Condition,
    Cure,
    Damage,
    Discard,
    Discount,
    Draw,
    EndManoeuvre,
    Forbid,
    GainMp,
    Glory,
    Heal,
    Injure,
    Look,
    LoseMp,
    Mill,
    Neutralise,
    NeutraliseOmen,
    Recover,
    Rest,
    Reveal,
    Search,
    StartFight,
    TakeControl,
    Target,
    ToHand,
    ToStorage,
    Trigger,
    Untouchable,
    Use,
    Wake,
)

ADVENTURERS: Final = (
    # warriors
    Adventurer(
        id="bren_of_the_ford", name="Bren of the Ford", mp=3, level=2,
        physique=7, astral=5, mental=4, calling="warrior", character="order",
    ),
    Adventurer(
        id="hale_marrow", name="Hale Marrow", mp=5, level=3,
        physique=9, astral=4, mental=4, calling="warrior", character="chaos",
        uses=(
            Use(
                sign="turning", mp=1, target=Target(what="opponent"), does=(StartFight(),),
            ),
        ),
    ),
    Adventurer(
        id="ansgar_the_dim", name="Ansgar the Dim", mp=4, level=3,
        physique=8, astral=3, mental=3, calling="warrior", character="order",
    ),
    Adventurer(
        id="the_twice_drowned", name="The Twice-Drowned", mp=7, level=5,
        physique=10, astral=6, mental=5, calling="warrior", character="death",
    ),
    Adventurer(
        id="dame_ilsabet_oak", name="Dame Ilsabet Oak", mp=5, level=3,
        physique=8, astral=6, mental=5, calling="warrior", character="order",
        constants=(Bonus(who="self", what="level", amount=1, when="obstructing"),),
    ),
    Adventurer(
        id="gorm_of_the_gate", name="Gorm of the Gate", mp=6, level=4,
        physique=9, astral=4, mental=3, calling="warrior", character="chaos",
        constants=(Bonus(who="self", what="level", amount=1, when="siege"),),
    ),
    # rangers
    Adventurer(
        id="yrsa_greencloak", name="Yrsa Greencloak", mp=4, level=2,
        physique=6, astral=7, mental=6, calling="ranger", character="life",
        constants=(Bonus(who="self", what="level", amount=1, when="quest"),),
    ),
    Adventurer(
        id="piet_the_fowler", name="Piet the Fowler", mp=3, level=1,
        physique=6, astral=6, mental=6, calling="ranger", character="life",
        uses=(
            Use(
                sign="turning", mp=1,
                does=(Look(at="own_future", count=3), Draw(who="you", flat=1)),
            ),
        ),
    ),
    Adventurer(
        id="the_hunter_in_ash", name="The Hunter in Ash", mp=5, level=3,
        physique=7, astral=6, mental=5, calling="ranger", character="death",
        uses=(
            Use(
                sign="turning", mp=1, fight=True, fast=True,
                target=Target(what="adventurer", whose="opposing", in_manoeuvre=True),
                does=(Damage(who="target", flat=1),),
            ),
        ),
    ),
    Adventurer(
        id="wenna_wayfinder", name="Wenna Wayfinder", mp=4, level=2,
        physique=5, astral=6, mental=7, calling="ranger", character="life",
        triggers=(Trigger(when="enters", does=(Search(type="quest", show=True),)),),
    ),
    Adventurer(
        id="bramble_jack", name="Bramble Jack", mp=3, level=2,
        physique=6, astral=4, mental=5, calling="ranger", character="chaos",
        triggers=(Trigger(when="fight_won", does=(Draw(who="you", flat=1),)),),
        uses=(
            Use(
                sign="turning", mp=2, target=Target(what="ally", whose="opposing"),
                does=(ToStorage(),),
            ),
        ),
    ),
    Adventurer(
        id="tansy_of_the_marsh", name="Tansy of the Marsh", mp=4, level=2,
        physique=6, astral=7, mental=4, calling="ranger", character="death",
        uses=(
            Use(
                sign="turning", fast=True, target=Target(what="obstacle", whose="opposing"),
                does=(Reveal(),),
            ),
        ),
    ),
    # rogues
    Adventurer(
        id="ossa_lockfinger", name="Ossa Lockfinger", mp=3, level=1,
        physique=5, astral=6, mental=7, calling="rogue", character="chaos",
        constants=(Bonus(who="self", what="level", amount=2, when="capture"),),
    ),
    Adventurer(
        id="nim_halfshadow", name="Nim Halfshadow", mp=3, level=1,
        physique=5, astral=5, mental=8, calling="rogue", character="death",
        uses=(
            Use(
                sign="turning", target=Target(what="opponent"), does=(Look(at="hand"),),
            ),
        ),
    ),
    Adventurer(
        id="silk_varga", name="Silk Varga", mp=4, level=2,
        physique=6, astral=5, mental=7, calling="rogue", character="chaos",
        uses=(
            Use(
                sign="turning", mp=2, target=Target(what="opponent"),
                does=(Discard(who="target", by_chance=True),),
            ),
        ),
    ),
    Adventurer(
        id="three_coin_tam", name="Three-Coin Tam", mp=3, level=1,
        physique=5, astral=5, mental=6, calling="rogue", character="chaos",
        uses=(
            Use(
                sign="turning", target=Target(what="opponent"),
                does=(LoseMp(who="target", flat=1),),
            ),
        ),
    ),
    Adventurer(
        id="the_grinning_heir", name="The Grinning Heir", mp=5, level=3,
        physique=7, astral=5, mental=6, calling="rogue", character="death",
        constants=(Glory(amount=1),),
        uses=(Use(sign="sacrifice", fight=True, fast=True, does=(EndManoeuvre(),)),),
    ),
    Adventurer(
        id="little_wick", name="Little Wick", mp=2, level=1,
        physique=4, astral=5, mental=6, calling="rogue", character="life",
        constants=(Untouchable(), Bonus(who="self", what="level", amount=1, when="capture")),
        uses=(Use(sign="repeatable", mp=1, fast=True, does=(ToHand(who="self"),)),),
    ),
    # bards
    Adventurer(
        id="quill_sevenrhymes", name="Quill Sevenrhymes", mp=3, level=1,
        physique=5, astral=7, mental=6, calling="bard", character="chaos",
        uses=(
            Use(
                sign="turning", fight=True, fast=True,
                target=Target(what="adventurer", whose="own", in_manoeuvre=True),
                does=(Change(who="target", what="level", amount=1),),
            ),
        ),
    ),
    Adventurer(
        id="fenn_of_two_strings", name="Fenn of Two Strings", mp=4, level=2,
        physique=5, astral=7, mental=7, calling="bard", character="life",
        uses=(
            Use(
                sign="turning", mp=1, fast=True,
                target=Target(what="adventurer", whose="own", awareness="resting"),
                does=(Wake(who="target"),),
            ),
        ),
    ),
    Adventurer(
        id="lady_larkspur", name="Lady Larkspur", mp=5, level=2,
        physique=4, astral=8, mental=8, calling="bard", character="order",
        uses=(
            Use(
                sign="one_shot", mp=3,
                target=Target(what="adventurer", whose="opposing", max_level=2),
                does=(TakeControl(),),
            ),
        ),
    ),
    Adventurer(
        id="the_hoarse_fool", name="The Hoarse Fool", mp=3, level=1,
        physique=5, astral=6, mental=5, calling="bard", character="chaos",
        uses=(
            Use(
                sign="turning", mp=1,
                target=Target(what="adventurer", whose="opposing", awareness="awake"),
                does=(Rest(who="target"),),
            ),
            Use(
                sign="turning", mp=3, target=Target(what="opponent"),
                does=(Forbid(who="target", what="obstruct"),),
            ),
        ),
    ),
    Adventurer(
        id="cantor_of_graves", name="Cantor of Graves", mp=4, level=2,
        physique=4, astral=7, mental=6, calling="bard", character="death",
        uses=(Use(sign="turning", mp=1, does=(Recover(type="adventurer"),)),),
    ),
    Adventurer(
        id="ivo_the_herald", name="Ivo the Herald", mp=4, level=1,
        physique=6, astral=6, mental=5, calling="bard", character="order",
        constants=(Discount(on="adventurer", amount=1),),
    ),
    # mages
    Adventurer(
        id="mother_cinder", name="Mother Cinder", mp=6, level=4,
        physique=5, astral=8, mental=9, calling="mage", character="death",
        uses=(
            Use(
                sign="repeatable", mp=2,
                target=Target(what="adventurer", whose="opposing"),
                does=(Damage(who="target", flat=1),),
            ),
        ),
    ),
    Adventurer(
        id="tolm_the_steward", name="Tolm the Steward", mp=3, level=1,
        physique=4, astral=5, mental=8, calling="mage", character="order",
        uses=(Use(sign="turning", does=(GainMp(who="you", flat=1),)),),
    ),
    Adventurer(
        id="orlo_glasseye", name="Orlo Glasseye", mp=4, level=2,
        physique=3, astral=7, mental=8, calling="mage", character="order",
        uses=(
            Use(
                sign="turning", mp=1, fast=True,
                target=Target(what="act", whose="opposing", acts=("obstacle",)),
                does=(Neutralise(),),
            ),
            Use(
                sign="turning", mp=3, fast=True, target=Target(what="omen", whose="opposing"),
                does=(NeutraliseOmen(),),
            ),
        ),
    ),
    Adventurer(
        id="vesper_the_unwritten", name="Vesper the Unwritten", mp=5, level=2,
        physique=4, astral=8, mental=9, calling="mage", character="death",
        uses=(
            Use(
                sign="turning", mp=1, target=Target(what="opponent"),
                does=(Mill(who="target", flat=2),),
            ),
        ),
    ),
    Adventurer(
        id="green_hob", name="Green Hob", mp=4, level=2,
        physique=6, astral=6, mental=6, calling="mage", character="life",
        triggers=(
            Trigger(
                when="turn_end",
                target=Target(what="adventurer", whose="own", awareness="injured"),
                does=(Cure(who="target"),),
            ),
        ),
    ),
    Adventurer(
        id="sabela_stormhand", name="Sabela Stormhand", mp=6, level=3,
        physique=4, astral=8, mental=8, calling="mage", character="chaos",
        uses=(
            Use(
                sign="turning", mp=2, fight=True, fast=True,
                does=(Damage(who="other_team", flat=1),),
            ),
        ),
    ),
    # priests
    Adventurer(
        id="sister_amity", name="Sister Amity", mp=4, level=2,
        physique=4, astral=8, mental=7, calling="priest", character="life",
        uses=(
            Use(
                sign="turning", fast=True,
                target=Target(what="adventurer", whose="own"), does=(Cure(who="target"),),
            ),
        ),
    ),
    Adventurer(
        id="brother_tallow", name="Brother Tallow", mp=3, level=1,
        physique=5, astral=7, mental=6, calling="priest", character="life",
        uses=(
            Use(
                sign="turning", fast=True, target=Target(what="adventurer", whose="own"),
                does=(Heal(who="target", flat=2),),
            ),
        ),
    ),
    Adventurer(
        id="mother_of_oaths", name="Mother of Oaths", mp=5, level=3,
        physique=5, astral=8, mental=6, calling="priest", character="order",
        constants=(
            Bars(who="everybody", what="capture"),
            Bonus(who="own_row", what="astral", amount=2, when="quest"),
        ),
    ),
    Adventurer(
        id="the_veiled_one", name="The Veiled One", mp=4, level=2,
        physique=4, astral=8, mental=7, calling="priest", character="death",
        constants=(Untouchable(),),
        uses=(
            Use(
                sign="turning", mp=2,
                target=Target(what="adventurer", whose="opposing", awareness="resting"),
                does=(Injure(who="target"),),
            ),
        ),
    ),
    Adventurer(
        id="kindly_ruel", name="Kindly Ruel", mp=4, level=2,
        physique=5, astral=6, mental=7, calling="priest", character="life",
        triggers=(
            Trigger(
                when="resource", condition=Condition(count="adventurers", at_least=3),
                does=(GainMp(who="you", flat=1),),
            ),
        ),
    ),
    Adventurer(
        id="deacon_hask", name="Deacon Hask", mp=5, level=3,
        physique=7, astral=7, mental=5, calling="priest", character="order",
        constants=(Bonus(who="own_row", what="physique", amount=2, calling="warrior"),),
        triggers=(Trigger(when="fight_won", does=(GainMp(who="you", flat=1),)),),
    ),
)  # fmt: skip
