"""The appraisal of Duel positions uses only public knowledge, is equal for both seats, and roughly right."""

from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.bots.appraisal import appraiser_of, weights_file, weights_of
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.players.appraisal import CITY, N_FACTS, TABLE, write_facts
from heptapolis.games.duel.players.quick import weigh_items
from heptapolis.kernel import entry
from heptapolis.kernel.appraisal import appraise
from tests.bots.moments import moments
from tests.conftest import House
from tests.kinds import duel_from

DUEL: dict[str, Any] = {"game": "duel"}


@entry
def expect(states: Any, tables: Any, seat: Any, workspaces: Any, appraiser: Any) -> Any:
    t, work = tables[0], workspaces[0]
    weigh_items(t, work.worth, work.special)
    write_facts(states[0], t, seat, work, appraiser.facts)
    return appraise(appraiser)


def expectation_and_facts(view: Any, seat: int) -> tuple[float, Any]:
    """Return the expectation of a seat, and the facts it depends on."""
    judge = appraiser_of("duel")
    judge.facts[:] = 9.0  # shows facts that were not written
    value = expect(view._states, view.edition.tables, seat, DuelScratch().workspaces, judge)
    return float(value), judge.facts.copy()


def test_every_fact_is_written_and_hidden_information_changes_none() -> None:
    for view in moments(DUEL, 3, every=5, players="random"):
        value, facts = expectation_and_facts(view, view.seat)
        assert facts.shape == (N_FACTS,) and np.abs(facts).max() < 9
        game = view.sample(Random(1))
        again = expectation_and_facts(game.view(view.seat), view.seat)
        assert again[0] == value and (again[1] == facts).all()


def test_one_city_is_the_same_from_both_sides() -> None:
    for view in moments(DUEL, 4, every=6):
        mine, theirs = (expectation_and_facts(view, seat)[1] for seat in (0, 1))
        assert (mine[TABLE : TABLE + CITY] == theirs[TABLE + CITY :]).all()
        assert (mine[TABLE + CITY :] == theirs[TABLE : TABLE + CITY]).all()


def test_the_appraisal_agrees_with_its_weights_file() -> None:
    weights = weights_of("duel")
    for view in moments(DUEL, 5, every=10):
        value, facts = expectation_and_facts(view, view.seat)
        inside = np.maximum(facts @ weights["first"], 0)
        behind = np.maximum(inside @ weights["second"] + weights["second_bias"], 0)
        assert value == pytest.approx(
            np.tanh(behind @ weights["last"] + weights["last_bias"][0]), abs=1e-4
        )
    assert weights_file("duel").stat().st_size < 100_000


def test_the_appraisal_sees_an_imminent_victory() -> None:
    player, right = hp.bot("greedy"), []
    for seed in range(30):
        game, rng = hp.new("duel", seed=seed), Random(seed)
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            game.submit(seat, player.choose(view, rng))
        value, _ = expectation_and_facts(view, seat)  # one move before the end
        right.append((value > 0) == (seat in game.ranking()[0]))
    assert sum(right) / len(right) > 0.8


def test_house_cards_are_appraised_by_their_effects(house: House) -> None:
    catalog = house('extends = "duel"\n[card.theater]\neffect={points=12}\n')
    cities = [{"buildings": ["theater"]}, {"buildings": ["altar"]}]
    position = {"game": "duel", "age": 2, "cities": cities}
    usual = expectation_and_facts(duel_from(position).view(0), 0)[0]
    assert expectation_and_facts(duel_from(position, catalog=catalog).view(0), 0)[0] > usual + 0.05
