"""Self-play: networks that learn from games against themselves, their past and their exploiters.

Only this package imports PyTorch. A slice of training is bounded by time or by iterations; its
checkpoint holds all that the next slice needs, as plain arrays.

    settings     what can be chosen for a slice
    recipes      what is particular to training a variant; attached under its id
    characters   players that want more than to win, and what everybody is paid
    model        the network in PyTorch; `heptapolis.networks` is the same in NumPy
    population   who plays: the current player, its past selves, its exploiter
    rollout      games played by the population, and what is remembered of them
    advantage    how much better a decision was than expected
    update       proximal policy optimisation
    evaluation   matches against bots
    checkpoint   the whole state in a folder
    metrics      curves: a line of JSON for each iteration, plots
    trainer      a slice from start to end
"""
