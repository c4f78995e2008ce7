"""Games in the terminal: complete games, invalid input, saved games."""

import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import heptapolis as hp
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.kernel import JIT
from heptapolis.terminal.play import play, sit_down
from heptapolis.terminal.replay import replay
from heptapolis.terminal.score_sheet import score_sheet
from heptapolis.terminal.session import HUMAN_SEAT

WIDTH = 80


class Person:
    """Answer prompts from a list, then end the input; keep the output after each answer."""

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
        play(ask=self.ask, out=self.out, **{"rivals": "random"} | options)
        self.listen()
        return self

    def sit(self, game: hp.Game, language: str = "en", save: Path | None = None) -> "Person":
        sit_down(game, translator(language), self.ask, self.out, save, rivals="random").play()
        self.listen()
        return self


def wild_answers(seed: int) -> Iterator[str]:
    """Yield random input, much of it invalid; a discard always works."""
    rng = Random(seed)
    keys = [
        "1",
        "2",
        "3",
        "4b",
        "1s",
        "2s",
        "1f",
        "p",
        "5",
        "1",
        "2",
        "nonsense",
        "u",
        "l",
        "c 2",
        "6",
        "7",
        "8",
        "i 1",
    ]
    while True:
        yield rng.choice(keys)
        if rng.random() < 0.2:
            yield "1d"


# ── whole games ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_a_whole_game(seats: int, leaders: bool, language: str, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    person = Person(*(answer for answer, _ in zip(wild_answers(seats), range(2000), strict=False)))
    person.play(seats=seats, leaders=leaders, seed=seats, language=language, save=save)
    game = hp.replay(save.read_text(encoding="utf-8"))
    assert game.is_over
    t = translator(language)
    assert t.pgettext("score", "Science") in person.heard[-1]
    assert (t.pgettext("score", "Leaders") in person.heard[-1]) == leaders
    assert str(game.scores()[HUMAN_SEAT]["total"]) in person.heard[-1]
    assert f"hepta replay {save}" in person.heard[-1].replace("\n", "")
    widest = max(person.text.splitlines(), key=cell_len)
    assert cell_len(widest) <= WIDTH or str(save) in widest, widest
    if language != "en":
        english = r"\b(builds|discards|stage|coins?|shields?|free|turn|leaders?|recruits?|keeps?)\b"
        left_over = re.search(english, person.text)
        assert not left_over, left_over


@pytest.mark.parametrize("width", [80, 120])
def test_the_hand_shows_names_effects_costs_and_prices(width: int) -> None:
    person = Person(width=width).play(seats=3, seed=1, wonder="giza:B")
    hand = person.heard[0].partition("Your hand")[2]
    assert "Scriptorium" in hand and "Science symbol: tablet." in hand
    assert re.search(r"Stockade +.*1 wood +2 coins → \w+", hand)
    assert re.search(r"Guard Tower .*1 clay +No clay for sale", hand)
    assert "1d discard: +3 coins" in hand
    assert "hands pass to the left" in person.heard[0]
    assert "Stage 1 (2 wood): 3 victory points." in person.heard[0]


def test_the_player_gets_the_chosen_board_and_rivals_get_others() -> None:
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
        ("xyz", "I don't understand “xyz”; type ? for help."),
        ("99", "Choose a card from 1 to 7."),
        ("0", "Choose a card from 1 to 7."),
        ("1f", "This wonder cannot build for free. Card 1: 1b, 1d."),
        ("build palace", "Not in your hand."),
        ("build stockade right=7", "You cannot pay for it like that."),
        ("stage", "I don't understand “stage”; type ? for help."),
        ("free_city discard loom", "First choose a card to play."),
        ("p", "First choose a card to play."),
        ("c", "Which city? 1 Giza, 2 Olympia, 3 Rhodes"),
        ("c 9", "Which city? 1 Giza, 2 Olympia, 3 Rhodes"),
        ("u", "Nothing to take back."),
        ("l", "Nothing has happened yet."),
    ],
)
def test_an_invalid_answer_gets_one_line_and_another_prompt(answer: str, line: str) -> None:
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
    _, instructions, olympia, rhodes, table, news, log, _, whole = person.heard[:9]
    assert "take back your choice" in instructions
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


