#include <algorithm>
#include <cstdio>
using namespace std;

int n, c;
int w[30], v[30];
long long rest[31], best = 0;

void pack(int i, int left, long long value) {
    best = max(best, value);
    if (i == n) return;
    if (value + rest[i] <= best) return;  // even all that is left can't help
    if (w[i] <= left) pack(i + 1, left - w[i], value + v[i]);
    pack(i + 1, left, value);
}

int main() {
    scanf("%d %d", &n, &c);
    for (int i = 0; i < n; i++) scanf("%d %d", &w[i], &v[i]);
    for (int i = n - 1; i >= 0; i--) rest[i] = rest[i + 1] + v[i];
    pack(0, c, 0);
    printf("%lld\n", best);
}
