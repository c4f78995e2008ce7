"""The omens a second time, over the oracle of Duel: decisions, coins, hidden things, points.

Like that oracle it is slow and obvious, and knows nothing of the kernel: it is written from the
docstring of `tests.toys.omens.rules`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from heptapolis.games.duel.cards.model import DuelCatalog, DuelEffect
from tests.oracle.duel import DuelOracle

LOOKS = 4  # at most, unless the players agree on fewer
UNKNOWN = "?"


class OmensOracle(DuelOracle):
    """One game with omens; ``order`` is the order in which they are drawn, ``most`` is how often
    players look at omens, at most."""

    def __init__(
        self,
        catalog: DuelCatalog,
        *,
        wonders: Sequence[Any],
        layouts: Mapping[int, Sequence[str]],
        tokens: Sequence[str],
        library: Sequence[str],
        order: Sequence[str],
        most: int = LOOKS,
    ) -> None:
        self.omens = catalog.added["omen"]
        if sorted(order) != sorted(self.omens):
            raise ValueError(f"not the omens of the catalogue: {order}")
        self.order = list(order)
        self.size: int = catalog.added["omen_constants"].revealed
        self.looks: list[tuple[int, str | None]] = []  # the seat, and what it has kept
        self.due = 0
        self.most = most
        super().__init__(catalog, wonders=wonders, layouts=layouts, tokens=tokens, library=library)

    # ── decisions ────────────────────────────────────────────────────────────────────────────────

    @property
    def is_looking(self) -> bool:
        return bool(self.looks) and self.looks[-1][1] is None

    @property
    def to_move(self) -> list[int]:
        return [self.looks[-1][0]] if self.is_looking else super().to_move

    def legal_moves(self, seat: int) -> list[str]:
        if not self.is_looking:
            return super().legal_moves(seat)
        shown = self._shown(len(self.looks) - 1)
        return [f"foresee {id}" for id in shown] if seat in self.to_move else []

    def submit(self, seat: int, text: str) -> None:
        if not self.is_looking:
            super().submit(seat, text)
            return
        if text not in self.legal_moves(seat):
            raise ValueError(f"seat {seat}: {text!r} is not one of {self.legal_moves(seat)}")
        self.looks[-1] = (seat, text.split()[1])
        self._ask_on()

    def _shown(self, look: int) -> list[str]:
        return self.order[look * self.size : (look + 1) * self.size]

    def _end_turn(self) -> None:
        """Who has built a wonder looks at omens after all else that it brings."""
        if self.due:
            self.due -= 1
            self.looks.append((self.player, None))
        else:
            super()._end_turn()

    # ── what they change ─────────────────────────────────────────────────────────────────────────

    def _build_wonder(self, wonder_id: str, id: str) -> None:
        super()._build_wonder(wonder_id, id)
        most = min(len(self.order) // self.size, self.most)
        self.due += len(self.looks) + self.due < most

    def _take_effect(
        self, effect: DuelEffect, bonus_shields: int = 0, chain_coins: int = 0
    ) -> None:
        kept = sum(seat == self.player for seat, _ in self.looks)
        self.city.coins += effect.added.get("coins_per_omen", 0) * kept
        super()._take_effect(effect, bonus_shields, chain_coins)

    def scores(self) -> list[dict[str, int]]:
        sheets = []
        for seat, sheet in enumerate(super().scores()):
            points = self.points(seat)
            *columns, (_, total) = sheet.items()
            sheets.append({**dict(columns), "omens": points, "total": total + points})
        return sheets

    def points(self, seat: int, viewer: int | None = None, *, knows_all: bool = True) -> int:
        kept = [self.omens[id] for looker, id in self.looks if looker == seat and id]
        is_known = knows_all or self.is_over or viewer == seat
        return sum(-one.points if one.is_dark else one.points for one in kept if is_known)

    # ── who knows what ───────────────────────────────────────────────────────────────────────────

    def position(self, viewer: int | None = None, *, knows_all: bool = False) -> dict[str, Any]:
        """What a seat knows of the omens, as positions are written."""
        sees_all = knows_all or self.is_over
        seen = {
            id
            for look, (seat, _) in enumerate(self.looks)
            if seat == viewer
            for id in self._shown(look)
        }

        def told(seat: int, id: str | None) -> dict[str, str]:
            return {"kept": id if sees_all or seat == viewer else UNKNOWN} if id else {}

        return {
            "order": [id if sees_all or id in seen else UNKNOWN for id in self.order],
            "looks": [{"seat": seat} | told(seat, id) for seat, id in self.looks],
            "due": self.due,
            "most": self.most,
        }
