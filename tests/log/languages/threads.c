/* Each thread places the first queen on another square, searches from there, and prints a lane. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static int n;

typedef struct {
    int lane, queens[64];
} Search;

/* One call of printf prints a whole line, which threads do not mix. Then the others have their turn. */
static void print(const Search *search, const char *event, int column) {
    printf("{\"%s\":[%d,%d],\"lane\":%d}\n", event, search->queens[column], column, search->lane);
    sched_yield();
}

static int attacked(const int *queens, int column) {
    for (int c = 0; c < column; c++)
        if (queens[c] == queens[column] || abs(queens[c] - queens[column]) == column - c) return 1;
    return 0;
}

static int solve(Search *search, int column) {
    if (column == n) return 1;
    for (int row = 0; row < n; row++) {
        search->queens[column] = row;
        if (attacked(search->queens, column)) continue;
        print(search, "place", column);
        if (solve(search, column + 1)) return 1;
        search->queens[column] = row;
        print(search, "remove", column);
    }
    return 0;
}

static void *run(void *argument) {
    Search *search = argument;
    search->queens[0] = search->lane;
    print(search, "place", 0);
    solve(search, 1);
    return NULL;
}

int main(int argc, char **argv) {
    static Search searches[64];
    pthread_t threads[64];
    n = argc > 1 ? atoi(argv[1]) : 6;
    printf("{\"queens\":%d,\"base\":0}\n", n);
    for (int lane = 0; lane < n; lane++) {
        searches[lane].lane = lane;
        pthread_create(&threads[lane], NULL, run, &searches[lane]);
    }
    for (int lane = 0; lane < n; lane++) pthread_join(threads[lane], NULL);
    return 0;
}
