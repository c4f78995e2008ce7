"""The columns of a score sheet."""

COLUMNS: tuple[str, ...] = (
    "military", "treasury", "wonder", "civilian", "science", "commercial", "guilds", "leaders",
    "total",
)  # fmt: skip
