"""docs/encodings.md agrees with the encodings."""

from heptapolis.encodings import encoding
from heptapolis.encodings.page import PAGE_FILE, encoded_rulesets, update_page


def test_the_tables_are_those_of_the_encodings() -> None:
    text = PAGE_FILE.read_text(encoding="utf-8")
    assert update_page(text) == text, "docs/encodings.md is out of date: make encodings"


def test_the_page_lists_every_number_and_action() -> None:
    """The page lists every feature by name, and actions from the first to the last."""
    text = PAGE_FILE.read_text(encoding="utf-8")
    for ruleset in encoded_rulesets():
        code = encoding(ruleset)
        own = text.partition(f"\n## {ruleset}: encoding {code.version}\n")[2].partition("\n## ")[0]
        for entry in code.index():
            assert f"| `{entry.feature}` |" in own
        rows = own.partition(": actions\n")[2].partition("\n### ")[0].splitlines()
        spans = [row.split("|")[1].strip().split("–") for row in rows if row[2:3].isdecimal()]
        numbers = [n for span in spans for n in range(int(span[0]), int(span[-1]) + 1)]
        assert numbers == list(range(code.n_actions))
