"""The test vectors of FORMAT.md, computed again from the words of the page, with hashlib alone."""

import hmac
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Parts, audiences
from engine.core.keyed import Keyed
from engine.core.rng import Rng, match_seed, reseeded_seed, seed_commitment
from schemas.chain import commitments, first_head, head_text, next_head, salt, seal
from schemas.header import Header
from schemas.signing import signature_holds

HERE = Path(__file__).parent
CHAIN: dict[str, Any] = json.loads((HERE / "vectors" / "chain.json").read_text("utf-8"))
RANDOMNESS: dict[str, Any] = json.loads((HERE / "vectors" / "randomness.json").read_text("utf-8"))
PAGE = (HERE.parent.parent / "schemas" / "FORMAT.md").read_text("utf-8")


# --- the format once more, written from the page alone -------------------------------------------


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def own_salt(salt_key: bytes, n: int, audience: str) -> bytes:
    return hmac.new(salt_key, u64(n) + audience.encode(), sha256).digest()


def own_head(
    before: bytes, n: int, public: bytes, private: dict[str, bytes], salt_key: bytes
) -> bytes:
    leaf = sha256(b"\x00" + sha256(public).digest())
    for audience, text in private.items():
        leaf.update(sha256(b"\x03" + own_salt(salt_key, n, audience) + text).digest())
    return sha256(b"\x01" + before + u64(n) + leaf.digest()).digest()


class OwnRng:
    def __init__(self, seed: bytes, n: int) -> None:
        self.words = self._words(seed, n)

    @staticmethod
    def _words(seed: bytes, n: int) -> Any:
        i = 0
        while True:
            text = b"playledger rng v1" + u64(n) + u64(i)
            block = hmac.new(seed, text, sha256).digest()
            for start in range(0, 32, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            i += 1

    def below(self, bound: int) -> int:
        while True:
            word = next(self.words)
            if word < 2**64 - 2**64 % bound:
                return word % bound


# --- the vectors ---------------------------------------------------------------------------------


def test_vectors_of_the_chain_follow_from_the_words_of_the_page() -> None:
    head = sha256(b"\x02" + sha256(CHAIN["header"].encode()).digest()).digest()
    assert head.hex() == CHAIN["head_0"]
    salt_key = bytes.fromhex(CHAIN["salt_key"])
    for commit in CHAIN["commits"]:
        private = {audience: text.encode() for audience, text in commit["private"].items()}
        for audience in private:
            assert own_salt(salt_key, commit["n"], audience).hex() == commit["salts"][audience]
        head = own_head(head, commit["n"], commit["public"].encode(), private, salt_key)
        assert head.hex() == commit["head"]


def test_vector_of_the_signature_follows_from_the_words_of_the_page() -> None:
    signed = CHAIN["signature"]
    last = CHAIN["commits"][-1]
    text = f"playledger head v1\nexamplematch0001\n{last['n']}\n{last['head']}\n"
    assert text == signed["text"]
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(signed["private_key"]))
    assert key.sign(text.encode()).hex() == signed["signature"]
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed["public_key"]))
    public.verify(bytes.fromhex(signed["signature"]), text.encode())


def test_vectors_of_the_randomness_follow_from_the_words_of_the_page() -> None:
    server_seed = bytes.fromhex(RANDOMNESS["server_seed"])
    commitment = sha256(b"playledger seed commitment v1" + server_seed).hexdigest()
    assert commitment == RANDOMNESS["seed_commitment"]
    client_seeds = b"".join(bytes.fromhex(seed) for seed in RANDOMNESS["client_seeds"])
    text = b"playledger match seed v1" + RANDOMNESS["match"].encode() + client_seeds
    seed = hmac.new(server_seed, text, sha256).digest()
    assert seed.hex() == RANDOMNESS["match_seed"]
    again = RANDOMNESS["reseed"]
    text = b"playledger reseed v1" + RANDOMNESS["match"].encode()
    text += bytes.fromhex(again["after"]) + client_seeds
    made = hmac.new(bytes.fromhex(again["server_seed"]), text, sha256).hexdigest()
    assert made == again["match_seed"]
    for run in RANDOMNESS["draws"]:
        rng = OwnRng(seed, run["n"])
        for draw in run["below"]:
            assert rng.below(int(draw["bound"])) == int(draw["result"])
    for run in RANDOMNESS["shuffles"]:
        rng, order = OwnRng(seed, run["n"]), list(run["items"])
        for i in range(len(order) - 1, 0, -1):
            j = rng.below(i + 1)
            order[i], order[j] = order[j], order[i]
        assert order == run["result"]


