"""What a host can set; the command line and `create_app` fill it."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from heptapolis.extras import require_extra

# Token buckets: how many at once, and how many a second come back.
LIMITS: Mapping[str, tuple[float, float]] = {
    "request": (200, 50),  # by address: everything but static files
    "guest": (60, 0.2),  # by address: new identities; a whole club may share one
    "claim": (10, 1 / 60),  # by address: codes tried
    "write": (60, 10),  # by guest: moves and other changes
    "table": (20, 0.1),  # by guest: new tables
    "say": (8, 0.5),  # by guest
    "spectators": (10, 0.2),  # by table: what all say who only watch
    "hint": (6, 0.3),  # by guest
    "review": (5, 0.05),  # by address
}
PROXIES = "FORWARDED_ALLOW_IPS"  # the environment variable, as uvicorn calls it
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg"}


def data_folder() -> Path:
    """Where a user's games are kept."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "heptapolis"


@dataclass(frozen=True)
class Settings:
    """How one server runs."""

    database: str | None = None  # an SQLAlchemy address; None is SQLite in `data_folder`
    secure_cookies: bool = False  # behind https
    host: str | None = None  # the address where it listens, if that is known
    threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))  # of bots
    patience: float = 60.0  # seconds until somebody who is not there counts as absent
    pause: float = 1.5  # seconds that bots hold the last choice back where a table does not say
    heartbeat: float = 15.0  # seconds between signs of life on an idle stream
    most_tables: int = 50  # unfinished ones of one guest
    most_waiting: int = 10  # public tables that wait for players, opened from one address
    open_life: float = 3600.0  # seconds that such a table is kept while nobody comes
    most_streams: int = 200  # live streams of one table's spectators
    most_own_streams: int = 20  # live streams of one player there
    most_bytes: int = 65_536  # of a request's body
    most_connections: int = 4000  # of one process; fewer where the system has fewer files
    most_connections_of_one: int = 250  # address, or /64 of IPv6: a club may share one
    header_seconds: float = 10.0  # until a request has begun
    body_seconds: float = 20.0  # until all of it is there
    idle_seconds: float = 30.0  # between two requests
    answer_seconds: float = 60.0  # until an answer that fills the line is read on
    # Addresses of proxies, which are not counted, and whose word for a visitor's is taken.
    proxies: str = field(default_factory=lambda: os.environ.get(PROXIES, "127.0.0.1"))
    warm_up: bool = True  # compile or load the rules when the server starts
    house: tuple[Path, ...] = ()  # files of house rules that are variants here
    limits: Mapping[str, tuple[float, float]] = field(default_factory=lambda: dict(LIMITS))

    def __post_init__(self) -> None:
        scheme, colon, _ = (self.database or "sqlite:").partition(":")
        if not colon or scheme not in {*DRIVERS, *DRIVERS.values()}:
            raise ValueError(f"database: sqlite:///FILE or postgresql://…, got {self.database!r}")
        if self.is_shared:
            require_extra("postgres", "PostgreSQL")

    @property
    def is_shared(self) -> bool:
        """Several servers can be at this database."""
        return (self.database or "").startswith("postgresql")

    def for_worker(self, workers: int) -> "Settings":
        """Those of one worker among several; the threads of bots are shared out."""
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
        """The address with the driver that we use."""
        if self.database is None:
            folder = data_folder()
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)  # keys and seeds are in there
            return f"sqlite:///{folder / 'games.sqlite'}"
        scheme, _, rest = self.database.partition(":")
        return f"{DRIVERS.get(scheme, scheme)}:{rest}"
