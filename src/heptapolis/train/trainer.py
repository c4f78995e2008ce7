"""A slice of training from start to end."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

import numpy as np
import torch

from heptapolis import networks
from heptapolis.networks import Architecture, Coding, Header
from heptapolis.train import checkpoint
from heptapolis.train.characters import Troupe
from heptapolis.train.checkpoint import CURVES, METRICS, MOST_WEIGHTS, TrainingState
from heptapolis.train.evaluation import OnDevice, match
from heptapolis.train.metrics import Journal, Line
from heptapolis.train.model import PolicyValue
from heptapolis.train.population import CURRENT, Player, Population
from heptapolis.train.recipes import CPU_GAMES, Recipe
from heptapolis.train.rollout import Environment, GameCount, Half, play
from heptapolis.train.settings import Slope, TrainingSettings
from heptapolis.train.update import improve, lessons

HALVES = 2  # of the games: see `rollout`
SAVE_EVERY = 120.0  # seconds
SAVING = 5.0  # seconds that are left for it at the end of a slice
MATCH_SECONDS = 8.0  # that a match on the way may take
LAST_MATCH_SECONDS = 25.0  # ... and one at the end
QUICK = 5e-4  # seconds after which a thread of the rules gets the interpreter at the latest

Watch = Callable[[Line], None]


@dataclass(frozen=True)
class Ground:
    """What is trained on: games, their encoding, and how to go about it."""

    recipe: Recipe
    coding: Coding
    make_env: Callable[[int, int], Environment]  # from a number of games and a seed
    catalogue: str = ""  # the fingerprint of the cards


class Trainer:
    """Plays, learns, evaluates and keeps, until the slice is over.

    The slice began at ``started`` (`time.monotonic`); ``watch`` hears every line of the journal.
    """

    def __init__(
        self,
        settings: TrainingSettings,
        ground: Ground,
        *,
        started: float | None = None,
        watch: Watch = lambda _: None,
    ) -> None:
        self.settings, self._ground, self._watch = settings, ground, watch
        self._started = monotonic() if started is None else started
        self.device = _device(settings.device)
        recipe = ground.recipe
        self._learning = replace(
            recipe.learning,
            learning_rate=settings.learning_rate or recipe.learning.learning_rate,
            entropy=settings.entropy or recipe.learning.entropy,
        )
        games = settings.games or (recipe.games if self.device.type == "cuda" else CPU_GAMES)
        # The slice's number is part of its seed, so that no slice plays the games of another.
        folder = settings.folder
        n_slices = (
            len(TrainingState.read(folder / checkpoint.STATE).slices) if settings.resume else 0
        )
        seeds = np.random.SeedSequence([settings.seed, n_slices]).spawn(2 + HALVES)
        torch.manual_seed(_number(seeds[0]))
        self._chance = torch.Generator(self.device).manual_seed(_number(seeds[1]))
        sizes = [games - games // HALVES, *([games // HALVES] * (HALVES - 1))]
        environments = [
            ground.make_env(size, _number(seed))
            for size, seed in zip(sizes, seeds[2:], strict=True)
            if size
        ]
        self._troupe = Troupe(recipe.characters, environments[0].fact_names)
        self.header = self._header()
        self.population = self._population()
        self.state = self._begin()
        self.journal = Journal(folder / METRICS, resume=settings.resume)
        self._halves = [
            Half(
                env, self.population, self._troupe, recipe, self.device, np.random.default_rng(seed)
            )
            for env, seed in zip(environments, seeds[2:], strict=False)
        ]
        self.helper: subprocess.Popen[bytes] | None = None  # compiles what matches need
        self._match_seconds: dict[str, float] = {}  # a game against each rival
        self._first = self.state.iteration
        self._seconds_before = self.state.seconds

    # ── the slice ────────────────────────────────────────────────────────────────────────────────

    def run(self) -> TrainingState:
        """Iterations until the slice is over, then matches; all is kept, also if interrupted."""
        self._warm_seconds = self.elapsed
        self._slice: Line = {
            "settings": _told(self.settings), "device": _device_name(self.device),
            "weights": self.header.architecture.n_weights, "began_at": self.state.iteration,
        }  # fmt: skip
        saved = evaluated = monotonic()
        longest, interval = 0.0, sys.getswitchinterval()
        sys.setswitchinterval(QUICK)
        try:
            while not self._is_over(longest):
                begun = monotonic()
                self._iterate()
                longest = (
                    max(longest, monotonic() - begun)
                    if self.state.iteration > self._first + 1
                    else 0
                )
                if self._is_time_to_evaluate(evaluated):
                    self.evaluate(self.settings.matches, MATCH_SECONDS)
                    evaluated = monotonic()
                if monotonic() - saved > SAVE_EVERY:
                    self.save()
                    saved = monotonic()
            self.evaluate(self.settings.last_matches, LAST_MATCH_SECONDS)
        finally:
            sys.setswitchinterval(interval)
            if self.helper:
                self.helper.kill()
                self.helper.wait()
            self._slice |= {
                "seconds": round(self.elapsed, 1), "before_first": round(self._warm_seconds, 1),
                "iterations": self.state.iteration - self._first,
            }  # fmt: skip
            self.save(ends_slice=True)
            self.journal.draw(self.settings.folder / CURVES)
        return self.state

    @property
    def elapsed(self) -> float:
        return monotonic() - self._started

    @property
    def progress(self) -> float:
        """From 0 to 1: by iterations where their number is given, which is the same on every
        machine, else by time."""
        if self.settings.iterations:
            return min(1.0, (self.state.iteration - self._first) / self.settings.iterations)
        return min(
            1.0, (self.elapsed - self._warm_seconds) / max(1.0, self._time - self._warm_seconds)
        )

    @property
    def _time(self) -> float:
        """Seconds from the start of the slice until the last matches begin."""
        assert self.settings.minutes
        matches = 0.0
        for rival in self.settings.rivals:
            a_game = self._match_seconds.get(rival, LAST_MATCH_SECONDS)
            matches += min(LAST_MATCH_SECONDS, 1.3 * a_game * self.settings.last_matches)
        return 60 * self.settings.minutes - SAVING - matches

    def _is_over(self, longest: float) -> bool:
        done = self.state.iteration - self._first
        if self.settings.iterations and done >= self.settings.iterations:
            return True
        return bool(self.settings.minutes) and self.elapsed + longest > self._time

    def _is_time_to_evaluate(self, last: float) -> bool:
        """Not where the end is near, which has matches of its own."""
        if not self.settings.minutes:
            return False
        every = 60 * self.settings.evaluate_every
        return monotonic() - last > every and self.elapsed + every / 2 < self._time

    def _iterate(self) -> None:
        """A rollout, and everybody who learns does so."""
        begun, progress = monotonic(), self.progress
        play(self._halves, self._ground.recipe.steps, self._chance)
        self._wait()
        played = monotonic()
        losses = {}
        for number in self.population.learners:
            trajectories = [half.trajectories[number] for half in self._halves]
            learnt = lessons(trajectories, self._learning.smoothing)
            if learnt and len(learnt) > 1:
                losses[number] = improve(
                    self.population.players[number], learnt, self._learning,
                    _at(self._learning.learning_rate, progress),
                    _at(self._learning.entropy, progress), self._chance,
                )  # fmt: skip
        self._wait()
        counts = [half.count for half in self._halves]
        state = self.state
        state.iteration += 1
        state.decisions += sum(one.decisions for one in counts)
        state.games += sum(one.games for one in counts)
        state.seconds = self._seconds_before + self.elapsed
        self.population.age(state.iteration, _lead(counts), self._learning)
        now = monotonic()
        self._note(
            {
                "progress": round(progress, 4),
                "rollout_seconds": round(played - begun, 3),
                "update_seconds": round(now - played, 3),
                "decisions_per_second": round(sum(one.decisions for one in counts) / (now - begun)),
                "losses": {name: round(v, 5) for name, v in losses.get(CURRENT, {}).items()},
                **_summary(counts),
            }
        )

    def _wait(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def evaluate(self, games: int, seconds: float) -> None:
        """Matches against bots, the network playing its best moves."""
        results = []
        for rival in self.settings.rivals:
            network = OnDevice(self.population.current.network, self.device)
            for seats in self._ground.recipe.match_seats:
                limit = seconds / len(self._ground.recipe.match_seats)
                result = match(network, self.settings.ruleset, rival, games, seats, limit)
                results.append(result.to_json())
                self._match_seconds[rival] = result.seconds / result.games
        if results:
            self._slice["matches"] = results
            self._note({"matches": results})

    def _note(self, facts: Line) -> None:
        line = {
            "slice": len(self.state.slices) + 1, "iteration": self.state.iteration,
            "seconds": round(self.state.seconds, 1), "decisions": self.state.decisions,
            "games": self.state.games, **facts,
        }  # fmt: skip
        self.journal.add(line)
        self._watch(line)

    def save(self, *, ends_slice: bool = False) -> None:
        """The whole state into the folder."""
        state = self.state
        if ends_slice:
            state.slices.append(self._slice)
        training = {
            "slices": len(state.slices), "minutes": round(state.seconds / 60, 1),
            "decisions": state.decisions, "games": state.games,
            "matches": self._slice.get("matches", []),
        }  # fmt: skip
        header = replace(self.header, training=training)
        checkpoint.save(self.settings.folder, self.population, header, state)

    # ── the beginning ────────────────────────────────────────────────────────────────────────────

    def _header(self) -> Header:
        """Of the networks; a training that goes on keeps its size."""
        coding, settings, recipe = self._ground.coding, self.settings, self._ground.recipe
        width, blocks = settings.width or recipe.width, settings.blocks or recipe.blocks
        source = settings.folder / checkpoint.NETWORK if settings.resume else settings.start
        source = source or settings.against
        if source:
            header, _ = networks.read(source)
            header.check(coding, source)
            width, blocks = header.architecture.width, header.architecture.blocks
        size = networks.architecture(coding, width, blocks, len(self._troupe.names))
        if size.n_weights > MOST_WEIGHTS:
            raise ValueError(
                f"a network of {size.n_weights:,} weights: at most {MOST_WEIGHTS:,}, "
                f"so that no file of a checkpoint is larger than 15 MiB"
            )
        names, catalogue = self._troupe.names, self._ground.catalogue
        return Header(coding.ruleset, coding.version, size, names, catalogue)

    def _population(self) -> Population:
        """Networks that know nothing yet."""
        mixture, against = self._ground.recipe.mixture, self.settings.against
        players = [self._player("current")]
        players[CURRENT].learn(self._learning)
        if against:
            rival = self._player("rival", self._architecture_of(against))
            rival.plays_best = True
            return Population([*players, rival], mixture, filled=1, frozen_rival=True)
        players += [self._player(f"past {k + 1}") for k in range(mixture.past_selves)]
        if not mixture.exploiter:
            return Population(players, mixture)
        players.append(self._player("exploiter"))
        players[-1].learn(self._learning)
        return Population(players, mixture, exploiter=len(players) - 1)

    def _architecture_of(self, path: Any) -> Architecture:
        header, _ = networks.read(path)
        header.check(self._ground.coding, path)
        return header.architecture

    def _player(self, name: str, size: Architecture | None = None) -> Player:
        network = PolicyValue(size or self.header.architecture, self._ground.coding)
        return Player(name, network.to(self.device))

    def _begin(self) -> TrainingState:
        """Weights from where they are to come from; the exploiter begins as the player."""
        settings, population = self.settings, self.population
        start = settings.start or settings.against
        if settings.against:
            population.players[1].network.read(networks.read(settings.against)[1])
        if settings.resume:
            return checkpoint.restore(settings.folder, population, self.header)
        if start:
            checkpoint.read_network(start, population.current, self.header)
        if population.exploiter is not None:
            population.players[population.exploiter].network.copy_from(population.current.network)
        return TrainingState()


def train(
    settings: TrainingSettings, *, started: float | None = None, watch: Watch = lambda _: None
) -> Trainer:
    """Make a trainer for the games of a ruleset. What bots need is compiled beside it."""
    from heptapolis.encodings import encoding
    from heptapolis.train.recipes import RECIPES
    from heptapolis.variants import ruleset
    from heptapolis.vector import VectorEnv
    from heptapolis.warm_up import is_cold

    helper = None
    rules = ruleset(settings.ruleset)
    recipe, coding = RECIPES.of(rules.variant.rules), encoding(rules)
    seats = settings.seats or recipe.seats
    if settings.rivals and is_cold():
        match_facts = settings.ruleset, list(settings.rivals), recipe.match_seats[0]
        code = f"from heptapolis.train.evaluation import warm; warm(*{match_facts!r})"
        helper = subprocess.Popen([sys.executable, "-c", code])

    def make_env(games: int, seed: int) -> Environment:
        return VectorEnv(rules, games, seed=seed, threads=settings.threads, seats=seats)

    ground = Ground(recipe, coding, make_env, coding.edition.fingerprint)
    trainer = Trainer(settings, ground, started=started, watch=watch)
    trainer.helper = helper
    return trainer


def _device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("device: there is no GPU that PyTorch could use")
    return torch.device(name)


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name() if device.type == "cuda" else "CPU"


def _number(seed: np.random.SeedSequence) -> int:
    return int(seed.generate_state(1)[0])


def _at(slope: Slope, progress: float) -> float:
    return slope[0] + (slope[1] - slope[0]) * progress


def _told(settings: TrainingSettings) -> dict[str, Any]:
    """Settings that were chosen."""
    return {
        name: value if isinstance(value, int | float | str | bool) else str(value)
        for name, value in vars(settings).items()
        if value is not None
    }


def _lead(counts: Sequence[GameCount]) -> float | None:
    """By how much exploiters did better than the player, in their games together."""
    means = [(one.results["exploiter"], one.rivals["exploiter"]) for one in counts]
    n = sum(ours.n for ours, _ in means), sum(theirs.n for _, theirs in means)
    if not all(n):
        return None
    totals = sum(ours.total for ours, _ in means), sum(theirs.total for _, theirs in means)
    return totals[1] / n[1] - totals[0] / n[0]


def _summary(counts: Sequence[GameCount]) -> Line:
    """Shares of wins by whom the player met, how its games with itself ended, mean facts."""
    against: dict[str, float] = {}
    for name in sorted({name for one in counts for name in one.results}):
        n = sum(one.results[name].n for one in counts)
        if n:
            mean = sum(one.results[name].total for one in counts) / n
            against[name] = round((mean + 1) / 2, 4)
    ends: dict[str, int] = {}
    for one in counts:
        for name, number in one.outcomes.items():
            ends[name] = ends.get(name, 0) + number
    all_ends = sum(ends.values())
    facts = {}
    for name in counts[0].facts:
        n = sum(one.facts[name].n for one in counts)
        if n:
            facts[name] = round(sum(one.facts[name].total for one in counts) / n, 3)
    return {
        "against": against,
        "outcomes": {name: round(number / all_ends, 4) for name, number in sorted(ends.items())},
        "facts": facts,
    }
