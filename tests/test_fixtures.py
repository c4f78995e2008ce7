"""Records of earlier releases replay as they did, and are played on; see tests/fixtures."""

from pathlib import Path
from random import Random

import pytest

import heptapolis as hp
from heptapolis import cards
from heptapolis.variants import catalog_names, registered
from tests.fixtures import ENDS, FOLDER, RECORDS, catalogs, facts_of, read_json
from tests.releases import release

FILES = sorted(RECORDS.glob("*.txt"))
END = read_json(ENDS)
CATALOGS = catalogs()
OURS = {cards.fingerprint(hp.catalog(name)) for name in catalog_names()}
LIMIT = 400_000  # bytes of all fixtures together


def read(file: Path) -> tuple[str, hp.Record]:
    text = file.read_text(encoding="utf-8")
    return text, hp.Record.parse(text)


def by_name(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", FILES, ids=by_name)
def test_a_record_replays_and_is_played_on(file: Path) -> None:
    """Rules 1 play it to the same end, whatever our cards have become since."""
    text, record = read(file)
    assert record.rules == 1 and record.catalog
    assert registered()[record.game].rules_version == 1, "then see tests/fixtures/README.md"
    game = hp.replay(text, catalog=CATALOGS[record.catalog])
    assert facts_of(game) == END[file.stem]
    assert str(game.record()) == text
    assert game.is_over == file.stem.endswith("finished")
    rng = Random(file.stem)
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    again = hp.replay(str(game.record()), catalog=CATALOGS[record.catalog])
    assert again.scores() == game.scores()


@pytest.mark.parametrize("file", FILES, ids=by_name)
def test_a_record_is_replayed_without_its_cards_or_refused_in_a_line(file: Path) -> None:
    text, record = read(file)
    if record.catalog in OURS:
        assert hp.replay(text).is_over == file.stem.endswith("finished")
        return
    with pytest.raises(hp.InvalidText) as told:
        hp.replay(text)
    message = str(told.value)
    assert "\n" not in message and f"sha256:{(record.catalog or '')[:12]}…; those here" in message


def test_another_release_refuses_all_of_them_in_a_line_and_plays_them_with_their_cards(
    tmp_path: Path,
) -> None:
    with release(tmp_path):
        for file in FILES:
            text, record = read(file)
            with pytest.raises(hp.InvalidText, match="was played with the cards sha256:"):
                hp.replay(text)
            game = hp.replay(text, catalog=CATALOGS[record.catalog or ""])
            assert facts_of(game) == END[file.stem]


def test_every_variant_is_there_finished_and_under_way() -> None:
    assert set(END) == {file.stem for file in FILES}
    games = {name.removesuffix("-finished") for name in END if name.endswith("-finished")}
    assert games == {name.removesuffix("-under-way") for name in END if name.endswith("-under-way")}
    assert games >= {"classic-3", "classic-5", "classic-7", "leaders-3", "free-city"}
    assert games >= {"free-city-leaders", "duel-draft", "house", "classic-position"}


def test_the_fixtures_stay_small() -> None:
    files = [one for one in FOLDER.rglob("*") if one.is_file() and "__pycache__" not in one.parts]
    assert sum(one.stat().st_size for one in files) < LIMIT
