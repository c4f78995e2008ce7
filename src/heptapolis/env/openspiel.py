"""Our games for OpenSpiel: importing this registers them with pyspiel.

    pyspiel.load_game("heptapolis_GAME")
    pyspiel.load_game("heptapolis_GAME(seats=4,deals=100)")

Chance is one node at the beginning, whose outcomes are deals. Seats that decide at once do so one
after another, and do not see what the others have chosen.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from heptapolis.extras import require_extra

try:
    import pyspiel
except ImportError:
    require_extra("openspiel", "heptapolis.env.openspiel")
    raise

from heptapolis.contract import Game, View
from heptapolis.encodings import Encoding, Observation, encoding_of
from heptapolis.env.ids import families
from heptapolis.env.table import outcome_rewards
from heptapolis.game import new
from heptapolis.kernel_game import positive_int
from heptapolis.options import declared
from heptapolis.variants import ruleset
from heptapolis.vocabulary import Environment

DEFAULT_DEALS = 1000  # default number of outcomes of the chance node
MAX_DECISIONS = 60  # decisions of a seat, an upper bound; games take about half of that
UNKNOWN_PAST = -1  # marks a seat's past that is unknown to the observer


@dataclass(frozen=True)
class Dealer:
    """Deals games: a ruleset with options, by consecutive seeds."""

    game: str
    options: tuple[tuple[str, Any], ...]
    first_deal: int

    def deal(self, number: int) -> Game:
        return new(self.game, seed=self.first_deal + number, **dict(self.options))


class SpielGame(pyspiel.Game):
    """A ruleset as an OpenSpiel game."""

    def __init__(self, family: Environment, game_type: Any, given: dict[str, Any]) -> None:
        values = {**game_type.parameter_specification, **given}
        self.deals = positive_int(values.pop("deals"), "deals")
        first_deal = values.pop("first_deal")
        options = tuple(sorted({**values, **family.options}.items()))
        self.dealer = Dealer(family.game, options, first_deal)
        table = self.dealer.deal(0)
        self.encoding, n = encoding_of(table), table.players
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.n_actions,
            max_chance_outcomes=self.deals,
            num_players=n,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=2.0 - n,
            max_game_length=MAX_DECISIONS * n,
        )
        super().__init__(game_type, facts, given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.encoding, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SeenViews(dict[int, Any]):
    """Views, observations and masks by seat; a copy is empty, so that a state is cloned quickly."""

    def __reduce__(self) -> Any:
        return SeenViews, ()


class SpielState(pyspiel.State):
    """A game; it is None before the deal. All attributes can be pickled, since OpenSpiel clones by
    pickling."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.dealer, self.deals = game.dealer, game.deals
        self.table: Game | None = None
        self.taken: list[list[int]] = [[] for _ in range(game.num_players())]  # actions by seat
        self._seen = SeenViews()  # since the last move

    @property
    def _dealt(self) -> Game:
        assert self.table, "there is nothing to see before the deal"
        return self.table

    def current_player(self) -> Any:
        if self.table is None:
            return pyspiel.PlayerId.CHANCE
        return self.table.to_move[0] if self.table.to_move else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.is_over

    def returns(self) -> list[float]:
        if self.table is None or not self.table.is_over:
            return [0.0] * len(self.taken)
        return outcome_rewards(self.table)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / self.deals) for number in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.observe(player)[2]).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = self.dealer.deal(action)
            return
        seat = self.table.to_move[0]
        view, _, mask = self.observe(seat)
        self.table.submit(seat, encoding_of(self.table).move(view, action, mask=mask))
        self.taken[seat].append(action)
        self._seen.clear()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return encoding_of(self._dealt).action_name(action)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SpielState":
        """Return a possible state for what a player knows (`View.sample`). Pending choices of other
        seats are drawn from their legal actions; the other seats' earlier actions are kept."""
        rng = Random(probability_sampler())
        state: SpielState = self.get_game().new_initial_state()
        state.table = self._dealt.view(player_id).sample(rng)
        state.taken = [
            list(past) if seat == player_id else [UNKNOWN_PAST]
            for seat, past in enumerate(self.taken)
        ]
        while chosen := set(state.table.to_move) - set(self._dealt.to_move):
            seat = min(chosen)
            state.table.submit(seat, rng.choice(state.table.legal_moves(seat)))
        return state

    def __str__(self) -> str:
        return "not dealt yet" if self.table is None else str(self.table.position())

    def observe(self, player: int) -> tuple[View, Observation, Any]:
        """Return the view of a player, its observation and the mask of its legal actions."""
        if player not in self._seen:
            view = self._dealt.view(player)
            self._seen[player] = view, *encoding_of(view).observe(view)
        seen: tuple[View, Observation, Any] = self._seen[player]
        return seen


class SpielObserver:
    """The observation of a player: the numbers of our encoding, which remember all cards that it
    has seen; with perfect recall, the string includes its own actions."""

    def __init__(self, encoding: Encoding, perfect_recall: bool) -> None:
        self._recalls = perfect_recall
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.table is not None:
            self.tensor[:] = state.observe(player)[1].flat

    def string_from(self, state: SpielState, player: int) -> str:
        if state.table is None:
            return f"{player}: not dealt yet"
        numbers = state.observe(player)[1].flat.tobytes().hex()
        past = " ".join(map(str, state.taken[player])) if self._recalls else ""
        return f"{player}: {past} {numbers}"


def _parameters(family: Environment) -> dict[str, Any]:
    """Return the parameters of a game's name: options that are numbers or choices, and deals."""
    rules = ruleset(family.game)
    fixed = {*family.options, *rules.expansions, *rules.variant.expansions}
    simple = {
        one.name: one.default
        for one in declared(rules.options_model)
        if one.kind in ("number", "choice") and one.name not in fixed
    }
    return {**simple, "deals": DEFAULT_DEALS, "first_deal": 0}


def _register(family: Environment) -> None:
    seats = ruleset(family.game).variant.seats
    few = family.options.get("seats", seats[0])
    most = family.options.get("seats", seats[-1])
    utility = pyspiel.GameType.Utility
    words = "".join(f"_{c.lower()}" if c.isupper() else c for c in family.name)
    game_type = pyspiel.GameType(
        short_name=f"heptapolis{words}",
        long_name=f"Heptapolis {family.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if most == 2 else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=few,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(family),
    )

    class _Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(family, game_type, dict(params or {}))

    pyspiel.register_game(game_type, _Registered)


for _family in families():
    _register(_family)
