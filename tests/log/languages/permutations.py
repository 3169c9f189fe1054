# Tries every permutation; rows and columns are different by construction.

import sys
from itertools import permutations

n = int(sys.argv[1]) if len(sys.argv) > 1 else 6
print('{"boards": "steps", "base": 0}')
for queens in permutations(range(n)):
    print(list(queens))
    if len({queens[c] - c for c in range(n)}) == len({queens[c] + c for c in range(n)}) == n:
        break
