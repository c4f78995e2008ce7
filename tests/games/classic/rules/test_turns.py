"""C2 and C3: an age, its turns and the three actions."""

import pytest

import heptapolis as hp
from heptapolis.events import Built, Staged
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

NEIGHBOURS: list[City] = [city("halicarnassus:A"), city("ephesus:A")]


# ── C2 an age ────────────────────────────────────────────────────────────────────────────────────


def test_an_age_has_six_turns() -> None:
    # C2.1
    game = hp.new("classic", seats=3, seed=1, sides="A")
    seen = []
    while not game.is_over:
        seen.append((game.age, game.turn))
        play(game)
    assert seen == [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)]


def test_all_seats_choose_at_once_in_any_order() -> None:
    # C2.1
    game = hp.new("classic", seats=3, seed=1)
    assert game.to_move == [0, 1, 2]
    for seat, waiting in ((2, [0, 1]), (0, [1]), (1, [0, 1, 2])):
        game.submit(seat, game.legal_moves(seat)[-1])
        assert game.to_move == waiting


def test_nothing_is_carried_out_before_all_have_chosen() -> None:
    # C2.1
    game = hp.new("classic", seats=3, seed=1)
    for seat in (0, 1):
        game.submit(seat, texts(game, seat, "discard")[0])
    assert (coins(game), game.n_discard, game.events) == ([3, 3, 3], 0, [])
    game.submit(2, texts(game, 2, "discard")[0])
    assert (coins(game), game.n_discard, game.turn) == ([6, 6, 6], 3, 2)


def test_a_seat_chooses_only_once_in_a_turn() -> None:
    # C2.1
    game = hp.new("classic", seats=3, seed=1)
    game.submit(0, texts(game, 0, "discard")[0])
    assert game.legal_moves(0) == []
    with pytest.raises(hp.IllegalMove, match="not to move"):
        game.submit(0, "discard altar")


def test_a_choice_may_be_taken_back_while_others_still_choose() -> None:
    # C2.1: it lies face down until all have chosen.
    game = table(city("giza:A"), *NEIGHBOURS, hands=[["altar", "baths"]], age=1)
    game.submit(0, "build altar")
    game.undo(0)
    play(game, "build baths")
    assert game.city(0).buildings == ["baths"]
    with pytest.raises(hp.IllegalMove, match="nothing to take back"):
        game.undo(0)


@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1), (3, 1)])
def test_hands_pass_left_in_ages_one_and_three_and_right_in_age_two(age: int, step: int) -> None:
    # C2.1, and the books' example: six cards go on, six others come.
    boards = ["giza:A", "rhodes:A", "ephesus:A", "babylon:A"]
    game = table(*map(city, boards), age=age, turn=1)
    kept = [game.view(seat).hand[:-1] for seat in range(4)]
    play(game)
    assert [game.view((seat + step) % 4).hand for seat in range(4)] == kept


def test_in_the_sixth_turn_one_of_two_cards_is_played_and_the_other_discarded_for_nothing() -> None:
    # C2.2
    hands = [["altar", "theater"], ["loom", "press"], ["tavern", "baths"]]
    game = table(city("giza:A"), *NEIGHBOURS, hands=hands, age=1, turn=6)
    assert game.view(0).hand == ["altar", "theater"]
    play(game, "build altar", "build loom", "discard tavern")
    assert coins(game) == [3, 3, 6]
    assert game.city(0).buildings == ["altar"]
    assert game.position()["discard"] == ["press", "baths", "theater", "tavern"]


def test_after_the_sixth_turn_come_the_conflicts_and_then_the_next_age() -> None:
    # C2.3
    game = table(city("giza:A", "stockade"), *NEIGHBOURS, age=1, turn=6)
    play(game)
    assert [type(event) for event in game.events[-3:]] == [War] * 3
    assert game.city(0).victories == [2, 0, 0]
    assert (game.age, game.turn, game.is_over) == (2, 1, False)
    assert [len(game.view(seat).hand) for seat in range(3)] == [7, 7, 7]


def test_there_are_no_conflicts_before_the_sixth_turn() -> None:
    # C2.3
    game = table(city("giza:A", "stockade"), *NEIGHBOURS, age=1, turn=5)
    play(game)
    assert events_of(game, War) == []


