"""Execute the steps of `deploy/Containerfile` in a Debian root, without a container engine.

Run as root, with the result of `debootstrap --include=ca-certificates,python3-venv,python-is-python3`
as the base image:

    python -m tests.campaigns.image ROOT

Each stage is a copy of the root; RUN and CMD are executed there with chroot. Then the server starts
as `deploy/compose.yaml` starts it, without root, on a read-only file system and with a volume that
begins as the image's cache, but with SQLite: on this processor, and twice as if on another one,
which compiles the rules once. Each time a page is fetched and a game played. Settings of pip
(PIP_…) are taken from the environment.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx

from tests.paths import ROOT

PORT = 8707
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CACHE = "/opt/heptapolis/cache"  # a volume of compose.yaml
READ_ONLY = """
mount --make-rprivate /
mount --bind {root} {root}
for folder in {volumes}; do mount --bind {store}$folder {root}$folder; done
mount -o remount,bind,ro {root}
mount -t tmpfs tmpfs {root}/tmp
mount --bind /dev {root}/dev
mount -t proc proc {root}/proc
exec chroot --userspec={user} {root} env -i {variables} {command}
"""


@dataclass
class Stage:
    """Hold what the instructions of one stage have said so far."""

    root: Path
    folder: str = "/"
    user: str = "root"
    variables: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    volumes: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    probe: list[str] = field(default_factory=list)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield name and arguments of each instruction."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(None, joined.splitlines()):
        name, _, rest = line.partition(" ")
        yield name, rest.strip()


def build(base: Path, folder: Path) -> Stage:
    """Execute all instructions and return the last stage."""
    stages = dict[str, Stage]()
    stage = Stage(base)
    for name, rest in instructions((ROOT / "deploy" / "Containerfile").read_text("utf-8")):
        print(f"{name} {rest}", flush=True)
        if name == "FROM":
            alias = rest.partition(" AS ")[2] or "image"
            stage = stages[alias] = Stage(folder / alias)
            subprocess.run(["cp", "--archive", "--reflink=auto", base, stage.root], check=True)
        elif name == "RUN":
            pip = {key: value for key, value in os.environ.items() if key.startswith("PIP_")}
            run(replace(stage, variables=stage.variables | pip), ["sh", "-c", rest])
        elif name == "COPY":
            copy(stage, rest, stages)
        else:
            configure(stage, name, rest)
    return stage


def configure(stage: Stage, name: str, rest: str) -> None:
    """Note an instruction that changes no file."""
    if name == "ENV":
        for pair in shlex.split(rest):
            key, _, value = pair.partition("=")
            stage.variables[key] = value.replace("$PATH", stage.variables["PATH"])
    elif name == "WORKDIR":
        stage.folder = rest
        (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
    elif name == "USER":
        stage.user = rest
    elif name == "VOLUME":
        stage.volumes.append(rest)
    elif name == "HEALTHCHECK":
        stage.probe = json_list(rest.partition("CMD ")[2])
    elif name == "CMD":
        stage.command = json_list(rest)
    elif name != "EXPOSE":
        raise ValueError(f"no such instruction: {name}")


def json_list(text: str) -> list[str]:
    return [str(part) for part in json.loads(text)]


def copy(stage: Stage, rest: str, stages: dict[str, Stage]) -> None:
    """Copy files of the checkout, or of an earlier stage."""
    flags = dict(re.findall(r"--(\w+)=(\S+)", rest))
    *sources, target = [part for part in rest.split() if not part.startswith("--")]
    source_root = stages[flags["from"]].root if "from" in flags else ROOT
    end = Path(stage.folder, target)
    for name in sources:
        source = source_root / name.lstrip("/")
        inside = end / source.name if target.endswith("/") else end
        there = stage.root / inside.relative_to("/")
        if source.is_dir():
            shutil.copytree(
                source, there, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(source, there)
        if "chown" in flags:
            run(stage, ["chown", "--recursive", flags["chown"], str(inside)])


def run(stage: Stage, command: list[str]) -> None:
    """Run a command in a stage, as its user and with its variables."""
    variables = [f"{key}={value}" for key, value in stage.variables.items()]
    inside = ["sh", "-c", f"cd {stage.folder} && exec {shlex.join(command)}"]
    chroot = ["chroot", f"--userspec={stage.user}", str(stage.root), "env", "-i", *variables]
    script = f"mount -t proc proc {stage.root}/proc; exec {shlex.join([*chroot, *inside])}"
    subprocess.run(["unshare", "--mount", "sh", "-ec", script], check=True)


@contextmanager
def started(stage: Stage, store: Path) -> Iterator[float]:
    """Run the server on a read-only file system, and yield the seconds until it is ready."""
    script = READ_ONLY.format(
        root=stage.root,
        volumes=" ".join([*stage.volumes, CACHE]),
        store=store,
        user=stage.user,
        variables=shlex.join(f"{key}={value}" for key, value in stage.variables.items()),
        command=shlex.join(stage.command),
    )
    begin = time.monotonic()
    server = subprocess.Popen(["unshare", "--mount", "sh", "-ec", script])
    try:
        probe = [sys.executable, *stage.probe[1:]]
        while subprocess.run(probe, capture_output=True, check=False).returncode:
            assert server.poll() is None, "the server ended"
            time.sleep(0.2)
        yield time.monotonic() - begin
        owner = Path(f"/proc/{server.pid}").stat().st_uid
        assert owner != 0, "the server runs as root"
    finally:
        server.terminate()
        code = server.wait()
    assert code in (0, -signal.SIGTERM), f"the server ended with {code}"


def play() -> int:
    """Fetch a page, open a table with bots, and return the number of moves until the game ends."""
    with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as client:
        page = client.get("/").raise_for_status()
        assert page.headers["content-type"].startswith("text/html")
        guest = client.post("/api/guests", json={"name": "Ann"}).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {guest['token']}"
        options = {"game": "duel", "bots": ["easy"]}
        table = client.post("/api/tables", json=options).raise_for_status().json()["id"]
        moves = 0
        while not (view := client.get(f"/api/tables/{table}/view").json())["is_over"]:
            if view["legal_moves"]:
                body = {"move": view["legal_moves"][0]["text"], "decision": view["decision"]}
                client.post(f"/api/tables/{table}/moves", json=body).raise_for_status()
                moves += 1
            else:
                time.sleep(0.05)
        return moves


def main(base: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="heptapolis-image-", dir=base.parent) as made:
        folder = Path(made)
        folder.chmod(0o755)
        stage = build(base, folder)
        store = folder / "volumes"
        for volume in [*stage.volumes, CACHE]:  # an engine fills an empty volume from the image
            there = store / volume.lstrip("/")
            there.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "--archive", stage.root / volume.lstrip("/"), there], check=True)
        compiled = list[int]()
        for processor in ("", "generic", "generic"):
            if processor:
                stage.variables["NUMBA_CPU_NAME"] = processor
            before = count_functions(store)
            with started(stage, store) as seconds:
                moves = play()
            compiled.append(count_functions(store) - before)
            told = f"ready after {seconds:.1f} s, {moves} moves, {compiled[-1]} functions compiled"
            print(f"{processor or 'this processor'}: {told}", flush=True)
        assert compiled[0] == 0 < compiled[1]
        assert compiled[2] < compiled[1]  # what the game did not wait for is compiled here


def count_functions(store: Path) -> int:
    """Return how many compiled functions are in the volume of the cache."""
    return sum(1 for _ in (store / CACHE.lstrip("/")).rglob("*.nbc"))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
