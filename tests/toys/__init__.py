"""Games for the tests: each module gives ``VERSIONS``, like a folder of ``engine.games``."""

TOYS = ("tests.toys.rps", "tests.toys.poison", "tests.toys.brings")
"""The modules, as ``extra_games`` names them."""
