"""Proximal policy optimisation in one file: a network learns a game against a bot, from nothing.

python examples/ppo.py [game] [opponents] [iterations]     python examples/ppo.py Duel-v0 random 100
"""

import sys
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

GAMES, STEPS, EPOCHS, MINIBATCH = 128, 32, 2, 512
CLIP, LAMBDA, ENTROPY, RATE = 0.2, 0.95, 0.01, 1e-3  # and no discount: a game is won at its end


class ActorCritic(nn.Module):
    def __init__(self, scale: Any, n_actions: int, width: int = 128) -> None:
        super().__init__()
        self.scale = torch.from_numpy(scale)  # of our encoding: makes every number about 1
        self.body = nn.Sequential(nn.Linear(len(scale), width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, n_actions), nn.Linear(width, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        x = self.body(seen.float() * self.scale)
        logits = self.actor(x).masked_fill(mask == 0, -1e9)  # what is illegal is never drawn
        return logits.log_softmax(1), self.critic(x)[:, 0]


def advantages(rewards: Tensor, ended: Tensor, values: Tensor) -> Tensor:
    """Generalised advantage estimation; `values` has one row more, for what comes next."""
    result = torch.zeros_like(rewards)
    for t in reversed(range(STEPS)):
        later = result[t + 1] if t + 1 < STEPS else 0.0
        result[t] = rewards[t] - values[t] + (1 - ended[t]) * (values[t + 1] + LAMBDA * later)
    return result


def learn(network: ActorCritic, optimiser: Any, batch: list[Tensor]) -> None:
    for rows in [r for _ in range(EPOCHS) for r in torch.randperm(len(batch[0])).split(MINIBATCH)]:
        seen, mask, action, chance, advantage, target = (part[rows] for part in batch)
        chances, value = network(seen, mask)
        ratio = (chances.gather(1, action)[:, 0] - chance).exp()
        gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        entropy = -(chances.exp() * chances).sum(1)
        loss = 0.5 * (value - target).pow(2) - clipped - ENTROPY * entropy
        optimiser.zero_grad()
        loss.mean().backward()
        optimiser.step()


def train(game: str = "Duel-v0", opponents: str = "random", iterations: int = 100) -> list[float]:
    """The share of games won in each iteration."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # a small network is fastest so; the games have all cores
    env: Any = gymnasium.make_vec(f"heptapolis.env:heptapolis/{game}", GAMES, opponents=opponents)
    network = ActorCritic(env.unwrapped.encoding.scale, env.unwrapped.encoding.n_actions)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    seen, shares = env.reset(seed=1)[0], []
    for iteration in range(1, iterations + 1):
        start, steps, won = time.monotonic(), [], []
        for _ in range(STEPS):
            state = [torch.from_numpy(seen[part]) for part in ("observation", "action_mask")]
            with torch.no_grad():
                chances, value = network(*state)
            action = chances.exp().multinomial(1)
            seen, *paid, _, _ = env.step(action[:, 0].numpy())
            ends = [torch.from_numpy(part).float() for part in paid]  # rewards, who ended
            steps.append((*state, action, chances.gather(1, action)[:, 0], value, *ends))
            won += (paid[0][paid[1]] > 0).tolist()
        speed = GAMES * STEPS / (time.monotonic() - start)
        *batch, values, rewards, ended = (torch.stack(part) for part in zip(*steps, strict=True))
        state = [torch.from_numpy(seen[part]) for part in ("observation", "action_mask")]
        with torch.no_grad():
            advantage = advantages(rewards, ended, torch.cat([values, network(*state)[1][None]]))
        batch += [advantage, advantage + values]
        learn(network, optimiser, [part.flatten(0, 1) for part in batch])
        shares.append(float(np.mean(won)))
        print(f"{iteration:4}: won {shares[-1]:.1%} of {len(won)} games, {speed:,.0f} decisions/s")
    env.close()
    return shares


if __name__ == "__main__":
    train(*sys.argv[1:3], *map(int, sys.argv[3:4]))
