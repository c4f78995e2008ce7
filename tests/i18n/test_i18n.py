"""Four languages: complete, well-formed, with correct plurals."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog as Messages
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from heptapolis.catalogs import load
from heptapolis.games.classic.cards.model import Wonder
from heptapolis.games.classic.catalog import load_classic
from heptapolis.i18n import (
    CATALOGUES,
    LANGUAGES,
    UnknownLanguage,
    translator,
)
from heptapolis.i18n import (
    vocabulary as words,
)
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.hungarian import with_articles
from heptapolis.i18n.names import full_name, name
from heptapolis.i18n.po import PoTranslations
from tests.paths import ROOT

TRANSLATED_LANGUAGES = [language for language in LANGUAGES if language != "en"]
KEYWORDS = ["mark:1c,2", "mark_plural:1,2", "pgettext:1c,2", "ngettext:1,2"]

Key = tuple[str | None, str]


def read(path: Path, language: str | None = None) -> Messages:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def key(message: Message) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Messages:
    """Return every message of code and data files."""
    pot = tmp_path_factory.mktemp("i18n") / "messages.pot"
    options = [part for keyword in KEYWORDS for part in ("-k", keyword)]
    pybabel = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", *options]
    arguments = ["-F", "pyproject.toml", "-o", str(pot), "src/heptapolis"]
    subprocess.run([*pybabel, *arguments], cwd=ROOT, check=True)
    return read(pot)


@pytest.mark.parametrize("language", TRANSLATED_LANGUAGES)
def test_every_language_has_exactly_the_used_messages(language: str, source: Messages) -> None:
    wanted = {key(message) for message in source if message.id}
    have = {key(message) for message in read(CATALOGUES / f"{language}.po") if message.id}
    assert wanted - have == set(), "run `make messages` and translate"
    assert have - wanted == set(), "run `make messages`"


def test_no_message_is_in_an_f_string() -> None:
    """Extraction does not find messages in f-strings."""
    for path in (ROOT / "src").rglob("*.py"):
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(string, ast.JoinedStr):
                calls = {n.attr for n in ast.walk(string) if isinstance(n, ast.Attribute)}
                assert not calls & {"gettext", "ngettext", "pgettext"}, f"{path}:{string.lineno}"


@pytest.mark.parametrize("language", TRANSLATED_LANGUAGES)
def test_every_message_is_translated_with_its_placeholders(language: str) -> None:
    messages = read(CATALOGUES / f"{language}.po", language)
    for message in messages:
        if not message.id:
            continue
        string = message.string or ""
        forms = [string] if isinstance(string, str) else list(string)
        assert all(forms), f"{language}: {message.id} is not translated"
        assert not message.fuzzy, message.id
        if isinstance(message.id, tuple):
            assert len(forms) == messages.num_plurals
        pattern = re.compile(r"%\(\w+\)[sd]")
        english = message.id if isinstance(message.id, str) else message.id[1]
        for form in forms:
            assert set(pattern.findall(form)) == set(pattern.findall(english)), form


@pytest.mark.parametrize("language", TRANSLATED_LANGUAGES)
def test_our_extraction_agrees_with_babel(language: str) -> None:
    path, compiled = CATALOGUES / f"{language}.po", BytesIO()
    write_mo(compiled, read(path, language))
    compiled.seek(0)
    babels, ours = GNUTranslations(compiled), PoTranslations(path)
    for message in read(path, language):
        one, *many = map(str, message.id if isinstance(message.id, tuple) else [message.id])
        for n in range(200) if many else ():
            assert ours.ngettext(one, many[0], n) == babels.ngettext(one, many[0], n)
        if one and message.context:
            assert ours.pgettext(message.context, one) == babels.pgettext(message.context, one)
        elif one:
            assert ours.gettext(one) == babels.gettext(one)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["leaders", "duel"])
def test_names_of_things_are_unique_in_every_language(game: str, language: str) -> None:
    t = translator(language)
    seen: dict[tuple[str, str], str] = {}
    for thing in load(game).things():
        english = seen.setdefault((thing.kind, name(thing, t)), thing.name)
        assert english == thing.name, f"{thing.id} and another are both {name(thing, t)}"
        if isinstance(thing, Wonder):
            assert full_name(thing, t) != name(thing, t)


@pytest.mark.parametrize("language", TRANSLATED_LANGUAGES)
def test_names_are_really_translated(language: str) -> None:
    t = translator(language)
    things = [thing for game in ("leaders", "duel") for thing in load(game).things()]
    same = [thing.name for thing in things if name(thing, t) == thing.name]
    assert len(same) < 0.05 * len(things), same  # some names are the same in Hungarian


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["leaders", "duel"])
def test_every_effect_is_explained_in_words(game: str, language: str) -> None:
    t = translator(language)
    for thing in load(game).things():
        boards = list(thing.sides.values()) if isinstance(thing, Wonder) else []
        effects = [stage.effect for board in boards for stage in board.stages]
        for effect in effects or [thing.effect]:
            sentences = explain(effect, t)
            assert sentences, thing.id
            for sentence in sentences:
                assert sentence.endswith("."), sentence
                assert "%" not in sentence and "None" not in sentence


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["1 coin", "2 coins", "5 coins", "11 coins", "21 coins"]),
        ("uk", ["1 монета", "2 монети", "5 монет", "11 монет", "21 монета"]),
        ("hu", ["1 érme", "2 érme", "5 érme", "11 érme", "21 érme"]),
        ("ru", ["1 монета", "2 монеты", "5 монет", "11 монет", "21 монета"]),
    ],
)
def test_plurals_follow_the_language(language: str, expected: list[str]) -> None:
    assert [words.coins(n, translator(language)) for n in (1, 2, 5, 11, 21)] == expected


def test_the_same_english_name_differs_between_the_boxes() -> None:
    t = translator("ru")
    assert name(load("classic").find("barracks"), t) == "Бараки"
    assert name(load("duel").find("barracks"), t) == "Гарнизон"
    assert name(load("duel").find("garrison"), t) == "Казармы"


@pytest.mark.parametrize(
    ("game", "id", "text"),
    [
        ("classic", "sawmill", "Produces 2 wood."),
        (
            "classic",
            "vineyard",
            "1 coin for each brown card in your city and the two neighbouring ones.",
        ),
        (
            "classic",
            "forum",
            "Produces one unit of your choice: glass / cloth / papyrus. Neighbours cannot buy it.",
        ),
        (
            "classic",
            "shipowners_guild",
            "1 victory point for each card of these colours (brown, grey, purple) in your city.",
        ),
        ("leaders", "midas", "1 victory point for every 3 coins in your treasury."),
        ("leaders", "gamers_guild", "1 victory point for every 3 coins in your treasury."),
        ("leaders", "maecenas", "In recruitment phases, leaders are free for you."),
        ("leaders", "vitruvius", "Take 2 coins whenever a chain gives you a card for free."),
        (
            "duel",
            "appian_way",
            "Take 3 coins. 3 victory points. Your opponent loses 3 coins. Take another turn immediately.",
        ),
    ],
)
def test_explanations_read_like_sentences(game: str, id: str, text: str) -> None:
    sold = False if game == "classic" else None
    thing = load(game).find(id)
    if id == "sawmill":
        sold = True
    assert " ".join(explain(thing.effect, translator(), sold=sold)) == text


def test_babylons_seventh_card_may_be_built_or_be_a_stage_or_coins() -> None:
    stage = load_classic().wonder["babylon"].sides["B"].stages[1]
    for language, ways in {
        "en": ("build it", "for a stage", "for coins"),
        "uk": ("збудуйте", "етапу", "за монети"),
        "hu": ("megépíted", "Csodaszinthez", "érmékért"),
        "ru": ("постройте", "этапа", "за монеты"),
    }.items():
        text = " ".join(explain(stage.effect, translator(language)))
        assert all(way in text for way in ways), text


# ── how the languages are written ────────────────────────────────────────────────────────────────


def forms(language: str) -> Iterator[str]:
    """Return every translated text of a language."""
    for message in read(CATALOGUES / f"{language}.po", language):
        if message.id:
            string = message.string or ""
            yield from [string] if isinstance(string, str) else string


def test_decimals_are_written_as_in_the_language() -> None:
    for language, point in {"en": ".", "uk": ",", "hu": ",", "ru": ","}.items():
        t = translator(language)
        assert words.number(-12.345, t, 2) == f"−12{point}35"
        assert words.number(3, t, sign="+") == f"+3{point}0"
        assert words.percent(0.1234, t) == f"12{point}3%" and words.percent(0.5, t, 0) == "50%"


def test_no_message_writes_decimals_itself(source: Messages) -> None:
    for message in source:
        ids = [message.id] if isinstance(message.id, str) else message.id
        assert not re.search(r"%\(\w+\)[^sd]", " ".join(ids)), message.id
    for language in TRANSLATED_LANGUAGES:
        assert not [form for form in forms(language) if re.search(r"\d\.\d", form)]


def test_ukrainian_has_one_apostrophe() -> None:
    letters = "[А-Яа-яІіЇїЄєҐґ]"
    found = [form for form in forms("uk") if re.search(f"{letters}['ʼ‘`´]{letters}", form)]
    assert not found, "the apostrophe must be ’"
    assert any("’" in form for form in forms("uk"))


def test_russian_never_writes_a_word_with_and_without_its_dots() -> None:
    written = {word for form in forms("ru") for word in re.findall("[а-яё]+", form.lower())}
    dotted = {word for word in written if "ё" in word}
    assert len(dotted) > 20
    assert {word for word in dotted if word.replace("ё", "е") in written} <= {"всё"}


@pytest.mark.parametrize(
    ("following", "article"),
    [
        ("I", "az"),
        ("II", "a"),
        ("III", "a"),
        (1, "az"),
        (2, "a"),
        (5, "az"),
        (10, "a"),
        (15, "a"),
        (50, "az"),
        (100, "a"),
        (1000, "az"),
        (10_000, "a"),
        ("Anna", "az"),
        ("Béla", "a"),
        ("Éva", "az"),
        ("Őrség", "az"),
        ("", "a"),
    ],
)
def test_hungarian_articles_fit_what_follows(following: object, article: str) -> None:
    assert with_articles("A(z) %(x)s. és a(z) %(x)s", {"x": following}) == (
        f"{article.capitalize()} %(x)s. és {article} %(x)s"
    )


def test_hungarian_articles_are_always_resolved() -> None:
    """ "a(z)" is used only before a placeholder, where it is resolved."""
    t = translator("hu")
    assert t.gettext("Who starts age %(age)s?", age="I") == "Ki kezdi az I. Kort?"
    assert t.phrases.gettext("Before age %(age)s", age="II").plain == "A II. Kor előtt"
    assert t.pgettext("duel log", "first turn of age %(age)s", age="III").endswith("a III. Korban")
    for form in forms("hu"):
        holes = dict.fromkeys(re.findall(r"%\((\w+)\)", form), "x")
        assert "(z)" not in with_articles(form, holes), form


def test_translations_use_the_words_of_the_boxes() -> None:
    """A board is «картка чуда» and «поле»; *alapanyag* is any resource, *nyersanyag* a raw material."""
    assert not [form for form in (*forms("uk"), *forms("ru")) if "планшет" in form.lower()]
    boards = [form.lower() for form in forms("uk") if "картк" in form.lower()]
    assert boards and all("чуд" in form for form in boards), "other cards must be «карти»"
    assert translator("uk").gettext("side A") == "сторона A"
    raw = {
        "raw material",
        "raw materials",
        "Raw materials cost %(n)d coin a unit when bought from: %(sellers)s.",
        "Raw materials: most buildings cost some of them.",
    }
    for message in read(CATALOGUES / "hu.po", "hu"):
        if "nyersanyag" in str(message.string).lower():
            assert key(message)[1] in raw, message.id


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(UnknownLanguage, match="en, uk, hu, ru"):
        translator("xx")
