"""C5: resolving a turn, all seats together."""

import pytest

from heptapolis.events import Discarded, Dug, Gained, Paid
from heptapolis.games.classic.events import War
from tests.games.classic.rules.table import (
    City,
    city,
    coins,
    events_of,
    play,
    play_on,
    table,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")


def coins_for_building(*cities: City, card: str, age: int) -> int:
    """Return the coins that seat 0 of these cities gets from the bank for building a card."""
    game = table(*cities, hands=[[card]], age=age)
    play(game, f"build {card}")
    return sum(event.coins for event in events_of(game, Gained) if event.seat == 0)


# ── C5.1, C5.2 payments and cards ────────────────────────────────────────────────────────────────


def test_all_pay_from_the_coins_held_at_the_start() -> None:
    # C5.1: each has two coins, and each pays them to the other.
    cities = [city("olympia:A", coins=2), city("babylon:A", coins=2), EPHESUS]
    game = table(*cities, hands=[["guard_tower"], ["stockade"]], age=1)
    play(game, "build guard_tower left=2", "build stockade right=2")
    assert coins(game)[:2] == [2, 2]
    assert [game.city(seat).shields for seat in (0, 1)] == [1, 1]


def test_a_card_enters_the_city_a_stage_is_built_and_a_discard_goes_to_the_pile() -> None:
    # C5.2
    cities = [RHODES, city("giza:A", "stone_pit"), EPHESUS]
    game = table(*cities, hands=[["altar"], ["loom"], ["baths"]], age=1)
    play(game, "build altar", "stage loom", "discard baths")
    assert game.city(0).buildings == ["altar"]
    assert (game.city(1).stages, game.city(1).markers) == (1, ["loom"])
    assert game.position()["discard"] == ["baths"]


def test_coins_paid_to_neighbours_arrive() -> None:
    # C5.2: from both sides, in the same turn.
    cities = [city("giza:A"), city("olympia:A", "loom"), city("rhodes:A")]
    game = table(*cities, hands=[["apothecary"], ["altar"], ["stockade"]], age=1)
    play(game, "build apothecary left=2", "build altar", "build stockade right=2")
    assert coins(game) == [1, 7, 1]


# ── C5.3 one-time coins ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("mine", "move", "reward"),
    [
        (RHODES, "discard tavern", 3),
        (RHODES, "build tavern", 5),
        (city("ephesus:A", "lumber_yard", "tree_farm", stages=1), "stage tavern", 9),
        (city("ephesus:B", "stone_pit", "timber_yard"), "stage tavern", 4),
        (city("rhodes:B", "stone_pit", "timber_yard", "mine"), "stage tavern", 3),
        (city("rhodes:B", "ore_vein", "mine", "clay_pit", stages=1), "stage tavern", 4),
    ],
)
def test_discards_cards_and_stages_give_their_coins(mine: City, move: str, reward: int) -> None:
    # C5.3
    others = [city(f"{wonder}:A") for wonder in ("giza", "babylon", "olympia")]
    game = table(mine | {"coins": 0}, *others, hands=[["tavern"]], age=1)
    play(game, move)
    assert game.city(0).coins == reward


def test_the_vineyard_counts_brown_cards_here_and_next_door_with_those_of_this_turn() -> None:
    # C5.3
    cities = [city("giza:A", "lumber_yard"), city("rhodes:A", "clay_pool"), EPHESUS]
    game = table(*cities, hands=[["vineyard"], ["sawmill"], ["quarry"]])
    play(game, "build vineyard", "build sawmill", "build quarry")
    assert [(e.seat, e.coins, e.source) for e in events_of(game, Gained)] == [(0, 4, "vineyard")]
    assert coins(game) == [3 + 4, 2, 2]


def test_the_bazaar_counts_grey_cards_here_and_next_door_with_those_of_this_turn() -> None:
    # C5.3: two coins each; the city across the table does not count.
    cities = [
        city("giza:A", "glassworks"),
        RHODES,
        city("babylon:A", "press"),
        city("ephesus:A", "press"),
    ]
    game = table(*cities, hands=[["bazaar"], ["loom_age2"]])
    play(game, "build bazaar", "build loom_age2")
    assert game.city(0).coins == 3 + 2 * 3


