"""A tournament from its plan to its end, without and with interruptions."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from heptapolis.arena import standing
from heptapolis.arena.folder import Budget, TournamentFolder, read_plan
from heptapolis.arena.play import PlayedGame
from heptapolis.arena.schedule import Fixture, TournamentPlan, parse_format
from heptapolis.arena.tournament import Tournament, run
from tests.arena.fake_tournaments import draw, draw_game, instant_pool, make_plan

PLAN = make_plan("a", "b", "c", games="classic duel", seats="3")
STRENGTHS = {"a": 9.0, "b": 3.0, "c": 1.0}


def play(
    folder: Path,
    plan: TournamentPlan = PLAN,
    budget: Budget | None = None,
    *,
    games: int | None = None,
    size: int = 1,
    player: Callable[[Fixture], PlayedGame] | None = None,
) -> Tournament:
    """Play a tournament, or some of its games, with drawn results."""
    budget = budget or Budget(deals=60)
    kept_games = TournamentFolder(folder, plan, budget)
    tournament = Tournament(plan, budget, kept_games.results)
    pool = instant_pool(player or draw_game(STRENGTHS), size)
    for _ in islice(run(tournament, kept_games, pool), games):
        pass
    return tournament


def facts(tournament: Tournament) -> object:
    return standing.to_json(tournament.tallies, tournament.plan.bots)


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, with results sorted by id."""
    contents = {
        str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }
    contents["results.jsonl"] = b"\n".join(sorted(contents["results.jsonl"].splitlines()))
    return contents


def test_a_decided_contest_ends_while_the_others_go_on(tmp_path: Path) -> None:
    hero = {"hero": 9.0, "twin": 9.0}
    plan = make_plan("hero", "twin", "weak", gauntlet=True)
    twin, weak = play(tmp_path, plan, Budget(30), player=draw_game(hero)).tallies
    assert weak.is_answered and len(weak.deals) < 20
    assert not twin.is_answered and len(twin.deals) == 30


def test_an_undecided_contest_ends_with_its_budget(tmp_path: Path) -> None:
    tournament = play(tmp_path, budget=Budget(8), player=draw_game())
    assert [len(tally.deals) for tally in tournament.tallies] == [8, 8]
    assert not tournament.open_tallies and not any(
        tally.is_answered for tally in tournament.tallies
    )


def test_without_stopping_every_deal_is_played(tmp_path: Path) -> None:
    tournament = play(tmp_path, budget=Budget(30, stop=False))
    assert [len(tally.deals) for tally in tournament.tallies] == [30, 30]
    assert tournament.games == tournament.most_games == 30 * PLAN.round_size


def test_a_time_limit_ends_a_tournament_after_complete_deals(tmp_path: Path) -> None:
    tournament = play(tmp_path, budget=Budget(8, minutes=1e-9))
    assert tournament.open_tallies and facts(tournament)["games"] == 0  # type: ignore[index]


@pytest.mark.parametrize("size", [2, 7, 50])
def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path, size: int) -> None:
    assert facts(play(tmp_path / "one")) == facts(play(tmp_path / "many", size=size))


def test_games_may_end_in_any_order() -> None:
    budget = Budget(40)
    fixtures = [f for c in PLAN.contests for n in range(40) for f in c.deal(n)]
    in_order = Tournament(PLAN, budget, {f.id: draw(f, STRENGTHS) for f in fixtures})
    Random(1).shuffle(fixtures)
    tournament = Tournament(PLAN, budget, {})
    for fixture in fixtures:
        tournament.results[fixture.id] = draw(fixture, STRENGTHS)
        tournament.count()
    assert facts(tournament) == facts(in_order)
    assert any(tally.is_answered for tally in tournament.tallies)


@pytest.mark.parametrize("games", [1, 2, 17, 50])
def test_an_interrupted_tournament_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, games: int
) -> None:
    whole = play(tmp_path / "whole")
    play(tmp_path / "pieces", games=games)
    resumed = play(tmp_path / "pieces", size=3)
    assert facts(resumed) == facts(whole)
    ours, theirs = files(tmp_path / "pieces"), files(tmp_path / "whole")
    assert all(ours[name] == theirs[name] for name in theirs if name != "results.jsonl")
    assert set(theirs["results.jsonl"].splitlines()) <= set(ours["results.jsonl"].splitlines())


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    played: list[str] = []

    def remember(fixture: Fixture) -> PlayedGame:
        played.append(fixture.id)
        return draw_game(STRENGTHS)(fixture)

    for deals in (3, 5, 5, 60):
        play(tmp_path, budget=Budget(deals), player=remember)
    assert len(played) == len(set(played)) > 5 * PLAN.round_size


def test_a_finished_tournament_goes_on_with_a_larger_budget(tmp_path: Path) -> None:
    before = play(tmp_path, budget=Budget(5), player=draw_game())
    after = play(tmp_path, budget=Budget(9), player=draw_game())
    assert [len(tally.deals) for tally in after.tallies] == [9, 9]
    assert [t.deals for t in before.tallies] == [t.deals[:5] for t in after.tallies]


