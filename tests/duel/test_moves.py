"""Moves of Duel: what is legal, and why something is not."""

import pytest

import heptapolis as hp
from tests.duel.games import ASKED, CATALOG, IN_EVERY_PHASE, POSITION, SETS, at, moments, texts
from tests.kinds import duel_from, duel_replay

NOT_NOW = {
    "draft": "a wonder of the offer is to be drafted",
    "turn": "an accessible card is to be built, put under a wonder or discarded",
    "token": "a progress token of the board is to be taken",
    "library": "one of the tokens drawn is to be kept",
    "destroy": "a card of the opponent is to be destroyed",
    "revive": "a card of the discard pile is to be built",
    "start": "it is to be said who begins: start 0 or start 1",
}
NOT_AMONG = "that is not among the choices"


@pytest.mark.parametrize("phase", ASKED)
def test_a_hand_written_position_asks_for_what_it_says(phase: str) -> None:
    game = duel_from(ASKED[phase])
    assert (game.phase, game.to_move) == (phase, [0])
    assert game.view(0).phase == game.view(None).phase == phase
    assert texts(game)
    assert game.view(0).legal_moves() == game.legal_moves(0)


@pytest.mark.parametrize(
    ("phase", "move", "reason"),
    [
        ("draft", "draft mausoleum", NOT_AMONG),
        ("draft", "draft altar", NOT_AMONG),
        ("draft", "draft troy", "there is no 'troy'"),
        ("turn", "build theater", "the card is not accessible"),
        ("turn", "discard press", "the card is not accessible"),
        ("turn", "build pyramids", "the card is not accessible"),
        ("turn", "build law", "the card is not accessible"),
        ("turn", "wonder mausoleum garrison", "the card is not accessible"),
        ("turn", "wonder altar mausoleum", "the card is not accessible"),
        ("turn", "wonder mausoleum altar", "it costs 11 coins, there are 4"),
        ("turn", "wonder sphinx altar", "that wonder stands already"),
        ("turn", "wonder colossus altar", "that wonder cannot be built by this city"),
        ("turn", "wonder piraeus altar", "that wonder cannot be built by this city"),
        ("turn", "wonder law altar", "'law' is no wonder"),
        ("turn", "wonder baths altar", "'baths' is no wonder"),
        ("turn", "wonder troy altar", "there is no 'troy'"),
        ("turn", "build troy", "there is no 'troy'"),
        ("turn", "build baths left=2", "a move of Duel names no payment"),
        ("turn", "build baths free", "a move of Duel names no payment"),
        ("token", "token economy", NOT_AMONG),
        ("token", "token troy", "there is no 'troy'"),
        ("token", "token baths", NOT_AMONG),
        ("library", "token law", NOT_AMONG),
        ("library", "token urbanism", NOT_AMONG),
        ("destroy", "destroy tavern", NOT_AMONG),
        ("destroy", "destroy press left=1", ""),
        ("revive", "revive altar", NOT_AMONG),
        ("revive", "revive press", NOT_AMONG),
        ("start", "start 2", ""),
        *((phase, "pass", NOT_NOW[phase]) for phase in NOT_NOW),
        *((phase, "stage baths", NOT_NOW[phase]) for phase in NOT_NOW),
        *((phase, "dig stable", NOT_NOW[phase]) for phase in NOT_NOW),
        *((phase, "start 0", NOT_NOW[phase]) for phase in NOT_NOW if phase != "start"),
        *((phase, "build baths", NOT_NOW[phase]) for phase in NOT_NOW if phase != "turn"),
        *((phase, "draft sphinx", NOT_NOW[phase]) for phase in NOT_NOW if phase != "draft"),
        *((phase, "revive stable", NOT_NOW[phase]) for phase in NOT_NOW if phase != "revive"),
        *((phase, "destroy press", NOT_NOW[phase]) for phase in NOT_NOW if phase != "destroy"),
        *((phase, "token law", NOT_NOW[phase]) for phase in ("draft", "turn", "revive", "start")),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(phase: str, move: str, reason: str) -> None:
    game = duel_from(ASKED[phase])
    before, events = game.to_bytes(), game.events
    legal = texts(game)
    with pytest.raises((hp.IllegalMove, hp.InvalidText)) as error:
        game.submit(0, move)
    text = str(error.value)
    assert move in text
    if reason:
        assert f"'{move}': {reason}" in text
        assert f"legal: '{legal[0]}'" in text
    assert (game.to_bytes(), game.events, texts(game)) == (before, events, legal)


@IN_EVERY_PHASE
def test_nobody_else_may_move(phase: str, n: int) -> None:
    game = at(phase, n)
    before = game.to_bytes()
    for seat in (0, 1):
        if seat in game.to_move:
            continue
        assert game.legal_moves(seat) == []
        wanted = "the game is over" if game.is_over else f"seat {seat} is not to move now; waiting"
        with pytest.raises(hp.IllegalMove, match=wanted):
            game.submit(seat, (texts(game) or ["discard altar"])[0])
    assert game.to_bytes() == before


@IN_EVERY_PHASE
def test_nothing_can_be_taken_back(phase: str, n: int) -> None:
    game = at(phase, n)
    before = game.to_bytes()
    for seat in (0, 1):
        with pytest.raises(hp.IllegalMove, match="nothing to take back"):
            game.undo(seat)
    assert game.to_bytes() == before


def test_moves_come_in_catalogue_order_with_build_wonders_discard_for_each_card() -> None:
    position = POSITION | {"cities": [{"coins": 40, "wonders": SETS[0]}, {}]}
    order = list(CATALOG.card)
    game = duel_from(position)
    cards = sorted(game.accessible, key=order.index)
    assert cards == game.accessible
    wanted = []
    for card in cards:
        wanted += [f"build {card}", *(f"wonder {w} {card}" for w in sorted(SETS[0]))]
        wanted.append(f"discard {card}")
    assert texts(game) == wanted


@IN_EVERY_PHASE
def test_every_legal_move_can_be_made_as_text_and_as_a_move(phase: str, n: int) -> None:
    text = moments(phase)[n]
    game = at(phase, n)
    for move in [move for seat in game.to_move for move in game.legal_moves(seat)][:40]:
        one, two = duel_replay(text), duel_replay(text)
        one.submit(one.to_move[0], move)
        two.submit(two.to_move[0], str(move))
        assert one.to_bytes() == two.to_bytes() != game.to_bytes()
