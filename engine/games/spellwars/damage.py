"""Dealing damage, Creatures that take it, and what follows of death [8] [12]."""

from engine.core.copying import changed
from engine.games.spellwars.cards import COMPONENTS, DEAD, WILD
from engine.games.spellwars.events_effects import (
    DamageAbsorbed,
    DamageDealt,
    DeadHaveDrawn,
    DeadWizardDrawn,
    ReactionWorked,
    WizardDied,
    WizardSaved,
)
from engine.games.spellwars.events_flow import RoundWon
from engine.games.spellwars.operations import gain_blood, take_castle
from engine.games.spellwars.ops import KillBlood
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import Dying, SpellCard, Subject, Wizard
from engine.games.spellwars.tasks import Apply, Do, Strike

KILL_BLOOD = 3


def strike(run: Run, task: Strike) -> None:
    """Deal the damage of one action, asking who has a Creature to take it [8.2] [8.5]."""
    while task.hits:
        (seat, amount), rest = task.hits[0], task.hits[1:]
        wizard = run.wizard(seat)
        if wizard.living and amount:  # [8.6]
            taken = {} if seat == task.by else {f"creature:{c.n}": c for c in wizard.creatures}
            subject = Subject(about="absorb", card=task.card, by=task.by, amount=amount)
            answer = run.ask(task, (seat,), subject, ("none", *taken))  # [8.3] [8.4]
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
                    DamageAbsorbed(
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
        gone = wizard.belongings
        run.add(WizardDied(seat=one.seat, killer=one.killer, discarded=gone))  # [12.7]
    if not end_round_if_decided(run):
        run.then_do("draw_dead")


def end_round_if_decided(run: Run) -> bool:
    """End the round if at most one wizard is alive [14.1]; nothing else is done then [14.2]."""
    living = run.state.living
    if len(living) > 1:
        return False
    run.agenda.clear()
    if living:
        run.add(RoundWon(seat=living[0]))
    run.then_do("draw_dead", "round_over")
    return True


def draw_dead(run: Run) -> None:
    """Let the next who may draw a Dead Wizard card draw one, until all have [12.8] [13.1]."""
    for seat in run.state.fallen:
        if run.wizard(seat).draws and run.state.dead_wizard_deck:
            card = run.state.dead_wizard_deck[0]
            run.add(DeadWizardDrawn(seat=seat, card=card))
            at_once = (Apply(by=seat, card=card, part="at_once"),) if DEAD[card].at_once else ()
            run.then(*at_once, Do(what="draw_dead"))  # [13.3]
            return
    if run.state.fallen:
        run.add(DeadHaveDrawn())


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
    if run.state.castle_owner == one.seat:
        take_castle(run, one.killer)
