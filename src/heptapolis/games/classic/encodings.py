"""The encoding of classic, alone and with leaders."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from heptapolis.edition import Edition
from heptapolis.encodings import Encoding
from heptapolis.errors import IllegalMove
from heptapolis.games.classic.codes import SEATS, MoveKind
from heptapolis.games.classic.edition import scratch
from heptapolis.games.classic.feature_help import FEATURE_HELP
from heptapolis.games.classic.learning import actions, encoding, stepping
from heptapolis.games.classic.learning.recall import RECALL, new_piles
from heptapolis.games.classic.verbs import VERB, kind_of
from heptapolis.kernel import records
from heptapolis.kernel.features import Feature, Form
from heptapolis.move import Move

PAYMENTS = ("", "most to the left", "most to the right")
BUILD, BUILD_FREE, STAGE = int(MoveKind.BUILD), int(MoveKind.BUILD_FREE), int(MoveKind.STAGE)
PAID_KINDS = (BUILD, STAGE)


class ClassicEncoding(Encoding):
    """The knowledge of a seat of classic, and its moves: one encoding for 2 to 7 seats."""

    version = 2
    table, card = encoding.TABLE, encoding.CARD
    feature_help = FEATURE_HELP

    def __init__(self, ruleset: str, edition: Edition[Any]) -> None:
        wonders = edition.catalog.wonders
        boards = tuple(f"{wonder.id}:{side}" for wonder in wonders for side in wonder.sides)
        self.city = Form(*encoding.CITY_FEATURES, Feature("board", boards))
        leaders = [leader.id for leader in edition.catalog.leaders]
        self.others = {"leaders": (encoding.LEADER, leaders)} if leaders else {}
        super().__init__(ruleset, edition)
        self.n_actions = int(actions.count_actions(edition.tables))

    @property
    def cities(self) -> Sequence[str]:
        return ("mine", *(f"left_{k}" for k in range(1, SEATS)))

    @property
    def cards(self) -> Sequence[str]:
        return [card.id for card in self.edition.catalog.cards]

    def _write(self, state: Any, seat: int, flat: Any, mask: Any) -> None:
        is_view = hasattr(state, "seat")
        knowledge = stepping.Knowledge(
            rows=np.zeros((SEATS, self.city.width), np.int8),
            piles=state._piles if is_view else new_piles(),
            recalls=records(np.zeros(1, RECALL)),
        )
        stepping.observe(
            state._states,
            seat,
            is_view,
            self.edition.tables,
            knowledge,
            scratch.workspaces,
            flat,
            mask,
        )

    def _move(self, state: Any, seat: int, action: int) -> Move:
        city, tables = state._city_of(seat), self.edition.tables
        row = actions.move_of(state._states, city, action, tables, scratch.workspaces)
        move: Move = state._listed(city, np.array([row]), 1)[0]
        return move

    def action(self, view: Any, move: Move | str, seat: int | None = None) -> int:
        asked_move = Move.parse(move) if isinstance(move, str) else move
        who = self._seat(view, seat)
        own = view.legal_moves() if hasattr(view, "seat") else view.legal_moves(who)
        is_known = asked_move in own or (
            asked_move.trade == 0 and asked_move in {one.without_payment() for one in own}
        )
        if not is_known:
            raise IllegalMove(f"'{asked_move}' is not legal now")
        card, kind = self.edition.item.get(asked_move.card or "", 0), kind_of(asked_move)
        numbers = [
            int(actions.number_of(self.edition.tables, kind, card, payment))
            for payment in range(len(PAYMENTS) if kind in PAID_KINDS else 1)
        ]
        if asked_move.trade == 0:
            return numbers[0]
        mask = self.mask(view, who)
        there = [number for number in numbers if mask[number]]
        return min(there, key=lambda one: _distance(self._move(view, who, one), asked_move))

    def action_name(self, action: int) -> str:
        kind, card, payment = actions.meaning_of(self.edition.tables, action)
        words = [VERB[int(kind)], self.edition.id.get(int(card), "")]
        words += ["free" if kind == BUILD_FREE else "", PAYMENTS[int(payment)]]
        return " ".join(word for word in words if word)

    @cached_property
    def factors(self) -> Any:
        """Return the factors of an action: the structure and its payment; every other action is one
        thing."""
        tables = self.edition.tables
        names: dict[tuple[str, int, int], int] = {}
        rows = []
        for action in range(self.n_actions):
            kind, card, payment = (int(one) for one in actions.meaning_of(tables, action))
            row = [names.setdefault(("use", kind, card), len(names))]
            if kind in PAID_KINDS:
                row.append(names.setdefault(("payment", kind, payment), len(names)))
            rows.append(row)
        return np.array([[*row, len(names)][:2] for row in rows], np.int16)


def _distance(one: Move, other: Move) -> int:
    """Return the distance between two payments."""
    coins = ((one.left, other.left), (one.right, other.right), (one.bank, other.bank))
    return sum(abs(a - b) for a, b in coins)
