"""No hidden information reaches a viewer: shuffling it changes no byte of any response."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from heptapolis.contract import Game
from heptapolis.games.classic.game import ClassicGame
from heptapolis.server.table import Table
from tests.server.conftest import settings_for
from tests.server.inside import LocalServer, local_server

VARIANTS: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 3},
    {"seats": 4, "leaders": True},
    {"game": "duel"},
]


def with_hidden_shuffled(game: Any, seat: int | None, rng: random.Random) -> Any:
    """Return a game that differs only in what the seat cannot see."""
    other = game.view(seat).sample(rng)
    other._log = [game._hide(row, seat) for row in game._log]
    return other


def has_chosen(game: Game) -> bool:
    """Return whether a submitted choice waits for other seats. Samples lose such choices."""
    return isinstance(game, ClassicGame) and any(city.has_chosen for city in game.cities)


async def api_answers(
    server: LocalServer, table: Table, guest: dict[str, str] | None
) -> list[bytes]:
    """Return all responses of the API about a table."""
    paths = ("", "/view", "/messages")
    return [await server.get(f"/tables/{table.id}{path}", guest) for path in paths]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_hidden_cards_change_no_byte(tmp_path: Path, options: dict[str, Any]) -> None:
    async def run() -> None:
        rng = random.Random(7)
        async with local_server(settings_for(tmp_path)) as server:
            seats = options.get("seats", 2)
            guests = [await server.guest(f"G{n}") for n in range(seats)]
            table = await server.table(guests, **options)
            viewers = [*enumerate(guests), (None, await server.guest("Eve")), (None, None)]
            n = 0
            while table.game and not table.game.is_over:
                n += 1
                if n % 3 == 1 and not has_chosen(table.game):
                    await compare(server, table, viewers, rng)
                for seat in table.game.to_move:
                    move = rng.choice(table.game.legal_moves(seat))
                    body = {"move": str(move), "decision": table.decision(seat)}
                    await server.post(f"/tables/{table.id}/moves", guests[seat], **body)

    asyncio.run(run())


async def compare(server: LocalServer, table: Table, viewers: Any, rng: random.Random) -> None:
    game = table.game
    assert game is not None
    for seat, guest in viewers:
        real = await api_answers(server, table, guest)
        table.log.game = with_hidden_shuffled(game, seat, rng)
        assert await api_answers(server, table, guest) == real
        table.log.game = game


def test_a_choice_that_waits_changes_no_byte_for_others(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(f"G{n}") for n in range(3)]
            table = await server.table(guests, seats=3)
            game = table.game
            assert game is not None
            told = []
            for move in game.legal_moves(1):
                game.submit(1, move)
                told.append(
                    [await api_answers(server, table, guest) for guest in (guests[0], None)]
                )
                game.undo(1)
            assert len(told) > 5 and all(one == told[0] for one in told)

    asyncio.run(run())


def test_the_seed_is_published_only_after_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann], seats=2, bots=["random"])
            seed = str(table.log.seed).encode()
            answer = await server.http.get(f"/api/tables/{table.id}/record", headers=ann)
            assert answer.status_code == 403
            told = b"".join(
                [*await api_answers(server, table, ann), await server.get("/tables?list=mine", ann)]
            )
            assert seed not in told
            await server.post(f"/tables/{table.id}/abandon", ann)
            assert seed in await server.get(f"/tables/{table.id}/record", ann)

    asyncio.run(run())
