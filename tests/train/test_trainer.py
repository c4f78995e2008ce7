"""The trainer on a game that networks learn in seconds.

Checks of learning have wide margins, which held for every tried seed.
"""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from heptapolis import networks  # noqa: E402
from heptapolis.networks import UnfitWeights  # noqa: E402
from heptapolis.terminal import train as terminal  # noqa: E402
from heptapolis.train import checkpoint  # noqa: E402
from heptapolis.train import trainer as trainer_module  # noqa: E402
from heptapolis.train.advantage import Choices, Ending, Expectation, judge  # noqa: E402
from heptapolis.train.characters import Character, Troupe  # noqa: E402
from heptapolis.train.ground import Ground  # noqa: E402
from heptapolis.train.journal import Journal  # noqa: E402
from heptapolis.train.matches import interval  # noqa: E402
from heptapolis.train.metrics import matches, response  # noqa: E402
from heptapolis.train.peer_matches import Peer, meet  # noqa: E402
from heptapolis.train.playing import draw  # noqa: E402
from heptapolis.train.population import TRAINED_PLAYER, Cast, Population  # noqa: E402
from heptapolis.train.settings import Mixture, TrainingSettings  # noqa: E402
from heptapolis.train.trainer import Trainer  # noqa: E402
from tests.train.auction import AuctionCoding, AuctionEnv, make_recipe  # noqa: E402

MEBIBYTE = 2**20


def trainer(
    folder: Path,
    *,
    seats: int = 2,
    together: bool = False,
    cooking: Any = None,
    watch: Any = lambda _: None,
    **changes: Any,
) -> Trainer:
    settings: dict[str, Any] = {
        "ruleset": "auction",
        "folder": folder,
        "games": 128,
        "iterations": 8,
        "device": "cpu",
        "rivals": (),
        "matches": 0,
        "last_matches": 0,
    }
    ground = Ground(
        cooking or make_recipe(),
        AuctionCoding(),
        lambda games, seed, _: AuctionEnv(games, seed, seats, together),
    )
    return Trainer(TrainingSettings(**(settings | changes)), ground, watch=watch)


@pytest.fixture(autouse=True, scope="module")
def without_plots() -> Any:
    """Skip plots, which take longer than learning; one test draws them."""
    draw = Journal.draw
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "draw", lambda *_: True)
        yield draw


@pytest.fixture(scope="module")
def finished_training(tmp_path_factory: pytest.TempPathFactory) -> Trainer:
    """Return a finished training with matches."""
    one = trainer(tmp_path_factory.mktemp("finished_training"), iterations=14, last_matches=60)
    assert skill(player(one)) < 0.5
    one.run()
    return one


def player(one: Trainer) -> networks.Network:
    """Return the current network."""
    return networks.Network(one.header, one.population.current.network.arrays(), AuctionCoding())


def saved_network(folder: Path) -> networks.Network:
    return networks.load(folder / "network.npz", AuctionCoding())


def skill(network: networks.Network) -> float:
    """Return how often a network takes the largest possible card."""
    env = AuctionEnv(500, 9)
    env.reset()
    logits, _ = network.evaluate(env.observations[:, 0])
    best = np.where(env.mask[:, 0], env.observations[:, 0, :4], 0)
    choice = np.where(env.mask[:, 0], logits, -np.inf).argmax(1)
    return float((best[np.arange(500), choice] == best.max(1)).mean())


# ── learning ─────────────────────────────────────────────────────────────────────────────────────


def test_a_trivial_game_is_learnt_in_turns(finished_training: Trainer) -> None:
    assert skill(saved_network(finished_training.settings.folder)) > 0.75


def test_a_trivial_game_is_learnt_by_three_at_once(tmp_path: Path) -> None:
    trainer(tmp_path, seats=3, together=True).run()
    assert skill(saved_network(tmp_path)) > 0.75


