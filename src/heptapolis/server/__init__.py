"""The web game's program: tables that people and bots sit at, kept in a database.

A table is its options, a seed and an append-only log; `store` keeps that, `room` plays it, `hall`
holds the open rooms with their bots and clocks, `api` and `pages` are the ways in.
"""
