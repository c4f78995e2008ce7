"""The command in a shell: completion, pipes, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import heptapolis as hp
from heptapolis.cli import INTERRUPT_EXIT_STATUS, main

TIMEOUT_SECONDS = 300  # longer than any command takes


def output_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *args: str
) -> str:
    monkeypatch.setattr(sys, "argv", ["hepta", *args])
    try:
        main()
    except SystemExit as end:
        assert not end.code
    return capsys.readouterr().out


def test_help_describes_hepta_without_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Without a command, hepta opens the web game" in output_of(capsys, monkeypatch, "--help")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands(shell: str) -> None:
    script = subprocess.run(
        [sys.executable, "-m", "heptapolis", "--show-completion", shell],
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "_COMPLETE=complete_" in script


@pytest.mark.parametrize("columns", ["60", "", "nonsense"])
def test_pipes_get_lines_as_long_as_they_are(
    columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = output_of(capsys, monkeypatch, "bots").splitlines()
    assert lines and all(line == line.rstrip() for line in lines)
    longest = max(map(len, lines))
    assert longest <= 60 if columns == "60" else 60 < longest <= 120


def test_ctrl_c_ends_a_search_at_once(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(dict(hp.new("duel", seed=7).position())), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, "advise", str(position), "--ms", "10000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stdout.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    rest, said = process.communicate(timeout=TIMEOUT_SECONDS)
    assert (process.returncode, rest, said) == (INTERRUPT_EXIT_STATUS, "", "hepta: stopped\n")


CHILD = """
from heptapolis.bots.guided import GuidedSearch
from heptapolis.cli import main
grow = GuidedSearch.grow
def grow_and_tell(self, *given):
    if not hasattr(GuidedSearch, "told"):
        GuidedSearch.told = True
        print("searching", flush=True)
    return grow(self, *given)
GuidedSearch.grow = grow_and_tell
main()
"""