def test_a_best_response_exploits_a_network(tmp_path: Path) -> None:
    """An untrained network is the victim; its copy learns to beat it."""
    path = tmp_path / "victim.npz"
    victim = trainer(tmp_path / "victim")
    networks.write(path, victim.header, victim.population.current.network.arrays())
    rate = make_recipe().learning.learning_rate  # an untrained network
    answer = trainer(tmp_path, iterations=10, against=path, last_matches=240, learning_rate=rate)
    answer.run()
    facts = json.loads((tmp_path / "state.json").read_text())["slices"][0]
    match, curve = facts["matches"][0], facts["response"]
    assert (match["rival"], match["games"], match["par"]) == ("victim.npz", 240, 0.5)
    assert match["share"] > 0.65
    assert curve["last"] > curve["first"] + 0.1 and curve["low"] < curve["last"] < curve["high"]
    assert (curve["rival"], curve["par"]) == ("victim.npz", 0.5)
    its = answer.population.players[1].network.arrays()
    weights = networks.read(path)[1]
    assert all(np.array_equal(weights[name], np.float16(its[name])) for name in its)


def test_characters_follow_their_rewards(tmp_path: Path) -> None:
    """A character rewarded for taking the last card takes it more often than the others."""
    wish = Character("eccentric", 0.5, "last_cards", 0, 3)
    cooking = make_recipe(characters=(wish,), mixture=Mixture(past=0, exploiter=0))
    trainer(tmp_path, iterations=10, cooking=cooking).run()
    network, env = saved_network(tmp_path), AuctionEnv(500, 3)
    env.reset()
    last = []
    for character in (0, 1):
        logits, _ = network.evaluate(env.observations[:, 0], np.full(500, character))
        choice = np.where(env.mask[:, 0], logits, -np.inf).argmax(1)
        last.append(float((choice == 3).mean()))
    assert last[1] > last[0] + 0.15


@pytest.mark.parametrize(("seats", "together"), [(2, False), (3, True)])
def test_varied_greedy_players_sit_at_some_tables(
    tmp_path: Path, seats: int, together: bool
) -> None:
    """Greedy players beat an untrained network, and no network learns from their choices."""
    lines: list[Any] = []
    one = trainer(
        tmp_path, seats=seats, together=together, greedy=0.5, iterations=2, watch=lines.append
    )
    one.run()
    envs: Any = [half.env for half in one._halves]
    its = sum(env.greedy for env in envs)
    ours = one.state.decisions
    assert 0.1 * ours < its < 0.6 * ours  # in half of the games, a part of the other seats
    assert all(env.n_variations > 1 for env in envs)
    assert lines[0]["against"]["greedy"] < lines[0]["par"]["greedy"] - 0.1
    chosen = json.loads((tmp_path / "state.json").read_text())["slices"][0]["settings"]
    assert chosen["greedy"] == 0.5


def test_greedy_players_take_part_only_on_request(tmp_path: Path) -> None:
    one = trainer(tmp_path, iterations=1)
    one.run()
    envs: Any = [half.env for half in one._halves]
    assert not any(env.greedy or env.n_variations for env in envs)


def test_the_same_seed_trains_the_same_network(tmp_path: Path) -> None:
    files = []
    for name, seed in (("a", 4), ("b", 4), ("c", 5)):
        trainer(tmp_path / name, iterations=2, games=32, seed=seed).run()
        files.append(networks.read(tmp_path / name / "network.npz")[1])
    assert all(np.array_equal(files[0][name], files[1][name]) for name in files[0])
    assert not all(np.array_equal(files[0][name], files[2][name]) for name in files[2])


def test_the_learning_rate_warms_up(tmp_path: Path) -> None:
    one = trainer(tmp_path, iterations=1, games=8)
    one.run()
    learner = one.population.current
    assert learner.optimiser and 0 < learner.steps < 10  # warm-up steps of the recipe
    assert learner.optimiser.param_groups[0]["lr"] == pytest.approx(3e-3 * learner.steps / 10)
    learner.learn(make_recipe().learning)
    assert learner.steps == 0


# ── the population ───────────────────────────────────────────────────────────────────────────────


def test_all_networks_of_the_population_play(finished_training: Trainer, tmp_path: Path) -> None:
    line = finished_training.journal.lines[-2]
    assert set(line["against"]) == set(line["met"]) == {"past", "exploiter", "eccentric"}
    assert set(line["par"].values()) == {0.5}
    lonely = make_recipe(mixture=Mixture(past=0, exploiter=0))
    alone = trainer(tmp_path, iterations=2, games=32, cooking=lonely)
    alone.run()
    assert set(alone.journal.lines[-1]["against"]) == {"eccentric"}


