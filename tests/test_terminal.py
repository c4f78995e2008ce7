"""The terminal as a person meets it: whole games, wrong answers, coming back."""

import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

import heptapolis as hp
from heptapolis.classic.game import ClassicGame as Game
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.kernel import JIT, chance, classic, economy, playout, sampling, scoring, sight
from heptapolis.simulation import simulate as random_games
from heptapolis.terminal.play import ME, Sitting, play
from heptapolis.terminal.replay import replay
from heptapolis.terminal.score import score_sheet
from heptapolis.terminal.simulate import _wins, wilson
from heptapolis.warm import STEPS, warm_up

WIDTH = 80


class Person:
    """Answers from a list, then leaves; keeps what the screen said after each answer."""

    def __init__(self, *answers: str, width: int = WIDTH) -> None:
        self.out = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False)
        self._answers = iter(answers)
        self.prompts: list[str] = []
        self.heard: list[str] = []
        self._read = 0

    @property
    def text(self) -> str:
        assert isinstance(self.out.file, StringIO)
        return self.out.file.getvalue()

    def ask(self, prompt: str) -> str:
        self.listen()
        self.prompts.append(prompt)
        try:
            return next(self._answers)
        except StopIteration:
            raise EOFError from None

    def listen(self) -> None:
        self.heard.append(self.text[self._read :])
        self._read = len(self.text)

    def play(self, **options: Any) -> "Person":
        play(ask=self.ask, out=self.out, **options)
        self.listen()
        return self

    def sit(self, game: Game, language: str = "en", save: Path | None = None) -> "Person":
        Sitting(game, translator(language), self.ask, self.out, save).play()
        self.listen()
        return self


def wild_answers(seed: int) -> Iterator[str]:
    """What a hasty person types; much of it is refused, and a discard always works."""
    rng = Random(seed)
    keys = ["1", "2", "3", "4b", "1s", "2s", "1f", "p", "5", "1", "2", "nonsense", "u", "l", "c 2"]
    while True:
        yield rng.choice(keys)
        if rng.random() < 0.2:
            yield "1d"


# ── whole games ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_a_whole_game(seats: int, language: str, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    person = Person(*(answer for answer, _ in zip(wild_answers(seats), range(2000), strict=False)))
    person.play(seats=seats, seed=seats, language=language, save=save)
    game = hp.replay(save.read_text(encoding="utf-8"))
    assert game.is_over
    t = translator(language)
    assert t.pgettext("score", "Science") in person.heard[-1]
    assert str(game.scores()[ME]["total"]) in person.heard[-1]
    assert f"hepta replay {save}" in person.heard[-1].replace("\n", "")
    widest = max(person.text.splitlines(), key=cell_len)
    assert cell_len(widest) <= WIDTH or str(save) in widest, widest
    if language != "en":
        left_over = re.search(r"\b(builds|discards|stage|coins?|shields?|free|turn)\b", person.text)
        assert not left_over, left_over


@pytest.mark.parametrize("width", [80, 120])
def test_the_hand_shows_names_effects_costs_and_prices(width: int) -> None:
    person = Person(width=width).play(seats=3, seed=1, wonder="giza:B")
    hand = person.heard[0].partition("Your hand")[2]
    assert "Scriptorium" in hand and "Science symbol: tablet." in hand
    assert re.search(r"Stockade +.*1 wood +2 coins: 2 left", hand)
    assert re.search(r"Guard Tower .*1 clay +–", hand)
    assert "1d discard: +3 coins" in hand
    assert "hands pass to the left" in person.heard[0]
    assert "Stage 1 (2 wood): 3 victory points." in person.heard[0]


def test_a_chosen_board_is_the_persons_and_everybody_has_another() -> None:
    for wonder, seats in (("giza:A", 3), ("Rhodes:b", 7), ("olympia", 2)):
        person = Person("c 1").play(seats=seats, seed=4, wonder=wonder)
        name, _, side = wonder.partition(":")
        assert re.search(rf"{name.title()} {side.upper() or '[AB]'} · You", person.heard[1])
    with pytest.raises(ValueError, match="no board 'atlantis:"):
        Person().play(wonder="atlantis")


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = (Person(*["1d"] * 18).play(seats=3, seed=9).text for _ in range(2))
    assert one == two


