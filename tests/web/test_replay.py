"""Replays of finished games: marks, names and navigation of the steps."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from markupsafe import Markup
from playwright.sync_api import Page, expect

from heptapolis.games.classic.web.board import ClassicBoard
from heptapolis.games.duel.web.board import DuelBoard
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.server.replays import PART_TEMPLATE, ReplayPage, step_part
from heptapolis.variants import Variant
from heptapolis.web.board_parts import Thing
from heptapolis.web.keys import REPLAY_KEYS
from heptapolis.web.render import render
from heptapolis.web.replay import Film, ReplayStep, film_of
from tests.server.conftest import Player, RunningServer
from tests.web.browser.test_classic_screen import (
    SCROLL_SIZES,
    SIZES,
    boxes,
    crowded_game,
    show_text,
)
from tests.web.browser.test_motion import NOTES
from tests.web.browser.test_rare_decisions import open_moves, rank
from tests.web.conftest import Open, Visitor, sign_in
from tests.web.page_models import URLS
from tests.web.test_boards import GAMES, played_game
from tests.web.test_seat_colours import STATIC

NAMES = ["Ann", "Bob", "Eve", "Dan"]
OWN_ROW = 'class="you"'


def things_to_choose(board: Any) -> list[Thing]:
    """Return the things on the board that can be chosen, by any seat."""
    if isinstance(board, ClassicBoard):
        return list(board.hand)
    assert isinstance(board, DuelBoard)
    return [spot.thing for spot in board.spots if spot.thing] + list(board.offer)


def render_step(
    film: Film, step: ReplayStep, language: str = "en", template: str = "replay.html"
) -> str:
    part = step_part(step, film, language, len(NAMES), URLS)
    if template == PART_TEMPLATE:
        return part
    page = ReplayPage(
        step=Markup(part),
        number=step.number,
        last=film.last_step,
        seat=step.seat,
        urls=URLS,
        positions=film.positions(translator(language)),
        ages=film.ages(),
    )
    return render(template, language, page, path="/x", csrf_field=str)


# ── what a step shows ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", GAMES)
def test_the_choice_of_a_seat_is_marked_at_every_step(kind: str) -> None:
    game = played_game(kind, 1000)
    record, film = game.record(), film_of(game)
    assert film is film_of(game), "the log must be computed once"
    names = NAMES[: game.players]
    marked = 0
    for n, line in enumerate(record.lines):
        step = film.step(film.step_of(n), line.seat, "en", names)
        card = getattr(line.move, "wonder", None) if line.move.verb == "draft" else line.move.card
        if card:
            done = {thing.id: thing.deed for thing in things_to_choose(step.board)}
            assert done[card], (line, step.number)
            marked += 1
        told = [(one.seat, one.move.striptags()) for one in step.chosen]
        assert any(seat == line.seat for seat, _ in told)
    assert marked > len(record.lines) // 2


def test_a_mark_names_the_action() -> None:
    game = played_game("classic", 1000)
    film, deeds = film_of(game), dict[str, set[str]]()
    for n, line in enumerate(game.record().lines):
        board = film.step(film.step_of(n), line.seat, "en", NAMES).board
        found = {thing.deed for thing in things_to_choose(board) if thing.id == line.move.card}
        deeds.setdefault(line.move.verb, set()).update(found)
    assert deeds["build"] == {"build"} and deeds["discard"] == {"discard"}
    assert {deed[:6] for deed in deeds["stage"]} == {"stage "}


def test_a_duel_marks_the_wonder_and_the_choice_of_the_opponent() -> None:
    game = played_game("duel", 1000)
    film = film_of(game)
    lines = list(enumerate(game.record().lines))
    n, line = next((n, line) for n, line in lines if line.move.verb == "wonder")
    for seat in (0, 1):
        board = film.step(film.step_of(n), seat, "en", NAMES[:2]).board
        assert isinstance(board, DuelBoard)
        wonders = [one.thing for city in board.cities for one in city.wonders]
        assert {one.id for one in wonders if one.deed} == {line.move.wonder}
        assert {s.thing.id for s in board.spots if s.thing and s.thing.deed} == {line.move.card}
    draft = film.step(0, 1, "en", NAMES[:2]).board
    assert isinstance(draft, DuelBoard) and len(draft.offer) == 4, (
        "the waiting player sees the offer"
    )


@pytest.mark.parametrize("kind", GAMES)
def test_only_former_players_are_addressed_as_you(kind: str) -> None:
    game = played_game(kind, 1000)
    film, names = film_of(game), NAMES[: game.players]
    for number in (0, film.last_step // 2, film.last_step):
        for own in ((), (0,), (1,)):
            step = film.step(number, 0, "en", names, own)
            text = render_step(film, step, template="replay_step.html")
            assert [city.seat for city in step.board.cities if city.is_you] == list(own)
            assert (OWN_ROW in text) is bool(own) and "Your hand" not in text
            assert not re.search(r"\bYour turn\b|Waiting for", text)
            assert re.search(r'aria-current="true"[^>]*>.*?Ann', text, re.DOTALL)


def test_a_step_contains_only_the_events_since_the_previous_one() -> None:
    for kind in GAMES:
        film = film_of(played_game(kind, 1000))
        names = NAMES[: 2 if kind in ("duel", "free city") else 4 if kind == "classic" else 3]
        assert film.step(0, 0, "en", names).happened == []
        kinds = [
            {one["kind"] for turn in film.step(n, 0, "en", names).happened for one in turn["steps"]}
            for n in range(1, film.last_step + 1)
        ]
        assert sum(map(bool, kinds)) > 0.9 * film.last_step, "few steps may be empty"
        assert "end" in kinds[-1] and not any("end" in one for one in kinds[:-1])
        assert all(len(film.step(n, 0, "en", names).happened) == 1 for n in (1, film.last_step))


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_are_described_in_words(language: str) -> None:
    t = translator(language)
    film = film_of(played_game("leaders", 1000))
    titles = [title for title, _ in film.positions(t)]
    assert titles[0] == t.gettext("Leaders, round %(n)d of %(rounds)d", n=1, rounds=3)
    assert t.gettext("Age %(age)s, turn %(turn)d", age="II", turn=4) in titles
    assert titles[-1] == t.gettext("The game is over")
    assert [mark.label for mark in film.ages()] == ["I", "II", "III"]
    middle = film.step(film.last_step // 2, 1, language, NAMES[:3])
    text = render_step(film, middle, language)
    assert t.gettext("Chosen in this step") in text and t.gettext("As seen by") in text
    assert f'aria-valuetext="{titles[middle.number]}"' in text


def test_a_game_without_pages_can_be_replayed(pebbles: Variant) -> None:
    from tests.web.test_plain import played_pebbles

    game = played_pebbles()
    film = film_of(game)
    assert film.last_step == 3
    first = film.step(0, 1, "en", NAMES[:3])
    assert [one.who.striptags() for one in first.chosen] == NAMES[:3]
    assert not first.board.question and not first.board.waiting
    text = render_step(film, first)
    assert "Chosen in this step" in text and OWN_ROW not in text
    assert film.view(film.number(99), 1).score(1) == game.score(1)


def test_the_list_of_keys_is_what_the_keyboard_does() -> None:
    script = (STATIC / "replay.js").read_text(encoding="utf-8")
    body = script[script.index("const actions = {") : script.index("const names")]
    assert {key.does for key in REPLAY_KEYS} == set(re.findall(r"^  (\w+): ", body, re.MULTILINE))


# ── over HTTP ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def player(site: RunningServer) -> Player:
    return site.player("Ann")


def finish_table(player: Player, **options: Any) -> str:
    """Play a game to its end; return the table."""
    table = player.open(**options)
    while moves := open_moves(player, table):
        player.choose(table, min(moves, key=rank)["text"]).raise_for_status()
    return table


@pytest.fixture(scope="module")
def replay_path(player: Player) -> str:
    """Return the replay of a game with boards that add no decisions: each turn is one step."""
    wonders = ["giza:A", "rhodes:A", "alexandria:A"]
    return f"/tables/{finish_table(player, seats=3, bots=['easy'] * 2, wonders=wonders)}/replay"


def test_a_replay_starts_at_the_own_seat_or_that_of_the_winner(
    player: Player, replay_path: str, ann: Visitor
) -> None:
    mine = player.http.get(replay_path).text
    assert 'data-seat="0"' in mine and mine.count(OWN_ROW) > 1
    table = replay_path.split("/")[2]
    winner = player.get(f"/tables/{table}")["ranking"][0][0]
    assert 'id="replay"' in ann.look(replay_path) and f'data-seat="{winner}"' in ann.text
    assert OWN_ROW not in ann.text
    other = player.http.get(f"{replay_path}?step=3&seat=2").text
    assert re.search(r'aria-current="true"[^>]*>.*?Bot 3', other, re.DOTALL)
    own_city = re.search(r'id="city-name-0".*?</h2>', other, re.DOTALL)
    assert own_city and OWN_ROW in own_city[0] and "Your hand" not in other


def test_everything_works_without_script(replay_path: str, ann: Visitor) -> None:
    text = ann.look(f"{replay_path}?step=3&seat=1")
    assert "Age I, turn 4" in text and "Step 3 of 18" in text
    steps = {rel: int(n) for rel, n in re.findall(r'rel="(\w+)" href="[^"]*step=(\d+)&', text)}
    assert steps == {"start": 0, "prev": 2, "next": 4, "end": 18}
    assert '<input type="range" name="step" min="0" max="18" value="3"' in text
    assert re.search(r'<form[^>]*method="get" action="[^"]*/replay">', text)
    views = re.findall(r'<a class="viewer[^>]*step=3&amp;seat=(\d)"', text)
    assert views == ["0", "1", "2"]
    assert f'name="back" value="{replay_path}?step=3&amp;seat=1"' in text
    assert "is-chosen" in text and 'class="deed-mark"' in text
    assert ann.look(f"{replay_path}?step=99&seat=9") and "Step 18 of 18" in ann.text
    assert 'aria-disabled="true"' in ann.text and "deed-mark" not in ann.text


def test_a_browser_may_cache_a_step(replay_path: str, ann: Visitor, player: Player) -> None:
    first = ann.http.get(f"{replay_path}/step?step=2&seat=1")
    assert first.text.count('id="replay"') == 1 and "<html" not in first.text
    assert 'data-sheets="' in first.text and "step=2&amp;seat=1" in first.text
    known = {"if-none-match": first.headers["etag"]}
    again = ann.http.get(f"{replay_path}/step?step=2&seat=1", headers=known)
    assert again.status_code == 304 and not again.content
    hungarian = known | {"accept-language": "hu"}
    assert ann.http.get(f"{replay_path}/step?step=2&seat=1", headers=hungarian).status_code == 200
    mine = player.http.get(f"{replay_path}/step?step=2&seat=1", headers=known)
    assert mine.status_code == 200 and OWN_ROW in mine.text, "players get a different page"


# ── in a browser ─────────────────────────────────────────────────────────────────────────────────


def expect_step(page: Page, step: int, seat: int = 0) -> None:
    """Check that the page, its address and its controls show a step."""
    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
    expect(page.locator("#replay")).to_have_attribute("data-seat", str(seat))
    page.wait_for_function("at => location.search === at", arg=f"?step={step}&seat={seat}")
    expect(page.locator(".position span")).to_contain_text(f"Step {step} of")
    assert page.locator('.rail [name="step"]').input_value() == str(step)


def test_a_replay_by_keys(visit: Open, player: Player, replay_path: str) -> None:
    page = visit(1366, 650, reduced_motion="no-preference")
    page.context.add_init_script(NOTES)
    sign_in(page, player)
    page.goto("/")
    page.goto(f"{replay_path}?step=0&seat=0")
    expect(page.locator(".hand .is-chosen .deed-mark")).to_have_count(1)
    chosen = page.locator(".hand .is-chosen").get_attribute("data-vt")
    page.keyboard.press("ArrowRight")
    expect_step(page, 1)
    page.wait_for_function("() => window.played === 1")
    plays = [one for one in page.evaluate("window.told") if one["kind"] == "play"]
    assert {"seat": 0, "card": chosen} in [{k: one[k] for k in ("seat", "card")} for one in plays]
    page.keyboard.press("ArrowLeft")
    expect_step(page, 0)
    assert page.evaluate("window.played") == 1, "earlier steps are shown without animation"
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.played === 2")
    page.keyboard.press("End")
    expect_step(page, 18)
    assert page.locator(".position b").inner_text() == "The game is over"
    assert page.locator('[rel="next"]').get_attribute("aria-disabled") == "true"
    page.keyboard.press("Home")
    expect_step(page, 0)
    page.locator('.rail [name="step"]').fill("9")
    expect_step(page, 9)
    assert page.locator(".position b").inner_text() == "Age II, turn 4"
    assert page.locator(".status h1").inner_text() == "Age II, turn 4"
    assert page.title().startswith("Age II, turn 4")
    page.locator('.viewer[data-view="2"]').click()
    expect_step(page, 9, 2)
    assert "Bot 3" in page.locator('.viewer[aria-current="true"]').inner_text()
    assert page.locator("#city-0 .you").count() == 1 and page.locator("#city-2 .you").count() == 0
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.reload()
    expect_step(page, 9, 2)
    page.go_back()
    assert page.url.endswith("/"), "steps must add no history entries"


def test_a_replay_plays_automatically(visit: Open, replay_path: str) -> None:
    page = visit(1366, 650, reduced_motion="no-preference")
    page.context.add_init_script(NOTES + "localStorage.setItem('hepta-pace', 'fast');")
    page.context.add_init_script(QUICK_SCRIPT)
    page.goto(f"{replay_path}?step=15&seat=1")
    page.evaluate("window.wait = 1e9")  # keeps the replay running until the test ends
    page.keyboard.press("Space")
    expect(page.locator("[data-play].is-running")).to_have_count(1)
    assert page.get_by_role("button", name="Pause").count() == 1
    page.wait_for_function("() => window.played === 1")
    page.keyboard.press("Space")
    expect(page.locator("[data-play].is-running")).to_have_count(0)
    page.evaluate("window.wait = 0")
    page.keyboard.press("Space")
    expect_step(page, 18, 1)
    expect(page.locator("[data-play].is-running")).to_have_count(0)
    assert page.evaluate("window.played") == 3
    page.goto(f"{replay_path}?step=2&seat=1")
    page.evaluate("window.wait = 1e9")
    page.get_by_role("button", name="Play").click()
    expect_step(page, 3, 1)
    expect(page.locator("[data-play].is-running")).to_have_count(1)
    page.keyboard.press("x")
    expect(page.locator("[data-play].is-running")).to_have_count(0)
    page.get_by_role("button", name="Play").click()
    expect_step(page, 4, 1)
    page.locator('.rail [name="step"]').click()
    expect(page.locator("[data-play].is-running")).to_have_count(0)


QUICK_SCRIPT = """
const later = window.setTimeout;
window.wait = 0;
window.setTimeout = (what, ms, ...rest) => later(what, ms > 500 ? window.wait : ms, ...rest);
"""


def test_a_held_key_requests_one_step_at_a_time(visit: Open, replay_path: str) -> None:
    page = visit(1366, 650)
    asked: list[str] = []
    page.goto(f"{replay_path}?step=0&seat=1")
    page.wait_for_load_state("networkidle")
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(
        """() => {
          for (let n = 0; n < 40; n++) {
            const key = { key: n < 38 ? "ArrowRight" : "ArrowLeft", bubbles: true, repeat: true };
            document.body.dispatchEvent(new KeyboardEvent("keydown", key));
          }
        }"""
    )
    expect_step(page, 16, 1)
    page.wait_for_load_state("networkidle")
    assert len([url for url in asked if "/step?" in url]) <= 4, asked


CONTROLS = ".replay > *, .replay-buttons > *, .rail > *"


def crowded_films() -> Iterator[tuple[Film, int]]:
    """Yield replays of games in which the cities have built nearly everything."""
    for kind in ("three", "leaders", "seven"):
        game = crowded_game(kind, 5)
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
        yield film_of(game), game.players
    yield film_of(played_game("classic", 1000)), 4
    yield film_of(played_game("duel", 1000)), 2


def test_all_of_it_on_one_screen(visit: Open) -> None:
    page = visit()
    for k, (film, players) in enumerate(crowded_films()):
        places = set()
        for number in (0, film.last_step) if k % 2 else (film.last_step // 2, film.last_step):
            step = film.step(number, 0, "uk", [f"Somebody {n}" for n in range(players)])
            show_text(page, render_step(film, step, "uk"))
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(SCROLL_SIZES) == [width, height], (number, players)
                shown = boxes(page, ".felt > *, .city > header, .hand .pick, .replay > *")
                assert all(box["left"] >= 0 and box["right"] <= width for box in shown)
                assert all(box["top"] >= 0 and box["bottom"] <= height for box in shown)
                places.add((width, str(boxes(page, CONTROLS))))
        assert len(places) == len(SIZES), "the controls must not move"