def test_a_board_is_no_card_and_a_marker_neither() -> None:
    # C5.3: the books on Vineyard and Bazaar.
    boards = [city("olympia:A", markers=["lumber_yard"]), GIZA, RHODES]
    assert coins_for_building(*boards, card="vineyard", age=2) == 0


@pytest.mark.parametrize(
    ("card", "own", "reward"),
    [
        ("haven", city("giza:A", "forum", "lumber_yard", "quarry"), 2),
        ("lighthouse", city("giza:A", "caravansery", "marketplace"), 3),
        ("chamber_of_commerce", city("giza:A", "brickyard", "press", "loom"), 4),
        ("arena", city("giza:A", "dispensary", stages=2), 6),
    ],
)
def test_age_three_yellow_cards_count_in_the_own_city_only(
    card: str, own: City, reward: int
) -> None:
    # C5.3; where the books disagree: the Lighthouse counts itself.
    rich = ["clay_pool", "stone_pit", "glassworks", "press", "tavern", "east_trading_post"]
    others = [city(board, *rich, stages=1) for board in ("rhodes:A", "ephesus:A", "olympia:A")]
    assert coins_for_building(own, *others, card=card, age=3) == reward


def test_coins_of_a_card_come_once() -> None:
    # C5.3: what is built later brings nothing more.
    hands = [["vineyard"], ["sawmill", "quarry"], None]
    game = table(city("giza:A", coins=1), RHODES, EPHESUS, hands=hands)
    play(game, "build vineyard", "build quarry")
    assert game.city(0).coins == 2
    play(game, "build sawmill")
    assert game.city(0).coins == 1


# ── C5.4 Babylon's seventh card ──────────────────────────────────────────────────────────────────


def babylon(*buildings: str, **more: int) -> City:
    """Return Babylon B with its second stage."""
    return city("babylon:B", *buildings, **{"stages": 2, **more})


def test_babylon_plays_its_seventh_card_in_turn_six() -> None:
    # C5.4
    hands = [["altar", "theater"]]
    game = table(babylon(), GIZA, EPHESUS, hands=hands, age=1, turn=6)
    play(game, "build altar")
    assert (game.phase, game.to_move, game.turn) == ("seventh", [0], 6)
    assert texts(game, 0) == ["build theater", "discard theater"]
    game.submit(0, "build theater")
    assert game.city(0).buildings == ["altar", "theater"]
    assert (game.age, game.turn) == (2, 1)


def test_babylon_may_discard_its_seventh_card_for_three_coins() -> None:
    # C5.4
    game = table(babylon(), GIZA, EPHESUS, hands=[["altar", "theater"]], age=1, turn=6)
    play(game, "build altar")
    game.submit(0, "discard theater")
    assert game.city(0).coins == 6


def test_babylon_may_build_its_third_stage_with_its_seventh_card() -> None:
    # C5.4
    mine = babylon("press", "brickyard")
    game = table(mine, GIZA, EPHESUS, hands=[["walls", "sawmill"]], turn=6)
    play(game, "build sawmill")
    game.submit(0, "stage walls")
    assert (game.city(0).stages, game.city(0).markers[2]) == (3, "walls")


def test_the_second_stage_serves_in_the_very_turn_in_which_it_is_built() -> None:
    # C5.4
    mine = city("babylon:B", "glassworks", "sawmill", stages=1)
    game = table(mine, GIZA, EPHESUS, hands=[["walls", "press_age2"]], turn=6)
    play(game, "stage walls")
    assert (game.phase, texts(game, 0)[0]) == ("seventh", "build press_age2")


@pytest.mark.parametrize(
    ("mine", "turn"),
    [(city("babylon:B", stages=1), 6), (city("babylon:A", stages=2), 6), (babylon(), 5)],
)
def test_without_the_second_stage_or_before_turn_six_there_is_no_seventh_card(
    mine: City, turn: int
) -> None:
    # C5.4
    game = table(mine, GIZA, EPHESUS, turn=turn)
    play(game)
    assert (game.phase, game.to_move) == ("turn", [0, 1, 2])
    assert (game.age, game.turn) == ((2, 6) if turn == 5 else (3, 1))


