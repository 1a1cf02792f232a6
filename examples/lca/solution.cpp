#include <iostream>
#include <vector>

using namespace std;

int main() {
    cin.tie(0);
    ios_base::sync_with_stdio(0);

    int n, q;
    cin >> n >> q;
    vector<int> parent(n + 1), depth(n + 1);
    for (int i = 2; i <= n; ++i) {
        cin >> parent[i];
        depth[i] = depth[parent[i]] + 1;
    }
    while (q--) {
        int a, b;
        cin >> a >> b;
        while (depth[a] > depth[b]) a = parent[a];
        while (depth[b] > depth[a]) b = parent[b];
        while (a != b) {
            a = parent[a];
            b = parent[b];
        }
        cout << a << '\n';
    }
    return 0;
}
