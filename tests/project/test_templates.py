"""Lines of templates are short."""

from tests.paths import SOURCE

MAX_LINE_CHARS = 120


def test_lines_of_templates_are_short() -> None:
    templates = [path for path in SOURCE.glob("**/templates/**/*") if path.is_file()]
    assert len(templates) > 70
    long = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MAX_LINE_CHARS
    ]
    assert not long
