"""Calls about the service, accounts, games, and matches as the lobby lists them."""

import base64
import re
import sys
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Header, Query, Response
from pydantic import Field

from engine.core.game import Game
from schemas.api import (
    AccountCreated,
    CreateAccount,
    CreateMatch,
    GameDetails,
    GameInfo,
    HostKeyInfo,
    Keys,
    MatchList,
    MatchSummary,
    Me,
)
from schemas.catalogue import config_schema, schemas_of
from services.gateway.http import (
    NO_QUERY,
    Body,
    Caller,
    Context,
    Json,
    Parameters,
    Viewer,
    described_body,
)
from services.gateway.listing import Listing
from services.gateway.matches import summed_up, summed_up_then
from services.gateway.parsing import read
from services.gateway.refusals import check_match_id, malformed_field, no_such_game, refuse

router = APIRouter(default_response_class=Json)

_CURSOR: Final = re.compile(r"([0-9]{1,15}):([a-z0-9]{8,40})")


# --- accounts and keys --------------------------------------------------------------------------


@router.post(
    "/accounts",
    status_code=201,
    response_model=AccountCreated,
    openapi_extra=described_body(CreateAccount),
    dependencies=NO_QUERY,
)
async def create_account(gateway: Context, body: Body) -> Response:
    """Create an account; its token is shown this once."""
    wanted = read(CreateAccount, body)
    gateway.hub.check_space()
    return Json(await gateway.accounts.create(wanted.name), 201)


@router.get("/me", response_model=Me, dependencies=NO_QUERY)
async def me(gateway: Context, account: Caller) -> Response:
    """Say whose token it is."""
    return Json(await gateway.accounts.me(account))


@router.get("/keys", response_model=Keys, dependencies=NO_QUERY)
async def keys(gateway: Context) -> Response:
    """List the host's public keys, which sign the heads of matches: the present one, then old."""
    present = HostKeyInfo(key=gateway.signer.key, current=True)
    old = (HostKeyInfo(key=key, current=False) for key in gateway.settings.old_host_keys)
    return Json(Keys(keys=(present, *old)))


# --- games --------------------------------------------------------------------------------------


@router.get("/games", response_model=list[GameInfo], dependencies=NO_QUERY)
async def games(gateway: Context) -> Response:
    """List the games that can be played."""
    return Json([_info(game).model_dump() for game in gateway.registry])


@router.get("/games/{game}", response_model=GameDetails, dependencies=NO_QUERY)
async def game_details(gateway: Context, game: str) -> Response:
    """Describe a game: the schemas of its commands, events, view, outcome and entry."""
    found = gateway.matches.game_named(game)
    schemas = schemas_of(found)
    rules = tuple(one for one in gateway.registry.rules() if one.split("@")[0] == found.name)
    return Json(
        {
            **_info(found).model_dump(),
            "all_rules": rules,
            **{f"{name}_schema": schema for name, schema in schemas.items()},
        }
    )


@router.get("/games/{game}/rules", response_class=Response, dependencies=NO_QUERY)
async def game_rules(gateway: Context, game: str) -> Response:
    """Return the game's RULES, whose clauses refusals name."""
    path = _rules_file(gateway.matches.game_named(game))
    if path is None:
        refuse("NOT_FOUND", "The rules of this game stand in no file.")
    return Response(path.read_bytes(), media_type="text/markdown; charset=utf-8")


@router.get("/games/{game}/cards", response_class=Response, dependencies=NO_QUERY)
async def game_cards(gateway: Context, game: str) -> Response:
    """Return what is printed on the game's cards, as its ``cards_schema`` says."""
    cards = gateway.matches.game_named(game).cards
    if cards is None:
        refuse("NOT_FOUND", "This game has no printed cards.")
    return Json(cards)


def _info(game: Game[Any]) -> GameInfo:
    return GameInfo(
        id=game.name,
        title=game.title,
        rules=game.rules,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        config_schema=config_schema(game),
        rules_url=None if _rules_file(game) is None else f"/games/{game.name}/rules",
        cards_url=None if game.cards is None else f"/games/{game.name}/cards",
    )


def _rules_file(game: Game[Any]) -> Path | None:
    source = sys.modules[game.setup.__module__].__file__
    path = None if source is None else Path(source).parent / "RULES.md"
    return path if path is not None and path.exists() else None


# --- matches ------------------------------------------------------------------------------------


class MatchQuery(Parameters):
    """Which matches to list."""

    status: Literal["open", "running", "closed"] | None = None
    game: str | None = None
    """A name of `GET /games`."""
    account: Annotated[str, Field(pattern=r"^[a-z0-9]{8,40}$")] | None = None
    """Matches in which this account is seated."""
    cursor: str | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 50


@router.post(
    "/matches",
    status_code=201,
    response_model=MatchSummary,
    openapi_extra=described_body(CreateMatch),
    dependencies=NO_QUERY,
)
async def create_match(
    gateway: Context,
    account: Caller,
    body: Body,
    idempotency_key: Annotated[str | None, Header()] = None,
) -> Response:
    """Create a match; repeated with the same `Idempotency-Key` it is the same match."""
    wanted = read(CreateMatch, body)
    gateway.hub.check_space()
    named = {f"arbiters.{n}.account": one.account for n, one in enumerate(wanted.arbiters)}
    invited = {f"invited.{n}": account for n, account in enumerate(wanted.invited)}
    await gateway.accounts.check({**named, **invited})
    match = await gateway.matches.create(account, wanted, body, idempotency_key)
    present = await gateway.reading.present(match)
    await gateway.reading.fence()
    (spectators,) = await gateway.hub.watching.everywhere([match])
    return Json(summed_up(present, spectators), 201, {"Location": f"/matches/{match}"})


@router.get("/matches", response_model=MatchList)
async def list_matches(
    gateway: Context, account: Viewer, query: Annotated[MatchQuery, Query()]
) -> Response:
    """List the matches that the caller may know of, the newest first.

    Spectators find a delayed match by the status and the accounts that it had then.
    """
    before = None if query.cursor is None else _place(query.cursor)
    if query.game is not None and query.game not in gateway.registry.names():
        no_such_game(gateway.registry.names())
    if query.account is not None:
        await gateway.accounts.check({"account": query.account})
    summaries, last = await Listing(gateway, account).page(
        status=query.status,
        game=query.game,
        account=query.account,
        before=before,
        limit=query.limit,
    )
    await gateway.reading.fence()
    return Json(
        MatchList(matches=tuple(summaries), cursor=None if last is None else _cursor(*last))
    )


@router.get("/matches/{match}", response_model=MatchSummary, dependencies=NO_QUERY)
async def match_summary(gateway: Context, account: Viewer, match: str) -> Response:
    """Sum up a match: seats, status, version, who is awaited, outcome, number of spectators."""
    check_match_id(match)
    present = await gateway.reading.present(match)
    sight = await gateway.audiences.sight(present.meta, account)
    (spectators,) = await gateway.hub.watching.everywhere([match])
    if sight.behind:
        then = await gateway.reading.state(match, at=sight.until)
        summary = summed_up_then(present.meta, then, spectators)
    else:
        summary = summed_up(present, spectators)
    await gateway.reading.fence()
    return Json(summary)


def _cursor(created: int, match: str) -> str:
    return base64.urlsafe_b64encode(f"{created}:{match}".encode()).decode().rstrip("=")


def _place(cursor: str) -> tuple[int, str]:
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except ValueError:
        text = ""
    found = _CURSOR.fullmatch(text)
    if found is None:
        malformed_field("cursor", "give back the cursor of the list before, as it is")
    return int(found[1]), found[2]
