"""PettingZoo's `classic_v0`: `env()`, `raw_env()`, `parallel_env()`."""

from heptapolis.env.pettingzoo import makers

env, raw_env, parallel_env = makers("Classic")
