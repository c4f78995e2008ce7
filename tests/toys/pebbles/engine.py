"""What plays Pebbles."""

import json
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.position import Position
from heptapolis.record import Line, Record
from tests.toys.pebbles import COLUMNS, PebbleOptions, Throw, parse_throw

PEBBLES = 40  # 1 to 40, of which most are never dealt
MOST_SEATS, MOST_STONES = 12, 6
STATE = np.dtype(
    [
        ("players", "i1"),
        ("stones", "i1"),
        ("gold", "i1"),
        ("turn", "i1"),  # 0 when all is over
        ("hand", "i1", (MOST_SEATS, MOST_STONES)),  # 0: thrown; -1: hidden from the viewer
        ("choice", "i1", (MOST_SEATS,)),  # -1: made, but hidden from the viewer
        ("won", "i1", (MOST_SEATS,)),
        ("thrown", "i1", (PEBBLES + 1,)),  # seen by all
    ]
)


@dataclass(frozen=True, kw_only=True)
class Thrown:
    age: int
    turn: int
    seat: int
    by: int
    pebble: str


@dataclass(frozen=True, kw_only=True)
class Taken:
    """``seat`` had the highest pebble."""

    age: int
    turn: int
    seat: int
    by: int
    pebbles: int


def pebble_id(number: int) -> str:
    return f"pebble_{number}"


def names(language: str) -> dict[str, str]:
    """What pebbles are called."""
    word = {"hu": "Kavics"}.get(language, "Pebble")
    return {pebble_id(n): f"{word} {n}" for n in range(1, PEBBLES + 1)}


class Pebbles:
    """The common part of games and views, without a base class of the package."""

    game, columns, edition, age = "pebbles", COLUMNS, None, 1

    def __init__(self, state: Any, names: Sequence[str]) -> None:
        self.state, self.names = state, names
        self.players = self.n_cities = int(state["players"])

    @property
    def turn(self) -> int:
        return int(self.state["turn"]) or int(self.state["stones"])

    @property
    def phase(self) -> str:
        return "over" if self.is_over else "throw"

    @property
    def is_over(self) -> bool:
        return int(self.state["turn"]) == 0

    @property
    def to_move(self) -> list[int]:
        chosen = self.state["choice"].tolist()
        return [] if self.is_over else [s for s in range(self.players) if chosen[s] == 0]

    @property
    def live_columns(self) -> tuple[str, ...]:
        return COLUMNS if self.state["gold"] else ("won", "total")

    def score(self, seat: int) -> dict[str, int]:
        won = int(self.state["won"][seat])
        gold = won if self.state["gold"] else 0
        return {"won": won, "gold": gold, "total": won + gold}

    def throws(self, seat: int) -> list[Throw]:
        if seat not in self.to_move:
            return []
        return [Throw(n) for n in sorted(self.state["hand"][seat].tolist()) if n > 0]

    def as_json(self) -> dict[str, Any]:
        s = self.state
        hidden = {-1: "?"}
        return {
            "game": "pebbles",
            "gold": bool(s["gold"]),
            "stones": int(s["stones"]),
            "turn": int(s["turn"]),
            "won": s["won"][: self.players].tolist(),
            "hands": [
                [hidden.get(n, n) for n in sorted(hand) if n]
                for hand in s["hand"][: self.players].tolist()
            ],
            "choices": [hidden.get(n, n) for n in s["choice"][: self.players].tolist()],
            "thrown": np.flatnonzero(s["thrown"]).tolist(),
        }


class PebbleView(Pebbles):
    """What one seat knows."""

    def __init__(self, game: "PebbleGame", seat: int | None) -> None:
        super().__init__(game.state.copy(), game.names)
        self.seat, self.events = seat, list(game.events)
        for other in range(self.players):
            if other != seat and not self.is_over:
                hand = self.state["hand"][other]
                hand[hand > 0] = -1
                self.state["choice"][other] = -1 if self.state["choice"][other] else 0

    def legal_moves(self) -> list[Throw]:
        return [] if self.seat is None else self.throws(self.seat)

    def sample(self, rng: random.Random) -> "PebbleGame":
        """Return a sampled game: unknown pebbles are dealt again, pending choices of others dropped."""
        state = self.state.copy()
        known = {*np.flatnonzero(state["thrown"]).tolist(), *state["hand"].ravel().tolist()}
        unseen = [n for n in range(1, PEBBLES + 1) if n not in known]
        rng.shuffle(unseen)
        for seat in range(self.players):
            hand = state["hand"][seat][: state["stones"]]
            hand[:] = sorted(unseen.pop() if n == -1 else n for n in hand.tolist())
            if state["choice"][seat] == -1:
                state["choice"][seat] = 0
        game = PebbleGame(state, self.names, None)
        game.events = list(self.events)
        return game

    def position(self) -> Position:
        return Position(self.as_json())


