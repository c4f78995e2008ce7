"""``hepta arena`` from the command line, with real bots, processes and Ray."""

import json
import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from io import StringIO
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from rich.console import Console

import heptapolis as hp
from heptapolis.arena import workers
from heptapolis.arena.schedule import Fixture, TournamentPlan
from heptapolis.cli import app
from heptapolis.extras import MissingExtra
from heptapolis.terminal import arena as command
from heptapolis.terminal.arena import arena
from heptapolis.variants import Expansion, register, unregister
from tests.arena.fake_tournaments import draw_game, instant_pool, make_plan
from tests.test_cli import hepta, process
from tests.toys.pebbles import VARIANT as PEBBLES

SMALL_ARENA = ["arena", "duel", "greedy", "random", "--deals", "3", "--no-stop"]


def without_clock(line: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(line).items() if "seconds" not in key}


def results(folder: Path) -> dict[str, dict[str, Any]]:
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return {facts["id"]: facts for facts in map(without_clock, lines)}


def records(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in folder.glob("records/*/*.txt")}


@pytest.fixture(scope="module")
def small_arena(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Play a small tournament in local processes; return its folder and its output."""
    folder = tmp_path_factory.mktemp("arena") / "small"
    page = folder.parent / "report.html"
    run = process(
        *SMALL_ARENA, "--out", str(folder), "--workers", "2", "--json", "--html", str(page)
    )
    assert run.returncode == 0, run.stderr
    return folder, json.loads(run.stdout)


def test_a_tournament_as_json(small_arena: tuple[Path, dict[str, Any]]) -> None:
    folder, facts = small_arena
    assert facts["folder"] == str(folder)
    assert facts["plan"]["bots"] == ["greedy", "random"] and facts["plan"]["variants"] == ["duel"]
    assert facts["budget"] == {"deals": 3, "minutes": None, "stop": False}
    assert (facts["deals"], facts["games"]) == (3, 6) and facts["end"] == "budget"
    (contest,) = facts["contests"]
    assert contest["bots"][0]["bot"] == facts["bots"][0]["bot"] == "greedy"
    assert contest["bots"][0]["wins"]["low"] <= contest["bots"][0]["wins"]["share"]
    assert (folder.parent / "report.html").read_text().startswith("<!DOCTYPE html>")


def test_every_game_is_a_record_that_can_be_replayed(
    small_arena: tuple[Path, dict[str, Any]],
) -> None:
    folder, _ = small_arena
    kept = records(folder)
    assert len(kept) == 6
    for id, facts in results(folder).items():
        game = hp.replay(kept[f"records/{id}.txt"])
        assert game.is_over and [dict(s) for s in game.scores()] == facts["scores"]


def test_ray_plays_the_same_games(small_arena: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    folder, _ = small_arena
    run = process(*SMALL_ARENA, "--out", str(tmp_path / "ray"), "--ray", "local", "--workers", "1")
    assert run.returncode == 0, run.stderr
    assert "greedy" in run.stdout
    assert results(tmp_path / "ray") == results(folder)
    assert records(tmp_path / "ray") == records(folder)


@pytest.mark.long
def test_a_bot_that_cannot_start_on_ray_is_one_line(tmp_path: Path) -> None:
    """The bot starts in the check, but not in a worker."""
    once = Path(__file__).parent / "rivals.py"
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "heptapolis",
            "arena",
            "duel",
            "random",
            f"{once}:once",
            "--deals",
            "1",
            "--ray",
            "local",
            "--workers",
            "1",
            "--no-sandbox",
        ],  # the bot writes a file
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert run.returncode == 1
    assert run.stderr == f"hepta: {once}:once cannot start: RuntimeError: only once\n"


def test_a_killed_tournament_can_be_continued(
    small_arena: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    folder, _ = small_arena
    there = tmp_path / "killed"
    whole = subprocess.Popen(
        [sys.executable, "-m", "heptapolis", *SMALL_ARENA, "--out", str(there), "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _wait_for_lines(there, 2, whole)
    whole.kill()
    whole.wait()
    with (there / "results.jsonl").open("a") as file:
        file.write('{"id": "duel/0000')  # an incomplete last line
    run = process("arena", "--out", str(there), "--workers", "1")
    assert run.returncode == 0, run.stderr
    lines = (there / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(results(there)), "each game must be stored once"
    assert results(there) == results(folder)
    assert records(there) == records(folder)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
def test_ctrl_c_ends_the_command_and_says_how_to_continue(tmp_path: Path) -> None:
    there = tmp_path / "two words"
    run = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "heptapolis",
            "arena",
            "greedy",
            "random",
            "--no-stop",
            "--deals",
            "99999",
            "--out",
            there,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_restore_sigint,
    )
    try:
        _wait_for_lines(there, 12, run)
        os.killpg(run.pid, signal.SIGINT)  # like a terminal, which signals the whole process group
        out, errors = run.communicate(timeout=120)
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 130 and errors == ""
    assert "Interrupted." in out and f"To continue: hepta arena --out '{there}'" in out
    assert results(there).keys() == {path.removeprefix("records/")[:-4] for path in records(there)}
    processes = subprocess.run(
        ["ps", "-eo", "pgid,args"], capture_output=True, text=True, check=True
    )
    group = [line for line in processes.stdout.splitlines() if line.split()[0] == str(run.pid)]
    assert not [line for line in group if "spawn_main" in line], "no worker may be left"


def _restore_sigint() -> None:
    """Restore the default handler: background jobs of a shell ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait_for_lines(folder: Path, lines: int, run: subprocess.Popen[Any]) -> None:
    path = folder / "results.jsonl"
    while not path.exists() or path.read_text(encoding="utf-8").count("\n") < lines:
        assert run.poll() is None, "the command ended before the interrupt"
        sleep(0.02)


def test_every_expansion_has_a_flag(capsys: pytest.CaptureFixture[str]) -> None:
    """Including expansions of other packages."""
    titles = {"en": "Pebbles with towers"}
    towers = Expansion("towers", "pebbles", {"en": "Towers"}, titles, "tests.toys.pebbles")
    register(replace(PEBBLES, expansions={"towers": towers}))
    try:
        app(["arena", "--help"], standalone_mode=False)
    finally:
        unregister(PEBBLES.id)
    words = capsys.readouterr().out.split()
    assert words[words.index("--leaders") + 1 :][:3] == ["Classic", "with", "leaders."]
    assert words[words.index("--towers") + 1 :][:3] == ["Pebbles", "with", "towers."]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "name two or more bots, or continue a tournament with --out"),
        (["greedy"], "bots: at least two, got greedy"),
        (["duel"], "bots: at least two, got none"),
        (["greedy", "greedy"], "bots: greedy appears twice"),
        (["greedy", "deep_thought"], "no bot 'deep_thought': "),
        (
            ["duel", "greedy", "neural:none.npz"],
            "neural:none.npz cannot start: none.npz: no such file",
        ),
        (["greedy", "none.py:Bot"], "no bot 'none.py:Bot': no such file"),
        (["greedy", "none.py"], "'none.py': say what makes a bot in the file: none.py:Bot"),
        (["greedy", "mcts:fast"], "'mcts:fast': use mcts:400 (simulations) or mcts:250ms (time)"),
        (["greedy", "random", "--on-fault", "cry"], "--on-fault: forfeit or random, got 'cry'"),
        (["greedy", "random", "--seats", "8"], "seats: 2 to 7, got 8"),
        (
            ["greedy", "random", "--seats", "three"],
            "seats: numbers like 3, 3,5 or 3-5, got 'three'",
        ),
        (
            ["duel", "greedy", "random", "--seats", "3"],
            "--seats: an option of classic, not of duel",
        ),
        (["duel", "greedy", "random", "--leaders"], "--leaders: an option of classic, not of duel"),
        (["greedy", "random", "--goal", "0.5"], "--goal: an option of a gauntlet"),
        (
            ["greedy", "random", "--gauntlet", "--goal", "40"],
            "goal: a share between 0 and 1, got 40",
        ),
        (["greedy", "random", "--deals", "0"], "deals: at least 1, got 0"),
        (["greedy", "random", "--games", "5"], "games: at least 6, one whole deal, got 5"),
        (["greedy", "random", "--minutes", "0"], "minutes: more than 0, got 0"),
        (["greedy", "random", "--workers", "0"], "workers: at least 1, got 0"),
        (["greedy", "random", "--html", "nowhere/x.html"], "nowhere/x.html: no folder nowhere"),
        (
            ["greedy", "random", "--ray", "cluster"],
            "--ray: host:port, auto or local, got 'cluster'",
        ),
        (["greedy", "random", "--ray", "127.0.0.1:1"], "--ray 127.0.0.1:1: Connection refused"),
        (["--out", "nowhere"], "nowhere: no tournament to continue; name the bots of a new one"),
        (["greedy", "random", "--out", "src"], "src is not a tournament's folder; name a new one"),
    ],
)
def test_errors_are_one_clear_line_and_leave_no_files(
    args: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "thesis.tex").touch()
    monkeypatch.setattr(sys, "argv", ["hepta", "arena", *args])
    from heptapolis.cli import main

    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    error = capsys.readouterr().err
    assert error.startswith(f"hepta: {message}") and error.count("\n") == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["src", "thesis.tex"]


