"""Network bots with NumPy only: legal moves, and clear errors for what they cannot play."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import heptapolis as hp
from heptapolis import networks
from heptapolis.bots.neural import NeuralBot
from heptapolis.encodings import encoding
from heptapolis.networks import Header, UnfitWeights, architecture
from heptapolis.variants import Variant


def chance_weights(path: Path, ruleset: str, **header: int) -> Path:
    """Write a file with random weights."""
    coding, rng = encoding(ruleset), np.random.default_rng(1)
    size = architecture(coding, width=512, blocks=3, characters=3)
    weights = {name: rng.normal(0, 0.05, shape) for name, shape in size.shapes().items()}
    names = ("ordinary", "scholar", "soldier")
    told = {"ruleset": coding.ruleset, "encoding": coding.version} | header
    networks.write(path, Header(architecture=size, characters=names, **told), weights)  # type: ignore[arg-type]
    return path


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return chance_weights(tmp_path_factory.mktemp("weights") / "duel.npz", "duel")


def test_a_network_plays_a_whole_game_and_the_same_one_again(weights: Path) -> None:
    records = []
    for _ in range(2):
        game, player = hp.new("duel", seed=5), hp.bot(f"neural:{weights}")
        while not game.is_over:
            seat = game.to_move[0]
            game.submit(seat, player.choose(game.view(seat), Random(0)))
        records.append(str(game.record()))
    assert records[0] == records[1]


def test_unsupported_games_are_refused_in_one_line(
    weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pebbles: Variant
) -> None:
    game = hp.new("duel", seed=1)
    old = chance_weights(tmp_path / "old.npz", "duel", encoding=0)
    with pytest.raises(UnfitWeights, match="weights for encoding 0 of duel; this is encoding"):
        NeuralBot(old).choose(game.view(0), Random(0))
    (tmp_path / "text.npz").write_text("no weights")
    with pytest.raises(UnfitWeights, match="not a weights file"):
        NeuralBot(tmp_path / "text.npz").choose(game.view(0), Random(0))
    with pytest.raises(UnfitWeights, match="no such file"):
        NeuralBot(tmp_path / "none.npz").choose(game.view(0), Random(0))
    monkeypatch.setattr(networks, "folders", lambda inner: {})
    with pytest.raises(ValueError, match="no network for duel; there is one for nothing yet"):
        networks.shipped_network.__wrapped__(encoding("duel"))
    with pytest.raises(ValueError, match="not to move"):
        NeuralBot(weights).choose(game.view(1), Random(0))
    with pytest.raises(
        ValueError, match=r"own\.npz cannot be used: no encoding for pebbles; there is"
    ):
        NeuralBot(Path("own.npz")).choose(hp.new("pebbles", seed=1).view(0), Random(0))


@pytest.mark.parametrize("ruleset", networks.shipped_rulesets())
def test_shipped_networks_are_small_and_valid(ruleset: str) -> None:
    path = networks.shipped_files()[ruleset]
    assert path.stat().st_size <= 8_000_000
    network = networks.shipped_network(encoding(ruleset))
    assert network.header.training["slices"] >= 1
