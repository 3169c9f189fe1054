n = 6
queens = [None] * n

def solve(column):
    if column == n:
        return True
    for row in range(n):
        if all(row != queens[c] and abs(row - queens[c]) != column - c for c in range(column)):
            queens[column] = row
            print(queens)
            if solve(column + 1):
                return True
            queens[column] = None
            print(queens)
    return False

solve(0)
