"""Cards as people read them. Texts are made of the operations, so that the two can't drift."""

from typing import assert_never

from engine.core.card_texts import amount, clauses, joined, sentence, some
from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE, WILD
from engine.games.spellwars.ops import (
    AddFromHand,
    AddRevealed,
    Aim,
    Amounted,
    Banish,
    CastleYield,
    Component,
    Condition,
    Count,
    CreatureDamage,
    CreatureLife,
    CreatureTakesHit,
    Damage,
    DeadWizard,
    DiscardCard,
    DrawDeadWizards,
    GainBlood,
    GainTreasure,
    GiveCard,
    GlyphDie,
    Heal,
    HighRollBlood,
    Keep,
    KillBlood,
    Moment,
    MoreDice,
    Op,
    Ops,
    OweTreasure,
    PaidUse,
    Passive,
    Pay,
    RerollOnes,
    StealBlood,
    Survive,
    SwapTreasure,
    TakeCastle,
    TakeTreasure,
    Text,
    Timed,
    Treasure,
    Tuck,
    TuckCard,
    Whom,
    WildFindsTwo,
)

_AIMS: dict[Aim, str] = {
    "left": "the rival on your left",
    "right": "the rival on your right",
    "strongest": "the strongest rival",
    "weakest": "the weakest rival",
    "any": "a rival of your choice",
    "chance": "a rival chosen by a die",
    "another": "a rival other than the last one this spell affected",
    "acted": "a rival who has acted this turn",
    "most_blood": "the rival with most Blood",
    "most_treasures": "the rival with most Treasures",
    "most_creatures": "the rival with most Creatures in play",
    "castle_owner": "the rival who owns the Castle",
    "not_castle_owner": "a rival who does not own the Castle",
    "no_creature": "a rival without a Creature",
}
_WHOM: dict[Whom, str] = {
    "target": "the target",
    "killer": "your killer",
    "self": "yourself",
    "each": "each rival",
    "each_other": "each rival but the target",
    "each_acted": "each rival who has acted this turn",
    "each_no_creature": "each rival without a Creature",
}
_COUNTED: dict[Count, str] = {
    "creatures_in_hand": "for each Creature in your hand",
    "treasures_in_play": "for each Treasure in play",
    "dead_wizards": "for each dead wizard",
    "tokens": "for each Last Wizard token in play",
    "fives_of_life": "for each full 5 Life of the target",
    "blood_paid": "for each Blood paid",
    "first_to_fall": "if you were the first to die in this round",
}
_MOMENTS: dict[Moment, str] = {
    "opening": "Before your spell is opened",
    "first": "Before your spell is opened, if nobody has acted this turn",
    "last": "After your spell, if nobody is left to act",
    "closing": "After your spell",
    "turn_end": "At the end of the turn",
}
_CONDITIONS: dict[Condition, str] = {
    "weakest": "if you are weakest",
    "castle_owner": "if you own the Castle",
    "no_blood": "if you have no Blood",
}
_NEXT_ROUND = {
    "creature": "Next round: start with a Creature in play.",
    "winner_draws_fewer": "Next round: the winner of this round starts with a hand of 6.",
    "top_card": "Next round: add the top card of the spell deck to your first spell.",
    "creature_die": "Next round: your next Creature roll has 1 more die.",
}


def text_of_card(card: str) -> str:
    """Return what is printed on a card, by its id."""
    if card == WILD:
        return "Stands in any place; replaced by a card of that type when the spell is opened."
    return text_of(COMPONENTS.get(card) or TREASURE.get(card) or DEAD[card])


def text_of(card: Component | Treasure | DeadWizard) -> str:
    """Return what is printed on a card."""
    match card:
        case Component():
            return _component(card)
        case Treasure():
            return _treasure(card)
        case DeadWizard():
            return _dead_wizard(card)


def _component(card: Component) -> str:
    reaction = f"Reaction: {_ops(card.reaction)}." if card.reaction else ""
    return joined(_text(card.text), reaction)


def _text(text: Text) -> str:
    parts = [_pay(text.pay) if text.pay else ""]
    if text.target is not None:
        parts.append(_aim(text.target))
    if text.roll is not None:
        bands = (("1-4", text.roll.low), ("5-9", text.roll.mid), ("10+", text.roll.high))
        rolled = "; ".join(f"{band}: {_ops(ops)}" for band, ops in bands)
        parts.append(f"Power Roll: {rolled}.")
    parts.append(sentence(_ops(text.does)))
    if text.castle is not None:
        parts.append(f"Castle: {text.castle.mode} {_ops(text.castle.then)}.")
    return joined(*parts)


