"""Parallel games agree with games of the Python API."""

from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.encodings import encoding, encoding_of
from heptapolis.vector import VectorEnv
from tests.encodings.moments import TABLES

every_table = pytest.mark.parametrize(("ruleset", "options"), TABLES)
RESULTS = ("rewards", "outcome", "sheets", "facts", "done")
VISIBLE_ARRAYS = ("observations", "mask", "to_move", "seat", "seeds", "n_seats")


def environment(ruleset: str, options: dict[str, Any], **more: Any) -> VectorEnv:
    return VectorEnv(ruleset, **options, **more)


@every_table
def test_the_games_agree_with_the_python_api(ruleset: str, options: dict[str, Any]) -> None:
    """Deals, moves, observations and results agree for a complete game and the next deal."""
    env, code = environment(ruleset, options, games=3, seed=9), encoding(ruleset)
    games = [hp.new(ruleset, seed=int(seed), **options) for seed in env.seeds]
    ended = 0
    while ended < 3:
        for place, game in enumerate(games):
            assert sorted(env.seat[place][env.to_move[place]].tolist()) == game.to_move
            for lane in np.flatnonzero(env.to_move[place]).tolist():
                seen, mask = code.observe(game, int(env.seat[place, lane]))
                assert np.array_equal(env.observations[place, lane], seen.flat)
                assert np.array_equal(env.mask[place, lane], mask)
        actions = env.any_actions()
        for place, game in enumerate(games):
            asked = [
                (int(env.seat[place, lane]), int(actions[place, lane]))
                for lane in np.flatnonzero(env.to_move[place]).tolist()
            ]
            moves = [(seat, code.move(game, action, seat)) for seat, action in asked]
            for seat, move in moves:
                game.submit(seat, move)
        env.step(actions)
        for place, game in enumerate(games):
            assert env.done[place] == game.is_over
            if game.is_over:
                ended += 1
                check_result(env, place, game)
                games[place] = hp.new(ruleset, seed=int(env.seeds[place]), **options)
            else:
                assert all(not getattr(env, name)[place].any() for name in RESULTS)


def check_result(env: VectorEnv, place: int, game: Any) -> None:
    for seat in range(game.players):
        sheet = dict(zip(env.columns, env.sheets[place, seat].tolist(), strict=True))
        assert sheet == game.score(seat)
        facts = dict(zip(env.fact_names, env.facts[place, seat].tolist(), strict=True))
        assert facts["coins"] == game.city(seat).coins
        assert facts["blue_points"] == game.score(seat)["civilian"]
    best = game.ranking()[0]
    for seat in range(game.players):
        share = 1 / len(best) if seat in best else 0
        assert env.rewards[place, seat] == np.float32(2 * share - 1)
    assert not env.rewards[place, game.players :].any()


@every_table
def test_the_games_are_the_same_on_any_number_of_threads(
    ruleset: str, options: dict[str, Any]
) -> None:
    environments = [environment(ruleset, options, games=7, seed=4, threads=n) for n in (1, 2, 5)]
    for _ in range(60):
        actions = [env.any_actions() for env in environments]
        for env, chosen in zip(environments, actions, strict=True):
            assert np.array_equal(chosen, actions[0])
            env.step(chosen)
            for name in (*VISIBLE_ARRAYS, *RESULTS):
                assert np.array_equal(getattr(env, name), getattr(environments[0], name)), name
    for env in environments:
        env.close()


def test_every_game_has_a_seed_of_its_own() -> None:
    env = VectorEnv("duel", games=50, seed=1)
    seeds = set(env.seeds.tolist())
    for _ in range(120):
        env.step(env.any_actions())
        seeds |= set(env.seeds.tolist())
    assert len(seeds) == env.numbers.sum() > 50
    other = VectorEnv("duel", games=50, seed=2)
    assert not seeds & set(other.seeds.tolist())


def test_a_reset_begins_anew() -> None:
    env = VectorEnv("duel", games=5, seed=1)
    first = env.observations.copy(), env.seeds.copy()
    moves = [env.any_actions()]
    env.step(moves[0])
    for _ in range(80):
        env.step(env.any_actions())
    env.reset()
    assert np.array_equal(env.observations, first[0]) and np.array_equal(env.seeds, first[1])
    assert np.array_equal(env.any_actions(), moves[0])
    env.reset(seed=8)
    assert env.seeds.tolist() == VectorEnv("duel", games=5, seed=8).seeds.tolist()


def test_arrays_are_written_in_place() -> None:
    env = VectorEnv("duel", games=5, seed=1)
    arrays = {name: getattr(env, name) for name in (*VISIBLE_ARRAYS, *RESULTS)}
    for _ in range(90):
        env.step(env.any_actions())
    for name, array in arrays.items():
        assert getattr(env, name) is array and array.flags.c_contiguous


