"""Train a network for Duel by self-play on one GPU, and test it against the bot "greedy"."""

import torch
from torch import Tensor, from_dlpack, nn

from heptapolis.vector import VectorEnv

STEPS, MINIBATCH, WIDTH, RATE, CLIP, LAMBDA, ENTROPY = 32, 32_768, 768, 7e-4, 0.2, 0.95, 0.01


def judge(agent: nn.Module, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logarithm of each action's probability, and the value of the position."""
    with torch.autocast(seen.device.type, torch.bfloat16):
        x = agent(seen).float()
    return x[:, :-1].masked_fill(~mask, -1e9).log_softmax(1), x[:, -1].tanh()  # legal actions only


@torch.no_grad()
def play(agent: nn.Module, env: VectorEnv) -> list[Tensor]:
    seen, mask, seat = (from_dlpack(a)[:, 0] for a in (env.observations, env.mask, env.seat))
    done, rewards, steps = from_dlpack(env.done), from_dlpack(env.rewards), []
    for _ in range(STEPS + 1):  # of the last step only seat and value are used
        state, who = (seen.clone(), mask.clone()), seat.long()
        chances, value = judge(agent, *state)
        action = (chances.exp() / torch.empty_like(chances).exponential_()).argmax(1, keepdim=True)
        env.step(action)
        paid = rewards.gather(1, who[:, None])[:, 0]
        chance = chances.gather(1, action)[:, 0]
        steps.append((*state, action, chance, who, value, paid, (~done).float()))
    *batch, seats, values, paid, goes_on = map(torch.stack, zip(*steps, strict=True))
    advantage = torch.zeros_like(values)  # by GAE, backwards; a gain of the opponent is a loss
    for t in reversed(range(STEPS)):
        sign = goes_on[t] * (1 - 2 * (seats[t] != seats[t + 1]).int())
        advantage[t] = paid[t] - values[t] + sign * (values[t + 1] + LAMBDA * advantage[t + 1])
    return [part[:STEPS].flatten(0, 1) for part in (*batch, advantage, advantage + values)]


@torch.no_grad()
def match(agent: nn.Module, games: int, device: str) -> float:
    """Return the share of games won against "greedy", half of them in each seat."""
    env = VectorEnv("duel", games, seed=2, device=device)
    seen, mask, seat = (from_dlpack(a)[:, 0] for a in (env.observations, env.mask, env.seat))
    done, rewards = from_dlpack(env.done), from_dlpack(env.rewards)
    mine, (won, is_over) = torch.arange(games, device=device)[:, None] % 2, done.new_zeros(2, games)
    while not is_over.all():
        action = judge(agent, seen, mask)[0].argmax(1)
        rows = (seat[:, None] != mine).nonzero()[:, 0]
        action[rows] = from_dlpack(env.greedy_actions(rows, torch.zeros_like(rows), 1))
        env.step(action)
        won |= (rewards.gather(1, mine)[:, 0] > 0) & ~is_over
        is_over |= done
    return float(won.float().mean())


def train(games: int = 32_768, iterations: int = 450, device: str = "cuda") -> None:
    env = VectorEnv("duel", games, seed=1, device=device)
    scale = torch.tensor(env.encoding.scale, device=device).bfloat16()  # scales inputs to about 1
    layers = [nn.Linear(len(scale), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()]
    agent = nn.Sequential(*layers, nn.Linear(WIDTH, env.encoding.n_actions + 1)).to(device)
    agent.register_forward_pre_hook(lambda _, given: (given[0] * scale,))
    optimiser = torch.optim.Adam(agent.parameters(), RATE)
    for iteration, left in enumerate(torch.linspace(1, 0, iterations + 1)[:-1].tolist(), 1):
        optimiser.param_groups[0]["lr"] = RATE * left
        batch = play(agent, env)
        for rows in torch.randperm(len(batch[0]), device=device).split(MINIBATCH):
            seen, mask, action, chance, advantage, target = (part[rows] for part in batch)
            chances, value = judge(agent, seen, mask)
            ratio = (chances.gather(1, action)[:, 0] - chance).exp()
            gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            loss = 0.5 * (value - target).pow(2) + ENTROPY * left * (chances.exp() * chances).sum(1)
            loss -= torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            optimiser.zero_grad()
            loss.mean().backward()
            optimiser.step()
        if iteration % 30 == 0:
            print(f"{iteration}: {match(agent, 4096, device):.1%} against greedy", flush=True)


if __name__ == "__main__":
    train()
