"""The trainer on a game that can be learnt in seconds."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from heptapolis import networks  # noqa: E402
from heptapolis.networks import UnfitWeights  # noqa: E402
from heptapolis.train import checkpoint  # noqa: E402
from heptapolis.train.advantage import Choices, Ending, Expectation, judge  # noqa: E402
from heptapolis.train.characters import Character  # noqa: E402
from heptapolis.train.ground import Ground  # noqa: E402
from heptapolis.train.settings import Mixture, TrainingSettings  # noqa: E402
from heptapolis.train.trainer import Trainer  # noqa: E402
from tests.train.auction import AuctionCoding, AuctionEnv, recipe  # noqa: E402

LARGEST_FILE = 15 * 2**20


def trainer(
    folder: Path, *, seats: int = 2, together: bool = False, cooking: Any = None, **settings: Any
) -> Trainer:
    told: dict[str, Any] = {
        "ruleset": "auction", "folder": folder, "games": 128, "iterations": 8, "device": "cpu",
        "rivals": (), "matches": 0, "last_matches": 0,
    }  # fmt: skip
    ground = Ground(
        cooking or recipe(),
        AuctionCoding(),
        lambda games, seed, _: AuctionEnv(games, seed, seats, together),
    )
    return Trainer(TrainingSettings(**(told | settings)), ground)


def skill(network: networks.Network, seats: int = 2) -> float:
    """How often a network takes the largest card that it may take."""
    env = AuctionEnv(500, 9, seats)
    env.reset()
    logits, _ = network.evaluate(env.observations[:, 0])
    best = np.where(env.mask[:, 0], env.observations[:, 0, :4], 0)
    choice = np.where(env.mask[:, 0], logits, -np.inf).argmax(1)
    return float((best[np.arange(500), choice] == best.max(1)).mean())


@pytest.mark.parametrize(("seats", "together"), [(2, False), (3, True)])
def test_a_trivial_game_is_learnt(tmp_path: Path, seats: int, together: bool) -> None:
    one = trainer(tmp_path, seats=seats, together=together, iterations=15)
    untrained = networks.Network(
        one.header, one.population.current.network.arrays(), AuctionCoding()
    )
    assert skill(untrained) < 0.7
    one.run()
    assert skill(networks.load(tmp_path / "network.npz", AuctionCoding())) > 0.93


def test_the_same_seed_trains_the_same_network(tmp_path: Path) -> None:
    files = []
    for name in ("a", "b"):
        trainer(tmp_path / name, iterations=3, seed=4).run()
        files.append(networks.read(tmp_path / name / "network.npz")[1])
    trainer(tmp_path / "c", iterations=3, seed=5).run()
    other = networks.read(tmp_path / "c" / "network.npz")[1]
    assert all(np.array_equal(files[0][name], files[1][name]) for name in files[0])
    assert not all(np.array_equal(files[0][name], other[name]) for name in other)


def test_a_slice_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    first = trainer(tmp_path, iterations=7)
    first.run()
    second = trainer(tmp_path, iterations=2, resume=True)
    assert second.state.iteration == 7
    assert second.population.filled == first.population.filled == 2
    assert second.population.exploiter_age == first.population.exploiter_age == 1
    for mine, its in zip(first.population.players, second.population.players, strict=True):
        for name, array in mine.network.arrays().items():
            assert np.allclose(array, its.network.arrays()[name], rtol=1e-3, atol=1e-6)
    before, after = (checkpoint.moments(one.population.current) for one in (first, second))
    assert all(np.array_equal(before[name], after[name]) for name in before) and len(before) > 20
    second.run()
    state = json.loads((tmp_path / "state.json").read_text())
    assert (state["iteration"], len(state["slices"])) == (9, 2)
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [(one["slice"], one["iteration"]) for one in lines] == [
        *((1, k) for k in range(1, 8)), (2, 8), (2, 9),
    ]  # fmt: skip
    assert (tmp_path / "curves.png").stat().st_size > 1000


def test_a_checkpoint_is_small_files_of_plain_arrays(tmp_path: Path) -> None:
    trainer(tmp_path, iterations=7).run()
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [
        "curves.png", "exploiter.npz", "metrics.jsonl", "network.npz", "optimiser.npz",
        "past-1.npz", "past-2.npz", "state.json",
    ]  # fmt: skip
    for path in tmp_path.glob("*.npz"):
        for array in networks.read_arrays(path).values():
            assert array.dtype in (np.float16, np.int16, np.uint8, np.int64)
    with pytest.raises(ValueError, match=r"a network of [0-9,]+ weights: at most 3,9"):
        trainer(tmp_path / "large", cooking=recipe(width=2048))
    assert 4 * checkpoint.MOST_WEIGHTS < LARGEST_FILE


def test_a_best_response_finds_what_is_wrong_with_a_network(tmp_path: Path) -> None:
    victim = trainer(tmp_path / "victim", iterations=1)
    victim.run()
    answer = trainer(
        tmp_path / "answer", iterations=18, against=tmp_path / "victim" / "network.npz"
    )
    answer.run()
    curve = [line["against"]["network.npz"] for line in answer.journal.lines]
    assert curve[-1] > curve[0] + 0.2
    victims = networks.read(tmp_path / "victim" / "network.npz")[1]
    its = answer.population.players[1].network.arrays()
    assert all(np.array_equal(victims[name], np.float16(its[name])) for name in its)


def test_everybody_in_the_population_plays(tmp_path: Path) -> None:
    one = trainer(tmp_path, iterations=7)
    one.run()
    assert set(one.journal.lines[-1]["against"]) == {"past", "exploiter", "eccentric"}
    lonely = trainer(tmp_path, iterations=2, cooking=recipe(mixture=Mixture(past=0, exploiter=0)))
    lonely.run()
    assert set(lonely.journal.lines[-1]["against"]) == {"eccentric"}


def test_characters_want_something_else(tmp_path: Path) -> None:
    """Who is paid for taking the last card takes it more often, and others do not."""
    wish = Character("eccentric", 0.5, "last_cards", 0, 3)
    cooking = recipe(characters=(wish,), mixture=Mixture(past=0, exploiter=0))
    trainer(tmp_path, iterations=15, cooking=cooking).run()
    network = networks.load(tmp_path / "network.npz", AuctionCoding())
    env = AuctionEnv(500, 3)
    env.reset()
    seen, mask = env.observations[:, 0], env.mask[:, 0]
    last = []
    for character in (0, 1):
        logits, _ = network.evaluate(seen, np.full(500, character))
        choice = np.where(mask, logits, -np.inf).argmax(1)
        last.append(float((choice == 3).mean()))
    assert last[1] > last[0] + 0.15


def test_weights_of_another_encoding_are_refused(tmp_path: Path) -> None:
    trainer(tmp_path, iterations=1).run()
    with pytest.raises(UnfitWeights, match="weights for encoding 1 of auction; this is encoding 2"):
        networks.load(tmp_path / "network.npz", AuctionCoding(version=2))
    with pytest.raises(UnfitWeights, match="weights for auction, not for duel"):
        networks.load(tmp_path / "network.npz", AuctionCoding(ruleset="duel"))
    with pytest.raises(ValueError, match="no training to go on with"):
        trainer(tmp_path / "nothing", resume=True)


def test_torch_and_numpy_agree(tmp_path: Path) -> None:
    one = trainer(tmp_path, iterations=3)
    one.run()
    env = AuctionEnv(50, 1)
    env.reset()
    rows, characters = env.observations[:, 0], np.arange(50) % 2
    with torch.no_grad():
        logits, values = one.population.current.network(
            torch.from_numpy(rows), torch.from_numpy(characters)
        )
    for_numpy = networks.Network(
        one.header, one.population.current.network.arrays(), AuctionCoding()
    )
    own_logits, own_values = for_numpy.evaluate(rows, characters)
    assert np.allclose(logits.numpy(), own_logits, atol=1e-4)
    assert np.allclose(values.numpy(), own_values, atol=1e-4)


def _choices(games: list[int], seats: list[int], values: list[float]) -> Choices:
    nothing = torch.empty(0)
    return Choices(
        torch.tensor(games), torch.tensor(seats), nothing, nothing, nothing, nothing, nothing,
        torch.tensor(values),
    )  # fmt: skip


def test_advantages_run_over_a_seats_own_decisions() -> None:
    """One game of two seats: 0, 1, 1, 0, the end; then 1 once more, and 0 is to move."""
    steps = [
        _choices([0], [seat], [value])
        for seat, value in ((0, 0.5), (1, -0.2), (1, 0.0), (0, 0.1), (1, 0.3))
    ]
    endings = [
        Ending(torch.tensor([k == 3]), torch.tensor([[1.0, -1.0]]) * (k == 3)) for k in range(5)
    ]
    last = Expectation(torch.tensor([0]), torch.tensor([0]), torch.tensor([0.9]))
    judged = judge(steps, endings, last, 0.5)
    advantages = [round(float(one.advantages[0]), 4) for one in judged]
    # seat 0: at the end 1 − 0.1; before 0.1 − 0.5 + half of that. Seat 1: −1 − 0; 0 + 0.2 − 0.5.
    assert advantages == [0.05, -0.3, -1.0, 0.9, 0.0]
    assert [bool(one.known[0]) for one in judged] == [True, True, True, True, False]
