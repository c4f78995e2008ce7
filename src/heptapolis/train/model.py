"""The network in PyTorch. The same weights are evaluated by `heptapolis.networks` in NumPy."""

from contextlib import AbstractContextManager

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from heptapolis.networks import Architecture, Arrays, Coding, name_places

ILLEGAL = -1e9  # the logit of an action that is masked
EVEN = 8  # a GPU multiplies matrices much faster whose sides are multiples of it


class Block(nn.Module):
    """A residual block; it begins as nothing."""

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
    """What a seat knows → a logit for each action, and the result it may expect."""

    scale: Tensor
    sums: Tensor  # actions, and a few rows of 0 × columns: 1 where one is part of the action
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
            "scale": encoding.scale, "sums": _sums(encoding), "places": places,
            "first_names": first_names,
        }  # fmt: skip
        for name, array in constants.items():
            self.register_buffer(name, torch.from_numpy(array), persistent=False)
        nn.init.normal_(self.character.weight, std=0.05)
        nn.init.normal_(self.names.weight, std=0.05)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations: Tensor, characters: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values of rows of int8."""
        dtype = torch.bfloat16 if _halves(observations) else torch.float32
        # Scaling the weights is less work than scaling every observation.
        weight = _evened(self.input.weight * self.scale)
        x = F.linear(_evened(observations).to(dtype), weight, self.input.bias)
        # Names as matrices of 0 and 1: the gradient is much faster than that of a table.
        x = x + F.linear(
            _named(characters[:, None], self.character, dtype), self.character.weight.T
        )
        if len(self.places):
            names = observations[:, self.places].long() + self.first_names
            x = x + F.linear(_named(names, self.names, dtype), self.names.weight.T)
        for block in self.blocks:
            x = block(x)
        x = F.relu(self.norm(x))
        with torch.autocast(x.device.type, enabled=False):  # sums in 32 bits
            # A product is faster than a table here too, above all backwards.
            weight, bias = self.sums @ self.policy.weight, self.sums @ self.policy.bias
        logits = F.linear(x, weight, bias)[:, : self._n_actions]
        return logits.float(), torch.tanh(self.value(x).float()[:, 0])

    def log_probabilities(
        self, observations: Tensor, characters: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Of legal actions, others next to −∞; and the values."""
        logits, values = self(observations, characters)
        return F.log_softmax(logits.masked_fill(~mask, ILLEGAL), 1), values

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """All weights by name, as a file holds them."""
        return {name: array.detach().cpu().numpy() for name, array in self.named_parameters()}

    def read(self, arrays: Arrays) -> None:
        """Take over the weights of a file; blocks that it does not have stay as they are."""
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name not in arrays:
                    continue
                parameter.copy_(torch.from_numpy(np.asarray(arrays[name], np.float32)))

    def copy_from(self, other: "PolicyValue") -> None:
        with torch.no_grad():
            for mine, its in zip(self.parameters(), other.parameters(), strict=True):
                mine.copy_(its)


def _sums(encoding: Coding) -> NDArray[np.float32]:
    """Which columns make an action; the one after the last is nothing."""
    rows = -(-encoding.n_actions // EVEN) * EVEN
    sums = np.zeros((rows, encoding.n_columns + 1), np.float32)
    for columns in encoding.factors.T:
        sums[np.arange(encoding.n_actions), columns] += 1
    return sums[:, :-1].copy()


def _evened(rows: Tensor) -> Tensor:
    """With some columns of 0 at the end."""
    return F.pad(rows, (0, -rows.shape[1] % EVEN))


def _named(names: Tensor, table: nn.Embedding, dtype: torch.dtype) -> Tensor:
    """A row of 0 with a 1 for each name."""
    nothing = torch.zeros(len(names), table.num_embeddings, dtype=dtype, device=names.device)
    return nothing.scatter_(1, names, 1)


def _halves(x: Tensor) -> bool:
    return x.is_cuda and torch.is_autocast_enabled("cuda")


def precision(device: torch.device) -> AbstractContextManager[object]:
    """16 bits where a GPU makes them fast, else plain 32."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")
