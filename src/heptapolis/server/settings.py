"""Define the settings of a server and read them from flags, the environment and a TOML file."""

import dataclasses
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_type_hints
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import ArgumentError

from heptapolis.extras import require_extra
from heptapolis.spelling import suggest
from heptapolis.user_files import read_text

T = TypeVar("T")

# Token buckets: capacity, and tokens added per second.
LIMITS: Mapping[str, tuple[float, float]] = {
    "request": (300, 60),  # per address: everything but static files
    "static": (1000, 200),  # per address: static files
    "refused": (50, 0.5),  # per address: refusals for sending too much, answered at once
    "guest": (200, 0.2),  # per address: new identities; a club may share one address
    "claim": (10, 1 / 60),  # per address: attempts with a code
    "write": (60, 10),  # per guest: moves and other changes
    "table": (20, 0.1),  # per guest: new tables
    "say": (8, 0.5),  # per guest
    "spectators": (10, 0.2),  # per table: messages of all spectators together
    "hint": (6, 0.3),  # per guest
    "review": (5, 0.05),  # per address
    "report": (5, 0.01),  # per guest
}
_ROOT_PATH = re.compile(r"(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)*")
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg"}
MIN_TOKEN_CHARS = 16
SECRETS = ("admin_token", "metrics_token")  # settings that are never printed
DATABASE_FORMS = "sqlite:///FILE or postgresql://USER@HOST/NAME"

PREFIX = "HEPTAPOLIS_"  # of the environment variables
FILE_VARIABLE = PREFIX + "CONFIG"  # the settings file
# Variables with the prefix that are no settings of the server.
OTHER_VARIABLES = ("CACHE", "COMMIT", "CONFIG", "QUIET", "SANDBOX", "SCREENSHOTS", "WORKER")
UVICORN_PROXIES_VARIABLE = "FORWARDED_ALLOW_IPS"  # also read, since uvicorn documents it

DEFAULT, FLAG = "default", "flag"  # origins of values, besides variables and files


