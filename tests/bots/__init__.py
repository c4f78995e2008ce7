"""Tests of bots, and of the referee that keeps games going whatever bots do."""
