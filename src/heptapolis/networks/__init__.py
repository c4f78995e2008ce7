"""Networks: their weights are files of plain arrays, evaluated with NumPy alone.

A network maps an observation (`heptapolis.encodings`) to a logit for each action and the expected
result for the seat. `heptapolis.train` makes the weights; a file names the encoding it was trained
with, and is rejected by any other.
"""

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from heptapolis.kernel.thinking import Weights
from heptapolis.networks.chances import Logistic, read_curves
from heptapolis.variants import folders

FORMAT_VERSION = 1  # version of the file format
ORDINARY_CHARACTER = 0  # the character without another goal
_HEADER = "header"

Floats = NDArray[np.float32]
Arrays = Mapping[str, NDArray[Any]]


class Coding(Protocol):
    """The properties of an encoding that a network depends on."""

    @property
    def ruleset(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def scale(self) -> Floats: ...
    @property
    def kinds(self) -> Mapping[int, int]: ...
    @property
    def factors(self) -> NDArray[np.int16]: ...
    @property
    def n_columns(self) -> int: ...


class UnfitWeights(ValueError):
    """These weights cannot be used with this encoding or these cards."""


@dataclass(frozen=True)
class Architecture:
    """The size of a network: residual blocks of one width between an encoding and its actions.

    Amounts of an encoding go through a matrix, numbers that name something through a table of
    ``names``; an action's logit is the sum of one or two ``columns`` (`Encoding.factors`).
    """

    inputs: int
    names: int
    columns: int
    width: int
    blocks: int
    characters: int

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of every array of weights, by name."""
        wide = (self.width, self.width)
        shapes: dict[str, tuple[int, ...]] = {
            "input.weight": (self.width, self.inputs),
            "input.bias": (self.width,),
            "names.weight": (max(self.names, 1), self.width),  # one unused row if there are none
            "character.weight": (self.characters, self.width),
        }
        for block in range(self.blocks):
            for norm_or_bias in ("norm.weight", "norm.bias", "first.bias", "second.bias"):
                shapes[f"blocks.{block}.{norm_or_bias}"] = (self.width,)
            shapes[f"blocks.{block}.first.weight"] = wide
            shapes[f"blocks.{block}.second.weight"] = wide
        return shapes | {
            "norm.weight": (self.width,),
            "norm.bias": (self.width,),
            "policy.weight": (self.columns, self.width),
            "policy.bias": (self.columns,),
            "value.weight": (1, self.width),
            "value.bias": (1,),
        }

    @property
    def n_weights(self) -> int:
        return sum(int(np.prod(shape)) for shape in self.shapes().values())


@dataclass(frozen=True)
class Header:
    """The metadata of a file of weights."""

    ruleset: str
    encoding: int  # its version
    architecture: Architecture
    # the meaning of each character input; the first is the ordinary one
    characters: tuple[str, ...]
    catalogue: str = ""  # fingerprint of the cards in training
    training: Mapping[str, Any] = field(default_factory=dict)  # facts about the training

    def check(self, encoding: Coding, name: object) -> None:
        """Raise UnfitWeights if the weights were trained with another encoding."""
        if self.ruleset != encoding.ruleset:
            raise UnfitWeights(f"{name}: weights for {self.ruleset}, not for {encoding.ruleset}")
        if self.encoding != encoding.version:
            raise UnfitWeights(
                f"{name}: weights for encoding {self.encoding} of {self.ruleset}; "
                f"this is encoding {encoding.version}"
            )
        own = self.architecture
        theirs = architecture(encoding, own.width, own.blocks, own.characters)
        if own != theirs:  # house rules with other cards
            raise UnfitWeights(
                f"{name}: weights for {own.inputs} inputs and {own.columns} columns of actions; "
                f"here are {theirs.inputs} and {theirs.columns}"
            )


def architecture(encoding: Coding, width: int, blocks: int, characters: int) -> Architecture:
    """Return the architecture of some size for an encoding."""
    names = sum(encoding.kinds.values())
    return Architecture(encoding.size, names, encoding.n_columns, width, blocks, characters)


def name_places(encoding: Coding) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places of the numbers that are indices, and the offset of each one's rows in the
    table."""
    counts = np.array(list(encoding.kinds.values()), np.int64)
    return np.array(list(encoding.kinds), np.int64), np.cumsum(counts) - counts


class Network:
    """A network for play. Characters are given by number, by default `ORDINARY_CHARACTER`."""

    def __init__(
        self,
        header: Header,
        weights: Arrays,
        encoding: Coding,
        curves: Mapping[int, Logistic] | None = None,
    ) -> None:
        self.header = header
        self.curves = curves or {}  # by number of seats
        arrays = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        arrays["input.weight"] = arrays["input.weight"] * encoding.scale
        for name in ("policy.weight", "policy.bias"):  # from columns to actions
            columns = arrays[name]
            nothing = np.zeros_like(columns[:1])
            arrays[name] = np.concatenate([columns, nothing])[encoding.factors].sum(1)
        self._places, self._first_names = name_places(encoding)
        self._weights: dict[str, Floats] = {
            name: np.ascontiguousarray(array.T) if _is_matrix(name) else array
            for name, array in arrays.items()
        }

    def evaluate(
        self,
        observations: NDArray[np.int8],
        characters: NDArray[np.integer[Any]] | int = ORDINARY_CHARACTER,
    ) -> tuple[Floats, Floats]:
        """Return logits of all actions, legal or not, and the expected result from −1 to 1, by
        row."""
        w = self._weights
        x = observations.astype(np.float32) @ w["input.weight"] + w["input.bias"]
        x += w["character.weight"][characters]
        x += w["names.weight"][observations[:, self._places] + self._first_names].sum(1)
        for number in range(self.header.architecture.blocks):
            block = f"blocks.{number}"
            inside = _norm(x, w[f"{block}.norm.weight"], w[f"{block}.norm.bias"])
            inside = _relu(inside @ w[f"{block}.first.weight"] + w[f"{block}.first.bias"])
            x += inside @ w[f"{block}.second.weight"] + w[f"{block}.second.bias"]
        x = _relu(_norm(x, w["norm.weight"], w["norm.bias"]))
        logits = x @ w["policy.weight"] + w["policy.bias"]
        value = np.tanh(x @ w["value.weight"] + w["value.bias"])
        return logits, value[:, 0]

    @cached_property
    def search_weights(self) -> Weights:
        """Return the ordinary character's weights in the form that searches use."""
        w, blocks = self._weights, range(self.header.architecture.blocks)

        def stack_blocks(name: str) -> Floats:
            return np.stack([w[f"blocks.{number}.{name}"] for number in blocks])

        return Weights(
            w["input.weight"],
            w["input.bias"] + w["character.weight"][ORDINARY_CHARACTER],
            w["names.weight"],
            self._places,
            self._first_names,
            stack_blocks("norm.weight"),
            stack_blocks("norm.bias"),
            stack_blocks("first.weight"),
            stack_blocks("first.bias"),
            stack_blocks("second.weight"),
            stack_blocks("second.bias"),
            w["norm.weight"],
            w["norm.bias"],
            np.ascontiguousarray(w["policy.weight"].T),
            w["policy.bias"],
            np.ascontiguousarray(w["value.weight"][:, 0]),
            w["value.bias"],
        )

    def chance(self, values: Any, seats: int) -> Any:
        """Return win chances for expected results, at a table of ``seats``. Without a curve, the
        expected result is used directly."""
        return self.curves.get(seats, Logistic())(values)

    def was_trained_with(self, fingerprint: str) -> bool:
        """Return whether the file names this fingerprint of cards."""
        return self.header.catalogue in ("", fingerprint)


def _is_matrix(name: str) -> bool:
    return (
        name.endswith("weight")
        and not name.startswith(("character", "names"))
        and ("norm" not in name)
    )


def _norm(x: Floats, weight: Floats, bias: Floats) -> Floats:
    centred = x - x.mean(1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(1, keepdims=True) + np.float32(1e-5))
    normed: Floats = centred / spread * weight + bias
    return normed


def _relu(x: Floats) -> Floats:
    return np.maximum(x, np.float32(0))


# ── files ────────────────────────────────────────────────────────────────────────────────────────


def write(path: Path, header: Header, weights: Arrays) -> None:
    """Write weights in 16 bits, atomically."""
    text = json.dumps({"format": FORMAT_VERSION, **asdict(header)}, ensure_ascii=False)
    halves = {name: np.asarray(array, np.float16) for name, array in weights.items()}
    write_arrays(path, {_HEADER: np.frombuffer(text.encode(), np.uint8), **halves})


def read(path: Path) -> tuple[Header, dict[str, NDArray[Any]]]:
    """Return the header and the weights of a file, checked against each other."""
    arrays = read_arrays(path)
    header = _header(arrays.pop(_HEADER, None), path)
    shapes = {name: array.shape for name, array in arrays.items()}
    if shapes != header.architecture.shapes():
        raise UnfitWeights(f"{path}: the arrays do not fit the header")
    return header, arrays


def load(path: str | os.PathLike[str], encoding: Coding) -> Network:
    """Return the network of a file; raise UnfitWeights if it does not fit the encoding."""
    header, weights = read(Path(path))
    header.check(encoding, path)
    return Network(header, weights, encoding, read_curves(Path(path)))


def shipped_files() -> dict[str, Path]:
    """Return the shipped files of weights by ruleset: those in the folders `networks` of games and
    expansions, named after their rulesets."""
    files = (path for folder in folders("networks").values() for path in folder.glob("*.npz"))
    return {path.stem: path for path in sorted(files)}


def shipped_rulesets() -> list[str]:
    """Return the rulesets with a shipped network."""
    return sorted(shipped_files())


@cache
def shipped_network(encoding: Coding) -> Network:
    """Return the shipped network of a ruleset, from a cache."""
    files = shipped_files()
    if encoding.ruleset not in files:
        known = ", ".join(sorted(files)) or "nothing yet"
        raise UnfitWeights(f"no network for {encoding.ruleset}; there is one for {known}")
    return load(files[encoding.ruleset], encoding)


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write plain arrays into a file, atomically."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        savez: Any = np.savez  # its stubs confuse names of arrays with options
        savez(file, **arrays)
    os.replace(fresh, path)


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read all arrays of a file; pickles are not allowed."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise UnfitWeights(f"{path}: no such file") from None
    except (ValueError, AttributeError, EOFError, zipfile.BadZipFile):
        raise UnfitWeights(f"{path}: not a weights file") from None


def _header(array: NDArray[Any] | None, path: Path) -> Header:
    try:
        facts = json.loads(bytes(array)) if array is not None else {}
        if facts.pop("format") != FORMAT_VERSION:
            raise UnfitWeights(f"{path}: weights in another format")
        architecture = Architecture(**facts.pop("architecture"))
        characters = tuple(facts.pop("characters"))
        return Header(architecture=architecture, characters=characters, **facts)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, UnfitWeights):
            raise
        raise UnfitWeights(f"{path}: not a weights file: it has no header") from None