def test_last_cards_of_other_cities_go_to_the_pile() -> None:
    # C5.4
    hands = [["altar", "theater"], ["loom", "press"], ["baths", "barracks"]]
    game = table(babylon(), GIZA, EPHESUS, hands=hands, age=1, turn=6)
    play(game, "build altar", "build loom", "discard baths")
    game.submit(0, "build theater")
    assert game.position()["discard"] == ["press", "baths", "barracks"]
    assert coins(game)[1] == 3


def test_the_seventh_card_is_paid_from_the_coins_now_held() -> None:
    # C5.4: three coins of the sixth card's discard and two of a sale.
    cities = [babylon(coins=0), city("olympia:A"), city("ephesus:A", "lumber_yard")]
    hands = [["altar", "stockade"], ["guard_tower", "theater"]]
    game = table(*cities, hands=hands, age=1, turn=6)
    assert texts(game, 0, "build stockade") == []
    play(game, "discard altar", "build guard_tower right=2")
    assert game.city(0).coins == 5
    game.submit(0, "build stockade left=2")
    assert game.city(0).coins == 3


def test_the_seventh_card_uses_the_production_now_standing() -> None:
    # C5.4
    mine = babylon(coins=0)
    game = table(mine, RHODES, EPHESUS, hands=[["stone_pit", "baths"]], age=1, turn=6)
    play(game, "build stone_pit")
    assert texts(game, 0, "build") == ["build baths"]


def test_the_seventh_card_uses_the_discounts_now_standing() -> None:
    # C5.4
    hands = [["west_trading_post", "stockade"]]
    game = table(babylon(), city("olympia:A"), EPHESUS, hands=hands, age=1, turn=6)
    assert texts(game, 0, "build stockade") == ["build stockade left=2"]
    play(game, "build west_trading_post")
    assert texts(game, 0, "build") == ["build stockade left=1"]


def test_choice_producers_serve_the_seventh_card_anew() -> None:
    # C5.4: the Timber Yard makes wood for the sixth card and stone for the seventh.
    mine = babylon("timber_yard", coins=0)
    game = table(mine, RHODES, EPHESUS, hands=[["stockade", "baths"]], age=1, turn=6)
    play(game, "build stockade")
    game.submit(0, "build baths")
    assert game.city(0).buildings == ["timber_yard", "stockade", "baths"]


def test_cards_of_turn_six_do_not_count_the_seventh_card() -> None:
    # C5.3, C5.4: it comes after them.
    hands = [["school", "sawmill"], ["vineyard", "walls"]]
    game = table(babylon(), GIZA, EPHESUS, hands=hands, turn=6)
    play(game, "discard school", "build vineyard")
    game.submit(0, "build sawmill")
    assert game.city(1).coins == 3


def test_the_seventh_card_counts_in_the_conflicts_of_the_age() -> None:
    # C5.4, C2.3
    mine = babylon("ore_vein")
    game = table(mine, GIZA, EPHESUS, hands=[["altar", "barracks"]], age=1, turn=6)
    play(game, "build altar")
    assert events_of(game, War) == []
    game.submit(0, "build barracks")
    assert game.city(0).victories == [2, 0, 0]


def test_babylon_plays_a_seventh_card_in_every_age() -> None:
    # C5.4
    game = table(babylon(), GIZA, EPHESUS, age=1, turn=6)
    sevenths = []
    while not game.is_over:
        if game.phase == "seventh":
            sevenths.append(game.age)
        game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[-1])
    assert sevenths == [1, 2, 3]


# ── C5.5 Halicarnassus ───────────────────────────────────────────────────────────────────────────


def mausoleum(*buildings: str, **more: int) -> City:
    """Return Halicarnassus A with the ore for its second stage."""
    return city("halicarnassus:A", "foundry", "ore_vein", *buildings, **{"stages": 1, **more})


