"""Is it fair? What many games say about boards, seats, beginning, columns of points and ends.

`classic` and `duel` count, `wording` says what came out, `plots` draws it, `report` writes it down.
"""
