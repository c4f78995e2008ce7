"""What the server refuses, each with an HTTP status, a code for programs and a line for people."""


class Refused(ValueError):
    """A request that cannot be carried out; nothing has changed."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class StaleVersion(Refused):
    """Somebody else has written to the table meanwhile."""

    def __init__(self, message: str = "the table has moved on; look again") -> None:
        super().__init__(409, "stale", message)


class Overtaken(StaleVersion):
    """Another server was faster: what it wrote has to be read before anything is added."""


class Unavailable(Refused):
    """The database is full, locked or away; the log says which."""

    def __init__(self) -> None:
        super().__init__(503, "unavailable", "games cannot be kept now; try again in a moment")


class UnknownVariant(Refused):
    """A table of house rules, or of a package, that this server has not; it is kept."""

    def __init__(self, game: object, *, has_changed: bool = False) -> None:
        why = "has changed since" if has_changed else "is not served here now"
        super().__init__(409, "unknown_variant", f"this table's game, {game!r}, {why}")


def not_found(what: str) -> Refused:
    return Refused(404, "not_found", f"no such {what}")
