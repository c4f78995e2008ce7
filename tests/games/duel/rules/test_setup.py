"""Duel: the table before the first turn."""

from collections import Counter
from random import Random

import pytest

import heptapolis as hp
from heptapolis.games.duel.events import Drafted, Revealed, Started
from tests.games.duel.rules.duel_table import (
    CATALOG,
    EMPTY_CITY,
    city,
    coins,
    discard,
    events_of,
    play,
    table,
    texts,
)

SEEDS = range(40)
GUILDS = {card.id for card in CATALOG.cards if card.is_guild}
FIRST_GAME = [
    ["great_lighthouse", "pyramids", "statue_of_zeus", "temple_of_artemis"],
    ["appian_way", "circus_maximus", "colossus", "piraeus"],
]


def layouts(game: hp.DuelGame) -> dict[int, list[str]]:
    """Return the cards of every age, slot by slot."""
    return {int(age): cards for age, cards in game.position()["layout"].items()}


# ── the board ────────────────────────────────────────────────────────────────────────────────────


def test_two_players_begin_with_seven_coins_and_nothing_built() -> None:
    """Rulebook, set-up: each takes 7 coins; the marker stands in the middle."""
    game = hp.new("duel", seed=1, wonders="first_game")
    assert (game.players, game.n_cities) == (2, 2)
    assert coins(game) == [7, 7]
    assert [(c.buildings, c.built_wonders, c.tokens) for c in game.cities] == [([], {}, [])] * 2
    assert (game.marker, game.discard) == (0, [])


def test_four_military_tokens_lie_on_the_track() -> None:
    """Rulebook, set-up: a token of 2 and one of 5 coins on each side."""
    game = hp.new("duel", seed=1)
    assert [game.loot(seat) for seat in (0, 1)] == [{3: 2, 6: 5}, {3: 2, 6: 5}]


def test_five_of_ten_progress_tokens_lie_on_the_board_and_five_are_set_aside() -> None:
    """Rulebook, set-up, and D25: which ones is left to chance."""
    boards = [hp.new("duel", seed=seed).tokens for seed in SEEDS]
    for seed in SEEDS:
        data = hp.new("duel", seed=seed).position()
        assert (len(data["tokens"]), len(data["aside"])) == (5, 5)
        assert {*data["tokens"], *data["aside"]} == set(CATALOG.token)
    assert {token for board in boards for token in board} == set(CATALOG.token)
    assert len({tuple(board) for board in boards}) > 30


# ── the draft ────────────────────────────────────────────────────────────────────────────────────


def game_after_draft(seed: int) -> hp.DuelGame:
    """Return a game after its draft."""
    game, rng = hp.new("duel", seed=seed), Random(seed)
    while game.phase == "draft":
        play(game, rng.choice(texts(game)))
    return game


@pytest.mark.parametrize("seed", range(5))
def test_wonders_are_drafted_1_2_1_and_the_second_time_by_the_second_player_first(
    seed: int,
) -> None:
    """Rulebook, draft: first 1, second 2, first the last one; then the other way round."""
    game = game_after_draft(seed)
    assert [event.seat for event in events_of(game, Drafted)] == [0, 1, 1, 0, 1, 0, 0, 1]
    assert [len(c.wonders) for c in game.cities] == [4, 4]
    taken = [wonder for c in game.cities for wonder in c.wonders]
    assert sorted(taken) == sorted(event.wonder for event in events_of(game, Drafted))
    assert len(set(taken)) == 8


def test_each_chooses_among_what_is_left_of_four() -> None:
    """Rulebook, draft: the last wonder of each four is taken without a choice."""
    game, choices = hp.new("duel", seed=4), []
    while game.phase == "draft":
        choices.append((game.to_move[0], len(game.offer)))
        assert texts(game) == [f"draft {wonder}" for wonder in game.offer]
        play(game, texts(game)[0])
    assert choices == [(0, 4), (1, 3), (1, 2), (1, 4), (0, 3), (0, 2)]


def test_the_second_four_are_laid_out_when_the_first_are_taken() -> None:
    """Rulebook, draft: until then they are hidden."""
    game = hp.new("duel", seed=4)
    first = game.offer
    play(game, *[f"draft {wonder}" for wonder in first[:2]])
    assert game.offer == first[2:]
    play(game, f"draft {first[2]}")
    assert len(game.offer) == 4
    assert not set(game.offer) & set(first)


def test_the_wonders_are_shuffled() -> None:
    """Rulebook, draft: any of the twelve may be offered."""
    offers = [hp.new("duel", seed=seed).offer for seed in SEEDS]
    assert {wonder for offer in offers for wonder in offer} == set(CATALOG.wonder)


def test_a_first_game_has_fixed_sets() -> None:
    """Rulebook, draft: the sets of a first game."""
    game = hp.new("duel", seed=3, wonders="first_game")
    assert [c.wonders for c in game.cities] == FIRST_GAME


@pytest.mark.parametrize("wonders", ["draft", "first_game"])
def test_the_first_player_begins_the_first_age(wonders: str) -> None:
    """Rulebook, turns: also if the other player drafted last."""
    game = hp.new("duel", seed=3, wonders=wonders)
    while game.phase == "draft":
        play(game, texts(game)[-1])
    assert (game.age, game.turn, game.phase, game.to_move) == (1, 1, "turn", [0])
    assert [(event.age, event.seat) for event in events_of(game, Started)] == [(1, 0)]


# ── the decks ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(10))
def test_three_cards_of_each_age_are_removed_and_three_guilds_join_the_third(seed: int) -> None:
    """Rulebook, decks: 20 of 23, 20 of 23, and 17 of 20 with 3 of 7 guilds."""
    for age, cards in layouts(hp.new("duel", seed=seed)).items():
        assert len(set(cards)) == 20
        assert {CATALOG.card[id].age for id in cards} == {age}
        assert len(GUILDS & set(cards)) == (3 if age == 3 else 0)


