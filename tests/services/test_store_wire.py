"""The connections under the store: every reply finds its call, whatever befalls the connection."""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import ssl
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
import pytest_asyncio
import uvloop
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from redis.exceptions import ResponseError

from services.common import store_wire
from services.common.embedded import EmbeddedServer
from services.common.store_wire import (
    CONNECTIONS,
    Command,
    StoreUnavailableError,
    Wire,
    number,
    text,
)
from tests.services.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

pytestmark = pytest.mark.server


@pytest_asyncio.fixture
async def wire(server_url: str) -> AsyncIterator[Wire]:
    wire = Wire(server_url, patience_s=5)
    await wire.call("FLUSHALL")
    yield wire
    await wire.aclose()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that nobody else uses."""
    server = EmbeddedServer(tmp_path / "own")
    server.start()
    yield server
    server.stop()


async def test_replies_come_in_order_and_errors_stay_with_their_calls(wire: Wire) -> None:
    commands: list[Command] = []
    for i in range(500):
        commands += [("SET", f"k{i}", b"\x00\r\n" * i), ("STRLEN", f"k{i}"), ("LPUSH", f"k{i}", 1)]
    replies = await wire.send(commands)
    assert replies[0::3] == [b"OK"] * 500
    assert replies[1::3] == [3 * i for i in range(500)]
    assert all(isinstance(reply, ResponseError) for reply in replies[2::3])
    assert str(replies[2]).startswith("WRONGTYPE")
    assert await wire.send([]) == []
    nested = await wire.send([("HSET", "h", "a", 1, "b", 2), ("HGETALL", "h"), ("GET", "none")])
    assert nested == [2, [b"a", b"1", b"b", b"2"], None]


async def test_many_callers_share_few_connections(wire: Wire) -> None:
    async def call(i: int) -> str:
        return text(await wire.call("ECHO", str(i)))

    assert await asyncio.gather(*(call(i) for i in range(200))) == [str(i) for i in range(200)]
    clients = text(await wire.call("CLIENT", "LIST")).splitlines()
    assert 1 < len(clients) <= CONNECTIONS


async def test_who_gives_up_leaves_no_reply_to_the_next(wire: Wire) -> None:
    async def wait(name: str) -> None:
        await wire.call("BLPOP", name, 0)

    for i in range(5):
        waiting = asyncio.create_task(wait(f"list{i}"))
        while not number(await wire.call("EXISTS", f"seen{i}")):
            blocked = text(await wire.call("INFO", "clients"))
            if "blocked_clients:1" in blocked:
                await wire.call("SET", f"seen{i}", "1")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()
        await wire.call("RPUSH", f"list{i}", "late")
        assert text(await wire.call("ECHO", str(i))) == str(i)


async def test_a_connection_that_the_server_closed_meanwhile_is_replaced(
    wire: Wire, server_url: str
) -> None:
    line = wire.line()
    assert await line.send([("PING",)]) == [b"PONG"]
    other = Wire(server_url, patience_s=1)
    await other.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert text(await wire.call("PING")) == "PONG"
    with suppress(StoreUnavailableError):  # a line is not retried; it may have noticed already
        await line.send([("PING",)])
    assert await line.send([("PING",)]) == [b"PONG"]
    await line.aclose()
    await other.aclose()


@pytest.mark.parametrize("replies", [True, False])
async def test_a_pipeline_that_is_cut_anywhere_is_sent_again(
    server_url: str, tmp_path: Path, *, replies: bool
) -> None:
    async with Proxy(server_url, tmp_path / "proxy.sock") as proxy:
        wire = Wire(proxy.url, patience_s=5)
        expected = [str(i).encode() * 50 for i in range(100)]
        for cut in range(0, 6_000, 500):
            proxy.cut_after(cut, replies=replies)
            assert await wire.send([("ECHO", one) for one in expected]) == expected
        assert proxy.cuts >= 12
        await wire.aclose()


async def test_a_server_that_does_not_answer_is_given_up(
    server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_wire, "REPLY_TIMEOUT_S", 0.2)
    async with Proxy(server_url, tmp_path / "proxy.sock") as proxy:
        wire = Wire(proxy.url, patience_s=0)
        assert text(await wire.call("PING")) == "PONG"
        proxy.stall()
        with pytest.raises(StoreUnavailableError):
            await wire.call("ECHO", "lost")
        proxy.go_on()
        assert text(await wire.call("ECHO", "found")) == "found"
        await wire.aclose()


async def test_a_server_that_takes_no_writes_now_is_waited_for(own_server: EmbeddedServer) -> None:
    wire = Wire(own_server.url, patience_s=0)
    await wire.call("REPLICAOF", "127.0.0.1", 1)
    with pytest.raises(StoreUnavailableError, match="READONLY"):
        await wire.call("SET", "a", 1)
    patient = Wire(own_server.url, patience_s=30)
    writing = asyncio.create_task(patient.call("SET", "a", 1))
    await wire.call("REPLICAOF", "NO", "ONE")
    assert await writing == b"OK"
    await wire.aclose()
    await patient.aclose()


async def test_an_address_may_name_password_and_database(own_server: EmbeddedServer) -> None:
    wire = Wire(own_server.url, patience_s=0)
    await wire.call("CONFIG", "SET", "requirepass", "open sesame")
    path = own_server.url.removeprefix("unix://")
    inside = Wire(f"unix://:open%20sesame@{path}?db=3&client_name=gate", patience_s=0)
    assert "db=3" in text(await inside.call("CLIENT", "INFO"))
    assert "name=gate" in text(await inside.call("CLIENT", "INFO"))
    outside = Wire(own_server.url, patience_s=0)
    with pytest.raises(StoreUnavailableError, match="Authentication"):
        await outside.call("GET", "a")
    for one in (wire, inside, outside):
        await one.aclose()


async def test_an_address_may_ask_for_tls(own_server: EmbeddedServer, tmp_path: Path) -> None:
    async with tls_in_front_of(own_server.url, tmp_path) as url:
        wire = Wire(url, patience_s=0)
        expected = [str(i).encode() * 500 for i in range(300)]
        assert await wire.send([("ECHO", one) for one in expected]) == expected
        await wire.aclose()
        stranger = Wire(url.partition("?")[0], patience_s=0)
        with pytest.raises(StoreUnavailableError):
            await stranger.call("PING")
        await stranger.aclose()


def test_the_loop_of_the_processes_serves_as_well(
    own_server: EmbeddedServer, tmp_path: Path
) -> None:
    async def talk() -> None:
        async with tls_in_front_of(own_server.url, tmp_path) as url:
            for address in (own_server.url, url):
                wire = Wire(address, patience_s=0)
                expected = [str(i).encode() * 500 for i in range(300)]
                assert await wire.send([("ECHO", one) for one in expected]) == expected
                await wire.aclose()

    uvloop.run(talk())


@asynccontextmanager
async def tls_in_front_of(url: str, folder: Path) -> AsyncIterator[str]:
    """Serve a Unix socket's server over TLS, with a certificate of its own."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "store")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "key.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(
            unquote(url.removeprefix("unix://"))
        )
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(4096):
            writer.write(chunk)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"rediss://127.0.0.1:{port}?ssl_ca_certs={folder / 'cert.pem'}"
    finally:
        server.close()
