"""Prospects of moves: calibrated chances, simulations for every move, correct errors."""

from pathlib import Path
from random import Random
from shutil import copy
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis import networks
from heptapolis.bots.prospects import MIN_SHARE, SIMULATIONS, GuidedOutlook, effort, outlook
from heptapolis.contract import View
from heptapolis.encodings import encoding, encoding_of
from heptapolis.networks.chances import Logistic, fingerprint, read_curves, write_curves
from heptapolis.variants import ruleset
from tests.bots.test_advice import moment, view_of
from tests.conftest import House

NOTHING_BUT_HOPE = Logistic(0.0, 2.0)  # 88 %, whatever the network expects


@pytest.mark.parametrize("rules", networks.shipped_rulesets())
def test_every_network_has_its_curves(rules: str) -> None:
    """New weights need new curves: `python -m lab.calibration --rulesets` makes them."""
    curves = networks.shipped_network(encoding(rules)).curves
    assert list(curves) == list(ruleset(rules).variant.seats), (
        f"curves of other weights than {rules}.npz"
    )
    values = np.linspace(-1, 1, 21)
    for seats in curves:
        chances = networks.shipped_network(encoding(rules)).chance(values, seats)
        assert (np.diff(chances) > 0).all() and 0 < chances[0] < 0.05 and 0.95 < chances[-1] < 1


def test_curves_belong_to_their_weights(tmp_path: Path) -> None:
    weights = tmp_path / "duel.npz"
    copy(networks.shipped_files()["duel"], weights)
    code = encoding("duel")
    assert networks.load(weights, code).chance(0.5, 2) == pytest.approx(0.75), (
        "without a curve the network's own chance is used"
    )
    write_curves(weights, {2: NOTHING_BUT_HOPE})
    assert read_curves(weights) == {2: NOTHING_BUT_HOPE}
    assert networks.load(weights, code).chance(-0.5, 2) == pytest.approx(0.8808, abs=1e-4)
    before, other = fingerprint(weights), tmp_path / "other.npz"
    header, arrays = networks.read(weights)
    networks.write(weights, header, arrays | {"value.bias": arrays["value.bias"] + 1})
    copy(networks.shipped_files()["duel"], other)
    assert fingerprint(weights) != before == fingerprint(other)
    assert read_curves(weights) == read_curves(other) == {}


def test_chances_come_from_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(moment("classic"))
    network = networks.shipped_network(encoding_of(view))
    told = hp.advise(view, simulations=60)
    assert len({round(one.win, 3) for one in told}) > 5
    monkeypatch.setattr(network, "curves", {view.players: NOTHING_BUT_HOPE})
    for one in hp.advise(view, simulations=60):
        assert one.win == pytest.approx(0.8808, abs=1e-4) and one.error < 0.1


def test_equal_moves_cost_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = moment("classic")
    network = networks.shipped_network(encoding_of(game))
    assert any(one.cost for one in hp.review(game.record(), simulations=30).decisions)
    monkeypatch.setattr(network, "curves", {3: NOTHING_BUT_HOPE})
    assert not any(one.cost for one in hp.review(game.record(), simulations=30).decisions)


@pytest.mark.parametrize("name", ["classic", "Free City", "leaders", "Duel"])
def test_every_move_gets_simulations(name: str) -> None:
    view = view_of(moment(name))
    found = outlook(view, effort(), Random(0))
    assert isinstance(found, GuidedOutlook)
    tried = found._search.branches["visits"]
    assert tried.sum() == SIMULATIONS and not found._search.is_under_way
    even = SIMULATIONS / len(tried)
    assert tried.min() >= 0.8 * MIN_SHARE * even and tried.max() > 1.4 * even, (
        "the best move must get more simulations"
    )
    first, last = found.prospects()[0], found.prospects()[-1]
    pair = found.compare(first, last)
    assert pair[0].visits == pair[1].visits >= first.visits - view.players


@pytest.mark.parametrize("name", ["classic", "Duel"])
def test_the_error_covers_the_differences_between_searches(name: str) -> None:
    view = view_of(moment(name))
    looks = [outlook(view, effort(60), Random(seed)).prospects() for seed in range(16)]
    move = max(looks[0], key=lambda one: one.visits).move.without_payment()
    mine = [one for look in looks for one in look if one.move.without_payment() == move]
    told, seen = fmean(one.error for one in mine), stdev(one.win for one in mine)
    assert told / 3 < seen < 2 * told


def test_the_last_decision_is_judged_by_final_positions() -> None:
    """Final positions are scored exactly, and a narrow win counts as a win."""
    game: Any = hp.from_position(
        {
            "age": 3,
            "turn": 6,
            "hands": [["gardens", "lighthouse"]],
            "cities": [
                {"wonder": "giza:A", "coins": 3, "buildings": ["statue", "altar", "aqueduct"]},
                {"wonder": "rhodes:B", "buildings": ["temple", "baths", "palace"]},
                {},
            ],
        }
    )
    told = {str(one.move): one.win for one in hp.advise(game.view(0))}
    assert told["build gardens"] == 1 and told["discard gardens"] == 0


def test_points_are_those_of_quick_games() -> None:
    view = view_of(moment("classic"))
    assert view.seat is not None
    for one in hp.advise(view)[:2]:
        many = hp.playouts(view, 400, Random(1), move=one.move).points[:, view.seat]
        assert one.points == pytest.approx(many.mean(), abs=5)


def test_cards_of_a_house_are_searched_without_a_network(house: House) -> None:
    catalog = house('extends = "classic"\n[card.altar]\neffect={points=9}\n')
    game: Any = hp.new(seats=3, seed=1, catalog=catalog)
    view: View = game.view(0)
    with pytest.warns(
        UserWarning, match="advice comes of a search without a network here: no network"
    ):
        told = hp.advise(view, simulations=40)
    assert sum(one.visits for one in told) == 40
    assert all(0 <= one.win <= 1 for one in told)
    for seat in range(3):
        game.submit(seat, game.legal_moves(seat)[0])
    with pytest.warns(UserWarning, match="without a network"):
        assert len(hp.review(game.record(), simulations=5, catalog=catalog).decisions) == 3