def test_a_tournament_with_house_rules_can_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from heptapolis.cli import main

    club, folder, pool = tmp_path / "club.toml", tmp_path / "x", instant_pool(draw_game())
    club.write_text('extends = "classic"\n[constants]\nstarting_coins = 9\n')
    monkeypatch.setattr(command, "local_pool", lambda workers: nullcontext(pool))
    for args in (["greedy", "random", "--deals", "1"], ["--deals", "2"]):
        monkeypatch.setattr(
            sys, "argv", ["hepta", "arena", *args, "--catalog", str(club), "--out", str(folder)]
        )
        try:
            main()
        except SystemExit as end:
            assert not end.code
        unregister("club")
    assert "Club, 3 seats: 2 deals, 12 games" in capsys.readouterr().out
    assert {Path(id).parts[0] for id in results(folder)} == {"club-3"}


def test_help() -> None:
    run = hepta("arena", "--help")
    assert run.returncode == 0 and "--gauntlet" in run.stdout and "--ray" in run.stdout


# ── without processes ────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def run_arena(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs the command with drawn results and returns its output."""

    def run(plan: TournamentPlan | None, **options: Any) -> str:
        out = Console(file=StringIO(), width=100, highlight=False, markup=False)
        pool = instant_pool(draw_game({"greedy": 9.0}))
        monkeypatch.setattr(command, "local_pool", lambda workers: nullcontext(pool))
        arena(plan, out=out, **options)
        assert isinstance(out.file, StringIO)
        return out.file.getvalue()

    return run


