"""Things of an expansion in the printed catalogue."""

from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from heptapolis import variants
from heptapolis.cli import app
from tests.toys import couriers, omens


@pytest.fixture(autouse=True, scope="module")
def registered_expansions() -> Iterator[None]:
    variants.register_expansion(omens.EXPANSION)
    variants.register_expansion(couriers.EXPANSION)
    yield
    variants.unregister("couriers")
    variants.unregister("omens")


def printed_catalog(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["catalog", *arguments], env={"COLUMNS": "120"})
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def test_things_of_a_new_kind_have_a_table() -> None:
    omens = printed_catalog("omens")
    assert "Omens Name Effect" in omens and "Comet 2 points at the end." in omens
    assert "Zodiac 2 coins 2 victory points. Take 3 coins for each omen" in omens
    couriers = printed_catalog("couriers")
    assert couriers.startswith("Couriers Name Effect")
    assert couriers.count("A point for each card") == 21
    assert "Altar" not in couriers and "Wonders" not in couriers  # only things of the expansion
    both = printed_catalog("classic+couriers+leaders")
    assert "Grey courier to both" in both and "Leaders Name Cost Effect" in both


@pytest.mark.parametrize(
    ("game", "card", "facts"),
    [
        ("omens", "comet", "Effect 2 points at the end."),
        ("duel+omens", "Crow", "Effect -3 points at the end."),
        ("couriers", "red_left", "Effect A point for each card of this colour (red)"),
        ("leaders", "plato", "Cost 4 coins"),
    ],
)
def test_each_of_them_is_shown_in_full(game: str, card: str, facts: str) -> None:
    assert facts in printed_catalog(game, "--card", card).replace(" │ │ ", " ").replace("│", "")


def test_without_the_expansion_there_are_none() -> None:
    assert "Comet" not in printed_catalog("duel") and "courier" not in printed_catalog("classic")
