"""What the server refuses, each with an HTTP status, a code for programs and a line for people."""

from heptapolis.record import short_fingerprint


class Refused(ValueError):
    """A request that cannot be carried out; nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **facts: object) -> None:
        """``facts``: what a program may want to know, and a sentence in another language names."""
        super().__init__(message)
        self.status, self.code, self.facts = status, code, facts


class StaleVersion(Refused):
    """Somebody else has written to the table meanwhile."""

    def __init__(self, message: str = "the table has moved on; look again") -> None:
        super().__init__(409, "stale", message)


class Overtaken(StaleVersion):
    """Another server was faster: what it wrote has to be read before anything is added."""


class HeldBack(Exception):
    """A bot's choice that is not to be made yet: so many seconds, without end while people are to
    choose, as far as a table of this version can tell."""

    def __init__(self, move: str, seconds: float, version: int) -> None:
        super().__init__(f"a choice is held back for {seconds} seconds")
        self.move, self.seconds, self.version = move, seconds, version


class Unavailable(Refused):
    """The database is full, locked or away; the log says which."""

    def __init__(self) -> None:
        super().__init__(503, "unavailable", "games cannot be kept now; try again in a moment")


class Unplayable(Refused):
    """A table that this server cannot play on; it is kept as it is."""

    def __init__(self, code: str, message: str, **facts: str) -> None:
        super().__init__(409, code, message, **facts)


class UnknownVariant(Unplayable):
    """A table of house rules, or of a package, that this server has not."""

    def __init__(self, game: object) -> None:
        super().__init__("unknown_variant", f"this table's game, {game!r}, is not served here now")


class OtherRules(Unplayable):
    """A table of a release that played by other rules."""

    def __init__(self, game: str, then: int, now: int) -> None:
        message = f"this table is played by rules {then} of {game}; those here are rules {now}"
        super().__init__("other_rules", message, then=str(then), now=str(now))


class OtherCards(Unplayable):
    """A table whose cards are neither those of this server nor kept, or do not fit its rules."""

    def __init__(self, then: str | None, now: str | None) -> None:
        then, now = (short_fingerprint(cards) if cards else "none" for cards in (then, now))
        message = f"this table is played with the cards {then}; those here are {now}"
        super().__init__("other_cards", message, then=then, now=now)


class BrokenLog(Unplayable):
    """A table whose log is not one of its rules and cards. What it says is nobody's to read."""

    def __init__(self, number: int, rules: int, cards: str | None) -> None:
        cards = short_fingerprint(cards) if cards else "none"
        why = f"breaks off at entry {number} by rules {rules} with the cards {cards}"
        facts = {"number": str(number), "rules": str(rules), "cards": cards}
        super().__init__("broken_log", f"the log of this table {why}", **facts)


def not_found(what: str) -> Refused:
    return Refused(404, "not_found", f"no such {what}")
