"""Golden playthroughs and the census of legal moves; `make golden` rewrites them."""

import pytest

from tests.golden import FOLDER, GAMES, census, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthroughs_are_unchanged(name: str) -> None:
    assert playthrough(*GAMES[name]) == (FOLDER / "games" / f"{name}.txt").read_text("utf-8")


def test_the_census_of_legal_moves_is_unchanged() -> None:
    assert census() == (FOLDER / "census.txt").read_text("utf-8")
