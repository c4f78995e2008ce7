"""The balance report: its numbers for hand-made games, and its files."""

import json
import re
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

from heptapolis.balance import wording
from heptapolis.balance.estimate import (
    ColumnPoints,
    Performance,
    Spread,
    correlation,
    differ,
    mean,
    off_par,
    share,
)
from heptapolis.balance.report import write
from heptapolis.balance.reports import require_report
from heptapolis.extras import MissingExtra
from heptapolis.games.classic.balance import numbers as classic
from heptapolis.games.classic.balance import wording as classic_wording
from heptapolis.games.classic.edition import ours
from heptapolis.games.classic.simulation import Batch, simulate
from heptapolis.games.duel.balance import numbers as duel
from heptapolis.games.duel.balance import wording as duel_wording
from heptapolis.games.duel.codes import DuelOutcome
from heptapolis.games.duel.edition import our_duel
from heptapolis.games.duel.simulation import DuelBatch, simulate_duel
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.plotting import TINTS, Drawing, readable_colour
from heptapolis.terminal.simulate import simulate as command
from heptapolis.variants import Ruleset, Variant, ruleset

T = translator()
LEADERS = frozenset({"leaders"})
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
PNG = b"\x89PNG\r\n\x1a\n"
CLASSIC_PLOTS = {"boards", "sides", "seats", "columns", "correlation", "totals", "margins"}
DUEL_PLOTS = {
    "ends",
    "beginning",
    "columns",
    "correlation",
    "totals",
    "margins",
    "wonders",
    "tokens",
    "track",
}


# ── estimates ────────────────────────────────────────────────────────────────────────────────────


def test_the_interval_of_a_share_contains_it() -> None:
    for hits, games in ((0, 10), (100, 300), (5, 5)):
        part = share(hits, games)
        assert 0 <= part.low <= part.value == hits / games <= part.high <= 1
    assert share(50, 100).high - 0.5 == pytest.approx(0.096, abs=0.001)


def test_intervals_are_right_in_95_of_100_cases() -> None:
    rng = np.random.default_rng(1)
    draws = rng.random((1000, 200))
    shares = [share(float((row < 0.3).sum()), 200) for row in draws]
    means = [mean(row) for row in draws]
    r = 0.5  # for pairs in which points correlate with winning
    surplus, noise = rng.standard_normal((2, 1000, 200))
    mixed = r * surplus + (1 - r * r) ** 0.5 * noise
    correlations = [
        correlation(np.stack([x, -x], 1), np.stack([y, -y], 1))
        for x, y in zip(surplus, mixed, strict=True)
    ]
    for estimates, truth in ((shares, 0.3), (means, 0.5), (correlations, r)):
        hit = sum(one.low <= truth <= one.high for one in estimates)
        assert 925 <= hit <= 975


def test_a_single_game_gives_only_points() -> None:
    alone = Performance.of(np.array([1.0]), np.array([40]))
    assert (alone.points.low, alone.points.value, alone.points.high) == (40, 40, 40)
    assert alone.wins.low < 0.3 and alone.wins.high == 1


def test_significance_depends_on_the_number_of_comparisons() -> None:
    wins = share(560, 1000)
    assert off_par(wins, 1000, 0.5, 1) == 1 and off_par(wins, 1000, 0.62, 1) == -1
    assert off_par(share(532, 1000), 1000, 0.5, 1) == 1
    assert off_par(share(532, 1000), 1000, 0.5, 20) == 0
    one, other = (Performance(1000, share(hits, 1000), mean(np.zeros(2))) for hits in (550, 500))
    assert (differ(one, other, 1), differ(other, one, 1), differ(one, other, 20)) == (1, -1, 0)


def test_points_that_decide_games_correlate_fully() -> None:
    wins = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert correlation(5 * wins + 7, wins).value == pytest.approx(1)
    assert correlation(-wins, wins).value == pytest.approx(-1)
    assert correlation(np.ones((3, 3)), wins).value == 0


