"""Fixtures of the tests of Sorcery."""

from tests.engine.games.sorcery.samples import printed, samples

__all__ = ["printed", "samples"]