def test_a_best_response_is_one_among_frozen_players() -> None:
    n_seats = np.random.default_rng(1).integers(2, 6, 2000).astype(np.int8)
    cast = Cast(2000, 5, Troupe(make_recipe().characters, AuctionEnv.fact_names))
    frozen = Population([], Mixture(), n_past=1, frozen_rival="network.npz")
    cast.deal(np.arange(2000), n_seats, frozen, np.random.default_rng(2))
    ours = cast.players == TRAINED_PLAYER
    assert (ours.sum(1) == 1).all() and not cast.characters.any()
    seat = ours.argmax(1)
    assert (seat < n_seats).all()
    for n in range(2, 6):  # equally often in every seat
        counts = np.bincount(seat[n_seats == n], minlength=n)
        assert counts.min() > 0.7 * counts.mean()


def test_matches_play_all_games_to_the_end(finished_training: Trainer, tmp_path: Path) -> None:
    novice = trainer(tmp_path).population.current.network
    master = finished_training.population.current.network
    peers = [Peer("novice", novice), Peer("itself", master), Peer("eccentric", master, 1)]

    def make_env(games: int, seed: int, seats: int | None) -> AuctionEnv:
        return AuctionEnv(games, seed, seats or 2)

    results = meet(master, peers, make_env, 200, (2, 3))
    assert [(one.rival, one.seats, one.games) for one in results] == [
        (peer.name, seats, 200) for seats in (2, 3) for peer in peers
    ]
    for against_novice, against_itself in (results[:2], results[3:5]):
        low, high = interval(against_itself.share, 200)
        assert low < against_itself.par < high
        assert interval(against_novice.share, 200)[0] > against_novice.par + 0.1
    again = meet(master, peers, make_env, 200, (3,))
    assert [one.share for one in again] == [one.share for one in results[3:]]
    short = meet(master, peers, make_env, 200, (3,), seconds=0)
    assert 0 < short[0].games < 200  # one round, then the time is over


def test_an_evaluation_meets_characters_and_past_selves(
    finished_training: Trainer, tmp_path: Path
) -> None:
    shown = {one["rival"]: one for one in finished_training.journal.lines[-1]["matches"]}
    assert list(shown) == ["eccentric", "past self 1", "past self 2"]
    assert all(
        one["games"] == 60 and one["low"] < one["share"] < one["high"] for one in shown.values()
    )
    state = json.loads((finished_training.settings.folder / "state.json").read_text())
    assert state["slices"][0]["matches"] == list(shown.values())
    assert list(matches(finished_training.journal.lines, bots=False)) == [
        (name, 2) for name in shown
    ]
    assert not matches(finished_training.journal.lines, bots=True)
    start = finished_training.settings.folder / "network.npz"
    second = trainer(tmp_path, iterations=1, games=32, start=start, last_matches=20)
    second.run()
    rivals = [one["rival"] for one in second.journal.lines[-1]["matches"]]
    assert rivals[0] == "eccentric" and rivals[-1] == "slice start"


def test_the_newest_past_self_is_the_first() -> None:
    slots = [SimpleNamespace(name=str(k), network=None) for k in range(3)]
    slots[1].network = slots[2].network = SimpleNamespace(copy_from=lambda _: None)
    population: Any = Population(slots, Mixture())  # type: ignore[arg-type]
    seen = []
    for _ in range(3):
        population.remember(None)
        seen.append([one.name for one in population.newest_past()])
    assert seen == [["1"], ["2", "1"], ["1", "2"]]


# ── the folder ───────────────────────────────────────────────────────────────────────────────────


