"""Sampled games look the same to the seat, and all deals are equally likely."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.classic.view import ClassicView as View
from tests.kinds import classic_from

DIGGER = [
    "halicarnassus:B",
    "babylon:B",
    "olympia:A",
    "giza:B",
    "rhodes:A",
    "ephesus:A",
    "alexandria:B",
]


def knowledge(view: View) -> dict[str, Any]:
    """Return the contents of a view as bytes by field; pending choices of others are not sampled."""
    fields = {name: view._field(name).tobytes() for name in view._states.dtype.names}
    del fields["move"]
    position = {key: value for key, value in view.position().items() if key != "pending"}
    return fields | {"piles": view._piles.tobytes(), "position": position, "hand": view.hand}


def assert_looks_the_same(view: View, rng: Random) -> hp.ClassicGame:
    other = view.sample(rng)
    twin = other.view(view.seat)
    assert knowledge(twin) == knowledge(view)
    assert twin.legal_moves() == view.legal_moves()
    assert twin.chosen == view.chosen
    return other


@pytest.mark.parametrize("leaders", [False, True], ids=["classic", "leaders"])
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("seed", range(2))
def test_everything_hidden_can_be_redealt_and_nothing_changes_for_the_seat(
    seats: int, seed: int, leaders: bool
) -> None:
    """This tests secrecy: if a view contained hidden data, dealing it again would change its bytes."""
    rng = Random(seed)
    boards = [*DIGGER[: max(3, seats)]]
    if leaders:
        boards[1] = "rome:B"
    rng.shuffle(boards)
    while seats == 2 and boards[2] == "rome:B":
        rng.shuffle(boards)
    game = hp.new(
        "classic", seats=seats, seed=seed, wonders=boards if seed else None, leaders=leaders
    )
    redealt = 0
    while not game.is_over:
        for seat in [*range(seats), None]:
            other = assert_looks_the_same(game.view(seat), rng)
            redealt += other.to_bytes() != game.to_bytes()
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            hidden = [move for move in moves if move.verb in ("stage", "discard", "dig", "court")]
            game.submit(seat, rng.choice(hidden if hidden and rng.random() < 0.6 else moves))
    assert redealt > 15 * seats


def test_a_sampled_game_plays_on_to_its_end() -> None:
    rng = Random(5)
    game = hp.new("classic", seats=4, seed=5)
    for seat in (0, 1):
        game.submit(seat, game.legal_moves(seat)[0])
    other = game.view(1).sample(rng)
    assert other.to_move == [0, 2, 3]  # the sample keeps only the viewer's own choice
    while not other.is_over:
        for seat in other.to_move:
            other.submit(seat, rng.choice(other.legal_moves(seat)))
    assert other.outcome in ("points", "shared")
    assert hp.replay(str(other.record())).to_bytes() == other.to_bytes()


@pytest.mark.parametrize("leaders", [False, True], ids=["classic", "leaders"])
@pytest.mark.parametrize("seed", range(3))
def test_the_seats_of_a_spectators_sample_know_nothing_impossible(seed: int, leaders: bool) -> None:
    """With the Free City no card was taken before it was drawn, so every seat's view has a sample."""
    rng, game = Random(seed), hp.new("classic", seats=2, seed=seed, leaders=leaders)
    while not game.is_over:
        other = game.view(None).sample(rng)
        for seat in (0, 1):
            assert_looks_the_same(other.view(seat), rng)
        for age, deal in other.position()["deals"].items():
            for drawn, entry in enumerate(deal[14:20], 1):
                assert int((re.findall(r" (\d)", entry) or [9])[0]) >= drawn, (age, entry)
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))


def shares(counts: Counter[str], n: int) -> dict[str, float]:
    return {card: count / n for card, count in counts.items()}


