"""A tournament's folder: the plan, one line per game, and every game as a record.

    arena.json        the plan, how much was to be played, what keeps outside bots apart
    results.jsonl     a `GameResult` a line, in the order in which the games ended
    records/…         the games, for `hepta replay`
    faults/…          for each fault the traceback, and what the bot printed: GAME-SEAT.txt

A line is written when its record is there and is never changed, so that a tournament can be
interrupted at any moment: what has no line has not been played.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from heptapolis.arena.play import GameResult, PlayedGame, sandbox_facts
from heptapolis.arena.schedule import TournamentPlan

FORMAT_VERSION = 1
PLAN_FILE, RESULTS_FILE = "arena.json", "results.jsonl"


@dataclass(frozen=True)
class Budget:
    """The limits of a tournament."""

    deals: int = 200  # per contest
    minutes: float | None = None  # per run of the command
    stop: bool = True  # stop a contest when its question is answered


class TournamentFolder:
    """An open folder. ``results`` has every result by id."""

    def __init__(self, path: Path, plan: TournamentPlan, budget: Budget) -> None:
        """Open a folder: a new one, or one whose plan equals this plan or is extended by it. Raise
        ValueError if it holds another tournament."""
        self.path = path
        if (path / PLAN_FILE).exists():
            _check_plan(path, plan)
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ValueError(f"{path} is not a tournament's folder; name a new one")
        self.results = _read_results(path / RESULTS_FILE)
        _check_games(path, plan, self.results)
        path.mkdir(parents=True, exist_ok=True)
        facts = {"version": FORMAT_VERSION, "plan": plan.to_json(), "budget": asdict(budget)}
        facts |= sandbox_facts(plan.bots)
        _write(path / PLAN_FILE, json.dumps(facts, ensure_ascii=False, indent=1) + "\n")

    def add(self, game: PlayedGame) -> None:
        """Store a game durably."""
        id = game.result.id
        self._keep(f"records/{id}.txt", game.record)
        for seat, report in game.reports.items():
            self._keep(f"faults/{id}-{seat}.txt", report)
        line = json.dumps(asdict(game.result), ensure_ascii=False)
        with (self.path / RESULTS_FILE).open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.results[id] = game.result

    def _keep(self, name: str, text: str) -> None:
        """Write a file of a game."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, text)


def read_plan(folder: Path) -> tuple[TournamentPlan, Budget]:
    """Return the plan and the budget of the tournament in a folder."""
    try:
        facts = json.loads((folder / PLAN_FILE).read_text(encoding="utf-8"))
        if facts["version"] == FORMAT_VERSION:
            return TournamentPlan.from_json(facts["plan"]), Budget(**facts["budget"])
    except OSError as error:
        raise OSError(f"{folder / PLAN_FILE}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{folder / PLAN_FILE}: not a tournament's plan ({error})") from None
    raise ValueError(
        f"{folder / PLAN_FILE}: expected version {FORMAT_VERSION}, got {facts['version']}"
    )


def _check_plan(folder: Path, plan: TournamentPlan) -> None:
    """Raise ValueError unless the plan equals the folder's plan or appends bots and games to it."""
    old_facts, new_facts = read_plan(folder)[0].to_json(), plan.to_json()
    for key, old in old_facts.items():
        new = new_facts[key]
        has_grown = key in ("bots", "variants") and new[: len(old)] == old
        if old != new and not has_grown and key != "versions":
            raise _plan_error(folder, f"{key}: {_as_text(old)}, not {_as_text(new)}")


def _check_games(folder: Path, plan: TournamentPlan, results: dict[str, GameResult]) -> None:
    """Raise ValueError if a stored game is not part of the plan: with fewer bots than seats,
    another bot changes the line-ups."""
    if not results:
        return
    last_deal = max(result.deal for result in results.values())
    line_ups = {
        fixture.id: fixture.line_up
        for contest in plan.contests
        for deal in range(last_deal + 1)
        for fixture in contest.deal(deal)
    }
    for id, result in results.items():
        planned = line_ups.get(id, ())
        if result.line_up != planned:
            difference = f"{id}: {' '.join(result.line_up)}, not {' '.join(planned) or 'planned'}"
            raise _plan_error(folder, difference)


def _plan_error(folder: Path, difference: str) -> ValueError:
    return ValueError(f"{folder} holds another tournament ({difference}); name a new folder")


def _as_text(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def _read_results(path: Path) -> dict[str, GameResult]:
    """Return the results in a file; remove an incomplete last line."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)
    results = {}
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            result = GameResult.from_json(json.loads(line))
        except (ValueError, AttributeError, TypeError):
            raise ValueError(f"{path}: line {number} is not a result") from None
        results[result.id] = result
    return results


def _write(path: Path, text: str) -> None:
    """Replace a file atomically."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)
