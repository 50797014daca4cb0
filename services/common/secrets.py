"""Keys of the service: the master key that encrypts matches' secrets, and the key that signs heads.

Both come from the environment or from a file in the data folder that only its owner may read, made
at the first start. They are never in the store, never in a log, never in a ``repr``.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkstemp
from typing import Final, Literal, Self

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SecretLabel = Literal["seed", "salt"]
KeyKind = Literal["host", "simulation"]

MASTER_VARIABLE: Final = "PLAYLEDGER_MASTER_KEY"
HOST_VARIABLE: Final = "PLAYLEDGER_HOST_KEY"
KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


class KeyMaterialError(Exception):
    """A key is missing, unreadable, open to others or of the wrong size; the message says which."""


class MasterKey:
    """The service's master key; each purpose has a key derived from it."""

    def __init__(self, key: bytes) -> None:
        """Use 32 bytes."""
        if len(key) != KEY_BYTES:
            msg = f"the master key has {len(key)} bytes and must have {KEY_BYTES}"
            raise KeyMaterialError(msg)
        self._ciphers = {label: AESGCM(_derive(key, label)) for label in ("seed", "salt")}
        self._mac_key = _derive(key, "service mac")

    @classmethod
    def load(cls, data_dir: Path | None, environment: Mapping[str, str] = os.environ) -> Self:
        """Return the key from the environment (hex), or from the data folder, made if missing."""
        return cls(_load(MASTER_VARIABLE, "master.key", data_dir, environment))

    def encrypt(self, label: SecretLabel, match: str, secret: bytes) -> bytes:
        """Return a secret of a match encrypted (AES-256-GCM, random nonce in front)."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._ciphers[label].encrypt(nonce, secret, _bound_to(label, match))

    def decrypt(self, label: SecretLabel, match: str, stored: bytes) -> bytes:
        """Return a secret of a match that ``encrypt`` made for the same label and match.

        Raises:
            cryptography.exceptions.InvalidTag: it was made with another key, label or match.
        """
        nonce, sealed = stored[:_NONCE_BYTES], stored[_NONCE_BYTES:]
        return self._ciphers[label].decrypt(nonce, sealed, _bound_to(label, match))

    def mac(self, message: bytes) -> bytes:
        """Return the service's own HMAC-SHA-256 of a message, 32 bytes."""
        code = hmac.HMAC(self._mac_key, hashes.SHA256())
        code.update(message)
        return code.finalize()

    @property
    def fingerprint(self) -> str:
        """What tells this key from others, and nothing about it."""
        return self.mac(b"playledger master key").hex()

    def __repr__(self) -> str:
        return "MasterKey(hidden)"


class HostKey:
    """An Ed25519 key that signs heads."""

    def __init__(self, seed: bytes, *, kind: KeyKind = "host") -> None:
        """Use the 32 bytes of a private key."""
        if len(seed) != KEY_BYTES:
            msg = f"the host key has {len(seed)} bytes and must have {KEY_BYTES}"
            raise KeyMaterialError(msg)
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.kind: KeyKind = kind
        self.public_hex = (
            self._key.public_key()
            .public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
            .hex()
        )

    @classmethod
    def load(cls, data_dir: Path | None, environment: Mapping[str, str] = os.environ) -> Self:
        """Return the key from the environment (hex), or from the data folder, made if missing."""
        return cls(_load(HOST_VARIABLE, "host.key", data_dir, environment))

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        return f"HostKey({self.kind}, public {self.public_hex})"


def _derive(key: bytes, purpose: str) -> bytes:
    info = f"playledger master key v1: {purpose}".encode()
    return HKDF(hashes.SHA256(), KEY_BYTES, salt=None, info=info).derive(key)


def _bound_to(label: SecretLabel, match: str) -> bytes:
    return f"{match} {label}".encode()


def _load(variable: str, name: str, data_dir: Path | None, environment: Mapping[str, str]) -> bytes:
    given = environment.get(variable)
    if given is not None:
        return _from_hex(given, f"the environment's {variable}")
    if data_dir is None:
        msg = f"set {variable} to {2 * KEY_BYTES} hex digits, or name a data folder"
        raise KeyMaterialError(msg)
    path = data_dir / name
    if not path.exists():
        _make(path)
    if path.stat().st_mode & 0o077:
        msg = f"{path} may be read by others; make it 0600"
        raise KeyMaterialError(msg)
    return _from_hex(path.read_text(encoding="ascii"), str(path))


def _from_hex(given: str, where: str) -> bytes:
    try:
        return bytes.fromhex(given.strip())
    except ValueError:
        msg = f"{where} is not written in hex digits"
        raise KeyMaterialError(msg) from None  # the original would quote the key


def _make(path: Path) -> None:
    """Write a new key; of several processes that start at once, the first one's is kept."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, draft = mkstemp(dir=path.parent)  # 0600 from the start
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(os.urandom(KEY_BYTES).hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        Path(draft).unlink()
