#include <iostream>
using namespace std;

const int MAXN = 20005;
int key_[MAXN], prio[MAXN], cnt[MAXN], L[MAXN], R[MAXN], nodes = 0;
unsigned seed_ = 2463534242u;

unsigned rnd() {
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 17;
    seed_ ^= seed_ << 5;
    return seed_;
}

void update(int t) { cnt[t] = 1 + cnt[L[t]] + cnt[R[t]]; }

void split(int t, int key, int &a, int &b) {
    if (!t) { a = b = 0; return; }
    if (key_[t] < key) {
        a = t;
        split(R[t], key, R[t], b);
    } else {
        b = t;
        split(L[t], key, a, L[t]);
    }
    update(t);
}

void insert(int &t, int v) {
    if (!t || prio[v] > prio[t]) {
        split(t, key_[v], L[v], R[v]);
        t = v;
    } else if (key_[v] < key_[t]) {
        insert(L[t], v);
    } else {
        insert(R[t], v);
    }
    update(t);
}

int smaller(int t, int key) {
    int res = 0;
    while (t) {
        if (key_[t] < key) { res += cnt[L[t]] + 1; t = R[t]; }
        else t = L[t];
    }
    return res;
}

int main() {
    ios_base::sync_with_stdio(false);
    cin.tie(0);
    int n, root = 0;
    cin >> n;
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        int x;
        cin >> x;
        sum += smaller(root, x);
        int v = ++nodes;
        key_[v] = x;
        prio[v] = rnd() >> 1;
        cnt[v] = 1;
        insert(root, v);
    }
    cout << sum << endl;
}
