"""Settings of a training slice."""

from dataclasses import dataclass
from pathlib import Path

Slope = tuple[float, float]  # from the first to the last moment of a slice

RIVALS = ("greedy", "mcts:100")
DEVICES = ("auto", "cpu", "cuda")
MAX_GREEDY_SHARE = 0.5  # maximum share of the games; the rest is self-play


@dataclass(frozen=True)
class Learning:
    """Hyperparameters of a player; the defaults worked for our games (docs/training.md)."""

    learning_rate: Slope = (3e-4, 1.5e-5)
    entropy: Slope = (0.01, 0.001)
    smoothing: float = 0.9  # λ of the advantages
    clip: float = 0.2
    epochs: int = 2
    minibatch: int = 16_384
    most_gradient: float = 1.0
    weight_decay: float = 1e-4
    warm_up: int = 100  # steps of a new optimiser until the full learning rate


@dataclass(frozen=True)
class Mixture:
    """Shares of the kinds of games; the rest is self-play."""

    past: float = 0.15
    exploiter: float = 0.12
    greedy: float = 0.0  # against greedy players, each with its own weights
    past_selves: int = 2  # number kept
    snapshot_every: int = 60  # iterations after which the oldest past self is replaced
    exploiter_life: int = 180  # iterations, unless it reaches its goal
    exploiter_goal: float = 0.5  # the lead over the player at which its work is done


@dataclass(frozen=True)
class TrainingSettings:
    """All settings of a slice."""

    ruleset: str
    folder: Path
    resume: bool = False
    start: Path | None = None  # initial weights
    against: Path | None = None  # train a best response to these weights
    minutes: float | None = None  # of the slice, including start and compilation
    iterations: int | None = None
    device: str = "auto"
    games: int | None = None
    seats: tuple[int, ...] | None = None
    threads: int | None = None
    seed: int = 1
    width: int | None = None
    blocks: int | None = None
    learning_rate: Slope | None = None
    entropy: Slope | None = None
    greedy: float | None = None  # the share of games with greedy players
    rivals: tuple[str, ...] = RIVALS  # bots
    matches: int = 100  # games against each rival during the slice
    last_matches: int = 400  # at the end of the slice
    evaluate_every: float = 2.5  # minutes; without a time limit, only at the end of the slice

    def __post_init__(self) -> None:
        if self.minutes is None and self.iterations is None:
            raise ValueError("how long? --minutes or --iterations")
        if self.device not in DEVICES:
            raise ValueError(f"device: {', '.join(DEVICES)}, got {self.device!r}")
        if self.resume and self.start:
            raise ValueError("start: what is resumed has its weights already")
        if self.games is not None and self.games < 2:
            raise ValueError(f"games: at least 2, got {self.games}")
        if self.greedy is not None and not 0 <= self.greedy <= MAX_GREEDY_SHARE:
            raise ValueError(f"greedy: from 0 to {MAX_GREEDY_SHARE:g}, got {self.greedy:g}")
        if self.greedy and self.against:
            raise ValueError("greedy: a best response meets those weights only")
        self._check_sizes()

    def _check_sizes(self) -> None:
        """Raise ValueError for a size or number that is impossible."""
        goes_on = self.resume or self.against
        if (self.width and (goes_on or self.start)) or (self.blocks and goes_on):
            raise ValueError("width, blocks: a network that goes on keeps its size")
        for name, value in (("seed", self.seed), ("matches", self.last_matches)):
            if value < 0:
                raise ValueError(f"{name}: not below 0, got {value}")
        for name in ("minutes", "iterations", "games", "width", "blocks", "threads"):
            amount = getattr(self, name)
            if amount is not None and not amount > 0:
                raise ValueError(f"{name}: more than 0, got {amount:g}")