def test_a_game_with_an_illegal_action_stays_as_it_is() -> None:
    env = VectorEnv("duel", games=3, seed=1)
    for wrong in (int(np.flatnonzero(~env.mask[1, 0])[0]), -1, env.encoding.n_actions):
        before, actions = env.observations.copy(), env.any_actions()
        actions[1, 0] = wrong
        with pytest.raises(ValueError, match=f"game 1, lane 0: .*{wrong}"):
            env.step(actions)
        assert np.array_equal(env.observations[1], before[1])
        assert not np.array_equal(env.observations[0], before[0])


@every_table
def test_any_actions_are_equally_likely(ruleset: str, options: dict[str, Any]) -> None:
    env = environment(ruleset, options, games=1, seed=3)
    legal = np.flatnonzero(env.mask[0, 0])
    counts = dict.fromkeys(legal.tolist(), 0)
    for _ in range(100 * len(legal)):
        counts[int(env.any_actions()[0, 0])] += 1
    assert all(50 < n < 150 for n in counts.values())


def test_tables_of_several_sizes_are_dealt_together() -> None:
    env = VectorEnv("classic", games=60, seed=1, seats=[2, 3, 5])
    assert set(env.n_seats.tolist()) == {2, 3, 5} and env.lanes == env.seats == 5
    for _ in range(25):
        assert not env.to_move[np.arange(5)[None, :] >= env.n_seats[:, None]].any()
        idle = ~env.to_move
        assert not env.observations[idle].any() and not env.mask[idle].any()
        env.step(env.any_actions())
    assert (env.numbers > 1).any()
    assert set(env.n_seats.tolist()) == {2, 3, 5}


CHOICES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"wonders": ["giza:B", "olympia:A", "rhodes:A"]}),
    ("classic", {"seats": 2, "wonders": ["giza:B", "olympia:A"], "sides": "B"}),
    ("classic", {"seats": 4, "sides": "B"}),
    ("classic", {"leaders": True, "seats": 2, "wonders": ["rome:B", "ephesus:A", "giza:A"]}),
    ("duel", {"wonders": "first_game"}),
]


@pytest.mark.parametrize(("ruleset", "options"), CHOICES)
def test_options_of_games_are_options_of_batches(ruleset: str, options: dict[str, Any]) -> None:
    env = environment(ruleset, options, games=12, seed=2)
    for place in range(env.games):
        game = hp.new(ruleset, seed=int(env.seeds[place]), **options)
        assert game.to_bytes() == env.states[place].tobytes()
        code = encoding_of(game)
        assert code is env.encoding
        seen, mask = code.observe(game, game.to_move[0])
        assert np.array_equal(env.observations[place, 0], seen.flat)
        assert np.array_equal(env.mask[place, 0], mask)


def test_house_rules_are_played_side_by_side(tmp_path: Any) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('extends = "classic"\n[constants]\nstarting_coins = 9\n')
    env = VectorEnv("classic", games=2, catalog=file)
    assert (env.states["coins"][:, :3] == 9).all()


BAD_ARGUMENTS: list[tuple[dict[str, Any], str]] = [
    ({"games": 0}, "games: at least 1, got 0"),
    ({"games": 2.5}, "games: a whole number, got 2.5"),
    ({"threads": -1}, "threads: at least 1, got -1"),
    ({"seed": -1}, "seed: a whole number below 2**128, got -1"),
    ({"text": "chess"}, "no game 'chess'"),
    ({"seats": 8}, "seats: 2 to 7, got 8"),
    ({"seats": [3, 9]}, "seats: 2 to 7, got 9"),
    ({"seats": []}, "seats: a number, or several to draw from, got []"),
    ({"text": "duel", "seats": 3}, "seats: a Duel has two, got 3"),
    ({"sides": "C"}, "sides: "),
    ({"colour": "red"}, "classic has no option 'colour'"),
    ({"names": ["Ann", "Bob"]}, "names: seats of games side by side have none"),
    ({"wonders": ["giza:A"]}, "wonders: expected 3 boards, got ['giza:A']"),
    ({"wonders": ["giza:A"] * 3}, "wonders: the same board twice"),
    (
        {"seats": [3, 4], "wonders": ["giza:A", "rhodes:A", "ephesus:A"]},
        "wonders: expected 4 boards",
    ),
    ({"wonders": ["giza:A", "rome:A", "ephesus:A"]}, "no board 'rome:A'"),
    ({"text": "duel", "wonders": "all"}, "wonders: draft, first_game or four ids for each seat"),
]


@pytest.mark.parametrize(("settings", "complaint"), BAD_ARGUMENTS)
def test_bad_settings_are_refused_in_one_line(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        VectorEnv(**{"text": "classic", "games": 1, **settings})
    assert str(caught.value).startswith(complaint) and "\n" not in str(caught.value)


@pytest.mark.parametrize("actions", [[1, 2], [0.5] * 3, np.zeros((3, 2), np.int64)])
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    env = VectorEnv("duel", games=3)
    with pytest.raises(ValueError, match="actions: 3 x 1 whole numbers, got"):
        env.step(actions)
