#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    const int LEVELS = 11;
    std::vector<std::vector<int>> up(LEVELS, std::vector<int>(n + 1, 1));
    std::vector<int> depth(n + 1, 0);
    for (int i = 2; i <= n; i++) {
        if (scanf("%d", &up[0][i]) != 1) return 1;
        depth[i] = depth[up[0][i]] + 1;
        for (int k = 1; k < LEVELS; k++) up[k][i] = up[k - 1][up[k - 1][i]];
    }
    while (q--) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2) return 1;
        if (depth[a] < depth[b]) { int t = a; a = b; b = t; }
        for (int k = 0; k < LEVELS; k++)
            if ((depth[a] - depth[b]) >> k & 1) a = up[k][a];
        for (int k = LEVELS - 1; k >= 0; k--)
            if (up[k][a] != up[k][b]) { a = up[k][a]; b = up[k][b]; }
        printf("%d\n", a == b ? a : up[0][a]);
    }
}
