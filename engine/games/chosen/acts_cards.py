"""Acts with cards of the hand and of Storage: summoning, laying obstacles, attaching allies."""

from collections.abc import Iterator
from typing import Final

from engine.core.options import Option
from engine.core.rejection import Rejection, no
from engine.core.secrecy import Hidden
from engine.games.chosen.bonuses import discounted, forbidden
from engine.games.chosen.cards import CARDS, Card
from engine.games.chosen.commands import AttachAlly, Code, LayObstacle, Summon
from engine.games.chosen.events_flow import ActPut, ObstacleLaid
from engine.games.chosen.labels import aimed, labelled
from engine.games.chosen.models import (
    LEVEL_MP,
    LEVEL_OBSTACLES,
    ActionCard,
    Adventurer,
    Ally,
    Building,
    Event,
    Quest,
    TowerLevel,
)
from engine.games.chosen.ops import Condition, Target
from engine.games.chosen.policy import Act
from engine.games.chosen.running import Run
from engine.games.chosen.state import MAX_QUESTS, Piece, State
from engine.games.chosen.targets import candidates, counted, holds
from engine.games.chosen.tasks import Do
from engine.games.chosen.texts_ops import counted as words_for
from engine.games.chosen.timeline import opened
from engine.games.chosen.variants import variant_of

_BEARER: Final = Target(what="adventurer", whose="own")


def mp_of(state: State, seat: int, card: Card) -> int:
    """Return what a summoning costs [6.1]."""
    printed = CARDS[card]
    match printed:
        case Quest():
            return 0  # [6.3]
        case TowerLevel():
            return LEVEL_MP
        case Adventurer() | Building():
            return discounted(state, seat, printed.type, printed.mp)
        case _:
            return printed.mp


def target_of(card: Card) -> Target | None:
    """Return what has to be named for a summoning."""
    printed = CARDS[card]
    if isinstance(printed, Ally):
        return _BEARER
    return printed.target if isinstance(printed, Event | ActionCard) else None


def _condition_of(card: Card) -> Condition | None:
    printed = CARDS[card]
    return printed.condition if isinstance(printed, Event | ActionCard) else None


# --- summoning ------------------------------------------------------------------------------------


def _refuse_card(state: State, seat: int, card: Card) -> Rejection | None:
    """Say why a card of the hand can't be summoned, whatever the target."""
    printed = CARDS[card]
    question = state.question
    assert question is not None, "somebody is asked"
    if printed.type == "obstacle":
        return no(Code.NOT_SUCH_A_CARD, "6.4", "Obstacles are laid face down, not summoned.")
    if question.kind != "act" and printed.type != "action_card":
        return no(Code.NOT_NOW, "5.4", "Only action cards and interrupts answer something.")
    return (
        refuse_price(state, seat, mp_of(state, seat, card), "6.1")
        or refuse_condition(state, seat, _condition_of(card), "6.1")
        or _refuse_one_more(state, seat, card)
    )


def refuse_price(state: State, seat: int, mp: int, clause: str) -> Rejection | None:
    """Say that somebody has too few MP, if so."""
    have = state.players[seat].mp
    return (
        None if mp <= have else no(Code.TOO_FEW_MP, clause, f"It costs {mp} MP; you have {have}.")
    )


def refuse_condition(
    state: State, seat: int, condition: Condition | None, clause: str
) -> Rejection | None:
    """Say what is missing for a condition to hold."""
    if condition is None or holds(state, seat, condition):
        return None
    needed = f"{condition.at_least} {words_for(condition.count, condition.at_least)}"
    have = counted(state, seat, condition.count)
    return no(Code.CONDITION_NOT_MET, clause, f"It needs at least {needed}; you have {have}.")


def _refuse_one_more(state: State, seat: int, card: Card) -> Rejection | None:
    match CARDS[card]:
        case Adventurer() if any(piece.card == card for piece in state.of(seat, "row")):
            return no(Code.ALREADY_IN_PLAY, "2.4", "You have this adventurer in play.")
        case Quest() if state.sieges_only:
            return no(Code.BARRED, "12.9", "No quest comes into play in this match.")
        case Quest() if len(state.of(seat, "quest")) >= MAX_QUESTS:
            return no(Code.TOO_MANY, "2.6", f"You have {MAX_QUESTS} quests to solve already.")
        case Building():
            return refuse_building(state, seat)
        case _:
            return None


def refuse_building(state: State, seat: int) -> Rejection | None:
    """Say why no further building can be had."""
    variant = variant_of(state)
    if variant.takes_building(state, seat):
        return None
    return no(Code.TOO_MANY, "14.4", f"You control {variant.building_limit} buildings already.")


def _refuse_summon(state: State, seat: int, command: Summon) -> Rejection | None:
    if command.card not in state.players[seat].hand:
        return no(Code.NOT_IN_HAND, "6.1", f"Your hand has no card {command.card!r}.")
    return _refuse_card(state, seat, command.card) or refuse_target(
        state, seat, target_of(command.card), command.target
    )


def refuse_target(
    state: State, seat: int, target: Target | None, named: str | None
) -> Rejection | None:
    """Say why this can't be named, or must not be left out [6.1] [6.7]."""
    if target is None:
        if named is None:
            return None
        return no(Code.NO_TARGET, "6.1", "It has no target; leave it out.")
    fitting = candidates(state, seat, target)
    if named in fitting:
        return None
    listed = ", ".join(fitting) or "nothing at the moment"
    return no(Code.NO_TARGET, "6.1", f"Name a target it can have: {listed}.")


