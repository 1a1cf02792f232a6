#include <cstdio>
#include <cstring>

const int SIZE = 100003;
int keys[SIZE];
int shown[SIZE];

int slot(int x) {
    int at = x % SIZE;
    while (keys[at] != -1 && keys[at] != x) {
        at++;
        if (at == SIZE) at = 0;
    }
    return at;
}

int main() {
    memset(keys, -1, sizeof keys);
    int n;
    scanf("%d", &n);
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        int x;
        scanf("%d", &x);
        int at = slot(x);
        keys[at] = x;
        sum += shown[at]++;
    }
    printf("%lld\n", sum);
}
