"""Ed25519 signatures under a match file."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from schemas.chain import head_text


def signature_holds(key: str, match: str, n: int, head: str, signature: str) -> bool:
    """Tell whether a signature (hex) under commit n and its head was made with the named key."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.partition(":")[2]))
        public.verify(bytes.fromhex(signature), head_text(match, n, head))
    except (InvalidSignature, ValueError):  # ValueError: no key has these bytes
        return False
    return True
