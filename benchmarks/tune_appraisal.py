"""What a search of Duel expects of positions (`kernel/duel/appraisal.py`): ``python benchmarks/tune_appraisal.py GAMES``.

Our network plays games against itself, a little at random so that positions differ. From each position other
deals that agree with what is known are played on for some quick or random moves, as a tree of a search does. What the network
expects there is what a much smaller one learns to say from facts (PyTorch). Its weights are written to
`src/heptapolis/bots/appraisal/duel.npz`, 16 bits each. 1,800 games make 480,000 positions, and take five
minutes of a core with OMP_NUM_THREADS=1.
"""

import sys
from typing import Any

import numpy as np
import torch

import heptapolis as hp
from heptapolis import networks
from heptapolis.bots import appraisal
from heptapolis.duel.edition import DuelScratch
from heptapolis.encodings import encoding_of
from heptapolis.kernel import entry, records
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import below, generator, uniform
from heptapolis.kernel.duel.appraisal import N_FACTS, write_facts
from heptapolis.kernel.duel.encoding import encode
from heptapolis.kernel.duel.quick import quick_move, weigh_items
from heptapolis.kernel.duel.rules import OVER, carry_out, list_moves
from heptapolis.kernel.duel.sight import sample
from heptapolis.kernel.duel.state import DUEL

AT_RANDOM, WARMTH = (
    0.08,
    1.5,
)  # part of the moves; how far the network's other choices are evened out
# How far positions are played on: moves at most, and the part of them that is random.
WAYS = ((0, 0.0), (6, 0.3), (12, 0.2), (6, 1.0))
NOISE = 5.0  # of quick moves
INSIDE, BEHIND = 32, 16  # units of the small network
EPOCHS, BATCH, RATE = 16, 512, 4e-3
FIRST_SEED, TOGETHER = 10_000_000, 300  # games that are played side by side
UNSEEN = 20  # one game of so many is for measuring


@entry
def play_on(
    views: Any, seats: Any, states: Any, tables: Any, rng: Any, workspaces: Any, most: Any, mixed: Any
) -> None:  # fmt: skip
    """From each view a deal and some moves further, to a position that is not the end."""
    t, work, rng = tables[0], workspaces[0], borrow(rng)
    weigh_items(t, work.worth, work.special)
    for i in range(views.shape[0]):
        states[i].phase = OVER
        while states[i].phase == OVER:
            sample(views, np.int64(i), seats[i], states, np.int64(i), tables, rng)
            s = states[i]
            for _ in range(below(rng, np.int64(most + 1))):
                if s.phase == OVER:
                    break
                quick_move(s, t, NOISE, rng, work)
                if uniform(rng) < mixed:
                    work.drawn_move[:] = work.moves[below(rng, list_moves(s, t, work.moves))]
                carry_out(
                    s, t, work.drawn_move[0], work.drawn_move[1], work.drawn_move[2], work.log
                )


@entry
def describe(states: Any, tables: Any, workspaces: Any, facts: Any, seen: Any) -> None:
    """The facts of each position, and what the network reads of it, for the seat to move."""
    t, work = tables[0], workspaces[0]
    weigh_items(t, work.worth, work.special)
    for i in range(states.shape[0]):
        s = states[i]
        write_facts(s, t, s.seat, work, facts[i])
        encode(s, t, s.seat, seen[i])


def watch(numbers: range) -> tuple[Any, Any, Any]:
    """What seats saw before every decision of some games, who they were, and which game it was."""
    games = {number: hp.new("duel", seed=FIRST_SEED + number) for number in numbers}
    code, rng = encoding_of(games[numbers[0]].view(0)), np.random.default_rng(numbers[0])
    network, views, origins = networks.shipped(code), [], []
    while playing := [number for number, game in games.items() if not game.is_over]:
        now = [games[k].view(games[k].to_move[0]) for k in playing]
        seen = [code.observe(view) for view in now]
        logits, _ = network.evaluate(np.stack([observation.flat for observation, _ in seen]))
        for k, view, (_, mask), row in zip(playing, now, seen, logits, strict=True):
            views.append(view)
            origins.append(k)
            legal = mask.nonzero()[0]
            chances = np.exp((row[legal].astype(float) - row[legal].max()) / WARMTH)
            if rng.random() < AT_RANDOM:
                chances[:] = 1
            action = int(rng.choice(legal, p=chances / chances.sum()))
            games[k].submit(games[k].to_move[0], code.move(view, action))
    states = records(np.array([view._states[0] for view in views], DUEL))
    return states, np.array([view.seat for view in views], np.int64), np.array(origins)


def examples(n_games: int) -> tuple[Any, Any, Any]:
    """Facts, what the network expects, and which of them are for measuring."""
    code = encoding_of(hp.new("duel", seed=0).view(0))
    tables, network = hp.new("duel", seed=0).view(0).edition.tables, networks.shipped(code)
    scratch, rng = DuelScratch().workspaces, generator(1)
    all_facts, all_values, all_unseen = [], [], []
    for first in range(0, n_games, TOGETHER):
        views, seats, numbers = watch(range(first, min(first + TOGETHER, n_games)))
        print(f"{first + TOGETHER} games watched", flush=True)
        for most, mixed in WAYS:
            states = records(np.zeros(len(views), DUEL))
            play_on(views, seats, states, tables, rng, scratch, most, mixed)
            facts = np.zeros((len(views), N_FACTS), np.float32)
            seen = np.zeros((len(views), code.size), np.int8)
            describe(states, tables, scratch, facts, seen)
            all_facts.append(facts)
            all_values.append(network.evaluate(seen)[1])
            all_unseen.append(numbers % UNSEEN == 0)
    return np.concatenate(all_facts), np.concatenate(all_values), np.concatenate(all_unseen)


def fit(facts: Any, values: Any, unseen: Any) -> Any:
    """The small network that comes closest to the large one."""
    x, y = torch.tensor(facts[~unseen]), torch.tensor(values[~unseen])
    far_x, far_y = torch.tensor(facts[unseen]), torch.tensor(values[unseen])
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Linear(facts.shape[1], INSIDE, bias=False), torch.nn.ReLU(),
        torch.nn.Linear(INSIDE, BEHIND), torch.nn.ReLU(),
        torch.nn.Linear(BEHIND, 1), torch.nn.Tanh(), torch.nn.Flatten(0),
    )  # fmt: skip
    optimiser = torch.optim.Adam(net.parameters())
    steps = len(x) // BATCH
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, EPOCHS * steps)
    for epoch in range(EPOCHS):
        for rows in torch.randperm(len(x))[: steps * BATCH].view(steps, BATCH):
            loss = torch.nn.functional.mse_loss(net(x[rows]), y[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
        with torch.no_grad():
            missed = torch.nn.functional.mse_loss(net(far_x), far_y) / far_y.var()
        print(f"epoch {epoch + 1}: explains {1 - missed:.1%} of what is expected in unseen games")
    return net


def arrays_of(net: Any) -> dict[str, Any]:
    """The weights as a file has them, 16 bits each."""
    first, second, last = (net[k] for k in (0, 2, 4))
    arrays = {
        "first": first.weight.T, "second": second.weight.T, "second_bias": second.bias,
        "last": last.weight[0], "last_bias": last.bias,
    }  # fmt: skip
    return {name: array.detach().numpy().astype(np.float16) for name, array in arrays.items()}


def main(n_games: int) -> None:
    np.savez_compressed(appraisal.FOLDER / "duel.npz", **arrays_of(fit(*examples(n_games))))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(int(sys.argv[1]))
