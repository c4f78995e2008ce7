"""The cache of compiled code: its place, errors, and processes that compile."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heptapolis.kernel import JIT, cache, compiling

CODE = """
import os, sys
import heptapolis.kernel as kernel
print(kernel.CACHE)
import heptapolis.games.classic.game
import subprocess
again = "import heptapolis.kernel as kernel; print(kernel.CACHE)"
subprocess.run([sys.executable, "-c", again], check=True)
"""


@pytest.mark.skipif(not JIT, reason="nothing is kept without the JIT")
def test_an_unwritable_cache_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()  # not even root can create a folder there
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import os; os.environ['HEPTAPOLIS_CACHE'] = {str(tmp_path / 'file')!r}" + CODE,
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    here, there = run.stdout.split()
    assert here == there and str(tmp_path) not in here
    assert (
        run.stderr.count("\n") == 1 and "cannot be written, so the rules are compiled" in run.stderr
    )
    assert not Path(here).parents[1].exists()  # removed at the end of the process


# ── concurrent compilation ───────────────────────────────────────────────────────────────────────

SLOW_MODULE = """
import os, sys, time
from heptapolis.kernel import compiling, entry

@entry
def one():
    return 1

@entry
def two():
    return one() + 1

def compile_slowly(dispatcher):
    compile_it = dispatcher._compiler.compile
    def slow(args, return_type):
        print(dispatcher.__name__, flush=True)
        while not os.path.exists(sys.argv[1]):
            time.sleep(0.01)
        return compile_it(args, return_type)
    dispatcher._compiler.compile = slow

if __name__ == "__main__":
    import slow  # of which the file's name is a part of what is kept
    compile_slowly(slow.one)
    compile_slowly(slow.two)
    assert slow.two() == 2
"""
LINE = "heptapolis: compiling the rules for this machine: "


def start(folder: Path, *args: str, cache: Path | None = None) -> "subprocess.Popen[str]":
    """Start a script that compiles, with an empty cache."""
    command, pipe = [sys.executable, *args], subprocess.PIPE
    env = os.environ | {"HEPTAPOLIS_CACHE": str(cache or folder / "cache")}
    env.pop(compiling.QUIET_VARIABLE, None)
    return subprocess.Popen(command, cwd=folder, env=env, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.skipif(not JIT or os.name == "nt", reason="nothing is compiled, or nothing locked")
def test_one_of_two_processes_compiles_and_both_say_why_they_wait(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW_MODULE)
    go = tmp_path / "go"
    both = [start(tmp_path, "slow.py", str(go)) for _ in range(2)]
    told = [process.stderr.readline() for process in both if process.stderr]
    assert all(line.startswith(LINE) and "`hepta warm-up`" in line for line in told), told
    go.touch()  # now both have found an empty cache
    outputs = [process.communicate() for process in both]
    assert sorted(out + err for out, err in outputs) == ["", "two\none\n"]
    later = start(tmp_path, "slow.py", str(go))
    assert later.communicate() == ("", "")
    assert not any(process.returncode for process in [*both, later])


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_two_checkouts_share_the_code_of_equal_sources(tmp_path: Path) -> None:
    """Only the text of a source counts, not its date or path."""
    source = "from heptapolis.kernel import entry\n\n@entry\ndef one():\n    return {}\n"
    outputs: list[tuple[str, bool]] = []
    for checkout, result in (("old", 1), ("new", 1), ("other", 2)):
        folder = tmp_path / checkout / "package"
        folder.mkdir(parents=True)
        (folder / "module.py").write_text(source.format(result))
        os.utime(folder / "module.py", (len(outputs) * 10_000, len(outputs) * 10_000))
        code = "import module; print(module.one(), end='')"
        process = start(folder, "-c", code, cache=tmp_path / "cache")
        output, error = process.communicate()
        outputs.append((output, LINE in error))
    assert outputs == [("1", True), ("1", False), ("2", True)]


MISHAPS_SCRIPT = """
import fcntl, os, sys
from numba.core.errors import TypingError
from heptapolis import warm_up
from heptapolis.kernel import CACHE, compiling, entry

@entry
def wrong():
    return 1 + "one"

@entry
def right():
    return 1

@entry
def other():
    return 1

locks = lambda: [lock.name for lock in CACHE.rglob("*.lock")]
compile_it = wrong._compiler.compile
wrong._compiler.compile = lambda *args: (print(len(locks())), compile_it(*args))[1]
try:
    wrong()
except TypingError:
    print(locks())

compiling.LOCK_TIMEOUT_SECONDS = 0.0
stuck = os.open(right._cache.route(()).lock_file, os.O_RDWR | os.O_CREAT)
fcntl.flock(stuck, fcntl.LOCK_EX)
print(right(), len(locks()))

print("said", file=sys.stderr)
del os.environ[compiling.QUIET_VARIABLE]
with warm_up._quiet_compiler():
    print(other())
print(compiling.QUIET_VARIABLE in os.environ)
"""


@pytest.mark.skipif(not JIT or os.name == "nt", reason="nothing is compiled, or nothing locked")
def test_processes_do_not_wait_for_a_failed_or_stuck_compilation(tmp_path: Path) -> None:
    (tmp_path / "mishaps.py").write_text(MISHAPS_SCRIPT)
    process = start(tmp_path, "mishaps.py")
    out, err = process.communicate()
    assert out.split("\n") == ["1", "[]", "1 1", "1", "False", ""], err
    line, *rest = err.splitlines()  # once, and never when the rules are compiled on purpose
    assert line.startswith(LINE) and rest == ["said"]


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_later_compilation_is_announced_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "mishaps.py").write_text(MISHAPS_SCRIPT)
    code = "from heptapolis import warm_up; warm_up.READY_FILE.touch(); import mishaps"
    line = start(tmp_path, "-c", code).communicate()[1].splitlines()[0]
    assert line.startswith("heptapolis: compiling mishaps.wrong for this machine: ")
    assert "warm-up" not in line


# ── kernels for a GPU ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_kernels_of_a_gpu_depend_on_their_own_files_and_on_those_of_all_games(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An edit of either recompiles them, but not the rules on the CPU."""
    source = shutil.copytree(cache.GAMES / game, tmp_path / "games" / game) / "cuda.py"
    monkeypatch.setattr(cache, "GAMES", tmp_path / "games")
    monkeypatch.setattr(cache, "CUDA", shutil.copytree(cache.CUDA, tmp_path / "cuda"))

    def folders() -> tuple[Path, Path]:
        cache._level_folder.cache_clear()
        cache._sources.cache_clear()
        return cache.gpu_folder_of(source), cache.folder_of(source.parent / "learning" / "x.py")

    gpu, cpu = folders()
    assert gpu == folders()[0] != cpu
    for edited in (cache.CUDA / "results.py", source):
        edited.write_text(edited.read_text() + "# edited\n")
        now, same = folders()
        assert now != gpu and same == cpu
        gpu = now
    rules = source.parent / "rules" / "entries.py"
    rules.write_text(rules.read_text() + "# edited\n")
    assert folders()[0] != gpu and folders()[1] != cpu
    cache._level_folder.cache_clear()
    cache._sources.cache_clear()
