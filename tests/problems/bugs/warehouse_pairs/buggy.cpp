#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, q;
    cin >> n >> m >> q;
    vector<vector<int>> blocked(n + 1, vector<int>(n + 1, 0));
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        blocked[a][b] = 1;
        blocked[b][a] = 1;
    }
    for (int i = 0; i < q; i++) {
        int c, d;
        cin >> c >> d;
        cout << (blocked[c][d] ? "no" : "yes") << "\n";
    }
}
