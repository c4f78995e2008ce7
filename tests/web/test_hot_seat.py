"""Several people at one device: the curtain between them, over HTTP without scripts."""

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.guests import COOKIE
from heptapolis.server.table import Table
from tests.server.conftest import settings_for
from tests.server.inside import LocalServer, local_server
from tests.server.test_secrets import has_chosen, with_hidden_shuffled
from tests.web.conftest import Visitor


def start_game_at_one_device(ann: Visitor, variant: str, n: int, seats: int = 3) -> str:
    """Start a game with several people at one device; return its address."""
    ann.look("/")
    ann.send("/quick", variant=variant, seats=str(seats), people=str(n), level="beginner")
    assert ann.page.status_code == 200
    return ann.path


def test_the_device_goes_from_hand_to_hand(ann: Visitor) -> None:
    table = start_game_at_one_device(ann, "classic", 2)
    assert "Pass the device to Player 1" in ann.text and not ann.moves()
    ann.look(f"{table}?seat=0")
    assert ann.moves() and "Hand the device" not in ann.text and "Hide my hand" in ann.text
    hand = set(ann.moves())
    ann.send(f"{table}/move?seat=0", move=ann.moves()[0])
    assert "Pass the device to Player 2" in ann.text and not ann.moves()
    assert "● Player 2" in ann.text
    ann.look(f"{table}?seat=0")
    assert "Your choice:" in ann.text
    ann.send(f"{table}/undo?seat=0")
    assert set(ann.moves()) == hand, "after an undo the page must show the same hand"
    ann.send(f"{table}/move?seat=0", move=ann.moves()[0])
    ann.look(f"{table}?seat=1")
    ann.send(f"{table}/move?seat=1", move=ann.moves()[0])
    assert not ann.moves() and 'class="curtain' in ann.text


def test_the_script_gets_the_curtain_after_a_choice(ann: Visitor) -> None:
    table = start_game_at_one_device(ann, "classic", 2)
    ann.look(f"{table}?seat=0")
    hand, move = set(ann.moves()), ann.moves()[0]
    ann.http.headers["x-fragment"] = "1"
    ann.send(f"{table}/move?seat=0", move=move)
    assert 'class="curtain' in ann.text and "<html" not in ann.text
    assert f'data-here="{table}"' in ann.text and not hand & set(ann.moves())
    ann.send(f"{table}/say?seat=1", text="my turn now")
    assert 'Player 2: </span><span class="words">my turn now' in ann.text


def test_a_couple_plays_duel_without_a_curtain(ann: Visitor) -> None:
    table = start_game_at_one_device(ann, "duel", 2)
    held = []
    for _ in range(6):  # decisions of the draft
        held += re.findall(r'id="live".* data-seat="(\d)" data-turn', ann.text)
        ann.send(f"{table}/move?seat={held[-1]}", move=ann.moves()[0])
        assert ann.path == table and "Hand the device" not in ann.text
    assert held == ["0", "1", "1", "1", "0", "0"]


def test_spectators_see_neither_curtain_nor_hand(ann: Visitor, bob: Visitor) -> None:
    table = start_game_at_one_device(ann, "classic", 2)
    seen = bob.look(f"{table}?seat=0")
    assert not bob.moves() and 'class="curtain' not in seen
    bob.send(f"{table}/move?seat=0", move="discard altar")
    assert bob.page.status_code == 403


def test_a_name_is_added_in_the_lobby(ann: Visitor) -> None:
    ann.send("/tables", variant="duel")
    table = ann.path
    ann.send(f"{table}/sit", person="<Zoë>")
    assert "&lt;Zoë&gt;" in ann.text and 'data-state="playing"' in ann.text
    ann.look(table)
    ann.send(f"{table}/resign?seat=1")
    assert "</span> has resigned." in ann.text
    ann.send(f"{table}/rematch")
    assert ann.path != table and 'data-state="playing"' in ann.text
    assert "&lt;Zoë&gt;" in ann.text


def test_the_last_person_at_a_device_needs_no_curtain(ann: Visitor) -> None:
    table = start_game_at_one_device(ann, "classic", 2)
    ann.look(f"{table}?seat=0")
    ann.send(f"{table}/resign?seat=0")
    ann.look(table)
    assert 'class="curtain' not in ann.text and 'data-seat="1"' in ann.text
    assert ann.moves() and f"{table}/move?seat=1" in ann.text
    ann.send(f"{table}/move?seat=1", move=ann.moves()[0])
    assert ann.page.status_code == 200


def test_all_abandon_from_the_curtain(ann: Visitor) -> None:
    table = start_game_at_one_device(ann, "classic", 3)
    ann.send(f"{table}/agree", agree="yes")
    assert "The game was abandoned" in ann.text


PUBLIC_PATHS = ("", "/live", "/tv", "/tv/live")


async def page(server: LocalServer, path: str, cookie: str) -> bytes:
    answer = await server.http.get(path, headers={"cookie": cookie})
    return re.sub(rb'name="csrf" value="[^"]*"', b"", answer.raise_for_status().content)


async def shared_table(
    server: LocalServer, options: dict[str, Any]
) -> tuple[Table, str, dict[str, str]]:
    """Open a table whose seats share a device; return it with the guest's cookie and API headers."""
    bearer = await server.guest("Ann")
    seats = options.get("seats", 2)
    made = await server.post(
        "/tables", bearer, **options, others=[f"P{n}" for n in range(1, seats)]
    )
    token = bearer["Authorization"].removeprefix("Bearer ")
    return await server.registry.table(made["id"]), f"{COOKIE}={token}", bearer


@pytest.mark.parametrize("options", [{"seats": 3}, {"seats": 4, "leaders": True}], ids=str)
def test_no_secret_is_in_the_curtain_or_on_the_television(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    """Shuffling what spectators cannot see changes no byte of the public pages of a shared device."""

    async def run() -> None:
        rng = random.Random(7)
        async with local_server(settings_for(tmp_path)) as server:
            table, cookie, bearer = await shared_table(server, options)
            base = f"/tables/{table.id}"
            for n in range(12):
                game = table.game
                assert game is not None
                if n % 3 == 0:
                    assert not has_chosen(game)
                    told = [await page(server, base + path, cookie) for path in PUBLIC_PATHS]
                    table.log.game = with_hidden_shuffled(game, None, rng)
                    assert told == [
                        await page(server, base + path, cookie) for path in PUBLIC_PATHS
                    ]
                    table.log.game = game
                for seat in game.to_move:
                    move = str(rng.choice(game.legal_moves(seat)))
                    body = {"move": move, "decision": table.decision(seat), "seat": seat}
                    await server.post(f"/tables/{table.id}/moves", bearer, **body)

    asyncio.run(run())


def test_the_curtain_does_not_depend_on_a_waiting_choice(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            table, cookie, _ = await shared_table(server, {"seats": 3})
            game, told = table.game, set()
            assert game is not None
            for move in game.legal_moves(0):
                game.submit(0, move)
                told.add(
                    b"".join(
                        [await page(server, f"/tables/{table.id}{p}", cookie) for p in PUBLIC_PATHS]
                    )
                )
                game.undo(0)
            assert len(told) == 1

    asyncio.run(run())
