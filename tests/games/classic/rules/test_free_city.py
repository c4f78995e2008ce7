"""C9: two players and the Free City."""

from collections import Counter
from collections.abc import Sequence

import pytest

import heptapolis as hp
from heptapolis.events import Built, Gained
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.events import War
from tests.games.classic.rules.table import City, city, coins, events_of, play_on, table, texts

RHODES, GIZA = city("rhodes:A"), city("giza:A")
PLAIN_CITY = city("halicarnassus:A")  # with boards that do not affect the test


def pair(
    *cities: City,
    hand: list[str],
    other: list[str],
    pile: list[str],
    age: int = 1,
    turn: int = 5,
    discard: Sequence[str] = (),
) -> hp.ClassicGame:
    """Return a two-player game with seat 0 as controller: turn 5 of ages I and III, turn 6 of age II."""
    assert (turn + (age == 2)) % 2 == 1
    hands = [hand, other]
    return table(
        *cities, hands=hands, pile=pile, age=age, turn=turn, discard=list(discard), players=2
    )


def take_turn(game: hp.ClassicGame, own: str, free_city: str, opponent: str = "") -> None:
    """Play one turn: the controller's two choices, then the opponent's (a discard unless given)."""
    first = game.controller or 0
    game.submit(first, own)
    game.submit(first, free_city)
    game.submit(1 - first, opponent or texts(game, 1 - first, "discard")[-1])


# ── C9.1 set-up ──────────────────────────────────────────────────────────────────────────────────


def test_two_players_use_the_cards_of_three_with_five_guilds() -> None:
    # C9.1
    deals = hp.new("classic", seats=2, seed=4).position()["deals"]
    catalog = load_classic()
    for age in (1, 2, 3):
        cards = Counter(card for card in deals[str(age)] if not catalog.card[card].is_guild)
        assert cards == catalog.deck(age, 3)
    assert sum(catalog.card[card].is_guild for card in deals["3"]) == 5


def test_there_are_two_seats_and_three_cities_with_three_coins_each() -> None:
    # C9.1
    game = hp.new("classic", seats=2, seed=4)
    assert (game.players, game.n_cities, game.to_move) == (2, 3, [0, 1])
    assert coins(game) == [3, 3, 3]
    assert len({c.board[:-2] for c in game.cities}) == 3


def test_each_player_and_the_free_citys_pile_get_seven_cards() -> None:
    # C9.1, C9.2: the controller has drawn the first card of the pile.
    game = hp.new("classic", seats=2, seed=4)
    deal = game.position()["deals"]["1"]
    assert sorted(game.view(0).hand) == sorted([*deal[:7], deal[14]])
    assert sorted(game.view(1).hand) == sorted(deal[7:14])


@pytest.mark.parametrize(
    ("seat", "seller", "payment"),
    [(0, 1, "left=2"), (0, 2, "right=2"), (1, 2, "left=2"), (1, 0, "right=2")],
)
def test_each_player_is_the_neighbour_of_the_other_and_of_the_free_city(
    seat: int, seller: int, payment: str
) -> None:
    # C9.1
    boards = ["giza:A", "rhodes:A", "ephesus:A"]
    cities = [
        city(board, *["lumber_yard"] * (number == seller)) for number, board in enumerate(boards)
    ]
    hands = [["stockade"], None] if seat == 0 else [None, ["stockade"]]
    game = table(*cities, hands=hands, age=1, players=2)
    assert texts(game, seat, "build stockade") == [f"build stockade {payment}"]


@pytest.mark.parametrize(("seller", "payment"), [(0, "left=2"), (1, "right=2")])
def test_seat_0_is_the_free_citys_left_neighbour_and_seat_1_its_right_one(
    seller: int, payment: str
) -> None:
    # C9.1
    cities = [
        city(board, *["lumber_yard"] * (number == seller))
        for number, board in enumerate(["giza:A", "rhodes:A"])
    ]
    hand = ["altar", "apothecary", "workshop"]
    game = pair(
        *cities, PLAIN_CITY, hand=hand, other=["baths"], pile=["stockade", "barracks", "theater"]
    )
    game.submit(0, "build altar")
    assert f"free_city build stockade {payment}" in texts(game, 0)


