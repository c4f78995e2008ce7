"""C6: the powers of wonders."""

import pytest

import heptapolis as hp
from heptapolis.events import Built, Gained
from tests.games.classic.rules.table import City, city, events_of, play, play_on, table, texts

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")


def olympia_a(*buildings: str, **more: int | bool) -> City:
    """Return Olympia A with its second stage."""
    return city("olympia:A", *buildings, **{"stages": 2, **more})


def free_builds(game: hp.ClassicGame) -> list[str]:
    return [text for text in texts(game, 0, "build") if text.endswith(" free")]


# ── C6.1 Olympia A ───────────────────────────────────────────────────────────────────────────────


def test_olympia_may_build_free_what_it_cannot_pay() -> None:
    # C6.1
    game = table(olympia_a(coins=0), RHODES, EPHESUS, hands=[["walls"]])
    assert texts(game, 0, "build walls") == ["build walls free"]
    play(game, "build walls free")
    assert (game.city(0).buildings, game.city(0).coins) == (["walls"], 0)
    assert events_of(game, Built)[0].how == "free"


def test_a_free_build_is_offered_where_the_plain_build_costs_a_coin() -> None:
    # C6.1: a purchase, or a coin of the cost, which it saves.
    game = table(olympia_a(), RHODES, EPHESUS, hands=[["school", "quarry"]])
    assert texts(game, 0, "build school") == ["build school right=2", "build school free"]
    assert texts(game, 0, "build quarry") == ["build quarry", "build quarry free"]
    play(game, "build quarry free")
    assert game.city(0).coins == 3


def test_a_free_build_is_not_offered_where_the_plain_build_costs_nothing() -> None:
    # C6.1: no cost, own production, a chain.
    hands = [["press_age2", "caravansery", "aqueduct"]]
    game = table(olympia_a("lumber_yard", "baths"), RHODES, EPHESUS, hands=hands)
    assert texts(game, 0, "build") == ["build press_age2", "build aqueduct", "build caravansery"]


def test_a_free_build_may_be_used_once_in_an_age() -> None:
    # C6.1
    game = table(olympia_a(), RHODES, EPHESUS, hands=[["walls"]], turn=4)
    play(game, "build walls free")
    while game.age == 2:
        assert free_builds(game) == []
        play(game)


def test_the_free_build_comes_back_with_the_next_age() -> None:
    # C6.1
    game = table(olympia_a(free_build_used=True), RHODES, EPHESUS, turn=6)
    assert free_builds(game) == []
    play(game)
    assert game.age == 3
    assert free_builds(game)


def test_a_use_that_was_not_made_is_lost_with_its_age() -> None:
    # C6.1: never two in one age.
    game = table(olympia_a(), RHODES, EPHESUS, age=1, turn=6)
    play_on(game, 3, 1)
    play(game, free_builds(game)[0])
    assert free_builds(game) == []


def test_the_free_build_serves_from_the_turn_after_the_stage_stands() -> None:
    # C6.1
    mine = city("olympia:A", "quarry", stages=1)
    game = table(mine, RHODES, EPHESUS, hands=[["walls"], ["statue", "school"]])
    assert free_builds(game) == []
    play(game, "stage walls", "discard school")
    assert "build statue free" in texts(game, 0)


def test_a_stage_is_not_built_free() -> None:
    # C6.1: the third stage costs two ore.
    game = table(olympia_a(), GIZA, EPHESUS, hands=[["walls"]])
    assert texts(game, 0, "stage") == []
    with pytest.raises(ValueError, match="not understood"):
        game.submit(0, "stage walls free")


def test_a_free_build_is_no_second_building_of_a_name() -> None:
    # C6.1, C3.1
    game = table(olympia_a("press"), RHODES, EPHESUS, hands=[["press_age2"]])
    assert texts(game, 0, "build press_age2") == []


