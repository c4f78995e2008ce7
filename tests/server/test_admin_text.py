"""Values of results as hosts read them."""

import pytest

from heptapolis.server.admin_text import is_rows, readable


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("reason", "", "–"),
        ("until", None, "–"),
        ("created", 1_763_568_000.25, "2025-11-19 16:00:00"),
        ("private", True, "yes"),
        ("version", 7, "7"),
        ("chairs", [{"name": "Ann", "bot": None}, {"name": "", "bot": "easy"}], "Ann, easy"),
        ("details", {"days": "2"}, '{"days": "2"}'),
        (
            "context",
            [
                {"number": 2, "kind": "sit", "text": "Ann"},
                {"number": 5, "kind": "say", "text": '["Ann", "hello"]'},
                {"number": 6, "kind": "say", "text": '["Bob", ""]'},
                {"number": 7, "kind": "away", "seat": 2, "text": ""},
            ],
            "2: sit Ann · 5: Ann: hello · 6: Bob: – · 7: away at seat 2",
        ),
    ],
)
def test_values_are_readable(name: str, value: object, text: str) -> None:
    assert readable(name, value) == text


def test_lists_of_facts_are_tables() -> None:
    assert is_rows([{"id": 1}]) and not is_rows([]) and not is_rows([1]) and not is_rows("x")