# ── answers ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("xyz", "“xyz” is not understood; ? helps."),
        ("99", "There are cards 1 to 7."),
        ("0", "There are cards 1 to 7."),
        ("1f", "That is not possible; card 1: 1b, 1d."),
        ("build palace", "'build palace': the card is not in hand"),
        ("build stockade right=7", "'build stockade right=7': no such payment"),
        ("stage", "'stage': stage what? A card's id is wanted"),
        ("free_city discard loom", "'free_city discard loom': the Free City's turn comes after the own choice"),
        ("p", "“p” is not understood; ? helps."),
        ("c", "Which city? 1 Giza, 2 Olympia, 3 Rhodes"),
        ("c 9", "Which city? 1 Giza, 2 Olympia, 3 Rhodes"),
        ("u", "There is nothing to take back."),
        ("l", "Nothing has happened yet."),
    ],
)  # fmt: skip
def test_a_wrong_answer_gets_one_line_and_another_chance(answer: str, line: str) -> None:
    person = Person(answer).play(seats=3, seed=1)
    assert person.heard[1] == f"{line}\n"
    assert person.prompts == ["Your choice> "] * 2


def test_numbers_letters_and_written_moves_mean_the_same(tmp_path: Path) -> None:
    for answer in ("2", "2b", "2 b", "build ore_vein", "BUILD ore_vein", "2и"):
        save = tmp_path / f"{answer}.txt"
        Person(answer).play(seats=3, seed=1, save=save)
        assert "I.1 0 build ore_vein\n" in save.read_text(encoding="utf-8")


def test_help_cities_and_the_table_on_demand() -> None:
    person = Person("?", "c 2", "c rho", "", "1d", "l", "1d", "l all").play(seats=3, seed=1)
    _, help, olympia, rhodes, table, news, log, _, whole = person.heard[:9]
    assert "take back your choice" in help
    assert "Olympia B · Bot 2" in olympia and "□ Stage 3" in olympia
    assert "Rhodes A · Bot 3" in rhodes
    assert "Your hand" in table
    assert "Age I, turn 1\n" in news
    assert log.startswith("Age I, turn 1\n") and "Your hand" not in log
    assert "Age I, turn 2\n" in whole


def test_the_log_hides_what_others_discard() -> None:
    person = Person(*["1d"] * 10).play(seats=3, seed=1)
    assert re.search(r"Giza +discards a card: \w", person.text)
    assert re.search(r"Olympia +discards a card +\+3", person.text)
    assert not re.search(r"(Olympia|Rhodes) +discards a card:", person.text)


# ── leaving and coming back ──────────────────────────────────────────────────────────────────────


def test_quitting_asks_first() -> None:
    stay = Person("q", "n").play(seed=1)
    assert stay.prompts == ["Your choice> ", "Leave the game? (y/n) ", "Your choice> "]
    leave = Person("q", "д").play(seed=1, language="ru")
    assert len(leave.prompts) == 2
    assert "--save FILE" in leave.text


