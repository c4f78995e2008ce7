"""The schedule is fair to every bot and reproducible."""

import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.arena.schedule import (
    Contest,
    Format,
    TournamentPlan,
    line_ups,
    parse_format,
    parse_plan,
)
from heptapolis.variants import Variant, register_house, unregister
from tests.arena.fake_tournaments import make_plan

BOTS = ("a", "b", "c", "d", "e")
GAMES: dict[str, dict[str, Any]] = {  # formats and the arguments of `new` for them
    "classic:2": {"game": "classic", "seats": 2},
    "leaders:4": {"game": "classic", "seats": 4, "leaders": True},
    "duel": {"game": "duel"},
}
TABLES = [(bots, seats) for bots in range(2, 6) for seats in range(2, 8)]


def contests(bots: int, seats: int) -> list[Contest]:
    names = BOTS[:bots]
    both = (make_plan(*names, seats=str(seats), gauntlet=gauntlet) for gauntlet in (False, True))
    return [contest for either in both for contest in either.contests]


@pytest.mark.parametrize(("bots", "seats"), TABLES)
def test_every_bot_sits_on_every_seat_equally_often_in_every_deal(bots: int, seats: int) -> None:
    for contest in contests(bots, seats):
        for number in range(3):
            sat = Counter(
                (bot, seat)
                for fixture in contest.deal(number)
                for seat, bot in enumerate(fixture.line_up)
            )
            for bot in contest.bots:
                assert len({sat[bot, seat] for seat in range(seats)}) == 1


@pytest.mark.parametrize(("bots", "seats"), TABLES)
def test_a_round_robin_is_the_same_for_all_bots(bots: int, seats: int) -> None:
    fixtures = make_plan(*BOTS[:bots], seats=str(seats)).contests[0].deal(0)
    seats_of = Counter(bot for fixture in fixtures for bot in fixture.line_up)
    met = Counter(
        frozenset(pair)
        for fixture in fixtures
        for pair in combinations(fixture.line_up, 2)
        if len(set(pair)) == 2
    )
    assert len(set(seats_of.values())) == 1
    assert len(met) == bots * (bots - 1) / 2 and len(set(met.values())) == 1


def test_a_round_robin_has_every_line_up() -> None:
    assert list(line_ups("abcd", 3)) == [tuple(bots) for bots in ("abc", "abd", "acd", "bcd")]
    assert list(line_ups("abcd", 2)) == [tuple(two) for two in ("ab", "ac", "bc", "ad", "bd", "cd")]
    assert list(line_ups("ab", 3)) == [("a", "a", "b"), ("a", "b", "b")]
    assert list(line_ups("abc", 3)) == [("a", "b", "c")]
    assert list(line_ups("abc", 7)) == [tuple(bots) for bots in ("aaabbcc", "aabbbcc", "aabbccc")]


def test_a_gauntlet_seats_its_hero_against_one_rival_at_a_time() -> None:
    for contest, rival in zip(
        make_plan("hero", "a", "b", gauntlet=True).contests, "ab", strict=True
    ):
        line_ups = [fixture.line_up for fixture in contest.deal(5)]
        assert sorted(line_ups) == sorted(
            [("hero", rival, rival), (rival, "hero", rival), (rival, rival, "hero")]
        )
        assert contest.rival == rival and contest.goal == pytest.approx(1 / 3)


@pytest.mark.parametrize("gauntlet", [False, True])
def test_all_line_ups_share_the_deals_of_a_variant(gauntlet: bool) -> None:
    tournament = make_plan("a", "b", "c", "d", games="classic leaders duel", gauntlet=gauntlet)
    for number in range(4):
        by_format: dict[Format, set[int]] = {}
        for contest in tournament.contests:
            seeds = {fixture.deal_seed for fixture in contest.deal(number)}
            by_format.setdefault(contest.format, set()).update(seeds)
        assert [len(seeds) for seeds in by_format.values()] == [1, 1, 1]


def test_deals_variants_and_seeds_differ() -> None:
    seeds = {
        tournament.contests[k].deal(number)[0].deal_seed
        for tournament in (make_plan("a", "b", games="classic duel", seed=seed) for seed in (0, 1))
        for k in (0, 1)
        for number in range(50)
    }
    assert len(seeds) == 200


def test_chance_belongs_to_the_seat_and_the_deal() -> None:
    first, second = make_plan("a", "b").contests[0].deal(0)[:2]
    assert first.chance(1).random() == second.chance(1).random()
    assert len({first.chance(seat).random() for seat in range(3)}) == 3
    assert first.chance(0).random() != make_plan("a", "b").contests[0].deal(1)[0].chance(0).random()


@pytest.mark.parametrize(("bots", "seats"), TABLES)
def test_no_game_is_played_twice(bots: int, seats: int) -> None:
    for contest in contests(bots, seats):
        fixtures = [fixture for number in range(3) for fixture in contest.deal(number)]
        assert len({(fixture.deal, fixture.line_up) for fixture in fixtures}) == len(fixtures)
        assert len({fixture.id for fixture in fixtures}) == len(fixtures)


