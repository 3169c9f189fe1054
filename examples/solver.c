/* A solver that prints what it does, one JSON object a line; queenreel makes the film:
 *
 *   cc -o solver examples/solver.c && ./solver 6 | queenreel replay - -o mine.gif
 */
#include <stdio.h>
#include <stdlib.h>

static int n = 8, column_in[65]; /* the column of the queen in each row */

static int safe(int row, int column) {
    for (int r = 1; r < row; r++)
        if (column_in[r] == column || abs(column_in[r] - column) == row - r) return 0;
    return 1;
}

static int solve(int row) {
    if (row > n) return 1;
    for (int column = 1; column <= n; column++) {
        if (!safe(row, column)) continue;
        column_in[row] = column;
        printf("{\"place\":[%d,%d]}\n", row, column);
        if (solve(row + 1)) return 1;
        printf("{\"remove\":[%d,%d]}\n", row, column);
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count > 1) n = atoi(arguments[1]);
    if (n < 1 || n > 64) return 2;
    solve(1);
    return 0;
}
