#include <cstdio>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    long long area = 0;
    for (int i = 0; i < n; i++) {
        int w, h;
        scanf("%d %d", &w, &h);
        area += (long long)w * h;
    }
    printf("%lld\n", area);
    return 0;
}
