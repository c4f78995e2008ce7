"""Moves of Duel: legal moves, and reasons against others."""

import pytest

import heptapolis as hp
from tests.games.duel.samples import (
    CATALOG,
    DECISIONS,
    IN_EVERY_PHASE,
    POSITION,
    SETS,
    game_at,
    moments,
    texts,
)
from tests.kinds import duel_from, duel_replay

PHASES = ("draft", "turn", "token", "library", "destroy", "revive", "start")
FIRST = {
    "draft": "first choose a wonder",
    "turn": "first choose a card to play",
    "token": "first choose a progress token",
    "library": "first choose a progress token",
    "destroy": "first choose a card of the other city to destroy",
    "revive": "first choose a card from the discard pile",
    "start": "first choose who begins the age",
}
NOT_OFFERED = "not one of the choices"
NOT_ACCESSIBLE = "this card cannot be taken now"
NOT_IN_PILE = "not in the discard pile"
NOT_YOURS = "not one of your wonders"
UNKNOWN_MESSAGE = "nothing in this game is called “troy”"


@pytest.mark.parametrize("phase", DECISIONS)
def test_a_hand_written_position_asks_for_what_it_says(phase: str) -> None:
    game = duel_from(DECISIONS[phase])
    assert (game.phase, game.to_move) == (phase, [0])
    assert game.view(0).phase == game.view(None).phase == phase
    assert texts(game)
    assert game.view(0).legal_moves() == game.legal_moves(0)


@pytest.mark.parametrize(
    ("phase", "move", "reason"),
    [
        ("draft", "draft mausoleum", NOT_OFFERED),
        ("draft", "draft altar", NOT_OFFERED),
        ("draft", "draft troy", UNKNOWN_MESSAGE),
        ("turn", "build theater", NOT_ACCESSIBLE),
        ("turn", "discard press", NOT_ACCESSIBLE),
        ("turn", "build pyramids", NOT_ACCESSIBLE),
        ("turn", "build law", NOT_ACCESSIBLE),
        ("turn", "wonder mausoleum garrison", NOT_ACCESSIBLE),
        ("turn", "wonder altar mausoleum", NOT_ACCESSIBLE),
        ("turn", "wonder mausoleum altar", "you need 7 more coins"),
        ("turn", "wonder sphinx altar", "already built"),
        ("turn", "wonder colossus altar", NOT_YOURS),
        ("turn", "wonder piraeus altar", NOT_YOURS),
        ("turn", "wonder law altar", NOT_YOURS),
        ("turn", "wonder baths altar", NOT_YOURS),
        ("turn", "wonder troy altar", UNKNOWN_MESSAGE),
        ("turn", "build troy", UNKNOWN_MESSAGE),
        ("turn", "build baths left=2", "you cannot pay for it like that"),
        ("turn", "build baths free", "you cannot pay for it like that"),
        ("token", "token economy", NOT_OFFERED),
        ("token", "token troy", UNKNOWN_MESSAGE),
        ("token", "token baths", NOT_OFFERED),
        ("library", "token law", NOT_OFFERED),
        ("library", "token urbanism", NOT_OFFERED),
        ("destroy", "destroy tavern", NOT_OFFERED),
        ("destroy", "destroy press left=1", ""),
        ("revive", "revive altar", NOT_IN_PILE),
        ("revive", "revive press", NOT_IN_PILE),
        ("start", "start 2", ""),
        *((phase, "pass", FIRST[phase]) for phase in PHASES),
        *((phase, "stage baths", FIRST[phase]) for phase in PHASES),
        *((phase, "dig stable", FIRST[phase]) for phase in PHASES),
        *((phase, "start 0", FIRST[phase]) for phase in PHASES if phase != "start"),
        *((phase, "build baths", FIRST[phase]) for phase in PHASES if phase != "turn"),
        *((phase, "draft sphinx", FIRST[phase]) for phase in PHASES if phase != "draft"),
        *((phase, "revive stable", FIRST[phase]) for phase in PHASES if phase != "revive"),
        *((phase, "destroy press", FIRST[phase]) for phase in PHASES if phase != "destroy"),
        *((phase, "token law", FIRST[phase]) for phase in ("draft", "turn", "revive", "start")),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(phase: str, move: str, reason: str) -> None:
    game = duel_from(DECISIONS[phase])
    before, events = game.to_bytes(), game.events
    legal = texts(game)
    with pytest.raises((hp.IllegalMove, hp.InvalidText)) as error:
        game.submit(0, move)
    text = str(error.value)
    assert move in text
    if reason:
        assert f"'{move}': {reason}" in text
        first = "build baths" if "pay for it" in reason else legal[0]
        assert f"legal: '{first}'" in text
    assert (game.to_bytes(), game.events, texts(game)) == (before, events, legal)


@IN_EVERY_PHASE
def test_only_the_seat_to_move_can_move(phase: str, n: int) -> None:
    game = game_at(phase, n)
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
    game = game_at(phase, n)
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
    game = game_at(phase, n)
    for move in [move for seat in game.to_move for move in game.legal_moves(seat)][:40]:
        one, two = duel_replay(text), duel_replay(text)
        one.submit(one.to_move[0], move)
        two.submit(two.to_move[0], str(move))
        assert one.to_bytes() == two.to_bytes() != game.to_bytes()
