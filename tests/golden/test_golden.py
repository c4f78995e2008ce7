"""Golden playthroughs and the census of legal moves; `make golden` writes them anew."""

import pytest

from tests.golden import FOLDER, GAMES, census, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_always_went(name: str) -> None:
    assert playthrough(*GAMES[name]) == (FOLDER / "games" / f"{name}.txt").read_text("utf-8")


def test_the_census_of_legal_moves_is_unchanged() -> None:
    assert census() == (FOLDER / "census.txt").read_text("utf-8")