def _offer_summons(state: State, seat: int) -> Iterator[Option]:
    for card in dict.fromkeys(state.players[seat].hand):
        if _refuse_card(state, seat, card) is None:
            target = target_of(card)
            named = [None] if target is None else candidates(state, seat, target)
            mp = mp_of(state, seat, card)
            yield from aimed(state, {"kind": "summon", "card": card}, named, mp=mp)


def _summon(run: Run, seat: int, command: Summon) -> None:
    run.add(
        ActPut(
            n=f"a{run.state.items + 1}",
            seat=seat,
            what="summon",
            mp=mp_of(run.state, seat, command.card),
            card=command.card,
            target=command.target,
        )
    )
    opened(run)


# --- obstacles ------------------------------------------------------------------------------------


def room_for_obstacles(state: State, seat: int) -> list[Piece]:
    """Return where somebody may lay an obstacle [6.4] [2.8]."""
    may = variant_of(state).may_obstruct
    places: list[Piece] = []
    for piece in state.present.values():
        of = piece.controller
        if piece.place in {"tower", "building"}:
            fitting = state.camp[of] == state.camp[seat]
        elif piece.place == "quest":
            opponent = state.side[of] != state.side[seat]
            fitting = of == seat or (opponent and may(state, of, seat))
        else:
            continue
        if fitting and len(state.at(piece.n)) < _room(piece):
            places.append(piece)
    return places


def _room(piece: Piece) -> int:
    card = CARDS[piece.card]
    return card.obstacles if isinstance(card, Quest | Building) else LEVEL_OBSTACLES  # [2.7]


def _refuse_obstacle(state: State, seat: int, command: LayObstacle) -> Rejection | None:
    if command.card not in state.players[seat].hand:
        return no(Code.NOT_IN_HAND, "6.4", f"Your hand has no card {command.card!r}.")
    if CARDS[command.card].type != "obstacle":
        return no(Code.NOT_SUCH_A_CARD, "6.4", "Only obstacles are laid face down.")
    refused = _refuse_laying(state, seat)
    if refused is not None:
        return refused
    places = [piece.n for piece in room_for_obstacles(state, seat)]
    if command.at not in places:
        listed = ", ".join(places) or "nothing at the moment"
        return no(Code.NO_TARGET, "6.4", f"You may lay it at: {listed}.")
    return None


def _refuse_laying(state: State, seat: int) -> Rejection | None:
    question = state.question
    if question is None or question.kind != "act":
        return no(Code.NOT_NOW, "4.3", "Obstacles are laid by the active player.")
    if forbidden(state, seat, "attach_obstacle"):
        return no(Code.BARRED, "2.12", "An effect forbids you to lay obstacles.")
    return None


def _offer_obstacles(state: State, seat: int) -> Iterator[Option]:
    hand = dict.fromkeys(state.players[seat].hand)
    cards = [card for card in hand if CARDS[card].type == "obstacle"]
    if cards and _refuse_laying(state, seat) is None:
        for piece in room_for_obstacles(state, seat):
            for card in cards:
                yield labelled(state, {"kind": "lay_obstacle", "card": card, "at": piece.n})


def _lay(run: Run, seat: int, command: LayObstacle) -> None:
    members = run.state.members(run.state.camp[seat])
    run.add(
        ObstacleLaid(seat=seat, n=run.handle(), at=command.at, card=Hidden(command.card, members))
    )
    run.agenda.pop()
    run.then(Do(what="act_over"))


# --- allies of the Storage ------------------------------------------------------------------------


def _ally_mp(piece: Piece) -> int:
    card = CARDS[piece.card]
    assert isinstance(card, Ally), f"{piece.card} is no ally"
    return card.mp


def _refuse_attach(state: State, seat: int, command: AttachAlly) -> Rejection | None:
    question = state.question
    if question is None or question.kind != "act":
        return no(Code.NOT_NOW, "4.3", "Allies are attached by the active player.")
    piece = state.present.get(command.ally)
    if piece is None or piece.place != "storage" or piece.controller != seat:
        listed = ", ".join(ally.n for ally in state.of(seat, "storage")) or "none at the moment"
        return no(Code.NOT_IN_PLAY, "6.6", f"Name an ally in your Storage: {listed}.")
    return refuse_price(state, seat, _ally_mp(piece), "6.6") or refuse_target(
        state, seat, _BEARER, command.to
    )


def _offer_attaching(state: State, seat: int) -> Iterator[Option]:
    question = state.question
    if question is None or question.kind != "act":
        return
    for piece in state.of(seat, "storage"):
        mp = _ally_mp(piece)
        if mp <= state.players[seat].mp:
            for to in candidates(state, seat, _BEARER):
                yield labelled(state, {"kind": "attach", "ally": piece.n, "to": to}, mp=mp)


def _attach(run: Run, seat: int, command: AttachAlly) -> None:
    piece = run.state.present[command.ally]
    run.add(
        ActPut(
            n=f"a{run.state.items + 1}",
            seat=seat,
            what="summon",
            mp=_ally_mp(piece),
            card=piece.card,
            source=piece.n,
            target=command.to,
            from_storage=True,
        )
    )
    opened(run)


SUMMON: Final = Act(offer=_offer_summons, refuse=_refuse_summon, do=_summon)
LAY_OBSTACLE: Final = Act(offer=_offer_obstacles, refuse=_refuse_obstacle, do=_lay)
ATTACH: Final = Act(offer=_offer_attaching, refuse=_refuse_attach, do=_attach)
