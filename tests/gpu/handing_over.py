"""The interface of environments on a GPU: arrays without a copy, actions, errors.

    PYTHONPATH=src python3 -m tests.gpu.handing_over

Needs a GPU; libraries that are not installed are skipped.
"""

from importlib.util import find_spec
from typing import Any

import numpy as np

from heptapolis.cuda.toolkit import IS_SIMULATED
from heptapolis.vector import VectorEnv

ARRAYS = ("observations", "mask", "to_move", "seat", "done", "rewards", "sheets", "numbers")


def address(array: Any) -> int:
    return int(array.__cuda_array_interface__["data"][0])


def check_torch(env: Any) -> None:
    import torch

    for name in ARRAYS:
        array = getattr(env, name)
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == address(array) and tuple(tensor.shape) == array.shape, name
        assert torch.as_tensor(array, device="cuda").data_ptr() == address(array), name
    shown = torch.from_dlpack(env.observations)
    before = shown.clone()
    env.step(env.any_actions())
    env.step(torch.from_dlpack(env.any_actions()).int())
    assert not torch.equal(shown, before)
    assert np.array_equal(shown.cpu().numpy(), env.observations.to_host())


def check_cupy(env: Any) -> None:
    import cupy

    for name in ARRAYS:
        array = getattr(env, name)
        assert cupy.asarray(array).data.ptr == address(array), name
        assert cupy.from_dlpack(array).data.ptr == address(array), name


def check_jax(env: Any) -> None:
    import jax

    jax.config.update("jax_enable_x64", True)  # JAX has 64-bit numbers only with this setting
    for name in ARRAYS:
        given = getattr(env, name)
        array = jax.dlpack.from_dlpack(given)
        assert array.unsafe_buffer_pointer() == address(given), name
        assert np.array_equal(np.asarray(array), given.to_host()), name


def refused(work: Any, *arguments: Any, **options: Any) -> str:
    """Return why a ValueError is raised."""
    try:
        work(*arguments, **options)
    except ValueError as error:
        return str(error)
    raise AssertionError("it was accepted")


def check_errors() -> None:
    """Check that errors are the same as on the CPU."""
    environments: list[Any] = [VectorEnv("duel", 4, seed=1, device=d) for d in ("cpu", "cuda")]
    for wrong in (-1, 5_000, int(np.flatnonzero(~environments[0].mask[2, 0])[0])):
        texts = []
        for env in environments:
            actions = np.array(env.any_actions())
            actions[2] = wrong
            texts.append(refused(env.step, actions))
            texts.append(refused(env.step, actions, only=[True] * 4))
            env.step(env.any_actions(), only=[True, False, True, True])
        assert texts[:2] == texts[2:] and "game 2, lane 0" in texts[0], texts
        here, there = environments
        assert np.array_equal(here.observations, there.observations)
    assert refused(environments[1].step, np.zeros(3)).startswith("actions: 4 x 1 whole numbers")
    assert refused(environments[1].step, np.zeros(4, int), only=[True]).startswith("only: 4 times")


def main() -> None:
    env: Any = VectorEnv("duel", 1 if IS_SIMULATED else 256, seed=1, device="cuda")
    for library, check in (("torch", check_torch), ("cupy", check_cupy), ("jax", check_jax)):
        if find_spec(library) and not IS_SIMULATED:
            check(env)
            print(f"{library}: no copies", flush=True)
    check_errors()
    print("actions and errors: as on the CPU")


if __name__ == "__main__":
    main()