def test_any_card_of_a_pack_may_be_the_one_that_was_drawn_for_a_spectator() -> None:
    """In turn three there were 10 cards, two taken in each turn. The third drawn is one of the six
    left; the second is any of the other seven that were not taken in turn one."""
    game, rng, n = hp.new("classic", seats=2, seed=4), Random(4), 3000
    while game.turn < 3:
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
    view = game.view(None)
    counts = Counter(view.sample(rng).position()["deals"]["1"][15] for _ in range(n))
    built = shares(Counter({card: k for card, k in counts.items() if "built" in card}), n)
    assert sorted(built) == ["glassworks built 2 free_city", "loom built 2"]
    assert all(abs(share - 1 / 7) < 0.03 for share in built.values())


def test_unseen_cards_are_dealt_evenly() -> None:
    """With three seats, each of the 14 cards unseen by seat 0 is in seat 1's hand in half of the samples."""
    view, rng, n = hp.new("classic", seats=3, seed=1).view(0), Random(1), 4000
    counts = Counter(card for _ in range(n) for card in view.sample(rng).view(1).hand)
    assert len(counts) == 14
    assert all(abs(share - 1 / 2) < 0.04 for share in shares(counts, n).values())


def test_guilds_of_age_three_are_drawn_evenly() -> None:
    """With three seats five of ten guilds are used: each in half of the samples."""
    view, rng, n = hp.new("classic", seats=3, seed=1).view(0), Random(2), 3000
    counts: Counter[str] = Counter()
    for _ in range(n):
        deal = view.sample(rng).position()["deals"]["3"]
        counts.update(card for card in deal if card.endswith("_guild"))
    assert len(counts) == 10
    assert all(abs(share - 1 / 2) < 0.04 for share in shares(counts, n).values())


def test_a_card_taken_face_down_from_a_known_pack_is_any_of_it() -> None:
    """Seat 0 passes six known cards on and the left neighbour discards one: all are equally likely."""
    game, rng, n = hp.new("classic", seats=3, seed=3), Random(3), 3000
    for _ in range(2):
        for seat in range(3):
            game.submit(seat, f"discard {game.view(seat).hand[0]}")
    view = game.view(0)
    passed = [
        c
        for c, f in zip(view._field("deck")[0][:7], view._field("fate")[0][:7], strict=True)
        if f >= 128
    ]
    names = [view.edition.id[int(card)] for card in passed]
    assert len(names) == 6
    counts: Counter[str] = Counter()
    for _ in range(n):
        deal = view.sample(rng).position()["deals"]["1"][:7]
        counts.update(entry.split()[0] for entry in deal if entry.endswith("discarded 2"))
    assert sorted(counts) == sorted(names)
    assert all(abs(share - 1 / 6) < 0.03 for share in shares(counts, n).values())


def test_a_seat_that_looked_through_the_pile_remembers_it() -> None:
    rng = Random(8)
    game = hp.new("classic", seats=3, seed=8, wonders=["halicarnassus:B", "giza:A", "rhodes:A"])
    while game.phase != "dig":
        assert not game.is_over
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            wanted = [move for move in moves if move.verb == "stage"]
            wanted = wanted or [m for m in moves if m.verb == "build" and "ore" in str(m.card)]
            wanted = wanted or [m for m in moves if m.verb == "build"]
            game.submit(seat, wanted[0] if seat == 0 and wanted else moves[-1])
    pile = Counter(game.position()["discard"])
    assert game.view(0).discard == pile
    assert game.view(1).discard == Counter()
    game.submit(0, "pass")
    for _ in range(20):
        sampled = game.view(0).sample(rng).position()["discard"]
        assert Counter(sampled) >= pile
    others = [Counter(game.view(1).sample(rng).position()["discard"]) for _ in range(20)]
    assert any(other != pile for other in others)


# ── leaders ──────────────────────────────────────────────────────────────────────────────────────


def game_after_draft(seats: int, seed: int) -> hp.ClassicGame:
    """Return a game with leaders after its draft."""
    game, rng = hp.new("classic", seats=seats, seed=seed, leaders=True), Random(seed)
    while game.phase == "draft":
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    return game


