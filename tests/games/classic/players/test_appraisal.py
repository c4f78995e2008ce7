"""The appraisal of classic positions uses only the knowledge of the seat, and is roughly right."""

from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.bots.appraisal import appraisers_of, weights_file, weights_of
from heptapolis.codes import AGES
from heptapolis.games.classic.codes import SEATS
from heptapolis.games.classic.edition import Scratch
from heptapolis.games.classic.players.appraisal import (
    CITY,
    FAR_CITIES,
    LEFT_CITY,
    N_FACTS,
    OWN_CITY,
    RIGHT_CITY,
    write_cities,
    write_facts,
)
from heptapolis.games.classic.simulation import quick_tables
from heptapolis.kernel import entry
from heptapolis.kernel.appraisal import appraise
from tests.bots.moments import moments
from tests.conftest import House
from tests.kinds import classic_from

TABLES: list[dict[str, Any]] = [
    {"game": "classic", "seats": 3},
    {"game": "classic", "seats": 6},
    {"game": "classic", "seats": 2},
    {"game": "classic", "seats": 4, "leaders": True},
]


@entry
def expect(
    states: Any, tables: Any, quick: Any, seat: Any, workspaces: Any, appraiser: Any, cities: Any
) -> Any:
    s, t, q, work = states[0], tables[0], quick[0], workspaces[0]
    write_cities(s, t, q, work, cities)
    write_facts(s, t, q, seat, cities, work, appraiser.facts)
    return appraise(appraiser)


def expectation_and_facts(state: Any, seat: int) -> tuple[float, Any]:
    """Return the expectation of a seat in a game or view, and the facts it depends on."""
    judge, cities = appraisers_of("classic")[max(state.age, 1) - 1], np.zeros((SEATS, CITY))
    judge.facts[:] = 99.0  # shows facts that were not written
    cities[:] = 99.0
    value = expect(
        state._states,
        state.edition.tables,
        quick_tables(state.edition),
        seat,
        Scratch().workspaces,
        judge,
        cities.astype(np.float32),
    )
    return float(value), judge.facts.copy()


@pytest.mark.parametrize("options", TABLES)
def test_every_fact_is_written_and_hidden_information_changes_none(options: dict[str, Any]) -> None:
    for view in moments(options, 3, every=7, players="random"):
        value, facts = expectation_and_facts(view, view.seat)
        assert facts.shape == (N_FACTS,) and np.abs(facts).max() < 20
        for seed in (1, 2):
            again = expectation_and_facts(view.sample(Random(seed)), view.seat)
            assert again[0] == value and (again[1] == facts).all()


def test_the_appraisal_of_a_city_does_not_depend_on_the_viewer() -> None:
    for view in moments(TABLES[0], 4, every=9):
        mine, left = (expectation_and_facts(view, (view.seat + k) % 3)[1] for k in (0, 1))
        assert (mine[LEFT_CITY:RIGHT_CITY] == left[OWN_CITY:LEFT_CITY]).all()
        assert (mine[OWN_CITY:LEFT_CITY] == left[RIGHT_CITY:FAR_CITIES]).all()
        assert (mine[FAR_CITIES:] == 0).all()


def test_there_are_weights_for_every_age_and_they_are_small() -> None:
    assert len(appraisers_of("classic")) == AGES
    assert weights_of("classic")["first"].shape[:2] == (AGES, N_FACTS)
    assert weights_file("classic").stat().st_size < 100_000


@pytest.mark.parametrize("options", TABLES)
def test_the_appraisal_sees_an_imminent_victory(options: dict[str, Any]) -> None:
    player, right = hp.bot("greedy"), []
    for seed in range(20):
        game, rng = hp.new(**options, seed=seed), Random(seed)
        while not game.is_over:
            if game.age == AGES and game.turn == 6 and len(game.to_move) == game.players:
                last = game.copy()
            seat = game.to_move[0]
            game.submit(seat, player.choose(game.view(seat), rng))
        values = [expectation_and_facts(last.view(seat), seat)[0] for seat in range(game.players)]
        right.append(int(np.argmax(values)) in game.ranking()[0])
    assert sum(right) / len(right) > 0.6


def test_house_cards_are_appraised_by_their_effects(house: House) -> None:
    catalog = house('extends = "classic"\n[card.altar]\neffect={points=12}\n')
    position = {"age": 3, "turn": 4, "cities": [{"buildings": ["altar"]}, {}, {}]}
    usual = expectation_and_facts(classic_from(position).view(0), 0)[0]
    assert (
        expectation_and_facts(classic_from(position, catalog=catalog).view(0), 0)[0] > usual + 0.05
    )
