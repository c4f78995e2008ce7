"""``tools.earlier`` installs a commit without a network; its bots play in games of this version."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import heptapolis as hp
from lab.rivals import earlier as rival
from tests.paths import ROOT
from tools import earlier

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout of git")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("earlier")


@pytest.fixture(scope="module")
def python(folder: Path) -> Path:
    return earlier.install("HEAD", folder=folder)


def test_the_environment_has_the_package_of_the_commit(python: Path) -> None:
    code = (
        "import heptapolis, numpy; from heptapolis.networks import shipped_network; "
        "print(heptapolis.__file__, heptapolis.__version__)"
    )
    run = subprocess.run(
        [str(python), "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    file, version = run.stdout.split()
    site = Path(file).parents[1]
    assert site.is_relative_to(python.parents[1]) and version == hp.__version__
    assert (site / f"heptapolis-{version}.dist-info" / "METADATA").exists()
    assert list(site.glob("heptapolis/games/*/networks/*.npz"))
    assert not (site / "tests").exists()


def test_an_installed_commit_is_found_again(python: Path, folder: Path) -> None:
    made = python.stat().st_mtime_ns
    assert earlier.install("HEAD", folder=folder) == python
    assert python.stat().st_mtime_ns == made
    assert [path.name for path in folder.iterdir()] == [earlier.resolve("HEAD")[:12]]


def test_an_earlier_bot_plays_the_same_moves(
    python: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rival, "ENVIRONMENTS", folder)
    monkeypatch.setitem(os.environ, "NUMBA_DISABLE_JIT", "1")  # compiling takes a minute
    bot = getattr(rival, f"greedy_at_{earlier.resolve('HEAD')[:8]}")()
    try:
        for variant, seed in (("duel", 1), ("classic", 2)):
            view = hp.new(variant, seed=seed).view(0)
            assert bot.choose(view, Random(1)) == str(hp.bot("greedy").choose(view, Random(1)))
    finally:
        bot.close()


def test_a_failed_installation_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="earlier: no commit 'nowhere'"):
        earlier.main(["nowhere"])
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    with pytest.raises(earlier.EarlierError, match="cannot be built: ") as error:
        earlier.build(tmp_path, "0" * 40)
    assert "\n" not in str(error.value)
    monkeypatch.setenv("UV_OFFLINE", "1")
    with pytest.raises(earlier.EarlierError, match="leave out --pinned") as error:
        earlier.make(tmp_path / "home", tmp_path / "no.whl", tmp_path / "constraints.txt", True)
    assert "\n" not in str(error.value)


def test_a_commit_that_is_not_installed_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rival, "ENVIRONMENTS", tmp_path)
    with pytest.raises(ValueError, match=r"python -m tools\.earlier abcdef0"):
        rival.mcts_at_abcdef0(simulations=10)
    with pytest.raises(AttributeError, match="use NAME_at_COMMIT"):
        _ = rival.mcts


def test_the_help_says_how_it_is_used() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tools.earlier", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "COMMIT" in run.stdout and "--pinned" in run.stdout