def test_halicarnassus_builds_one_card_of_the_pile_free() -> None:
    # C5.5: after the cards and coins of the turn, before hands pass.
    mine, pile = mausoleum(coins=0), ["baths", "courthouse", "tavern"]
    game = table(
        mine, GIZA, EPHESUS, hands=[["walls"], ["press_age2"], ["loom_age2"]], discard=pile
    )
    play(game, "stage walls", "build press_age2", "build loom_age2")
    assert (game.phase, game.to_move, game.turn) == ("dig", [0], 5)
    assert texts(game, 0) == ["dig baths", "dig tavern", "dig courthouse", "pass"]
    game.submit(0, "dig courthouse")
    assert game.city(0).buildings[-1] == "courthouse"
    assert (game.city(0).coins, events_of(game, Paid)) == (0, [])
    assert game.position()["discard"] == ["baths", "tavern"]
    assert (game.phase, game.turn, game.to_move) == ("turn", 6, [0, 1, 2])


def test_halicarnassus_may_build_none() -> None:
    # C5.5
    game = table(mausoleum(), GIZA, EPHESUS, hands=[["walls"]], discard=["baths"])
    play(game, "stage walls")
    n_discard = game.n_discard
    game.submit(0, "pass")
    assert events_of(game, Dug) == []
    assert (game.turn, game.n_discard) == (6, n_discard)


def test_cards_discarded_in_this_turn_are_in_the_pile() -> None:
    # C5.5
    hands = [["walls"], ["aqueduct"], ["statue"]]
    game = table(mausoleum(), GIZA, EPHESUS, hands=hands)
    play(game, "stage walls", "discard aqueduct", "discard statue")
    assert texts(game, 0) == ["dig aqueduct", "dig statue", "pass"]


def test_the_last_cards_of_turn_six_are_in_the_pile() -> None:
    # C5.5: its own too.
    hands = [["walls", "stables"], ["aqueduct", "press_age2"], ["statue", "loom_age2"]]
    game = table(mausoleum(), GIZA, EPHESUS, hands=hands, turn=6)
    play(game, "stage walls", "build press_age2", "build loom_age2")
    assert texts(game, 0) == ["dig aqueduct", "dig statue", "dig stables", "pass"]


def test_a_seventh_card_that_babylon_discards_is_in_the_pile() -> None:
    # C5.4 before C5.5, though Babylon sits behind Halicarnassus.
    hands = [["walls", "stables"], ["press_age2", "aqueduct"]]
    game = table(mausoleum(), babylon(), EPHESUS, hands=hands, turn=6)
    play(game, "stage walls", "build press_age2")
    assert (game.phase, game.to_move) == ("seventh", [1])
    game.submit(1, "discard aqueduct")
    assert (game.phase, game.to_move) == ("dig", [0])
    assert "dig aqueduct" in texts(game, 0)


def test_no_card_is_dug_whose_name_is_already_in_the_city() -> None:
    # C5.5: the Press of age II is the Press; and a seat that can only pass is asked all the same.
    mine, pile = mausoleum("press"), ["press_age2", "ore_vein"]
    hands = [["walls"], ["loom_age2"], ["glassworks_age2"]]
    game = table(mine, GIZA, EPHESUS, hands=hands, discard=pile)
    play(game, "stage walls", "build loom_age2", "build glassworks_age2")
    assert (game.phase, texts(game, 0)) == ("dig", ["pass"])


@pytest.mark.parametrize(("card", "reward"), [("tavern", 5), ("vineyard", 3)])
def test_coins_of_a_dug_card_come_at_once(card: str, reward: int) -> None:
    # C5.5: the Vineyard sees a brown card built in this turn.
    hands = [["walls"], ["sawmill"]]
    game = table(mausoleum(coins=0), GIZA, EPHESUS, hands=hands, discard=[card])
    play(game, "stage walls", "build sawmill")
    game.submit(0, f"dig {card}")
    assert game.city(0).coins == reward


def test_a_dug_card_is_a_building_like_any_other() -> None:
    # C5.5: it counts, and chains.
    hands = [["walls"], ["library", "school"]]
    game = table(mausoleum(coins=0), GIZA, EPHESUS, hands=hands, discard=["scriptorium"])
    play(game, "stage walls", "discard school")
    game.submit(0, "dig scriptorium")
    assert game.city(0).symbols["tablet"] == 1
    assert texts(game, 0, "build library") == ["build library"]


