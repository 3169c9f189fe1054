n = 6
board = [['.'] * n for _ in range(n)]

def show():
    for row in board:
        print(' '.join(row))
    print()

def safe(row, column):
    return not any(board[r][c] == 'Q' and (c == column or abs(r - row) == abs(c - column))
                   for r in range(row) for c in range(n))

def solve(row):
    if row == n:
        print('Solved!')
        return True
    for column in range(n):
        if safe(row, column):
            board[row][column] = 'Q'
            show()
            if solve(row + 1):
                return True
            board[row][column] = '.'
            show()
    return False

solve(0)