def test_a_draw_below_a_large_bound_skips_words() -> None:
    """The vector would be no witness of the rule if no word had been skipped in it."""
    seed = bytes.fromhex(RANDOMNESS["match_seed"])
    run = RANDOMNESS["draws"][1]
    words = OwnRng(seed, run["n"]).words
    first = [next(words) % int(draw["bound"]) for draw in run["below"]]
    assert first != [int(draw["result"]) for draw in run["below"]]


def test_the_library_makes_the_vectors_of_the_chain() -> None:
    header = CHAIN["header"].encode()
    assert Header.decode(header).encode() == header
    head = first_head(header)
    assert head == CHAIN["head_0"]
    key = bytes.fromhex(CHAIN["salt_key"])
    for commit in CHAIN["commits"]:
        n = commit["n"]
        names = audiences(2)
        private = [commit["private"][name].encode() for name in names]
        assert {name: salt(Keyed(key), n, name).hex() for name in names} == commit["salts"]
        made = commitments(key, n, private)
        assert {a: c.hex() for a, c in zip(names, made, strict=True)} == commit["commitments"]
        head = next_head(head, n, commit["public"].encode(), made)
        assert head == commit["head"]
    signed = CHAIN["signature"]
    assert head_text("examplematch0001", 2, head) == signed["text"].encode()
    named = f"host:{signed['public_key']}"
    assert signature_holds(named, "examplematch0001", 2, head, signed["signature"])
    assert not signature_holds(named, "examplematch0001", 1, head, signed["signature"])


def test_the_library_makes_the_vectors_of_the_randomness() -> None:
    server_seed = bytes.fromhex(RANDOMNESS["server_seed"])
    client_seeds = [bytes.fromhex(seed) for seed in RANDOMNESS["client_seeds"]]
    seed = match_seed(server_seed, RANDOMNESS["match"], client_seeds)
    assert seed_commitment(server_seed) == RANDOMNESS["seed_commitment"]
    assert seed.hex() == RANDOMNESS["match_seed"]
    again = RANDOMNESS["reseed"]
    newest = bytes.fromhex(again["server_seed"])
    made = reseeded_seed(newest, RANDOMNESS["match"], again["after"], client_seeds)
    assert made.hex() == again["match_seed"]
    for run in RANDOMNESS["draws"]:
        rng = Rng(seed, run["n"])
        for draw in run["below"]:
            assert rng.below(int(draw["bound"])) == int(draw["result"])
    for run in RANDOMNESS["shuffles"]:
        assert list(Rng(seed, run["n"]).shuffle(run["items"])) == run["result"]


def values(vector: Any) -> list[str]:
    if isinstance(vector, dict):
        return [value for part in vector.values() for value in values(part)]
    if isinstance(vector, list):
        return [value for part in vector for value in values(part)]
    return [str(vector).replace("\n", "\\n")]


def test_the_page_shows_each_value_of_the_vectors() -> None:
    assert [value for value in values([CHAIN, RANDOMNESS]) if value not in PAGE] == []


# --- any commit ----------------------------------------------------------------------------------


@given(
    key=st.binary(min_size=32, max_size=32),
    n=st.integers(1, 2**63),
    public=st.binary(max_size=40),
    private=st.lists(st.binary(max_size=20), min_size=2, max_size=6),
)
def test_sealing_any_bytes_agrees_with_the_page(
    key: bytes, n: int, public: bytes, private: list[bytes]
) -> None:
    names = audiences(len(private) - 1)
    parts = dict(zip(names, private, strict=True))
    before = first_head(b"header")
    sealed = seal(Parts(public, parts), n, before, key)
    assert sealed.head == own_head(bytes.fromhex(before), n, public, parts, key).hex()
    assert sealed.parts() == Parts(public, parts)
