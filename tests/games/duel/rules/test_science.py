"""Duel: science symbols and progress tokens."""

from collections import Counter

import pytest

from heptapolis.games.duel.events import Token
from tests.games.duel.rules.duel_table import (
    CATALOG,
    EMPTY_CITY,
    MANY_COINS,
    builder,
    city,
    coins,
    coins_gained,
    events_of,
    play,
    sheet,
    table,
    texts,
)

PAIRS: dict[str, list[str]] = {}
for _card in CATALOG.cards:
    if _card.effect.science:
        PAIRS.setdefault(_card.effect.science.slug, []).append(_card.id)
BOARD = ["agriculture", "law", "masonry", "philosophy", "strategy"]
TOKENS_SET_ASIDE = ["architecture", "economy", "mathematics", "theology", "urbanism"]
FIVE = ["scriptorium", "pharmacist", "workshop", "apothecary", "academy"]


# ── D26 to D28 pairs ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("symbol", PAIRS)
def test_the_second_card_of_a_symbol_earns_a_token_of_the_board(symbol: str) -> None:
    """D26: at once, one of those on the board."""
    first, second = PAIRS[symbol]
    game = table(
        city(first, coins=MANY_COINS), EMPTY_CITY, second, tokens=BOARD, aside=TOKENS_SET_ASIDE
    )
    assert game.city(0).symbols == {symbol: 1}
    play(game, f"build {second}")
    assert (game.phase, game.to_move) == ("token", [0])
    assert texts(game) == [f"token {token}" for token in BOARD]
    play(game, "token philosophy")
    assert game.city(0).tokens == ["philosophy"]
    assert game.tokens == [token for token in BOARD if token != "philosophy"]
    assert game.n_aside == 5
    assert (game.phase, game.to_move) == ("turn", [1])
    assert [(e.seat, e.token, e.aside) for e in events_of(game, Token)] == [
        (0, "philosophy", False)
    ]


@pytest.mark.parametrize("symbol", PAIRS)
def test_the_first_card_of_a_symbol_earns_nothing(symbol: str) -> None:
    """D26: nor does a pair in two cities."""
    first, second = PAIRS[symbol]
    game = table(city(coins=MANY_COINS), city(first), second)
    play(game, f"build {second}")
    assert (game.phase, game.to_move) == ("turn", [1])


def test_each_symbol_of_the_cards_is_on_exactly_two() -> None:
    """D26: so a pair comes once for each symbol, and for one player."""
    assert {symbol: len(cards) for symbol, cards in PAIRS.items()} == dict.fromkeys(
        ["pendulum", "wheel", "quill", "mortar", "sundial", "astrolabe"], 2
    )


def test_green_cards_are_never_destroyed() -> None:
    """D26: only brown and grey ones are."""
    game = table(builder("statue_of_zeus"), city("scriptorium", "clay_pool"), "altar", "theater")
    assert texts(play(game, "wonder statue_of_zeus altar")) == ["destroy clay_pool"]


def test_a_token_must_be_taken() -> None:
    """D27: there is no move that declines, not even with a single token left."""
    game = table(
        city("scriptorium", coins=MANY_COINS),
        EMPTY_CITY,
        "library",
        tokens=["law"],
        aside=TOKENS_SET_ASIDE,
    )
    assert texts(play(game, "build library")) == ["token law"]


def test_without_tokens_on_the_board_a_pair_earns_nothing() -> None:
    """D28: the sixth pair of a game."""
    game = table(
        city("scriptorium", coins=MANY_COINS),
        EMPTY_CITY,
        "library",
        tokens=[],
        aside=TOKENS_SET_ASIDE,
    )
    play(game, "build library")
    assert (game.phase, game.to_move, game.city(0).tokens) == ("turn", [1], [])


def test_six_pairs_are_possible_and_five_tokens() -> None:
    """D28: so it may happen."""
    assert len(PAIRS) == 6
    assert CATALOG.constants.tokens_on_board == 5


# ── D29, D30 supremacy and Law ───────────────────────────────────────────────────────────────────


def test_six_different_symbols_win_at_once() -> None:
    """D29: five and a new one; D42: nothing else resolves."""
    game = table(city(*FIVE, coins=MANY_COINS), EMPTY_CITY, "university", "palace")
    play(game, "build university")
    assert (game.is_over, game.outcome, game.winner) == (True, "science", 0)
    assert game.ranking() == [[0], [1]]


def test_law_counts_as_a_symbol_of_its_own() -> None:
    """D29: four symbols and Law are five; one more wins."""
    game = table(
        city(*FIVE[:4], tokens=["law"], coins=MANY_COINS),
        EMPTY_CITY,
        "study",
        "university",
        "palace",
    )
    assert set(game.city(0).symbols) == {"quill", "mortar", "pendulum", "wheel", "scales"}
    play(game, "build study")
    assert (game.outcome, game.winner) == ("science", 0)


