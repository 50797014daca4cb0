"""How a command of the command line fails: with one clear line and an exit code."""


def printable(text: str) -> str:
    """Return a text with its control characters escaped: files and gateways may be hostile."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class CommandError(Exception):
    """What stops a command; the message is one line for the user."""

    exit_code = 2


class UsageError(CommandError):
    """Wrong use, or an input that cannot be read."""


class SaysNoError(CommandError):
    """The answer is no: not genuine, not found, refused."""

    exit_code = 1
