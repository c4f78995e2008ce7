"""Self-play training: networks learn from games against themselves, their past and their
exploiters.

Only this package imports PyTorch. A slice of training is bounded by time or by iterations; its
checkpoint holds all that the next slice needs, as plain arrays.

    settings      what can be chosen for a slice
    recipes       what is particular to training a variant; attached under its id
    ground        games to train on, their encoding and recipe
    characters    players with a goal besides winning, and the rewards
    model         the network in PyTorch; `heptapolis.networks` is the same in NumPy
    population    the players: the current one, its past selves, its exploiter, greedy players
    playing       a step of many games, decided by networks
    rollout       games of the population, and what is remembered of them
    counting      what the games of a rollout showed
    advantage     how much better a decision was than expected
    update        proximal policy optimisation
    evaluation    matches on the way: `bot_matches`, `peer_matches`; `matches`: what came of them
    checkpoint    the whole state in a folder
    metrics       curves: a line of JSON for each iteration; `plots` draws them
    beginning     networks to begin with, and where their weights come from
    trainer       a slice from start to end
"""
