"""Bots that cannot start or fail in a game: the penalty and the reports."""

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

import heptapolis as hp
from heptapolis.arena import play as arena_play
from heptapolis.arena.play import GameResult, check_bot, play
from heptapolis.arena.schedule import ON_FAULT, Fixture
from heptapolis.bots import BOTS
from heptapolis.bots.chance import RandomBot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.outside import FileBot
from heptapolis.cli import main
from heptapolis.i18n import LANGUAGES
from heptapolis.sandbox import SWITCH_VARIABLE
from heptapolis.terminal import arena as command
from heptapolis.terminal.arena import FAULT_EXIT_STATUS, arena
from tests.arena.fake_tournaments import instant_pool, make_plan

RIVALS = Path(__file__).parent / "rivals.py"
TABLES = [("duel", None), ("classic", "3")]  # for two and three seats
LAST_WORDS = 3  # number of the decision at which a bot fails


class Fails:
    """Play at random, then commit the given misdeed."""

    def __init__(self, misdeed: Callable[[], Any]) -> None:
        self.misdeed, self.questions = misdeed, 0

    def choose(self, view: hp.View, rng: Random) -> Any:
        self.questions += 1
        if self.questions == LAST_WORDS:
            return self.misdeed()
        return RandomBot().choose(view, rng)


def crash() -> None:
    raise RuntimeError("I forgot the rules\nand more")


MISDEEDS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "crashing": (crash, "crash", "RuntimeError: I forgot the rules"),
    "leaving": (lambda: sys.exit("enough"), "crash", "SystemExit: enough"),
    "silent": (lambda: None, "illegal", "NoneType is not a move"),
    "cheating": (lambda: "build palace", "illegal", "'build palace' is not legal"),
}


