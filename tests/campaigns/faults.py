"""A fault campaign: ``python -m tests.campaigns.faults --help``.

Simulated players, with bots and with each other, keep a ledger of requests and responses. Meanwhile
servers are killed (`kill -9`), the database is restarted, the disk is full or read-only, and clocks
jump; requests are duplicated, late, or disconnected before the response. Afterwards the database is
checked: no acknowledged request is lost or stored twice, every log can be replayed, and no table is
incomplete. A kill counts only if it cut off a request: completely sent, and never answered.

``--store`` saves the counts in faults.json and rewrites docs/faults.md.
"""

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

from heptapolis.machine import machine
from tests.campaigns import fault_page
from tests.campaigns.fault_audit import Audit, audit
from tests.campaigns.fault_clients import NoAnswer, Person, RequestTracker
from tests.campaigns.fault_servers import (
    Database,
    Disk,
    ForkServer,
    PostgreSQLServer,
    Server,
    SQLiteFile,
)

DAY = 86_400.0
JUMPS = (-3650 * DAY, -DAY, -3600.0, -30.0, 30.0, 3600.0, DAY, 3650 * DAY)  # seconds
KILL_DELAY_SECONDS = 0.03  # maximum delay between a request and the kill
MAX_MOVES_BETWEEN_FAULTS, MAX_WAIT_SECONDS = (
    8,
    10.0,
)  # maximum wait between two faults, in moves and in seconds
MAX_PAUSE_SECONDS = 0.3  # maximum pause between two faults
OUTAGE_SECONDS = 1.5  # duration of a fault of disk or lock
RECOVERY_SECONDS = 180.0  # limit within which games must go on after the last fault

# The number of people and the options of each table. All bots answer immediately.
ROOMS: list[tuple[int, dict[str, Any]]] = [
    (1, {"game": "duel", "bots": ["random"]}),
    (1, {"seats": 3, "leaders": True, "bots": ["random", "greedy"]}),
    (1, {"seats": 7, "bots": ["random"] * 6, "pause": 0.2}),
    (2, {"game": "duel", "private": False}),
    (2, {"seats": 3, "bots": ["random"], "absent": "bot", "pause": 0.1}),
    (3, {"seats": 3, "clock": 10}),
    (2, {"seats": 2, "clock": 20}),
]


@dataclass(frozen=True)
class Plan:
    """Numbers of faults for each database, and the maximum duration."""

    seconds: float
    kills: int = 500
    restarts: int = 50
    jumps: int = 40
    locks: int = 5
    full: int = 5
    read_only: int = 5
    rooms: int = len(ROOMS)
    seed: int = 1
    may_mount: bool = True  # a separate disk

    def events(self) -> list[str]:
        """Return the kinds of all faults in random order; each kind is spread evenly."""
        rng, events = Random(self.seed), list[tuple[float, str]]()
        for kind in ("kills", "restarts", "jumps", "locks", "full", "read_only"):
            n = getattr(self, kind)
            events += [((k + rng.random()) / n, kind) for k in range(n)]
        return [kind for _, kind in sorted(events)]


