"""Messages that are translated later; extraction finds them by these names."""


def mark(context: str, message: str) -> tuple[str, str]:
    """A message with a word on where it stands."""
    return context, message


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """A message with a number."""
    return one, many
