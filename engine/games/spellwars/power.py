"""How many dice a Power Roll has [6.5] [6.6]."""

from typing import Final

from engine.games.spellwars.cards import COMPONENTS, DEAD, WILD
from engine.games.spellwars.ops import GlyphDie
from engine.games.spellwars.state import State
from engine.games.spellwars.tasks import Apply

REATTACK_COUNTS_SPELL_CARDS: Final = True  # [9.5]


def power_dice(state: State, task: Apply) -> tuple[int, tuple[str, ...]]:
    """Return the number of dice, and the Dead Wizard cards that are used up by them."""
    wizard = state.wizards[task.by]
    rolling = COMPONENTS[task.card]
    cards = {creature.n: creature.card for creature in wizard.creatures}
    if REATTACK_COUNTS_SPELL_CARDS or not task.re_attack:
        cards |= {card.n: card.card for card in wizard.spell}  # each card once
    lent = () if wizard.tucked is None else (wizard.tucked,)  # [11.4]
    glyphs = [COMPONENTS[card].glyph for card in (*cards.values(), *lent) if card != WILD]
    dice = glyphs.count(rolling.glyph) + state.more_dice
    effects = (effect for effect in wizard.effects if isinstance(effect, GlyphDie))
    dice += sum(effect.glyph == rolling.glyph for effect in effects)
    bones = tuple(
        card
        for card in wizard.dead_wizard_cards
        if rolling.type == "delivery" and DEAD[card].next_round == "creature_die"  # [13.4]
    )
    return dice + len(bones), bones