# ── C9.2 the controller ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("age", "controllers"), [(1, [0, 1] * 3), (2, [1, 0] * 3), (3, [0, 1] * 3)]
)
def test_control_begins_left_in_ages_one_and_three_right_in_two_and_alternates(
    age: int, controllers: list[int]
) -> None:
    # C9.2; where the books disagree: the left neighbour begins (001's example: the right one).
    game = hp.new("classic", seats=2, seed=4)
    seen = []
    for turn in range(1, 7):
        play_on(game, age, turn)
        seen.append(game.controller)
        sizes = {game.controller: 9 - turn, 1 - (game.controller or 0): 8 - turn}
        assert [len(game.view(seat).hand) for seat in (0, 1)] == [sizes[0], sizes[1]]
    assert seen == controllers


def test_the_controller_draws_then_chooses_for_the_own_city_then_for_the_free_city() -> None:
    # C9.2; where the books disagree: the own card is chosen first (002 reverses it).
    hand, pile = ["baths", "altar", "loom"], ["press", "barracks", "theater"]
    game = pair(RHODES, GIZA, PLAIN_CITY, hand=hand, other=["workshop"], pile=pile)
    assert game.view(0).hand == ["loom", "press", "baths", "altar"]
    with pytest.raises(hp.IllegalMove, match="your own card comes first"):
        game.submit(0, "free_city build press")
    game.submit(0, "build altar")
    assert game.to_move == [0, 1]
    assert all(text.startswith("free_city ") for text in texts(game, 0))
    with pytest.raises(hp.IllegalMove, match="now choose a card for the Free City"):
        game.submit(0, "build loom")
    game.submit(0, "free_city build press")
    assert game.to_move == [1]


def test_the_card_chosen_for_the_own_city_is_not_there_for_the_free_city() -> None:
    # C9.2
    hand, pile = ["baths", "altar", "loom"], ["press", "barracks", "theater"]
    game = pair(RHODES, GIZA, PLAIN_CITY, hand=hand, other=["workshop"], pile=pile)
    game.submit(0, "build altar")
    assert not any("altar" in text for text in texts(game, 0))


def test_the_opponent_chooses_one_card_at_the_same_time() -> None:
    # C9.2: before, between or after the controller's choices.
    hand, pile = ["baths", "altar", "loom"], ["press", "barracks", "theater"]
    game = pair(RHODES, GIZA, PLAIN_CITY, hand=hand, other=["workshop"], pile=pile)
    game.submit(1, "discard workshop")
    assert game.to_move == [0]
    game.submit(0, "build altar")
    assert game.to_move == [0]
    game.submit(0, "free_city build press")
    assert (game.turn, game.to_move) == (6, [0, 1])


def test_taking_back_the_own_choice_takes_back_the_free_citys_too() -> None:
    # C9.2
    hand, pile = ["baths", "altar", "loom"], ["press", "barracks", "theater"]
    game = pair(RHODES, GIZA, PLAIN_CITY, hand=hand, other=["workshop"], pile=pile)
    game.submit(0, "build altar")
    game.submit(0, "free_city build press")
    game.undo(0)
    assert "build press" in texts(game, 0)
    take_turn(game, "build press", "free_city build altar")
    assert [c.buildings for c in game.cities] == [["press"], [], ["altar"]]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_hands_are_swapped_after_each_turn(age: int) -> None:
    # C9.2, and the books' example: the other player draws next.
    game = hp.new("classic", seats=2, seed=4)
    play_on(game, age, 1)
    first = game.controller or 0
    hands = [Counter(game.view(seat).hand) for seat in (0, 1)]
    own = texts(game, first, "discard")[-1]
    game.submit(first, own)
    free_city = game.legal_moves(first)[-1]
    game.submit(first, free_city)
    other = texts(game, 1 - first, "discard")[-1]
    game.submit(1 - first, other)
    hands[first] -= Counter([own.split()[1], free_city.card or ""])
    hands[1 - first] -= Counter([other.split()[1]])
    assert Counter(game.view(1 - first).hand) - hands[first] == Counter(
        [game.position()["deals"][str(age)][15]]
    )
    assert Counter(game.view(first).hand) == hands[1 - first]
    assert game.controller == 1 - first


