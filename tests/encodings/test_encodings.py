"""Encodings contain exactly the knowledge of a seat, at the documented places."""

import subprocess
import sys
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.encodings import Encoding, Observation, encoding, encoding_of
from heptapolis.variants import register_house, unregister
from tests.encodings.moments import RULESETS, moments, views

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
OUT_OF_PLAY = ("pile", "buried", "out")
HEAVY_MODULES = ("torch", "babel", "openskill", "pydantic", "gymnasium", "pettingzoo")


@cache
def places(code: Encoding) -> dict[str, slice]:
    return {entry.name: slice(entry.start, entry.stop) for entry in code.index()}


def number(code: Encoding, observation: Observation, name: str) -> list[int]:
    """Return the numbers of a feature by its name in the index."""
    values: list[int] = observation.flat[places(code)[name]].tolist()
    return values


def counts_by_name(
    code: Encoding, observation: Observation, feature: str, at: int = 0
) -> Counter[str]:
    """Return the cards and leaders that a feature counts, with the counts."""
    told: Counter[str] = Counter()
    for form, names in (("cards", code.cards), ("leaders", code.rows().get("Leaders", ()))):
        for name in names:
            if f"{form}.{name}.{feature}" in places(code):
                told[name] = number(code, observation, f"{form}.{name}.{feature}")[at]
    return +told


def pile(game: Any) -> Counter[str]:
    """Return the discard pile, of which a seat sees only parts."""
    ids, copies = game.edition.id, game._field("discard").tolist()
    return +Counter({ids[card]: n for card, n in enumerate(copies) if n})


@every_ruleset
def test_a_seat_of_a_game_is_encoded_as_its_view(ruleset: str) -> None:
    code = encoding(ruleset)
    for game in moments(ruleset):
        for seat in range(game.players):
            of_game, of_view = code.observe(game, seat), code.observe(game.view(seat))
            assert np.array_equal(of_game[0].flat, of_view[0].flat)
            assert np.array_equal(of_game[1], of_view[1])


@every_ruleset
def test_hidden_information_changes_no_number(ruleset: str) -> None:
    code, rng = encoding(ruleset), Random(1)
    for view in views(ruleset):
        if view.is_over:
            continue
        own, mask = code.observe(view)
        for _ in range(3):
            seen, possible_mask = code.observe(view.sample(rng), view.seat)
            assert np.array_equal(seen.flat, own.flat) and np.array_equal(possible_mask, mask)


def test_the_encoding_is_relative_to_the_seat() -> None:
    """A table rotated by one seat has the same encoding: one network serves all seats."""
    code, boards = encoding("classic"), ("giza:A", "rhodes:B", "ephesus:A", "babylon:A")
    cities = [{"wonder": board, "coins": k, "stages": k % 2} for k, board in enumerate(boards)]
    hands = [
        ["palace", "study"],
        ["senate", "lodge"],
        ["pantheon", "arsenal"],
        ["gardens", "arena"],
    ]
    tables = []
    for first in range(4):
        turned = [(k + first) % 4 for k in range(4)]
        tables.append(
            hp.from_position(
                {
                    "age": 3,
                    "turn": 6,
                    "cities": [cities[k] for k in turned],
                    "hands": [hands[k] for k in turned],
                }
            )
        )
    for first, game in enumerate(tables):
        assert np.array_equal(code.encode(game, 0).flat, code.encode(tables[0], first).flat)
        assert np.array_equal(code.mask(game, 0), code.mask(tables[0], first))


@every_ruleset
def test_the_seats_of_a_game_see_different_things(ruleset: str) -> None:
    code = encoding(ruleset)
    game = next(game for game in moments(ruleset) if game.age > 0)
    flats = [code.encode(game, seat).flat.tobytes() for seat in range(game.players)]
    assert len(set(flats)) == game.players


@every_ruleset
def test_the_index_covers_every_number_exactly_once(ruleset: str) -> None:
    code = encoding(ruleset)
    covered = np.zeros(code.size, np.int64)
    for entry in code.index():
        assert entry.stop - entry.start == len(entry.labels)
        assert entry.help and (entry.scale > 0) == (entry.kinds == 0)
        covered[entry.start : entry.stop] += 1
    assert (covered == 1).all()
    names = [entry.name for entry in code.index()]
    assert len(set(names)) == len(names)
    assert code.scale.shape == (code.size,) and code.scale.dtype == np.float32


@every_ruleset
def test_every_feature_has_one_description_and_every_description_a_feature(ruleset: str) -> None:
    code = encoding(ruleset)
    features: dict[str, set[str]] = {}
    for entry in code.index():
        features.setdefault(entry.form, set()).add(entry.feature)
    assert {form: set(code.feature_help[form]) for form in features} == features


