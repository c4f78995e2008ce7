"""Write docs/faults.md from faults.json, the results of fault campaigns and fuzzing."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
COUNTS = Path(__file__).with_name("faults.json")
Facts = dict[str, Any]

INTRODUCTION = """# Faults

The results of two campaigns: servers that are broken while guests play, and fuzzed input. `tests/campaigns/faults.py` and
`tests/campaigns/fuzz.py` run them and write this page; `make test` runs a short form of both. [security.md](security.md) lists the defences.
"""

CAMPAIGN = """## A fault campaign

Simulated guests play classic with three and seven seats, the Free City, Leaders and Duel, against bots and each other, with and without clocks,
substitute bots and held-back choices. Each guest keeps a ledger of all acknowledgements. Meanwhile servers are killed with `kill -9` and restarted
on the same port: half of the kills come during a change, half at the moment of its acknowledgement. A kill counts only if it cut off a request that
was sent completely and never answered. On PostgreSQL three servers share the database, and guests use any of them.

| fault | how it is made |
| --- | --- |
| restart of the database | PostgreSQL is stopped with `immediate` or `fast` and started again, or one of its processes is killed with `kill -9`; with SQLite the server itself is stopped in order, which closes the file, and restarted |
| full disk | the database is on a file system in memory, and another file fills it; where mounting is not allowed, the size of the server's files is limited (`RLIMIT_FSIZE`) |
| read-only disk | the same file system is mounted read-only while the database starts; otherwise by the mode of the folder |
| clock jumps | the clock of one running server is set by 30 seconds, an hour, a day or ten years, forwards or back |
| locks | SQLite: another program begins a write transaction and does not end it |
| doubled requests | the same choice is sent on two connections at once, perhaps to two servers |
| dropped requests | the client disconnects before the response |
| reordered requests | a choice is preceded by an earlier one, by another one for an earlier decision, and by one for a later decision |

During and after the campaign an audit checks: each acknowledged choice is in the log once, at its place; each entry of the log was sent; no view is older than
an acknowledgement; messages appear once; every log can be replayed, and `hp.replay` of its record gives the same game; summaries and seats match
the log; no table is incomplete; every game continues after the last fault; no response is a 500, and no log contains an error.
A power cut on a disk that reports `fsync` too early is not tested.
"""

FUZZING = """## Fuzzing

Our records, positions and catalogues with changed bytes, words, lines and branches of their JSON. Each is refused by a documented error
(`InvalidText`, `IllegalMove`, `CatalogError`) or must be playable: legal moves, the view of every seat, a sample of it, record
and position written and read again, then greedy players to the end. An input that takes ten seconds of CPU time counts as a hang, one that takes a gigabyte
as a memory error; if a process dies, its input is stored. Games equal to earlier ones are not played again.
"""


FINDINGS = """## Findings

| campaign | fault | now |
| --- | --- | --- |
| clock jumps | a clock set back by an hour: bots held back their choices for an hour | for the table's pause at most |
| clock jumps | a clock set forwards: the time of all players ran out at once; set back: it never ran out | all players get their time again, and the log names the jump |
| clock jumps | several servers: one whose clock had been a day ahead stopped all game clocks for that day | until the next check, after five seconds |
| fuzzing | a stored catalogue with an id that is not text: `TypeError` | an error of one line |
| fuzzing | house rules with endlessly nested brackets: `RecursionError` | an error of one line |
| fuzzing | house rules with a number of 5,000 digits: `ValueError` | an error of one line |
| fuzzing | record 416,611 of the million above, the one crash: a control character, blank to Python, before the number of the rules: `ValueError` | ignored |

Earlier runs on PostgreSQL on 2026-11-16, on a busy machine: a run of seed 1 with 211 kills reported six acknowledged choices that the log held under another
player. No view was older than they were: when the time is up, a bot may make the same choice first, and the log then holds the bot's. The audit
now counts these separately. A run of seed 3 with 117 kills had four tracebacks (`BrokenPipeError`) in a server's log after the database was restarted; the
connection pool no longer logs them, and the runs above had none.
"""

SENDING_LABELS = {
    "plainly": "once",
    "twice_at_once": "doubled: on two connections at once",
    "and_hang_up": "dropped: disconnected before the response",
    "after_old": "reordered: after earlier ones and a later one",
    "and_take_back": "with an undo",
    "and_talk": "after a chat message",
}


def rows(table: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table; all columns but the first are aligned to the right."""
    head, *body = [
        [f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in table
    ]
    marks = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *body)) + "\n"


