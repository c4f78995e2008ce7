"""The module of shared events provides the events of all games by name."""

import subprocess
import sys

import pytest

from heptapolis import events


@pytest.mark.parametrize("game", ["classic", "duel"])
@pytest.mark.parametrize("module", ["events", "vocabulary", "columns"])
def test_a_module_of_a_game_can_be_imported_first(game: str, module: str) -> None:
    command = [sys.executable, "-c", f"import heptapolis.games.{game}.{module}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_events_of_games_are_found_by_name() -> None:
    assert events.Recruited.__module__ == "heptapolis.games.classic.leaders.events"
    with pytest.raises(AttributeError, match="no attribute 'Vanished'"):
        _ = events.Vanished
