"""What can stop a process of the service and can be mended by whoever runs it."""

from collections.abc import Generator
from contextlib import contextmanager

from engine.core.rejection import EngineError
from services.cli.errors import CommandError, SaysNoError
from services.common.bootstrap import UnfitServerError
from services.common.secrets import KeyMaterialError
from services.common.store_wire import StoreUnavailableError
from services.worker.own import CannotActError


@contextmanager
def clear_errors() -> Generator[None]:
    """Turn an error that an operator can mend into one line."""
    try:
        yield
    except (CannotActError, EngineError) as error:
        raise SaysNoError(str(error)) from error
    except (StoreUnavailableError, UnfitServerError, KeyMaterialError) as error:
        raise CommandError(str(error)) from error
