"""The web game's program: tables that people and bots sit at, kept in a database.

A table is its options, a seed and an append-only log; `store` keeps that, `table` plays it,
`registry` holds the open tables with their bots and clocks, `api` and `pages` are the ways in.
"""

from heptapolis.extras import require_extra

require_extra("server", "the web game")