def test_after_the_conflicts_of_age_three_the_game_is_over() -> None:
    # C2.3
    game = table(city("giza:A", "stockade"), *NEIGHBOURS, age=3, turn=6)
    play(game)
    assert game.city(0).victories == [0, 0, 2]
    assert (game.is_over, game.to_move, game.outcome) == (True, [], "points")


# ── C3.1 build ───────────────────────────────────────────────────────────────────────────────────


def test_a_built_card_stands_in_the_city_and_has_its_effect() -> None:
    # C3.1
    game = table(city("rhodes:A"), *NEIGHBOURS, hands=[["barracks"]], age=1)
    play(game, "build barracks")
    assert game.city(0).buildings == ["barracks"]
    assert game.city(0).shields == 1


def test_a_card_whose_cost_cannot_be_paid_is_not_built() -> None:
    # C3.1
    game = table(city("giza:A"), *NEIGHBOURS, hands=[["barracks"]], age=1)
    assert texts(game, 0, "build barracks") == []
    with pytest.raises(hp.IllegalMove, match=r"for sale|you need"):
        game.submit(0, "build barracks")


def test_a_card_that_is_not_in_hand_is_not_built() -> None:
    # C3.1
    game = table(city("giza:A"), *NEIGHBOURS, hands=[["altar"], ["baths"]], age=1)
    with pytest.raises(hp.IllegalMove, match="not in your hand"):
        game.submit(0, "build baths")


def test_a_city_never_has_two_buildings_of_one_name() -> None:
    # C3.1: the card can still be used in the other two ways.
    others = map(city, ["rhodes:A", "ephesus:A", "babylon:A", "olympia:A"])
    game = table(city("giza:A", "altar", "stone_pit"), *others, hands=[["altar"]], age=1)
    assert texts(game, 0, "build altar") == []
    assert texts(game, 0, "stage altar") == ["stage altar"]
    assert texts(game, 0, "discard altar") == ["discard altar"]


@pytest.mark.parametrize("name", ["loom", "glassworks", "press"])
def test_loom_glassworks_and_press_are_one_building_in_both_ages(name: str) -> None:
    # C3.1
    move, hands = f"build {name}_age2", [[f"{name}_age2"]]
    assert texts(table(city("giza:A", name), *NEIGHBOURS, hands=hands), 0, move) == []
    assert texts(table(city("giza:A"), *NEIGHBOURS, hands=hands), 0, move) == [move]


def test_another_citys_building_does_not_stand_in_the_way() -> None:
    # C3.1
    game = table(
        city("giza:A"),
        city("rhodes:A", "press"),
        city("ephesus:A", "press"),
        hands=[["press_age2"]],
    )
    assert texts(game, 0, "build press_age2") == ["build press_age2"]


# ── C3.2 stage ───────────────────────────────────────────────────────────────────────────────────


def test_a_card_under_the_board_builds_the_next_stage_for_the_stages_cost() -> None:
    # C3.2, the books' example: Alexandria's second stage costs two ore; what the card costs is
    # of no interest.
    game = table(
        city("alexandria:A", "foundry", stages=1, coins=0), *NEIGHBOURS, hands=[["library"]]
    )
    assert texts(game, 0, "build library") == []
    play(game, "stage library")
    assert (game.city(0).stages, game.city(0).coins) == (2, 0)
    assert game.city(0).markers == [None, "library"]
    assert [(event.card, event.stage) for event in events_of(game, Staged)] == [("library", 2)]


def test_a_stage_whose_cost_cannot_be_paid_is_not_built() -> None:
    # C3.2
    game = table(city("alexandria:A", stages=1), *NEIGHBOURS, hands=[["library"]])
    assert texts(game, 0, "stage") == []
    with pytest.raises(hp.IllegalMove, match=r"for sale|you need"):
        game.submit(0, "stage library")


def test_stages_are_built_in_order() -> None:
    # C3.2: Rhodes has the ore of its third stage, but the second costs clay.
    game = table(city("rhodes:A", "foundry", "ore_vein", stages=1), *NEIGHBOURS)
    assert texts(game, 0, "stage") == []
    game = table(city("rhodes:A", "foundry", "ore_vein", stages=2), *NEIGHBOURS)
    assert len(texts(game, 0, "stage")) == 3