def _pay(pay: Pay) -> str:
    cost = "X" if pay.cost == "x" else pay.cost
    match pay.mode:
        case "double":
            return f"Pay {cost} Blood: double damage, Life and Blood."
        case _:
            return f"Pay {cost} Blood: {pay.mode} {_ops(pay.then)}."


def _treasure(card: Treasure) -> str:
    passive = _passive(card.passive) if card.passive else ""
    paid = _paid(card.paid) if card.paid else ""
    timed = _timed(card.timed) if card.timed else ""
    gained = f"When you gain it: {_ops(card.gained)}." if card.gained else ""
    return joined(passive, paid, timed, gained)


def _paid(use: PaidUse) -> str:
    match use.when:
        case "rolled":
            return f"After your Power Roll, pay {use.cost} Blood: roll one die again."
        case "unkept":
            return f"When your Creature's roll does not keep it, pay {use.cost} Blood: KEEP."
        case _:
            paid = f"{_MOMENTS[use.when]}, pay {use.cost} Blood: {_ops(use.does)}."
            return joined(_aim(use.target), paid)


def _timed(text: Timed) -> str:
    condition = f", {_CONDITIONS[text.condition]}" if text.condition else ""
    happens = f"{_MOMENTS[text.when]}{condition}: {_ops(text.does)}."
    return joined(_aim(text.target), happens)


def _aim(target: Aim | None) -> str:
    return "" if target is None else f"Target: {_AIMS[target]}."


def _passive(effect: Passive) -> str:
    match effect:
        case RerollOnes():
            text = "Dice that show 1 in your Power Rolls are rolled again, once."
        case CreatureDamage():
            text = f"The rolls of your Creatures deal {effect.more} more damage."
        case KillBlood():
            text = f"A kill gives you {effect.more} more Blood."
        case HighRollBlood():
            least = effect.at_least
            text = f"A Power Roll of {least} or more gives you {effect.blood} Blood."
        case GlyphDie():
            text = f"Your {effect.glyph} cards roll 1 more die."
        case Tuck():
            text = "The card under it lends its glyph."
        case WildFindsTwo():
            text = "Your Wild Magic finds two cards."
        case CreatureLife():
            text = f"Heal {effect.heal} whenever a Creature of yours is kept."
        case _:
            assert_never(effect)
    return text


def _dead_wizard(card: DeadWizard) -> str:
    later = _NEXT_ROUND[card.next_round] if card.next_round else ""
    return joined(sentence(_ops(card.at_once)), later)


def _ops(ops: Ops) -> str:
    return clauses(ops, _op)


def _op(op: Op) -> str:  # noqa: C901, PLR0911, PLR0912  # one case an operation
    match op:
        case Damage():
            return _amount(op, f"damage to {_WHOM[op.who]}")
        case Heal():
            return "heal " + _amount(op, "")
        case GainBlood():
            return "gain " + _amount(op, "Blood")
        case StealBlood():
            return "steal " + _amount(op, f"Blood from {_WHOM[op.who]}")
        case TakeCastle():
            return "take the Castle"
        case GainTreasure():
            return "gain a Treasure"
        case TakeTreasure():
            return "take a Treasure from the target"
        case SwapTreasure():
            return "put this under the deck and gain a Treasure"
        case GiveCard():
            return f"{_WHOM[op.who]} gives you a {_type(op.type)} from their hand"
        case DiscardCard():
            return f"{_WHOM[op.who]} discards a {_type(op.type)} from their hand"
        case TuckCard():
            return "you may put a card of your hand under it"
        case AddFromHand():
            return f"you may add a {_type(op.type)} from your hand to this spell"
        case AddRevealed():
            return f"reveal cards until a {_type(op.type)} appears, and add it to this spell"
        case Banish():
            return "discard a Creature of the target"
        case MoreDice():
            return (
                f"your later Power Rolls this turn have {some(op.count, 'more die', 'more dice')}"
            )
        case Keep():
            return "KEEP"
        case OweTreasure():
            condition = " if you have no token" if op.only_without_token else ""
            return f"gain a Treasure at the start of the next round{condition}"
        case DrawDeadWizards():
            return f"draw {some(op.count, 'more Dead Wizard card', 'more Dead Wizard cards')}"
        case CreatureTakesHit():
            return "discard a Creature of this spell instead of dying"
        case Survive():
            return "stay alive with 1 Life"
        case CastleYield():
            return f"it gives {op.amount} Blood at the end of this turn"
        case _:
            assert_never(op)


def _amount(op: Amounted, what: str) -> str:
    return amount(op, what, _COUNTED)


def _type(place: str) -> str:
    return place.capitalize()
