"""Advice, reviews, levels and hints at the terminal."""

import json
import re
import xml.etree.ElementTree as ET
from importlib import metadata
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

import heptapolis as hp
from heptapolis import sandbox
from heptapolis.bots import BOTS
from heptapolis.bots.advice import Advice
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.review import Moment
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.narration.curve import Mark, draw
from heptapolis.terminal import bots, session
from heptapolis.terminal.advice import MAX_MOVES, advise
from heptapolis.terminal.curve import STYLES, Curve
from heptapolis.terminal.progress import waiting_line
from heptapolis.terminal.review import review
from heptapolis.terminal.wordings import wording_of
from tests.bots.test_advice import GAMES, PEACEFUL_WONDERS, moment
from tests.games.duel.rules.duel_table import builder, city, table
from tests.games.duel.terminal.test_terminal import duel
from tests.terminal.test_play import Person
from tests.test_cli import hepta, process

N_SIMULATIONS = 30  # simulations


def write_record(game: hp.Game, folder: Path) -> Path:
    path = folder / "game.txt"
    path.write_text(str(game.record()), encoding="utf-8")
    return path


def game_from_record(name: str) -> hp.Game:
    """Return a game as its record has it, without choices that wait for others."""
    game: hp.Game = hp.replay(moment(name).record())
    return game


def write_finished_game(folder: Path, **options: Any) -> Path:
    game: hp.Game = hp.new(seed=3, **options)
    player, rng = hp.bot("medium"), Random(3)
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))
    return write_record(game, folder)


# ── advice ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", GAMES)
def test_the_best_moves_are_described_in_words(
    name: str, width: int, language: str, tmp_path: Path
) -> None:
    game, person = game_from_record(name), Person(width=width)
    path = write_record(game, tmp_path)
    advise(path, simulations=N_SIMULATIONS, language=language, out=person.out)
    t, lines = translator(language), person.text.splitlines()
    wording = wording_of(game, t)
    seat = game.to_move[0]
    assert lines[0] == f"{wording.moment(game.age, game.turn)} · {wording.title(seat)}"
    assert t.gettext("Move") in lines[1] and t.gettext("Points") in lines[1]
    ranks = re.findall(r"^ *(\d+) .*\d+% ±\d+ +\d+[.,]\d ?$", person.text, re.MULTILINE)
    assert ranks == [str(n + 1) for n in range(len(ranks))] and ranks
    assert len(ranks) <= MAX_MOVES
    assert max(cell_len(line) for line in lines) <= width
    if language != "en":
        left_over = re.search(
            r"\b(build|keep|costs|gains|brings|coins?|the|discard)\b", person.text
        )
        assert not left_over, left_over


def test_the_number_of_listed_moves(tmp_path: Path) -> None:
    game = game_from_record("classic")
    path, some, every = write_record(game, tmp_path), Person(), Person()
    n_moves = len({move.without_payment() for move in game.legal_moves(0)})
    advise(path, simulations=N_SIMULATIONS, out=some.out)
    advise(path, ms=1, everything=True, out=every.out)
    assert f"{n_moves - MAX_MOVES} more moves; --all shows them." in some.text
    assert some.text.count("±") == MAX_MOVES + 1 and every.text.count("±") == n_moves + 1
    assert "more move" not in every.text and "possible games that fit" in every.text


