"""docs/faults.md, made of faults.json: what fault campaigns and fuzzing have counted."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
COUNTS = Path(__file__).with_name("faults.json")
Facts = dict[str, Any]

HEAD = """# Faults

What was broken while people played, and what came of it; what strange inputs did. Both are counted by scripts
(`tests/campaigns/faults.py`, `tests/campaigns/fuzz.py`), which wrote this page; a short form of each is part of `make test`. What is done against each fault
stands in [security.md](security.md).
"""

CAMPAIGN = """## A fault campaign

Guests play with bots, and people among themselves: classic with three and seven seats, two with the Free City, Leaders, Duel, with and without
clocks, stand-ins and held-back choices. Everybody keeps a ledger of what they were told. Meanwhile servers are killed with `kill -9` and started
again on the same port. Half of the kills come while a change is carried out, half at the very moment when one has been acknowledged. A kill counts
only if it cut a request off: sent whole, and never answered. On PostgreSQL three servers share the database, and people ask any of them.

| fault | how it is made |
| --- | --- |
| restart of the database | PostgreSQL is stopped at once (`immediate`) or in order (`fast`) and started, or one of its processes is killed with `kill -9` and it recovers by itself; SQLite has no server: ours is stopped in order, which closes the file, and started |
| full disk | the database is on a file system in memory, and a file takes all that is free; where nothing may be mounted, files of the server cannot grow (`RLIMIT_FSIZE`) |
| read-only disk | the same file system is mounted read-only while the database starts on it (with files open for writing it cannot be); else by the folder's mode |
| clock jumps | a server's time of day is set by 30 seconds, an hour, a day or ten years, forwards or back, while it runs; each server's apart from the others' |
| locks | SQLite: another program begins to write, and does not end |
| doubled requests | the same choice on two lines at once, perhaps to two servers |
| dropped requests | the client hangs up before the answer |
| reordered requests | before a choice come an old one again, another one for an old decision, and one for a decision to come |

Afterwards, and all along: what was acknowledged is in the log at its place and once, what is in the log was sent, no view goes back behind what was
acknowledged, words are said once, every log plays through and its game is the same again by `hp.replay` of its record, summaries and seats are those
of the log, no table is half made, every game goes on when nothing breaks any more, no answer is a 500 and no log has an error in it.
What a power cut would do to a disk that lies about `fsync` is not tried here.
"""

FUZZ = """## Fuzzing

Records, positions and catalogues of ours with bytes, words, lines and branches of their JSON changed. Each is refused by a documented error
(`InvalidText`, `IllegalMove`, `CatalogError`), or must survive being played: legal moves for who is to move, everybody's view, a sample of it, record
and position written and read again, greedy players to the end. An input that takes ten seconds of processor time hangs, one that takes a gigabyte
blows up; a process that dies is noted with its input. Games that were played before are not played again.
"""


FOUND = """## What they have found

| by | fault | now |
| --- | --- | --- |
| clock jumps | a clock set back by an hour: what bots held back was held for an hour | not longer than the table's pause |
| clock jumps | a clock set forwards: everybody's time was up at once; set back: nobody's ever was | everybody has their time anew, and the log says by how much the clock was set |
| clock jumps | several servers: one whose clock had been a day ahead stopped all game clocks for that day | until the next look at it, five seconds |
| fuzzing | a stored catalogue with an id that is no text: `TypeError` | one line |
| fuzzing | house rules with brackets nested without end: `RecursionError` | one line |
| fuzzing | house rules with a number of 5,000 digits: `ValueError` | one line |
| fuzzing | record 416,611 of the million above, the one crash: a control character that Python counts as blank before the number of the rules: `ValueError` | read without it |

