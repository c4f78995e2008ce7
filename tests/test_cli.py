"""The command ``hepta``."""

import io
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import heptapolis
from heptapolis.cli import app, main
from tests.kinds import classic

IGNORED_VARIABLES = ("LC_", "LANG", "NUMBA_DISABLE_JIT")  # in a separate process, like for users


def process(*args: str, stdin: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, like users."""
    return subprocess.run(
        [sys.executable, "-m", "heptapolis", *args],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment() | {"PYTHONIOENCODING": "utf-8"} | changes,
        check=False,
    )


def hepta(*args: str, stdin: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, because starting Python takes longer than most commands."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    status: Any = 0
    with (
        mock.patch.multiple(sys, argv=["hepta", *args], stdin=given, stdout=out, stderr=err),
        mock.patch.dict(os.environ, environment() | {"COLUMNS": "80"} | changes, clear=True),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    return subprocess.CompletedProcess(args, status, read_output(out), read_output(err))


def environment() -> dict[str, str]:
    return {
        key: value for key, value in os.environ.items() if not key.startswith(IGNORED_VARIABLES)
    }


def read_output(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize("option", ["--bots", "--players"])
def test_simulate_takes_bots_and_its_old_option(option: str) -> None:
    facts = json.loads(hepta("simulate", "duel", "-g", "20", option, "greedy", "--json").stdout)
    assert facts["players"] == "greedy"


def test_help_and_version() -> None:
    assert "catalog" in process("--help").stdout
    assert process("--version").stdout == f"heptapolis {heptapolis.__version__}\n"


def test_without_a_command_the_web_game_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[Any, Any]] = []
    monkeypatch.setattr(
        "heptapolis.server.app.serve", lambda *args, **kw: served.append((args, kw))
    )
    app([], standalone_mode=False)
    (((settings,), options),) = served
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8707, 1)
    assert options == {"open_browser": True}


def test_house_rules_are_passed_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr("heptapolis.server.app.serve", lambda *args, **kw: served.append(args[0]))
    app(["serve", "--house", "club.toml", "--house", "home.toml"], standalone_mode=False)
    app(["serve"], standalone_mode=False)
    houses = [settings.house_rules for settings in served]
    assert houses == [(Path("club.toml"), Path("home.toml")), ()]


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['hepta', '--help']\n"
        "from heptapolis.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'rich', 'babel'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("game", ["classic", "leaders", "duel"])
def test_the_catalogue_as_json(game: str) -> None:
    facts = json.loads(hepta("catalog", game, "--json").stdout)
    assert facts["game"] == game
    assert len(facts["wonders"]) == {"classic": 7, "leaders": 1, "duel": 12}[game]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Palace", "8 victory points.", "Age III"]),
        ("uk", ["Палац", "8 переможних балів", "Епоха III"]),
        ("hu", ["Palota", "8 győzelmi pont", "III"]),
        ("ru", ["Дворец", "8 победных очков", "Эпоха III"]),
    ],
)
def test_the_catalogue_in_every_language(language: str, words: list[str]) -> None:
    out = hepta("catalog", "--lang", language).stdout
    for word in words:
        assert word in out


def test_the_environment_chooses_the_language() -> None:
    assert "Палац" in process("catalog", "-c", "palace", LANG="uk_UA.UTF-8").stdout
    assert "Palace" in hepta("catalog", "-c", "palace", LANG="ja_JP.UTF-8").stdout


def test_one_card_by_id_or_by_name_in_any_language() -> None:
    for wanted, options in (("town_hall", []), ("Town Hall", []), ("ратуша", ["--lang", "uk"])):
        run = hepta("catalog", "--card", wanted, "--json", *options)
        assert json.loads(run.stdout)["id"] == "town_hall"


def test_an_unknown_card_suggests_the_nearest() -> None:
    run = hepta("catalog", "--card", "Pallace")
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.startswith("hepta: nothing called 'Pallace' in classic; did you mean Palace")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["catalog", "dual"], "hepta: no game 'dual': classic"),
        (["catalog", "--catalog", "nowhere.toml"], "hepta: nowhere.toml: No such file"),
        (["play", "--seats", "8"], "hepta: seats: 2 to 7, got 8"),
        (["play", "--wonder", "atlantis:A"], "hepta: no board 'atlantis:A'"),
        (["play", "--save", "nowhere/game.txt"], "hepta: nowhere/game.txt: No such file"),
        (["play", "chess"], "hepta: no game 'chess': classic, classic+leaders, duel"),
        (["play", "duel+leaders"], "hepta: 'duel+leaders': duel has no expansion 'leaders'"),
        (["play", "--sides", "C"], "hepta: sides: one of random, A, B, got 'C'"),
        (
            ["simulate", "--wonders", "giza:A,rhodes:A,babylon:A"],
            "hepta: wonders: boards are drawn for every simulated game",
        ),
        (["play", "duel", "--seats", "3"], "hepta: --seats: an option of classic, not of duel"),
        (["play", "--first-game"], "hepta: --first-game: an option of duel, not of classic"),
        (["play", "duel", "--game", "classic"], "hepta: duel or classic? Name one game"),
        (["simulate", "duel", "--leaders"], "hepta: --leaders: an option of classic, not of duel"),
        (["simulate", "--games", "0"], "hepta: games: at least 1, got 0"),
        (["simulate", "--seats", "1"], "hepta: seats: 2 to 7, got 1"),
        (["simulate", "--threads", "0"], "hepta: threads: at least 1, got 0"),
        (
            ["simulate", "--report", "x", "--games", "9"],
            "hepta: games: at least 100 for a report, got 9",
        ),
        (["simulate", "duel", "--report", __file__], f"hepta: {__file__}: not a folder"),
        (["replay", "nowhere.txt"], "hepta: nowhere.txt: No such file"),
        (["replay", "pyproject.toml"], "hepta: line 1: a record begins with 'heptapolis 1'"),
        (["score", "nowhere.json"], "hepta: nowhere.json: No such file"),
        (["score", "pyproject.toml"], "hepta: position: Expecting value"),
    ],
)
def test_errors_are_one_clear_line(args: list[str], message: str) -> None:
    run = hepta(*args)
    assert run.returncode == 1
    assert run.stderr.startswith(message)
    assert run.stderr.count("\n") == 1


def test_house_rules_are_shown_with_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "classic"\n[card.palace]\neffect = { points = 9 }\n')
    run = process("catalog", "--catalog", str(path), "--card", "palace", "--json")
    assert json.loads(run.stdout)["effect"] == {"points": 9}


# ── the games ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "command",
    [
        "catalog",
        "play",
        "simulate",
        "bots",
        "advise",
        "review",
        "replay",
        "score",
        "bench",
        "warm-up",
        "train",
    ],
)
def test_every_command_has_help(command: str) -> None:
    run = hepta(command, "--help")
    assert run.returncode == 0
    assert "Usage" in run.stdout and "--help" in run.stdout


def test_options_of_a_command_are_those_of_the_variants() -> None:
    text = " ".join(hepta("play", "--help").stdout.split())
    for option in (
        "-n, --seats <int>",
        "--leaders",
        "--sides random|A|B",
        "-w, --wonder BOARD",
        "--neutral-start last|choose",
        "--first-game",
        "--choose-start",
    ):
        assert option in text
    assert "classic: Players, 2 to 7; with 2 the Free City joins." in text
    assert "--wonder BOARD" not in hepta("simulate", "--help").stdout


@pytest.mark.parametrize(
    ("args", "header"),
    [
        (["leaders", "-n", "4"], ["game classic", 'options {"leaders": true, "names": ["You"']),
        (["classic+leaders"], ["game classic", 'options {"leaders": true']),
        (["--game", "duel"], ["game duel"]),
        (["--sides", "b", "--wonder", "giza"], ["wonders giza:B "]),
        (["--wonders", "rhodes:A,giza:B,babylon:A"], ["wonders rhodes:A giza:B babylon:A"]),
        (["duel", "--wonders", "FIRST_GAME"], ["wonders pyramids "]),
    ],
)
def test_a_game_is_named_by_every_written_form(
    args: list[str], header: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    run = hepta("play", *args, "--seed", "1", "--save", str(path), stdin="q\ny\n")
    assert run.returncode == 0, run.stderr
    lines = path.read_text(encoding="utf-8").splitlines()
    for start in header:
        assert any(line.startswith(start) for line in lines), lines[:6]


@pytest.fixture(scope="module")
def discard_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a game with discards only; return the path of its record."""
    path = tmp_path_factory.mktemp("played") / "game.txt"
    run = process("play", "--seed", "1", "--name", "Ann", "--save", str(path), stdin="1d\n" * 18)
    assert run.returncode == 0, run.stderr
    assert "Victory: " in run.stdout
    return path


def test_a_game_through_a_pipe(discard_record: Path) -> None:
    game = heptapolis.replay(discard_record.read_text(encoding="utf-8"))
    assert game.is_over and game.names[0] == "Ann"


def test_the_end_of_input_leaves_the_game() -> None:
    run = hepta("play", "--seats", "2", "--lang", "uk", stdin="q\nн\n")
    assert run.returncode == 0
    assert "Гру не збережено" in run.stdout


def test_a_record_is_replayed_in_words_and_as_data(discard_record: Path) -> None:
    run = hepta("replay", str(discard_record), "--lang", "hu")
    assert "III. Kor, 6. kör" in run.stdout and "Győzelem" in run.stdout
    facts = json.loads(hepta("replay", str(discard_record), "--json", "--seat", "0").stdout)
    assert facts["record"] == discard_record.read_text(encoding="utf-8")
    discarded = [event for event in facts["events"] if event["event"] == "discarded"]
    assert all((event["card"] is None) == (event["by"] != 0) for event in discarded)
    assert facts["score"]["over"] and len(facts["score"]["seats"]) == 3


def test_a_position_is_scored(tmp_path: Path) -> None:
    """The worked examples of the rulebooks (C8.4)."""
    city = {
        "wonder": "alexandria:A",
        "stages": 3,
        "coins": 14,
        "victories": [1, 1, 1],
        "defeats": 3,
        "buildings": ["altar", "aqueduct", "town_hall"],
    }
    position = json.dumps({"players": 3, "age": 3, "turn": 6, "cities": [city]})
    path = tmp_path / "position.json"
    path.write_text(position, encoding="utf-8")
    facts = json.loads(hepta("score", str(path), "--json").stdout)
    sheet = facts["seats"][0]
    assert [sheet[c] for c in ("military", "treasury", "wonder", "civilian")] == [6, 4, 10, 13]
    assert facts["ranking"][0] == [0]
    run = hepta("score", "-", "--lang", "ru", stdin=position)
    assert "Александрия A · Игрок 1" in run.stdout and "Впереди" in run.stdout


def test_a_simulation_is_the_same_on_any_number_of_threads() -> None:
    one, two = (
        json.loads(hepta("simulate", "--games", "4100", "--threads", threads, "--json").stdout)
        for threads in ("1", "2")
    )
    for key in ("columns", "by_seat", "by_wonder"):
        assert one[key] == two[key]
    assert sum(seat["wins"] for seat in one["by_seat"]) == pytest.approx(1)
    assert sum(board["games"] for board in one["by_wonder"].values()) == 3 * 4100
    assert len(one["by_wonder"]) == 14


def test_a_simulation_in_tables() -> None:
    run = hepta("simulate", "--games", "50", "--seats", "2", "--sides", "b", "--lang", "ru")
    assert run.stderr == ""
    assert "Родос B" in run.stdout and "Родос A" not in run.stdout
    assert "50 партий за" in run.stdout


def test_the_bench_names_figures_and_machine() -> None:
    facts = json.loads(process("bench", "--seconds", "0.1", "--json").stdout)
    assert facts["machine"]["cores"] and facts["machine"]["numba"]
    marks = {figure["what"]: (figure["must"], figure["goal"]) for figure in facts["figures"]}
    unscaled = {figure["what"] for figure in facts["figures"] if not figure["kind"]}
    assert unscaled == {
        "memory of one game in a batch",
        "memory of one Duel in a batch",
        f"all {os.cpu_count()} cores against one",
    }
    side_by_side = "decisions of 8,192 games side by side"
    cores = os.cpu_count() or 1
    assert marks == {  # the targets of the design, and further figures
        "random games, classic, 2 seats": (None, None),
        "random games, classic, 3 seats": (30_000, 40_000),
        "random games, classic, 7 seats": (13_000, 18_000),
        "random games, leaders, 3 seats": (18_000, 25_000),
        "random games, Duel": (60_000, 90_000),
        "simulations of the search, classic, 3 seats, real positions": (None, None),
        "simulations of the search, Duel, real positions": (100_000, 130_000),
        "playout of a view, classic, 3 seats, real positions": (100, None),
        "playout of a view, classic, 7 seats, real positions": (100, None),
        "playout of a view, Duel, real positions": (100, None),
        "submit + view, one decision, classic": (50, 20),
        "submit + view, one decision, Duel": (50, 20),
        "import to first legal move": (1.2, 0.7),
        "memory of one game in a batch": (4096, None),
        "memory of one Duel in a batch": (2048, None),
        f"all {cores} cores against one": (round(0.9 * cores, 1), None),
        f"{side_by_side}, classic, 3 seats, all {cores} cores": (150_000 * cores, 300_000 * cores),
        f"{side_by_side}, classic, 5 seats, all {cores} cores": (None, None),
        f"{side_by_side}, classic+leaders, 3 seats, all {cores} cores": (None, None),
        f"{side_by_side}, duel, 2 seats, all {cores} cores": (400_000 * cores, 750_000 * cores),
        "server's processor time for a move": (8, 4),
    }
    assert all(figure["value"] > 0 for figure in facts["figures"])
    assert facts["sources"]["peers"].startswith("stored: ")
    by_what = {figure["what"]: figure for figure in facts["figures"]}
    assert "TAG" in by_what["random games, classic, 3 seats"]["peers"]
    server = by_what["server's processor time for a move"]["stored"]
    assert server.startswith("stored: ") and "commit" in server and "load" in server


# ── with leaders ─────────────────────────────────────────────────────────────────────────────────


def test_a_game_with_leaders_through_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    play = ["play", "--leaders", "--seed", "1", "--wonder", "giza:A", "--save", str(path)]
    assert "Leaders, round 1 of 3" in hepta(*play, stdin="1\n").stdout
    assert path.read_text(encoding="utf-8").count("\nL.") == 3
    rest = hepta("play", "--save", str(path), "--lang", "hu", stdin="1\n" * 2 + "1d\n" * 21)
    assert "Vezetők, 2/3. forduló" in rest.stdout and "Győzelem: " in rest.stdout
    game = heptapolis.replay(path.read_text(encoding="utf-8"))
    assert game.is_over and classic(game).leaders
    facts = json.loads(hepta("replay", str(path), "--json", "--seat", "0").stdout)
    kept = [event for event in facts["events"] if event["event"] == "kept"]
    assert len(kept) == 12 and all((e["leader"] is None) == (e["by"] != 0) for e in kept)
    assert all("redirected" in event for event in facts["events"] if event["event"] == "war")
    assert facts["score"]["leaders"] is True
    run = hepta("replay", str(path), "--lang", "uk")
    assert "Епоха III, найм лідерів" in run.stdout and "скидає лідера: " in run.stdout


def test_a_position_with_leaders_is_scored(tmp_path: Path) -> None:
    """Midas beside the treasury, and Alexander for tokens of any age (L13, L15)."""
    city = {
        "wonder": "rome:B",
        "stages": 2,
        "coins": 8,
        "leaders": ["midas", "alexander", "sappho"],
        "victories": [1, 1, 0],
    }
    position = json.dumps({"players": 3, "leaders": True, "age": 3, "turn": 6, "cities": [city]})
    facts = json.loads(hepta("score", "-", "--json", stdin=position).stdout)
    sheet = facts["seats"][0]
    assert (sheet["treasury"], sheet["leaders"], sheet["military"]) == (2, 6, 4)
    assert (sheet["board"], sheet["wonder"]) == ("rome:B", 3)
    run = hepta("score", "-", "--lang", "ru", stdin=position)
    assert "Лидеры Итого" in run.stdout


def test_a_simulation_with_leaders() -> None:
    run = hepta("simulate", "--leaders", "--games", "600", "--seats", "4", "--json")
    facts = json.loads(run.stdout)
    assert facts["leaders"] is True and facts["columns"]["leaders"] > 0
    assert len(facts["by_wonder"]) == 16 and "rome:B" in facts["by_wonder"]
    assert sum(facts["columns"].values()) == pytest.approx(2 * facts["columns"]["total"])
    without = json.loads(hepta("simulate", "--games", "50", "--json").stdout)
    assert without["leaders"] is False and "leaders" not in without["columns"]
    assert "Vezetők" in hepta("simulate", "--leaders", "--games", "50", "--lang", "hu").stdout


def test_house_rules_reach_a_game_with_leaders(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "leaders"\n[leader.sappho]\ncost = 3\n')
    run = process("play", "--leaders", "--catalog", str(path), stdin="i sappho\n")
    assert "3 coins" in run.stdout.partition("─ Sappho ─")[2]
    assert process("simulate", "--leaders", "--games", "5", "--catalog", str(path)).returncode == 0


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_duel_through_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "duel.txt"
    options = ["--first-game", "--seed", "1", "--name", "Ann", "--save", str(path)]
    run = hepta("play", "--game", "duel", *options, stdin="1d\n" * 5)
    assert run.returncode == 0, run.stderr
    assert "Age I, turn 1 · 20 cards left" in run.stdout and "hepta play --save" in run.stdout
    rest = hepta("play", "--save", str(path), "--lang", "hu", stdin="1d\n1\n" * 60)
    game = heptapolis.replay(path.read_text(encoding="utf-8"))
    assert game.is_over and game.names[0] == "Ann" and "győzelem" in rest.stdout.lower()
    assert "III.20" in hepta("replay", str(path)).stdout or game.outcome != "points"
    facts = json.loads(hepta("score", str(path), "--json").stdout)
    assert facts["game"] == "duel" and len(facts["seats"]) == 2
    assert hepta("play", "duel", "--seed", "1", stdin="q\ny\n").returncode == 0


def test_a_position_of_duel_is_scored() -> None:
    city = {"coins": 8, "buildings": ["palace", "academy"], "tokens": ["philosophy"]}
    position = json.dumps({"game": "duel", "age": 3, "marker": 4, "cities": [city, {}]})
    sheet = json.loads(hepta("score", "-", "--json", stdin=position).stdout)["seats"][0]
    columns = ("civilian", "science", "progress", "coins", "military", "total")
    assert [sheet[column] for column in columns] == [7, 3, 7, 2, 5, 24]
    run = hepta("score", "-", "--lang", "ru", stdin=position)
    assert "Прогресс" in run.stdout and "Впереди: Игрок 1 (24 победных очка)" in run.stdout


def test_a_simulation_of_duels() -> None:
    run = hepta("simulate", "--game", "duel", "--games", "300", "--json")
    facts = json.loads(run.stdout)
    assert facts["game"] == "duel" and sum(e["games"] for e in facts["ends"].values()) == 300
    words = hepta("simulate", "duel", "--games", "50", "--lang", "ru").stdout
    assert "военная победа" in words and "Первый игрок" in words


def test_warming_up_says_where_the_cache_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test of the terminal checks that it compiles everything."""
    steps: list[int] = []
    monkeypatch.setattr("heptapolis.terminal.progress.warm_up", lambda report: steps.append(1))
    app(["warm-up"], standalone_mode=False)
    assert steps == [1] and "Cache: " in capsys.readouterr().out


def test_serve_says_that_its_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        done = process("serve", "--port", str(other.getsockname()[1]))
    assert done.returncode == 1 and not done.stdout
    assert "running already" in done.stderr and done.stderr.count("\n") == 1


def test_serve_names_a_database_that_it_cannot_use() -> None:
    done = process("serve", "--database", "mysql://x")
    assert done.returncode == 1
    assert done.stderr.startswith("hepta: database: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ["score", "/dev/zero"],
        ["replay", "/dev/zero"],
        ["catalog", "classic", "--catalog", "/dev/zero"],
    ],
)
def test_a_file_without_end_is_refused(command: list[str]) -> None:
    told = hepta(*command)
    assert told.returncode == 1
    assert "/dev/zero: larger than 16 MiB" in told.stderr and told.stderr.count("\n") == 1