@pytest.fixture(autouse=True)
def faulty_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the faulty bots; each test gets new instances."""
    monkeypatch.setattr(arena_play, "_process_bots", {})
    for name, (misdeed, _, _) in MISDEEDS.items():
        monkeypatch.setitem(BOTS, name, partial(Fails, misdeed))
    monkeypatch.setitem(BOTS, "tragic", Tragic)


class Tragic(GreedyBot):
    """Play well and return no move shortly before the end."""

    def choose(self, view: hp.View, rng: Random) -> Any:
        is_late = view.age == 3 and view.turn >= 5
        return None if is_late else super().choose(view, rng)


def first_fixture(*bots: str, games: str, seats: str | None, on_fault: str) -> Fixture:
    plan = make_plan(*bots, games=games, seats=seats, gauntlet=True, on_fault=on_fault)
    return plan.contests[0].deal(0)[0]


def own_places(record: str) -> list[list[int]]:
    return hp.replay(record).ranking()


def as_groups(result: GameResult) -> list[list[int]]:
    """Return the seats grouped by place, best first, like a ranking."""
    places = sorted(set(result.places))
    seats = range(len(result.places))
    return [[seat for seat in seats if result.places[seat] == place] for place in places]


# ── in a game ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("on_fault", ON_FAULT)
@pytest.mark.parametrize(("games", "seats"), TABLES)
@pytest.mark.parametrize("name", MISDEEDS)
def test_a_failed_bot_is_replaced_by_random_moves(
    name: str, games: str, seats: str | None, on_fault: str
) -> None:
    fixture = first_fixture(name, "random", games=games, seats=seats, on_fault=on_fault)
    seat = fixture.line_up.index(name)
    result, record, _ = play(fixture)
    _, kind, reason = MISDEEDS[name]
    assert result.faults == ({"seat": seat, "kind": kind, "reason": reason},)
    player: Any = arena_play._process_bots[name, 0]
    assert player.questions == result.moves[seat] == LAST_WORDS
    assert hp.replay(record).is_over
    if on_fault == "forfeit":
        assert result.places[seat] == len(result.line_up)
        others = [[s for s in tied if s != seat] for tied in own_places(record)]
        assert as_groups(result) == [*(tied for tied in others if tied), [seat]]
    else:
        assert as_groups(result) == own_places(record)


@pytest.mark.parametrize(("games", "seats"), TABLES)
def test_a_victory_is_forfeited_or_stands(games: str, seats: str | None) -> None:
    """`--on-fault` decides whether a fault in a won game costs the victory."""
    for on_fault in ON_FAULT:
        fixture = first_fixture("tragic", "random", games=games, seats=seats, on_fault=on_fault)
        seat = fixture.line_up.index("tragic")
        result, record, _ = play(fixture)
        assert own_places(record)[0] == [seat] and result.faults
        assert (result.places[seat] == 1) == (on_fault == "random")
        assert sum(result.shares) == 1
        assert (result.outcome == "forfeit") == (on_fault == "forfeit")


@pytest.mark.parametrize(("games", "seats"), TABLES)
def test_all_bots_that_forfeit_share_the_last_place(games: str, seats: str | None) -> None:
    one = first_fixture("crashing", "silent", games=games, seats=seats, on_fault="forfeit")
    assert set(play(one).result.places) == {1}  # no other player is ahead
    if seats:
        arena_play._process_bots.clear()  # instances in the pool have failed already and would not fail again
        two = first_fixture("random", "silent", games=games, seats=seats, on_fault="forfeit")
        result = play(two).result
        assert sorted(result.places) == [1, 2, 2]
        assert result.line_up[result.places.index(1)] == "random"


@pytest.mark.parametrize("on_fault", ON_FAULT)
@pytest.mark.parametrize(("games", "seats"), TABLES)
def test_a_bot_that_hangs(games: str, seats: str | None, on_fault: str) -> None:
    name = f"{RIVALS}:Hangs"
    fixture = first_fixture(name, "random", games=games, seats=seats, on_fault=on_fault)
    seat = fixture.line_up.index(name)
    with FileBot(name) as player:
        player.prepare(hp.new("duel", seed=1).view(0))
        player.limit = 1.0
        arena_play._process_bots[name, 0] = player
        result = play(fixture).result
    assert result.faults == ({"seat": seat, "kind": "timeout", "reason": "no answer within 1 s"},)
    assert result.moves[seat] == LAST_WORDS
    assert on_fault == "random" or result.places[seat] == len(result.line_up)


# ── before the first game ────────────────────────────────────────────────────────────────────────


def explode() -> None:
    raise RuntimeError("no licence\nand more")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("exploding", "exploding cannot start: RuntimeError: no licence"),
        ("leaving_early", "leaving_early cannot start: SystemExit: 1"),
        (f"{RIVALS}:refuses", f"{RIVALS}:refuses cannot start: RuntimeError: no licence"),
        (f"{RIVALS}:Nobody", "cannot start: AttributeError: module"),
        (f"{RIVALS}:Plain:50ms", "cannot start: TypeError: "),
    ],
)
def test_a_bot_that_cannot_start_ends_the_command_with_one_line(
    name: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(BOTS, "exploding", explode)
    monkeypatch.setitem(BOTS, "leaving_early", lambda: sys.exit(1))
    out = tmp_path / "x"
    monkeypatch.setattr(sys, "argv", ["hepta", "arena", "greedy", name, "--out", str(out)])
    with pytest.raises(SystemExit) as end:
        main()
    error = capsys.readouterr().err
    assert end.value.code == 1
    assert error.startswith("hepta: ") and reason in error and error.count("\n") == 1
    assert not out.exists()


def test_a_bot_that_cannot_start_in_a_worker_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts in the check before the first game, and fails in the worker."""
    name = f"{RIVALS}:once"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(SWITCH_VARIABLE, "off")  # without a sandbox, because the bot writes a file
    pool = instant_pool(play)
    monkeypatch.setattr(command, "local_pool", lambda workers: nullcontext(pool))
    with pytest.raises(ValueError, match="once cannot start: RuntimeError: only once"):
        arena(make_plan("random", name, games="duel"), folder=tmp_path / "x")
    assert json.loads((tmp_path / "x" / "arena.json").read_text())["sandbox"] == []


def test_the_check_of_a_bot_starts_it_without_playing() -> None:
    check_bot("crashing", make_plan("a", "b", games="duel classic").formats)


# ── reports ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def run_arena(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs the command in this process; it returns exit status and output."""

    def run(*bots: str, **options: Any) -> tuple[Any, str]:
        monkeypatch.setattr(arena_play, "_process_bots", {})
        out = Console(file=StringIO(), width=100, highlight=False, markup=False)
        monkeypatch.setattr(command, "local_pool", lambda workers: nullcontext(instant_pool(play)))
        on_fault = options.pop("on_fault", "forfeit")
        plan = make_plan(*bots, games="duel", on_fault=on_fault) if bots else None
        status: Any = 0
        try:
            arena(plan, out=out, **options)
        except SystemExit as end:
            status = end.code
        assert isinstance(out.file, StringIO)
        return status, out.file.getvalue()

    return run


def test_a_tournament_without_faults_has_status_0(run_arena: Any, tmp_path: Path) -> None:
    status, text = run_arena("random", "greedy", folder=tmp_path / "x", deals=1)
    assert status == 0 and "Warning" not in text


