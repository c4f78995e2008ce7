"""Reasons, levels and bots have texts for every key in every language."""

import re

import pytest

from heptapolis.bots import BOTS
from heptapolis.bots.advice import Reason
from heptapolis.bots.levels import LEVELS
from heptapolis.games.classic import bots as classic
from heptapolis.games.duel import bots as duel
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.players import about, level
from heptapolis.i18n.reasons import argument, clause
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.variants import all_reasons

WORDS = all_reasons()
KEYS = sorted({*classic.REASONS, *duel.REASONS, "opponent", "reply", "again", "wins", "loses"})
ONE_WAY = {
    "denies",
    "spent",
    "again",
    "gift",
    "wins",
    "loses",
}  # keys whose meaning does not depend on the sign


def name(seat: int) -> Phrase:
    return phrase(f"Name{seat}")


def clause_text(key: str, points: float, language: str = "en", coins: int | None = None) -> str:
    seat = 2 if key == "denies" else None
    return clause(Reason(key, points, coins, seat), name, translator(language), WORDS).plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_for_and_against(language: str) -> None:
    sentences = set()
    for key in KEYS:
        for points in (-7.5, 7.5):
            coins = {"coins": round(points), "gift": 3}.get(key)
            sentence = clause_text(key, points, language, coins)
            assert sentence and "%" not in sentence and "None" not in sentence
            assert language == "en" or not re.search(r"\b(the|costs|brings)\b", sentence)
            sentences.add(re.sub(r"[+−]", "", sentence))
    assert len(sentences) == 2 * len(KEYS) - len(ONE_WAY)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason("points", 5.2), "gains about 5 points"),
        (Reason("points", 0.9), "gains about 1 point"),
        (Reason("points", 0.3), "gains less than a point"),
        (Reason("points", -2.0), "costs about 2 points"),
        (Reason("coins", 0.7, 3), "gains 3 coins"),
        (Reason("coins", -0.2, -1), "costs 1 coin"),
        (Reason("coins", 0.1, 0), "gains less than a coin"),
        (Reason("gift", -0.3, 2), "gives the neighbours 2 coins"),
        (Reason("war", 2.44), "strengthens the army (+2.4)"),
        (Reason("denies", 0.4, None, 1), "keeps the card from the next player (Name1, +0.4)"),
        (Reason("reply", -6.2), "leaves the opponent a good card (−6.2)"),
        (Reason("reply", -2.1), "leaves little for the opponent"),
        (Reason("opponent", -1.0), "strengthens the opponent (−1.0)"),
        (Reason("wins", 1000.0), "wins immediately"),
        (Reason("good_omens", 1.5), "Good omens (+1.5)"),  # of a package without words
    ],
)
def test_a_reason_is_a_clause(reason: Reason, words: str) -> None:
    assert clause(reason, name, translator(), WORDS).plain == words


@pytest.mark.parametrize(
    ("reasons", "sentence"),
    [
        ([], ""),
        ([Reason("war", 2.0)], "strengthens the army (+2.0)"),
        ([Reason("coins", -0.7, -3)], "costs 3 coins"),
        (
            [Reason("coins", -1.0, -4), Reason("points", 0.9), Reason("gift", -0.3, 3)],
            "gains about 1 point; but costs 4 coins (to the neighbours: 3)",
        ),
        (  # the payment is higher than the net cost
            [Reason("gift", -0.5, 3), Reason("coins", -0.4, -1)],
            "gives the neighbours 3 coins, costs 1 coin",
        ),
        (  # weak reasons are omitted
            [Reason("points", 6.0), Reason("denies", 0.6, None, 1)],
            "gains about 6 points",
        ),
        (
            [Reason("goods", 3.0), Reason("reply", -2.0), Reason("coins", -1.1, -2)],
            "gains resources (+3.0), leaves little for the opponent; but costs 2 coins",
        ),
        (  # at most three reasons
            [Reason("points", 3.0), Reason("war", 2.0), Reason("science", 1.5), Reason("goods", 1)],
            "gains about 3 points, strengthens the army (+2.0), advances science (+1.5)",
        ),
    ],
)
def test_reasons_make_a_sentence(reasons: list[Reason], sentence: str) -> None:
    assert argument(reasons, name, translator()).plain == sentence


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("uk", ["коштує 1 монету", "коштує 3 монети", "коштує 5 монет", "коштує 21 монету"]),
        ("hu", ["1 érmébe kerül", "3 érmébe kerül", "5 érmébe kerül", "21 érmébe kerül"]),
        ("ru", ["стоит 1 монету", "стоит 3 монеты", "стоит 5 монет", "стоит 21 монету"]),
    ],
)
def test_plurals_follow_the_language(language: str, words: list[str]) -> None:
    assert [clause_text("coins", -1, language, -n) for n in (1, 3, 5, 21)] == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_bots_have_names_and_a_sentence(language: str) -> None:
    t = translator(language)
    assert len({level(name, t) for name in LEVELS}) == len(LEVELS)
    names = [
        name for name in BOTS if ":" not in name
    ]  # a character with a strength has the character's text
    sentences = [about(name, t) for name in names]
    assert len(set(sentences)) == len(names)
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in sentences)
