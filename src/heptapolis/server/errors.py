"""Define what the server refuses: an HTTP status, a code for programs and a line for people."""

from heptapolis.record import short_fingerprint


class RequestError(ValueError):
    """Report a request that was rejected without changing anything."""

    def __init__(self, status: int, code: str, message: str, **facts: object) -> None:
        """Create a refusal. ``facts`` are details for programs and for translated sentences."""
        super().__init__(message)
        self.status, self.code, self.facts = status, code, facts


class StaleVersion(RequestError):
    """Report that the table has changed in the meantime."""

    def __init__(self, message: str = "the table has moved on; look again") -> None:
        super().__init__(409, "stale", message)


class ConcurrentChange(StaleVersion):
    """Report that another server was faster. Its entries must be read before anything is added."""


class ChoiceDelay(Exception):
    """Report that a bot's choice must wait for some seconds, or indefinitely for people.

    This holds for the version of the table at which it was raised.
    """

    def __init__(self, move: str, seconds: float, version: int) -> None:
        super().__init__(f"a choice is held back for {seconds} seconds")
        self.move, self.seconds, self.version = move, seconds, version


class StorageError(RequestError):
    """Report that the database is full, locked or unreachable; the log has the details."""

    def __init__(self) -> None:
        super().__init__(503, "unavailable", "games cannot be kept now; try again in a moment")


class ReadOnly(StorageError):
    """Report that the host has made the site read-only."""

    def __init__(self) -> None:
        RequestError.__init__(self, 503, "read_only", "this site is read-only for now")


class UnplayableTable(RequestError):
    """Report a table that this server cannot play on. It is kept unchanged."""

    def __init__(self, code: str, message: str, **facts: str) -> None:
        super().__init__(409, code, message, **facts)


class UnknownVariant(UnplayableTable):
    """Report a table with house rules, or rules of a package, that this server does not have."""

    def __init__(self, game: object) -> None:
        super().__init__("unknown_variant", f"this table's game, {game!r}, is not served here now")


class OtherRules(UnplayableTable):
    """Report a table of a release with other rules."""

    def __init__(self, game: str, then: int, now: int) -> None:
        message = f"this table is played by rules {then} of {game}; those here are rules {now}"
        super().__init__("other_rules", message, then=str(then), now=str(now))


class OtherCards(UnplayableTable):
    """Report a table whose cards are neither installed nor stored, or do not fit its rules."""

    def __init__(self, then: str | None, now: str | None) -> None:
        then, now = (short_fingerprint(cards) if cards else "none" for cards in (then, now))
        message = f"this table is played with the cards {then}; those here are {now}"
        super().__init__("other_cards", message, then=then, now=now)


class BrokenLog(UnplayableTable):
    """Report a table whose log is invalid for its rules and cards. The details stay secret."""

    def __init__(self, number: int, rules: int, cards: str | None) -> None:
        cards = short_fingerprint(cards) if cards else "none"
        why = f"breaks off at entry {number} by rules {rules} with the cards {cards}"
        facts = {"number": str(number), "rules": str(rules), "cards": cards}
        super().__init__("broken_log", f"the log of this table {why}", **facts)


def no_guest() -> RequestError:
    return RequestError(401, "no_guest", "become a guest first: POST /api/guests")


def not_found(what: str) -> RequestError:
    return RequestError(404, "not_found", f"no such {what}")
