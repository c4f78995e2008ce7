"""The steps since a version, in the API and in pages: each viewer gets what they could see."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.table import Table
from tests.server.conftest import settings_for
from tests.server.inside import LocalServer, local_server
from tests.server.test_secrets import VARIANTS, has_chosen, with_hidden_shuffled

SCRIPT = re.compile(r'<script type="application/json" class="steps">(.*?)</script>', re.DOTALL)


async def choose(server: LocalServer, table: Table, guest: Any, seat: int, rng: Any) -> None:
    assert table.game is not None
    move = rng.choice(table.game.legal_moves(seat))
    body = {"move": str(move), "decision": table.decision(seat)}
    await server.post(f"/tables/{table.id}/moves", guest, **body)


async def steps_in_api(server: LocalServer, table: Table, since: int, guest: Any = None) -> Any:
    return json.loads(await server.get(f"/tables/{table.id}/view?since={since}", guest))["steps"]


async def page(server: LocalServer, table: Table, since: object, guest: Any = None) -> str:
    path = f"/tables/{table.id}/live?since={since}"
    return (await server.http.get(path, headers=guest)).raise_for_status().text


def steps_in(html: str) -> Any:
    found = SCRIPT.search(html)
    return json.loads(found[1]) if found else None


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_hidden_cards_change_no_byte_of_steps(tmp_path: Path, options: dict[str, Any]) -> None:
    """Checked for the steps since the start and since the previous comparison."""

    async def run() -> None:
        rng = random.Random(7)
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(f"G{n}") for n in range(options.get("seats", 2))]
            table = await server.table(guests, **options)
            seen, moments = 0, 0
            while table.game and not table.game.is_over:
                moments += not has_chosen(table.game)
                if moments in (2, 4, 9, 17) and not has_chosen(table.game):
                    for seat, guest in [*enumerate(guests), (None, None)]:
                        await compare(server, table, seat, guest, seen, rng)
                    seen = table.version
                seat = rng.choice(table.game.to_move)
                await choose(server, table, guests[seat], seat, rng)
            assert moments >= 17

    asyncio.run(run())


async def compare(
    server: LocalServer, table: Table, seat: int | None, guest: Any, since: int, rng: Any
) -> None:
    async def bytes_of() -> list[bytes]:
        view = await server.get(f"/tables/{table.id}/view?since=0", guest)
        return [view, (await page(server, table, since, guest)).encode()]

    game, real = table.game, await bytes_of()
    table.log.game = with_hidden_shuffled(game, seat, rng)
    assert without_tokens(await bytes_of()) == without_tokens(real)
    table.log.game = game


def without_tokens(answers: list[bytes]) -> list[bytes]:
    """Remove the form tokens, whose salt differs in each page."""
    return [re.sub(rb'name="csrf" value="[^"]*"', b"", answer) for answer in answers]


def test_cards_of_others_stay_face_down(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(f"G{n}") for n in range(3)]
            table = await server.table(guests, seats=3)
            before, cards = table.version, []
            for seat, guest in enumerate(guests):
                assert table.game is not None
                move = next(m for m in table.game.legal_moves(seat) if m.verb == "discard")
                cards.append(move.card)
                body = {"move": str(move), "decision": 0}
                await server.post(f"/tables/{table.id}/moves", guest, **body)
            for viewer, who in [*enumerate(guests), (None, None)]:
                (turn,) = await steps_in_api(server, table, before, who)
                assert steps_in(await page(server, table, before, who)) == [turn]
                plays = [step for step in turn["steps"] if step["kind"] == "play"]
                order = sorted(range(3), key=lambda seat: (seat != viewer, seat))
                assert [step["seat"] for step in plays] == order
                known = [cards[seat] if seat == viewer else None for seat in order]
                assert [step["card"] for step in plays] == known

    asyncio.run(run())


def test_nothing_without_a_version_or_at_the_same_one(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(1)
        async with local_server(settings_for(tmp_path)) as server:
            ann, bob = await server.guest("Ann"), await server.guest("Bob")
            table = await server.table([ann, bob], game="duel")
            for guest, seat in ((ann, 0), (bob, 1)):
                await choose(server, table, guest, seat, rng)
            view = json.loads(await server.get(f"/tables/{table.id}/view", ann))
            assert view["steps"] is None
            assert await steps_in_api(server, table, table.version, ann) == []
            assert len(await steps_in_api(server, table, table.version - 1, ann)) == 1
            for path in ("", "/live", f"/live?since={table.version}"):
                answer = await server.http.get(f"/tables/{table.id}{path}", headers=ann)
                assert 'class="steps"' not in answer.text

    asyncio.run(run())


@pytest.mark.parametrize("since", ["-1", "99999", "soon", "1.5", "9" * 30])
def test_a_version_that_never_was_is_refused(tmp_path: Path, since: str) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann], game="duel", bots=["random"])
            answer = await server.http.get(f"/api/tables/{table.id}/view?since={since}")
            assert answer.status_code == 422
            assert "since" in answer.text or f"0 to {table.version}" in answer.text
            answer = await server.http.get(f"/tables/{table.id}/live?since={since}", headers=ann)
            assert answer.status_code == 422 and "<main" in answer.text

    asyncio.run(run())


def test_the_response_to_a_form_contains_the_steps_it_caused(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann, await server.guest("Bob")], game="duel")
            assert table.game is not None
            html = (await server.http.get(f"/tables/{table.id}", headers=ann)).text
            token = re.search(r'name="csrf" value="([^"]*)"', html)
            assert token
            wonder = table.game.legal_moves(0)[0]
            form = {"move": str(wonder), "decision": "0", "csrf": token[1]}
            path, before = f"/tables/{table.id}/move", table.version
            for since in (str(before), "99999", "soon"):  # repeating the request changes nothing
                headers = {**ann, "X-Fragment": "1", "X-Since": since}
                answer = await server.http.post(path, data=form, headers=headers)
                assert answer.status_code == 200 and table.version == before + 1
                played = steps_in(answer.text)
                if since == str(before):
                    (step,) = played[0]["steps"]
                    assert (step["kind"], step["card"]) == ("play", wonder.wonder)
                else:
                    assert played is None

    asyncio.run(run())


def test_an_undo_is_no_step(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(2)
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(f"G{n}") for n in range(3)]
            table = await server.table(guests, seats=3)
            start = table.version
            await choose(server, table, guests[0], 0, rng)
            chosen = table.version
            await server.post(f"/tables/{table.id}/undo", guests[0], decision=1)
            for since in (start, chosen):
                assert await steps_in_api(server, table, since, guests[0]) == []
            for seat in (1, 2, 0):
                await choose(server, table, guests[seat], seat, rng)
            whole = await steps_in_api(server, table, start, guests[0])
            assert len(whole) == 1
            for since in range(start, table.version):
                assert await steps_in_api(server, table, since, guests[0]) == whole

    asyncio.run(run())


def test_a_reloaded_table_knows_the_steps_of_every_version(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(3)
        settings, told = settings_for(tmp_path), {}
        async with local_server(settings) as server:
            guests = [await server.guest(f"G{n}") for n in range(3)]
            table = await server.table(guests, seats=3, leaders=True)
            for _ in range(30):
                assert table.game is not None
                seat = table.game.to_move[0]
                await choose(server, table, guests[seat], seat, rng)
            path = f"/api/tables/{table.id}/messages"
            await server.http.post(path, headers=guests[0], json={"text": "Hello"})
            versions = range(table.version + 1)
            told = {v: await steps_in_api(server, table, v, guests[1]) for v in versions}
        async with local_server(settings) as server:
            table = await server.registry.table(table.id)
            assert table.version == max(told)
            assert {v: await steps_in_api(server, table, v, guests[1]) for v in told} == told
            assert len({len(steps) for steps in told.values()}) > 5

    asyncio.run(run())


def test_the_schema_describes_steps(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            schema = json.loads(await server.get("/openapi.json"))
            operation = schema["paths"]["/api/tables/{table}/view"]["get"]
            assert "since" in [parameter["name"] for parameter in operation["parameters"]]
            models = schema["components"]["schemas"]
            one_of = models["TurnStepsResponse"]["properties"]["steps"]["items"]["discriminator"]
            assert set(one_of["mapping"]) == {
                "play",
                "dig",
                "coins",
                "pass",
                "reveal",
                "marker",
                "token",
                "destroy",
                "war",
                "age",
                "end",
            }
            assert {"kind", "seat", "from", "to", "n"} == set(
                models["CoinStepResponse"]["properties"]
            )

    asyncio.run(run())