def test_a_column_compares_winners_with_the_rest_of_their_games() -> None:
    points = np.array([[9, 3, 5], [4, 4, 4], [1, 1, 1]])
    wins = np.array([[1, 0, 0], [0, 0.5, 0.5], [1 / 3] * 3])  # the last game has no information
    column = ColumnPoints.of(points, wins)
    assert (column.winners.value, column.others.value, column.gap.value) == (6.5, 4, 2.5)


def test_a_distribution_and_none_at_all() -> None:
    spread = Spread.of(np.array([1, 1, 2, 8]))
    assert spread.counts == {1: 2, 2: 1, 8: 1} and spread.mean == 3
    assert spread.quartiles == (1, 1.5, 3.5)
    assert Spread.of(np.array([], np.int64)) == Spread({}, 0, (0, 0, 0))


# ── classic ──────────────────────────────────────────────────────────────────────────────────────


def made_up_games() -> classic.ClassicGames:
    """Return three games for three; coins decide the second, the third is a shared victory."""
    totals = np.array([[50, 40, 30], [44, 44, 20], [33, 33, 33]])
    sheets = np.zeros((3, 7, 9), np.int64)
    sheets[:, :3, 0] = sheets[:, :3, 8] = totals
    boards, coins = np.zeros((2, 3, 7), np.int64)
    giza, rhodes = (ours(LEADERS).item[board] for board in ("giza:A", "rhodes:B"))
    plato, nero = (ours(LEADERS).item[leader] for leader in ("plato", "nero"))
    boards[:, :3] = [[giza, rhodes, giza], [rhodes, giza, giza], [giza, giza, rhodes]]
    coins[:, :3] = [[0, 9, 9], [3, 4, 0], [2, 2, 1]]
    finals = next(simulate(3, 3, expansions=LEADERS, keep=True)).finals
    finals["stages"][:, :3] = [[3, 1, 0], [2, 0, 0], [1, 1, 0]]
    finals["recruited"] = 0
    finals["recruited"][0, 0, :2] = plato, nero
    finals["recruited"][1, 2, 0] = nero
    return classic.join([classic.pick(Batch(sheets, boards, coins, finals), 3)])


def test_ties_are_decided_by_coins_or_shared() -> None:
    assert classic.victories(made_up_games()).tolist() == [[1, 0, 0], [0, 1, 0], [0.5, 0.5, 0]]


def test_the_numbers_of_classic() -> None:
    setting = classic.ClassicSetting(3, 3, LEADERS, "random", "greedy", 0)
    balance = classic.count(made_up_games(), setting, ours(LEADERS))
    assert [seat.wins.value for seat in balance.by_seat] == pytest.approx([0.5, 0.5, 0])
    assert [seat.points.value for seat in balance.by_seat] == pytest.approx([127 / 3, 39, 83 / 3])
    giza, rhodes = balance.by_board["giza:A"], balance.by_board["rhodes:B"]
    assert (giza.games, rhodes.games) == (6, 3)
    assert (giza.wins.value, rhodes.wins.value) == pytest.approx((3 / 6, 0))
    assert balance.stages == pytest.approx({"giza:A": 5 / 6, "rhodes:B": 1})
    assert {id: leader.games for id, leader in balance.by_leader.items()} == {"nero": 2, "plato": 1}
    assert (balance.by_leader["nero"].wins.value, balance.by_leader["plato"].wins.value) == (0.5, 1)
    assert balance.margins.counts == {0: 2, 10: 1}
    assert balance.winning_totals.counts == {33: 1, 44: 1, 50: 1}
    assert sum(balance.totals.counts.values()) == 9
    assert balance.columns["military"].gap == balance.columns["total"].gap
    assert balance.columns["total"].gap.value == pytest.approx((15 + 12 + 0) / 3)
    assert balance.columns["leaders"].winners.value == 0
    assert "leaders" not in classic.means(made_up_games(), ())


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def made_up_duels() -> duel.DuelGames:
    """Return Duels won by points, blue cards, war, science, and a shared victory."""
    sheets = np.zeros((5, 2, 9), np.int64)
    sheets[:, :, 0] = sheets[:, :, 8] = [[60, 50], [45, 45], [10, 30], [20, 9], [40, 40]]
    ends = np.array(
        [
            [DuelOutcome.POINTS, 0],
            [DuelOutcome.POINTS, 1],
            [DuelOutcome.MILITARY, 0],
            [DuelOutcome.SCIENCE, 1],
            [DuelOutcome.SHARED, 2],
        ]
    )
    finals = next(simulate_duel(5, keep=True)).finals
    for field in ("wonders", "raised", "tokens"):
        finals[field] = 0
    finals["wonders"][:, 0] = 0b011  # the first player has wonders 0 and 1
    finals["wonders"][:, 1] = 0b100
    finals["raised"][:3, 0] = 0b001
    finals["tokens"][0] = 0b01, 0b10
    finals["marker"] = [2, -1, 9, 0, 0]
    finals["age"] = [3, 3, 2, 1, 3]
    return duel.join([duel.pick(DuelBatch(sheets, ends, finals))])


