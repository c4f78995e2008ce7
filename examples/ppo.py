"""Train a network for Duel against a bot by proximal policy optimisation."""

from typing import Any

import gymnasium
import torch
from torch import Tensor, from_numpy, nn

GAMES, STEPS, EPOCHS, MINIBATCH = 128, 32, 2, 512
CLIP, LAMBDA, ENTROPY, RATE = 0.2, 0.95, 0.01, 1e-3  # no discount: the reward comes at the end


def judge(agent: nn.Module, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logarithm of each action's probability, and the value of the position."""
    x = agent(seen)
    return x[:, :-1].masked_fill(mask == 0, -1e9).log_softmax(1), x[:, -1]  # legal actions only


def learn(agent: nn.Module, optimiser: Any, batch: list[Tensor]) -> None:
    for rows in [r for _ in range(EPOCHS) for r in torch.randperm(len(batch[0])).split(MINIBATCH)]:
        seen, mask, action, chance, advantage, target = (part[rows] for part in batch)
        chances, value = judge(agent, seen, mask)
        ratio = (chances.gather(1, action)[:, 0] - chance).exp()
        gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        loss = 0.5 * (value - target).pow(2) - clipped + ENTROPY * (chances.exp() * chances).sum(1)
        optimiser.zero_grad()
        loss.mean().backward()
        optimiser.step()


def train(opponents: str = "random", iterations: int = 100) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)  # fastest for a small network; the games use all cores
    env: Any = gymnasium.make_vec("heptapolis.env:heptapolis/Duel-v0", GAMES, opponents=opponents)
    code = env.unwrapped.encoding  # its scale brings inputs to about 1
    agent = nn.Sequential(nn.Linear(code.size, 128), nn.ReLU(), nn.Linear(128, code.n_actions + 1))
    optimiser = torch.optim.Adam(agent.parameters(), RATE)
    seen, _ = env.reset(seed=1)
    for iteration in range(1, iterations + 1):
        steps = []
        for _ in range(STEPS + 1):  # of the last step only the value is used
            state = from_numpy(seen["observation"] * code.scale), from_numpy(seen["action_mask"])
            chances, value = (part.detach() for part in judge(agent, *state))
            action = chances.exp().multinomial(1)
            seen, *paid, _, _ = env.step(action[:, 0].numpy())
            reward, ended = (from_numpy(part).float() for part in paid)
            steps.append((*state, action, chances.gather(1, action)[:, 0], value, reward, ended))
        *batch, values, rewards, ends = (torch.stack(part) for part in zip(*steps, strict=True))
        advantage = torch.zeros(STEPS + 1, GAMES)  # by GAE, backwards
        for t in reversed(range(STEPS)):
            to_come = values[t + 1] + LAMBDA * advantage[t + 1]
            advantage[t] = rewards[t] - values[t] + (1 - ends[t]) * to_come
        batch += [advantage, advantage + values]
        learn(agent, optimiser, [part[:STEPS].flatten(0, 1) for part in batch])
        print(f"{iteration}: {(rewards[ends == 1] > 0).float().mean():.1%} of the games won")


if __name__ == "__main__":
    train()