@dataclass
class Result:
    """Faults caused to one database, and their effects."""

    database: str
    servers: int
    seconds: float = 0.0
    kills: int = 0  # all kills
    counted: int = 0  # kills that cut off a request
    done: Counter[str] = field(default_factory=Counter)  # faults by kind
    manners: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(
        default_factory=Counter
    )  # errors of the database in the servers' logs
    starts: list[float] = field(default_factory=list)  # seconds of each start of a server
    moves: int = 0
    kept_unheard: int = 0
    lost_unheard: int = 0
    made_by_bots: int = 0
    guests: int = 0
    audit: Audit = field(default_factory=Audit)
    faults: list[str] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        starts = sorted(self.starts)
        return {
            "database": self.database,
            "servers": self.servers,
            "seconds": round(self.seconds),
            "kills": self.kills,
            "counted": self.counted,
            "done": dict(sorted(self.done.items())),
            "manners": dict(sorted(self.manners.items())),
            "outcomes": dict(sorted(self.outcomes.items())),
            "told": dict(sorted(self.told.items())),
            "start": {
                "n": len(starts),
                "median": round(starts[len(starts) // 2], 2),
                "slowest": round(starts[-1], 2),
            },
            "moves": self.moves,
            "kept_unheard": self.kept_unheard,
            "lost_unheard": self.lost_unheard,
            "made_by_bots": self.made_by_bots,
            "guests": self.guests,
            "tables": self.audit.tables,
            "finished": self.audit.finished,
            "replayed": self.audit.replayed,
            "entries": self.audit.entries,
            "acknowledged": self.audit.acknowledged,
            "talk": self.audit.talk,
            "faults": self.faults,
        }


class Campaign:
    """One database, its servers, and their players."""

    def __init__(self, plan: Plan, database: Database, disk: Disk, servers: list[Server]) -> None:
        self.plan, self.database, self.disk, self.servers = plan, database, disk, servers
        self.tracker, self.rng = RequestTracker(), Random(plan.seed)
        self.people: list[Person] = []
        self.result = Result(database.name, len(servers))
        self._is_calm = False
        self._must_stop = asyncio.Event()
        self._names = count(1)
        self._going: set[str] = set()  # tables with a game under way

    # ── people ───────────────────────────────────────────────────────────────────────────────────

    async def _fill_room(self, n_people: int, options: dict[str, Any]) -> None:
        """Let people play one game after another."""
        people = [self._person() for _ in range(n_people)]
        with suppress(NoAnswer):  # already noted as a fault
            await asyncio.gather(*(person.create_guest() for person in people))
            while not self._is_calm and await self._play_once(people, options):
                pass

    async def _play_once(self, people: list[Person], options: dict[str, Any]) -> bool:
        """Play a game; return whether it ended."""
        table = await people[0].open(options)
        for guest in people[1:]:
            await guest.ask_until_answered("POST", f"/tables/{table}/seats", {})
        self._going.add(table)
        played = (person.play(table, lambda: self._is_calm, self._must_stop) for person in people)
        is_over = all(await asyncio.gather(*played))
        if is_over:
            self._going.remove(table)
        return is_over

    def _person(self) -> Person:
        def ports() -> list[int]:
            return [server.port for server in self.servers]

        number = next(self._names)
        person = Person(f"P{number}", self.tracker, ports, Random(f"{self.plan.seed} {number}"))
        self.people.append(person)
        return person

    # ── faults ───────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> Result:
        began = time.monotonic()
        rooms = ROOMS * (self.plan.rooms // len(ROOMS) + 1)
        async with asyncio.TaskGroup() as playing:
            for n_people, options in rooms[: self.plan.rooms]:
                playing.create_task(self._fill_room(n_people, options))
            await self._break_things(began + self.plan.seconds)
            await self._play_on_calmly()
        self.result.seconds = time.monotonic() - began
        for server in self.servers:
            server.signal(signal.SIGTERM)
            await server.wait_until_ended()
        await self._count_up()
        return self.result

    async def _break_things(self, end: float) -> None:
        events = self.plan.events()
        for number, kind in enumerate(events):
            if time.monotonic() > end:
                self.result.done["skipped: out of time"] = len(events) - number
                break
            await self._let_them_play()
            await getattr(self, f"_do_{kind}")()
            if number % 10 == 0:
                self._report_progress(number, len(events))

    async def _let_them_play(self) -> None:
        """Wait until some moves were acknowledged: killing an idle server tests little."""
        await asyncio.sleep(self.rng.uniform(0.0, MAX_PAUSE_SECONDS))
        end, enough = (
            time.monotonic() + MAX_WAIT_SECONDS,
            self._moves() + self.rng.randrange(MAX_MOVES_BETWEEN_FAULTS),
        )
        while self._moves() < enough and time.monotonic() < end:
            await asyncio.sleep(0.01)

    def _moves(self) -> int:
        return sum(person.moves for person in self.people)

    def _report_progress(self, number: int, n_events: int) -> None:
        told = f"{self.database.name}: {number} of {n_events} faults, {self.result.counted} kills counted"
        faults = sum(len(one.faults) for one in self.people)
        print(
            f"{told}, {self._moves()} moves acknowledged, {faults} faults found",
            file=sys.stderr,
            flush=True,
        )

    async def _do_kills(self) -> None:
        """Kill a server with requests under way. Repeat if the kill cut off none."""
        for _ in range(20):
            port = await self._moment_to_kill()
            (server,) = (one for one in self.servers if one.port == port)
            asked = [one for one in self.tracker.under_way if one.port == port]
            server.signal(signal.SIGKILL)
            await server.wait_until_ended()
            self.result.kills += 1
            for one in asked:
                await one.ended.wait()
            await server.start()
            if any(one.outcome == "cut off" for one in asked):
                self.result.counted += 1
                return

    async def _moment_to_kill(self) -> int:
        """Wait for the moment of the next kill, and return the port. In turn, this is while a server
        carries out a change, or just after it acknowledged one, so that later work is cut off."""
        while True:
            if self.result.kills % 2:
                port = await asyncio.wait_for(
                    self.tracker.wait_until_acknowledged(), RECOVERY_SECONDS
                )
                asked = [one for one in self.tracker.under_way if one.port == port]
            else:
                port = await asyncio.wait_for(self.tracker.wait_until_sent(), RECOVERY_SECONDS)
                await asyncio.sleep(self.rng.uniform(0.0, KILL_DELAY_SECONDS))
                asked = [one for one in self.tracker.under_way if one.port == port and one.changes]
            if asked:
                return port

    async def _do_restarts(self) -> None:
        how = await self.database.restart(self.servers, self.result.done["restarts"])
        self.result.done["restarts"] += 1
        self.result.done[f"restart: {how}"] += 1

    async def _do_jumps(self) -> None:
        """Set the clock of a server forwards or back."""
        server, seconds = self.rng.choice(self.servers), self.rng.choice(JUMPS)
        server.set_clock(seconds)
        self.result.done["clock jumps"] += 1

    async def _do_locks(self) -> None:
        if isinstance(self.database, SQLiteFile):
            with self.database.locked():
                await self._wait_for_outage()
            self.result.done["locked by another program"] += 1

    async def _do_full(self) -> None:
        if not self.disk.is_mounted and not isinstance(self.database, SQLiteFile):
            return  # without a mount, the files of PostgreSQL cannot be limited
        with self.disk.full(self.servers):
            await self._wait_for_outage()
        await self.database.start()
        self.result.done["full disk"] += 1

    async def _wait_for_outage(self) -> None:
        """Wait until a client gets status 503, or until a timeout: existing files may still have
        room."""
        before, end = self.tracker.outcomes["503"], time.monotonic() + MAX_WAIT_SECONDS
        await asyncio.sleep(OUTAGE_SECONDS)
        while self.tracker.outcomes["503"] == before and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def _do_read_only(self) -> None:
        """Start the database on a read-only disk, then on a writable one."""
        if isinstance(self.database, SQLiteFile):
            for server in self.servers:
                server.signal(signal.SIGKILL)
                await server.wait_until_ended()
        await self.database.stop()
        with self.disk.read_only() as is_so:
            if isinstance(self.database, SQLiteFile) and is_so:
                for server in self.servers:
                    server.begin()
                    await server.wait_until_ended()  # its log has the reason
            await asyncio.sleep(OUTAGE_SECONDS / 3)
        await self.database.start()
        if isinstance(self.database, SQLiteFile):
            for server in self.servers:
                await server.start()
        if is_so:
            self.result.done["read-only disk"] += 1

    # ── afterwards ───────────────────────────────────────────────────────────────────────────────

    async def _play_on_calmly(self) -> None:
        """Check that every game goes on after the last fault, within the time limit."""
        self._is_calm = True
        for server in self.servers:
            server.set_clock(0.0)
        before = self._moves_by_table()
        end = time.monotonic() + RECOVERY_SECONDS
        while self._going and time.monotonic() < end:
            now = self._moves_by_table()
            if all(now[table] > before[table] + 2 for table in self._going) or self._is_lost():
                break
            await asyncio.sleep(0.2)
        else:
            now = self._moves_by_table()
            stuck = [table for table in self._going if now[table] == before[table]]
            self.result.faults += [f"{table} does not go on" for table in stuck]
        self._must_stop.set()

    def _is_lost(self) -> bool:
        """Return whether there is a fault already, of which others may be consequences."""
        return any(person.faults for person in self.people)

    def _moves_by_table(self) -> Counter[str]:
        moves: Counter[str] = Counter()
        for person in self.people:
            for table, ledger in person.ledgers.items():
                moves[table] += len(ledger.acknowledged)
        return moves

    async def _count_up(self) -> None:
        result = self.result
        result.audit = await audit(self.database.settings.database_url, self.people)
        result.outcomes = self.tracker.outcomes
        result.guests = len(self.people)
        for person in self.people:
            result.manners += person.manners
            result.moves += person.moves
            result.faults += person.faults
            for ledger in person.ledgers.values():
                result.kept_unheard += ledger.kept_unheard
                result.lost_unheard += ledger.lost_unheard
                result.made_by_bots += ledger.made_by_bots
        result.faults += result.audit.faults
        for server in self.servers:
            result.starts += server.starts
            said = server.log.read_text(errors="replace") if server.log.exists() else ""
            result.told += Counter(told_of_database(said))
            if errors := errors_in(said):
                result.faults.append(f"{server.log.name} has {len(errors)} errors: {errors[-1]}")


def errors_in(said: str) -> list[str]:
    """Return the errors of tracebacks in a log with the line before each, without CancelledError."""
    found = []
    for before, after in pairwise(said.split("Traceback")):
        raised = next((line for line in after.strip().splitlines()[1:] if line[:1].strip()), "")
        if "CancelledError" not in raised:
            headline = before.strip().splitlines()[-1:] or ["at the beginning"]
            found.append(f"{raised} ({headline[0]})")
    return found


def told_of_database(said: str) -> list[str]:
    """Return the messages about the database in a log, without numbers and paths."""
    lines = re.findall(r"ERROR heptapolis.server: the database: (.*)|^/\S*: (.*)", said, re.M)
    return [re.sub(r'"[^"]*"|/\S+|[0-9]+', "…", one or other) for one, other in lines]


@asynccontextmanager
async def prepared_campaign(
    kind: type[SQLiteFile] | type[PostgreSQLServer],
    plan: Plan,
    fork_server: ForkServer,
    folder: Path,
) -> AsyncIterator[Campaign]:
    """Start a database of the given kind with its servers."""
    disk = Disk(folder / "disk", plan.may_mount)
    database: Database | None = None
    servers: list[Server] = []
    try:
        database = (
            SQLiteFile(disk) if kind is SQLiteFile else PostgreSQLServer(disk, folder / "run")
        )
        servers += [
            Server(fork_server, database.settings, folder, f"server{n}")
            for n in range(database.n_servers)
        ]
        for server in servers:
            await server.start()
        yield Campaign(plan, database, disk, servers)
    finally:
        for server in servers:
            server.signal(signal.SIGKILL)
            await server.wait_until_ended()
        if database is not None:
            database.close()
        disk.close()


def run(
    kind: type[SQLiteFile] | type[PostgreSQLServer], plan: Plan, fork_server: ForkServer
) -> Result:
    async def campaign(folder: Path) -> Result:
        async with prepared_campaign(kind, plan, fork_server, folder) as ready:
            return await ready.run()

    with tempfile.TemporaryDirectory(prefix="heptapolis-") as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may run as another user
        return asyncio.run(campaign(Path(folder)))


KINDS: dict[str, type[SQLiteFile] | type[PostgreSQLServer]] = {
    "sqlite": SQLiteFile,
    "postgres": PostgreSQLServer,
}


def main() -> int:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the context managers clean up
    names = list(KINDS) if asked.database == "both" else [asked.database]
    seconds = 60 * asked.minutes / len(names)
    plan = Plan(seconds, asked.kills, asked.restarts, seed=asked.seed)
    here = machine()  # read now, because the commit may change during the run
    fork_server = ForkServer()
    try:
        results = [run(KINDS[name], plan, fork_server) for name in names]
    finally:
        fork_server.close()
    where = {
        "machine": here,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "seed": asked.seed,
        "load": round(os.getloadavg()[0], 1),
    }
    facts = {result.database: result.facts() | where for result in results}
    print(fault_page.campaign(facts))
    if asked.store:
        fault_page.store("campaign", facts)
    return 1 if any(result.faults for result in results) else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Break things while people play; find what is lost."
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="at most, for all databases")
    parser.add_argument("--database", choices=[*KINDS, "both"], default="both")
    parser.add_argument("--kills", type=int, default=500, help="that count, on each database")
    parser.add_argument("--restarts", type=int, default=50, help="of each database")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", action="store_true", help="write docs/faults.md anew")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