def test_control_c_leaves_and_says_how_to_continue(tmp_path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    person, save = Person(), tmp_path / "game.txt"
    play(seed=1, save=save, ask=interrupt, out=person.out)
    assert f"hepta play --save {save}" in person.text.replace("\n", "")


def test_a_saved_game_continues_at_its_position(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    Person("1d", "1d").play(seats=3, seed=1, name="Ann", save=save)
    kept = save.read_text(encoding="utf-8")
    assert kept.count("\nI.") == 6 and '"Ann"' in kept
    person = Person(*["1d"] * 16).play(save=save)  # seats and seed are those of the record
    assert "Continuing the game" in person.heard[0] and "Age I, turn 2\n" in person.heard[0]
    assert "Age I, turn 3" in person.heard[0] and "Ann" in person.heard[0]
    assert save.read_text(encoding="utf-8").startswith(kept)
    again = Person().play(save=save)
    assert not again.prompts and "Victory: " in again.text
    assert again.text.startswith("Age III, turn 6\n") and again.text.count("discards a card") >= 1
    assert list(tmp_path.iterdir()) == [save]


def test_a_name_is_printed_without_markup() -> None:
    person = Person("c 1").play(seed=1, name="[red]A\x1b[31m:smile:")
    assert "[red]A[31m:smile:" in person.heard[1]
    assert "\x1b" not in person.text


# ── decisions of another kind ────────────────────────────────────────────────────────────────────


def test_the_free_city_is_asked_for_and_the_own_card_can_be_taken_back() -> None:
    person = Person("1", "u", "2", "1").play(seats=2, seed=3)
    own, city, back, other, done = person.heard[:5]
    assert "Your hand" in own and "Now choose a card for the Free City" in city
    assert "take back your own card" in city and "take back" not in own
    assert back == own
    assert own.partition("Your hand")[2].count("\n") > city.partition("Free City\n")[2].count("\n")
    assert "Now choose a card for the Free City" in other and "Age I, turn 1" in done


def test_the_free_citys_dig_and_seventh_card_are_the_controllers() -> None:
    cities: list[dict[str, Any]] = [{}, {}, {"wonder": "halicarnassus:A", "stages": 2, "digs": 1}]
    dig = {
        "players": 2,
        "age": 1,
        "turn": 3,
        "phase": "dig",
        "actor": 2,
        "cities": cities,
        "discard": ["loom", "altar"],
    }
    person = Person("1").sit(hp.from_position(dig))
    assert "build one card for free in the Free City, or pass" in person.heard[0]
    assert re.search(r"Free City +builds from the discard pile: Loom", person.text)
    cities[2] = {"wonder": "babylon:B", "stages": 2}
    seventh = {"players": 2, "age": 2, "turn": 6, "phase": "seventh", "actor": 2, "cities": cities}
    person = Person("1d", "1").sit(hp.from_position(seventh))
    assert "Play the last card of the Free City's pile too" in person.heard[0]


def test_a_dig_lists_the_pile_and_may_be_passed() -> None:
    position = {
        "players": 7,
        "age": 1,
        "turn": 4,
        "phase": "dig",
        "actor": 0,
        "discard": ["altar", "loom", "loom"],
        "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1, "buildings": ["altar"]}],
    }
    person = Person("2", "1b").sit(hp.from_position(position))
    assert "The discard pile: build one card for free, or pass" in person.heard[0]
    assert "Loom ×2" in person.heard[0] and "p pass" in person.heard[0]
    assert person.heard[1] == "Already built.\n"
    assert re.search(r"Halicarnassus +builds from the discard pile: Loom", person.text)
    person = Person("p").sit(hp.from_position(position))
    assert re.search(r"Halicarnassus +builds nothing from the discard pile", person.text)


def test_babylons_seventh_card() -> None:
    position = {
        "players": 3,
        "age": 1,
        "turn": 6,
        "hands": [["altar", "theater"], None, None],
        "cities": [{"wonder": "babylon:B", "stages": 2}],
    }
    person = Person("1", "1").sit(hp.from_position(position))
    assert "Play your seventh card too" in person.heard[1]
    assert re.search(r"Babylon +builds: Theater", person.text)
    assert "Conflicts at the end of age I" in person.text


OLYMPIA: dict[str, Any] = {
    "players": 3,
    "age": 2,
    "turn": 5,
    "hands": [["loom_age2", "walls", "school"], None, None],
    "cities": [
        {"wonder": "olympia:A", "stages": 2, "buildings": ["loom"], "coins": 5},
        {"wonder": "giza:A", "buildings": ["press"]},
        {"wonder": "ephesus:A"},
    ],
}


def test_olympias_free_build() -> None:
    person = Person("2f").sit(hp.from_position(OLYMPIA))
    assert "f: free" in person.heard[0] and "Already built" in person.heard[0]
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
    plans = "  1  2 coins → Ephesus\n  2  2 coins → Giza\n"  # C4.6: fewest coins to the left
    assert person.heard[1] == "Choose how to pay:\n" + plans
    assert f"II.5 0 build school {move}\n" in save.read_text(encoding="utf-8")


def test_the_choice_of_payments_can_be_left() -> None:
    person = Person("3", "u", "3d").sit(hp.from_position(OLYMPIA))
    assert person.prompts[:3] == [
        "Your choice> ",
        "1 to 2, Enter for the first, u to go back> ",
        "Your choice> ",
    ]


# ── leaders ──────────────────────────────────────────────────────────────────────────────────────


def test_the_draft_shows_the_pack_and_what_is_kept() -> None:
    person = Person("2", "keep nero", "1k").play(leaders=True, seed=1)
    first, second, third, recruitment = person.heard[:4]
    assert "Leaders, round 1 of 3 · packs pass to the right ▶" in first
    assert "□ Stage 3" in first and "kept" not in first
    pack = first.partition("Keep one of these leaders")[2]
    assert re.search(r"2 +Caesar +5 coins +\n +2 shields\.", pack)
    assert "1 keep leader 1" in pack and "1d" not in pack
    assert re.search(r"Halicarnassus +keeps: Caesar", second)
    assert "2 other players keep a leader too." in second and "Olympia  keeps" not in second
    assert "kept      Caesar (5 coins): 2 shields." in second
    assert "Leaders, round 3 of 3" in third and "Nero (1 coin): Take 2 coins" in third
    assert re.search(r"Halicarnassus +gets the last one: \w", recruitment)


def test_rome_pays_less_and_its_neighbours_too() -> None:
    first = Person().play(leaders=True, seed=1, wonder="rome:B").heard[0]
    assert "power     Leaders cost you 2 coins less," in first
    assert "For you" in first and re.search(r"Caesar +5 coins +3 coins", first)
    beside = {
        "players": 3,
        "leaders": True,
        "phase": "draft",
        "age": 0,
        "turn": 1,
        "cities": [
            {"wonder": "giza:A", "leader_hand": ["sappho", "plato", "nero", "varro"]},
            {},
            {"wonder": "rome:B"},
        ],
    }
    assert re.search(r"Plato +4 coins +3 coins", Person().sit(hp.from_position(beside)).heard[0])


def test_the_recruitment_shows_prices_and_uses(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    answers = ["1", "1", "1", "1s", "4", "c 1", "1d"]
    person = Person(*answers).play(leaders=True, seed=1, save=save)
    asked, refused, turn, own = person.heard[3:7]
    assert "Age I, recruitment ──" in asked and "leaders: 4 in hand" in asked
    assert "Recruit one of your leaders" in asked and "│ in hand" not in asked
    assert re.search(r"3 +Nero +1 coin +1 coin ", asked)
    assert "1 recruit leader 1  1s stage 1 (no ore for sale)  1d discard: +3 coins" in asked
    assert refused == "No ore for sale. Card 1: 1r, 1d.\n"
    assert re.search(r"Halicarnassus +recruits: Praxiteles +−3 → bank", turn)
    assert re.search(r"leaders +Praxiteles: 2 victory points for each grey card", turn)
    assert "in hand   Archimedes (4 coins), Midas (3 coins), Nero (1 coin)" in turn
    assert "Nero (1 coin): Take 2 coins whenever you gain a victory token." in own
    assert "I.0 0 recruit praxiteles\n" in save.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("1b", "First choose a leader to keep. Card 1: 1k."),
        ("5", "Choose a card from 1 to 4."),
        ("keep plato", "Not one of these leaders."),
        ("recruit solomon", "First choose a leader to keep."),
        ("p", "First choose a leader to keep."),
        ("i", "Which card? Type its number or its name."),
        ("i palce", "Nothing is called “palce”; did you mean Palace"),
        ("i zzz", "Nothing is called “zzz”."),
    ],
)
def test_wrong_answers_in_the_draft(answer: str, line: str) -> None:
    assert Person(answer).play(leaders=True, seed=1).heard[1].startswith(line)


def test_a_draft_can_be_left_and_continued(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    Person("1", "2").play(leaders=True, seed=1, save=save)
    kept = save.read_text(encoding="utf-8")
    assert kept.count("\nL.") == 6
    person = Person("1л").play(save=save)  # the key k on a Cyrillic keyboard
    assert (
        "Leaders, round 2 of 3\n" in person.heard[0]
        and "Leaders, round 3 of 3 ·" in person.heard[0]
    )
    assert "kept      Archimedes" in person.heard[0]
    assert save.read_text(encoding="utf-8").startswith(kept) and "Age I, recruitment" in person.text


def test_a_leader_can_be_looked_at_like_a_card() -> None:
    person = Person("i 2", "i Plato", "i pla", "i altar", "i rome", "?").play(leaders=True, seed=1)
    number, plato, prefix, altar, rome, instructions = person.heard[1:7]
    assert "Caesar" in number and "5 coins" in number
    assert "7 victory points for each set of cards" in plato and prefix == plato
    assert "Free with" not in altar and "2 victory points." in altar
    assert "The Colosseum of Rome" in rome
    assert "when recruiting: recruit leader 1" in instructions
    assert "recruit" not in Person("?").play(seed=1).heard[1]
    assert "Аптека" in Person("ш апт").play(seed=1, language="ru").heard[1]


def test_the_free_city_never_gets_rome() -> None:
    for wonder in ("rhodes", "rhodes:B", "halicarnassus"):  # with this seed the player gets Rome
        person = Person("c 1", "c 3").play(seats=2, leaders=True, seed=0, wonder=wonder)
        assert wonder[:4].title() in person.heard[1] and "Free City · Rome" not in person.heard[2]


ROME: dict[str, Any] = {
    "players": 3,
    "leaders": True,
    "age": 2,
    "turn": 3,
    "hands": [["press_age2", "walls", "forum", "statue", "school"], None, None],
    "discard": ["altar"],
    "cities": [
        {
            "wonder": "rome:B",
            "stages": 1,
            "coins": 3,
            "leader_hand": ["pericles", "plato", "solomon"],
            "buildings": ["loom", "clay_pit", "stone_pit"],
        },
        {"wonder": "giza:A"},
        {"wonder": "olympia:A"},
    ],
}


def test_romes_extra_leader_is_recruited_or_passed() -> None:
    person = Person("1s", "1", "p").sit(hp.from_position(ROME))
    assert "in hand   Pericles (4 coins), Plato (2 coins), Solomon (1 coin)" in person.heard[0]
    asked = person.heard[1]
    assert "Recruit one more leader, or pass" in asked and "p pass" in asked and "1s" not in asked
    assert re.search(r"Pericles +6 coins +You need \d more", asked) and re.search(
        r"Plato +4 coins +2 coins", asked
    )
    assert person.heard[2] == "You need 1 more coin.\n"
    assert re.search(r"Rome +recruits no more leaders", person.heard[3])


def test_solomon_digs_at_once_and_may_decline() -> None:
    person = Person("1s", "3", "p", "l").sit(hp.from_position(ROME))
    assert re.search(r"Rome +recruits: Solomon +−1 → bank", person.heard[2])
    assert "The discard pile: build one card for free, or pass" in person.heard[2]
    for told in person.heard[3:5]:  # once as news, once in the log
        assert re.search(r"Rome +builds nothing from the discard pile", told)


COURT: dict[str, Any] = {
    "players": 3,
    "leaders": True,
    "age": 3,
    "turn": 4,
    "hands": [["courtesans_guild", "study", "gardens", "lodge"], None, None],
    "cities": [
        {"wonder": "giza:A", "coins": 9, "leaders": ["ramses", "bilkis"], "buildings": ["loom"]},
        {"wonder": "olympia:A", "leaders": ["plato", "croesus"]},
        {"wonder": "ephesus:A", "leaders": ["tomyris"], "buildings": ["loom"]},
    ],
}


def test_courtesans_guild_copies_a_neighbours_leader() -> None:
    person = Person("4", "1").sit(hp.from_position(COURT))
    assert re.search(r"Courtesans Guild .* free", person.heard[0])  # Ramses
    asked = person.heard[1]
    assert "Courtesans Guild: copy a neighbour's leader" in asked and "1 copy leader 1" in asked
    assert re.search(r"1 +Croesus +◀ Olympia", asked) and re.search(r"3 +Tomyris +Ephesus ▶", asked)
    assert re.search(
        r"Giza +copies a neighbour's leader: Croesus +\+6 \(Croesus\)", person.heard[2]
    )
    assert "copies    Croesus: Take 6 coins." in person.heard[2]


def test_the_free_citys_courtesans_choose_through_the_controller() -> None:
    position = {
        "players": 2,
        "leaders": True,
        "age": 3,
        "turn": 3,
        "phase": "court",
        "actor": 2,
        "cities": [
            {"wonder": "giza:A", "leaders": ["nero"]},
            {"wonder": "olympia:A", "leaders": ["plato"]},
            {"wonder": "ephesus:A", "courts": 1, "buildings": ["courtesans_guild"]},
        ],
    }
    person = Person("2").sit(hp.from_position(position))
    assert "Courtesans Guild of the Free City: copy a neighbour's leader" in person.heard[0]
    assert re.search(r"Free City +copies a neighbour's leader: Plato", person.heard[1])
    assert "copies: Plato" in person.heard[1]


def test_bilkis_pays_the_bank() -> None:
    person = Person("3", "1", width=120).sit(hp.from_position(COURT))
    assert re.search(r"Study .*3 coins: 1 → bank,", person.heard[0])
    assert re.search(r"1 +\d coins: 1 → bank", person.heard[1])
    assert re.search(r"Giza +builds: Study +−1 → bank +−2 → \w", person.heard[2])


def test_maecenas_promises_free_leaders() -> None:
    position = {
        "players": 3,
        "leaders": True,
        "age": 2,
        "turn": 2,
        "cities": [
            {"wonder": "giza:A", "leaders": ["maecenas"], "leader_hand": ["plato"]},
        ],
    }
    assert "in hand   Plato (free)" in Person().sit(hp.from_position(position)).heard[0]


def test_leaders_in_the_conflicts() -> None:
    position = {
        "players": 3,
        "leaders": True,
        "age": 1,
        "turn": 6,
        "cities": [
            {"wonder": "giza:A", "leaders": ["nero"], "buildings": ["barracks"]},
            {"wonder": "olympia:A", "leaders": ["tomyris"]},
            {"wonder": "ephesus:A"},
        ],
    }
    told = Person("1d").sit(hp.from_position(position)).heard[1]
    assert re.search(r"Giza \+1 −1 +1 : 0 Olympia *\n", told)
    assert re.search(r"Ephesus −1 +0 : 1 Giza \+1 *\n", told)
    assert "Tomyris: the defeat token goes to Giza" in told and "Giza: +4 (Nero)" in told
    assert told.index("Conflicts") < told.index("(Nero)")


def test_the_last_recruitment_says_what_happens_to_the_other_leaders() -> None:
    for board, rest in (("giza:A", True), ("rome:B", False)):
        position = {
            "players": 3,
            "leaders": True,
            "age": 3,
            "turn": 0,
            "phase": "recruit",
            "cities": [{"wonder": board}],
        }
        asked = Person().sit(hp.from_position(position)).heard[0]
        assert "Age III, recruitment" in asked
        assert ("the rest go back to the box" in asked) == rest


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


def test_a_replay_shows_everything_or_the_view_of_a_seat(record: Path) -> None:
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
    assert len(person.prompts) == 5  # then the input ends, and the rest is printed at once
    assert [part.count("Age ") for part in person.heard] == [1] * 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("leaders", [False, True])
def test_the_score_sheet_fits_eighty_columns(language: str, leaders: bool) -> None:
    game, t = hp.new(seats=7, leaders=leaders, seed=1), translator(language)
    person = Person()
    person.out.print(score_sheet(game, t, HUMAN_SEAT))
    lines = person.text.splitlines()
    assert max(cell_len(line) for line in lines) <= WIDTH
    assert lines[0].split()[0] == t.pgettext("score", "Military")  # no name is cut
    assert (t.pgettext("score", "Leaders") in lines[0]) == leaders and "…" not in person.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_narrow_screen_the_score_sheet_is_a_paper_pad(language: str) -> None:
    game, t = hp.new(seats=4, leaders=True, seed=1), translator(language)
    person = Person(width=60)
    person.out.print(score_sheet(game, t, HUMAN_SEAT))
    lines = person.text.splitlines()
    assert max(cell_len(line) for line in lines) <= 60
    labels = [line.split()[0] for line in lines if re.search(r" \d$", line)]
    assert labels[-2:] == [t.pgettext("score", column) for column in ("Leaders", "Total")]


def test_a_replay_of_a_game_with_leaders_hides_what_was_kept(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    Person(*["1"] * 4).play(leaders=True, seed=1, save=save)
    whole, known = Person(), Person()
    replay(save, out=whole.out)
    replay(save, out=known.out, seat=0)
    assert len(re.findall(r"keeps: \w", whole.text)) == 9 and "other player" not in whole.text
    assert len(re.findall(r"gets the last one: \w", whole.text)) == 3
    assert len(re.findall(r"keeps: \w", known.text)) == 3
    assert known.text.count("2 other players keep a leader too.") == 3
    assert "Leaders Total" in whole.text


# ── warming up ───────────────────────────────────────────────────────────────────────────────────


AFTER_WARMING_UP = """
import pkgutil
from importlib import import_module
from random import Random
import heptapolis as hp
from heptapolis import kernel
from heptapolis.warm_up import N_STEPS, warm_up

def compiled():
    modules = [import_module(m.name) for m in pkgutil.walk_packages(kernel.__path__, "heptapolis.kernel.")]
    found = {f"{m.__name__}.{name}": value for m in modules for name, value in vars(m).items()}
    return {
        name: len(f.signatures) for name, f in found.items() if isinstance(getattr(f, "signatures", None), list)
    }

steps = []
warm_up(steps.append)
assert steps == list(range(1, N_STEPS + 1)), steps
before, rng = compiled(), Random(1)
games = [hp.new(seats=n, leaders=l, seed=n, sides="B") for n in (2, 4, 7) for l in (False, True)]
games += [hp.new("duel", seed=1), hp.new("duel", seed=2, wonders="first_game", neutral_start="choose")]
decisions = 0
for number, game in enumerate(games):
    bots = [hp.bot("greedy"), hp.bot("random"), hp.bot("mcts:3"), hp.bot("neural-search:3")]
    while not game.is_over:
        seat = game.to_move[0]
        view = game.view(seat)
        decisions += 1
        if decisions % 7 == 0:
            view.sample(rng), hp.advise(view, simulations=2)
        game.submit(seat, bots[(seat + number) % len(bots)].choose(view, rng))
        hp.score(hp.from_position(game.position()).position())
    assert game.ranking() and game.view(None).position()
    assert hp.review(game.record(), simulations=2)
after = compiled()
print(sorted(name for name in after if after[name] != before.get(name)))
"""


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_after_warming_up_nothing_is_left_to_compile() -> None:
    """Run in a separate process: other tests may have compiled what the warm-up omits."""
    command = [sys.executable, "-c", AFTER_WARMING_UP]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("[]\n", "")
