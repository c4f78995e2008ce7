"""Public interfaces that a refactoring must not change; see `tests.pins`."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.encodings import encoding_of
from heptapolis.variants import ruleset
from tests.packages import environment_with
from tests.pins import RULESETS, digest, log_kinds
from tests.pins.games import GAMES, game_after, played_game
from tests.pins.snapshots import ENVIRONMENTS, TEXTS, stored_text

MOVES = {  # every form of a move's text
    "classic": (
        "build loom",
        "build loom left=2",
        "build loom right=4",
        "build loom left=2 right=2",
        "build loom free",
        "stage loom",
        "stage loom left=2 right=2",
        "discard loom",
        "dig loom",
        "pass",
        "free_city build loom",
        "free_city stage loom",
        "free_city discard loom",
    ),
    "classic+leaders": (
        "keep plato",
        "recruit plato",
        "court plato",
        "stage plato",
        "discard plato",
        "pass",
        "build loom left=2 right=2 bank=1",
        "stage loom bank=1",
    ),
    "duel": (
        "draft pyramids",
        "build press",
        "wonder pyramids press",
        "discard press",
        "token law",
        "destroy press",
        "revive press",
        "start 0",
        "start 1",
    ),
}
LEADERS: tuple[tuple[str, dict[str, Any]], ...] = (  # every way to ask for a game with leaders
    ("classic+leaders", {}),
    ("leaders", {}),
    ("classic", {"leaders": True}),
    ("classic", {"expansions": {"leaders"}}),
    ("classic", {"expansions": ["leaders"]}),
)


@pytest.mark.parametrize("name", TEXTS)
def test_a_snapshot_is_unchanged(name: str) -> None:
    assert TEXTS[name]() == stored_text(name)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_environments_are_unchanged(name: str) -> None:
    library, make = ENVIRONMENTS[name]
    pytest.importorskip(library, reason="needs heptapolis[env] or heptapolis[openspiel]")
    assert make() == stored_text(name)


def test_every_kind_of_log_entry_is_in_a_snapshot() -> None:
    assert {
        kind for log in log_kinds.LOGS.values() for kind, *_ in log
    } == log_kinds.kinds_in_code()


# ── games ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_record_replays_to_the_same_game(name: str) -> None:
    text = stored_text(f"records/{name}.txt")
    assert f"record sha256 {digest(text)}\n" in stored_text("snapshots/games.txt")
    game, original = hp.replay(text), played_game(name).game
    assert str(game.record()) == text
    assert str(hp.Record.parse(text)) == text
    assert game.to_bytes() == original.to_bytes()
    assert (game.scores(), game.ranking()) == (original.scores(), original.ranking())
    assert (game.outcome, game.events) == (original.outcome, original.events)


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_position_can_be_continued(name: str) -> None:
    """Every third position is complete; a game from it writes the same position."""
    for text in stored_text(f"positions/{name}.jsonl").splitlines()[::3]:
        game = hp.from_position(text)
        assert str(game.position()) == text
        while not game.is_over:
            seat = game.to_move[0]
            game.submit(seat, game.legal_moves(seat)[0])
        assert len(game.scores()) == game.players


@pytest.mark.parametrize("name", GAMES)
def test_equal_games_have_equal_bytes(name: str) -> None:
    decisions = len(played_game(name).actions)
    for n in (0, decisions // 2, decisions):
        game, twin = game_after(name, n), game_after(name, n)
        assert game.to_bytes() == twin.to_bytes()
    assert game_after(name, decisions // 2).to_bytes() != game_after(name, decisions).to_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_view_is_the_same_view(name: str) -> None:
    decisions = len(played_game(name).actions)
    for n in (0, decisions // 2, decisions):
        game = game_after(name, n)
        for seat in (*range(game.players), None):
            view = game.view(seat)
            again = pickle.loads(pickle.dumps(view))
            assert facts_of(again) == facts_of(view)


def facts_of(view: Any) -> tuple[Any, ...]:
    """Return all facts of a view."""
    seen: tuple[Any, ...] = ()
    if view.seat is not None:
        observation, mask = encoding_of(view).observe(view)
        seen = (observation.flat.tobytes(), mask.tobytes())
    scores = [view.score(city) for city in range(view.n_cities)]
    told = (view.game, view.seat, view.age, view.turn, view.phase, view.to_move, view.names)
    return (*told, str(view.position()), view.legal_moves(), view.events, scores, *seen)


# ── texts ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", RULESETS)
def test_moves_are_written_as_they_are_read(name: str) -> None:
    parse = ruleset(name).variant.parse_move
    assert [str(parse(text)) for text in MOVES[name]] == list(MOVES[name])


@pytest.mark.parametrize("name", GAMES)
def test_the_moves_of_a_record_are_written_as_they_are_read(name: str) -> None:
    record = hp.Record.parse(stored_text(f"records/{name}.txt"))
    parse = ruleset(record.game).variant.parse_move
    assert all(parse(str(line.move)) == line.move for line in record.lines)


@pytest.mark.parametrize(("game", "options"), LEADERS)
def test_leaders_have_several_names(game: str, options: dict[str, Any]) -> None:
    record = hp.new(game, seats=4, seed=3, **options).record()
    assert str(record) == str(hp.new("classic+leaders", seats=4, seed=3).record())
    assert '\noptions {"leaders": true, "seats": 4}\n' in str(record)
    assert record.game == "classic"


# ── packages of others ───────────────────────────────────────────────────────────────────────────


def test_an_installed_package_adds_a_variant(tmp_path: Path) -> None:
    environment = environment_with(tmp_path, pebbles="tests.toys.pebbles:VARIANT")
    code = "from heptapolis.variants import ruleset; print(ruleset('pebbles+gold').title())"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert run.stdout == "Pebbles with gold\n"
