"""Install an earlier commit in a separate environment: ``python -m tools.earlier COMMIT``.

The commit is exported, built as a wheel and installed below build/earlier/, where later calls find it
again. The interpreter's path is printed:

    $(python -m tools.earlier e755d85) -m heptapolis bench
    hepta arena duel --no-sandbox --gauntlet mcts:1000 lab/rivals/earlier.py:mcts_at_e755d85:1000

The environment shares the installed dependencies of this one, so nothing is downloaded. With
``--pinned`` it gets those of the commit's own constraints.txt, which needs uv and a package index.
Compiled code is kept beside the environment; delete the folder to remove all of it.
"""

import argparse
import io
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "earlier"
HASH_DIGITS = 12  # hexadecimal digits in the name of a folder


class EarlierError(Exception):
    """A commit cannot be installed; the message is one line."""


def install(commit: str, *, is_pinned: bool = False, folder: Path = FOLDER) -> Path:
    """Return the interpreter of an environment with the commit, making it if there is none."""
    sha = resolve(commit)
    home = folder / (sha[:HASH_DIGITS] + ("-pinned" if is_pinned else ""))
    if not home.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # a folder of its final name is complete; environments cannot be moved
        with TemporaryDirectory(dir=folder) as sources:
            export(sha, Path(sources))
            try:
                make(home, build(Path(sources), sha), Path(sources) / "constraints.txt", is_pinned)
            except BaseException:
                shutil.rmtree(home, ignore_errors=True)
                raise
    return interpreter(home)


def interpreter(home: Path) -> Path:
    """Return the path of the interpreter of an environment."""
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def resolve(commit: str) -> str:
    """Return the full hash of a commit."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise EarlierError("git is not installed") from None
    if run.returncode:
        raise EarlierError(f"no commit {commit!r} in {ROOT}: git log --oneline lists them")
    return run.stdout.strip()


def export(sha: str, folder: Path) -> None:
    """Write the files of a commit that a wheel is built from."""
    wanted = ["src", "pyproject.toml", "README.md", "LICENSE", "constraints.txt"]
    command = ["git", "-C", str(ROOT), "ls-tree", "--name-only", sha, *wanted]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if not {"src", "pyproject.toml"} <= set(names):
        raise EarlierError(
            f"commit {sha[:HASH_DIGITS]} is no package yet: it has no src or pyproject.toml"
        )
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", sha, *names]
    content = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        archive.extractall(folder, filter="data")


def build(sources: Path, sha: str) -> Path:
    """Build the wheel of exported sources with the hatchling of this environment."""
    dist = sources / "dist"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist)]
    run = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    if run.returncode:
        if "No module named hatchling" in run.stderr:
            raise EarlierError("hatchling is not installed: pip install 'heptapolis[dev]'")
        raise EarlierError(f"commit {sha[:HASH_DIGITS]} cannot be built: {last_line(run.stderr)}")
    (wheel,) = dist.glob("*.whl")
    return wheel


def make(home: Path, wheel: Path, constraints: Path, is_pinned: bool) -> None:
    """Make an environment with a wheel in it."""
    venv.create(home, symlinks=os.name != "nt")
    python = interpreter(home)
    if is_pinned:
        command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python)]
        command += ["--constraint", str(constraints)] if constraints.exists() else []
        run = subprocess.run([*command, str(wheel)], capture_output=True, text=True, check=False)
        if run.returncode:
            raise EarlierError(
                "the pinned dependencies cannot be installed (uv and a package index are needed, "
                f"leave out --pinned to share those of this environment): {last_line(run.stderr)}"
            )
        return
    query = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # Only the folders: .pth files in them, such as that of an editable heptapolis, are not followed.
    shared = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (site / "shared_dependencies.pth").write_text("\n".join(shared) + "\n", encoding="utf-8")


def last_line(text: str) -> str:
    return (text.strip() or "no message").splitlines()[-1]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.earlier",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("commit", help="a hash, a tag or a branch")
    parser.add_argument(
        "--pinned", action="store_true", help="install the commit's own dependencies"
    )
    given = parser.parse_args(arguments)
    try:
        print(install(given.commit, is_pinned=given.pinned))
    except EarlierError as error:
        sys.exit(f"earlier: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
