"""Acts of what is in play: using abilities, sending teams, obstructing."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine.core.copying import unchecked
from engine.core.options import Item, Option, Subset
from engine.core.question import seat_of
from engine.core.rejection import Rejection, no
from engine.games.chosen.acts_cards import (
    refuse_building,
    refuse_condition,
    refuse_price,
    refuse_target,
)
from engine.games.chosen.bonuses import discounted, forbidden
from engine.games.chosen.cards import CARDS, name_of
from engine.games.chosen.commands import Code, SendObstructors, SendTeam, UseAbility
from engine.games.chosen.events_flow import ActPut, TeamObstructs
from engine.games.chosen.events_modes import MixedTeamNamed, MixedTeamRefused
from engine.games.chosen.labels import aimed, labelled
from engine.games.chosen.leaving import uncover
from engine.games.chosen.manoeuvres import KINDS, limit, pool
from engine.games.chosen.ops import ManoeuvreKind, StartFight, Use
from engine.games.chosen.policy import Act
from engine.games.chosen.running import NO_YES, Run
from engine.games.chosen.state import CAPTURE_MP, SIEGE_MP, Piece, State, Subject
from engine.games.chosen.targets import candidates
from engine.games.chosen.tasks import Answers, Do, Join
from engine.games.chosen.timeline import opened, ready, usable_by, useful
from engine.games.chosen.variants import variant_of

# --- abilities ------------------------------------------------------------------------------------


def _refuse_using(state: State, seat: int, piece: Piece, number: int) -> Rejection | None:
    """Say why a use can't be made now, whatever the target [6.5]."""
    use = CARDS[piece.card].uses[number]
    question = state.question
    assert question is not None, "somebody is asked"
    if question.kind != "act" and not use.fast:
        return no(Code.NOT_NOW, "5.4", "Only action cards and interrupts answer something.")
    refused = refuse_price(state, seat, use.mp, "6.5")
    if refused is not None:
        return refused
    if not ready(state, seat, piece, number, use):
        return no(Code.USED, "6.5", _why_not(state, piece, number))
    return refuse_condition(state, seat, use.condition, "6.5")


def _why_not(state: State, piece: Piece, number: int) -> str:
    """Say why a use that could be paid is not ready."""
    if number in piece.used or number in piece.spent:
        return "It has been used already."
    doer = state.present.get(piece.at or "", piece)
    if doer.place == "row" and doer.awareness != "awake":
        return f"{name_of(doer.card)} is {doer.awareness}, and would have to be awake."
    return "It is used in a manoeuvre in which it takes part."


def _aims(state: State, seat: int, use: Use) -> list[str | None]:
    """Return the targets a use may have; None stands for none being needed."""
    if use.target is None:
        return [None]
    found = candidates(state, seat, use.target)
    if any(isinstance(op, StartFight) for op in use.does):  # [7.3]
        may = variant_of(state).may_attack
        found = [one for one in found if may(state, seat, seat_of(one), "fight")]
    return list(found)


def _refuse_use(state: State, seat: int, command: UseAbility) -> Rejection | None:
    piece = state.present.get(command.card)
    if piece is None or not usable_by(state, seat, piece):
        detail = f"Name a card in play that you may use: {_usable(state, seat)}."
        return no(Code.NOT_IN_PLAY, "6.5", detail)
    uses = CARDS[piece.card].uses
    if command.use >= len(uses):
        detail = f"{name_of(piece.card)} has {len(uses)} uses, counted from 0."
        return no(Code.NOT_SUCH_A_CARD, "6.5", detail)
    refused = _refuse_using(state, seat, piece, command.use)
    if refused is not None:
        return refused
    use = uses[command.use]
    if command.target is not None and command.target in _aims(state, seat, use):
        return None
    refused = refuse_target(state, seat, use.target, command.target)
    if refused is None and use.target is not None:
        return no(Code.BARRED, "7.3", "You may not start a fight against this player.")
    return refused


def _usable(state: State, seat: int) -> str:
    """List the cards that have a use for a player, whether it is ready or not."""
    having = [piece for piece in state.present.values() if CARDS[piece.card].uses]
    found = [piece.n for piece in having if usable_by(state, seat, piece)]
    return ", ".join(found) or "none at the moment"


def _offer_uses(state: State, seat: int) -> Iterator[Option]:
    for piece in useful(state.present):
        if not usable_by(state, seat, piece):
            continue
        for number, use in enumerate(CARDS[piece.card].uses):
            if _refuse_using(state, seat, piece, number) is None:
                command = {"kind": "use", "card": piece.n, "use": number}
                yield from aimed(state, command, _aims(state, seat, use), mp=use.mp)


