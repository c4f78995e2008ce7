"""Denials: found only in finished games, and described correctly."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.contract import Game
from heptapolis.edition import Source
from heptapolis.events import Discarded, Staged
from heptapolis.game import replay_steps
from heptapolis.games.classic.game import ClassicGame
from heptapolis.games.classic.narration.denial import ClassicDenialFinder
from heptapolis.games.classic.state import ClassicState
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.duel.state import DuelState
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.spans import PlayerName
from heptapolis.narration import denials, wording_of
from heptapolis.narration.denial import (
    Denial,
    by_deed,
    mark_of,
    who_could,
)
from heptapolis.record import Record
from heptapolis.slots import DENIALS, Parts
from heptapolis.variants import Expansion, register_expansion, unregister
from tests.games.classic.rules.table import City, city, leaders_table

GAMES: dict[str, dict[str, Any]] = {
    "three": {"game": "classic", "seats": 3},
    "seven": {"game": "classic", "seats": 7},
    "free city": {"game": "classic", "seats": 2},
    "leaders": {"game": "classic", "seats": 4, "leaders": True},
    "duel": {"game": "duel"},
}


def finished_game(kind: str, seed: int) -> Game:
    """Return a finished game of greedy or random players, in which many cards are discarded."""
    options = dict(GAMES[kind])
    game: Game = hp.new(options.pop("game"), seed=seed, **options)
    rng, bot = random.Random(seed), hp.bot("greedy" if seed % 2 else "random")
    while not game.is_over:
        seat = game.to_move[-1]
        game.submit(seat, bot.choose(game.view(seat), rng))
    return game


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return finished_game(request.param, 7)


@pytest.fixture(scope="module")
def game_denials(game: Game) -> tuple[Denial, ...]:
    return denials(game.record())


def test_denied_cards_have_the_price_of_a_card_in_hand() -> None:
    game = hp.new(seats=3, seed=3)
    rng, n = random.Random(3), 0
    while not game.is_over:
        seat = game.to_move[0]
        if game.phase == "turn":
            moves = game.legal_moves(seat)
            for card in game.view(seat).hand:
                ways = [m for m in moves if m.verb == "build" and m.card == card and not m.free]
                assert game.way_to_build(seat, card) == (ways[0] if ways else None)
                n += 1
        game.submit(seat, rng.choice(game.legal_moves(seat)))
    assert n > 100


def test_the_search_for_denials_changes_nothing() -> None:
    game = hp.new(seats=4, seed=1)
    before = game.to_bytes()
    assert game.way_to_build(2, "palace") is None
    assert game.to_bytes() == before


def test_denials_are_sorted_by_importance(game_denials: tuple[Denial, ...]) -> None:
    points = [one.points for one in game_denials]
    assert points == sorted(points, reverse=True)
    assert not points or points[-1] > 0


def test_a_denial_names_a_lost_card_and_another_city(
    game: Game, game_denials: tuple[Denial, ...]
) -> None:
    gone = {
        (e.age, e.turn, e.seat, e.card): isinstance(e, Staged)
        for e in game.events
        if isinstance(e, Staged | Discarded)
    }
    for one in game_denials:
        assert gone[one.age, one.turn, one.seat, one.card] is one.is_buried
        assert one.other != one.seat
        if isinstance(game, ClassicState):
            assert one.turn < 6, "the last cards of an age are not passed on"
            assert one.card not in game.city(one.other).buildings


@pytest.mark.parametrize("kind", ["three", "seven", "leaders"])
def test_the_hand_went_to_that_city(kind: str) -> None:
    game = finished_game(kind, 8)
    hands: dict[tuple[int, int, int], set[str]] = {}
    for step in replay_steps(game.record()):
        for seat in range(step.players):
            view = step.view(seat)
            assert isinstance(view, ClassicView)
            if step.phase == "turn":
                hands.setdefault((step.age, step.turn, seat), set(view.hand))
    told = denials(game.record())
    assert told
    for one in told:
        held = hands[one.age, one.turn, one.seat]
        assert one.card in held
        assert hands[one.age, one.turn + 1, one.other] <= held


def test_free_by_chain_is_free(game: Game, game_denials: tuple[Denial, ...]) -> None:
    for one in game_denials:
        if one.is_chain:
            assert one.coins == 0 and game.edition.catalog.card[one.card].chain_from


def test_running_games_have_no_denials(game: Game) -> None:
    record = game.record()
    assert denials(replace(record, lines=record.lines[:-1])) == ()


def test_every_kind_of_denial_occurs() -> None:
    told = [one for seed in range(10) for one in denials(finished_game("three", seed).record())]
    assert any(one.is_buried for one in told) and any(not one.is_buried for one in told)
    assert any(one.is_chain for one in told) and any(one.coins for one in told)
    duels = [one for seed in range(3) for one in denials(finished_game("duel", seed).record())]
    assert any(one.is_buried for one in duels) and any(one.is_chain for one in duels)


def fortifications(left: City, **mine: Any) -> ClassicGame:
    """Play age III to its end: seat 0 discards the Fortifications, which seat 1 could have built free
    of charge with the Walls. Seat 0 has three shields, seat 1 two, seat 2 none."""
    red = ["stockade", "barracks", "guard_tower"]
    cities = [
        {**left, "buildings": red},
        city("giza:A", "walls", **mine),
        city("ephesus:A"),
    ]
    hands = [["fortifications", "palace"], ["gardens"], ["senate"]]
    game = leaders_table(*cities, hands=hands, age=3, turn=5)
    game.submit(0, "discard fortifications")
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, next(m for m in game.legal_moves(seat) if m.verb == "discard"))
    return game


@pytest.mark.parametrize(
    ("left", "mine", "points"),
    [
        ([], [], 6),  # one defeat fewer, one victory of age III more
        (["tomyris"], [], 5),  # Tomyris would have given the defeat to the victor
        ([], ["tomyris"], 5),  # there was no defeat to avoid
        ([], ["alexander"], 7),  # a victory token is worth one point more
        (["tomyris"], ["alexander"], 6),
    ],
)
def test_shields_change_wars_as_the_rules_say(
    left: list[str], mine: list[str], points: int
) -> None:
    game = fortifications(city("rhodes:A", leaders=left), leaders=mine)
    (one,) = [one for one in denials(game.record()) if one.card == "fortifications"]
    assert (one.seat, one.other, one.is_chain, one.points) == (0, 1, True, points)


@pytest.mark.parametrize("language", LANGUAGES)
def test_denials_are_described_in_every_language(language: str) -> None:
    game = finished_game("three", 3)
    found = denials(game.record())
    wording = wording_of(game, translator(language))
    marks = [mark_of(event, by_deed(found), wording) for event in game.events]
    assert Counter(filter(None, marks)) == Counter(who_could(one, wording) for one in found)
    for one in found:
        named = PlayerName(one.other)
        assert named in [span.meaning for span in who_could(one, wording).spans]


def test_a_card_dug_out_of_the_discard_pile_is_no_denial() -> None:
    for seed in range(6):
        game = finished_game("duel", seed)
        assert isinstance(game, DuelState)
        standing = [card for seat in (0, 1) for card in game.city(seat).buildings]
        assert not {one.card for one in denials(game.record())} & set(standing)


def test_an_expansion_may_bring_its_own_finder() -> None:
    class NoDenials(ClassicDenialFinder):
        def find(self, record: Record, catalog: Source = None) -> tuple[Denial, ...]:
            return ()

    parts, titles = Parts(), {"en": "Kind"}
    parts.fills(DENIALS)(lambda: NoDenials)
    register_expansion(Expansion("kind", "classic", titles, titles, "tests.toys", parts=parts))
    try:
        game, rng = hp.new("classic+kind", seed=7), random.Random(7)
        while not game.is_over:
            seat = game.to_move[-1]
            game.submit(seat, rng.choice(game.legal_moves(seat)))
        record = game.record()
        assert not denials(record) and denials(replace(record, options={"seats": 3}))
    finally:
        unregister("kind")
