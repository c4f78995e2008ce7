"""Strategies of rulesets. A ruleset without one is played by sampling (`test_sampling`)."""

from dataclasses import replace
from random import Random
from typing import cast

import pytest

import heptapolis as hp
from heptapolis import variants
from heptapolis.bots.referee import ask
from heptapolis.bots.strategy import Strategy
from heptapolis.slots import STRATEGY, Parts
from heptapolis.variants import Variant


def test_there_is_no_advice_without_a_strategy(pebbles: Variant) -> None:
    with pytest.raises(
        ValueError,
        match=r"^there is no advice for pebbles; there is for classic, classic\+leaders, duel$",
    ):
        hp.advise(hp.new("pebbles", seed=1).view(0), simulations=5)


def test_the_referee_falls_back_on_chance(pebbles: Variant) -> None:
    view = hp.new("pebbles", seed=1).view(0)
    answers = {str(ask(hp.bot("scholar"), view, Random(seed))[0]) for seed in range(40)}
    assert answers == {str(move) for move in view.legal_moves()} and len(answers) == 3
    fault = ask(hp.bot("scholar"), view, Random(1), "scholar")[1]
    assert fault and str(fault) == "scholar: crash: ValueError: scholar does not play pebbles"


def test_random_plays_anything(pebbles: Variant) -> None:
    game, player, rng = hp.new("pebbles", seed=1), hp.bot("random"), Random(1)
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))
    assert game.ranking()


def test_a_strategy_can_be_attached(pebbles: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    class Highest:
        noise, habits = 1.0, None

        def rate(self, view: hp.View) -> list[float]:
            return [float(str(move).rpartition("_")[2]) for move in view.legal_moves()]

    parts = Parts()
    parts.fills(STRATEGY)(lambda: cast(Strategy, Highest()))
    monkeypatch.setitem(variants._REGISTRY, "pebbles", replace(pebbles, parts=parts))
    view = hp.new("pebbles", seed=1).view(0)
    best = max(view.legal_moves(), key=lambda move: int(str(move).rpartition("_")[2]))
    assert hp.bot("greedy").choose(view, Random(1)) == best
