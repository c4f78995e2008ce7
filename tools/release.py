"""Build and test the files of a release: ``make release [HOME_PAGE=https://…]``.

Wheel and sdist are built into dist/, and each is installed in an empty environment on every supported Python
that is available, where tests/smoke.py tests it. Version and notes are those of the newest section of
CHANGELOG.md; the notes are written to build/release-notes.md. The repository does not contain its own
address: with HOME_PAGE, metadata and README link there.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
DIST, BUILD = ROOT / "dist", ROOT / "build"
NOTES = BUILD / "release-notes.md"
PYTHONS = ("3.11", "3.12", "3.13")
PARTS = ("core", "server", "arena")  # parts of tests/smoke.py; all but the first are extras too
SOURCES = ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "src")
LINKS = {  # paths below the home page, as on common hosts
    "Homepage": "",
    "Documentation": "/tree/main/docs",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
}
UNRELEASED = "Unreleased"
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
TITLE = re.compile(r"(\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}")


class NotReady(Exception):
    """The release is not ready; the message is one line."""


# ── contents of a release ────────────────────────────────────────────────────────────────────────


def sections(changelog: str) -> list[tuple[str, str]]:
    """Return titles and texts of the changelog, newest first."""
    _, *parts = HEADING.split(changelog)
    return [(title, text.strip()) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def notes_of(changelog: str, version: str) -> str:
    """Return the notes of this version, which must be the newest section of the changelog."""
    newest = sections(changelog)
    if newest and newest[0][0] == UNRELEASED:
        waiting = newest.pop(0)[1]
        if waiting:
            told = f"'## {UNRELEASED}' of CHANGELOG.md has changes: call it '## {version} - YYYY-MM-DD'"
            raise NotReady(told)
    if not newest:
        raise NotReady("CHANGELOG.md has no version yet")
    title, notes = newest[0]
    match = TITLE.fullmatch(title)
    if match is None:
        raise NotReady(f"CHANGELOG.md: '## {title}' should read '## {version} - YYYY-MM-DD'")
    if match[1] != version:
        raise NotReady(
            f"CHANGELOG.md's newest version is {match[1]}, that of heptapolis/__init__.py {version}"
        )
    if not notes:
        raise NotReady(f"CHANGELOG.md says nothing about {version}")
    return f"# Heptapolis {version}\n\n{notes}\n"


def version_of(module: str) -> str:
    found = re.search(r'^__version__ = "(.+)"$', module, re.MULTILINE)
    if found is None:
        raise NotReady("heptapolis/__init__.py names no version")
    return found[1]


def with_links(project: str, home: str) -> str:
    """Return pyproject.toml with the links of the project."""
    lines = [f'{name} = "{home}{path}"' for name, path in LINKS.items()]
    return "\n".join([project, "[project.urls]", *lines, ""])


def with_addresses(readme: str, home: str) -> str:
    """Return README with absolute links and pictures."""
    linked = re.sub(r"\]\((?!https?:|#)", f"]({home}/blob/main/", readme)
    return re.sub(r'\b(src|srcset)="(?!https?:)', rf'\1="{home}/raw/main/', linked)


# ── build and test ───────────────────────────────────────────────────────────────────────────────


def build_files(version: str, home: str = "") -> list[Path]:
    """Build wheel and sdist in an empty folder, from a copy with links to the home page, if any."""
    shutil.rmtree(DIST, ignore_errors=True)
    hatchling = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel"]
    with TemporaryDirectory() as folder:
        sources = linked_copy(Path(folder), home) if home else ROOT
        subprocess.run([*hatchling, "-d", str(DIST)], cwd=sources, check=True, capture_output=True)
    files = [DIST / f"heptapolis-{version}-py3-none-any.whl", DIST / f"heptapolis-{version}.tar.gz"]
    if sorted(DIST.iterdir()) != sorted(files):
        raise NotReady(f"built were {', '.join(one.name for one in sorted(DIST.iterdir()))}")
    return files


def linked_copy(folder: Path, home: str) -> Path:
    """Copy the sources and add links to the home page."""
    for name in SOURCES:
        if (ROOT / name).is_dir():
            caches = shutil.ignore_patterns("__pycache__", "*.pyc")
            shutil.copytree(ROOT / name, folder / name, ignore=caches)
        else:
            shutil.copy(ROOT / name, folder / name)
    for name, change in (("pyproject.toml", with_links), ("README.md", with_addresses)):
        file = folder / name
        file.write_text(change(file.read_text(encoding="utf-8"), home), encoding="utf-8")
    return folder


def interpreter(version: str) -> str | None:
    """Return a working Python of this version: the current one, or one on the path."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    for python in filter(None, (sys.executable, shutil.which(f"python{version}"))):
        told = subprocess.run([python, "-c", ask], check=False, capture_output=True, text=True)
        if told.stdout.strip() == version:
            return python
    return None


def install_and_test(file: Path, version: str, python: str, parts: Sequence[str]) -> None:
    """Install a built file in an empty environment and run the smoke test, away from the sources."""
    home = BUILD / "release" / f"{version}-{file.suffix.lstrip('.')}"
    uv = [sys.executable, "-m", "uv"]
    outside = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    extras = [part for part in parts if part != "core"]
    wanted = f"heptapolis[{','.join(extras)}] @ {file.as_uri()}"
    inside = str(home / "bin" / "python")
    for command in (
        [*uv, "venv", "--quiet", "--clear", "--no-project", "--python", python, str(home)],
        [
            *uv,
            "pip",
            "install",
            "--quiet",
            "--python",
            inside,
            "--constraint",
            str(ROOT / "constraints.txt"),
            wanted,
        ],
        [inside, str(ROOT / "tests" / "smoke.py"), *parts],
    ):
        run = subprocess.run(
            command, cwd=BUILD, env=outside, check=False, capture_output=True, text=True
        )
        if run.returncode:
            print(run.stdout + run.stderr, file=sys.stderr)
            raise NotReady(f"{file.name} does not work on Python {version}")
    shutil.rmtree(home)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pythons", nargs="+", default=PYTHONS, metavar="3.N")
    parser.add_argument("--parts", nargs="+", default=PARTS, metavar="PART")
    parser.add_argument("--home", default="", metavar="https://…", help="where the project lives")
    given = parser.parse_args()
    try:
        release(given.pythons, given.parts, given.home.rstrip("/"))
    except NotReady as told:
        sys.exit(f"not released: {told}")


def release(pythons: Sequence[str], parts: Sequence[str], home: str = "") -> None:
    if home and not re.fullmatch(r"https?://[^\s\"\\]+", home):
        raise NotReady(f"a home page is an address like https://…, not {home!r}")
    version = version_of((ROOT / "src/heptapolis/__init__.py").read_text(encoding="utf-8"))
    notes = notes_of((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    BUILD.mkdir(exist_ok=True)
    files = build_files(version, home)
    works = 0
    for wanted in pythons:
        python = interpreter(wanted)
        if python is None:
            print(f"Python {wanted}: not here, not tried", flush=True)
            continue
        for file in files:
            install_and_test(file, wanted, python, parts)
            print(f"Python {wanted}: {file.name} works ({', '.join(parts)})", flush=True)
        works += 1
    if not works:
        raise NotReady(f"none of Python {', '.join(pythons)} is here")
    NOTES.write_text(notes, encoding="utf-8")
    print(f"{version} is ready: dist/, with notes in {NOTES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
