"""Bots of other packages play whole games; a fault costs them one turn at most."""

import os
import select
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots import BOTS
from heptapolis.bots.outside import MAX_FAILED_STARTS, OutsideBot, installed_bots
from heptapolis.bots.referee import BotFailure, Fault, ask
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.sandbox import SWITCH_VARIABLE
from heptapolis.terminal.play import sit_down
from tests.bots.hostile import MISDEEDS, fail
from tests.paths import ROOT
from tests.terminal.test_play import WIDTH, Person

STRANGE_ANSWERS = (
    "Good",
    "Forgetful",
    "Wicked",
    "Busy",
    "Helpless",
    "refuses",
    "vanishes",
    "sleeps",
    "Nowhere",
)
TIMEOUT_SECONDS = 600  # long enough for a worker that has to compile the rules


def install_package(folder: Path, package: str, **bots: str) -> None:
    """Create an installed package with bots in the folder."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name} = tests.bots.hostile:{member}\n" for name, member in bots.items()]
    (info / "entry_points.txt").write_text(f"[heptapolis.bots]\n{''.join(lines)}")


@pytest.fixture(scope="module", autouse=True)
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the bots of `hostile` in a folder on the path."""
    folder = tmp_path_factory.mktemp("site")
    install_package(folder, "strange", **{name.lower(): name for name in STRANGE_ANSWERS})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield folder


@pytest.fixture(scope="module")
def good_bot() -> Iterator[OutsideBot]:
    with OutsideBot("good", limit=TIMEOUT_SECONDS) as player:
        yield player


@pytest.fixture
def view() -> hp.View:
    return hp.new("classic", seed=42).view(0)


def faults_of(game: hp.Game, player: Any, seat: int = 0) -> dict[tuple[int, int], Fault]:
    """Play a game to its end against greedy bots; return the faults by age and turn."""
    rng, greedy, faults = Random(1), hp.bot("greedy"), {}
    while not game.is_over:
        for n in game.to_move:
            now = game.age, game.turn
            player.limit = (
                0.5 if now == (3, 2) else TIMEOUT_SECONDS
            )  # the turn at which the wicked bot stalls
            move, fault = ask(player if n == seat else greedy, game.view(n), rng)
            game.submit(n, move)
            if fault:
                faults[now] = fault
    return faults


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "options",
    [
        {"game": "classic", "seats": 3},
        {"game": "classic", "seats": 2},
        {"game": "classic", "seats": 3, "leaders": True},
        {"game": "duel"},
    ],
)
def test_a_good_bot_plays_whole_games(good_bot: OutsideBot, options: dict[str, Any]) -> None:
    game = hp.new(seed=1, **options)
    assert faults_of(game, good_bot) == {}
    assert game.outcome


def test_the_same_chance_gives_the_same_move(good_bot: OutsideBot, view: hp.View) -> None:
    moves = {good_bot.choose(view, Random(seed)) for seed in range(10)}
    assert len(moves) > 1
    assert {good_bot.choose(view, Random(seed)) for seed in range(10)} == moves


def test_two_threads_may_ask_at_once(good_bot: OutsideBot) -> None:
    views = [hp.new("classic", seed=seed).view(0) for seed in range(10)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda view: ask(good_bot, view, Random(0)), views))
    assert [fault for _, fault in answers] == [None] * 10


def test_an_interrupted_question_leaves_no_stale_answer(
    good_bot: OutsideBot, view: hp.View
) -> None:
    good_bot.choose(view, Random(0))
    worker: Any = good_bot._worker
    worker._answers = SimpleNamespace(
        get=lambda timeout: fail(KeyboardInterrupt()), put=lambda line: None
    )
    with pytest.raises(KeyboardInterrupt):
        ask(good_bot, view, Random(0))
    assert not worker.is_alive
    assert ask(good_bot, view, Random(0))[1] is None


def test_a_bot_that_was_closed_starts_again(good_bot: OutsideBot, view: hp.View) -> None:
    before = good_bot.choose(view, Random(0))
    worker = good_bot._worker
    good_bot.close()
    good_bot.close()
    assert good_bot.choose(view, Random(0)) == before
    assert good_bot._worker is not worker


