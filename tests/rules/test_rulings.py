"""Every ruling of the pages on Leaders and Duel is shown by a rule test; none is only told."""

from tests.rules.rulings import cited


def test_every_ruling_on_leaders_is_shown() -> None:
    assert cited("L", "test_leaders_*.py") == set(range(1, 78))


def test_every_ruling_on_duel_is_shown() -> None:
    assert cited("D", "test_duel_*.py") == set(range(1, 50))
