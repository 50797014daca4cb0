"""What all calls of a gateway share."""

from engine.games import Registry
from schemas.match_file import Signer
from services.common.fold import Folder
from services.common.secrets import HostKey, MasterKey
from services.common.settings import Settings
from services.common.store import Store
from services.common.store_directory import Directory
from services.gateway.accounts import Accounts
from services.gateway.audience import Audiences
from services.gateway.commands import Commands
from services.gateway.hub import Hub
from services.gateway.limits import DEFAULT_LIMITS, Limits
from services.gateway.matches import Matches
from services.gateway.pinger import Pinger
from services.gateway.presence import Presence
from services.gateway.reading import Reading


class Gateway:
    """A gateway's parts, made once for a process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        registry: Registry,
        *,
        master_key: MasterKey,
        host_key: HostKey,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.settings = settings
        self.store = store
        self.registry = registry
        self.limits = limits
        self.signer = Signer(key=f"{host_key.kind}:{host_key.public_hex}", sign=host_key.sign)
        self.folder = Folder(store, registry, snapshot_every=settings.snapshot_every)
        self.audiences = Audiences(store)
        self.reading = Reading(store, registry, self.folder, self.audiences)
        timeout_s = settings.answer_timeout_ms / 1000
        self.hub = Hub(store, self.folder, self.reading, self.audiences, answer_timeout_s=timeout_s)
        self.directory = Directory(store)
        self.pinger = Pinger(limits.ping_s)
        self.presence = Presence(store, settings.lease_ms)
        self.accounts = Accounts(self.directory)
        self.matches = Matches(store, registry, master_key, self.signer.key)
        self.commands = Commands(
            store,
            self.hub,
            self.matches,
            self.reading,
            self.accounts,
            timeout_s=timeout_s,
        )
