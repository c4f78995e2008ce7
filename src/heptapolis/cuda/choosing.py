"""Random legal actions on the GPU, those that `heptapolis.kernel.choosing` draws on the CPU.

A GPU reads words at multiples of their size alone, and the rows of a mask begin anywhere: so a row
is read as the words it lies in, less what belongs to its neighbours.
"""

from typing import Any

import numpy as np

from heptapolis.cuda.arrays import DeviceArray, zeros
from heptapolis.cuda.compiling import kernel
from heptapolis.cuda.toolkit import cuda
from heptapolis.kernel import jit
from heptapolis.kernel.seeds import GOLDEN_GAMMA, game_seed, mix
from heptapolis.kernel.word_bits import lowest, size

WORD_BYTES = 8  # an action each


def mask_with_words(shape: tuple[int, ...]) -> tuple[DeviceArray, DeviceArray]:
    """Return a mask of zeros, and its memory as words."""
    n_bytes = int(np.prod(shape, dtype=np.int64))
    words = zeros(-(-n_bytes // WORD_BYTES), np.int64)
    mask = words.on_device.view(np.bool_)[:n_bytes].reshape(*shape)
    return DeviceArray(mask), words


@jit
def part_of_row(words: Any, k: Any, start: Any, end: Any) -> Any:
    """Return word ``k`` without the bytes that lie before ``start`` or from ``end`` on."""
    word = words[k]
    before = start - k * WORD_BYTES
    if before > 0:
        word &= np.int64(-1) << (before * 8)
    left = end - k * WORD_BYTES
    if left < WORD_BYTES:
        word &= (np.int64(1) << (left * 8)) - np.int64(1)
    return word


@jit
def draw_action(words: Any, start: Any, end: Any, drawn: Any) -> Any:
    """Return one of the legal actions of a row; ``drawn`` has 32 random bits."""
    first, last = start // WORD_BYTES, (end + WORD_BYTES - 1) // WORD_BYTES
    n = np.int64(0)
    for k in range(first, last):
        word = part_of_row(words, k, start, end)
        if word != 0:
            n += size(word)
    nth = np.int64((drawn * np.uint64(n)) >> np.uint64(32))
    for k in range(first, last):
        word = part_of_row(words, k, start, end)
        if word == 0:
            continue
        n = size(word)
        if nth < n:
            for _ in range(nth):
                word &= word - np.int64(1)
            return k * WORD_BYTES + (lowest(word) >> 3) - start
        nth -= n
    return np.int64(-1)


@kernel
def draw_actions(
    words: Any, to_move: Any, n_actions: Any, seed: Any, number: Any, actions: Any
) -> None:
    """Draw a legal action for every seat to move, all equally likely; 0 where none is asked."""
    g = cuda.grid(1)
    if g < actions.shape[0]:
        bits = game_seed(seed, g, number)
        for lane in range(actions.shape[1]):
            action = np.int64(0)
            if to_move[g, lane]:
                drawn = mix(bits + np.uint64(lane) * GOLDEN_GAMMA) >> np.uint64(32)
                start = (np.int64(g) * actions.shape[1] + lane) * n_actions
                action = draw_action(words, start, start + n_actions, drawn)
            actions[g, lane] = action
