"""Weights of the greedy player, in the order of the kernel's names.

Found by lab/tune_greedy.py; the fourth one, of the own stages, by lab/strength.md.
"""

import numpy as np

CLASSIC_WEIGHTS = np.array([0.245, 0.15, 0.168, 2.45, 0.06, 0.35, 0.08, 1.12, 0.15, 1.0, 0.4, 1.0])