Earlier runs on PostgreSQL on 2026-11-16, while other work kept both cores busy: one of seed 1 with 211 kills told of six acknowledged choices that were
not their guest's in the log. No view ever went back behind them, so they are there by somebody else: where time is up, a bot may just have made the
same choice, which is acknowledged and stands in the log as the bot's. The audit did not know that then, and looked for the guest's alone; it counts
them now. One of seed 3 with 117 kills had four tracebacks (`BrokenPipeError`) in a server's log after the database had been restarted; the pool of
connections says nothing of those any more, and the runs above had none.
"""

MANNERS = {
    "plainly": "once",
    "twice_at_once": "doubled: on two lines at once",
    "and_hang_up": "dropped: hung up before the answer",
    "after_old": "reordered: after old ones and one to come",
    "and_take_back": "and taken back",
    "and_talk": "after some words",
}


def rows(table: Sequence[Sequence[object]]) -> str:
    """A table: its head, then its rows; what is not the first column stands on the right."""
    head, *body = [
        [f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in table
    ]
    marks = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *body)) + "\n"


def campaign(databases: dict[str, Facts]) -> str:
    """What campaigns have counted, a column for each database."""
    all_facts = list(databases.values())

    def row(name: str, key: str) -> list[object]:
        return [name, *(facts.get(key, 0) for facts in all_facts)]

    def counts(key: str) -> list[list[object]]:
        names = sorted({name for facts in all_facts for name in facts[key]})
        return [
            [MANNERS.get(name, name), *(facts[key].get(name, 0) for facts in all_facts)]
            for name in names
        ]

    def total(name: str, key: str) -> list[object]:
        return [name, *(sum(facts[key].values()) for facts in all_facts)]

    head: list[object] = ["", *databases]
    start = [f"{facts['start']['median']} s, {facts['start']['slowest']} s" for facts in all_facts]
    told: list[list[object]] = [["what servers said of the database", *databases], *counts("told")]
    parts = [
        "### What was done\n",
        rows(
            [
                head,
                row("servers", "servers"),
                row("seconds", "seconds"),
                ["kills", *(facts["kills"] for facts in all_facts)],
                row("… with a request under way that was cut off", "counted"),
                *counts("done"),
                ["a server's start: median, slowest", *start],
            ]
        ),
        "### What was found\n",
        rows(
            [
                head,
                row("people", "guests"),
                row("acknowledged moves and undos, repeated ones among them", "moves"),
                row("choices in the ledgers, each found in its log", "acknowledged"),
                row("… which a bot had just made alike, time being up", "made_by_bots"),
                row("choices that were kept though their answer never came", "kept_unheard"),
                row("choices that were not, and were made again", "lost_unheard"),
                row("words that were acknowledged, each found once", "talk"),
                row("tables", "tables"),
                row("… finished", "finished"),
                row("… whose log was played through, and their record again", "replayed"),
                row("entries of logs", "entries"),
                [
                    "**faults: lost, twice, half made, stuck, errors**",
                    *(len(facts["faults"]) for facts in all_facts),
                ],
            ]
        ),
        "### How choices were sent\n",
        rows([head, *counts("manners"), total("in all", "manners")]),
        "### How requests ended\n",
        rows([head, *counts("outcomes"), total("in all", "outcomes")]),
        "### What the logs say\n",
        rows(told),
    ]
    lines = [_told_where(name, facts) for name, facts in databases.items()]
    faults = [
        f"- {name}: {fault}" for name, facts in databases.items() for fault in facts["faults"]
    ]
    return "\n".join([*parts, *lines, *([""] if faults else []), *faults]) + "\n"


def _told_where(name: str, facts: Facts) -> str:
    here = facts["machine"]
    what = f"{name}: seed {facts['seed']}, {facts['date']}, commit {here['commit']}"
    return f"{what}, {here['processor']}, {here['cores']} cores, load {facts['load']} at the end.  "


def fuzz(runs: Sequence[Facts]) -> str:
    """What fuzzing has counted, a column for each kind, all runs together."""
    kinds = sorted({kind for facts in runs for kind in facts["outcomes"]})

    def count(kind: str, name: str) -> int:
        return sum(int(facts["outcomes"].get(kind, {}).get(name, 0)) for facts in runs)

    names = sorted({name for facts in runs for some in facts["outcomes"].values() for name in some})
    names += [name for name in ("crash", "hang", "memory") if name not in names]
    table: list[list[object]] = [["", *kinds, "all"]]
    for name in [*names, "in all"]:
        some = names if name == "in all" else [name]
        counted = [sum(count(kind, one) for one in some) for kind in kinds]
        table.append([name, *counted, sum(counted)])
    seeds = ", ".join(
        f"{facts['inputs']:,} from number {facts['first']} of seed {facts['seed']} ({facts['how']})"
        for facts in runs
    )
    peak = max(facts["peak_mb"] for facts in runs)
    return f"{rows(table)}\nRuns: {seeds}. The most memory that a worker had is {peak} MB.\n"


def page(stored: Facts) -> str:
    parts = [HEAD, CAMPAIGN, campaign(stored["campaign"]), FUZZ, fuzz(stored["fuzz"]), FOUND]
    return "\n".join(parts)


def store(what: str, facts: Any) -> None:
    """Keep what was counted, and write the page anew."""
    stored = (
        json.loads(COUNTS.read_text(encoding="utf-8"))
        if COUNTS.exists()
        else {"campaign": {}, "fuzz": []}
    )
    if what == "campaign":
        stored["campaign"] |= facts
    else:
        stored["fuzz"].append(facts)
    COUNTS.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (DOCS / "faults.md").write_text(page(stored), encoding="utf-8")
