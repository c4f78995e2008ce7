"""The campaign of `tests/campaigns/backup.py` in its short form, and its comparison."""

import io
import sys
from pathlib import Path
from unittest import mock

import pytest
import sqlalchemy as sa

from heptapolis.cli import main
from heptapolis.server.schema import LOG
from tests.campaigns.backup import STEPS, Figures, compare, fill, run
from tests.server.conftest import postgres_server

ENTRIES = 2_500  # more than two batches


class Terminal(io.StringIO):
    """Take what a command shows."""

    def isatty(self) -> bool:
        return True


def hepta(*arguments: str) -> Figures:
    """Run a command in this process, since starting Python takes longer."""
    terminal = Terminal()
    with mock.patch.multiple(sys, argv=["hepta", *arguments], stderr=terminal):
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code in (None, 0), terminal.getvalue()
    return Figures(0.0, 0.0, 0.0, terminal.getvalue())


def test_a_database_moves_to_postgresql_and_back_with_a_bar(tmp_path: Path) -> None:
    with postgres_server() as postgresql:
        result = run(tmp_path, ENTRIES, postgresql, hepta)
    assert result.equal["log"] == ENTRIES and result.equal["tables"] == 25
    assert {
        name: STEPS[name] in step.shown for name, step in result.steps.items()
    } == dict.fromkeys(STEPS, True)


def test_the_comparison_finds_one_changed_and_one_missing_row(tmp_path: Path) -> None:
    urls = [f"sqlite:///{tmp_path / name}.sqlite" for name in ("one", "other")]
    for url in urls:
        fill(url, ENTRIES)
    assert compare(*urls)["log"] == ENTRIES
    last = sa.and_(LOG.c.table_id == f"t{24:09x}", LOG.c.number == 100)
    engine = sa.create_engine(urls[1])
    for change in (LOG.update().values(at=LOG.c.at + 1e-6).where(last), LOG.delete().where(last)):
        with engine.begin() as connection:
            connection.execute(change)
        with pytest.raises(ValueError, match="log: "):
            compare(*urls)
    engine.dispose()
