"""News since a player's last choice are marked on every page until the next choice."""

import asyncio
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.events import Built, Dug, Staged
from heptapolis.games.classic.events import War
from heptapolis.games.classic.leaders.events import Recruited
from heptapolis.games.duel.events import Revealed, Token
from heptapolis.server.table import Table
from heptapolis.web.boards import board_of, log_of
from heptapolis.web.news import News, news_of
from heptapolis.web.render import page, turn_markup
from tests.server.conftest import settings_for
from tests.server.inside import LocalServer, local_server
from tests.server.test_responses import choose

NEWS_MARK = re.compile(r'class="(?:[^"]* )?is-new"[^>]* data-vt="(\w+)"')


def placed_cards(events: list[Any]) -> set[tuple[int, str]]:
    """Return the cards that were added to cities, with the seats."""
    built = {(e.seat, e.card) for e in events if isinstance(e, Built | Dug)}
    return built | {(e.seat, e.leader) for e in events if isinstance(e, Recruited)}


def marks_of(board: Any) -> set[tuple[int, str]]:
    return {
        (city.seat, thing.id)
        for city in board.cities
        for things in (*(group.things for group in city.groups), getattr(city, "leaders", ()))
        for thing in things
        if thing.is_new
    }


def any_move(game: Any, rng: random.Random) -> Any:
    """Choose a stage of the wonder if possible, else a building, else any move."""
    moves = game.legal_moves(game.to_move[0])
    stages, built = ([m for m in moves if m.verb == verb] for verb in ("stage", "build"))
    return rng.choice(stages or built or moves)


def test_a_board_marks_the_news_of_the_last_turn() -> None:
    game, rng = hp.new("classic", seats=3, leaders=True, seed=5), random.Random(5)
    stages = tokens = 0
    while not game.is_over:
        before = len(game.events)
        game.submit(game.to_move[0], any_move(game, rng))
        if len(game.events) == before:
            continue
        view = game.view(None)
        last = [e for e in view.events if moment_of(e) == moment_of(view.events[before])]
        board: Any = board_of(view, "en")
        assert marks_of(board) == placed_cards(last)
        new_stages = {(c.seat, s.number) for c in board.cities for s in c.stages if s.is_new}
        assert new_stages == {(e.seat, e.stage) for e in last if isinstance(e, Staged)}
        taken = Counter[int]()
        for war in last:
            if isinstance(war, War):
                here, there = view.tokens_of(war)
                taken.update({war.seat: len(here)})
                taken.update({war.other: len(there)})
        assert {c.seat for c in board.cities if c.has_new_tokens} == set(+taken)
        stages, tokens = stages + len(new_stages), tokens + taken.total()
    assert stages > 3 and tokens > 3


def moment_of(event: Any) -> tuple[int, int]:
    return event.age, event.turn


def test_duel_marks_new_cards_wonders_tokens_and_revealed_cards() -> None:
    seen = News()
    for seed in range(4):
        game, rng = hp.new("duel", seed=seed), random.Random(seed)
        while not game.is_over:
            before = len(game.events)
            game.submit(game.to_move[0], rng.choice(game.legal_moves(game.to_move[0])))
            events = [e for e in game.events[before:] if e.turn]
            last = [e for e in game.events if events and moment_of(e) == moment_of(events[-1])]
            news = news_of(game.view(0), before)
            assert placed_cards(last) <= news.things
            assert {(e.seat, e.wonder) for e in last if isinstance(e, Staged)} <= news.things
            assert {(e.seat, e.token) for e in last if isinstance(e, Token)} <= news.things
            assert news.revealed == {e.card for e in last if isinstance(e, Revealed)}
            board: Any = board_of(game.view(0), "en", before)
            marked = {
                (c.seat, w.thing.id) for c in board.cities for w in c.wonders if w.thing.is_new
            }
            marked |= {
                (c.seat, token.id) for c in board.cities for token in c.tokens if token.is_new
            }
            marked |= marks_of(board)
            assert marked <= news.things
            turned_up = {spot.thing.id for spot in board.spots if spot.thing and spot.thing.is_new}
            assert turned_up == news.revealed or game.is_over
            seen = News(seen.things | marked, revealed=seen.revealed | turned_up)
    catalog = game.edition.catalog
    for kind in (catalog.card, catalog.wonder, catalog.token):
        assert any(id in kind for _, id in seen.things)
    assert seen.revealed


