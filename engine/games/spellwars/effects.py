"""A text that is applied, stage by stage: payment, target, Power Roll, operations [6.1]."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from engine.core.card_language import go_on
from engine.core.copying import changed
from engine.core.question import seat_of, seat_ref
from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE
from engine.games.spellwars.events_effects import (
    Aimed,
    BloodPaid,
    CreatureDiscarded,
    DeadWizardSpent,
    DiceRerolled,
    DiceRolled,
    RollCounted,
)
from engine.games.spellwars.operations import gain_blood, keep, operate, still_there
from engine.games.spellwars.ops import Band, HighRollBlood, Ops, Text
from engine.games.spellwars.power import power_dice
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import (
    COMPONENT_PAYMENTS_PER_TURN,
    State,
    Subject,
)
from engine.games.spellwars.targets import candidates
from engine.games.spellwars.tasks import Apply, Block, Part, Stage

MID, HIGH = 5, 10


def apply(run: Run, task: Apply) -> None:
    """Go on with a text until it is done or something comes before the rest of it."""
    go_on(run, task, lambda run, task: _STAGES[task.stage](run, task), _may_go_on)


def _may_go_on(run: Run, task: Apply) -> bool:
    """The dead cast nothing [5.9]; Reactions and Dead Wizard cards are theirs."""
    wizard = run.wizard(task.by)
    return not wizard.out if task.part in {"reaction", "at_once"} else wizard.living


@cache
def program_of(card: str, part: Part) -> Text:
    """Return one of the texts of a card."""
    match part:
        case "text":
            return COMPONENTS[card].text
        case "reaction":
            return Text(does=COMPONENTS[card].reaction)
        case "at_once":
            return Text(does=DEAD[card].at_once)
        case "gained":
            return Text(does=TREASURE[card].gained)
        case "paid" | "timed":
            use = TREASURE[card].paid if part == "paid" else TREASURE[card].timed
            assert use is not None, f"{card} has no such text"
            return Text(target=use.target, does=use.does)


def ops_of(text: Text, block: Block) -> Ops:
    """Return the operations of a part of a text."""
    match block:
        case "does":
            return text.does
        case "paid":
            return text.pay.then if text.pay else ()
        case "castle":
            return text.castle.then if text.castle else ()
        case _:
            assert text.roll is not None, "a band without a roll"
            return {"low": text.roll.low, "mid": text.roll.mid, "high": text.roll.high}[block]


def _pay(run: Run, task: Apply) -> Apply | None:
    """Offer the payment of a component's text [6.2], once a turn [6.3]."""
    if task.part == "timed" and not _holds(run.state, task):  # [11.6]
        return None
    pay = program_of(task.card, task.part).pay
    wizard = run.wizard(task.by)
    aiming = _at(task, "aim")
    if pay is None or wizard.component_payments >= COMPONENT_PAYMENTS_PER_TURN:
        return aiming
    if pay.cost == "x":
        picks = ("no", *(f"blood:{n}" for n in range(1, wizard.blood + 1)))
    else:
        picks = ("no", "yes") if wizard.blood >= pay.cost else ("no",)
    amount = None if pay.cost == "x" else pay.cost
    subject = Subject(about="pay", card=task.card, by=task.by, amount=amount)
    answer = run.ask(task, (task.by,), subject, picks)
    if answer is None or answer == "no":
        return answer and aiming
    paid = int(answer.removeprefix("blood:")) if pay.cost == "x" else pay.cost
    run.add(BloodPaid(seat=task.by, amount=paid, card=task.card, what="component"))
    return changed(aiming, paid=paid)


def _holds(state: State, task: Apply) -> bool:
    """Tell whether the condition of what happens by itself holds now."""
    use = TREASURE[task.card].timed
    match use and use.condition:
        case None:
            return True
        case "weakest":
            life = state.wizards[task.by].life
            return all(life <= state.wizards[other].life for other in state.living)
        case "castle_owner":
            return state.castle_owner == task.by
        case "no_blood":
            return state.wizards[task.by].blood == 0


def _aim(run: Run, task: Apply) -> Apply | None:
    """Fix the target before the dice [6.4]."""
    text = program_of(task.card, task.part)
    rolling = _at(task, "roll" if text.roll else "run")
    if not text.roll:
        rolling = changed(rolling, blocks=_blocks(run, task, text, "does"))
    if text.target is None:
        return rolling
    fitting = candidates(run.state, task.by, text.target)
    if not fitting:  # [6.10] [7.9]
        run.add(Aimed(by=task.by, card=task.card, target=None))
        return rolling
    if text.target == "chance":
        target = run.rng.choice(fitting)  # [7.7]
    else:
        picks = tuple(seat_ref(seat) for seat in fitting)
        subject = Subject(about="target", card=task.card, by=task.by)
        answer = run.ask(task, (task.by,), subject, picks)  # [7.4]
        if answer is None:
            return None
        target = seat_of(answer)
    run.add(Aimed(by=task.by, card=task.card, target=target))
    return changed(rolling, target=target)


