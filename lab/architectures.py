"""Compare network architectures: ``python -m lab.architectures RULESET MINUTES OUT``, on a GPU.

The shipped network plays against itself. Networks of several architectures learn from each game once, in
parallel: the result of each seat, and the choices of the shipped network. On games not used for learning
the script prints the part of the results that each explains, by age, and how often it names the move.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from heptapolis.networks import architecture
from heptapolis.train.ground import Ground, ground_of
from heptapolis.train.model import ILLEGAL_LOGIT, PolicyValue, precision
from heptapolis.train.playing import draw
from heptapolis.train.rollout import results
from heptapolis.train.settings import TrainingSettings
from lab.teaching import Teacher, device

GAMES, BATCH_ROWS = (12_288, 16_384) if torch.cuda.is_available() else (24, 256)
RATE, WARM_UP, LEAST = (
    6e-4,
    5,
    0.02,
)  # the learning rate; warm-up rounds; the final fraction of the rate
MIN_LOGIT = -30.0  # logarithm of a negligible probability
REPORT = 5  # in rounds


class Flat(nn.Module):
    """The architecture of the shipped networks: dense layers over all numbers."""

    def __init__(self, coding: Any, width: int, blocks: int) -> None:
        super().__init__()
        self.net = PolicyValue(architecture(coding, width, blocks, 1), coding)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = self.net(
            seen, torch.zeros(len(seen), dtype=torch.long, device=seen.device)
        )
        return logits, values


class Sets(nn.Module):
    """Table, cities and cards as sets: the same weights for all rows of a kind, and attention between
    the rows. The logits of a card's actions come from the row of the card."""

    def __init__(self, coding: Any, width: int, layers: int) -> None:
        super().__init__()
        self.shapes = {
            name: shape if len(shape) > 1 else (1, *shape) for name, shape in coding.shapes.items()
        }
        self.forms = nn.ModuleDict(
            {name: nn.Linear(wide, width) for name, (_, wide) in self.shapes.items()}
        )
        self.who = nn.Parameter(torch.randn(sum(n for n, _ in self.shapes.values()), width) * 0.1)
        self.layers = nn.ModuleList(Attention(width) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.value = nn.Sequential(nn.Linear(2 * width, 256), nn.ReLU(), nn.Linear(256, 1))
        self.logits = RowLogits(coding, width)
        self.register_buffer("scale", torch.from_numpy(coding.scale))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        flat, rows, start = seen.float() * self.scale, [], 0
        for name, (n, wide) in self.shapes.items():
            rows.append(self.forms[name](flat[:, start : start + n * wide].reshape(-1, n, wide)))
            start += n * wide
        x = torch.cat(rows, 1) + self.who
        for layer in self.layers:
            x = layer(x)
        x = self.norm(x)
        value = self.value(torch.cat([x[:, 0], x.mean(1)], 1))
        return self.logits(x), torch.tanh(value.float()[:, 0])


class Attention(nn.Module):
    """A layer in which every row attends to all others."""

    HEADS = 4

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.last_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.asks, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.first, self.second = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        n, rows, width = x.shape
        asks = self.asks(self.norm(x)).reshape(n, rows, 3, self.HEADS, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(*asks).transpose(1, 2).reshape(n, rows, width)
        x = x + self.out(seen)
        return x + self.second(F.relu(self.first(self.last_norm(x))))


class RowLogits(nn.Module):
    """A logit for each action, from the row of its card or leader."""

    def __init__(self, coding: Any, width: int) -> None:
        super().__init__()
        first = 1 + len(coding.cities)
        places = {
            name: first + k
            for k, name in enumerate([*coding.cards, *coding.rows().get("Leaders", ())])
        }
        uses: dict[str, int] = {}
        rows, kinds = [], []
        for action in range(coding.n_actions):
            words = coding.action_name(action).split()
            rows.append(next((places[word] for word in words if word in places), 0))
            use = " ".join(word for word in words if word not in places)
            kinds.append(uses.setdefault(use, len(uses)))
        self.out = nn.Linear(width, len(uses))
        self.register_buffer("rows", torch.tensor(rows))
        self.register_buffer("kinds", torch.tensor(kinds))

    def forward(self, x: Tensor) -> Tensor:
        return self.out(x)[:, self.rows, self.kinds].float()


class Summed(nn.Module):
    """The flat architecture with two additions: the first layer also gets sums over cards, with shared
    weights, and the logits of a card's actions also depend on the card's row."""

    def __init__(self, coding: Any, width: int, blocks: int, inside: int) -> None:
        super().__init__()
        self.net = Flat(coding, width, blocks).net
        self.forms = coding.shapes
        _, wide = coding.shapes["cards"]
        self.who = nn.Parameter(torch.randn(len(coding.cards), inside) * 0.1)
        self.read, self.again = nn.Linear(wide, inside), nn.Linear(inside, inside)
        self.table = nn.Linear(coding.shapes["table"][0], inside)
        self.sum, self.own = nn.Linear(2 * inside, width), nn.Linear(width, inside)
        nn.init.zeros_(self.sum.weight)
        self.logits = RowLogits(coding, inside)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        net, flat = self.net, seen.float() * self.net.scale
        sizes = {name: int(np.prod(shape)) for name, shape in self.forms.items()}
        first = sizes["table"] + sizes["cities"]
        cards = flat[:, first : first + sizes["cards"]].reshape(-1, *self.forms["cards"])
        rows = self.read(cards) + self.who + self.table(flat[:, : sizes["table"]])[:, None]
        rows = F.relu(self.again(F.relu(rows)))
        x = net.input(flat) + self.sum(torch.cat([rows.mean(1), rows.amax(1)], 1))
        for block in net.blocks:
            x = block(x)
        x = F.relu(net.norm(x))
        told = F.pad(rows * self.own(x)[:, None], (0, 0, 1 + self.forms["cities"][0], 0))
        flat_logits = F.linear(x, net.sums @ net.policy.weight)[:, : net._n_actions]
        return self.logits(told) + flat_logits.float(), torch.tanh(net.value(x).float()[:, 0])


MAKES: dict[str, Callable[[Any], Any]] = {
    "flat, 3 blocks of 512": lambda coding: Flat(coding, 512, 3),
    "flat with sums over cards": lambda coding: Summed(coding, 512, 3, 128),
    "sets, 2 layers of 64": lambda coding: Sets(coding, 64, 2),
    "sets, 3 layers of 128": lambda coding: Sets(coding, 128, 3),
}


class Decisions(NamedTuple):
    """Decisions of complete games, one per row."""

    seen: Tensor
    masks: Tensor
    ends: Tensor  # the reward of the deciding seat
    ages: Tensor
    seats: Tensor  # number of seats

    def take(self, rows: Tensor, teacher: Teacher) -> tuple[Tensor, Tensor, Tensor]:
        """Return observations, masks and the teacher's logits of some rows."""
        seen, hidden = self.seen[rows], ~self.masks[rows]
        with precision(device()):
            return seen, hidden, teacher(seen)[0].masked_fill(hidden, ILLEGAL_LOGIT)


def play(ground: Ground, teacher: Teacher, seed: int) -> Decisions:
    """Let the teacher play against itself, with moves drawn by their probabilities."""
    env: Any = ground.make_env(GAMES, seed, None)
    chance = torch.Generator(device()).manual_seed(seed)
    going, seats = np.ones(GAMES, np.bool_), env.n_seats.copy()
    pay = np.zeros(env.rewards.shape, np.float32)
    seen, masks, games, who = [], [], [], []
    while going.any():
        rows = np.flatnonzero(env.to_move & going[:, None])
        seen.append(_sent(env.observations, rows))
        masks.append(_sent(env.mask, rows))
        games.append(rows // env.lanes)
        who.append(env.seat.reshape(-1)[rows])
        with precision(device()):
            chances = teacher(seen[-1])[0].masked_fill(~masks[-1], ILLEGAL_LOGIT)
        actions = env.any_actions()  # of finished games, which are dealt again
        actions.reshape(-1)[rows] = draw(chances, chance).cpu().numpy()
        env.step(actions)
        over = np.flatnonzero(env.done & going)
        pay[over] = results(env, over, np.arange(pay.shape[1]) < seats[over, None], ground.recipe)
        going[over] = False
    env.close()
    game, flat = np.concatenate(games), torch.cat(seen)
    ends = torch.from_numpy(pay[game, np.concatenate(who)]).to(device())
    ages = flat[:, _age_places(ground.coding)].argmax(1)
    return Decisions(flat, torch.cat(masks), ends, ages, torch.from_numpy(seats[game]).to(device()))


def _sent(array: Any, rows: Any) -> Tensor:
    return torch.from_numpy(array.reshape(-1, array.shape[-1])[rows]).to(device())


def _age_places(coding: Any) -> slice:
    age = next(entry for entry in coding.index() if entry.name == "table.age")
    return slice(age.start, age.stop)


def learn(model: Any, optimiser: Any, games: Decisions, teacher: Teacher, rate: float) -> float:
    """Learn from some games in one pass; return the duration in seconds."""
    begun = time.monotonic()
    for group in optimiser.param_groups:
        group["lr"] = rate
    for rows in torch.randperm(len(games.seen), device=device()).split(BATCH_ROWS):
        seen, hidden, wanted = games.take(rows, teacher)
        with precision(device()):
            logits, values = model(seen)
        told = F.log_softmax(logits.masked_fill(hidden, ILLEGAL_LOGIT), 1).clamp(min=MIN_LOGIT)
        loss = F.mse_loss(values, games.ends[rows]) - (wanted.softmax(1) * told).sum(1).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
    loss.detach().item()  # synchronises with the GPU
    return time.monotonic() - begun


def measure(model: Any, games: Decisions, teacher: Teacher) -> dict[str, float]:
    """Return the explained part of the results, and how often the network names the teacher's move."""
    told, same = [], []
    for rows in torch.arange(len(games.seen), device=device()).split(BATCH_ROWS):
        seen, hidden, wanted = games.take(rows, teacher)
        with torch.no_grad(), precision(device()):
            logits, values = model(seen)
        same.append(
            (logits.masked_fill(hidden, ILLEGAL_LOGIT).argmax(1) == wanted.argmax(1)).float()
        )
        told.append(values)
    values, facts = torch.cat(told), {"same move": float(torch.cat(same).mean())}
    for name, table in (("", games.seats > 0), (", 3 seats", games.seats == 3)):
        for age in (1, 2, 3):
            of = (games.ages == age) & table
            error = (values[of] - games.ends[of]).square().mean()
            facts[f"age {age}{name}"] = float(1 - error / games.ends[of].var())
    return {key: round(fact, 4) for key, fact in facts.items()}


def main(ruleset: str, minutes: float, out: Path) -> None:
    begun, end = time.monotonic(), time.monotonic() + 60 * minutes
    ground = ground_of(TrainingSettings(ruleset, Path(), iterations=1))
    torch.manual_seed(1)
    teacher = Teacher(ground.coding)
    models = {name: make(ground.coding).to(device()) for name, make in MAKES.items()}
    optimisers = {
        name: torch.optim.AdamW(model.parameters(), weight_decay=1e-4)
        for name, model in models.items()
    }
    unseen, rounds, positions = play(ground, teacher, 1), 0, 0
    seconds = dict.fromkeys(models, 0.0)
    print("shipped", measure(teacher, unseen, teacher), flush=True)

    def lines() -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "weights": sum(one.numel() for one in model.parameters()),
                "positions": positions,
                "seconds": round(seconds[name], 1),
                **measure(model, unseen, teacher),
            }
            for name, model in models.items()
        ]

    while (left := end - time.monotonic()) > 0:
        games = play(ground, teacher, 2 + rounds)
        rounds, positions = rounds + 1, positions + len(games.seen)
        rate = RATE * min(1, rounds / WARM_UP) * max(LEAST, left / (end - begun))
        for name, model in models.items():
            seconds[name] += learn(model, optimisers[name], games, teacher, rate)
        if rounds % REPORT == 0:
            print(*lines(), sep="\n", flush=True)
    (out / "architectures.json").write_text(json.dumps(lines(), indent=1), encoding="utf-8")
    print(*lines(), sep="\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case [ruleset, minutes, out]:
            main(ruleset, float(minutes), Path(out))
        case _:
            sys.exit(__doc__)