class PebbleGame(Pebbles):
    """A game in progress."""

    def __init__(self, state: Any, names: Sequence[str] | None, seed: int | None) -> None:
        super().__init__(state, names or [f"Player {n + 1}" for n in range(int(state["players"]))])
        if len(self.names) != self.players:
            raise ValueError(f"names: expected {self.players} names, got {names!r}")
        self.seed, self.given_names = seed, list(names) if names else None
        self.start = None if seed is not None else self.as_json()
        self.lines: list[Line] = []
        self.events: list[Any] = []

    def legal_moves(self, seat: int) -> list[Throw]:
        return self.throws(seat)

    def submit(self, seat: int, move: Throw | str) -> None:
        throw = move if isinstance(move, Throw) else parse_throw(move)
        if throw not in self.throws(seat):
            legal = ", ".join(map(str, self.throws(seat))) or "nothing"
            raise IllegalMove(f"'{throw}': seat {seat!r} cannot; legal: {legal}")
        self.state["choice"][seat] = throw.pebble
        if not self.to_move:
            self._carry_out()

    def _carry_out(self) -> None:
        s, turn = self.state, self.turn
        choices = s["choice"][: self.players].tolist()
        for seat, n in enumerate(choices):
            hand = s["hand"][seat][: s["stones"]]
            hand[hand == n] = 0
            hand.sort()
            s["thrown"][n] = 1
            self.lines.append(Line(1, turn, seat, Throw(n)))  # type: ignore[arg-type]
            self.events.append(Thrown(age=1, turn=turn, seat=seat, by=seat, pebble=pebble_id(n)))
        best = choices.index(max(choices))
        s["won"][best] += self.players
        self.events.append(Taken(age=1, turn=turn, seat=best, by=best, pebbles=self.players))
        s["choice"][:] = 0
        s["turn"] = 0 if turn == s["stones"] else turn + 1

    def undo(self, seat: int) -> None:
        if not 0 <= seat < self.players or self.state["choice"][seat] == 0:
            raise IllegalMove(f"seat {seat} has nothing to take back")
        self.state["choice"][seat] = 0

    def view(self, seat: int | None) -> PebbleView:
        if seat is not None and seat not in range(self.players):
            raise IllegalMove(f"there is no seat {seat!r}")
        return PebbleView(self, seat)

    @property
    def outcome(self) -> str | None:
        if not self.is_over:
            return None
        return "points" if len(self.ranking()[0]) == 1 else "shared"

    def scores(self) -> list[dict[str, int]]:
        return [self.score(seat) for seat in range(self.players)]

    def ranking(self) -> list[list[int]]:
        totals = [score["total"] for score in self.scores()]
        places = sorted(set(totals), reverse=True)
        return [[seat for seat, n in enumerate(totals) if n == place] for place in places]

    def events_seen_by(self, seat: int | None) -> list[Any]:
        return list(self.events)

    def record(self) -> Record:
        options = {"seats": self.players, "stones": int(self.state["stones"])}
        options |= {"gold": True} if self.state["gold"] else {}
        names = {"names": self.given_names} if self.given_names else {}
        return Record(
            game="pebbles",
            options=options | names,
            wonders=(),
            seed=self.seed,
            position=self.start,
            lines=tuple(self.lines),
        )

    def position(self) -> Position:
        return Position(self.as_json())

    def to_bytes(self) -> bytes:
        return bytes(self.state.tobytes())


Game, View = PebbleGame, PebbleView


def edition(catalog: Any, options: PebbleOptions) -> None:
    """There are no cards that a house could change."""
    if catalog is not None:
        raise ValueError("pebbles has no catalogue")


def empty_state(players: int, stones: int, gold: bool) -> Any:
    state = np.zeros((), STATE)
    state["players"], state["stones"], state["gold"], state["turn"] = players, stones, gold, 1
    return state


def new(
    options: PebbleOptions,
    *,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    catalog: Any = None,
) -> PebbleGame:
    edition(catalog, options)
    seed = secrets.randbits(128) if seed is None else seed
    state = empty_state(options.seats, options.stones, options.gold)
    deck = random.Random(seed).sample(range(1, PEBBLES + 1), options.seats * options.stones)
    for seat in range(options.seats):
        hand = deck[seat * options.stones : (seat + 1) * options.stones]
        state["hand"][seat][: options.stones] = sorted(hand)
    return PebbleGame(state, names, seed)


def from_position(
    position: Position, *, names: Sequence[str] | None = None, catalog: Any = None
) -> PebbleGame:
    data = json.loads(str(position))
    try:
        hands = data["hands"]
        state = empty_state(len(hands), data["stones"], data["gold"])
        state["turn"] = data["turn"]
        for seat, hand in enumerate(hands):
            state["hand"][seat][state["stones"] - len(hand) : state["stones"]] = hand
            state["won"][seat], state["choice"][seat] = data["won"][seat], data["choices"][seat]
        state["thrown"][data["thrown"]] = 1
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidText(f"position: {error}") from None
    return PebbleGame(state, names, None)


def scorable(position: Position, *, catalog: Any = None) -> PebbleGame:
    return from_position(position)


def start(record: Record, *, catalog: Any = None) -> PebbleGame:
    values = dict(record.options)
    names = values.pop("names", None)
    if record.position is not None:
        return from_position(Position.of(record.position), names=names)
    try:
        return new(PebbleOptions(**values), seed=record.seed, names=names, catalog=catalog)
    except (TypeError, ValueError) as error:
        raise InvalidText(f"header: {error}") from None
