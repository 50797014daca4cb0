"""What a process of the service loads before it looks at its settings; see ``nursery``."""

import services.cli.clear_errors
import services.cli.main
import services.cli.settings
import services.gateway.main
import services.projector.main
import services.worker.main  # noqa: F401  # all are loaded for what is forked off
from engine.games import discover
from services.common.garbage import look_seldom
from tests.toys import TOYS

discover(TOYS)
look_seldom()
