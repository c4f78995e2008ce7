"""The folder of a dataset: its plan, and a folder of Parquet files for each table.

    dataset.json            the plan
    games/00000.parquet     a row a game
    seats/00000.parquet     a row for each seat of each
    positions/00000.parquet a row a decision, if wanted

Games are written in the order of their numbers, so that what is there is always the first so many.
A file is there when it is whole. Every run adds files behind the last, and a long one begins new
ones now and then: whatever happens, no more than that is lost.
"""

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from heptapolis import __version__
from heptapolis.dataset.tables import ALL_POSITIONS, GAMES, DatasetPlan

PLAN_FILE, FORMAT_VERSION = "dataset.json", 1
GROUP_ROWS = 20_000  # approximate rows of a row group
PART_SECONDS = 600.0  # until the next file
METADATA_KEY = "heptapolis"  # of the metadata in each file


class DatasetFolder:
    """An open folder; ``games`` is the number of games in it."""

    def __init__(self, path: Path, plan: DatasetPlan) -> None:
        """Open a folder: a new one, or one with the same plan. Raise ValueError if it holds another
        dataset."""
        self.path, self.plan = path, plan
        if (path / PLAN_FILE).exists():
            self._check_plan()
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ValueError(f"{path} is not a dataset's folder; name a new one")
        for table in plan.schemas:
            (path / table).mkdir(parents=True, exist_ok=True)
        facts = {"version": FORMAT_VERSION, "plan": plan.facts()}
        (path / PLAN_FILE).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        self._sweep()
        self.games = self.rows(GAMES)
        self._writers: dict[str, Any] = {}
        self._waiting: dict[str, list[Any]] = {table: [] for table in plan.schemas}
        self._n_waiting, self._begun = 0, 0.0

    def _check_plan(self) -> None:
        try:
            facts = json.loads((self.path / PLAN_FILE).read_text(encoding="utf-8"))
            old = dict(facts["plan"])
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{self.path / PLAN_FILE}: not a dataset's plan") from None
        new = json.loads(json.dumps(self.plan.facts()))
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                difference = f"{key}: {old.get(key)}, not {new.get(key)}"
                raise ValueError(
                    f"{self.path} holds another dataset ({difference}); name a new folder"
                )

    def _sweep(self) -> None:
        """Remove what a killed run left incomplete: the table of games is written last."""
        whole = {file.name for file in self.files(GAMES)}
        for table in self.plan.schemas:
            for file in (self.path / table).iterdir():
                if file.name not in whole:
                    file.unlink()

    def files(self, table: str) -> list[Path]:
        """Return the files of a table, in order."""
        return sorted(file for file in (self.path / table).glob("*.parquet") if file.name[0] != ".")

    def rows(self, table: str) -> int:
        """Return the number of rows of a table, in complete files."""
        return sum(pq.read_metadata(file).num_rows for file in self.files(table))

    def add(self, tables: dict[str, Any]) -> None:
        """Add the next games."""
        for name, table in tables.items():
            self._waiting[name].append(table)
        self._n_waiting += max(table.num_rows for table in tables.values())
        self.games += tables[GAMES].num_rows
        if self._n_waiting >= GROUP_ROWS:
            self._write_group()
            if monotonic() > self._begun + PART_SECONDS:
                self.close()

    def close(self) -> None:
        """Write the buffered rows and make the files visible; a later `add` starts new files."""
        if self._n_waiting:
            self._write_group()
        for writer in self._writers.values():
            writer.close()
        for table in reversed(self._writers):  # games last: they mark the other tables as complete
            fresh = self._part(table)
            os.replace(_unfinished(fresh), fresh)
        self._writers = {}

    def _part(self, table: str) -> Path:
        return self.path / table / f"{len(self.files(GAMES)):05}.parquet"

    def _write_group(self) -> None:
        if not self._writers:
            self._begun = monotonic()
            for name, schema in self.plan.schemas.items():
                own = schema.with_metadata({METADATA_KEY: json.dumps(metadata(self.plan))})
                path = _unfinished(self._part(name))
                self._writers[name] = pq.ParquetWriter(path, own, compression="zstd")
        for name, writer in self._writers.items():
            together = pa.concat_tables(self._waiting[name]).unify_dictionaries()
            writer.write_table(together.replace_schema_metadata(writer.schema.metadata))
            self._waiting[name] = []
        self._n_waiting = 0


def _unfinished(path: Path) -> Path:
    return path.with_name(f".{path.name}.new")


def metadata(plan: DatasetPlan) -> dict[str, Any]:
    """Return the metadata of every file."""
    return {"heptapolis": __version__, "command": " ".join(command(plan)), **plan.facts()}


def command(plan: DatasetPlan) -> Iterator[str]:
    """Return the command that makes this dataset, without the number of games and the folder."""
    facts = plan.facts()
    yield from ("hepta", "dataset", str(facts["ruleset"]))
    for name, value in facts["options"].items():
        if value is not True:
            yield from (f"--{name.replace('_', '-')}", shlex.quote(str(value)))
    yield from ("--bots", ",".join(plan.play.bots), "--seed", str(plan.play.seed))
    if plan.positions:
        yield from (
            "--positions",
            "all" if plan.positions == ALL_POSITIONS else str(plan.positions),
        )
        yield from ("--form", plan.form)
