"""Games that bots play by the thousand, as arrays and as Parquet: what to learn and count from.

`selfplay` plays them, by number, so that it does not matter who plays which; `simulated` has
results as arrays, `tables` every game, seat and position as rows, `folder` keeps those. What a seat
has in front of it in the end, each variant says itself.
"""
