"""`hepta dataset`: correct rows, the same for any number of workers, and kept after interrupts."""

import json
import runpy
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import heptapolis as hp
from heptapolis.dataset import folder as dataset_folder
from heptapolis.dataset import writing
from heptapolis.encodings import encoding
from heptapolis.extras import MissingExtra
from heptapolis.terminal.dataset import dataset
from heptapolis.variants import Variant
from tests.paths import ROOT


def make(folder: Path, game: str = "duel", **options: Any) -> Path:
    dataset(game, folder=folder, **{"games": 6, "workers": 1} | options)
    return folder


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    return pl.read_parquet(folder / table).to_dicts()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("classic", {"seats": 2}),
        ("classic", {"seats": 4, "leaders": True}),
        ("duel", {"neutral_start": "choose"}),
        ("duel", {"bots": ["greedy", "mcts:4"], "games": 2}),
    ],
)
def test_rows_agree_with_the_records(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    folder = make(tmp_path / "d", game, **{"bots": ["greedy", "random"]} | options, positions="all")
    seats, positions = rows(folder, "seats"), rows(folder, "positions")
    for row in rows(folder, "games"):
        played = hp.replay(row["record"])
        assert played.is_over and played.outcome == row["outcome"]
        own = [one for one in seats if one["game"] == row["game"]]
        assert [one["points"] for one in own] == [score["total"] for score in played.scores()]
        assert [one["seat"] for one in own if one["place"] == 1] == played.ranking()[0]
        assert [one["bot"] for one in own] == list(played.names[: played.players])
        assert sum(one["won"] for one in own) == pytest.approx(1)
        assert all(one["wonders"] and one["buildings"] for one in own)
        parts = [[v for k, v in one.items() if k.startswith("points_")] for one in own]
        assert [sum(part) for part in parts] == [one["points"] for one in own]
        decisions = [one for one in positions if one["game"] == row["game"]]
        assert len(decisions) == row["moves"] == len(hp.Record.parse(row["record"]).lines)
        for ply, one in enumerate(decisions):
            assert one["ply"] == ply and one["legal"][one["index"]] == one["move"]
            assert (
                one["points"] == own[one["seat"]]["points"]
                and one["won"] == own[one["seat"]]["won"]
            )


def test_a_position_contains_the_knowledge_of_its_seat(tmp_path: Path) -> None:
    """The position is the view of the seat at that point of the record; other cards are "?"."""
    folder = make(tmp_path / "d", "classic", games=1, positions="all")
    (row,) = rows(folder, "games")
    positions = iter(rows(folder, "positions"))
    record = hp.Record.parse(row["record"])
    game = hp.new("classic", seats=3, seed=row["seed"])
    for line in record.lines:
        one = next(positions)
        assert json.loads(one["position"]) == json.loads(str(game.view(line.seat).position()))
        assert '"?"' in one["position"] and "seed" not in json.loads(one["position"])
        game.submit(line.seat, line.move)


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_numbers_are_those_of_the_encoding(game: str, tmp_path: Path) -> None:
    folder = make(tmp_path / "d", game, games=2, positions="5", form="both")
    numbers = encoding(game)
    found = rows(folder, "positions")
    assert Counter(one["game"] for one in found) == {0: 5, 1: 5}
    for one in found:
        assert len(one["observation"]) == numbers.size and len(one["mask"]) == numbers.n_actions
        assert one["mask"][one["action"]] and any(one["observation"])
    plain = rows(make(tmp_path / "n", game, games=2, positions="5", form="numbers"), "positions")
    assert [one["action"] for one in plain] == [one["action"] for one in found]
    assert "position" not in plain[0]


def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path) -> None:
    one, two = (
        make(tmp_path / str(n), games=230, bots=["greedy", "random"], positions="1", workers=n)
        for n in (1, 2)
    )
    for table in ("games", "seats", "positions"):
        name = Path(table, "00000.parquet")
        assert (one / name).read_bytes() == (two / name).read_bytes()


def test_a_dataset_can_be_continued_and_extended(tmp_path: Path) -> None:
    whole = make(tmp_path / "whole", games=12, positions="2")
    grown = make(tmp_path / "grown", games=5, positions="2")
    before = (grown / "games" / "00000.parquet").read_bytes()
    make(grown, games=12, positions="2")
    make(grown, games=12, positions="2")  # all games are written already
    assert [file.name for file in sorted((grown / "games").iterdir())] == [
        "00000.parquet",
        "00001.parquet",
    ]
    assert (grown / "games" / "00000.parquet").read_bytes() == before
    for table in ("games", "seats", "positions"):
        assert rows(grown, table) == rows(whole, table)


