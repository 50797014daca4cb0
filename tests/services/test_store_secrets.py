"""Keys: kept in a file that only the owner reads, bound to what they encrypt, never shown."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from services.common.secrets import HostKey, KeyMaterialError, MasterKey

if TYPE_CHECKING:
    from pathlib import Path

KEY = bytes(range(32))


def test_a_key_is_made_once_and_only_the_owner_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first, second = MasterKey.load(folder, {}), MasterKey.load(folder, {})
    assert first.mac(b"x") == second.mac(b"x")
    assert stat.S_IMODE((folder / "master.key").stat().st_mode) == 0o600
    assert HostKey.load(folder, {}).public_hex == HostKey.load(folder, {}).public_hex
    assert sorted(file.name for file in folder.iterdir()) == ["host.key", "master.key"]


def test_the_environment_comes_first(tmp_path: Path) -> None:
    given = MasterKey.load(tmp_path, {"PLAYLEDGER_MASTER_KEY": KEY.hex()})
    assert given.mac(b"x") == MasterKey(KEY).mac(b"x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("bad", ["", "zz", "ab" * 31, "ab" * 33])
def test_a_bad_key_is_refused_without_showing_it(bad: str) -> None:
    with pytest.raises(KeyMaterialError) as caught:
        MasterKey.load(None, {"PLAYLEDGER_MASTER_KEY": bad})
    assert not bad or bad not in str(caught.value)
    with pytest.raises(KeyMaterialError):
        HostKey.load(None, {"PLAYLEDGER_HOST_KEY": bad})


def test_a_key_is_never_guessed_or_open_to_others(tmp_path: Path) -> None:
    with pytest.raises(KeyMaterialError, match="data folder"):
        MasterKey.load(None, {})
    MasterKey.load(tmp_path, {})
    (tmp_path / "master.key").chmod(0o644)
    with pytest.raises(KeyMaterialError, match="0600"):
        MasterKey.load(tmp_path, {})


def test_a_secret_opens_for_its_match_and_purpose_only() -> None:
    key = MasterKey(KEY)
    stored = key.encrypt("seed", "m1", b"secret")
    assert key.decrypt("seed", "m1", stored) == b"secret"
    assert key.encrypt("seed", "m1", b"secret") != stored
    for attempt in (
        lambda: key.decrypt("salt", "m1", stored),
        lambda: key.decrypt("seed", "m2", stored),
        lambda: MasterKey(bytes(32)).decrypt("seed", "m1", stored),
        lambda: key.decrypt("seed", "m1", stored[:-1] + bytes([stored[-1] ^ 1])),
    ):
        with pytest.raises(InvalidTag):
            attempt()


def test_signatures_verify_with_the_public_key() -> None:
    key = HostKey(KEY, kind="simulation")
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public_hex))
    public.verify(key.sign(b"head"), b"head")
    assert key.kind == "simulation"


def test_keys_do_not_show_themselves() -> None:
    for key in (MasterKey(KEY), HostKey(KEY)):
        shown = f"{key!r} {key}"
        assert KEY.hex() not in shown
        assert repr(KEY) not in shown
