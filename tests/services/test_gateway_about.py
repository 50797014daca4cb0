"""What the service says about itself: health, games, keys, documents, origins, headers."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from services import export
from tests.services.gateway_helpers import Table, url_of

if TYPE_CHECKING:
    from tests.services.stack import Stack


def test_the_generated_documents_are_up_to_date() -> None:
    written = {file.name: file.read_text("utf-8") for file in export.GENERATED.iterdir()}
    assert written == export.documents(), "run `make schemas`"


@pytest.mark.server
async def test_the_documents_are_served_as_they_are_committed(table: Table) -> None:
    for name in ("openapi.json", "asyncapi.json"):
        served = (await table.anybody.get(f"/{name}")).json()
        assert served == json.loads((export.GENERATED / name).read_text("utf-8"))


@pytest.mark.server
async def test_every_reference_in_the_documents_leads_somewhere(table: Table) -> None:
    for name in ("openapi.json", "asyncapi.json"):
        document = (await table.anybody.get(f"/{name}")).json()
        text = json.dumps(document)
        wanted = {part.split('"')[0] for part in text.split('"$ref": "#/')[1:]}
        assert wanted
        for path in wanted:
            node = document
            for step in path.split("/"):
                node = node[step]


@pytest.mark.server
async def test_health_and_readiness(table: Table) -> None:
    for address in ("/healthz", "/readyz"):
        answer = await table.anybody.get(address)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.server
async def test_games_are_described(table: Table) -> None:
    games = {game["id"]: game for game in (await table.anybody.get("/games")).json()}
    assert {"regicide", "rps"} <= set(games)
    assert games["regicide"]["rules"] == "regicide@1"
    details = (await table.anybody.get("/games/regicide")).json()
    for name in ("config", "command", "event", "view", "outcome"):
        assert details[f"{name}_schema"]
    assert details["entry_schema"] is None
    rules = await table.anybody.get(details["rules_url"])
    assert rules.headers["content-type"].startswith("text/markdown")


@pytest.mark.server
async def test_printed_cards_are_told_with_their_texts(table: Table) -> None:
    assert (await table.anybody.get("/games/regicide")).json()["cards_url"] is None
    assert (await table.anybody.get("/games/regicide/cards")).status_code == 404
    details = (await table.anybody.get("/games/spellwars")).json()
    cards = (await table.anybody.get(details["cards_url"])).json()
    assert set(cards) == set(details["cards_schema"]["properties"])
    assert {len(cards["components"]), len(cards["treasures"])} == {60, 25}
    assert cards["texts"]["wild_magic"]


@pytest.mark.server
async def test_the_cards_and_ready_decks_of_chosen_are_told(table: Table) -> None:
    details = (await table.anybody.get("/games/chosen")).json()
    assert details["cards_url"] == "/games/chosen/cards"
    cards = (await table.anybody.get(details["cards_url"])).json()
    assert set(cards) == set(details["cards_schema"]["properties"])
    assert (len(cards["adventurers"]), len(cards["texts"])) == (36, 120)
    assert [len(deck["cards"]) for deck in cards["ready_decks"]] == [40] * 4


def openapi() -> Any:
    """Read the exported document, which is the one that is generated: the first test says so."""
    return json.loads((export.GENERATED / "openapi.json").read_text("utf-8"))


def test_every_json_answer_is_described() -> None:
    document = openapi()
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            answers = [one for code, one in call["responses"].items() if code in {"200", "201"}]
            for content in (one["content"] for one in answers if "content" in one):
                schema = content["application/json"]["schema"]
                assert {"$ref", "items"} & set(schema), (method, path)


@pytest.mark.server
async def test_answers_have_what_their_description_requires(table: Table) -> None:
    components = openapi()["components"]["schemas"]

    def check(answer: httpx.Response, name: str) -> None:
        told = answer.json()
        assert (
            set(components[name].get("required", ()))
            <= set(told)
            <= set(components[name]["properties"])
        )

    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob)
    check(await ada.send(match, "a1", {"kind": "signal", "say": "hm"}), "CommandOutcome")
    check(await ada.send(match, "a2", {"kind": "signal", "say": "hm"}), "Problem")
    check(await ada.client.get(f"/matches/{match}/view"), "ViewAnswer")
    check(await table.anybody.get(f"/matches/{match}/view", params={"at": 3}), "ViewAnswer")
    check(await table.anybody.get(f"/matches/{match}"), "MatchSummary")
    (option, *_) = (await ada.view(match))["options"]
    assert set(components["Option"]["required"]) <= set(option)


@pytest.mark.server
async def test_the_page_of_calls_loads_nothing_from_elsewhere(table: Table) -> None:
    page = await table.anybody.get("/docs")
    assert "/matches/{match}/commands" in page.text
    assert "http" not in page.text.replace("HTTP", "").lower().split("<body")[0]


@pytest.mark.server
async def test_answers_carry_security_headers(table: Table) -> None:
    for address in ("/healthz", "/nothing", "/games", "/docs"):
        headers = (await table.anybody.get(address)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "server" not in headers
        assert "etag" not in headers


@pytest.mark.server
async def test_a_token_is_its_account_and_is_told_who_it_is(table: Table) -> None:
    ada = await table.player("Ada Ångström")
    me = (await ada.client.get("/me")).json()
    assert (me["account_id"], me["name"]) == (ada.account, "Ada Ångström")
    keys = (await table.anybody.get("/keys")).json()["keys"]
    assert [key["current"] for key in keys] == [True]


@pytest.mark.server
async def test_an_allowed_page_may_use_the_service(stack: Stack) -> None:
    origin = "https://friend.example"
    gateway = stack.start("gateway", allowed_origins=[origin])
    headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    async with httpx.AsyncClient(base_url=url_of(stack)) as client:
        answer = await client.options("/matches", headers=headers)
        assert answer.headers["access-control-allow-origin"] == origin
        plain = await client.get("/games", headers={"Origin": origin})
        assert plain.headers["access-control-allow-origin"] == origin
    assert gateway.stop() == 0


@pytest.mark.server
async def test_matches_are_listed_by_pages(stack: Stack) -> None:
    for kind in ("worker", "projector", "gateway"):
        stack.start(kind)
    table = Table(url_of(stack))
    ada, bob = await table.player("Ada"), await table.player("Bob")
    made = [await table.match(ada, bob) for _ in range(5)]
    await table.anybody.get("/readyz")
    listed: list[str] = []
    async with asyncio.timeout(30):
        while len(listed) < len(made):  # the projector lists them as it comes by
            listed = await _listed_by_pages(table, bob.account)
    created = {m: (await table.anybody.get(f"/matches/{m}")).json()["created"] for m in made}
    assert listed == sorted(made, key=lambda match: (created[match], match), reverse=True)
    await table.aclose()


async def _listed_by_pages(table: Table, account: str) -> list[str]:
    """Return the running matches of an account, read two at a time."""
    listed: list[str] = []
    query: dict[str, str | int] = {"status": "running", "account": account, "limit": 2}
    while True:
        page = (await table.anybody.get("/matches", params=query)).json()
        listed += [match["match_id"] for match in page["matches"]]
        if page["cursor"] is None:
            return listed
        query["cursor"] = page["cursor"]
