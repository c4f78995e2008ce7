"""The network in PyTorch. `heptapolis.networks` evaluates the same weights in NumPy."""

from contextlib import AbstractContextManager

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from heptapolis.networks import Architecture, Arrays, Coding, name_places

ILLEGAL_LOGIT = -1e9  # the logit of masked actions
COLUMN_MULTIPLE = 8  # GPUs multiply matrices faster if their sides are multiples of this


class Block(nn.Module):
    """A residual block, initially the identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Tensor) -> Tensor:
        inside: Tensor = self.second(F.relu(self.first(self.norm(x))))
        return x + inside


class PolicyValue(nn.Module):
    """A network from an observation to a logit for each action, and the expected result."""

    scale: Tensor
    sums: Tensor  # actions and padding rows × columns: 1 where a column is part of the action
    places: Tensor
    first_names: Tensor

    def __init__(self, architecture: Architecture, encoding: Coding) -> None:
        super().__init__()
        self.architecture = architecture
        width = architecture.width
        self.input = nn.Linear(architecture.inputs, width)
        self.character = nn.Embedding(architecture.characters, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(architecture.blocks))
        self.norm = nn.LayerNorm(width)
        self.names = nn.Embedding(max(1, architecture.names), width)
        self.policy = nn.Linear(width, architecture.columns)
        self.value = nn.Linear(width, 1)
        self._n_actions = encoding.n_actions
        places, first_names = name_places(encoding)
        constants = {
            "scale": encoding.scale,
            "sums": _factor_matrix(encoding),
            "places": places,
            "first_names": first_names,
        }
        for name, array in constants.items():
            self.register_buffer(name, torch.from_numpy(array), persistent=False)
        nn.init.normal_(self.character.weight, std=0.05)
        nn.init.normal_(self.names.weight, std=0.05)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations: Tensor, characters: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values for rows of int8."""
        dtype = torch.bfloat16 if _uses_half_precision(observations) else torch.float32
        # Scaling the weights costs less than scaling every observation.
        weight = _pad_columns(self.input.weight * self.scale)
        x = F.linear(_pad_columns(observations).to(dtype), weight, self.input.bias)
        # One-hot matrices instead of table lookups: their gradient is much faster.
        x = x + F.linear(
            _one_hot(characters[:, None], self.character, dtype), self.character.weight.T
        )
        if len(self.places):
            names = observations[:, self.places].long() + self.first_names
            x = x + F.linear(_one_hot(names, self.names, dtype), self.names.weight.T)
        for block in self.blocks:
            x = block(x)
        x = F.relu(self.norm(x))
        with torch.autocast(x.device.type, enabled=False):  # sums in 32 bits
            # A matrix product is faster than a lookup here too, above all in the backward pass.
            weight, bias = self.sums @ self.policy.weight, self.sums @ self.policy.bias
        logits = F.linear(x, weight, bias)[:, : self._n_actions]
        return logits.float(), torch.tanh(self.value(x).float()[:, 0])

    def log_probabilities(
        self, observations: Tensor, characters: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return the log probabilities of legal actions, about −∞ for others, and the values."""
        logits, values = self(observations, characters)
        return F.log_softmax(logits.masked_fill(~mask, ILLEGAL_LOGIT), 1), values

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return all weights by name, as stored in a file."""
        return {name: array.detach().cpu().numpy() for name, array in self.named_parameters()}

    def read(self, arrays: Arrays) -> None:
        """Load the weights of a file; blocks that it lacks keep their values."""
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name not in arrays:
                    continue
                parameter.copy_(torch.from_numpy(np.asarray(arrays[name], np.float32)))

    def copy_from(self, other: "PolicyValue") -> None:
        with torch.no_grad():
            for mine, its in zip(self.parameters(), other.parameters(), strict=True):
                mine.copy_(its)


def _factor_matrix(encoding: Coding) -> NDArray[np.float32]:
    """Return the columns of each action as a matrix; the index after the last one means none."""
    rows = -(-encoding.n_actions // COLUMN_MULTIPLE) * COLUMN_MULTIPLE
    sums = np.zeros((rows, encoding.n_columns + 1), np.float32)
    for columns in encoding.factors.T:
        sums[np.arange(encoding.n_actions), columns] += 1
    return sums[:, :-1].copy()


def _pad_columns(rows: Tensor) -> Tensor:
    """Pad the columns with zeros to a multiple of `COLUMN_MULTIPLE`."""
    return F.pad(rows, (0, -rows.shape[1] % COLUMN_MULTIPLE))


def _one_hot(names: Tensor, table: nn.Embedding, dtype: torch.dtype) -> Tensor:
    """Return one-hot rows."""
    nothing = torch.zeros(len(names), table.num_embeddings, dtype=dtype, device=names.device)
    return nothing.scatter_(1, names, 1)


def _uses_half_precision(x: Tensor) -> bool:
    return x.is_cuda and torch.is_autocast_enabled("cuda")


def precision(device: torch.device) -> AbstractContextManager[object]:
    """Return an autocast context: 16 bits on a GPU, 32 on a CPU."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")