def test_a_slice_continues_where_the_last_one_stopped(tmp_path: Path, without_plots: Any) -> None:
    first = trainer(tmp_path / "a", iterations=7)
    first.run()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    second = trainer(tmp_path / "a", iterations=2, resume=True)
    assert second.state.iteration == 7
    assert second.population.n_past == first.population.n_past == 2
    assert second.population.exploiter_age == first.population.exploiter_age == 1
    assert second.population.current.steps == first.population.current.steps
    for mine, its in zip(first.population.players, second.population.players, strict=True):
        for name, array in mine.network.arrays().items():
            assert np.allclose(array, its.network.arrays()[name], rtol=1e-3, atol=1e-6)
    before, after = (checkpoint.moments(one.population.current) for one in (first, second))
    assert all(np.array_equal(before[name], after[name]) for name in before) and len(before) > 20
    second.run()
    trainer(tmp_path / "b", iterations=2, resume=True).run()
    ours, others = (networks.read(tmp_path / k / "network.npz")[1] for k in "ab")
    assert all(np.array_equal(ours[name], others[name]) for name in ours)
    state = json.loads((tmp_path / "a" / "state.json").read_text())
    assert (state["iteration"], len(state["slices"])) == (9, 2)
    lines = [json.loads(line) for line in second.journal.path.read_text().splitlines()]
    assert [(one["slice"], one["iteration"]) for one in lines] == [
        *((1, k) for k in range(1, 8)),
        (2, 8),
        (2, 9),
    ]
    without_plots(second.journal, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 1000


def test_unused_weights_have_no_moments(tmp_path: Path, without_plots: Any) -> None:
    trainer(tmp_path, iterations=1).run()
    path = tmp_path / checkpoint.OPTIMISER_FILE
    kept = {k: a for k, a in networks.read_arrays(path).items() if not k.endswith("/names.weight")}
    networks.write_arrays(path, kept)  # as in classic, where no card is looked up by its id
    second = trainer(tmp_path, iterations=1, resume=True)
    assert checkpoint.moments(second.population.current).keys() == kept.keys()


def test_a_larger_network_keeps_its_knowledge(finished_training: Trainer, tmp_path: Path) -> None:
    path, cards = finished_training.settings.folder / "network.npz", AuctionEnv(50, 1)
    cards.reset()
    rows = cards.observations[:, 0]
    large = trainer(tmp_path, iterations=1, start=path, blocks=3)
    known, grown = (
        one.evaluate(rows) for one in (networks.load(path, AuctionCoding()), player(large))
    )
    assert all(np.allclose(a, b, atol=1e-6) for a, b in zip(known, grown, strict=True))
    large.run()
    assert networks.read(tmp_path / "network.npz")[0].architecture.blocks == 3
    assert skill(saved_network(tmp_path)) > 0.9
    assert np.abs(networks.read(tmp_path / "network.npz")[1]["blocks.2.second.weight"]).max() > 0
    with pytest.raises(ValueError, match=r"network.npz has 3, and none can be left out"):
        trainer(tmp_path / "small", start=tmp_path / "network.npz", blocks=2)


def test_a_checkpoint_is_small_files_of_plain_arrays(
    finished_training: Trainer, tmp_path: Path
) -> None:
    folder = finished_training.settings.folder
    assert sorted(path.name for path in folder.iterdir()) == [
        "exploiter.npz",
        "metrics.jsonl",
        "network.npz",
        "optimiser.npz",
        "past-1.npz",
        "past-2.npz",
        "state.json",
    ]
    for path in folder.glob("*.npz"):
        for array in networks.read_arrays(path).values():
            assert array.dtype in (np.float16, np.int16, np.uint8, np.int64)
    with pytest.raises(ValueError, match=r"a network of [0-9,]+ weights: at most 3,9"):
        trainer(tmp_path / "large", cooking=make_recipe(width=2048))
    most = checkpoint.MAX_WEIGHTS  # two moments in one file; four networks; 16 bits per number
    assert 4 * most < 15 * MEBIBYTE and (4 + 4 * 2) * most < 46 * MEBIBYTE


def test_an_interrupted_slice_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(line: dict[str, Any]) -> None:
        if line["iteration"] == 2:
            raise KeyboardInterrupt

    def begin(settings: TrainingSettings, **_: Any) -> Trainer:
        return trainer(tmp_path, games=32, watch=interrupt)

    monkeypatch.setattr(trainer_module, "train", begin)
    with pytest.raises(SystemExit) as end:
        terminal.train(TrainingSettings("auction", tmp_path, iterations=8))
    assert end.value.code == terminal.INTERRUPT_EXIT_STATUS

    def begin_late(*_: Any, **__: Any) -> Trainer:
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer_module, "train", begin_late)
    with pytest.raises(SystemExit) as end:
        terminal.command(["duel", "--iterations", "1"])
    assert end.value.code == terminal.INTERRUPT_EXIT_STATUS
    again = trainer(tmp_path, games=32, iterations=1, resume=True)
    assert (again.state.iteration, len(again.state.slices)) == (2, 1)


