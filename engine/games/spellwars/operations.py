"""What each operation of the cards does: it adds events, or tasks that come before the rest."""

from typing import assert_never

from engine.core.card_language import done
from engine.core.question import card_of, card_picks
from engine.games.spellwars import ops
from engine.games.spellwars.cards import COMPONENTS, type_of
from engine.games.spellwars.events_effects import (
    BloodGained,
    BloodStolen,
    CardTucked,
    CastleTaken,
    CastleWillYield,
    CreatureDiscarded,
    CreatureKept,
    DeadDrawsGiven,
    DiceAdded,
    DiceRolled,
    Healed,
    HitUndone,
    TreasureOwed,
    TreasureReturned,
    TreasureTaken,
)
from engine.games.spellwars.events_flow import CardJoined, SearchDone
from engine.games.spellwars.hands import of_type
from engine.games.spellwars.piles import gain_treasure, on_gaining, search
from engine.games.spellwars.running import Run
from engine.games.spellwars.state import MAX_BLOOD, MAX_LIFE, Subject
from engine.games.spellwars.targets import candidates
from engine.games.spellwars.tasks import Apply, Demand, Strike, Task

_BANDS = frozenset({"low", "mid", "high"})


def operate(run: Run, task: Apply, op: ops.Op, *, factor: int) -> Apply | None:  # noqa: C901, PLR0911, PLR0912  # one case an operation
    """Do an operation. Return the text after it, or None if something comes before the rest."""
    match op:
        case ops.Damage():
            return _damage(run, task, op, factor)
        case ops.StealBlood():
            _steal_blood(run, task, op, factor)
        case ops.TakeTreasure():
            return _take_treasure(run, task)
        case ops.Banish():
            return _banish(run, task)
        case ops.GiveCard() | ops.DiscardCard():
            return _demand(run, task, op)
        case ops.AddFromHand():
            return _add_from_hand(run, task, op)
        case ops.TuckCard():
            return _tuck_card(run, task)
        case ops.GainTreasure():
            return _first(run, gain_treasure(run, task.by), task)
        case ops.SwapTreasure():
            return _swap_treasure(run, task)
        case ops.Heal():
            heal(run, task.by, _amount(run, task, op, None) * factor)
        case ops.GainBlood():
            gain_blood(run, task.by, _amount(run, task, op, None) * factor, task.card)
        case ops.TakeCastle():
            take_castle(run, task.by)
        case ops.AddRevealed():
            search(run, SearchDone(seat=task.by, type=op.type, found=(), into="spell"))
        case ops.MoreDice():
            run.add(DiceAdded(seat=task.by, count=op.count))  # [6.6]
        case ops.Keep():
            keep(run, task)
            return done(task, kept=True)
        case ops.OweTreasure():
            if not (op.only_without_token and run.wizard(task.by).last_wizard_tokens):
                run.add(TreasureOwed(seat=task.by))
        case ops.DrawDeadWizards():
            run.add(DeadDrawsGiven(seat=task.by, count=op.count))
        case ops.CreatureTakesHit():
            return _creature_takes_hit(run, task)
        case ops.Survive():
            run.add(Healed(seat=task.by, amount=1, life=1))
        case ops.CastleYield():
            run.add(CastleWillYield(amount=op.amount))
        case _:
            assert_never(op)
    return done(task)


def heal(run: Run, seat: int, amount: int) -> None:
    """Give Life, up to the most there may be [1.2]."""
    life = run.wizard(seat).life
    healed = min(MAX_LIFE, life + amount)
    if healed > life:
        run.add(Healed(seat=seat, amount=healed - life, life=healed))


def gain_blood(run: Run, seat: int, amount: int, why: str) -> None:
    """Give Blood, up to the most there may be [1.2]."""
    blood = run.wizard(seat).blood
    gained = min(MAX_BLOOD, blood + amount)
    if gained > blood:
        run.add(BloodGained(seat=seat, amount=gained - blood, blood=gained, why=why))


