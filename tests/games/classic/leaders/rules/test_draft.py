"""L1–L12: the draft, the recruitments, and leaders as cards."""

import pytest

import heptapolis as hp
from heptapolis.events import Discarded, Gained, Paid, Staged
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.events import War
from heptapolis.games.classic.leaders.events import Kept, Recruited
from tests.games.classic.rules.table import (
    City,
    city,
    coins,
    coins_gained,
    events_of,
    leaders_sheet,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
BOARDS = ["giza:A", "rhodes:A", "ephesus:A", "babylon:A", "olympia:A", "alexandria:A", "rome:A"]
GUILDS = {card.id for card in load_classic("leaders").cards if card.is_guild}


def new_game(seats: int, seed: int = 5) -> hp.ClassicGame:
    """Return a new game with boards that add no decisions after a turn."""
    return hp.new("classic", seats=seats, leaders=True, seed=seed, wonders=BOARDS[:seats])


def packs(game: hp.ClassicGame) -> list[list[str]]:
    return [game.view(seat).leader_pack for seat in range(game.players)]


def leader_hands(game: hp.ClassicGame) -> list[list[str]]:
    return [game.view(seat).leader_hand for seat in range(game.players)]


def keep_first(game: hp.ClassicGame) -> None:
    """Play one round of the draft: every seat keeps the first leader of its pack."""
    for seat, pack in enumerate(packs(game)):
        game.submit(seat, f"keep {pack[0]}")


# ── the draft ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_the_rest_of_a_pack_goes_to_the_right(seats: int) -> None:
    """L1: in all rounds; the right neighbour of a seat is the one before it."""
    game = new_game(seats)
    for size in (4, 3):
        before = packs(game)
        assert [len(pack) for pack in before] == [size] * seats
        keep_first(game)
        assert [game.view((seat - 1) % seats).leader_pack for seat in range(seats)] == [
            pack[1:] for pack in before
        ]


def test_one_leader_is_kept_each_time_and_the_last_one_received_too() -> None:
    """L1: three choices, four leaders; the last leader comes without asking."""
    game = new_game(4)
    for _ in range(2):
        keep_first(game)
    kept, last = leader_hands(game), packs(game)
    assert [len(hand) for hand in kept] == [2] * 4
    keep_first(game)
    assert (game.phase, game.age, game.turn) == ("recruit", 1, 0)
    for seat in range(4):
        own, received = last[seat][0], last[(seat + 1) % 4][1]
        assert leader_hands(game)[seat] == sorted([*kept[seat], own, received])


def test_four_leaders_are_dealt_to_each_seat_and_each_exists_once() -> None:
    """L1: what was dealt is what is kept."""
    game = new_game(7)
    everything = sorted(leader for pack in packs(game) for leader in pack)
    assert len(set(everything)) == len(everything) == 4 * 7
    for _ in range(3):
        keep_first(game)
    assert sorted(leader for hand in leader_hands(game) for leader in hand) == everything


def test_the_moves_of_the_draft_are_the_leaders_of_the_pack() -> None:
    """L1: all seats choose at once, each from its own pack; there is no pass."""
    game = new_game(3)
    assert (game.phase, game.age, game.turn, game.to_move) == ("draft", 0, 1, [0, 1, 2])
    for seat in range(3):
        assert texts(game, seat) == [f"keep {leader}" for leader in packs(game)[seat]]
    with pytest.raises(hp.IllegalMove, match="not one of these leaders"):
        game.submit(0, f"keep {packs(game)[1][0]}")


def test_the_packs_go_on_when_the_last_seat_has_chosen() -> None:
    """L1: one keeps and passes together with the others."""
    game = new_game(3)
    before = packs(game)
    game.submit(0, f"keep {before[0][0]}")
    game.submit(2, f"keep {before[2][0]}")
    assert (game.turn, game.to_move, events_of(game, Kept)) == (1, [1], [])
    game.submit(1, f"keep {before[1][3]}")
    assert game.turn == 2
    assert [event.leader for event in events_of(game, Kept)] == [
        before[0][0],
        before[1][3],
        before[2][0],
    ]


# ── when recruitments happen ─────────────────────────────────────────────────────────────────────


def test_a_game_is_a_draft_and_three_ages_that_begin_with_a_recruitment() -> None:
    """L2: draft, then recruitment and six turns three times."""
    game = new_game(3)
    moments: list[tuple[str, int, int]] = []
    while not game.is_over:
        if (game.phase, game.age, game.turn) not in moments:
            moments.append((game.phase, game.age, game.turn))
        game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[-1])
    ages = [[("recruit", age, 0), *[("turn", age, t) for t in range(1, 7)]] for age in (1, 2, 3)]
    assert moments == [("draft", 0, turn) for turn in (1, 2, 3)] + ages[0] + ages[1] + ages[2]


