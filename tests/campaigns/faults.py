"""A fault campaign: ``python -m tests.campaigns.faults --help``.

People play, guests with bots and people among themselves, and keep a ledger of what they were told.
Meanwhile servers are killed (`kill -9`), the database is restarted, the disk is full or read-only,
and clocks jump; requests are doubled, come late, or are hung up before their answer. Afterwards all
of it is looked for in the database: nothing that was acknowledged is lost, nothing is there twice,
every log can be played through, no table is half made. A kill counts only if a request was under way
that it cut off: sent whole, and never answered.

``--store`` keeps the counts in faults.json and writes docs/faults.md anew.
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
from tests.campaigns.fault_clients import Person, Unanswered, Wire
from tests.campaigns.fault_servers import Disk, Kept, Nursery, PostgreSQLServer, Server, SQLiteFile

DAY = 86_400.0
JUMPS = (-3650 * DAY, -DAY, -3600.0, -30.0, 30.0, 3600.0, DAY, 3650 * DAY)  # seconds
KILL_DELAY_SECONDS = 0.03  # seconds after a request in which a server is killed
SOME, PATIENCE = 8, 10.0  # moves, and seconds, that are waited for between two faults at most
MAX_PAUSE_SECONDS = 0.3  # seconds at most from one fault to the next
OUTAGE = 1.5  # seconds that a fault of disk or lock lasts
GRACE = 180.0  # seconds in which games go on when nothing breaks any more

# Who plays what: how many people, and the options of their table. All bots answer at once.
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
    """How much is to be broken on each database, and for how long at most."""

    seconds: float
    kills: int = 500
    restarts: int = 50
    jumps: int = 40
    locks: int = 5
    full: int = 5
    read_only: int = 5
    rooms: int = len(ROOMS)
    seed: int = 1
    may_mount: bool = True  # a disk of its own

    def events(self) -> list[str]:
        """All that happens, in the order of chance; the kinds are spread alike."""
        rng, events = Random(self.seed), list[tuple[float, str]]()
        for kind in ("kills", "restarts", "jumps", "locks", "full", "read_only"):
            n = getattr(self, kind)
            events += [((k + rng.random()) / n, kind) for k in range(n)]
        return [kind for _, kind in sorted(events)]


@dataclass
class Result:
    """What was done to one database, and what came of it."""

    database: str
    servers: int
    seconds: float = 0.0
    kills: int = 0  # in all
    counted: int = 0  # with a request under way
    done: Counter[str] = field(default_factory=Counter)  # faults, by what they were
    manners: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)  # of the database, in the servers' logs
    starts: list[float] = field(default_factory=list)  # seconds that servers took to start
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
    """One database, its servers, and who plays there."""

    def __init__(self, plan: Plan, kept: Kept, disk: Disk, servers: list[Server]) -> None:
        self.plan, self.kept, self.disk, self.servers = plan, kept, disk, servers
        self.wire, self.rng = Wire(), Random(plan.seed)
        self.people: list[Person] = []
        self.result = Result(kept.name, len(servers))
        self._is_calm = False
        self._must_stop = asyncio.Event()
        self._names = count(1)
        self._going: set[str] = set()  # tables that are played at

    # ── people ───────────────────────────────────────────────────────────────────────────────────

    async def _fill_room(self, n_people: int, options: dict[str, Any]) -> None:
        """People who play one game after another."""
        people = [self._person() for _ in range(n_people)]
        with suppress(Unanswered):  # they have noted it
            await asyncio.gather(*(person.enter() for person in people))
            while not self._is_calm and await self._play_once(people, options):
                pass

    async def _play_once(self, people: list[Person], options: dict[str, Any]) -> bool:
        """A game; whether it came to its end."""
        table = await people[0].open(options)
        for guest in people[1:]:
            await guest.insist("POST", f"/tables/{table}/seats", {})
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
        person = Person(f"P{number}", self.wire, ports, Random(f"{self.plan.seed} {number}"))
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
            await server.ended()
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
                self._tell(number, len(events))

    async def _let_them_play(self) -> None:
        """A moment, and until some moves were acknowledged: a server that is killed before it has
        done anything shows little."""
        await asyncio.sleep(self.rng.uniform(0.0, MAX_PAUSE_SECONDS))
        end, enough = time.monotonic() + PATIENCE, self._moves() + self.rng.randrange(SOME)
        while self._moves() < enough and time.monotonic() < end:
            await asyncio.sleep(0.01)

    def _moves(self) -> int:
        return sum(person.moves for person in self.people)

    def _tell(self, number: int, n_events: int) -> None:
        told = (
            f"{self.kept.name}: {number} of {n_events} faults, {self.result.counted} kills counted"
        )
        faults = sum(len(one.faults) for one in self.people)
        print(
            f"{told}, {self._moves()} moves acknowledged, {faults} faults found",
            file=sys.stderr,
            flush=True,
        )

    async def _do_kills(self) -> None:
        """Kill a server that has requests under way; one that cuts none off does not count, and
        another follows."""
        for _ in range(20):
            port = await self._moment_to_kill()
            (server,) = (one for one in self.servers if one.port == port)
            asked = [one for one in self.wire.under_way if one.port == port]
            server.signal(signal.SIGKILL)
            await server.ended()
            self.result.kills += 1
            for one in asked:
                await one.ended.wait()
            await server.start()
            if any(one.outcome == "cut off" for one in asked):
                self.result.counted += 1
                return

    async def _moment_to_kill(self) -> int:
        """Either while a server carries out a change; or at the very moment when it has
        acknowledged one, so that what it still had to do for it is never done."""
        while True:
            if self.result.kills % 2:
                port = await asyncio.wait_for(self.wire.acknowledged(), GRACE)
                asked = [one for one in self.wire.under_way if one.port == port]
            else:
                port = await asyncio.wait_for(self.wire.sent(), GRACE)
                await asyncio.sleep(self.rng.uniform(0.0, KILL_DELAY_SECONDS))
                asked = [one for one in self.wire.under_way if one.port == port and one.changes]
            if asked:
                return port

    async def _do_restarts(self) -> None:
        how = await self.kept.restart(self.servers, self.result.done["restarts"])
        self.result.done["restarts"] += 1
        self.result.done[f"restart: {how}"] += 1

    async def _do_jumps(self) -> None:
        """A server's clock is set, forwards or back; or all of them are right again."""
        server, seconds = self.rng.choice(self.servers), self.rng.choice(JUMPS)
        server.set_clock(seconds)
        self.result.done["clock jumps"] += 1

    async def _do_locks(self) -> None:
        if isinstance(self.kept, SQLiteFile):
            with self.kept.locked():
                await self._until_felt()
            self.result.done["locked by another program"] += 1

    async def _do_full(self) -> None:
        if not self.disk.is_mounted and not isinstance(self.kept, SQLiteFile):
            return  # nothing else limits the files of a PostgreSQL
        with self.disk.full(self.servers):
            await self._until_felt()
        await self.kept.start()
        self.result.done["full disk"] += 1

    async def _until_felt(self) -> None:
        """A moment, and until somebody is told that nothing can be kept, if anybody ever is: there
        may be room in files that are there."""
        before, end = self.wire.outcomes["503"], time.monotonic() + PATIENCE
        await asyncio.sleep(OUTAGE)
        while self.wire.outcomes["503"] == before and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def _do_read_only(self) -> None:
        """The database is started on a disk that cannot be written to, and then on one that can."""
        if isinstance(self.kept, SQLiteFile):
            for server in self.servers:
                server.signal(signal.SIGKILL)
                await server.ended()
        await self.kept.stop()
        with self.disk.read_only() as is_so:
            if isinstance(self.kept, SQLiteFile) and is_so:
                for server in self.servers:
                    server.begin()
                    await server.ended()  # it says why
            await asyncio.sleep(OUTAGE / 3)
        await self.kept.start()
        if isinstance(self.kept, SQLiteFile):
            for server in self.servers:
                await server.start()
        if is_so:
            self.result.done["read-only disk"] += 1

    # ── afterwards ───────────────────────────────────────────────────────────────────────────────

    async def _play_on_calmly(self) -> None:
        """Nothing breaks any more: every game goes on, as far as there is time."""
        self._is_calm = True
        for server in self.servers:
            server.set_clock(0.0)
        before = self._moves_by_table()
        end = time.monotonic() + GRACE
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
        """There is a fault already: what it leads to is no news."""
        return any(person.faults for person in self.people)

    def _moves_by_table(self) -> Counter[str]:
        moves: Counter[str] = Counter()
        for person in self.people:
            for table, ledger in person.ledgers.items():
                moves[table] += len(ledger.acknowledged)
        return moves

    async def _count_up(self) -> None:
        result = self.result
        result.audit = await audit(self.kept.settings.database_url, self.people)
        result.outcomes = self.wire.outcomes
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
    """What a log's tracebacks raised, and of what it told before; but not of what a server cut off when it was stopped."""
    found = []
    for before, after in pairwise(said.split("Traceback")):
        raised = next((line for line in after.strip().splitlines()[1:] if line[:1].strip()), "")
        if "CancelledError" not in raised:
            headline = before.strip().splitlines()[-1:] or ["at the beginning"]
            found.append(f"{raised} ({headline[0]})")
    return found