def take_castle(run: Run, seat: int) -> None:
    """Make a seat the owner of the Castle [10.3]."""
    if run.state.castle_owner != seat:
        run.add(CastleTaken(seat=seat))


def keep(run: Run, task: Apply) -> None:
    """Let a Creature stay in front of its owner [9.1] [9.2], if it is still there."""
    if task.n is None or task.kept or not still_there(run, task):
        return
    run.add(CreatureKept(seat=task.by, n=task.n, card=task.card))
    effect = run.wizard(task.by).effect("creature_life")
    if isinstance(effect, ops.CreatureLife):
        heal(run, task.by, effect.heal)  # [11.4]


def still_there(run: Run, task: Apply) -> bool:
    """Tell whether the card of a text has not taken a blow meanwhile [8.4]."""
    wizard = run.wizard(task.by)
    return any(one.n == task.n for one in (*wizard.spell, *wizard.creatures))


def _first(run: Run, tasks: tuple[Task, ...], task: Apply) -> Apply | None:
    """Put tasks before the rest of a text."""
    if not tasks:
        return done(task)
    run.then(*tasks, done(task))
    return None


def _seats(run: Run, task: Apply, who: ops.Whom) -> tuple[int, ...]:
    """Return whom an operation means now."""
    state = run.state
    match who:
        case "self":
            return (task.by,)
        case "target" | "killer":
            seat = task.killer if who == "killer" else task.target
            return () if seat is None or not state.wizards[seat].living else (seat,)
        case "each_other":
            fitting = candidates(state, task.by, who)
            return tuple(seat for seat in fitting if seat != task.target)
        case _:
            return candidates(state, task.by, who)  # [7.8]


def _amount(run: Run, task: Apply, op: ops.Amounted, target: int | None) -> int:
    """Return the number of an operation now [6.11] [6.12]."""
    dice: tuple[int, ...] = ()
    if op.dice:
        dice = run.dice(op.dice)
        run.add(DiceRolled(seat=task.by, card=task.card, why="amount", dice=dice))
    return op.total(dice, lambda per: _count(run, task, per, target))


def _count(run: Run, task: Apply, per: ops.Count, target: int | None) -> int:
    wizards = run.state.wizards
    match per:
        case "creatures_in_hand":
            counted = sum(type_of(card) == "delivery" for card in run.wizard(task.by).hand)
        case "treasures_in_play":
            counted = sum(len(wizard.treasures) for wizard in wizards)
        case "dead_wizards":
            counted = sum(wizard.dead and not wizard.out for wizard in wizards)
        case "tokens":
            counted = sum(wizard.last_wizard_tokens for wizard in wizards)
        case "fives_of_life":
            counted = 0 if target is None else wizards[target].life // 5
        case "blood_paid":
            counted = task.paid
        case "first_to_fall":
            counted = int(run.state.first_to_fall == task.by)
    return counted


def _damage(run: Run, task: Apply, op: ops.Damage, factor: int) -> Apply | None:
    seats = _seats(run, task, op.who)
    if not seats:  # [7.9]
        return done(task)
    amount = _amount(run, task, op, seats[0]) * factor
    effect = run.wizard(task.by).effect("creature_damage")
    creature = task.part == "text" and COMPONENTS[task.card].type == "delivery"
    if isinstance(effect, ops.CreatureDamage) and creature and task.blocks[0] in _BANDS:
        amount += effect.more  # [11.4]
    hits = tuple((seat, amount) for seat in seats)
    run.then(Strike(by=task.by, card=task.card, hits=hits), done(task))  # [6.8]
    return None


def _steal_blood(run: Run, task: Apply, op: ops.StealBlood, factor: int) -> None:
    seats = _seats(run, task, op.who)
    if not seats:
        return
    wanted = _amount(run, task, op, seats[0]) * factor
    for seat in seats:
        amount = min(wanted, run.wizard(seat).blood)  # [10.2]
        if amount:
            run.add(BloodStolen(seat=seat, by=task.by, amount=amount))
            gain_blood(run, task.by, amount, task.card)


