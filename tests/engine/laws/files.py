"""A walk as a match file, for whoever proves it."""

from engine.core.codec import audiences
from engine.core.rng import seed_commitment
from engine.games import discover
from schemas.chain import first_head, seal
from schemas.header import Header
from schemas.match_file import Signer, write_lines
from services.common.secrets import HostKey
from tests.engine.laws.walks import Walk
from tests.toys import TOYS

REGISTRY = discover(TOYS)
_KEY = HostKey(bytes(range(32)))
_SALT_KEY = bytes(range(32, 64))


def match_file(walked: Walk) -> bytes:
    """Return the file of a match with every part shown."""
    terms = walked.terms
    header = Header(
        match=terms.match_id,
        rules=walked.subject.game.rules,
        build="laws",
        config=terms.config.model_dump(mode="json"),
        seats=terms.seats,
        created=terms.created,
        clock=terms.clock,
        seed_commitment=seed_commitment(walked.server_seed),
        key=f"{_KEY.kind}:{_KEY.public_hex}",
        creator=terms.creator,
        arbiters=terms.arbiters,
        bounds=terms.bounds,
    ).encode()
    head = first_head(header)
    commits = []
    for n, parts in enumerate(walked.parts, start=1):
        commits.append(seal(parts, n, head, _SALT_KEY))
        head = commits[-1].head
    lines = write_lines(
        terms.match_id,
        header,
        commits,
        head=first_head(header),
        salt_key=_SALT_KEY,
        shown=audiences(terms.seats),
        closed=True,
        signer=Signer(f"{_KEY.kind}:{_KEY.public_hex}", _KEY.sign),
    )
    return b"".join(lines)
