"""Balance reports: statistics of many games on boards, seats, the first move, columns of points and
endings.

games count and ask their own questions, `sections` asks those that all games share;
`wording` says what came out, `plots` draws it, `report` writes it down.
"""
