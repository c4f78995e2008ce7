"""Bots delay the last choice of a decision, so that people can still take theirs back."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.server.bot_pool import BotPool
from heptapolis.server.errors import ChoiceDelay
from heptapolis.server.settings import Settings
from heptapolis.server.table import Table
from tests.server.conftest import TIMEOUT_SECONDS, RunningServer, settings_for
from tests.server.inside import LocalServer, local_server
from tests.server.test_cluster import two_local_servers, wait_until

PLAIN_BOARDS = ["giza:A", "rhodes:A", "ephesus:A"]  # without decisions besides the card of a turn
DEADLINE_SECONDS = 60.0  # longer than any test waits
SHORT_SECONDS = 0.2
Headers = dict[str, str]
Thoughts = Counter[tuple[int | None, int]]


@asynccontextmanager
async def game_waiting_for_people(
    server: LocalServer, people: int = 1, **options: Any
) -> AsyncIterator[tuple[Table, list[Headers]]]:
    """Start a game of three and wait until only the people and the delaying bot are to move."""
    guests = [await server.guest(f"Person {n}") for n in range(people)]
    table = await server.table(guests, seats=3, wonders=PLAIN_BOARDS, **options)
    for _ in range(3 - people):
        await server.post(f"/tables/{table.id}/seats", guests[0], bot="random")
    await wait_until(lambda: len(table.to_move) == people + 1)
    yield table, guests


async def choose(server: LocalServer, table: Table, guest: Headers) -> int:
    """Make the first legal move; return the number of the next decision."""
    view = (await server.http.get(f"/api/tables/{table.id}/view", headers=guest)).json()
    body = {"move": view["legal_moves"][0]["text"], "decision": view["decision"]}
    return int((await server.post(f"/tables/{table.id}/moves", guest, **body))["decision"])


def moves(table: Table) -> list[tuple[int | None, float]]:
    return [(entry.seat, entry.at) for entry in table.log.entries if entry.kind == "move"]


def turn(table: Table) -> int:
    assert table.game is not None
    return table.game.turn


def are_at(n: int, *tables: Table) -> bool:
    return all(turn(table) == n for table in tables)


Play = Callable[[LocalServer], Awaitable[None]]


def play(folder: Path, game: Play, pause: float = DEADLINE_SECONDS) -> None:
    """Run ``game`` at a server whose bots delay the last choice by ``pause`` seconds."""

    async def run() -> None:
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            local_server(settings_for(folder, pause_seconds=pause)) as server,
        ):
            await game(server)

    asyncio.run(run())


def test_a_choice_can_be_taken_back_until_it_is_shown_and_then_never(tmp_path: Path) -> None:
    async def game(server: LocalServer) -> None:
        async with game_waiting_for_people(server) as (table, [ann]):
            path = f"/tables/{table.id}"
            for _ in range(2):
                decision = await choose(server, table, ann)
                assert [table.chairs[n].bot for n in table.to_move] == ["random"]
                view = (await server.http.get(f"/api{path}/view", headers=ann)).json()
                assert view["shown_at"] == moves(table)[-1][1] + DEADLINE_SECONDS
                await server.post(f"{path}/undo", ann, decision=decision)
                assert 0 in table.to_move and table.shown_at is None
            decision = await choose(server, table, ann)
            before = turn(table)
            for _ in range(2):  # repeating the request changes nothing
                await server.post(f"{path}/go", ann)
            await wait_until(lambda: turn(table) > before)
            refused = await server.http.post(
                f"/api{path}/undo", headers=ann, json={"decision": decision}
            )
            assert refused.status_code == 409
            assert refused.json()["error"]["refusal"]["code"] == "nothing_chosen"

    play(tmp_path, game)


def test_when_the_delay_ends_the_choices_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def game(server: LocalServer) -> None:
        async with game_waiting_for_people(server) as (table, [ann]):
            with monkeypatch.context() as clock:  # a stopped clock: the undo cannot be too late
                clock.setattr(
                    time, "time", lambda: 2e9
                )  # (2e9 + SHORT_SECONDS) - 2e9 > SHORT_SECONDS
                decision = await choose(server, table, ann)
                assert [table.hold(bot) for bot in table.to_move] == [SHORT_SECONDS]
                await server.post(f"/tables/{table.id}/undo", ann, decision=decision)
            await asyncio.sleep(2 * SHORT_SECONDS)
            assert turn(table) == 1 and len(table.to_move) == 2, "the bot must wait for the player"
            await choose(server, table, ann)
            await wait_until(lambda: turn(table) == 2)
            (person, chosen), (bot, shown) = moves(table)[2:4]
            assert person == 0 != bot and shown >= chosen + SHORT_SECONDS

    play(tmp_path, game, SHORT_SECONDS)


def test_a_bot_thinks_once_and_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot thinks immediately; only its choice is delayed."""
    thoughts = count_thoughts(monkeypatch)

    async def game(server: LocalServer) -> None:
        async with game_waiting_for_people(server) as (table, [ann]):
            await wait_until(lambda: len(thoughts) == 2)
            host = await server.registry.store.guest(str(table.host))
            assert host is not None
            await table.react(host, "hello")  # an entry that does not concern the bots
            decision = await choose(server, table, ann)
            await server.post(f"/tables/{table.id}/undo", ann, decision=decision)
            await choose(server, table, ann)
            assert thoughts.total() == 2
            await server.post(f"/tables/{table.id}/go", ann)
            await wait_until(lambda: turn(table) == 2)
            await wait_until(lambda: len(thoughts) == 4)
            assert max(thoughts.values()) == 1

    play(tmp_path, game)


