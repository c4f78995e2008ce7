"""Weights of the greedy player, in the order of the kernel's names.

Found by lab/tune_greedy.py.
"""

import numpy as np

DUEL_WEIGHTS = np.array([0.56, 15.1, 0.35, 0.5, 0.56, 1.0, 0.49, 0.6, 2.8, 0.686, 4.2, 0.7])
