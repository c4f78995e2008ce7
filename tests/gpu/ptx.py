"""Compile every kernel to PTX for an H200 (compute capability 9.0), without a GPU.

    python -m tests.gpu.ptx

Needs the extra `cuda`, whose packages include NVVM. Arrays stay on the host, and kernels are compiled
instead of launched.
"""

import math
import re
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numba.cuda.compiler as compiler
import numba.cuda.dispatcher as dispatcher
import numpy as np
from numba import float64
from numba.cuda.typing.typeof import typeof

from heptapolis.cuda import arrays, results
from heptapolis.cuda.compiling import KERNELS, Kernel, exact_arithmetic, flatten
from heptapolis.variants import rulesets
from heptapolis.vector import VectorEnv
from heptapolis.vector import cuda as environments

H200 = 9, 0
FUSED_MULTIPLY = re.compile(r"fma\.rn\.f(?:32|64)\s+([^;]*);")
CONSTANT = re.compile(r"mov\.f64\s+(%fd\d+), (0d[0-9A-F]{16});")
CALLED_OUTSIDE = re.compile(r"\.extern[^;]*;")


class HostArray(np.ndarray[Any, Any]):
    """An array of NumPy in place of an array on a GPU."""

    def copy_to_host(self) -> Any:
        return np.array(self)

    def copy_to_device(self, other: Any) -> None:
        self[...] = other


class H200Device:
    compute_capability = H200


def make_array(shape: Any, dtype: Any) -> arrays.DeviceArray:
    return arrays.DeviceArray(np.zeros(shape, dtype).view(HostArray))


def copy_array(array: Any) -> arrays.DeviceArray:
    return arrays.DeviceArray(np.array(array).view(HostArray))


def plain(argument: Any) -> Any:
    """Return an argument in the form whose type Numba knows."""
    return argument.view(np.ndarray) if isinstance(argument, HostArray) else argument


def compile_to_ptx(function: Any, types: tuple[Any, ...]) -> str:
    with exact_arithmetic():
        text, _result = compiler.compile(function, types, device=False, abi="numba", cc=H200)
    return str(text)


def fused_constants(text: str) -> Iterator[set[str]]:
    """Yield the constants among the operands of each fused multiplication of a kernel."""
    for function in text.split("\n}"):  # each has its own registers
        constants = dict(CONSTANT.findall(function))
        for operands in FUSED_MULTIPLY.findall(function):
            yield {constants[name] for name in operands.split(", ") if name in constants}


def exponential(values: Any) -> None:
    values[0] = math.exp(values[1])


class PtxCompiler:
    """Compile kernels instead of launching them; `texts` has the PTX."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str, Any], str] = {}

    def launch(self, kernel: Kernel, _: int, *arguments: Any) -> None:
        types = tuple(typeof(plain(argument)) for argument in flatten(arguments))
        if (kernel.name, types) in self.texts:
            return
        start = perf_counter()
        text = self.texts[kernel.name, types] = compile_to_ptx(kernel.function, types)
        told = f"{kernel.name}: {len(text) // 1024} KiB in {perf_counter() - start:.0f} s"
        print(told, file=sys.stderr, flush=True)


def stand_in(made: PtxCompiler) -> None:
    """Replace all functions that need a GPU."""
    compiler.get_current_device = dispatcher.get_current_device = lambda: H200Device
    for module in (arrays, environments, *game_modules()):
        for name, function in (
            ("zeros", make_array),
            ("empty", make_array),
            ("to_device", copy_array),
            ("check_gpu", lambda: None),
            ("free_bytes", lambda: 1 << 28),
        ):
            if hasattr(module, name):
                setattr(module, name, function)
    Kernel.launch = lambda self, n, *arguments: made.launch(self, n, *arguments)  # type: ignore[method-assign]


def game_modules() -> list[Any]:
    """Return the modules of steppers, and what shared modules have taken from `arrays`."""
    from heptapolis.cuda import choosing
    from heptapolis.slots import CUDA_STEPPER

    steppers = [rules.part(CUDA_STEPPER) for rules in rulesets() if rules.has(CUDA_STEPPER)]
    return [choosing, *{sys.modules[stepper.__module__] for stepper in steppers}]


def compile_all() -> PtxCompiler:
    """Compile every kernel, as an environment of each ruleset launches it."""
    from heptapolis.slots import CUDA_STEPPER

    made = PtxCompiler()
    stand_in(made)
    for rules in rulesets():
        if not rules.has(CUDA_STEPPER):
            continue
        env: Any = VectorEnv(rules, 2, device="cuda", half_precision=True)
        env.step(np.zeros(env.actions.shape, np.int32))
        actions = env.any_actions()
        env.step(actions, only=np.ones(2, np.bool_))
        rows = np.zeros(1, np.int64)
        env.greedy_actions(rows, rows, 1)
        env.sample_states(rows, rows, 1)
        results.count_asked.launch(env.games, env.to_move, rows)
    return made


def main() -> None:
    made = compile_all()
    compiled = {name for name, _ in made.texts}
    missing = {kernel.name for kernel in KERNELS} - compiled
    assert not missing, f"not compiled: {missing}"
    n_taken = sum(name.endswith(".take_actions") for name in (name for name, _ in made.texts))
    assert n_taken == 2, f"take_actions compiled for {n_taken} types, not for int32 and int64"
    exponential_text = compile_to_ptx(exponential, (float64[::1],))
    of_exponential = set[str]().union(*fused_constants(exponential_text))
    assert len(of_exponential) > 10, "CUDA's exp has fused multiplications, each with a constant"
    for (name, _), text in made.texts.items():
        contracted = [one for one in fused_constants(text) if not one & of_exponential]
        assert not contracted, f"{name}: {len(contracted)} contracted"
        assert not CALLED_OUTSIDE.findall(text), f"{name} calls {CALLED_OUTSIDE.findall(text)}"
        print(f"{name}: {len(text)} bytes, nothing contracted")


if __name__ == "__main__":
    main()