def test_a_training_folder_is_neither_overwritten_nor_confused(
    finished_training: Trainer, tmp_path: Path
) -> None:
    folder, path = (
        finished_training.settings.folder,
        finished_training.settings.folder / "network.npz",
    )
    with pytest.raises(ValueError, match="holds a training; --resume goes on with it"):
        trainer(folder)
    with pytest.raises(ValueError, match="no best response; --out begins one elsewhere"):
        trainer(folder, resume=True, against=path)
    trainer(tmp_path, iterations=1, games=8, against=path).run()
    with pytest.raises(ValueError, match=r"a best response, which goes on with --against .*npz"):
        trainer(tmp_path, resume=True)
    with pytest.raises(ValueError, match="no training to continue"):
        trainer(tmp_path / "nothing", resume=True)


def test_weights_of_another_encoding_are_refused(finished_training: Trainer) -> None:
    path = finished_training.settings.folder / "network.npz"
    with pytest.raises(UnfitWeights, match="weights for encoding 1 of auction; this is encoding 2"):
        networks.load(path, AuctionCoding(version=2))
    with pytest.raises(UnfitWeights, match="weights for auction, not for duel"):
        networks.load(path, AuctionCoding(ruleset="duel"))


# ── figures ──────────────────────────────────────────────────────────────────────────────────────


def test_the_summary_of_a_best_response() -> None:
    def line(share: float, games: int) -> dict[str, Any]:
        return {"against": {"x": share}, "met": {"x": games}, "par": {"x": 0.25}}

    lines = [{"matches": []}, line(0.2, 10), *(line(0.3, 10) for _ in range(18)), line(0.4, 30)]
    found = response(lines, "x")
    assert found and (found["first"], found["last"], found["games"]) == (0.25, 0.375, 40)
    assert found["par"] == 0.25 and found["low"] == 0.2422
    assert response(lines, "y") is None


def test_an_interval_is_wilsons() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = interval(1.0, 20)
    assert (round(low, 4), round(high, 4)) == (0.8389, 1.0)


def test_torch_and_numpy_agree(finished_training: Trainer) -> None:
    env = AuctionEnv(50, 1)
    env.reset()
    rows, characters = env.observations[:, 0], np.arange(50) % 2
    with torch.no_grad():
        logits, values = finished_training.population.current.network(
            torch.from_numpy(rows), torch.from_numpy(characters)
        )
    own_logits, own_values = player(finished_training).evaluate(rows, characters)
    assert np.allclose(logits.numpy(), own_logits, atol=1e-4)
    assert np.allclose(values.numpy(), own_values, atol=1e-4)


def test_actions_are_drawn_by_their_chances() -> None:
    logits = torch.tensor([0.0, 1.0, 2.0, 5.0]).masked_fill(torch.tensor([0, 0, 0, 1]) == 1, -1e9)
    chances = torch.log_softmax(logits, 0)
    actions = draw(chances.expand(40_000, 4), torch.Generator().manual_seed(1))
    shares = torch.bincount(actions, minlength=4) / 40_000
    assert torch.allclose(shares, chances.exp(), atol=0.01) and shares[3] == 0


def _choices(games: list[int], seats: list[int], values: list[float]) -> Choices:
    nothing = torch.empty(0)
    return Choices(
        torch.tensor(games),
        torch.tensor(seats),
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
        torch.tensor(values),
    )


def test_advantages_run_over_a_seats_own_decisions() -> None:
    """One game of two seats: decisions of 0, 1, 1, 0, then the end; then one of 1, and 0 is to move."""
    steps = [
        _choices([0], [seat], [value])
        for seat, value in ((0, 0.5), (1, -0.2), (1, 0.0), (0, 0.1), (1, 0.3))
    ]
    endings = [
        Ending(torch.tensor([k == 3]), torch.tensor([[1.0, -1.0]]) * (k == 3)) for k in range(5)
    ]
    last = Expectation(torch.tensor([0]), torch.tensor([0]), torch.tensor([0.9]))
    judgements = judge(steps, endings, last, 0.5)
    advantages = [round(float(one.advantages[0]), 4) for one in judgements]
    # seat 0: at the end 1 − 0.1; before 0.1 − 0.5 + half of that. Seat 1: −1 − 0; 0 + 0.2 − 0.5.
    assert advantages == [0.05, -0.3, -1.0, 0.9, 0.0]
    assert [bool(one.known[0]) for one in judgements] == [True, True, True, True, False]
