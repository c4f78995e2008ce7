"""A game with the observations, masks and rewards of its seats: the base of every environment."""

import inspect
from typing import Any, Literal, TypedDict, get_args

import numpy as np

from heptapolis.contract import Game
from heptapolis.edition import Source
from heptapolis.encodings import encoding_of
from heptapolis.errors import IllegalMove
from heptapolis.game import new
from heptapolis.move import Move
from heptapolis.options import declared
from heptapolis.spelling import suggest
from heptapolis.variants import COMMON_OPTIONS, EXPANSIONS, Ruleset, ruleset

Rewards = Literal["outcome", "points"]
RenderMode = Literal["ansi", "human"]
EXCLUDED_OPTIONS = (
    "seed",
    "names",
)  # options of `heptapolis.new` that an environment does not have


class EnvOptions(TypedDict, total=False):
    """Options of every environment with agents for all seats; games add their own."""

    rewards: Rewards
    render_mode: RenderMode | None
    catalog: Source


class EnvTable:
    """A table that deals game after game with the same options. Everything it returns about a game
    in progress comes from views."""

    def __init__(
        self, game: str, rewards: Rewards, options: dict[str, Any], env: type[Any]
    ) -> None:
        """Deal the first game; ``env`` is the class that takes the options, and has others."""
        check_options(ruleset(game), options, env)
        self._rules, self._options = str(ruleset(game)), options
        self._pay = checked_rewards(rewards)
        self._seen: dict[int, Any] = {}  # views and masks, cleared by every move
        self.deal(0)
        self.encoding = encoding_of(self.game)
        self.players = self.game.players

    def deal(self, seed: int) -> None:
        """Deal a new game."""
        self.game: Game = new(self._rules, seed=seed, **self._options)
        self._seen.clear()

    @property
    def to_move(self) -> list[int]:
        return self.game.to_move

    def observe(self, seat: int) -> dict[str, Any]:
        """Return the observation of a seat and its legal actions; both are 0 if it has no
        decision."""
        view = self.game.view(seat)
        observation, mask = self.encoding.observe(view)
        self._seen[seat] = view, mask
        return {"observation": observation.flat, "action_mask": mask.astype(np.int8)}

    def is_legal(self, seat: int, action: Any) -> bool:
        mask = self._look(seat)[1]
        return bool(0 <= action < len(mask) and mask[action])

    def move(self, seat: int, action: Any) -> Move:
        """Return the move of an action; raise IllegalMove if the seat may not take it."""
        if not self.is_legal(seat, action):
            raise IllegalMove(f"seat {seat}: action {action} is not legal now; see its action_mask")
        return self.encoding.move(self._look(seat)[0], int(action), mask=self._look(seat)[1])

    def submit(self, seat: int, move: Move) -> None:
        self.game.submit(seat, move)
        self._seen.clear()

    def rewards(self) -> list[float]:
        """Return the reward of every seat for a finished game."""
        if self._pay == "points":
            return margins([score["total"] for score in self.game.scores()])
        return outcome_rewards(self.game)

    def result(self) -> dict[str, Any]:
        """Return the result of a game."""
        return {
            "outcome": self.game.outcome,
            "winners": list(self.game.ranking()[0]),
            "scores": [score["total"] for score in self.game.scores()],
        }

    def _look(self, seat: int) -> Any:
        if seat not in self._seen:
            self.observe(seat)
        return self._seen[seat]


def check_options(rules: Ruleset, options: dict[str, Any], env: type[Any]) -> None:
    """Raise TypeError for an option that neither the game nor an environment of this class has."""
    if any(name in options for name in EXCLUDED_OPTIONS):
        raise TypeError("seed and names: an environment has neither; reset(seed=…) deals")
    own = inspect.signature(env).parameters.values()
    known = {one.name for one in own if one.kind is one.KEYWORD_ONLY} - {"game"}
    known |= {one.name for one in declared(rules.variant.options)} | {*COMMON_OPTIONS} - {
        *EXCLUDED_OPTIONS
    }
    for name in options:
        if name not in known | {EXPANSIONS}:
            listed = ", ".join(sorted(known))
            raise TypeError(
                f"{rules} has no option {name!r}; it has {listed}{suggest(name, known)}"
            )


def checked_rewards(name: Rewards) -> Rewards:
    if name not in get_args(Rewards):
        raise ValueError(f"rewards: {' or '.join(get_args(Rewards))}, got {name!r}")
    return name


def outcome_rewards(game: Game) -> list[float]:
    """Return 1 for a victory, −1 for a defeat, and values between for a shared victory."""
    first = game.ranking()[0]
    return [2 / len(first) - 1 if seat in first else -1.0 for seat in range(game.players)]


def margins(totals: Any) -> list[float]:
    """Return the difference of each seat's points to the mean of the others."""
    mine = np.asarray(totals, np.float64)
    others = (mine.sum() - mine) / (len(mine) - 1)
    return [float(lead) for lead in mine - others]