def test_control_c_leaves_and_says_how_to_go_on(tmp_path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    person, save = Person(), tmp_path / "game.txt"
    play(seed=1, save=save, ask=interrupt, out=person.out)
    assert f"hepta play --save {save}" in person.text.replace("\n", "")


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    Person("1d", "1d").play(seats=3, seed=1, name="Ann", save=save)
    kept = save.read_text(encoding="utf-8")
    assert kept.count("\nI.") == 6 and '"Ann"' in kept
    person = Person(*["1d"] * 16).play(save=save)  # seats and seed come from the record
    assert "goes on" in person.heard[0].replace("\n", " ") and "Age I, turn 2\n" in person.heard[0]
    assert "Age I, turn 3" in person.heard[0] and "Ann" in person.heard[0]
    assert save.read_text(encoding="utf-8").startswith(kept)
    again = Person().play(save=save)
    assert not again.prompts and "Victory: " in again.text
    assert again.text.startswith("Age III, turn 6\n") and again.text.count("discards a card") >= 1
    assert list(tmp_path.iterdir()) == [save]


def test_a_name_is_text_whatever_it_looks_like() -> None:
    person = Person("c 1").play(seed=1, name="[red]A\x1b[31m:smile:")
    assert "[red]A[31m:smile:" in person.heard[1]
    assert "\x1b" not in person.text


# ── decisions of another kind ────────────────────────────────────────────────────────────────────


def test_the_free_city_is_asked_for_and_the_own_card_can_be_taken_back() -> None:
    person = Person("1", "u", "2", "1").play(seats=2, seed=3)
    own, city, back, other, done = person.heard[:5]
    assert "Your hand" in own and "Now a card for the Free City" in city
    assert "take back your own card" in city and "take back" not in own
    assert back == own
    assert own.partition("Your hand")[2].count("\n") > city.partition("Free City\n")[2].count("\n")
    assert "Now a card for the Free City" in other and "Age I, turn 1" in done


def test_the_free_citys_dig_and_seventh_card_are_the_controllers() -> None:
    cities: list[dict[str, Any]] = [{}, {}, {"wonder": "halicarnassus:A", "stages": 2, "digs": 1}]
    dig = {
        "players": 2, "age": 1, "turn": 3, "phase": "dig", "actor": 2, "cities": cities,
        "discard": ["loom", "altar"],
    }  # fmt: skip
    person = Person("1").sit(hp.from_position(dig))
    assert "build one card for free in the Free City, or pass" in person.heard[0]
    assert re.search(r"Free City +builds from the discard pile: Loom", person.text)
    cities[2] = {"wonder": "babylon:B", "stages": 2}
    seventh = {"players": 2, "age": 2, "turn": 6, "phase": "seventh", "actor": 2, "cities": cities}
    person = Person("1d", "1").sit(hp.from_position(seventh))
    assert "The last card of the Free City's pile is played too" in person.heard[0]


def test_a_dig_lists_the_pile_and_may_be_passed() -> None:
    position = {
        "players": 7, "age": 1, "turn": 4, "phase": "dig", "actor": 0, "discard": ["altar", "loom", "loom"],
        "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1, "buildings": ["altar"]}],
    }  # fmt: skip
    person = Person("2", "1b").sit(hp.from_position(position))
    assert "The discard pile: build one card for free, or pass" in person.heard[0]
    assert "Loom ×2" in person.heard[0] and "p pass" in person.heard[0]
    assert person.heard[1] == "Card 2 cannot be played now.\n"
    assert re.search(r"Halicarnassus +builds from the discard pile: Loom", person.text)
    person = Person("p").sit(hp.from_position(position))
    assert re.search(r"Halicarnassus +builds nothing from the discard pile", person.text)


def test_babylons_seventh_card() -> None:
    position = {
        "players": 3, "age": 1, "turn": 6, "hands": [["altar", "theater"], None, None],
        "cities": [{"wonder": "babylon:B", "stages": 2}],
    }  # fmt: skip
    person = Person("1", "1").sit(hp.from_position(position))
    assert "Your seventh card is played too" in person.heard[1]
    assert re.search(r"Babylon +builds: Theater", person.text)
    assert "Conflicts at the end of age I" in person.text


OLYMPIA: dict[str, Any] = {
    "players": 3, "age": 2, "turn": 5, "hands": [["loom_age2", "walls", "school"], None, None],
    "cities": [
        {"wonder": "olympia:A", "stages": 2, "buildings": ["loom"], "coins": 5},
        {"wonder": "giza:A", "buildings": ["press"]},
        {"wonder": "ephesus:A"},
    ],
}  # fmt: skip


def test_olympias_free_build() -> None:
    person = Person("2f").sit(hp.from_position(OLYMPIA))
    assert "f: free" in person.heard[0] and "stands already" in person.heard[0]
    assert re.search(r"Olympia +builds: Walls \(free\)", person.text)


@pytest.mark.parametrize(
    ("answers", "move"), [(["2"], "left=2"), ([""], "right=2"), (["5", "1"], "right=2")]
)
def test_several_payments_are_asked_for_cheapest_first(
    answers: list[str], move: str, tmp_path: Path
) -> None:
    save = tmp_path / "game.txt"
    person = Person("3", *answers).sit(hp.from_position(OLYMPIA), save=save)
    assert "(+ 1 more" in person.heard[0]
    plans = "  1  2 coins: 2 right\n  2  2 coins: 2 left\n"  # C4.6: fewest to the left
    assert person.heard[1] == "There are several ways to pay:\n" + plans
    assert f"II.5 0 build school {move}\n" in save.read_text(encoding="utf-8")


def test_going_back_from_the_payments() -> None:
    person = Person("3", "u", "3d").sit(hp.from_position(OLYMPIA))
    assert person.prompts[:3] == [
        "Your choice> ",
        "1 to 2, Enter for the first, u to go back> ",
        "Your choice> ",
    ]


# ── records, sheets, simulations ─────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, rng, bot = hp.new(seats=3, seed=5), Random(5), hp.bot("random")
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, bot.choose(game.view(seat), rng))
    path = tmp_path_factory.mktemp("records") / "game.txt"
    path.write_text(str(game.record()), encoding="utf-8")
    return path