def _use(run: Run, seat: int, command: UseAbility) -> None:
    piece = run.state.present[command.card]
    if CARDS[piece.card].uses[command.use].sign == "sacrifice":
        uncover(run, piece.n)  # what lies at it comes into a Past, which lies open [16.5]
    run.add(
        ActPut(
            n=f"a{run.state.items + 1}",
            seat=seat,
            what="ability",
            mp=CARDS[piece.card].uses[command.use].mp,
            card=piece.card,
            source=piece.n,
            use=command.use,
            target=command.target,
        )
    )
    opened(run)


# --- teams ----------------------------------------------------------------------------------------


def team_mp(state: State, seat: int, kind: ManoeuvreKind) -> int:
    """Return what a team costs that leaves the Row [7.1]."""
    if kind == "siege":
        return discounted(state, seat, "siege", SIEGE_MP)
    return CAPTURE_MP if kind == "capture" else 0


def _refuse_kind(state: State, seat: int, kind: ManoeuvreKind) -> Rejection | None:
    """Say why no team can be sent for such a manoeuvre, wherever."""
    question = state.question
    if question is None or question.kind != "act":
        return no(Code.NOT_NOW, "4.3", "Teams are sent by the active player.")
    if kind in ("siege", "capture") and forbidden(state, seat, kind):
        return no(Code.BARRED, "2.12", f"An effect forbids you to start a {kind}.")
    return refuse_price(state, seat, team_mp(state, seat, kind), "7.1")


def _refuse_attack(state: State, seat: int, target: Piece, kind: ManoeuvreKind) -> Rejection | None:
    """Say why this card is no target for the seat."""
    if kind == "siege" and state.towers[state.camp[target.controller]][0] != target.n:
        return no(Code.NO_TARGET, "7.4", "Only the lowest level of a tower is besieged.")
    if kind == "quest":
        if not variant_of(state).may_quest(state, seat, target.controller):
            return no(Code.BARRED, "12.3", "You may start for your own quests only.")
    elif state.side[target.controller] == state.side[seat]:
        return no(Code.BARRED, "7.3", "Nobody attacks his own side.")
    elif not variant_of(state).may_attack(state, seat, target.controller, kind):
        return no(Code.BARRED, "7.3", "The rules of this mode forbid you to attack there now.")
    return refuse_building(state, seat) if kind == "capture" else None


def refuse_team(named: tuple[str, ...], able: list[Piece], most: int) -> Rejection | None:
    """Say why these can't be a team [7.2]."""
    names = {piece.n for piece in able}
    if not set(named) <= names or len(set(named)) != len(named):
        listed = ", ".join(piece.n for piece in able) or "nobody at the moment"
        detail = f"Choose among your awake adventurers, each once: {listed}."
        return no(Code.WRONG_TEAM, "7.2", detail)
    if len(named) > most:
        return no(Code.WRONG_TEAM, "7.2", f"At most {most} may go.")
    return None


def _refuse_sending(state: State, seat: int, command: SendTeam) -> Rejection | None:
    target = state.present.get(command.target)
    if target is None or target.place not in KINDS:
        return no(Code.NO_TARGET, "7.1", "Name a tower level, building or quest in play.")
    kind = KINDS[target.place]
    refused = _refuse_kind(state, seat, kind) or _refuse_attack(state, seat, target, kind)
    if refused is not None:
        return refused
    own, lent = pool(state, seat), _lent(state, seat)
    refused = refuse_team(command.team, own + lent, limit(kind, target))
    if refused is None and not {piece.n for piece in own} & set(command.team):
        return no(Code.WRONG_TEAM, "13.4", "A mixed team has adventurers of your own too.")
    return refused


def _lent(state: State, seat: int) -> list[Piece]:
    """Return whose company may be asked for; not again in a turn in which it was refused."""
    return [] if "join" in state.players[seat].done_this_turn else state.lent(seat)


def team_items(own: list[Piece], lent: Sequence[Piece] = ()) -> tuple[Item, ...]:
    """Return who may be chosen, as the items of a shape; with others one of the own counts."""
    counts = 1 if lent else 0
    return (*[_item(piece.n, counts) for piece in own], *[_item(piece.n, 0) for piece in lent])


