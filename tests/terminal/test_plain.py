"""A game without a terminal part can be played, replayed, scored and simulated."""

import json
import re
from pathlib import Path

import pytest

from heptapolis.cli import app
from heptapolis.game import new
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.narration import denials, wording_of
from heptapolis.terminal.advice import advise
from heptapolis.terminal.catalog import show as show_catalog
from heptapolis.terminal.options import command_options
from heptapolis.terminal.replay import replay
from heptapolis.terminal.review import review
from heptapolis.terminal.score import show as show_score
from heptapolis.terminal.simulate import simulate
from heptapolis.variants import Variant
from tests.terminal.test_play import Person

pytestmark = pytest.mark.usefixtures("pebbles")


def test_a_whole_game_by_numbers_and_by_texts(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    hand = [str(move) for move in new("pebbles", seed=5, stones=3).legal_moves(0)]
    person = Person("1", hand[2].upper(), "1").play(
        game="pebbles", seed=5, name="Ann", stones=3, save=save
    )
    first_screen = person.heard[0]
    assert [line.split(maxsplit=1) for line in first_screen.splitlines()[-3:]] == [
        [str(n), move] for n, move in enumerate(hand, 1)
    ]
    assert re.search(r"hands +\d+, \d+, \d+ · \?, \?, \? · \?, \?, \?", first_screen)
    assert person.text.count("Ann  thrown: pebble Pebble ") == 3
    assert "Victory: " in person.text or "Shared victory: " in person.text
    again = Person().play(game="pebbles", save=save)
    assert again.prompts == []  # the game is over


def test_each_invalid_answer_gets_one_line() -> None:
    answers = ("7", "0", "throw pebble_99", "nonsense", "u", "h", "?", "l", "")
    person = Person(*answers).play(game="pebbles", seed=5)
    for answer, line in zip(
        answers,
        (
            "Choose a number from 1 to 3.",
            "Choose a number from 1 to 3.",
            "I don't understand “throw pebble_99”",
            "I don't understand “nonsense”",
            "Nothing to take back.",
            "I don't understand “h”",
            "the move with this number",
            "Nothing has happened yet.",
            "Age I, turn 1",
        ),
        strict=True,
    ):
        assert line in person.heard[answers.index(answer) + 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_in_every_language(language: str) -> None:
    person = Person("1", "1", "1").play(game="gold", seed=2, language=language)
    thing = "Kavics" if language == "hu" else "Pebble"
    assert f"pebble {thing} " in person.text
    assert len(person.prompts) == 3


def test_its_record_is_replayed_and_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    Person("1", "1", "1").play(game="pebbles+gold", seed=1, save=record)
    person = Person()
    replay(record, out=person.out)
    assert person.text.count("Age I, turn ") == 3 and person.text.count("taken: pebbles 3") == 3
    show_score(record, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert [seat["won"] for seat in facts["seats"]] == [seat["gold"] for seat in facts["seats"]]
    assert sum(seat["total"] for seat in facts["seats"]) == 18


def test_it_is_simulated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    simulate("pebbles", games=40, seed=3, seats=4, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert (facts["game"], facts["seats"], facts["threads"]) == ("pebbles", 4, 1)
    assert facts["columns"] == {"won": 3.0, "total": 3.0}  # 12 pebbles of 4 seats
    assert sum(seat["wins"] for seat in facts["by_seat"]) == pytest.approx(1)
    simulate("pebbles", games=40, seed=3, seats=4, as_json=True)
    assert json.loads(capsys.readouterr().out)["by_seat"] == facts["by_seat"]
    person = Person()
    simulate("gold", games=5, out=person.out)
    assert "Gold" in person.text and "5 games in" in person.text
    with pytest.raises(ValueError, match="--report: no balance report for pebbles"):
        simulate("pebbles", folder=tmp_path)


def test_it_has_neither_catalogue_nor_denials() -> None:
    with pytest.raises(ValueError, match="pebbles has no catalogue"):
        show_catalog("pebbles")
    assert denials(new("pebbles", seed=1).record()) == ()


def test_its_options_are_on_the_command_line(
    capsys: pytest.CaptureFixture[str], pebbles: Variant
) -> None:
    app(["play", "--help"], standalone_mode=False)
    text = " ".join(capsys.readouterr().out.split())
    assert "--stones" in text and "pebbles: Pebbles for everybody, 1 to 6." in text
    own = {option.name: set(option.helps) for option in command_options(personal=True)}
    assert own["seats"] == {"classic", "pebbles"} and own["gold"] == {"pebbles"}
    app(["simulate", "pebbles", "--stones", "1", "--gold", "--games", "3"], standalone_mode=False)
    assert "Gold" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "options", "complaint"),
    [
        ("pebbles", {"sides": "A"}, "--sides: an option of classic, not of pebbles"),
        ("duel", {"seats": 2}, "--seats: an option of classic and pebbles, not of duel"),
        ("pebbles", {"stones": 7}, "stones: 1 to 6, got 7"),
        ("pebbles+leaders", {}, "pebbles has no expansion 'leaders'; it has gold"),
    ],
)
def test_requests_for_missing_parts_are_refused(
    game: str, options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        Person().play(game=game, **options)


def test_bots_that_cannot_play_it_are_refused_in_one_line(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    Person("1").play(game="pebbles", seed=1, save=record, rivals=None)  # `medium` by default
    for command in (advise, review):
        with pytest.raises(ValueError, match="there is no advice for pebbles"):
            command(record)
    with pytest.raises(ValueError, match="scholar does not play pebbles"):
        simulate("pebbles", games=1, players="scholar")


def test_its_moments_and_things_have_names() -> None:
    wording = wording_of(new("pebbles", seed=1), translator())
    assert wording.moment(4, 2) == "Age IV, turn 2"
    assert wording.moment(0, 1) == "Draft"
    assert str(wording.card("pebble_3")) == "Pebble 3" and str(wording.card("flint")) == "flint"
