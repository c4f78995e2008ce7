"""Define the messages in the log of a table: a name and what was said, as JSON."""

import json

MESSAGE_KINDS = ("say", "react")
NAMED_KINDS = ("sit", *MESSAGE_KINDS)  # entries with the name of their guest
FORGET_KIND = "forget"  # a guest is deleted: earlier entries have changed, read the log again


def blank_message(text: str) -> str:
    """Return the text of a log entry without what was said."""
    return json.dumps([json.loads(text)[0], ""])
