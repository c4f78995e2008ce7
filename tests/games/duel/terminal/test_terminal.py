"""Duel in the terminal: complete games by typed answers, every kind of decision, saved games."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

import heptapolis as hp
from heptapolis.games.duel.terminal.structure import break_name
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.terminal.replay import replay
from heptapolis.terminal.score import show
from heptapolis.terminal.score_sheet import score_sheet
from heptapolis.terminal.session import HUMAN_SEAT
from heptapolis.terminal.simulate import simulate
from tests.kinds import duel_from, duel_replay
from tests.terminal.test_play import Person

OWN_WONDERS = ["great_library", "statue_of_zeus", "mausoleum", "pyramids"]
OTHER_WONDERS = ["sphinx", "piraeus", "appian_way", "colossus"]


def duel(**given: Any) -> hp.DuelGame:
    """Return a position in age II in which the player has many coins."""
    own = {"coins": 40, "wonders": OWN_WONDERS} | given.pop("own", {})
    other = {"coins": 9, "wonders": OTHER_WONDERS} | given.pop("other", {})
    position = {"game": "duel", "age": 2, "seed": 3, "cities": [own, other]}
    return duel_from(position | given, names=["You", "Bot"])


def random_answers(seed: int) -> Iterator[str]:
    """Yield random input, much of it invalid; a discard or a number settles every decision."""
    rng = Random(seed)
    keys = ["1", "2", "3", "1w1", "2w", "", "3w2", "1w3", "2w4", "l", "c 2", "i 1", "t", "d", "zzz"]
    while True:
        yield rng.choice(keys)
        if rng.random() < 0.3:
            yield rng.choice(["1", "1d", "2d"])


# ── whole games ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_whole_duel(width: int, language: str, tmp_path: Path) -> None:
    save = tmp_path / "duel.txt"
    answers = (answer for answer, _ in zip(random_answers(width), range(3000), strict=False))
    person = Person(*answers, width=width)
    person.play(game="duel", seed=width, language=language, save=save)
    game = duel_replay(save.read_text(encoding="utf-8"))
    assert game.is_over and game.game == "duel"
    t = translator(language)
    assert t.pgettext("score", "Progress") in person.heard[-1]
    assert str(game.scores()[HUMAN_SEAT]["total"]) in person.heard[-1]
    widest = max(person.text.splitlines(), key=cell_len)
    assert cell_len(widest) <= width or str(save) in widest, widest
    if language != "en":
        english = r"\b(built|discarded|wonder|coins?|shields?|free|turn|token|marker|ahead|guild)\b"
        left_over = re.search(english, person.text)
        assert not left_over, left_over


def test_the_same_seed_gives_the_same_duel() -> None:
    one, two = (Person(*["1"] * 6, *["1d"] * 9).play(game="duel", seed=9).text for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("military", "Military victory: You"),
        ("science", "Scientific victory: You"),
        ("points", "Victory: You ("),
        ("shared", "Shared victory: You, Bot ("),
    ],
)
def test_the_end_says_how_the_game_was_won(outcome: str, words: str) -> None:
    positions: dict[str, dict[str, Any]] = {
        "military": {"marker": 9, "winner": 0},
        "science": {
            "winner": 0,
            "own": {
                "buildings": [
                    "workshop",
                    "apothecary",
                    "scriptorium",
                    "pharmacist",
                    "academy",
                    "university",
                ]
            },
        },
        "points": {"winner": 0, "own": {"buildings": ["palace"], "coins": 3}},
        "shared": {"own": {"coins": 7}, "other": {"coins": 7}},
    }
    game = duel(phase="over", age=3, outcome=outcome, **positions[outcome])
    person = Person()
    person.out.print(score_sheet(game, translator(), HUMAN_SEAT))
    assert words in person.text
    heads = "Civilian Science Trade Guilds Wonders Progress Coins Military Total"
    assert person.text.splitlines()[0].split() == heads.split()


# ── the screen ───────────────────────────────────────────────────────────────────────────────────


def test_the_draft_shows_wonders_and_tokens(tmp_path: Path) -> None:
    save = tmp_path / "duel.txt"
    person = Person("9", "1b", "i 1", "2", "1").play(game="duel", seed=7, save=save)
    first, wrong, letter, looked, second = person.heard[:5]
    assert "Wonder draft ──" in first and "Choose a wonder for your city" in first
    assert "The Colossus · 2 shields. 3 victory points." in first and "3 clay, 1 glass" in first
    assert "Agriculture, Law, Masonry" in first and "1 choose wonder 1" in first
    assert wrong == "Choose a number from 1 to 4.\n"
    assert letter == "Type just a number here.\n"
    assert "Circus Maximus" in looked
    assert re.search(r"W\.1 +You +wonder chosen: The Colossus", second)
    assert re.search(r"W\.3 +Bot +wonder chosen: .*\n +You +last wonder left: ", second)
    assert "W.1 0 draft colossus\n" in save.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_turn_screen_has_everything(width: int) -> None:
    text = Person(width=width).play(game="duel", first_game=True, seed=7).heard[0]
    assert "Age I, turn 1 · 20 cards left" in text
    assert "7 coins · 2 points so far" in text and "2 coins a unit" in text
    assert re.search(r"You +◆ *· *· *−5 *· *· *−2 *· *· *● *· *· *−2 *· *· *−5 *· *· *◆ +Bot", text)
    assert "the marker is in the middle" in text and "progress tokens  Agri" in text
    assert re.search(r"╰─+1─+┴─+2─+┴─+3─+┴─+4─+┴─+5─+┴─+6─+╯", text)
    assert text.count("░│") >= 8  # face down
    assert "1d discard: +2 coins" in text and "1w1 wonder w1 with card 1" in text
    assert re.search(r" w1 +The Great Lighthouse", text)
    assert ("a Stone Pit" in text) == (width == 60)
    assert ("For Bot" in text) == (width == 120)
    assert "□ Circus Maximus: 2 stone, 1 wood" in text


def test_guild_backs_are_seen_in_age_three() -> None:
    seeds = [Person().sit(duel(age=3, seed=seed)).heard[0] for seed in range(6)]
    assert any("░ guild ░" in picture for picture in seeds)


def game_with_accessible(card: str, **given: Any) -> tuple[hp.DuelGame, str]:
    """Return a game in which a card is accessible, and its number on the screen."""
    for seed in range(200):
        game = duel(seed=seed, **given)
        open_now = [place.card for place in game.places if place.is_accessible]
        if card in open_now:
            return game, str(open_now.index(card) + 1)
    raise AssertionError(f"{card} never lies there")


def test_a_chain_is_named_in_prices_and_in_the_log() -> None:
    game, number = game_with_accessible("horse_breeders", own={"coins": 0, "buildings": ["stable"]})
    person = Person(number).sit(game)
    assert re.search(r"Horse Breeders · .* chain", person.heard[0])
    assert "built: Horse Breeders (chain)" in person.heard[1]


def test_prices_and_unaffordable_cards() -> None:
    game = duel(own={"coins": 3, "buildings": ["palisade", "tavern"]})
    text = Person().sit(game).heard[0]
    assert "1d discard: +3 coins" in text  # a yellow card
    assert re.search(r"– \(\d+ coins\)", text)
    assert "yellow: Tavern" in text and "red: Palisade" in text


def test_names_break_where_they_can() -> None:
    assert break_name("Clay Pit", 11) == ["Clay Pit"]
    assert break_name("Logging Camp", 11) == ["Logging", "Camp"]
    assert break_name("Караван-сарай", 11) == ["Караван-", "сарай"]
    assert break_name("Месторождение глины", 11) == ["Месторожде-", "ние глины"]
    assert all(len(line) <= 7 for line in break_name("Fortifications", 7))


# ── decisions ────────────────────────────────────────────────────────────────────────────────────


def test_the_great_library_offers_three_tokens(tmp_path: Path) -> None:
    save = tmp_path / "duel.txt"
    person = Person("1w1", "1").sit(duel(), save=save)
    assert "Keep one of these progress tokens; the others go back" in person.heard[1]
    assert "1 take token 1" in person.heard[1]
    assert re.search(r"II\.1 +You +wonder built: The Great Library \(under it: ", person.heard[1])
    assert "progress token from those set aside: " in person.heard[2]
    assert "II.1 0 token " in save.read_text(encoding="utf-8")


def test_a_pair_of_symbols_takes_a_token_of_the_board() -> None:
    game, number = game_with_accessible("laboratory", own={"buildings": ["workshop"]})
    person = Person(number, "2").sit(game)
    assert "A pair of science symbols: take a progress token" in person.heard[1]
    assert "science: pendulum ×2 (1 of 6)" in person.heard[1]
    assert re.search(r"You +progress token: ", person.heard[2])


def test_zeus_discards_a_brown_card() -> None:
    game = duel(other={"buildings": ["lumber_yard", "clay_pool", "press"]})
    person = Person("1w4", "2").sit(game)
    assert "Discard one of your opponent's brown cards" in person.heard[1]
    assert "marker 1 space forward (You ahead by 1)" in person.heard[1]
    assert "Press ·" not in person.heard[1].partition("Discard one")[2]
    assert "opponent's card discarded: Clay Pool" in person.heard[2]


def test_the_mausoleum_builds_from_the_discard_pile() -> None:
    person = Person("d", "1w2", "2").sit(duel(discard=["baths", "stable"]))
    assert "discard pile     Baths, Stable" in person.heard[0]
    assert "Baths · 3 victory points." in person.heard[1]
    assert "The discard pile: build one card for free" in person.heard[2]
    assert "built from the discard pile: Stable" in person.heard[3]


def test_the_weaker_player_says_who_begins() -> None:
    person = Person("3", "2").sit(duel(phase="start", marker=-2))
    assert "Who starts age II?" in person.heard[0] and "Before age II" in person.heard[0]
    assert "Bot ahead by 2 (2 victory points), 7 more to the capital" in person.heard[0]
    assert person.heard[1] == "Choose a number from 1 to 2.\n"
    assert re.search(r"II +Bot +first turn of age II", person.heard[2])


def test_several_wonders_are_asked_for() -> None:
    person = Person("1w", "x", "u", "1w", "3").sit(duel())
    assert person.heard[1].startswith("Which wonder?\n  1  The Great Library · ")
    assert "I don't understand" in person.heard[2]
    assert "wonder built: The Pyramids" in person.heard[5]


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("xyz", "I don't understand “xyz”; type ? for help."),
        ("99", "Choose a number from 1 to 6."),
        ("1w9", "Choose a number from 1 to 4."),
        ("1b2", "I don't understand “1b2”; type ? for help."),
        ("6w1", "You need "),
        ("build palace", "This card cannot be taken now"),
        ("token law", "First choose a card to play."),
        ("u", "Nothing to take back."),
        ("d", "Nothing here."),
        ("c", "Which city? 1 You, 2 Bot"),
    ],
)
def test_a_wrong_answer_gets_one_line(answer: str, line: str) -> None:
    person = Person(answer).play(game="duel", first_game=True, seed=7)
    assert person.heard[1].startswith(line)
    assert person.prompts == ["Your choice> "] * 2


def test_keys_help_and_cyrillic(tmp_path: Path) -> None:
    save = tmp_path / "duel.txt"
    person = Person("?", "c bot", "t", "i baths", "i law", "1ц4", "l").sit(duel(), save=save)
    instructions, city, tokens, baths, law, built = person.heard[1:7]
    assert "build your wonder w2 with card 1 under it" in instructions and "1f" not in instructions
    assert "□ The Appian Way (2 clay, 2 stone, 1 papyrus): Take 3 coins." in city
    assert "Progress tokens on the board" in tokens and "·" in tokens
    assert "3 victory points." in baths and "Science symbol: scales." in law
    assert "wonder built: The Statue of Zeus" in built


# ── the log ──────────────────────────────────────────────────────────────────────────────────────


def test_economy_loot_and_another_turn_are_logged() -> None:
    game = duel(
        own={"wonders": ["appian_way", "great_library", "mausoleum", "colossus"]},
        other={
            "wonders": ["sphinx", "piraeus", "pyramids", "circus_maximus"],
            "tokens": ["economy"],
        },
        marker=2,
    )
    person = Person("1w1", "1w1").sit(game)
    told = person.heard[1] + person.heard[2]
    assert re.search(r"wonder built: The Appian Way .* −\d+ → Bot", told)
    assert re.search(r"Bot +Economy +\+\d+", told)
    assert re.search(r" coins lost: The Appian Way +−3", told)
    assert "another turn · wonder built: The Colossus" in told
    assert "marker 2 spaces forward (You ahead by 4)" in told
    assert re.search(r"Bot +coins lost to the army +−2", told)


# ── leaving and coming back ──────────────────────────────────────────────────────────────────────


def test_a_saved_duel_continues_in_the_draft_and_in_an_age(tmp_path: Path) -> None:
    save = tmp_path / "duel.txt"
    left = Person("1").play(game="duel", seed=7, save=save)
    assert f"hepta play --save {save}" in left.text.replace("\n", "")
    again = Person("1", "1", "1d", "1d").play(save=save)
    assert "Continuing the game" in again.heard[0] and "Wonder draft" in again.heard[0]
    assert "Age I, turn 1 ·" in again.text
    later = Person("l all").play(save=save, language="ru")
    assert "Эпоха I, ход 5" in later.heard[0] and "W.1" in later.heard[1]
    assert duel_replay(save.read_text(encoding="utf-8")).turn == 5


def test_the_player_of_the_last_card_can_choose_who_begins() -> None:
    record = hp.new("duel", seed=1, neutral_start="choose").record()
    assert record.options["neutral_start"] == "choose"
    person = Person().play(game="duel", first_game=True, choose_start=True, seed=1)
    assert "Age I, turn 1" in person.text


# ── records, sheets, simulations ─────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, rng, bot = hp.new("duel", seed=5), Random(5), hp.bot("random")
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, bot.choose(game.view(seat), rng))
    path = tmp_path_factory.mktemp("records") / "duel.txt"
    path.write_text(str(game.record()), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_duel_is_replayed(record: Path, language: str) -> None:
    person = Person()
    replay(record, language=language, out=person.out)
    game = duel_replay(record.read_text(encoding="utf-8"))
    moments = {line.split()[0] for line in person.text.splitlines() if line[:1] in "WI"}
    assert {"W.1", "I", "I.1", "II.1", "III.1"} <= moments
    assert len(moments) >= game.turn
    assert str(game.scores()[0]["total"]) in person.text
    assert max(cell_len(line) for line in person.text.splitlines()) <= 80


def test_a_replay_and_a_score_as_data(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = duel_replay(record.read_text(encoding="utf-8"))
    replay(record, as_json=True, seat=1)
    facts = json.loads(capsys.readouterr().out)
    assert facts["record"] == record.read_text(encoding="utf-8")
    assert {"drafted", "started", "revealed", "scored"} <= {e["event"] for e in facts["events"]}
    assert facts["score"]["game"] == "duel" and facts["score"]["outcome"] == game.outcome
    show(record, as_json=True)
    assert json.loads(capsys.readouterr().out) == facts["score"]
    position = record.with_name("position.json")
    position.write_text(str(game.position()), encoding="utf-8")
    show(position, as_json=True)
    seats = json.loads(capsys.readouterr().out)["seats"]
    assert [seat["total"] for seat in seats] == [score["total"] for score in game.scores()]


def test_a_simulation_of_duels(capsys: pytest.CaptureFixture[str]) -> None:
    simulate("duel", games=600, threads=2, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert sum(end["games"] for end in facts["ends"].values()) == 600
    assert list(facts["ends"]) == ["points", "tie_break", "military", "science", "shared"]
    assert sum(facts["columns"].values()) == pytest.approx(2 * facts["columns"]["total"])
    first = facts["first_player"]
    assert first["low"] < first["share"] < first["high"]
    person = Person()
    simulate("duel", games=50, first_game=True, choose_start=True, language="uk", out=person.out)
    assert "військова перемога" in person.text and "Перший гравець виграє" in person.text
    with pytest.raises(ValueError, match="games: at least 1, got 0"):
        simulate("duel", games=0)
