#include <algorithm>
#include <cstdio>
using namespace std;
int main() {
    int a, b, c;
    if (scanf("%d%d%d", &a, &b, &c) != 3) return 1;
    int x = 0, y = 0;
    for (int moves = 1; moves <= 3000000; moves++) {
        if (y == b) y = 0;
        else if (x == 0) x = a;
        else {
            int poured = min(x, b - y);
            x -= poured;
            y += poured;
        }
        if (x == c || y == c) {
            printf("%d\n", moves);
            return 0;
        }
    }
    puts("-1");
}
