"""The queue of bot decisions alternates between hosts, then between their tables, and short
decisions never wait for long ones. Slow bots are fakes that block on a gate: tests check the order."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from itertools import accumulate, count
from pathlib import Path
from random import Random
from typing import Any, ClassVar
from unittest.mock import patch

import pytest

import heptapolis as hp
from heptapolis.bots import BOTS
from heptapolis.bots.guided import GuidedSearch
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.server.bot_pool import MIN_SIMULATIONS, QUICK_BOTS, BotPool
from heptapolis.server.bot_work import BotWork, SharedBotWork
from heptapolis.server.job_queue import Job, is_one_of
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store
from tests.server.conftest import TIMEOUT_SECONDS, RunningServer, settings_for, wait_for
from tests.server.inside import local_server


class SlowBot:
    """A bot that records the view and blocks until the gate opens."""

    asked: ClassVar[list[View]] = []
    gate = threading.Event()

    def choose(self, view: View, rng: Random) -> Move:
        self.asked.append(view)
        self.gate.wait()
        return view.legal_moves()[0]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[SlowBot]]:
    SlowBot.asked, SlowBot.gate = [], threading.Event()
    monkeypatch.setitem(BOTS, "slow", SlowBot)
    yield SlowBot
    SlowBot.gate.set()


def test_a_short_decision_never_waits_behind_a_long_one(
    tmp_path: Path, slow: type[SlowBot]
) -> None:
    async def play() -> None:
        async with local_server(settings_for(tmp_path, bot_threads=1)) as server:
            eve, ann = [await server.guest(name) for name in ("Eve", "Ann")]
            for _ in range(5):
                await server.table([eve], game="duel", seat=1, bots=["slow"])
            while not slow.asked:  # until the only thread for long decisions is busy
                await asyncio.sleep(0.01)
            table = await server.table([ann], game="duel", seat=1, bots=["easy"])
            while 1 not in table.to_move:
                await asyncio.sleep(0.01)
            assert len(slow.asked) == 1, "no second slow bot may start"
            slow.gate.set()

    asyncio.run(play())


def test_long_decisions_alternate_between_hosts_and_then_between_tables() -> None:
    view = hp.new("duel", seed=1).view(0)
    order: list[str] = []
    gate = threading.Event()

    async def play() -> None:
        pool = BotPool(1)

        def noted(name: str) -> Callable[..., Any]:
            class Noted:
                def choose(self, view: View, rng: Random) -> Move:
                    gate.wait()
                    order.append(name)
                    return view.legal_moves()[0]

            return Noted

        names = ["eve t1 1", "eve t1 2", "eve t2 1", "eve t3 1", "ann t4 1", "bob t5 1"]
        asked = []
        for name in names:
            BOTS[name] = noted(name)
            host, table, _ = name.split()
            asked.append(asyncio.create_task(pool.choose(name, view, host, table)))
        try:
            await asyncio.sleep(0)
            gate.set()
            await asyncio.gather(*asked)
        finally:
            for name in names:
                del BOTS[name]
        pool.close()

    asyncio.run(play())
    assert order == [  # the first job started before the others were queued
        "eve t1 1",
        "eve t1 2",
        "ann t4 1",
        "bob t5 1",
        "eve t2 1",
        "eve t3 1",
    ]


def test_budgets_shrink_when_many_wait_and_never_below_the_level_below(
    slow: type[SlowBot],
) -> None:
    view, pool = hp.new("duel", seed=1).view(0), BotPool(1)

    def budget() -> float:
        player = pool._bot("master")
        assert (
            isinstance(player, NeuralSearchBot)
            and player.ms is not None
            and player.least == MIN_SIMULATIONS
        )
        return player.ms

    async def play() -> None:
        alone = budget()
        assert not pool.is_shortened(["master"])
        asked = [asyncio.create_task(pool.choose("slow", view, str(n))) for n in range(10)]
        await asyncio.sleep(0)
        assert budget() == alone / 10
        assert pool.is_shortened(["easy", None, "master"]) and not pool.is_shortened(["hard"])
        slow.gate.set()
        await asyncio.gather(*asked)
        assert budget() == alone and not pool.is_shortened(["master"])
        pool.n_kept = 4  # jobs of other servers
        assert budget() == alone / 5
        pool.close()

    asyncio.run(play())


def test_twenty_simultaneous_decisions_take_four_seconds() -> None:
    """The sum of the time budgets for twenty decisions in one thread is below four seconds."""
    pool, budgets = BotPool(1), list[float]()
    for n_waiting in reversed(range(20)):
        pool.n_kept = n_waiting
        player = pool._bot("master")
        assert isinstance(player, NeuralSearchBot) and player.ms is not None
        budgets.append(player.ms / 1000)
        assert (1 + n_waiting) * budgets[-1] == pytest.approx(1.0)
    waits = list(accumulate(budgets))
    assert waits[-1] < 4
    pool.close()


def test_the_page_says_when_bots_think_for_a_shorter_time(tmp_path: Path) -> None:
    words = "the strongest bots think for a shorter time"

    async def look() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            strong, weak = [
                await server.table([ann], game="duel", bots=[bot]) for bot in ("master", "easy")
            ]
            for n_waiting, tables in ((0, []), (9, [strong.id])):
                server.registry.bots.n_kept = n_waiting
                pages = [
                    (one.id, await server.http.get(f"/tables/{one.id}", headers=ann))
                    for one in (strong, weak)
                ]
                assert [id for id, page in pages if words in page.text] == tables

    asyncio.run(look())


def test_the_minimum_of_simulations_is_made_even_without_time() -> None:
    view = hp.new("duel", seed=1).view(0)
    found = MctsBot(ms=1e-6, threads=1, least=150).search(view, Random(1))
    assert sum(one.visits for one in found) >= 150
    found = MctsBot(ms=1e-6, threads=1).search(view, Random(1))
    assert 0 < sum(one.visits for one in found) < 150
    seconds = count()
    for least in (0, 100):  # the time is over at once; a step makes up to 16 simulations
        player = NeuralSearchBot(ms=1, least=least, clock=lambda: float(next(seconds)))
        with patch.object(
            GuidedSearch, "grow", autospec=True, side_effect=GuidedSearch.grow
        ) as grow:
            player.choose(view, Random(1))
        assert grow.call_count >= least / 16 and (least or not grow.called)


def test_a_table_of_bots_plays_only_while_it_has_a_viewer(tmp_path: Path) -> None:
    async def play() -> None:
        settings = settings_for(tmp_path, absent_seconds=0.0)  # viewers count as absent at once
        async with local_server(settings) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann], seat=None, game="duel", bots=["random"] * 2)
            await asyncio.sleep(0.3)
            stood = table.version
            assert table.state == "playing" and not server.registry.tables.is_watched(table)
            table.presence.streams["ann"] += 1  # a viewer
            await server.registry.table(table.id)
            while table.version < stood + 5:
                await asyncio.sleep(0.01)
            table.presence.streams["ann"] -= 1
        async with local_server(settings) as server:  # after a restart
            again = await server.registry.tables.load(table.id)
            await server.registry.turns.resume(table.id)
            stood = again.version
            await asyncio.sleep(0.1)
            assert again.version == stood, "no viewer, so the bots must wait"
            form = f'action="/tables/{table.id}/agree"'
            pages = [
                (await server.http.get(f"/tables/{table.id}", headers=who)).text
                for who in (ann, await server.guest("Eve"))
            ]
            assert [form in page for page in pages] == [True, False], "only the host has the button"
            ends = await server.http.post(
                f"/api/tables/{table.id}/abandon", headers=ann, json={"agree": True}
            )
            assert ends.json()["end"] == "abandoned"

    asyncio.run(play())


def test_a_table_counts_toward_the_limit_of_its_host(tmp_path: Path) -> None:
    server = RunningServer(settings_for(tmp_path, max_tables_per_guest=3))
    try:
        ann, bob = server.player("Ann"), server.player("Bob")
        tables = [ann.open(seat=None, game="duel", bots=["random"]) for _ in range(3)]
        refused = ann.post("/tables", seat=None, game="duel")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_many")
        assert bob.open(game="duel")
        bob.make(f"/tables/{tables[0]}/seats")
        bob.make(f"/tables/{tables[0]}/resign")
        wait_for(lambda: ann.get(f"/tables/{tables[0]}")["state"] == "over")
        assert ann.open(seat=None, game="duel"), "finished tables do not count"
    finally:
        server.stop()


def test_servers_claim_jobs_in_turn_and_skip_tables_without_viewers(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedBotWork, "run", BotWork.run)  # the server itself claims nothing

    async def claim() -> None:
        async with local_server(shared) as server, Store.open(shared.database_url) as store:
            hosts: dict[str, str] = {}
            for name, n in (("eve", 3), ("ann", 1), ("bob", 1)):
                guest = await server.guest(name)
                for _ in range(n):
                    made = await server.post(
                        "/tables", guest, game="duel", seat=None, bots=["master", "master"]
                    )
                    hosts[made["id"]] = name
            await store.jobs.add([Job(id, 0, 0, "master") for id in hosts])
            quick, deep = is_one_of(QUICK_BOTS), ~is_one_of(QUICK_BOTS)
            assert await store.jobs.claim("x", 5, TIMEOUT_SECONDS, quick) == []
            assert await store.jobs.claim("x", 5, TIMEOUT_SECONDS, deep, watched=[]) == []
            assert await store.jobs.count(deep) == 5
            first = await store.jobs.claim("x", 3, TIMEOUT_SECONDS, deep, watched=list(hosts))
            assert sorted(hosts[job.table] for job in first) == ["ann", "bob", "eve"]
            assert await store.jobs.count(deep) == 2
            rest = await store.jobs.claim("y", 5, TIMEOUT_SECONDS, deep)
            assert [hosts[job.table] for job in rest] == ["eve", "eve"]

    asyncio.run(claim())