def data_folder() -> Path:
    """Return the folder for the user's games."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "heptapolis"


def default_file() -> Path:
    """Return the settings file that is read if it exists and no other one is named."""
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "heptapolis" / "server.toml"


def setting(default: T, about: str) -> T:
    """Declare a setting with a default and one line of help."""
    return dataclasses.field(default_factory=lambda: copy(default), metadata={"help": about})


@dataclass(frozen=True)
class Settings:
    """Configure one server."""

    host: str = setting("127.0.0.1", "address to listen on; 0.0.0.0 is all interfaces")
    port: int = setting(8707, "port to listen on")
    socket: Path | None = setting(None, "Unix socket to listen on instead of host and port")
    public_url: str | None = setting(None, "address of the site for its visitors; links use it")
    root_path: str | None = setting(None, "path of the site, like /hepta; default: of public_url")
    allowed_hosts: tuple[str, ...] = setting((), "host names answered; empty: all; *.x allowed")
    https: bool = setting(False, "send cookies over https only; implied by an https public_url")
    trusted_proxies: tuple[str, ...] = setting(
        ("127.0.0.1",), "proxies whose client addresses are believed; exempt from limits"
    )
    database: str | None = setting(None, f"{DATABASE_FORMS}; default: in the data folder")
    workers: int = setting(1, "processes; more than one needs PostgreSQL")
    bot_threads: int = setting(max(1, (os.cpu_count() or 2) - 1), "threads for bots")
    house_rules: tuple[Path, ...] = setting((), "files of house rules, served as games")
    warm_up: bool = setting(True, "compile the rules at the start")

    pause_seconds: float = setting(1.5, "for which bots hold back the last choice of a decision")
    absent_seconds: float = setting(60.0, "until a disconnected player counts as absent")
    open_table_seconds: float = setting(3600.0, "until an open public table without players closes")
    max_tables_per_guest: int = setting(50, "unfinished tables of one guest")
    max_open_tables_per_address: int = setting(10, "open public tables from one address")
    max_spectator_streams: int = setting(200, "live streams of one table's spectators")
    max_spectator_streams_per_address: int = setting(50, "of these, from one address")
    max_player_streams: int = setting(20, "live streams of one player at a table")

    log_format: Literal["text", "json"] = setting("text", "lines of the log: text or json")
    access_log: bool = setting(False, "log every request")
    metrics_port: int | None = setting(None, "port for Prometheus; workers take the next ones")
    metrics_host: str = setting("127.0.0.1", "address to listen on for Prometheus")
    metrics_token: str | None = setting(None, "bearer token that opens /metrics at the main port")
    min_free_mib: int = setting(100, "free space in MiB below which /readyz fails, with SQLite")

    admin_token: str | None = setting(None, "opens the admin page at /admin; none without it")
    backup_folder: Path | None = setting(None, "folder for scheduled backups; none without it")
    backup_hours: float = setting(24.0, "between scheduled backups")
    backup_keep: int = setting(7, "scheduled backups that are kept, at least one")

    keep_finished_days: float | None = setting(
        None, "then finished games are deleted; default: never"
    )
    keep_networks_days: float = setting(
        14.0, "for which the networks of guests are stored, for bans; 0: never"
    )
    keep_unused_guests_days: float | None = setting(
        None, "then guests without any table are deleted; default: never"
    )

    max_body_bytes: int = setting(65_536, "size of a request body")
    max_connections: int = setting(4000, "connections of one process; fewer if files are limited")
    max_connections_per_address: int = setting(1000, "per address, or /64 network of IPv6")
    heartbeat_seconds: float = setting(15.0, "between heartbeats on an idle stream")
    header_seconds: float = setting(10.0, "until a request has begun")
    body_seconds: float = setting(20.0, "until the whole request has arrived")
    idle_seconds: float = setting(30.0, "between two requests of a connection")
    answer_seconds: float = setting(60.0, "for a client to read on when its buffer is full")
    limits: Mapping[str, tuple[float, float]] = setting(
        LIMITS, "rate limits by kind: [capacity, tokens a second]"
    )

    def __post_init__(self) -> None:
        _check_database(self.database)
        if self.is_shared:
            require_extra("postgres", "PostgreSQL")
        if self.public_url is not None:
            _check_public_url(self.public_url)
        self._check_root_path()
        if not 0 <= self.port <= 65_535:
            raise ValueError(f"port: 1 to 65535, got {self.port}")
        if self.workers < 1:
            raise ValueError(f"workers: 1 or more, got {self.workers}")
        if self.workers > 1 and not self.is_shared:
            raise ValueError(
                "several workers need PostgreSQL: --database postgresql://… (SQLite has one)"
            )
        self._check_metrics()
        self._check_retention()
        if self.backup_hours <= 0 or self.backup_keep < 1:
            raise ValueError("backup_hours and backup_keep: more than 0")
        if unknown := sorted(self.limits.keys() - LIMITS.keys()):
            raise ValueError(f"limits: no limit {unknown[0]!r}{suggest(unknown[0], LIMITS)}")

    def _check_root_path(self) -> None:
        if self.root_path is not None and not _is_root(self.root_path):
            raise ValueError(f"root_path: a path like /hepta, got {self.root_path!r}")
        public = urlsplit(self.public_url or "").path.rstrip("/")
        if self.public_url is not None and self.root != public:
            raise ValueError(
                f"root_path: {self.root or '/'}, but the path of public_url is {public or '/'}"
            )

    def _check_retention(self) -> None:
        for name in ("keep_finished_days", "keep_unused_guests_days"):
            days = getattr(self, name)
            if days is not None and days <= 0:
                raise ValueError(f"{name}: more than 0, got {days}")
        if self.keep_networks_days < 0:
            raise ValueError(f"keep_networks_days: 0 or more, got {self.keep_networks_days}")

    def _check_metrics(self) -> None:
        if self.metrics_port is not None and not 1 <= self.metrics_port <= 65_535:
            raise ValueError(f"metrics_port: 1 to 65535, got {self.metrics_port}")
        for name in SECRETS:
            if len(getattr(self, name) or "x" * MIN_TOKEN_CHARS) < MIN_TOKEN_CHARS:
                raise ValueError(f"{name}: {MIN_TOKEN_CHARS} or more characters")
        if self.metrics_token and self.workers > 1:
            raise ValueError("metrics_token: several workers need metrics_port, a port for each")

    @property
    def is_shared(self) -> bool:
        """Return whether several servers can use this database."""
        return (self.database or "").startswith("postgresql")

    @property
    def has_secure_cookies(self) -> bool:
        return self.https or (self.public_url or "").startswith("https:")

    @property
    def site_url(self) -> str | None:
        """Return the public URL with a slash at its end."""
        return self.public_url and self.public_url.rstrip("/") + "/"

    @property
    def root(self) -> str:
        """Return the path below which the site is served, without a slash at its end, or ""."""
        path = urlsplit(self.public_url or "").path if self.root_path is None else self.root_path
        return path.rstrip("/")

    @property
    def default_database(self) -> str:
        """Return the URL of the database that is used if none is named."""
        return f"sqlite:///{data_folder() / 'games.sqlite'}"

    @property
    def database_url(self) -> str:
        """Return the database URL with the driver. The data folder is created if it is used."""
        if self.database is None:
            # it contains keys and seeds
            try:
                data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
            except OSError as error:
                raise OSError(f"data folder {data_folder()}: {error.strerror}") from None
            return self.default_database
        scheme, _, rest = self.database.partition(":")
        return f"{DRIVERS.get(scheme, scheme)}:{rest}"

    def allows_host(self, host: str) -> bool:
        """Return whether requests may name this host, which may have a port."""
        if not self.allowed_hosts:
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        own = urlsplit(self.public_url or "").hostname
        return name == own or any(_matches(name, one) for one in self.allowed_hosts)

    def for_worker(self) -> "Settings":
        """Return the settings for one of the workers, which share the bot threads."""
        return replace(self, bot_threads=max(1, round(self.bot_threads / self.workers)))

    def to_json(self) -> str:
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> "Settings":
        return TypeAdapter(cls).validate_python(json.loads(text))


@dataclass(frozen=True)
class LoadedSettings:
    """Hold settings, and for each of them the flag, variable or file that it comes from."""

    settings: Settings
    origins: Mapping[str, str]


def load_settings(
    flags: Mapping[str, Any], *, file: Path | None = None, environ: Mapping[str, str] = os.environ
) -> LoadedSettings:
    """Merge the settings of flags (None: not given), of the environment and of a TOML file.

    Flags override variables, and these override the file. Raise ValueError in one line.
    """
    named = file or (Path(environ[FILE_VARIABLE]) if environ.get(FILE_VARIABLE) else None)
    values: dict[str, Any] = {}
    origins = dict.fromkeys(HELP, DEFAULT)
    path = named or (default_file() if default_file().exists() else None)
    given = [
        *((name, value, str(path)) for name, value in (_from_file(path) if path else {}).items()),
        *_from_environment(environ),
        *((name, value, FLAG) for name, value in flags.items() if value is not None),
    ]
    for name, value, origin in given:
        values[name] = _parse(name, value, origin)
        origins[name] = origin
    return LoadedSettings(Settings(**values), origins)


def _from_file(path: Path) -> dict[str, Any]:
    """Return the values of a settings file; paths are relative to its folder."""
    try:
        values = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: not valid TOML: {error}") from None
    for name in values:
        if name not in HELP:
            raise ValueError(f"{path}: no setting {name!r}{suggest(name, HELP)}")
    for name in ("backup_folder", "house_rules", "socket"):
        one_or_many = values.get(name)
        if isinstance(one_or_many, str):
            values[name] = str(path.parent / one_or_many)
        elif isinstance(one_or_many, list):
            values[name] = [str(path.parent / str(one)) for one in one_or_many]
    return values


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, Any, str]]:
    """Yield name, value and variable: texts, lists with commas, tables as JSON."""
    if proxies := environ.get(UVICORN_PROXIES_VARIABLE):
        yield "trusted_proxies", _split("trusted_proxies", proxies, ""), UVICORN_PROXIES_VARIABLE
    for variable in sorted(environ):
        name = variable.removeprefix(PREFIX)
        if name == variable or name in OTHER_VARIABLES:
            continue
        key, text = name.lower(), environ[variable]
        if key not in HELP or name != name.upper():
            raise ValueError(f"{variable}: no such setting{_nearest_variable(name)}")
        yield key, _split(key, text, variable), variable


def _nearest_variable(name: str) -> str:
    return suggest(PREFIX + name, [PREFIX + known.upper() for known in HELP])


def _split(name: str, text: str, variable: str) -> Any:
    """Return the value of a variable in the form that a file would have."""
    if name in LISTS:
        return [part.strip() for part in text.split(",") if part.strip()]
    if name != "limits":
        return text
    try:
        return json.loads(text)
    except ValueError:
        raise ValueError(f'{variable}: JSON like {{"say": [8, 0.5]}}, got {text!r}') from None


def _parse(name: str, value: Any, where: str) -> Any:
    """Return a value in its type. Limits that are not given keep their defaults."""
    try:
        parsed = _TYPES[name].validate_python(value)
    except ValidationError as error:
        reason = error.errors()[0]["msg"]
        place = name if where == FLAG else f"{where}: {name}"
        raise ValueError(f"{place}: {reason[:1].lower()}{reason[1:]}, got {value!r}") from None
    return {**LIMITS, **parsed} if name == "limits" else parsed


def _check_database(database: str | None) -> None:
    if database is None:
        return
    scheme = database.partition(":")[0]
    try:
        url = sa.make_url(database)
    except ArgumentError:
        url = None
    is_known = url is not None and scheme in {*DRIVERS, *DRIVERS.values()}
    if not is_known or (url is not None and scheme == "sqlite" and url.host):
        raise ValueError(f"database: {DATABASE_FORMS}, got {database!r}")


def _check_public_url(public_url: str) -> None:
    try:
        url = urlsplit(public_url)
        is_valid = url.scheme in ("http", "https") and url.hostname and url.port != 0
    except ValueError:
        is_valid = False
    if not is_valid or url.query or url.fragment or url.username or not _is_root(url.path):
        raise ValueError(
            f"public_url: an address like https://games.example.org, got {public_url!r}"
        )


def _is_root(path: str) -> bool:
    return _ROOT_PATH.fullmatch(path.removesuffix("/")) is not None


def _matches(host: str, pattern: str) -> bool:
    """Return whether a host is the pattern, or below a domain written as ``*.example.org``."""
    if pattern.startswith("*."):
        return host.endswith(pattern[1:].lower())
    return host == pattern.lower().strip("[]")


HELP: Mapping[str, str] = {
    field.name: str(field.metadata["help"]) for field in dataclasses.fields(Settings)
}
_TYPES: Mapping[str, TypeAdapter[Any]] = {
    name: TypeAdapter(kind) for name, kind in get_type_hints(Settings).items()
}
LISTS = ("allowed_hosts", "house_rules", "trusted_proxies")
