"""CUDA graphs: GPU work is recorded once and replayed, since launching many small kernels from
Python is slower than running them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

EAGER_CALLS = 3  # calls with each number of rows before recording, to initialise the GPU


@dataclass
class Recording:
    """A graph with its fixed input and output buffers."""

    graph: torch.cuda.CUDAGraph
    inputs: list[Tensor]
    outputs: list[Tensor]


class Replay:
    """A function of tensors. On a GPU its calls are replayed, so it must not branch on its inputs.

    If the number of rows is large and varies, inputs are padded to a multiple of ``whole`` to limit
    the number of recordings; the result for a row must not depend on other rows. Outputs are cut to
    the number of rows of the first input.
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
                return _run_in_own_stream(self._work, inputs)
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


def _run_in_own_stream(work: Callable[..., Any], inputs: tuple[Tensor, ...]) -> Any:
    """Run in a stream of its own, as a recording will: gradients remember their stream."""
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
    """Return the memory pool shared by all recordings; none needs the leftovers of another."""
    return torch.cuda.graph_pool_handle()
