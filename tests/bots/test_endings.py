"""Solved endings agree with a plain search over the public API, independent of the solver."""

import copy
import json
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots.endings import solved_moves
from heptapolis.slots import ENDING
from heptapolis.variants import ruleset_of

AGE_THREE = {card.id for card in hp.catalog("duel").cards if card.deck == "age3"}
GUILDS = {card.id for card in hp.catalog("duel").cards if card.deck == "guild"}
ENOUGH_POSITIONS = 10_000_000


def endings(cards_left: int, n: int, *, is_hidden: bool = False) -> Iterator[Any]:
    """Yield ``n`` views of turns in age III with ``cards_left`` cards; with ``is_hidden``, some of
    them are face down."""
    greedy, seed = hp.bot("greedy"), 0
    while n:
        game: Any = hp.new("duel", seed=seed)
        rng, seed = random.Random(seed), seed + 1
        while not game.is_over:
            view = game.view(game.to_move[0])
            places = [place for place in view.places if not place.is_taken]
            if view.age == 3 and view.phase == "turn" and len(places) == cards_left:
                if not is_hidden or any(place.card is None for place in places):
                    yield view
                    n -= 1
                break
            game.submit(view.seat, greedy.choose(view, rng))


def solve(view: Any) -> dict[str, float]:
    solved = solved_moves(view, positions=ENOUGH_POSITIONS)
    assert solved is not None
    return {str(one.move): one.win for one in solved}


# ── the second opinion ───────────────────────────────────────────────────────────────────────────


def chances(position: Any, seat: int) -> dict[str, float]:
    """Return the chance of seat 0 after each move, from a position as the seat knows it."""
    return {
        str(move): chance_after(position, seat, str(move))
        for move in hp.from_position(position).legal_moves(seat)
    }


def chance_after(position: Any, seat: int, move: str) -> float:
    """Return the chance of seat 0 after a move: the mean over the cards that it can reveal."""
    game: Any = hp.from_position(position)
    game.submit(seat, move)
    if game.is_over:
        return 0.5 if game.winner is None else 1.0 - game.winner
    slot = revealed_slot(position, plain_position(game.view(seat)))
    if slot is None:
        return chance(plain_position(game.view(seat)), game.to_move[0])
    outcomes = []
    for card in unseen_cards(position, slot):
        known = copy.deepcopy(position)
        known["layout"]["3"][slot] = card
        outcomes.append(chance_after(known, seat, move))
    return sum(outcomes) / len(outcomes)


def chance(position: Any, seat: int) -> float:
    after = chances(position, seat).values()
    return max(after) if seat == 0 else min(after)


def revealed_slot(before: Any, after: Any) -> int | None:
    """Return the first slot that the move revealed."""
    pairs = zip(before["layout"]["3"], after["layout"]["3"], strict=True)
    return next(
        (k for k, (old, new) in enumerate(pairs) if old.startswith("?") and new != old), None
    )


def unseen_cards(position: Any, slot: int) -> set[str]:
    """Return the cards that can be in a face-down slot."""
    layout = position["layout"]["3"]
    deck = GUILDS if "guild" in layout[slot] else AGE_THREE
    return deck - {card.removesuffix(" taken") for card in layout}


def plain_position(view: Any) -> Any:
    return json.loads(str(view.position()))


# ── tests ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("cards_left", "is_hidden"), [(2, False), (3, False), (4, True)])
def test_chances_are_those_of_a_plain_search(cards_left: int, is_hidden: bool) -> None:
    for view in endings(cards_left, 6, is_hidden=is_hidden):
        expected = chances(plain_position(view), view.seat)
        if view.seat == 1:
            expected = {move: 1 - value for move, value in expected.items()}
        assert solve(view) == pytest.approx(expected)


LIBRARY: dict[str, Any] = {
    "game": "duel",
    "age": 3,
    "turn": 18,
    "cities": [
        {
            "coins": 30,
            "wonders": ["great_library", "pyramids", "colossus", "sphinx"],
            "buildings": ["academy"],
        },
        {
            "coins": 21,
            "wonders": ["appian_way", "piraeus", "mausoleum", "great_lighthouse"],
            "buildings": ["palace"],
        },
    ],
    "tokens": ["economy", "law", "masonry", "strategy", "theology"],
    "layout": {"3": ["town_hall", "obelisk", "arsenal"] + ["-"] * 17},
}


def test_tokens_that_can_be_drawn_are_equally_likely() -> None:
    view = hp.from_position(LIBRARY).view(0)
    solved = solve(view)
    move = next(str(move) for move in view.legal_moves() if move.wonder == "great_library")
    aside = {token.id for token in hp.catalog("duel").tokens} - set(LIBRARY["tokens"])
    best = []
    for drawn in combinations(sorted(aside), 3):
        game = hp.from_position({**LIBRARY, "aside": [*drawn, *sorted(aside - set(drawn))]})
        game.submit(0, move)
        assert game.view(0).phase == "library"
        best.append(max(solve(game.view(0)).values()))
    assert len(set(best)) > 1
    assert solved[move] == pytest.approx(sum(best) / len(best))


def test_an_ending_that_takes_too_long_is_left_to_the_search() -> None:
    view = next(endings(9, 1))
    assert solved_moves(view, positions=1) is None
    assert solved_moves(view, ms=0.001) is None


def test_a_solution_continues_where_it_stopped() -> None:
    view = next(endings(6, 1))
    ending = ruleset_of(view).part(ENDING)(view)
    assert ending is not None
    steps = 0
    while not ending.is_solved:
        ending.solve(200)
        steps += 1
    assert steps > 1
    assert {str(one.move): one.win for one in ending.moves()} == pytest.approx(solve(view))


def test_positions_far_from_the_end_are_not_solved() -> None:
    assert solved_moves(hp.new("duel", seed=1).view(0), positions=ENOUGH_POSITIONS) is None
    assert solved_moves(next(endings(12, 1)), positions=ENOUGH_POSITIONS) is None


def test_advice_on_an_ending_is_exact() -> None:
    for view in endings(4, 4):
        solved, advice = solve(view), hp.advise(view)
        assert {str(one.move): one.win for one in advice} == pytest.approx(solved)
        assert all(one.is_exact and one.error == 0 for one in advice)
        best = [one.move for one in advice if one.win == max(solved.values())]
        assert advice[0].move in best
        assert {one.move for one in advice if one.is_tie} == (set(best) if len(best) > 1 else set())


def test_a_search_with_a_network_plays_endings_exactly() -> None:
    bot = hp.bot("neural-search:20")
    for view in endings(4, 4):
        solved = solve(view)
        assert solved[str(bot.choose(view, random.Random(0)))] == max(solved.values())