def campaign(databases: dict[str, Facts]) -> str:
    """Return the results of campaigns, with a column for each database."""
    all_facts = list(databases.values())

    def row(name: str, key: str) -> list[object]:
        return [name, *(facts.get(key, 0) for facts in all_facts)]

    def counts(key: str) -> list[list[object]]:
        names = sorted({name for facts in all_facts for name in facts[key]})
        return [
            [SENDING_LABELS.get(name, name), *(facts[key].get(name, 0) for facts in all_facts)]
            for name in names
        ]

    def total(name: str, key: str) -> list[object]:
        return [name, *(sum(facts[key].values()) for facts in all_facts)]

    head: list[object] = ["", *databases]
    start = [f"{facts['start']['median']} s, {facts['start']['slowest']} s" for facts in all_facts]
    errors: list[list[object]] = [
        ["database errors in the logs of servers", *databases],
        *counts("told"),
    ]
    parts = [
        "### Faults\n",
        rows(
            [
                head,
                row("servers", "servers"),
                row("seconds", "seconds"),
                ["kills", *(facts["kills"] for facts in all_facts)],
                row("… that cut off a request", "counted"),
                *counts("done"),
                ["start of a server: median, slowest", *start],
            ]
        ),
        "### Audit\n",
        rows(
            [
                head,
                row("guests", "guests"),
                row("acknowledged moves and undos, with repetitions", "moves"),
                row("choices in the ledgers, each found in the log", "acknowledged"),
                row("… made by a bot first, since the time was up", "made_by_bots"),
                row("choices stored without a response", "kept_unheard"),
                row("choices not stored, and sent again", "lost_unheard"),
                row("acknowledged messages, each found once", "talk"),
                row("tables", "tables"),
                row("… finished", "finished"),
                row("… whose log and record were replayed", "replayed"),
                row("log entries", "entries"),
                [
                    "**faults: lost, doubled, incomplete, stuck, errors**",
                    *(len(facts["faults"]) for facts in all_facts),
                ],
            ]
        ),
        "### Requests with choices\n",
        rows([head, *counts("manners"), total("total", "manners")]),
        "### Responses\n",
        rows([head, *counts("outcomes"), total("total", "outcomes")]),
        "### Logs\n",
        rows(errors),
    ]
    lines = [_run_line(name, facts) for name, facts in databases.items()]
    faults = [
        f"- {name}: {fault}" for name, facts in databases.items() for fault in facts["faults"]
    ]
    return "\n".join([*parts, *lines, *([""] if faults else []), *faults]) + "\n"


def _run_line(name: str, facts: Facts) -> str:
    here = facts["machine"]
    what = f"{name}: seed {facts['seed']}, {facts['date']}, commit {here['commit']}"
    return f"{what}, {here['processor']}, {here['cores']} cores, load {facts['load']} at the end.  "


def fuzz(runs: Sequence[Facts]) -> str:
    """Return the results of all fuzzing runs, with a column for each kind of input."""
    kinds = sorted({kind for facts in runs for kind in facts["outcomes"]})

    def count(kind: str, name: str) -> int:
        return sum(int(facts["outcomes"].get(kind, {}).get(name, 0)) for facts in runs)

    names = sorted({name for facts in runs for some in facts["outcomes"].values() for name in some})
    names += [name for name in ("crash", "hang", "memory") if name not in names]
    table: list[list[object]] = [["", *kinds, "all"]]
    for name in [*names, "total"]:
        some = names if name == "total" else [name]
        counted = [sum(count(kind, one) for one in some) for kind in kinds]
        table.append([name, *counted, sum(counted)])
    seeds = ", ".join(
        f"{facts['inputs']:,} from number {facts['first']} of seed {facts['seed']} ({facts['how']})"
        for facts in runs
    )
    peak = max(facts["peak_mb"] for facts in runs)
    return f"{rows(table)}\nRuns: {seeds}. The most memory that a worker had is {peak} MB.\n"


def page(stored: Facts) -> str:
    """Return the text of the page."""
    parts = [
        INTRODUCTION,
        CAMPAIGN,
        campaign(stored["campaign"]),
        FUZZING,
        fuzz(stored["fuzz"]),
        FINDINGS,
    ]
    return "\n".join(parts)


def store(what: str, facts: Any) -> None:
    """Store the results of a run, and write the page."""
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
