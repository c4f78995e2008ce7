"""Every seat has one colour and one emblem, wherever its player is named."""

import re
from html import unescape
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import heptapolis as hp
from heptapolis.games.classic.view import ClassicView
from heptapolis.i18n.spans import NEUTRAL
from heptapolis.narration.curve import SEATS
from heptapolis.server.page_context import LANGUAGE
from heptapolis.web.art.symbols import names
from heptapolis.web.boards import board_of, log_of
from heptapolis.web.keys import table_keys
from heptapolis.web.render import page, turn_markup
from tests.paths import ROOT
from tests.server.conftest import wait_for
from tests.web.conftest import Visitor
from tests.web.page_models import render_page, table_page, television_page

STATIC = ROOT / "src" / "heptapolis" / "web" / "static"
PAIR = r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
MIN_CONTRAST = 4.5  # required by WCAG for text
MIN_COLOUR_DISTANCE = (
    0.045  # in OKLab, also with simulated colour blindness; below 0.02 two colours look alike
)

# Simulation of protanopia, deuteranopia and tritanopia in linear RGB (Machado et al., 2009).
EYES = {
    "trichromatic": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopic": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopic": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritanopic": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def palette() -> dict[int, tuple[str, str]]:
    """Return the colours of the seats in the style sheet: light, dark."""
    sheet = (STATIC / "art.css").read_text(encoding="utf-8")
    found = re.findall(rf"\.seat-(\d) {{\s*--seat: {PAIR};\s*}}", sheet)
    return {int(seat): (light, dark) for seat, light, dark in found}


def surfaces(dark: int) -> list[str]:
    """Return the background colours of names."""
    sheets = "".join(
        (STATIC / name).read_text(encoding="utf-8") for name in ("art.css", "base.css")
    )
    backgrounds = re.findall(rf"--(?:h-page|h-paper|h-paper-2|raised): {PAIR}", sheets)
    assert len(backgrounds) == 4
    return [pair[dark] for pair in backgrounds]


def linear(color: str) -> NDArray[np.float64]:
    channels = np.array([int(color[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def oklab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
    axes = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
    seen: NDArray[np.float64] = np.array(axes) @ np.cbrt(np.array(cones) @ np.clip(rgb, 0, 1))
    return seen


@pytest.mark.parametrize("dark", [0, 1])
def test_names_can_be_read_in_the_colour_of_their_seat(dark: int) -> None:
    colors = palette()
    assert sorted(colors) == list(range(NEUTRAL + 1))
    for pair in colors.values():
        for surface in surfaces(dark):
            assert contrast(pair[dark], surface) >= MIN_CONTRAST, (pair[dark], surface)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("dark", [0, 1])
def test_seat_colours_differ_for_every_kind_of_colour_vision(dark: int, eye: str) -> None:
    seen = {
        seat: oklab(np.array(EYES[eye]) @ linear(pair[dark])) for seat, pair in palette().items()
    }
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) >= MIN_COLOUR_DISTANCE, (one, other)


def test_separate_pictures_use_the_colours_of_the_pages() -> None:
    assert palette() | SEATS == palette() and len(SEATS) == NEUTRAL


def test_every_seat_has_an_emblem() -> None:
    assert {f"emblem-{banner}" for banner in range(NEUTRAL + 1)} <= set(names())


@pytest.mark.parametrize(
    ("game", "options", "order"),
    [
        ("classic", {"seats": 7}, [0, 1, 2, 3, 4, 5, 6]),
        ("classic", {"seats": 2}, [0, 1, NEUTRAL]),
        ("classic+leaders", {"seats": 4}, [0, 1, 2, 3]),
        ("duel", {}, [0, 1]),
    ],
)
def test_emblem_and_colour_of_a_seat_are_the_same_everywhere(
    game: str, options: dict[str, int], order: list[int]
) -> None:
    """They agree on the board, on the television, in the log and on the score sheet."""
    table = hp.new(game, seed=3, **options)
    while not table.is_over and table.age < 2:
        for seat in table.to_move:
            table.submit(seat, table.legal_moves(seat)[0])
    view = table.view(0)
    board, log = board_of(view, "en"), log_of(view, "en")
    pages = {
        "board": render_page(f"{board.kind}/board.html", "en", table_page(view)),
        "tv": render_page("tv_live.html", "en", television_page(view)),
        "log": "".join(map(turn_markup, log)),
        "sheet": "".join(row.title for row in board.forecast.rows),
    }
    arrows = re.findall(r'class="way on-(left|right) seat-(\d)"', pages["board"])
    beside = view.neighbours(0) if isinstance(view, ClassicView) else ()
    assert [int(colour) for _, colour in arrows] == [order[seat] for seat in beside]
    for name, text in pages.items():
        shown = re.findall(
            r'<span class="player seat-(\d)" data-seat="(\d)"><svg [^>]*emblem-(\d)', text
        )
        assert shown and text.count('class="player ') == len(shown), name
        for colour, seat, emblem in shown:
            assert int(colour) == int(emblem) == order[int(seat)], name
        cities = re.findall(
            r'<(?:article|details)[^>]*class="[^"]*seat-(\d)[^"]*"[^>]*id="\w+-(\d)"', text
        )
        assert all(int(colour) == order[int(seat)] for colour, seat in cities), name
        assert name != "board" or {int(seat) for _, seat in cities} == set(range(len(order)))


def test_the_list_of_keys_is_what_the_keyboard_does() -> None:
    """The script has exactly the actions of the list, and no page binds another key."""
    script = (STATIC / "keys.js").read_text(encoding="utf-8")
    start = script.index("const actions = {")
    body = script[start : script.index("};", start)]
    assert {key.does for key in table_keys()} == set(
        re.findall(r"^  (\w+)(?:\(|: |,$)", body, re.MULTILINE)
    )
    pressed = {one for key in table_keys() if key.does == "press" for one in key.keys}
    templates = (STATIC.parent / "templates").rglob("*.html")
    named = re.findall(
        r'data-key="(\w)"', "".join(p.read_text(encoding="utf-8") for p in templates)
    )
    verbs = {"build", "stage", "discard", "free", "dig", "keep", "recruit", "court", "pass"}
    verbs |= {"wonder", "draft", "token", "destroy", "revive"}
    assert set(named) | {verb[0] for verb in verbs} == pressed
    listed = page("help_panel.html", "uk", now="", cards="", has_moves=True)
    for key in table_keys():
        assert f'data-keys="{" ".join(key.keys)}"' in listed


def names_by_seat(text: str) -> dict[int, set[str]]:
    """Return the names that a page shows for each seat."""
    found: dict[int, set[str]] = {}
    for seat, name in re.findall(r'data-seat="(\d)"><svg.*?</svg>(?:<span[^>]*>)?([^<]+)<', text):
        found.setdefault(int(seat), set()).add(unescape(name))
    return found


@pytest.mark.parametrize(
    ("language", "bot", "you"), [("en", "Bot 3", "you"), ("uk", "Бот 3", "ви")], ids=["en", "uk"]
)
def test_a_player_has_one_name_on_every_page(
    ann: Visitor, language: str, bot: str, you: str
) -> None:
    ann.http.cookies.set(LANGUAGE, language)
    ann.send("/quick", variant="classic", seats="3", people="2", level="beginner")
    table = ann.path
    own = unescape(re.findall(r'data-seat="0"><svg.*?</svg>(?:<span[^>]*>)?([^<]+)<', ann.text)[0])
    other = ann.look("/").partition(own)[2].split(", ")[1]
    names = {0: {own}, 1: {unescape(other)}, 2: {bot}}
    for _ in range(2):  # before the first turn and after it
        wait_for(lambda: ann.look(f"{table}?seat=0") and ann.moves())  # the bot has chosen
        board = ann.text
        assert names_by_seat(board) == names and f'<span class="you">{you}</span>' in board
        assert names_by_seat(ann.look(f"{table}/tv")) == names
        assert f"{own}, {other}, {bot}" in unescape(ann.look("/"))
        for seat in (0, 1):
            decision = re.findall(
                r'name="decision" value="([^"]*)"', ann.look(f"{table}?seat={seat}")
            )
            ann.send(f"{table}/move?seat={seat}", move=ann.moves()[0], decision=decision[0])
