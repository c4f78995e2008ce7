"""The encoding of Duel."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from heptapolis.edition import Edition
from heptapolis.encodings import Encoding
from heptapolis.errors import IllegalMove
from heptapolis.games.duel.codes import FIRST_WONDER, DuelMoveKind
from heptapolis.games.duel.edition import duel_scratch
from heptapolis.games.duel.feature_help import FEATURE_HELP
from heptapolis.games.duel.learning import actions, encoding, stepping
from heptapolis.games.duel.verbs import VERB, kind_of
from heptapolis.kernel.features import MAX_NUMBER
from heptapolis.move import Move

WONDER, START = int(DuelMoveKind.WONDER), int(DuelMoveKind.START)


class DuelEncoding(Encoding):
    """The knowledge of a seat of Duel, and its moves."""

    version = 1
    table, city, card = encoding.TABLE, encoding.CITY, encoding.CARD
    feature_help = FEATURE_HELP

    def __init__(self, ruleset: str, edition: Edition[Any]) -> None:
        if len(edition.catalog.cards) + encoding.GUILD_BACK > MAX_NUMBER:
            raise ValueError("so many cards cannot be encoded")
        super().__init__(ruleset, edition)
        self.n_actions = int(actions.count_actions(edition.tables[0]))

    @property
    def cities(self) -> Sequence[str]:
        return ("mine", "theirs")

    @property
    def cards(self) -> Sequence[str]:
        return [card.id for card in self.edition.catalog.cards]

    def rows(self) -> dict[str, Sequence[str]]:
        catalog = self.edition.catalog
        wonders, tokens = ([one.id for one in of] for of in (catalog.wonders, catalog.tokens))
        return super().rows() | {"Wonders": wonders, "Tokens": tokens}

    def _write(self, state: Any, seat: int, flat: Any, mask: Any) -> None:
        stepping.observe(
            state._states, seat, state.edition.tables, flat, mask, duel_scratch.workspaces
        )

    def _move(self, state: Any, seat: int, action: int) -> Move:
        row = actions.move_of(self.edition.tables[0], seat, action)
        move: Move = state._listed(np.array([row]), 1)[0]
        return move

    def action(self, view: Any, move: Move | str, seat: int | None = None) -> int:
        asked_move = Move.parse(move) if isinstance(move, str) else move
        who, item = self._seat(view, seat), self.edition.item
        card = (
            asked_move.starter if asked_move.verb == "start" else item.get(asked_move.card or "", 0)
        )
        action = int(
            actions.action_of(
                self.edition.tables[0],
                who,
                kind_of(asked_move),
                card or 0,
                item.get(asked_move.wonder or "", 0),
            )
        )
        mask = self.mask(view, who)
        if not 0 <= action < self.n_actions or not mask[action]:
            raise IllegalMove(f"'{asked_move}' is not legal now")
        return action

    def action_name(self, action: int) -> str:
        kind, card, wonder = actions.move_of(self.edition.tables[0], 0, action)
        if kind == START:
            return "start opponent" if card else "start me"
        ids = self.edition.id
        return " ".join([VERB[kind], *(ids[item] for item in (wonder, card) if item)])

    @cached_property
    def factors(self) -> Any:
        """Return the factors of an action: a wonder over a card is a wonder and a card under one;
        every other action is one thing."""
        tables, n_cards = self.edition.tables[0], len(self.cards)
        moves = [actions.move_of(tables, 0, action) for action in range(self.n_actions)]
        alone = sum(kind != WONDER for kind, _, _ in moves)
        nothing = alone + n_cards + len(self.edition.catalog.wonders)
        factors = np.full((self.n_actions, 2), nothing, np.int16)
        for action, (kind, card, wonder) in enumerate(moves):
            factors[action, 0] = action
            if kind == WONDER:
                factors[action] = alone + card - 1, alone + n_cards + wonder - FIRST_WONDER
        return factors