async def build(server: LocalServer, table: Table, guest: Any, seat: int) -> None:
    """Build the first possible building; in the first turns there is always one."""
    assert table.game is not None
    move = next(move for move in table.game.legal_moves(seat) if move.verb == "build")
    body = {"move": str(move), "decision": table.decision(seat)}
    await server.post(f"/tables/{table.id}/moves", guest, **body)


async def marked_on_page(server: LocalServer, table: Table, guest: Any) -> set[str]:
    html = (await server.http.get(f"/tables/{table.id}", headers=guest)).raise_for_status().text
    return set(NEWS_MARK.findall(html))


def test_marks_stay_until_the_next_choice_and_return_with_an_undo(tmp_path: Path) -> None:
    async def run() -> None:
        settings = settings_for(tmp_path)
        async with local_server(settings) as server:
            guests = [await server.guest(f"G{n}") for n in range(3)]
            table = await server.table(guests, seats=3)
            for seat in (0, 1, 2, 0, 1, 2):
                await build(server, table, guests[seat], seat)
            assert table.game is not None
            last = {card for _, card in placed_cards([e for e in table.game.events if e.turn == 2])}
            assert last
            assert await marked_on_page(server, table, guests[0]) == last
            assert await marked_on_page(server, table, None) == last
            await build(server, table, guests[0], 0)
            assert not await marked_on_page(server, table, guests[0])
            assert (
                await marked_on_page(server, table, guests[1]) == last
            )  # this player has not chosen yet
            await server.post(f"/tables/{table.id}/undo", guests[0], decision=3)
            assert await marked_on_page(server, table, guests[0]) == last
        async with local_server(settings) as server:
            table = await server.registry.table(table.id)
            assert await marked_on_page(server, table, guests[0]) == last

    asyncio.run(run())


PLACES = r'<p class="last-deed">(.*?)</p>|<div class="last-turn">(.*?)</div>'


@pytest.mark.parametrize("options", [{"seats": 3}, {"seats": 2}, {"game": "duel"}], ids=str)
def test_the_last_turn_is_shown_as_text(tmp_path: Path, options: dict[str, Any]) -> None:
    """The text is on the table itself, not in a drawer."""

    async def run() -> None:
        rng = random.Random(13)
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(f"G{n}") for n in range(options.get("seats", 2))]
            table = await server.table(guests, **options)
            while table.game and not table.game.events:
                await choose(server, table, guests[table.to_move[0]], table.to_move[0], rng)
            assert table.game is not None
            html = (await server.http.get(f"/tables/{table.id}", headers=guests[0])).text
            told = "".join(
                map("".join, re.findall(PLACES, html.partition('class="dock"')[0], re.DOTALL))
            )
            events = table.game.view(0).events
            ids = {getattr(event, "card", getattr(event, "wonder", None)) for event in events}
            names = {table.edition.catalog.find(id).name for id in ids if id}
            assert names and all(name in told for name in names)

    asyncio.run(run())


def test_choosing_who_begins_an_age_is_no_turn_of_duel() -> None:
    """After it the page still shows the last turn, not the start of the age."""
    game, rng = hp.new("duel", seed=2), random.Random(2)
    while not game.age:
        game.submit(game.to_move[0], rng.choice(game.legal_moves(game.to_move[0])))
    beginning, draft = log_of(game.view(0), "en")[:2]
    assert not beginning.is_played and draft.is_played
    last = page("last_turn.html", "en", log=[beginning, draft])
    assert turn_markup(draft) in last and turn_markup(beginning) not in last
    assert not page("last_turn.html", "en", log=[beginning]).strip()


def test_a_player_replaced_for_several_turns_sees_all_of_them_marked(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(12)
        async with local_server(settings_for(tmp_path)) as server:
            ann, bob = await server.guest("Ann"), await server.guest("Bob")
            table = await server.table([ann, bob], game="duel")
            while table.game and table.game.age == 0:
                seat = table.to_move[0]
                await choose(server, table, (ann, bob)[seat], seat, rng)
            assert table.game is not None
            while table.to_move != [0]:
                await choose(server, table, bob, 1, rng)
            before = table.version
            await choose(server, table, ann, 0, rng)
            for _ in range(4):  # a bot replaces the player
                seat = table.to_move[0]
                move = rng.choice(table.game.legal_moves(seat))
                assert await table.play(seat, str(move), table.decision(seat))
            assert table.log.seen_before(0) == table.log.milestone(before).n_events

    asyncio.run(run())
