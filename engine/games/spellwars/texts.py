"""Cards as people read them. Texts are made of the operations, so that the two can't drift."""

from typing import assert_never

from engine.core.card_texts import amount, clauses, joined, sentence, some
from engine.games.spellwars import ops
from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE, WILD

_AIMS: dict[ops.Aim, str] = {
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
_WHOM: dict[ops.Whom, str] = {
    "target": "the target",
    "killer": "your killer",
    "self": "yourself",
    "each": "each rival",
    "each_other": "each rival but the target",
    "each_acted": "each rival who has acted this turn",
    "each_no_creature": "each rival without a Creature",
}
_COUNTED: dict[ops.Count, str] = {
    "creatures_in_hand": "for each Creature in your hand",
    "treasures_in_play": "for each Treasure in play",
    "dead_wizards": "for each dead wizard",
    "tokens": "for each Last Wizard token in play",
    "fives_of_life": "for each full 5 Life of the target",
    "blood_paid": "for each Blood paid",
    "first_to_fall": "if you were the first to die in this round",
}
_MOMENTS: dict[ops.Moment, str] = {
    "opening": "Before your spell is opened",
    "first": "Before your spell is opened, if nobody has acted this turn",
    "last": "After your spell, if nobody is left to act",
    "closing": "After your spell",
    "turn_end": "At the end of the turn",
}
_CONDITIONS: dict[ops.Condition, str] = {
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


def text_of(card: ops.Component | ops.Treasure | ops.DeadWizard) -> str:
    """Return what is printed on a card."""
    match card:
        case ops.Component():
            return _component(card)
        case ops.Treasure():
            return _treasure(card)
        case ops.DeadWizard():
            return _dead_wizard(card)


def _component(card: ops.Component) -> str:
    reaction = f"Reaction: {_ops(card.reaction)}." if card.reaction else ""
    return joined(_text(card.text), reaction)


def _text(text: ops.Text) -> str:
    parts = [_pay(text.pay) if text.pay else ""]
    if text.target is not None:
        parts.append(_aim(text.target))
    if text.roll is not None:
        bands = (("1-4", text.roll.low), ("5-9", text.roll.mid), ("10+", text.roll.high))
        rolled = "; ".join(f"{band}: {_ops(does)}" for band, does in bands)
        parts.append(f"Power Roll: {rolled}.")
    parts.append(sentence(_ops(text.does)))
    if text.castle is not None:
        parts.append(f"Castle: {text.castle.mode} {_ops(text.castle.then)}.")
    return joined(*parts)


def _pay(pay: ops.Pay) -> str:
    cost = "X" if pay.cost == "x" else pay.cost
    match pay.mode:
        case "double":
            return f"Pay {cost} Blood: double damage, Life and Blood."
        case _:
            return f"Pay {cost} Blood: {pay.mode} {_ops(pay.then)}."


def _treasure(card: ops.Treasure) -> str:
    passive = _passive(card.passive) if card.passive else ""
    paid = _paid(card.paid) if card.paid else ""
    timed = _timed(card.timed) if card.timed else ""
    gained = f"When you gain it: {_ops(card.gained)}." if card.gained else ""
    return joined(passive, paid, timed, gained)


def _paid(use: ops.PaidUse) -> str:
    match use.when:
        case "rolled":
            return f"After your Power Roll, pay {use.cost} Blood: roll one die again."
        case "unkept":
            return f"When your Creature's roll does not keep it, pay {use.cost} Blood: KEEP."
        case _:
            paid = f"{_MOMENTS[use.when]}, pay {use.cost} Blood: {_ops(use.does)}."
            return joined(_aim(use.target), paid)


def _timed(text: ops.Timed) -> str:
    condition = f", {_CONDITIONS[text.condition]}" if text.condition else ""
    happens = f"{_MOMENTS[text.when]}{condition}: {_ops(text.does)}."
    return joined(_aim(text.target), happens)


def _aim(target: ops.Aim | None) -> str:
    return "" if target is None else f"Target: {_AIMS[target]}."


def _passive(effect: ops.Passive) -> str:
    match effect:
        case ops.RerollOnes():
            text = "Dice that show 1 in your Power Rolls are rolled again, once."
        case ops.CreatureDamage():
            text = f"The rolls of your Creatures deal {effect.more} more damage."
        case ops.KillBlood():
            text = f"A kill gives you {effect.more} more Blood."
        case ops.HighRollBlood():
            least = effect.at_least
            text = f"A Power Roll of {least} or more gives you {effect.blood} Blood."
        case ops.GlyphDie():
            text = f"Your {effect.glyph} cards roll 1 more die."
        case ops.Tuck():
            text = "The card under it lends its glyph."
        case ops.WildFindsTwo():
            text = "Your Wild Magic finds two cards."
        case ops.CreatureLife():
            text = f"Heal {effect.heal} whenever a Creature of yours is kept."
        case _:
            assert_never(effect)
    return text


def _dead_wizard(card: ops.DeadWizard) -> str:
    later = _NEXT_ROUND[card.next_round] if card.next_round else ""
    return joined(sentence(_ops(card.at_once)), later)


def _ops(does: ops.Ops) -> str:
    return clauses(does, _op)


def _op(op: ops.Op) -> str:  # noqa: C901, PLR0911, PLR0912  # one case an operation
    match op:
        case ops.Damage():
            return _amount(op, f"damage to {_WHOM[op.who]}")
        case ops.Heal():
            return "heal " + _amount(op, "")
        case ops.GainBlood():
            return "gain " + _amount(op, "Blood")
        case ops.StealBlood():
            return "steal " + _amount(op, f"Blood from {_WHOM[op.who]}")
        case ops.TakeCastle():
            return "take the Castle"
        case ops.GainTreasure():
            return "gain a Treasure"
        case ops.TakeTreasure():
            return "take a Treasure from the target"
        case ops.SwapTreasure():
            return "put this under the deck and gain a Treasure"
        case ops.GiveCard():
            return f"{_WHOM[op.who]} gives you a {_type(op.type)} from their hand"
        case ops.DiscardCard():
            return f"{_WHOM[op.who]} discards a {_type(op.type)} from their hand"
        case ops.TuckCard():
            return "you may put a card of your hand under it"
        case ops.AddFromHand():
            return f"you may add a {_type(op.type)} from your hand to this spell"
        case ops.AddRevealed():
            return f"reveal cards until a {_type(op.type)} appears, and add it to this spell"
        case ops.Banish():
            return "discard a Creature of the target"
        case ops.MoreDice():
            return (
                f"your later Power Rolls this turn have {some(op.count, 'more die', 'more dice')}"
            )
        case ops.Keep():
            return "KEEP"
        case ops.OweTreasure():
            condition = " if you have no token" if op.only_without_token else ""
            return f"gain a Treasure at the start of the next round{condition}"
        case ops.DrawDeadWizards():
            return f"draw {some(op.count, 'more Dead Wizard card', 'more Dead Wizard cards')}"
        case ops.CreatureTakesHit():
            return "discard a Creature of this spell instead of dying"
        case ops.Survive():
            return "stay alive with 1 Life"
        case ops.CastleYield():
            return f"it gives {op.amount} Blood at the end of this turn"
        case _:
            assert_never(op)


def _amount(op: ops.Amounted, what: str) -> str:
    return amount(op, what, _COUNTED)


def _type(place: str) -> str:
    return place.capitalize()