def test_unseen_leaders_are_in_every_hand_alike() -> None:
    """With seven seats, seat 0 has seen 4 + 3 + 2 + 1 leaders; the first choice of seat 1 could be any of
    the other 26."""
    game, rng, n = game_after_draft(7, 1), Random(1), 6000
    view = game.view(0)
    counts: Counter[str] = Counter()
    for _ in range(n):
        packs = view.sample(rng).position()["draft"]["packs"]
        counts.update(entry.split()[0] for entry in packs[1] if entry.endswith("kept 1"))
    assert len(counts) == 36 - 10
    assert all(abs(share - 1 / 26) < 0.012 for share in shares(counts, n).values())


def test_leaders_passed_on_went_to_the_next_seats_in_any_order() -> None:
    """With five seats, each of three seats kept one of the three leaders that seat 0 passed on."""
    game, rng, n = game_after_draft(5, 2), Random(2), 3000
    view = game.view(0)
    first = [entry.split()[0] for entry in view.position()["draft"]["packs"][0]]
    passed = [leader for leader in first if leader not in view.leader_hand]
    assert len(passed) == 3
    counts: Counter[str] = Counter()
    for _ in range(n):
        packs = view.sample(rng).position()["draft"]["packs"]
        counts.update(packs[0])
    for leader in passed:
        for number in (2, 3, 4):
            assert abs(counts[f"{leader} kept {number}"] / n - 1 / 3) < 0.04


def test_a_recruited_leader_came_from_its_seat_and_the_rest_is_open() -> None:
    game, rng = game_after_draft(3, 5), Random(5)
    for seat in game.to_move:
        recruits = [m for m in game.legal_moves(seat) if m.verb == "recruit"]
        game.submit(seat, recruits[0] if recruits else game.legal_moves(seat)[-1])
    view = game.view(0)
    for _ in range(50):
        other = view.sample(rng)
        for seat in range(3):
            hand = set(other.view(seat).leader_hand)
            assert len(hand) == 3
            assert not hand & set(other.city(seat).leaders)
            assert other.city(seat).leaders == game.city(seat).leaders


def test_a_leader_under_a_stage_is_any_of_those_the_seat_could_have() -> None:
    """For a spectator, who saw no hand, all leaders are equally likely."""
    game, rng, n = game_after_draft(3, 9), Random(9), 6000
    for seat in game.to_move:
        game.submit(seat, game.legal_moves(seat)[-1])  # discard
    view = game.view(None)
    counts: Counter[str] = Counter()
    for _ in range(n):
        for pack in view.sample(rng).position()["draft"]["packs"]:
            counts.update(entry.split()[0] for entry in pack if "discarded" in entry)
    assert len(counts) == 36
    assert all(abs(share - 3 / 36) < 0.02 for share in shares(counts, n).values())


# ── written positions ────────────────────────────────────────────────────────────────────────────

WRITTEN_POSITIONS: list[dict[str, Any]] = [
    {"age": 1, "turn": 3, "discard": ["altar", "baths", "theater"], "cities": [{}, {}, {}]},
    {
        "age": 2,
        "turn": 3,
        "phase": "dig",
        "actor": 0,
        "discard": ["altar", "baths", "theater"],
        "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}, {}, {}],
    },
    {
        "age": 2,
        "turn": 2,
        "cities": [{"wonder": "giza:B", "markers": ["altar"], "coins": 40}, {"coins": 40}, {}],
    },
    {
        "leaders": True,
        "age": 2,
        "phase": "recruit",
        "discard": ["altar"],
        "cities": [{"wonder": "rome:B", "leaders": ["plato"], "coins": 30, "stages": 1}, {}, {}],
    },
    {
        "leaders": True,
        "players": 2,
        "age": 3,
        "turn": 1,
        "cities": [{"leaders": ["nero", "hiram"]}, {"leaders": ["midas"]}, {"coins": 9}],
    },
]


@pytest.mark.parametrize("position", WRITTEN_POSITIONS)
def test_a_sample_of_a_written_position_looks_the_same_all_the_way(
    position: dict[str, Any],
) -> None:
    rng = Random(3)
    game = classic_from(position)
    while not game.is_over:
        for seat in [*range(game.players), None]:
            assert_looks_the_same(game.view(seat), rng)
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            wanted = [move for move in moves if move.verb in ("stage", "build", "recruit")]
            game.submit(seat, rng.choice(wanted or moves))
