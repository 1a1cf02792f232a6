#include <algorithm>
#include <cmath>
#include <cstdio>
using namespace std;

struct Node { long long least, most, sum, more; };

Node tree[8192];
int a[2001];

void join(int v) {
    tree[v].least = min(tree[2 * v].least, tree[2 * v + 1].least);
    tree[v].most = max(tree[2 * v].most, tree[2 * v + 1].most);
    tree[v].sum = tree[2 * v].sum + tree[2 * v + 1].sum;
}

void addAll(int v, int size, long long x) {
    tree[v].least += x;
    tree[v].most += x;
    tree[v].sum += x * size;
    tree[v].more += x;
}

void pass(int v, int low, int mid, int high) {
    addAll(2 * v, mid - low + 1, tree[v].more);
    addAll(2 * v + 1, high - mid, tree[v].more);
    tree[v].more = 0;
}

void build(int v, int low, int high) {
    tree[v] = {a[low], a[low], a[low], 0};
    if (low == high) return;
    int mid = (low + high) / 2;
    build(2 * v, low, mid);
    build(2 * v + 1, mid + 1, high);
    join(v);
}

void add(int v, int low, int high, int l, int r, int x) {
    if (r < low || high < l) return;
    if (l <= low && high <= r) {
        addAll(v, high - low + 1, x);
        return;
    }
    int mid = (low + high) / 2;
    pass(v, low, mid, high);
    add(2 * v, low, mid, l, r, x);
    add(2 * v + 1, mid + 1, high, l, r, x);
    join(v);
}

void freeze(int v, int low, int high, int l, int r) {
    if (r < low || high < l) return;
    if (l <= low && high <= r && tree[v].least == tree[v].most) {
        long long left = (long long)sqrtl(tree[v].most);
        addAll(v, high - low + 1, left - tree[v].most);
        return;
    }
    int mid = (low + high) / 2;
    pass(v, low, mid, high);
    freeze(2 * v, low, mid, l, r);
    freeze(2 * v + 1, mid + 1, high, l, r);
    join(v);
}

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    for (int i = 1; i <= n; i++) scanf("%d", &a[i]);
    build(1, 1, n);
    while (q--) {
        int t, l, r, x;
        scanf("%d %d %d", &t, &l, &r);
        if (t == 1) scanf("%d", &x);
        if (t == 1) add(1, 1, n, l, r, x);
        else freeze(1, 1, n, l, r);
    }
    printf("%lld\n", tree[1].sum);
}
