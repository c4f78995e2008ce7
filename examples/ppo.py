"""Proximal policy optimisation in one file: a network learns Duel against a bot, from nothing."""

from typing import Any

import gymnasium
import torch
from torch import Tensor, nn

GAMES, STEPS, EPOCHS, MINIBATCH = 128, 32, 2, 512
CLIP, LAMBDA, ENTROPY, RATE = 0.2, 0.95, 0.01, 1e-3  # and no discount: a game is won at its end


class ActorCritic(nn.Module):
    def __init__(self, encoding: Any, width: int = 128) -> None:
        super().__init__()
        self.scale = torch.from_numpy(encoding.scale)  # makes every number about 1
        self.body = nn.Sequential(nn.Linear(encoding.size, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, encoding.n_actions), nn.Linear(width, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        x = self.body(seen * self.scale)
        logits = self.actor(x).masked_fill(mask == 0, -1e9)  # what is illegal is never drawn
        return logits.log_softmax(1), self.critic(x)[:, 0]


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


def train(opponents: str = "random", iterations: int = 100) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)  # a small network is fastest so; the games have all cores
    env: Any = gymnasium.make_vec("heptapolis.env:heptapolis/Duel-v0", GAMES, opponents=opponents)
    network = ActorCritic(env.unwrapped.encoding)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    seen, _ = env.reset(seed=1)
    for iteration in range(1, iterations + 1):
        steps = []
        for _ in range(STEPS + 1):  # of the last only its value counts: what is still to come
            state = [torch.from_numpy(seen[part]) for part in ("observation", "action_mask")]
            with torch.no_grad():
                chances, value = network(*state)
            action = chances.exp().multinomial(1)
            seen, *paid, _, _ = env.step(action[:, 0].numpy())
            reward, ended = (torch.from_numpy(part).float() for part in paid)
            steps.append((*state, action, chances.gather(1, action)[:, 0], value, reward, ended))
        *batch, values, rewards, ends = (torch.stack(part) for part in zip(*steps, strict=True))
        advantage = torch.zeros(STEPS + 1, GAMES)  # estimated from the end (GAE)
        for t in reversed(range(STEPS)):
            to_come = values[t + 1] + LAMBDA * advantage[t + 1]
            advantage[t] = rewards[t] - values[t] + (1 - ends[t]) * to_come
        batch += [advantage, advantage + values]
        learn(network, optimiser, [part[:STEPS].flatten(0, 1) for part in batch])
        print(f"{iteration}: {(rewards[ends == 1] > 0).float().mean():.1%} of the games won")


if __name__ == "__main__":
    train()
