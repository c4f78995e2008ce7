"""Every ruling of the rules pages on Leaders and Duel has a rule test."""

from tests.games.rulings import cited_rulings


def test_every_ruling_on_leaders_has_a_test() -> None:
    assert cited_rulings("L", "classic/leaders/rules") == set(range(1, 78))


def test_every_ruling_on_duel_has_a_test() -> None:
    assert cited_rulings("D", "duel/rules") == set(range(1, 50))