def test_an_interrupt_keeps_whole_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from heptapolis.dataset.tables import play_rows as play

    calls: list[Any] = []

    def interrupted(plan: Any, numbers: Any) -> Any:
        calls.append(numbers)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return play(plan, numbers)

    monkeypatch.setattr(writing, "KERNEL_TASK_GAMES", 2)
    monkeypatch.setattr(writing, "play_rows", interrupted)
    folder = tmp_path / "d"
    with pytest.raises(SystemExit) as stop:
        make(folder, games=10)
    assert stop.value.code == 130 and "run the same command to continue" in capsys.readouterr().out
    assert [row["game"] for row in rows(folder, "games")] == [0, 1, 2, 3]
    make(folder, games=10)
    assert [row["game"] for row in rows(folder, "games")] == list(range(10))


def test_files_of_a_killed_run_are_removed(tmp_path: Path) -> None:
    folder = make(tmp_path / "d", games=3)
    (folder / "games" / ".00001.parquet.new").write_bytes(b"half")
    (folder / "seats" / "00001.parquet").write_bytes(b"no games for it")
    make(folder, games=4)
    assert len(rows(folder, "seats")) == 8
    assert not list(folder.rglob("*.new"))


def test_long_runs_write_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset_folder, "GROUP_ROWS", 4)
    monkeypatch.setattr(dataset_folder, "PART_SECONDS", -1.0)
    monkeypatch.setattr(writing, "KERNEL_TASK_GAMES", 2)
    folder = make(tmp_path / "d", games=6)
    assert len(list((folder / "seats").iterdir())) == 3
    assert [row["game"] for row in rows(folder, "games")] == list(range(6))


def test_files_describe_themselves(tmp_path: Path) -> None:
    folder = make(tmp_path / "d", "classic", seats=5, games=1, positions="all", seed=7)
    facts = json.loads(pq.read_schema(folder / "games" / "00000.parquet").metadata[b"heptapolis"])
    assert facts["heptapolis"] == hp.__version__ and "cards sha256:" in facts["version"]
    command = "hepta dataset classic --seats 5 --bots greedy --seed 7 --positions all --form text"
    assert facts["command"] == command


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games: at least 1, got 0"),
        ({"positions": "many"}, "--positions: all, or so many of each game, got 'many'"),
        ({"form": "both"}, "--form both: no positions are asked for; --positions all writes them"),
        ({"form": "json"}, "--form: text, numbers, both, got 'json'"),
        ({"bots": ["gredy"]}, "no bot 'gredy'"),
        ({"bots": ["random", "greedy", "easy"]}, "bots: at most 2, one a seat, got 3"),
        ({"seats": 3}, "--seats: an option of classic, not of duel"),
    ],
)
def test_mistakes_are_one_line(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        make(tmp_path / "d", **options)
    assert not (tmp_path / "d").exists()


def test_numbers_need_an_encoding(pebbles: Variant, tmp_path: Path) -> None:
    message = "^--form both: no encoding for pebbles; there is one for classic and "
    with pytest.raises(ValueError, match=message):
        make(tmp_path / "d", "pebbles", form="both", positions="all")
    assert not (tmp_path / "d").exists()


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    folder = make(tmp_path / "d", games=1)
    with pytest.raises(ValueError, match=r"holds another dataset \(seed: 0, not 1\)"):
        make(folder, seed=1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    with pytest.raises(ValueError, match="is not a dataset's folder; name a new one"):
        make(tmp_path / "mine")


def test_without_pyarrow_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"needs pyarrow: pip install 'heptapolis\[data\]'"):
        make(tmp_path / "d")


def test_the_command_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path / "d", games=2, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["rows"] == {"games": 2, "seats": 4} and facts["games"] == 2


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_the_example_finds_what_wins(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make(tmp_path / "d", game, games=120)
    monkeypatch.setattr(sys, "argv", ["analysis.py", str(folder)])
    runpy.run_path(str(ROOT / "examples" / "analysis.py"), run_name="__main__")
    told = capsys.readouterr().out
    assert "Cards of winners" in told and "above_par" in told
    assert (folder / "cards.png").stat().st_size > 5000