# ── a table that grows ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (make_plan("a", "b", games="duel"), make_plan("a", "b", "c", "d", "e", games="duel")),
        (make_plan("a", "b", "c"), make_plan("a", "b", "c", "d", "e")),
        (
            make_plan("a", "b", games="duel", gauntlet=True),
            make_plan("a", "b", "c", games="duel classic", gauntlet=True),
        ),
        (make_plan("a", "b", "c", games="duel"), make_plan("a", "b", "c", games="duel leaders")),
    ],
)
def test_more_bots_and_games_join_and_nothing_is_played_again(
    before: TournamentPlan, after: TournamentPlan, tmp_path: Path
) -> None:
    played: list[str] = []

    def remember(fixture: Fixture) -> PlayedGame:
        played.append(fixture.id)
        return draw_game(STRENGTHS)(fixture)

    budget = Budget(6, stop=False)
    play(tmp_path / "grown", before, budget, player=remember)
    grown = play(tmp_path / "grown", after, budget, player=remember)
    assert len(played) == len(set(played)) == 6 * after.round_size > 6 * before.round_size
    assert facts(grown) == facts(play(tmp_path / "new", after, budget))
    assert files(tmp_path / "grown") == files(tmp_path / "new")
    assert read_plan(tmp_path / "grown")[0] == after


def test_bots_cannot_join_if_line_ups_would_change(tmp_path: Path) -> None:
    """Two bots play a a b and a b b at three seats, but three bots play a b c."""
    play(tmp_path, make_plan("a", "b"), Budget(2))
    before = files(tmp_path)
    with pytest.raises(ValueError, match=r"another tournament \(classic-3/[0-9-]+: [ab ]+, not "):
        play(tmp_path, make_plan("a", "b", "c"), Budget(2))
    assert files(tmp_path) == before


def test_a_table_does_not_shrink_nor_change_its_order(tmp_path: Path) -> None:
    play(tmp_path, make_plan("a", "b", "c", games="duel"), Budget(2))
    for others in (("a", "b"), ("a", "c", "b"), ("x", "a", "b", "c")):
        with pytest.raises(ValueError, match=f"bots: a b c, not {' '.join(others)}"):
            play(tmp_path, make_plan(*others, games="duel"), Budget(2))


# ── the folder ───────────────────────────────────────────────────────────────────────────────────


def test_a_folder_names_its_format(tmp_path: Path) -> None:
    plan = make_plan("a", "b", gauntlet=True, goal=0.5, seed=9)
    play(tmp_path, plan, Budget(3, minutes=2.5, stop=False))
    assert read_plan(tmp_path) == (plan, Budget(3, minutes=2.5, stop=False))


def test_an_incomplete_last_line_is_dropped_and_its_game_replayed(tmp_path: Path) -> None:
    whole = play(tmp_path, budget=Budget(4), player=draw_game())
    path = tmp_path / "results.jsonl"
    before = path.read_bytes()
    path.write_bytes(before[:-20])
    assert facts(play(tmp_path, budget=Budget(4), player=draw_game())) == facts(whole)
    assert path.read_bytes() == before


def test_a_line_cut_within_a_character_is_dropped(tmp_path: Path) -> None:
    plan = make_plan(
        "бот\u2028x", "a"
    )  # with U+2028, which `str.splitlines` takes for the end of a line
    play(tmp_path, plan, Budget(2))
    path = tmp_path / "results.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex("бот".encode()) + 1])
    play(tmp_path, plan, Budget(2))
    assert path.read_bytes() == data


@pytest.mark.parametrize("line", ["nonsense", "[]", "7", '{"id": "x"}', '{"id": "x", "places": 3}'])
def test_an_invalid_line_is_named(tmp_path: Path, line: str) -> None:
    play(tmp_path, budget=Budget(2), player=draw_game())
    path = tmp_path / "results.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], line, *lines[3:], ""]))
    with pytest.raises(ValueError, match=r"results\.jsonl: line 4 is not a result"):
        play(tmp_path, budget=Budget(2))