def test_the_first_turn_of_the_books_example() -> None:
    # C9.2: Irina, to the left of the Free City, controls it; she draws, plays a card of her own
    # and one for the Free City; then the stacks change hands and Larissa draws.
    game = hp.new("classic", seats=2, seed=4, names=["Irina", "Larissa"])
    assert (game.controller, game.hand_size(0), game.hand_size(1)) == (0, 8, 7)
    play_on(game, 1, 2)
    assert (game.controller, game.hand_size(0), game.hand_size(1)) == (1, 6, 7)
    acted = {event.seat: event.by for event in game.events if not isinstance(event, Gained)}
    assert acted == {0: 0, 1: 1, 2: 0}


# ── C9.3 what the Free City must play ────────────────────────────────────────────────────────────


def test_a_card_that_the_free_city_can_build_must_be_played() -> None:
    # C9.3: no discard, and no other card.
    hand, pile = ["baths", "altar", "apothecary"], ["scriptorium", "barracks", "theater"]
    game = pair(
        RHODES,
        city("babylon:A"),
        city("olympia:A", coins=0),
        hand=hand,
        other=["workshop"],
        pile=pile,
    )
    game.submit(0, "discard baths")
    assert texts(game, 0) == ["free_city build altar"]


def test_a_card_that_the_free_city_can_use_for_a_stage_must_be_played() -> None:
    # C9.3: every card will do.
    hand, pile = ["baths", "barracks", "apothecary"], ["scriptorium", "altar", "theater"]
    free = city("olympia:A", "lumber_yard", coins=0)
    game = pair(RHODES, city("babylon:A"), free, hand=hand, other=["workshop"], pile=pile)
    game.submit(0, "discard baths")
    assert texts(game, 0) == [
        f"free_city stage {card}" for card in ("barracks", "apothecary", "scriptorium")
    ]


def test_the_controller_may_first_take_the_only_card_that_the_free_city_can_play() -> None:
    # C9.3: the rule looks at the cards left after the own choice.
    hand, pile = ["baths", "altar", "apothecary"], ["scriptorium", "barracks", "theater"]
    game = pair(
        RHODES,
        city("babylon:A"),
        city("olympia:A", coins=0),
        hand=hand,
        other=["workshop"],
        pile=pile,
    )
    game.submit(0, "build altar")
    assert texts(game, 0) == [
        f"free_city discard {card}" for card in ("baths", "apothecary", "scriptorium")
    ]


def test_otherwise_a_card_is_discarded_for_the_free_citys_three_coins() -> None:
    # C9.3
    hand, pile = ["baths", "altar", "apothecary"], ["scriptorium", "barracks", "theater"]
    cities = [RHODES, city("babylon:A"), city("olympia:A", coins=0)]
    game = pair(*cities, hand=hand, other=["workshop"], pile=pile)
    take_turn(game, "build altar", "free_city discard baths")
    assert coins(game) == [3, 6, 3]
    assert "baths" in game.position()["discard"]


