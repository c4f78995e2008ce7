"""Games in Python: options, choices, undo, and clear errors for bad input."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.kernel.chance import generator
from tests.kinds import classic_from


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 1}, "seats: 2 to 7, got 1"),
        ({"seats": 8}, "seats: 2 to 7, got 8"),
        ({"seats": "3"}, "seats: 2 to 7"),
        ({"seed": -1}, "seed: a whole number"),
        ({"seed": 2**128}, "seed: a whole number"),
        ({"sides": "C"}, "sides: one of random, A, B"),
        ({"wonders": ["giza:A"]}, "wonders: expected 3 boards"),
        ({"wonders": ["giza:A", "giza:B", "rhodes:A"]}, "the same board twice"),
        ({"wonders": ["giza:A", "troy:A", "rhodes:A"]}, "no board 'troy:A'"),
        ({"wonders": ["giza:A", "rome:A", "rhodes:A"]}, "no board 'rome:A'"),
        ({"wonders": "giza:A"}, "wonders: expected 3 boards"),
        ({"wonders": 5}, "wonders: expected 3 boards"),
        ({"names": 5}, "names: expected 3 names"),
        ({"names": ["Ann"]}, "names: expected 3 names"),
        ({"names": ["Ann", "", "Cid"]}, "names: expected 3 names"),
        ({"catalog": "duel"}, "not of classic"),
        ({"leaders": 1}, "leaders: True or False"),
        ({"leaders": True, "catalog": hp.catalog("classic")}, "this catalogue has no leaders"),
        ({"leaders": True, "seats": 2, "wonders": ["giza:A", "rhodes:A", "rome:B"]}, "no board"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hp.new("classic", **options)
    with pytest.raises(ValueError, match="no game 'chess'"):
        hp.new("chess")


def test_sides_and_boards_follow_the_options() -> None:
    for side in "AB":
        game = hp.new("classic", seats=7, seed=3, sides=side)
        assert {city.board[-1] for city in game.cities} == {side}
    game = hp.new("classic", seats=2, seed=3, wonders=["giza:A", "rhodes:B"])
    assert [c.board for c in game.cities[:2]] == ["giza:A", "rhodes:B"]
    assert game.city(2).board.partition(":")[0] not in ("giza", "rhodes")
    assert game.city(2).name == "Free City"


def test_a_seed_is_drawn_when_none_is_given() -> None:
    assert hp.new("classic").record().seed != hp.new("classic").record().seed


@pytest.mark.parametrize(
    ("game", "options", "dealt"),
    [
        ("classic", {"seats": 3}, ["deals"]),
        ("classic", {"seats": 2}, ["deals"]),
        ("classic+leaders", {"seats": 3}, ["deals", "draft"]),
        ("duel", {}, ["layout"]),
    ],
)
@pytest.mark.parametrize("seed", [0, 0x0123456789ABCDEF_FEDCBA9876543210])
def test_every_bit_of_the_seed_counts(
    game: str, options: dict[str, int], dealt: list[str], seed: int
) -> None:
    seeds = [seed, *(seed ^ 1 << bit for bit in range(128))]
    deals = [hp.new(game, seed=number, **options).position().data for number in seeds]
    for key in dealt:
        assert len({str(deal[key]) for deal in deals}) == len(seeds), key


GOLDEN = 0x9E3779B97F4A7C15


def undo_mix(word: int) -> int:
    """Return the input of splitmix64 for this output."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        word ^= word >> shift ^ word >> 2 * shift
        word = word * pow(factor, -1, 1 << 64) % (1 << 64)
    return word


@given(st.integers(0, 2**128 - 1))
@example(2**128 - GOLDEN)
def test_a_seed_can_be_told_from_its_generator_so_no_two_share_one(seed: int) -> None:
    first, second, *_ = (undo_mix(int(word)) for word in generator(seed))
    low, high = first - GOLDEN, undo_mix((second - GOLDEN) % (1 << 64) ^ first)
    assert (high << 64) + low % (1 << 64) == seed
    assert generator(seed).any(), "xoshiro256** would return only 0"


@pytest.mark.parametrize("ruleset", ["classic", "duel"])
def test_every_bit_of_the_seed_of_a_position_counts(ruleset: str) -> None:
    whole = hp.new(ruleset, seed=1).position()
    position = {key: whole[key] for key in whole if key not in ("deals", "layout")}
    seeds = [0, *(1 << bit for bit in range(128))]
    games = [hp.from_position(position | {"seed": seed}) for seed in seeds]
    assert len({game.to_bytes() for game in games}) == len(seeds)


def test_an_illegal_move_changes_nothing_and_says_what_is_legal() -> None:
    game = hp.new("classic", seats=3, seed=1)
    before = game.to_bytes()
    for seat, move, message in [
        (0, "build palace", "not in your hand; legal: 'build lumber_yard'"),
        (0, "build troy", "nothing in this game is called “troy”"),
        (
            0,
            "build lumber_yard left=2",
            "you cannot pay for it like that; legal: 'build lumber_yard'",
        ),
        (0, "build lumber_yard free", "this wonder cannot build for free"),
        (0, "stage lumber_yard", "not enough wood for sale"),
        (0, "dig lumber_yard", "first choose a card to play"),
        (0, "pass", "first choose a card to play"),
        (0, "free_city discard loom", "first choose a card to play"),
        (3, "pass", "there is no seat 3: 0 to 2"),
        (-1, "pass", "there is no seat -1"),
    ]:
        with pytest.raises(hp.IllegalMove) as error:
            game.submit(seat, move)
        assert message in str(error.value)
        assert game.to_bytes() == before