@every_ruleset
def test_every_number_of_a_kind_is_one_of_its_kinds(ruleset: str) -> None:
    code = encoding(ruleset)
    for view in views(ruleset):
        flat = code.encode(view).flat
        for place, kinds in code.kinds.items():
            assert 0 <= flat[place] < kinds


@every_ruleset
def test_structured_forms_are_views_of_the_flat_one(ruleset: str) -> None:
    code = encoding(ruleset)
    observation = code.encode(next(views(ruleset)))
    assert observation.flat.dtype == np.int8
    parts = {name: getattr(observation, name) for name in code.shapes}
    assert {name: part.shape for name, part in parts.items()} == code.shapes
    assert sum(part.size for part in parts.values()) == code.size
    for part in parts.values():
        assert np.shares_memory(part, observation.flat)
    observation.flat[:] = 7
    assert all((part == 7).all() for part in parts.values())
    many = code.structured(np.zeros((5, 2, code.size), np.int8))
    assert many.cities.shape == (5, 2, *code.shapes["cities"])


@every_ruleset
def test_a_spectator_has_no_encoding(ruleset: str) -> None:
    game = moments(ruleset)[0]
    for view, seat in ((game.view(None), None), (game, None), (game, game.players)):
        with pytest.raises(ValueError, match="whose"):
            encoding(ruleset).encode(view, seat)


def test_the_numbers_of_duel_agree_with_the_view() -> None:
    code = encoding("duel")
    for view in views("duel"):
        seen = code.encode(view)
        for who, seat in (("mine", view.seat), ("theirs", 1 - view.seat)):
            city = view.city(seat)
            assert number(code, seen, f"cities.{who}.coins") == [city.coins]
            assert number(code, seen, f"cities.{who}.points") == [*view.score(seat).values()]
            assert number(code, seen, f"cities.{who}.prices") == [*city.prices.values()]
            assert number(code, seen, f"cities.{who}.different_symbols") == [len(city.symbols)]
            for card in code.cards:
                assert number(code, seen, f"cards.{card}.{who}") == [card in city.buildings]
        lead = view.marker if view.seat == 0 else -view.marker
        assert number(code, seen, "table.marker_mine") == [max(lead, 0)]
        assert number(code, seen, "table.cards_left") == [sum(not p.is_taken for p in view.places)]
        for place in view.places:
            if place.card:
                price = number(code, seen, f"cards.{place.card}.my_price")
                assert price == [view.price(view.seat, place.card)]
        for card in code.cards:
            is_open = card in view.accessible
            assert number(code, seen, f"cards.{card}.accessible") == [is_open]


def test_a_slot_contains_its_card_or_its_back() -> None:
    code = encoding("duel")
    slots = places(code)["table.slot_card"].start
    for view in views("duel"):
        flat = code.encode(view).flat
        for place in view.places:
            told = int(flat[slots + place.slot.index])
            back = len(code.cards) + (2 if place.is_guild else 1)
            known = code.cards.index(place.card) + 1 if place.card else back
            assert told == (0 if place.is_taken else known if place.is_face_up else back)


@pytest.mark.parametrize("ruleset", ["classic", "classic+leaders"])
def test_the_numbers_of_classic_agree_with_the_view(ruleset: str) -> None:
    code = encoding(ruleset)
    for view in views(ruleset):
        seen = code.encode(view)
        for k, who in enumerate(code.cities):
            is_there = k < view.n_cities
            assert number(code, seen, f"cities.{who}.present") == [is_there]
            if not is_there:
                assert not seen.cities[k].any() and not counts_by_name(code, seen, "built", k)
                continue
            seat = (view.seat + k) % view.n_cities
            city = view.city(seat)
            assert number(code, seen, f"cities.{who}.coins") == [city.coins]
            assert number(code, seen, f"cities.{who}.points") == [*view.score(seat).values()]
            assert number(code, seen, f"cities.{who}.free_city") == [seat >= view.players]
            assert number(code, seen, f"cities.{who}.stages") == [city.stages]
            standing = Counter([*city.buildings, *city.leaders])
            assert counts_by_name(code, seen, "built", k) == standing
        if view.is_over:
            continue
        assert counts_by_name(code, seen, "hand") == Counter([*view.hand, *view.leader_hand])
        assert set(counts_by_name(code, seen, "pending")) == {move.card for move in view.chosen} - {
            None
        }
        if view.seat in view.to_move:
            named = {move.card for move in view.legal_moves()} - {None}
            assert set(counts_by_name(code, seen, "choosable")) == named


