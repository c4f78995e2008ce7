"""Every level plays every ruleset; without a strategy or network of its own, by sampling."""

import re
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

import heptapolis as hp
from heptapolis import variants
from heptapolis.bots import Bot
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural import is_unlearnt
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.bots.sampling import SAMPLING, SamplingTree, move_key
from heptapolis.bots.strategy import has_strategy
from heptapolis.variants import Variant, ruleset, ruleset_of
from tests.toys import couriers, omens

RULESETS = ("duel+omens", "classic+couriers", "classic+couriers+leaders", "pebbles")
TOYS = RULESETS[:2]


@pytest.fixture(autouse=True)
def registered_games(pebbles: Variant) -> Iterator[None]:
    for toy in (omens, couriers):
        variants.register_expansion(toy.EXPANSION)
    yield
    for toy in (omens, couriers):
        variants.unregister(toy.EXPANSION.id)


def random_play(game: hp.Game, rng: Random, phase: str) -> hp.Game:
    """Play at random until the phase begins."""
    while not game.is_over and game.phase != phase:
        seat = game.to_move[0]
        game.submit(seat, rng.choice(game.legal_moves(seat)))
    return game


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_and_says_if_it_searches(
    rules: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heptapolis.bots.neural.FALLBACK_SIMULATIONS", 4)
    assert not has_strategy(ruleset(rules))
    bot = NeuralSearchBot(4) if level == "master" else hp.bot(level)
    game = hp.new(rules, seed=1)
    for seat in game.to_move:
        view = game.view(seat)
        if level in ("hard", "master"):
            said = re.escape(f"plays like mcts here: there is no network for {rules}")
            with pytest.warns(UserWarning, match=f"^neural(-search)? {said}$"):
                move = bot.choose(view, Random(1))
        else:
            move = bot.choose(view, Random(1))
        assert move in view.legal_moves()
        game.submit(seat, move)
    assert is_unlearnt(ruleset_of(game), game.edition)


@pytest.mark.parametrize(
    ("rules", "phase"), [("duel+omens", "foresee"), ("classic+couriers", "send")]
)
@pytest.mark.parametrize("bot", [hp.bot("greedy"), MctsBot(6), MctsBot(ms=5), hp.bot("partner")])
def test_a_decision_of_an_expansion_is_made(rules: str, phase: str, bot: Bot) -> None:
    game = random_play(hp.new(rules, seed=3), Random(3), phase)
    assert game.phase == phase
    view = game.view(game.to_move[0])
    before = view.legal_moves()
    assert bot.choose(view, Random(1)) in before
    assert bot.choose(view, Random(1)) in view.legal_moves() == before
    with pytest.raises(ValueError, match="not to move"):
        bot.choose(game.view(None), Random(1))


@pytest.mark.parametrize("rules", TOYS)
def test_the_levels_play_better_than_chance(rules: str) -> None:
    wins, player, chance = 0.0, hp.bot("medium"), hp.bot("random")
    for deal in range(8):
        game, rng, own = hp.new(rules, seed=deal), Random(deal), deal % 2
        while not game.is_over:
            for seat in game.to_move:
                bot = player if seat == own else chance
                game.submit(seat, bot.choose(game.view(seat), rng))
        first = game.ranking()[0]
        wins += own in first
    assert wins >= 6, wins


def test_better_moves_get_more_simulations() -> None:
    game, rng = hp.new("duel+omens", seed=1), Random(1)
    while game.age < 3 or game.turn < 8 or game.phase != "turn":
        seat = game.to_move[0]
        game.submit(seat, rng.choice(game.legal_moves(seat)))
    view = game.view(game.to_move[0])
    best, *others = MctsBot(200).search(view, Random(1))
    assert {one.move for one in (best, *others)} == {*view.legal_moves()}
    assert best.visits + sum(one.visits for one in others) == 200
    assert best.visits > 2 * others[-1].visits and 1 > best.win > others[-1].win + 0.2


def test_the_same_seed_gives_the_same_answer() -> None:
    view = hp.new("duel+omens", seed=5).view(0)
    one, other = (MctsBot(20).search(view, Random(7)) for _ in range(2))
    assert one == other
    assert SAMPLING.rate(view) == SAMPLING.rate(view)


def test_simulations_are_shared_evenly_among_the_given_moves() -> None:
    game = random_play(hp.new("duel+omens", seed=3), Random(3), "turn")
    view = game.view(game.to_move[0])
    moves = view.legal_moves()
    even = MctsBot(3 * len(moves), fair=1.0).search(view, Random(1))
    assert {one.visits for one in even} == {3}
    two = MctsBot(10).search(view, Random(1), among=moves[:2])
    assert {one.move for one in two} == {*moves[:2]}
    tree = SamplingTree(view, 1, 0.0, np.array([move_key(moves[0])]).tolist())
    tree.grow(3)
    assert tree.facts()[0][0] == move_key(moves[0]) and tree.facts()[0][1][0] == 3


def test_payments_of_a_move_have_one_key() -> None:
    game = hp.new("classic+couriers", seats=3, seed=2)
    rng = Random(2)
    while not game.is_over:
        for seat in game.to_move:
            view = game.view(seat)
            uses = {move.without_payment() for move in view.legal_moves()}
            assert len({move_key(move) for move in view.legal_moves()}) == len(uses)
            game.submit(seat, rng.choice(view.legal_moves()))