def test_a_game_that_is_not_in_the_plan_is_named(tmp_path: Path) -> None:
    play(tmp_path, budget=Budget(2), player=draw_game())
    path = tmp_path / "results.jsonl"
    path.write_text(path.read_text().replace("duel/00001-001", "duel/00001-901"))
    with pytest.raises(ValueError, match=r"duel/00001-901: [abc] [abc], not planned"):
        play(tmp_path, budget=Budget(2))
    path.write_text(path.read_text().replace("duel/00001-901", "somewhere"))
    with pytest.raises(ValueError, match=r"results\.jsonl: line \d+ is not a result"):
        play(tmp_path, budget=Budget(2))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (make_plan("a", "b"), "bots: a b c, not a b"),
        (make_plan("a", "b", "c", games="duel"), "variants: classic:3 duel, not duel"),
        (make_plan("a", "b", "c", games="classic duel", seed=1), "seed: 0, not 1"),
        (
            make_plan("a", "b", "c", games="classic duel", gauntlet=True),
            "gauntlet: False, not True",
        ),
        (
            make_plan("a", "b", "c", games="classic duel", on_fault="random"),
            "on_fault: forfeit, not random",
        ),
    ],
)
def test_a_folder_of_another_plan_is_refused(
    tmp_path: Path, other: TournamentPlan, message: str
) -> None:
    play(tmp_path, games=3)
    before = files(tmp_path)
    with pytest.raises(ValueError, match="holds another tournament") as error:
        play(tmp_path, other)
    assert message in str(error.value)
    assert files(tmp_path) == before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(ValueError, match="is not a tournament's folder"):
        play(tmp_path)
    with pytest.raises(ValueError, match="is not a tournament's folder"):
        play(tmp_path / "thesis.tex")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "plan": {}}'])
def test_an_invalid_plan_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "arena.json").write_text(text)
    with pytest.raises(ValueError, match=r"arena\.json: "):
        play(tmp_path)


def test_every_game_is_stored_as_a_line_and_a_record(tmp_path: Path) -> None:
    tournament = play(tmp_path, budget=Budget(3), player=draw_game())
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    results = [result for tally in tournament.tallies for result in tally.results]
    assert sorted(line["id"] for line in lines) == sorted(result.id for result in results)
    by_id = {line["id"]: line for line in lines}
    for result in results:
        assert json.loads(json.dumps(asdict(result))) == by_id[result.id]
        record = (tmp_path / "records" / f"{result.id}.txt").read_text()
        assert record.startswith(result.id)


# ── a folder of an older version ─────────────────────────────────────────────────────────────────

OLD_TOURNAMENT = (
    Path(__file__).parent / "old_tournament"
)  # written by version 0.1.0; without records and versions
OLD_STARTS = {  # first lines of its records
    "classic:3": """\
heptapolis 1
game classic
options {"names": ["greedy", "greedy", "random"], "seats": 3}
wonders giza:A rhodes:A olympia:B
seed 14511037674891294231
""",
    "leaders:3": """\
heptapolis 1
game classic
options {"leaders": true, "names": ["greedy", "random", "greedy"], "seats": 3}
wonders olympia:A rhodes:B babylon:A
seed 11938564328539649729
""",
    "duel": """\
heptapolis 1
game duel
options {"names": ["random", "greedy"]}
wonders draft
seed 9512469881608062168
""",
}


def name_versions(folder: Path, **changes: str) -> None:
    """Copy the old folder and add the current versions of rules and cards to its plan."""
    path = shutil.copytree(OLD_TOURNAMENT, folder) / "arena.json"
    facts = json.loads(path.read_text())
    formats = [parse_format(text) for text in facts["plan"]["variants"]]
    facts["plan"]["versions"] = {
        game_format.name: game_format.version for game_format in formats
    } | changes
    path.write_text(json.dumps(facts))


def test_a_folder_of_other_rules_or_cards_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="classic was played by none that it names; here it is"):
        read_plan(OLD_TOURNAMENT)
    ours = parse_format("duel").version
    assert re.fullmatch("rules 1, cards sha256:[0-9a-f]{64}", ours)
    for other in (ours.replace("rules 1", "rules 2"), ours[:-4] + "beef"):
        name_versions(tmp_path / other, duel=other)
        results = (tmp_path / other / "results.jsonl").read_bytes()
        with pytest.raises(ValueError, match=f"duel was played by {other}; .* by {ours}"):
            play(tmp_path / other)
        assert (tmp_path / other / "results.jsonl").read_bytes() == results


def test_a_folder_of_an_older_version_opens_and_has_nothing_left_to_play(tmp_path: Path) -> None:
    name_versions(tmp_path / "old")
    plan, budget = read_plan(tmp_path / "old")
    results = TournamentFolder(tmp_path / "old", plan, budget).results
    tournament = Tournament(plan, budget, results)
    assert not tournament.open_tallies and tournament.games == len(results) == 14
    fixtures = [fixture for contest in plan.contests for fixture in contest.deal(0)]
    assert all(results[fixture.id].line_up == fixture.line_up for fixture in fixtures)


@pytest.mark.parametrize("game_format", OLD_STARTS)
def test_a_folder_of_an_older_version_goes_on_with_the_same_games(
    game_format: str, tmp_path: Path
) -> None:
    name_versions(tmp_path / "old")
    plan, _ = read_plan(tmp_path / "old")
    (contest,) = (contest for contest in plan.contests if str(contest.format) == game_format)
    fixture = contest.deal(0)[0]
    game = fixture.format.new_game(fixture.deal_seed, fixture.line_up)
    lines = str(game.record()).splitlines(keepends=True)
    told = [line for line in lines if not line.startswith(("rules ", "catalog "))]
    assert "".join(told) == OLD_STARTS[game_format]
