"""The commands `hepta backup` and `hepta restore`."""

import json
from pathlib import Path

from tests.server.test_backup import cut, filled
from tests.test_cli import hepta, process


def test_backup_check_and_restore(tmp_path: Path) -> None:
    database = filled(f"sqlite:///{tmp_path / 'games.sqlite'}")
    file, copy = str(tmp_path / "games.jsonl.gz"), f"sqlite:///{tmp_path / 'copy.sqlite'}"
    written = hepta("backup", file, "--database", database)
    assert written.returncode == 0 and not written.stderr
    counts = "3 guests, 5 tables, 2,500 log entries"
    assert f"{file}: written, {counts}" in " ".join(written.stdout.split())
    checked = json.loads(hepta("backup", file, "--check", "--json").stdout)
    assert checked["rows"]["log"] == 2500 and checked["bytes"] == Path(file).stat().st_size
    restored = process("restore", file, HEPTAPOLIS_DATABASE=copy)
    assert f"restored, {counts}" in restored.stdout and not restored.stderr
    again = hepta("restore", file, "--database", copy)
    assert again.returncode == 1 and "copy.sqlite: has games already" in again.stderr


def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "b.gz"
    database = filled(f"sqlite:///{tmp_path / 'games.sqlite'}")
    hepta("backup", str(file), "--database", database)
    file.write_bytes(cut(file.read_bytes()))
    for command in (["backup", "--check"], ["restore", "--database", f"{database}.new"]):
        refused = hepta(*command, str(file))
        assert refused.returncode == 1 and not refused.stdout
        assert refused.stderr == f"hepta: {file}: the end of this backup is missing\n"
