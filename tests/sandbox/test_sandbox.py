"""An outside bot cannot access the seed of its own game or other private data. Protections that a
system lacks are not tested there."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import heptapolis as hp
from heptapolis import sandbox
from heptapolis.arena.play import sandbox_facts
from heptapolis.bots.confinement import BOT_CACHE_FOLDER
from heptapolis.bots.outside import FileBot
from heptapolis.bots.referee import BotFailure
from heptapolis.kernel import CACHE
from heptapolis.sandbox import bubblewrap, landlock, seccomp
from tests.sandbox.spy import ATTEMPTS

SPY = Path(__file__).with_name("spy.py")
TIMEOUT_SECONDS = 600
REFUSED, NOTHING = "RuntimeError: refused: ", "RuntimeError: nothing"
WAYS = {
    "landlock": ("landlock", "seccomp"),
    "bubblewrap": ("bubblewrap", "seccomp"),
}

SANDBOXES: dict[str, Callable[[], object]] = {
    "landlock": landlock.version,
    "seccomp": seccomp.is_offered,
    "bubblewrap": bubblewrap.is_offered,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create a folder with the spy and its targets."""
    home, arena = tmp_path / "home", tmp_path / "bot" / "arena"
    for new in (home, arena):
        new.mkdir(parents=True)
    (arena / "plan.json").write_text('{"seed": 42}')
    (arena.parent / "x.sqlite").write_text("seed 42")
    (home / "games.sqlite").write_text("seed 42")
    monkeypatch.setenv("OPEN_SESAME", "42")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as server,
        closing(socket.socket(socket.AF_UNIX)) as local,
        open(home / "games.sqlite") as secret,
    ):
        os.set_inheritable(secret.fileno(), True)
        local.bind(str(home / "socket"))
        local.listen()
        prey = {
            "database": str(home / "games.sqlite"),
            "home": str(home),
            "cache": str(CACHE),
            "tcp": server.getsockname(),
            "unix": str(home / "socket"),
            "parent": os.getpid(),
        }
        (arena.parent / "prey.json").write_text(json.dumps(prey))
        (arena.parent / "spy.py").write_text(SPY.read_text())
        yield arena.parent


def outcomes(folder: Path) -> dict[str, str]:
    """Return the outcome of each attempt."""
    view, told = hp.new("duel", seed=42).view(0), {}
    with FileBot(f"{folder / 'spy.py'}:Spy", limit=TIMEOUT_SECONDS) as spy:
        for name in ATTEMPTS:
            with pytest.raises(BotFailure) as failure:
                spy.choose(view, Random(1))
            told[name] = str(failure.value).partition("\n")[0]
    return told


@pytest.mark.parametrize("way", WAYS)
def test_a_sandboxed_spy_learns_nothing(
    way: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system refuses each attempt for which it has a protection."""
    used = [one for one in WAYS[way] if SANDBOXES[one]()]
    if way not in used:
        pytest.skip(f"this system has no {way}")
    monkeypatch.setattr(sandbox, "mechanisms", lambda: tuple(used))
    protections = sandbox.active_protections()
    told = outcomes(folder)
    for name, (protection, _) in ATTEMPTS.items():
        if not protection:
            assert told[name] == "RuntimeError: done", name
        elif protection in protections:
            is_nothing = protection in (sandbox.ENVIRONMENT, sandbox.DESCRIPTORS)
            expected = NOTHING if is_nothing else REFUSED
            assert told[name].startswith(expected), f"{name}: {told[name]}"
    assert (folder / "spy.py").read_text() == SPY.read_text()


def test_without_a_sandbox_a_spy_learns_much(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: without a sandbox the attempts succeed."""
    monkeypatch.setenv(sandbox.SWITCH_VARIABLE, "off")
    prey = (folder / "prey.json").read_text()
    (folder / "prey.json").write_text(prey.replace(str(CACHE), str(folder)))
    assert sandbox.active_protections() == ()
    told = outcomes(folder)
    reached = {name for name, outcome in told.items() if outcome == "RuntimeError: done"}
    everywhere = {
        "variables",
        "the database",
        "a database beside it",
        "the arena's plan",
        "homes",
        "TCP",
        "UDP",
        "a socket of Unix",
        "a process",
        "a program",
        "a signal",
        "rights of a file",
    }
    assert everywhere <= reached


COMPILER = """
from pathlib import Path
import os
from heptapolis.kernel import CACHE, entry

@entry
def one():
    return 1

class Compiler:
    def choose(self, view, rng):
        assert one() == 1
        files = [Path(folder, name) for folder, _, names in os.walk(CACHE) for name in names]
        links = [file for file in files if file.is_symlink()]
        raise RuntimeError(f"{len(links)} {[file.name for file in files if file not in links]}")
"""


@pytest.mark.skipif(sandbox.FILES not in sandbox.active_protections(), reason="files are open here")
def test_code_compiled_by_a_bot_stays_in_its_own_cache(tmp_path: Path) -> None:
    """The sandbox links our cache, so a bot compiles nothing twice and cannot change our files."""
    (tmp_path / "compiler.py").write_text(COMPILER)
    view = hp.new("duel", seed=42).view(0)
    view.legal_moves()  # compiles if necessary
    ours = [file for file in CACHE.rglob("*.nbi") if BOT_CACHE_FOLDER not in file.parts]
    told = []
    for _ in range(2):
        with FileBot(f"{tmp_path / 'compiler.py'}:Compiler", limit=TIMEOUT_SECONDS) as player:
            with pytest.raises(BotFailure) as failure:
                player.choose(view, Random(1))
            told.append(str(failure.value).partition("\n")[0])
    links, names = told[0].removeprefix("RuntimeError: ").split(" ", 1)
    assert int(links) >= len(ours)
    assert "one-" in names
    assert told[1].endswith(names)
    assert not [file for file in CACHE.rglob("*one-*") if BOT_CACHE_FOLDER not in file.parts]


def test_the_arena_names_the_active_protections() -> None:
    assert sandbox_facts(["random", "mcts:50", "neural:duel.npz", "master"]) == {}
    assert sandbox_facts(["random", "bot.py:Bot"]) == {
        "sandbox": list(sandbox.active_protections())
    }
    assert sandbox_facts(["surveyor", "random"]) == {"sandbox": list(sandbox.active_protections())}


def test_the_folder_of_a_bot_is_removed_with_it(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot:\n    choose = None\n")
    player = FileBot(f"{tmp_path / 'bot.py'}:Bot", start_limit=TIMEOUT_SECONDS)
    player.prepare(hp.new("duel", seed=42).view(0))
    assert player._worker
    home = player._worker._confinement.home
    assert home and Path(home).is_dir()
    player.close()
    assert not Path(home).exists()


def test_an_unavailable_protection_ends_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing sandbox must not be reported as active."""
    (tmp_path / "bot.py").write_text("class Bot:\n    choose = None\n")
    monkeypatch.setattr(sandbox, "mechanisms", lambda: ("landlock", "magic"))
    with (
        FileBot(f"{tmp_path / 'bot.py'}:Bot", start_limit=TIMEOUT_SECONDS) as player,
        pytest.raises(BotFailure, match="magic"),
    ):
        player.prepare(hp.new("duel", seed=42).view(0))


def test_files_of_working_folders_are_listed_but_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A working folder on the path may contain a database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "library")
    readable, listable = sandbox.python_paths()
    assert str(tmp_path) in listable and str(tmp_path) not in readable
    assert str(tmp_path / "library") in readable
