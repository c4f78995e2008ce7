"""A short fault campaign, and the page of results. `tests/campaigns/faults.py` runs the long form,
with hundreds of times as many faults."""

import json
from collections.abc import Iterator

import pytest

from heptapolis.server.store import LogEntry
from tests.campaigns import fault_page
from tests.campaigns.fault_audit import compare
from tests.campaigns.fault_clients import Ledger
from tests.campaigns.fault_servers import ForkServer
from tests.campaigns.faults import KINDS, Plan, errors_in, run
from tests.paths import ROOT

SHORT_PLAN = Plan(
    seconds=600.0,
    kills=4,
    restarts=1,
    jumps=2,
    locks=0,
    full=1,
    read_only=0,
    rooms=5,
    may_mount=False,
)


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


@pytest.mark.parametrize("kind", KINDS)
def test_no_fault_loses_or_duplicates_acknowledged_data(fork_server: ForkServer, kind: str) -> None:
    result = run(KINDS[kind], SHORT_PLAN, fork_server)
    assert not result.faults
    assert (result.counted, result.done["restarts"], result.done["clock jumps"]) == (4, 1, 2)
    assert result.outcomes["cut off"] >= result.counted
    found = result.audit
    assert found.acknowledged >= 20 and found.tables == found.replayed >= SHORT_PLAN.rooms


def entry(number: int, text: str, kind: str = "move", guest: str | None = "ann") -> LogEntry:
    return LogEntry(number, kind, 0.0, 0, guest, text)


def test_a_ledger_finds_lost_and_duplicate_data() -> None:
    ledger = Ledger(
        sent={0: {("move", "a")}, 1: {("move", "b")}}, said={"hello": True, "bye": False}
    )
    ledger.acknowledged = {0: ("move", "a"), 1: ("move", "b")}
    said = [entry(9, json.dumps(["Ann", "hello"]), "say")]
    sat = entry(0, "Ann", "sit")
    said = [sat, *said]
    whole = [entry(1, "a"), entry(2, "b")]
    assert compare(ledger, whole + said, "ann") == []
    lost = compare(ledger, whole[:1] + said, "ann")
    assert len(lost) == 1 and "was acknowledged; there is None" in lost[0]
    twice = compare(ledger, [*whole, entry(3, "b"), *said], "ann")
    assert len(twice) == 1 and "never sent for it" in twice[0]
    shifted = compare(ledger, [entry(1, "a"), entry(2, "a"), entry(3, "b"), *said], "ann")
    assert any("was acknowledged; there is ('move', 'a')" in wrong for wrong in shifted)
    assert compare(ledger, [sat, *whole], "ann") == ["'hello' was said 0 times"]
    assert compare(ledger, whole + said * 2, "ann") == ["'hello' was said 2 times"]
    bots = entry(2, "b", guest=None)  # after a timeout a bot chose the same
    assert compare(ledger, [*said, entry(1, "a"), bots], "ann") == [] and ledger.made_by_bots == 1
    other = compare(ledger, [*said, entry(1, "a"), entry(2, "c", guest=None)], "ann")
    assert len(other) == 1 and "there is ('move', 'c')" in other[0]


def test_errors_in_a_log_are_found_except_cancellations() -> None:
    def told(last: str) -> str:
        return (
            f'ERROR x: y\nTraceback (most recent call last):\n  File "a", line 1\n    f()\n{last}\n'
        )

    log = (
        "INFO z\n" + told("KeyError: 'a'") + told("asyncio.exceptions.CancelledError") + "INFO z\n"
    )
    assert errors_in(log) == ["KeyError: 'a' (ERROR x: y)"]


FAULT_KINDS = ("crash", "hang", "memory")


def test_the_page_of_faults_agrees_with_its_counts() -> None:
    stored = json.loads(fault_page.COUNTS.read_text(encoding="utf-8"))
    assert (ROOT / "docs" / "faults.md").read_text(encoding="utf-8") == fault_page.page(stored)
    assert set(stored["campaign"]) == {"SQLite", "PostgreSQL"}
    for facts in stored["campaign"].values():
        assert facts["kills"] >= facts["counted"] and not facts["faults"]
        hows = [n for how, n in facts["done"].items() if how.startswith("restart: ")]
        assert facts["done"]["restarts"] == sum(hows)
        assert facts["tables"] == facts["replayed"] >= facts["finished"]
        assert (
            facts["moves"] >= facts["acknowledged"]
            and facts["outcomes"]["cut off"] >= facts["counted"]
        )
    for facts in stored["fuzz"]:
        assert facts["inputs"] == sum(sum(some.values()) for some in facts["outcomes"].values())
        found = sum(some.get(bad, 0) for some in facts["outcomes"].values() for bad in FAULT_KINDS)
        assert found == len(facts["findings"])