def test_the_numbers_of_duel() -> None:
    edition = our_duel()
    setting = duel.DuelSetting(5, "draft", "last", "greedy", 0)
    balance = duel.count(made_up_duels(), setting, edition)
    assert {end: own.games for end, own in balance.ends.items()} == {
        "points": 1,
        "tie_break": 1,
        "military": 1,
        "science": 1,
        "shared": 1,
    }
    first = {end: own.first_wins and own.first_wins.value for end, own in balance.ends.items()}
    assert first == {"points": 1, "tie_break": 0, "military": 1, "science": 0, "shared": None}
    assert balance.ages["science"] == [1, 0, 0] and balance.ages["military"] == [0, 1, 0]
    assert [seat.wins.value for seat in balance.by_seat] == [0.5, 0.5]
    zero, one, two = (balance.by_wonder[wonder.id] for wonder in edition.catalog.wonders[:3])
    assert len(balance.by_wonder) == 3 and one.built is None and two.built is None
    assert zero.drafted.games == 5 and zero.drafted.wins.value == 0.5
    assert zero.built and zero.built.games == 3
    assert zero.built.wins.value == pytest.approx(2 / 3)
    tokens = [balance.by_token[token.id].wins.value for token in edition.catalog.tokens[:2]]
    assert tokens == [1, 0] and len(balance.by_token) == 2
    assert balance.margins.counts == {0: 2, 10: 1}
    assert balance.columns["civilian"].gap.value == 5  # without the shared victory
    assert balance.track.counts == {-1: 1, 0: 2, 2: 1, 9: 1}


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def performance(hits: float, games: int = 10_000) -> Performance:
    return Performance(games, share(hits * games, games), mean(np.array([40, 50])))


def test_only_significant_results_are_called_clear() -> None:
    rows = [
        wording.NamedPerformance(name, performance(wins))
        for name, wins in (("X", 0.4), ("Y", 1 / 3), ("Z", 0.2))
    ]
    assert wording.best_and_worst(rows, 1 / 3, T) == "Most wins: X (40.0%). Fewest wins: Z (20.0%)."
    assert wording.best_and_worst(rows[1:], 1 / 3, T) == "Fewest wins: Z (20.0%)."
    assert "Nothing here" in wording.best_and_worst(rows[1:2], 1 / 3, T)
    level, better, worse = performance(1 / 3), performance(0.36), performance(0.3)
    assert classic_wording.seats([level] * 3, 1 / 3, T).startswith("No seat wins clearly")
    sentence = classic_wording.seats([better, worse, level], 1 / 3, T)
    assert sentence == "Seats that win clearly more: 1. Seats that win clearly less: 2."
    assert "No wonder has" in classic_wording.better_sides([], [], T)
    assert classic_wording.better_sides(["Giza"], ["Rhodes", "Rome"], T) == (
        "Clearly better with side A: Giza. Clearly better with side B: Rhodes, Rome."
    )
    for wins, sentence in ((0.6, "helps:"), (0.4, "hurts:"), (0.5, "neither helps nor hurts:")):
        assert duel_wording.first_player(performance(wins), T).startswith(f"Going first {sentence}")


def test_labels_are_readable_on_every_colour() -> None:
    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        shares = zip((0.2126, 0.7152, 0.0722), parts, strict=True)
        return sum(share * float(((c + 0.055) / 1.055) ** 2.4) for share, c in shares)

    for colour in TINTS.values():
        dark, bright = sorted((light(colour), light(readable_colour(colour))))
        assert (bright + 0.05) / (dark + 0.05) > 3


