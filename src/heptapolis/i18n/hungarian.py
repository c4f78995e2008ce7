"""The Hungarian article "a" or "az", chosen by the following sound; of a number, as it is read.

A message has "a(z)" before a placeholder, because the article depends on the value.
"""

import re
from collections.abc import Mapping

_OPEN_ARTICLE = re.compile(r"(?P<a>[Aa])\(z\) (?=%\((?P<name>\w+)\))")
_VOWELS = tuple("aáeéiíoóöőuúüű")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}


def with_articles(message: str, values: Mapping[str, object]) -> str:
    """Replace every "a(z)" in a message by the article that fits the following value."""

    def choose_article(article: re.Match[str]) -> str:
        following = str(values[article["name"]])
        return article["a"] + ("z " if starts_with_vowel(following) else " ")

    return _OPEN_ARTICLE.sub(choose_article, message)


def starts_with_vowel(word: str) -> bool:
    """Return whether a word or number starts with a vowel when read: I. is "első", 5 is "öt",
    1000 is "ezer"."""
    number = str(_ROMAN.get(word, word))
    if number.isdecimal():
        return number.startswith("5") or (number.startswith("1") and len(number) % 3 == 1)
    return word.lower().startswith(_VOWELS)