def test_the_example_is_a_package_that_can_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT / "examples/bots", check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    for game in (hp.new("classic", seats=2, seed=1), hp.new("duel", seed=1)):
        player = hp.bot("surveyor")
        assert isinstance(player, OutsideBot)
        with player:
            assert faults_of(game, player) == {}


# ── misbehaving ──────────────────────────────────────────────────────────────────────────────────

EXPECTED_ERRORS = {
    (1, 1): ("crash", "ValueError: boom\n"),
    (1, 2): ("crash", "Unspeakable\n"),
    (1, 3): ("illegal", "NoneType is not a move"),
    (1, 4): ("illegal", "'do something clever': a move begins with"),
    (1, 5): ("illegal", "'build palace' is not legal"),
    (1, 6): ("illegal", "a move of 201 characters is too long"),
    (2, 1): ("crash", "ValueError:  [31m\n"),
    (2, 2): ("illegal", "'build"),
    (2, 3): ("illegal", "a move of 201 characters is too long"),
    (2, 5): ("crash", "SystemExit: enough"),
    (2, 6): ("crash", "EOFError"),
    (3, 1): ("crash", "its process ended with status 3\nfarewell"),
    (3, 2): ("timeout", "no answer within 0.5 s"),
    (3, 3): ("crash", "its answer cannot be read"),
    (3, 4): ("crash", "its process ended"),
}


def test_a_wicked_bot_loses_its_turns_and_the_game_ends() -> None:
    game = hp.new("classic", seed=42, wonders=["giza:A", "rhodes:A", "ephesus:A"])
    with OutsideBot("wicked") as player:
        faults = faults_of(game, player)
    assert game.is_over
    assert set(faults) == set(MISDEEDS) - {(2, 4)}  # printing a lot is allowed
    for moment, (kind, detail) in EXPECTED_ERRORS.items():
        assert faults[moment].kind == kind, moment
        told, _, printed = detail.partition("\n")  # earlier output may arrive late, before this
        assert faults[moment].detail.startswith(told), moment
        assert printed in faults[moment].detail, moment
        assert faults[moment].bot == "wicked"


def test_a_bot_that_died_starts_anew(view: hp.View) -> None:
    """The bot dies at the second question; a new process answers the third one."""
    with OutsideBot("forgetful", limit=TIMEOUT_SECONDS) as player:
        answers = [ask(player, view, Random(0)) for _ in range(4)]
    kinds = [fault.kind if fault else None for _, fault in answers]
    assert kinds == [None, "crash", None, "crash"]


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("refuses", "RuntimeError: no licence\n"),
        ("vanishes", "its process ended with status 4\nnobody home"),
        ("sleeps", "no answer within 0.5 s"),
        ("helpless", "AttributeError: 'Helpless' object has no attribute 'choose'"),
        ("nowhere", "AttributeError: module"),
    ],
)
def test_a_bot_that_does_not_start_loses_its_turn(view: hp.View, name: str, detail: str) -> None:
    with OutsideBot(name, start_limit=0.5 if name == "sleeps" else TIMEOUT_SECONDS) as player:
        move, fault = ask(player, view, Random(0))
        assert move in view.legal_moves()
        assert fault and fault.kind == "start"
        assert fault.detail.startswith(detail)