def _take_treasure(run: Run, task: Apply) -> Apply | None:
    seats = _seats(run, task, "target")
    if not seats or not run.wizard(seats[0]).treasures:
        return done(task)
    (seat,) = seats
    picks = [f"treasure:{treasure}" for treasure in run.wizard(seat).treasures]
    subject = Subject(about="take", card=task.card, by=task.by, rival=seat)
    answer = run.ask(task, (task.by,), subject, picks)  # [11.2]
    if answer is None:
        return None
    treasure = answer.removeprefix("treasure:")
    run.add(TreasureTaken(seat=seat, by=task.by, treasure=treasure))
    return _first(run, on_gaining(task.by, treasure), task)


def _swap_treasure(run: Run, task: Apply) -> Apply | None:
    run.add(TreasureReturned(seat=task.by, treasure=task.card))  # [11.7]
    return _first(run, gain_treasure(run, task.by), task)


def _banish(run: Run, task: Apply) -> Apply | None:
    seats = _seats(run, task, "target")
    if not seats or not run.wizard(seats[0]).creatures:
        return done(task)
    (seat,) = seats
    creatures = {f"creature:{c.n}": c for c in run.wizard(seat).creatures}
    subject = Subject(about="banish", card=task.card, by=task.by, rival=seat)
    answer = run.ask(task, (task.by,), subject, [*creatures])
    if answer is None:
        return None
    creature = creatures[answer]
    run.add(CreatureDiscarded(seat=seat, n=creature.n, card=creature.card, why="banished"))
    return done(task)


def _demand(run: Run, task: Apply, op: ops.GiveCard | ops.DiscardCard) -> Apply | None:
    give = isinstance(op, ops.GiveCard)
    demands = tuple(
        Demand(seat=seat, type=op.type, by=task.by, give=give, card=task.card)
        for seat in _seats(run, task, op.who)
    )
    return _first(run, demands, task)


def _add_from_hand(run: Run, task: Apply, op: ops.AddFromHand) -> Apply | None:
    hand = run.wizard(task.by).hand
    if not hand:
        return done(task)
    subject = Subject(about="add", card=task.card, by=task.by, type=op.type)
    answer = run.ask(task, (task.by,), subject, ("none",), of_type(hand, op.type))  # [5.5]
    if answer is None:
        return None
    if answer != "none":
        run.add(CardJoined(seat=task.by, card=card_of(answer)))
    return done(task)


def _tuck_card(run: Run, task: Apply) -> Apply | None:
    hand = run.wizard(task.by).hand
    if not hand:
        return done(task)
    own = card_picks(card for card in hand if type_of(card))
    subject = Subject(about="tuck", card=task.card, by=task.by)
    answer = run.ask(task, (task.by,), subject, ("none",), own)  # [11.4]
    if answer is None:
        return None
    if answer != "none":
        card = card_of(answer)
        run.add(CardTucked(seat=task.by, treasure=task.card, card=card))
    return done(task)


def _creature_takes_hit(run: Run, task: Apply) -> Apply | None:
    """Undo the deadly dealing, if there is a Creature in the spell to take it [12.4]."""
    if task.killer == task.by:  # [8.3]
        return done(task)
    before = next(one.before for one in run.state.dying if one.seat == task.by)
    spell = run.wizard(task.by).spell
    creatures = {
        f"card:{c.card}": c for c in spell if type_of(c.card) == "delivery" and not c.applied
    }
    if not creatures:
        return done(task)
    subject = Subject(about="sacrifice", card=task.card, by=task.by)
    answer = run.ask(task, (task.by,), subject, [*creatures])
    if answer is None:
        return None
    card = creatures[answer]
    run.add(HitUndone(seat=task.by, n=card.n, card=card.card, life=before))
    return done(task)