@lru_cache(maxsize=1_000)  # the same adventurers are listed again and again
def _item(value: str, weight: int) -> Item:
    return Item(value=value, weight=weight)


def team_shape(command: dict[str, object], items: tuple[Item, ...], most: int) -> Subset:
    """Return the teams that may be chosen, as a shape; somebody of the own is in each [13.4]."""
    fields = {
        "shape": "subset",
        "command": command,
        "field": "team",
        "items": items,
        "min_weight": items[0].weight,
        "min_count": 1,
        "max_count": min(most, len(items)),
    }
    return unchecked(Subset, fields)  # at a full table there is one for each card


def _offer_teams(state: State, seat: int) -> Iterator[Option]:
    able = pool(state, seat)
    if not able:
        return
    items = team_items(able, _lent(state, seat))
    open_now = {place for place, kind in KINDS.items() if _refuse_kind(state, seat, kind) is None}
    for target in state.present.values():
        if target.place not in open_now:
            continue
        kind = KINDS[target.place]
        if _refuse_attack(state, seat, target, kind) is None:
            command: dict[str, object] = {"kind": "send_team", "target": target.n}
            shape = team_shape(command, items, limit(kind, target))
            yield labelled(state, command, shape, mp=team_mp(state, seat, kind))


def _send(run: Run, seat: int, command: SendTeam) -> None:
    state = run.state
    team = _in_order(state, command.team)
    allies = [piece.controller for piece in state.lent(seat) if piece.n in team]
    run.agenda.pop()
    if allies:
        run.add(MixedTeamNamed(seat=seat, target=command.target, team=team))
        run.then(Join(seat=seat, ally=allies[0], target=command.target, team=team))
    else:
        _put(run, seat, command.target, team)


def _put(run: Run, seat: int, target: str, team: tuple[str, ...]) -> None:
    """Put a team on the timeline."""
    kind = KINDS[run.state.present[target].place]
    run.add(
        ActPut(
            n=f"a{run.state.items + 1}",
            seat=seat,
            what="team",
            mp=team_mp(run.state, seat, kind),
            target=target,
            team=team,
        )
    )
    run.then(Answers(), Do(what="manoeuvre"), Do(what="act_over"))


def join(run: Run, task: Join) -> None:
    """Ask the ally whose adventurers would go along [13.4]."""
    if task.target not in run.state.present or run.player(task.seat).out:
        run.then_do("ask_active")
        return
    subject = Subject(about="join", by=task.seat, of=task.target, team=task.team)
    pick = run.ask(task, (task.ally,), subject, NO_YES)
    if pick == "yes":
        _put(run, task.seat, task.target, task.team)
    elif pick is not None:
        run.add(MixedTeamRefused(seat=task.seat, team=task.team))
        run.then_do("ask_active")


def _in_order(state: State, team: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(n for n in state.present if n in team)


# --- obstructing ----------------------------------------------------------------------------------


def _most_obstructors(state: State) -> int:
    running = state.manoeuvre
    assert running is not None, "a manoeuvre is running"
    target = None if running.target is None else state.present[running.target]
    return limit(running.kind, target, defenders=True)


def _refuse_obstructing(state: State, seat: int, command: SendObstructors) -> Rejection | None:
    question = state.question
    if question is None or question.kind != "obstruct":
        return no(Code.NOT_NOW, "7.9", "You are not asked whether you obstruct.")
    if forbidden(state, seat, "obstruct"):
        return no(Code.BARRED, "2.12", "An effect forbids you to obstruct.")
    return refuse_team(command.team, pool(state, seat), _most_obstructors(state))


def _offer_obstruction(state: State, seat: int) -> Iterator[Option]:
    question = state.question
    able = pool(state, seat)
    if question is None or question.kind != "obstruct" or not able:
        return
    if not forbidden(state, seat, "obstruct"):
        command: dict[str, object] = {"kind": "obstruct"}
        shape = team_shape(command, team_items(able), _most_obstructors(state))
        yield labelled(state, command, shape)


def _obstruct(run: Run, seat: int, command: SendObstructors) -> None:
    run.agenda.pop()
    run.add(TeamObstructs(seat=seat, team=_in_order(run.state, command.team)))


USE: Final = Act(offer=_offer_uses, refuse=_refuse_use, do=_use)
SEND_TEAM: Final = Act(offer=_offer_teams, refuse=_refuse_sending, do=_send)
OBSTRUCT: Final = Act(offer=_offer_obstruction, refuse=_refuse_obstructing, do=_obstruct)
