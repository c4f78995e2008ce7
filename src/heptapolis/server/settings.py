"""Define the settings of a server, filled in by the command line and `create_app`."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from heptapolis.extras import require_extra

# Token buckets: capacity, and tokens added per second.
LIMITS: Mapping[str, tuple[float, float]] = {
    "request": (200, 50),  # per address: everything but static files
    "guest": (60, 0.2),  # per address: new identities; a club may share one address
    "claim": (10, 1 / 60),  # per address: attempts with a code
    "write": (60, 10),  # per guest: moves and other changes
    "table": (20, 0.1),  # per guest: new tables
    "say": (8, 0.5),  # per guest
    "spectators": (10, 0.2),  # per table: messages of all spectators together
    "hint": (6, 0.3),  # per guest
    "review": (5, 0.05),  # per address
}
PROXIES = "FORWARDED_ALLOW_IPS"  # the environment variable, named as in uvicorn
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg"}


def data_folder() -> Path:
    """Return the folder for the user's games."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "heptapolis"


@dataclass(frozen=True)
class Settings:
    """Configure one server."""

    database: str | None = None  # an SQLAlchemy URL; None is SQLite in `data_folder`
    secure_cookies: bool = False  # for servers behind https
    host: str | None = None  # the address at which it listens, if known
    threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))  # for bots
    patience: float = 60.0  # seconds until a disconnected player counts as absent
    # seconds that bots hold the last choice back, unless the table says otherwise
    pause: float = 1.5
    heartbeat: float = 15.0  # seconds between heartbeats on an idle stream
    most_tables: int = 50  # unfinished tables of one guest
    most_waiting: int = 10  # open public tables from one address
    open_life: float = 3600.0  # seconds that such a table is kept without a present player
    most_streams: int = 200  # live streams of one table's spectators
    most_own_streams: int = 20  # live streams of one player at a table
    most_bytes: int = 65_536  # size of a request body
    most_connections: int = 4000  # per process; fewer if the system allows fewer open files
    most_connections_of_one: int = 250  # per address, or /64 network of IPv6: a club may share one
    header_seconds: float = 10.0  # until a request has begun
    body_seconds: float = 20.0  # until the whole request has arrived
    idle_seconds: float = 30.0  # between two requests
    answer_seconds: float = 60.0  # for a client to read on when its buffer is full
    # Addresses of trusted proxies: exempt from the limits, and believed about client addresses.
    proxies: str = field(default_factory=lambda: os.environ.get(PROXIES, "127.0.0.1"))
    warm_up: bool = True  # compile or load the rules when the server starts
    house: tuple[Path, ...] = ()  # files with house rules
    limits: Mapping[str, tuple[float, float]] = field(default_factory=lambda: dict(LIMITS))

    def __post_init__(self) -> None:
        scheme, colon, _ = (self.database or "sqlite:").partition(":")
        if not colon or scheme not in {*DRIVERS, *DRIVERS.values()}:
            raise ValueError(f"database: sqlite:///FILE or postgresql://…, got {self.database!r}")
        if self.is_shared:
            require_extra("postgres", "PostgreSQL")

    @property
    def is_shared(self) -> bool:
        """Return whether several servers can use this database."""
        return (self.database or "").startswith("postgresql")

    def for_worker(self, workers: int) -> "Settings":
        """Return the settings for one of several workers, which share the bot threads."""
        if workers > 1 and not self.is_shared:
            raise ValueError(
                "several workers need PostgreSQL: --database postgresql://… (SQLite has one)"
            )
        return replace(self, threads=max(1, round(self.threads / workers)))

    def to_json(self) -> str:
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> "Settings":
        values = json.loads(text)
        return cls(**{**values, "house": tuple(map(Path, values["house"]))})

    @property
    def database_url(self) -> str:
        """Return the database URL with the driver."""
        if self.database is None:
            folder = data_folder()
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)  # it contains keys and seeds
            return f"sqlite:///{folder / 'games.sqlite'}"
        scheme, _, rest = self.database.partition(":")
        return f"{DRIVERS.get(scheme, scheme)}:{rest}"
