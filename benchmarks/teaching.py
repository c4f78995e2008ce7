"""What scripts share that learn from our networks (`tune_appraisal.py`, `tune_classic_appraisal.py`,
`learn_from_search.py`): the network that is asked, many processes that ask it, and the fit of small
ones. PyTorch, on a GPU if there is one."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch

from heptapolis import networks
from heptapolis.train.model import PolicyValue

EPOCHS, BATCH, RATE = 10, 4096, 4e-3
PROCESSES = 10  # at most
UNSEEN = 20  # one game of so many is for measuring


def device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Teacher:
    """The large network: what seats expect, and how good each action looks to them."""

    def __init__(self, code: Any, path: Path | None = None) -> None:
        header, arrays = networks.read(path or networks.SHIPPED / f"{code.ruleset}.npz")
        self._network = PolicyValue(header.architecture, code)
        self._network.read(arrays)
        self._network.to(device())
        torch.set_float32_matmul_precision("high")

    def __call__(self, seen: Any) -> tuple[Any, Any]:
        rows = torch.from_numpy(seen).to(device())
        ordinary = torch.full((len(rows),), networks.ORDINARY, device=rows.device)
        with torch.inference_mode():
            logits, values = self._network(rows, ordinary)
        return logits.cpu().numpy(), values.cpu().numpy()


def draw(logits: Any, mask: Any, warmth: Any, at_random: Any, rng: Any) -> Any:
    """An action for each row, by its chance when choices are evened out by ``warmth``; in a part of
    the rows any legal one."""
    logits = logits / warmth
    logits[rng.random(len(logits)) < at_random] = 0
    logits += rng.gumbel(size=logits.shape)  # the best is then drawn by its chance
    return np.where(mask, logits, -np.inf).argmax(1)


def gather(work: Callable[[Any], tuple[Any, ...]], parts: Sequence[Any]) -> list[Any]:
    """The arrays of all parts, put together; some processes work on them."""
    context, found = multiprocessing.get_context("spawn"), []
    n_processes = min(os.cpu_count() or 1, PROCESSES)
    with ProcessPoolExecutor(n_processes, context, torch.set_num_threads, (1,)) as pool:
        for n, arrays in enumerate(pool.map(work, parts), 1):
            found.append(arrays)
            print(f"{n} of {len(parts)} parts played", flush=True)
    return [np.concatenate(one) for one in zip(*found, strict=True)]


def fit(facts: Any, values: Any, games: Any, inside: int, behind: int) -> Any:
    """The network of some units in its first and second layer that comes closest to the large one."""
    unseen = games % UNSEEN == 0
    x, y, far_x, far_y = (
        torch.from_numpy(array).to(device())
        for array in (facts[~unseen], values[~unseen], facts[unseen], values[unseen])
    )
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Linear(facts.shape[1], inside, bias=False), torch.nn.ReLU(),
        torch.nn.Linear(inside, behind), torch.nn.ReLU(),
        torch.nn.Linear(behind, 1), torch.nn.Tanh(), torch.nn.Flatten(0),
    ).to(device())  # fmt: skip
    optimiser = torch.optim.Adam(net.parameters(), fused=True)
    steps = len(x) // BATCH
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, EPOCHS * steps)
    for epoch in range(EPOCHS):
        for rows in torch.randperm(len(x), device=x.device)[: steps * BATCH].view(steps, BATCH):
            loss = torch.nn.functional.mse_loss(net(x[rows].float()), y[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
        seen = slice(len(far_x))
        print(f"epoch {epoch + 1}: explains {explained(net, far_x, far_y):.2%} of what is expected "
              f"in unseen games, {explained(net, x[seen], y[seen]):.2%} in seen ones", flush=True)  # fmt: skip
    return net.cpu()


def explained(net: Any, x: Any, y: Any) -> float:
    with torch.inference_mode():
        missed = torch.nn.functional.mse_loss(net(x.float()), y) / y.var()
    return 1 - float(missed)


def arrays_of(net: Any) -> dict[str, Any]:
    """The weights as a file has them, 16 bits each."""
    first, second, last = (net[k] for k in (0, 2, 4))
    arrays = {
        "first": first.weight.T, "second": second.weight.T, "second_bias": second.bias,
        "last": last.weight[0], "last_bias": last.bias,
    }  # fmt: skip
    return {name: array.detach().numpy().astype(np.float16) for name, array in arrays.items()}