@pytest.mark.parametrize("card", ["barracks", "lumber_yard", "altar", "tavern", "scriptorium"])
def test_a_marker_has_no_effect_and_is_no_building(card: str) -> None:
    # C3.2
    game = table(city("giza:A", "stone_pit"), *NEIGHBOURS, hands=[[card]], age=1)
    play(game, f"stage {card}")
    mine = game.city(0)
    assert (mine.buildings, mine.coins, mine.shields) == (["stone_pit"], 3, 0)
    assert mine.production == {"stone": 2}
    assert sum(mine.symbols.values()) == 0
    assert sum(mine.colors.values()) == 1
    assert game.scores()[0] | {"total": 0} == dict.fromkeys(game.scores()[0], 0) | {
        "treasury": 1,
        "wonder": 3,
    }


def test_a_marker_neither_chains_nor_forbids_its_name() -> None:
    # C3.2
    hands = [["library", "press_age2"]]
    game = table(city("rhodes:A", markers=["scriptorium", "press"]), *NEIGHBOURS, hands=hands)
    assert texts(game, 0, "build library") == []
    assert texts(game, 0, "build press_age2") == ["build press_age2"]


def test_several_stages_may_be_built_in_one_age() -> None:
    # C3.2
    game = table(
        city("giza:A", "quarry", "stone_pit", "lumber_yard", "sawmill"), *NEIGHBOURS, turn=4
    )
    for stage in (1, 2, 3):
        play(game, texts(game, 0, "stage")[0])
        assert game.city(0).stages == stage


@pytest.mark.parametrize(("board", "stages"), [("giza:A", 3), ("giza:B", 4), ("rhodes:B", 2)])
def test_each_stage_is_built_once(board: str, stages: int) -> None:
    # C3.2
    rich = ["quarry", "stone_pit", "brickyard", "clay_pool", "foundry", "ore_vein", "press"]
    game = table(city(board, *rich, stages=stages), city("olympia:A"), city("ephesus:A"))
    assert texts(game, 0, "stage") == []
    card = game.view(0).hand[0]
    with pytest.raises(hp.IllegalMove, match="all stages are built"):
        game.submit(0, f"stage {card}")


# ── C3.3, C3.4 discard, and the choice among the three ───────────────────────────────────────────


def test_a_discarded_card_earns_three_coins_and_goes_to_the_pile() -> None:
    # C3.3
    game = table(city("giza:A"), *NEIGHBOURS, hands=[["altar"], ["loom"], ["press"]], age=1)
    play(game, "discard altar", "build loom", "build press")
    assert coins(game) == [6, 3, 3]
    assert (game.n_discard, game.position()["discard"]) == (1, ["altar"])
    assert game.city(0).buildings == []


def test_any_of_the_three_actions_may_be_chosen_when_legal() -> None:
    # C3.4
    game = table(city("giza:A", "stone_pit"), *NEIGHBOURS, hands=[["altar"]], age=1)
    mine = [text for text in texts(game, 0) if "altar" in text]
    assert mine == ["build altar", "stage altar", "discard altar"]


def test_discarding_is_always_legal() -> None:
    # C3.4
    hand = ["palace", "pantheon", "senate"]
    game = table(city("giza:A", coins=0), *NEIGHBOURS, hands=[hand], age=3)
    assert sorted(texts(game, 0)) == sorted(f"discard {card}" for card in hand)
    game = hp.new("classic", seats=7, seed=3)
    while not game.is_over:
        for seat in game.to_move:
            cards = dict.fromkeys(game.view(seat).hand)
            assert texts(game, seat, "discard") == [f"discard {card}" for card in cards]
        play_on(game, *((game.age, game.turn + 1) if game.turn < 6 else (game.age + 1, 1)))


def test_two_copies_in_hand_give_one_set_of_moves() -> None:
    # C3.4
    boards = ["giza:A", "rhodes:A", "ephesus:A", "babylon:A", "olympia:A"]
    game = table(*map(city, boards), hands=[["altar", "altar", "theater"]], age=1)
    assert [text for text in texts(game, 0) if "altar" in text] == ["build altar", "discard altar"]


def test_events_say_how_a_card_was_built() -> None:
    # C3.1: by paying, or by a chain.
    game = table(
        city("giza:A", "baths"),
        city("rhodes:A"),
        city("ephesus:A"),
        hands=[["aqueduct"], ["sawmill"]],
    )
    play(game, "build aqueduct", "build sawmill")
    assert [(event.card, event.how) for event in events_of(game, Built)] == [
        ("aqueduct", "chain"),
        ("sawmill", "paid"),
    ]