def test_a_round_robin_in_tables(run_arena: Any, tmp_path: Path) -> None:
    text = run_arena(make_plan("greedy", "random", games="classic leaders"), folder=tmp_path / "x")
    assert "Classic, 3 seats: " in text and "Classic with leaders, 3 seats: " in text
    assert text.count("The order is settled after ") == 2 and "greedy > random" in text
    assert "The question is answered. Everything is saved in " in text
    assert "To continue" not in text


def test_a_gauntlet_in_tables(run_arena: Any, tmp_path: Path) -> None:
    text = run_arena(
        make_plan("random", "greedy", games="duel", gauntlet=True), folder=tmp_path / "x"
    )
    assert "random wins" in text and "Against greedy, random wins less than 50.0%: settled" in text


def test_a_budget_of_games_is_rounded_to_complete_deals(run_arena: Any, tmp_path: Path) -> None:
    plan = make_plan("greedy", "random")
    run_arena(plan, folder=tmp_path / "x", games=20, stop=False)
    assert len(results(tmp_path / "x")) == 18
    run_arena(plan, folder=tmp_path / "y", games=20, deals=2, stop=False)
    assert len(results(tmp_path / "y")) == 12


def test_a_tournament_continues_from_its_folder_without_options(
    run_arena: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "x"
    text = run_arena(make_plan("greedy", "random", seed=5), folder=folder, deals=2, stop=False)
    assert f"To continue: hepta arena --out {folder} --deals 4" in text
    assert len(results(folder)) == 12
    run_arena(None, folder=folder)
    assert len(results(folder)) == 12
    run_arena(None, folder=folder, deals=4)
    assert len(results(folder)) == 24
    with pytest.raises(ValueError, match="seed: 5, not 0"):
        run_arena(make_plan("greedy", "random"), folder=folder)


def test_without_a_folder_a_dated_one_is_made(
    run_arena: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = run_arena(make_plan("greedy", "random"))
    (folder,) = Path("arena").iterdir()
    assert f"Everything is saved in {folder}." in text and len(folder.name) == len(
        "2026-01-31_12-00-00"
    )


def test_a_time_limit_ends_the_tournament(run_arena: Any, tmp_path: Path) -> None:
    text = run_arena(make_plan("greedy", "random"), folder=tmp_path / "x", minutes=1e-9)
    assert "Time is up." in text and "To continue: hepta arena" in text


def test_progress_shows_the_standing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Console(file=StringIO(), width=100, force_terminal=True, highlight=False)
    monkeypatch.setattr(command, "REFRESH_SECONDS", -1.0)
    pool = instant_pool(draw_game())
    monkeypatch.setattr(command, "local_pool", lambda workers: nullcontext(pool))
    arena(make_plan("greedy", "random"), folder=tmp_path / "x", deals=4, out=out)
    assert isinstance(out.file, StringIO)
    text = out.file.getvalue()
    assert "Round robin: greedy, random" in text and "24/24" in text and "games" in text


@pytest.mark.parametrize(("package", "option"), [("matplotlib", "html"), ("ray", "ray")])
def test_a_missing_package_is_named_with_its_installation(
    package: str, option: str, run_arena: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("heptapolis.arena.")]:
        if name.endswith((".report", ".plots")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("heptapolis.arena.report", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    extra = {"matplotlib": "arena", "ray": "ray"}[package]
    with pytest.raises(MissingExtra, match=rf"pip install 'heptapolis\[{extra}\]'"):
        run_arena(
            make_plan("greedy", "random"), folder=tmp_path / "x", **{option: tmp_path / "page"}
        )
    assert not (tmp_path / "x").exists()


def exit_at_once(fixture: Fixture, guests: object) -> None:
    os._exit(1)


def test_a_dead_worker_is_reported_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "play", exit_at_once)
    with pytest.raises(OSError, match=r"a worker process died; to continue: hepta arena --out "):
        arena(make_plan("greedy", "random"), folder=tmp_path / "x", workers=1)


def test_ray_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"--ray needs ray: pip install 'heptapolis\[ray\]'"):
        workers.ray_pool("local")
