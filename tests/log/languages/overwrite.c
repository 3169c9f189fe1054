/* Backtracking in one array, which is overwritten and printed whenever it changes. */
#include <stdio.h>
#include <stdlib.h>

static int n, queens[64];

static void print(int last) {
    for (int c = 0; c < n; c++) printf("%c%d", c ? ',' : '[', c <= last ? queens[c] : -1);
    puts("]");
}

static int attacked(int column) {
    for (int c = 0; c < column; c++)
        if (queens[c] == queens[column] || abs(queens[c] - queens[column]) == column - c) return 1;
    return 0;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 6;
    puts("{\"boards\":\"steps\",\"base\":0}");
    int column = 0;
    queens[0] = 0;
    while (column >= 0) {
        print(column);
        if (!attacked(column)) {
            if (++column == n) return 0;
            queens[column] = 0;
        } else {
            while (column >= 0 && ++queens[column] == n) column--;
        }
    }
    return 0;
}