def test_a_seat_that_has_chosen_is_not_to_move_until_it_takes_back() -> None:
    game = hp.new("classic", seats=3, seed=1)
    before = game.to_bytes()
    game.submit(0, "discard lumber_yard")
    assert game.to_move == [1, 2]
    with pytest.raises(hp.IllegalMove, match="seat 0 is not to move now; waiting for seat 1, 2"):
        game.submit(0, "discard lumber_yard")
    game.undo(0)
    assert game.to_bytes() == before
    with pytest.raises(hp.IllegalMove, match="nothing to take back"):
        game.undo(0)


def test_nothing_can_be_taken_back_once_all_have_chosen() -> None:
    game = hp.new("classic", seats=3, seed=1)
    for seat in range(3):
        game.submit(seat, game.legal_moves(seat)[-1])
    with pytest.raises(hp.IllegalMove, match="nothing to take back"):
        game.undo(0)


def test_the_controller_takes_back_both_choices_together() -> None:
    game = hp.new("classic", seats=2, seed=4)
    before = game.to_bytes()
    controller = game.controller
    assert controller == 0
    game.submit(0, game.legal_moves(0)[0])
    assert game.to_move == [0, 1]
    assert all(move.free_city for move in game.legal_moves(0))
    game.submit(0, game.legal_moves(0)[0])
    assert game.to_move == [1]
    game.undo(0)
    assert game.to_bytes() == before


def test_a_move_without_payment_takes_the_cheapest_plan() -> None:
    game = classic_from(
        {
            "turn": 2,
            "cities": [
                {"wonder": "giza:A"},
                {"wonder": "olympia:A", "buildings": []},
                {"wonder": "rhodes:A", "buildings": ["lumber_yard"]},
            ],
            "hands": [["stockade", "altar", "theater", "loom", "press", "baths"]],
        }
    )
    plans = [str(m) for m in game.legal_moves(0) if m.card == "stockade" and m.verb == "build"]
    assert plans == ["build stockade right=2", "build stockade left=2"]
    game.submit(0, "build stockade")
    assert str(game.view(0).chosen[0]) == "build stockade right=2"


def test_a_finished_game_takes_no_more_moves() -> None:
    game = hp.new("classic", seats=3, seed=1)
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
    assert game.to_move == []
    assert game.outcome in ("points", "shared")
    with pytest.raises(hp.IllegalMove, match="the game is over"):
        game.submit(0, "pass")


def test_house_rules_are_played(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "house.toml"
    path.write_text(
        'extends = "classic"\n[constants]\nstarting_coins = 9\n'
        '[card.agora]\nname = "Agora"\nage = 1\ncolor = "blue"\nplayers = [3, 3, 3]\neffect = { points = 4 }\n'
    )
    game = hp.new("classic", seats=3, seed=2, catalog=path)
    assert [city.coins for city in game.cities] == [9, 9, 9]
    deals = game.position()["deals"]["1"]
    assert len(deals) == 21
    text = str(game.record())
    assert "catalog sha256:" in text
    assert hp.replay(text, catalog=path).to_bytes() == game.to_bytes()
    with pytest.raises(hp.InvalidText, match=r"the cards sha256:\w+…; those here are sha256:\w+…$"):
        hp.replay(text)
    with pytest.raises(hp.InvalidText, match="played with the cards"):
        hp.replay(str(hp.new("classic", seed=1).record()), catalog=path)


def test_a_classic_house_rule_serves_a_game_with_leaders(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "classic"\n[constants]\ndiscard_coins = 5\n')
    game = hp.new("classic", seats=3, seed=2, catalog=path, leaders=True)
    while game.phase == "draft":
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
    for seat in range(3):
        game.submit(seat, f"discard {game.view(seat).leader_hand[0]}")
    assert [city.coins for city in game.cities] == [11, 11, 11]
    assert hp.replay(str(game.record()), catalog=path).to_bytes() == game.to_bytes()


@pytest.mark.parametrize(
    ("phase", "move", "reason"),
    [
        ("draft", "recruit plato", "first choose a leader to keep"),
        ("draft", "keep semiramis", "nothing in this game is called “semiramis”"),
        ("recruit", "build loom", "first choose one of your leaders"),
        ("recruit", "recruit sappho", "not in your hand"),
        ("recruit", "recruit pericles", "you need 1 more coin"),
        ("recruit", "stage pericles", "not enough stone for sale"),
    ],
)
def test_the_reason_why_a_leader_cannot_be_played(phase: str, move: str, reason: str) -> None:
    position = {
        "leaders": True,
        "phase": phase,
        "cities": [{"wonder": "giza:A", "coins": 5, "leader_hand": PACK}, {}, {}],
    }
    game = classic_from(position)
    before = game.to_bytes()
    with pytest.raises(hp.IllegalMove, match=f"'{move}': {reason}; legal: "):
        game.submit(0, move)
    assert game.to_bytes() == before


PACK = ["pericles", "nero", "midas", "varro"]


def test_a_leader_of_another_pack_cannot_be_kept() -> None:
    game = hp.new("classic", seed=1, leaders=True)
    other = game.view(1).leader_pack[0]
    with pytest.raises(hp.IllegalMove, match="not one of these leaders"):
        game.submit(0, f"keep {other}")
