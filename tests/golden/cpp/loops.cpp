#include <cstdio>
#include <vector>
int main() {
    int n, total = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) for (int j = i; j < n; j++) total += i ^ j;
    int i = 0;
    while (i < n) { if (i % 3 == 0) { i += 2; continue; } i++; if (i > 900) break; }
    do { total -= i; } while (--i > 0);
    for (int a = 0; a < n; a++) { for (int b = 0; b < n; b++) { if (b == a) break; total++; } }
    goto middle;
again:
    total += 2;
middle:
    if (total % 7 != 0 && total % 5 != 0) goto again;
    std::vector<int> v(n); for (auto& x : v) x = total; int sum = 0; for (int x : v) sum += x;
    printf("%d\n", sum);
}
