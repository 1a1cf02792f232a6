// 2217D: a is the same at all special indices, which a format can't say. 0 means that it holds.
#include <cstdio>
#include <vector>

int main() {
    int t, n, k;
    if (std::scanf("%d", &t) != 1) return 1;
    while (t--) {
        if (std::scanf("%d %d", &n, &k) != 2) return 1;
        std::vector<int> a(n);
        for (int& bit : a)
            if (std::scanf("%d", &bit) != 1) return 1;
        int at_special = -1;
        for (int p; k > 0; k--) {
            if (std::scanf("%d", &p) != 1 || p < 1 || p > n) return 1;
            if (at_special >= 0 && a[p - 1] != at_special) return 1;
            at_special = a[p - 1];
        }
    }
}