def test_any_card_may_be_removed_and_any_guild_used() -> None:
    """Rulebook, decks: unseen and at random."""
    deals = [layouts(hp.new("duel", seed=seed)) for seed in range(100)]
    used = Counter(card for deal in deals for cards in deal.values() for card in cards)
    assert set(used) == set(CATALOG.card)
    for id, times in used.items():
        share = 3 / 7 if id in GUILDS else 17 / 20 if CATALOG.card[id].age == 3 else 20 / 23
        assert abs(times / 100 - share) < 0.2, id
    assert len({tuple(deal[1]) for deal in deals}) == 100


def test_removed_cards_are_nowhere_in_the_game() -> None:
    """D41: neither in the discard pile nor under a wonder nor in a city at the end."""
    game, rng = hp.new("duel", seed=6), Random(6)
    dealt = {card for cards in layouts(game).values() for card in cards}
    while not game.is_over:
        play(game, rng.choice(texts(game)))
    seen: set[str | None] = set(game.discard)
    for c in game.cities:
        seen |= {*c.buildings, *c.built_wonders.values()}
    assert seen <= dealt
    assert len(dealt) == 60


# ── the card structures ──────────────────────────────────────────────────────────────────────────

SHAPES = {1: [2, 3, 4, 5, 6], 2: [6, 5, 4, 3, 2], 3: [2, 3, 4, 2, 4, 3, 2]}


def at_age(age: int) -> hp.DuelGame:
    """Return a game at the first turn of an age."""
    return table(EMPTY_CITY, EMPTY_CITY, age=age)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_structures_have_the_shapes_of_the_aid(age: int) -> None:
    """Layout facts: rows from the far end; odd rows face up, even rows face down."""
    places = at_age(age).places
    rows = Counter(place.slot.row for place in places)
    assert [rows[row] for row in sorted(rows)] == SHAPES[age]
    assert [place.is_face_up for place in places] == [place.slot.row % 2 == 1 for place in places]
    assert sum(place.is_face_up for place in places) == 12


@pytest.mark.parametrize(("age", "accessible"), [(1, 6), (2, 2), (3, 2)])
def test_only_cards_that_no_other_covers_are_accessible(age: int, accessible: int) -> None:
    """Rulebook, turns: at first the row nearest to the players."""
    game = at_age(age)
    last = max(place.slot.row for place in game.places)
    assert [p.slot.row == last for p in game.places] == [p.is_accessible for p in game.places]
    assert len(game.accessible) == accessible
    assert {move.split()[1] for move in texts(game, "discard")} == set(game.accessible)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_card_becomes_accessible_when_both_that_cover_it_are_gone(age: int) -> None:
    """Layout facts: (r, c) is covered by (r + 1, c - 1) and (r + 1, c + 1) where they exist."""
    game = at_age(age)
    while game.age == age and not game.is_over:
        held = {(p.slot.row, p.slot.col) for p in game.places if not p.is_taken}
        for place in game.places:
            row, col = place.slot.row, place.slot.col
            is_free = not held & {(row + 1, col - 1), (row + 1, col + 1)}
            assert place.is_accessible == (is_free and not place.is_taken)
        discard(game)
        if game.phase == "start":
            break


def test_each_bridge_card_of_age_three_is_covered_by_two_and_covers_two() -> None:
    """Layout facts: row 4 has two face-down cards, in columns 4 and 8."""
    bridge = [p.slot for p in at_age(3).places if p.slot.row == 4]
    assert [(slot.col, slot.face_up) for slot in bridge] == [(4, False), (8, False)]
    cols = {r: [p.slot.col for p in at_age(3).places if p.slot.row == r] for r in (3, 5)}
    assert cols == {3: [3, 5, 7, 9], 5: [3, 5, 7, 9]}


def test_the_accessible_cards_of_the_rulebooks_picture() -> None:
    """Rulebook, turns: Baths, Stone Pit, Lumber Yard and Scriptorium are accessible."""
    four = ["baths", "stone_pit", "lumber_yard", "scriptorium"]
    game = table(EMPTY_CITY, EMPTY_CITY, *four)
    assert set(game.accessible) == set(four)
    with pytest.raises(hp.IllegalMove, match="this card cannot be taken now"):
        covered = next(p.card for p in game.places if p.card and p.slot.row == 1)
        play(game, f"discard {covered}")


def test_face_down_cards_are_turned_up_when_they_become_accessible() -> None:
    """Rulebook, turns: after the card has been played; a covered one stays face down."""
    layout = ["?", "?", "altar", "theater", "?", "tavern", "baths", "quarry", "press"]
    layout += ["-"] * 11
    game = table(city(), city(), age=1, layout={"1": layout})
    play(game, "discard tavern")
    assert events_of(game, Revealed) == []
    play(game, "discard baths")
    assert [(e.card, e.slot, e.by) for e in events_of(game, Revealed)] == [("altar", 2, 1)]
    assert "altar" in game.accessible
    assert "theater" not in game.accessible


def test_backs_of_guilds_are_seen_and_their_faces_are_not() -> None:
    """Layout facts: guilds have their own back."""
    layout = ["?"] * 20
    layout[0], layout[2] = "merchants_guild", "builders_guild"
    game = table(EMPTY_CITY, EMPTY_CITY, age=3, layout={"3": layout})
    for seat in (0, 1, None):
        places = game.view(seat).places
        assert [p.slot.index for p in places if p.is_guild] == [0, 2]
        assert (places[0].card, places[2].card) == ("merchants_guild", None)
        assert game.view(seat).position()["layout"]["3"][2] == "? guild"