def test_halicarnassus_is_not_asked_if_the_pile_is_empty() -> None:
    # C5.5
    hands = [["walls"], ["press_age2"], ["loom_age2"]]
    game = table(mausoleum(), GIZA, EPHESUS, hands=hands)
    play(game, "stage walls", "build press_age2", "build loom_age2")
    assert (game.phase, game.turn) == ("turn", 6)


def test_a_dig_that_found_an_empty_pile_is_lost() -> None:
    # C5.5: the power is of the turn in which the stage is built.
    hands = [["walls"], ["press_age2"], ["loom_age2"]]
    game = table(mausoleum(), GIZA, EPHESUS, hands=hands)
    play(game, "stage walls", "build press_age2", "build loom_age2")
    play(game)
    assert (game.phase, game.age) == ("turn", 3)


def test_a_turn_without_such_a_stage_has_no_dig() -> None:
    # C5.5: the second stage stands already; the third has no power.
    mine = mausoleum("loom", stages=2)
    game = table(mine, GIZA, EPHESUS, hands=[["walls"]], discard=["baths"], turn=4)
    play(game)
    assert (game.phase, game.turn) == ("turn", 5)
    play(game, texts(game, 0, "stage")[0])
    assert (game.phase, game.turn, game.city(0).stages) == ("turn", 6, 3)


@pytest.mark.parametrize("built", [0, 1, 2])
def test_every_stage_of_halicarnassus_b_digs(built: int) -> None:
    # C5.5
    rich = ["foundry", "brickyard", "clay_pool", "glassworks", "press"]
    mine = city("halicarnassus:B", *rich, stages=built)
    game = table(mine, GIZA, EPHESUS, hands=[["walls"]], discard=["baths"])
    play(game, "stage walls")
    assert (game.phase, game.to_move) == ("dig", [0])
    game.submit(0, "dig baths")
    assert (game.phase, game.city(0).buildings[-1]) == ("turn", "baths")


def test_a_card_dug_in_turn_six_counts_in_the_conflicts() -> None:
    # C5.5 before C5.6.
    game = table(mausoleum(), GIZA, EPHESUS, hands=[["school"]], discard=["walls"], turn=6)
    play(game, "stage school")
    assert events_of(game, War) == []
    game.submit(0, "dig walls")
    assert game.city(0).victories == [0, 2, 0]


def test_several_seats_dig_in_seat_order() -> None:
    # C5.5: only one printed board digs, so the position says that two seats may.
    cities = [city("giza:A", digs=1), RHODES, city("ephesus:A", digs=1)]
    hands = [["press_age2"], ["loom_age2"], ["glassworks_age2"]]
    game = table(*cities, hands=hands, discard=["baths", "altar"])
    play(game, "build press_age2", "build loom_age2", "build glassworks_age2")
    assert (game.phase, game.to_move) == ("dig", [0])
    game.submit(0, "dig altar")
    assert (game.phase, game.to_move, texts(game, 2)) == ("dig", [2], ["dig baths", "pass"])


# ── C5.6 the end of a turn ───────────────────────────────────────────────────────────────────────


def test_hands_pass_after_a_dig() -> None:
    # C5.6
    game = table(
        mausoleum(), GIZA, EPHESUS, hands=[["walls", "school", "temple"]], discard=["baths"]
    )
    play(game, "stage walls")
    game.submit(0, "pass")
    assert game.view(2).hand == ["temple", "school"]


def test_the_age_ends_after_a_dig_of_turn_six() -> None:
    # C5.6
    game = table(mausoleum(), GIZA, EPHESUS, hands=[["walls"]], turn=6)
    play(game, "stage walls")
    game.submit(0, "pass")
    assert (game.age, game.turn, game.phase) == (3, 1, "turn")
    assert len(events_of(game, War)) == 3


def test_cards_of_all_ages_stay_in_the_pile() -> None:
    # C5.5: the whole pile, from the beginning of the game.
    mine = city("halicarnassus:A", "ore_vein", "mine", "clay_pit", stages=1)
    game = table(mine, GIZA, EPHESUS, age=1, turn=6)
    play_on(game, 2, 6)
    gone = [event.card for event in events_of(game, Discarded) if event.age == 1]
    play(game, texts(game, 0, "stage")[0])
    assert set(gone) <= {move.card for move in game.legal_moves(0)}
    assert len(gone) == 3
