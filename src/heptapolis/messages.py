"""Messages that are translated later; the extraction finds them by these function names."""


def mark(context: str, message: str) -> tuple[str, str]:
    """Return a message with its context."""
    return context, message


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """Return a message with a number."""
    return one, many