# ── files ────────────────────────────────────────────────────────────────────────────────────────


class Reports:
    """Reports on the same few games in several languages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        batches = simulate(400, 4, expansions=LEADERS, seed=2, players="greedy", keep=True)
        games = classic.join([classic.pick(batch, 4) for batch in batches])
        setting = classic.ClassicSetting(400, 4, LEADERS, "random", "greedy", 2)
        self.classic = classic.count(games, setting, ours(LEADERS))
        duels = duel.join(
            [duel.pick(b) for b in simulate_duel(400, seed=2, players="greedy", keep=True)]
        )
        self.duel = duel.count(
            duels, duel.DuelSetting(400, "draft", "last", "greedy", 2), our_duel()
        )

    def write(self, game: str, language: str) -> Path:
        folder = self.folder / f"{game}-{language}"
        folder.mkdir()
        t = translator(language)
        if game == "duel":
            write(ruleset(game), self.duel, our_duel(), folder, t)
        else:
            write(ruleset("classic+leaders"), self.classic, ours(LEADERS), folder, t)
        return folder


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    return Reports(tmp_path_factory.mktemp("reports"))


@pytest.fixture
def without_png(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip PNG files, which take half of the time, in tests that do not need them."""
    monkeypatch.setattr(Drawing, "png", PNG)


@pytest.fixture(scope="module", params=["classic", "duel"])
def report(request: pytest.FixtureRequest, reports: Reports) -> Path:
    return reports.write(request.param, "en")


def test_every_plot_is_there_in_both_formats(report: Path) -> None:
    plots = DUEL_PLOTS if report.name.startswith("duel") else CLASSIC_PLOTS | {"leaders"}
    files = {f"{plot}.{ending}" for plot in plots for ending in ("svg", "png")}
    assert {path.name for path in report.iterdir()} == files | {"report.html", "report.json"}
    for path in report.glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        words = " ".join(
            "".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")
        )
        assert "greedy, seed 2" in words and path.stat().st_size < 80_000
    for path in report.glob("*.png"):
        assert path.read_bytes().startswith(PNG)


def test_the_page_is_well_formed_and_needs_nothing_else(report: Path) -> None:
    text = (report / "report.html").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    pointed = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", text))
    assert pointed and pointed <= set(ids)
    assert set(re.findall(r"[a-z]+://[^\s\"'<]+", text)) <= NAMESPACES
    assert not re.search(r"<script|@import|url\((?!#)|src=", text)
    plots = len(list(report.glob("*.svg")))
    assert text.count("<svg") == text.count('role="img"') == text.count("<table>") == plots
    assert "var(--ink)" in text.partition("</style>")[2]


def test_the_numbers_are_there_for_scripts(report: Path, reports: Reports) -> None:
    facts = json.loads((report / "report.json").read_text())
    balance: Any = reports.duel if facts["game"] == "duel" else reports.classic
    assert facts["setting"]["games"] == 400 and facts["setting"]["players"] == "greedy"
    wins = [seat["wins"]["value"] for seat in facts["by_seat"]]
    assert wins == [seat.wins.value for seat in balance.by_seat] and sum(wins) == pytest.approx(1)
    assert facts["columns"]["total"]["gap"]["value"] == balance.columns["total"].gap.value


@pytest.mark.parametrize(
    ("game", "language", "word"),
    [("classic", "uk", "Лідери"), ("duel", "hu", "Csodák"), ("duel", "ru", "Чудеса")],
)
@pytest.mark.usefixtures("without_png")
def test_a_report_in_every_language(reports: Reports, game: str, language: str, word: str) -> None:
    folder = reports.write(game, language)
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in text and f">{word}</h2>" in text
    words = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    for english in ("Share of", "Mean points", "Winners", "Half of"):
        assert english not in words
    assert set(LANGUAGES) == {"en", "uk", "hu", "ru"}