def test_the_order_round_the_table_changes() -> None:
    (contest,) = make_plan("a", "b", "c").contests
    right_of_a = {
        fixture.line_up[(fixture.line_up.index("a") + 1) % 3]
        for number in range(10)
        for fixture in contest.deal(number)
    }
    assert right_of_a == {"b", "c"}


def test_ids_are_names_of_files_whatever_the_bots_are_called() -> None:
    for gauntlet in (False, True):
        tournament = make_plan("../x", "mcts:250ms", games="leaders duel", gauntlet=gauntlet)
        fixtures = [fixture for c in tournament.contests for fixture in c.deal(0)]
        assert len({fixture.id for fixture in fixtures}) == len(fixtures)
        assert all(set(f.id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-/") for f in fixtures)


def test_a_plan_comes_back_from_json() -> None:
    for tournament in (
        make_plan("a", "b", games="duel leaders", seats="2,5", seed=7),
        make_plan("a", "b", gauntlet=True, goal=0.4),
        make_plan("a", "b", on_fault="random"),
    ):
        assert TournamentPlan.from_json(tournament.to_json()) == tournament


@pytest.mark.parametrize(
    ("words", "options", "names"),
    [
        ("a b", {}, "classic:3"),
        ("classic a b", {"seats": "2,4-6"}, "classic:2 classic:4 classic:5 classic:6"),
        ("a b", {"expansions": ["leaders"]}, "leaders:3"),
        ("classic a b", {"expansions": ["leaders"], "seats": "7"}, "leaders:7"),
        ("classic+leaders leaders a b", {"expansions": ["leaders"]}, "leaders:3"),
        ("duel a b", {}, "duel"),
        ("classic leaders duel a b", {}, "classic:3 leaders:3 duel"),
        ("classic duel a b", {"expansions": ["leaders"], "seats": "4"}, "leaders:4 duel"),
    ],
)
def test_a_command_names_its_variants(words: str, options: dict[str, object], names: str) -> None:
    plan = parse_plan(words.split(), **options)  # type: ignore[arg-type]
    assert plan and plan.bots == ("a", "b")
    assert " ".join(str(game_format) for game_format in plan.formats) == names


def test_a_command_without_bots_has_no_plan() -> None:
    assert parse_plan([]) is None
    with pytest.raises(ValueError, match="at least two"):
        parse_plan([], seed=1)


def test_an_expansion_that_a_game_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match=r"'classic\+cities': classic has no expansion 'cities'"):
        parse_plan(["classic+cities", "a", "b"])
    with pytest.raises(ValueError, match="--leaders: an option of classic, not of duel"):
        parse_plan(["duel", "a", "b"], expansions=["leaders"])


@pytest.mark.parametrize("text", ["classic:2", "leaders:4", "duel"])
def test_a_format_describes_its_game(text: str) -> None:
    game_format = parse_format(text)
    assert str(game_format) == text and parse_format(str(game_format)) == game_format
    game = game_format.new_game(seed=3)
    assert game.players == game_format.seats and game.live_columns == game_format.columns
    assert str(game.record()) == str(hp.new(**GAMES[text], seed=3).record())


def test_a_ruleset_has_one_text_however_it_is_written() -> None:
    """Seeds of deals are derived from the text, so all spellings give the same games."""
    assert parse_format("classic+leaders:5") == parse_format("leaders:5")
    assert str(parse_format("classic+leaders:5")) == "leaders:5"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Variant]:
    """Register house rules in this process only."""
    file = tmp_path / "club.toml"
    file.write_text('extends = "classic"\ntitle = "Club night"\n[constants]\nstarting_coins = 9\n')
    yield register_house(file)
    unregister("club")


def test_house_rules_reach_a_worker_that_has_not_read_them(club: Variant) -> None:
    fixture = make_plan("random", "greedy", games="club", seats="4").contests[0].deal(0)[0]
    assert fixture.id == "club-4/00001-001" and str(fixture.format) == "club:4"
    pickled = pickle.dumps(fixture)
    unregister("club")
    game = pickle.loads(pickled).format.new_game(seed=1)
    assert game.record().catalog == game.edition.fingerprint and not game.edition.is_ours
    assert [city.coins for city in game.cities] == [9] * 4


def test_house_rules_that_have_changed_are_another_tournament(club: Variant) -> None:
    plan = make_plan("a", "b", games="club classic")
    facts = plan.to_json()
    assert TournamentPlan.from_json(facts) == plan and set(facts["versions"]) == {"club", "classic"}
    assert club.house
    club.house.write_text(club.house.read_text().replace("9", "8"))
    unregister("club")
    register_house(club.house)
    with pytest.raises(
        ValueError, match=r"club was played by rules 1, cards sha256:\w{64}; here it is "
    ):
        TournamentPlan.from_json(facts)
    unregister("club")
    with pytest.raises(ValueError, match="no game 'club'"):
        TournamentPlan.from_json(facts)
