"""PettingZoo's `free_city_v0`: `env()`, `raw_env()`, `parallel_env()`."""

from heptapolis.env.pettingzoo import makers
from heptapolis.games.classic.env.classic_v0 import options

env, raw_env, parallel_env = makers("FreeCity", options)
