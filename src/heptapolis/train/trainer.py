"""A slice of training from start to end."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np
import torch

from heptapolis.bots import bot
from heptapolis.train import checkpoint
from heptapolis.train.beginning import begin
from heptapolis.train.characters import Troupe, names_of
from heptapolis.train.checkpoint import CURVES_FILE, METRICS_FILE, TrainingState
from heptapolis.train.counting import sum_counts
from heptapolis.train.evaluation import Evaluation
from heptapolis.train.ground import Ground, ground_of
from heptapolis.train.journal import Journal
from heptapolis.train.metrics import Line, response
from heptapolis.train.population import TRAINED_PLAYER
from heptapolis.train.recipes import CPU_GAMES, Recipe
from heptapolis.train.rollout import Half, play
from heptapolis.train.settings import Learning, Slope, TrainingSettings
from heptapolis.train.update import improve, lessons
from heptapolis.warm_up import is_cold

N_HALVES = 2  # of the games: see `rollout`
SAVE_INTERVAL_SECONDS = 120.0  # seconds
SAVE_RESERVE_SECONDS = 5.0  # seconds reserved for saving at the end of a slice
PEER_INTERVAL_MINUTES = 0.25  # minutes between evaluations without bots, which take almost no time
SWITCH_INTERVAL_SECONDS = (
    5e-4  # the interpreter's switch interval in seconds, for the threads of the rules
)

Watch = Callable[[Line], None]


class Trainer:
    """Plays, learns, evaluates and saves until the slice is over.

    The slice began at ``started`` (`time.monotonic`); ``watch`` is called with every line of the
    journal.
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
        recipe, folder = ground.recipe, settings.folder
        self._learning = _learning_of(settings, recipe)
        # The seed includes the slice's number, so that no slice repeats the games of another.
        past = TrainingState.read(folder / checkpoint.STATE_FILE).slices if settings.resume else []
        seeds = np.random.SeedSequence([settings.seed, len(past)]).spawn(2 + N_HALVES)
        torch.manual_seed(_as_seed(seeds[0]))
        self._chance = torch.Generator(self.device).manual_seed(_as_seed(seeds[1]))
        names = names_of(recipe.characters)
        beginning = begin(settings, ground, names, self._learning, self.device)
        games = settings.games or (recipe.games if self.device.type == "cuda" else CPU_GAMES)
        sizes = games - games // N_HALVES, games // N_HALVES
        environments = [
            ground.make_env(size, _as_seed(seed), None)
            for size, seed in zip(sizes, seeds[2:], strict=True)
        ]
        troupe = Troupe(recipe.characters, environments[0].fact_names)
        self.header, self.population = beginning.header, beginning.population
        self.state = beginning.state
        self.journal = Journal(folder / METRICS_FILE, resume=settings.resume)
        self._evaluation = Evaluation(settings, ground, beginning, self.device)
        self._halves = [
            Half(env, self.population, troupe, recipe, self.device, np.random.default_rng(seed))
            for env, seed in zip(environments, seeds[2:], strict=True)
        ]
        self.helper: subprocess.Popen[bytes] | None = None  # compiles the code for matches
        self._first = self.state.iteration
        self._seconds_before = self.state.seconds

    # ── the slice ────────────────────────────────────────────────────────────────────────────────

    def run(self) -> TrainingState:
        """Run iterations until the slice is over, then matches; save everything, also if
        interrupted."""
        self._warm_seconds = self.elapsed
        self._slice: Line = {
            "settings": _set_values(self.settings),
            "device": _device_name(self.device),
            "learning_rate": self._learning.learning_rate,
            "entropy": self._learning.entropy,
            "weights": self.header.architecture.n_weights,
            "began_at": self.state.iteration,
        }
        saved = evaluated = monotonic()
        longest, interval = 0.0, sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        try:
            while not self._is_over(longest):
                begun = monotonic()
                self._iterate()
                if self.state.iteration > self._first + 1:  # the first one includes compilation
                    longest = max(longest, monotonic() - begun)
                if self._is_time_to_evaluate(evaluated):
                    self._note_matches(self._evaluation.play_interim_matches())
                    evaluated = monotonic()
                if monotonic() - saved > SAVE_INTERVAL_SECONDS:
                    self.save()
                    saved = monotonic()
            self._note_matches(self._evaluation.play_last_matches())
        finally:
            sys.setswitchinterval(interval)
            kill_helper(self.helper)
            self._slice |= {
                "seconds": round(self.elapsed, 1),
                "before_first": round(self._warm_seconds, 1),
                "iterations": self.state.iteration - self._first,
            }
            if rival := self.population.frozen_rival:
                self._slice["response"] = response(self.journal.lines, rival)
            self.save(ends_slice=True)
            self.journal.draw(self.settings.folder / CURVES_FILE)
        return self.state

    @property
    def elapsed(self) -> float:
        return monotonic() - self._started

    @property
    def progress(self) -> float:
        """The progress from 0 to 1: by iterations if their number is set, which is
        machine-independent, else by time."""
        if self.settings.iterations:
            return min(1.0, (self.state.iteration - self._first) / self.settings.iterations)
        return min(
            1.0, (self.elapsed - self._warm_seconds) / max(1.0, self._time - self._warm_seconds)
        )

    @property
    def _time(self) -> float:
        """The seconds from the start of the slice until the last matches begin."""
        assert self.settings.minutes
        return 60 * self.settings.minutes - SAVE_RESERVE_SECONDS - self._evaluation.last_seconds

    def _is_over(self, longest: float) -> bool:
        done = self.state.iteration - self._first
        if self.settings.iterations and done >= self.settings.iterations:
            return True
        return bool(self.settings.minutes) and self.elapsed + longest > self._time

    def _is_time_to_evaluate(self, last: float) -> bool:
        """Return whether to evaluate now; not shortly before the end, which has its own matches."""
        if not self.settings.minutes:
            return False
        every = 60 * (
            self.settings.evaluate_every if self.settings.rivals else PEER_INTERVAL_MINUTES
        )
        return monotonic() - last > every and self.elapsed + every / 2 < self._time

    def _iterate(self) -> None:
        """Play a rollout and update all learners."""
        begun, progress = monotonic(), self.progress
        play(self._halves, self._ground.recipe.steps, self._chance)
        self._wait()
        played = monotonic()
        losses = {}
        for number in self.population.learners:
            trajectories = [half.trajectories[number] for half in self._halves]
            if learnt := lessons(trajectories, self._learning.smoothing):
                losses[number] = improve(
                    self.population.players[number],
                    learnt,
                    self._learning,
                    _interpolate(self._learning.learning_rate, progress),
                    _interpolate(self._learning.entropy, progress),
                    self._chance,
                )
        self._wait()
        state, count = self.state, sum_counts(half.count for half in self._halves)
        state.iteration += 1
        state.decisions += count.decisions
        state.games += count.games
        state.seconds = self._seconds_before + self.elapsed
        self.population.age(state.iteration, count.exploiter_lead, self._learning)
        now = monotonic()
        self._note(
            {
                "progress": round(progress, 4),
                "rollout_seconds": round(played - begun, 3),
                "update_seconds": round(now - played, 3),
                "decisions_per_second": round(count.decisions / (now - begun)),
                "losses": {name: round(v, 5) for name, v in losses.get(TRAINED_PLAYER, {}).items()},
                **count.summary(),
            }
        )

    def _wait(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def _note_matches(self, matches: list[Line]) -> None:
        if matches:
            self._slice["matches"] = matches
            self._note({"matches": matches})

    def _note(self, facts: Line) -> None:
        line = {
            "slice": len(self.state.slices) + 1,
            "iteration": self.state.iteration,
            "seconds": round(self.state.seconds, 1),
            "decisions": self.state.decisions,
            "games": self.state.games,
            **facts,
        }
        self.journal.add(line)
        self._watch(line)

    def save(self, *, ends_slice: bool = False) -> None:
        """Save the whole state into the folder."""
        state = self.state
        state.seconds = self._seconds_before + self.elapsed
        if ends_slice:
            state.slices.append(self._slice)
        training = {
            "slices": len(state.slices),
            "minutes": round(state.seconds / 60, 1),
            "decisions": state.decisions,
            "games": state.games,
            "matches": self._slice.get("matches", []),
        }
        header = replace(self.header, training=training)
        checkpoint.save(self.settings.folder, self.population, header, state)


def train(
    settings: TrainingSettings, *, started: float | None = None, watch: Watch = lambda _: None
) -> Trainer:
    """Create a trainer for the games of a ruleset. A helper process compiles the bots meanwhile."""
    ground, helper = ground_of(settings), None
    for rival in settings.rivals:
        bot(rival)  # raises UnknownBot
    if settings.rivals and is_cold():
        match_facts = settings.ruleset, list(settings.rivals), ground.recipe.match_seats[0]
        code = f"from heptapolis.train import bot_matches as m; m.compile_matches(*{match_facts!r})"
        helper = subprocess.Popen([sys.executable, "-c", code])
    try:
        trainer = Trainer(settings, ground, started=started, watch=watch)
    except BaseException:
        kill_helper(helper)
        raise
    trainer.helper = helper
    return trainer


def kill_helper(helper: subprocess.Popen[bytes] | None) -> None:
    """Kill the helper process, if it is still running."""
    if helper:
        helper.kill()
        helper.wait()


def _learning_of(settings: TrainingSettings, recipe: Recipe) -> Learning:
    """Return the recipe's hyperparameters with the overrides of the settings."""
    usual = recipe.response if settings.against else recipe.learning
    return replace(
        usual,
        learning_rate=settings.learning_rate or usual.learning_rate,
        entropy=settings.entropy or usual.entropy,
    )


def _device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("device: there is no GPU that PyTorch could use")
    return torch.device(name)


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name() if device.type == "cuda" else "CPU"


def _as_seed(seed: np.random.SeedSequence) -> int:
    return int(seed.generate_state(1)[0])


def _interpolate(slope: Slope, progress: float) -> float:
    return slope[0] + (slope[1] - slope[0]) * progress


def _set_values(settings: TrainingSettings) -> dict[str, Any]:
    """Return the settings that were set."""
    return {
        name: value if isinstance(value, int | float | str | bool) else str(value)
        for name, value in vars(settings).items()
        if value is not None
    }
