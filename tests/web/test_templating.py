"""Cached parts of pages are never used for another language, catalogue or reader."""

import re
from pathlib import Path

import pytest
from markupsafe import Markup

import heptapolis as hp
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.web.board import thing
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.web import templating
from heptapolis.web.templating import PartMemory
from tests.web.test_boards import html, played_game

HOUSE = """
extends = "classic"
[card.palace]
effect = { points = 9 }
"""


def test_a_part_is_rendered_once_for_its_arguments() -> None:
    memory, made = PartMemory(), []

    def write(*values: object) -> Markup:
        made.append(values)
        return Markup(f"part {values}")

    asked = [(1, "a"), (1, "b"), (1, "a"), (1, "b")]
    assert [memory.once(write, *values) for values in asked] == [f"part {v}" for v in asked]
    assert made == asked[:2]


def test_the_cache_of_parts_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templating, "MAX_CACHED_PARTS", 2)
    memory = PartMemory()
    for n in range(9):
        assert memory.once(Markup, n) == f"{n}"
        assert len(memory) <= 2


def test_a_card_is_described_from_the_catalogue_of_its_table_in_its_language(
    tmp_path: Path,
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    told = {}
    for kind, catalog in (("ours", None), ("house", file), ("ours again", None)):
        view = hp.new("classic", seats=3, seed=1, catalog=catalog).view(0)
        assert isinstance(view, ClassicView)
        for language in LANGUAGES:
            told[kind, language] = thing("palace", ClassicWording(view, translator(language)))
    effects = {of: one.effect for of, one in told.items()}
    assert (effects["ours", "en"], effects["house", "en"]) == (
        "8 victory points.",
        "9 victory points.",
    )
    assert len(set(effects.values())) == 2 * len(LANGUAGES)
    assert all(told["ours", language] is told["ours again", language] for language in LANGUAGES)


@pytest.mark.parametrize("kind", ["classic", "leaders", "duel"])
def test_a_page_does_not_depend_on_earlier_readers(kind: str) -> None:
    """Pages are rendered twice, the second time after those of other seats, games and languages."""
    games = [played_game(kind, n, seed) for n, seed in ((9, 5), (31, 6))]
    looks = [
        (game.view(seat), language)
        for language in ("en", "hu")
        for game in games
        for seat in (0, 1, None)
    ]
    first = [html(view, language) for view, language in looks]
    assert [html(view, language) for view, language in reversed(looks)] == first[::-1]
    for language in ("en", "hu"):
        own = [page for page, (_, said) in zip(first, looks, strict=True) if said == language]
        assert len(set(own)) == len(own)  # pages of different seats and games differ


def test_cached_parts_contain_no_token_of_a_reader() -> None:
    """Cached parts are macros of templates imported without the context of a page. Form fields reach
    a macro only as an argument, and no cached macro has that argument."""
    folder = Path(templating.__file__).with_name("templates")
    asked = 0
    for file in folder.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert "with context" not in text, file.name
        for values in re.findall(r"\bonce\(([^{}]*?)\) (?:if|}})", text):
            asked += 1
            assert not re.search(r"form|csrf|guest|urls", values), (file.name, values)
    assert asked > 5