@pytest.mark.parametrize("name", GAMES)
def test_advice_as_data(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, position = moment(name), tmp_path / "position.json"
    position.write_text(str(game.position()), encoding="utf-8")
    advise(position, simulations=N_SIMULATIONS, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["game"] == game.game and facts["seat"] == game.to_move[0]
    assert (facts["age"], facts["turn"], facts["phase"]) == (game.age, game.turn, game.phase)
    assert facts["simulations"] == N_SIMULATIONS == sum(move["visits"] for move in facts["moves"])
    legal = {str(move) for move in game.legal_moves(facts["seat"])}
    for move in facts["moves"]:
        assert set(move) == set(Advice.__annotations__)
        assert move["move"] in legal and 0 <= move["win"] <= 1
        assert all(set(r) == {"key", "points", "coins", "seat"} for r in move["reasons"])


def test_a_solved_ending_has_chances_without_errors(tmp_path: Path) -> None:
    position, person = tmp_path / "position.json", Person()
    ending = {"age": 3, "turn": 19, "layout": {"3": ["palace", "gardens"] + ["-"] * 18}}
    position.write_text(json.dumps({"game": "duel", **ending}), encoding="utf-8")
    advise(position, out=person.out)
    assert "Solved exactly" in person.text and "±" not in person.text
    assert re.search(r"\d+% +\d+[.,]\d ?$", person.text, re.MULTILINE)


def test_advice_for_another_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_record(hp.new("classic", seats=4, seed=2), tmp_path)
    advise(path, seat=2, simulations=N_SIMULATIONS, as_json=True)
    assert json.loads(capsys.readouterr().out)["seat"] == 2


def test_a_view_of_duel_is_enough_and_one_of_classic_is_not(tmp_path: Path) -> None:
    path, person = tmp_path / "view.json", Person()
    for name in ("Duel", "classic", "leaders"):
        game = moment(name)
        path.write_text(str(game.view(game.to_move[0]).position()), encoding="utf-8")
        if name == "Duel":
            advise(path, simulations=N_SIMULATIONS, out=person.out)
            assert "Age II, turn" in person.text
            continue
        with pytest.raises(ValueError, match='with "\\?", as one seat sees it, is not enough'):
            advise(path, simulations=N_SIMULATIONS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 7}, "seat 7 has nothing to decide now; waiting for seat 0, 1, 2"),
        ({"simulations": 0}, "simulations: at least 1, got 0"),
        ({"ms": 0.0}, "ms: more than 0, got 0"),
        ({"ms": 5.0, "simulations": 5}, "--simulations or --ms: give only one of them"),
    ],
)
def test_invalid_requests_for_advice_are_refused(
    options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        advise(write_record(hp.new("classic", seed=2), tmp_path), **options)


def test_there_is_no_advice_after_the_end(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the game is over: nothing to decide"):
        advise(write_finished_game(tmp_path, game="duel"))


def test_advice_and_review_are_commands(tmp_path: Path) -> None:
    record = str(moment("classic").record())
    run = hepta("advise", "-", "-s", "20", "--lang", "ru", stdin=record)
    assert run.returncode == 0 and run.stderr == "" and "Эпоха II, ход 1" in run.stdout
    plain = process("advise", "-", "-s", "20", stdin=record, PYTHONIOENCODING="ascii")
    assert plain.returncode == 0 and re.search(r"\d+% ~\d+", plain.stdout)
    wrong = hepta("advise", "-", "--seat", "7", stdin=record)
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (1, "", 1)
    assert wrong.stderr.startswith("hepta: seat 7 has nothing to decide now")
    path, svg = tmp_path / "game.txt", tmp_path / "curve.svg"
    path.write_text(record, encoding="utf-8")
    options = ["-s", "3", "--most", "1", "--seat", "0", "--svg", str(svg), "--json"]
    facts = json.loads(hepta("review", str(path), *options).stdout)
    assert len(facts["worst"]) <= 1 and svg.read_text(encoding="utf-8").startswith("<svg ")
    assert json.loads(hepta("bots", "--json").stdout)["levels"][0]["name"] == "beginner"
    shown = hepta("play", "--help").stdout
    assert all(level in shown for level in LEVELS)


# ── moves in words ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (moment("draft"), {"keep: "}),
        (moment("recruitment"), {"recruit: ", "discard: "}),
        (moment("wonders"), {"choose a wonder: "}),
        (
            duel(seed=1),
            {"build: ", "build a wonder: The Pyramids (under it: ", "discard: "},
        ),
        (
            hp.from_position(
                {
                    "players": 2,
                    "phase": "dig",
                    "turn": 3,
                    "actor": 2,
                    "discard": ["loom"],
                    "cities": [{}, {}, {"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
                }
            ),
            {"Free City · build from the discard pile: Loom", "Free City · pass"},
        ),
        (
            hp.from_position(
                {
                    "players": 3,
                    "age": 2,
                    "turn": 5,
                    "hands": [["loom_age2", "walls", "school"], None, None],
                    "cities": [
                        {"wonder": "olympia:A", "stages": 2, "coins": 5},
                        {"buildings": ["press"]},
                    ],
                }
            ),
            {"build with the wonder's power: Walls · free", "discard: Walls · +3 coins"},
        ),
        (
            hp.from_position(
                {
                    "players": 3,
                    "leaders": True,
                    "age": 3,
                    "turn": 4,
                    "phase": "court",
                    "actor": 0,
                    "cities": [{"courts": 1}, {"leaders": ["plato"]}],
                }
            ),
            {"copy a neighbour's leader: Plato"},
        ),
        (
            duel(phase="start", marker=-2),
            {"the first turn goes to: You", "the first turn goes to: Bot"},
        ),
    ],
)
def test_every_kind_of_move_has_words(game: hp.Game, words: set[str]) -> None:
    seat, wording = game.to_move[0], wording_of(game, translator())
    told = [wording.move(move, seat).plain for move in game.legal_moves(seat)]
    for word in words:
        assert any(text.startswith(word) for text in told), told
    assert len(set(told)) == len(told)


# ── review ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def blunder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the record of a Duel in which a player misses a victory."""
    symbols = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy"]
    scholar = builder("piraeus", buildings=symbols)
    game = table(builder(*PEACEFUL_WONDERS), scholar, "circus", "observatory", "palace", marker=8)
    game.submit(0, "discard palace")
    game.submit(1, "build observatory")
    return write_record(game, tmp_path_factory.mktemp("blunder"))


def test_a_review_names_the_missed_victory(blunder: Path) -> None:
    person = Person()
    review(blunder, simulations=100, out=person.out)
    assert person.text.startswith("Scientific victory: Player 2\n")
    words = " ".join(person.text.split())
    assert re.search(r"Age III, turn \d+ · Player 1 · cost \d+ points of win chance", words)
    assert re.search(r"played +discard: Palace · \+2 coins", person.text)
    assert re.search(r"better +build: Circus · \d+ coins +100%", person.text)
    assert "wins immediately" in person.text
    assert re.search(r"1 Player 1 +100% → 0% +−\d+\.\d% +0 of 1", person.text)
    assert re.search(r"2 Player 2 +0% → 100% +– +1 of 1", person.text)
    other = Person()
    review(blunder, simulations=100, seat=1, out=other.out)
    assert "No decision was clearly a mistake." in other.text


@pytest.mark.parametrize(
    "options",
    [
        {"game": "classic", "seats": 3},
        {"game": "classic", "seats": 2},
        {"game": "classic", "seats": 5, "leaders": True},
        {"game": "duel"},
    ],
    ids=str,
)
def test_a_complete_game_is_reviewed(
    options: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, person = write_finished_game(tmp_path, **options), Person()
    game = hp.replay(path.read_text(encoding="utf-8"))
    review(path, simulations=4, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["game"] == game.game and facts["over"] and facts["simulations"] == 4
    assert len(facts["decisions"]) == len(game.record().lines)
    assert len(facts["seats"]) == game.players == len(facts["curve"][0]["wins"])
    for seat in facts["seats"]:
        own = [one for one in facts["decisions"] if one["seat"] == seat["seat"]]
        assert seat["decisions"] == len(own)
        assert seat["given_away"] == pytest.approx(sum(one["cost"] for one in own))
        assert seat["best_moves"] == sum(one["is_open"] and one["cost"] == 0 for one in own)
    costs = [facts["decisions"][n]["cost"] for n in facts["worst"]]
    assert costs == sorted(costs, reverse=True)
    assert all(set(one) >= {"age", "turn", "move", "best", "reasons"} for one in facts["decisions"])
    review(path, simulations=4, out=person.out)
    assert max(cell_len(line) for line in person.text.splitlines()) <= 80
    assert "Age III" in person.text and ("Draft" in person.text) == (
        game.record().lines[0].age == 0
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_in_every_language(language: str, blunder: Path) -> None:
    person, t = Person(), translator(language)
    review(blunder, simulations=60, language=language, out=person.out)
    assert t.gettext("Costliest decisions") in person.text
    assert t.pgettext("reason", "wins immediately") in person.text
    if language != "en":
        assert not re.search(r"\b(played|better|of|Player|build|chance)\b", person.text)


def test_a_running_game_can_be_reviewed(tmp_path: Path) -> None:
    game, person = hp.new("duel", seed=4, wonders="first_game"), Person()
    with pytest.raises(ValueError, match="this record has no decisions yet"):
        review(write_record(game, tmp_path))
    game.submit(0, game.legal_moves(0)[0])
    review(write_record(game, tmp_path), simulations=N_SIMULATIONS, out=person.out)
    assert person.text.startswith("In the lead: ") and "100% │" in person.text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 2}, "seat: 0 to 1, got 2"),
        ({"most": 0}, "most: at least 1, got 0"),
        ({"simulations": 0}, "simulations: at least 1, got 0"),
        ({"svg": Path("nowhere/curve.svg")}, "nowhere/curve.svg: no folder nowhere"),
    ],
)
def test_invalid_requests_for_a_review_are_refused(
    options: dict[str, Any], message: str, blunder: Path
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        review(blunder, **options)


# ── the curve ────────────────────────────────────────────────────────────────────────────────────

CROSSING = [Moment(1, 1, (0.0, 1.0)), Moment(1, 2, (0.5, 0.5)), Moment(2, 1, (1.0, 0.0))]


def heading(age: int) -> str:
    return "I" * age


def draw_curve(moments: list[Moment], width: int = 40, **options: Any) -> list[str]:
    out = Console(file=StringIO(), width=width, highlight=False, **options)
    out.print(Curve(moments, heading))
    assert isinstance(out.file, StringIO)
    return out.file.getvalue().splitlines()


def test_lines_drawn_with_numbers_cross() -> None:
    lines = draw_curve(CROSSING, 37)
    assert lines[0].split("│")[0] == "100% " and lines[12].startswith("  0% │")
    top, bottom = lines[0].split("│")[1], lines[12].split("│")[1]
    assert top.startswith("2") and top.endswith("1 1")
    assert bottom.startswith("1") and bottom.endswith("2 2")
    middle = lines[6].removeprefix(" 50% │")
    assert set(middle[12:15]) <= {"1", "2"} and set(middle[:12].strip()) == set()
    assert lines[13] == "     └" + "─" * 27
    assert lines[14].split() == ["I", "II"] and lines[14].index("II") == 6 + 26
    assert max(map(cell_len, lines)) <= 37


def test_overlapping_lines_alternate() -> None:
    lines = draw_curve([Moment(1, 1, (0.5, 0.5)), Moment(1, 2, (0.5, 0.5))])
    assert "121212" in lines[6] and lines[6].endswith("1 2")


def test_lines_of_dots_in_colours() -> None:
    lines = draw_curve(CROSSING, force_terminal=True, color_system="truecolor")
    assert "\x1b[96m" in lines[0] and "\x1b[33m" in lines[0]
    dots = {sign for line in lines for sign in line if "\u2800" <= sign <= "\u28ff"}
    assert len(dots) > 3
    without = draw_curve(CROSSING, force_terminal=True, color_system="truecolor", no_color=True)
    assert not any("\u2800" <= sign <= "\u28ff" for line in without for sign in line)


def test_a_curve_of_one_moment_and_of_seven_seats() -> None:
    lines = draw_curve([Moment(3, 6, (1 / 7,) * 7)], 60)
    assert lines[10].endswith("1 2 3 4 5 6 7") or lines[11].endswith("1 2 3 4 5 6 7")
    assert lines[14].split() == ["III"]


@pytest.mark.parametrize("options", [{}, {"color_system": "truecolor", "force_terminal": True}])
def test_a_curve_of_more_seats_than_styles(options: dict[str, Any]) -> None:
    n = len(STYLES) + 3
    first, last = Moment(1, 1, (1 / n,) * n), Moment(3, 6, (1.0,) + (0.0,) * (n - 1))
    drawn = [Text.from_ansi(line).plain for line in draw_curve([first, last], 60, **options)]
    assert drawn[0].endswith(" 1")
    assert drawn[12].endswith(" 2 3 4 5 6 7 8 9 10")
    assert all(len(line) <= 60 for line in drawn)


def test_the_curve_as_a_picture() -> None:
    marks = [Mark(1, 0, "I.2 <Ann> & −30%")]
    picture = draw(CROSSING, ["Ann <3 & Co", "B" * 60], heading, marks, "Victory: Ann & Bo")
    root = ET.fromstring(picture)
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg" and "prefers-color-scheme: dark" in picture
    lines = [line.get("points") or "" for line in root.iter(f"{space}polyline")]
    assert len(lines) == 2
    first, last = ([tuple(map(float, p.split(","))) for p in line.split()] for line in lines)
    assert first[0][1] > first[1][1] > first[2][1] and last[0][1] == first[2][1]
    texts = [text.text for text in root.iter(f"{space}text")]
    assert {"Ann <3 & Co", "I", "II", "0%", "100%"} <= set(texts)
    assert any(text and text.endswith("B…") for text in texts)
    (ring,) = root.iter(f"{space}circle")
    assert [title.text for title in ring] == ["I.2 <Ann> & −30%"]


def test_names_at_the_ends_of_lines_do_not_overlap() -> None:
    root = ET.fromstring(draw([Moment(1, 1, (0.0,) * 6 + (1.0,))], list("abcdefg"), heading))
    names = [text for text in root.iter() if (text.get("class") or "").startswith("name ")]
    heights = sorted(float(name.get("y") or 0) for name in names)
    gaps = [b - a for a, b in pairwise(heights)]
    assert len(heights) == 7 and min(gaps) >= 18.9 and heights[-1] < 440


# ── levels, bots, hints ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_bots_are_listed(language: str) -> None:
    person, t = Person(width=100), translator(language)
    bots.show(language=language, out=person.out)
    for name in (
        "beginner",
        "easy",
        "medium",
        "hard",
        "master",
        "random",
        "greedy",
        "mcts",
        "neural",
        "neural-search",
    ):
        assert re.search(rf"^{name} ", person.text, re.MULTILINE)
    assert t.pgettext("level", "master") in person.text.partition("random")[0]
    assert "hepta play --bots hard" in person.text


def test_installed_bots_are_listed_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stray = metadata.EntryPoint("surveyor", "surveyor:Surveyor", "heptapolis.bots")
    monkeypatch.setattr(bots, "installed_bots", lambda ours: {"surveyor": stray})
    person = Person()
    bots.show(out=person.out)
    assert "Bots from installed packages" in person.text
    assert re.search(r"^surveyor +\(surveyor:Surveyor\)", person.text, re.MULTILINE)
    bots.show(as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["installed"] == [{"name": "surveyor", "object": "surveyor:Surveyor"}]
    assert facts["sandbox"] == list(sandbox.active_protections())
    assert [level["name"] for level in facts["levels"]] == list(LEVELS)


@pytest.mark.parametrize(
    ("protections", "told"),
    [
        (
            sandbox.ALL_PROTECTIONS,
            "environment variables, open files, other files, other processes, the network",
        ),
        (
            sandbox.ALL_PROTECTIONS[:2],
            "reach on this system: other files, other processes, the network",
        ),
        ((), "Outside bots play without a sandbox, with all your permissions."),
    ],
)
def test_the_sandbox_of_outside_bots_is_described(
    protections: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "active_protections", lambda: protections)
    person = Person()
    bots.show(out=person.out)
    assert told in " ".join(person.text.split())


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 3},
        {"seats": 2},
        {"leaders": True},
        {"game": "duel"},
        {"game": "duel", "first_game": True},
    ],
    ids=str,
)
def test_a_hint_names_the_input_for_its_move(options: dict[str, Any]) -> None:
    """The input that a hint names makes a move."""
    person = Person("h", "р").play(seed=1, **options)  # and on a Cyrillic keyboard
    for hint in person.heard[1:3]:
        keys = re.findall(r"^ *(\w+) .*% ±", hint, re.MULTILINE)
        assert 1 <= len(keys) <= session.MAX_HINTS
    follower = Person(keys[0]).play(seed=1, **options)
    assert not re.search(r"Card \d: |understand|number", follower.heard[1])
    assert len(follower.prompts) == 2


