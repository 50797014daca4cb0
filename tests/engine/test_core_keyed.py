"""The HMACs made here are those of the standard library."""

import hmac

from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.keyed import Keyed


@given(key=st.binary(max_size=130), text=st.binary(max_size=130))
@example(key=b"", text=b"")
@example(key=bytes(64), text=bytes(64))
@example(key=bytes(65), text=bytes(65))
def test_it_is_hmac_sha_256(key: bytes, text: bytes) -> None:
    assert Keyed(key).digest(text) == hmac.digest(key, text, "sha256")
