"""The columns of a score sheet."""

COLUMNS: tuple[str, ...] = (
    "civilian", "science", "commercial", "guilds", "wonders", "progress", "coins", "military",
    "total",
)  # fmt: skip
