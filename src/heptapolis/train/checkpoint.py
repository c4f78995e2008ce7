"""The complete state of a training in a folder: plain arrays and JSON, no file above 15 MiB.

network.npz     the player, as `heptapolis.networks` reads it
optimiser.npz   what its optimiser remembers, as the upper halves of 32-bit numbers
past-1.npz …    past selves; exploiter.npz: whose optimiser begins anew with every slice
state.json      how far it has come, and every slice so far
metrics.jsonl   the curves
"""

import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from heptapolis import networks
from heptapolis.networks import Header, UnfitWeights
from heptapolis.train.population import Player, Population

NETWORK_FILE, OPTIMISER_FILE, EXPLOITER_FILE = "network.npz", "optimiser.npz", "exploiter.npz"
STATE_FILE, METRICS_FILE, CURVES_FILE = "state.json", "metrics.jsonl", "curves.png"
MAX_FILE_BYTES = 15 * 2**20
MAX_WEIGHTS = MAX_FILE_BYTES // 4 - 10_000  # both 16-bit moments must fit in one file
MOMENT_NAMES = {"first": "exp_avg", "second": "exp_avg_sq"}  # our names: PyTorch's names


@dataclass
class TrainingState:
    """The progress of a training."""

    iteration: int = 0
    decisions: int = 0
    games: int = 0
    seconds: float = 0.0
    slices: list[dict[str, Any]] = field(default_factory=list)
    n_past: int = 0
    next_slot: int = 0
    exploiter_age: int = 0

    def write(self, path: Path) -> None:
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_text(json.dumps(vars(self), ensure_ascii=False, indent=1), encoding="utf-8")
        os.replace(fresh, path)

    @classmethod
    def read(cls, path: Path) -> "TrainingState":
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise ValueError(f"{path.parent}: no training to continue") from None
        except (ValueError, TypeError):
            raise ValueError(f"{path}: not the state of a training") from None


def save(folder: Path, population: Population, header: Header, state: TrainingState) -> None:
    """Save everything; each file is replaced atomically, the state last."""
    folder.mkdir(parents=True, exist_ok=True)
    state.n_past, state.next_slot = population.n_past, population.next_slot
    state.exploiter_age = population.exploiter_age
    networks.write(folder / NETWORK_FILE, header, population.current.network.arrays())
    networks.write_arrays(folder / OPTIMISER_FILE, moments(population.current))
    if not population.frozen_rival:
        for number, past in enumerate(population.past[: population.n_past], 1):
            networks.write(folder / _past_name(number), header, past.network.arrays())
        if population.exploiter is not None:
            exploiter = population.players[population.exploiter]
            networks.write(folder / EXPLOITER_FILE, header, exploiter.network.arrays())
    state.write(folder / STATE_FILE)


def restore(folder: Path, population: Population, header: Header) -> TrainingState:
    """Load the networks of a population from a folder."""
    state = TrainingState.read(folder / STATE_FILE)
    read_network(folder / NETWORK_FILE, population.current, header)
    read_moments(folder / OPTIMISER_FILE, population.current)
    if population.frozen_rival:
        return state
    population.n_past = min(state.n_past, len(population.past))
    population.next_slot = state.next_slot % max(1, len(population.past))
    population.exploiter_age = state.exploiter_age
    for number, past in enumerate(population.past[: population.n_past], 1):
        read_network(folder / _past_name(number), past, header)
    if population.exploiter is not None:
        exploiter = population.players[population.exploiter]
        path = folder / EXPLOITER_FILE
        read_network(path if path.exists() else folder / NETWORK_FILE, exploiter, header)
    return state


def read_network(path: Path, player: Player, header: Header) -> None:
    """Read a file's weights for a player of the same encoding and size; additional blocks start at
    zero."""
    own, arrays = networks.read(path)
    if (own.ruleset, own.encoding) != (header.ruleset, header.encoding):
        raise UnfitWeights(
            f"{path}: weights for encoding {own.encoding} of {own.ruleset}; "
            f"this is encoding {header.encoding} of {header.ruleset}"
        )
    size = replace(own.architecture, blocks=header.architecture.blocks)
    if size != header.architecture or own.characters != header.characters:
        raise UnfitWeights(f"{path}: weights of another size, or with other characters")
    player.network.read(arrays)


def moments(player: Player) -> dict[str, NDArray[Any]]:
    """Return the optimiser's moments: the upper halves of their numbers, which keep the
    exponent."""
    assert player.optimiser
    arrays: dict[str, NDArray[Any]] = {}
    for name, parameter in player.network.named_parameters():
        memory = player.optimiser.state.get(parameter)
        if memory:
            arrays["steps"] = np.array([player.steps])
            for ours, word in MOMENT_NAMES.items():
                halves = memory[word].to(torch.bfloat16).cpu().view(torch.int16)
                arrays[f"{ours}/{name}"] = halves.numpy()
    return arrays


def read_moments(path: Path, player: Player) -> None:
    """Restore the optimiser's moments; without the file the optimiser starts from zero."""
    assert player.optimiser
    if not path.exists():
        return
    arrays = networks.read_arrays(path)
    if "steps" not in arrays:
        return
    player.steps = int(arrays["steps"][0])
    for name, parameter in player.network.named_parameters():
        if f"first/{name}" not in arrays:
            continue  # without a gradient so far: the encoding names no card there
        steps = torch.tensor(float(player.steps), device=parameter.device)
        memory: dict[str, Any] = {"step": steps}
        for ours, word in MOMENT_NAMES.items():
            halves = torch.from_numpy(arrays[f"{ours}/{name}"]).view(torch.bfloat16)
            memory[word] = halves.float().to(parameter.device)
        player.optimiser.state[parameter] = memory


def _past_name(number: int) -> str:
    return f"past-{number}.npz"