@pytest.mark.parametrize("on_fault", ON_FAULT)
def test_a_fault_is_in_results_and_report_and_the_status_is_3(
    run_arena: Any, tmp_path: Path, on_fault: str
) -> None:
    folder, page = tmp_path / "x", tmp_path / "report.html"
    status, text = run_arena(
        "random", "crashing", folder=folder, deals=1, html=page, on_fault=on_fault
    )
    assert status == FAULT_EXIT_STATUS == 3
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert sum(len(line["faults"]) for line in lines) == 1
    words = "and forfeited it" if on_fault == "forfeit" else "finished with random moves"
    notice = f"crashing failed in 1 game (crash: 1){',' * (on_fault == 'random')} {words}: "
    notice += "RuntimeError: I forgot the rules"
    assert f"Warning: {notice}" in text
    assert "Warning: crashing failed in game duel/0000" in text  # time of the fault
    assert "crash: 1" in text.partition("Ratings")[2]
    html = page.read_text()
    ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>\n"))
    assert f'<p class="warning">{notice}</p>' in html
    assert json.loads((folder / "arena.json").read_text())["plan"]["on_fault"] == on_fault


def test_the_folder_keeps_the_traceback_and_what_the_bot_printed(
    run_arena: Any, tmp_path: Path
) -> None:
    run_arena(f"{RIVALS}:Crashes", "crashing", folder=tmp_path / "x", deals=1)
    files = sorted((tmp_path / "x" / "faults").rglob("*.txt"))
    lines = (tmp_path / "x" / "results.jsonl").read_text().splitlines()
    results = [GameResult.from_json(json.loads(line)) for line in lines]
    assert {str(file.relative_to(tmp_path / "x" / "faults")) for file in files} == {
        f"{result.id}-{fault['seat']}.txt" for result in results for fault in result.faults
    }
    texts = [file.read_text() for file in files]
    (ours,) = {text for text in texts if text.startswith("crashing")}
    assert ours.startswith("crashing: crash: RuntimeError: I forgot the rules\n\nTraceback")
    assert "in crash\n" in ours and ours.endswith("I forgot the rules\nand more\n")
    (theirs,) = {text for text in texts if "Crashes: crash: RuntimeError: too deep" in text}
    assert theirs.count(", in look\n") == 3  # every call in the code of the bot
    assert theirs.endswith("\n".join(["", "", "Printed:", *(f"line {n}" for n in range(100)), ""]))


def test_the_result_has_the_traceback_of_a_fault() -> None:
    result = hp.arena({"mine": Fails(crash), "base": "random"}, "duel", deals=1, stop=False)
    (report,) = result.fault_reports.values()
    assert report.startswith("mine: crash: RuntimeError: I forgot the rules\n\nTraceback")
    ((game, fault),) = [(one.id, fault) for one in result.results for fault in one.faults]
    assert list(result.fault_reports) == [f"{game}-{fault['seat']}"]


def test_a_fault_of_an_earlier_run_is_reported(run_arena: Any, tmp_path: Path) -> None:
    run_arena("random", "crashing", folder=tmp_path / "x", deals=1)
    status, text = run_arena(folder=tmp_path / "x")
    assert status == 3 and text.count("Warning: ") == 1


def test_a_fault_as_json(
    run_arena: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _ = run_arena("random", "silent", folder=tmp_path / "x", deals=2, as_json=True)
    printed = capsys.readouterr()
    facts = json.loads(printed.out)
    assert status == 3 and "Warning: silent failed in 1 game" in printed.err
    assert facts["faults"] == [
        {"bot": "silent", "games": 1, "faults": {"illegal": 1}, "reason": "NoneType is not a move"}
    ]
    assert facts["plan"]["on_fault"] == "forfeit"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("on_fault", ON_FAULT)
def test_a_warning_in_every_language(
    run_arena: Any, tmp_path: Path, language: str, on_fault: str
) -> None:
    status, text = run_arena(
        "random", "silent", folder=tmp_path / "x", deals=1, language=language, on_fault=on_fault
    )
    told = [line for line in text.splitlines() if "silent" in line and "NoneType" in line]
    assert status == 3 and len(told) == 2
    assert not any("failed" in line or "Warning" in line for line in told)


def test_the_command_takes_the_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "local_pool", lambda workers: nullcontext(instant_pool(play)))
    words = ["arena", "duel", "random", "crashing", "--deals", "1", "--on-fault", "random"]
    monkeypatch.setattr(sys, "argv", ["hepta", *words, "--json", "--out", str(tmp_path / "x")])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 3
    assert json.loads(capsys.readouterr().out)["plan"]["on_fault"] == "random"