def olympia_as_free_city(*, used: bool) -> hp.ClassicGame:
    """Return a game in age III in which the Free City needs its power to play any of the cards."""
    free = city("olympia:A", stages=2, coins=0, free_build_used=used)
    hand, pile = ["gardens", "senate", "lodge"], ["study", "palace", "arena"]
    game = pair(RHODES, city("babylon:A"), free, hand=hand, other=["academy"], pile=pile, age=3)
    game.submit(0, "discard gardens")
    return game


def test_olympias_unused_free_build_makes_a_card_playable() -> None:
    # C9.3: so none is discarded.
    game = olympia_as_free_city(used=False)
    assert texts(game, 0) == [
        f"free_city build {card} free" for card in ("senate", "lodge", "study")
    ]


def test_olympias_free_build_makes_no_card_playable_once_it_is_used() -> None:
    # C9.3
    game = olympia_as_free_city(used=True)
    assert texts(game, 0) == [f"free_city discard {card}" for card in ("senate", "lodge", "study")]


def test_olympias_free_build_makes_no_card_playable_whose_name_stands() -> None:
    # C9.3, C3.1
    free = city("olympia:A", "loom", "glassworks", stages=2, coins=0)
    hand, pile = ["walls", "loom_age2"], ["glassworks_age2", "statue"]
    game = pair(
        RHODES, city("babylon:A"), free, hand=hand, other=["library"], pile=pile, age=2, turn=6
    )
    game.submit(0, "discard walls")
    assert texts(game, 0) == ["free_city discard loom_age2", "free_city discard glassworks_age2"]


def test_olympias_free_build_is_one_way_among_others_to_play_a_card() -> None:
    # C9.3: the Quarry (a coin) is paid for or free, the Temple only free; neither is discarded.
    free = city("olympia:A", stages=2, coins=1)
    hand, pile = ["walls", "quarry", "library"], ["temple", "statue"]
    game = pair(
        RHODES, city("babylon:A"), free, hand=hand[:2], other=hand[2:], pile=pile, age=2, turn=6
    )
    assert game.controller == 0
    game.submit(0, "discard walls")
    assert texts(game, 0) == [
        "free_city build quarry",
        "free_city build quarry free",
        "free_city build temple free",
    ]


# ── C9.4 the Free City's purchases and chains ────────────────────────────────────────────────────


def test_the_controller_picks_among_the_free_citys_payments_dearer_ones_included() -> None:
    # C9.4: the left neighbour is seat 0, and West Trading Post makes it the cheaper one.
    cities = [
        city("giza:A", "clay_pool"),
        city("babylon:A"),
        city("halicarnassus:A", "west_trading_post"),
    ]
    hand, pile = ["altar", "guard_tower", "workshop"], ["barracks", "baths", "theater"]
    game = pair(*cities, hand=hand, other=["scriptorium"], pile=pile)
    game.submit(0, "build altar")
    assert texts(game, 0, "free_city build guard_tower") == [
        "free_city build guard_tower left=1",
        "free_city build guard_tower right=2",
    ]
    game.submit(0, "free_city build guard_tower right=2")
    game.submit(1, "discard scriptorium")
    assert coins(game) == [3, 3 + 3 + 2, 1]


def test_the_free_city_sells_to_its_neighbours() -> None:
    # C9.4: by the normal rules.
    cities = [city("giza:A"), city("rhodes:A"), city("olympia:A")]
    hand, pile = ["stockade", "altar", "apothecary"], ["scriptorium", "barracks", "theater"]
    game = pair(*cities, hand=hand, other=["workshop"], pile=pile)
    take_turn(game, "build stockade right=2", "free_city build altar")
    assert coins(game) == [1, 6, 5]


def test_a_chain_must_be_built_and_the_card_cannot_be_tucked() -> None:
    # C9.4: its next stage could be paid, and the other cards may be used for it.
    free = city("olympia:A", "altar", "lumber_yard")
    hand, pile = ["walls", "temple"], ["library", "statue"]
    game = pair(
        RHODES, city("babylon:A"), free, hand=hand, other=["school"], pile=pile, age=2, turn=6
    )
    game.submit(0, "discard walls")
    assert texts(game, 0) == ["free_city build temple", "free_city stage library"]