def told_of_database(said: str) -> list[str]:
    """What a log says of its database, without the numbers and paths in it."""
    lines = re.findall(r"ERROR heptapolis.server: the database: (.*)|^/\S*: (.*)", said, re.M)
    return [re.sub(r'"[^"]*"|/\S+|[0-9]+', "…", one or other) for one, other in lines]


@asynccontextmanager
async def prepared(
    kind: type[SQLiteFile] | type[PostgreSQLServer], plan: Plan, nursery: Nursery, folder: Path
) -> AsyncIterator[Campaign]:
    """A database of a kind, with its servers up."""
    disk = Disk(folder / "disk", plan.may_mount)
    kept: Kept | None = None
    servers: list[Server] = []
    try:
        kept = SQLiteFile(disk) if kind is SQLiteFile else PostgreSQLServer(disk, folder / "run")
        servers += [
            Server(nursery, kept.settings, folder, f"server{n}") for n in range(kept.n_servers)
        ]
        for server in servers:
            await server.start()
        yield Campaign(plan, kept, disk, servers)
    finally:
        for server in servers:
            server.signal(signal.SIGKILL)
            await server.ended()
        if kept is not None:
            kept.close()
        disk.close()


def run(kind: type[SQLiteFile] | type[PostgreSQLServer], plan: Plan, nursery: Nursery) -> Result:
    async def campaign(folder: Path) -> Result:
        async with prepared(kind, plan, nursery, folder) as ready:
            return await ready.run()

    with tempfile.TemporaryDirectory(prefix="heptapolis-") as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may run as somebody else
        return asyncio.run(campaign(Path(folder)))


KINDS: dict[str, type[SQLiteFile] | type[PostgreSQLServer]] = {
    "sqlite": SQLiteFile,
    "postgres": PostgreSQLServer,
}


def main() -> int:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and clean up
    names = list(KINDS) if asked.database == "both" else [asked.database]
    seconds = 60 * asked.minutes / len(names)
    plan = Plan(seconds, asked.kills, asked.restarts, seed=asked.seed)
    here = machine()  # as it is now: the commit may be another one at the end
    nursery = Nursery()
    try:
        results = [run(KINDS[name], plan, nursery) for name in names]
    finally:
        nursery.close()
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
