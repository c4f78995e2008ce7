"""Let a network learn from its own search: ``python -m lab.learn_from_search RULESET MINUTES OUT [START]``.

Games are played side by side for some minutes, and every decision by `neural-search` with some simulations. What the search tried most
is what the network learns to choose, and what came of it, half as the search says and half as the game ended, what it
learns to expect. In every third game some seats are a rival's, which plays in another way; what it chooses is learnt too. The network
begins as START, ours if none is named, and becomes OUT, which `neural:OUT` and `hepta train --start` read. It is
asked for all games together: a GPU makes that quick, without one it is a try.
"""

import sys
from dataclasses import replace
from math import tanh
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import torch

import heptapolis as hp
from heptapolis import networks
from heptapolis.bots.guided import LANES, GuidedSearch
from heptapolis.encodings import encoding, encoding_of
from heptapolis.games.classic.learning.guided import LEAD_SCALE_POINTS, LEAD_WEIGHT, WIN_WEIGHT
from heptapolis.kernel import entry
from heptapolis.kernel.guided import ROOT, USED_BRANCHES
from heptapolis.kernel.thinking import add_branch, close_node
from heptapolis.slots import GUIDED_SEARCH
from heptapolis.train.model import PolicyValue, precision
from heptapolis.variants import part_of
from lab.teaching import TEST_GAME_PERIOD, Desk, device, gather

SIMULATIONS = 128  # of a decision
RIVAL, MEETINGS = "mcts:300", 3  # who sits at some seats of one game of so many
RULESETS = ("duel", "classic", "classic+leaders")
TABLES = (3, 5, 3, 4, 3, 2, 5, 3, 7, 3, 6, 4)  # seats, but of Duel
TOGETHER, MOST_GAMES = 24, 10**6  # games that a process plays side by side; of a run
SAMPLED_SHARE = 0.25  # part of the decisions that are drawn by visits, so that games differ
SHARPNESS = 2.0  # power of the visits that is learnt: they are more even than the search is sure
EPOCHS, BATCH, RATE, LAST_RATE = 3, 2048, 2e-4, 1e-5


# ── games ────────────────────────────────────────────────────────────────────────────────────────


@entry
def answer(questions: Any, n: Any, logits: Any, values: Any, graph: Any, habits: Any) -> None:
    """What the network said to the first n questions."""
    for r in range(n):
        node, mask = graph.nodes[questions.nodes[r]], questions.masks[questions.rows[r]]
        node.value = values[r]
        first = last = graph.counts[USED_BRANCHES]
        for action in range(mask.shape[0]):
            if mask[action]:
                add_branch(graph.branches[last], action, logits[r, action])
                last += 1
        close_node(node, first, last, graph, habits)


class Patient(GuidedSearch):
    """A search that waits until the network is asked for many; with memory for its simulations alone."""

    most_nodes, most_worlds = 64 * SIMULATIONS, 2 * SIMULATIONS
    asked = 0  # questions that wait

    def _think(self, n: int) -> None:
        self.asked = n

    def open_root(self) -> int:
        """Once it is answered; returns how many actions there are."""
        self._first, self._n = (int(self._graph.nodes[ROOT][name]) for name in ("first", "n"))
        return self._n

    @property
    def is_done(self) -> bool:
        """It has its simulations, or no memory for more."""
        return not self.is_under_way and (self.simulations >= SIMULATIONS or self.is_full)

    def go_on(self, most: int) -> None:
        """Until there are questions."""
        self._deal_more()
        self.asked = self._gather(min(most, 2 * LANES))

    def take_answers(self) -> None:
        self._under_way = self._settle()


def answer_all(searches: list[Any], teacher: Desk, size: int) -> None:
    """All questions of some searches, asked together."""
    asking = [one for one in searches if one.asked]
    if not asking:
        return
    seen = [one._questions.observations[one._questions.rows[: one.asked], :size] for one in asking]
    logits, values = teacher(np.concatenate(seen))
    first = 0
    for one in asking:
        rows = slice(first, first + one.asked)
        answer(one._questions, one.asked, logits[rows], values[rows], one._graph, one.habits)
        first, one.asked = rows.stop, 0