# ── C9.5 resolution ──────────────────────────────────────────────────────────────────────────────


def test_the_three_actions_resolve_together() -> None:
    # C9.5: all pay from what they held; the Vineyard sees the brown card of each.
    cities = [city("giza:A", coins=2), city("rhodes:A", coins=1), city("babylon:A", coins=1)]
    hand, pile = ["vineyard", "sawmill"], ["quarry", "statue"]
    game = pair(*cities, hand=hand, other=["foundry", "school"], pile=pile, age=2, turn=6)
    take_turn(game, "build vineyard", "free_city build quarry", "build foundry")
    assert coins(game) == [4, 0, 0]


def test_the_free_city_and_a_player_may_buy_from_each_other_at_once() -> None:
    # C9.5, C5.1
    cities = [city("olympia:A", coins=2), GIZA, city("babylon:A", coins=2)]
    hand, pile = ["guard_tower", "stockade", "workshop"], ["barracks", "apothecary", "theater"]
    game = pair(*cities, hand=hand, other=["scriptorium"], pile=pile)
    take_turn(game, "build guard_tower right=2", "free_city build stockade left=2")
    assert [coins(game)[each] for each in (0, 2)] == [2, 2]


# ── C9.6 powers of the Free City ─────────────────────────────────────────────────────────────────


def test_the_controller_uses_the_free_citys_free_build() -> None:
    # C9.6
    free = city("olympia:A", stages=2, coins=0)
    hand, pile = ["gardens", "senate", "lodge"], ["study", "palace", "arena"]
    game = pair(RHODES, city("babylon:A"), free, hand=hand, other=["academy"], pile=pile, age=3)
    take_turn(game, "discard gardens", "free_city build senate free")
    built = events_of(game, Built)[0]
    assert (built.seat, built.by, built.card, built.how) == (2, 0, "senate", "free")
    assert game.city(2).buildings == ["senate"]


def test_the_controller_digs_for_the_free_city() -> None:
    # C9.6
    free = city("halicarnassus:A", "ore_vein", "mine", "clay_pit", stages=1)
    hand, pile = ["altar", "baths", "apothecary"], ["scriptorium", "barracks", "theater"]
    game = pair(
        RHODES, city("babylon:A"), free, hand=hand, other=["workshop"], pile=pile, discard=["loom"]
    )
    take_turn(game, "build altar", "free_city stage baths", "discard workshop")
    assert (game.phase, game.to_move) == ("dig", [0])
    assert texts(game, 0) == ["free_city dig loom", "free_city dig workshop", "free_city pass"]
    game.submit(0, "free_city dig workshop")
    assert game.city(2).buildings[-1] == "workshop"
    assert (game.turn, game.controller) == (6, 1)


def babylon_as_free_city(pile: str, **more: int) -> hp.ClassicGame:
    """Return turn six of age II: seat 0 controls Babylon B; ``card`` is the last card of the pile."""
    cities = [city("rhodes:A"), city("olympia:A"), city("babylon:B", stages=2, **more)]
    hand, other = ["walls", "school"], ["temple", "library"]
    game = pair(*cities, hand=hand, other=other, pile=["press_age2", pile], age=2, turn=6)
    take_turn(game, "discard walls", "free_city build press_age2", "discard temple")
    return game


def test_the_free_citys_babylon_plays_the_last_card_of_its_pile() -> None:
    # C9.6; C9.3: if it can be played it must be.
    game = babylon_as_free_city("loom_age2")
    assert (game.phase, game.to_move) == ("seventh", [0])
    assert texts(game, 0) == ["free_city build loom_age2"]
    game.submit(0, "free_city build loom_age2")
    assert game.city(2).buildings == ["press_age2", "loom_age2"]
    assert game.position()["discard"] == ["temple", "walls", "library", "school"]
    assert game.age == 3


