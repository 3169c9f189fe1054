n = 5
board = [[0] * n for _ in range(n)]
for column, row in enumerate([0, 2, 4, 1, 3]):
    board[row][column] = 1
    print(f'Step {column + 1}')
    print('[' + '\n '.join(str(row).replace(',', '') for row in board) + ']')
