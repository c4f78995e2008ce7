"""Work for a GPU that is recorded once and replayed as a whole: the kernels of a small network run
faster than Python can launch them one by one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

EAGER_CALLS = 3  # with every number of rows, which load what a GPU needs, before one is recorded


@dataclass
class Recording:
    """A graph, the inputs it reads and the outputs it writes, always at the same places."""

    graph: torch.cuda.CUDAGraph
    inputs: list[Tensor]
    outputs: list[Tensor]


class Replay:
    """A function of tensors. On a GPU its calls are replayed: it must not look into its inputs.

    Where rows are many and their number varies, they are filled up to a multiple of ``whole``, so
    that few recordings are enough; what the function says of a row must not depend on others. Of
    its outputs no more rows are kept than the first input has.
    """

    def __init__(self, work: Callable[..., tuple[Tensor, ...]], whole: int = 1) -> None:
        self._work, self._whole = work, whole
        self._calls: Counter[tuple[int, ...]] = Counter()
        self._recordings: dict[tuple[int, ...], Recording] = {}

    def __call__(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        if not inputs[0].is_cuda:
            return self._work(*inputs)
        sizes = tuple(-(-len(one) // self._whole) * self._whole for one in inputs)
        if sizes not in self._recordings:
            self._calls[sizes] += 1
            if self._calls[sizes] <= EAGER_CALLS:
                return _beside(self._work, inputs)
            self._recordings[sizes] = self._record(inputs, sizes)
        recording = self._recordings[sizes]
        for place, one in zip(recording.inputs, inputs, strict=True):
            place[: len(one)].copy_(one)
        recording.graph.replay()
        return tuple(one[: len(inputs[0])].clone() for one in recording.outputs)

    def _record(self, inputs: tuple[Tensor, ...], sizes: tuple[int, ...]) -> Recording:
        places = [
            one.new_zeros(size, *one.shape[1:]) for one, size in zip(inputs, sizes, strict=True)
        ]
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=_pool()):
            outputs = self._work(*places)
        return Recording(graph, places, list(outputs))


def _beside(work: Callable[..., Any], inputs: tuple[Tensor, ...]) -> Any:
    """In a stream of its own, as a recording will be: gradients remember where they were made."""
    main, side = torch.cuda.current_stream(), _side_stream()
    side.wait_stream(main)
    with torch.cuda.stream(side):
        outputs = work(*inputs)
    main.wait_stream(side)
    return outputs


@cache
def _side_stream() -> torch.cuda.Stream:
    return torch.cuda.Stream()


@cache
def _pool() -> Any:
    """One memory for all recordings: none needs what another one left there."""
    return torch.cuda.graph_pool_handle()