def search_all(searches: list[Any], teacher: Desk, size: int) -> None:
    """Let searches come to their simulations; those with one action alone need none."""
    answer_all(searches, teacher, size)
    growing = [one for one in searches if one.open_root() > 1]
    while growing:
        for one in growing:
            one.go_on(0 if one.is_full else SIMULATIONS - one.simulations)
        answer_all(growing, teacher, size)
        for one in growing:
            one.take_answers()
        growing = [one for one in growing if not one.is_done]


def deal(ruleset: str, number: int) -> hp.Game:
    seats = {} if ruleset == "duel" else {"seats": TABLES[number % len(TABLES)]}
    return hp.new(ruleset, seed=number, **seats)


def rival_seats(game: Any, number: int, rng: Any) -> Any:
    """Those of a game that are the rival's; never all of them."""
    n = 0 if number % MEETINGS else rng.integers(1, game.players)
    return rng.permutation(game.players)[:n]


def results(game: Any) -> list[float]:
    """What seats are paid at the end, as networks are."""
    won = game.ranking()[0]
    pay = [2 / len(won) - 1 if seat in won else -1.0 for seat in range(game.players)]
    if game.game == "duel":
        return [0.0 if len(won) > 1 else one for one in pay]
    points = [sheet["total"] for sheet in game.scores()]
    ahead = [points[k] - max(points[:k] + points[k + 1 :]) for k in range(game.players)]
    return [
        WIN_WEIGHT * a + LEAD_WEIGHT * tanh(b / LEAD_SCALE_POINTS)
        for a, b in zip(pay, ahead, strict=True)
    ]


def examples(part: tuple[str, range, str], teacher: Desk) -> tuple[Any, ...]:
    """What seats saw and might do, how often the search tried what, what it expected and what came
    of it, and the games they are of."""
    ruleset, numbers, start = part
    rng = np.random.default_rng(numbers[0])
    games = {number: deal(ruleset, number) for number in numbers}
    rivals = {number: rival_seats(game, number, rng) for number, game in games.items()}
    rows: list[tuple[Any, ...]] = []
    play_all(games, rivals, start, teacher, rng, rows)
    ends = {number: results(game) for number, game in games.items()}
    seen, masks, tried, expected, origins, seats = (list(one) for one in zip(*rows, strict=True))
    came = np.array([ends[k][seat] for k, seat in zip(origins, seats, strict=True)])
    says = np.array(expected, float)  # nan: a rival, which does not say what it expects
    hoped = np.where(np.isnan(says), came, 0.5 * says + 0.5 * came)
    return (
        np.stack(seen),
        np.stack(masks),
        np.stack(tried),
        hoped.astype(np.float32),
        np.array(origins),
    )


def play_all(
    games: Any, rivals: Any, start: str, teacher: Desk, rng: Any, rows: list[tuple[Any, ...]]
) -> None:
    """To the end; lessons become rows."""
    first = next(iter(games.values())).view(0)
    code, rival, chance = encoding_of(first), hp.bot(RIVAL), Random(int(rng.integers(2**63)))
    network, its_search = networks.load(start, code), part_of(first, GUIDED_SEARCH)
    kind: Any = type("PatientSearch", (Patient, cast(type, its_search)), {})
    while playing := [number for number, game in games.items() if not game.is_over]:
        deciders = [(k, seat, games[k].view(seat)) for k in playing for seat in games[k].to_move]
        own = [one for one in deciders if one[1] not in rivals[one[0]]]
        searches = [kind(view, code, network, int(rng.integers(2**63))) for _, _, view in own]
        search_all(searches, teacher, code.size)
        for (k, seat, view), search in zip(own, searches, strict=True):
            facts, chosen = search.facts(), 0
            if len(facts) > 1:
                visits = np.array([fact.visits for fact in facts], float)
                expected = np.dot(visits, [fact.value for fact in facts]) / visits.sum()
                actions = [fact.action for fact in facts]
                rows.append((*lesson(view, code, actions, visits), float(expected), k, seat))
                if rng.random() < SAMPLED_SHARE:
                    chosen = int(rng.choice(len(facts), p=visits / visits.sum()))
            games[k].submit(seat, code.move(view, facts[chosen].action))
        for k, seat, view in deciders:
            if seat in rivals[k]:
                move = rival.choose(view, chance)
                actions = [code.action(view, move)]
                rows.append((*lesson(view, code, actions, np.ones(1)), None, k, seat))
                games[k].submit(seat, move)


