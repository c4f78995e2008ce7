"""Bots in files, named by the file and the object in it."""

from pathlib import Path
from random import Random

import pytest

import heptapolis as hp
from heptapolis.bots.naming import UnknownBot, read_budget, read_file
from heptapolis.bots.outside import FileBot
from heptapolis.server.bot_pool import BotPool
from heptapolis.server.errors import RequestError
from heptapolis.variants import ruleset

FILE = """
import dataclasses
import neighbour

@dataclasses.dataclass
class First:
    def choose(self, view, rng):
        return neighbour.first(view)
"""


@pytest.fixture
def rivals(tmp_path: Path) -> Path:
    folder = tmp_path / "my rivals"
    folder.mkdir()
    (folder / "random.py").write_text(FILE)  # the name of a module of the standard library
    (folder / "neighbour.py").write_text("def first(view):\n    return view.legal_moves()[0]\n")
    return folder / "random.py"


def test_a_bot_in_a_file_can_import_files_beside_it(rivals: Path) -> None:
    player = hp.bot(f"{rivals}:First")
    assert isinstance(player, FileBot)
    with player:
        for game in (hp.new("duel", seed=1), hp.new("classic", seed=1)):
            view = game.view(0)
            assert player.choose(view, Random(1)) == view.legal_moves()[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.py:Bot", "no bot 'none.py:Bot': no such file"),
        ("random.py", "'random.py': say what makes a bot in the file: random.py:Bot"),
        ("random.py:", "'random.py:': say what makes a bot"),
        ("random.py:50ms", "'random.py:50ms': say what makes a bot"),
        ("random.py:First:", "'random.py:First:': use random.py:First:400"),
        ("random.py:First:fast", "use random.py:First:400 .simulations. or random.py:First:250ms"),
        ("random.py:First:0ms", "use random.py:First:400"),
    ],
)
def test_a_wrong_name_is_one_line(
    name: str, message: str, rivals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(rivals.parent)
    with pytest.raises(UnknownBot, match=message) as error:
        hp.bot(name)
    assert "\n" not in str(error.value)


def test_names_are_read(rivals: Path) -> None:
    assert read_file("greedy") is None and read_file("mcts:50ms") is None
    assert read_file("neural:x.npz") is None
    file = read_file(f"{rivals}:First:50ms")
    assert file == (rivals, "First", {"ms": 50})
    assert read_budget("mcts:400") == {"simulations": 400}


def test_only_a_file_is_a_file() -> None:
    with pytest.raises(UnknownBot, match="'greedy': not a file of Python"):
        FileBot("greedy")


def test_the_server_accepts_no_bots_in_files(rivals: Path) -> None:
    with pytest.raises(RequestError, match="no such bot"):
        BotPool(1).check(f"{rivals}:First", ruleset("duel"))
