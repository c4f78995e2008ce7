"""Hostile data causes no memory overrun and no hang."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.cards import to_text
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.codes import BUILDINGS
from tests.conftest import House
from tests.damage import MUTATIONS, leaves
from tests.kinds import classic_from


def play_on(game: hp.ClassicGame, rng: Random, builds: bool = False) -> hp.ClassicGame:
    while not game.is_over:
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            assert moves
            build = [move for move in moves if move.verb in ("build", "dig")]
            game.submit(seat, rng.choice(build if builds and build else moves))
    return game


# ── positions ────────────────────────────────────────────────────────────────────────────────────


def test_a_full_city_has_room_for_every_turn_that_follows() -> None:
    brown = [c.id for c in load_classic().cards if c.age == 1 and not c.same_structure_as]
    game = classic_from(
        {
            "players": 7,
            "age": 2,
            "cities": [{"wonder": "babylon:B", "coins": 1000, "buildings": brown}],
        }
    )
    play_on(game, Random(1), builds=True)
    assert len(brown) < len(game.city(0).buildings) <= BUILDINGS
    assert game.city(1).buildings == list(dict.fromkeys(game.city(1).buildings))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"discard": ["altar"] * 60}, "'altar' appears 60 times"),
        ({"phase": []}, "phase"),
        ({"looks": [{"age": 1, "turn": 1, "city": 0, "card": []}]}, "looks.0.card"),
        ({"deals": {"2": ["-"] * 21}}, "deals.2: the ages to come are dealt in full"),
        ({"deals": {"1": ["palace"] * 21}}, "deals.1: 'palace'"),
        ({"deals": {"1": ["loom"] * 21}}, "deals.1: 'loom' appears 3 times"),
        (
            {"turn": 6, "phase": "seventh", "actor": 0, "deals": {"1": ["-"] * 21}},
            "hands.0: 0 cards in hand, expected 1",
        ),
        ({"pending": {"0": "?"}}, "pending: '?'"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(hp.InvalidText) as error:
        classic_from({"players": 3} | change)
    assert message in str(error.value)


def test_a_pile_that_is_short_of_cards_is_refused() -> None:
    data = json.loads(str(hp.new("classic", seats=2, seed=1).position()))
    data["deals"]["1"][16:] = ["-"] * 5
    with pytest.raises(hp.InvalidText, match="pile: expected 6 cards"):
        classic_from(data)


def test_more_markers_in_the_deals_than_stages_do_no_harm() -> None:
    data = json.loads(str(hp.new("classic", seats=3, seed=1).position()))
    data["age"] = 2
    deal = data["deals"]["1"]
    data["deals"]["1"] = [f"{card} staged {k % 7 + 1}" for k, card in enumerate(deal)]
    game = classic_from(data)
    for seat in (0, 1, 2, None):
        assert game.view(seat).city(0).markers == []


def test_numbers_of_any_length_are_handled() -> None:
    with pytest.raises(hp.InvalidText):
        classic_from('{"players": ' + "9" * 6000 + "}")
    with pytest.raises(hp.InvalidText):
        hp.replay('heptapolis 1\ngame classic\noptions {"seats": ' + "9" * 6000 + "}\n")


def test_a_written_dig_deals_the_hands_that_are_left() -> None:
    game = classic_from(
        {
            "players": 3,
            "turn": 4,
            "phase": "dig",
            "actor": 0,
            "discard": ["altar"],
            "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
        }
    )
    assert [game.view(seat).hand_size(seat) for seat in range(3)] == [3, 3, 3]
    assert [len(game.view(seat).hand) for seat in range(3)] == [3, 3, 3]
    game.submit(0, "pass")
    assert (game.turn, len(game.view(0).hand)) == (5, 3)


def test_cards_that_stand_in_a_written_position_are_not_dealt_again() -> None:
    rng = Random(1)
    built = ["palace", "town_hall", "workers_guild"]
    game = classic_from(
        {"players": 3, "age": 3, "turn": 2, "cities": [{"wonder": "giza:A", "buildings": built}]}
    )
    for _ in range(50):
        deal = game.view(0).sample(rng).position()["deals"]["3"]
        assert not set(built) & set(deal)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 5), st.integers(0, 50), st.integers(0, 25), st.booleans(), MUTATIONS)
def test_a_damaged_position_is_refused_or_plays_to_its_end(
    seats: int, seed: int, turns: int, leaders: bool, mutations: list[tuple[int, int]]
) -> None:
    rng = Random(seed)
    game = hp.new("classic", seats=seats, seed=seed, leaders=leaders)
    for _ in range(turns):
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    data = json.loads(str(game.position()))
    words = [
        "loom",
        "palace",
        "loom staged 3",
        "altar discarded 2",
        "?",
        "-",
        "giza:B",
        "dig",
        "turn",
        *(["solomon", "plato kept 2", "nero drawn staged 1", "rome:B", "court"] if leaders else []),
    ]
    for place, what in mutations:
        spots = leaves(data)
        box, key = spots[place % len(spots)]
        box[key] = words[what % len(words)] if isinstance(box[key], str) else what % 9
    try:
        other = classic_from(data)
        other.view(0).sample(rng)
        other.view(None).sample(rng)
    except hp.InvalidText:
        return
    play_on(other, rng)
    hp.score(other.position())


# ── records and moves ────────────────────────────────────────────────────────────────────────────


def test_the_record_of_a_written_position_survives_its_replay() -> None:
    record = classic_from({"players": 3}).record()
    assert str(hp.replay(record).record()) == str(record)
    ours = hp.new("classic", seed=3).record()
    assert str(hp.replay(ours, catalog=hp.catalog("classic")).record()) == str(ours)


def test_a_header_that_contradicts_its_position_is_refused() -> None:
    text = str(classic_from({"players": 3}).record())
    for wrong in (
        text.replace('"seats": 3', '"seats": 4'),
        text.replace("wonders ", "wonders giza:B "),
    ):
        with pytest.raises(hp.InvalidText, match="not those of the position"):
            hp.replay(wrong)


@pytest.mark.parametrize("seat", [True, None, "0", 0.0, 99, -1])
def test_only_seats_are_seats(seat: Any) -> None:
    game = hp.new("classic", seats=3, seed=1)
    before = game.to_bytes()
    for act in (
        lambda: game.submit(seat, "discard loom"),
        lambda: game.score(seat),
        lambda: game.city(seat),
    ):
        with pytest.raises(hp.IllegalMove, match="there is no"):
            act()
    if seat is not None:
        with pytest.raises(hp.IllegalMove, match="there is no seat"):
            game.view(seat)
    assert game.legal_moves(seat) == []
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "move",
    [
        hp.Move("fly", "altar"),
        hp.Move("build", "lumber_yard", left=2, right=-2),
        hp.Move("build", "lumber_yard", left=10**30),
        hp.Move("build", "lumber_yard", left=1.5),  # type: ignore[arg-type]
        hp.Move("pass", "lumber_yard"),
        hp.Move("build"),
        hp.Move("build", 5),  # type: ignore[arg-type]
        hp.Move("build", ["lumber_yard"]),  # type: ignore[arg-type]
        hp.Move("build", "lumber_yard", wonder="giza"),
        hp.Move("build", "lumber_yard", starter=0),
        hp.Move("wonder", "lumber_yard", wonder="sphinx"),
        hp.Move("start", starter=1),
    ],
)
def test_a_move_that_cannot_be_written_cannot_be_made(move: hp.Move) -> None:
    game = hp.new("classic", seats=3, seed=1)
    before = game.to_bytes()
    with pytest.raises((hp.IllegalMove, hp.InvalidText)):
        game.submit(0, move)
    assert game.to_bytes() == before


def test_a_viewer_cannot_rename_the_players() -> None:
    game = hp.new("classic", seats=3, seed=1, names=["Ann", "Bob", "Cid"])
    with pytest.raises(TypeError):
        game.view(0).names[1] = "evil"  # type: ignore[index]


# ── house catalogues ─────────────────────────────────────────────────────────────────────────────

CARD = 'name = "X"\nage = 1\ncolor = "blue"\nplayers = [3]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[constants]\ntrade_price = -5", "constants.trade_price: is below 1"),
        ("[constants]\nstarting_coins = -3", "constants.starting_coins: is below 0"),
        ("[constants]\ndiscard_coins = -2", "constants.discard_coins: is below 0"),
        (
            f'[card.x]\n{CARD}effect = {{ special = "build_from_discard" }}',
            "card.x.effect.special: belongs to",
        ),
        (
            f'[card.x]\n{CARD}effect = {{ produce_choice = ["wood", "wood"] }}',
            "produce_choice: names a resource twice",
        ),
        (
            f'[card.x]\n{CARD}effect = {{ science_choice = ["gear"] }}',
            "science_choice: a choice is among all three",
        ),
        (
            f'[card.x]\n{CARD}effect = {{ discount = {{ class = "raw", from = ["left"], price = 0 }} }}',
            "discount.price: is below 1",
        ),
        (
            f'[card.x]\n{CARD}effect = {{ points_per_set = {{ amount = 3, of = ["red"] }} }}',
            "points_per_set: is a leader's",
        ),
        (f'[card.x]\n{CARD}effect = {{ special = "free_guilds" }}', "special: is a leader's"),
        ("[wonder.giza]\nrequires_leaders = true", "wonder: 7 boards are needed"),
        (
            "[constants]\nguilds_beyond_players = 3\n[card.spies_guild]\nrequires_leaders = true",
            "7 players need 10 guilds, there are 9",
        ),
        (
            "".join(
                f"[card.x{k}]\n{CARD.replace('[3]', '[3, 3, 3, 3, 3, 3, 3, 3]')}effect = {{}}\n"
                for k in range(40)
            ),
            "too many to shuffle",
        ),
        (
            "".join(
                f'[card.x{k}]\n{CARD}effect = {{ produce_choice = ["wood", "ore"] }}\n'
                for k in range(8)
            ),
            "things with produce_choice, room for 16",
        ),
    ],
)
def test_house_rules_that_cannot_be_played_are_refused(
    house: House, text: str, message: str
) -> None:
    with pytest.raises(hp.CatalogError) as error:
        house(f'extends = "classic"\n{text}\n')
    assert message in str(error.value)


def test_a_generous_house_fills_no_treasury_beyond_its_ceiling(house: House) -> None:
    catalog = house(
        'extends = "classic"\n[constants]\nstarting_coins = 1000\n'
        f'[card.x]\n{CARD.replace("[3]", "[3, 3, 3, 3, 3, 3, 3, 3]")}effect = {{ coins_per = {{ amount = 1000, what = ["coins"], whose = ["self"] }} }}\n'
    )
    game = play_on(hp.new("classic", seats=3, seed=4, catalog=catalog), Random(1), builds=True)
    assert all(0 <= city.coins <= 32_000 for city in game.cities)


def test_a_chain_may_name_a_twin_that_comes_later(house: House) -> None:
    catalog = house(
        f'extends = "classic"\n[card.x]\n{CARD}cost = {{ ore = 3 }}\nchain_from = ["loom_age2"]\neffect = {{ points = 1 }}\n'
    )
    game = classic_from(
        {"turn": 6, "cities": [{"buildings": ["loom"]}, {}, {}], "hands": [["x", "altar"]]},
        catalog=catalog,
    )
    assert "build x" in [str(move) for move in game.legal_moves(0)]


def test_an_edited_house_file_is_read_anew(tmp_path: Any) -> None:
    path = tmp_path / "house.toml"
    for coins in (5, 9):
        path.write_text(f'extends = "classic"\n[constants]\nstarting_coins = {coins}\n')
        assert hp.new("classic", seed=1, catalog=path).city(0).coins == coins


@pytest.mark.parametrize("id", [5, None, ["altar"], {}, True])
def test_an_id_of_a_stored_catalogue_is_a_text(id: Any) -> None:
    data = json.loads(to_text(hp.catalog("duel")))
    section = next(name for name, entries in data.items() if isinstance(entries, list))
    data[section][0]["id"] = id
    with pytest.raises(hp.CatalogError, match="an id is a text"):
        hp.catalog(json.dumps(data))


def test_a_house_file_that_is_nested_without_end_is_refused(house: House) -> None:
    with pytest.raises(hp.CatalogError, match="recursion"):
        house(f'extends = "classic"\nx = {"[" * 2000}\n')


def test_a_number_of_a_house_file_that_has_no_end_is_refused(house: House) -> None:
    with pytest.raises(hp.CatalogError, match="digits"):
        house(f'extends = "classic"\nx = {"9" * 5000}\n')
