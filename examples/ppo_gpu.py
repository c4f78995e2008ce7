"""Self-play on one GPU: a network learns Duel from nothing, then meets the bot "greedy"."""

from time import perf_counter
from typing import Any

import torch
from torch import Tensor, from_dlpack, nn

from heptapolis.vector import VectorEnv

STEPS, MINIBATCH, WIDTH = 32, 32_768, 768
CLIP, LAMBDA, ENTROPY, RATE = 0.2, 0.95, 0.01, 7e-4  # and no discount: a game is won at its end


def shown(env: VectorEnv) -> list[Tensor]:
    """The arrays of an environment as tensors of the same memory; Duel has one lane."""
    lane = [from_dlpack(array)[:, 0] for array in (env.observations, env.mask, env.seat)]
    return [*lane, from_dlpack(env.done), from_dlpack(env.rewards)]


def judge(agent: nn.Module, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithm of each action's chance, and what the position is worth."""
    with torch.autocast(seen.device.type, torch.bfloat16):
        x = agent(seen).float()
    return x[:, :-1].masked_fill(~mask, -1e9).log_softmax(1), x[:, -1].tanh()  # nothing illegal


@torch.no_grad()
def play(agent: nn.Module, env: VectorEnv) -> list[Tensor]:
    (seen, mask, seat, done, rewards), steps = shown(env), []
    for _ in range(STEPS + 1):  # of the last only its seat and value count
        state, who = (seen.clone(), mask.clone()), seat.long()
        chances, value = judge(agent, *state)
        races = torch.empty_like(chances).exponential_()  # the likelier, the sooner it is through
        action = (chances.exp() / races).argmax(1, keepdim=True)
        env.step(action)
        paid, ended = rewards.gather(1, who[:, None])[:, 0], done.float()
        steps.append((*state, action, chances.gather(1, action)[:, 0], who, value, paid, ended))
    *batch, seats, values, paid, ends = (torch.stack(part) for part in zip(*steps, strict=True))
    advantage = torch.zeros_like(values)  # estimated from the end (GAE); a rival's gain is a loss
    for t in reversed(range(STEPS)):
        sign = 1.0 - 2.0 * (seats[t] != seats[t + 1])
        to_come = sign * (values[t + 1] + LAMBDA * advantage[t + 1])
        advantage[t] = paid[t] - values[t] + (1 - ends[t]) * to_come
    return [part[:STEPS].flatten(0, 1) for part in (*batch, advantage, advantage + values)]


def learn(agent: nn.Module, optimiser: Any, batch: list[Tensor], entropy: float) -> None:
    for rows in torch.randperm(len(batch[0]), device=batch[0].device).split(MINIBATCH):
        seen, mask, action, chance, advantage, target = (part[rows] for part in batch)
        chances, value = judge(agent, seen, mask)
        ratio = (chances.gather(1, action)[:, 0] - chance).exp()
        gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        loss = 0.5 * (value - target).pow(2) - clipped + entropy * (chances.exp() * chances).sum(1)
        optimiser.zero_grad()
        loss.mean().backward()
        optimiser.step()


@torch.no_grad()
def match(agent: nn.Module, games: int, device: str) -> float:
    """The share of games against "greedy" that the network wins, each seat in half of them."""
    env = VectorEnv("duel", games, seed=2, device=device)
    seen, mask, seat, done, rewards = shown(env)
    mine, won = torch.arange(games, device=device)[:, None] % 2, torch.zeros_like(done)
    is_over = torch.zeros_like(done)
    while not is_over.all():
        action = judge(agent, seen, mask)[0].argmax(1)
        rows = (seat[:, None] != mine).nonzero()[:, 0]
        action[rows] = from_dlpack(env.greedy_actions(rows, torch.zeros_like(rows), 1))
        env.step(action)
        won |= (rewards.gather(1, mine)[:, 0] > 0) & ~is_over
        is_over |= done
    return float(won.float().mean())


def train(games: int = 32_768, iterations: int = 600, device: str = "cuda") -> float:
    torch.manual_seed(1)
    env, start = VectorEnv("duel", games, seed=1, device=device), perf_counter()
    scale = torch.tensor(env.encoding.scale, device=device).bfloat16()  # numbers of about 1
    layers = [nn.Linear(len(scale), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()]
    agent = nn.Sequential(*layers, nn.Linear(WIDTH, env.encoding.n_actions + 1)).to(device)
    agent.register_forward_pre_hook(lambda _, given: (given[0] * scale,))
    optimiser, won = torch.optim.Adam(agent.parameters(), RATE), 0.0
    for iteration in range(1, iterations + 1):
        left = optimiser.param_groups[0]["lr"] / RATE
        learn(agent, optimiser, play(agent, env), ENTROPY * left)
        optimiser.param_groups[0]["lr"] -= RATE / (iterations + 1)
        if iteration % 20 == 0 or iteration == iterations:
            won, seconds = match(agent, 4096, device), perf_counter() - start
            print(f"{iteration}: {won:.1%} against greedy, {seconds:.0f} s", flush=True)
    return won


if __name__ == "__main__":
    train()
