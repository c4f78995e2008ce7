"""Thousands of games between bots, as arrays and as Parquet, for analysis and learning.

`selfplay` plays games by number, independent of the process; `simulated` returns results as arrays,
`tables` builds rows of games, seats and positions, and `folder` stores them. Each variant lists the
contents of a city at the end.
"""
