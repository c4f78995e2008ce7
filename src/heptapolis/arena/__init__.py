"""Tournaments of bots: what is played, by whom, and what the results say.

`schedule` says which games a plan consists of, `workers` play them on all cores or on Ray, each by
`play`; `folder` keeps them, `tournament` counts them deal by deal until `sequential` calls the
question answered, `standing` sums up and `report` draws.
"""

from heptapolis.extras import need

need("arena", "the arena")