def test_after_three_failed_starts_a_bot_stays_down(
    view: hp.View, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OutsideBot("sleeps", start_limit=0.1) as player:
        for _ in range(MAX_FAILED_STARTS):
            ask(player, view, Random(0))
        monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a fourth start"))
        for _ in range(3):
            _, fault = ask(player, view, Random(0))
            assert fault and fault.kind == "start"
            assert (
                fault.detail == f"given up after {MAX_FAILED_STARTS} starts; no answer within 0.1 s"
            )


def test_without_a_referee_the_failure_is_raised(view: hp.View) -> None:
    with (
        OutsideBot("sleeps", start_limit=0.1) as player,
        pytest.raises(BotFailure, match=r"0\.1 s"),
    ):
        player.choose(view, Random(0))


# ── ending ───────────────────────────────────────────────────────────────────────────────────────


def test_closing_ends_the_process_and_its_threads(view: hp.View) -> None:
    with OutsideBot("good", limit=TIMEOUT_SECONDS) as player:
        player.choose(view, Random(0))
        worker = player._worker
        assert worker and worker.is_alive
    assert not worker.is_alive
    assert not any(thread.is_alive() for thread in worker._threads)
    with pytest.raises(ProcessLookupError):
        os.kill(worker._process.pid, 0)


def test_a_garbage_collected_bot_ends_its_worker(view: hp.View) -> None:
    player = OutsideBot("good", limit=TIMEOUT_SECONDS)
    player.choose(view, Random(0))
    worker = player._worker
    del player
    assert worker and not worker.is_alive


ORPHAN = """
from random import Random
import heptapolis as hp
hp.bot("busy").choose(hp.new("classic", seed=1).view(0), Random(0))
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there is no such pipe")
def test_no_worker_outlives_its_parent(site: Path, tmp_path: Path) -> None:
    """The pipe is open as long as the worker or its child lives. In a sandbox it could start no
    child."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    path = os.pathsep.join([str(Path(hp.__file__).parents[1]), str(ROOT), str(site)])
    environment = os.environ | {
        "STRANGE_PIPE": str(pipe),
        "PYTHONPATH": path,
        SWITCH_VARIABLE: "off",
    }
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        parent = subprocess.Popen([sys.executable, "-c", ORPHAN], env=environment)
        try:
            assert select.select([reader], [], [], TIMEOUT_SECONDS)[0]
            assert reader.read() == b"busy"
        finally:
            parent.kill()
            parent.wait()
        assert select.select([reader], [], [], TIMEOUT_SECONDS)[0]
        assert reader.read() == b""


CONFINED_ORPHAN = """
import heptapolis as hp
player = hp.bot("good")
player.prepare(hp.new("classic", seed=1).view(0))
print(player._worker._process.pid, flush=True)
input()
"""


@pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="the system cannot report the end of a process"
)
def test_no_sandboxed_worker_outlives_its_parent(site: Path) -> None:
    path = os.pathsep.join([str(Path(hp.__file__).parents[1]), str(ROOT), str(site)])
    with subprocess.Popen(
        [sys.executable, "-c", CONFINED_ORPHAN],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as parent:
        assert parent.stdout
        worker = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
    with open(worker, "rb") as ended:
        assert select.select([ended], [], [], TIMEOUT_SECONDS)[0]


# ── at the terminal ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_sees_a_fault_in_one_line(language: str) -> None:
    person = Person("1d")
    game = hp.new("classic", seed=1)
    sitting = sit_down(game, translator(language), person.ask, person.out, rivals="sleeps")
    rival: Any = sitting._rivals
    rival.start_limit = 0.1
    sitting.play()
    told = [line for line in person.text.splitlines() if "0.1 s" in line]
    assert len(told) == 2
    assert all(line.startswith("sleeps ") and len(line) <= WIDTH for line in told)
    assert game.turn > 1
    assert rival._worker is None


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def test_an_unknown_name_is_answered_with_all_names() -> None:
    outside = ", ".join(name.lower() for name in STRANGE_ANSWERS)
    with pytest.raises(ValueError, match=f"no bot 'deep_thought': random, greedy.*, {outside}"):
        hp.bot("deep_thought")
    for name in (None, 7, ["greedy"]):
        with pytest.raises(ValueError, match="no bot"):
            hp.bot(name)  # type: ignore[arg-type]


def test_packages_cannot_replace_built_in_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_package(tmp_path, "second", greedy="Wicked", good="Wicked")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    with pytest.warns(UserWarning) as warnings:
        found = installed_bots(BOTS)
    assert found["good"].value == "tests.bots.hostile:Good"
    assert "greedy" not in found
    assert [str(warning.message) for warning in warnings] == [
        "bot 'greedy': the name is taken, tests.bots.hostile:Wicked is left out",
        "bot 'good': the name is taken, tests.bots.hostile:Wicked is left out",
    ]
    assert type(hp.bot("greedy")) is BOTS["greedy"]
