"""Is it fair? What many games say about boards, seats, beginning, columns of points and ends.

games count and ask their own questions, `sections` asks those that all games share;
`wording` says what came out, `plots` draws it, `report` writes it down.
"""