def test_a_card_built_free_has_its_effect() -> None:
    # C6.1
    mine = olympia_a("lumber_yard", "clay_pool", coins=0)
    game = table(mine, GIZA, EPHESUS, hands=[["haven"]], age=3)
    play(game, "build haven free")
    assert [(event.coins, event.source) for event in events_of(game, Gained)][:1] == [(2, "haven")]


@pytest.mark.parametrize("mine", [city("olympia:A", stages=1), city("olympia:B", stages=2)])
def test_without_that_stage_nothing_is_built_free(mine: City) -> None:
    # C6.1
    assert free_builds(table(mine, RHODES, EPHESUS)) == []


# ── C6.2 a symbol of choice ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("board", "stages", "cards"),
    [("babylon:A", 2, []), ("babylon:B", 3, []), ("giza:A", 0, ["scientists_guild"])],
)
def test_babylon_and_the_scientists_guild_give_a_symbol_chosen_at_scoring(
    board: str, stages: int, cards: list[str]
) -> None:
    # C6.2: the same stage or guild is what the other cards want it to be.
    def science(*green: str) -> int:
        mine = city(board, *green, *cards, stages=stages)
        return hp.score({"age": 3, "cities": [mine, RHODES, EPHESUS]})[0]["science"]

    assert science() == 1
    assert science("apothecary", "workshop") == 1 + 1 + 1 + 7
    assert science("apothecary", "scriptorium") == 1 + 1 + 1 + 7
    assert science("apothecary", "dispensary", "lodge") == 16


def test_babylon_and_the_scientists_guild_give_two_symbols() -> None:
    # C6.2
    mine = city("babylon:A", "scientists_guild", "workshop", stages=2)
    assert hp.score({"age": 3, "cities": [mine, RHODES, EPHESUS]})[0]["science"] == 3 + 7


# ── C6.3 Olympia B's copied guild ────────────────────────────────────────────────────────────────


def sheet_with_copied_guild(
    *others: City, own: tuple[str, ...] = (), stages: int = 3
) -> dict[str, int]:
    """Return the score sheet of Olympia B at seat 0 among these cities."""
    mine = city("olympia:B", *own, stages=stages)
    return hp.score({"age": 3, "cities": [mine, *others]})[0]


def test_olympia_scores_a_neighbours_guild_as_if_it_were_built_here() -> None:
    # C6.3: the Workers Guild counts the brown cards of Olympia's own neighbours.
    left = city("giza:A", "workers_guild", "clay_pool")
    right = city("rhodes:A", "clay_pool", "ore_vein")
    own = ("lumber_yard",)
    assert sheet_with_copied_guild(left, right, own=own)["guilds"] == 3
    assert sheet_with_copied_guild(right, left, own=own)["guilds"] == 3
    assert sheet_with_copied_guild(left, right, own=own, stages=2)["guilds"] == 0


def test_olympia_scores_nothing_if_no_neighbour_has_a_guild() -> None:
    # C6.3: a guild of its own or of a city across the table is no neighbour's.
    red = ("stockade", "barracks")
    assert sheet_with_copied_guild(city("giza:A"), city("rhodes:A"))["guilds"] == 0
    far = city("ephesus:A", "spies_guild")
    assert sheet_with_copied_guild(city("giza:A", *red), far, city("rhodes:A", *red))["guilds"] == 0
    sheet = sheet_with_copied_guild(
        city("giza:A", *red), city("rhodes:A", *red), own=("spies_guild",)
    )
    assert sheet["guilds"] == 4


def test_olympia_copies_one_guild_the_best() -> None:
    # C6.3, C8.2
    left = city("giza:A", "spies_guild", "magistrates_guild", "altar")
    right = city("rhodes:A", "workers_guild", "clay_pool", "ore_vein")
    assert sheet_with_copied_guild(left, right)["guilds"] == 2


def test_a_copied_guild_costs_its_owner_nothing() -> None:
    # C6.3
    cities = [city("olympia:B", "stockade", stages=3), city("giza:A", "spies_guild"), RHODES]
    assert hp.score({"age": 3, "cities": cities})[1]["guilds"] == 1


