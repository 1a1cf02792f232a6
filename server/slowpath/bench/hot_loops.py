"""Small C++ programs whose time is one hot loop each, for measuring what instrumentation costs. Each reads n."""

from __future__ import annotations

HOT_LOOPS: dict[str, tuple[str, int]] = {
    "matrix": ("""
#include <cstdio>
#include <vector>
int main() {
    int n; if (scanf("%d", &n) != 1) return 1;
    std::vector<double> a(n * n, 1.5), b(n * n, 2.5), c(n * n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double x = a[i * n + k];
            for (int j = 0; j < n; j++) c[i * n + j] += x * b[k * n + j];
        }
    printf("%f\\n", c[n * n - 1]);
}
""", 500),
    "sieve": ("""
#include <cstdio>
#include <vector>
int main() {
    int n; if (scanf("%d", &n) != 1) return 1;
    std::vector<char> composite(n + 1);
    long long sum = 0;
    for (int i = 2; i <= n; i++) {
        if (composite[i]) continue;
        sum += i;
        for (long long j = 1LL * i * i; j <= n; j += i) composite[j] = 1;
    }
    printf("%lld\\n", sum);
}
""", 8_000_000),
    "quadratic": ("""
#include <cstdio>
#include <vector>
#include <algorithm>
int main() {
    int n; if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n), best(n, 1);
    unsigned x = 12345;
    for (auto& v : a) { x = x * 1103515245 + 12345; v = x >> 8; }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (a[j] < a[i]) best[i] = std::max(best[i], best[j] + 1);
    printf("%d\\n", *std::max_element(best.begin(), best.end()));
}
""", 8_000),
    "containers": ("""
#include <cstdio>
#include <map>
#include <unordered_map>
#include <vector>
#include <algorithm>
int main() {
    int n; if (scanf("%d", &n) != 1) return 1;
    std::unordered_map<int, int> seen; std::map<int, int> order; std::vector<int> all;
    unsigned x = 12345;
    for (int i = 0; i < n; i++) {
        x = x * 1103515245 + 12345;
        seen[x >> 14]++; order[x >> 16] += i; all.push_back(x >> 4);
    }
    std::sort(all.begin(), all.end());
    printf("%zu %zu %d\\n", seen.size(), order.size(), all[n / 2]);
}
""", 150_000),
}
"""name -> (source, n)."""

SUM = """
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n; scanf("%d", &n);
    vector<int> a(n);
    for (auto& x : a) scanf("%d", &x);
    sort(a.begin(), a.end());
    long long s = 0;
    for (int i = 0; i < n; i++) s += 1LL * i * a[i];
    printf("%lld\\n", s);
}
"""
"""Reads n numbers, sorts and sums them: a usual small program for measuring the rate of executions."""
