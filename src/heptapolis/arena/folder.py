"""A tournament's folder: its plan, a line for every game played, and every game as a record.

    arena.json        the plan, and how much was to be played
    results.jsonl     a `Result` a line, in the order in which the games ended
    records/…         the games, for `hepta replay`

A line is written when its record is there and is never changed, so that a tournament can be
interrupted at any moment: what has no line has not been played.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from heptapolis.arena.play import Played, Result
from heptapolis.arena.schedule import Plan

VERSION = 1
PLAN = "arena.json"


@dataclass(frozen=True)
class Budget:
    """How much may be played."""

    deals: int = 200  # of each contest
    minutes: float | None = None  # of each sitting
    stop: bool = True  # where the question is answered


class Store:
    """An open folder. ``played`` has every result in it by id."""

    def __init__(self, folder: Path, plan: Plan, budget: Budget) -> None:
        """Open a folder, new or of the same plan; ValueError if it is another's."""
        self.folder, self.plan = folder, plan
        if (folder / PLAN).exists():
            _check_same(folder, plan)
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ValueError(f"{folder} is no tournament's folder: name a new one")
        folder.mkdir(parents=True, exist_ok=True)
        facts = {"version": VERSION, "plan": plan.to_json(), "budget": asdict(budget)}
        _write(folder / PLAN, json.dumps(facts, ensure_ascii=False, indent=1) + "\n")
        self.played = _read_results(folder / "results.jsonl")

    def keep(self, played: Played) -> None:
        """Keep a game; when this returns, it outlives the process."""
        record = self.record(played.result.id)
        record.parent.mkdir(parents=True, exist_ok=True)
        _write(record, played.record)
        line = json.dumps(asdict(played.result), ensure_ascii=False)
        with (self.folder / "results.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.played[played.result.id] = played.result

    def record(self, id: str) -> Path:
        """Where a game's record is."""
        return self.folder / "records" / f"{id}.txt"


def read_plan(folder: Path) -> tuple[Plan, Budget]:
    """What a folder's tournament is, and how far it was to go."""
    try:
        facts = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        if facts["version"] == VERSION:
            return Plan.from_json(facts["plan"]), Budget(**facts["budget"])
    except OSError as error:
        raise OSError(f"{folder / PLAN}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{folder / PLAN}: no plan of a tournament ({error})") from None
    raise ValueError(f"{folder / PLAN}: version {VERSION} is wanted, got {facts['version']}")


def _check_same(folder: Path, plan: Plan) -> None:
    there, wanted = read_plan(folder)[0].to_json(), plan.to_json()
    for key, value in there.items():
        if value != wanted[key]:
            told = f"{key}: {_shown(value)}, not {_shown(wanted[key])}"
            raise ValueError(f"{folder} holds another tournament ({told}); name a new folder")


def _shown(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def _read_results(path: Path) -> dict[str, Result]:
    """The results in a file; a last line that was cut off by a crash is cut away."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)
    results = {}
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            result = Result.from_json(json.loads(line))
        except (ValueError, AttributeError, TypeError):
            raise ValueError(f"{path}: line {number} is no result") from None
        results[result.id] = result
    return results


def _write(path: Path, text: str) -> None:
    """Write beside the old file, then put the new one in its place: nothing is ever half there."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)
