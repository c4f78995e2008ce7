"""The view of one seat of classic, or of a spectator."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.codes import CARDS
from heptapolis.errors import InvalidText
from heptapolis.events import Event, Row
from heptapolis.games.classic.codes import LOOKS, Phase
from heptapolis.games.classic.events import read
from heptapolis.games.classic.position import view_position
from heptapolis.games.classic.rules import entries, sampling, sight
from heptapolis.games.classic.state import ClassicState
from heptapolis.kernel import empty_record
from heptapolis.kernel.chance import generator
from heptapolis.kernel_game import KernelView, final_events
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.refusal import Offer, Refusal
from heptapolis.variants import variant

if TYPE_CHECKING:
    from heptapolis.games.classic.game import ClassicGame

DIG = int(Phase.DIG)
NO_PILES = np.zeros((LOOKS, CARDS + 1), np.int64)  # no look through the pile so far


class ClassicView(ClassicState, KernelView):
    """A game as one seat knows it; ``seat`` None is a spectator."""

    def __init__(
        self, table: ClassicState, seat: int | None, log: Sequence[Row], states: Any
    ) -> None:
        """Set up the view; ``log`` is filtered already: nothing hidden from the seat comes
        in here."""
        self.edition, self.names, self.seat = table.edition, table.names, seat
        self.players, self.n_cities = table.players, table.n_cities
        self._states = empty_record(self._dtype)
        who = sight.SPECTATOR if seat is None else seat
        sight.see(states, 0, who, self._states, 0)
        self._piles = NO_PILES
        if self._field("n_looks") or self._field("phase") == DIG:
            self._piles = np.zeros((LOOKS, CARDS + 1), np.int64)
            entries.recall_piles(states, 0, who, self._piles)
        self._log, self._n_rows = log, len(log)

    def __getstate__(self) -> dict[str, Any]:
        piles = b"" if self._piles is NO_PILES else self._piles.astype(np.uint8).tobytes()
        return super().__getstate__() | {"_piles": piles}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        piles = np.frombuffer(state["_piles"], np.uint8).astype(np.int64)
        self._piles = piles.reshape(NO_PILES.shape) if piles.size else NO_PILES

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat; none if it is not asked."""
        return list(self._moves)

    def why_not(self, move: Move | str) -> Refusal | None:
        return self._why_not(self.seat, move)

    def uses(self, card: str) -> list[Offer]:
        city = self._asked_city
        return [] if city is None else self._uses(city, card, self._moves)

    @cached_property
    def _asked_city(self) -> int | None:
        """Return the city that the seat decides for now, cached: a view never changes."""
        return None if self.seat is None else self._city_of(self.seat)

    @cached_property
    def _moves(self) -> list[Move]:
        return [] if self._asked_city is None else self._legal(self._asked_city)

    def offer_to_stage(self) -> Offer | None:
        """Return what the next stage of the seat's own wonder would take now, whichever card goes
        under it; None without a card for it."""
        if self.seat is None or self.phase not in ("turn", "recruit"):
            return None
        cards = self.hand if self.phase == "turn" else self.leader_hand
        offers = self._uses(self.seat, cards[0], self._legal(self.seat)) if cards else []
        return next((offer for offer in offers if offer.move.verb == "stage"), None)

    @property
    def hand(self) -> list[str]:
        """Return the seat's cards in catalogue order, including the chosen one."""
        if self.seat is None or self.is_over:
            return []
        cards = self.edition.scratch.cards
        n = entries.hand(self._states, 0, self.seat, cards)
        return self._cards(cards[:n])

    @property
    def leader_hand(self) -> list[str]:
        """Return the seat's unplayed leaders in catalogue order."""
        if self.seat is None or self.is_over:
            return []
        cards = self.edition.scratch.cards
        n = entries.leader_hand(self._states, 0, self.seat, cards)
        return self._cards(cards[:n])

    @property
    def leader_pack(self) -> list[str]:
        """Return the leaders that the seat keeps one of in the draft."""
        if self.seat is None or self.phase != "draft":
            return []
        cards = self.edition.scratch.cards
        n = entries.leader_pack(self._states, 0, self.seat, cards)
        return self._cards(cards[:n])

    @property
    def chosen(self) -> list[Move]:
        """Return the seat's pending choices, the Free City's after its own."""
        rows = [(city, self._field("move")[city].tolist()) for city in range(self.n_cities)]
        mine = [(c, row) for c, row in rows if row[0] and row[0] != sight.HIDDEN]
        return [self._move(row, city >= self.players) for city, row in mine]

    @property
    def discard(self) -> Counter[str]:
        """Return the discard pile, to the seat that looks through it."""
        pile = self._field("discard").tolist()
        return Counter({self.edition.id[card]: n for card, n in enumerate(pile) if n})

    @property
    def events(self) -> list[Event]:
        """Return the events so far; cards that the seat may not know are None."""
        return list(self._events)

    @cached_property
    def _events(self) -> list[Event]:
        rows = self._log[: self._n_rows]
        ids, added = self.edition.id, self.edition.rules.events
        return [read(row, ids, added) for row in rows] + final_events(self)

    def sample(self, rng: Random) -> "ClassicGame":
        """Return a possible game, uniform over the deals that agree with all the seat has seen.

        Of the pending choices it contains only the seat's own; its seed is a fresh one.
        """
        states = empty_record(self._dtype)
        who = sight.SPECTATOR if self.seat is None else self.seat
        if not isinstance(rng, Random):
            raise ValueError(f"sample: a random.Random is needed, got {rng!r}")
        chance = generator(rng.getrandbits(64))
        tables, workspaces = self.edition.tables, self.edition.scratch.workspaces
        if not sampling.sample(
            self._states, 0, who, self._piles, states, tables, chance, workspaces
        ):
            raise InvalidText("no deal fits what this seat has seen")
        game: ClassicGame = variant(self.game).engine.Game.sampled(self, states, self.chosen)
        return game

    def position(self) -> Position:
        """Return the position with "?" for what the seat does not know."""
        return view_position(self, self._piles)