def test_hints_know_every_kind_of_decision() -> None:
    dig = hp.from_position(
        {
            "players": 3,
            "phase": "dig",
            "turn": 3,
            "actor": 0,
            "discard": ["loom", "altar"],
            "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
        }
    )
    assert {"1b", "2b", "p"} == set(
        re.findall(r"^ *(\w+) .*% ±", Person("h").sit(dig).heard[1], re.M)
    )
    start = Person("h").sit(duel(phase="start", marker=-2)).heard[1]
    assert {"1", "2"} == set(re.findall(r"^ *(\d) .*% ±", start, re.MULTILINE))
    wonder = table(builder(*PEACEFUL_WONDERS), city(coins=5), "baths")
    assert re.search(r"^ *1w\d +build a wonder: ", Person("h").sit(wonder).heard[1], re.MULTILINE)


def test_help_lists_the_hint_and_the_end_offers_a_review(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    person = Person("?", *["1d"] * 18).play(seed=1, save=save)
    assert "h hint" in person.heard[0]
    assert re.search(r"^ +h +a hint: the best moves, and why", person.heard[1], re.MULTILINE)
    assert f"hepta review {save}" in person.text.replace("\n", "")


@pytest.mark.parametrize("level", LEVELS)
def test_players_choose_rivals_by_level(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "master", lambda: hp.bot("mcts:5"))
    person = Person(*["1d"] * 2).play(seats=3, seed=1, rivals=level)
    assert "Age I, turn 3" in person.text


def test_characters_are_listed_and_called_by_their_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    person = Person(*["1d"] * 2).play(seats=3, seed=1, rivals="warlord:easy")
    assert "⚔ Warlord" in person.text and "⚔ Warlord 2" in person.text
    assert "Bot 2" not in person.text
    bots.show(as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["characters"][0]["strengths"] == ["scholar:easy", "scholar:medium", "scholar:hard"]
    told = {one["name"]: one["about"] for one in facts["characters"]}
    assert [name for name in told if told[name].endswith("Does not play: Duel.")] == ["artisan"]
    assert not [bot for bot in facts["bots"] if bot["name"].startswith("scholar")]


def test_only_slow_bots_are_announced() -> None:
    out = Console(file=StringIO(), force_terminal=True, width=80)
    assert isinstance(out.file, StringIO)
    with waiting_line(out, "Bot 2 is thinking", after=30):
        pass
    assert "thinking" not in out.file.getvalue()
    with waiting_line(out, "Bot 2 is thinking", after=0):
        for _ in range(1000):
            if "thinking" in out.file.getvalue():
                return
            sleep(0.01)
    raise AssertionError("nothing was told")