def test_a_replay_tells_all_or_what_a_seat_knew(record: Path) -> None:
    whole, known = Person(), Person()
    replay(record, out=whole.out)
    replay(record, out=known.out, seat=1)
    assert whole.text.count("Age ") == 18 and "Player 1" in whole.text and "Victory: " in whole.text
    hidden = r"(?m)^  (\w+) +discards a card:"
    assert len(set(re.findall(hidden, whole.text))) == 3
    assert len(set(re.findall(hidden, known.text))) == 1
    with pytest.raises(ValueError, match="seat: 0 to 2, got 3"):
        replay(record, out=known.out, seat=3)


def test_a_replay_waits_between_turns(record: Path) -> None:
    person = Person(*[""] * 4)
    replay(record, step=True, ask=person.ask, out=person.out)
    assert len(person.prompts) == 5  # then nobody is there any more, and the rest is told at once
    assert [part.count("Age ") for part in person.heard] == [1] * 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_fits_eighty_columns(language: str) -> None:
    game = hp.new(seats=7, seed=1)
    person = Person()
    person.out.print(score_sheet(game, translator(language), ME))
    assert max(cell_len(line) for line in person.text.splitlines()) <= WIDTH


def test_ties_go_to_the_coins_or_are_shared() -> None:
    sheets = np.zeros((3, 3, 9), np.int64)
    sheets[:, :, 8] = [[50, 50, 40], [50, 50, 40], [30, 20, 10]]
    coins = np.array([[3, 4, 9], [5, 5, 9], [0, 0, 0]])
    assert _wins(sheets, coins).tolist() == [[0, 1, 0], [0.5, 0.5, 0], [1, 0, 0]]


def test_the_interval_holds_its_share() -> None:
    for share, n in ((0.0, 10), (1 / 3, 300), (1.0, 5)):
        low, high = wilson(share, n)
        assert 0 <= low <= share <= high <= 1
    assert wilson(0.5, 100)[1] - 0.5 == pytest.approx(0.096, abs=0.001)


# ── warming up ───────────────────────────────────────────────────────────────────────────────────


def compiled() -> dict[str, int]:
    """How many versions of each jitted function there are."""
    modules = (chance, classic, economy, playout, sampling, scoring, sight)
    functions = {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if hasattr(value, "signatures")
    }
    return {name: len(function.signatures) for name, function in functions.items()}


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_after_warming_up_nothing_is_left_to_compile() -> None:
    steps: list[int] = []
    report: Callable[[int], None] = steps.append
    warm_up(report)
    assert steps == list(range(1, STEPS + 1))
    before = compiled()
    bot, rng = hp.bot("random"), Random(1)
    for seats in (2, 5, 7):
        game = hp.new(seats=seats, seed=seats, sides="B")
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            view.sample(rng)
            game.submit(seat, bot.choose(view, rng))
            hp.score(hp.from_position(game.position()).position())
        assert game.ranking() and game.view(None).position()
    assert list(random_games(10, 4, threads=2))
    assert compiled() == before