def test_law_can_never_make_a_pair() -> None:
    """D29: its symbol is on no card."""
    assert "scales" not in PAIRS
    carriers = [token.id for token in CATALOG.tokens if token.effect.science]
    assert carriers == ["law"]


def test_law_as_the_reward_of_a_pair_wins_with_five_symbols() -> None:
    """D30: at once, as the sixth."""
    game = table(
        city(*FIVE, coins=MANY_COINS), EMPTY_CITY, "study", "palace", tokens=["law", "strategy"]
    )
    play(game, "build study")
    assert game.phase == "token"
    play(game, "token law")
    assert (game.outcome, game.winner, game.to_move) == ("science", 0, [])


def test_law_of_the_great_library_wins_with_five_symbols() -> None:
    """D30: at once, as the sixth."""
    mine = builder("great_library") | {"buildings": FIVE}
    game = table(
        mine,
        EMPTY_CITY,
        "palace",
        "obelisk",
        tokens=TOKENS_SET_ASIDE,
        aside=[*BOARD[1:4], BOARD[0], BOARD[4]],
    )
    play(game, "wonder great_library palace", "token law")
    assert (game.outcome, game.winner) == ("science", 0)


def test_another_token_does_not_win_with_five_symbols() -> None:
    """D30: only Law carries a symbol."""
    game = table(
        city(*FIVE, coins=MANY_COINS), EMPTY_CITY, "study", "palace", tokens=["law", "strategy"]
    )
    play(game, "build study", "token strategy")
    assert not game.is_over


# ── D25 the Great Library ────────────────────────────────────────────────────────────────────────


def library(seed: int) -> tuple[str, ...]:
    """Return the tokens that a Great Library offers."""
    game = table(builder("great_library"), EMPTY_CITY, "altar", "theater", tokens=BOARD, seed=seed)
    play(game, "wonder great_library altar")
    assert game.phase == "library"
    return tuple(texts(game))


def test_the_great_library_offers_three_of_the_tokens_set_aside() -> None:
    """D25: at random, none of those on the board."""
    offers = [library(seed) for seed in range(60)]
    assert {len(offer) for offer in offers} == {3}
    found = Counter(move.split()[1] for offer in offers for move in offer)
    assert set(found) == set(TOKENS_SET_ASIDE)
    assert len(set(offers)) == 10


def test_one_token_is_kept_and_two_return() -> None:
    """D25: its effect applies at once."""
    game = table(
        builder("great_library", coins=12),
        EMPTY_CITY,
        "altar",
        "theater",
        tokens=BOARD,
        aside=["urbanism", "economy", "theology", "architecture", "mathematics"],
    )
    play(game, "wonder great_library altar", "token urbanism")
    assert (game.city(0).tokens, coins(game)[0]) == (["urbanism"], 12 - 10 + 6)
    assert game.n_aside == 4
    assert sorted(game.position()["aside"]) == sorted(set(TOKENS_SET_ASIDE) - {"urbanism"})
    assert game.tokens == BOARD
    assert [(e.token, e.aside) for e in events_of(game, Token)] == [("urbanism", True)]
    assert game.to_move == [1]


def test_the_builder_alone_sees_the_three() -> None:
    """D25: neither the opponent nor a spectator does."""
    game = table(builder("great_library"), EMPTY_CITY, "altar", "theater", tokens=BOARD)
    play(game, "wonder great_library altar")
    offered = {move.split()[1] for move in texts(game)}
    assert set(game.view(0).library) == offered
    assert (game.view(1).library, game.view(None).library) == ([], [])
    for seat in (1, None):
        assert game.view(seat).position()["aside"] == ["?"] * 5
    known = game.view(0).position()["aside"]
    assert sorted(known) == sorted([*offered, "?", "?"])


def test_there_is_one_such_wonder_and_five_tokens_for_it() -> None:
    """D25: so five are always there."""
    drawing = [wonder.id for wonder in CATALOG.wonders if wonder.effect.removed_token]
    assert drawing == ["great_library"]
    assert len(TOKENS_SET_ASIDE) == 5


# ── effects of tokens ────────────────────────────────────────────────────────────────────────────


def test_agriculture_brings_6_coins_and_4_points() -> None:
    """Rulebook, tokens: the coins at once, the points at the end."""
    game = table(
        city("scriptorium", coins=MANY_COINS), EMPTY_CITY, "library", "walls", tokens=BOARD
    )
    play(game, "build library", "token agriculture")
    assert coins_gained(game, "agriculture") == 6
    assert sheet(city(tokens=["agriculture"], coins=0))["progress"] == 4


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        (["philosophy"], 7),
        (["mathematics"], 3),
        (["mathematics", "law"], 6),
        (["mathematics", "law", "economy", "philosophy"], 12 + 7),
        (["law", "economy", "strategy", "theology", "urbanism", "masonry", "architecture"], 0),
    ],
)
def test_points_of_tokens(tokens: list[str], points: int) -> None:
    """Rulebook, tokens: Philosophy 7, Mathematics 3 for each token, itself included."""
    assert sheet(city(tokens=tokens))["progress"] == points