def _roll(run: Run, task: Apply) -> Apply:
    """Make the Power Roll [6.5]."""
    count, bones = power_dice(run.state, task)
    dice = run.dice(count)
    run.add(DiceRolled(seat=task.by, card=task.card, why="power", dice=dice))
    for card in bones:
        run.add(DeadWizardSpent(seat=task.by, card=card))
    if run.wizard(task.by).effect("reroll_ones") and 1 in dice:  # [11.4]
        again = iter(run.dice(dice.count(1)))
        dice = tuple(next(again) if pips == 1 else pips for pips in dice)
        run.add(DiceRerolled(seat=task.by, card=_giver(run, task, "reroll_ones"), dice=dice))
    return changed(task, stage="settle", answer=None, dice=dice)


def _settle(run: Run, task: Apply) -> Apply | None:
    """Let one die be rolled again for Blood, then see which band it is [6.7]."""
    dice = task.dice
    use = next(iter(run.wizard(task.by).payable("rolled").items()), None)
    if use is not None:
        treasure, paid = use
        picks = ("none", *(f"die:{at}" for at in range(len(dice))))
        subject = Subject(
            about="reroll",
            card=treasure,
            by=task.by,
            amount=paid.cost,
            dice=dice,
            of=task.card,
        )
        answer = run.ask(task, (task.by,), subject, picks)
        if answer is None:
            return None
        if answer != "none":
            run.add(BloodPaid(seat=task.by, amount=paid.cost, card=treasure, what="treasure"))
            at = int(answer.removeprefix("die:"))
            dice = (*dice[:at], *run.dice(1), *dice[at + 1 :])
            run.add(DiceRerolled(seat=task.by, card=treasure, dice=dice))
    total = sum(dice)
    band: Band = "low" if total < MID else "mid" if total < HIGH else "high"
    run.add(RollCounted(seat=task.by, card=task.card, total=total, band=band))
    effect = run.wizard(task.by).effect("high_roll_blood")
    if isinstance(effect, HighRollBlood) and total >= effect.at_least:
        gain_blood(run, task.by, effect.blood, _giver(run, task, "high_roll_blood"))
    text = program_of(task.card, task.part)
    blocks = _blocks(run, task, text, band)
    return changed(task, stage="run", answer=None, dice=dice, blocks=blocks)


def _blocks(run: Run, task: Apply, text: Text, first: Block) -> tuple[Block, ...]:
    """Return what works of a text, in order [6.2] [6.9] [10.5]."""
    pay, castle = text.pay, text.castle
    if pay and task.paid and pay.mode == "instead":
        return ("paid",)
    blocks: tuple[Block, ...] = (first,)
    if castle and castle.mode == "instead" and run.state.castle_owner == task.by:
        blocks = ("castle",)
    if pay and task.paid and pay.mode == "also":
        blocks = (*blocks, "paid")
    if castle and castle.mode == "also":
        blocks = (*blocks, "castle")
    return blocks


def _run(run: Run, task: Apply) -> Apply | None:
    """Do the next operation."""
    text = program_of(task.card, task.part)
    if not task.blocks:
        return _at(task, "leash")
    block = task.blocks[0]
    ops = ops_of(text, block)
    bonus = block == "castle" and text.castle is not None and text.castle.mode == "also"
    if task.at >= len(ops) or (bonus and not task.at and run.state.castle_owner != task.by):
        return changed(task, blocks=task.blocks[1:], at=0)
    doubled = bool(task.paid and text.pay and text.pay.mode == "double")
    return operate(run, task, ops[task.at], factor=2 if doubled else 1)


def _leash(run: Run, task: Apply) -> Apply | None:
    """End a text: a Creature that was not kept may be paid for, or goes [9.6] [11.5]."""
    if task.part == "at_once":
        run.add(DeadWizardSpent(seat=task.by, card=task.card))  # [13.2]
    if task.part != "text" or COMPONENTS[task.card].type != "delivery" or task.kept:
        return None
    if not still_there(run, task):
        return None
    use = next(iter(run.wizard(task.by).payable("unkept").items()), None)
    if use is not None:
        treasure, paid = use
        subject = Subject(about="keep", card=treasure, by=task.by, amount=paid.cost, of=task.card)
        answer = run.ask(task, (task.by,), subject, ("no", "yes"))
        if answer is None:
            return None
        if answer == "yes":
            run.add(BloodPaid(seat=task.by, amount=paid.cost, card=treasure, what="treasure"))
            keep(run, task)
            return None
    if task.re_attack:
        gone = CreatureDiscarded(seat=task.by, n=task.n or 0, card=task.card, why="no_keep")
        run.add(gone)
    return None


def _giver(run: Run, task: Apply, passive: str) -> str:
    """Return the Treasure that has an effect on the wizard."""
    treasures = run.wizard(task.by).treasures
    effects = ((treasure, TREASURE[treasure].passive) for treasure in treasures)
    return next(treasure for treasure, effect in effects if effect and effect.passive == passive)


def _at(task: Apply, stage: Stage) -> Apply:
    return changed(task, stage=stage, answer=None)


_STAGES: Final[Mapping[Stage, Callable[[Run, Apply], Apply | None]]] = {
    "pay": _pay,
    "aim": _aim,
    "roll": _roll,
    "settle": _settle,
    "run": _run,
    "leash": _leash,
}