def test_no_age_card_is_seen_before_the_draft_and_the_recruitment_are_over() -> None:
    """L2: the cards of an age are dealt after its recruitment."""
    game = new_game(3)
    for age in (1, 2, 3):
        while game.phase != "turn":
            assert [game.view(seat).hand for seat in range(3)] == [[], [], []]
            assert [game.hand_size(seat) for seat in range(3)] == [0, 0, 0]
            assert set(game.view(0).position()["deals"][str(age)]) == {"?"}
            game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[-1])
        assert [len(game.view(seat).hand) for seat in range(3)] == [7, 7, 7]
        play_on(game, age + 1, 0)


@pytest.mark.parametrize("age", [1, 2])
def test_conflicts_stay_at_the_end_of_the_age(age: int) -> None:
    """L2: before the recruitment of the next age, so that one's leaders do not fight in it."""
    caesar = city("giza:A", leader_hand=["caesar", "nero", "plato"])
    game = leaders_table(caesar, RHODES, EPHESUS, age=age, turn=6)
    play(game)
    assert (game.phase, game.age, len(events_of(game, War))) == ("recruit", age + 1, 3)
    play(game, "recruit caesar")
    assert game.city(0).victories == [0, 0, 0]
    assert (game.phase, len(events_of(game, War))) == ("turn", 3)


# ── what a seat does in a recruitment ────────────────────────────────────────────────────────────


