"""Serve the web game: tables for people and bots, stored in a database.

A table consists of its options, a seed and an append-only log. `store` persists it, `table`
replays and changes it, `registry` manages the open tables with their bots and clocks, and `api`
and `pages` are the interfaces.
"""

from heptapolis.extras import require_extra

require_extra("server", "the web game")
