"""Small programs whose time is one hot loop each, for measuring what instrumentation costs. Each reads n."""

from __future__ import annotations

HOT_LOOPS: dict[str, tuple[str, int]] = {
    "matrix": (
        """
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
""",
        500,
    ),
    "sieve": (
        """
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
""",
        8_000_000,
    ),
    "quadratic": (
        """
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
""",
        8_000,
    ),
    "containers": (
        """
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
""",
        150_000,
    ),
}
"""name -> (source, n), C++."""

JAVA_HOT_LOOPS: dict[str, tuple[str, int]] = {
    name: (
        f"""import java.util.*;
public class Main {{
    public static void main(String[] arguments) {{
        int n = new Scanner(System.in).nextInt();
        {body}
    }}
}}
""",
        n,
    )
    for name, body, n in (
        (
            "matrix",
            """double[][] a = new double[n][n], b = new double[n][n], c = new double[n][n];
        for (double[] row : a) Arrays.fill(row, 1.5);
        for (double[] row : b) Arrays.fill(row, 2.5);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) {
                double x = a[i][k];
                for (int j = 0; j < n; j++) c[i][j] += x * b[k][j];
            }
        System.out.println(c[n - 1][n - 1]);""",
            700,
        ),
        (
            "sieve",
            """boolean[] composite = new boolean[n + 1];
        long sum = 0;
        for (int i = 2; i <= n; i++) {
            if (composite[i]) continue;
            sum += i;
            for (long j = (long) i * i; j <= n; j += i) composite[(int) j] = true;
        }
        System.out.println(sum);""",
            30_000_000,
        ),
        (
            "quadratic",
            """int[] a = new int[n], best = new int[n];
        int x = 12345;
        for (int i = 0; i < n; i++) { x = x * 1103515245 + 12345; a[i] = x >>> 8; best[i] = 1; }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (a[j] < a[i]) best[i] = Math.max(best[i], best[j] + 1);
        System.out.println(best[n - 1]);""",
            30_000,
        ),
        (
            "containers",
            """Map<Integer, Integer> seen = new HashMap<>(), order = new TreeMap<>();
        List<Integer> all = new ArrayList<>();
        int x = 12345;
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            seen.merge(x >>> 14, 1, Integer::sum);
            order.merge(x >>> 16, i, Integer::sum);
            all.add(x >>> 4);
        }
        Collections.sort(all);
        System.out.println(seen.size() + " " + order.size() + " " + all.get(n / 2));""",
            500_000,
        ),
    )
}
"""The same, Java; long enough that a machine knows them before half of it is over."""

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
