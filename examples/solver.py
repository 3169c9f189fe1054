# A solver that prints what it does, one JSON object a line; queenreel makes the film:
#
#   python3 examples/solver.py 6 | queenreel replay - -o mine.gif

import json
import sys


def report(**event):
    print(json.dumps(event))


def solve(n, queens):
    """Gives every row a queen, from the top; queens[i] is the column of the queen in row i + 1."""
    row = len(queens) + 1
    if row > n:
        return True
    for column in range(1, n + 1):
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(queens, 1)):
            report(place=[row, column])
            if solve(n, queens + [column]):
                return True
            report(remove=[row, column])
    return False


solve(int(sys.argv[1]) if len(sys.argv) > 1 else 8, [])
