# The recorder: copy this function into your solver, and call it wherever the solver does something.
# The log is what the program prints; queenreel makes the film:
#
#   python3 examples/recorders/recorder.py 6 | queenreel replay - -o mine.gif

import sys


def record(event, row, column):
    print('{"%s":[%d,%d]}' % (event, row, column))


# A solver that uses it. It counts rows and columns from 0, as its first line says.

def safe(queens, row):
    column = len(queens)
    return all(row != r and abs(row - r) != column - c for c, r in enumerate(queens))


def solve(n, queens):
    """Gives every column a queen, from the left; queens[c] is the row of the queen in column c."""
    column = len(queens)
    if column == n:
        return True
    for row in range(n):
        record("test", row, column)
        if safe(queens, row):
            record("place", row, column)
            if solve(n, queens + [row]):
                return True
            record("remove", row, column)
    return False


n = int(sys.argv[1]) if len(sys.argv) > 1 else 8
print('{"queens":%d,"base":0}' % n)
solve(n, [])
