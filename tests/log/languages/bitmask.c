/* All solutions, row by row, with the attacked columns and diagonals as bits. */
#include <stdio.h>
#include <stdlib.h>

static int n;

static void solve(int row, unsigned columns, unsigned left, unsigned right) {
    if (row > n) {
        puts("{\"solution\":true}");
        return;
    }
    unsigned free = ~(columns | left | right) & ((1u << n) - 1);
    while (free) {
        unsigned bit = free & -free;
        free ^= bit;
        int column = 1;
        while (bit >> column) column++;
        printf("{\"place\":[%d,%d]}\n", row, column);
        solve(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        printf("{\"remove\":[%d,%d]}\n", row, column);
    }
    printf("{\"backtrack\":%d}\n", row);
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 6;
    printf("{\"queens\":%d,\"algorithm\":\"bit masks\",\"order\":\"rows\"}\n", n);
    solve(1, 0, 0, 0);
    puts("{\"end\":true}");
    return 0;
}
