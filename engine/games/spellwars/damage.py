"""Dealing damage, Creatures that take it, and what follows of death [8] [12]."""

from engine.core.copying import changed
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import COMPONENTS, DEAD, WILD, Cards
from engine.games.spellwars.events_effects import (
    CardDiscarded,
    CardGiven,
    DamageCancelled,
    DamageDealt,
    DeadWizardDrawn,
    DeathsDone,
    NothingGiven,
    ReactionWorked,
    WizardDied,
    WizardSaved,
)
from engine.games.spellwars.events_flow import RoundWon
from engine.games.spellwars.operations import gain_blood, of_type, take_castle
from engine.games.spellwars.ops import KillBlood
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import Dying, SpellCard, Wizard
from engine.games.spellwars.tasks import Apply, Demand, Do, Strike

KILL_BLOOD = 3


def strike(run: Run, task: Strike) -> None:
    """Deal the damage of one action, asking who has a Creature to take it [8.2] [8.5]."""
    while task.hits:
        (seat, amount), rest = task.hits[0], task.hits[1:]
        wizard = run.wizard(seat)
        if wizard.living and amount:  # [8.6]
            taken = {} if seat == task.by else {f"creature:{c.n}": c for c in wizard.creatures}
            answer = run.ask(task, seat, "absorb", task.card, ("none", *taken))  # [8.3] [8.4]
            if answer is None:
                return
            if answer == "none":
                run.add(
                    DamageDealt(
                        by=task.by,
                        card=task.card,
                        seat=seat,
                        amount=amount,
                        life=max(0, wizard.life - amount),  # [8.1]
                    )
                )
            else:
                run.add(
                    DamageCancelled(
                        by=task.by,
                        card=task.card,
                        seat=seat,
                        amount=amount,
                        n=taken[answer].n,
                        creature=taken[answer].card,
                    )
                )
        task = changed(task, hits=rest, answer=None)
    waiting = any(isinstance(other, Do) and other.what == "deaths" for other in run.agenda)
    if run.state.dying and not waiting:
        run.then_do("deaths")


def demand(run: Run, task: Demand) -> None:
    """Let a seat give or discard a card of a type [15.4]."""
    wizard = run.wizard(task.seat)
    if not (wizard.living and wizard.hand) or not (task.to is None or run.wizard(task.to).living):
        return
    own = of_type(wizard.hand, task.type) or ["none"]  # secret, too, whether there is one
    kind = "discard" if task.to is None else "give"
    answer = run.ask(task, task.seat, kind, task.card, (), own)
    if answer is None:
        return
    card = answer.removeprefix("card:")
    if answer == "none":
        run.add(NothingGiven(seat=task.seat, type=task.type))
    elif task.to is None:
        run.add(CardDiscarded(seat=task.seat, card=card))
    else:
        parties = sorted((task.seat, task.to))
        run.add(CardGiven(seat=task.seat, to=task.to, card=Hidden(card, tuple(parties))))


def deaths(run: Run) -> None:
    """Deal with the line of the dying, then see whether the round is over [12.1] [12.8]."""
    while run.state.dying:
        one = run.state.dying[0]
        wizard = run.wizard(one.seat)
        if wizard.life:
            run.add(WizardSaved(seat=one.seat))
            continue
        reaction = _reaction(wizard)
        if reaction is not None:
            run.add(ReactionWorked(seat=one.seat, n=reaction.n, card=reaction.card))  # [12.3]
            run.then(
                Apply(by=one.seat, card=reaction.card, part="reaction", killer=one.killer),
                Do(what="deaths"),
            )
            return
        _reward(run, one)
        gone = belongings(wizard)
        run.add(WizardDied(seat=one.seat, killer=one.killer, discarded=gone))  # [12.7]
    if not end_round_if_decided(run):
        run.then_do("bury")


def end_round_if_decided(run: Run) -> bool:
    """End the round if at most one wizard is alive [14.1]; nothing else is done then [14.2]."""
    living = run.state.living
    if len(living) > 1:
        return False
    run.agenda.clear()
    if living:
        run.add(RoundWon(seat=living[0]))
    run.then_do("bury", "round_over")
    return True


def bury(run: Run) -> None:
    """Let the next who may draw a Dead Wizard card draw one, until all have [12.8] [13.1]."""
    for seat in run.state.fallen:
        if run.wizard(seat).draws and run.state.dead_deck:
            card = run.state.dead_deck[0]
            run.add(DeadWizardDrawn(seat=seat, card=card))
            at_once = (Apply(by=seat, card=card, part="at_once"),) if DEAD[card].at_once else ()
            run.then(*at_once, Do(what="bury"))  # [13.3]
            return
    if run.state.fallen:
        run.add(DeathsDone())


def belongings(wizard: Wizard) -> Cards:
    """Return all cards of the spell deck that a wizard has, in the order they are discarded."""
    in_spell = {card.n for card in wizard.spell}
    return (
        *wizard.hand,
        *(card.card for card in wizard.spell),
        *(creature.card for creature in wizard.creatures if creature.n not in in_spell),
        *(() if wizard.tucked is None else (wizard.tucked,)),
    )


def _reaction(wizard: Wizard) -> SpellCard | None:
    """Return the next card of the spell whose Reaction works [12.2]."""
    unapplied = (card for card in wizard.spell if not card.applied and card.card != WILD)
    return next((card for card in unapplied if COMPONENTS[card.card].reaction), None)


def _reward(run: Run, one: Dying) -> None:
    """Give the killer what it has earned [12.5]."""
    killer = run.wizard(one.killer)
    if one.killer == one.seat or killer.out:  # [10.1]
        return
    effect = killer.effect("kill_blood")
    more = effect.more if isinstance(effect, KillBlood) else 0
    gain_blood(run, one.killer, KILL_BLOOD + more, "kill")
    if run.state.castle == one.seat:
        take_castle(run, one.killer)
