/* The recorder: copy this function into your solver, and call it wherever the solver does something.
 * The log is what the program prints; queenreel makes the film:
 *
 *   cc -o recorder examples/recorders/recorder.c && ./recorder 6 | queenreel replay - -o mine.gif
 */
#include <stdio.h>
#include <stdlib.h>

static void record(const char *event, int row, int column) {
    printf("{\"%s\":[%d,%d]}\n", event, row, column);
}

/* A solver that uses it. It counts rows and columns from 0, as its first line says. */

static int n = 8, queens[64]; /* the row of the queen in each column */

static int safe(int row, int column) {
    for (int c = 0; c < column; c++)
        if (queens[c] == row || abs(queens[c] - row) == column - c) return 0;
    return 1;
}

/* Gives this column and those after it a queen, from the left. */
static int solve(int column) {
    if (column == n) return 1;
    for (int row = 0; row < n; row++) {
        record("test", row, column);
        if (!safe(row, column)) continue;
        record("place", row, column);
        queens[column] = row;
        if (solve(column + 1)) return 1;
        record("remove", row, column);
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count > 1) n = atoi(arguments[1]);
    if (n < 1 || n > 64) return 2;
    printf("{\"queens\":%d,\"base\":0}\n", n);
    solve(0);
    return 0;
}
