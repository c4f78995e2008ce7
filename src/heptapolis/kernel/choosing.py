"""Choices of many seats at once."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.seeds import GOLDEN_GAMMA, game_seed, mix
from heptapolis.kernel.types import Flags, Index, Integer, Ints, Seed
from heptapolis.kernel.word_bits import lowest, size

ACTIONS_PER_WORD = 8  # read at once


def words_of(mask: Flags) -> Any:
    """Return a mask as words of eight actions; the remaining actions are left out."""
    games, lanes, n_actions = mask.shape
    shape = games, lanes, n_actions // ACTIONS_PER_WORD
    strides = *mask.strides[:2], ACTIONS_PER_WORD
    return np.ndarray(shape, np.int64, buffer=mask.data, strides=strides)


@entry
def choose_any(
    mask: Flags,
    words: Ints,
    to_move: Flags,
    seed: Seed,
    number: Integer,
    actions: Ints,
    first: Index,
    last: Index,
) -> None:
    """Choose a legal action for every seat to move, uniformly. The random number depends on the
    seed, the number of the choice, the game and the lane. ``words`` are those of the mask."""
    mask, words = borrow(mask), borrow(words)
    for g in range(first, last):
        bits = game_seed(seed, g, number)
        for lane in range(mask.shape[1]):
            if to_move[g, lane]:
                drawn = mix(bits + np.uint64(lane) * GOLDEN_GAMMA) >> np.uint64(32)
                total = np.uint64(count_legal(mask, words, g, lane))
                nth = np.int64((drawn * total) >> np.uint64(32))
                actions[g, lane] = nth_legal(mask, words, g, lane, nth)


@entry
def count_legal(mask: Flags, words: Ints, g: Index, lane: Index) -> Any:
    """Count the legal actions of a seat."""
    n = np.int64(0)
    for k in range(words.shape[2]):
        if words[g, lane, k] != 0:
            n += size(words[g, lane, k])
    for k in range(words.shape[2] * ACTIONS_PER_WORD, mask.shape[2]):
        n += 1 if mask[g, lane, k] else 0
    return n


@entry
def nth_legal(mask: Flags, words: Ints, g: Index, lane: Index, nth: Index) -> Any:
    """Return the n-th legal action, counted from 0."""
    for k in range(words.shape[2]):
        word = words[g, lane, k]
        if word == 0:
            continue
        n = size(word)
        if nth < n:
            for _ in range(nth):
                word &= word - 1
            return k * ACTIONS_PER_WORD + (lowest(word) >> 3)
        nth -= n
    for k in range(words.shape[2] * ACTIONS_PER_WORD, mask.shape[2]):
        if mask[g, lane, k]:
            if nth == 0:
                return np.int64(k)
            nth -= 1
    return np.int64(-1)