def test_the_last_card_of_the_pile_is_discarded_if_it_cannot_be_played() -> None:
    # C9.3, C9.6
    game = babylon_as_free_city("aqueduct", coins=0)
    assert texts(game, 0) == ["free_city discard aqueduct"]
    game.submit(0, "free_city discard aqueduct")
    assert game.city(2).coins == 3
    assert game.position()["discard"].count("aqueduct") == 1


def test_a_player_with_babylon_plays_its_own_last_card() -> None:
    # C5.4 in a game of two: the controller has two cards left after drawing, and plays one more.
    cities = [city("babylon:B", stages=2), RHODES, GIZA]
    hand, pile = ["walls", "loom_age2"], ["press_age2", "statue"]
    game = pair(*cities, hand=hand, other=["temple", "school"], pile=pile, age=2, turn=6)
    take_turn(game, "discard walls", "free_city build press_age2")
    assert (game.phase, game.to_move) == ("seventh", [0])
    game.submit(0, "build loom_age2")
    assert game.city(0).buildings == ["loom_age2"]
    assert "loom_age2" not in game.position()["discard"]


def test_otherwise_the_last_card_of_the_pile_is_discarded_with_the_players() -> None:
    # C9.6, C2.2: it earns nothing.
    hand, pile = ["walls", "school"], ["press_age2", "statue"]
    game = pair(
        RHODES,
        city("babylon:A"),
        GIZA,
        hand=hand,
        other=["temple", "vineyard"],
        pile=pile,
        age=2,
        turn=6,
    )
    take_turn(game, "discard walls", "free_city build press_age2", "build vineyard")
    assert game.position()["discard"] == ["temple", "statue", "walls", "school"]
    assert coins(game) == [6, 3, 3]


# ── C9.7 conflicts and victory ───────────────────────────────────────────────────────────────────


def test_conflicts_are_fought_among_the_three_cities() -> None:
    # C9.7
    cities = [city("giza:A", "stockade"), RHODES, city("ephesus:A", "stockade", "barracks")]
    game = table(*cities, age=2, turn=6, players=2)
    play_on(game, 3, 1)
    assert [(e.seat, e.other) for e in events_of(game, War)] == [(0, 1), (1, 2), (2, 0)]
    tokens = [(c.victories[1], c.defeats) for c in game.cities]
    assert tokens == [(1, 1), (0, 2), (2, 0)]


def test_only_the_two_players_are_scored_and_can_win() -> None:
    # C9.7
    cities = [city("giza:A"), city("rhodes:A", "altar"), city("ephesus:A", "palace")]
    game = table(*cities, age=3, turn=6, phase="over", players=2)
    assert [sheet["civilian"] for sheet in game.scores()] == [0, 2]
    assert game.ranking() == [[1], [0]]


@pytest.mark.parametrize(
    ("held", "ranking", "outcome"), [((1, 2), [[1], [0]], "points"), ((2, 2), [[0, 1]], "shared")]
)
def test_ties_between_the_players_go_by_coins_and_then_are_shared(
    held: tuple[int, int], ranking: list[list[int]], outcome: str
) -> None:
    # C9.7, C8.3
    cities = [
        city("giza:A", coins=held[0]),
        city("rhodes:A", coins=held[1]),
        city("ephesus:A", coins=2),
    ]
    game = table(*cities, age=3, turn=6, phase="over", players=2)
    assert (game.ranking(), game.outcome) == (ranking, outcome)


def test_the_free_citys_cards_count_for_its_neighbours() -> None:
    # C9.1, C9.7: it is a neighbour like any other.
    cities = [city("giza:A", "spies_guild"), RHODES, city("ephesus:A", "stockade", "barracks")]
    assert hp.score({"players": 2, "age": 3, "cities": cities})[0]["guilds"] == 2
