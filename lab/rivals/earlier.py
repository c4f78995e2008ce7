"""Bots of earlier commits, each in a separate process with the environment of its commit.

    python -m tools.earlier 9032da4
    hepta arena duel --no-sandbox --gauntlet mcts:50ms lab/rivals/earlier.py:mcts_at_9032da4:50ms

`NAME_at_COMMIT` is the bot NAME of that commit, with `_` for `-`: `neural_search_at_e755d85:200`. It
starts a program, which the sandbox does not allow. The processes exchange positions and texts of moves; the
position is a sample of the seat's view, so the earlier bot gets no hidden information.
"""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
ENVIRONMENTS = ROOT / "build" / "earlier"
SEAT = Path(__file__).with_name("earlier_seat.py")
NAME = re.compile(r"(\w+)_at_([0-9a-f]{4,40})")
# An earlier commit would refuse the current versions.
NOT_SENT = ("rules", "catalog")


class EarlierBot:
    """A bot of another version of the package."""

    def __init__(
        self,
        name: str,
        commit: str,
        *,
        simulations: int | None = None,
        ms: int | None = None,
        clock: Any = None,
    ) -> None:
        """Ignore ``clock``: the earlier bot measures the time of its own thread."""
        budget = f":{simulations}" if simulations else f":{ms}ms" if ms else ""
        python = find_python(commit)
        self._process = subprocess.Popen(
            [str(python), str(SEAT), name + budget],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(python),
            cwd=ENVIRONMENTS,
        )

    def choose(self, view: Any, rng: Random) -> str:
        position = view.sample(rng).position()
        question = {
            "position": {key: value for key, value in position.items() if key not in NOT_SENT},
            "seat": view.seat,
            "seed": rng.getrandbits(64),
        }
        assert self._process.stdin and self._process.stdout
        try:
            print(json.dumps(question), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise RuntimeError("the process of the earlier bot has ended; see above") from None
        line = self._process.stdout.readline()
        answer = json.loads(line) if line else {"error": "its process has ended"}
        if "error" in answer:
            raise RuntimeError(f"the earlier bot failed: {answer['error']}")
        return str(answer["move"])

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def find_python(commit: str) -> Path:
    """Return the interpreter that `tools.earlier` installed for a commit."""
    homes = sorted(ENVIRONMENTS.glob(f"{commit[:12]}*/bin/python"))
    if not homes:
        raise ValueError(f"commit {commit} is not installed: python -m tools.earlier {commit}")
    return homes[-1]


def environment(python: Path) -> dict[str, str]:
    """Return variables for the process; code compiled there stays beside the environment."""
    keep = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return keep | {"HEPTAPOLIS_CACHE": str(python.parents[1] / "cache")}


def __getattr__(name: str) -> Callable[..., EarlierBot]:
    parts = NAME.fullmatch(name)
    if not parts:
        raise AttributeError(f"{name!r}: use NAME_at_COMMIT, such as mcts_at_9032da4")

    def make(**budget: Any) -> EarlierBot:
        return EarlierBot(parts[1].replace("_", "-"), parts[2], **budget)

    return make
