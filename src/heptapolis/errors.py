"""The few ways in which a caller can be wrong; each message names the bad value."""


class IllegalMove(ValueError):
    """A move that the rules do not allow now; says why and what would be accepted."""


class InvalidText(ValueError):
    """A move, record or position that cannot be read; says where."""