def lesson(view: Any, code: Any, actions: list[int], visits: Any) -> tuple[Any, Any, Any]:
    """What a seat saw and might do, and what it is to choose."""
    observation, mask = code.observe(view)
    tried, sharp = np.zeros(code.n_actions, np.float16), visits**SHARPNESS
    tried[actions] = sharp / sharp.sum()
    return observation.flat.copy(), mask.copy(), tried


# ── learning ─────────────────────────────────────────────────────────────────────────────────────


def losses(net: Any, rows: Any, arrays: Any) -> tuple[Any, Any]:
    """How far choices and expectations are from what was learnt, a mean of some rows."""
    seen, masks, tried, values = (one[rows] for one in arrays)
    ordinary = torch.full((len(seen),), networks.ORDINARY_CHARACTER, device=seen.device)
    with precision(device()):
        chances, expected = net.log_probabilities(seen, ordinary, masks)
    choice = -(tried.float() * chances.float()).sum(1).mean()
    return choice, torch.nn.functional.mse_loss(expected.float(), values)


def measure(net: Any, rows: Any, arrays: Any) -> str:
    with torch.inference_mode():
        parts = [torch.stack(losses(net, some, arrays)) for some in rows.split(BATCH)]
    choice, expected = torch.stack(parts).mean(0).tolist()
    return f"choices {choice:.4f}, expected {expected:.4f}"


def learn(net: Any, arrays: Any, games: Any) -> None:
    """All examples some times over; one game of so many is for measuring."""
    unseen = torch.from_numpy(games % TEST_GAME_PERIOD == 0)
    known, far = (one.nonzero()[:, 0].to(device()) for one in (~unseen, unseen))
    print(f"{len(known)} examples; unseen games before: {measure(net, far, arrays)}", flush=True)
    steps = -(-len(known) // BATCH) * EPOCHS
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.0)
    fall = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, LAST_RATE / RATE, steps)
    for epoch in range(EPOCHS):
        for rows in known[torch.randperm(len(known), device=device())].split(BATCH):
            loss = sum(losses(net, rows, arrays))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            fall.step()
        print(f"epoch {epoch + 1}: {measure(net, far, arrays)}", flush=True)


def main(ruleset: str, minutes: float, out: Path, start: Path) -> None:
    luck = np.random.default_rng()
    first = int(luck.integers(1, 1000)) * 10 * MOST_GAMES  # so that every run has its own deals
    parts = (
        (ruleset, range(k, k + TOGETHER), str(start))
        for k in range(first, first + MOST_GAMES, TOGETHER)
    )
    code = encoding(ruleset)
    *found, games = gather(examples, parts, code, start, minutes)
    header, weights = networks.read(start)
    net = PolicyValue(header.architecture, code)
    net.read(weights)
    net.to(device())
    learn(net, [torch.from_numpy(one).to(device()) for one in found], games)
    lessons = {"from": start.name, "games": len(np.unique(games)), "decisions": len(games)}
    networks.write(out, replace(header, training={"search": lessons}), net.arrays())
    print(f"wrote {out}")


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5) or sys.argv[1] not in RULESETS:
        sys.exit(__doc__)
    name, minutes, out, *starts = sys.argv[1:]
    if not Path(out).absolute().parent.is_dir():
        sys.exit(f"{out}: no such folder")
    own = networks.WEIGHTS_FOLDER / f"{name}.npz"
    main(name, float(minutes), Path(out), Path(starts[0]) if starts else own)
