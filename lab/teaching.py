"""Shared code of scripts that learn from networks (`tune_appraisal.py`, `tune_classic_appraisal.py`,
`learn_from_search.py`): the teacher network, processes that query it, and the fit of small networks. It
uses PyTorch, on a GPU if there is one."""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable
from math import inf
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import numpy as np
import torch

from heptapolis import networks
from heptapolis.train.model import PolicyValue

EPOCHS, BATCH_ROWS, RATE = 10, 4096, 4e-3
ROWS = 4096  # rows per question of a process
TEST_GAME_PERIOD = 20  # one of this number of games is for validation


def device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Teacher:
    """The large network: values of seats and logits of actions."""

    def __init__(self, code: Any, path: Path | None = None) -> None:
        header, arrays = networks.read(path or networks.shipped_files()[code.ruleset])
        self._network = PolicyValue(header.architecture, code)
        self._network.read(arrays)
        self._network.to(device())
        torch.set_float32_matmul_precision("high")

    def __call__(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        rows = seen.to(device())
        ordinary = torch.full((len(rows),), networks.ORDINARY_CHARACTER, device=rows.device)
        with torch.inference_mode():
            logits, values = self._network(rows, ordinary)
        return logits, values


def draw(logits: Any, mask: Any, warmth: Any, at_random: Any, rng: Any) -> Any:
    """Draw an action for each row by its probability at temperature ``warmth``; in a part of the rows
    any legal action."""
    logits = logits / warmth
    logits[rng.random(len(logits)) < at_random] = 0
    logits += rng.gumbel(size=logits.shape)  # the maximum is then a draw by probability (Gumbel)
    return np.where(mask, logits, -np.inf).argmax(1)


class Desk:
    """The connection of a process to the teacher in another process: a pipe and shared memory. One process
    per core with its own network on the GPU was much slower, and made a machine unresponsive."""

    def __init__(self, context: Any, code: Any) -> None:
        self.near, self.far = context.Pipe()
        sizes = code.size, 4 * code.n_actions, 4
        self._blocks = [context.RawArray("b", ROWS * size) for size in sizes]
        self.n_actions = code.n_actions

    def arrays(self) -> tuple[Any, Any, Any]:
        """Return observations, logits and values."""
        seen, logits, values = self._blocks
        return (
            np.frombuffer(seen, np.int8).reshape(ROWS, -1),
            np.frombuffer(logits, np.float32).reshape(ROWS, -1),
            np.frombuffer(values, np.float32),
        )

    def __call__(self, seen: Any) -> tuple[Any, Any]:
        """Ask the teacher; called in the process."""
        its_seen, its_logits, its_values = self.arrays()
        logits = np.empty((len(seen), self.n_actions), np.float32)
        values = np.empty(len(seen), np.float32)
        for first in range(0, len(seen), ROWS):
            rows = slice(first, min(first + ROWS, len(seen)))
            n = rows.stop - first
            its_seen[:n] = seen[rows]
            self.far.send(n)
            self.far.recv()
            logits[rows], values[rows] = its_logits[:n], its_values[:n]
        return logits, values

    def answer(self, n: int, teacher: Teacher) -> None:
        """Answer the question of the process."""
        seen, *answers = (torch.from_numpy(one[:n]) for one in self.arrays())
        for mine, its in zip(answers, teacher(seen), strict=True):
            mine.copy_(its)
        self.near.send(None)


def _work_at(desk: Desk, work: Callable[[Any, Desk], tuple[Any, ...]]) -> None:
    """Work on one part after the other, in a process."""
    torch.set_num_threads(1)
    os.nice(5)  # gives the answering process priority
    while part := desk.far.recv():
        desk.far.send(work(part, desk))


def gather(
    work: Callable[[Any, Any], tuple[Any, ...]],
    parts: Iterable[Any],
    code: Any,
    start: Path | None = None,
    minutes: float = inf,
) -> list[Any]:
    """Let processes work on parts with one teacher; return the joined arrays of all parts that are done in
    time."""
    context, teacher = multiprocessing.get_context("spawn"), Teacher(code, start)
    found: list[tuple[Any, ...]] = []
    end, waiting = time.time() + 60 * minutes, iter(parts)
    desks = [Desk(context, code) for _ in range(os.cpu_count() or 1)]
    processes = [context.Process(target=_work_at, args=(desk, work), daemon=True) for desk in desks]
    for desk, process in zip(desks, processes, strict=True):
        process.start()
        desk.far.close()
        desk.near.send(next(waiting, None))
    busy = {desk.near: desk for desk in desks}
    try:
        while busy and time.time() < end:
            for pipe in wait(list(busy), timeout=1):
                _serve(pipe, busy, teacher, waiting, found)
    finally:
        for process in processes:
            process.kill()
    if not found:
        sys.exit("no part was done in time")
    return [np.concatenate(one) for one in zip(*found, strict=True)]


def _serve(pipe: Any, busy: dict[Any, Desk], teacher: Teacher, waiting: Any, found: Any) -> None:
    """Receive a question, or a finished part."""
    try:
        message = pipe.recv()
    except EOFError:  # the process has finished, or failed with a printed reason
        del busy[pipe]
        return
    if isinstance(message, int):
        busy[pipe].answer(message, teacher)
        return
    found.append(message)
    print(f"{len(found)} parts played", flush=True)
    pipe.send(next(waiting, None))


def fit(facts: Any, values: Any, games: Any, inside: int, behind: int) -> Any:
    """Fit a network with two hidden layers to the values of the large one."""
    unseen = games % TEST_GAME_PERIOD == 0
    x, y, far_x, far_y = (
        torch.from_numpy(array).to(device())
        for array in (facts[~unseen], values[~unseen], facts[unseen], values[unseen])
    )
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Linear(facts.shape[1], inside, bias=False),
        torch.nn.ReLU(),
        torch.nn.Linear(inside, behind),
        torch.nn.ReLU(),
        torch.nn.Linear(behind, 1),
        torch.nn.Tanh(),
        torch.nn.Flatten(0),
    ).to(device())
    optimiser = torch.optim.Adam(net.parameters(), fused=True)
    steps = len(x) // BATCH_ROWS
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, EPOCHS * steps)
    for epoch in range(EPOCHS):
        for rows in torch.randperm(len(x), device=x.device)[: steps * BATCH_ROWS].view(
            steps, BATCH_ROWS
        ):
            loss = torch.nn.functional.mse_loss(net(x[rows].float()), y[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
        seen = slice(len(far_x))
        print(
            f"epoch {epoch + 1}: explains {explained(net, far_x, far_y):.2%} of what is expected "
            f"in unseen games, {explained(net, x[seen], y[seen]):.2%} in seen ones",
            flush=True,
        )
    return net.cpu()


def explained(net: Any, x: Any, y: Any) -> float:
    with torch.inference_mode():
        missed = torch.nn.functional.mse_loss(net(x.float()), y) / y.var()
    return 1 - float(missed)


def arrays_of(net: Any) -> dict[str, Any]:
    """Return the weights for a file, 16 bits each."""
    first, second, last = (net[k] for k in (0, 2, 4))
    arrays = {
        "first": first.weight.T,
        "second": second.weight.T,
        "second_bias": second.bias,
        "last": last.weight[0],
        "last_bias": last.bias,
    }
    return {name: array.detach().numpy().astype(np.float16) for name, array in arrays.items()}