def count_thoughts(monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    """Count the decisions of bots by seat and turn."""
    thoughts: Thoughts = Counter()
    choose_move = BotPool.choose

    async def think(pool: BotPool, name: str, view: View, *whose: str) -> Move:
        thoughts[view.seat, view.turn] += 1
        return await choose_move(pool, name, view, *whose)

    monkeypatch.setattr(BotPool, "choose", think)
    return thoughts


def test_the_turn_ends_when_all_people_confirm_or_the_delay_ends(tmp_path: Path) -> None:
    async def game(server: LocalServer) -> None:
        async with game_waiting_for_people(server, people=2) as (table, guests):
            for guest in guests:
                await choose(server, table, guest)
            for guest in guests:
                assert turn(table) == 1 and table.shown_at
                await server.post(f"/tables/{table.id}/go", guest)
            await wait_until(lambda: turn(table) == 2 and len(table.to_move) == 3)
            await choose(server, table, guests[0])
            await server.post(f"/tables/{table.id}/go", guests[0])  # before Bob has chosen
            assert table.shown_at is None and len(table.to_move) == 2
            await choose(server, table, guests[1])
            await server.post(f"/tables/{table.id}/go", guests[1])
            await wait_until(partial(are_at, 3, table))

    play(tmp_path, game)


def test_taking_back_a_confirmed_choice_restarts_the_delay(tmp_path: Path) -> None:
    async def game(server: LocalServer) -> None:
        async with game_waiting_for_people(server, people=2) as (table, [ann, bob]):
            decision = await choose(server, table, ann)
            await choose(server, table, bob)
            await server.post(f"/tables/{table.id}/go", ann)
            await server.post(f"/tables/{table.id}/undo", ann, decision=decision)
            await server.post(f"/tables/{table.id}/go", bob)
            await choose(server, table, ann)
            assert turn(table) == 1 and table.shown_at
            await server.post(f"/tables/{table.id}/go", ann)
            await wait_until(lambda: turn(table) == 2)

    play(tmp_path, game)


def test_the_delay_does_not_wait_for_a_player_who_resigned(tmp_path: Path) -> None:
    async def game(server: LocalServer) -> None:
        async with game_waiting_for_people(server, people=2) as (table, [ann, bob]):
            await choose(server, table, ann)
            await choose(server, table, bob)
            await server.post(f"/tables/{table.id}/go", bob)
            assert turn(table) == 1 and table.shown_at
            await server.post(f"/tables/{table.id}/resign", ann)
            await wait_until(lambda: turn(table) == 2)

    play(tmp_path, game)


def test_the_delay_continues_after_a_restart(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, pause_seconds=DEADLINE_SECONDS)

    async def run() -> None:
        async with (
            local_server(settings) as server,
            game_waiting_for_people(server) as (table, [ann]),
        ):
            decision, id = await choose(server, table, ann), table.id
        async with local_server(settings) as server:
            table = await server.registry.table(id)
            await asyncio.sleep(SHORT_SECONDS)
            assert (
                len(table.to_move) == 1 and table.shown_at == moves(table)[-1][1] + DEADLINE_SECONDS
            )
            await server.post(f"/tables/{id}/undo", ann, decision=decision)
            await choose(server, table, ann)
            await server.post(f"/tables/{id}/go", ann)
            await wait_until(lambda: turn(table) == 2)

    asyncio.run(run())


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 3, "leaders": True}])
def test_every_game_can_be_confirmed_turn_by_turn(tmp_path: Path, options: dict[str, Any]) -> None:
    """Games with choices for the Free City and with the leader draft go on as well."""

    async def game(server: LocalServer) -> None:
        ann = await server.guest("Ann")
        table = await server.table([ann], **options)
        for _ in range(options["seats"] - 1):
            await server.post(f"/tables/{table.id}/seats", ann, bot="random")
        while table.game is None or (table.game.age, turn(table)) < (1, 4):
            await wait_until(lambda: 0 in table.to_move)
            await choose(server, table, ann)
            await server.post(f"/tables/{table.id}/go", ann)

    play(tmp_path, game)