@pytest.mark.parametrize("ruleset", ["classic", "classic+leaders"])
def test_encoded_knowledge_of_hidden_cards_is_correct(ruleset: str) -> None:
    """The encoded knowledge of hands, pile and cards under stages agrees with the game."""
    code, told = encoding(ruleset), Counter[str]()
    for game in moments(ruleset):
        if game.is_over:
            continue
        markers = Counter(card for city in game.cities for card in city.markers)
        for seat in range(game.players):
            seen = code.encode(game, seat)
            assert counts_by_name(code, seen, "pile") <= pile(game)
            assert counts_by_name(code, seen, "buried") <= markers
            assert counts_by_name(code, seen, "buried") >= Counter(
                filter(None, game.city(seat).markers)
            )
            for away in range(1, game.players):
                other = game.view((seat + away) % game.players)
                assert counts_by_name(code, seen, "known_at", away - 1) <= Counter(other.hand)
            if game.phase == "dig" and seat in game.to_move:
                assert counts_by_name(code, seen, "pile") == game.view(seat).discard
            told += Counter(
                {name: counts_by_name(code, seen, name).total() for name in OUT_OF_PLAY}
            )
    assert set(told) == set(OUT_OF_PLAY)


@pytest.mark.parametrize("digger", [0, 1])
def test_the_discard_pile_is_remembered(digger: int) -> None:
    """A seat knows its own discards of all ages, less cards dug out; and all after looking through."""
    code, boards = encoding("classic"), ["giza:A", "rhodes:A", "ephesus:A"]
    boards[digger] = "halicarnassus:B"
    digs = 0
    for seed in range(6):
        game, rng = hp.new("classic", wonders=boards, seed=seed), Random(seed)
        mine: Counter[str] = Counter()  # the cards that the seat must know
        while not game.is_over:
            seen = code.encode(game, 0)
            assert mine <= counts_by_name(code, seen, "pile") <= pile(game)
            for seat in game.to_move:
                moves = game.legal_moves(seat)
                stages = [move for move in moves if move.verb in ("stage", "dig")]
                move = rng.choice(stages or moves)
                if seat == 0 and move.verb == "discard":
                    mine[move.card or ""] += 1
                if move.verb == "dig":
                    digs += 1
                    if seat == 0:
                        mine = game.view(0).discard
                    mine -= Counter([move.card or ""])
                game.submit(seat, move)
    assert digs > 3


def test_passed_cards_are_remembered() -> None:
    """With three seats, a passed hand is with the left neighbour, then with the right one, and comes
    back after three turns."""
    code, game = encoding("classic"), hp.new("classic", seed=4)
    first, chosen = game.view(0).hand, game.legal_moves(0)[-1]
    passed = Counter(first) - Counter([chosen.card or ""])
    play_turn(game, chosen)
    for away in (1, 2):
        seen = code.encode(game, 0)
        there = {
            card: (
                number(code, seen, f"cards.{card}.known_at")[away - 1],
                number(code, seen, f"cards.{card}.unsure")[0],
            )
            for card in passed
        }
        for card, copies in passed.items():
            built = sum(game.city(seat).buildings.count(card) for seat in range(1, 3))
            assert sum(there[card]) >= copies - built
            assert sum(there[card]) == 0 or number(code, seen, f"cards.{card}.comes_back")[0] > 0
        play_turn(game)
    seen = code.encode(game, 0)
    for card, copies in Counter(game.view(0).hand).items():
        assert number(code, seen, f"cards.{card}.hand") == [copies]


def play_turn(game: Any, own: Any = None) -> None:
    """Let all seats discard, except that seat 0 may make another move."""
    for seat in game.to_move:
        game.submit(seat, own if own and seat == 0 else game.legal_moves(seat)[-1])


def test_house_cards_have_rows_of_their_own(tmp_path: Any) -> None:
    file = tmp_path / "learned.toml"
    file.write_text(
        'extends = "duel"\n[card.agora]\nname = "Agora"\nage = 1\ncolor = "blue"\n'
        "effect = { points = 4 }\n"
    )
    register_house(file)
    try:
        house, ours = encoding("learned"), encoding("duel")
        assert len(house.cards) == len(ours.cards) + 1 and "agora" in house.cards
        assert house.size == ours.size + ours.shapes["cards"][1]
        view = hp.new("learned", seed=3).view(0)
        assert encoding_of(view).size == house.size
        assert house.mask(view).sum() == 4
    finally:
        unregister("learned")


def test_encodings_are_shared() -> None:
    assert encoding("duel") is encoding("duel")
    assert encoding_of(hp.new("duel")) is encoding("duel")


def test_learning_needs_no_heavy_package() -> None:
    """The modules do not even import one."""
    code = (
        "import sys\n"
        f"for name in {HEAVY_MODULES!r}: sys.modules[name] = None\n"
        "import heptapolis.games.duel.encodings, heptapolis.games.duel.vector\n"
        "import heptapolis.games.classic.encodings, heptapolis.games.classic.vector\n"
        "import heptapolis.encodings, heptapolis.vector\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
