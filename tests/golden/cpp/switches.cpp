#include <cstdio>
#include <cstring>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define REP(i, n) for (int i = 0; i < (n); i++)
#define TWICE(body) do { body; body; } while (0)
#include "switches_local.h"
static int calls = 0;
int kind(int x) {
    switch (x % 6) {
        case 0: return 1;
        case 1:
        case 2: calls++; break;
        case 3: calls += 2; /* falls */
        case 4: calls += 3; break;
        default: return kind(x - 1) + 1;
    }
    return x > 10 && x < 20 ? 5 : (x == 30 || x == 40) ? 6 : 7;
}
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int main(int argc, char** argv) {
    int n; char word[100];
    while (scanf("%d %99s", &n, word) == 2) {
        int best = 0;
        REP(i, n) REP(j, 3) best = MAX(best, kind(i + j));
        TWICE(best += (int)strlen(word));
        int grid[5][5] = {{0}};
        REP(i, 5) { REP(j, 5) { grid[i][j] = local_double(i) + j; } }
        if (n > 1000)
            printf("large\n");
        else if (n > 20) { printf("middle %d\n", grid[2][3]); } else
            printf("small\n");
        printf("%d %d %d\n", best, fibonacci(n % 15), argc);
    }
    auto unused = [](int x) { return x + 1; };
    (void)unused;
    return 0;
}
static int never(int x)
{
    return x + 1;
}
int also_never(int x) { return never(x); }
