"""Compare a database after a fault campaign with the responses that clients received."""

import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

import sqlalchemy as sa

import heptapolis as hp
from heptapolis.server.editions import Editions
from heptapolis.server.errors import RequestError
from heptapolis.server.schema import LOG, SEATS, TABLES
from heptapolis.server.store import LogEntry, Store, StoredTable
from heptapolis.server.table import Table
from tests.campaigns.fault_clients import Ledger, Person


@dataclass
class Audit:
    """Counts of checked data, and the faults found."""

    tables: int = 0
    finished: int = 0
    replayed: int = 0  # tables whose log and record were replayed
    entries: int = 0
    acknowledged: int = 0  # acknowledged choices; each was looked up
    talk: int = 0  # acknowledged messages
    faults: list[str] = field(default_factory=list)


async def audit(url: str, people: Sequence[Person]) -> Audit:
    """Check every table, every log and every entry of the ledgers."""
    found = Audit()
    ledgers: dict[str, dict[str, Ledger]] = {}  # by table and guest
    for person in people:
        for table, ledger in person.ledgers.items():
            ledgers.setdefault(table, {})[person.id] = ledger
    async with Store.open(url) as store:
        for person in people:
            if person.id and await store.guest(person.id) is None:
                found.faults.append(f"{person.name} was told who they are, and is unknown")
        rows = await store._all(sa.select(TABLES.c.id))
        kept = {str(row.id) for row in rows}
        found.faults += [
            f"table {id} was acknowledged, and is lost" for id in ledgers.keys() - kept
        ]
        with ThreadPoolExecutor(1) as thread:
            for id in sorted(kept):
                await _look_at(store, id, ledgers.get(id, {}), found, thread)
        loose = sa.select(LOG.c.table_id).where(LOG.c.table_id.not_in(sorted(kept)))
        found.faults += [f"a log without its table: {row}" for row in await store._all(loose)]
    return found


async def _look_at(
    store: Store, id: str, ledgers: dict[str, Ledger], found: Audit, thread: ThreadPoolExecutor
) -> None:
    stored, entries = await store.table(id), await store.log(id)
    assert stored is not None
    found.tables += 1
    found.entries += len(entries)
    found.finished += stored.state == "over"
    numbers = [entry.number for entry in entries]
    if not entries or entries[0].kind != "open" or stored.version != len(entries):
        found.faults.append(f"{id} is half made: version {stored.version}, {len(entries)} entries")
        return
    if numbers != list(range(1, len(numbers) + 1)):
        found.faults.append(f"{id}: its log is not counted 1, 2, 3 …")
    seats = sa.select(SEATS.c.seat, SEATS.c.guest).where(SEATS.c.table_id == id)
    seated = {row.seat: row.guest for row in await store._all(seats)}
    edition = await Editions(store).edition_of(stored)
    table = Table(stored, edition, store, lambda _: None, lambda: 0.0, thread)
    try:
        async with table.locked():
            found.faults += [f"{id}: {wrong}" for wrong in _differences(table, stored, seated)]
    except RequestError as error:
        found.faults.append(f"{id}: {error}")
        return
    found.replayed += 1
    for guest, ledger in ledgers.items():
        found.faults += [f"{id}: {wrong}" for wrong in compare(ledger, entries, guest)]
        found.acknowledged += len(ledger.acknowledged)
        found.talk += sum(ledger.said.values())


def _differences(table: Table, stored: StoredTable, seated: dict[int, str]) -> list[str]:
    """Check that the data stored beside a log follows from it, and that the record can be replayed."""
    wrong, summary = [], table.log.summary()
    if json.loads(json.dumps(summary.details)) != stored.summary or summary.state != stored.state:
        wrong.append("its summary is not that of its log")
    if summary.guests != seated:
        wrong.append(f"its seats are not those of its log: {seated}, {summary.guests}")
    if game := table.game:
        again = hp.replay(str(game.record()))
        for seat in range(game.players):  # unrevealed choices are not in the record
            with suppress(hp.IllegalMove):
                game.undo(seat)
        if again.to_bytes() != game.to_bytes():
            wrong.append("its record is not the game")
    return wrong


def compare(ledger: Ledger, entries: Sequence[LogEntry], guest: str) -> list[str]:
    """Check that each acknowledged request of a guest is in the log once, at its place, and that
    the log contains only requests that the guest sent.

    After a timeout a bot may have made the same choice just before. Such a choice is acknowledged
    as a repetition, and the log has it as the bot's."""
    wrong = []
    counted: Counter[int | None] = Counter()  # choices of each seat, by guests and bots
    seat = next(
        (entry.seat for entry in entries if entry.kind == "sit" and entry.guest == guest), None
    )
    made: dict[int, tuple[str, str]] = {}  # choices at the guest's seat, by decision
    own: dict[int, tuple[str, str]] = {}  # those made by the guest
    for entry in entries:
        if entry.kind in ("move", "undo"):
            decision = counted[entry.seat]
            counted[entry.seat] += 1
            if entry.seat == seat:
                made[decision] = entry.kind, entry.text
            if entry.guest == guest:
                own[decision] = entry.kind, entry.text
    for decision, choice in ledger.acknowledged.items():
        if made.get(decision) != choice:
            wrong.append(
                f"choice {decision}, {choice}, was acknowledged; there is {made.get(decision)}"
            )
    for decision, choice in own.items():
        if choice not in ledger.sent.get(decision, set()):
            wrong.append(f"choice {decision}, {choice}, is there, and was never sent for it")
    ledger.made_by_bots = len(ledger.acknowledged.keys() - own.keys())
    said = Counter(
        json.loads(entry.text)[1]
        for entry in entries
        if entry.guest == guest and entry.kind == "say"
    )
    for words, is_acknowledged in ledger.said.items():
        if said[words] > 1 or said[words] < is_acknowledged:
            wrong.append(f"{words!r} was said {said[words]} times")
    return wrong