@pytest.mark.usefixtures("without_png")
def test_duels_without_points_tokens_and_wonders_built(reports: Reports, tmp_path: Path) -> None:
    nothing = Spread.of(np.array([], np.int64))
    odd = replace(
        reports.duel,
        columns={},
        totals=nothing,
        winning_totals=nothing,
        margins=nothing,
        by_token={},
        by_wonder={id: replace(own, built=None) for id, own in reports.duel.by_wonder.items()},
    )
    write(ruleset("duel"), odd, our_duel(), tmp_path, T)
    plots = {path.stem for path in tmp_path.glob("*.svg")}
    assert plots == {"ends", "beginning", "wonders", "track"}
    (tmp_path / "report.json").unlink()
    (tmp_path / "report.json").mkdir()
    with pytest.raises(OSError, match=r"report\.json: Is a directory"):
        write(ruleset("duel"), odd, our_duel(), tmp_path, T)


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def run(folder: Path, **options: Any) -> str:
    out = Console(file=StringIO(), width=200, highlight=False)
    given: dict[str, Any] = {"games": 100, "folder": folder, "out": out}
    command(**given | options)
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


@pytest.mark.usefixtures("without_png")
def test_the_same_seed_gives_the_same_report_on_any_number_of_threads(tmp_path: Path) -> None:
    for threads in (1, 3):
        run(tmp_path / str(threads), games=2100, seats=2, sides="A", seed=5, threads=threads)
    one, three = (sorted((tmp_path / name).iterdir()) for name in ("1", "3"))
    assert [path.name for path in one] == [path.name for path in three]
    for path, other in zip(one, three, strict=True):
        assert path.read_bytes() == other.read_bytes(), path.name


def test_a_report_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    (tmp_path / "report.html").write_text("an old one")
    told = run(tmp_path, sides="B", players="random")
    assert "The report: " in told and "report.html" in told and "Rhodes B" in told
    assert (tmp_path / "diary.txt").read_text() == "mine"
    assert "players: random" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not (tmp_path / "sides.svg").exists()  # only one report is possible


@pytest.mark.usefixtures("without_png")
def test_json_and_a_report_on_house_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, folder = tmp_path / "house.toml", tmp_path / "new" / "cat"
    house.write_text('extends = "duel"\n[wonder.colossus]\nname = "The <Cat>"\n')
    command("duel", games=100, first_game=True, house=house, folder=folder, as_json=True)
    told = capsys.readouterr()
    facts = json.loads(told.out)
    assert facts["players"] == "greedy" and facts["games"] == 100
    assert "The report: " in told.err
    text = (folder / "report.html").read_text(encoding="utf-8")
    ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert "The &lt;Cat&gt;" in text and "the set of wonders for a first game" in text


def test_an_unwritable_folder_is_reported_before_games_are_played(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for folder, games, complaint in (
        (tmp_path / "x", 99, "games: at least 100 for a report, got 99"),
        (file, 100, "file: not a folder"),
        (file / "x", 100, "Not a directory"),
        (Path("/proc/x"), 100, "/proc/x: "),
    ):
        for game in ("classic", "duel"):
            with pytest.raises((ValueError, OSError), match=complaint):
                command(game, games=games, folder=folder)
    assert not (tmp_path / "x").exists()


def test_a_variant_without_a_report_is_named(pebbles: Variant, tmp_path: Path) -> None:
    complaint = "--report: no balance report for pebbles; there is one for classic and classic"
    with pytest.raises(ValueError, match=complaint):
        require_report(Ruleset(pebbles))
    with pytest.raises(ValueError, match=complaint):
        command("pebbles", games=100, folder=tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_without_matplotlib_the_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(sys.modules):
        if name.startswith(("heptapolis.balance.", "heptapolis.plotting")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        MissingExtra, match=r"--report needs matplotlib: pip install 'heptapolis\[arena\]'"
    ):
        command(games=100, folder=tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_games_are_played_at_random_or_greedily(capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(1)
    means = {}
    for players in (None, "random", "greedy"):
        command(games=60, seed=rng.randrange(9), players=players, as_json=True)
        facts = json.loads(capsys.readouterr().out)
        means[players] = facts["columns"]["total"]
        assert facts["players"] == (players or "random")
    assert means["greedy"] > max(means["random"], means[None]) + 10
