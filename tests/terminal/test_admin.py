"""The command `hepta admin`."""

import json
from pathlib import Path

from heptapolis.server.admin import ACTIONS
from tests.server.test_backup import filled
from tests.test_cli import hepta


def test_actions_are_listed_and_done(tmp_path: Path) -> None:
    listed = hepta("admin").stdout
    assert all(name in listed for name in ACTIONS)
    database = ("--database", filled(f"sqlite:///{tmp_path / 'games.sqlite'}"))
    tables = json.loads(hepta("admin", "tables", "--json", *database).stdout)
    assert len(tables) == 5 and tables[0]["state"] == "playing"
    assert hepta("admin", "close", tables[0]["id"], *database).stdout == "done\n"
    shown = hepta("admin", "table", tables[0]["id"], *database, COLUMNS="200").stdout
    assert "state: over" in shown and "3 🎲" in shown
    banned = hepta("admin", "ban", "192.0.2.0/24", "7", "spam", "and", "worse", *database)
    assert banned.returncode == 0, banned.stderr
    assert "spam and worse" in hepta("admin", "bans", *database, COLUMNS="200").stdout
    assert "none" in hepta("admin", "reports", *database).stdout


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    database = ("--database", filled(f"sqlite:///{tmp_path / 'games.sqlite'}"))
    for words, why in (
        (["tabels"], "no action 'tabels'; did you mean 'tables'"),
        (["close"], "usage: close TABLE"),
        (["close", "nowhere"], "no such table"),
        (["bans", "all"], "usage: bans"),
    ):
        refused = hepta("admin", *words, *database)
        assert refused.returncode == 1 and refused.stderr.startswith(f"hepta: {why}")
        assert refused.stderr.count("\n") == 1
