#include <algorithm>
#include <iostream>
#include <set>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, q;
    cin >> n >> m >> q;
    set<pair<int, int>> blocked;
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        blocked.insert({a, b});
        blocked.insert({b, a});
    }
    for (int i = 0; i < q; i++) {
        int c, d;
        cin >> c >> d;
        cout << (blocked.count({c, d}) ? "no" : "yes") << "\n";
    }
}
