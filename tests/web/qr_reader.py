"""Decode flawless QR codes in byte mode, up to version 6 (ISO/IEC 18004)."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

Modules = Sequence[Sequence[bool]]

MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
LEVELS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
BLOCKS = {  # bytes of data in each block, by version and level
    1: {"L": [19], "M": [16], "Q": [13], "H": [9]},
    2: {"L": [34], "M": [28], "Q": [22], "H": [16]},
    3: {"L": [55], "M": [44], "Q": [17] * 2, "H": [13] * 2},
    4: {"L": [80], "M": [32] * 2, "Q": [24] * 2, "H": [9] * 4},
    5: {"L": [108], "M": [43] * 2, "Q": [15, 15, 16, 16], "H": [11, 11, 12, 12]},
    6: {"L": [68] * 2, "M": [27] * 4, "Q": [19] * 4, "H": [15] * 4},
}


def read_modules(svg: str) -> list[list[bool]]:
    """Return the modules of a drawing row by row, with its quiet zone."""
    (size,) = re.findall(r'viewBox="0 0 (\d+) \1"', svg)
    (path,) = re.findall(r'stroke="[^"]*" d="([^"]*)"', svg)
    shown = [[False] * int(size) for _ in range(int(size))]
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        first, *rest = (float(n) for n in re.findall(r"-?[\d.]+", numbers))
        if command == "h":
            for n in range(int(first)):
                shown[int(y)][int(x) + n] = True
            x += first
        else:
            x, y = (first, rest[0]) if command == "M" else (x + first, y + rest[0])
    return shown


def decode(code: Modules) -> str:
    """Return the text of a code without its quiet zone."""
    version = (len(code) - 17) // 4
    format_bits = [code[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [
        code[y][8] for y in (7, 5, 4, 3, 2, 1, 0)
    ]
    header = _number(format_bits) ^ 0b101010000010010
    mask, level = MASKS[header >> 10 & 7], LEVELS[header >> 13]
    bits = [code[y][x] != (mask(y, x) == 0) for y, x in _data_positions(len(code), version)]
    words = [_number(bits[n : n + 8]) for n in range(0, len(bits) - 7, 8)]
    data = [bit for word in _deinterleave(words, BLOCKS[version][level]) for bit in f"{word:08b}"]
    text = "".join(data)
    assert text[:4] == "0100", "bytes"
    length = int(text[4:12], 2)
    return bytes(int(text[n : n + 8], 2) for n in range(12, 12 + 8 * length, 8)).decode()


def _number(bits: Sequence[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _data_positions(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Yield the positions of data modules: pairs of columns from the right, alternately up and down."""
    is_up = True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for y in range(size - 1, -1, -1) if is_up else range(size):
            for x in (right, right - 1):
                if not _is_pattern(y, x, size, version):
                    yield y, x
        is_up = not is_up


def _is_pattern(y: int, x: int, size: int, version: int) -> bool:
    is_finder = (y < 9 and x < 9) or (y < 9 and x >= size - 8) or (y >= size - 8 and x < 9)
    is_small = version > 1 and abs(y - (size - 7)) < 3 and abs(x - (size - 7)) < 3
    return is_finder or is_small or 6 in (y, x)


def _deinterleave(words: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Return the data of all blocks in order; the code interleaves them."""
    turns = zip_longest(*(range(size) for size in sizes))
    places = [(block, n) for turn in turns for block, n in enumerate(turn) if n is not None]
    return [word for _, word in sorted(zip(places, words, strict=False))]
