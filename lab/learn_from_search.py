"""Train a network on its own search: ``python -m lab.learn_from_search RULESET MINUTES OUT [START]``.

Parallel games are played for some minutes, with `neural-search` and some simulations for every decision. The
network learns to choose the most visited moves, and to predict the mean of the search's value and the result.
In every third game a rival with another style plays some seats; its choices are learnt too. The network starts
as START, by default the shipped one, and is written to OUT, which `neural:OUT` and `hepta train --start` read.
It evaluates all games together: a GPU makes that fast, without one it is only a trial.
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

SIMULATIONS = 128  # per decision
RIVAL, MEETINGS = "mcts:300", 3  # plays some seats in one game of this number
RULESETS = ("duel", "classic", "classic+leaders")
TABLES = (3, 5, 3, 4, 3, 2, 5, 3, 7, 3, 6, 4)  # seats, except in Duel
TOGETHER, MOST_GAMES = 24, 10**6  # parallel games of a process; games of a run
SAMPLED_SHARE = 0.25  # share of decisions drawn by visits, so that games differ
SHARPNESS = (
    2.0  # exponent of the learnt visits, which are more even than the certainty of the search
)
EPOCHS, BATCH_ROWS, RATE, LAST_RATE = 3, 2048, 2e-4, 1e-5


# ── games ────────────────────────────────────────────────────────────────────────────────────────


@entry
def answer(questions: Any, n: Any, logits: Any, values: Any, graph: Any, habits: Any) -> None:
    """Return the network's answers to the first n questions."""
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
    """A search that waits for batches of the network, with memory only for its simulations."""

    most_nodes, most_worlds = 64 * SIMULATIONS, 2 * SIMULATIONS
    asked = 0  # waiting questions

    def _think(self, n: int) -> None:
        self.asked = n

    def open_root(self) -> int:
        """Open the root after its answer; return the number of actions."""
        self._first, self._n = (int(self._graph.nodes[ROOT][name]) for name in ("first", "n"))
        return self._n

    @property
    def is_done(self) -> bool:
        """Return whether all simulations are made, or the memory is full."""
        return not self.is_under_way and (self.simulations >= SIMULATIONS or self.is_full)

    def go_on(self, most: int) -> None:
        """Continue until there are questions."""
        self._deal_more()
        self.asked = self._gather(min(most, 2 * LANES))

    def take_answers(self) -> None:
        self._under_way = self._settle()


def answer_all(searches: list[Any], teacher: Desk, size: int) -> None:
    """Answer all questions of some searches in one batch."""
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
    """Run searches to their number of simulations; those with a single action need none."""
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
    """Return the seats of the rival in a game; never all."""
    n = 0 if number % MEETINGS else rng.integers(1, game.players)
    return rng.permutation(game.players)[:n]


def results(game: Any) -> list[float]:
    """Return the rewards of seats at the end."""
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
    """Return observations, masks, visits, expected values, results, and the games of decisions."""
    ruleset, numbers, start = part
    rng = np.random.default_rng(numbers[0])
    games = {number: deal(ruleset, number) for number in numbers}
    rivals = {number: rival_seats(game, number, rng) for number, game in games.items()}
    rows: list[tuple[Any, ...]] = []
    play_all(games, rivals, start, teacher, rng, rows)
    ends = {number: results(game) for number, game in games.items()}
    seen, masks, tried, expected, origins, seats = (list(one) for one in zip(*rows, strict=True))
    came = np.array([ends[k][seat] for k, seat in zip(origins, seats, strict=True)])
    says = np.array(expected, float)  # nan for a rival, which has no value
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
    """Play games to the end and store their lessons as rows."""
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
    """Return the observation and mask of a seat, and its target choice."""
    observation, mask = code.observe(view)
    tried, sharp = np.zeros(code.n_actions, np.float16), visits**SHARPNESS
    tried[actions] = sharp / sharp.sum()
    return observation.flat.copy(), mask.copy(), tried


# ── learning ─────────────────────────────────────────────────────────────────────────────────────


def losses(net: Any, rows: Any, arrays: Any) -> tuple[Any, Any]:
    """Return the mean losses of choices and values over some rows."""
    seen, masks, tried, values = (one[rows] for one in arrays)
    ordinary = torch.full((len(seen),), networks.ORDINARY_CHARACTER, device=seen.device)
    with precision(device()):
        chances, expected = net.log_probabilities(seen, ordinary, masks)
    choice = -(tried.float() * chances.float()).sum(1).mean()
    return choice, torch.nn.functional.mse_loss(expected.float(), values)


def measure(net: Any, rows: Any, arrays: Any) -> str:
    with torch.inference_mode():
        parts = [torch.stack(losses(net, some, arrays)) for some in rows.split(BATCH_ROWS)]
    choice, expected = torch.stack(parts).mean(0).tolist()
    return f"choices {choice:.4f}, expected {expected:.4f}"


def learn(net: Any, arrays: Any, games: Any) -> None:
    """Learn from all examples several times; a part of the games is kept for validation."""
    unseen = torch.from_numpy(games % TEST_GAME_PERIOD == 0)
    known, far = (one.nonzero()[:, 0].to(device()) for one in (~unseen, unseen))
    print(f"{len(known)} examples; unseen games before: {measure(net, far, arrays)}", flush=True)
    steps = -(-len(known) // BATCH_ROWS) * EPOCHS
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.0)
    fall = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, LAST_RATE / RATE, steps)
    for epoch in range(EPOCHS):
        for rows in known[torch.randperm(len(known), device=device())].split(BATCH_ROWS):
            loss = sum(losses(net, rows, arrays))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            fall.step()
        print(f"epoch {epoch + 1}: {measure(net, far, arrays)}", flush=True)


def main(ruleset: str, minutes: float, out: Path, start: Path) -> None:
    luck = np.random.default_rng()
    first = int(luck.integers(1, 1000)) * 10 * MOST_GAMES  # every run has its own deals
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
    own = networks.shipped_files()[name]
    main(name, float(minutes), Path(out), Path(starts[0]) if starts else own)