# ── the option ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "pause"),
    [
        ({}, 1.5),
        ({"game": "classic+leaders"}, 1.5),
        ({"clock": 60}, 0.0),
        ({"clock": 60, "pause": 4}, 4.0),
        ({"game": "duel"}, 0.0),
        ({"pause": 0}, 0.0),
        ({"pause": 2.5}, 2.5),
    ],
)
def test_the_length_of_the_delay(
    server: RunningServer, options: dict[str, Any], pause: float
) -> None:
    server.registry.factory.settings = replace(
        server.registry.settings, pause_seconds=Settings().pause_seconds
    )
    try:
        ann = server.player()
        assert ann.get(f"/tables/{ann.open(**options)}")["options"]["pause"] == pause
    finally:
        server.registry.factory.settings = replace(server.registry.settings, pause_seconds=0.0)


@pytest.mark.parametrize("pause", [-1, 61, "long"])
def test_invalid_lengths_of_the_delay_are_refused(server: RunningServer, pause: object) -> None:
    assert server.player().post("/tables", pause=pause).status_code == 422


def test_only_players_can_confirm(server: RunningServer) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(bots=["random"] * 2)
    assert bob.post(f"/tables/{table}/go").json()["error"]["code"] == "not_seated"


# ── several servers ──────────────────────────────────────────────────────────────────────────────


def test_servers_delay_choices_together(shared: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot chooses at one server; any server can submit the choice, and it is submitted once."""
    monkeypatch.setattr(
        "heptapolis.server.bot_work.LEASE_SECONDS", TIMEOUT_SECONDS
    )  # none runs out
    thoughts = count_thoughts(monkeypatch)

    async def run() -> None:
        async with (
            two_local_servers(replace(shared, pause_seconds=DEADLINE_SECONDS)) as (here, there),
            game_waiting_for_people(here) as (table, [ann]),
        ):
            other = await there.registry.table(table.id)
            for n in range(1, 5):
                await wait_until(lambda: len(other.to_move) == 2)
                decision = await choose(there, other, ann)
                await here.post(f"/tables/{table.id}/undo", ann, decision=decision)
                await choose(here, table, ann)
                await there.post(f"/tables/{table.id}/go", ann)
                await wait_until(partial(are_at, n + 1, table, other))
            await wait_until(lambda: len(thoughts) == 10)
            assert max(thoughts.values()) == 1

    asyncio.run(run())


def test_the_delay_is_neither_repeated_nor_lost(shared: Settings) -> None:
    settings = replace(shared, pause_seconds=SHORT_SECONDS)

    async def run() -> None:
        async with local_server(settings) as there:
            async with (
                local_server(settings) as here,
                game_waiting_for_people(here) as (table, [ann]),
            ):
                other = await there.registry.table(table.id)
                await choose(here, table, ann)  # then this server stops
            await wait_until(lambda: turn(other) == 2)
            (person, chosen), (bot, shown) = moves(other)[1:3]
            assert person == 0 != bot and shown >= chosen + SHORT_SECONDS
            played = Counter(seat for seat, _ in moves(other)[:3])
            assert set(played.values()) == {1}

    asyncio.run(run())


# ── kept in one go ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("pause", "n_held"), [(0.0, 0), (DEADLINE_SECONDS, 1)])
def test_simultaneous_choices_of_bots_are_stored_in_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: float, n_held: int
) -> None:
    async def ponder(*_: object) -> Move:
        await asyncio.sleep(TIMEOUT_SECONDS)
        raise AssertionError("the test chooses for the bots")

    monkeypatch.setattr(BotPool, "choose", ponder)

    async def game(server: LocalServer) -> None:
        guest = await server.guest("Ann")
        table = await server.table([guest], seats=5)
        for _ in range(4):
            await server.post(f"/tables/{table.id}/seats", guest, bot="random")
        kept: list[int] = []
        append = table._store.append

        async def count(id: str, version: int, entries: Any, *rest: Any) -> None:
            kept.append(len(entries))
            await append(id, version, entries, *rest)

        monkeypatch.setattr(table._store, "append", count)
        assert table.game is not None
        bots = [seat for seat in table.to_move if table.chairs[seat].bot]
        choices = [
            table.play(seat, str(table.game.legal_moves(seat)[0]), table.decision(seat))
            for seat in bots
        ]
        outcomes = await asyncio.gather(*choices, return_exceptions=True)
        assert kept == [4 - n_held]
        assert [True] * (4 - n_held) == [one for one in outcomes if one is True]
        assert sum(isinstance(one, ChoiceDelay) for one in outcomes) == n_held
        assert len(set(bots) - set(table.to_move)) == 4 - n_held

    play(tmp_path, game, pause=pause)
