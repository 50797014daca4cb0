"""Games for the tests: each module gives ``VERSIONS``, like a folder of ``engine.games``."""