def test_a_copied_guild_is_no_card_in_the_city() -> None:
    # C6.3: Olympia's own Shipowners count themselves, not the copied Spies.
    left = city("giza:A", "spies_guild", "stockade")
    sheet = sheet_with_copied_guild(left, RHODES, own=("shipowners_guild",))
    assert sheet["guilds"] == 1 + 1


def test_a_copied_scientists_guild_gives_a_symbol() -> None:
    # C6.3
    left = city("giza:A", "scientists_guild")
    assert sheet_with_copied_guild(left, RHODES, own=("apothecary", "workshop"))["science"] == 10


def test_copied_shipowners_count_the_own_cards_and_not_themselves() -> None:
    # C6.3: two brown, a grey and a purple card of Olympia's; the Builders count 3 stages and 1.
    left = city("giza:A", "shipowners_guild", "stone_pit", stages=1)
    own = ("lumber_yard", "clay_pool", "loom", "strategists_guild")
    assert sheet_with_copied_guild(left, RHODES, own=own)["guilds"] == 4


# ── C6.4 and the boards ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("board", "stages"), [("alexandria:A", 2), ("alexandria:B", 2)])
def test_alexandrias_stages_produce_for_their_owner_only(board: str, stages: int) -> None:
    # C6.4: a unit of wood for itself, none for the neighbour.
    cities = [city(board, "press", stages=stages), city("ephesus:A"), city("rhodes:A")]
    hands = [["school"], ["temple"]]
    game = table(*cities, hands=hands)
    assert texts(game, 0, "build school") == ["build school"]
    game = table(*cities, hands=[None, ["school"]])
    assert texts(game, 1, "build school") == []


@pytest.mark.parametrize(
    "wonder", ["alexandria", "babylon", "ephesus", "giza", "halicarnassus", "olympia", "rhodes"]
)
def test_most_boards_have_three_stages_rhodes_b_two_and_giza_b_four(wonder: str) -> None:
    # C6.4
    special = {"rhodes": 2, "giza": 4}
    for side, stages in (("A", 3), ("B", special.get(wonder, 3))):
        others = [f"{other}:A" for other in ("rhodes", "giza", "babylon") if other != wonder]
        game = hp.new("classic", seats=3, seed=1, wonders=[f"{wonder}:{side}", *others[:2]])
        assert game.city(0).n_stages == stages


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("alexandria:A", [3, 3, 10]),
        ("alexandria:B", [0, 0, 7]),
        ("babylon:A", [3, 3, 10]),
        ("babylon:B", [3, 3, 3]),
        ("ephesus:A", [3, 3, 10]),
        ("ephesus:B", [2, 5, 10]),
        ("giza:A", [3, 8, 15]),
        ("giza:B", [3, 8, 13, 20]),
        ("halicarnassus:A", [3, 3, 10]),
        ("halicarnassus:B", [2, 3, 3]),
        ("olympia:A", [3, 3, 10]),
        ("olympia:B", [0, 5, 5]),
        ("rhodes:A", [3, 3, 10]),
        ("rhodes:B", [3, 7]),
    ],
)
def test_stages_give_their_printed_points(board: str, points: list[int]) -> None:
    # C6, C8.1: after each stage.
    for stages, expected in enumerate(points, 1):
        cities = [city(board, stages=stages), {}, {}]
        assert hp.score({"age": 3, "cities": cities})[0]["wonder"] == expected


@pytest.mark.parametrize(("board", "shields"), [("rhodes:A", [0, 2, 2]), ("rhodes:B", [1, 2])])
def test_the_colossus_gives_shields(board: str, shields: list[int]) -> None:
    # C6, C7
    for stages, expected in enumerate(shields, 1):
        assert table(city(board, stages=stages), GIZA, EPHESUS).city(0).shields == expected