def test_one_leader_is_recruited_put_under_a_stage_or_discarded() -> None:
    """L3: the three uses, for every leader in hand."""
    mine = city("giza:A", "stone_pit", leader_hand=["nero", "plato"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0) == [
        f"{use} {leader}" for leader in ("nero", "plato") for use in ("recruit", "stage", "discard")
    ]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_passing_is_not_possible(age: int) -> None:
    """L3: a seat that can afford nothing discards."""
    game = recruitment(city("giza:A", coins=0, leader_hand=["nero"]), RHODES, EPHESUS, age=age)
    assert game.to_move == [0, 1, 2]
    assert texts(game, 0) == ["discard nero"]
    with pytest.raises(hp.IllegalMove):
        game.submit(0, "pass")


def test_exactly_one_leader_is_played_in_each_recruitment() -> None:
    """L3: four in hand before age I, three before age II, two before age III."""
    game = new_game(3)
    for age, held in ((1, 4), (2, 3), (3, 2)):
        play_on(game, age, 0)
        assert [len(hand) for hand in leader_hands(game)] == [held] * 3
        play(game)
        assert (game.phase, game.turn) == ("turn", 1)


def test_leaders_are_chosen_in_secret_and_revealed_together() -> None:
    """L3: recruited, discarded and tucked at once when the last choice is in."""
    cities = [
        city("giza:A", leader_hand=["nero"]),
        city("rhodes:A", leader_hand=["plato"]),
        city("ephesus:A", "stone_pit", "timber_yard", leader_hand=["sappho"]),
    ]
    game = recruitment(*cities)
    game.submit(0, "recruit nero")
    game.submit(1, "discard plato")
    assert (game.city(0).leaders, game.to_move, game.events) == ([], [2], [])
    game.submit(2, "stage sappho")
    assert [event.leader for event in events_of(game, Recruited)] == ["nero"]
    assert [event.card for event in events_of(game, Discarded)] == ["plato"]
    assert [(event.stage, event.card) for event in events_of(game, Staged)] == [(1, "sappho")]


def test_a_choice_may_be_taken_back_while_another_seat_is_to_choose() -> None:
    """L3, L1: in a recruitment as in the draft."""
    game = new_game(3)
    move = texts(game, 0)[2]
    game.submit(0, move)
    game.undo(0)
    assert (game.to_move, texts(game, 0)[2]) == ([0, 1, 2], move)
    game = recruitment(city("giza:A", leader_hand=["nero", "plato"]), RHODES, EPHESUS)
    game.submit(0, "recruit nero")
    game.undo(0)
    play(game, "recruit plato")
    assert game.city(0).leaders == ["plato"]


def test_the_leftover_leader_of_age_three_returns_to_the_box_without_coins() -> None:
    """L4: two in hand, one is played."""
    cities = [
        city("giza:A", coins=6, leader_hand=["nero", "sappho"]),
        city("rhodes:A", coins=6, leader_hand=["midas", "plato"]),
        city("ephesus:A", coins=6, leader_hand=["caesar", "hiram"]),
    ]
    game = recruitment(*cities, age=3)
    play(game, "recruit sappho", "recruit plato", "recruit hiram")
    assert leader_hands(game) == [[], [], []]
    assert [c.n_leader_hand for c in game.cities] == [0, 0, 0]
    assert (coins(game), events_of(game, Gained)) == ([5, 2, 3], [])
    assert [c.leaders for c in game.cities] == [["sappho"], ["plato"], ["hiram"]]


def test_unplayed_leaders_stay_in_hand_before() -> None:
    """L4: only age III has a leftover."""
    game = recruitment(city("giza:A", leader_hand=["nero", "plato", "sappho"]), RHODES, EPHESUS)
    play(game, "recruit plato")
    assert game.view(0).leader_hand == ["nero", "sappho"]
    play_on(game, 3, 0)
    assert game.view(0).leader_hand == ["nero", "sappho"]


def test_a_discarded_leader_earns_three_coins_and_is_gone() -> None:
    """L5: it is in no hand and no city."""
    mine = city("giza:A", coins=1, leader_hand=["nero", "plato"])
    game = recruitment(mine, RHODES, EPHESUS)
    play(game, "discard plato")
    assert (game.city(0).coins, coins_gained(game, "discard")) == (4, 3)
    assert (game.view(0).leader_hand, game.city(0).leaders) == (["nero"], [])


def test_a_discarded_leader_never_lies_on_the_discard_pile() -> None:
    """L5: the pile stays empty, so neither Solomon nor Halicarnassus finds it."""
    cities = [
        city("giza:A", leader_hand=["solomon"]),
        city("halicarnassus:B", "ore_vein", "mine", leader_hand=["nero"]),
        city("ephesus:A", leader_hand=["plato"]),
    ]
    game = recruitment(*cities)
    play(game, "recruit solomon", "stage nero", "discard plato")
    assert (game.n_discard, game.position()["discard"]) == (0, [])
    assert (game.phase, game.turn) == ("turn", 1)


def test_a_leader_as_marker_costs_the_stage_and_not_the_leader() -> None:
    """L6: Caesar's five coins are not asked."""
    mine = city("giza:A", "stone_pit", coins=0, leader_hand=["caesar"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0) == ["stage caesar", "discard caesar"]
    play(game, "stage caesar")
    assert (game.city(0).stages, game.city(0).coins, events_of(game, Paid)) == (1, 0, [])
    assert game.score(0)["wonder"] == 3


def test_a_leader_whose_stage_cannot_be_paid_is_no_marker() -> None:
    """L6: nor one for a complete wonder."""
    hand = ["caesar"]
    poor = recruitment(city("giza:A", coins=0, leader_hand=hand), RHODES, EPHESUS)
    done = city("giza:A", "stone_pit", stages=3, leader_hand=hand)
    full = recruitment(done, RHODES, EPHESUS)
    assert texts(poor, 0, "stage") == texts(full, 0, "stage") == []


@pytest.mark.parametrize("leader", ["croesus", "cleopatra", "caesar", "euclid", "solomon"])
def test_a_leader_as_marker_lies_face_down_and_its_effect_is_lost(leader: str) -> None:
    """L6: no coins, points, shields, symbols or digs."""
    mine = city("giza:A", "stone_pit", coins=0, leader_hand=[leader])
    game = recruitment(mine, RHODES, EPHESUS, discard=["altar"])
    play(game, f"stage {leader}")
    assert game.view(0).city(0).markers == [leader]
    assert game.view(1).city(0).markers == game.view(None).city(0).markers == [None]
    assert (game.phase, game.city(0).leaders, game.city(0).coins) == ("turn", [], 0)
    assert (game.city(0).shields, sum(game.city(0).symbols.values())) == (0, 0)
    assert game.score(0)["total"] == game.score(0)["wonder"] == 3


def test_a_leader_as_marker_is_no_recruited_leader_for_the_diplomats() -> None:
    """L6: of two leaders next door only the recruited one counts."""
    left = city("rhodes:A", markers=["croesus"], leaders=["plato"])
    assert leaders_sheet(city("giza:A", "diplomats_guild"), left)["guilds"] == 1


def test_a_leader_as_marker_is_no_recruited_leader_for_the_courtesans() -> None:
    """L6: with nothing but a marker next door there is nothing to copy."""
    mine = city("giza:A", "lumber_yard", "clay_pool", "glassworks", "loom")
    left = city("rhodes:A", markers=["croesus"])
    game = leaders_table(mine, left, EPHESUS, hands=[["courtesans_guild"]], age=3)
    play(game, "build courtesans_guild")
    assert (game.phase, game.turn, game.city(0).copied) == ("turn", 6, [])


def test_a_stage_with_a_leader_as_marker_counts_for_amytis_and_the_builders() -> None:
    """L6: it is a stage like any other."""
    mine = city("giza:A", "builders_guild", markers=["croesus"], leaders=["amytis"])
    left = city("rhodes:A", markers=["nero", "plato"])
    sheet = leaders_sheet(mine, left)
    assert (sheet["leaders"], sheet["guilds"]) == (2, 1 + 2)


# ── costs in a recruitment ───────────────────────────────────────────────────────────────────────

SELLER = city("rhodes:A", "stone_pit", coins=0, leader_hand=["caesar"])


@pytest.mark.parametrize(
    ("leaders", "moves"),
    [
        ([], ["stage nero left=2"]),
        (["bilkis"], ["stage nero bank=1", "stage nero left=2"]),
        (["hatshepsut"], ["stage nero left=2"]),
        (["imhotep"], ["stage nero"]),
    ],
)
def test_the_stage_of_a_recruitment_is_paid_by_the_normal_rules(
    leaders: list[str], moves: list[str]
) -> None:
    """L7: with trade, and with the leaders that are already in play."""
    mine = city("giza:A", leaders=leaders, leader_hand=["nero"])
    assert texts(recruitment(mine, SELLER, EPHESUS), 0, "stage") == moves


def test_a_purchase_in_a_recruitment_pays_the_neighbour_and_hatshepsuts_coin() -> None:
    """L7: two for the stone, one back."""
    mine = city("giza:A", coins=6, leaders=["hatshepsut"], leader_hand=["nero"])
    game = recruitment(mine, SELLER, EPHESUS)
    play(game, "stage nero left=2", "discard caesar")
    assert coins(game)[:2] == [6 - 2 + 1, 3 + 2]


def test_bilkis_coin_goes_to_the_bank_in_a_recruitment() -> None:
    """L7: the neighbour gets nothing."""
    mine = city("giza:A", coins=6, leaders=["bilkis"], leader_hand=["nero"])
    game = recruitment(mine, SELLER, EPHESUS)
    play(game, "stage nero bank=1", "discard caesar")
    assert coins(game)[:2] == [5, 3]


def test_a_recruitment_is_one_turn_for_once_a_turn_limits() -> None:
    """L7: Bilkis sells one wood of two; two wood of one neighbour earn Hatshepsut one coin."""
    mine = city("giza:B", leaders=["bilkis", "hatshepsut"], leader_hand=["nero"])
    assert texts(recruitment(mine, RHODES, EPHESUS), 0, "stage") == []
    game = recruitment(mine, city("olympia:A", "lumber_yard"), EPHESUS)
    assert texts(game, 0, "stage") == ["stage nero left=2 bank=1", "stage nero left=4"]
    play(game, "stage nero left=4")
    assert game.city(0).coins == 6 - 4 + 1


def test_the_coins_for_a_leader_go_to_the_bank() -> None:
    """L8: no player gets them."""
    cities = [
        city("giza:A", coins=6, leader_hand=["plato"]),
        city("rhodes:A", coins=6, leader_hand=["sappho"]),
        city("ephesus:A", coins=6, leader_hand=["nero"]),
    ]
    game = recruitment(*cities)
    play(game, "recruit plato", "recruit sappho", "recruit nero")
    assert coins(game) == [2, 5, 5]
    paid = [(event.bank, event.left, event.right) for event in events_of(game, Paid)]
    assert paid == [(4, 0, 0), (1, 0, 0), (1, 0, 0)]


@pytest.mark.parametrize("leader", load_classic("leaders").leader)
def test_a_leader_costs_its_printed_coins(leader: str) -> None:
    """L8: one coin less is not enough."""
    cost = load_classic("leaders").leader[leader].cost
    for held, verbs in ((cost, ["recruit", "discard"]), (cost - 1, ["discard"])):
        game = recruitment(city("giza:A", coins=held, leader_hand=[leader]), RHODES, EPHESUS)
        assert texts(game, 0) == [f"{verb} {leader}" for verb in verbs]


def test_coins_from_sales_in_a_recruitment_are_spendable_from_the_next_turn() -> None:
    """L8: only coins held before the reveal pay for a leader."""
    seller = city("giza:A", coins=0, leader_hand=["sappho"])
    buyer = city("ephesus:A", "stone_pit", leader_hand=["nero"])
    game = recruitment(seller, buyer, RHODES)
    assert texts(game, 0) == ["discard sappho"]
    play(game, "discard sappho", "stage nero right=2")
    assert game.city(0).coins == 3 + 2


def test_coins_of_the_recruitment_are_there_in_the_first_turn() -> None:
    """L8: Rome A sells a stone while it recruits free, then pays a coin for a Quarry."""
    seller = city("rome:A", "stone_pit", coins=0, leader_hand=["sappho"])
    buyer = city("ephesus:A", "timber_yard", leader_hand=["nero"])
    game = recruitment(seller, buyer, RHODES, hands=[["quarry"]])
    play(game, "recruit sappho", "stage nero right=2")
    assert game.city(0).coins == 2
    assert texts(game, 0, "build quarry") == ["build quarry"]


# ── white cards ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("counter", "white", "cards"),
    [
        ("pericles", ["hannibal", "caesar"], []),
        ("hypatia", ["euclid", "ptolemy", "pythagoras"], []),
        ("justinian", ["hannibal"], ["altar", "workshop"]),
        ("justinian", ["euclid"], ["altar", "stockade"]),
        (
            "plato",
            ["caesar"],
            ["lumber_yard", "loom", "altar", "tavern", "workshop", "spies_guild"],
        ),
        (
            "plato",
            ["euclid"],
            ["lumber_yard", "loom", "altar", "tavern", "stockade", "spies_guild"],
        ),
    ],
)
def test_leaders_are_no_cards_of_a_colour_for_other_leaders(
    counter: str, white: list[str], cards: list[str]
) -> None:
    """L9: Hannibal and Caesar are not red, Euclid, Ptolemy and Pythagoras not green."""
    assert leaders_sheet(city("giza:A", *cards, leaders=[counter, *white]))["leaders"] == 0


@pytest.mark.parametrize(
    ("guild", "white"),
    [
        ("spies_guild", ["hannibal", "caesar"]),
        ("philosophers_guild", ["euclid", "ptolemy", "pythagoras"]),
    ],
)
def test_leaders_are_no_cards_of_a_colour_for_guilds(guild: str, white: list[str]) -> None:
    """L9: neither Spies nor Philosophers count them."""
    left = city("rhodes:A", leaders=white)
    assert leaders_sheet(city("giza:A", guild), left)["guilds"] == 0


@pytest.mark.parametrize(
    ("discount", "leader", "price"), [("leonidas", "hannibal", 2), ("archimedes", "euclid", 5)]
)
def test_leaders_are_no_cards_of_a_colour_for_discounts(
    discount: str, leader: str, price: int
) -> None:
    """L9: they cost all their coins."""
    mine = city("giza:A", coins=6, leaders=[discount], leader_hand=[leader])
    game = recruitment(mine, RHODES, EPHESUS)
    assert game.leader_price(0, leader) == price
    play(game, f"recruit {leader}")
    assert game.city(0).coins == 6 - price


@pytest.mark.parametrize(
    ("mine", "science"),
    [
        (city("giza:A", leaders=["euclid"]), 1),
        (city("giza:A", "apothecary", leaders=["euclid"]), 4),
        (city("giza:A", "workshop", "scriptorium", leaders=["euclid"]), 10),
        (city("giza:A", leaders=["euclid", "pythagoras", "ptolemy"]), 10),
        (city("babylon:A", leaders=["ptolemy", "euclid"], stages=2), 10),
    ],
)
def test_symbols_of_leaders_count_for_squares_and_sets(mine: City, science: int) -> None:
    """L10: in the science column, like all others."""
    sheet = leaders_sheet(mine)
    assert (sheet["science"], sheet["leaders"]) == (science, 0)


# ── guilds ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_two_guilds_more_than_cities_are_in_the_deck(seats: int) -> None:
    """L11: as in the base game."""
    deal = new_game(seats).position()["deals"]["3"]
    assert sum(card in GUILDS for card in deal) == max(3, seats) + 2


def test_the_guilds_are_drawn_from_fourteen() -> None:
    """L11: ten of the base game and four of the expansion."""
    assert len(GUILDS) == 14
    seen: set[str] = set()
    for seed in range(20):
        seen |= GUILDS & set(new_game(3, seed).position()["deals"]["3"])
    assert seen == GUILDS


def test_gamers_and_architects_are_usable_without_leaders() -> None:
    """L12: Diplomats and Courtesans are not, nor is Rome."""
    catalog = load_classic("leaders")
    needed = {id for id in GUILDS if catalog.card[id].requires_leaders}
    assert needed == {"diplomats_guild", "courtesans_guild"}
    assert [wonder.id for wonder in catalog.wonders if wonder.requires_leaders] == ["rome"]
    mine = city("giza:A", "gamers_guild", "architects_guild", coins=6)
    cities = [mine, city("rhodes:A", "spies_guild"), EPHESUS]
    assert hp.score({"age": 3, "cities": cities}, catalog=catalog)[0]["guilds"] == 2 + 3


def test_a_game_without_leaders_never_deals_what_needs_them() -> None:
    """L12: though it is played with the catalogue of the expansion."""
    catalog = load_classic("leaders")
    for seed in range(20):
        game = hp.new("classic", seats=7, seed=seed, catalog=catalog)
        deal = game.position()["deals"]["3"]
        assert not {"diplomats_guild", "courtesans_guild"} & set(deal)
        assert all(not c.board.startswith("rome") for c in game.cities)
