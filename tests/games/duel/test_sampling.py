"""Sampled Duels look the same to the seat, and all deals are equally likely."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from tests.games.duel.samples import (
    CATALOG,
    IN_EVERY_PHASE,
    LIBRARY,
    PHASES,
    SETS,
    assert_survives,
    choose,
    game_at,
    new_game,
    play,
)
from tests.kinds import duel_from, duel_replay


def knowledge(view: hp.DuelView) -> dict[str, Any]:
    """Return the contents of a view as bytes by field."""
    fields: dict[str, Any] = {
        name: view._field(name).tobytes() for name in view._states.dtype.names
    }
    return fields | {"position": view.position(), "moves": view.legal_moves()}


def test_everything_hidden_can_be_redealt_and_nothing_changes_for_the_seat() -> None:
    """This tests secrecy: if a view contained hidden data, dealing it again would change its bytes."""
    redealt: Counter[str] = Counter()
    for seed in range(12):
        game, rng = new_game(seed), Random(seed)
        while not game.is_over:
            for seat in (0, 1, None):
                view = game.view(seat)
                other = view.sample(rng)
                assert knowledge(other.view(seat)) == knowledge(view)
                redealt[game.phase] += other.to_bytes() != game.to_bytes()
            game.submit(game.to_move[0], choose(game, rng))
    for phase in PHASES[:-1]:
        assert redealt[phase] > 2, phase


@IN_EVERY_PHASE
def test_a_sample_is_a_game_of_its_own(phase: str, n: int) -> None:
    game, rng = game_at(phase, n), Random(n)
    before = game.to_bytes()
    for seat in (0, 1, None):
        view = game.view(seat)
        held = view._states.tobytes()
        other = view.sample(rng)
        assert other.names == game.names
        play(other, rng)
        assert other.is_over
        assert_survives(other)
        assert view._states.tobytes() == held
    assert game.to_bytes() == before


def test_a_sample_has_the_names_of_its_game() -> None:
    game = hp.new("duel", seed=1, names=["Ann", "Bob"])
    other = game.view(0).sample(Random(1))
    assert other.names == ("Ann", "Bob")
    assert duel_replay(str(other.record())).names == ("Ann", "Bob")


def test_the_seed_is_not_in_a_sample() -> None:
    game = hp.new("duel", seed=123_456_789)
    other = game.view(0).sample(Random(1))
    assert other.record().seed is None
    assert "123456789" not in str(other.record())


def test_the_same_random_numbers_give_the_same_sample() -> None:
    view = game_at("turn", 0).view(1)
    assert view.sample(Random(4)).to_bytes() == view.sample(Random(4)).to_bytes()
    assert len({view.sample(Random(k)).to_bytes() for k in range(20)}) > 15


def is_uniform(counts: Counter[Any], values: set[Any], share: float, n: int) -> bool:
    """Return whether each value has this share of n samples, within five standard deviations."""
    room = 5 * (share * (1 - share) / n) ** 0.5
    return set(counts) == values and all(abs(k / n - share) < room for k in counts.values())


def sampled_positions(view: hp.DuelView, n: int) -> Iterator[dict[str, Any]]:
    """Return the positions of n sampled games."""
    rng = Random(n)
    for _ in range(n):
        yield dict(view.sample(rng).position())


def of_age(age: int) -> set[str]:
    return {card.id for card in CATALOG.cards if card.age == age and not card.is_guild}


GUILDS = {card.id for card in CATALOG.cards if card.is_guild}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_face_down_cards_are_any_that_have_not_been_seen(seat: int | None) -> None:
    """In age I eight cards are face down and three removed; all eleven are equally likely in each slot."""
    game, n = hp.new("duel", seed=1, wonders=SETS), 1500
    places = game.view(seat).places
    down = [place.slot.index for place in places if not place.is_face_up]
    unseen = of_age(1) - {place.card for place in places}
    assert len(unseen) == 11
    counts: dict[int, Counter[str]] = {slot: Counter() for slot in down}
    pairs: Counter[tuple[str, str]] = Counter()
    for data in sampled_positions(game.view(seat), n):
        cards = data["layout"]["1"]
        for slot in down:
            counts[slot][cards[slot]] += 1
        pairs[cards[down[0]], cards[down[1]]] += 1
    assert all(is_uniform(counts[slot], unseen, 1 / 11, n) for slot in down)
    assert len(pairs) == 110


def test_the_last_face_down_card_is_one_of_four() -> None:
    """The other cards are known; three have been removed."""
    seen = sorted(of_age(1) - {"altar", "baths", "tavern", "quarry"})
    layout = [f"{card} taken" for card in seen]
    layout[0:2] = seen[0:2]
    layout.insert(2, "altar")
    layout[5] = layout[5].removesuffix(" taken")
    where = {"discard": [card for k, card in enumerate(seen) if k not in (0, 1, 4)]}
    game = duel_from({"game": "duel", "age": 1, "layout": {"1": layout}, **where})
    assert not game.places[2].is_face_up
    for seat in (0, 1, None):
        n = 800
        counts = Counter(data["layout"]["1"][2] for data in sampled_positions(game.view(seat), n))
        assert is_uniform(counts, {"altar", "baths", "tavern", "quarry"}, 1 / 4, n)


def test_cards_of_the_ages_to_come_are_any() -> None:
    """In age II 20 of 23 cards are used; in age III a slot contains a guild in 3 of 20 cases."""
    view, n = hp.new("duel", seed=1, wonders=SETS).view(0), 2000
    second: Counter[str] = Counter()
    used: Counter[str] = Counter()
    third: Counter[str] = Counter()
    for data in sampled_positions(view, n):
        second[data["layout"]["2"][7]] += 1
        used.update(data["layout"]["3"])
        third[data["layout"]["3"][7]] += 1
    assert is_uniform(second, of_age(2), 1 / 23, n)
    guilds = Counter({card: k for card, k in used.items() if card in GUILDS})
    assert is_uniform(guilds, GUILDS, 3 / 7, n)
    assert is_uniform(used - guilds, of_age(3), 17 / 20, n)
    share = sum(third[guild] for guild in GUILDS) / n
    assert abs(share - 3 / 20) < 5 * (0.15 * 0.85 / n) ** 0.5


@pytest.mark.parametrize("seat", [0, None])
def test_backs_of_guilds_hold_guilds_and_others_none(seat: int | None) -> None:
    """In age III two guilds are face down and one is face up; six are possible for each."""
    layout = ["?"] * 20
    layout[2], layout[9], layout[0] = "builders_guild", "merchants_guild", "tacticians_guild"
    game, n = duel_from({"game": "duel", "age": 3, "layout": {"3": layout}}), 1500
    view = game.view(seat)
    unseen = of_age(3) - {place.card for place in view.places}
    counts: dict[int, Counter[str]] = {slot: Counter() for slot in (2, 3, 9, 10)}
    for data in sampled_positions(view, n):
        for slot, found in counts.items():
            found[data["layout"]["3"][slot]] += 1
    for slot in (2, 9):
        assert is_uniform(counts[slot], GUILDS - {"tacticians_guild"}, 1 / 6, n)
    for slot in (3, 10):
        assert is_uniform(counts[slot], unseen, 1 / len(unseen), n)


def test_wonders_still_to_be_offered_are_any_not_seen() -> None:
    game, n = hp.new("duel", seed=1), 1000
    counts: Counter[str] = Counter()
    for data in sampled_positions(game.view(1), n):
        counts.update(data["next_offer"])
    assert is_uniform(counts, set(CATALOG.wonder) - set(game.offer), 1 / 2, n)


def test_the_librarys_three_are_any_of_five_to_all_but_the_builder() -> None:
    game, rng, n = duel_from(LIBRARY), Random(1), 1000
    for seat in (1, None):
        counts = Counter(id for _ in range(n) for id in game.view(seat).sample(rng).library)
        assert is_uniform(counts, set(LIBRARY["aside"]), 3 / 5, n)
    for _ in range(20):
        other = game.view(0).sample(rng)
        assert set(other.library) == {"economy", "strategy", "theology"}


def test_the_builder_of_the_library_remembers_what_returned() -> None:
    """Four tokens are set aside; the builder knows two of them."""
    game = duel_from(LIBRARY)
    game.submit(0, "token theology")
    known = game.view(0).position()["aside"]
    first: Counter[str] = Counter()
    for data in sampled_positions(game.view(0), 200):
        assert [b for a, b in zip(known, data["aside"], strict=True) if a == "?"] in (
            ["urbanism", "philosophy"],
            ["philosophy", "urbanism"],
        )
    for data in sampled_positions(game.view(1), 1000):
        first[data["aside"][0]] += 1
    assert is_uniform(first, {"economy", "strategy", "urbanism", "philosophy"}, 1 / 4, 1000)
