#include <iostream>
#include <vector>
using namespace std;

int n, q;
vector<int> down, longest, length, last, slot;
vector<long long> tree;

void add(int at, int x) {
    for (; at <= n; at += at & -at) tree[at] += x;
}

long long first(int at) {
    long long sum = 0;
    while (at > 0) {
        sum += tree[at];
        at -= at & -at;
    }
    return sum;
}

int main() {
    cin >> n >> q;
    down.resize(n + 1);
    for (int i = 2; i <= n; i++) cin >> down[i];
    // a stream goes on upstream where there is the longest way
    longest.resize(n + 1);
    length.assign(n + 1, 1);
    for (int i = n; i > 1; i--)
        if (length[i] + 1 > length[down[i]]) {
            length[down[i]] = length[i] + 1;
            longest[down[i]] = i;
        }
    // the places of a stream stand side by side, from its last one upwards
    last.resize(n + 1);
    slot.resize(n + 1);
    int slots = 0;
    for (int i = 1; i <= n; i++) {
        if (i > 1 && longest[down[i]] == i) continue;
        for (int at = i; at > 0; at = longest[at]) {
            last[at] = i;
            slot[at] = ++slots;
        }
    }
    tree.resize(n + 1);
    long long met = 0;
    while (q--) {
        int kind, v, x;
        cin >> kind >> v;
        if (kind == 1) {
            cin >> x;
            add(slot[v], x);
        } else {
            while (v > 0) {
                met += first(slot[v]) - first(slot[last[v]] - 1);
                v = down[last[v]];
            }
        }
    }
    cout << met << '\n';
}
